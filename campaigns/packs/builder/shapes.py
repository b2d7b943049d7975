"""What may stand in each field of a pack, read off its schema: so the forms have whatever the format has."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen
from pydantic import AfterValidator, BaseModel, BeforeValidator
from pydantic.fields import FieldInfo

from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import ManCard

Kind: TypeAlias = Literal[
    "line", "text", "number", "degrees", "date", "yes-no", "choice", "ticks", "lines", "texts", "numbers", "places",
    "table", "rows", "keyed", "pairs", "names", "toml",
]  # fmt: skip
"""``names`` are men under services, a line each; ``keyed`` are tables under keys of the pack's own, ``pairs`` values
under such keys, ``toml`` what a system knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What may stand under one key, or as one element of a list."""

    kind: Kind
    key: str
    label: str
    help: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    """Of ``choice`` and ``ticks``."""
    words: str = ""
    """What the values are names of (``builder.words``); empty: of nothing."""
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    default: Any = None
    """What it stands for where it is left out."""
    one_or_more: bool = False
    """A single value may stand without its list."""
    is_optional: bool = False
    """Of a table: it is there or it is not."""
    is_more: bool = False
    """Few packs have it: it stands folded away."""
    fields: tuple[Shape, ...] = ()
    """Of ``table``, ``rows`` and ``keyed``."""
    model: str = ""
    """What describes these."""
    value: Shape | None = None
    """Of ``pairs``."""

    def field(self, key: str) -> Shape | None:
        return next((each for each in self.fields if each.key == key), None)


WORDS: Mapping[tuple[str, str], str] = {
    ("UnitLine", "aircraft"): "aircraft",
    ("Effect", "aircraft"): "aircraft",
    ("SquadronLine", "aircraft"): "aircraft",
    ("ReplacementLine", "type"): "aircraft",
    ("EventEffect", "type"): "aircraft",
    ("TableLine", "mission"): "missions",
    ("Resource", "missions"): "missions",
    ("TargetLine", "slug"): "targets",
    ("TableLine", "cards"): "cards",
    ("WeatherLine", "cards"): "cards",
    ("PackDefinition", "skilled_on"): "cards",
    ("PackDefinition", "system"): "systems",
    ("ReplacementLine", "squadron"): "squadrons",
    ("EventEffect", "squadron"): "squadrons",
    ("EventEffect", "resource"): "resources",
    ("Resource", "event"): "events",
    ("Event", "after"): "events",
    ("SquadronLine", "nation"): "nations",
    ("SideDefinition", "pilots"): "nations",
    ("MapDefinition", "theatre"): "theatres",
}
TICKED = ("cards", "missions")
"""Lists of these are ticked, for all that there are can be shown."""
MORE: Mapping[str, frozenset[str]] = {
    "": frozenset(("provenance", "fixed", "at", "unplaced")),
    "PackDefinition": frozenset(("skilled_on",)),
    "MissionDefinition": frozenset(("start", "over", "night", "setup", "week")),
    "UnitLine": frozenset(("section", "size", "mode", "arrives", "phase", "over_target", "belt", "altitudes")),
    "TargetLine": frozenset(("card", "ship")),
    "Stage": frozenset(("chosen_by",)),
    "Effect": frozenset(("size", "arrives", "phase")),
    "SquadronLine": frozenset(("ship", "first", "last", "formed", "disbanded", "note")),
    "ReplacementLine": frozenset(("type",)),
    "MapLine": frozenset(("first", "last", "spaces")),
    "EventEffect": frozenset(("green", "base")),
}
LABELS: Mapping[tuple[str, str], str] = {
    ("", "at"): "Where on the map",
    ("", "fixed"): "Single facts and their sources",
    ("", "provenance"): "Where its figures come from",
    ("", "unplaced"): "Why the map does not show it",
    ("", "target_bound"): "Target-Bound",
    ("", "home_bound"): "Home-Bound",
    ("", "over_target"): "May go Over Target",
    ("PackDefinition", "slug"): "Name in addresses",
    ("PackDefinition", "system"): "Game",
    ("PackDefinition", "first"): "First day",
    ("PackDefinition", "last"): "Last day",
    ("PackDefinition", "skilled_on"): "Cards that bring a skilled pilot",
    ("PackDefinition", "notes"): "Passages",
    ("PackDefinition", "progress"): "The track",
    ("PackDefinition", "map"): "The map",
    ("PackDefinition", "scoring"): "Victory Points",
    ("PackDefinition", "victory"): "How it is graded",
    ("SideDefinition", "pilots"): "Nations, and how many named pilots of each it begins with",
    ("Stage", "key"): "Key",
    ("Stage", "first"): "First day",
    ("Stage", "last"): "Last day",
    ("Stage", "missions"): "Missions flown",
    ("Stage", "chosen_by"): "Who chooses each Mission",
    ("Stage", "table"): "Mission table",
    ("MissionDefinition", "start"): "Where each side comes from",
    ("MissionDefinition", "base"): "Base durations",
    ("MissionDefinition", "turns"): "Game-Turns",
    ("MissionDefinition", "over"): "What lies below",
    ("MissionDefinition", "setup"): "Set-up, in the words of its game",
    ("TargetLine", "slug"): "Target",
    ("Resource", "gives"): "What it gives",
    ("ResourceCard", "gives"): "What it gives",
    ("Resource", "missions"): "Missions that allow it",
    ("Event", "gives"): "What it does",
    ("Event", "space"): "Space of the track",
    ("Event", "after"): "After which event",
    ("SquadronLine", "strength"): "Aircraft that it begins with",
    ("SquadronLine", "pilots"): "Men or crews",
    ("SquadronLine", "aircraft"): "Type",
    ("ReplacementLine", "type"): "Another type from now on",
    ("EventEffect", "type"): "Type",
    ("Progress", "toward"): "Whose success moves the marker up",
    ("Progress", "moves"): "Moves by margin",
    ("Victory", "side"): "Whose margin it is",
    ("Grade", "least"): "From this margin on",
    ("Scoring", "home"): "Home from the target",
    ("TargetCard", "levels"): "Levels of damage, the least first",
    ("TargetCard", "cargo"): "Takes in cargo; it has neither damage nor levels then",
    ("DamageByResult", "hit"): "Of a Hit",
    ("DamageByResult", "direct"): "Of a Direct Hit",
    ("DamageByResult", "vital"): "Of a Vital Hit",
    ("LevelOfDamage", "damage"): "From this damage on",
    ("NationCard", "roundel"): "Colours of its rings, the outermost first",
    ("MenCard", "services"): "Men by service, a line each; behind a comma the Skills of one, by their letters",
    ("Points", "home"): "Own, home from the target",
    ("BombPoints", "through"): "Got through",
    ("Location", "numbers"): "Card numbers, first and last",
    ("MapLine", "points"): "Points",
}
ROW_NAMES: Mapping[str, str] = {
    "Note": "passage", "Stage": "stage", "TableLine": "line", "WeatherLine": "weather", "Location": "location",
    "UnitLine": "unit", "Effect": "effect", "EventEffect": "effect", "Grade": "grade", "ReplacementLine": "replacement",
    "LevelOfDamage": "level", "Space": "space", "Move": "move", "Town": "town", "MapLine": "line",
}  # fmt: skip
"""What one row is called."""


@cache
def shape_of(model: type[BaseModel], key: str, path: tuple[str, ...] = ()) -> Shape:
    """The shape of what stands under ``key`` of a table that ``model`` describes."""
    info = model.model_fields[key]
    name = model.__name__
    found = _shape(info.annotation, tuple(info.metadata), name, info.alias or key)
    default = None if info.is_required() else info.get_default()
    plain = default if isinstance(default, str | int | bool) else None
    more = key in MORE[""] or key in MORE.get(name, ())
    return replace(
        found,
        help=_help(info),
        required=info.is_required(),
        default=plain,
        is_optional=found.kind == "table" and default is None and not info.is_required(),
        is_more=more and not info.is_required(),
    )


@cache
def fields_of(model: type[BaseModel]) -> tuple[Shape, ...]:
    return tuple(shape_of(model, key) for key in model.model_fields)


Made: TypeAlias = Callable[..., Shape]
"""Makes a shape of a kind, and what else is said of it."""


def _label(model: str, key: str) -> str:
    usual = key.replace("_", " ").replace("-", " ")
    return LABELS.get((model, key)) or LABELS.get(("", key)) or usual[:1].upper() + usual[1:]


def _help(info: FieldInfo) -> str:
    said = " ".join((info.description or "").split())
    return re.sub(r"(?<=\w)'", "’", re.sub(r"``(.+?)``", r"“\1”", said))


def _bare(kind: Any, known: tuple[Any, ...] = ()) -> tuple[Any, tuple[Any, ...]]:
    """A type without ``None`` and what is annotated to it, and that."""
    if get_origin(kind) is Annotated:
        inside, *about = get_args(kind)
        flat = [each for one in about for each in (one.metadata if isinstance(one, FieldInfo) else (one,))]
        return _bare(inside, (*known, *flat))
    if get_origin(kind) in (Union, UnionType):
        return _bare(next(each for each in get_args(kind) if each is not NoneType), known)
    return kind, known


def _shape(kind: Any, about: tuple[Any, ...], model: str, key: str) -> Shape:
    kind, about = _bare(kind, about)
    words = WORDS.get((model, key), "")

    def made(what: Kind, **more: Any) -> Shape:
        more.setdefault("words", words)
        return Shape(kind=what, key=key, label=_label(model, key), **more)

    origin = get_origin(kind)
    if origin is Literal:
        return made("choice", choices=get_args(kind))
    if origin in (Mapping, dict):
        return _mapping(get_args(kind), made, model, key)
    if origin is tuple:
        return _list(get_args(kind), about, made, model, key)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return made("table", fields=fields_of(kind), model=kind.__name__)
    if kind is bool:
        return made("yes-no")
    if kind is int:
        least = next((each.ge for each in about if isinstance(each, Ge)), None)
        most = next((each.le for each in about if isinstance(each, Le)), None)
        return made("number", least=least, most=most)
    if kind is datetime.date:
        return made("date")
    longest = next((each.max_length for each in about if isinstance(each, MaxLen)), None)
    is_prose = any(isinstance(each, AfterValidator) for each in about) and longest == 4000
    return made("text" if is_prose else "choice" if words and words != "aircraft" else "line", longest=longest)


def _mapping(inside: tuple[Any, ...], made: Made, model: str, key: str) -> Shape:
    keys, values = _bare(inside[0])[0], inside[1]
    if get_origin(keys) is Literal:
        fields = tuple(replace(_shape(values, (), model, each), required=False) for each in get_args(keys))
        return made("table", fields=_stocks(fields) if key == "stocks" else fields, words="")
    bare, _ = _bare(values)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return made("keyed", fields=fields_of(bare), model=bare.__name__)
    if bare is Any:
        return made("toml")
    if get_origin(bare) is tuple and _bare(get_args(bare)[0])[0] is ManCard:
        return made("names")
    return made("pairs", value=_shape(values, (), model, ""))


def _stocks(fields: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Each stock of a side is there or it is not."""
    return tuple(
        replace(side, fields=tuple(replace(stock, is_optional=True) for stock in side.fields)) for side in fields
    )


def _list(inside: tuple[Any, ...], about: tuple[Any, ...], made: Made, model: str, key: str) -> Shape:
    element, its = _bare(inside[0])
    single = any(isinstance(each, BeforeValidator) for each in about)
    if inside[-1] is not Ellipsis:
        return made("degrees" if element is float else "numbers")
    if isinstance(element, type) and issubclass(element, BaseModel):
        return made("rows", fields=fields_of(element), model=element.__name__)
    if get_origin(element) is Literal:
        return made("ticks", choices=get_args(element), one_or_more=single)
    if get_origin(element) is tuple:
        return made("places")
    if element is int:
        return made("numbers", one_or_more=single)
    one = _shape(inside[0], its, model, key)
    if one.words in TICKED:
        return made("ticks")
    return made("texts" if one.kind == "text" else "lines", longest=one.longest, one_or_more=single)


def pack_shape(keys: tuple[str, ...]) -> Shape:
    """Some of the keys at the top of a pack, as one table."""
    fields = tuple(shape_of(PackDefinition, key) for key in keys)
    return Shape(kind="table", key="", label="", fields=fields, model="PackDefinition")
