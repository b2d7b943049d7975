"""From the journal to what is printed of squadrons: a squadron's book, a side's order of battle."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from django.http import Http404

from campaigns.access import Viewer
from campaigns.catalogue.library import aircraft_name
from campaigns.catalogue.shapes import shape_name
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.people.flight_line import Plane, State
from campaigns.documents.people.order_of_battle import NOTHING, OrderOfBattle, RosterLine, SquadronLine, TypeLine
from campaigns.documents.people.squadron_book import AirframeLine, DiaryLine, ManLine, MissionLine, SquadronBook
from campaigns.heraldry.badges import badge
from campaigns.models import Campaign
from campaigns.packs.planning import first_day
from campaigns.packs.schema import Side
from campaigns.prints.log_rows import span
from campaigns.prints.logbook import rating, short, skills, when
from campaigns.selectors.pictures import rasters
from campaigns.selectors.squadrons import HIDDEN, known_chronicle, known_men, sees_pool
from campaigns.standing import Line
from campaigns.standing.chronicle import Chronicle, shown_missions
from campaigns.standing.deliveries import Delivery, deliveries
from campaigns.standing.fold import by_mission
from campaigns.standing.likeness import blazon_of
from campaigns.standing.lines import saying
from campaigns.standing.model import RESTING, Airframe, Airman, Squadron
from campaigns.standing.questions import SquadronRow, airframes, airmen, squadron_row, squadron_rows
from campaigns.standing.result_kinds import Kill, Sortie
from campaigns.standing.victories import counted
from campaigns.standing.words import airframe_state, airman_state, sentence
from config.common.charts import ChartData, Series
from config.common.vocabulary import amount, nation_name

STATES = {
    "present": "",
    "away": "not here yet",
    "withdrawn": "withdrawn",
    "grounded": "cannot leave the deck",
}
PLANES: Mapping[str, State] = {"serviceable": "ready", "repair": "repair", "lost": "lost"}
"""How an aircraft is drawn; those withdrawn are not."""
TOLD = ("lost", "withdrawn", "moved")
"""What is told of an aircraft beside the missions that it flew."""
SHOWN_DUE = 2
"""Replacements still to come that are named."""


def squadron_book(campaign: Campaign, viewer: Viewer, key: str) -> SquadronBook:
    """One squadron's. Two queries, one more for an uploaded badge.

    Raises ``Http404`` for squadrons that the viewer may not look into.
    """
    known = known_chronicle(campaign, viewer)
    squadron = known.standing.squadrons.get(key)
    if squadron is None or not sees_pool(campaign, viewer, squadron.side):
        raise Http404(f"There is no such squadron for you to see. {HIDDEN}")
    pack = known.standing.pack
    row = squadron_row(known.standing, squadron)
    line = pack.squadrons.get(key)
    own = airframes(known.standing, key)
    blazon = blazon_of(squadron)
    uploaded = known.standing.badges.get((squadron.side, key), "")
    return SquadronBook(
        campaign=campaign.name,
        pack=pack.title,
        dates=span(pack.first, pack.last),
        title=squadron.title,
        side=squadron.side,
        nation=nation_name(squadron.nation),
        service=squadron.service,
        code=squadron.code,
        aircraft=unbroken(row.aircraft),
        outline=shape_name(squadron.aircraft),
        badge=rasters(campaign, [uploaded]).get(uploaded) or badge(blazon.seed, blazon.code),
        base=squadron.base,
        state=STATES[squadron.status],
        note=(line.note or "") if line else "",
        figures=tuple(_squadron_figures(row)),
        charts=tuple(_charts(known, row)),
        planes=_planes(own),
        airframes=tuple(_airframe(known, each) for each in own),
        men=tuple(_man(known, each) for each in _by_tally(airmen(known.standing, key))) if squadron.names_men else None,
        missions=tuple(_missions(known, key)),
        diary=tuple(DiaryLine(when(known, each), sentence(each)) for each in squadron.life),
        is_closed=campaign.is_finished,
    )


def _squadron_figures(row: SquadronRow) -> Iterator[tuple[str, str]]:
    yield "Aircraft", str(row.strength)
    yield "Ready", str(row.serviceable)
    yield "Under repair", str(row.repair)
    yield "Lost", str(row.lost)
    if row.squadron.names_men:
        yield "Men fit", str(row.fit)
        yield "Unfit", str(row.unfit)
        yield "Gone", str(row.gone)
    yield "Sorties", str(row.sorties)
    yield "Victories", amount(row.kills)


def _charts(known: Chronicle, now: SquadronRow) -> Iterator[ChartData]:
    """Aircraft, men, victories and losses over the missions of the campaign; nothing of one that has not come yet."""
    if not known.latest or now.squadron.status == "away":
        return
    rows = _rows_by_mission(known, now.squadron.key)
    shown = shown_missions(known.latest)
    points = [rows[mission] for mission in shown]
    labels = tuple(str(mission) for mission in shown)

    def chart(title: str, unit: str, lines: Iterable[tuple[str, str, Iterable[Fraction | int]]]) -> ChartData:
        series = (Series(name, side, tuple(float(value) for value in values)) for name, side, values in lines)
        return ChartData(title, labels, tuple(series), unit)

    side = now.squadron.side
    yield chart(
        "Aircraft",
        "aircraft",
        [("Ready", side, (row.serviceable for row in points)), ("All", "", (row.strength for row in points))],
    )
    if now.squadron.names_men:
        there = (row.fit + row.unfit for row in points)
        yield chart("Men", "men", [("Fit", side, (row.fit for row in points)), ("All", "", there)])
    yield chart(
        "Victories and losses",
        "aircraft",
        [("Kills", side, (row.kills for row in points)), ("Lost", "", (row.lost for row in points))],
    )


def _rows_by_mission(known: Chronicle, key: str) -> list[SquadronRow]:
    """How the squadron stood after each mission and what followed it, from 0, the start; one more fold."""
    men = [airman.man for airman in known.standing.airmen.values()]
    rows: list[SquadronRow] = []
    for mission, standing in by_mission(known.standing.pack, men, known.lines.values()):
        then = counted(standing, only_confirmed=known.standing.only_confirmed)
        rows += rows[-1:] * (mission - len(rows))
        rows[mission:] = [squadron_row(then, then.squadrons.get(key) or _not_yet(known, key))]
    return rows


def _not_yet(known: Chronicle, key: str) -> Squadron:
    """A squadron that somebody added later, before that."""
    there = known.standing.squadrons[key]
    return Squadron(
        key, there.side, there.title, there.code, there.nation, there.service, there.aircraft, status="away"
    )


def _planes(own: Iterable[Airframe]) -> tuple[Plane, ...]:
    """Aircraft of the pool and lost ones, ready ones first."""
    order = list(PLANES)
    shown = sorted((each for each in own if each.status in PLANES), key=lambda each: order.index(each.status))
    return tuple(Plane(each.code, PLANES[each.status], shape_name(each.aircraft)) for each in shown)


def _airframe(known: Chronicle, airframe: Airframe) -> AirframeLine:
    flown = []
    for each in airframe.life:
        if each.what == "sortie":
            status = known.sortie(each).status
            flown.append(f"{each.mission}{' (damaged)' if status == 'damaged' else ''}")
    ends = [sentence(each) if not each.mission else each.text for each in airframe.life if each.what in TOLD]
    return AirframeLine(
        code=airframe.code,
        aircraft=unbroken(aircraft_name(airframe.aircraft)),
        state=airframe_state(airframe, has_periods=known.standing.pack.has_periods),
        sorties=airframe.sorties,
        victories=amount(airframe.kills) if airframe.kills else "",
        life="; ".join([*([", ".join(flown)] if flown else []), *ends]),
    )


def _by_tally(men: Iterable[Airman]) -> list[Airman]:
    return sorted(men, key=lambda man: (man.is_lost, -man.kills, -man.missions, man.name))


def _man(known: Chronicle, man: Airman) -> ManLine:
    return ManLine(
        name=man.name,
        rating=rating(man),
        skills=", ".join(skills(known, man)),
        missions=man.missions,
        victories=amount(man.kills) if man.kills else "",
        decorations=", ".join(man.decorations),
        state=airman_state(man),
    )


def _missions(known: Chronicle, key: str) -> Iterator[MissionLine]:
    """What the squadron's aircraft did, mission by mission."""
    sorties: dict[int, list[tuple[Line, Sortie]]] = defaultdict(list)
    for line, sortie in saying(known.lines.values(), Sortie):
        if sortie.squadron == key:
            sorties[line.mission or 0].append((line, sortie))
    kills: dict[tuple[int, str, str, str], Fraction] = defaultdict(Fraction)
    for line, kill in saying(known.lines.values(), Kill):
        kills[line.mission or 0, line.side, kill.unit, kill.seat] += known.confirmed(line)
    for number in sorted(sorties):
        flown = sorties[number]
        mission = known.standing.missions[number]
        states = Counter(sortie.status for _, sortie in flown)
        shot = sum(kills[number, line.side, sortie.unit, sortie.seat] for line, sortie in flown)
        yield MissionLine(
            when=", ".join(part for part in (str(number), short(known.day(number))) if part),
            where=mission.title if mission.title == mission.place else f"{mission.title}, {mission.place}",
            codes=", ".join(known.code_of(line) for line, _ in flown),
            sorties=len(flown),
            damaged=states["damaged"] or "",
            lost=states["destroyed"] or "",
            victories=amount(shot) if shot else "",
        )


def order_of_battle(campaign: Campaign, viewer: Viewer, side: Side) -> OrderOfBattle:
    """A side's. Two queries. Raises ``Http404`` if the viewer may not look into its hangars."""
    if not sees_pool(campaign, viewer, side):
        raise Http404(HIDDEN)
    known = known_chronicle(campaign, viewer)
    standing = known.standing
    rows = squadron_rows(standing, side)
    men = known_men(campaign, viewer, standing, side)
    names_men = any(row.squadron.names_men for row in rows)
    lines = tuple(_squadron_line(known, row) for row in rows)
    return OrderOfBattle(
        campaign=campaign.name,
        pack=standing.pack.title,
        side=side,
        force=standing.pack.sides[side].title,
        when=_now(known),
        figures=tuple(_side_figures(known, rows, lines, men)),
        names_men=names_men,
        squadrons=lines,
        types=() if rows else tuple(_types(known, side)),
        roster=() if rows else tuple(_roster_line(known, man) for man in _by_tally(men)),
    )


def _now(known: Chronicle) -> str:
    standing = known.standing
    after = f"after mission {known.latest}" if known.latest else "at the start"
    if standing.period is None:
        return after
    period = standing.period
    return f"period {period.number}, {span(period.first, period.last)}, {after}"


def _side_figures(
    known: Chronicle, rows: tuple[SquadronRow, ...], lines: tuple[SquadronLine, ...], men: list[Airman]
) -> Iterator[tuple[str, str]]:
    """Sums of the squadrons' ``lines``; of the ``men`` where there are no squadrons."""
    if rows:
        here = [row for row in rows if row.squadron.status in ("present", "grounded")]
        yield "Squadrons", str(len(here))
        yield "Ready", str(sum(row.serviceable for row in rows))
        yield "Under repair", str(sum(row.repair for row in rows))
        yield "Lost", str(sum(row.lost for row in rows))
    states = Counter(man.status for man in men)
    if any(row.squadron.names_men for row in rows):
        yield "Men fit", str(sum(row.fit for row in rows))
        yield "Resting", str(sum(line.resting or 0 for line in lines))
        yield "Wounded", str(sum(line.wounded or 0 for line in lines))
        yield "Gone", str(sum(row.gone for row in rows))
    elif men and known.standing.pack.options.careers:
        yield "Men fit", str(states["fit"])
        yield "Resting", str(states["leave"])
        yield "Wounded", str(states["wounded"])
        if states["evading"]:
            yield "Evading", str(states["evading"])
        yield "Gone", str(sum(man.is_lost for man in men))
    elif men:
        yield "Men", str(len(men))
    of_men = sum((man.kills for man in men), Fraction(0))
    yield "Victories", amount(sum((row.kills for row in rows), Fraction(0)) if rows else of_men)


def _squadron_line(known: Chronicle, row: SquadronRow) -> SquadronLine:
    squadron = row.squadron
    states = Counter(man.status for man in airmen(known.standing, squadron.key))
    is_away = squadron.status == "away"
    names_men = squadron.names_men and not is_away
    return SquadronLine(
        title=squadron.title,
        base=squadron.base,
        code=squadron.code,
        aircraft=unbroken(row.aircraft),
        state=STATES[squadron.status],
        serviceable=None if is_away else row.serviceable,
        repair=None if is_away else row.repair,
        lost=None if is_away else row.lost,
        fit=row.fit if names_men else None,
        resting=states["leave"] + states["evading"] if names_men else None,
        wounded=states["wounded"] if names_men else None,
        gone=row.gone if names_men else None,
        victories=NOTHING if is_away else amount(row.kills),
        planes=_planes(airframes(known.standing, squadron.key)),
        notes=tuple(_notes(known, squadron)),
    )


def _notes(known: Chronicle, squadron: Squadron) -> Iterator[tuple[str, str]]:
    """What comes back when, and what is still to come."""
    standing = known.standing
    until = "period" if standing.pack.has_periods else "mission"
    backs: dict[int, list[str]] = defaultdict(list)
    for airframe in airframes(standing, squadron.key):
        if airframe.status == "repair":
            backs[airframe.back].append(airframe.code)
    if backs:
        yield "Repair", "; ".join(f"{', '.join(codes)} until {until} {back}" for back, codes in sorted(backs.items()))
    unfit = [man for man in airmen(standing, squadron.key) if man.status in RESTING]
    if unfit:
        men = sorted(unfit, key=lambda man: (man.back, man.name))
        yield "Unfit", "; ".join(f"{man.name} until mission {man.back}" if man.back else man.name for man in men)
    if due := list(_due(known, squadron)):
        yield "Due", "; ".join(due[:SHOWN_DUE])


def _due(known: Chronicle, squadron: Squadron) -> Iterator[str]:
    """The pack's replacements that have yet to come, and the days of the squadron itself."""
    standing = known.standing
    pack, line = standing.pack, standing.pack.squadrons.get(squadron.key)
    now, today = _today(known)
    if line and squadron.status == "away" and line.first:
        yield f"joins on {short(line.first)}"
    coming = []
    for delivery in deliveries(pack) if squadron.status != "withdrawn" else ():
        if delivery.squadron != squadron.key or not delivery.key.startswith("replacement:"):
            continue
        date = pack.replacements[int(delivery.key.split(":")[1])].date
        if delivery.period > now or (date is not None and (today is None or date > today)):
            day = f"period {delivery.period}" if delivery.period else short(date)
            coming.append((date or first_day(pack, delivery.period), f"{day}: {_what(delivery)}"))
    yield from (text for _, text in sorted(coming))
    if line and line.last and squadron.status != "withdrawn":
        yield f"leaves after {short(line.last)}"


def _today(known: Chronicle) -> tuple[int, datetime.date | None]:
    """The period that is running, and the day by which replacements have come; 0 and ``None`` before anything."""
    period = known.standing.period
    if period is not None:
        return period.number, period.first
    return 0, known.day(max(known.standing.missions, default=0))


def _what(delivery: Delivery) -> str:
    """``2 aircraft, 1 man``; of a new type its name."""
    parts = []
    if delivery.codes:
        kind = unbroken(aircraft_name(delivery.aircraft)) if delivery.re_equips else "aircraft"
        parts.append(f"{len(delivery.codes)} {kind}")
    if delivery.men:
        parts.append(f"{delivery.men} {'man' if delivery.men == 1 else 'men'}")
    return ", ".join(parts)


def _types(known: Chronicle, side: Side) -> Iterator[TypeLine]:
    """What the side has flown, the types flown most first."""
    states: dict[str, Counter[str]] = defaultdict(Counter)
    for line, sortie in saying(known.lines.values(), Sortie):
        if line.side == side:
            states[sortie.aircraft][sortie.status] += 1
    for aircraft, found in sorted(states.items(), key=lambda each: (-each[1].total(), each[0])):
        yield TypeLine(unbroken(aircraft_name(aircraft)), found.total(), found["damaged"], found["destroyed"])


def _roster_line(known: Chronicle, man: Airman) -> RosterLine:
    return RosterLine(
        name=man.name,
        service=man.man.service,
        rating=rating(man),
        skills=", ".join(skills(known, man)),
        missions=man.missions,
        victories=amount(man.kills) if man.kills else "",
        state=airman_state(man) if known.standing.pack.options.careers else "",
    )
