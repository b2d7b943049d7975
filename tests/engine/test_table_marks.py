"""What each system has a table keep while it plays: counters and places, by the campaign's units and seats."""

from __future__ import annotations

from typing import Any

import engine
from engine.core.campaigns import MissionOrder, MissionTerms, MissionUnit
from engine.core.game import Side
from engine.core.table_marks import Mark, TableMarks
from tests.engine.rules import rule


def flies(id_: str, role: str, aircraft: str, *seats: str, **more: Any) -> MissionUnit:
    side: Side = "allied" if id_.startswith("allied") else "axis"
    return MissionUnit(id_, side, role, (aircraft,) * len(seats), (None,) * len(seats), seats, **more)


def marks(system: str, *units: MissionUnit, kind: str = "dogfights", **setup: Any) -> TableMarks:
    terms = MissionTerms(kind=kind, points={"balance": False}, turns=6)
    return engine.systems()[system].campaign.table_marks(MissionOrder(setup, "1944-06", units, terms))


def named(found: tuple[Mark, ...]) -> dict[str, Mark]:
    return {mark.name: mark for mark in found}


def card(system: str, slug: str, seat: int = 0) -> tuple[int, int]:
    """Hits that turn it and that destroy it, as its printed card says."""
    return engine.systems()[system].type_cards(slug)[seat].hits


@rule("WBY 9.3.1")
def test_a_wild_blue_element_keeps_its_altitude_its_position_bursts_and_the_hits_of_each_aircraft() -> None:
    found = marks("wildblue", flies("axis-1", "fighter", "bf-109e-3", "leader", "wingman", altitude="high"))
    altitude, position, bursts = found.units["axis-1"]
    assert (altitude.starts, altitude.is_ladder, len(altitude.choices)) == ("high", True, 5)
    assert (position.starts, len(position.choices)) == ("neutral", 5)
    assert bursts.each_turn
    for place, seat in enumerate(("leader", "wingman")):
        assert named(found.seats["axis-1", seat])["hits"].damages == card("wildblue", "bf-109e-3", place)


@rule("WBY 5.5.4", "WBY 5.2.6")
def test_the_counters_and_markers_of_an_aircraft_begin_as_in_a_game_on_screen() -> None:
    wildblue = engine.systems()["wildblue"]
    seen = {"full_throttle": 0, "heavy_guns": 0}
    for slug, entry in wildblue.campaign.catalogue().items():
        if entry.aircraft_class != "fighter":
            continue
        foe = "p-47c-5" if entry.side == "axis" else "bf-109e-3"
        units = [
            {"id": f"{entry.side}-1", "side": entry.side, "aircraft": slug, "altitude": "low"},
            {"id": "axis-1" if entry.side == "allied" else "allied-1", "aircraft": foe, "altitude": "low"},
        ]
        units[1]["side"] = units[1]["id"][:-2]
        game = engine.new("wildblue", {"kind": "dogfight", "turns": 6, "units": units}, seed=1)
        begins = game.view(None)["units"][f"{entry.side}-1"]
        found = named(
            marks("wildblue", flies(f"{entry.side}-1", "fighter", slug, "leader")).seats[f"{entry.side}-1", "leader"]
        )
        for key, name in (("full_throttle", "throttle"), ("heavy_guns", "guns")):
            assert begins[key] == (found[name].count if name in found else 0), (slug, key)
            seen[key] += begins[key]
    assert all(seen.values()), "some aircraft begins with some of each"


def test_a_formation_keeps_where_it_flies_and_the_hits_of_each_aircraft_and_a_patrol_no_altitude() -> None:
    found = marks("wildblue", flies("allied-1", "striker", "b-17f", "1", "2", "3", altitude="medium"), kind="land")
    assert [mark.name for mark in found.units["allied-1"]] == ["altitude"]
    assert [named(found.seats["allied-1", seat])["hits"].damages for seat in "123"] == [card("wildblue", "b-17f")] * 3
    patrol = marks("wildblue", flies("allied-1", "patrol", "p-47c-5", "leader"), kind="solitaire")
    assert [mark.name for mark in patrol.units["allied-1"]] == ["bursts"]


@rule("WWI Damage a")
def test_a_flight_of_1917_keeps_what_its_leader_has_won_and_the_hits_of_leader_and_wingmen() -> None:
    slug = next(iter(engine.systems()["wwi"].campaign.catalogue()))
    found = marks("wwi", flies("allied-1", "fighter", slug, "1", "2"), altitudes={"allied": "low"})
    altitude, position, bursts = found.units["allied-1"]
    assert (altitude.starts, [value for value, _ in altitude.choices]) == ("low", ["low", "medium", "high"])
    assert position.starts == "neutral"
    assert bursts.each_turn
    assert [named(found.seats["allied-1", seat])["hits"].damages for seat in "12"] == [
        card("wwi", slug, place) for place in (0, 1)
    ]


def test_fighters_of_dogfight_keep_where_they_are_and_bombers_fly_in_formation() -> None:
    fighters = flies("axis-1", "interceptor", "bf-109-flight", "1")
    found = marks("sabin", fighters, flies("allied-1", "striker", "b-17g-squadron", "1", "2", "3"))
    assert list(found.units) == ["axis-1"]
    assert list(named(found.units["axis-1"])) == ["row", "column", "depth", "heading", "pitch", "counter"]
    assert not found.seats, "a unit takes hits as a whole: they are facts of the result"


def test_each_aircraft_of_angels_twenty_keeps_its_own_and_is_damaged_by_its_first_point() -> None:
    slug = next(iter(engine.systems()["angels"].campaign.catalogue()))
    found = marks("angels", flies("allied-1", "fighter", slug, "1", "2"), situation="roll")
    for seat in "12":
        own = named(found.seats["allied-1", seat])
        assert list(own) == ["altitude", "facing", "status", "hits"]
        assert own["hits"].damages == (1, card("angels", slug)[1])
    assert not found.units
