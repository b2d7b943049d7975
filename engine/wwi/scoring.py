"""Victory Points, who wins, and the report. [WWI How to Win, Ways to Win]"""

from __future__ import annotations

from engine.core.game import Side
from engine.core.report import AircraftReport, Exit, Kill, Report, Score, Status
from engine.wwi.cards import NAMES
from engine.wwi.state import State
from engine.wwi.tables import DAMAGED_COUNTS, DESTROYED_COUNTS, WON
from engine.wwi.terms import (
    BY_FIRST_KILL,
    BY_LAST,
    BY_POINTS,
    BY_TURNS,
    DESTROYED,
    LEFT_ALONE,
    NONE,
    SEATS,
    SIDE_NAMES,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    UNITS,
)

SECTIONS = {
    BY_POINTS: "Ways to Win 1",
    BY_LAST: "Ways to Win 2",
    BY_FIRST_KILL: "Ways to Win 3",
    BY_TURNS: "Ways to Win 4",
}


def worth(state: State, craft: int) -> int:
    """Victory Points of an aircraft: what it costs. [WWI Ways to Win 1]"""
    type_ = state.flight(craft >> 4).aircraft[craft & 15]
    return type_.wingman_points if craft & 15 else type_.points


def tally(state: State) -> list[Score]:
    """Victory Points so far for every aircraft Damaged or Destroyed; who does both to one has those of the second."""
    scores = []
    destroyed = {(by >> SIDE_OF_CRAFT, craft) for by, craft, down, _ in state.credits if down and by >= 0}
    for by, craft, down, _ in state.credits:
        if by < 0 or by >> SIDE_OF_CRAFT == craft >> SIDE_OF_CRAFT:
            continue
        if not down and (by >> SIDE_OF_CRAFT, craft) in destroyed:
            continue
        points = worth(state, craft) * (DESTROYED_COUNTS if down else DAMAGED_COUNTS)
        aircraft = state.flight(craft >> 4).aircraft[craft & 15]
        scores.append(
            Score(
                side=state.camps[by >> SIDE_OF_CRAFT],
                points=points,
                section="WWI Ways to Win 1",
                reason=f"{aircraft.short} {'shot down' if down else 'damaged'}",
                unit=UNITS[by >> 4],
                seat=SEATS[by & 15],
            )
        )
    return scores


def points(state: State) -> dict[str, int]:
    """By side: Victory Points so far."""
    found = dict.fromkeys(state.camps, 0)
    for score in tally(state):
        found[score.side] += score.points
    return found


def scores(state: State) -> list[Score]:
    """What decides the game: Victory Points, or the one point of who has won by a Leader's fall."""
    win = state.options.win
    if win in (BY_POINTS, BY_TURNS):
        return tally(state)
    if state.winner < 0:
        return []
    section = f"WWI {SECTIONS.get(win, 'How to Win')}"
    return [Score(state.camps[state.winner], WON, section, reason(state))]


def score(state: State) -> dict[Side, int]:
    """By side: what decides the game, as it stands."""
    found = dict.fromkeys(state.camps, 0)
    for each in scores(state):
        found[each.side] += each.points
    return found


def reason(state: State) -> str:
    """By what the side that has won by a Leader's fall has won."""
    win = state.options.win
    if win == BY_LAST:
        return "the last Leader in the air"
    if win == BY_FIRST_KILL and any(down and by >= 0 and not craft & 15 for by, craft, down, _ in state.credits):
        return "the first Leader shot down"
    return "the enemy’s Leaders shot down"


def verdict(state: State) -> str:
    """Who has won, in a sentence."""
    if state.options.win in (BY_POINTS, BY_TURNS):
        found = points(state)
        best = max(found.values())
        first = [side for side in found if found[side] == best]
        told = ", ".join(f"{SIDE_NAMES[side]} {found[side]}" for side in found)
        return f"Victory for the {SIDE_NAMES[first[0]]} on points: {told}." if len(first) == 1 else f"A draw: {told}."
    if state.winner == NONE:
        return f"A draw: nobody has won within {state.last_turn} turn{'s' if state.last_turn > 1 else ''}."
    return f"Victory for the {SIDE_NAMES[state.camps[state.winner]]}: {reason(state)}."


def report(state: State) -> Report:
    """The outcome of a game that is over."""
    return Report(
        system="wwi",
        turns=state.turn,
        aircraft=tuple(
            _aircraft(state, 16 * unit + seat)
            for unit in state.present
            for seat in range(len(state.flight(unit).aircraft))
        ),
        scores=tuple(scores(state)),
        notes=(verdict(state),),
    )


def _aircraft(state: State, craft: int) -> AircraftReport:
    unit, seat = craft >> 4, craft & 15
    flight = state.flight(unit)
    fate = state.fate[craft]
    status: Status = "destroyed" if fate == DESTROYED else "damaged" if state.damaged[craft] else "undamaged"
    exit_: Exit = "broke-off" if fate == LEFT_ALONE else ""
    how = [cause for _, hurt, _, cause in state.credits if hurt == craft]
    cause = "" if not how else NAMES[how[-1]] if how[-1] >= 0 else "Damage that lasts"
    return AircraftReport(
        side=state.camps[unit >> SIDE_OF_UNIT],
        unit=UNITS[unit],
        seat=SEATS[seat],
        aircraft=flight.aircraft[seat].key,
        aircraft_class="fighter",
        status=status,
        exit=exit_,
        pilot=flight.pilots[seat],
        skills=flight.skills[seat],
        hits=state.hits[craft],
        kills=_kills(state, craft, down=True),
        damaged=_kills(state, craft, down=False),
        cause=cause,
        fuel_tank=bool(how) and how[-1] >= 0 and "Fuel" in cause,
    )


def _kills(state: State, craft: int, *, down: bool) -> tuple[Kill, ...]:
    return tuple(
        Kill(UNITS[hurt >> 4], SEATS[hurt & 15], state.flight(hurt >> 4).aircraft[hurt & 15].key)
        for by, hurt, destroyed, _ in state.credits
        if by == craft and destroyed == down
    )
