"""Target cards as a page draws them, each figure with its source. [WBY 21]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.catalogue.cards import PUBLIC, Figure, provenance_of
from campaigns.catalogue.library import Target, library

CLASSES = {"military": "Military", "naval": "Naval", "industrial": "Industrial"}


@dataclass(frozen=True, slots=True)
class TargetCard:
    """One Target card."""

    slug: str
    name: str
    target_class: str
    figures: tuple[Figure, ...]
    """Flak, and damage by Bomb result."""
    levels: tuple[Figure, ...]
    """Each level with the damage that reaches it; ``plus`` is what it earns."""
    rules: tuple[str, ...]
    sources: tuple[str, ...]
    """Of the figures that a source fixes."""


def target_cards() -> list[tuple[str, list[TargetCard]]]:
    """Every Target card, by class in words."""
    cards = [target_card(target) for target in library().targets.values()]
    return [(title, [card for card in cards if card.target_class == slug]) for slug, title in CLASSES.items()]


def target_card(target: Target) -> TargetCard:
    """The card of one, which may be of somebody's making."""

    def figure(key: str, label: str, hint: str, value: int, plus: str = "") -> Figure:
        source = target.fixed.get(key, "")
        return Figure(key, label, hint, str(value), plus, provenance_of(source, target.provenance), source)

    figures = [
        figure("area_flak", "Area Flak", "Cards drawn for each aircraft Over Target", target.area_flak),
        figure("target_flak", "Target Flak", "Base number of cards for each aircraft that strikes", target.target_flak),
    ]
    if not target.cargo:
        figures += [
            figure("damage.hit", "Hit", "Damage of a Hit", target.hit),
            figure("damage.direct", "Direct", "Damage of a Direct Hit", target.direct),
            figure("damage.vital", "Vital", "Damage of a Vital Hit", target.vital),
        ]
    return TargetCard(
        slug=target.slug,
        name=target.name,
        target_class=target.target_class,
        figures=tuple(figures),
        levels=tuple(figure("levels", level.name, "", level.damage, str(level.points)) for level in target.levels),
        rules=tuple(_rules(target)),
        sources=tuple(source.removeprefix(PUBLIC) for source in target.fixed.values()),
    )


def _rules(target: Target) -> Iterator[str]:
    if target.cargo:
        yield "Each Cargo Point delivered earns 1 VP."
    if target.hardened:
        yield "Hardened: may not be strafed."
    if target.target_class == "naval":
        yield "May be struck with torpedoes."
    if target.target_class == "industrial":
        yield "Dive Brakes are of no use here."
