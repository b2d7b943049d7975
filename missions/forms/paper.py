"""The forms that bring a campaign in from paper: the weather of its next period, its next mission."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import QueryDict

from campaigns.packs.schema import MissionDefinition, Stage
from campaigns.selectors.standings import is_under_way
from campaigns.sequence import draws
from campaigns.sequence.steps import stage_under_way
from campaigns.standing import Standing
from config.common.forms import HouseForm, choice_field, day_field


class PaperPeriodForm(HouseForm):
    """The next period. A stage without weather asks nothing."""

    weather = choice_field(
        "What was the weather?",
        missing="Say what the weather was.",
        wrong="There is no such weather in this stage. Choose another.",
    )

    def __init__(self, standing: Standing, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.number = len(standing.periods) + 1
        stage, _ = standing.pack.stage_of_period(self.number)
        if stage.weather:
            titles = [(line.title, line.title) for line in stage.weather]
            self.set_choices("weather", [("", "Choose"), *titles])
        else:
            del self.fields["weather"]


class PaperMissionForm(HouseForm):
    """The next mission: which of those that its stage may still fly, and when."""

    mission = choice_field(
        "Which mission was it?",
        missing="Choose the mission.",
        wrong="This Mission cannot be the next. Choose another.",
    )
    date = day_field("When was it flown?", missing="Give the day.", wrong="Give the day as 1941-04-16.")

    def __init__(self, standing: Standing, stage: Stage, data: QueryDict | None = None) -> None:
        pack = standing.pack
        first, last = draws.days_of(stage, standing)
        super().__init__(data, initial={"date": draws.next_day(stage, standing)})
        self.first, self.last = first, last
        keys = dict.fromkeys(draws.open_missions(pack, standing, stage))
        self.set_choices("mission", _titles((key, pack.mission(key)) for key in keys))
        self.fields["date"].widget.attrs |= {"min": first.isoformat(), "max": last.isoformat()}


def _titles(missions: Iterable[tuple[str, MissionDefinition]]) -> Iterator[tuple[str, str]]:
    """With the place of those that are not called after it."""
    yield "", "Choose"
    for key, mission in missions:
        yield key, mission.title if mission.place in mission.title else f"{mission.title}, {mission.place}"


def next_form(standing: Standing, data: QueryDict | None = None) -> PaperPeriodForm | PaperMissionForm | None:
    """What is entered next; ``None`` while a mission is under way, and when the campaign is over."""
    stage = stage_under_way(standing.pack, standing)
    if standing.is_over or stage is None or is_under_way(standing):
        return None
    if standing.pack.has_periods and (standing.period is None or standing.period.is_over):
        return PaperPeriodForm(standing, data)
    return PaperMissionForm(standing, stage, data)
