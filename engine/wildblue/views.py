"""What a side may know of a game, and the re-dealing of what it may not. [WBY 4.5, 4.6.1, 7.3.5a]"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import SIDES, Document, Side
from engine.wildblue.altitude import hiding_places
from engine.wildblue.cards import ALL_FACES, BIT, CLOUDS, FACE, FACES, VERTICAL_ROLL
from engine.wildblue.scoring import scores
from engine.wildblue.state import ACE_MARKER, NONE, VETERAN_MARKER, State
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    CRAFT,
    DESTROYED,
    DISCARD,
    DRAW,
    EXCHANGE,
    FATES,
    FLYING,
    HIDE,
    IN_CLOUDS,
    LEADER,
    ORDER,
    OVER,
    PAY,
    POSITIONS,
    RESPOND,
    SEATS,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    UNITS,
    WINGMAN,
    WINGMAN_TARGET,
)
from engine.wildblue.turn import starting_altitudes

MARKERS = {ACE_MARKER: "ace", VETERAN_MARKER: "veteran"}
"""One-use markers of a pilot. [WBY 19.2.1; 19.2 Veteran]"""


_STEPS = {
    OVER: "over",
    ALTITUDE: "set-up",
    EXCHANGE: "set-up",
    ORDER: "order",
    WINGMAN_TARGET: "wingman",
    WINGMAN: "wingman",
    ALTITUDE_STEP: "altitude",
    LEADER: "leader",
    HIDE: "leader",
    DISCARD: "discard",
    DRAW: "draw",
}


def step_name(state: State) -> str:
    """The step of the sequence of play in which the open decision falls."""
    name = _STEPS.get(state.kind)
    if name:
        return name
    if state.kind == RESPOND:
        return "wingman" if state.attacker & 1 else "leader"
    return "leader" if state.roll else "altitude"


def view(state: State, viewer: Side | None, decision: Document | None) -> Document:
    """The table as ``viewer`` sees it; ``None`` is the umpire, who sees all hands."""
    side = None if viewer is None else SIDES.index(viewer)
    points = dict.fromkeys(SIDES, 0)
    for score in scores(state):
        points[score.side] += score.points
    active = state.active if state.turn and state.active >= 0 else NONE
    return {
        "turn": state.turn,
        "turns": state.options.turns,
        "step": step_name(state),
        "active": UNITS[active] if active >= 0 else None,
        "order": [UNITS[unit] for unit in state.order],
        "units": {UNITS[unit]: unit_document(state, unit, side) for unit in state.present},
        "engaged": engagements(state),
        "attack": _attack(state),
        "decks": {name: _deck(state, number, side) for number, name in enumerate(SIDES)},
        "score": points,
        "decision": decision,
    }


def _attack(state: State) -> Document | None:
    """The attack that is being answered: by whom, at whom (null: a change of altitude), its card and the last card."""
    if state.kind != RESPOND:
        return None
    change = state.attack in (CLOUDS, VERTICAL_ROLL)
    return {
        "by": CRAFT[state.attacker],
        "at": None if change else CRAFT[state.defender],
        "card": FACES[state.attack],
        "last": FACES[state.last],
    }


def engagements(state: State) -> list[list[str]]:
    """Every pair of Engaged Leaders, the better placed one first."""
    return [
        [UNITS[unit], UNITS[state.engaged[unit]], POSITIONS[state.positions[unit]]]
        for unit in state.present
        if state.engaged[unit] >= 0 and state.positions[unit] > 2
    ]


def _deck(state: State, side: int, viewer: int | None) -> Document:
    """Sizes of the piles, and the top of the discards; nobody may look below it. [WBY 3.4]

    While a side is still choosing what it discards, the other side does not see the top: it will be covered.
    """
    discards = state.discards[side]
    covered = state.kind in (EXCHANGE, PAY, DISCARD) and state.actor >> SIDE_OF_CRAFT == side and viewer == 1 - side
    return {
        "draw": len(state.pools[side]) + len(state.stacked[side]),
        "discard": len(discards),
        "top": FACES[FACE[discards[-1]]] if discards and not covered else None,
    }


def faces(cards: list[int]) -> list[str]:
    return [FACES[FACE[card]] for card in cards]


def unit_document(state: State, unit: int, viewer: int | None) -> Document:
    leader = 4 * unit
    mine = viewer is None or viewer == unit >> SIDE_OF_UNIT
    other = state.engaged[unit]
    known = other >= 0 and other >> SIDE_OF_UNIT == viewer
    altitude = state.altitude[unit]
    if altitude < 0 and mine:  # perhaps chosen, but not revealed yet [4.5]
        altitude = state.hidden[unit]
    clouds = state.turn > 0 and state.hidden[unit] >= 0
    hand = state.hands[leader]
    document: Document = {
        "side": SIDES[unit >> SIDE_OF_UNIT],
        "altitude": ALTITUDES[altitude] if altitude >= 0 else None,
        "clouds": clouds,
        "status": unit_status(state, unit),
        "leader": _seat(state, unit, 0, mine),
        "wingman": _seat(state, unit, 1, mine),
        "hand": faces(hand) if mine else len(hand) if known else None,
        "full_throttle": state.counters[leader],
        "heavy_guns": state.guns[leader],
        "load": None,
    }
    if clouds:
        document["hidden"] = ALTITUDES[state.hidden[unit]] if mine else None
    lost = [aircraft(state, who) for who in off_table(state, unit)]
    if lost:
        document["lost"] = lost
    return document


def unit_status(state: State, unit: int) -> str:
    """``flying``, ``disengaged`` (through Clouds too) or ``destroyed``."""
    if state.flying >> unit & 1:
        return FATES[FLYING]
    fates = [state.fate[who] for who in (4 * unit, 4 * unit + 1) if state.sorties[who]]
    return FATES[DESTROYED] if all(fate == DESTROYED for fate in fates) else "disengaged"


def in_seat(state: State, unit: int, seat: int) -> int:
    """The aircraft that a seat shows, by craft of take-off: who flies there, or who was lost there; else ``NONE``."""
    craft = 4 * unit + seat
    if state.sheets[craft]:
        return state.who[craft]
    if seat == 0:
        return state.who[craft]
    promoted = state.who[4 * unit] == craft
    return craft if state.sorties[craft] and not promoted else NONE


def off_table(state: State, unit: int) -> list[int]:
    """Aircraft that no seat shows: a Leader whose Wingman was promoted."""
    shown = {in_seat(state, unit, 0), in_seat(state, unit, 1)}
    return [who for who in (4 * unit, 4 * unit + 1) if state.sorties[who] and who not in shown]


def _seat(state: State, unit: int, seat: int, mine: bool) -> Document | None:
    who = in_seat(state, unit, seat)
    if who < 0:
        return None
    document = aircraft(state, who)
    craft = 4 * unit + seat
    if state.sheets[craft]:
        document["markers"] = [name for bit, name in MARKERS.items() if state.markers[craft] & bit]
        if seat:
            document["full_throttle"] = state.counters[craft]
            document["heavy_guns"] = state.guns[craft]
            hand = state.hands[craft]
            if hand:
                document["mini_hand"] = faces(hand) if mine else len(hand)
    return document


def aircraft(state: State, who: int) -> Document:
    """One aircraft, flying or not, as everyone sees it."""
    sortie = state.sorties[who]
    assert sortie is not None
    fate = state.fate[who]
    if fate == FLYING:
        craft = next(place for place in state.crafts if state.who[place] == who and state.sheets[place])
        hits, cockpit, damaged = state.hits[craft], state.cockpit[craft], state.damaged[craft]
    else:
        hits, cockpit, damaged = state.final_hits[who]
    front = sortie.wingman if sortie.seat else sortie.leader
    assert front.back is not None
    document: Document = {
        "aircraft": sortie.aircraft.document,
        "name": sortie.aircraft.name,
        "seat": SEATS[sortie.seat],
        "pilot": sortie.pilot,
        "skills": list(sortie.skills),
        "hits": hits,
        "cockpit": cockpit,
        "damage": [front.capacity, front.back.capacity],
        "damaged": damaged,
        "status": "disengaged" if fate == IN_CLOUDS else FATES[fate],
    }
    if fate == IN_CLOUDS:
        document["exit"] = FATES[IN_CLOUDS]
    return document


def redeal(state: State, side: int, random: Callable[[], float]) -> None:
    """Deal anew what ``side`` cannot see: the other side's hands, the order of both decks, secret altitudes."""
    state.loaded = False
    for deck in (0, 1):
        state.pools[deck].extend(state.stacked[deck])
        state.stacked[deck].clear()
    other = 1 - side
    pool = state.pools[other]
    crafts = [craft for craft in state.crafts if craft >> SIDE_OF_CRAFT == other]
    sizes = [len(state.hands[craft]) for craft in crafts]
    for craft in crafts:
        pool.extend(state.hands[craft])
        state.hands[craft].clear()
        state.masks[craft] &= ~ALL_FACES
    pool.sort()
    for craft, size in zip(crafts, sizes, strict=True):
        hand = state.hands[craft]
        for _ in range(size):
            card = pool.pop(int(random() * len(pool)))
            hand.append(card)
            state.masks[craft] |= BIT[card]
    for unit in state.present:
        if unit >> SIDE_OF_UNIT == other and state.hidden[unit] >= 0:
            places = starting_altitudes(state, unit) if state.turn == 0 else hiding_places(state, unit)
            state.hidden[unit] = places[int(random() * len(places))]
