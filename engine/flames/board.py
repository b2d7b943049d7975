"""The hands at a table, as far as a viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.core.board import Card, Hand
from engine.core.game import Document

_FIRING = {"ims": "IMS", "oots": "OotS"}


def printed(faces: Sequence[str], names: Sequence[str]) -> dict[str, Card]:
    """Cards by slug, in short: IMS 2B/3H, IMS 2B Fuel; those that do not fire go by their names."""
    cards = {}
    for slug, name in zip(faces, names, strict=False):
        kind, _, strength = slug.partition("-")
        short = name
        if kind in _FIRING:
            bursts, rest = (strength[:2].upper(), strength[2:]) if strength[0].isdecimal() else ("", f"-{strength}")
            what = rest[1:].replace("-", " ").capitalize() if rest.startswith("-") else f"/{rest.upper()}"
            short = f"{_FIRING[kind]} {f'{bursts} {what}'.replace(' /', '/').strip()}"
        cards[slug] = Card(short, name, kind in _FIRING)
    return cards


def hands(units: Iterable[tuple[str, Document]], cards: Mapping[str, Card]) -> tuple[Hand, ...]:
    """Of units that fly, each with what it is called."""
    return tuple(
        Hand(
            unit=title,
            side=unit["side"],
            cards=tuple(cards[slug] for slug in hand) if isinstance(hand, list) else (),
            number=hand if isinstance(hand, int) else None,
            is_unseen=bool(unit.get("face_down")) and isinstance(hand, int),
        )
        for title, unit in units
        for hand in (unit["hand"],)
    )
