"""The story of each of a man's sorties, from what the journal says as far as somebody may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from campaigns.catalogue.library import aircraft_name
from campaigns.heraldry.draw import seed_of
from campaigns.standing.careers import ACE_KILLS
from campaigns.standing.chronicle import Chronicle, Victory
from campaigns.standing.flights import FlightOfMan, flights_of
from campaigns.standing.model import RESTING, Airman, JournalFact
from campaigns.standing.story import SortieFacts, story
from engine.core.type_names import short_type_name


def stories(known: Chronicle, man: Airman) -> Mapping[int, str]:
    """By the number of the sortie's entry in the journal."""
    return {each.entry: story(facts, wording_of(man, each)) for each, facts in facts_of(known, man)}


def wording_of(man: Airman, sortie: JournalFact) -> int:
    """By which a story is worded: by names and numbers alone, the same wherever the campaign is carried."""
    return seed_of("story", man.first_name or man.name, str(sortie.mission))


def facts_of(known: Chronicle, man: Airman) -> Iterator[tuple[JournalFact, SortieFacts]]:
    """Each of his sorties with what is known of it."""
    before: FlightOfMan | None = None
    total = Fraction(0)
    has_past = any(each.what == "career" for each in man.life)
    for flight in flights_of(known, man):
        if flight.happening is not None:
            won = sum((each.credit for each in flight.victories), Fraction(0))
            is_first = not has_past and (before is None or before.happening is None)
            yield (
                flight.happening,
                _facts(known, flight, flight.happening, before, None if has_past else total, won, is_first=is_first),
            )
            total += won
        before = flight


def _facts(
    known: Chronicle,
    flight: FlightOfMan,
    happening: JournalFact,
    before: FlightOfMan | None,
    total: Fraction | None,
    won: Fraction,
    *,
    is_first: bool,
) -> SortieFacts:
    """``total``: his victories before it, ``None`` where a record on paper leaves open which came when."""
    flown = known.sortie(happening)
    mission = known.standing.missions[happening.mission or 0]
    return SortieFacts(
        aircraft=_short(flown.aircraft),
        place=mission.place,
        role=flown.role,
        load=flown.load,
        victims=_types(each for each in flight.victories if each.credit == 1),
        shared=_types(each for each in flight.victories if 0 < each.credit < 1),
        denied=_types(each for each in flight.victories if not each.credit and each.verdict == "denied"),
        claimed=_types(each for each in flight.victories if not each.credit and each.verdict != "denied"),
        damaged=flown.damaged,
        struck=flown.struck,
        cargo=flown.cargo,
        mines=flown.mines,
        recon=flown.recon,
        over_target=flown.over_target,
        jettisoned=flown.jettisoned,
        status=flown.status,
        exit=flown.exit,
        hits=flown.hits,
        cause=flown.cause,
        fate=flight.fate if flown.status == "destroyed" else "",
        is_first=is_first,
        is_first_victory=total == 0 and won == 1,
        makes_ace=total is not None and total < ACE_KILLS <= total + won,
        back_from=_back_from(before),
    )


def _back_from(before: FlightOfMan | None) -> str:
    """What he came back from last before this sortie, if he did come back: it may be accepted that he flew all the
    same.
    """
    away = found = ""
    for each in before.afterwards if before else ():
        if each.what == "rescued":
            found = "missing"
        elif each.what in ("returned", "fit"):
            found = away
        elif each.what in RESTING:
            away, found = each.what, ""
    return found


def _types(victories: Iterable[Victory]) -> Mapping[str, int]:
    return Counter(_short(each.victim) for each in victories)


def _short(slug: str) -> str:
    return short_type_name(aircraft_name(slug))
