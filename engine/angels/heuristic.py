"""The player by rules of thumb. It looks through the whole move of an aircraft, checks weighed by their odds.

Everything is worked out anew from the state; what is kept from one decision to the next are results for the very same
situation, so that the choice is a matter of the state alone. See ``outlook`` for what a place is worth.
"""

from __future__ import annotations

from typing import Final

from engine.angels.abilities import UNLIMITED, USED, USED_FREE
from engine.angels.actions import (
    ADJUSTED,
    AIM,
    CHOSEN,
    CLIMB,
    DECLINE,
    DIFFICULT,
    DIRECTED,
    EFFECT,
    ENTER_CLOUDS,
    KEEP,
    NO_MORE,
    SECOND,
    SPEED_OF,
    STATUS_OF,
    STAY,
    STAY_CLEAR,
    TURN_LEFT,
    TURN_RIGHT,
)
from engine.angels.dangers import BALLOON_BIT
from engine.angels.game import AngelsGame
from engine.angels.hexes import STEP, TURNED
from engine.angels.moves import WHERE
from engine.angels.odds import passing
from engine.angels.outlook import BIAS, Outlook, worth
from engine.angels.tables import BALLOON_ALTITUDE, CLIMBING_CHECK, CRIPPLED_CHECK, INTO_CLOUDS, SUCCESS
from engine.angels.terms import (
    ADJUST,
    AIRCRAFT,
    ATTACK,
    CLIMBING,
    DEPLOY,
    DIRECTION,
    FLYING,
    HEX,
    IN_CLOUDS,
    SIDE_OF,
    SPEED,
    STATUS,
    TURN_POSITION,
)
from engine.core.game import Action, Game, Side

CAUTION: Final = {"cautious": 1.3, "steady": 0.9, "bold": 0.5}
"""What being hit weighs beside hitting."""
DANGER: Final = 1.5
"""What flying through flak or cables costs."""
LEAST_SHOT: Final = {"cautious": 0.05, "steady": 0.0, "bold": 0.0}
"""Attacks worth less than this are not made."""


class HeuristicPlayer:
    """Decides for one side."""

    def __init__(self, side: Side, seed: int, doctrine: str = "steady") -> None:
        self._caution = CAUTION[doctrine]
        self._least_shot = LEAST_SHOT[doctrine]
        self._seed = seed
        self._plan: _Plan | None = None

    def choose(self, game: Game) -> Action:
        """One of ``game.legal()``."""
        assert isinstance(game, AngelsGame)
        kind, legal = game.kind, game.choices
        if kind in (SPEED, HEX):
            return self._fly(game)
        if kind == ATTACK:
            return self._attack(game)
        if kind == AIRCRAFT:
            return self._aircraft(game)
        if kind == STATUS:
            return self._status(game)
        if kind == IN_CLOUDS:
            return self._clouds(game)
        if kind == ADJUST:
            return self._adjust(game)
        if kind == TURN_POSITION:
            return SECOND
        if kind == DIRECTION:
            return KEEP if KEEP in legal else max(legal, key=lambda action: _firepower(game, DIRECTED[action]))
        assert kind == DEPLOY
        return legal[(7 * game.actor + self._seed) % len(legal)]

    def _fly(self, game: AngelsGame) -> Action:
        """The action with the best expectation."""
        who = game.actor
        key = _situation(game, who)
        if self._plan is None or self._plan.key != key:
            self._plan = _Plan(game, who, self._caution, key)
        return self._plan.best(game)

    def _aircraft(self, game: AngelsGame) -> Action:
        """Bombers first, then whoever is in the worst place to make use of moving later."""
        mine = [CHOSEN[action] for action in game.choices]
        enemies = game.flying(1 - (game.actor >> SIDE_OF))

        def usefulness(who: int) -> tuple[int, float, int]:
            token = game.sheets[who].aircraft.token
            outlook = Outlook(game, who, self._caution)
            near = sum(outlook.stance(other) for other in enemies)
            return int(not token), near, who

        return game.choices[mine.index(min(mine, key=usefulness))]

    def _status(self, game: AngelsGame) -> Action:
        outlook = Outlook(game, game.actor, self._caution)
        return max(game.choices, key=lambda action: outlook.of_status(STATUS_OF[action]))

    def _clouds(self, game: AngelsGame) -> Action:
        """Hide, unless there is more to be hit than to be feared."""
        outlook = Outlook(game, game.actor, self._caution)
        gain, risk = outlook.gain(), outlook.risk()
        band = game.bands[game.altitude[game.actor] - 1]
        return ENTER_CLOUDS if INTO_CLOUDS[band] and gain < risk else STAY_CLEAR

    def _adjust(self, game: AngelsGame) -> Action:
        best, most = NO_MORE, 0.0
        for action in game.choices:
            if action != NO_MORE:
                who, sides = ADJUSTED[action]
                outlook = Outlook(game, who, self._caution)
                before = outlook.value()
                outlook.face(TURNED[sides][game.facing[who]])
                if outlook.value() - before > most:
                    best, most = action, outlook.value() - before
        return best

    def _attack(self, game: AngelsGame) -> Action:
        best = max(game.choices[:-1], key=lambda action: worth(game, *AIM[action]))
        return best if worth(game, *AIM[best]) >= self._least_shot else DECLINE


def _firepower(game: AngelsGame, who: int) -> tuple[int, int]:
    return sum(game.sheets[who].attack), -who


def _situation(game: AngelsGame, who: int) -> tuple[object, ...]:
    """Everything that the worth of a move of ``who`` hangs on, but where it is in its move."""
    others = tuple(
        (game.place[n], game.facing[n], game.altitude[n], game.status[n], game.hits[n])
        for n in game.present
        if n != who and game.fate[n] == FLYING
    )
    return (game, who, game.turn, game.hits[who], game.clouded, game.to_move, others)


class _Plan:
    """The moves that an aircraft can make, each worked out once."""

    def __init__(self, game: AngelsGame, who: int, caution: float, key: tuple[object, ...]) -> None:
        self.key = key
        self.who = who
        self.outlook = Outlook(game, who, caution)
        self.sheet = game.sheets[who]
        self.crippled = CRIPPLED_CHECK * game.crippled(who)
        self.climbing = game.status[who] == CLIMBING
        self.hold = bool(game.options.hold >> who & 1 and not game.attacked[who])
        self.fields = game.fields
        self.found: dict[tuple[int, ...], float] = {}

    def best(self, game: AngelsGame) -> Action:
        """The best of the open decision's actions."""
        who = self.who
        place, facing, altitude = game.place[who] + BIAS, game.facing[who], game.altitude[who]
        if game.kind == SPEED:
            return max(game.choices, key=lambda action: self._speed(game, action, place, facing, altitude))
        steady = not game.maneuvered[who]
        first = game.left == game.speed[who]
        return max(
            game.choices,
            key=lambda action: self._hex(
                action, place, facing, altitude, game.left, game.high, game.used, steady, first
            ),
        )

    def _speed(self, game: AngelsGame, action: Action, place: int, facing: int, altitude: int) -> float:
        """The best that can be made of a speed."""
        speed = SPEED_OF[action]
        high = self.sheet.is_high(speed)
        required = self.sheet.required[game.status[self.who]][altitude]
        choices = required or hex_offers(self, altitude, 0)
        return max(self._hex(each, place, facing, altitude, speed, high, 0, True, True) for each in choices)

    def _hex(
        self,
        action: int,
        place: int,
        facing: int,
        altitude: int,
        left: int,
        high: int,
        used: int,
        steady: bool,
        first: bool,
    ) -> float:
        """What an action is worth, all that follows done as well as can be."""
        if action < DIFFICULT:
            turned = {TURN_LEFT: 5, TURN_RIGHT: 1}.get(action, 0)
            return self._after(
                place + STEP[facing],
                TURNED[turned][facing],
                altitude,
                left - 1,
                high,
                used,
                high * bool(turned),
                steady,
            )
        kind, where, turn, climb, turn_failed, climb_failed = EFFECT[action]
        bonus = self.sheet.check[high][kind][altitude] + self.crippled
        if first and kind == CLIMB and self.climbing:
            bonus += CLIMBING_CHECK
        chance = passing(bonus, SUCCESS[high])
        used |= USED_FREE if self.sheet.free >> kind & 1 and not used & USED_FREE else USED
        there = place if where == STAY else place + WHERE.get(where, STEP)[facing]
        value = 0.0
        if chance:
            value += chance * self._after(
                there, TURNED[turn][facing], altitude + climb, left - 1, high, used, high, False
            )
        if chance < 1:
            value += (1 - chance) * self._after(
                place + STEP[facing],
                TURNED[turn_failed][facing],
                altitude + climb_failed,
                left - 1,
                high,
                used,
                high,
                False,
            )
        return value

    def _after(
        self, place: int, facing: int, altitude: int, left: int, high: int, used: int, barred: int, steady: bool
    ) -> float:
        """What it is worth to be there with so many hexes left."""
        key = (place, facing, altitude, left, high, used, barred, steady)
        value = self.found.get(key)
        if value is not None:
            return value
        outlook = self.outlook
        if not outlook.on_map(place):
            value = outlook.gone(place)
        elif not left:
            value = outlook.at(place, facing, altitude, steady)
        else:
            choices = (0,) if barred or self.hold else hex_offers(self, altitude, used)
            value = max(
                self._hex(action, place, facing, altitude, left, high, used, steady, False) for action in choices
            )
        if place - BIAS in self.fields:
            dangers = self.fields[place - BIAS]
            if dangers >> altitude & 1 or (dangers & BALLOON_BIT and altitude == BALLOON_ALTITUDE):
                value -= DANGER
        self.found[key] = value
        return value


def hex_offers(plan: _Plan, altitude: int, used: int) -> tuple[int, ...]:
    """What may be done with a hex, nothing being required."""
    return (0,) if plan.hold else plan.sheet.offers[altitude * UNLIMITED + used]
