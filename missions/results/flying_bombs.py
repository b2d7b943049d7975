"""A week of flying bombs at the table: how many came, and who shot down how many. [SUP 28]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from config.common.refusals import Refusal
from engine.core.report import AircraftReport, Kill
from engine.wildblue.buzz.events import BOMB_ROLE
from engine.wildblue.buzz.scoring import BLAST, NO_SEAT
from engine.wildblue.buzz.scoring import GUNS as BY_GUNS
from engine.wildblue.buzz.terms import AIRCRAFT, AIRCRAFT_CLASS, BOMBS, MOST_BOMBS
from missions.results.questionnaire import Questionnaire


def with_bombs(
    fighters: Sequence[AircraftReport], asked: Questionnaire, downed: Mapping[str, int], wave: int, by_guns: int
) -> tuple[AircraftReport, ...]:
    """The fighters with their victories, then the flying bombs, numbered as they are told.

    ``downed``: how many each aircraft (by its key) shot down. Refuses more than came.
    """
    if not 1 <= wave <= MOST_BOMBS:
        raise Refusal(f"Between 1 and {MOST_BOMBS} flying bombs come in a week.", "wave")
    if not 0 <= by_guns <= wave:
        raise Refusal(f"The guns shot down 0 to {wave} of them.", "by_guns")
    for key, count in downed.items():
        if not 0 <= count <= wave:
            raise Refusal(f"It shot down 0 to {wave} of them.", f"aircraft.{key}.bombs")
    fallen = sum(downed.values()) + by_guns
    if fallen > wave:
        raise Refusal(f"{fallen} are said to have been shot down, and {wave} came.", "wave")
    causes = {line.key: f"by {line.label}" for line in asked.lines}
    names = iter(BOMBS)
    credited: list[AircraftReport] = []
    bombs: list[AircraftReport] = []
    for fighter in fighters:
        key = f"{fighter.unit} {fighter.seat}"
        own = list(_fallen(names, downed[key], causes[key]))
        bombs += own
        cause = BLAST if fighter.status != "undamaged" else ""
        credited.append(replace(fighter, cause=cause, kills=tuple(Kill(each.unit, NO_SEAT, AIRCRAFT) for each in own)))
    bombs += _fallen(names, by_guns, BY_GUNS)
    bombs += (replace(_bomb(next(names)), exit="through") for _ in range(wave - fallen))
    return (*credited, *bombs)


def _fallen(names: Iterator[str], count: int, cause: str) -> Iterator[AircraftReport]:
    for _ in range(count):
        yield replace(_bomb(next(names)), status="destroyed", cause=cause)


def _bomb(name: str) -> AircraftReport:
    return AircraftReport(
        side="axis",
        unit=name,
        seat=NO_SEAT,
        aircraft=AIRCRAFT,
        aircraft_class=AIRCRAFT_CLASS,
        status="undamaged",
        role=BOMB_ROLE,
    )
