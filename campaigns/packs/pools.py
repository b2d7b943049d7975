"""What campaigns that keep pools add to a pack: squadrons, periods, weather, stocks, the track, events. [SUP 25-28]"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from campaigns.packs.schema import At, CardName, Date, Model, Month, Prose, Row, Side, Slug, Sourced, Text, Title

Aircraft: TypeAlias = Annotated[int, Field(ge=0, le=60)]
"""A number of aircraft, or of men or crews to fly them."""
StockName: TypeAlias = Literal["fuel", "supply"]
EventEffectName: TypeAlias = Literal[
    "deliver", "re-equip", "withdraw", "stock", "points", "progress", "cap", "resource", "move"
]


class SquadronLine(Sourced):
    """A squadron of a side's pool: its aircraft and its men. [SUP 27]"""

    side: Side
    title: Title
    code: Annotated[str, Field(pattern=r"^[A-Z0-9]{1,4}$")]
    """Letters that its aircraft carry: ``UZ`` makes ``UZ-A``, ``UZ-B`` …; no two squadrons share them."""
    nation: CardName
    service: Text
    aircraft: CardName
    strength: Aircraft = 0
    """Aircraft that it begins with."""
    pilots: Aircraft = 0
    """Named men (of Formation aircraft: crews) that it begins with."""
    green: Aircraft = 0
    """How many of them are Green. [SUP 19.6]"""
    base: Title | None = None
    at: At | None = None
    """Where that lies."""
    unplaced: Title | None = None
    """Why the map does not show it."""
    ship: Slug | None = None
    """The carrier that it flies from, as Mission Targets name it. [SUP 26]"""
    first: Date | None = None
    """The day it joins; left out: it is there from the beginning."""
    last: Date | None = None
    """Its last day; left out: it stays."""
    formed: Month | None = None
    """When the real one was; nothing follows from it but that ``make facts`` asks whether it flies before."""
    disbanded: Month | None = None
    """The last month in which it had this name."""
    note: Prose | None = None


class ReplacementLine(Sourced):
    """Aircraft and men who join a squadron, on a date or every so many periods. [SUP 27 step 2]"""

    squadron: Slug
    date: Date | None = None
    """They come with the first period that begins on this day or later."""
    every: int | None = Field(default=None, ge=1, le=20)
    """Or: with the second period and every so many after it."""
    aircraft: Aircraft = 0
    pilots: Aircraft = 0
    green: Aircraft = 0
    type: CardName | None = None
    """The squadron flies this type from now on; its old aircraft leave the pool."""
    up_to: Aircraft | None = None
    """As many of the aircraft come as bring the squadron up to so many, those under repair included; else all."""

    def periods(self, in_all: int) -> range:
        """The periods, of so many in all (0: there are none), with which they come; ``[0]`` of a date."""
        return range(1) if self.every is None else range(2, in_all + 1, self.every)

    @property
    def when(self) -> str:
        """``each period``, ``every 2 periods``, ``3 May``."""
        if self.date:
            return f"{self.date.day} {self.date:%b}"
        return "each period" if self.every == 1 else f"every {self.every} periods"


class Calendar(Model):
    days: int = Field(default=7, ge=1, le=60)
    """Length of a period: a week unless the campaign says otherwise. [SUP 27]"""


class Stock(Model):
    """Fuel that units use up, or supplies that Cargo fills and each period empties. [SUP 27]"""

    title: Title
    start: int = Field(ge=0, le=999)
    most: int = Field(default=999, ge=1, le=999)
    income: int = Field(default=0, ge=0, le=999)
    """What each period brings, from the second one on."""
    drain: int = Field(default=0, ge=0, le=999)
    """What each period takes at its end; at 0 the progress marker moves a space against this side."""
    cargo: int = Field(default=0, ge=0, le=20)
    """What each Cargo Point delivered by its side adds."""


class Space(Model):
    title: Title
    text: Prose | None = None


class Move(Model):
    """From this VP margin of a Mission the progress marker moves so many spaces. [SUP 27 step 7]"""

    least: int = Field(ge=0, le=99)
    spaces: int = Field(ge=0, le=9)


class Progress(Sourced):
    """The track; a marker moves along it by the VP margin of each Mission. [SUP 27 steps 7-9]"""

    toward: Side
    """Whose success moves the marker up, toward the last space."""
    start: int = Field(ge=1, le=30)
    """The space where the marker begins, counted from 1."""
    spaces: Row[Space] = Field(min_length=3, max_length=30)
    moves: Row[Move] = ()
    """Left out: as the supplement has it."""


class EventEffect(Model):
    """One thing that an event does."""

    effect: EventEffectName
    side: Side | None = None
    """Whose it is; of ``progress`` in whose favour, left out: up the track; of ``cap`` left out: both sides'."""
    squadron: Slug | None = None
    aircraft: Aircraft = 0
    pilots: Aircraft = 0
    green: Aircraft = 0
    type: CardName | None = None
    """The type that a squadron is re-equipped with, or that is delivered to it."""
    stock: StockName | None = None
    amount: int = Field(default=0, ge=-99, le=99)
    """Stock, Victory Points, spaces of the track, or units more or fewer in the cap of one period."""
    resource: Slug | None = None
    """A Resource that may be used from now on."""
    base: Title | None = None
    at: At | None = None
    """Where that lies."""


class Event(Sourced):
    """Something that happens once: on a date, at a space of the track, or after another event. [SUP 27 step 8]"""

    title: Title
    text: Prose
    date: Date | None = None
    space: int | None = Field(default=None, ge=1, le=30)
    after: Slug | None = None
    delay: int = Field(default=1, ge=1, le=20)
    """Periods after the event that it follows."""
    gives: Row[EventEffect] = ()
