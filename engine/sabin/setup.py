"""A set-up document made into a game that is ready to begin. [SABIN Set-Up]

{"kind": "dogfight", "escorting": "allied", "handicap": 1, "ceiling": "8-9", "altitude": "normal", "turns": 20,
 "units": [{"id": "allied-1", "role": "bomber", "type": "medium", "aircraft": "blenheim", "size": 12, "traits": []},
           {"id": "allied-2", "role": "escort", "aircraft": "spitfire", "size": 4, "letter": "A", "traits": ["weak"],
            "at": {"column": "O-P", "row": "8-9", "depth": "left"}},
           {"id": "axis-1", "role": "interceptor", …}],
 "options": {"sky": "clear", "approach": "roll", "turning_back": "always", "weak_exempt": false}}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.core.chance import Chance
from engine.core.errors import BadSetup
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.sabin.aircraft import Aircraft, aircraft, catalogue
from engine.sabin.phases import next_to_deploy, put, roll_sky
from engine.sabin.plan import NORMAL, Plan, Unit
from engine.sabin.state import State
from engine.sabin.tables import (
    AIRCRAFT,
    APPROACH_COLUMN,
    CEILING,
    CLOUD_ROWS,
    MOST_AIRCRAFT,
    MOST_FLIGHTS,
    MOST_HEAVY_SQUADRONS,
    MOST_SQUADRONS,
    TURNS,
)
from engine.sabin.terms import (
    ALTITUDES,
    APPROACHES,
    BOMBER,
    BOMBER_TRAITS,
    COLUMN_OF_PLACES,
    COLUMNS,
    DEPTHS,
    ESCORT,
    FAST_TYPES,
    FIGHTER_TRAITS,
    FROM_FRONT,
    FROM_REAR,
    HEAVY_TYPES,
    INTERCEPTOR,
    LETTERS,
    LIGHT_TYPE,
    MOST_UNITS,
    PLACE_TEXT,
    ROLES,
    ROWS,
    SKIES,
    TURNING_BACK,
    TYPES,
    UNIT_COUNT,
    UNIT_NUMBER,
    UNITS,
    place,
)

KINDS: Final = ("dogfight",)
PLAN_KEYS: Final = keys("escorting handicap ceiling altitude turns options")
KEYS: Final = PLAN_KEYS | {"kind", "units"}
PLAN_UNIT_KEYS: Final = keys("side role type aircraft size letter traits")
UNIT_KEYS: Final = PLAN_UNIT_KEYS | {"id", "at"}
OPTION_KEYS: Final = keys("sky approach turning_back weak_exempt")
AT_KEYS: Final = keys("column row depth")
ROLL: Final = "roll"
MOST_HANDICAP: Final = 99
LONGEST_NAME: Final = 60
NAMES: Final = ("Bomber", "Escort", "Interceptor")
"""By role: what units are called of which no aircraft is said."""


class Ask:
    """What is left to the dice at the start."""

    __slots__ = ("approach", "sky")

    def __init__(self, options: Fields) -> None:
        self.sky = options.choice("sky", (*SKIES, ROLL), SKIES[0])
        """A place in ``SKIES``, or one beyond for a die."""
        self.approach = options.choice("approach", (*APPROACHES, ROLL), ROLL)


Agreed: TypeAlias = tuple[Plan, Ask, dict[int, int]]


def read(document: Document, rules: int) -> Agreed:
    """The plan, what the dice decide, and the blocks of flights that are set up already. Raises ``BadSetup``."""
    agreed = plan, _, _ = _known(document)
    if not plan.bombers:
        raise BadSetup(f"The {SIDES[plan.escorting]} side has no bombers. [SABIN Units]")
    if not plan.interceptors:
        raise BadSetup(f"The {SIDES[1 - plan.escorting]} side has no interceptors. [SABIN Units]")
    return agreed


def set_up(state: State, agreed: Agreed, chance: Chance) -> None:
    """Fill ``state`` and open its first decision."""
    plan, ask, places = agreed
    state.begin(plan, chance)
    if ask.sky < len(SKIES):
        state.settle_sky(ask.sky)
    else:
        roll_sky(state)
    if ask.approach < len(APPROACHES):
        state.approach = ask.approach
    for unit, block in places.items():
        put(state, unit, block)
    next_to_deploy(state)


def check(document: Document) -> None:
    """Raise ``BadSetup`` as ``read`` would, but let one side have no units yet."""
    plan, _, _ = _read(document)
    theirs = [unit for unit in plan.present if plan.unit(unit).side == plan.escorting]
    if theirs and not plan.bombers:
        raise BadSetup(f"The {SIDES[plan.escorting]} side has no bombers. [SABIN Units]")


_KNOWN: Final[dict[str, Agreed]] = {}
"""What was read of set-ups flown lately: a forecast flies one some hundred times."""
_MOST_KNOWN: Final = 32


def _known(document: Document) -> Agreed:
    """What ``_read`` gives, or gave for the same document."""
    try:
        key = repr(document)
    except RecursionError:
        return _read(document)
    if key not in _KNOWN:
        found = _read(document)
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = found
    return _KNOWN[key]


def _read(document: Document) -> Agreed:
    """The same, though one side may have no units yet."""
    read = Fields("The set-up", document, BadSetup, only=KEYS)
    read.choice("kind", KINDS, KINDS[0])
    entries = read.items("units")
    if not entries:
        raise BadSetup("The set-up names no units: give each side an aircraft.")
    if len(entries) > UNIT_COUNT:
        raise BadSetup(f"A game has at most {UNIT_COUNT} units.")
    units: dict[int, Fields] = {}
    for number, entry in enumerate(entries, 1):
        given = Fields(f"Unit {number}", entry, BadSetup)
        unit = given.known("id", UNIT_NUMBER)
        if unit is None:
            raise given.refuse("'id' is missing.")
        given.place = UNITS[unit]
        if unit in units:
            raise given.refuse("this id stands twice.")
        given.only(UNIT_KEYS)
        units[unit] = given
    plan = read_plan(read, units)
    options = read.fields("options", "The options")
    ask = Ask(options)
    if plan.fast:  # [SABIN Fighter Bombers b]
        if ask.approach == FROM_REAR:
            raise options.refuse("fighter bombers are always met from the front. [SABIN Fighter Bombers b]")
        ask.approach = FROM_FRONT
    places = {unit: _block(given, plan, plan.unit(unit), ask) for unit, given in units.items() if "at" in given}
    _check_stacking(plan, places, units)
    _check_room(plan, places)
    return plan, ask, places


def read_plan(read: Fields, units: dict[int, Fields]) -> Plan:
    """All that is agreed before a game, of a set-up or a position. Raises what ``read`` raises."""
    escorting = read.choice("escorting", SIDES, SIDES[0])
    altitude = read.choice("altitude", ALTITUDES, ALTITUDES[0])
    options = read.fields("options", "The options", only=OPTION_KEYS)
    letters: list[set[str]] = [set(), set()]
    for unit, given in units.items():
        letter = given.text("letter").upper()
        if letter:
            if letter not in LETTERS or len(letter) > 1:
                raise given.refuse("'letter' must be one letter from A to Z.")
            if letter in letters[unit // MOST_UNITS]:
                raise given.refuse(f"the letter {letter} stands twice on its side. [SABIN Units]")
            letters[unit // MOST_UNITS].add(letter)
    made: list[Unit | None] = [None] * UNIT_COUNT
    for unit in sorted(units):
        made[unit] = _unit(unit, units[unit], escorting, letters[unit // MOST_UNITS])
    plan = Plan(
        escorting=escorting,
        units=tuple(made),
        handicap=read.number("handicap", 0, most=MOST_HANDICAP),
        ceiling=read.choice("ceiling", ROWS, CEILING),
        altitude=altitude,
        turns=read.number("turns", TURNS, least=1, most=TURNS),
        turning_back=options.choice("turning_back", TURNING_BACK, TURNING_BACK[0]),
        exempt=options.flag("weak_exempt"),
    )
    _check_numbers(plan, read)
    return plan


def _unit(number: int, read: Fields, escorting: int, letters: set[str]) -> Unit:
    """One squadron or flight."""
    side = number // MOST_UNITS
    read.of_side(SIDES, side)
    role = read.choice("role", ROLES, ROLES[ESCORT if side == escorting else INTERCEPTOR])
    if (role == INTERCEPTOR) == (side == escorting):
        raise read.refuse(
            f"the {SIDES[escorting]} side has the bombers and their escorts, the other the interceptors. [SABIN Units]"
        )
    fighters = role != BOMBER
    source = read.document.get("aircraft")
    if isinstance(source, dict):
        usual: Aircraft | None = read.made(aircraft, source)
        named = usual.slug if usual else ""
    else:
        named = read.text("aircraft").strip()
        if len(named) > LONGEST_NAME:
            raise read.refuse(f"'aircraft' has at most {LONGEST_NAME} characters.")
        usual = catalogue().get(named)
    type_ = None if fighters else read.choice("type", TYPES, TYPES[(usual.type if usual else 0) or 0])
    fits = usual is not None and usual.type == type_
    traits: Sequence[str] = read.texts("traits") if "traits" in read or not (usual and fits) else usual.traits
    known = FIGHTER_TRAITS if fighters else BOMBER_TRAITS
    for trait in traits:
        if trait not in known:
            what = "fighters" if fighters else "bombers"
            raise read.refuse(f"the trait {trait!r} is not one of {what}; they have {', '.join(known)}.")
    if fighters and "type" in read:
        raise read.refuse("only bombers have a 'type'; fighters have 'traits'.")
    if traits and not fighters and type_ != LIGHT_TYPE:
        raise read.refuse("forward guns matter to light bombers alone. [SABIN Light Bombers]")
    letter = ""
    if fighters:
        letter = read.text("letter").upper() or next(each for each in LETTERS if each not in letters)
        letters.add(letter)
    elif "letter" in read:
        raise read.refuse("a squadron has no letter; flights have. [SABIN Units]")
    return Unit(
        number=number,
        role=role,
        aircraft=named or NAMES[role],
        document=usual.document if usual else named or NAMES[role],
        name=usual.name if usual else named or NAMES[role],
        size=read.number("size", AIRCRAFT[fighters], least=1, most=MOST_AIRCRAFT[fighters]),
        letter=letter,
        type=type_ or 0,
        heavy="heavy" in traits,
        slow="slow" in traits,
        weak="weak" in traits,
        forward_guns="forward-guns" in traits,
    )


def _check_numbers(plan: Plan, read: Fields) -> None:
    """How many units, of what kinds together. [SABIN Units; Heavy Bombers a; Fighter Bombers a; Low Altitude]"""
    types = {plan.unit(unit).type for unit in plan.bombers}
    heavy = types <= set(HEAVY_TYPES)
    most = MOST_HEAVY_SQUADRONS if heavy else MOST_SQUADRONS
    if len(plan.bombers) > most:
        raise read.refuse(
            f"there are at most {MOST_SQUADRONS} squadrons, or {MOST_HEAVY_SQUADRONS} of heavy bombers. [SABIN Units]"
        )
    if plan.fast and not types <= set(FAST_TYPES):
        raise read.refuse("fighter bombers and kamikazes do not fly with other bombers. [SABIN Fighter Bombers a]")
    if types & set(HEAVY_TYPES) and plan.altitude != NORMAL:
        raise read.refuse("heavy bombers do not fly low. [SABIN Heavy Bombers a]")
    for flights in (plan.escorts, plan.interceptors):
        if len(flights) > MOST_FLIGHTS:
            raise read.refuse(f"a side has at most {MOST_FLIGHTS} flights of fighters. [SABIN Units]")


def _block(read: Fields, plan: Plan, unit: Unit, ask: Ask) -> int:
    """Where a flight is set up by the document. Raises ``BadSetup`` where it may not be. [SABIN Set-Up b, d, e]"""
    at = read.fields("at", only=AT_KEYS)
    column, row, depth = at.choice("column", COLUMNS), at.choice("row", ROWS), at.choice("depth", DEPTHS)
    if unit.role == BOMBER:
        raise read.refuse("squadrons have a place of their own, which is not given. [SABIN Set-Up a]")
    if row > plan.ceiling_of(unit):
        raise at.refuse(f"it may not be set up as high as row {ROWS[row]}. [SABIN Set-Up]")
    if unit.role == INTERCEPTOR and ask.approach == len(APPROACHES) and column in APPROACH_COLUMN:
        ask.approach = APPROACH_COLUMN.index(column)
    approach = min(ask.approach, FROM_FRONT)
    if column not in plan.columns_of(unit, approach):
        raise at.refuse(f"it may not be set up in column {COLUMNS[column]}. [SABIN Set-Up]")
    skies = range(len(SKIES)) if ask.sky == len(SKIES) else (ask.sky,)
    if unit.role == ESCORT and any(row in CLOUD_ROWS[sky][plan.altitude] for sky in skies):
        raise at.refuse("escorts are not set up in cloud, nor where the die may put it. [SABIN Clouds c]")
    return place(column, row, depth)


def _check_stacking(plan: Plan, places: dict[int, int], units: dict[int, Fields]) -> None:
    """No block twice for a side. [SABIN Set-Up e]"""
    taken: set[tuple[int, int]] = {(plan.escorting, block) for block in plan.bomber_places}
    for unit, block in places.items():
        if (unit // MOST_UNITS, block) in taken:
            raise units[unit].refuse(f"{PLACE_TEXT[block]} is taken by its own side. [SABIN Set-Up e]")
        taken.add((unit // MOST_UNITS, block))


def _check_room(plan: Plan, places: dict[int, int]) -> None:
    """Whether every interceptor finds a block below the agreed altitude. Heavy fighters are set up first."""
    for heavy in (True, False):
        waiting = [
            unit
            for unit in map(plan.unit, plan.interceptors)
            if unit.number not in places and (unit.heavy or not heavy)
        ]
        if not waiting:
            continue
        highest = max(map(plan.ceiling_of, waiting))
        blocks = len(DEPTHS) * (highest + 1)
        taken = sum(
            block % COLUMN_OF_PLACES // len(DEPTHS) <= highest
            for unit, block in places.items()
            if plan.unit(unit).role == INTERCEPTOR
        )
        if len(waiting) > blocks - taken:
            raise BadSetup(
                f"There is no room for all interceptors up to row {ROWS[plan.ceiling]}: "
                "raise the 'ceiling'. [SABIN Set-Up d]"
            )
