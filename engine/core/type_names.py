"""What types of aircraft are called where there is little room."""

from __future__ import annotations


def short_type_name(name: str) -> str:
    """The name of a type without its maker.

    >>> short_type_name("de Havilland Mosquito NF Mk II"), short_type_name("Messerschmitt Bf 109E-7")
    ('Mosquito NF Mk II', 'Bf 109E-7')
    """
    words = name.split()
    for number, word in enumerate(words[1:], 1):
        if word in ("Mk", "Mark"):
            has_role = number > 2 and len(words[number - 1]) <= 2
            return " ".join(words[number - 1 - has_role :])
        if any(letter.isdigit() for letter in word):
            return " ".join(words[number - 1 if len(words[number - 1]) <= 2 else number :])
    return name
