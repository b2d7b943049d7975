"""Words that headlines and stories have in common."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.standing import story


def number(amount: int) -> str:
    """
    >>> number(0), number(1), number(4), number(40)
    ('none', 'one', 'four', '40')
    """
    return {0: "none", 1: "one"}.get(amount) or story.number(amount)


def capital(text: str) -> str:
    """A sentence begins with it.

    >>> capital("one Axis aircraft")
    'One Axis aircraft'
    """
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """What stands after a colon.

    >>> uncapital("Fair, cloud over the Weald by noon"), uncapital("RAF weather")
    ('fair, cloud over the Weald by noon', 'RAF weather')
    """
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def both(names: Sequence[str]) -> str:
    """
    >>> both(["Ann"]), both(["Ann", "Bob", "Carol"])
    ('Ann', 'Ann, Bob and Carol')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def apart(where: str) -> str:
    """A place within a sentence: one that has a comma of its own wants another behind it.

    >>> apart("over Malta"), apart("over Gambut, east of Tobruk")
    ('over Malta', 'over Gambut, east of Tobruk,')
    """
    return f"{where}," if "," in where else where
