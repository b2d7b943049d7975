"""Mission Targets: their cards, read from ``fixtures/targets/wildblue.toml``. [WBY 21; SUP 21]"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core import fixtures
from engine.core.errors import EngineError
from engine.core.fields import Fields, keys
from engine.core.game import Document
from engine.core.table_sheet import TargetCard

MOST_FLAK = 9
KEYS = keys("slug name area_flak target_flak")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target(TargetCard):
    """One Mission Target as this Mission has it."""

    slug: str
    target_class: str
    area_flak: int
    target_flak: int
    damage: tuple[int, int, int, int]
    """What a Miss, a Hit, a Direct and a Vital inflict."""
    cargo: bool
    """Whether it scores the Cargo Points delivered to it."""
    document: str | Document
    """What it was made from."""


@cache
def catalogue() -> dict[str, dict[str, Any]]:
    """Every target card, by slug."""
    return fixtures.read("targets", "wildblue.toml")


def read_target(read: Fields, key: str) -> Target | None:
    """The target of a set-up, or none; see ``target``."""
    if key not in read:
        return None
    return target(read.document[key], f"{read.place}, {key}", read.error)


def target(source: str | Document, place: str = "The target", error: type[EngineError] = EngineError) -> Target:
    """A slug, or an object with a slug and what the Mission changes of its card: name and flak."""
    own = Fields(place, {"slug": source} if isinstance(source, str) else source, error, only=KEYS)
    slug = own.text("slug", None)
    card = catalogue().get(slug)
    if card is None:
        raise own.refuse(f"there is no target {slug!r}; they are {', '.join(catalogue())}. [WBY 21]")
    damage = card.get("damage", {})
    return Target(
        slug=slug,
        name=own.text("name") or card["name"],
        target_class=card["class"],
        hardened=card["hardened"],
        area_flak=own.number("area_flak", card["area_flak"], most=MOST_FLAK),
        target_flak=own.number("target_flak", card["target_flak"], most=MOST_FLAK),
        damage=(0, damage.get("hit", 0), damage.get("direct", 0), damage.get("vital", 0)),
        levels=tuple((level["name"], level["damage"], level["points"]) for level in card.get("levels", ())),
        cargo=bool(card.get("cargo")),
        document=source,
    )
