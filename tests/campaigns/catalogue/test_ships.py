"""What ships are called on pages and in logs."""

from __future__ import annotations

import tomllib

from campaigns.catalogue.ships import ship_name
from config.common.finding import plain
from engine.core import fixtures


def test_a_ship_has_the_name_that_her_squadrons_say() -> None:
    pack = tomllib.loads((fixtures.FIXTURES / "packs" / "midway.toml").read_text(encoding="utf-8"))
    squadrons = [each for each in pack["squadrons"].values() if each["title"].endswith(", fighters")]
    said = {each["ship"]: each["title"].removesuffix(", fighters") for each in squadrons}
    assert said.keys() == {"akagi", "kaga", "soryu", "hiryu"}
    assert {ship: ship_name(ship) for ship in said} == said


def test_a_name_is_its_key_but_for_its_marks() -> None:
    for key, name in fixtures.read("ships.toml")["names"].items():
        assert plain(name).replace("’", "") == key
