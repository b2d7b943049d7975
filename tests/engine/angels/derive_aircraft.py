"""Write the figures of ``fixtures/aircraft/angels`` anew from the formula.

``python -m tests.engine.angels.derive_aircraft`` does it.
Of each ``[slug.angels]`` table pilot, abilities and fixed figures stay, all else is what the formula gives.
"""

from __future__ import annotations

import json
import tomllib
from typing import Any

from engine.core.fixtures import FIXTURES
from tests.engine.angels.ratings import Performance, derive

FOLDER = FIXTURES / "aircraft" / "angels"


def derived(table: dict[str, Any]) -> dict[str, Any]:
    """The ``angels`` block that the formula gives for an aircraft with a performance."""
    standing = table["angels"]
    figures = {key: value for key, value in table["performance"].items() if key != "provenance"}
    return derive(Performance(**figures), standing["pilot"], standing["abilities"], standing)


def rederive(text: str) -> str:
    """An aircraft file with every derived block as the formula gives it; all else stays as it is."""
    tables = tomllib.loads(text)
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("["):
            slug, _, rest = line.strip("[]").partition(".")
            inside = rest == "angels" and "performance" in tables[slug]
            kept.append(line)
            if inside:
                kept.append(f'provenance = "{tables[slug]["angels"]["provenance"]}"')
                kept += [f"{key} = {json.dumps(value)}" for key, value in derived(tables[slug]).items()]
        elif not inside or not line:
            kept.append(line)
    return "\n".join(kept) + "\n"


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.toml")):
        path.write_text(rederive(path.read_text("utf-8")), "utf-8")
