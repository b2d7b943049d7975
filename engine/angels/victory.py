"""What scores, what ends a game and who has won it, by scenario. [A20 End of Turn, Scenarios]

``conditions()`` reads the ``victory`` table of a set-up. The core calls ``bonus`` once at the start, ``end_of_turn`` at
each End of Turn and ``finish`` when the game is over for whatever reason. All points are awards, so the side with more
of them has won: what wins without points earns as many as that takes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.angels.aircraft import Aircraft
from engine.angels.situations import situation
from engine.angels.terms import (
    DESTROYED,
    EDGES,
    FLYING,
    HIGHEST,
    OF_SIDE,
    RETREATED,
    SIDE_OF,
    UNIT_NUMBER,
    UNITS,
)
from engine.core import fixtures
from engine.core.errors import EngineError
from engine.core.fields import Fields, keys
from engine.core.game import SIDE_NAMES, SIDES, Document
from engine.core.report import outcome

_TABLES: Final[dict[str, Any]] = fixtures.read("tables", "angels-victory.toml")
KEYS: Final = {
    "standard": keys("scenario points"),
    "escort": keys("scenario side edge"),
    "dogfight": keys("scenario"),
    "interceptors": keys("scenario side altitude"),
    "limited-fuel": keys("scenario side edge until units"),
    "schnellbomber": keys("scenario points strafing altitude units"),
}
"""What the ``victory`` table of each scenario may say."""
SCENARIOS: Final = tuple(KEYS)
OF_BOMBERS: Final = ("escort", "limited-fuel")
MOST_POINTS: Final = 999
MOST_TURN: Final = 99

REASONS: Final = (
    ("destroyed", "A20 End of Turn", "for an enemy aircraft destroyed"),
    ("retreated", "A20 End of Turn", "for an enemy aircraft that has retreated"),
    ("bonus", "A20 Advantaged Position", "for the worse starting position"),
    ("more-left", "A20 Winning the Standard Scenario", "for having more aircraft left"),
    ("bombers-through", "A20 Winning the Bomber Escort Scenario", "for bringing the bombers through"),
    ("bombers-stopped", "A20 Winning the Bomber Escort Scenario", "for letting no bomber through"),
    ("first-loss", "A20 Battle of Britain: Dogfight", "for the first enemy aircraft out of the battle"),
    ("first-kill", "A20 Battle of Britain: Intercept the Interceptors", "for the first enemy aircraft shot down"),
    ("climbed", "A20 Battle of Britain: Intercept the Interceptors", "for getting above the battle undamaged"),
    ("field", "A20 Battle of Britain: Intercept the Interceptors", "for holding the sky alone"),
    ("bombers-safe", "A20 Battle of Britain: Limited Fuel", "for bombers without a scratch"),
    ("fuel", "A20 Battle of Britain: Limited Fuel", "for an enemy fighter out of fuel"),
    ("strafing", "A20 Battle of Britain: Schnellbomber", "for targets strafed"),
)
"""Of awards: slug, section, and what stands after the points in a sentence."""
REASON: Final = {slug: number for number, (slug, _, _) in enumerate(REASONS)}
_DESTROYED, _RETREATED = REASON["destroyed"], REASON["retreated"]
_SHARE: Final[dict[str, int]] = {name: _TABLES["points"][name] for name in ("destroyed", "retreated")}
NOBODY: Final = -1


class Facts:
    """What is read of a game's state, and what is done to it; lists are by number of aircraft, see ``terms``."""

    __slots__ = ()

    present: tuple[int, ...]
    aircraft: list[Aircraft | None]
    fate: list[int]
    gone: list[int]
    edge: list[int]
    hits: list[int]
    altitude: list[int]
    maneuvered: list[bool]
    situation: int
    """The starting situation; 0 if there is none."""
    advantage: int
    """The side that has it there."""
    turn: int
    awards: list[tuple[int, int, int, int]]
    """Victory Points: side, points, reason, aircraft or ``NOBODY``."""

    def flying(self, side: int) -> list[int]:
        """The aircraft of a side that are in the game."""
        fate = self.fate
        return [n for n in OF_SIDE[side] if fate[n] == FLYING]

    def points(self, side: int) -> int:
        """Victory Points so far."""
        return sum(points for of, points, _, _ in self.awards if of == side)

    @abstractmethod
    def award(self, side: int, points: int, reason: int, who: int = NOBODY) -> None: ...

    @abstractmethod
    def lose(self, who: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Conditions:
    """What decides a game; figures that its scenario does not know are 0 or empty."""

    scenario: str
    document: Document
    """The table it was read from, for positions."""
    points: int = 0
    """Enough to win."""
    side: int = 0
    """Whose bombers or fighters the scenario is about."""
    edge: int = NOBODY
    """The edge by which they leave."""
    altitude: int = 0
    until: int = 0
    """The turn by whose end fighters must have left."""
    strafing: int = 0
    """Points for a strafed target."""
    units: tuple[int, ...] = ()
    """The fighters that must leave, or those that strafe."""

    def check(self, flown: Sequence[tuple[int, Aircraft]], error: type[EngineError]) -> None:
        """Refuse aircraft, each with its number, among whom those are missing that the scenario is about.

        A side that has none is not looked at.
        """
        present = {number for number, _ in flown}
        for unit in self.units:
            if unit not in present and any(number >> SIDE_OF == unit >> SIDE_OF for number in present):
                raise error(f"victory: 'units' names {UNITS[unit]!r}, which does not fly.")
        own = [each for number, each in flown if number >> SIDE_OF == self.side]
        if self.scenario in OF_BOMBERS and own and not any(each.token for each in own):
            raise error(
                f"victory: {self.scenario!r} needs bombers on the {SIDE_NAMES[SIDES[self.side]]} side. [A20 Scenarios]"
            )

    def is_where_it_should(self, state: Facts, who: int) -> bool:
        """Whether an aircraft has left the map as its scenario wants it to: a bomber across it, a fighter homeward."""
        if state.fate[who] != RETREATED or state.edge[who] != self.edge:
            return False
        return self.leaves(who, _card(state, who))

    def leaves(self, who: int, card: Aircraft) -> bool:
        """Whether it is one of those whose edge of the map it is."""
        if self.scenario == "escort":
            return card.token and who >> SIDE_OF == self.side
        return self.scenario == "limited-fuel" and who in self.units

    def bonus(self, state: Facts) -> None:
        """Points beforehand for the side without the advantage. [A20 Advantaged Position]"""
        points = situation(state.situation).bonus if state.situation else 0
        if points:
            state.award(1 - state.advantage, points, REASON["bonus"])

    def end_of_turn(self, state: Facts) -> bool:
        """Score the turn; whether the game is over. [A20 End of Turn]"""
        return _RULES[self.scenario].end_of_turn(self, state)

    def finish(self, state: Facts) -> None:
        """Let the points say who has won a game that is over."""
        side, reason = _RULES[self.scenario].winner(self, state)
        if side == NOBODY:
            return
        short = state.points(1 - side) - state.points(side)
        if short >= 0:
            state.award(side, short + 1, reason)

    def notes(self, state: Facts) -> tuple[str, ...]:
        """Who has won, in a sentence."""
        return (outcome(state.points(0), state.points(1)),)


def conditions(document: Document | None, error: type[EngineError]) -> Conditions:
    """The conditions of a ``victory`` table; without one, those of the Standard Scenario. Raises ``error``."""
    given: Document = {"scenario": "standard"} if document is None else document
    read = Fields("victory", given, error)
    scenario = SCENARIOS[read.choice("scenario", SCENARIOS)]
    read.only(KEYS[scenario])
    usual: dict[str, Any] = _TABLES[scenario]
    return Conditions(
        scenario=scenario,
        document=given,
        points=read.number("points", usual.get("points", 0), least=int("points" in usual), most=MOST_POINTS),
        side=read.choice("side", SIDES, usual.get("side", SIDES[0])),
        edge=read.choice("edge", EDGES, usual.get("edge", EDGES[0])),
        altitude=read.number("altitude", usual.get("altitude", 0), least=int("altitude" in usual), most=HIGHEST),
        until=read.number("until", usual.get("until", 0), least=int("until" in usual), most=MOST_TURN),
        strafing=read.number("strafing", usual.get("strafing", 0), most=MOST_POINTS),
        units=_units(read),
    )


def _units(read: Fields) -> tuple[int, ...]:
    """The aircraft of a list of unit ids."""
    units = read.texts("units")
    unknown = next((unit for unit in units if unit not in UNIT_NUMBER), None)
    if unknown is not None or len(units) > len(UNITS):
        raise read.refuse(f"'units' names {unknown!r}, which is no unit." if unknown else "'units' is too long.")
    return tuple(dict.fromkeys(UNIT_NUMBER[unit] for unit in units))


def counted(points: int) -> str:
    """Points in words: ``1 point``."""
    return f"{points} point{'' if points == 1 else 's'}"


# What several scenarios ask


def _card(state: Facts, who: int) -> Aircraft:
    found = state.aircraft[who]
    assert found is not None, "an aircraft that did not take off scores nothing"
    return found


def _of(state: Facts, side: int) -> Iterator[int]:
    """The aircraft with which a side took off."""
    return (who for who in state.present if who >> SIDE_OF == side)


def _bombers(state: Facts, side: int) -> list[int]:
    """Its bomber tokens, whatever has become of them."""
    return [who for who in _of(state, side) if _card(state, who).token]


def _gone(state: Facts) -> Iterator[int]:
    """The aircraft that were destroyed or have retreated this turn."""
    return (who for who in state.present if state.fate[who] != FLYING and state.gone[who] == state.turn)


def worth(card: Aircraft, fate: str) -> int:
    """Victory Points for an aircraft that was destroyed or has retreated; halves are rounded down. [A20 End of Turn]"""
    return card.cost * _SHARE[fate] // 100


def _score(state: Facts, who: int) -> None:
    """Give the enemy what an aircraft is worth that is gone. [A20 End of Turn]"""
    destroyed = state.fate[who] == DESTROYED
    points = worth(_card(state, who), "destroyed" if destroyed else "retreated")
    state.award(1 - (who >> SIDE_OF), points, _DESTROYED if destroyed else _RETREATED, who)


def _ahead(figures: Sequence[int]) -> int:
    """The side with the higher figure; nobody if both have the same."""
    return NOBODY if figures[0] == figures[1] else int(figures[1] > figures[0])


def _both(state: Facts) -> tuple[int, int]:
    return state.points(0), state.points(1)


def _reached(c: Conditions, state: Facts) -> int:
    """The side that has enough points and more than its enemy. [A20 End of Turn]"""
    points = _both(state)
    return _ahead(points) if max(points) >= c.points else NOBODY


# The Standard Scenario


def _standard_turn(c: Conditions, state: Facts) -> bool:
    """Cost for the destroyed, half for those that retreat, until one has enough. [A20 Winning the Standard Scenario]"""
    for who in _gone(state):
        _score(state, who)
    return _reached(c, state) != NOBODY


def _standard_winner(c: Conditions, state: Facts) -> tuple[int, int]:
    """Who has enough points; else who has more aircraft left, else more points. [A20 Winning the Standard Scenario]"""
    side = _reached(c, state)
    if side == NOBODY:
        side = _ahead([len(state.flying(each)) for each in range(len(SIDES))])
    if side == NOBODY:
        side = _ahead(_both(state))
    return side, REASON["more-left"]


# Bombers and their escort


def _escort_turn(c: Conditions, state: Facts) -> bool:
    """Points for fighters destroyed only; over when no bomber is left on the map. [A20 Winning the Bomber Escort
    Scenario]"""
    for who in _gone(state):
        if state.fate[who] == DESTROYED and not _card(state, who).token:
            _score(state, who)
    return all(state.fate[who] != FLYING for who in _bombers(state, c.side))


def _escort_winner(c: Conditions, state: Facts) -> tuple[int, int]:
    """All bombers through, or none; else who has destroyed more. [A20 Winning the Bomber Escort Scenario]

    Bombers that nobody is left to stop come through.
    """
    bombers = _bombers(state, c.side)
    alone = not state.flying(1 - c.side)
    through = sum(c.is_where_it_should(state, who) or (alone and state.fate[who] == FLYING) for who in bombers)
    if bombers and through == len(bombers):
        return c.side, REASON["bombers-through"]
    if not through:
        return 1 - c.side, REASON["bombers-stopped"]
    return _ahead(_both(state)), _DESTROYED


# Battle of Britain


def _dogfight_turn(c: Conditions, state: Facts) -> bool:
    """Over at the end of a turn in which one side has lost more. [A20 Battle of Britain: Dogfight]"""
    return _dogfight_winner(c, state)[0] != NOBODY


def _dogfight_winner(c: Conditions, state: Facts) -> tuple[int, int]:
    """The first to have shot down or driven off an enemy aircraft. [A20 Battle of Britain: Dogfight]"""
    lost = [sum(state.fate[who] != FLYING for who in _of(state, side)) for side in range(len(SIDES))]
    return _ahead((-lost[0], -lost[1])), REASON["first-loss"]


def _shot_down(state: Facts) -> int:
    """The side that has shot down more."""
    lost = [sum(state.fate[who] == DESTROYED for who in _of(state, side)) for side in range(len(SIDES))]
    return _ahead((-lost[0], -lost[1]))


def climbed(c: Conditions, state: Facts) -> bool:
    """Whether all of the side's aircraft fly that high, none of them damaged."""
    return all(
        state.fate[who] == FLYING and state.altitude[who] >= c.altitude and not state.hits[who]
        for who in _of(state, c.side)
    )


def _interceptors_turn(c: Conditions, state: Facts) -> bool:
    """Over with the first aircraft shot down, or when those who avoid the fight are above it. [A20 Battle of Britain:
    Intercept the Interceptors]"""
    return _shot_down(state) != NOBODY or climbed(c, state)


def _interceptors_winner(c: Conditions, state: Facts) -> tuple[int, int]:
    """Who has shot down more, else who got above it all, else who is left alone. [A20 Battle of Britain: Intercept the
    Interceptors]"""
    side = _shot_down(state)
    if side != NOBODY:
        return side, REASON["first-kill"]
    if climbed(c, state):
        return c.side, REASON["climbed"]
    left = [min(1, len(state.flying(each))) for each in range(len(SIDES))]
    return _ahead(left), REASON["field"]


def _fuel_turn(c: Conditions, state: Facts) -> bool:
    """Fighters may leave by one edge for nothing, and count as destroyed if they stay too long. [A20 Battle of Britain:
    Limited Fuel]"""
    for who in _gone(state):
        if not c.is_where_it_should(state, who):
            _score(state, who)
    if state.turn >= c.until:
        for who in c.units:
            if state.fate[who] == FLYING:
                state.lose(who)
                state.award(1 - c.side, worth(_card(state, who), "destroyed"), REASON["fuel"], who)
    return False


def _fuel_winner(c: Conditions, state: Facts) -> tuple[int, int]:
    """The bombers' side if none of them is damaged, else who has more points. [A20 Battle of Britain: Limited Fuel]"""
    if not any(state.hits[who] or state.fate[who] == DESTROYED for who in _bombers(state, c.side)):
        return c.side, REASON["bombers-safe"]
    return _ahead(_both(state)), _DESTROYED


def _strafing_turn(c: Conditions, state: Facts) -> bool:
    """Points as usual, and for whoever strafes and ends low without a difficult maneuver. [A20 Battle of Britain:
    Schnellbomber]"""
    for who in c.units:
        if state.fate[who] == FLYING and state.altitude[who] <= c.altitude and not state.maneuvered[who]:
            state.award(who >> SIDE_OF, c.strafing, REASON["strafing"], who)
    return _standard_turn(c, state)


def _strafing_winner(c: Conditions, state: Facts) -> tuple[int, int]:
    """The first with enough points, else who has more. [A20 Battle of Britain: Schnellbomber]"""
    return _ahead(_both(state)), _DESTROYED


class _Rules(NamedTuple):
    """What a scenario says of the end of a turn, and of who has won."""

    end_of_turn: Callable[[Conditions, Facts], bool]
    winner: Callable[[Conditions, Facts], tuple[int, int]]


_RULES: Final = {
    "standard": _Rules(_standard_turn, _standard_winner),
    "escort": _Rules(_escort_turn, _escort_winner),
    "dogfight": _Rules(_dogfight_turn, _dogfight_winner),
    "interceptors": _Rules(_interceptors_turn, _interceptors_winner),
    "limited-fuel": _Rules(_fuel_turn, _fuel_winner),
    "schnellbomber": _Rules(_strafing_turn, _strafing_winner),
}
