"""From the skirmishes of a pilot of somebody's own to his printed logbook."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from campaigns.catalogue.library import library
from campaigns.catalogue.shapes import shape_name
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.people.logbook import Logbook, LogbookSortie, LogVictory, Totals
from campaigns.heraldry.draw import seed_of
from campaigns.heraldry.portraits import Face, portrait
from campaigns.packs.schema import SIDES
from campaigns.prints.log_rows import span
from campaigns.standing.careers import ACE_KILLS
from campaigns.standing.likeness import UNKNOWN
from config.common.vocabulary import NATIONS, amount, day, nation_name
from engine.core.own_types import is_own
from missions.selectors.own_pilots import OwnFlight, PilotBook

GREAT_WAR = "wwi"


def own_logbook(book: PilotBook) -> Logbook:
    """He is what he flew last: his side, his nation and his service are those of that aircraft."""
    told = book.told
    last = told[-1] if told else None
    type_ = library().aircraft.get(last.slug) if last else None
    kills = sum((each.kills for each in told), Fraction(0))
    nation = type_.nation if type_ is not None and type_.nation in NATIONS else UNKNOWN
    face = Face(
        seed=seed_of("man", nation, book.pilot.name),
        nation=nation,
        great_war=type_ is not None and type_.system == GREAT_WAR,
        rank="ace" if kills >= ACE_KILLS else "pilot",
        ribbons=0,
    )
    return Logbook(
        campaign="Skirmishes",
        pack="Single fights, of no campaign",
        dates=span(book.flights[0].at.date(), book.flights[-1].at.date()) if book.flights else "",
        name=book.pilot.name,
        side=next((each.side for each in reversed(book.flights) if each.side in SIDES), SIDES[0]),
        nation=nation_name(type_.nation) if type_ is not None and (nation != UNKNOWN or is_own(type_.nation)) else "",
        service=type_.service if type_ else "",
        squadron="",
        base="",
        rating="Ace" if kills >= ACE_KILLS else "",
        skills=(),
        state="",
        figures=(
            ("Flights", str(len(told))),
            ("Victories", amount(kills)),
            ("Damaged", str(book.damaged)),
            ("Shot down himself", str(sum(each.fate.startswith("Shot down") for each in told))),
        ),
        outline=shape_name(last.slug) if last else "",
        marks=int(kills),
        decorations=(),
        ribbons=(),
        portrait=portrait(face),
        victories=tuple(
            LogVictory(day(each.at.date()), unbroken(victim), unbroken(each.aircraft), amount(share), "")
            for each in told
            for victim, share in each.victims
        ),
        spells=None,
        entries=tuple(_entries(told)),
        chart=None,
        is_closed=False,
    )


def _entries(flights: tuple[OwnFlight, ...]) -> Iterator[LogbookSortie]:
    kills, damaged, strikes = Fraction(0), 0, 0
    for number, each in enumerate(flights, 1):
        kills, damaged, strikes = kills + each.kills, damaged + each.damaged, strikes + each.is_strike
        yield LogbookSortie(
            mission=f"Skirmish {number}",
            date=f"{each.at:%-d %b %Y}",
            aircraft=unbroken(each.aircraft),
            code="",
            duty=each.duty,
            where=f"{each.title}, {each.system}",
            did=each.did,
            fate=each.fate,
            victories=amount(each.kills) if each.kills else "",
            damaged=each.damaged,
            strike=each.is_strike,
            after=Totals(number, amount(kills), damaged, strikes),
        )
