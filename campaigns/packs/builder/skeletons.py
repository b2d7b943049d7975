"""Packs to begin with when there is nothing yet: small, right, and with a word on each part."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from engine.core.fixtures import FIXTURES

FOLDER = FIXTURES / "skeletons"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skeleton:
    name: str
    kind: str
    system: str
    title: str
    summary: str
    """What such a campaign is."""
    text: str


@cache
def skeletons() -> dict[str, Skeleton]:
    """All that there are, by name, the simplest first."""
    found = {}
    for path in sorted(FOLDER.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        told = tomllib.loads(text)
        name = path.stem.partition("-")[2]
        title, _, summary = text.partition("\n")[0].lstrip("# ").partition(":")
        found[name] = Skeleton(
            name=name,
            kind=told["kind"],
            system=told["system"],
            title=title,
            summary=summary.strip()[:1].upper() + summary.strip()[1:],
            text=text,
        )
    return found


def skeleton(name: str) -> str | None:
    """The text of one of them."""
    found = skeletons().get(name)
    return None if found is None else found.text
