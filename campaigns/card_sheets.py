"""From types of aircraft and target cards of the library to the sheets of cards that are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import engine
from campaigns import aircraft_cards
from campaigns.aircraft_cards import Figure
from campaigns.documents.aircraft_cards import AircraftCard, AircraftCards, Face, Rating
from campaigns.logs import unbroken
from campaigns.packs.definition import PackDefinition
from campaigns.packs.library import AircraftType, library
from campaigns.packs.schema import UnitLine
from campaigns.silhouettes import shape_of
from campaigns.templatetags.ready_room import month, nation
from engine.core.paper import CardFace, CardFigure

CHIEF: Mapping[str, tuple[str, ...]] = {
    "leader": ("performance", "horsepower", "burst", "damage"),
    "wingman": ("offensive", "defensive", "ceiling", "damage"),
    "formation": ("turret_defense", "turret_support", "speed", "damage"),
}
"""Of Wild Blue Yonder: the figures in the corners of a card, by seat."""
ROW = 4
"""Most figures in a row."""


@dataclass(frozen=True, slots=True)
class Seat:
    """An aircraft of a mission whose card is wanted: its type, which of its cards, and whose it is.

    ``seat`` is ``leader``, ``wingman`` or empty: all cards of the type, as in a Formation.
    """

    aircraft: str
    seat: str = ""
    label: str = ""


def cards_of_type(aircraft: AircraftType) -> AircraftCards:
    """The cards of one type."""
    return AircraftCards(
        title=aircraft.name,
        subject=f"Cards of {aircraft.name}, {engine.systems()[aircraft.system].title}",
        cards=_cards(aircraft.slug),
    )


def cards_of_pack(pack: PackDefinition) -> AircraftCards:
    """The cards of every type that may fly in a pack, side by side and in order of coming into service."""
    return AircraftCards(
        title=pack.title,
        subject=f"Aircraft cards of {pack.title}",
        cards=tuple(card for aircraft in types_of(pack) for card in _cards(aircraft.slug)),
    )


def cards_of_seats(title: str, seats: Sequence[Seat]) -> AircraftCards:
    """A card for each aircraft of a list, as of a mission's units. Types without a card are left out."""
    return AircraftCards(
        title=title,
        subject=f"Aircraft cards of {title}",
        cards=tuple(
            replace(card, label=seat.label)
            for seat in seats
            if seat.aircraft in library().aircraft
            for card in _of_seat(seat)
        ),
    )


def _of_seat(seat: Seat) -> tuple[AircraftCard, ...]:
    cards = _cards(seat.aircraft)
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
        yield from _of_lines(mission.units)
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


def _of_lines(lines: Iterable[UnitLine]) -> Iterator[str]:
    for line in lines:
        yield from line.aircraft


@cache
def _cards(slug: str) -> tuple[AircraftCard, ...]:
    """All cards of a type: of a Leader and a Wingman, of a Formation aircraft, or what its system has."""
    aircraft = library().aircraft[slug]
    if aircraft.entry is None:
        return tuple(_wildblue(aircraft))
    ours = aircraft.entry.provenance
    return tuple(
        _card(
            aircraft,
            _of_engine(card.front, ours),
            _of_engine(card.back, ours),
            is_leader=card.seat != "wingman",
            provenance=f"Figures: {ours}",
        )
        for card in engine.systems()[aircraft.system].type_cards(slug)
    )


def _card(aircraft: AircraftType, front: Face, back: Face, *, is_leader: bool, provenance: str) -> AircraftCard:
    return AircraftCard(
        name=unbroken(aircraft.name),
        side=aircraft.side,
        shape=f"plane-{shape_of(aircraft)}",
        about=f"{nation(aircraft.nation)} · {aircraft.service}",
        since=f"from {month(aircraft.in_service)}",
        front=front,
        back=back,
        is_leader=is_leader,
        provenance=provenance,
    )


def _of_engine(face: CardFace, provenance: str) -> Face:
    return Face(
        title=face.title,
        chief=_ratings(face.chief),
        rows=tuple(map(_ratings, face.rows)),
        words=face.words,
        boxes=face.boxes,
        is_damaged=face.is_damaged,
    )


def _ratings(figures: Iterable[CardFigure]) -> tuple[Rating, ...]:
    return tuple(Rating(figure.label, figure.value, figure.beside) for figure in figures)


def _wildblue(aircraft: AircraftType) -> Iterator[AircraftCard]:
    """Each Undamaged face with the Damaged one of the same seat. [WBY 5.1]"""
    cards = aircraft_cards.cards(aircraft)
    faces = {(face.seat, face.damaged): face for face in cards.faces}
    letters = {figure.provenance for face in cards.faces for figure in face.figures} - {cards.provenance}
    told = "".join(f", ({letter[0].upper()}) {letter}" for letter in sorted(letters))
    for seat, damaged in faces:
        if damaged:
            continue
        words = _words(aircraft, cards) if seat != "wingman" else ()
        front, back = (
            _of_wildblue(faces[seat, side], _whole(cards, seat) if not side else (), words, turbo=cards.turbo)
            for side in (False, True)
        )
        yield _card(aircraft, front, back, is_leader=seat != "wingman", provenance=f"Figures: {cards.provenance}{told}")


def _of_wildblue(face: aircraft_cards.Face, whole: tuple[Rating, ...], words: tuple[str, ...], *, turbo: bool) -> Face:
    chief = CHIEF[face.seat]
    figures = {figure.key: figure for figure in face.figures}
    others = [_rating(figure, turbo=turbo) for figure in face.figures if figure.key not in chief] + list(whole)
    return Face(
        title=face.title.replace(", undamaged", ""),
        chief=tuple(_rating(figures[key], turbo=turbo) for key in chief if key in figures),
        rows=_rows(others),
        words=words,
        is_damaged=face.damaged,
    )


def _rows(ratings: Sequence[Rating]) -> tuple[tuple[Rating, ...], ...]:
    """Rows of about one length."""
    if not ratings:
        return ()
    count = -(-len(ratings) // ROW)
    length = -(-len(ratings) // count)
    return tuple(tuple(ratings[start : start + length]) for start in range(0, len(ratings), length))


def _rating(figure: Figure, *, turbo: bool = False) -> Rating:
    beside = "T" if turbo and figure.key == "horsepower" else figure.plus
    return Rating(_SHORT.get(figure.key, figure.label), figure.value, beside, figure.provenance)


_SHORT = {
    "turret_defense": "Turret def.",
    "turret_support": "Turret supp.",
    "level": "Level bombs",
    "dive": "Dive bombs",
    "saturation": "Saturation",
    "cargo_drop": "Dropped",
    "balance": "Balance",
    "wingman_balance": "Balance, more",
    "heavy_guns": "Heavy Guns",
    "night_combat": "Night",
    "oblique_guns": "Oblique",
}


def _whole(cards: aircraft_cards.Cards, seat: str) -> tuple[Rating, ...]:
    """What the aircraft has as such: on the front of its Leader's card, the Wingman's value on his own."""
    shown = (
        ("wingman_balance",)
        if seat == "wingman"
        else tuple(figure.key for figure in cards.whole if figure.key != "wingman_balance")
    )
    return tuple(_rating(figure) for figure in cards.whole if figure.key in shown)


def _words(aircraft: AircraftType, cards: aircraft_cards.Cards) -> tuple[str, ...]:
    words = list(cards.specials)
    if cards.turbo:
        words.append("Turbocharged (T): High counts as Medium, Very High as High for its engine.")
    if cards.speed.plus:
        words.append(f"Slow: {cards.speed.value} is taken off a Mission’s base durations.")
    if cards.loads:
        words.append(f"Carries {cards.loads}.")
    return tuple(words)
