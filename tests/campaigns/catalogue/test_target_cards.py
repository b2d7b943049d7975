"""The Target cards against the supplement's table, and what they come to."""

from __future__ import annotations

import pytest

from campaigns.catalogue.library import library
from tests.engine.rules import rule


def test_a_target_reaches_the_level_of_its_damage() -> None:
    airfield = library().targets["airfield"]
    levels = {damage: airfield.level(damage) for damage in (2, 3, 11, 12)}
    assert [level and (level.name, level.points) for level in levels.values()] == [
        None,
        ("Light", 3),
        ("Heavy", 6),
        ("Closed", 10),
    ]
    assert (airfield.area_flak, airfield.target_flak) == (1, 3)


# Written down from the supplement's table by hand: class, hardened, area and target flak, damage by result, levels.
SUPPLEMENT_21 = {
    "airfield": "military - 1 3 1/2/3 Light 3 3, Heavy 7 6, Closed 12 10",
    "ground-forces": "military - 1 2 1/1/2 Disrupted 3 3, Scattered 6 6, Shattered 10 10",
    "supply-column": "military - 1 2 1/2/3 3 3, 6 6, 10 9",
    "railyard": "military - 1 2 1/2/3 3 3, 6 6, 10 9",
    "depot": "military - 1 2 1/2/3 3 3, 6 6, 10 9",
    "bridge": "military hardened 2 3 0/1/3 Damaged 3 4, Down 7 10",
    "dam": "military hardened 2 3 0/1/3 Damaged 3 4, 7 10",
    "radar-station": "military - 1 3 1/2/3 Off air 4 5, Destroyed 9 9",
    "factory": "industrial hardened 3 2 1/2/4 Light 5 4, Heavy 10 8, Gutted 16 14",
    "refinery": "industrial hardened 3 2 1/2/4 Light 5 4, Heavy 10 8, Gutted 16 14",
    "city": "industrial - 3 1 1/1/2 5 3, 10 6, 16 10",
    "freighter": "naval - 1 2 1/2/4 Damaged 3 4, Sunk 8 10",
    "tanker": "naval - 1 2 1/2/4 Damaged 3 4, Sunk 8 10",
    "transport": "naval - 1 2 1/2/4 Damaged 3 4, Sunk 8 10",
    "destroyer": "naval - 1 3 1/2/4 3 4, Sunk 7 8",
    "cruiser": "naval hardened 2 4 1/2/3 5 5, Sunk 15 14",
    "carrier": "naval hardened 3 5 1/2/4 Deck out 6 8, Sunk 16 20",
    "drop-zone": "military - 1 2 0/0/0",
    "airhead": "military - 1 2 0/0/0",
}


@rule("SUP 21 targets")
@pytest.mark.parametrize("slug", SUPPLEMENT_21)
def test_each_target_card_has_the_figures_of_the_supplement(slug: str) -> None:
    target = library().targets[slug]
    class_, hardened, area, flak, damage, *levels = SUPPLEMENT_21[slug].split(" ", 5)
    assert (target.target_class, target.hardened) == (class_, hardened == "hardened")
    assert (target.area_flak, target.target_flak) == (int(area), int(flak))
    assert f"{target.hit}/{target.direct}/{target.vital}" == damage
    expected = [level.rsplit(" ", 2) for level in "".join(levels).split(", ")] if levels else []
    assert [(level.damage, level.points) for level in target.levels] == [
        (int(each[-2]), int(each[-1])) for each in expected
    ]
    for level, each in zip(target.levels, expected, strict=True):
        assert len(each) == 2 or level.name == each[0]
    assert target.cargo == (not target.levels)
    assert target.provenance == "supplement"


def test_what_a_source_fixes_of_a_target_is_exact_and_says_so() -> None:
    airfield = library().targets["airfield"].fixed
    assert airfield["target_flak"] == "WBY-C 18.4"
    assert airfield["area_flak"].startswith("public: ")


def test_every_target_card_of_the_supplement_is_there() -> None:
    assert set(library().targets) == {
        "airfield", "ground-forces", "supply-column", "railyard", "depot", "bridge", "dam", "radar-station",
        "factory", "refinery", "city", "freighter", "tanker", "transport", "destroyer", "cruiser", "carrier",
        "drop-zone", "airhead",
    }  # fmt: skip
