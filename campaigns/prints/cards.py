"""From types of aircraft and target cards of the library to the sheets of cards that are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import engine
from campaigns.catalogue import cards as aircraft_cards
from campaigns.catalogue import target_cards
from campaigns.catalogue.cards import Figure
from campaigns.catalogue.library import AircraftType, library
from campaigns.catalogue.silhouettes import shape_of
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.cards.aircraft_cards import AircraftCard
from campaigns.documents.cards.card_sheet import CardSheet
from campaigns.documents.cards.target_cards import TargetCard
from campaigns.packs.definition import PackDefinition
from config.common.vocabulary import month, nation_name
from engine.core.type_cards import CardFace, CardFigure

CHIEF: Mapping[str, tuple[str, ...]] = {
    "leader": ("performance", "horsepower", "burst", "damage"),
    "wingman": ("offensive", "defensive", "ceiling", "damage"),
    "formation": ("turret_defense", "turret_support", "speed", "damage"),
}
"""Of Wild Blue Yonder: the figures in the corners of a card, by seat."""
ROW = 4
"""Most figures in a row."""
SOURCES = {"own": "O", "rulebook": "R", "public": "P", "supplement": "S"}
"""The letter beside a figure that comes from somewhere else than the others of its card."""
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
    if aircraft.ratings:
        return tuple(_wildblue(aircraft))
    ours = aircraft.provenance
    return tuple(
        _card(
            aircraft,
            card.front,
            card.back,
            is_leader=card.seat != "wingman",
            provenance=_sources(ours, ()),
        )
        for card in engine.systems()[aircraft.system].type_cards(slug, rank)
    )


def _card(aircraft: AircraftType, front: CardFace, back: CardFace, *, is_leader: bool, provenance: str) -> AircraftCard:
    return AircraftCard(
        name=unbroken(aircraft.name),
        side=aircraft.side,
        shape=f"plane-{shape_of(aircraft)}",
        about=f"{nation_name(aircraft.nation)} · {aircraft.service}",
        since=f"from {month(aircraft.in_service)}",
        front=front,
        back=back,
        is_leader=is_leader,
        provenance=provenance,
    )


def _wildblue(aircraft: AircraftType) -> Iterator[AircraftCard]:
    """Each Undamaged face with the Damaged one of the same seat. [WBY 5.1]"""
    cards = aircraft_cards.cards(aircraft)
    faces = {(face.seat, face.damaged): face for face in cards.faces}
    figures = [*cards.whole, *(figure for face in cards.faces for figure in face.figures)]
    provenance = _sources(cards.provenance, figures)
    for seat in dict.fromkeys(face.seat for face in cards.faces):
        words = _words(cards) if seat != "wingman" else ()
        front, back = (_of_wildblue(cards, faces[seat, damaged], words) for damaged in (False, True))
        yield _card(aircraft, front, back, is_leader=seat != "wingman", provenance=provenance)


def _of_wildblue(cards: aircraft_cards.Cards, face: aircraft_cards.Face, words: tuple[str, ...]) -> CardFace:
    chief = CHIEF[face.seat]
    ratings = {
        figure.key: _rating(figure, cards.provenance, turbo=cards.turbo)
        for figure in (*face.figures, *(() if face.damaged else _whole(cards, face.seat)))
    }
    return CardFace(
        title=face.title.replace(", undamaged", ""),
        chief=tuple(ratings[key] for key in chief if key in ratings),
        rows=_rows([rating for key, rating in ratings.items() if key not in chief]),
        words=words,
        is_damaged=face.damaged,
    )


def _rows(ratings: Sequence[CardFigure]) -> tuple[tuple[CardFigure, ...], ...]:
    """Rows of about one length."""
    if not ratings:
        return ()
    count = -(-len(ratings) // ROW)
    length = -(-len(ratings) // count)
    return tuple(tuple(ratings[start : start + length]) for start in range(0, len(ratings), length))


def _rating(figure: Figure, usual: str, *, turbo: bool = False) -> CardFigure:
    beside = "T" if turbo and figure.key == "horsepower" else figure.plus
    label = _SHORT.get(figure.key, figure.label)
    if figure.provenance != usual:
        label = f"{label}\N{NO-BREAK SPACE}({SOURCES[figure.provenance]})"
    return CardFigure(label, figure.value, beside)


_SHORT = {
    "turret_defense": "Turret def.",
    "turret_support": "Turret supp.",
    "level": "Level bombs",
    "dive": "Dive bombs",
    "saturation": "Saturation",
    "cargo_drop": "Dropped",
    "balance": "Balance",
    "wingman_balance": "Adds balance",
    "heavy_guns": "Heavy Guns",
    "night_combat": "Night",
    "oblique_guns": "Oblique",
}


def _whole(cards: aircraft_cards.Cards, seat: str) -> tuple[Figure, ...]:
    """What the aircraft has as such: on the front of its Leader's card, the Wingman's value on his own."""
    return tuple(figure for figure in cards.whole if (figure.key == "wingman_balance") == (seat == "wingman"))


def _words(cards: aircraft_cards.Cards) -> tuple[str, ...]:
    words = list(cards.specials)
    if cards.turbo:
        words.append("Turbocharged (T): High counts as Medium, Very High as High for its engine.")
    if cards.speed.plus:
        words.append(f"Slow: {cards.speed.value} is taken off a Mission’s base durations.")
    if cards.loads:
        words.append(f"Carries {cards.loads}.")
    return tuple(words)


def all_target_cards() -> CardSheet[TargetCard]:
    """Every Target card of the library, by class."""
    cards = tuple(_target(card, title) for title, group in target_cards.target_cards() for card in group)
    return CardSheet("Target cards", "Target cards", cards)


def _target(card: target_cards.TargetCard, kind: str) -> TargetCard:
    usual = max((figure.provenance for figure in card.figures), key=[each.provenance for each in card.figures].count)
    return TargetCard(
        name=card.name,
        kind=kind,
        mark=f"target-{card.target_class}",
        flak=tuple(_rating(figure, usual) for figure in card.figures[:FLAK]),
        damage=tuple(_rating(figure, usual) for figure in card.figures[FLAK:]),
        levels=library().targets[card.slug].levels,
        words=card.rules,
        counted="Damage" if card.levels else "Cargo Points",
        provenance=_sources(usual, (*card.figures, *card.levels)),
    )


def _sources(usual: str, figures: Iterable[Figure]) -> str:
    """Where the figures come from, with the letters that stand beside those that are not as the others."""
    others = sorted({figure.provenance for figure in figures} - {usual})
    return f"Figures: {', '.join([usual, *(f'({SOURCES[name]}) {name}' for name in others)])}"
