"""What a correction would change: two standings of one campaign, compared sentence by sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from campaigns.catalogue.library import aircraft_name
from campaigns.catalogue.ships import ship_name
from campaigns.packs.schema import SIDES
from campaigns.standing.model import Airman, MissionStanding, Period, Standing
from campaigns.standing.sortie_text import count
from campaigns.standing.words import airframe_state, airman_state
from config.common.figures import figure
from config.common.vocabulary import amount

ChangeKind = Literal[
    "result", "points", "mission", "period", "marker", "event", "stock", "resource", "squadron", "aircraft", "man",
    "conflict",
]  # fmt: skip
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs."""

    kind: ChangeKind
    sentence: str
    side: str = ""
    """Whose secret it is; empty: both may know."""
    mission: int | None = None
    is_new: bool = True
    """Of a conflict: it appears; ``False``: it vanishes."""


def compare(before: Standing, after: Standing) -> tuple[Difference, ...]:
    """What is different in ``after``, in the order of ``ChangeKind``; men and aircraft in the campaign's order."""
    return (
        *_result(before, after),
        *_points(before, after),
        *_missions(before, after),
        *_periods(before, after),
        *_marker(before, after),
        *_events(before, after),
        *_stocks(before, after),
        *_resources(before, after),
        *_squadrons(before, after),
        *_aircraft(before, after),
        *_men(before, after),
        *_conflicts(before, after),
    )


def _result(before: Standing, after: Standing) -> Iterator[Difference]:
    if before.is_over != after.is_over:
        yield Difference("result", "The campaign is over." if after.is_over else "The campaign is not over yet.")
    was, now = before.grade, after.grade
    if (was.allied, was.axis) != (now.allied, now.axis):
        yield Difference(
            "result",
            f"It comes to “{now.allied}” for {_the(after, 'allied')} and “{now.axis}” for {_the(after, 'axis')}, "
            f"instead of “{was.allied}” and “{was.axis}”.",
        )


def _the(standing: Standing, side: str, *, begins: bool = False) -> str:
    """``the Allied side``, as its game calls it; ``begins``: a sentence."""
    return f"{'The' if begins else 'the'} {standing.pack.side_titles[side]} side"


def _points(before: Standing, after: Standing) -> Iterator[Difference]:
    for side in SIDES:
        was, now = before.points[side], after.points[side]
        if was != now:
            yield Difference(
                "points",
                f"{_the(after, side, begins=True)} has {count(now, 'Victory Point')} instead of {figure(was)}.",
            )


def _missions(before: Standing, after: Standing) -> Iterator[Difference]:
    for number, was, now in _both(before.missions, after.missions, in_order=True):
        for sentence in _mission(number, was, now, after.pack.side_titles["allied"]):
            yield Difference("mission", sentence, mission=number)


def _mission(number: int, was: MissionStanding | None, now: MissionStanding | None, first: str) -> Iterator[str]:
    """``first``: the side whose points are told first."""
    if was is None or now is None:
        yield f"Mission {number} is {'no longer ' if now is None else ''}part of the campaign."
        return
    if was.is_void != now.is_void:
        yield f"Mission {number} is {'void and counts for nothing' if now.is_void else 'no longer void'}."
    if was.is_debriefed != now.is_debriefed:
        yield f"Mission {number} is {'debriefed' if now.is_debriefed else 'not debriefed'}."
    elif was.points != now.points:
        yield f"Mission {number} ends {_score(now)} instead of {_score(was)}, {first} points first."
    if (was.key, was.date) != (now.key, now.date):
        yield f"Mission {number} is {now.title} on {now.date} instead of {was.title} on {was.date}."


def _score(mission: MissionStanding) -> str:
    return " to ".join(figure(mission.points[side]) for side in SIDES)


def _periods(before: Standing, after: Standing) -> Iterator[Difference]:
    was_all = {period.number: period for period in before.periods}
    now_all = {period.number: period for period in after.periods}
    for number, was, now in _both(was_all, now_all, in_order=True):
        if was is None or now is None:
            yield Difference("period", f"Period {number} has {'not ' if now is None else ''}begun.")
            continue
        if was.missions != now.missions:
            yield Difference(
                "period", f"Period {number} has {count(now.missions, 'mission')} instead of {was.missions}."
            )
        if (said := _weather(now)) != _weather(was):
            yield Difference("period", f"Period {number} has {said} instead of {_weather(was)}.")
        for side in SIDES:
            if was.caps[side] != now.caps[side]:
                yield Difference(
                    "period",
                    f"In period {number} {_the(after, side)} may fly {_units(now.caps[side])} in a mission "
                    f"instead of {_units(was.caps[side])}.",
                )


def _weather(period: Period) -> str:
    return f"the weather {period.weather.title}" if period.weather else "no weather"


def _units(cap: int | None) -> str:
    return "as many units as it has" if cap is None else count(cap, "unit")


def _marker(before: Standing, after: Standing) -> Iterator[Difference]:
    if before.marker != after.marker:
        yield Difference("marker", f"The progress marker stands {_where(after)} instead of {_where(before)}.")


def _where(standing: Standing) -> str:
    progress, marker = standing.pack.progress, standing.marker
    if progress is None or marker is None:
        return "nowhere"
    return "off the track" if standing.is_off_track else f"at {progress.spaces[marker - 1].title}"


def _events(before: Standing, after: Standing) -> Iterator[Difference]:
    for key in _union(before.events, after.events):
        event = after.pack.events.get(key) or before.pack.events.get(key)
        title = event.title if event else key
        was, now = before.events.get(key), after.events.get(key)
        if now is None:
            yield Difference("event", f"It does not come to this: {title}.")
        elif was is None:
            yield Difference("event", f"It comes to this {_when(now)}: {title}.")
        elif was != now:
            yield Difference("event", f"It comes to this {_when(now)} instead of {_when(was)}: {title}.")


def _when(moment: int) -> str:
    """In words.

    >>> _when(1), _when(6), _when(7)
    ('before mission 1', 'with mission 3', 'before mission 4')
    """
    return f"before mission {moment // 2 + 1}" if moment % 2 else f"with mission {moment // 2}"


def _stocks(before: Standing, after: Standing) -> Iterator[Difference]:
    for side in SIDES:
        named = after.pack.stocks.get(side, {})
        for name, stock in named.items():
            was, now = before.stocks[side].get(name), after.stocks[side].get(name)
            if was != now:
                yield Difference("stock", f"{stock.title}: {now} instead of {was or 0}.", side)


def _resources(before: Standing, after: Standing) -> Iterator[Difference]:
    for side in SIDES:
        for key, was, now in _both(before.resources[side], after.resources[side]):
            resource = after.pack.resources.get(key)
            title = resource.title if resource else key
            if now is None:
                yield Difference("resource", f"{title} has not been used.", side, was)
            elif was != now:
                yield Difference("resource", f"{title} has been used in mission {now}.", side, now)
        if before.spent[side] != after.spent[side]:
            spent, was = after.spent[side], before.spent[side]
            who = _the(after, side, begins=True)
            yield Difference("resource", f"{who} has spent {count(spent, 'point')} instead of {figure(was)}.", side)


def _squadrons(before: Standing, after: Standing) -> Iterator[Difference]:
    for _, was, now in _both(before.squadrons, after.squadrons):
        known = now or was
        assert known is not None
        if was is None or now is None:
            yield Difference("squadron", f"{known.title} is {'not ' if now is None else ''}there.", known.side)
            continue
        if was.status != now.status:
            yield Difference("squadron", f"{now.title} is {now.status} instead of {was.status}.", now.side)
        if was.aircraft != now.aircraft:
            new, old = aircraft_name(now.aircraft), aircraft_name(was.aircraft)
            yield Difference("squadron", f"{now.title} flies the {new} instead of the {old}.", now.side)
        if was.base != now.base:
            yield Difference("squadron", f"{now.title} is at {now.base} instead of {was.base}.", now.side)
    for ship in _union(before.ships, after.ships):
        level, other = after.ships.get(ship, "sound"), before.ships.get(ship, "sound")
        if level != other:
            yield Difference("squadron", f"The ship {ship_name(ship)}: {level} instead of {other}.")


def _aircraft(before: Standing, after: Standing) -> Iterator[Difference]:
    has_periods = after.pack.has_periods
    for code, was, now in _both(before.airframes, after.airframes):
        if was is None or now is None:
            known = now or was
            assert known is not None
            yield Difference("aircraft", f"{code} {'does not join' if now is None else 'joins'} the pool.", known.side)
            continue
        old, new = (airframe_state(each, has_periods=has_periods) for each in (was, now))
        if old != new:
            yield Difference("aircraft", f"{code} is {new} instead of {old}.", now.side)
        if was.squadron != now.squadron:
            title = after.squadrons[now.squadron].title
            yield Difference("aircraft", f"{code} belongs to {title}.", now.side)
        if was.sorties != now.sorties:
            yield Difference(
                "aircraft", f"{code} has flown {count(now.sorties, 'sortie')} instead of {was.sorties}.", now.side
            )


def _men(before: Standing, after: Standing) -> Iterator[Difference]:
    for _, was, now in _both(before.airmen, after.airmen):
        known = now or was
        assert known is not None
        if was is None or now is None:
            yield Difference("man", f"{known.name} is {'not ' if now is None else ''}there.", known.side)
            continue
        for sentence in _man(was, now):
            yield Difference("man", f"{now.name} {sentence}.", now.side)


def _man(was: Airman, now: Airman) -> Iterator[str]:
    if (state := airman_state(now)) != airman_state(was):
        yield f"is {state} instead of {airman_state(was)}"
    if was.squadron != now.squadron:
        yield "belongs to another squadron"
    if was.is_green != now.is_green:
        yield "is Green" if now.is_green else "is no longer Green"
    if was.missions != now.missions:
        yield f"has flown {count(now.missions, 'mission')} instead of {was.missions}"
    if was.kills != now.kills:
        yield f"has {amount(now.kills)} kill{'' if now.kills == 1 else 's'} instead of {amount(was.kills)}"
    if was.experience != now.experience:
        yield f"has {amount(now.experience)} experience instead of {amount(was.experience)}"
    if was.skills_due != now.skills_due:
        yield f"has {count(now.skills_due, 'Skill')} to choose instead of {was.skills_due}"
    if was.skills != now.skills:
        yield f"has the Skills {_listed(now.skills)} instead of {_listed(was.skills)}"


def _listed(skills: Collection[str]) -> str:
    return ", ".join(skills) or "none"


def _conflicts(before: Standing, after: Standing) -> Iterator[Difference]:
    was_open = {conflict.key: conflict for conflict in before.open_conflicts}
    now_open = {conflict.key: conflict for conflict in after.open_conflicts}
    for _, was, now in _both(was_open, now_open):
        if now is not None and was is None:
            yield Difference("conflict", f"{now.sentence}.", now.side, now.mission)
        elif was is not None and now is None:
            yield Difference("conflict", f"No longer a conflict: {was.sentence}.", was.side, was.mission, is_new=False)


K = TypeVar("K", int, str)


def _union(before: Mapping[K, object], after: Mapping[K, object]) -> list[K]:
    """All keys, in the order of ``after``, those that only ``before`` has last."""
    return list(after) + [key for key in before if key not in after]


def _both(
    before: Mapping[K, T], after: Mapping[K, T], *, in_order: bool = False
) -> Iterator[tuple[K, T | None, T | None]]:
    """Each key with what it had and what it has."""
    keys = _union(before, after)
    for key in sorted(keys) if in_order else keys:
        yield key, before.get(key), after.get(key)
