"""What stands first in an archive: of what it is a backup, and what it holds. Read before anything else is believed."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Kind: TypeAlias = Literal["sqlite", "postgresql"]

NAME: Final = "manifest.json"
DATABASE: Final = "database"
SETTINGS: Final = "settings.env"
FORMAT: Final = 1
MOST_BYTES: Final = 2**20
"""Of a manifest."""


class Damaged(Exception):
    """An archive that is not what it says; the text says what is wrong, to stand after “The archive …:”."""


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Contents(_Document):
    """What a dumped database is and holds."""

    kind: Kind
    server: str
    """The version of the database program."""
    migrations: list[tuple[str, str]]
    """App and name of each that it has had."""
    counts: dict[str, Annotated[int, Field(ge=0)]]
    """Rows of each table."""


class Member(_Document):
    size: Annotated[int, Field(ge=0)]
    sha256: str


class Manifest(_Document):
    """The first member of an archive."""

    format: Literal[1]
    version: str
    """Of Ready Room."""
    made_at: datetime
    database: Contents
    members: dict[Literal["database", "settings.env"], Member]


def as_text(manifest: Manifest) -> str:
    return manifest.model_dump_json(indent=1)


def read(text: bytes) -> Manifest:
    """Raises ``Damaged``."""
    if (newer := re.match(rb'\s*\{\s*"format":\s*(\d{1,6})\s*,', text)) and int(newer[1]) > FORMAT:
        raise Damaged("a later Ready Room has made it, in a format that this one does not know")
    try:
        found = Manifest.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "its beginning"
        raise Damaged(f"its {NAME} cannot be read ({where}: {first['msg']})") from None
    if lacking := {DATABASE, SETTINGS} - set(found.members):
        raise Damaged(f"its {NAME} names no {' and no '.join(sorted(lacking))}")
    return found
