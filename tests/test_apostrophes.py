"""Texts that are read have true apostrophes: those of the templates, the sentences of the code, and the fixtures."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import TypeAdapter

from campaigns.packs.schema import Title

ROOT: Final = Path(__file__).resolve().parent.parent
APPS: Final = ("accounts", "campaigns", "clubs", "demo", "engine", "missions", "notices", "office")
STRAIGHT: Final = re.compile(r"(?<=[^\W_])'(?=(?:s|t|d|re|ll|ve)\b)|(?<=s)'(?= [a-z])")
AFTER_A_NAME: Final = re.compile(r"'s\b")
"""Of what stands behind a value in a text."""
NO_TEXT: Final = re.compile(r"{% comment %}.*?{% endcomment %}|{[%#{].*?[%#}]}|<script.*?</script>", re.DOTALL)
KEY: Final = re.compile(r"'[a-z_]+'")
"""How a refusal quotes a key of a document."""
COLUMNS: Final = Path("campaigns/selectors/csv.py")
"""Heads of columns that spreadsheets know by their names."""


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module that are neither docstrings nor what an assertion says, with their lines."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = list(ast.walk(tree))
    inside = (each for node in nodes if isinstance(node, ast.Assert) for each in ast.walk(node))
    silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr)} | set(map(id, inside))
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values[1:]}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            begins_straight = id(node) in parts and AFTER_A_NAME.match(node.value)
            if begins_straight or STRAIGHT.search(KEY.sub("", node.value)):
                yield node.lineno, node.value


@pytest.mark.parametrize("app", APPS)
def test_no_sentence_of_the_code_has_a_straight_apostrophe(app: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in (ROOT / app).rglob("*.py")
        if not {"migrations", "management"} & set(path.parts) and path != ROOT / COLUMNS
        for line, text in sentences(path)
    ]
    assert found == []


def test_no_template_has_a_straight_apostrophe() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / "templates").rglob("*.*")
        for line in NO_TEXT.sub("", path.read_text("utf-8")).splitlines()
        if STRAIGHT.search(line)
    ]
    assert found == []


def texts(value: Any) -> Iterator[str]:
    """The sentences of a document, wherever they stand in it."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, dict | list):
            yield from texts(each)
        elif key in {"about", "brief", "note", "place", "text", "title"} and isinstance(each, str):
            yield each


def test_no_text_of_the_fixtures_has_a_straight_apostrophe() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in (ROOT / "fixtures").rglob("*.toml")
        if path.parent.name != "packs"
        for text in texts(tomllib.loads(path.read_text("utf-8")))
        if STRAIGHT.search(text)
    ]
    assert found == []


def test_the_texts_of_a_pack_are_set_when_they_are_read() -> None:
    typed = "The Stukas' fields in 109's country, Malta's 'Bravo!'"
    assert TypeAdapter(Title).validate_python(typed) == "The Stukas’ fields in 109’s country, Malta’s 'Bravo!'"
