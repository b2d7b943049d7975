"""From types of aircraft and target cards of the library to the sheets of cards that are printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache

import engine
from campaigns.catalogue import target_cards
from campaigns.catalogue.library import AircraftType, Target, library
from campaigns.catalogue.shapes import shape_name
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.cards.aircraft_cards import AircraftCard
from campaigns.documents.cards.card_parts import SOURCES
from campaigns.documents.cards.card_sheet import CardSheet
from campaigns.documents.cards.target_cards import TargetCard
from campaigns.packs.definition import PackDefinition
from config.common.vocabulary import month, nation_name
from engine.core.type_cards import CardFigure

FLAK = 2
"""Of a Target card's figures, the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCard:
    """An aircraft of a mission whose card is wanted: its type, which of its cards, and whose it is.

    ``seat`` is ``leader``, ``wingman`` or empty: all cards of the type, as in a Formation. ``rank`` is the man's, in
    a system that has ranks.
    """

    aircraft: str
    seat: str = ""
    label: str = ""
    rank: str = ""


def cards_of_type(aircraft: AircraftType) -> CardSheet[AircraftCard]:
    """The cards of one type."""
    return CardSheet(
        title=aircraft.name,
        subject=f"Cards of {aircraft.name}, {engine.systems()[aircraft.system].title}",
        cards=_cards(aircraft.slug),
    )


def cards_of_pack(pack: PackDefinition) -> CardSheet[AircraftCard]:
    """The cards of every type that may fly in a pack, side by side and in order of coming into service."""
    return CardSheet(
        title=pack.title,
        subject=f"Aircraft cards of {pack.title}",
        cards=tuple(card for aircraft in types_of(pack) for card in _cards(aircraft.slug)),
    )


def cards_of_seats(title: str, seats: Sequence[WantedCard]) -> CardSheet[AircraftCard]:
    """A card for each aircraft of a list, as of a mission's units. Types without a card are left out."""
    return CardSheet(
        title=title,
        subject=f"Aircraft cards of {title}",
        cards=tuple(
            replace(card, label=seat.label)
            for seat in seats
            if seat.aircraft in library().aircraft
            for card in _of_seat(seat)
        ),
    )


def _of_seat(seat: WantedCard) -> tuple[AircraftCard, ...]:
    cards = _cards(seat.aircraft, seat.rank)
    if len(cards) == 1:
        return cards
    return tuple(card for card in cards if not seat.seat or card.is_leader == (seat.seat == "leader"))


def types_of(pack: PackDefinition) -> tuple[AircraftType, ...]:
    """Every type that its missions, Resources, squadrons, replacements and events may bring; Allied ones first."""
    known = library().aircraft
    found = dict.fromkeys(slug for slug in _slugs(pack) if slug in known)
    return tuple(
        sorted(
            (known[slug] for slug in found), key=lambda each: (each.side, each.in_formation, each.in_service, each.name)
        )
    )


def _slugs(pack: PackDefinition) -> Iterator[str]:
    for _, mission in pack.all_missions():
        for unit in mission.units:
            yield from unit.aircraft
    for resource in pack.resources.values():
        for effect in resource.gives:
            yield from effect.aircraft
    for squadron in pack.squadrons.values():
        yield squadron.aircraft
    for line in pack.replacements:
        yield line.type or ""
    for event in pack.events.values():
        for given in event.gives:
            yield given.type or ""


@cache
def _cards(slug: str, rank: str = "") -> tuple[AircraftCard, ...]:
    """All cards of a type: of a Leader and a Wingman, of a Formation aircraft, or what its system has.

    ``rank`` is of the man who flies it; empty is as the type comes.
    """
    aircraft = library().aircraft[slug]
    cards = engine.systems()[aircraft.system].type_cards(slug, rank)
    figures = [figure for card in cards for figure in (*card.front.figures, *card.back.figures)]
    return tuple(
        AircraftCard(
            name=unbroken(aircraft.name),
            side=aircraft.side,
            outline=shape_name(aircraft.slug),
            about=f"{nation_name(aircraft.nation)} · {aircraft.service}",
            since=f"from {month(aircraft.in_service)}",
            front=card.front,
            back=card.back,
            is_leader=card.seat != "wingman",
            provenance=_sources(aircraft.provenance, {figure.source for figure in figures}),
        )
        for card in cards
    )


def all_target_cards() -> CardSheet[TargetCard]:
    """Every Target card of the library, by class."""
    cards = tuple(_target(card, title) for title, group in target_cards.target_cards() for card in group)
    return CardSheet("Target cards", "Target cards", cards)


def target_cards_of_pack(pack: PackDefinition) -> CardSheet[TargetCard]:
    """The cards of what a pack's Missions strike, those of its maker's too, in their order."""
    struck = dict.fromkeys(mission.target.slug for mission in pack.missions.values() if mission.target)
    return CardSheet(pack.title, f"Target cards of {pack.title}", tuple(map(_card_of_target, struck)))


def card_of_target(target: Target) -> CardSheet[TargetCard]:
    """The card of one target."""
    return CardSheet(target.name, f"Target card of {target.name}", (_card_of_target(target.slug),))


def _card_of_target(slug: str) -> TargetCard:
    target = library().targets[slug]
    return _target(target_cards.target_card(target), target_cards.CLASSES[target.target_class])


def _target(card: target_cards.TargetCard, kind: str) -> TargetCard:
    usual = max((figure.provenance for figure in card.figures), key=[each.provenance for each in card.figures].count)
    figures = [
        CardFigure(each.label, each.value, source="" if each.provenance == usual else each.provenance)
        for each in card.figures
    ]
    return TargetCard(
        name=card.name,
        kind=kind,
        mark=f"target-{card.target_class}",
        flak=tuple(figures[:FLAK]),
        damage=tuple(figures[FLAK:]),
        levels=library().targets[card.slug].levels,
        words=card.rules,
        counted="Damage" if card.levels else "Cargo Points",
        provenance=_sources(usual, {figure.provenance for figure in (*card.figures, *card.levels)}),
    )


def _sources(usual: str, sources: Set[str]) -> str:
    """Where the figures come from, with the letters that stand beside those that are not as the others."""
    others = [f"({SOURCES[source]}) {source}" for source in sorted(sources - {"", usual})]
    return f"Figures: {', '.join([usual, *others])}"
