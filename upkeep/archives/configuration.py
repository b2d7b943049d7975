"""The settings of an installation as the lines of a ``settings.env``, the secret key among them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dotenv import dotenv_values

from config.settings import DATA_DIR, env

OF_THE_PLACE: Final = (
    "READY_ROOM_DATA", "DATABASE_URL", "REDIS_URL", "STATIC_ROOT", "BACKUP_FOLDER", "PORT",
)  # fmt: skip
"""Names that say where things are; another machine has its own."""
PLAIN = re.compile(r"[\w./:,@+-]*")


def in_force() -> dict[str, str]:
    """Every setting that the environment gives, directly, by a file, or by the ``settings.env`` of the data folder."""
    here = DATA_DIR / "settings.env"
    given = (from_env(here) if here.is_file() else {}) | os.environ
    found = {}
    for name in sorted(env.dump()):
        if path := given.get(f"{name}_FILE"):
            found[name] = Path(path).read_text()
        elif name in given:
            found[name] = given[name]
    return found


def as_env(values: Mapping[str, str]) -> str:
    """Lines that ``from_env`` reads to the same values."""
    return "".join(f"{name}={_quoted(value)}\n" for name, value in values.items())


def from_env(path: Path) -> dict[str, str]:
    """The values of such a file."""
    return {name: value or "" for name, value in dotenv_values(path, interpolate=False).items()}


def _quoted(value: str) -> str:
    if PLAIN.fullmatch(value):
        return value
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
