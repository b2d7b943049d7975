"""Periods: their weather and caps, when they are over, and what belongs to them. [SUP 27.1, 27.3]"""

from __future__ import annotations

import datetime

import pytest

from campaigns.standing import questions
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import CLEAR, weeks
from tests.engine.rules import rule


@rule("SUP 27.1")
@pytest.mark.parametrize(
    ("weather", "cap", "missions"), [("Clear", None, 2), ("Haze", 2, 2), ("Dust", None, 1), ("Storm", 0, 0)]
)
def test_the_weather_caps_the_units_and_the_missions_of_a_period(weather: str, cap: int | None, missions: int) -> None:
    journal = Journal(weeks(weather=CLEAR))
    journal.period(1, weather)
    period = journal.standing.period
    assert period is not None
    assert period.weather is not None
    assert period.weather.title == weather
    assert (period.caps, period.missions) == ({"allied": cap, "axis": cap}, missions)


@rule("SUP 27.1")
def test_a_period_in_which_nobody_can_fly_is_over_as_it_begins() -> None:
    journal = Journal(weeks(weather=CLEAR, periods=1))
    journal.period(1, "Storm")
    assert journal.standing.is_over
    assert questions.missions_left(journal.standing) == 0


@rule("SUP 27.1", "SUP 27.8")
@pytest.mark.parametrize(("weather", "allied", "axis"), [("Clear", 1, None), ("Haze", 1, 2), ("Storm", 0, 0)])
def test_an_event_takes_units_off_the_cap_of_the_period_that_it_begins_with(
    weather: str, allied: int | None, axis: int | None
) -> None:
    event = """
[events.fog]
title = "Fog at the port"
text = "Nobody sees the runway."
date = 1941-04-21
gives = [{ effect = "cap", side = "allied", amount = -1 }]
"""
    journal = Journal(weeks(event, weather=CLEAR))
    journal.period(1, "Haze")
    assert journal.standing.periods[0].caps == {"allied": 2, "axis": 2}
    journal.period(2, weather)
    journal.period(3, "Haze")
    standing = journal.standing
    assert standing.periods[1].caps == {"allied": allied, "axis": axis}, "without a cap: one less than a mission has"
    assert standing.periods[2].caps == {"allied": 2, "axis": 2}, "it lasts for one period"


@rule("SUP 27.1", "SUP 27.8")
def test_an_event_of_the_track_counts_for_the_cap_of_the_next_period() -> None:
    event = """
[events.wire]
title = "The wire is cut"
text = "They fly more."
space = 4
gives = [{ effect = "cap", side = "axis", amount = 1 }]
"""
    journal = Journal(weeks(event, weather=CLEAR))
    journal.period(1, "Haze")
    journal.fly(1, period=1, axis=5)
    assert journal.standing.periods[0].caps["axis"] == 2
    journal.period(2, "Haze")
    assert journal.standing.periods[1].caps == {"allied": 2, "axis": 3}
    grounded = Journal(weeks(event, weather=CLEAR))
    grounded.period(1, "Haze")
    grounded.fly(1, period=1, axis=5)
    grounded.period(2, "Storm")
    assert grounded.standing.periods[1].caps == {"allied": 0, "axis": 0}, "in a storm nobody flies all the same"


@rule("SUP 27.3")
def test_a_period_is_over_when_its_missions_have_been_flown_void_ones_not_counted() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.fly(1, period=1)
    journal.draw(2, period=1, key="crossroads")
    journal.add("voided", {"reason": "We forgot the flak"}, mission=2)
    standing = journal.standing
    assert questions.missions_left(standing) == 7
    assert standing.period is not None
    assert not standing.period.is_over
    journal.fly(3, period=1)
    standing = journal.standing
    assert standing.period is not None
    assert standing.period.is_over
    assert standing.period.flown == [1, 3]


def test_a_mission_belongs_to_the_day_and_period_that_it_was_drawn_in() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.draw(1, period=1, date="1941-04-16")
    standing = journal.standing
    assert standing.period is not None
    assert standing.period.first == datetime.date(1941, 4, 14)
    assert (standing.missions[1].period, standing.missions[1].date) == (1, "1941-04-16")
