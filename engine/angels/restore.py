"""A position document made into a game; everything in it is checked. See ``positions`` for what it holds."""

from __future__ import annotations

from typing import Final

from engine.angels import attacks, dangers, moves
from engine.angels.abilities import USED, USED_FREE
from engine.angels.actions import FASTEST, ORDERS, of_mask
from engine.angels.actions import FLY as FLY_ACTIONS
from engine.angels.aircraft import Aircraft
from engine.angels.hexes import hexes
from engine.angels.positions import FLAGS
from engine.angels.setup import (
    ALL_SITUATIONS,
    LONGEST_NAME,
    OPTION_KEYS,
    USUAL_ALTITUDE,
    deploy_by,
    read_aircraft,
    read_clouds,
    read_hex,
    read_options,
)
from engine.angels.state import CAUSES, NONE, State
from engine.angels.tables import MOST_DIRECTION
from engine.angels.terms import (
    ADJUST,
    AIRCRAFT,
    ATTACK,
    CLEAR,
    DARKNESS,
    DECISIONS,
    DEPLOY,
    DIRECTION,
    EDGES,
    FACINGS,
    FATES,
    FLYING,
    HEX,
    HIGHEST,
    IN_CLOUDS,
    LOWEST,
    NEUTRAL,
    OVER,
    RETREATED,
    SIDE_OF,
    SPEED,
    STATUS,
    STATUSES,
    TURN_POSITION,
    UNIT_IDS,
    UNIT_NUMBER,
)
from engine.angels.turn import (
    ADJUSTING,
    ATTACKING,
    DEPLOYING,
    DIRECTING,
    NEW_TURN,
    NO_ONE,
    SIDE_BITS,
    advance,
)
from engine.angels.victory import REASONS, conditions
from engine.core.chance import Chance
from engine.core.dice import is_face
from engine.core.errors import BadPosition
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document

KEYS: Final = OPTION_KEYS | keys(
    "turn step active first clouds victory units order awards credits move situation advantage to_place quiet to_direct"
    " dice phase points decision"
)
"""The last three are read past: a view has them."""
UNIT_KEYS: Final = keys(
    "side aircraft pilot name hex facing altitude hits status speed fate maneuvered attacked gone edge trail hold"
    " clouds adjusted fired balked directed illuminated type short quality class hit_points crippled moved"
)
INITIATIVE: Final = "initiative"
STEPS: Final = (*DECISIONS, INITIATIVE)
MOST_POINTS: Final = 9999
MOST_ENTRIES: Final = 1000
_REASON: Final = {slug: number for number, (slug, *_) in enumerate(REASONS)}


def restore(state: State, document: Document, chance: Chance) -> None:
    """Fill ``state`` and open its decision. Raises ``BadPosition``."""
    read = Fields("The position", document, BadPosition, only=KEYS)
    options = read_options(read)
    decided = conditions(read.document.get("victory"), BadPosition)
    entries = read.fields("units", "The units")
    flown: dict[int, Aircraft] = {}
    units: dict[int, Fields] = {}
    wrong = f"there is no unit {{name!r}}; they are {UNIT_IDS}."
    for who, unit in entries.numbered(UNIT_NUMBER, wrong, only=UNIT_KEYS):
        units[who] = unit
        if unit.flag("hold"):
            options.hold |= 1 << who
        flown[who] = read_aircraft(unit)
    for side in (0, 1):
        if not any(who >> SIDE_OF == side for who in flown):
            raise read.refuse(f"the {SIDES[side]} side has no aircraft, not even one that is gone.")
    state.begin(options, decided, flown, chance)
    clouds = read_clouds(read)
    state.bands = clouds if isinstance(clouds, tuple) else ()
    step = read.choice("step", STEPS, INITIATIVE)
    state.turn = read.number("turn", 0 if step == DEPLOY else 1, least=0 if step == DEPLOY else 1, most=options.turns)
    on_map = hexes(options.width, options.height)
    state.to_place = _units(read, "to_place", state) if step == DEPLOY else []
    if "situation" in read or state.to_place:
        situation = read.number("situation", None, least=ALL_SITUATIONS[0], most=ALL_SITUATIONS[-1])
        deploy_by(state, situation, read.choice("advantage", SIDES, SIDES[0]))
    for who in sorted(units):
        _lay(state, who, units[who], on_map)
    _lists(state, read)
    if options.flak or options.balloons:
        state.fields = dangers.dangers_of(options.flak, options.balloons, state.turn)
    _sequence(state, read, step)


def _lay(state: State, who: int, unit: Fields, on_map: frozenset[int]) -> None:
    """One aircraft as it is."""
    side = SIDES[who >> SIDE_OF]
    if unit.text("side", side) != side:
        raise unit.refuse(f"it is of the {side} side.")
    state.names[who] = unit.text("name")
    if len(state.names[who]) > LONGEST_NAME:
        raise unit.refuse(f"'name' has more than {LONGEST_NAME} characters.")
    if who in state.to_place:
        if "hex" in unit:
            raise unit.refuse("it waits to be deployed and has no hex.")
    elif "hex" not in unit:
        raise unit.refuse("'hex' is missing.")
    else:
        state.place[who] = read_hex(unit, unit.document["hex"], on_map)
    state.facing[who] = unit.choice("facing", FACINGS, FACINGS[3 * (who >> SIDE_OF)])
    state.altitude[who] = unit.number("altitude", USUAL_ALTITUDE, least=LOWEST, most=HIGHEST)
    state.fate[who] = unit.choice("fate", FATES, FATES[FLYING])
    aircraft = state.sheets[who].aircraft
    most = aircraft.hits if state.fate[who] != FLYING else aircraft.hits - 1
    state.hits[who] = unit.number("hits", 0, most=most)
    state.status[who] = unit.choice("status", STATUSES, STATUSES[NEUTRAL])
    if state.status[who] and (aircraft.token or not state.options.advanced):
        raise unit.refuse("it cannot have a status. [A20 Aircraft Status]")
    state.speed[who] = unit.number("speed", 0, most=FASTEST)
    state.maneuvered[who] = unit.flag("maneuvered")
    state.attacked[who] = unit.flag("attacked")
    if state.fate[who] != FLYING:
        state.gone[who] = unit.number("gone", 0, most=state.turn)
        if state.fate[who] == RETREATED:
            state.edge[who] = unit.choice("edge", EDGES)
    trail = unit.items("trail")
    if len(trail) > FASTEST:
        raise unit.refuse(f"'trail' has more than {FASTEST} hexes.")
    state.trail[who] = [read_hex(unit, place, on_map) for place in trail]
    for name in FLAGS:
        if unit.flag("clouds" if name == "clouded" else name):
            setattr(state, name, getattr(state, name) | 1 << who)
    if state.clouded >> who & 1 and not (state.bands and state.bands[state.altitude[who] - 1] != CLEAR):
        raise unit.refuse("there are no clouds at its altitude. [A20 Clouds]")


def _units(read: Fields, key: str, state: State) -> list[int]:
    """Aircraft named in a list, each once."""
    found = []
    for name in read.texts(key):
        if name not in UNIT_NUMBER or UNIT_NUMBER[name] not in state.present or UNIT_NUMBER[name] in found:
            raise read.refuse(f"{key!r} names {name!r}, which is no unit of this game or there twice.")
        found.append(UNIT_NUMBER[name])
    return found


def _lists(state: State, read: Fields) -> None:
    """Who has moved, what has been scored and done, dice that are to come."""
    state.order = _units(read, "order", state)
    state.to_move = sum(
        1 << who for who in state.present if state.fate[who] == FLYING and who not in state.order and state.turn
    )
    state.first = read.choice("first", SIDES) if "first" in read else NONE
    awards, credits, dice = read.items("awards"), read.items("credits"), read.items("dice")
    if max(len(awards), len(credits), len(dice)) > MOST_ENTRIES:
        raise read.refuse(f"no list may be longer than {MOST_ENTRIES}.")
    for entry in awards:
        if not isinstance(entry, (list, tuple)) or len(entry) != 4:
            raise read.refuse("an award is [side, points, reason, unit or null].")
        one = Fields("An award", dict(zip(("side", "points", "reason", "unit"), entry, strict=True)), BadPosition)
        side, who = one.choice("side", SIDES), one.known("unit", UNIT_NUMBER)
        points = one.number("points", None, least=-MOST_POINTS, most=MOST_POINTS)
        state.awards.append((side, points, one.choice("reason", tuple(_REASON)), NONE if who is None else who))
    for entry in credits:
        if not isinstance(entry, (list, tuple)) or len(entry) != 4:
            raise read.refuse("a credit is [unit or null, unit, cause, 'damaged' or 'destroyed'].")
        one = Fields("A credit", dict(zip(("by", "unit", "cause", "what"), entry, strict=True)), BadPosition)
        by, who = one.known("by", UNIT_NUMBER), one.known("unit", UNIT_NUMBER)
        if who not in state.present or (by is not None and by not in state.present):
            raise one.refuse("it names a unit that is not of this game.")
        destroyed = one.choice("what", ("damaged", "destroyed")) == 1
        state.credits.append((NONE if by is None else by, who, one.choice("cause", CAUSES), destroyed))
    if not all(map(is_face, dice)):
        raise read.refuse("'dice' is a list of whole numbers from 1 to 6.")
    state.scripted = dice
    quiet = read.texts("quiet")
    if any(side not in SIDES for side in quiet):
        raise read.refuse("'quiet' is a list of sides.")
    state.quiet = sum(1 << number for number, side in enumerate(SIDES) if side in quiet)


def _sequence(state: State, read: Fields, step: int) -> None:
    """Open the decision that the position stands at."""
    if STEPS[step] == INITIATIVE:
        state.turn -= 1
        state.kind = NEW_TURN
    elif step == OVER:
        state.kind, state.actor = OVER, NO_ONE
        return
    elif step == DEPLOY:
        if not state.to_place:
            raise read.refuse("'to_place' names nobody. [A20 Deploy Aircraft]")
        state.kind = DEPLOYING
    elif step == TURN_POSITION:
        if not state.options.advanced:
            raise read.refuse("the turn position is chosen in the advanced game alone. [A20 Choosing Turn Position]")
        state.kind, state.actor, state.choices = TURN_POSITION, _side(read) << SIDE_OF, ORDERS
    else:
        if state.first == NONE:
            state.first = _side(read) if step in (DIRECTION, AIRCRAFT, ADJUST, ATTACK) else 0
        _within(state, read, step)
    advance(state)


def _within(state: State, read: Fields, step: int) -> None:
    """A decision after the initiative."""
    if step == DIRECTION:
        if state.options.light != DARKNESS:
            raise read.refuse("fighters are directed in darkness alone. [A20 Fighter Direction]")
        state.to_direct = read.number("to_direct", 0, most=MOST_DIRECTION) if "to_direct" in read else NONE
        state.kind = DIRECTING
        return
    if step in (ADJUST, ATTACK):
        side = _side(read)
        state.actor = (1 - side) << SIDE_OF
        state.kind = ADJUSTING if step == ADJUST else ATTACKING
        state.order += [who for who in state.present if state.to_move >> who & 1]
        state.to_move = 0
        if step == ATTACK:
            attacks.begin(state)
        return
    if step == AIRCRAFT:
        side = _side(read)
        mask = state.to_move & SIDE_BITS[side]
        if not mask:
            raise read.refuse(f"the {SIDES[side]} side has no aircraft left to move. [A20 Movement Phase]")
        if mask & (mask - 1):
            state.kind, state.actor, state.choices = AIRCRAFT, side << SIDE_OF, of_mask(FLY_ACTIONS, mask)
        else:
            moves.begin_move(state, mask.bit_length() - 1)
        return
    _moving(state, read, step)


def _moving(state: State, read: Fields, step: int) -> None:
    """A decision within the move of one aircraft."""
    who = read.known("active", UNIT_NUMBER)
    if who is None or who not in state.present or state.fate[who] != FLYING:
        raise read.refuse("'active' must name the aircraft that moves.")
    state.actor = who
    moved = not state.to_move >> who & 1
    if moved == (step in (SPEED, HEX)):
        raise read.refuse("'active' names an aircraft whose move is not under way. [A20 Movement Phase]")
    if step == SPEED:
        moves.begin_move(state, who)
    elif step == HEX:
        move = read.fields("move", "The move", only=keys("left used extra barred"))
        aircraft = state.sheets[who].aircraft
        if not state.speed[who]:
            state.speed[who] = aircraft.normal[0]
        state.left = move.number("left", state.speed[who], least=1, most=max(1, state.speed[who]))
        state.high = state.sheets[who].is_high(state.speed[who])
        state.used = USED * move.flag("used") | USED_FREE * move.flag("extra")
        state.barred = int(move.flag("barred"))
        moves.go_on(state)
    elif step == IN_CLOUDS:
        band = state.bands[state.altitude[who] - 1] if state.bands else CLEAR
        moves.ask_clouds(state, who, band)
    elif step == STATUS:
        moves.ask_status(state, who)
        if state.kind != STATUS:
            raise read.refuse("it cannot have a status. [A20 Aircraft Status]")


def _side(read: Fields) -> int:
    """Whose decision it is: the side that is active, or that of the aircraft; the first player if it is not said."""
    name = read.text("active") or read.text("first") or SIDES[0]
    if name in UNIT_NUMBER:
        return UNIT_NUMBER[name] >> SIDE_OF
    if name not in SIDES:
        raise read.refuse(f"'active' is {name!r}, neither a side nor a unit.")
    return SIDES.index(name)
