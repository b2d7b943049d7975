"""The house's style sheets, read for pictures that stand alone: which rules the shapes of a table have.

Of CSS as much is understood as those rules use: words, ``:is()`` and ``:not()``, one thing inside another. What else
they came to use is an error here, not a picture that looks otherwise than its page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

STATIC: Final = Path(__file__).resolve().parents[2] / "static"
TABLE: Final = ".board"
MAP: Final = ".theatre"
_PICTURES: Final = (TABLE, MAP)
"""Of what the rules of tables and of maps begin with."""
_SIDES: Final = frozenset({".allied", ".axis", ".third", ".fourth"})
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_PART: Final = re.compile(r"[a-z]+|\.[a-z-]+|:(?:is|not)\([^()]*\)")
_FACE: Final = re.compile(r'url\("\.\./([^"]+)"\)')


class Thing(NamedTuple):
    """What a rule may ask of an element."""

    tag: str
    words: frozenset[str]


class Wanted(NamedTuple):
    """What an element must be, and what it must not."""

    tag: str
    """Empty: whatever."""
    words: frozenset[str]
    unless: tuple[frozenset[str], ...] = ()

    def fits(self, thing: Thing) -> bool:
        return (
            self.tag in ("", thing.tag)
            and self.words <= thing.words
            and not any(each <= thing.words for each in self.unless)
        )


class Rule(NamedTuple):
    path: tuple[Wanted, ...]
    """Each inside the one before it, the last is what the rule is about."""
    weight: tuple[int, int, int]
    """A rule of more weight wins: the sheet, then how many words it asks for, then how many tags."""
    says: Mapping[str, str]

    def fits(self, line: Sequence[Thing]) -> bool:
        """``line``: the element last, what it stands in before it."""
        *outer, last = self.path
        if not last.fits(line[-1]):
            return False
        around = iter(line[:-1])
        return all(any(wanted.fits(thing) for thing in around) for wanted in outer)


class Face(NamedTuple):
    """A file of letters."""

    family: str
    weight: str
    style: str
    file: Path
    ranges: tuple[tuple[int, int], ...]

    def has_any(self, letters: frozenset[int]) -> bool:
        return any(first <= letter <= last for letter in letters for first, last in self.ranges)


@cache
def rules() -> tuple[Rule, ...]:
    """All that is said of tables and maps, of the sides and of the palette, what has the least weight first."""
    found: list[Rule] = []
    for number, name in enumerate(("site", "components", "pages/replay")):
        for heads, body in _blocks(_read(name)):
            for head in heads:
                root = head.split(" ")[0]
                if head == ":root" or head in _SIDES or any(f"{root}.".startswith(f"{each}.") for each in _PICTURES):
                    found += _rules(head, number, _declarations(body))
    return tuple(sorted(found, key=lambda rule: rule.weight))


@cache
def faces() -> tuple[Face, ...]:
    return tuple(_face(_declarations(body)) for heads, body in _blocks(_read("site")) if heads == ["@font-face"])


def _read(name: str) -> str:
    return _COMMENT.sub("", (STATIC / "css" / f"{name}.css").read_text(encoding="utf-8"))


def _blocks(text: str) -> Iterator[tuple[list[str], str]]:
    """The rules of a sheet, by what stands before their braces; those for print, dark or narrow screens left out."""
    at = 0
    while (opened := text.find("{", at)) >= 0:
        head = " ".join(text[at:opened].rpartition(";")[2].split())
        closed = _closing(text, opened)
        body = text[opened + 1 : closed]
        if head.startswith("@layer"):
            yield from _blocks(body)
        elif not head.startswith("@media"):
            yield _listed(head), body
        at = closed + 1


def _closing(text: str, opened: int) -> int:
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, opened):
        depth += 1 if match.group() == "{" else -1
        if not depth:
            return match.start()
    raise ValueError("A style sheet has a brace that is not closed.")


def _declarations(body: str) -> dict[str, str]:
    pairs = (each.partition(":") for each in body.split(";") if each.strip())
    return {name.strip(): " ".join(value.split()) for name, _, value in pairs}


def _listed(text: str) -> list[str]:
    """What stands between the commas that are in no brackets."""
    return [each.strip() for each in re.split(r",(?![^(]*\))", text)]


def _rules(head: str, sheet: int, says: Mapping[str, str]) -> Iterator[Rule]:
    if head == ":root":
        yield Rule((Wanted("", frozenset()),), (-1, 0, 0), says)
        return
    for path in product(*(list(_wanted(part)) for part in re.split(r" (?![^(]*\))", head))):
        words = sum(len(each.words) + max(map(len, each.unless), default=0) for each in path)
        yield Rule(path, (sheet, words, sum(bool(each.tag) for each in path)), says)


def _wanted(text: str) -> Iterator[Wanted]:
    """All that one part of a selector stands for.

    >>> list(_wanted(".pip:is(.new, .hit.beyond)"))[1].words == {"pip", "hit", "beyond"}
    True
    """
    parts = _PART.findall(text)
    if "".join(parts) != text:
        raise ValueError(
            f"A rule of tables or maps asks for {text!r}, which a picture that stands alone does not understand."
        )
    tag, words, choices, unless = "", set[str](), [[""]], list[frozenset[str]]()
    for part in parts:
        if part.startswith(":not("):
            unless += [frozenset(each.removeprefix(".").split(".")) for each in _listed(part[5:-1])]
        elif part.startswith(":is("):
            choices.append(_listed(part[4:-1]))
        elif part.startswith("."):
            words.add(part[1:])
        else:
            tag = part
    for chosen in product(*choices):
        more = [word for each in chosen for word in re.findall(r"\.([a-z-]+)", each)]
        tags = [each for each in chosen if each and not each.startswith(".")]
        yield Wanted(tags[0] if tags else tag, frozenset(words | set(more)), tuple(unless))


def _face(says: Mapping[str, str]) -> Face:
    found = _FACE.search(says["src"])
    assert found is not None, "the house's letters stand in files of its own"
    ranges = (each.strip().removeprefix("U+").split("-") for each in says["unicode-range"].split(","))
    return Face(
        says["font-family"].strip('"'),
        says["font-weight"],
        says["font-style"],
        STATIC / found.group(1),
        tuple((int(each[0], 16), int(each[-1], 16)) for each in ranges),
    )
