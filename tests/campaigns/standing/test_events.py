"""Events of a space, of a date and of another event, and what they give and take. [SUP 27.8]"""

from __future__ import annotations

from campaigns.standing import questions
from campaigns.standing.words import airman_state
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import FUEL, weeks
from tests.engine.rules import rule

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
