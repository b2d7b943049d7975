"""A pack's text is read once, however many ask for it, and what comes of it nobody can change."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from campaigns.catalogue.library import FIXTURES
from campaigns.models import Pack
from campaigns.packs import PackError, read_pack
from campaigns.packs.definition_cache import DefinitionCache
from campaigns.selectors.definitions import definition
from tests import make

PACKS = sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml"))


def parts(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """A value and everything in it, each with its place."""
    yield place, value
    inside: dict[Any, Any]
    if isinstance(value, BaseModel):
        inside = {name: getattr(value, name) for name in type(value).model_fields}
    elif isinstance(value, Mapping):
        inside = dict(value)
    else:
        inside = dict(enumerate(value)) if isinstance(value, tuple) else {}
    for key, each in inside.items():
        yield from parts(each, f"{place}.{key}")


def test_the_same_text_is_read_once_whatever_the_file_is_called() -> None:
    text = make.source(make.OPERATION)
    stored = Pack(slug=make.OPERATION, source=str(text.encode(), "utf-8"))
    assert read_pack(text, "one.toml") is read_pack(str(text.encode(), "utf-8"), "two.toml") is definition(stored)


def test_a_text_that_differs_by_a_letter_is_read_anew() -> None:
    text = make.source(make.OPERATION)
    other = read_pack(text.replace('title = "', 'title = "Our ', 1), "two-days.toml")
    assert other.title == f"Our {read_pack(text, 'two-days.toml').title}"


def test_a_mistake_names_the_file_of_whoever_made_it() -> None:
    text = make.source(make.OPERATION).replace("[sides.axis]", "[sides.axes]", 1)
    for name in ("mine.toml", "yours.toml"):
        with pytest.raises(PackError) as wrong:
            read_pack(text, name)
        assert {problem.file for problem in wrong.value.problems} == {name}


@pytest.mark.parametrize("slug", PACKS)
def test_nobody_can_change_anything_in_a_definition(slug: str) -> None:
    """Tables are proxies, lists are tuples, models are frozen, and all else is a plain value."""
    for place, value in parts(read_pack(make.source(slug), f"{slug}.toml"), slug):
        if isinstance(value, BaseModel):
            assert value.model_config["frozen"], place
        elif isinstance(value, Mapping):
            assert not hasattr(value, "__setitem__"), place
        else:
            assert value is None or isinstance(value, tuple | str | int | float | datetime.date), place


def test_a_systems_set_up_of_a_mission_is_a_document_of_its_own() -> None:
    missions = read_pack(make.source("angels-over-kent"), "kent.toml").missions
    mission = next(mission for mission in missions.values() if mission.setup)
    before = mission.setup_document
    mission.setup_document.clear()
    assert mission.setup_document == before == dict(mission.setup)
    assert all(not isinstance(value, tuple | Mapping) or isinstance(value, dict) for value in before.values())


def test_a_changed_copy_of_a_definition_has_its_own_missions() -> None:
    pack = read_pack(make.source(make.LAND), "land.toml")
    assert len(list(pack.all_missions())) > 1
    key, mission = next(iter(pack.missions.items()))
    assert [*pack.model_copy(update={"missions": {key: mission}}).all_missions()] == [(key, mission)]


def test_the_texts_not_asked_for_longest_are_forgotten_before_there_are_too_many() -> None:
    pack = read_pack(make.source(make.OPERATION), "two-days.toml")
    kept = DefinitionCache(most=10)
    for text in ("a" * 4, "b" * 4):
        kept.keep(text, pack)
    assert kept.get("a" * 4) is pack
    kept.keep("c" * 4, pack)
    assert [kept.get(letter * 4) is pack for letter in "abc"] == [True, False, True]
    kept.keep("d" * 11, pack)
    assert [kept.get(text) for text in ("aaaa", "cccc", "d" * 11)] == [None, None, None]


@pytest.mark.portable
def test_a_text_kept_twice_counts_once() -> None:
    pack = read_pack(make.source(make.OPERATION), "two-days.toml")
    kept = DefinitionCache(most=10)
    for _ in range(5):
        kept.keep("a" * 6, pack)
    assert kept.get("a" * 6) is pack
