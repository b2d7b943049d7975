"""Texts that are read have true apostrophes: those of the templates, and the sentences of the apps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
APPS: Final = ("accounts", "campaigns", "clubs", "demo", "missions", "notices")
STRAIGHT: Final = re.compile(r"(?<=[^\W\d_])'(?=(?:s|t|d|re|ll|ve)\b)|(?<=s)'(?= [a-z])")
AFTER_A_NAME: Final = re.compile(r"'s\b")
"""Of what stands behind a value in a text."""
NO_TEXT: Final = re.compile(r"{% comment %}.*?{% endcomment %}|{[%#{].*?[%#}]}|<script.*?</script>", re.DOTALL)
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
            if begins_straight or STRAIGHT.search(node.value):
                yield node.lineno, node.value


def test_no_sentence_of_the_apps_has_a_straight_apostrophe() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for app in APPS
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
