"""What may be named in a field of a pack: aircraft, targets, cards, and what the pack itself has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

import engine
from campaigns.catalogue.library import library
from campaigns.catalogue.theatres import theatres
from campaigns.packs.cards import OWN
from campaigns.packs.schema import CARD_GROUPS
from config.common.vocabulary import NATIONS, nation_name, words

Data: TypeAlias = Mapping[str, Any]
"""A pack as its text says it, right or wrong."""
Named: TypeAlias = Mapping[str, str]
"""Values, and what a reader calls them."""


def named(what: str, data: Data) -> Named:
    """What a field may name: ``aircraft``, ``missions`` …, of a pack as it stands."""
    return _OF[what](data)


@cache
def aircraft_of(system: str) -> Named:
    """The types of a game; two of one name go by their slugs as well."""
    types = [each for each in library().aircraft.values() if each.system == system]
    times = Counter(each.name for each in types)
    return {
        each.slug: each.name if times[each.name] == 1 else f"{each.name} ({each.slug})"
        for each in sorted(types, key=lambda each: (each.nation, each.name))
    }


def card_name(slug: str) -> str:
    """
    >>> card_name("tight-turn"), card_name("ims-1b"), card_name("oots-2b3h")
    ('Tight turn', 'IMS 1B', 'OOTS 2B3H')
    """
    return slug.replace("-", " ").upper() if slug.startswith(("ims", "oots")) else words(slug)


def carried(data: Data, kind: str) -> Mapping[str, Mapping[str, Any]]:
    """The cards of a kind (``aircraft``, ``targets`` …) that a pack carries, by what it calls them."""
    cards = data.get("cards")
    there = cards.get(kind) if isinstance(cards, dict) else None
    return {slug: each for slug, each in there.items() if isinstance(each, dict)} if isinstance(there, dict) else {}


def _with_carried(house: Named, data: Data, kind: str) -> Named:
    """The house's names and those of a pack's own cards, each of one thing only."""
    found = dict(house)
    for slug, card in carried(data, kind).items():
        found.pop(slug, None)  # it is flown in this one's place
        name = card.get("name")
        name = name.strip() if isinstance(name, str) and name.strip() else slug
        if name in house.values():
            name += OWN
        found[slug] = name if name not in found.values() else f"{name} ({slug})"
    return found


def _aircraft(data: Data) -> Named:
    system = data.get("system")
    return _with_carried(aircraft_of(system), data, "aircraft") if isinstance(system, str) else {}


def _targets(data: Data) -> Named:
    return _with_carried({slug: each.name for slug, each in library().targets.items()}, data, "targets")


def nations_of(data: Data) -> Named:
    """All that there are, and those of the pack's own."""
    return _with_carried(dict(sorted(NATIONS.items(), key=lambda each: each[1])), data, "nations")


def _nations(data: Data) -> Named:
    """Those of whom there are men, the pack's own lists too."""
    house = {slug: nation_name(slug) for slug in (*library().pilots, *carried(data, "men")) if slug in NATIONS}
    return _with_carried(dict(sorted(house.items())), data, "nations")


def _cards(data: Data) -> Named:
    """Every face once, and the names for several of them first."""
    grouped = {face for faces in CARD_GROUPS.values() for face in faces}
    single = [face for face in library().faces if face not in grouped]
    return {slug: card_name(slug) for slug in (*single, *CARD_GROUPS)}


def _of_the_pack(key: str) -> Callable[[Data], Named]:
    def found(data: Data) -> Named:
        there = data.get(key)
        return {slug: title_of(slug, each) for slug, each in there.items()} if isinstance(there, dict) else {}

    return found


def title_of(slug: str, told: object) -> str:
    """What a table of a pack is called."""
    title = told.get("title", told.get("name")) if isinstance(told, dict) else None
    return title if isinstance(title, str) and title.strip() else slug


def _missions(data: Data) -> Named:
    """Of dogfights the match-ups, which are no tables of their own."""
    found = dict(_of_the_pack("missions")(data))
    for stage in _tables(data.get("stages")):
        for location in _tables(stage.get("locations")):
            for colour in ("red", "white", "blue"):
                match_up = location.get(colour)
                if isinstance(location.get("key"), str) and isinstance(match_up, dict):
                    found[f"{location['key']}-{colour}"] = title_of(colour, match_up)
    return found


def _tables(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


_OF: Mapping[str, Callable[[Data], Named]] = {
    "aircraft": _aircraft,
    "cards": _cards,
    "missions": _missions,
    "targets": _targets,
    "systems": lambda data: {slug: each.title for slug, each in engine.systems().items()},
    "squadrons": _of_the_pack("squadrons"),
    "resources": _of_the_pack("resources"),
    "events": _of_the_pack("events"),
    "nations": _nations,
    "theatres": lambda data: {slug: each.title for slug, each in theatres().items()},
}
