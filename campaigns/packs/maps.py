"""What the map of a pack shows beside the places of its Missions and squadrons: its theatre, towns, rivers, fronts."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Strict

from campaigns.packs.schema import At, Date, Model, Row, Slug, Sourced, Title

TownKind: TypeAlias = Literal["town", "sea"]
"""A name of the sea or of a country has no dot."""
LineKind: TypeAlias = Literal["river", "front", "border", "route"]


class Town(Model):
    """A place that the map names, so that readers find their way."""

    title: Title
    at: At
    kind: TownKind = "town"


class MapLine(Model):
    """A river, a front, a border or the way of a convoy; with days or spaces it is there as long as these last."""

    title: Title
    kind: LineKind
    points: Row[At] = Field(min_length=2)
    first: Date | None = None
    last: Date | None = None
    spaces: Annotated[tuple[int, int], Strict(False)] | None = None
    """The marker stands on these spaces of the track, both included."""


class MapDefinition(Sourced):
    theatre: Slug
    towns: Row[Town] = ()
    lines: Row[MapLine] = ()
