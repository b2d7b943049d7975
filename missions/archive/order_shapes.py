"""What signed orders must hold to be read by everything that reads them (``missions.planning.orders``).

Signing writes nothing else; a file that brings a campaign in is checked against it. Keys that nobody reads may stand
beside.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Word: TypeAlias = Annotated[str, Field(max_length=100)]
Row: TypeAlias = Annotated[int, Field(ge=1)]
"""Of a man."""


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class _Unit(_Shape):
    """What orders of an earlier time left out takes its usual value."""

    id: Word
    flies: bool = True
    aircraft: Word | None = None
    models: list[Word] | None = None
    wingman: bool = False
    section: bool = False
    altitude: Word | None = None
    load: Word | list[Word] | None = None
    mode: Word | None = None
    arrives: int = 1
    escorts: Word | None = None
    leader_pilot: Row | None = None
    wingman_pilot: Row | None = None
    section_pilot: Row | None = None
    crews: list[Row | None] | None = None
    squadron: Word | None = None
    airframes: list[Word] | None = None


class _Orders(_Shape):
    resource: Word | None
    doctrine: Word
    experienced_crew: Word | None = None
    units: list[_Unit]


def wrong(document: Mapping[str, Any]) -> str:
    """What orders lack, or hold that they must not, in a few words; empty if they can be read."""
    try:
        _Orders.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        return f"{where}: {first['msg']}"
    return ""
