"""The player by rules of thumb. It looks through the whole move of an aircraft, checks weighed by their odds.

The choice is a matter of the state alone: what is kept from one decision to the next is a way that was chosen, for the
very same situation. See ``outlook`` for what a place is worth, ``reach`` for where a move can lead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from engine.angels import terms
from engine.angels.abilities import USED, USED_FREE
from engine.angels.actions import (
    ADJUSTED,
    AHEAD,
    AIM,
    CHOSEN,
    CLIMB,
    DECLINE,
    DIRECTED,
    EFFECT,
    ENTER_CLOUDS,
    KEEP,
    NO_MORE,
    SECOND,
    SPEED,
    STATUS,
    STATUS_OF,
    STAY_CLEAR,
    allowed_at,
)
from engine.angels.game import AngelsGame
from engine.angels.hexes import TURNED
from engine.angels.moves import hex_choices
from engine.angels.odds import passing
from engine.angels.outlook import Outlook, enemies, goal
from engine.angels.poise import Poise, eagerness
from engine.angels.reach import GROUPS, Attempt, graph
from engine.angels.shots import relation, worth
from engine.angels.tables import CLIMBING_CHECK, CRIPPLED_CHECK, INTO_CLOUDS, SUCCESS
from engine.angels.terms import (
    ADJUST,
    AIRCRAFT,
    ATTACK,
    CLIMBING,
    DEPLOY,
    DIRECTION,
    HEX,
    IN_CLOUDS,
    NEUTRAL,
    TURN_POSITION,
)
from engine.core.game import Action, Game, Side

CAUTION: Final = {"cautious": 1.3, "steady": 0.9, "bold": 0.35}
"""What being hit weighs beside hitting."""
LEAST_SHOT: Final = {"cautious": 0.05, "steady": 0.0, "bold": 0.0}
"""Attacks worth less than this are not made."""
FAR: Final = 99
"""Hexes: to no enemy at all."""
LOST: Final = -10.0
"""With nobody near, no difficult maneuver is looked at, unless flight is worth less than this: it leads off the map."""
MOST_KNOWN: Final = 2048
"""So many situations are remembered. A search comes back to those before chance or another choice parts its games."""
_KNOWN: Final[dict[tuple[object, ...], Any]] = {}

T = TypeVar("T")
Way: TypeAlias = tuple[int, tuple[Action, ...]]
"""A speed, and actions up to a maneuver of which the outcome is not known."""


class HeuristicPlayer:
    """Decides for one side."""

    def __init__(self, side: Side, seed: int, doctrine: str = "steady") -> None:
        self._caution = CAUTION[doctrine]
        self._least_shot = LEAST_SHOT[doctrine]
        self._seed = seed
        self._game: Game | None = None
        self._way: dict[tuple[int, ...], Action] = {}

    def choose(self, game: Game) -> Action:
        """One of ``game.legal()``."""
        assert isinstance(game, AngelsGame)
        kind = game.kind
        if kind == HEX and game is self._game:
            found = self._way.get(_point(game, game.left, game.used))
            if found is not None:
                return found
        if kind in _RULES:
            return self._known(game, _RULES[kind])
        if kind in (terms.SPEED, HEX):
            return self._fly(game)
        legal = game.choices
        if kind == TURN_POSITION:
            return SECOND
        if kind == DIRECTION:
            return KEEP if KEEP in legal else max(legal, key=lambda action: _firepower(game, DIRECTED[action]))
        assert kind == DEPLOY
        return legal[(7 * game.actor + self._seed) % len(legal)]

    def _known(self, game: AngelsGame, rule: Callable[[HeuristicPlayer, AngelsGame], T]) -> T:
        """What the rule says. In a search it is not worked out again for a situation that has lately been met."""
        if not game.is_copy:  # nobody comes back to a situation of the game itself
            return rule(self, game)
        situation = _situation(game, self._caution, self._least_shot)
        found: T | None = _KNOWN.get(situation)
        if found is None:
            if len(_KNOWN) >= MOST_KNOWN:
                _KNOWN.clear()
            found = _KNOWN[situation] = rule(self, game)
        return found

    def _fly(self, game: AngelsGame) -> Action:
        """The first action of the way with the best expectation; the others are kept."""
        speed, actions = self._known(game, HeuristicPlayer._best_way)
        self._game = game
        begins = game.kind == terms.SPEED
        used = 0 if begins else game.used
        self._way = {_point(game, speed - n, used): action for n, action in enumerate(actions)}
        return SPEED[speed] if begins else actions[0]

    def _best_way(self, game: AngelsGame) -> Way:
        return best_way(game, self._caution)

    def _aircraft(self, game: AngelsGame) -> Action:
        """Bombers first, then whoever is in the worst place to make use of moving later."""
        others = enemies(game, game.actor)
        return min(game.choices, key=lambda action: eagerness(game, CHOSEN[action], others))

    def _status(self, game: AngelsGame) -> Action:
        statuses = tuple([STATUS_OF[action] for action in game.choices])
        return STATUS[Poise(game, game.actor, self._caution).status(statuses)]

    def _clouds(self, game: AngelsGame) -> Action:
        """Hide, unless there is more to be hit than to be feared."""
        who = game.actor
        found = Poise(game, who, self._caution)
        gain, risk = found.exchange(found.met(game.facing[who]), NEUTRAL)
        band = game.bands[game.altitude[who] - 1]
        return ENTER_CLOUDS if INTO_CLOUDS[band] and gain < risk else STAY_CLEAR

    def _adjust(self, game: AngelsGame) -> Action:
        best, most = NO_MORE, 0.0
        for action in game.choices:
            if action != NO_MORE:
                who, sides = ADJUSTED[action]
                found = Poise(game, who, self._caution)
                before = found.facing(game.facing[who])
                after = found.facing(TURNED[sides][game.facing[who]])
                if after - before > most:
                    best, most = action, after - before
        return best

    def _attack(self, game: AngelsGame) -> Action:
        best = max(game.choices[:-1], key=lambda action: worth(game, *AIM[action]))
        return best if worth(game, *AIM[best]) >= self._least_shot else DECLINE


def _firepower(game: AngelsGame, who: int) -> tuple[int, int]:
    return sum(game.sheets[who].attack), -who


def _point(game: AngelsGame, left: int, used: int) -> tuple[int, ...]:
    """The point of a move; nobody else moves before it is over."""
    return game.turn, game.actor, left, used, game.hits[game.actor]


def _situation(game: AngelsGame, *temper: float) -> tuple[object, ...]:
    """All that a rule may look at: what the set-up has fixed, and what differs between positions of a game."""
    kind, who, order, place = game.kind, game.actor, game.order, game.place
    move = (game.left, game.high, game.used, game.speed[who]) if kind == HEX else ()
    crowded = () if len({place[n] for n in order}) == len(order) else (*order, *[tuple(game.trail[n]) for n in order])
    return (
        game.options,
        game.bands,
        temper,
        kind,
        who,
        game.choices,
        move,
        crowded,
        game.turn,
        game.to_move,
        game.balked,
        game.clouded,
        game.directed,
        game.illuminated,
        *place,
        *game.facing,
        *game.altitude,
        *game.hits,
        *game.fate,
        *game.status,
        *game.maneuvered,
        *game.attacked,
    )


def best_way(game: AngelsGame, caution: float) -> Way:
    """The one with the best expectation."""
    who = game.actor
    sheet, altitude = game.sheets[who], game.altitude[who]
    begins = game.kind == terms.SPEED
    if begins:
        paces = sheet.paces[game.crippled(who)]
        first, used = sheet.required[game.status[who]][altitude], 0
    else:
        paces, used = ((game.left, game.high),), game.used
        choices = hex_choices(game, who)
        first = () if AHEAD in choices and len(choices) > 1 else choices
    hold = bool(game.options.hold >> who & 1 and not game.attacked[who])
    flown = graph(paces, () if hold else first, hold)
    can = not (sheet.aircraft.token or hold or (used & USED and (used & USED_FREE or not sheet.free)))
    others, place = enemies(game, who), game.place
    near = min([relation(place[n] - place[who])[0] for n in others], default=FAR) <= flown.most
    whole = can and (near or not flown.flights or goal(game, who)[1] != 0.0)
    outlook = Outlook(game, who, others, flown, caution, whole=whole)
    most, speed = -1e9, 0
    way: tuple[Action, ...] = ()
    if flown.flights:
        values = outlook.worths(altitude, steady=not game.maneuvered[who])
        most, speed, way = outlook.path(flown.flights, values, altitude)
    if not can or not (whole or most <= LOST):
        return speed, way
    if not whole:
        outlook = Outlook(game, who, others, flown, caution, whole=True)
    above, tolls, best = outlook.above(), outlook.tolls, outlook.best
    penalty = CRIPPLED_CHECK * game.crippled(who)
    climbs = CLIMBING_CHECK * (game.status[who] == CLIMBING and (begins or game.left == game.speed[who]))
    for group, high, lots in flown.attempts:
        kind, _, _, climb, _, climb_failed = EFFECT[GROUPS[group][0]]
        if not allowed_at(GROUPS[group][0], altitude) or (used & USED and not sheet.free >> kind & 1):
            continue
        if climb * above < 0 and most > 0 and flown.flights:
            continue
        chance = passing(sheet.check[high][kind][altitude] + penalty + climbs * (kind == CLIMB), SUCCESS[high])
        up, down = outlook.worths(altitude + climb), outlook.worths(altitude + climb_failed)
        hopeful = most if climb_failed == 0 else (most - (1 - chance) * max(down)) / max(chance, 0.01)
        if max(up) <= hopeful:
            continue
        hopes = sum([1 << end for end, value in enumerate(up) if value > hopeful])
        for union, attempts in lots:
            if len(attempts) > 1 and not union.mask & hopes:
                continue
            for attempt in attempts:
                if not (tolls or attempt.succeeds.mask & hopes):
                    continue
                good = best(attempt.succeeds, up, altitude + climb) if tolls else max(attempt.succeeds.of(up))
                if good <= hopeful:
                    continue
                bad = best(attempt.fails, down, altitude + climb_failed) if tolls else max(attempt.fails.of(down))
                value = chance * good + (1 - chance) * bad
                if value > most and not (outlook.may_leave and any(map(outlook.off_map, attempt.over))):
                    most, speed = value, attempt.speed
                    way = *attempt.before, _which(attempt, outlook, up, altitude + climb)
    return speed, way


def _which(attempt: Attempt, outlook: Outlook, values: list[float], altitude: int) -> Action:
    """The maneuver of an attempt with the best success."""
    return max(attempt.actions, key=lambda each: outlook.best(each[1], values, altitude))[0]


Rule: TypeAlias = Callable[[HeuristicPlayer, AngelsGame], Action]
_RULES: Final[dict[int, Rule]] = {
    ATTACK: HeuristicPlayer._attack,
    AIRCRAFT: HeuristicPlayer._aircraft,
    terms.STATUS: HeuristicPlayer._status,
    IN_CLOUDS: HeuristicPlayer._clouds,
    ADJUST: HeuristicPlayer._adjust,
}
"""By kind of decision."""
