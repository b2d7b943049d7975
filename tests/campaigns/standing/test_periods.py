"""Periods: weather and caps, replacements and repairs, the marker, events, stocks. [SUP 27]"""

from __future__ import annotations

import datetime

import pytest

from campaigns.standing import questions
from campaigns.standing.words import airman_state
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import BOMBERS, CLEAR, FIGHTERS, JAGD, TRACK, weeks
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


REPLACEMENTS = """
[[replacements]]
squadron = "fighters"
every = 2
aircraft = 1
pilots = 1
green = 1
[[replacements]]
squadron = "jagd"
date = 1941-04-24
aircraft = 2
"""


@rule("SUP 27.2")
def test_replacements_come_every_so_many_periods_from_the_second_one_on() -> None:
    journal = Journal(weeks(REPLACEMENTS))
    delivered = []
    for number in (1, 2, 3, 4):
        journal.period(number)
        delivered.append([each.code for each in questions.serviceable(journal.standing, "fighters")][4:])
    assert delivered == [[], ["FF-E"], ["FF-E"], ["FF-E", "FF-F"]]
    newest = journal.standing.airmen[journal.pilot("Fighters 6")]
    assert (newest.status, newest.is_green) == ("fit", True)


@rule("SUP 27.2")
def test_dated_replacements_come_with_the_first_period_that_begins_on_their_day_or_later() -> None:
    journal = Journal(weeks(REPLACEMENTS))
    journal.period(1)
    journal.period(2)
    assert "JS-E" not in journal.standing.airframes
    journal.period(3)
    assert journal.standing.airframes["JS-E"].status == "serviceable"
    assert [happening.what for happening in journal.standing.airframes["JS-F"].life] == ["delivered"]


@rule("SUP 27.2")
def test_men_of_a_replacement_are_away_until_it_comes() -> None:
    journal = Journal(weeks(REPLACEMENTS))
    journal.period(1)
    airman = journal.standing.airmen[journal.pilot("Fighters 5")]
    assert airman.status == "away"
    assert airman not in questions.airmen(journal.standing, "fighters")
    journal.period(2)
    assert journal.standing.airmen[airman.pk].status == "fit"


@rule("SUP 27.2")
def test_a_squadron_that_gets_another_type_gives_its_old_aircraft_back() -> None:
    more = """
[[replacements]]
squadron = "fighters"
every = 1
aircraft = 1
[[replacements]]
squadron = "fighters"
date = 1941-04-21
type = "hurricane-iia"
aircraft = 2
"""
    journal = Journal(weeks(more))
    journal.period(1)
    journal.period(2)
    standing = journal.standing
    assert standing.squadrons["fighters"].aircraft == "hurricane-iia"
    assert {each.code: each.aircraft for each in questions.serviceable(standing, "fighters")} == {
        "FF-H": "hurricane-iia",
        "FF-I": "hurricane-iia",
        "FF-E": "hurricane-iia",
    }, "what comes on the same day is of the new type"
    assert standing.airframes["FF-A"].status == "withdrawn"


@rule("SUP 27.2")
def test_a_squadron_joins_on_its_first_day_and_leaves_after_its_last() -> None:
    later = BOMBERS.replace("strength = 3", "strength = 3\nfirst = 1941-04-20\nlast = 1941-04-28")
    journal = Journal(weeks(squadrons=FIGHTERS + later + JAGD))
    there = []
    for number in (1, 2, 3, 4):
        journal.period(number)
        standing = journal.standing
        there.append((standing.squadrons["bombers"].status, len(questions.serviceable(standing, "bombers"))))
    assert there == [("away", 0), ("present", 3), ("present", 3), ("withdrawn", 0)]
    assert standing.airframes["FB-A"].status == "withdrawn"
    assert questions.fit(standing, "bombers") == []


@rule("SUP 27.2")
def test_replacements_that_are_due_before_their_squadron_joins_wait_for_it() -> None:
    later = BOMBERS.replace("strength = 3", "strength = 3\nfirst = 1941-05-05")
    more = """
[[replacements]]
squadron = "bombers"
date = 1941-04-16
aircraft = 2
pilots = 2
[events.convoy]
title = "A convoy"
text = "A ship came in."
date = 1941-04-21
gives = [{ effect = "deliver", squadron = "bombers", aircraft = 1 }]
"""
    journal = Journal(weeks(more, squadrons=FIGHTERS + later + JAGD))
    for number in (1, 2, 3):
        journal.period(number)
    assert not any(code.startswith("FB") for code in journal.standing.airframes)
    assert questions.fit(journal.standing, "bombers") == []
    journal.period(4)
    ready = [each.code for each in questions.serviceable(journal.standing, "bombers")]
    assert ready == ["FB-A", "FB-B", "FB-C", "FB-D", "FB-E", "FB-F"]
    assert len(questions.fit(journal.standing, "bombers")) == 5


@rule("SUP 27.2")
def test_a_type_that_is_due_before_its_squadron_joins_is_what_it_flies_when_it_does() -> None:
    later = BOMBERS.replace("strength = 3", "strength = 3\nfirst = 1941-05-05")
    more = """
[[replacements]]
squadron = "bombers"
date = 1941-04-16
type = "maryland-i"
aircraft = 2
"""
    journal = Journal(weeks(more, squadrons=FIGHTERS + later + JAGD))
    for number in (1, 2, 3, 4):
        journal.period(number)
    assert journal.standing.squadrons["bombers"].aircraft == "maryland-i"
    assert [each.code for each in questions.serviceable(journal.standing, "bombers")] == ["FB-D", "FB-E"]


@rule("SUP 27.2", "SUP 27.6")
@pytest.mark.parametrize(
    ("role", "straggler_turns", "back"), [("fighter", 0, 3), ("striker", 0, 3), ("striker", 1, 4), ("escort", 1, 3)]
)
def test_a_damaged_aircraft_is_under_repair_for_a_period_or_two_as_a_straggler(
    role: str, straggler_turns: int, back: int
) -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 1", "damaged", role=role)
    journal.debrief(1, duration=(3, 1, 2, straggler_turns))
    assert (journal.standing.airframes["FF-A"].status, journal.standing.airframes["FF-A"].back) == ("repair", back)
    statuses = []
    for number in (2, 3, 4):
        journal.period(number)
        statuses.append(journal.standing.airframes["FF-A"].status)
    assert statuses == ["repair" if number < back else "serviceable" for number in (2, 3, 4)]


@rule("SUP 27.6")
def test_a_destroyed_aircraft_leaves_the_pool_for_good() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.debrief(1)
    for number in (2, 3, 4):
        journal.period(number)
    airframe = journal.standing.airframes["FF-A"]
    assert airframe.status == "lost"
    assert airframe.life[-1].text == "lost in mission 1, The wire (a burst of fire)"
    assert airframe.life[-2].text == "flown by Fighters 1 in mission 1, did not come home"
    assert [each.code for each in questions.serviceable(journal.standing, "fighters")] == ["FF-B", "FF-C", "FF-D"]


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


FUEL = """
[stocks.allied.fuel]
title = "Petrol"
start = 10
most = 12
income = 3
"""


@rule("SUP 27.6")
def test_fuel_falls_by_one_a_unit_by_two_with_drop_tanks_and_three_a_formation() -> None:
    journal = Journal(weeks(FUEL))
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", unit="allied-1")
    journal.sortie(1, "FF-B", unit="allied-1", seat="wingman")
    assert journal.standing.stocks["allied"]["fuel"] == 9, "an Element is one unit"
    journal.sortie(1, "FF-C", unit="allied-2", load=["drop-tanks"])
    assert journal.standing.stocks["allied"]["fuel"] == 7
    for seat in "12":
        journal.sortie(1, f"FB-{'AB'[int(seat) - 1]}", unit="allied-3", seat=seat, **{"class": "medium-bomber"})
    assert journal.standing.stocks["allied"]["fuel"] == 4
    journal.sortie(1, "JS-A", side="axis", unit="axis-1")
    assert journal.standing.stocks == {"allied": {"fuel": 4}, "axis": {}}, "who keeps no stock pays nothing"


@rule("SUP 27.2")
def test_a_period_brings_its_income_from_the_second_one_on_as_far_as_it_can_be_stored() -> None:
    journal = Journal(weeks(FUEL))
    stocks = []
    for number in (1, 2, 3):
        journal.period(number)
        stocks.append(journal.standing.stocks["allied"]["fuel"])
    assert stocks == [10, 12, 12]


SUPPLY = """
[stocks.allied.supply]
title = "Food"
start = 2
drain = 2
"""


@rule("SUP 27 supply")
def test_cargo_fills_a_stock_that_each_period_empties() -> None:
    cargo = SUPPLY.replace("start = 2", "start = 5\ncargo = 3")
    journal = Journal(weeks(cargo, airlift=True))
    journal.period(1)
    journal.draw(1, period=1, key="airlift")
    journal.sortie(1, "TP-A", "Transports 1", cargo=2)
    journal.sortie(1, "TP-B", "Transports 2", cargo=0)
    assert journal.standing.stocks["allied"]["supply"] == 11
    journal.debrief(1)
    assert journal.standing.stocks["allied"]["supply"] == 11
    journal.fly(2, period=1)
    assert journal.standing.stocks["allied"]["supply"] == 9, "the last mission of a period ends it"
    assert journal.standing.marker == 3


@rule("SUP 27 supply")
def test_at_nothing_the_marker_moves_a_space_against_the_besieged() -> None:
    journal = Journal(weeks(SUPPLY))
    journal.period(1)
    journal.fly(1, period=1)
    assert journal.standing.marker == 3
    journal.fly(2, period=1)
    assert (journal.standing.stocks["allied"]["supply"], journal.standing.marker) == (0, 4)
    assert journal.standing.missions[2].marker == 4
    journal.period(2)
    assert journal.standing.marker == 4
    journal.period(3)
    assert journal.standing.marker == 5, "a period that was cut short ends when the next begins"
    other = Journal(weeks(SUPPLY.replace("allied", "axis")))
    other.period(1)
    other.fly(1, period=1)
    other.fly(2, period=1)
    assert other.standing.marker == 2, "against the side that starves, whichever it is"


@rule("SUP 27 supply", "SUP 27.8")
def test_an_event_of_the_space_happens_when_want_of_supplies_brings_the_marker_there() -> None:
    event = """
[events.retreat]
title = "Retreat"
text = "They give way."
space = 4
gives = [{ effect = "points", side = "axis", amount = 3 }]
"""
    journal = Journal(weeks(SUPPLY + event))
    journal.period(1)
    journal.fly(1, period=1)
    assert not journal.standing.events
    journal.fly(2, period=1)
    assert (list(journal.standing.events), journal.standing.points["axis"]) == (["retreat"], 3)


@rule("SUP 27.7")
@pytest.mark.parametrize(("margin", "spaces"), [(0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (40, 2)])
def test_the_marker_moves_by_the_margin_of_each_mission_toward_the_side_that_did_better(
    margin: int, spaces: int
) -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.fly(1, period=1, axis=10 + margin, allied=10)
    assert journal.standing.marker == 3 + spaces
    journal.fly(2, period=1, allied=margin)
    assert journal.standing.marker == 3, "and back again"
    assert [mission.marker for mission in journal.standing.missions.values()] == [3 + spaces, 3]


@rule("SUP 27.7")
def test_a_pack_may_have_moves_of_its_own() -> None:
    track = """
[progress]
toward = "allied"
start = 1
moves = [{ least = 3, spaces = 1 }, { least = 9, spaces = 2 }]
spaces = [{ title = "A" }, { title = "B" }, { title = "C" }, { title = "D" }]
"""
    text = weeks(track=track)
    for points, marker in ((2, 1), (3, 2), (9, 3)):
        journal = Journal(text)
        journal.period(1)
        journal.fly(1, period=1, allied=points)
        assert journal.standing.marker == marker


EVENTS = """
[events.forts]
title = "The forts fall"
text = "More aircraft come."
space = 4
gives = [
  { effect = "deliver", squadron = "jagd", aircraft = 1, pilots = 1 },
  { effect = "points", side = "axis", amount = 3 },
]
[events.sortie]
title = "A sortie"
text = "The garrison comes out."
after = "forts"
delay = 2
gives = [{ effect = "progress", amount = -1 }, { effect = "move", squadron = "fighters", base = "Inland" }]
[events.convoy]
title = "A convoy"
text = "It brings somebody."
date = 1941-04-24
gives = [{ effect = "withdraw", squadron = "bombers" }, { effect = "progress", side = "allied", amount = 1 }]
"""


@rule("SUP 27.8")
def test_an_event_of_a_space_happens_once_when_the_marker_comes_there() -> None:
    journal = Journal(weeks(EVENTS, missions=6))
    journal.period(1)
    assert "forts" not in journal.standing.events
    journal.fly(1, period=1, axis=5)
    standing = journal.standing
    assert standing.events == {"forts": 2}
    assert standing.points == {"allied": 0, "axis": 8}
    assert standing.airframes["JS-E"].status == "serviceable"
    assert standing.airmen[journal.pilot("Jagdstaffel 5")].status == "fit"
    journal.fly(2, period=1, allied=5)
    journal.fly(3, period=1, axis=5)
    assert journal.standing.marker == 4
    assert journal.standing.points["axis"] == 13, "it happens once"


@rule("SUP 27.8")
def test_the_marker_does_not_reach_a_space_that_it_jumps() -> None:
    journal = Journal(weeks(EVENTS))
    journal.period(1)
    journal.fly(1, period=1, axis=20)
    assert (journal.standing.marker, journal.standing.events) == (5, {})


@rule("SUP 27.8")
def test_an_event_follows_another_after_so_many_periods() -> None:
    journal = Journal(weeks(EVENTS, periods=5))
    journal.period(1)
    journal.fly(1, period=1, axis=5)
    journal.period(2)
    assert "sortie" not in journal.standing.events
    journal.period(3)
    standing = journal.standing
    assert standing.events["sortie"] == 3
    assert standing.squadrons["fighters"].base == "Inland"


@rule("SUP 27.8")
def test_an_event_of_a_date_happens_with_the_first_period_that_begins_then_or_later() -> None:
    journal = Journal(weeks(EVENTS))
    journal.period(1)
    journal.period(2)
    assert "convoy" not in journal.standing.events
    journal.period(3)
    standing = journal.standing
    assert "convoy" in standing.events
    assert standing.squadrons["bombers"].status == "withdrawn"
    assert standing.marker == 2, "in favour of the Allies is down this track"


@rule("SUP 27.8")
def test_an_event_that_moves_the_marker_may_set_off_that_of_its_space() -> None:
    more = EVENTS.replace('side = "allied", amount = 1', "amount = 1")
    journal = Journal(weeks(more))
    for number in (1, 2, 3):
        journal.period(number)
    assert journal.standing.marker == 4
    assert set(journal.standing.events) == {"convoy", "forts"}


@rule("SUP 27.8")
def test_an_event_may_withdraw_some_aircraft_and_men_the_most_flown_first() -> None:
    event = """
[events.posting]
title = "A posting"
text = "Two aircraft and a man go."
date = 1941-04-21
gives = [{ effect = "withdraw", squadron = "fighters", aircraft = 2, pilots = 1 }]
"""
    journal = Journal(weeks(event))
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-B", "Fighters 2")
    journal.sortie(1, "FF-A", "Fighters 1", "damaged")
    journal.debrief(1)
    journal.period(2)
    standing = journal.standing
    assert [standing.airframes[f"FF-{letter}"].status for letter in "ABCD"] == [
        "repair", "withdrawn", "withdrawn", "serviceable",
    ]  # fmt: skip
    assert [each.name for each in questions.fit(standing, "fighters")] == ["Fighters 2", "Fighters 3", "Fighters 4"]


@rule("SUP 27.8")
def test_an_event_changes_stocks_and_equips_a_squadron_anew() -> None:
    event = """
[events.ship]
title = "A ship"
text = "With crates."
date = 1941-04-14
gives = [
  { effect = "stock", side = "allied", stock = "fuel", amount = -4 },
  { effect = "re-equip", squadron = "fighters", type = "hurricane-iia", aircraft = 2, pilots = 1, green = 1 },
]
"""
    journal = Journal(weeks(FUEL + event))
    journal.period(1)
    standing = journal.standing
    assert standing.stocks["allied"]["fuel"] == 6
    assert [each.code for each in questions.serviceable(standing, "fighters")] == ["FF-E", "FF-F"]
    assert len(questions.fit(standing, "fighters")) == 5


@rule("SUP 27.9")
def test_the_campaign_is_over_when_the_marker_leaves_the_track() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.fly(1, period=1, axis=15)
    assert not journal.standing.is_over
    journal.fly(2, period=1, axis=15)
    standing = journal.standing
    assert (standing.marker, standing.is_off_track, standing.is_over) == (6, True, True)
    assert standing.grade.axis == "Victory"
    assert questions.missions_left(standing) == 0
    journal.period(2)
    journal.fly(3, period=2, allied=15)
    assert journal.standing.marker == 6, "it stays off"


@rule("SUP 27.9")
def test_the_campaign_is_over_when_the_last_period_has_ended_and_its_space_is_the_grade() -> None:
    journal = Journal(weeks(periods=2))
    journal.period(1)
    journal.fly(1, period=1)
    journal.fly(2, period=1)
    journal.period(2)
    journal.fly(3, period=2)
    assert not journal.standing.is_over
    journal.fly(4, period=2, axis=15)
    standing = journal.standing
    assert (standing.is_over, standing.score, standing.grade.axis) == (True, 5, "Victory")
    assert standing.points == {"allied": 0, "axis": 15}


@rule("SUP 27.9")
def test_the_grade_counts_spaces_as_the_side_of_the_victory_table_sees_them() -> None:
    track = TRACK.replace("axis", "allied").replace("start = 3", "start = 1")
    standing = Journal(weeks(track=track)).standing
    assert (standing.score, standing.grade.axis) == (5, "Victory")


def test_a_mission_belongs_to_the_day_and_period_that_it_was_drawn_in() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.draw(1, period=1, date="1941-04-16")
    standing = journal.standing
    assert standing.period is not None
    assert standing.period.first == datetime.date(1941, 4, 14)
    assert (standing.missions[1].period, standing.missions[1].date) == (1, "1941-04-16")


@rule("SUP 27.8")
def test_a_man_whom_an_event_takes_away_was_posted_and_one_who_is_to_come_is_not_there_yet() -> None:
    taken = EVENTS.replace(
        'effect = "withdraw", squadron = "bombers"', 'effect = "withdraw", squadron = "jagd", pilots = 1'
    )
    journal = Journal(weeks(taken))
    for number in (1, 2):
        journal.period(number)
    coming = journal.standing.airmen[journal.pilot("Jagdstaffel 5")]
    assert (coming.state_word, airman_state(coming)) == ("away", "not there")
    journal.period(3)
    (gone,) = [each for each in journal.standing.airmen.values() if each.has_left]
    assert (gone.squadron, gone.state_word, airman_state(gone)) == ("jagd", "posted", "posted away")
