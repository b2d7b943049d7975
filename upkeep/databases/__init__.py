"""The two kinds of database, each dumped and put back by its own means: ``size``, ``dump``, ``check``, ``load``."""

from __future__ import annotations

from types import ModuleType

from django.db import connection

from upkeep.databases import postgresql, sqlite


def here() -> ModuleType:
    """Of the kind that this installation has."""
    return sqlite if connection.vendor == "sqlite" else postgresql
