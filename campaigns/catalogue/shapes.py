"""What each type of aircraft looks like from above, as measures: ``fixtures/shapes``, see ``docs/reference/shapes.md``.

Measures are metres and square metres; where a wing stands along the fuselage is a share of the length, from the nose.
What is drawn from this is ``outlines``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from campaigns.catalogue.library import FIXTURES, library
from engine.core import fixtures, own_types

Dimension: TypeAlias = Literal["span", "length", "area"]
"""What reference books give of an aircraft."""
Metres: TypeAlias = Annotated[float, Field(gt=0, le=60)]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]
Station: TypeAlias = tuple[Share, float, float]
"""Of a wing: how far out in half spans; leading edge behind the root's and chord, both in chords of the root."""
Width: TypeAlias = tuple[Share, float]
"""Of a fuselage: how far back in lengths of it, and how wide in its widths."""


class PodLook(NamedTuple):
    """The form of a pod, in its widths and lengths."""

    nose: float
    """How wide it begins."""
    full: float
    """How far back it has its width."""
    blunt: float
    """0: it grows evenly up to there; 1: at once."""
    narrows: float
    """From where it narrows."""
    stern: float
    """How wide it ends."""


_FORMS: Final = fixtures.read("tables", "outlines.toml")
BODIES: Final[Mapping[str, tuple[Width, ...]]] = {
    name: tuple((back, wide) for back, wide in widths) for name, widths in _FORMS["bodies"].items()
}
PODS: Final[Mapping[str, PodLook]] = {name: PodLook(**look) for name, look in _FORMS["pods"].items()}
PLAIN: Final[Mapping[str, str]] = {
    "single": "plain-single", "twin": "plain-twin", "four": "plain-four",
    "monoplane": "plain-monoplane", "biplane": "plain-biplane", "triplane": "plain-triplane",
}  # fmt: skip
"""The shapes of aircraft of which nothing is known but their engines or wings."""


def _of(known: Mapping[str, object]) -> AfterValidator:
    def check(form: str) -> str:
        if form not in known:
            raise ValueError(f"there is no form {form!r}; there are {', '.join(known)}")
        return form

    return AfterValidator(check)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Plan(_Part):
    """The form of a wing or a tailplane, without its size."""

    at: float = Field(ge=-0.2, le=1.2)
    """Where the leading edge meets the middle of the fuselage."""
    taper: Annotated[float, Field(ge=0, le=1.6)] = 1.0
    """Chord of the tip in chords of the root, before the tip is rounded."""
    sweep: float = Field(0.0, ge=-25, le=60)
    """Of the leading edge outside the centre section, in degrees backwards."""
    centre: Share = 0.0
    """How much of the half span keeps the root's chord."""
    centre_sweep: float = Field(0.0, ge=-25, le=60)
    tip: Annotated[float, Field(gt=0, le=1)] = 0.12
    """The part of the half span in which the edges round in to the tip; 1: an ellipse."""
    tip_at: float = Field(0.45, ge=-0.3, le=1.3)
    """Where along the chord the tip is; 0: at the leading edge."""
    plan: tuple[Station, ...] = ()
    """Stations from the root to the tip, of what taper and sweep cannot tell."""


class MainWing(Plan):
    """Of the span and, with the other wings, the area of the aircraft."""

    flaps: Annotated[float, Field(ge=0, le=0.4)] = 0.0
    """What hangs free behind the trailing edge as an aerofoil of its own, in chords."""


class OtherWing(Plan):
    """The lower wing of a biplane, the middle and the lower one of a triplane."""

    span: Metres
    chord: Annotated[float, Field(gt=0, le=1.5)] = 1.0
    """Of its root, in chords of the main wing's root."""


class Tailplane(Plan):
    span: Metres
    chord: Metres
    """Of its root."""


class Body(_Part):
    """The fuselage, or the nacelle that stands for it."""

    form: Annotated[str, _of(BODIES)]
    """How its width changes on the way back; of ``BODIES``."""
    width: Metres
    begin: float = Field(0.0, ge=-0.1, le=0.9)
    end: Share = 1.0
    widths: tuple[Width, ...] = ()
    """Instead of what the form has."""


class Pod(_Part):
    """What stands beside the fuselage: an engine, a boom, a float, a wheel, a fin, a gun; one on each side of it."""

    form: Annotated[str, _of(PODS)]
    on: Literal["wing", "tail"] = "wing"
    out: Annotated[float, Field(ge=0, le=30)]
    """From the middle; 0: one alone, in it."""
    ahead: float = Field(ge=-15, le=12)
    """Of the leading edge of the wing or tailplane that it is on, where it crosses that."""
    long: Metres
    width: Metres
    lean: float = Field(0.0, ge=-5, le=5)
    """How much further in its end is."""


class Shape(_Part):
    """An airframe, and the types that look like it."""

    types: tuple[str, ...] = ()
    span: Annotated[float, Field(ge=4, le=60)]
    length: Annotated[float, Field(ge=4, le=40)]
    area: Annotated[float, Field(ge=4, le=320)]
    estimated: frozenset[Dimension] = frozenset()
    """Those of its dimensions that are no published figure that we know of, but ours."""
    provenance: Literal["public", "own"]
    """Of its dimensions but those; everything else here is fitted to them by us."""
    wing: MainWing
    middle: OtherWing | None = None
    lower: OtherWing | None = None
    body: Body | None = None
    tail: Tailplane | None = None
    pods: Mapping[str, Pod] = {}
    """By what they are: ``engine``, ``boom``, ``fin`` …, so that a shape that is like another may move them."""

    @model_validator(mode="after")
    def _is_whole(self) -> Shape:
        if self.middle and not self.lower:
            raise ValueError("a middle wing has a lower one below it")
        return self


Table: TypeAlias = dict[str, Any]


@cache
def shapes() -> Mapping[str, Shape]:
    """Every shape of ``fixtures/shapes``, by its name."""
    tables = {name: table for file in _files().values() for name, table in file.items()}
    return {name: Shape.model_validate(_whole(name, tables)) for name in tables}


@cache
def sheets() -> Mapping[str, tuple[str, ...]]:
    """The names of the shapes of each file."""
    return {file: tuple(tables) for file, tables in _files().items()}


@cache
def sheet_of(name: str) -> str:
    """The file that a shape stands in."""
    return next(file for file, names in sheets().items() if name in names)


@cache
def _files() -> Mapping[str, Mapping[str, Table]]:
    return {path.stem: fixtures.read("shapes", path.name) for path in sorted((FIXTURES / "shapes").glob("*.toml"))}


def shape_name(slug: str, plain: str = "single") -> str:
    """Which shape a type has; one that stands nowhere, the ``plain`` one.

    A type that somebody has made looks like the one that it says, or else like the house's of its slug.
    """
    own = own_types.table_of(slug)
    known = slug if own is None else own.get("like") or own_types.plain(slug)
    return _names().get(known) or PLAIN[plain]


@cache
def _names() -> Mapping[str, str]:
    found: dict[str, str] = {}
    known = {*library().aircraft, *library().other_types}
    for name, shape in shapes().items():
        for slug in shape.types:
            if slug in found:
                raise ValueError(f"{slug!r} is of two shapes, {found[slug]!r} and {name!r}.")
            if slug not in known:
                raise ValueError(f"{name!r} is the shape of {slug!r}, which there is not.")
            found[slug] = name
    return found


def _whole(name: str, tables: Mapping[str, Table], below: tuple[str, ...] = ()) -> Table:
    """A table with what it leaves out taken from the one that it is ``like``."""
    if name in below:
        raise ValueError(f"Shapes are like one another in a circle: {', '.join((*below, name))}.")
    table = dict(tables[name])
    like = table.pop("like", None)
    if like is None:
        return table
    if like not in tables:
        raise ValueError(f"{name!r} is like {like!r}, which there is not.")
    base = _whole(like, tables, (*below, name))
    return _laid_over({key: value for key, value in base.items() if key != "types"}, table)


def _laid_over(base: Table, table: Table) -> Table:
    """What ``table`` says, and of the rest what ``base`` does; an empty table takes a part away."""
    made = dict(base)
    for key, value in table.items():
        if value == {}:
            made.pop(key, None)
        elif isinstance(value, dict) and isinstance(base.get(key), dict):
            made[key] = _laid_over(base[key], value)
        else:
            made[key] = value
    return made
