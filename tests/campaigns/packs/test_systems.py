"""What a pack of another system than Wild Blue Yonder says wrongly is told with line, key, rule and remedy."""

from __future__ import annotations

import pytest

from campaigns.catalogue.library import FIXTURES
from campaigns.packs import PackError, read_pack

KENT, CIRCUS, BIG_WEEK = "angels-over-kent", "flying-circus-1917", "big-week"

RAID = """
slug = "raid"
version = "1.0"
title = "One raid"
kind = "land"
system = "sabin"
summary = "A raid."
first = 1944-02-20
last = 1944-02-25
provenance = "own"

[sides.allied]
title = "Eighth Air Force"
pilots = { us = 0 }
services = ["USAAF"]
brief = "Go."

[sides.axis]
title = "Luftwaffe"
pilots = { de = 0 }
services = ["Luftwaffe"]
brief = "Wait."

[victory]
side = "allied"
[[victory.grades]]
least = 0
allied = "Won"
axis = "Lost"
text = "So it went."
[[victory.grades]]
allied = "Lost"
axis = "Won"
text = "So it went."

[[stages]]
key = "one"
title = "The raid"
first = 1944-02-20
last = 1944-02-25
missions = 1
note = "A week."
table = [{ mission = "leipzig", date = 1944-02-20, cards = ["ims-1b", "ims-2b", "ims-3b", "oots",
  "barrel-roll", "chop-throttle", "tight-turn", "full-throttle", "maneuver", "half-loop",
  "ace-pilot", "scissors", "vertical-roll", "clouds"] }]

[missions.leipzig]
number = 1
title = "Leipzig"
type = "air-combat"
place = "Leipzig"
units = [
  { side = "allied", role = "striker", aircraft = ["b-17g-squadron"], size = 12 },
  { side = "axis", role = "interceptor", aircraft = ["fw-190-flight"], size = 4 },
]
note = "In the morning."
provenance = "own"
"""
"""A land campaign of a game that knows no man by name."""


def refused(slug: str, old: str, new: str) -> str:
    """What is said of a shipped pack in which something has been changed once."""
    text = (FIXTURES / "packs" / f"{slug}.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(PackError) as refusal:
        read_pack(text.replace(old, new, 1), f"{slug}.toml")
    assert all(problem.line > 1 for problem in refusal.value.problems)
    return "\n".join(map(str, refusal.value.problems))


def test_an_aircraft_later_than_its_missions_is_refused() -> None:
    said = refused(CIRCUS, 'aircraft = "albatros-d-iii"', 'aircraft = "fokker-d-vii"')
    assert "fokker-d-vii" in said
    assert "1918" in said


def test_an_aircraft_of_another_game_is_refused() -> None:
    said = refused(KENT, 'aircraft = ["spitfire-mk-i-ace"], size = 1', 'aircraft = ["spitfire-i"], size = 1')
    assert "spitfire-i is an aircraft of another game system" in said


def test_a_hex_off_the_map_is_refused_with_the_rule() -> None:
    said = refused(
        KENT,
        'setup = { situation = "roll", advantage = "roll", turns = 6, victory',
        "setup = { map = { width = 16, height = 16, fixed = true }, balloons = [[40, 3]], turns = 6, victory",
    )
    assert "missions.margate" in said
    assert "[Angels Twenty" in said


def test_a_unit_larger_than_its_rules_allow_is_refused() -> None:
    said = refused(BIG_WEEK, 'aircraft = ["p-47-flight"], size = 4', 'aircraft = ["p-47-flight"], size = 7')
    assert "missions.leipzig" in said
    assert "allied-6" in said
    assert "1 to 6" in said


def test_what_only_wild_blue_yonder_knows_is_refused() -> None:
    assert "load" in refused(KENT, "size = 1 }", 'size = 1, load = "bombs" }')
    assert "scoring" in refused(
        KENT, "[victory]", "[scoring]\nfighter = { destroyed = 5, damaged = 2 }\ndisengaged = 2\n\n[victory]"
    )


def test_a_key_that_the_system_does_not_know_is_refused_where_the_mission_stands() -> None:
    said = refused(KENT, 'setup = { scenario = "dogfight" }', 'setup = { scenario = "dogfight", wind = 3 }')
    assert "missions.bread" in said
    assert "wind" in said


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('code = "LG"', 'code = "LG"\npilots = 14', "squadrons.bg-91.pilots"),
        ("pilots = { us = 0 }", "pilots = { us = 3 }", "sides.allied.pilots.us"),
    ],
)
def test_men_with_names_are_refused_where_a_game_knows_none(old: str, new: str, key: str) -> None:
    said = refused(BIG_WEEK, old, new)
    assert key in said
    assert "does not name the men" in said


def test_a_campaign_without_pools_of_a_game_without_names_begins_with_nobody() -> None:
    assert read_pack(RAID, "raid.toml").kind == "land"
    with pytest.raises(PackError) as refusal:
        read_pack(RAID.replace("us = 0", "us = 1"), "raid.toml")
    (problem,) = refusal.value.problems
    assert problem.key == "sides.allied.pilots.us"
    assert "does not name the men" in problem.message
