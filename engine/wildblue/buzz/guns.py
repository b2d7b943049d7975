"""What is fired at flying bombs, by fighters and by the guns on the coast. [SUP 28; WBY 9.3]"""

from __future__ import annotations

from engine.core.game import SIDES
from engine.wildblue.buzz.state import (
    BOMB_HIT,
    BOMB_LOST,
    BY_GUNS,
    FOR_BLAST,
    FOR_GUNS,
    BuzzState,
    belt_of,
)
from engine.wildblue.buzz.terms import DAMAGE, DOWN, GUNS
from engine.wildblue.cards import FACE, FIRST_FIRING, HITS, IMS, IMS_ENGINE, IMS_FUEL, SPOILED
from engine.wildblue.damage import hit
from engine.wildblue.hands import show
from engine.wildblue.state import NONE, event

ALLIED, AXIS = range(len(SIDES))


def hit_bomb(state: BuzzState, bomb: int, face: int, by: int, plus: int = 0) -> bool:
    """Inflict the Hits of a firing card on a flying bomb; whether it is destroyed. [WBY 9.3.4-9.3.6]

    ``by`` is the craft of take-off of who fired, or ``BY_GUNS``; ``plus`` are the Hits that his cannon add.
    """
    week = state.week
    destroyed = face in (IMS_ENGINE, IMS_FUEL)
    if not destroyed:
        hits = HITS[face] + plus
        week.hits[bomb] += hits
        state.log.append(event(BOMB_HIT, bomb, hits, min(week.hits[bomb], 255)))
        destroyed = week.hits[bomb] >= DAMAGE
    if destroyed:
        week.fates[bomb] = DOWN
        week.downed_by[bomb] = by
        state.log.append(event(BOMB_LOST, bomb, by))
    return destroyed


def blast(state: BuzzState, craft: int, face: int) -> None:
    """A flying bomb blows up before the guns of who shot it down, if he was close and has no luck. [SUP 28]

    ``face`` is that of the card that he played: its printed Hits are inflicted, and those that the week adds.
    """
    if not IMS >> face & 1 or state.bonus < state.week.blast["closest"]:
        return
    card = show(state, AXIS, state.who[craft], FOR_BLAST)
    if card >= 0 and SPOILED[card] and HITS[face]:
        hit(state, craft, face, NONE, hits=HITS[face] + state.week.blast["blast"])


def fire_guns(state: BuzzState) -> None:
    """The guns fire once at each flying bomb, as Target Flak, before it leaves them. [SUP 28, 22.2]"""
    week = state.week
    for bomb in week.over(GUNS, state.turn):
        if belt_of(bomb, state.turn + 1) == GUNS:
            continue
        cards = [show(state, ALLIED, bomb, FOR_GUNS) for _ in range(week.gun_cards)]
        for card in cards:
            if card >= 0 and FACE[card] >= FIRST_FIRING and hit_bomb(state, bomb, FACE[card], BY_GUNS):
                break
