"""A single mission's file: who flew it and how it went, to be brought into another copy of its campaign.

Men go by side and name, for another copy may have other keys (``docs/reference/mission-file.md``).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError

from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from missions.archive.schema import FileFlight, Part, Words, sealed
from missions.planning.lineup import AS_ORDERED, Lineup
from missions.planning.orders import SideOrders

FORMAT: Final = "ready-room-mission"
VERSION: Final = 1
LARGEST: Final = 1_000_000
"""Bytes."""


class FileMan(Part):
    side: Side
    name: Annotated[str, Field(max_length=80)]


class MissionOrders(Part):
    side: Side
    document: SideOrders


class MissionFile(Part):
    format: Literal["ready-room-mission"]
    version: Literal[1]
    pack: Words
    pack_version: Words
    campaign: Words
    number: Annotated[int, Field(ge=1, le=30_000)]
    key: Words
    title: Words
    date: Words
    men: Annotated[list[FileMan], Field(max_length=1_000)]
    """Whom orders and line-up name, by their place here, from 1."""
    orders: Annotated[list[MissionOrders], Field(min_length=2, max_length=2)]
    flight: FileFlight
    lineup: Lineup = AS_ORDERED
    sha256: str


def read_mission(content: bytes) -> MissionFile:
    """Raises ``Refusal`` for what is no such file, or has been altered."""
    if len(content) > LARGEST:
        raise Refusal(f"The file is larger than {LARGEST // 1_000_000} MB.")
    document, found = sealed(content, FORMAT, "mission", VERSION)
    try:
        file = MissionFile.model_validate(document | {"sha256": found})
    except ValidationError as error:
        first: Any = error.errors(include_url=False)[0]
        where = ".".join(str(step + 1) if isinstance(step, int) else step for step in first["loc"])
        raise Refusal(f"The file cannot be read at {where}: {first['msg']}.") from None
    if {each.side for each in file.orders} != {"allied", "axis"}:
        raise Refusal("The file has not the orders of both sides.")
    return file
