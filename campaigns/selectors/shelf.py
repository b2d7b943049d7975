"""The packs on the shelf as who begins a campaign looks for one: where to start, and what kind of pack each is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import engine
from campaigns.models import Pack
from campaigns.selectors.definitions import definition

START_HERE: Mapping[str, tuple[str, str]] = {
    "wildblue": ("desert-dogfights", "Six dogfights and nothing to keep in mind but the score: one evening each."),
    "wwi": ("flying-circus-1917", "Squadrons over the Western Front; stop after the first periods if you like."),
    "sabin": ("big-week", "Six days in February 1944: short, and every raid is a different puzzle."),
    "angels": ("angels-over-kent", "Thirteen small battles in a fixed order, two to five aircraft a side."),
}
"""Of each game the pack to begin with, and why."""
SHORT, LONG = 7, 15
"""Up to so many missions a campaign is short; from so many on it is long."""
LENGTHS = {"short": f"Up to {SHORT} missions", "middle": "In between", "long": f"{LONG} missions or more"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfPack:
    """A pack on the shelf, and what it may be looked for by."""

    pack: Pack
    missions: int
    """How many it flies, if it is not over sooner."""
    keeps_pools: bool
    """Its aircraft and men come from squadrons: what is lost stays lost."""
    is_for_one: bool
    """One player flies it; in every other pack the staff may fly a side."""

    @property
    def length(self) -> str:
        return "short" if self.missions <= SHORT else "long" if self.missions >= LONG else "middle"


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPack:
    """What to begin a game with."""

    game: str
    pack: Pack
    why: str


def shelf_packs(packs: Iterable[Pack]) -> tuple[ShelfPack, ...]:
    """Reads every pack. No query."""
    return tuple(_shelf_pack(pack) for pack in packs)


def _shelf_pack(pack: Pack) -> ShelfPack:
    read = definition(pack)
    return ShelfPack(
        pack=pack,
        missions=read.missions_in_all,
        keeps_pools=read.keeps_pools,
        is_for_one=read.kind == "solitaire",
    )


def first_packs(packs: Sequence[Pack]) -> tuple[FirstPack, ...]:
    """Of each game the pack to begin with, if it is on the shelf."""
    there = {pack.slug: pack for pack in packs}
    return tuple(
        FirstPack(game=system.title, pack=there[slug], why=why)
        for system in engine.systems().values()
        for slug, why in [START_HERE[system.slug]]
        if slug in there
    )
