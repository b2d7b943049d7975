"""The hands and mini-hands of a view, and what stands on the cards. [WWI Leader Attack, Your Wingmen, The Cards]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.core.board import Card
from engine.core.game import Document
from engine.flames.board import Held, answering, counted, printed
from engine.wwi.cards import (
    ANSWERS,
    BURSTS,
    COLOUR,
    EFFECT,
    ENGINE,
    FACES,
    FUEL_TANK,
    HITS,
    IMMELMANN,
    JAMS,
    MANEUVER,
    NAMES,
    ON_FIRE,
    SIDE_SLIP,
    TAIL,
    VERTICAL_ROLL,
    WING,
    WOUNDED,
)
from engine.wwi.tables import IMMELMANN_STEPS, MANEUVER_STEPS, WOUND

_DEEDS: Final = {
    MANEUVER: ("Better a Leader’s position by one", "At a Wingman: 1 Burst more, or fire"),
    IMMELMANN: ("Better a Leader’s position by two", "At a Wingman: 2 Bursts more, or fire"),
    SIDE_SLIP: ("Turn the tables on who is Advantaged", "At a Wingman: draw a card"),
    VERTICAL_ROLL: ("Climb or dive", "At a Wingman: draw a card"),
}
_EFFECTS: Final = {
    FUEL_TANK: "Destroys the aircraft",
    WOUNDED: f"The pilot discards {counted(WOUND, 'card')}",
    ON_FIRE: "Sets it on fire",
    WING: "A Hit at each change of altitude",
    ENGINE: "Takes Horsepower, or Attack",
    TAIL: "Takes Performance, or Response",
}
_STEPS: Final = {MANEUVER: MANEUVER_STEPS, IMMELMANN: IMMELMANN_STEPS}


def _figure(face: int) -> str:
    if not BURSTS[face]:
        return f"+{_STEPS[face]}" if face in _STEPS else ""
    bursts = counted(BURSTS[face], "Burst")
    return f"{bursts}, {counted(HITS[face], 'Hit')}" if HITS[face] else bursts


def _lines(face: int) -> tuple[str, ...]:
    said: list[str] = []
    if EFFECT[face]:
        said.append(_EFFECTS[EFFECT[face]])
    if JAMS[face]:
        said.append("May jam the guns")
    said += _DEEDS.get(face, ())
    if COLOUR[face] != "red":
        said += answering(face, ANSWERS[: len(FACES)], NAMES[: len(FACES)])
    return tuple(said)


CARDS: Final[Mapping[str, Card]] = printed(
    FACES, NAMES, [*map(_figure, range(len(FACES)))], [*map(_lines, range(len(FACES)))]
)


def seat_called(seat: str) -> str:
    """``Leader``, ``Wingman 2``."""
    return seat.replace("-", " ").capitalize()


def held(view: Document, units: Mapping[str, Document]) -> Iterator[Held]:
    """Each hand of these units. Whose cards the decision is about goes by the unit's name alone, else a Leader."""
    now = str((view.get("pending") or {}).get("actor") or "")
    for name, unit in units.items():
        another = now.startswith(f"{name} ") and now != f"{name} leader"
        yield Held(f"{name} leader" if another else name, unit["title"], unit["side"], unit["hand"])
        for number, wingman in enumerate(unit["wingmen"], 1):
            craft = f"{name} wingman-{number}"
            if "mini_hand" in wingman:
                title = f"{unit['title']}, {seat_called(craft.partition(' ')[2])}"
                yield Held(name if now == craft else craft, title, unit["side"], wingman["mini_hand"])
