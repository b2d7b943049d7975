"""The parts that a pack is made in, one after the other, and which of them a kind of pack has."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import engine
from campaigns.packs.builder.shapes import Shape, fields_of, pack_shape
from campaigns.packs.builder.words import Data, title_of
from campaigns.packs.errors import Path
from campaigns.packs.schema import Stage
from campaigns.packs.system_checks import OF_MISSIONS, OF_PACKS, OF_UNITS

WITH_SQUADRONS = ("progressive", "operation", "solitaire")
WITH_PERIODS = ("progressive", "solitaire")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some keys at the top of a pack; one of many tables has a page for each of them."""

    slug: str
    title: str
    about: str
    keys: tuple[str, ...]
    one: str = ""
    """What one of its tables is called; empty: it has one page."""
    kinds: tuple[str, ...] = ()
    """Of packs that have it; empty: all."""
    knows: str = ""
    """What a game must know to have it."""

    @property
    def key(self) -> str:
        return self.keys[0]

    @property
    def is_list(self) -> bool:
        """Whether its tables stand in a list rather than under keys of their own."""
        return self.slug == "stages"


PARTS = (
    Part(
        slug="head",
        title="The pack",
        about="Its name, its days and its kind.",
        keys=(
            "title",
            "slug",
            "version",
            "kind",
            "system",
            "summary",
            "first",
            "last",
            "options",
            "calendar",
            "budget",
            "skilled_on",
            "provenance",
            "fixed",
        ),
    ),
    Part(slug="sides", title="Sides", about="Who fights, with whose men, and what each is told.", keys=("sides",)),
    Part(slug="story", title="The story", about="History, as many passages as you like.", keys=("notes",)),
    Part(
        slug="stages",
        title="Stages",
        about="The parts of the campaign, and what draws each Mission.",
        keys=("stages",),
        one="stage",
    ),
    Part(
        slug="cards",
        title="Own cards",
        about="Aircraft of your own that the pack carries: whoever has its file has them.",
        keys=("cards",),
    ),
    Part(
        slug="missions",
        title="Missions",
        about="The matrix of targets: who strikes what, with which units, and who defends it.",
        keys=("missions",),
        one="mission",
        kinds=("land", "progressive", "operation", "solitaire"),
    ),
    Part(
        slug="squadrons",
        title="Squadrons",
        about="The order of battle: aircraft and men that the campaign keeps account of.",
        keys=("squadrons",),
        one="squadron",
        kinds=WITH_SQUADRONS,
    ),
    Part(
        slug="replacements",
        title="Replacements",
        about="Aircraft and men who join, on a day or every so many periods.",
        keys=("replacements",),
        kinds=WITH_SQUADRONS,
    ),
    Part(
        slug="resources",
        title="Resources",
        about="What a side may spend, each once in a campaign.",
        keys=("resources",),
        one="resource",
        kinds=("land", "dogfights", "progressive", "operation"),
        knows="resources",
    ),
    Part(
        slug="stocks",
        title="Stocks",
        about="Fuel that units use up, supplies that each period empties.",
        keys=("stocks",),
        kinds=("progressive", "operation"),
    ),
    Part(
        slug="track",
        title="The track",
        about="The spaces along which a marker moves by the outcome of each Mission.",
        keys=("progress",),
        kinds=("progressive",),
    ),
    Part(
        slug="events",
        title="Events",
        about="What happens once: on a day, at a space of the track, or after another event.",
        keys=("events",),
        one="event",
        kinds=WITH_SQUADRONS,
    ),
    Part(slug="map", title="The map", about="Its theatre, and the towns, rivers and fronts on it.", keys=("map",)),
    Part(
        slug="points",
        title="Victory Points",
        about="What each aircraft is worth.",
        keys=("scoring",),
        knows="scoring",
    ),
    Part(slug="victory", title="How it is graded", about="The victory table, best margin first.", keys=("victory",)),
)
BY_SLUG: Mapping[str, Part] = {part.slug: part for part in PARTS}
_OF_STAGES: Mapping[str, tuple[str, ...]] = {
    "locations": ("dogfights",),
    "table": ("land", *WITH_SQUADRONS),
    "periods": WITH_PERIODS,
    "chosen_by": WITH_PERIODS,
    "weather": WITH_PERIODS,
}
_OF_PACKS: Mapping[str, tuple[str, ...]] = {"calendar": WITH_PERIODS, "budget": ("operation",)}
_OF_RESOURCES: Mapping[str, tuple[str, ...]] = {"cost": ("operation",), "event": ("progressive", "operation")}
_OF_LINES: Mapping[str, tuple[str, ...]] = {
    "cards": ("land", *WITH_PERIODS),
    "date": ("land", "operation"),
}
_KINDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Stage": _OF_STAGES,
    "PackDefinition": _OF_PACKS,
    "Resource": _OF_RESOURCES,
    "TableLine": _OF_LINES,
    "MissionDefinition": {"week": ("solitaire",), "start": ("land",)},
    "UnitLine": {"belt": ("solitaire",)},
    "ReplacementLine": {"every": WITH_PERIODS},
    "Event": {"space": ("progressive",)},
    "Scoring": {"flying_bomb": ("solitaire",)},
}
_WORDS_OF_GAMES: Mapping[str, frozenset[str]] = {
    "PackDefinition": frozenset(OF_PACKS),
    "MissionDefinition": frozenset(OF_MISSIONS),
    "UnitLine": frozenset(OF_UNITS),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """What decides which parts and fields a pack has."""

    kind: str
    knows: frozenset[str]

    @classmethod
    def of(cls, data: Data) -> Terms:
        """Of a kind and game that are none, everything is shown."""
        system = engine.systems().get(str(data.get("system")))
        every = frozenset(OF_PACKS) | frozenset(OF_MISSIONS) | frozenset(OF_UNITS) | {"scoring"}
        return cls(str(data.get("kind")), system.campaign.knows if system else every)

    def have(self, part: Part, data: Data) -> bool:
        """Whether such a pack has this part, or has it wrongly."""
        if any(key in data for key in part.keys):
            return True
        return (not part.kinds or self.kind in part.kinds) and (not part.knows or part.knows in self.knows)

    def fit(self, model: str, key: str) -> bool:
        """Whether such a pack has this key in a table that ``model`` describes."""
        if key in _WORDS_OF_GAMES.get(model, ()) and key not in self.knows:
            return False
        kinds = _KINDS.get(model, {}).get(key, ())
        return not kinds or self.kind in kinds


def parts_of(data: Data) -> list[Part]:
    terms = Terms.of(data)
    return [part for part in PARTS if terms.have(part, data)]


@dataclass(frozen=True, slots=True)
class Place:
    """What one page edits: a part or, of one of many tables, ``item``: its key, or its position from 1."""

    part: Part
    item: str = ""

    @property
    def path(self) -> Path:
        """From the top of the pack."""
        if not self.item:
            return ()
        return (self.part.key, int(self.item) - 1) if self.part.is_list else (self.part.key, self.item)

    @property
    def shape(self) -> Shape:
        if not self.item:
            return pack_shape(self.part.keys)
        model = Stage if self.part.is_list else None
        whole = pack_shape(self.part.keys).fields[0]
        return Shape(
            kind="table",
            key="",
            label="",
            fields=fields_of(model) if model else whole.fields,
            model=whole.model,
        )

    def read(self, data: Data) -> dict[str, Any] | None:
        """The table that the page edits; ``None``: there is none."""
        if not self.item:
            return {key: data[key] for key in self.part.keys if key in data}
        for key, value in items(self.part, data):
            if key == self.item:
                return value if isinstance(value, dict) else None
        return None

    def put(self, data: Data, value: Mapping[str, Any]) -> dict[str, Any]:
        """The pack with another table there."""
        if not self.item:
            rest = {key: each for key, each in data.items() if key not in self.part.keys}
            return rest | dict(value)
        whole = data[self.part.key]
        if isinstance(whole, list):
            changed: object = [value if at == int(self.item) - 1 else each for at, each in enumerate(whole)]
        else:
            changed = {key: value if key == self.item else each for key, each in whole.items()}
        return {**data, self.part.key: changed}

    def digest(self, data: Data) -> str:
        """Of what the page edits: it changes with it alone."""
        return hashlib.sha256(repr(self.read(data)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def items(part: Part, data: Data) -> Iterator[tuple[str, Any]]:
    """The tables of a part that has many, by key, or by position from 1."""
    there = data.get(part.key)
    if part.is_list and isinstance(there, list):
        yield from ((str(at), each) for at, each in enumerate(there, 1))
    elif not part.is_list and isinstance(there, dict):
        yield from there.items()


def place_of(path: Path) -> Place | None:
    """The page that edits what stands at a path; ``None``: no page does."""
    if not path:
        return None
    part = next((part for part in PARTS if path[0] in part.keys), None)
    if part is None:
        return None
    if not part.one or len(path) == 1:
        return Place(part)
    step = path[1]
    return Place(part, str(step + 1) if isinstance(step, int) else step)


def item_title(key: str, value: object) -> str:
    """What one table of many is called."""
    return title_of(key, value)
