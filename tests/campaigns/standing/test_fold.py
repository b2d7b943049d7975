"""The fold as a whole: whatever a journal says, in whatever order it comes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.standing import Folding, NewLine, compare, fold
from campaigns.standing.deliveries import deliveries
from campaigns.standing.model import Standing
from tests.campaigns.standing.journals import USUAL, Journal
from tests.campaigns.standing.packs import CLEAR, land, operation, weeks

MORE = """
[stocks.allied.fuel]
title = "Petrol"
start = 6
most = 12
income = 3
[stocks.axis.supply]
title = "Shells"
start = 3
drain = 2
income = 1
[[replacements]]
squadron = "fighters"
every = 1
aircraft = 1
pilots = 1
green = 1
[[replacements]]
squadron = "jagd"
date = 1941-04-28
type = "bf-109f-2"
aircraft = 3
[events.forts]
title = "The forts fall"
text = "More aircraft come."
space = 4
gives = [
  { effect = "deliver", squadron = "jagd", aircraft = 1, pilots = 1 },
  { effect = "cap", side = "axis", amount = -1 },
]
[events.sortie]
title = "A sortie"
text = "The garrison comes out."
after = "forts"
gives = [{ effect = "progress", amount = -1 }, { effect = "withdraw", squadron = "bombers", aircraft = 1, pilots = 1 }]
[resources.drive]
side = "allied"
title = "The drive"
text = "They press on."
gives = [{ effect = "blitzkrieg" }]
"""
PACKS = {"weeks": weeks(MORE, weather=CLEAR), "operation": operation(), "land": land(careers=True)}
CODES = {name: [code for each in deliveries(pack) for code in each.codes] for name, pack in PACKS.items()}
SQUADRONS = ["fighters", "bombers", "jagd", "nobody"]
CHANGES: list[dict[str, Any]] = [
    {"what": "withdraw-squadron"}, {"what": "bring-squadron"}, {"what": "re-equip", "aircraft": "bf-109f-2"},
    {"what": "deliver", "aircraft": ""}, {"what": "move"}, {"what": "withdraw"}, {"what": "repair"},
    {"what": "transfer"}, {"what": "status", "status": "leave"}, {"what": "status", "status": "killed"},
    {"what": "career", "experience": "20", "kills": "3/2", "missions": 4, "green": False, "skills": ["A"]},
    {"what": "stock", "stock": "fuel", "amount": -5}, {"what": "points", "points": 3},
    {"what": "progress", "spaces": 2}, {"what": "rule", "text": "Tea at five"},
]  # fmt: skip


@st.composite
def journals(draw: st.DrawFn) -> Journal:
    """Whatever operations may have written, with lines taken back that others build upon."""
    name = draw(st.sampled_from(sorted(PACKS)))
    journal = Journal(PACKS[name])
    code = st.sampled_from([*CODES[name], "XX-Z", ""])
    pilot = st.sampled_from([*(man.name for man in journal.men), ""])
    period = 0
    for mission in range(1, draw(st.integers(2, 7))):
        if journal.pack.has_periods and draw(st.booleans()):
            period += 1
            if period <= journal.pack.periods_in_all:
                journal.period(period, draw(st.sampled_from(["Clear", "Haze", "Dust", "Storm", "Hail"])))
        journal.draw(mission, period=period, date=f"1941-04-{14 + mission}")
        if draw(st.booleans()):
            side = draw(st.sampled_from(["allied", "axis"]))
            journal.add("resource", {"key": "drive", "title": "The drive", "cost": 1}, side, mission)
        for _ in range(draw(st.integers(0, 4))):
            _fly(draw, journal, mission, draw(code), draw(pilot))
        if draw(st.booleans()):
            _change(draw, journal, draw(code), draw(pilot))
        if draw(st.booleans()):
            journal.search(
                mission, draw(st.sampled_from(journal.men)).name, draw(st.sampled_from(["rescued", "missing"]))
            )
        level = draw(st.sampled_from(["", "Deck out", "Sunk"]))
        journal.add(
            "target", {"name": "Ship", "damage": 1, "level": level, "points": 1, "ship": "carrier"}, "", mission
        )
        journal.debrief(mission, draw(st.integers(0, 20)), draw(st.integers(0, 20)), (1, 1, 1, draw(st.integers(0, 1))))
        if draw(st.integers(0, 5)) == 0:
            journal.add("voided", {"reason": "So"}, mission=mission)
        if draw(st.booleans()):
            kill, verdict = (
                draw(st.integers(1, len(journal.lines))),
                draw(st.sampled_from(["denied", "shared", "confirmed"])),
            )
            data = {"kill": kill, "verdict": verdict, "with": draw(st.sampled_from([1, 2, None]))}
            journal.add("ruling", data, "allied", mission)
            journal.add("skill", {"code": "A"}, pilot=draw(st.integers(1, len(journal.men))))
    journal.take_back(*draw(st.lists(st.integers(2, len(journal.lines)), max_size=6)))
    return journal


def _fly(draw: st.DrawFn, journal: Journal, mission: int, code: str, pilot: str) -> None:
    status = draw(st.sampled_from(["undamaged", "damaged", "destroyed"]))
    side = draw(st.sampled_from(["allied", "axis"]))
    more: dict[str, Any] = {"role": draw(st.sampled_from(["striker", "fighter"])), "cargo": draw(st.integers(0, 2))}
    journal.sortie(mission, code, pilot, status, side=side, squadron=draw(st.sampled_from(["", *SQUADRONS])), **more)
    if pilot:
        fate = draw(st.sampled_from(["unhurt", "wounded", "captured", "missing", "killed"]))
        journal.kill(mission, code, pilot, side)
        journal.fate(mission, code, pilot, fate, 2, side)


def _change(draw: st.DrawFn, journal: Journal, code: str, pilot: str) -> None:
    data = draw(st.sampled_from(CHANGES))
    squadron = draw(st.sampled_from(SQUADRONS))
    moment = draw(st.integers(1, 2 * journal.latest + 1))
    code = code or "XX-Y"
    journal.change(pilot=pilot, moment=moment, code=code, codes=[code], squadron=squadron, back=3, **data)


def assert_sound(standing: Standing) -> None:
    """What is true of every standing."""
    for side, named in standing.stocks.items():
        for name, amount in named.items():
            assert 0 <= amount <= standing.pack.stocks[side][name].most  # type: ignore[index]
    if standing.pack.progress is not None:
        assert standing.marker in range(len(standing.pack.progress.spaces) + 2)
    for airman in standing.airmen.values():
        assert airman.kills >= 0
        assert airman.experience >= 0
        assert airman.sought <= (airman.status == "missing")
    for airframe in standing.airframes.values():
        assert airframe.squadron in standing.squadrons
        assert airframe.kills >= 0
    keys = [conflict.key for conflict in standing.conflicts]
    assert len(keys) == len(set(keys))
    assert standing.flown == sum(mission.counts for mission in standing.missions.values())
    assert standing.grade in standing.pack.victory.grades


@settings(max_examples=40, deadline=None)
@given(journal=journals(), seed=st.integers(0, 99))
def test_any_journal_folds_to_something_sound_whatever_order_its_lines_come_in(journal: Journal, seed: int) -> None:
    standing = journal.standing
    assert_sound(standing)
    shuffled = list(journal.lines)
    random.Random(seed).shuffle(shuffled)
    assert fold(journal.pack, journal.men, shuffled) == standing


@settings(max_examples=30, deadline=None)
@given(journal=journals())
def test_a_fold_that_is_carried_on_line_by_line_comes_to_the_same(journal: Journal) -> None:
    folding = Folding(journal.pack, journal.men)
    for line in sorted(journal.lines, key=lambda line: (line.moment, line.number)):
        folding.take(line)
    assert folding.standing == journal.standing


@settings(max_examples=30, deadline=None)
@given(journal=journals(), data=st.data())
def test_a_line_makes_a_difference_and_its_absence_takes_all_of_it_back(journal: Journal, data: st.DataObject) -> None:
    before = journal.standing
    taken = data.draw(st.sampled_from(journal.lines))
    journal.take_back(taken.number)
    without = journal.standing
    assert_sound(without)
    changes = compare(before, without)
    assert all(change.sentence.endswith(".") for change in changes)
    journal.lines.append(taken)
    assert journal.standing == before
    assert not compare(before, journal.standing)


@settings(max_examples=30, deadline=None)
@given(journal=journals())
def test_notes_change_nothing(journal: Journal) -> None:
    before = journal.standing
    journal.add("note", {"text": "A fine morning"}, moment=1)
    assert journal.standing == before


def test_the_points_of_a_campaign_are_those_of_its_journal() -> None:
    journal = Journal(land())
    journal.fly(1, allied=7, axis=3)
    journal.fly(2, axis=11)
    standing = journal.standing
    assert standing.points == {"allied": 7, "axis": 14}
    assert [mission.points for mission in standing.missions.values()] == [
        {"allied": 7, "axis": 3}, {"allied": 0, "axis": 11},
    ]  # fmt: skip
    assert (standing.is_over, standing.score, standing.grade.axis) == (True, 7, "Defeat")


def test_an_amended_mission_counts_at_its_place() -> None:
    """Its new entries are written after everything else, with its own moment."""
    journal = Journal(weeks(MORE))
    journal.period(1)
    journal.draw(1, period=1)
    old = journal.sortie(1, "FF-A", "Fighters 1")
    journal.debrief(1)
    journal.draw(2, period=1)
    journal.sortie(2, "FF-A", "Fighters 1")
    journal.debrief(2)
    journal.take_back(old)
    journal.sortie(1, "FF-A", "Fighters 1", "destroyed")
    journal.fate(1, "FF-A", "Fighters 1", "killed")
    standing = journal.standing
    assert [conflict.key for conflict in standing.conflicts] == ["airframe:FF-A:2", "man:1:2"]
    assert standing.airframes["FF-A"].status == "lost"


def test_a_mission_without_flight_counts_and_moves_nothing() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.draw(1, period=1)
    data = {"way": "grounded", "turns": 0, "duration": [], "points": {"allied": 0, "axis": 0}}
    journal.add("debriefed", data, mission=1)
    standing = journal.standing
    assert (standing.flown, standing.marker) == (1, 3)
    assert standing.life[-1].text == "Mission 1 debriefed: nobody flew"


def test_the_story_of_a_campaign_stands_in_its_order() -> None:
    journal = Journal(weeks(MORE, weather=CLEAR))
    journal.period(1, "Haze")
    journal.fly(1, period=1, axis=6)
    journal.add("voided", {"reason": "The wrong table"}, mission=1)
    journal.add("pack", {"version": "1.1", "from": "1.0"})
    journal.add("finished", {"missions": 1})
    assert [happening.text for happening in journal.standing.life] == [
        "The campaign begins",
        "Period 1 begins: Haze",
        "Mission 1: A sweep, The wire",
        "The marker moves to Forts, by a margin of 6 in mission 1",
        "The forts fall: More aircraft come",
        "Mission 1 debriefed: points 0 to 6, Allied first",
        "Mission 1 declared void: The wrong table",
        "Moved to version 1.1 of the pack",
        "The campaign is over",
    ]


@pytest.mark.parametrize("name", sorted(PACKS))
def test_a_campaign_that_has_just_begun_has_its_order_of_battle(name: str) -> None:
    standing = fold(PACKS[name], Journal(PACKS[name]).men, [])
    present = [squadron.key for squadron in standing.squadrons.values() if squadron.status == "present"]
    assert present == list(PACKS[name].squadrons)
    assert {airframe.status for airframe in standing.airframes.values()} <= {"serviceable"}
    assert (standing.moment, standing.is_over, standing.conflicts) == (1, False, [])


def test_a_line_that_is_not_written_yet_folds_as_one_that_is() -> None:
    journal = Journal(weeks())
    journal.period(1)
    journal.draw(1, period=1)
    data = {"points": 5, "section": "24.7", "reason": "Hits"}
    preview = [*journal.lines, NewLine("points", USUAL["points"] | data, "axis", 1, None, 2)]
    assert fold(journal.pack, journal.men, preview).points["axis"] == 5
