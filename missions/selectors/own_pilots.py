"""The pilots of somebody's own and their books: what they did, as the reports of their skirmishes say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import QuerySet

import engine
from campaigns.standing import sortie_text
from campaigns.standing.words import with_article
from config.common.vocabulary import EXITS, amount
from engine.core.report import AircraftReport, Report
from missions.models import OwnPilot, OwnSortie, Skirmish
from missions.selectors.skirmishes import type_namer, verdict

GONE = "nothing is told of his aircraft any more"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFlight:
    """A skirmish in a pilot's book."""

    skirmish_id: int
    title: str
    system: str
    at: datetime
    is_told: bool
    """Its result is there; else nothing below its side is."""
    side: str
    slug: str = ""
    aircraft: str = ""
    duty: str = ""
    did: str = ""
    fate: str = ""
    verdict: str = ""
    kills: Fraction = Fraction(0)
    victims: tuple[tuple[str, Fraction], ...] = ()
    """What he shot down, with his share of it."""
    damaged: int = 0
    is_strike: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotBook:
    """A pilot and his flights, in the order in which the skirmishes were set up."""

    pilot: OwnPilot
    flights: tuple[OwnFlight, ...]

    @property
    def told(self) -> tuple[OwnFlight, ...]:
        return tuple(each for each in self.flights if each.is_told)

    @property
    def kills(self) -> str:
        return amount(sum((each.kills for each in self.flights), Fraction(0)))

    @property
    def damaged(self) -> int:
        return sum(each.damaged for each in self.flights)


def books_of(user_id: int) -> tuple[PilotBook, ...]:
    """Those of all pilots of a person, by name. Two queries."""
    pilots = list(OwnPilot.objects.filter(owner=user_id))
    sorties = list(_with_skirmish(OwnSortie.objects.filter(pilot__owner=user_id)))
    return tuple(_book(pilot, [each for each in sorties if each.pilot_id == pilot.pk]) for pilot in pilots)


def book_of(pilot: OwnPilot) -> PilotBook:
    """One pilot's. One query."""
    return _book(pilot, _with_skirmish(OwnSortie.objects.filter(pilot=pilot)))


def _with_skirmish(sorties: QuerySet[OwnSortie]) -> QuerySet[OwnSortie]:
    return sorties.select_related("skirmish").defer("skirmish__record", "skirmish__setup")


def _book(pilot: OwnPilot, sorties: Iterable[OwnSortie]) -> PilotBook:
    return PilotBook(pilot=pilot, flights=tuple(_flight(each) for each in sorties))


@dataclass(frozen=True, slots=True, kw_only=True)
class BookEntry:
    """Whose book of somebody's own has a skirmish."""

    pilot: OwnPilot
    place: str


def entries_of(skirmish: Skirmish, user_id: int) -> tuple[BookEntry, ...]:
    """In which books of this person it stands. One query."""
    found = OwnSortie.objects.filter(skirmish=skirmish, pilot__owner=user_id).select_related("pilot")
    called = dict(places(skirmish))
    return tuple(BookEntry(pilot=each.pilot, place=called.get(f"{each.unit} {each.seat}", GONE)) for each in found)


def places(skirmish: Skirmish) -> Iterator[tuple[str, str]]:
    """The aircraft that flew: unit and seat, and what people call them. No query."""
    if skirmish.report is None:
        return
    report, name = Report.from_json(skirmish.report), type_namer(skirmish.system)
    units = _names(skirmish, report)
    for each in report.aircraft:
        if each.size > 1 or not each.unit:
            continue  # a flight counted together, or a flying bomb: nobody in it has a name
        who = f"{each.pilot}, " if each.pilot else ""
        yield (
            f"{each.unit} {each.seat}",
            f"{who}{sortie_text.seat_name(units[each.unit], each.seat)}: {name(each.aircraft)}",
        )


def place_in(skirmish: Skirmish, unit: str, seat: str) -> AircraftReport | None:
    """What became of the aircraft in that place; ``None``: there was none, or nothing is told. No query."""
    if skirmish.report is None:
        return None
    flown = Report.from_json(skirmish.report).aircraft
    return next((each for each in flown if (each.unit, each.seat, each.size) == (unit, seat, 1)), None)


def _names(skirmish: Skirmish, report: Report) -> dict[str, str]:
    return sortie_text.names(report.aircraft, engine.systems()[skirmish.system].sides)


def _flight(sortie: OwnSortie) -> OwnFlight:
    skirmish = sortie.skirmish
    system = engine.systems()[skirmish.system]
    flown = place_in(skirmish, sortie.unit, sortie.seat)
    if flown is None:
        return OwnFlight(
            skirmish_id=skirmish.pk,
            title=skirmish.title,
            system=system.title,
            at=skirmish.created_at,
            is_told=False,
            side=_side(sortie),
        )
    name, report = type_namer(skirmish.system), Report.from_json(skirmish.report or {})
    victims = tuple((name(kill.aircraft), Fraction(1, kill.sharers)) for kill in flown.kills)
    load = sortie_text.load(flown.load)
    duty = sortie_text.seat_name(_names(skirmish, report)[flown.unit], flown.seat)
    return OwnFlight(
        skirmish_id=skirmish.pk,
        title=skirmish.title,
        system=system.title,
        at=skirmish.created_at,
        is_told=True,
        side=_side(sortie),
        slug=flown.aircraft,
        aircraft=name(flown.aircraft),
        duty=f"{duty}, {load}" if load else duty,
        did=_did(flown, victims),
        fate=_fate(flown),
        verdict=verdict(skirmish),
        kills=sum((share for _, share in victims), Fraction(0)),
        victims=victims,
        damaged=len(flown.damaged),
        is_strike=sortie_text.achieved(flown),
    )


def _side(sortie: OwnSortie) -> str:
    return sortie.unit.rpartition("-")[0]


def _did(flown: AircraftReport, victims: Iterable[tuple[str, Fraction]]) -> str:
    """``Shot down a Bf 109E-7; damaged 1``."""
    did = list(sortie_text.deeds(flown))
    for (victim, share), number in Counter(victims).items():
        what = "shot down" if share == 1 else "shared"
        did.append(f"{what} {f'{number} × {victim}' if number > 1 else with_article(victim)}")
    if flown.damaged:
        did.append(f"damaged {len(flown.damaged)}")
    text = "; ".join(did)
    return text[:1].upper() + text[1:]


def _fate(flown: AircraftReport) -> str:
    """``Home, damaged, disengaged.``, ``Shot down (by Goodman, Spitfire V).``"""
    status = {"destroyed": "Shot down", "damaged": "Home, damaged"}.get(flown.status, "Home")
    cause = f" ({flown.cause})" if flown.cause else ""
    return f"{', '.join(part for part in (f'{status}{cause}', EXITS.get(flown.exit, '')) if part)}."
