"""What a side may know of a game, and the re-dealing of what it may not. [WBY 4.5, 4.6.1, 7.3.5a, 18.1d]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.game import PUBLIC, SIDES, Document, Side
from engine.flames.hands import mask_hand
from engine.wildblue.altitude import hiding_places
from engine.wildblue.cards import CLOUDS, FACE, FACES, VERTICAL_ROLL
from engine.wildblue.missions.mission import Mission
from engine.wildblue.missions.views import add_to_aircraft, add_to_bomber, add_to_unit, mission_document
from engine.wildblue.scoring import score
from engine.wildblue.state import ACE_MARKER, EVASIVE_MARKER, NONE, SIDE_UNITS, VETERAN_MARKER, State
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    BOMBER,
    BREAK_OFF,
    COUNTER,
    CRAFT,
    DESTROYED,
    DISCARD,
    DISENGAGED,
    DRAW,
    ESCORT,
    EXCHANGE,
    FATES,
    FLYING,
    FORMATION,
    HIDE,
    HOME,
    IN_CLOUDS,
    JETTISON,
    LEADER,
    ORDER,
    OVER,
    PAY,
    PLACES,
    POSITIONS,
    RESPOND,
    SEATS,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    STRIKE,
    UNITS,
    WINGMAN,
    WINGMAN_TARGET,
    leader_of,
    unit_of,
)
from engine.wildblue.turn import starting_altitudes

MARKERS = {ACE_MARKER: "ace", VETERAN_MARKER: "veteran", EVASIVE_MARKER: "evasive"}
"""One-use markers of a pilot or a crew. [WBY 19.2.1; 19.2 Veteran; SUP 19.3]"""


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
    JETTISON: "jettison",
    STRIKE: "strike",
    BREAK_OFF: "final",
    FORMATION: "final",
}


def step_name(state: State) -> str:
    """The step of the sequence of play in which the open decision falls."""
    name = _STEPS.get(state.kind)
    if name:
        return name
    mission = state.mission
    if mission and mission.interrupted >= 0:
        return "wingman" if mission.interrupted & 1 else "leader"
    if state.kind in (RESPOND, ESCORT, COUNTER):
        return "wingman" if state.attacker & 1 else "leader"
    return "leader" if state.roll else "altitude"


def view(state: State, viewer: Side | None, decision: Document | None) -> Document:
    """The table as ``viewer`` sees it; ``None`` is the umpire, who sees all hands."""
    side = number_of(viewer)
    active = state.active if state.turn and state.active >= 0 else NONE
    made: Document = {
        "turn": state.turn,
        "turns": state.options.turns,
        "step": step_name(state),
        "active": UNITS[active] if active >= 0 else None,
        "order": [UNITS[unit] for unit in state.order],
        "units": {UNITS[unit]: unit_document(state, unit, side) for unit in state.present},
        "engaged": engagements(state),
        "attack": _attack(state),
        "decks": {name: _deck(state, number, side) for number, name in enumerate(SIDES)},
        "score": score(state),
        "decision": decision,
    }
    if state.mission:
        made["mission"] = mission_document(state, state.mission)
    return made


NO_SIDE: Final = -1
"""The side of a viewer who has none, as a number: with him nobody is Engaged, who would tell the size of a hand."""


def number_of(viewer: Side | None) -> int | None:
    """A viewer as a number: of his side, or ``NO_SIDE``; ``None`` is the umpire."""
    if viewer == PUBLIC:
        return NO_SIDE
    return None if viewer is None else SIDES.index(viewer)


def _attack(state: State) -> Document | None:
    """The attack that is being answered: by whom, at whom (null: a change of altitude), its card and the last card."""
    if state.kind != RESPOND:
        return None
    change = state.attack in (CLOUDS, VERTICAL_ROLL)
    return {
        "by": craft_name(state, state.attacker),
        "at": None if change else craft_name(state, state.defender),
        "card": FACES[state.attack],
        "last": FACES[state.last] if state.last < len(FACES) else SPOILED,
    }


SPOILED = "spoiled-attack"
"""Stands for a face in documents when a card was played for its Spoiled Attack symbol. [SUP 20.5.5]"""


def craft_name(state: State, craft: int) -> str:
    """``axis-1 leader``, or ``axis-3 2`` of a Formation."""
    mission = state.mission
    return (BOMBER if mission and mission.plan.formations >> unit_of(craft) & 1 else CRAFT)[craft]


def engagements(state: State) -> list[list[str]]:
    """Every pair of Engaged Leaders, the better placed one first."""
    return [
        [UNITS[unit], UNITS[state.engaged[unit]], POSITIONS[state.positions[unit]]]
        for unit in state.present
        if state.engaged[unit] >= 0 and state.positions[unit] > 2
    ]


def _deck(state: State, side: int, viewer: int | None) -> Document:
    """What is seen of the piles: of the discards the top, nobody may look below it. [WBY 3.4]

    While a side is still choosing what it discards, nobody else sees the top: it will be covered.
    """
    chooses = state.kind in (EXCHANGE, PAY, DISCARD) and state.actor >> SIDE_OF_CRAFT == side
    covered = chooses and viewer not in (None, side)
    return deck_document(state, side, covered=covered)


def deck_document(state: State, side: int, *, covered: bool) -> Document:
    """Sizes of the piles, and the top of the discards unless it is ``covered``."""
    discards = state.discards[side]
    return {
        "draw": len(state.pools[side]) + len(state.stacked[side]),
        "discard": len(discards),
        "top": FACES[FACE[discards[-1]]] if discards and not covered else None,
    }


def with_oblique_guns(state: State) -> bool:
    """Whether the mini-hand of Oblique Guns lies where the active Leader's hand was, and that aside. [WBY 17.5.2]"""
    return state.mission is not None and state.mission.oblique and state.kind != ESCORT


Write = Callable[[list[int]], list[str]]
"""How cards are written down: as faces, or in the position of a Mission each by its number."""


def faces(cards: list[int]) -> list[str]:
    """The slugs of cards, without which copies they are."""
    return [FACES[FACE[card]] for card in cards]


def unit_document(state: State, unit: int, viewer: int | None, write: Write = faces) -> Document:
    """A unit as ``viewer`` may know it, ``None``: all of it; ``write`` says how the cards of a hand that he sees
    are told."""
    leader = leader_of(unit)
    mission = state.mission
    mine = viewer is None or viewer == unit >> SIDE_OF_UNIT
    other = state.engaged[unit]
    known = other >= 0 and other >> SIDE_OF_UNIT == viewer
    altitude = state.altitude[unit]
    if altitude < 0 and mine:  # perhaps chosen, but not revealed yet [4.5]
        altitude = state.hidden[unit]
        if mission and mission.to_come >> unit & 1 and altitude < 0:
            altitude = mission.left_altitude[unit]
    clouds = state.turn > 0 and state.hidden[unit] >= 0
    hand = state.hands[leader]
    document: Document = {
        "side": SIDES[unit >> SIDE_OF_UNIT],
        "altitude": ALTITUDES[altitude] if altitude >= 0 else None,
        "clouds": clouds,
        "status": unit_status(state, unit),
    }
    if mission and mission.plan.formations >> unit & 1:
        document |= {"leader": None, "wingman": None, "hand": None}
        document["formation"] = [
            _bomber(state, mission, craft, mine, write) for craft in range(leader, leader + 3) if state.sorties[craft]
        ]
        add_to_unit(state, mission, unit, document)
        return document
    unseen = viewer is not None and mission and mission.face_down >> unit & 1  # [18.1d]
    oblique = unit == state.active and with_oblique_guns(state)
    document |= {
        "leader": _seat(state, unit, 0, mine, write),
        "wingman": _seat(state, unit, 1, mine, write),
        "hand": write(hand) if mine and (oblique or not unseen) else len(hand) if mine or known or oblique else None,
        "full_throttle": state.counters[leader],
        "heavy_guns": state.guns[leader],
        "load": None,
    }
    if mission:
        add_to_unit(state, mission, unit, document)
        if oblique:
            document["aside"] = write(mission.aside) if mine and not unseen else len(mission.aside) if mine else None
        elif mission.aside and unit == state.active:
            document["aside"] = write(mission.aside) if mine else len(mission.aside)
    if clouds:
        document["hidden"] = ALTITUDES[state.hidden[unit]] if mine else None
    lost = [aircraft(state, who) for who in off_table(state, unit)]
    if lost:
        document["lost"] = lost
    return document


def unit_status(state: State, unit: int) -> str:
    """``flying``, ``disengaged`` (through Clouds too), ``home`` or ``destroyed``."""
    if state.flying >> unit & 1:
        return FATES[FLYING]
    fates = [state.fate[who] for who in range(leader_of(unit), leader_of(unit) + 3) if state.sorties[who]]
    if all(fate == DESTROYED for fate in fates):
        return FATES[DESTROYED]
    return FATES[HOME] if HOME in fates else FATES[DISENGAGED]


def in_seat(state: State, unit: int, seat: int) -> int:
    """The aircraft that a seat shows, by craft of take-off: who flies there, or who was lost there; else ``NONE``."""
    who = state.who[leader_of(unit) + seat]
    if seat and (not state.sorties[who] or who == state.who[leader_of(unit)]):  # none, or promoted
        return NONE
    return who


def off_table(state: State, unit: int) -> list[int]:
    """Aircraft that no seat shows: a Leader whose Wingman was promoted, and whoever left a Section."""
    shown = {in_seat(state, unit, 0), in_seat(state, unit, 1)}
    mission = state.mission
    if mission and mission.sections >> unit & 1:
        shown.add(leader_of(unit) + 2)
    return [who for who in range(leader_of(unit), leader_of(unit) + 3) if state.sorties[who] and who not in shown]


def _seat(state: State, unit: int, seat: int, mine: bool, write: Write) -> Document | None:
    who = in_seat(state, unit, seat)
    if who < 0:
        return None
    document = aircraft(state, who)
    craft = leader_of(unit) + seat
    if state.sheets[craft]:
        document["markers"] = [name for bit, name in MARKERS.items() if state.markers[craft] & bit]
        if seat:
            document["full_throttle"] = state.counters[craft]
            document["heavy_guns"] = state.guns[craft]
            hand = state.hands[craft]
            if hand:
                document["mini_hand"] = write(hand) if mine else len(hand)
    return document


def _bomber(state: State, mission: Mission, craft: int, mine: bool, write: Write) -> Document:
    """One aircraft of a Formation."""
    document = aircraft(state, craft)
    add_to_bomber(state, mission, craft, document)
    hand = state.hands[craft]
    if hand:
        document["mini_hand"] = write(hand) if mine else len(hand)
    if state.sheets[craft]:
        document["markers"] = [name for bit, name in MARKERS.items() if state.markers[craft] & bit]
    return document


def aircraft(state: State, who: int) -> Document:
    """One aircraft, flying or not, as everyone sees it."""
    mission = state.mission
    place = NONE
    sortie = state.man(who)
    fate = state.fate[who]
    if fate == FLYING:
        place = next(craft for craft in state.crafts if state.who[craft] == who and state.sheets[craft])
        hits, cockpit, damaged = state.hits[place], state.cockpit[place], state.damaged[place]
    else:
        hits, cockpit, damaged = state.final_hits[who]
    front = sortie.wingman if sortie.seat else sortie.leader
    assert front.back is not None
    document: Document = {
        "aircraft": sortie.aircraft.document,
        "name": sortie.aircraft.name,
        "seat": (PLACES if sortie.aircraft.in_formation else SEATS)[sortie.seat],
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
    if mission:
        add_to_aircraft(state, mission, who, place, document)
    return document


def redeal(state: State, side: int, random: Callable[[], float]) -> None:
    """Deal anew what ``side`` cannot see: the other side's hands, its own face-down ones, the order of both decks,
    secret altitudes. [WBY 4.6.1, 18.1d]"""
    state.loaded = False
    for deck in (0, 1):
        state.pools[deck].extend(state.stacked[deck])
        state.pools[deck].sort()
        state.stacked[deck].clear()
    other = 1 - side
    mission = state.mission
    aside = mission.aside if mission else []
    theirs = [craft for craft in state.crafts if craft >> SIDE_OF_CRAFT == other]
    _deal_anew(state, other, theirs, aside if leader_of(state.active) in theirs else [], random)
    if mission and mission.face_down:
        face_down = [leader_of(unit) for unit in state.present if (mission.face_down & SIDE_UNITS[side]) >> unit & 1]
        if with_oblique_guns(state) and leader_of(state.active) in face_down:
            face_down.remove(leader_of(state.active))
            _deal_anew(state, side, face_down, aside, random)
        else:
            _deal_anew(state, side, face_down, [], random)
    for unit in state.present:
        if unit >> SIDE_OF_UNIT == other and state.hidden[unit] >= 0:
            places = starting_altitudes(state, unit) if state.turn == 0 else hiding_places(state, unit)
            state.hidden[unit] = places[int(random() * len(places))]
        elif mission and mission.to_come >> unit & 1 and unit >> SIDE_OF_UNIT == other:
            places = starting_altitudes(state, unit)
            mission.left_altitude[unit] = places[int(random() * len(places))]


def _deal_anew(state: State, side: int, crafts: list[int], aside: list[int], random: Callable[[], float]) -> None:
    """Shuffle the hands of these craft, and one that is set aside, into the Draw Pile and deal as many cards again."""
    pool = state.pools[side]
    hands = [state.hands[craft] for craft in crafts]
    hands.append(aside)
    sizes = [len(hand) for hand in hands]
    for hand in hands:
        pool.extend(hand)
        hand.clear()
    pool.sort()
    for hand, size in zip(hands, sizes, strict=True):
        for _ in range(size):
            hand.append(pool.pop(int(random() * len(pool))))
    for craft in crafts:
        mask_hand(state, craft)
