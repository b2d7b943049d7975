"""Whatever stands in a pack in the wrong place is told in sentences, and never ends in anything else."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaigns.catalogue.library import FIXTURES
from campaigns.packs import PackError, read_pack
from tests import make
from tests.campaigns.packs.damage import INSTEAD, Damage, damaged, damages
from tests.cast import Cast

SMALL = (make.OPERATION, make.PERIODS)
SHIPPED = sorted((path.stem for path in (FIXTURES / "packs").glob("*.toml")), key=lambda slug: len(make.source(slug)))
KINDS = ("a key too many", *INSTEAD)


def judge(damage: Damage) -> None:
    """The pack reads, or each problem is a sentence that names a line of it and a key as the file has them."""
    text = damaged(damage)
    try:
        read_pack(text, "mine.toml")
    except PackError as error:
        last = text.count("\n") + 1
        for problem in error.problems:
            assert 1 <= problem.line <= last, (damage, problem)
            assert problem.message.endswith((".", "]", "?")), (damage, problem)
            assert not re.search(r"literal\[|function-|\bctx\b", problem.key), (damage, problem)


def test_a_pack_written_anew_is_the_same_pack() -> None:
    for slug in SMALL:
        assert read_pack(damaged(Damage(slug, ("summary",), "a text")), "mine.toml").summary == "word"


def test_a_key_too_many_in_any_table_is_named() -> None:
    for damage in damages(*SMALL, "stalingrad-airlift"):
        if damage.what == "a key too many" and damage.path[-1:] not in (("fixed",), ("pilots",)):
            with pytest.raises(PackError) as wrong:
                read_pack(damaged(damage), "mine.toml")
            keys = [problem.key for problem in wrong.value.problems]
            assert any(key.endswith("zzz") for key in keys), (damage, keys)


def test_one_thing_wrong_in_a_pack_ends_in_sentences() -> None:
    for damage in damages(*SMALL)[::31]:
        judge(damage)


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
def test_anything_wrong_anywhere_in_a_pack_ends_in_sentences(kind: str) -> None:
    for damage in damages(*SMALL, *SHIPPED):
        if damage.what == kind:
            judge(damage)


@pytest.mark.parametrize("place", ["title", "sides.axis.title", "fixed"])
def test_a_text_that_no_database_keeps_is_refused_at_its_key(place: str) -> None:
    path = tuple(place.split("."))
    with pytest.raises(PackError, match="a character in it that no text has"):
        read_pack(damaged(Damage(make.OPERATION, path, "marks")), "mine.toml")


@pytest.mark.django_db
def test_the_page_tells_what_is_wrong_with_a_damaged_pack(client: Client, cast: Cast) -> None:
    client.force_login(cast.owner)
    wrong = [damage for damage in damages(make.OPERATION) if damage.what == "a key too many"]
    for damage in wrong[::6]:
        page = client.post("/packs/new/", {"text": damaged(damage), "check": "1"})
        assert page.status_code == 422, damage
        assert "zzz" in page.content.decode()
