"""From the journal to what is printed of men: logbooks, the table of victories, the roll of honour."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, count
from typing import Final

from django.http import Http404

from campaigns.access import Viewer
from campaigns.catalogue.library import aircraft_name
from campaigns.catalogue.shapes import shape_name
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.people.logbook import Entry, Logbook, LogbookEvent, LogbookSortie, LogVictory, Remark, Totals
from campaigns.documents.people.roll import AceLine, Ending, HonourLine
from campaigns.heraldry.portraits import portrait
from campaigns.heraldry.rasters import Raster
from campaigns.models import Campaign
from campaigns.packs.schema import SIDES
from campaigns.prints.log_rows import span
from campaigns.selectors.pictures import rasters
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import known_chronicle, known_men
from campaigns.standing import change_kinds, kinds, result_kinds, sortie_text
from campaigns.standing.chronicle import Chronicle, Victory, kills_chart
from campaigns.standing.flights import FlightOfMan, flights_of
from campaigns.standing.likeness import face_of, ribbons_of
from campaigns.standing.model import Airman, JournalFact
from campaigns.standing.questions import is_ace, is_crew
from campaigns.standing.stories import stories
from campaigns.standing.words import airman_state, sentence, skill_name, with_article
from campaigns.standing.workings import fraction
from config.common.vocabulary import amount, nation_name

EXITS: Final = {
    "disengaged": "disengaged",
    "clouds": "left in Clouds",
    "broke-off": "broke off",
    "through": "got through",
}
FATES: Final = {
    "unhurt": "came down unhurt",
    "wounded": "wounded",
    "evading": "evaded capture",
    "captured": "captured",
    "missing": "missing",
    "killed": "killed",
}
"""What is said beside a sortie of the fate that it had."""
SPELLS: Final = ("wounded", "leave", "evading", "returned", "captured", "missing", "rescued", "killed")
"""What a man is away for, and coming back."""
ENDINGS: Final[tuple[Ending, ...]] = ("killed", "missing", "captured")


def logbook(campaign: Campaign, viewer: Viewer, pk: int) -> Logbook:
    """One man's. Two queries, one more for an uploaded portrait.

    Raises ``Http404`` for men whom the viewer does not know.
    """
    known = known_chronicle(campaign, viewer)
    man = known.standing.airmen.get(pk)
    if man is None or man not in known_men(campaign, viewer, known.standing, man.side):
        raise Http404("There is no such man for you to know.")
    return _logbook(campaign, known, man, rasters(campaign, [man.picture]))


def all_logbooks(campaign: Campaign, viewer: Viewer) -> Iterator[tuple[str, Logbook]]:
    """Everybody's whom the viewer may know, each with a file name of its own. One fold; three queries at most."""
    known = known_chronicle(campaign, viewer)
    titles = side_titles(campaign)
    taken = set[str]()
    uploaded = rasters(campaign, [man.picture for man in known.standing.airmen.values()])
    for side in SIDES:
        for man in sorted(known_men(campaign, viewer, known.standing, side), key=lambda man: (man.name, man.pk)):
            name = f"{file_name(titles[side])}/{file_name(man.name)}"
            numbers = (f"{name}-{number}" for number in count(2))
            # some disks do not tell large letters from small ones
            own = next(each for each in chain([name], numbers) if each.casefold() not in taken)
            taken.add(own.casefold())
            yield f"{own}.pdf", _logbook(campaign, known, man, uploaded)


def file_name(name: str) -> str:
    """What a file about somebody is called: letters of any script and figures, with hyphens between.

    >>> file_name("Władysław  Gnyś/../x"), file_name("<...>")
    ('Władysław-Gnyś-x', 'pilot')
    """
    return "-".join(re.findall(r"\w+", name))[:80] or "pilot"


def _logbook(campaign: Campaign, known: Chronicle, man: Airman, uploaded: Mapping[str, Raster]) -> Logbook:
    standing = known.standing
    squadron = standing.squadrons.get(man.squadron)
    pack = standing.pack
    careers = pack.options.careers
    state = airman_state(man) if careers else ""
    return Logbook(
        campaign=campaign.name,
        pack=pack.title,
        dates=span(pack.first, pack.last),
        name=man.name,
        side=man.side,
        nation=nation_name(man.man.nation),
        service=man.man.service,
        squadron=squadron.title if squadron else "",
        base=squadron.base if squadron else "",
        rating=rating(man),
        skills=skills(known, man),
        state=state[:1].upper() + state[1:],
        figures=tuple(_figures(known, man)),
        outline=_outline(known, man),
        marks=int(man.kills),
        decorations=tuple(
            LogbookEvent(when(known, each), said.name, said.reason)
            for each in man.life
            if each.what == "decorated" and (said := kinds.Decorated.of(known.lines[each.entry]))
        ),
        ribbons=ribbons_of(man),
        portrait=uploaded.get(man.picture) or portrait(face_of(man, pack)),
        victories=tuple(_victory(known, man, each) for each in known.victories(man)),
        spells=tuple(LogbookEvent(when(known, each), sentence(each)) for each in man.life if each.what in SPELLS)
        if careers
        else None,
        entries=tuple(_entries(known, man)),
        chart=kills_chart(known, man),
        is_closed=man.is_lost or campaign.is_finished,
    )


def rating(man: Airman) -> str:
    """What a man's record makes of him: the rank of a system that has ranks, ``Ace``, ``Green``; or nothing."""
    parts = (man.rank or ("Ace" if is_ace(man) else ""), "Green" if man.is_green else "")
    return ", ".join(part for part in parts if part)


def skills(known: Chronicle, man: Airman) -> tuple[str, ...]:
    """The names of his Skills: those of crews, if his squadron flies in Formations. [WBY 19.2]"""
    in_formation = is_crew(known.standing, man)
    return tuple(skill_name(code, in_formation=in_formation) for code in man.skills)


def _figures(known: Chronicle, man: Airman) -> Iterator[tuple[str, str]]:
    yield "Sorties", str(man.missions)
    yield "Victories", amount(man.kills)
    if man.claimed != man.kills:
        yield "Claimed", str(man.claimed)
    yield "Damaged", str(man.damaged)
    yield "Strikes", str(man.strikes)
    yield "Came home damaged", str(man.home_damaged)
    yield "Shot down", str(man.shot_down)
    if known.standing.pack.options.careers and not man.rank:
        yield "Experience", amount(man.experience)


def when(known: Chronicle, happening: JournalFact) -> str:
    """``Mission 3, 11 Apr 1941``, ``after mission 3``, ``at the start``."""
    number, is_after = divmod(happening.moment, 2)
    if mission := happening.mission or (0 if is_after else number):
        day = known.day(mission)
        return f"Mission {mission}, {short(day)}" if day else f"Mission {mission}"
    return f"After mission {number}" if number else "At the start"


def short(day: datetime.date | None) -> str:
    """A day as a log has room for: 11 Apr 1941."""
    return f"{day.day} {day:%b} {day.year}" if day else ""


def _victory(known: Chronicle, man: Airman, victory: Victory) -> LogVictory:
    other = known.standing.airmen.get(victory.other) if victory.other is not None else None
    ruling = f"{victory.verdict} with {other.name}" if other and victory.verdict == "shared" else victory.verdict
    flight = next((each for each in man.life if each.what == "sortie" and each.mission == victory.mission), None)
    flown = ""
    if flight is not None:
        flown = f"{unbroken(aircraft_name(known.sortie(flight).aircraft))} {known.code(flight)}".rstrip()
    day = short(known.day(victory.mission))
    return LogVictory(
        when=f"Mission {victory.mission}, {day}" if day else f"Mission {victory.mission}",
        victim=unbroken(aircraft_name(victory.victim)),
        flown=flown,
        credit=amount(victory.credit),
        ruling=f"{ruling}: {victory.reason}" if victory.reason else ruling,
    )


def _entries(known: Chronicle, man: Airman) -> Iterator[Entry]:
    """His life as lines of a log, each with the totals after it."""
    told = stories(known, man)
    count = _Count()
    for flight in flights_of(known, man):
        if flight.happening is not None:
            yield _sortie(known, count, flight, flight.happening, told[flight.happening.entry])
        for each in flight.afterwards:
            if each.what == "career":
                count.back_fill(change_kinds.EarlierCareer.of(known.lines[each.entry]))
            yield Remark(when(known, each), sentence(each), count.totals)


class _Count:
    """Totals under way."""

    def __init__(self) -> None:
        self.totals = Totals()
        self.kills = fraction(0)

    def add(self, sortie: result_kinds.Sortie, victories: list[Victory]) -> Totals:
        self.kills += sum(each.credit for each in victories)
        old = self.totals
        self.totals = Totals(
            sorties=old.sorties + 1,
            victories=amount(self.kills),
            damaged=old.damaged + sortie.damaged,
            strikes=old.strikes + sortie_text.achieved(sortie),
        )
        return self.totals

    def back_fill(self, career: change_kinds.EarlierCareer) -> Totals:
        """What a record on paper says that he had come to."""
        self.kills = fraction(career.kills)
        self.totals = replace(self.totals, sorties=career.missions, victories=amount(self.kills))
        return self.totals


def _sortie(known: Chronicle, count: _Count, flight: FlightOfMan, each: JournalFact, story: str) -> LogbookSortie:
    flown = known.sortie(each)
    mission = known.standing.missions[each.mission or 0]
    credit = sum((victory.credit for victory in flight.victories), fraction(0))
    return LogbookSortie(
        mission=f"Mission {each.mission}",
        date=short(known.day(each.mission)),
        aircraft=unbroken(aircraft_name(flown.aircraft)),
        code=known.code(each),
        duty=_duty(known, each),
        where=mission.title if mission.title == mission.place else f"{mission.title}, {mission.place}",
        did=_did(flown, flight.victories),
        fate=_fate(flown, FATES.get(flight.fate, "")),
        story=story,
        victories=amount(credit) if credit else "",
        damaged=flown.damaged,
        strike=sortie_text.achieved(flown),
        after=count.add(flown, flight.victories),
    )


def _duty(known: Chronicle, each: JournalFact) -> str:
    load = sortie_text.load(known.sortie(each).load)
    return f"{known.unit(each)}, {load}" if load else known.unit(each)


def _did(flown: result_kinds.Sortie, victories: list[Victory]) -> str:
    """``Hit the target for 3; shot down a Bf 109E-7``."""
    claims: Counter[tuple[str, str]] = Counter()
    for each in victories:
        what = "claimed" if not each.credit else "shot down" if each.credit == 1 else "shared"
        claims[what, unbroken(aircraft_name(each.victim))] += 1
    did = list(sortie_text.deeds(flown))
    for (what, victim), number in claims.items():
        did.append(f"{what} {f'{number} × {victim}' if number > 1 else with_article(victim)}")
    if flown.damaged:
        did.append(f"damaged {flown.damaged}")
    text = "; ".join(did)
    return text[:1].upper() + text[1:]


def _fate(flown: result_kinds.Sortie, fate: str) -> str:
    """``Home.``, ``Home, damaged.``, ``Shot down (flak), came down unhurt.``"""
    status = {"destroyed": "Shot down", "damaged": "Home, damaged"}.get(flown.status, "Home")
    how = EXITS.get(flown.exit, "")
    cause = f" ({flown.cause})" if flown.cause else ""
    return f"{', '.join(part for part in (f'{status}{cause}', how, fate) if part)}."


def ace_lines(known: Chronicle, most: int = 10) -> tuple[AceLine, ...]:
    """The men of both sides with victories, best first."""
    men = [man for man in known.standing.airmen.values() if man.kills]
    men.sort(key=lambda man: (-man.kills, man.missions, man.name))
    return tuple(
        AceLine(
            name=man.name,
            side=man.side,
            squadron=_unit(known, man),
            flew=unbroken(aircraft_name(_flew(known, man))),
            rank=rating(man),
            victories=amount(man.kills),
            missions=man.missions,
            fate=airman_state(man) if man.is_lost else "",
        )
        for man in men[:most]
    )


def honour_lines(known: Chronicle) -> tuple[HonourLine, ...]:
    """All of both sides who did not come back, in the order in which they fell."""
    found: list[tuple[int, str, HonourLine]] = []
    for man in known.standing.airmen.values():
        for ending in ENDINGS:
            if man.status == ending:
                last = next((each for each in reversed(man.life) if each.what == ending), None)
                found.append((last.moment if last else 0, man.name, _honour(known, man, ending, last)))
    return tuple(line for _, _, line in sorted(found, key=lambda each: each[:2]))


def _honour(known: Chronicle, man: Airman, ending: Ending, last: JournalFact | None) -> HonourLine:
    """``last`` is when he was given up, which may be a mission after the one that he was lost in."""
    flight = next((each for each in reversed(man.life) if each.what == "sortie"), None)
    if flight and last and flight.mission != last.mission and known.sortie(flight).status != "destroyed":
        flight = None
    lost = flight or last
    mission = known.standing.missions.get(lost.mission or 0) if lost else None
    cause = known.sortie(flight).cause if flight else ""
    return HonourLine(
        name=man.name,
        side=man.side,
        squadron=_unit(known, man),
        ending=ending,
        when=when(known, lost) if lost else "",
        how=", ".join(part for part in (mission.place if mission else "", cause) if part),
        victories=amount(man.kills),
        missions=man.missions,
    )


def _unit(known: Chronicle, man: Airman) -> str:
    """His squadron or, where there are none, his service."""
    squadron = known.standing.squadrons.get(man.squadron)
    return squadron.title if squadron else man.man.service


def _flew(known: Chronicle, man: Airman) -> str:
    """Slug of the type that he is told with; empty if he has not flown."""
    return next(iter(known.flew(man)), "")


def _outline(known: Chronicle, man: Airman) -> str:
    squadron = known.standing.squadrons.get(man.squadron)
    aircraft = _flew(known, man) or (squadron.aircraft if squadron else "")
    return shape_name(aircraft) if aircraft else ""
