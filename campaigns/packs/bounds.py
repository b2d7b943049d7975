"""How much a TOML text may hold, looked at before it is parsed: ``tomllib`` knows no bounds.

The text is read as ``tomllib`` does as far as strings and comments go, and so its tables, lists, keys and values are
counted truly up to the first mistake of its grammar, where ``tomllib`` stops. One pass of a regular expression that
never goes back; what follows costs time by the length of the text.
"""

from __future__ import annotations

import re

MOST_TABLES = 6_000
"""Tables and lists; the largest pack of the house has a thousand."""
MOST_VALUES = 24_000
"""Keys and entries of lists; the largest pack of the house has four thousand."""
DEEPEST = 8
"""Lists and tables within one another; a pack needs three."""
MOST_PARTS = 8
"""Of a dotted key; a pack needs four."""
LONGEST_LINE = 1_000
"""Characters, and so of a name or a number too."""

OPAQUE = re.compile(
    r'''
      """ (?: [^"\\]++ | \\. | "{1,2}(?!") )* "{3,5}         # one of several lines may end in two quotes of its own
    | \'\'\' (?: [^']++ | '{1,2}(?!') )* '{3,5}
    | " (?: [^"\\\n]++ | \\. )* "
    | ' [^'\n]*+ '
    | \# [^\n]*+
    | ["'] .*                                               # one that does not end: nothing after it is read
    ''',
    re.DOTALL | re.VERBOSE,
)
"""A string or a comment.

No group is possessive: one that holds choices goes wrong before Python 3.11.5. None is open, so none is slow.
"""
_LONG_KEY = re.compile(rf"""(?<![\w"-])[\w"-]++(?:[ \t]*+\.[ \t]*+[\w"-]++){{{MOST_PARTS}}}""")


def too_much(text: str) -> tuple[int, str] | None:
    """The line (from 1) and what is too much there, in a sentence; ``None`` if the text may be parsed."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            return number, f"The line is longer than {LONGEST_LINE:,} characters. Break it."
    bare = OPAQUE.sub(_blank, text)
    if (long := _LONG_KEY.search(bare)) is not None:
        return _line(bare, long.start()), "There are too many dots in this line: break it."
    depth = opened = 0
    for bracket in re.finditer(r"[\[\]{}]", bare):
        if bracket[0] in "]}":
            depth -= 1
            continue
        depth, opened = depth + 1, opened + 1
        if depth > DEEPEST:
            return _line(bare, bracket.start()), "Its lists are nested too deep: a pack needs three levels."
        if opened > MOST_TABLES:
            return _line(bare, bracket.start()), f"There are more than {MOST_TABLES:,} tables and lists. Remove some."
    for count, value in enumerate(re.finditer(r"[=,]", bare), 1):
        if count > MOST_VALUES:
            return _line(bare, value.start()), f"There are more than {MOST_VALUES:,} keys and values. Remove some."
    return None


def _blank(found: re.Match[str]) -> str:
    """What stands for a string or a comment: nothing that could be counted, on as many lines."""
    mark = "" if found[0].startswith("#") else '"'
    return mark + "\n" * found[0].count("\n")


def _line(bare: str, place: int) -> int:
    return bare.count("\n", 0, place) + 1
