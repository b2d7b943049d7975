"""The hands at a table, as far as a viewer may see them, and what of a table may be picked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Any, NamedTuple

from engine.core.board import Card, Hand, Point, Shape

_FIRING = {"ims": "IMS", "oots": "OotS"}
THUMB = 28
"""A board's width divided by it is the radius that a thumb hits."""


def printed(
    faces: Sequence[str], names: Sequence[str], figures: Sequence[str], lines: Sequence[tuple[str, ...]]
) -> dict[str, Card]:
    """Cards by slug, in short: IMS 2B/3H, IMS 2B Fuel; those that do not fire go by their names.

    ``figures`` and ``lines`` are by face, as ``Card`` has them.
    """
    cards = {}
    for slug, name, figure, said in zip(faces, names, figures, lines, strict=False):
        kind, _, strength = slug.partition("-")
        short = name
        if kind in _FIRING:
            bursts, rest = (strength[:2].upper(), strength[2:]) if strength[0].isdecimal() else ("", f"-{strength}")
            what = rest[1:].replace("-", " ").capitalize() if rest.startswith("-") else f"/{rest.upper()}"
            short = f"{_FIRING[kind]} {f'{bursts} {what}'.replace(' /', '/').strip()}"
        cards[slug] = Card(short, name, kind in _FIRING, slug, figure, said)
    return cards


def counted(number: int, what: str) -> str:
    """``1 Burst``, ``2 Bursts``."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def plain_name(name: str) -> str:
    """A card's name without what it needs and does: ``In My Sights``."""
    return name.partition(" (")[0]


def answering(face: int, answers: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    """What a card says of the cards that it answers. ``answers``: by face the mask of the faces that answer it."""
    answered = dict.fromkeys(plain_name(name) for name, mask in zip(names, answers, strict=False) if mask >> face & 1)
    if len(answered) == len(dict.fromkeys(map(plain_name, names))):
        return ("Answers any card",)
    return (f"Answers {', '.join(answered)}",) if answered else ()


class Held(NamedTuple):
    """A hand as a view has it."""

    key: str
    title: str
    """Whose it is, in words."""
    side: str
    hand: Any
    """Slugs of cards, or their number, or ``None``."""
    is_unseen: bool = False
    """Nobody may look at it yet."""


def hands(held: Iterable[Held], cards: Mapping[str, Card]) -> tuple[Hand, ...]:
    """The hands of those who fly."""
    return tuple(
        Hand(
            unit=each.title,
            side=each.side,
            cards=tuple(cards[slug] for slug in each.hand) if isinstance(each.hand, list) else (),
            number=each.hand if isinstance(each.hand, int) else None,
            is_unseen=each.is_unseen and isinstance(each.hand, int),
            key=each.key,
        )
        for each in held
    )


def played(action: str, cards: Mapping[str, Card]) -> Card | None:
    """The card that an action plays: of ``play maneuver > axis-1 leader`` Maneuver."""
    verb, _, slug = action.partition(" (")[0].partition(" > ")[0].partition(" ")
    return cards.get(slug) if verb == "play" else None


class Pick(NamedTuple):
    """An aircraft that may be picked."""

    key: str
    middle: Point
    size: float
    """Of the aircraft."""
    side: str
    title: str


def circles(picks: Sequence[Pick], width: float) -> list[Shape]:
    """A spot over each aircraft, as large as a thumb on a board of this ``width``, if the next one leaves room."""
    made = []
    for pick in picks:
        (x, y), others = pick.middle, (other.middle for other in picks if other is not pick)
        room = min((hypot(x - x2, y - y2) / 2 for x2, y2 in others), default=width)
        radius = min(max(pick.size / 2, width / THUMB), room)
        made.append(Shape("circle", (pick.middle,), f"spot {pick.side}", title=pick.title, size=radius, key=pick.key))
    return made


def area(key: str, left: float, top: float, width: float, height: float, look: str, title: str) -> Shape:
    """A spot over a part of the table."""
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    return Shape("polygon", corners, f"spot {look}".strip(), title=title, key=key)
