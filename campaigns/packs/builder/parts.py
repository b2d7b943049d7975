"""The parts that a pack is made in, one after the other, and which of them a kind of pack has."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel

import engine
from campaigns.packs.builder.shapes import Shape, fields_of, pack_shape
from campaigns.packs.builder.words import Data, nations_of, title_of
from campaigns.packs.card_schema import NationCard, ResourceCard, TargetCard
from campaigns.packs.errors import Path
from campaigns.packs.schema import MenCard, Stage
from campaigns.packs.system_checks import OF_MISSIONS, OF_PACKS, OF_UNITS

MEN = "men"
"""What a game knows whose aircraft have men with names."""
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
    inside: tuple[str, ...] = ()
    """Where its tables stand, if within what another part has."""
    model: type[BaseModel] | None = None
    """What describes one of its tables, where the format of the pack does not."""
    begins: Mapping[str, Any] = field(default_factory=dict)
    """What a new one says besides what it must."""

    @property
    def path(self) -> tuple[str, ...]:
        """From the top of the pack to its tables."""
        return self.inside or self.keys[:1]

    @property
    def is_list(self) -> bool:
        """Whether its tables stand in a list rather than under keys of their own."""
        return self.slug == "stages"

    def tables(self, data: Data) -> Any:
        """What stands where its tables do; ``None``: nothing."""
        found: Any = data
        for key in self.path:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def put(self, data: Data, tables: Any) -> dict[str, Any]:
        """The pack with other tables there. Raises ``Unplaced`` where something else stands around them."""
        return _put(data, self.path, tables)


class Unplaced(ValueError):
    """Something stands in a pack where tables should."""


def _put(around: Any, path: tuple[str, ...], value: Any) -> dict[str, Any]:
    if not isinstance(around, dict):
        raise Unplaced
    key, *rest = path
    return {**around, key: _put(around.get(key, {}), tuple(rest), value) if rest else value}


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
        model=Stage,
    ),
    Part(
        slug="cards",
        title="Own cards",
        about="What the pack carries of your own making: whoever has its file has it.",
        keys=("cards",),
    ),
    Part(
        slug="own-targets",
        title="Own targets",
        about="Mission Targets of your own; one under the key of a target of this house’s is struck in its place.",
        keys=(),
        one="target",
        knows="target",
        inside=("cards", "targets"),
        model=TargetCard,
        begins={
            "damage": {"hit": 1, "direct": 2, "vital": 3},
            "levels": [{"name": "Damaged", "damage": 4, "points": 4}],
        },
    ),
    Part(
        slug="own-nations",
        title="Own nations",
        about="Nations that this house does not know: their name, and the colours of their roundel.",
        keys=(),
        one="nation",
        inside=("cards", "nations"),
        model=NationCard,
        begins={"roundel": ["#27477f", "#e5b93c"]},
    ),
    Part(
        slug="own-men",
        title="Own men",
        about="Lists of names, by nation and service; they stand in place of this house’s of that service.",
        keys=(),
        one="list of names",
        knows=MEN,
        inside=("cards", "men"),
        model=MenCard,
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
_ON_SHELVES = (
    *(part for part in PARTS if part.inside),
    replace(
        BY_SLUG["resources"],
        title="Own Resources",
        about="What a side may spend; the pack that takes it in says what it costs and which Missions allow it.",
        keys=(),
        kinds=(),
        inside=("cards", "resources"),
        model=ResourceCard,
    ),
)
"""The kinds of cards on a shelf that have the forms of a draft."""
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
class PackTraits:
    """What decides which parts and fields a pack has."""

    kind: str
    knows: frozenset[str]

    @classmethod
    def of(cls, data: Data) -> PackTraits:
        """Of a kind and game that are none, everything is shown."""
        system = engine.systems().get(str(data.get("system")))
        if system is None:
            every = frozenset(OF_PACKS) | frozenset(OF_MISSIONS) | frozenset(OF_UNITS) | {"scoring", MEN}
            return cls(str(data.get("kind")), every)
        rules = system.campaign
        return cls(str(data.get("kind")), rules.knows | {MEN} if rules.has_men else rules.knows)

    def have(self, part: Part, data: Data) -> bool:
        """Whether such a pack has this part, or has it wrongly."""
        if any(key in data for key in part.keys) or (part.inside and part.tables(data)):
            return True
        return (not part.kinds or self.kind in part.kinds) and (not part.knows or part.knows in self.knows)

    def fit(self, model: str, key: str) -> bool:
        """Whether such a pack has this key in a table that ``model`` describes."""
        if key in _WORDS_OF_GAMES.get(model, ()) and key not in self.knows:
            return False
        kinds = _KINDS.get(model, {}).get(key, ())
        return not kinds or self.kind in kinds


def shelf_parts(system: str) -> dict[str, Part]:
    """By kind what the cards of a game on a shelf are made with; aircraft have a desk of their own."""
    data = {"system": system}
    terms = PackTraits.of(data)
    return {part.inside[1]: part for part in _ON_SHELVES if terms.have(part, data)}


def parts_of(data: Data) -> list[Part]:
    terms = PackTraits.of(data)
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
        return (*self.part.path, int(self.item) - 1 if self.part.is_list else self.item)

    @property
    def shape(self) -> Shape:
        if not self.item:
            return pack_shape(self.part.keys)
        if (model := self.part.model) is not None:
            return Shape(kind="table", key="", label="", fields=fields_of(model), model=model.__name__)
        whole = pack_shape(self.part.keys).fields[0]
        return Shape(kind="table", key="", label="", fields=whole.fields, model=whole.model)

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
        whole = self.part.tables(data)
        if isinstance(whole, list):
            changed: object = [value if at == int(self.item) - 1 else each for at, each in enumerate(whole)]
        else:
            changed = {key: value if key == self.item else each for key, each in whole.items()}
        return self.part.put(data, changed)

    def digest(self, data: Data) -> str:
        """Of what the page edits: it changes with it alone."""
        return hashlib.sha256(repr(self.read(data)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def items(part: Part, data: Data) -> Iterator[tuple[str, Any]]:
    """The tables of a part that has many, by key, or by position from 1."""
    there = part.tables(data)
    if part.is_list and isinstance(there, list):
        yield from ((str(at), each) for at, each in enumerate(there, 1))
    elif not part.is_list and isinstance(there, dict):
        yield from there.items()


def place_of(path: Path) -> Place | None:
    """The page that edits what stands at a path; ``None``: no page does."""
    if not path:
        return None
    inside = (part for part in PARTS if part.inside and path[: len(part.inside)] == part.inside)
    part = next(iter((*inside, *(part for part in PARTS if path[0] in part.keys))), None)
    if part is None:
        return None
    if not part.one or len(path) == len(part.path):
        return Place(part)
    step = path[len(part.path)]
    return Place(part, str(step + 1) if isinstance(step, int) else step)


def item_title(part: Part, data: Data, item: str, value: object) -> str:
    """What one table of many is called; a list of names as its nation."""
    return nations_of(data).get(item, item) if part.model is MenCard else title_of(item, value)
