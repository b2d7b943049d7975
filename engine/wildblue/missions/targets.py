"""Mission Targets: their cards, read from ``fixtures/targets/wildblue.toml``. [WBY 21; SUP 21]"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from engine.core import fixtures, own_types
from engine.core.errors import EngineError
from engine.core.fields import Fields, keys
from engine.core.game import Document
from engine.core.table_sheet import TargetCard

MOST_FLAK = 9
KEYS = keys("slug name area_flak target_flak card")
CARD_KEYS = keys("slug name class hardened area_flak target_flak damage levels cargo provenance fixed")
CLASSES = ("military", "naval", "industrial")
MOST_DAMAGE = 99
MOST_LEVELS = 8


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
    """A slug, or an object with a slug and what the Mission changes of its card: name and flak.

    A ``card`` beside it is all of a card that somebody has made, see ``own_types``.
    """
    own = Fields(place, {"slug": source} if isinstance(source, str) else source, error, only=KEYS)
    slug = own.text("slug", None)
    card = own_card(own.fields("card", f"{place}, card"), slug) if "card" in own else catalogue().get(slug)
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


def own_card(read: Fields, slug: str) -> Document:
    """A card that somebody has made, by its table; whatever breaks the rules of ratings is refused. [WBY 21]"""
    read.only(CARD_KEYS)
    if read.text("slug", None) != slug:
        raise read.refuse("it is the card of another target.")
    read.made(own_types.know, read.document)
    read.text("name", None)
    read.choice("class", CLASSES)
    read.flag("hardened")
    cargo = read.flag("cargo")
    for key in ("area_flak", "target_flak"):
        read.number(key, None, most=MOST_FLAK)
    damage = read.fields("damage", only=keys("hit direct vital"))
    dealt = [damage.number(key, 0, most=MOST_DAMAGE) for key in ("hit", "direct", "vital")]
    levels = [Fields(f"{read.place}, level {n}", each, read.error) for n, each in enumerate(read.items("levels"), 1)]
    reached = [(level.text("name", None), level.number("damage", None, least=1)) for level in levels]
    for level in levels:
        level.number("points", None)
    if len(levels) > MOST_LEVELS:
        raise read.refuse(f"it has at most {MOST_LEVELS} levels.")
    if cargo and (levels or any(dealt)):
        raise read.refuse("what takes in cargo takes no damage: it has neither damage nor levels.")
    if not cargo and not (levels and any(dealt)):
        raise read.refuse("it needs damage by Bomb result, and levels that this reaches.")
    if any(after <= before for (_, before), (_, after) in pairwise(reached)):
        raise read.refuse("each level needs more damage than the one before it.")
    return read.document | {"hardened": read.flag("hardened")}
