"""What is asked after a battle beyond what became of each aircraft, and how a game answers it.

Whoever tells a battle that was fought at the table answers; the report of a game has the answers with it. Only what
gives points is asked: how the battle began where the dice say it, whether all got above it, how often targets were
strafed. [A20 Advantaged Position, Battle of Britain]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.angels.aircraft import Aircraft
from engine.angels.setup import SITUATIONS, Plan
from engine.angels.situations import TITLES, situation
from engine.angels.state import State
from engine.angels.terms import SIDE_OF
from engine.angels.victory import REASON, Conditions, climbed, counted
from engine.core.forms import Option, Question
from engine.core.game import SIDE_NAMES, SIDES
from engine.core.report import Answer

BEGINNING: Final = "beginning"
NO_BONUS: Final = "even"
CLIMBED: Final = "climbed"


def answers(state: State) -> dict[str, Answer]:
    """What a game that is over says to every question that its conditions may ask."""
    found: dict[str, Answer] = {}
    conditions = state.conditions
    if state.situation:
        found[BEGINNING] = beginning(state.situation, state.advantage)
    if conditions.scenario == "interceptors":
        found[CLIMBED] = climbed(conditions, state)
    for side in strafers(conditions, dict(_cards(state))):
        found[strafed(side)] = sum(reason == REASON["strafing"] and of == side for of, _, reason, _ in state.awards)
    return found


def questions(plan: Plan) -> Iterator[Question]:
    """What is asked after a battle that began with this plan."""
    conditions = plan.conditions
    beginnings = _beginnings(plan)
    if len(beginnings) > 1:
        yield Question(
            BEGINNING,
            "How the battle began",
            "choice",
            default=None,
            options=tuple(Option(value, label) for value, label in beginnings.items()),
            help="By the dice before it: where the flights met, and who had the advantage.",
        )
    if conditions.scenario == "interceptors":
        side = SIDE_NAMES[SIDES[conditions.side]]
        yield Question(
            CLIMBED,
            f"At the end all {side} aircraft were undamaged at altitude {conditions.altitude} or higher",
            "switch",
            default=False,
        )
    for of, flying in strafers(conditions, plan.flown).items():
        names = " or ".join(dict.fromkeys(plan.flown[who].name for who in flying))
        yield Question(
            strafed(of),
            f"Targets strafed by the {names}",
            "number",
            default=0,
            most=plan.options.turns * len(flying),
            help=(
                f"Turns that it ended at altitude {conditions.altitude} or lower without a difficult maneuver, "
                f"{counted(conditions.strafing)} each."
            ),
        )


def begun(plan: Plan, told: Mapping[str, Answer]) -> tuple[int, int]:
    """Situation and advantage, the first 0 where they give nobody points or are not known."""
    beginnings = _beginnings(plan)
    only = next(iter(beginnings)) if len(beginnings) == 1 else NO_BONUS
    number, _, side = str(told.get(BEGINNING, only)).partition("-")
    return (int(number), SIDES.index(side)) if side else (0, 0)


def beginning(number: int, advantage: int) -> str:
    """How a battle began that gives somebody points beforehand, as an answer: ``4-axis``, else ``even``."""
    return f"{number}-{SIDES[advantage]}" if situation(number).bonus else NO_BONUS


def strafed(side: int) -> str:
    """The name of the question after the targets that a side has strafed."""
    return f"strafed-{SIDES[side]}"


def strafers(conditions: Conditions, flown: Mapping[int, Aircraft]) -> dict[int, tuple[int, ...]]:
    """By side: the aircraft that score by strafing."""
    if conditions.scenario != "schnellbomber" or not conditions.strafing:
        return {}
    flying = [who for who in conditions.units if who in flown]
    sides = sorted({who >> SIDE_OF for who in flying})
    return {side: tuple(who for who in flying if who >> SIDE_OF == side) for side in sides}


def _beginnings(plan: Plan) -> dict[str, str]:
    """The beginnings that give different points, in words; none where each aircraft has its place."""
    if plan.situation is None or len(plan.places) == len(plan.flown):
        return {}
    found: dict[str, str] = {}
    for number in SITUATIONS if plan.situation == 0 else (plan.situation,):
        for side in range(len(SIDES)) if plan.advantage is None else (plan.advantage,):
            value = beginning(number, side)
            if value != NO_BONUS:
                points = f"{counted(situation(number).bonus)} to the {SIDE_NAMES[SIDES[1 - side]]} side"
                found[value] = f"{TITLES[number]}, the {SIDE_NAMES[SIDES[side]]} side at an advantage: {points}"
            elif value not in found:
                found[value] = TITLES[number]
            elif TITLES[number].lower() not in found[value].lower().split(", "):
                found[value] += f", {TITLES[number].lower()}"
    return found


def _cards(state: State) -> Iterator[tuple[int, Aircraft]]:
    return ((who, state.sheets[who].aircraft) for who in state.present)
