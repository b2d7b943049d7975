"""A week of flying bombs at the table: how many came, and who shot down how many. [SUP 28]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from config.common.refusals import Refusal
from engine.core.report import AircraftReport
from engine.core.table_sheet import FlyingBombs
from missions.results.questionnaire import Questionnaire


def with_bombs(
    fighters: Sequence[AircraftReport],
    asked: Questionnaire,
    bombs: FlyingBombs,
    downed: Mapping[str, int],
    wave: int,
    by_guns: int,
) -> tuple[AircraftReport, ...]:
    """The fighters with their victories, then the flying bombs, numbered as they are told.

    ``downed``: how many each aircraft (by its key) shot down. Refuses more than came.
    """
    if not 1 <= wave <= bombs.most:
        raise Refusal(f"Between 1 and {bombs.most} flying bombs come in a week.", "wave")
    if not 0 <= by_guns <= wave:
        raise Refusal(f"The guns shot down 0 to {wave} of them.", "by_guns")
    for key, count in downed.items():
        if not 0 <= count <= wave:
            raise Refusal(f"It shot down 0 to {wave} of them.", f"aircraft.{key}.bombs")
    fallen = sum(downed.values()) + by_guns
    if fallen > wave:
        raise Refusal(f"{fallen} are said to have been shot down, and {wave} came.", "wave")
    causes = [f"by {line.label}" for line in asked.lines]
    return bombs.told(fighters, [downed[line.key] for line in asked.lines], causes, wave, by_guns)
