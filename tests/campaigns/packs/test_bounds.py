"""What a pack may hold at most is counted before it is parsed, and no string or comment deceives the count."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from campaigns.catalogue.library import FIXTURES, library
from campaigns.packs import PackError, read_pack
from campaigns.packs.bounds import DEEPEST, LONGEST_LINE, MOST_PARTS, MOST_TABLES, MOST_VALUES, too_much
from campaigns.packs.reader import MOST_PROBLEMS
from tests import make

PACKS = sorted((FIXTURES / "packs").glob("*.toml"))
DEEP = "deep = " + "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1)
NOISE = ['"', "'", '"""', "'''", "\\", '\\"', "\\\\", "\n", "#", "[", "]", "{", "}", "=", ",", ".", "a", " ", "\u2028"]
FENCES = ['"', "'", '"""', "'''"]


@st.composite
def statements(draw: st.DrawFn) -> str:
    """One line of TOML, or what looks like one: strings and comments full of what counts outside of them."""
    fence = draw(st.sampled_from(FENCES))
    inside = "".join(draw(st.lists(st.sampled_from(NOISE), max_size=14)))
    comment = "".join(draw(st.lists(st.sampled_from(NOISE), max_size=6))).replace("\n", "")
    value = draw(st.sampled_from(["{0}", "[{0}, {0}]", "{{ k.{0} = 1 }}", "{{ k = {0} }}"])).format(
        fence + inside + fence
    )
    return f"{value} #{comment}"


def accepted(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def problems(text: str) -> list[str]:
    with pytest.raises(PackError) as wrong:
        read_pack(text, "mine.toml")
    return [str(problem) for problem in wrong.value.problems]


@example(['""""""" #'])
@given(st.lists(statements().filter(lambda value: accepted(f"a = {value}")), min_size=1, max_size=4))
def test_nothing_in_strings_and_comments_counts_and_all_that_follows_them_does(values: list[str]) -> None:
    text = "".join(f"k{number} = {value}\n" for number, value in enumerate(values))
    assert accepted(text)
    assert too_much(text) is None
    found = too_much(text + DEEP)
    assert found is not None
    assert found[0] == text.count("\n") + 1


@given(st.text(alphabet=st.sampled_from("\"'\\\n#[]{}=,.a "), max_size=40))
def test_a_text_that_is_toml_may_be_parsed_and_hides_nothing_that_stands_behind_it(text: str) -> None:
    """Short as it is, only its own depth could be too much; whatever ``tomllib`` reads has been counted."""
    if accepted(text):
        assert too_much(text + "\n" + DEEP) is not None
        assert text.count("[") > DEEPEST or text.count(".") >= MOST_PARTS or too_much(text) is None


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_every_pack_that_ships_has_room_to_grow_to_five_times_its_size(path: Path) -> None:
    assert too_much(path.read_text(encoding="utf-8") * 5) is None


TOO_MUCH = {
    "table headers": ("[x]\n[x.y]\n" * MOST_TABLES, MOST_TABLES + 1, "more than 6,000 tables"),
    "lists of tables": ("[[x]]\n" * MOST_TABLES, MOST_TABLES // 2 + 1, "more than 6,000 tables"),
    "tables in a line": ("x = [\n" + "{},\n" * MOST_TABLES, MOST_TABLES + 1, "more than 6,000 tables"),
    "keys": ("".join(f"k{n} = 1\n" for n in range(MOST_VALUES + 1)), MOST_VALUES + 1, "more than 24,000 keys"),
    "entries": ("x = [\n" + "1,\n" * MOST_VALUES, MOST_VALUES + 1, "more than 24,000 keys"),
    "lists in lists": ("ok = 1\n" + DEEP, 2, "nested too deep"),
    "lists in lists, line by line": ("x = " + "[\n" * 5_000, DEEPEST + 1, "nested too deep"),
    "tables in tables": ("x = " + "{a = " * 9 + "1" + "}" * 9, 1, "nested too deep"),
    "a key of many parts": ("ok = 1\n" + "a." * MOST_PARTS + "a = 1", 2, "too many dots"),
    "a header of many parts": ("[" + " . ".join("a" * 9) + "]", 1, "too many dots"),
    "parts in quotation marks": ("[" + ".".join(["'a.b'", '"c"', '"\u2028"'] * 3) + "]", 1, "too many dots"),
    "parts on lines of another kind": ('"\u2028".' * 200 + "a = 1", 1, "too many dots"),
    "a number": ("ok = 1\nx = " + "9" * LONGEST_LINE, 2, "longer than 1,000"),
    "a name": ('["' + "x" * LONGEST_LINE + '"]', 1, "longer than 1,000"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_is_refused_at_its_line_before_it_is_parsed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, line, sentence = TOO_MUCH[name]
    library()
    monkeypatch.delattr(tomllib, "loads")
    (problem,) = problems(text)
    assert problem.startswith(f"mine.toml, line {line}: ")
    assert sentence in problem


@pytest.mark.parametrize("end", ['"""', "'''", '"', "'", '"""\\', '"\\'])
def test_a_string_that_does_not_end_is_a_mistake_of_its_line_not_of_its_size(end: str) -> None:
    (problem,) = problems("ok = 1\nx = " + end + "[{" * 400)
    assert "not valid TOML" in problem


def test_nobody_looks_for_what_more_than_two_hundred_unknown_names_may_have_meant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There may be twenty thousand, and each is compared with every name that the house knows."""
    asked: list[str] = []

    def get_close_matches(word: str, *_: object, **__: object) -> list[str]:
        asked.append(word)
        return []

    monkeypatch.setattr(difflib, "get_close_matches", get_close_matches)
    names = ",\n".join(f'"no-{number}"' for number in range(120))
    text = make.source(make.LAND).replace('["ju-87b"]', f"[{names}]")
    assert text.count(names) * 120 > MOST_PROBLEMS + 100
    assert len(problems(text)) == MOST_PROBLEMS + 1
    assert len(asked) == MOST_PROBLEMS + 1
