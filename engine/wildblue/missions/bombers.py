"""Attacking and defending bombers: declarations, escorts, mini-hands, return fire. [SUP 20; WBY 17.5.2, 18.3]

An escort that is named against an attack stands between the attacker and the bomber: of each Attack card it is asked
first, as ``state.defender``, until it has answered one; ``state.target`` is the bomber all the while. In its
counter-attack the escort is ``state.attacker``, and ``mission.interrupted`` he whom it attacks.
"""

from __future__ import annotations

from typing import Final

from engine.wildblue.actions import (
    BY_OBLIQUE,
    BY_ROCKETS,
    END,
    FACE_PLAYED,
    INTERVENE,
    IS_RETURN_FIRE,
    IS_SPOILED,
    PASS,
    TARGET,
    heavy_gun_plays,
    plays,
)
from engine.wildblue.cards import (
    BURSTS,
    CLOUDS,
    FACE,
    FIRING,
    HEAVY_GUN,
    IMS_HEAVY_GUN,
    VERTICAL_ROLL,
)
from engine.wildblue.damage import destroy, fire, hit, in_formation, side_gone
from engine.wildblue.hands import draw, show
from engine.wildblue.missions.formations import (
    cards_at_bombers,
    defensive_cards,
    is_formation,
    is_light_bomber,
    oblique_guns,
    turret_cards,
)
from engine.wildblue.missions.loads import release, turn_up
from engine.wildblue.missions.mission import mission_of
from engine.wildblue.missions.resume import end_attacks, lay_aside
from engine.wildblue.offers import open_leader, open_wingman, playable
from engine.wildblue.responses import open_respond, spoiling
from engine.wildblue.state import (
    BY_AERIAL_ROCKETS,
    EVASIVE_MARKER,
    FOR_AERIAL_ROCKETS,
    GONE,
    INTERVENED,
    NEGATED,
    NONE,
    SIDE_UNITS,
    STOPPED,
    SUPPORT_LOST,
    State,
    event,
)
from engine.wildblue.tables import FIRE, MOVES, NO_GUNS, ROCKET_HITS, ROCKETS_DESTROY
from engine.wildblue.terms import (
    AIR_ROCKETS,
    COUNTER,
    ESCORT,
    LEADER_OVER,
    NEUTRAL,
    SIDE_OF_CRAFT,
    TURN_OVER,
    UNSEEN,
    WINGMAN_OVER,
)

FOR_THE_TARGET: Final = UNSEEN & ~AIR_ROCKETS
"""Loads with which an escort Over Target has a strike of its own. [SUP 20.3.1]"""

# The attack


def declare(state: State, action: int) -> None:
    """Name a Formation aircraft and the weapon; escorts decide before hands are drawn. [SUP 20.2, WBY 18.3.1]"""
    mission = mission_of(state)
    state.attacker = state.actor
    state.defender = state.target = TARGET[action]
    if action in BY_ROCKETS:
        _fire_rockets(state)
        return
    mission.oblique = action in BY_OBLIQUE
    _ask_escorts(state)


def _fire_rockets(state: State) -> None:
    """A card for every aircraft of the Formation, or for the one that fell out of it. [WBY 18.3]

    Who has a Wingman that fires them fires no Bursts himself in this turn. [WBY 18.3.1]
    """
    mission = mission_of(state)
    craft = state.attacker
    man = state.who[craft]
    first = state.target & ~3
    victims = [state.target]
    if in_formation(state, state.target):
        victims = [each for each in range(first, first + 3) if state.sheets[each] and in_formation(state, each)]
    for victim in victims:
        card = show(state, craft >> SIDE_OF_CRAFT, state.who[victim], FOR_AERIAL_ROCKETS)
        if card < 0:
            break
        face = FACE[card]
        hits = ROCKET_HITS[face]
        if ROCKETS_DESTROY[face]:
            destroy(state, victim, man, BY_AERIAL_ROCKETS)
        elif hits is not None and not (hits and hit(state, victim, NONE, man, hits=hits)):
            mission.no_support |= 1 << victim
            state.log.append(event(SUPPORT_LOST, state.who[victim]))
    release(state, craft, AIR_ROCKETS)
    state.target = GONE
    if side_gone(state):
        end_attacks(state)
        state.kind = TURN_OVER
    elif craft & 1:
        if state.options.edition > 1:
            state.fired = state.gunned = NO_GUNS
        end_attacks(state)
        state.kind = WINGMAN_OVER
    else:
        open_leader(state)


def _draw_for_the_attack(state: State) -> None:
    """Draw the mini-hand of a Wingman or of Oblique Guns, which must hold a firing card. [SUP 20.1.2, 20.2d]"""
    mission = mission_of(state)
    craft = state.attacker
    if craft & 1:
        draw(state, craft, cards_at_bombers(state, craft, mission.escort != NONE))
    elif mission.oblique:
        lay_aside(state, mission, craft)
        draw(state, craft, oblique_guns(state, craft))
    if (craft & 1 or mission.oblique) and not state.masks[craft] & FIRING:
        end_attacks(state)
        state.kind = WINGMAN_OVER if craft & 1 else LEADER_OVER
    elif craft & 1:
        open_wingman(state)
    else:
        open_leader(state)


# Escorts


def able_escorts(state: State) -> list[int]:
    """The escorts that may intervene against this attack. [SUP 20.3.1]"""
    mission = mission_of(state)
    target = state.target
    able = mission.plan.escorts & state.flying & SIDE_UNITS[target >> SIDE_OF_CRAFT]
    able &= ~(mission.intervened | mission.face_down)
    return [unit for unit in state.present if able >> unit & 1 and _free(state, unit, state.altitude[target >> 2])]


def _free(state: State, unit: int, altitude: int) -> bool:
    """Whether an escort is at an altitude, Unengaged, out of Clouds and without a strike of its own."""
    mission = mission_of(state)
    if state.altitude[unit] != altitude or state.hidden[unit] >= 0 or state.engaged[unit] >= 0:
        return False
    strikes = mission.strikers >> unit & 1 or (mission.load[4 * unit] | mission.load[4 * unit + 1]) & FOR_THE_TARGET
    return not (mission.over >> unit & 1 and strikes)


def _ask_escorts(state: State) -> None:
    mission = mission_of(state)
    if able_escorts(state):
        open_escort(state)
    else:
        mission.escorted = True
        _go_on(state)


def open_escort(state: State) -> None:
    """Offer the escorts that may intervene against this attack. [SUP 20.3.1]"""
    escorts = able_escorts(state)
    state.choices = (*(INTERVENE[unit] for unit in escorts), PASS)
    state.kind = ESCORT
    state.actor = 4 * escorts[0]


def escort(state: State, action: int) -> None:
    """An escort intervenes, or none does. [SUP 20.3]

    One that has cost a Wingman cards has intervened; any other when it answers a card.
    """
    mission = mission_of(state)
    mission.escorted = True
    if action != PASS:
        unit = mission.escort = TARGET[action]
        state.log.append(event(INTERVENED, unit, state.attacker, state.target))
        if state.attacker & 1 and is_formation(state, state.target >> 2):
            mission.intervened |= 1 << unit
    _go_on(state)


def _go_on(state: State) -> None:
    """The escorts have decided: before a Formation draw hands, before a Light Bomber answer the Attack card."""
    if is_formation(state, state.target >> 2):
        _draw_for_the_attack(state)
    else:
        _ask_first(state)


# Defence


def defend(state: State) -> None:
    """An Attack card lies on the table: draw the defender's mini-hand, and ask who may answer. [SUP 20.5.1]"""
    mission = mission_of(state)
    target = state.target
    formation = is_formation(state, target >> 2)
    mission.return_fire = NONE
    if not state.drawn and (formation or target & 1):
        state.drawn = True
        if formation:
            draw(state, target, turret_cards(state, target, mission.oblique))
            mission.mini_hand = len(state.hands[target])
        else:
            draw(state, target, defensive_cards(state, target, state.attacker))
    if not (formation or mission.escorted) and is_light_bomber(state, target >> 2):
        _ask_escorts(state)
    else:
        _ask_first(state)


def _ask_first(state: State) -> None:
    """Ask the escort that stands between, else the aircraft attacked. [SUP 20.3.1]"""
    mission = mission_of(state)
    if mission.escort != NONE and _free(state, mission.escort, state.altitude[state.target >> 2]):
        state.defender = 4 * mission.escort
        open_respond(state, state.defender)
    else:
        ask_target(state)


def ask_target(state: State) -> None:
    """No escort negates the Attack card: the aircraft attacked answers it, a Leader from a hand that he now sees."""
    state.defender = state.target
    state.last = state.attack
    see_hand(state, state.target)
    open_respond(state, state.target)


def see_hand(state: State, craft: int) -> None:
    """Turn up the hand of a Loaded Leader whom an Attack card reaches. [WBY 18.1d]"""
    mission = state.mission
    if mission is not None and not craft & 3 and mission.face_down >> (craft >> 2) & 1:
        turn_up(state, craft >> 2)


def shielded(state: State) -> bool:
    """Whether the chain of responses runs between the attacker and an escort. [SUP 20.3.1]"""
    mission = state.mission
    return (
        mission is not None
        and mission.interrupted == NONE
        and state.defender >> 2 != state.target >> 2
        and state.attack not in (CLOUDS, VERTICAL_ROLL)
    )


def escort_answers(state: State) -> None:
    """Note that an escort has answered a card: of the next ones of this attack it is not asked. [SUP 20.3]"""
    mission = mission_of(state)
    mission.intervened |= 1 << (state.defender >> 2)
    mission.escort = NONE


def turret_answers(state: State, action: int) -> None:
    """A Formation aircraft answers with a card of its mini-hand. [SUP 20.5.2, 20.5.3, 20.5.5]

    Of several with one face it keeps the one whose symbol it could still use.
    """
    mission = mission_of(state)
    craft = state.actor
    face = FACE_PLAYED[action]
    symbol = spoiling(state, craft)
    wanted = action in IS_SPOILED
    hand = state.hands[craft]
    copies = [card for card in hand if FACE[card] == face]
    card = next((card for card in copies if symbol[card] == wanted), copies[0])
    hand.remove(card)
    state.discards[craft >> SIDE_OF_CRAFT].append(card)
    if len(copies) == 1:
        state.masks[craft] &= ~(1 << face)
    if action in IS_RETURN_FIRE:
        mission.return_fire = face
    elif state.last != face and not wanted:
        state.markers[craft] &= ~EVASIVE_MARKER


def strike_back(state: State) -> bool:
    """Apply return fire that stands, if there is any; whether the attacker is lost by it. [SUP 20.5.3]

    That the attack fails is said here alone: of any other the answer says it.
    """
    mission = mission_of(state)
    face = mission.return_fire
    if face == NONE:
        return False
    mission.return_fire = NONE
    state.log.append(event(STOPPED))
    return fire(state, state.defender, state.attacker, face, True)


# The escort's counter-attack


def negate(state: State) -> None:
    """The escort's side played last: the Attack card is negated, and the escort may attack. [SUP 20.3.1-2]"""
    mission = mission_of(state)
    mission.escort = state.defender >> 2
    mission.interrupted = state.attacker
    state.log.append(event(NEGATED, state.attacker, state.attack, mission.escort))
    open_counter(state)


def open_counter(state: State) -> None:
    """The escort's plays at the attacker, as a Neutral Leader's; at a Wingman only fire. [SUP 20.3.2]"""
    mission = mission_of(state)
    craft = 4 * mission.escort
    target = mission.interrupted
    mask = playable(state, craft)
    left = state.sheet(craft).limits[NEUTRAL]
    allowed = FIRE[left]
    if not target & 1 and state.positions[target >> 2] >= NEUTRAL:
        allowed |= MOVES[NEUTRAL]
    choices = plays(target, mask & allowed)
    if mask & HEAVY_GUN and BURSTS[IMS_HEAVY_GUN] <= left:
        choices += heavy_gun_plays(target, mask)
    state.choices = (*choices, END)
    state.kind = COUNTER
    state.actor = craft
