"""Whether what the house has aircraft for is flown: every type has a pack or a scenario to fly in."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import engine
from campaigns.catalogue.library import FIXTURES, library


def words(found: Any) -> Iterator[str]:
    """Every text in a data file, however deep."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict | list):
        for each in found.values() if isinstance(found, dict) else found:
            yield from words(each)


def plain(system: str, slug: str) -> str:
    """As a scenario calls it: those of Dogfight have neither flights nor squadrons."""
    return slug.removesuffix("-flight").removesuffix("-squadron") if system == "sabin" else slug


def test_every_aircraft_of_the_house_flies_in_a_pack_or_a_scenario() -> None:
    flown: dict[str, set[str]] = defaultdict(set)
    for slug, system in engine.systems().items():
        flown[slug] |= {each for scenario in system.scenarios().values() for each in words(scenario.setup)}
    for path in (FIXTURES / "packs").glob("*.toml"):
        pack = tomllib.loads(path.read_text(encoding="utf-8"))
        flown[pack["system"]] |= {plain(pack["system"], each) for each in words(pack)}
    every = library().aircraft.items()
    assert [slug for slug, each in every if plain(each.system, slug) not in flown[each.system]] == []
