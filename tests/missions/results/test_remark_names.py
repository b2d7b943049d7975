"""What had been said of results by the names of a page's fields is said of facts, after the migration."""

from __future__ import annotations

from importlib import import_module

from tests.each import for_each

migration = import_module("missions.migrations.0013_remarks_name_facts")

RENAMED = {
    "turns": "turns",
    "wave": "wave",
    "by_guns": "by_guns",
    "target_damage": "target_damage",
    "answer-turned-back": "answer.turned-back",
    **{f"axis-1-{what}": f"axis-1.{what}" for what in ("over", "fuel", "hits", "hit_by")},
    **{
        f"{unit}-{seat}-{what}": f"{unit} {seat}.{what}"
        for unit in ("axis-1", "allied-12")
        for seat in ("leader", "wingman", "section", "3")
        for what in ("fate", "by", "shared_with", "fuel_tank", "before")
    },
    **{
        f"axis-2-leader-{what}": f"axis-2 leader.{what}"
        for what in ("struck", "cargo", "mines", "photographs", "bombs")
    },
}
"""The names that pages and facts had when it was written."""


@for_each(RENAMED.items())
def test_every_name_of_a_field_becomes_the_name_of_its_fact_and_back(names: tuple[str, str]) -> None:
    field, fact = names
    assert migration.renamed(field, migration.FIELDS) == fact
    assert migration.renamed(fact, migration.FACTS) == field
