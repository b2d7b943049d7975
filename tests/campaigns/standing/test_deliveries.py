"""What a pack can ever deliver: static codes and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.catalogue.library import FIXTURES
from campaigns.packs import read_pack
from campaigns.packs.pools import EventEffect, ReplacementLine
from campaigns.standing.deliveries import deliveries, letters
from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import FIGHTERS, JAGD, operation, weeks
from tests.engine.rules import rule

MORE = """
[[replacements]]
squadron = "fighters"
every = 2
aircraft = 1
pilots = 2
green = 1
[[replacements]]
squadron = "jagd"
date = 1941-04-21
aircraft = 2
[events.ship]
title = "A ship"
text = "With crates."
date = 1941-04-21
gives = [
  { effect = "stock", side = "allied", stock = "fuel", amount = 1 },
  { effect = "deliver", squadron = "fighters", aircraft = 1, pilots = 1 },
]
[stocks.allied.fuel]
title = "Petrol"
start = 10
"""
LONG = weeks(MORE, periods=11)


def test_codes_go_on_from_one_delivery_of_a_squadron_to_the_next() -> None:
    found = [(each.key, each.squadron, each.codes) for each in deliveries(weeks(MORE))]
    assert found == [
        ("", "fighters", ("FF-A", "FF-B", "FF-C", "FF-D")),
        ("", "bombers", ("FB-A", "FB-B", "FB-C")),
        ("", "jagd", ("JS-A", "JS-B", "JS-C", "JS-D")),
        ("replacement:0:2", "fighters", ("FF-E",)),
        ("replacement:0:4", "fighters", ("FF-F",)),
        ("replacement:1:0", "jagd", ("JS-E", "JS-F")),
        ("event:ship:1", "fighters", ("FF-G",)),
    ]


def test_a_delivery_says_how_many_men_it_brings_and_how_many_of_them_are_green() -> None:
    assert [(each.men, each.green) for each in deliveries(weeks(MORE))] == [
        (4, 1), (3, 0), (4, 0), (2, 1), (2, 1), (0, 0), (1, 0),
    ]  # fmt: skip


def test_an_operation_has_no_periods_and_so_no_replacements_by_period() -> None:
    assert {each.key for each in deliveries(operation())} == {""}


@pytest.mark.parametrize("path", sorted((FIXTURES / "packs").glob("*.toml")), ids=lambda path: path.stem)
def test_no_two_aircraft_of_a_pack_that_ships_carry_the_same_letters(path: Path) -> None:
    codes = [code for each in deliveries(read_pack(path.read_text("utf-8"), path.name)) for code in each.codes]
    assert len(codes) == len(set(codes))


@given(
    lines=st.lists(
        st.tuples(st.sampled_from(["fighters", "jagd"]), st.integers(0, 60), st.one_of(st.none(), st.integers(1, 5))),
        max_size=8,
    ),
    gifts=st.lists(st.tuples(st.sampled_from(["fighters", "jagd"]), st.integers(0, 60)), max_size=5),
)
@settings(max_examples=60, deadline=None)
def test_no_pack_gives_two_aircraft_the_same_letters_or_two_deliveries_the_same_key(
    lines: list[tuple[str, int, int | None]], gifts: list[tuple[str, int]]
) -> None:
    more = tuple(ReplacementLine(squadron=key, aircraft=count, every=every) for key, count, every in lines)
    effects = tuple(EventEffect(effect="deliver", squadron=key, aircraft=count) for key, count in gifts)
    event = LONG.events["ship"].model_copy(update={"gives": effects})
    pack = LONG.model_copy(update={"replacements": more, "events": {"ship": event}})
    found = deliveries(pack)
    codes = [code for each in found for code in each.codes]
    keys = [(each.key, each.squadron) for each in found]
    assert len(codes) == len(set(codes))
    assert len(keys) == len(set(keys))


@given(number=st.integers(0, 100_000))
def test_letters_count_as_the_columns_of_a_table_do(number: int) -> None:
    value = 0
    for letter in letters(number):
        value = value * 26 + ord(letter) - ord("A") + 1
    assert value == number + 1


def test_what_happens_in_play_gives_no_aircraft_other_letters() -> None:
    played = Journal(weeks(MORE))
    played.period(1)
    played.draw(1, period=1)
    played.sortie(1, "FF-A", "Fighters 1", "destroyed")
    played.debrief(1)
    quiet = Journal(weeks(MORE))
    quiet.period(1)
    for journal in (played, quiet):
        journal.period(2)
        arrived = {code: each.squadron for code, each in journal.standing.airframes.items() if code[-1] in "EFG"}
        assert arrived == {"FF-E": "fighters", "FF-G": "fighters", "JS-E": "jagd", "JS-F": "jagd"}


def test_a_squadron_without_aircraft_has_letters_all_the_same() -> None:
    waiting = FIGHTERS.replace("strength = 4", "strength = 0")
    more = '[[replacements]]\nsquadron = "fighters"\nevery = 1\naircraft = 1\n'
    bombers = FIGHTERS.replace("fighters", "others").replace("Fighters", "Others").replace("FF", "OT")
    pack = weeks(more, squadrons=waiting + bombers.replace("hurricane-i", "blenheim-iv") + JAGD)
    assert [each.codes for each in deliveries(pack) if each.squadron == "fighters"] == [
        (), ("FF-A",), ("FF-B",), ("FF-C",),
    ]  # fmt: skip


@rule("SUP 27.2")
def test_replacements_bring_a_squadron_up_to_its_strength_and_no_further() -> None:
    more = '[[replacements]]\nsquadron = "fighters"\nevery = 1\naircraft = 2\nup_to = 5\n'
    journal = Journal(weeks(more, periods=3))
    for period in (1, 2, 3):
        journal.period(period)
    assert [code for code, each in journal.standing.airframes.items() if each.squadron == "fighters"] == [
        "FF-A", "FF-B", "FF-C", "FF-D", "FF-E",
    ]  # fmt: skip
