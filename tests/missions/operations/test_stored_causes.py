"""What stored reports of skirmishes said by the ids of units they say by their names, after the migration."""

from __future__ import annotations

from importlib import import_module

migration = import_module("missions.migrations.0016_causes_name_units")


def test_a_stored_cause_calls_the_units_of_a_mission_by_their_parts() -> None:
    aircraft = [
        {"unit": "axis-1", "role": "striker", "cause": "allied-1"},
        {"unit": "axis-2", "role": "escort", "cause": "lack of fuel"},
        {"unit": "allied-1", "role": "interceptor", "cause": "return fire of axis-1"},
    ]
    told = migration.named({"notes": "", "aircraft": aircraft}, {"allied": "Allied", "axis": "Axis"})
    assert [each["cause"] for each in told["aircraft"]] == ["Interceptor 1", "lack of fuel", "return fire of Striker 1"]
    assert migration.named(told, {"allied": "Allied", "axis": "Axis"}) == told


def test_a_stored_cause_calls_the_units_of_a_dogfight_by_their_sides() -> None:
    aircraft = [
        {"unit": "axis-1", "cause": "by allied-12 leader, Camel"},
        {"unit": "allied-1", "cause": ""},
        {"unit": "allied-12", "cause": "by Allied 1, Camel"},
    ]
    told = migration.named({"aircraft": aircraft}, {"allied": "Entente", "axis": "Central Powers"})
    assert [each["cause"] for each in told["aircraft"]] == ["by Entente 12 leader, Camel", "", "by Allied 1, Camel"]
