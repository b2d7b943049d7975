"""A change is written into a pack's text where it belongs, and nothing else of the text moves."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from campaigns.catalogue.library import FIXTURES
from campaigns.packs.builder.writing import write
from campaigns.packs.errors import Path
from campaigns.packs.rewriting import CannotRewrite, matched, renamed, rewritten, same
from tests import make

TEXT = '''# What this is.

title = "Malta"     # in English
first = 1940-06-11
notes = []

[options]           # optional rules
fuel = true

# The first stage.
[[stages]]
key = "one"
table = [
  # cards first
  { cards = ["a", "b"], mission = "faith" },  # the first
  { mission = "hope" },
  { mission = "charity" },  # the last
]

[missions.faith]
units = [{ count = 1 }, { count = 2, load = "bombs" }]
note = """
Early in
the morning."""

# The second stage.
[[stages]]
key = "two"
table = []

[[stages.weather]]
title = "Fog"

[missions.hope]
a.b = 1
'''


def said() -> dict[str, Any]:
    return tomllib.loads(TEXT)


def lines_changed(text: str, wanted: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Lines that are gone, and lines that are new."""
    changed = write(text, wanted)
    assert same(tomllib.loads(changed), wanted)
    before, after = text.split("\n"), changed.split("\n")
    return [line for line in before if line not in after], [line for line in after if line not in before]


def test_what_is_not_changed_stays_letter_for_letter() -> None:
    assert write(TEXT, said()) == TEXT
    assert write(make.source(make.LAND), tomllib.loads(make.source(make.LAND))) == make.source(make.LAND)


def test_a_value_is_changed_in_its_line_and_its_comment_stays() -> None:
    wanted = said()
    wanted["title"] = 'Malta, the "island"'
    assert lines_changed(TEXT, wanted) == (
        ['title = "Malta"     # in English'],
        ['title = "Malta, the \\"island\\""     # in English'],
    )


def test_a_row_is_changed_added_copied_moved_and_removed_with_the_comment_that_is_its_own() -> None:
    wanted = said()
    first, hope, last = wanted["stages"][0]["table"]
    wanted["stages"][0]["table"] = [last, {**first, "mission": "new"}]
    gone, new = lines_changed(TEXT, wanted)
    assert gone == ['  { cards = ["a", "b"], mission = "faith" },  # the first', '  { mission = "hope" },']
    assert new == ['  { cards = ["a", "b"], mission = "new" },  # the first']
    wanted["stages"][0]["table"] = [first, hope, hope, last]
    assert write(TEXT, wanted).count('  { mission = "hope" },\n') == 2
    wanted["stages"][0]["table"] = [first, hope, last, {"mission": "more"}]
    assert lines_changed(TEXT, wanted) == ([], ['  { mission = "more" },'])


def test_new_keys_stand_where_the_format_has_them() -> None:
    wanted = said()
    wanted["missions"]["faith"]["night"] = True
    wanted["missions"]["faith"]["units"][0]["load"] = ["bombs", "torpedoes"]
    changed = write(TEXT, wanted)
    assert '[missions.faith]\nnight = true\nunits = [{ count = 1, load = ["bombs", "torpedoes"] }, {' in changed


def test_tables_with_headers_come_go_and_change_places_with_what_is_theirs() -> None:
    wanted = said()
    wanted["stages"].reverse()
    wanted["missions"]["charity"] = {"number": 3, "note": "Two\nlines."}
    del wanted["missions"]["hope"]
    changed = write(TEXT, wanted)
    assert same(tomllib.loads(changed), wanted)
    assert changed.index("# The second stage.") < changed.index("Fog") < changed.index("# The first stage.")
    assert '\n[missions.charity]\nnumber = 3\nnote = """\nTwo\nlines."""\n' in changed
    assert "missions.hope" not in changed


def test_a_key_is_renamed_in_its_header_and_its_dots() -> None:
    assert "[missions.trust]\n" in renamed(TEXT, ("missions", "faith"), "trust")
    assert "a.c = 1" in renamed(TEXT, ("missions", "hope", "a", "b"), "c")


def test_a_key_with_dots_gets_a_neighbour() -> None:
    wanted = said()
    wanted["missions"]["hope"]["a"]["c"] = 2
    assert "a.b = 1\na.c = 2\n" in write(TEXT, wanted)


def test_a_new_key_of_a_table_that_only_has_tables_within_gets_the_header_and_no_neighbours_table() -> None:
    text = '[ships.hood]\nguns = 8\n\n[ships.ajax]\nguns = 6\n\n[fleet]\nname = "Home"\n'
    wanted = tomllib.loads(text)
    wanted["ships"] |= {"night": True, "count": 2}
    changed = rewritten(text, wanted)
    assert tomllib.loads(changed) == wanted
    assert "[ships]\nnight = true\ncount = 2\n" in changed


def test_what_has_no_place_in_the_text_is_refused_and_not_forced() -> None:
    with pytest.raises(CannotRewrite):
        rewritten("[a.b]\nc = 1\n", {"a": 5})
    with pytest.raises(CannotRewrite):
        rewritten("[[a]]\nb = 1\n[a.c.d]\ne = 1\n", {"a": [{"b": 1, "c": {"d": {"e": 1}, "f": 2}}]})


def test_each_row_is_taken_for_the_one_that_it_was() -> None:
    one, two, three = {"a": 1, "b": 1}, {"a": 2, "b": 2}, {"a": 3, "b": 3}
    assert matched([one, two, three], [one, {"a": 3, "b": 4}]) == [0, 2]
    assert matched([one, two], [two, one, three]) == [1, 0, None]
    assert matched([one], [{"a": 9, "c": 9}]) == [None]


def places(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(path, value), *(found for key, each in inside for found in places(each, (*path, key)))]


def changed_at_random(data: dict[str, Any], chance: Random) -> None:
    """One value, key or row of a pack is another, gone, new or elsewhere."""
    found = places(data)[1:]
    path, value = chance.choice(found)
    around: Any = data
    for step in path[:-1]:
        around = around[step]
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        match chance.choice(("swap", "copy", "remove")):
            case "swap":
                value[0], value[at] = value[at], value[0]
            case "copy":
                value.insert(at + 1, deepcopy(value[at]))
            case _:
                del value[at]
    elif isinstance(value, dict):
        value[chance.choice(("night", "new-key", "fixed", "note"))] = chance.choice(
            (1, "x", ["a", "b"], {"a": 1}, [{"a": 1, "b": "c"}] * 2)
        )
    elif chance.random() < 0.3 and isinstance(path[-1], str):
        del around[path[-1]]
    else:
        around[path[-1]] = chance.choice(('quoted "so" \\', "two\nlines", 3, 1.5, True, 'ends in "\n"'))


@pytest.mark.sweep
@pytest.mark.parametrize("slug", sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml")))
def test_any_change_of_any_pack_is_written_so_that_it_reads_so(slug: str) -> None:
    text = make.source(slug)
    assert write(text, tomllib.loads(text)) == text
    for seed in range(40):
        chance = Random(seed)
        wanted = tomllib.loads(text)
        for _ in range(chance.choice((1, 1, 3))):
            changed_at_random(wanted, chance)
        changed = write(text, wanted)  # which has looked that it says so
        comments = [line for line in text.split("\n") if line.startswith("# ----")]
        assert all(line in changed for line in comments), seed
