"""The hands and mini-hands of a view. [WBY 4.6.1, 10.1, 18.1d, SUP 20.5.1]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.core.board import Card
from engine.core.game import Document
from engine.flames.board import Held, answering, counted, printed
from engine.wildblue.board.units import flying, seat_in_words
from engine.wildblue.cards import (
    ANSWERS,
    BURSTS,
    CLOUDS,
    COLOUR,
    FACES,
    FULL_THROTTLE,
    HITS,
    IMS_COCKPIT,
    IMS_ENGINE,
    IMS_FUEL,
    NAMES,
    SCISSORS,
    VERTICAL_ROLL,
)
from engine.wildblue.tables import ENGINE_HITS, STEPS, WINGMAN_BURSTS

_IN_WORDS: Final = ("", "one", "two", "three")
_DEEDS: Final = {
    VERTICAL_ROLL: ("Climb or dive in the Leader Step",),
    CLOUDS: ("Hide in the Clouds and be Neutral",),
    IMS_COCKPIT: ("Leaves a Cockpit Hit",),
    IMS_ENGINE: ("Destroys who has a single engine", f"{counted(ENGINE_HITS, 'Hit')} on who has more"),
    IMS_FUEL: ("Destroys the aircraft",),
}
_BETTERS: Final = {
    SCISSORS: "From Disadvantaged to Advantaged",
    FULL_THROTTLE: "One step back towards Neutral",
}
"""Attacks that better some positions alone. [WBY 7.3.3, 7.3.4]"""
_OWN_STEPS: Final = {"wingman-target", "wingman", "target", "attack"}
"""The decisions that a Wingman takes in his own step."""


def _figure(face: int) -> str:
    if not BURSTS[face]:
        return f"+{STEPS[face]}" if STEPS[face] else ""
    bursts = counted(BURSTS[face], "Burst")
    return f"{bursts}, {counted(HITS[face], 'Hit')}" if HITS[face] else bursts


def _lines(face: int) -> tuple[str, ...]:
    """What a card does when it attacks besides its figure, and what it answers. [WBY 6.2, 7.3, 8.2.2, 9.3, 10.6.2]"""
    said: list[str] = []
    if STEPS[face]:
        said.append(_BETTERS.get(face) or f"Better your position by {_IN_WORDS[STEPS[face]]}")
    if WINGMAN_BURSTS[face]:
        said.append(f"At a Wingman: {counted(WINGMAN_BURSTS[face], 'Burst')} more")
    said += _DEEDS.get(face, ())
    if COLOUR[face] != "red":
        said += answering(face, ANSWERS[: len(FACES)], NAMES)
    return tuple(said)


CARDS: Final[Mapping[str, Card]] = printed(
    FACES, NAMES, [*map(_figure, range(len(FACES)))], [*map(_lines, range(len(FACES)))]
)


def deciding(view: Document) -> str:
    """The aircraft whose cards the open decision is about: ``axis-1 wingman``; empty where there is none."""
    decision = view.get("decision")
    if not decision or not decision["unit"]:
        return ""
    unit = str(decision["unit"])
    attack = view.get("attack")
    if attack and decision["kind"] == "respond":
        named = (each for each in (attack["by"], attack["at"]) if each and each.startswith(f"{unit} "))
        return next(named, f"{unit} leader")
    in_step = decision["kind"] in _OWN_STEPS and view["step"].startswith("wingman")
    return f"{unit} wingman" if in_step else f"{unit} leader"


def held(view: Document, units: Mapping[str, Document], names: Mapping[str, str]) -> Iterator[Held]:
    """Each hand of these units. Whose cards the decision is about goes by the unit's name alone, else a Leader."""
    now = deciding(view)
    for name, unit in units.items():
        another = now.startswith(f"{name} ") and now != f"{name} leader"
        if "formation" not in unit and "hand" in unit:
            key = f"{name} leader" if another else name
            title = _with_man(names[name], flying(unit).get("leader"))
            yield Held(key, title, unit["side"], unit["hand"], bool(unit.get("face_down")))
        for seat, aircraft in flying(unit).items():
            craft = f"{name} {seat}"
            if "mini_hand" in aircraft:
                called = _with_man(f"{names[name]}, {seat_in_words(seat)}", aircraft)
                yield Held(name if now == craft else craft, called, unit["side"], aircraft["mini_hand"])


def _with_man(title: str, aircraft: Document | None) -> str:
    """The log calls who has a name by that alone: so whose cards these are is said with it."""
    return f"{title} ({aircraft['pilot']})" if aircraft and aircraft.get("pilot") else title
