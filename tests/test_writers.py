"""Rows are written by operations: what changes a campaign can be seen from the folder."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
APPS = ("accounts", "campaigns", "clubs", "office", "demo", "missions", "notices", "api", "upkeep")
ROOMS = ("operations", "models", "migrations")
ALWAYS = {"save", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
OF_ROWS = {"update", "delete"}
"""Of a query or a row; a dictionary is updated too."""


def _is_query(node: ast.expr) -> bool:
    """Whether rows are chosen somewhere in a chain of calls."""
    while True:
        match node:
            case ast.Attribute(attr="objects" | "filter" | "exclude" | "all"):
                return True
            case ast.Attribute(value=inner) | ast.Call(func=inner):
                node = inner
            case _:
                return False


def _draws(node: ast.expr) -> bool:
    """A PDF is saved too, and so are pixels."""
    return isinstance(node, ast.Name) and node.id in ("canvas", "image")


def writes(path: Path) -> Iterator[str]:
    """Each line of a module that writes rows."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, of = node.func.attr, node.func.value
            if (name in ALWAYS and not _draws(of)) or (name in OF_ROWS and _is_query(of)):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node.func)}"


def test_nothing_but_operations_writes_rows() -> None:
    elsewhere = [
        path
        for app in APPS
        for path in sorted((ROOT / app).rglob("*.py"))
        if path.relative_to(ROOT).parts[1].removesuffix(".py") not in ROOMS
    ]
    assert [line for path in elsewhere for line in writes(path)] == []


def test_the_writers_are_found_where_they_are() -> None:
    found = {
        Path(line.partition(":")[0]).parent.name for path in ROOT.glob("*/operations/*.py") for line in writes(path)
    }
    assert found == {"operations"}
