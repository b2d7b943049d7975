"""The open decision of a position document, put back as it was or refused. See ``positions``."""

from __future__ import annotations

from engine.core.fields import Fields, keys
from engine.wildblue.altitude import UP
from engine.wildblue.cards import (
    CLOUDS,
    COLOUR,
    DECK_SIZE,
    FACE_NUMBER,
    FACES,
    FIRING,
    SPOILED_ATTACK,
    VERTICAL_ROLL,
)
from engine.wildblue.missions.bombers import able_escorts
from engine.wildblue.missions.formations import is_formation
from engine.wildblue.missions.mission import Mission
from engine.wildblue.state import GONE, NONE, State
from engine.wildblue.tables import WINGMAN_BURSTS
from engine.wildblue.terms import (
    BREAK_OFF,
    BROKEN_INTO,
    COUNTER,
    CRAFT_NUMBER,
    DECISIONS,
    DROP_TANKS,
    ESCORT,
    FINAL_OVER,
    FORMATION,
    JETTISON,
    LEADER,
    NEUTRAL,
    OVER,
    RESPOND,
    SEATS,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    STRIKE,
    UNIT_NUMBER,
    VERY_HIGH,
    WINGMAN,
    leader_of,
    unit_of,
    words,
)
from engine.wildblue.turn import finish, reopen
from engine.wildblue.views import SPOILED

PENDING_KEYS = keys(
    "decision actor target played fired gunned bonus drawn agile exchanged attacker defender attack last "
    "gunner direction roll mover pay_left"
)
MISSION_KEYS = PENDING_KEYS | keys(
    "engaged_with searched fought guns dived escort escorted interrupted mini_hand return_fire oblique final queue "
    "dropping then"
)
CRAFT_OR_GONE = {**CRAFT_NUMBER, "gone": GONE}
OF_MISSIONS = tuple(DECISIONS[kind] for kind in (JETTISON, STRIKE, ESCORT, COUNTER, BREAK_OFF, FORMATION))
OF_ACTIVE_UNIT = (
    *("wingman-target", "wingman", "altitude-step", "leader", "hide", "discard", "draw", "exchange"),
    *("jettison", "strike"),
)
FACES_AND_SPOILED = {**FACE_NUMBER, SPOILED: SPOILED_ATTACK}


def restore_pending(state: State, read: Fields) -> None:
    """The open decision, put back as it was."""
    state.kind = read.choice("decision", DECISIONS)
    if state.kind == OVER:
        finish(state)
        return
    state.actor = _craft(state, read, "actor")
    state.target = _craft(state, read, "target")
    state.attacker = _craft(state, read, "attacker")
    state.defender = _craft(state, read, "defender")
    state.played = read.flag("played")
    state.drawn = read.flag("drawn")
    state.gunner = read.flag("gunner")
    state.roll = read.flag("roll")
    state.fired = read.number("fired", 0)
    state.gunned = read.number("gunned", 0)
    state.bonus = read.number("bonus", 0)
    state.exchanged = read.number("exchanged", 0, most=DECK_SIZE)
    state.direction = read.number("direction", 0, least=-1, most=1)
    state.pay_left = read.number("pay_left", 0)
    mover = read.known("mover", UNIT_NUMBER)
    state.mover = NONE if mover is None else mover
    for name in ("attack", "last"):
        face = read.known(name, FACES_AND_SPOILED if state.mission and name == "last" else FACE_NUMBER)
        setattr(state, name, NONE if face is None else face)
    if state.mission:
        _restore_mission(state, state.mission, read)
    state.agile = leader_of(state.active) if read.flag("agile") and state.active >= 0 else NONE
    _check_pending(state, read)
    reopen(state)
    if state.kind != DECISIONS.index(read.document["decision"]) or not state.choices:
        raise read.refuse(f"a decision of the kind {read.document['decision']!r} cannot stand there.")


def _restore_mission(state: State, mission: Mission, read: Fields) -> None:
    """What a step of a Mission has come to."""
    for name in ("engaged_with", "escort"):
        unit = read.known(name, UNIT_NUMBER)
        setattr(mission, name, NONE if unit is None else unit)
    for name in ("searched", "fought", "guns", "dived", "escorted", "oblique"):
        setattr(mission, name, read.flag(name))
    mission.interrupted = _craft(state, read, "interrupted")
    mission.mini_hand = read.number("mini_hand", 0, most=DECK_SIZE)
    mission.final = read.number("final", 0)
    face = read.known("return_fire", FACE_NUMBER)
    mission.return_fire = NONE if face is None else face
    then = read.known("then", {name: kind for kind, name in BROKEN_INTO.items()})
    mission.then = NONE if then is None else then
    for name in read.texts("dropping"):
        who = CRAFT_NUMBER.get(name, NONE)
        craft = next((each for each in (who & ~3, who & ~3 | 1) if state.who[each] == who and state.sheets[each]), NONE)
        if who == NONE or craft == NONE or not mission.load[craft] & DROP_TANKS or not state.damaged[craft]:
            raise read.refuse(f"'dropping' names {name!r}, which has no Drop Tanks or is not Damaged. [WBY 18.1.1]")
        mission.dropping.append(who)
    for name in read.texts("queue"):
        craft = CRAFT_NUMBER.get(name, NONE)
        if craft == NONE or not state.sheets[craft]:
            raise read.refuse(f"'queue' names {name!r}, which is not in the game.")
        mission.queue.append(craft)


def out_of_clouds(state: State, read: Fields) -> None:
    """Refuse an active unit that should have left the Clouds already."""
    if state.hidden[state.active] != NONE:
        raise read.refuse("the active unit is in the Clouds until its Altitude Step. [WBY 7.3.5]")


def _craft(state: State, read: Fields, key: str) -> int:
    craft = read.known(key, CRAFT_OR_GONE)
    if craft is None:
        return NONE
    if craft != GONE and not (state.flying >> unit_of(craft) & 1 and state.sheets[craft]):
        raise read.refuse(f"{key!r} is not in the game.")
    return craft


def _check_pending(state: State, read: Fields) -> None:
    """Refuse a decision that lacks what it is about, or is another unit's."""
    kind = state.kind
    if state.mission and state.mission.dropping:
        _check_dropping(state, state.mission, read)
        return
    if not 0 <= state.actor < GONE:
        raise read.refuse("'actor' must name the craft that decides.")
    unit, seat = unit_of(state.actor), state.actor & 1
    name = DECISIONS[kind]
    if (state.turn == 0) != (name in ("altitude", "exchange")):
        raise read.refuse(f"{name!r} does not fall into Turn {state.turn}.")
    if name == "order" and state.turn != 1:
        raise read.refuse("the play order is determined on Turn 1. [WBY 4.7]")
    if state.mission and name in ("break-off", "formation"):
        _check_final_step(state, state.mission, read)
        return
    if not state.mission and name in OF_MISSIONS:
        raise read.refuse(f"{name!r} is no decision of a dogfight.")
    if name not in ("altitude", "order") and not (state.active >= 0 and state.flying >> state.active & 1):
        raise read.refuse("the active unit is not in the game.")
    if state.turn and name != "order" and state.altitude[state.active] == NONE:
        raise read.refuse("the active unit is at no altitude.")
    if name in OF_ACTIVE_UNIT and unit != state.active:
        raise read.refuse(f"{name!r} is for the active unit to decide.")
    if name == "hide" and state.engaged[unit] != NONE:
        raise read.refuse("a unit that hides in the Clouds is not Engaged. [WBY 7.3.5]")
    in_the_dark = state.mission and state.mission.searched  # skips its Altitude Step [16.1]
    if name not in ("altitude", "order", "exchange", "jettison") and not in_the_dark:
        out_of_clouds(state, read)
    if name not in ("respond", "escort") and seat != (name in ("wingman-target", "wingman")):
        raise read.refuse(f"{words(SEATS[seat])}s do not decide {name!r}.")
    if state.mover != NONE and not state.flying >> state.mover & 1:
        raise read.refuse("'mover' is not in the game.")
    if name == "wingman" and state.target == NONE:
        raise read.refuse("a Wingman’s attack has a 'target'.")
    if state.target not in (NONE, GONE) and (
        state.active < 0 or state.target >> SIDE_OF_CRAFT == state.active >> SIDE_OF_UNIT
    ):
        raise read.refuse("'target' is on the active unit’s own side.")
    if name == "pay":
        _check_payment(state, unit, read)
    if name == "follow" or (name == "pay" and unit != state.active):
        _check_follower(state, unit, read)
    if state.mission:
        _check_attack(state, state.mission, read)
    elif kind == RESPOND:
        _check_chain(state, read)


def _check_final_step(state: State, mission: Mission, read: Fields) -> None:
    """Refuse a queue of the Final Step that decides otherwise than its first. [WBY 16.9]"""
    if state.actor not in mission.queue[:1]:
        raise read.refuse("whoever decides in the Final Step is the first of 'queue'. [WBY 16.9]")
    if any(is_formation(state, unit_of(craft)) != (state.kind == FORMATION) for craft in mission.queue):
        raise read.refuse("Formation aircraft disengage, Elements break off. [WBY 16.9]")
    if any(craft & 3 and state.kind == BREAK_OFF for craft in mission.queue):
        raise read.refuse("a unit breaks off by its Leader’s name. [WBY 16.9]")


def _check_payment(state: State, unit: int, read: Fields) -> None:
    """Refuse cards to be paid that nobody holds, or for no change of altitude."""
    if not (state.mover >= 0 and 0 < state.pay_left <= _cards(state, state.mover)):
        raise read.refuse("'mover' must hold the cards of 'pay_left'.")
    if unit != state.mover or not state.direction:
        raise read.refuse("'mover' pays for a change of altitude in a 'direction'.")
    if unit == state.active and (state.direction != UP or state.altitude[unit] == VERY_HIGH):
        raise read.refuse("the active unit pays for a climb. [WBY 8.2.1b]")


def _check_dropping(state: State, mission: Mission, read: Fields) -> None:
    """Refuse a decision about Drop Tanks where play could not go on after it. [WBY 18.1.1]"""
    if state.kind != JETTISON or mission.then == NONE:
        raise read.refuse("who is 'dropping' decides 'jettison', and 'then' says how play goes on. [WBY 18.1.1]")
    if mission.then == FINAL_OVER:
        return
    dropping, mission.dropping = mission.dropping, []
    state.kind = WINGMAN if mission.then == WINGMAN else LEADER
    state.actor = leader_of(state.active) + (state.kind == WINGMAN)
    _check_pending(state, read)
    if mission.then == WINGMAN and not state.sheets[state.actor]:
        raise read.refuse("the active unit has no Wingman.")
    state.kind, mission.dropping = JETTISON, dropping


def _check_follower(state: State, foe: int, read: Fields) -> None:
    """Who follows is where the active unit has just come from. [WBY 8.2.1e; 5.5.1 after a dive on the target]"""
    if not (state.direction and state.engaged[foe] == state.active and state.positions[foe] > NEUTRAL):
        raise read.refuse("an enemy with a position on the active unit follows in a 'direction'.")
    levels = (state.altitude[state.active] - state.altitude[foe]) * state.direction
    dived = state.mission is not None and state.mission.dived
    if levels != 1 and not (dived and levels == 2):
        raise read.refuse("who follows is one level behind in the 'direction'. [WBY 8.2.1e]")


def _check_attack(state: State, mission: Mission, read: Fields) -> None:
    """What of an attack in a Mission must be there for its decision. [SUP 20.3]"""
    if mission.oblique:
        _check_oblique_guns(state, mission, read)
    if mission.interrupted != NONE and state.kind not in (COUNTER, RESPOND):
        raise read.refuse("'interrupted' is whom an escort counter-attacks. [SUP 20.3.2]")
    if state.kind == COUNTER:
        _check_counter(state, mission, read)
        if state.actor != leader_of(mission.escort):
            raise read.refuse("'escort' decides about its counter-attack. [SUP 20.3.2]")
    elif state.kind == ESCORT:
        _check_target(state, read)
        if state.attacker < 0 or unit_of(state.attacker) != state.active or state.actor & 3 or not able_escorts(state):
            raise read.refuse("it needs an attack that escorts may intervene against. [SUP 20.3.1]")
        if not is_formation(state, unit_of(state.target)):
            _check_chain(state, read)
    elif state.kind == RESPOND and mission.interrupted != NONE:
        _check_counter(state, mission, read)
        if (state.attacker, state.defender) != (leader_of(mission.escort), mission.interrupted):
            raise read.refuse("'escort' attacks, 'interrupted' defends. [SUP 20.3.2]")
        _check_cards(state, read)
    elif state.kind == RESPOND:
        _check_chain(state, read)
        if state.attack not in (CLOUDS, VERTICAL_ROLL):
            _check_target(state, read)
            if state.defender != state.target and (state.defender & 3 or is_formation(state, unit_of(state.defender))):
                raise read.refuse("'defender' is the 'target', or an escort’s Leader. [SUP 20.3.1]")


def _check_oblique_guns(state: State, mission: Mission, read: Fields) -> None:
    """An attack with Oblique Guns is the active Leader's at a Formation aircraft, until it has been shot down."""
    attacks = state.kind == LEADER or leader_of(state.active) in (state.attacker, mission.interrupted)
    if state.kind not in (LEADER, RESPOND, ESCORT, COUNTER) or not attacks:
        raise read.refuse("the active Leader attacks with Oblique Guns. [WBY 17.5.2]")
    if state.target == NONE or (state.target != GONE and not is_formation(state, unit_of(state.target))):
        raise read.refuse("Oblique Guns attack a Formation aircraft, the 'target'. [WBY 17.5.2]")


def _check_target(state: State, read: Fields) -> None:
    """The aircraft that the active unit attacks."""
    if not 0 <= state.target < GONE or state.altitude[unit_of(state.target)] != state.altitude[state.active]:
        raise read.refuse("an attack that escorts may answer has a 'target' at its altitude. [SUP 20.3.1]")


def _check_counter(state: State, mission: Mission, read: Fields) -> None:
    """An escort attacks who was attacking a bomber. [SUP 20.3.2]"""
    _check_target(state, read)
    escort, attacker = mission.escort, mission.interrupted
    if escort == NONE or not state.flying >> escort & 1 or is_formation(state, escort) or attacker == NONE:
        raise read.refuse("a counter-attack is of an 'escort' against an attack that escorts answer, 'interrupted'.")
    if unit_of(attacker) != state.active or escort >> SIDE_OF_UNIT == state.active >> SIDE_OF_UNIT:
        raise read.refuse("an escort attacks the active unit of the other side. [SUP 20.3.2]")


def _cards(state: State, unit: int) -> int:
    """Cards and counters that a unit could discard."""
    return len(state.hands[leader_of(unit)]) + state.counters[leader_of(unit)]


def _check_chain(state: State, read: Fields) -> None:
    """An attack between the active unit and an enemy, one of whom responds."""
    if state.attack < 0 or state.last < 0 or not (0 <= state.attacker < GONE and 0 <= state.defender < GONE):
        raise read.refuse("a response needs 'attacker', 'defender', 'attack' and 'last'.")
    if unit_of(state.attacker) != state.active or state.defender >> SIDE_OF_CRAFT == state.active >> SIDE_OF_UNIT:
        raise read.refuse("the active unit attacks, an enemy defends.")
    _check_cards(state, read)
    foe = unit_of(state.defender)
    if state.altitude[foe] != state.altitude[state.active] or state.hidden[foe] != NONE:
        raise read.refuse("only aircraft at the same altitude, out of the Clouds, attack each other. [WBY 8.0]")
    change = state.attack in (CLOUDS, VERTICAL_ROLL)
    if change and not (state.engaged[foe] == state.active and state.positions[foe] > NEUTRAL):
        raise read.refuse("only who is Advantaged or Tailing responds to a change of altitude. [WBY 7.3.5, 8.2.3]")
    if change and (state.attacker & 1 or not state.direction):
        raise read.refuse("a Leader changes altitude, in a 'direction'.")
    improves = FIRING >> state.attack & 1 or WINGMAN_BURSTS[state.attack]
    if (state.defender & 1 or is_formation(state, foe)) and not (change or improves):
        raise read.refuse(f"{FACES[state.attack]} is not played at a Wingman. [WBY 10.5.1, 10.6.2]")


def _check_cards(state: State, read: Fields) -> None:
    """The card that attacks and the last one; one of the two aircraft answers."""
    if state.kind == RESPOND and state.actor not in (state.attacker, state.defender):
        raise read.refuse("'actor' is neither 'attacker' nor 'defender'.")
    if state.attack < 0 or state.last < 0:
        raise read.refuse("a response needs 'attack' and 'last'.")
    if COLOUR[state.attack] == "blue":
        raise read.refuse(f"{FACES[state.attack]} is no Attack card. [WBY 2.2]")
