"""What carries rows to pages is made by the names of its fields: a swapped pair would be seen by nobody."""

from __future__ import annotations

import ast
from pathlib import Path

HOUSE = Path(__file__).parents[1]
FEW = 2
"""So many fields cannot be mistaken for each other unseen."""


def test_what_a_selector_gives_is_made_by_the_names_of_its_fields() -> None:
    found = [each for path in HOUSE.glob("*/selectors/*.py") for each in _made_by_places(path)]
    assert not found, f"give them kw_only=True: {', '.join(found)}"


def test_the_walk_sees_what_is_made_by_places(tmp_path: Path) -> None:
    module = tmp_path / "rows.py"
    module.write_text("@dataclass(frozen=True)\nclass Row:\n    a: int\n    b: int\n    c: int\n")
    assert _made_by_places(module) == ["rows.Row"]


def _made_by_places(path: Path) -> list[str]:
    return [
        f"{path.stem}.{each.name}"
        for each in ast.walk(ast.parse(path.read_text()))
        if isinstance(each, ast.ClassDef) and sum(isinstance(line, ast.AnnAssign) for line in each.body) > FEW
        for mark in map(ast.unparse, each.decorator_list)
        if mark.startswith("dataclass") and "kw_only=True" not in mark
    ]
