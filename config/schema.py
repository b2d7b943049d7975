"""Whether the database and this code belong together, told by the names of the migrations alone."""

from __future__ import annotations

import pkgutil
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection

Names: TypeAlias = frozenset[tuple[str, str]]
"""Of migrations: app and file."""

NEWER = (
    "The database is newer than this code: it knows {}, and this code does not. Bring the code up to date, or restore "
    "the backup that was made before the update."
)
BOOT_ERROR = 3
"""Gunicorn's exit status for what another start would not mend."""


@cache
def _known() -> tuple[Names, frozenset[str]]:
    """All migrations of this code, and which apps are the house's own: others drop old migrations now and then."""
    names: set[tuple[str, str]] = set()
    own: set[str] = set()
    for app in apps.get_app_configs():
        if Path(app.path).parent == settings.BASE_DIR:
            own.add(app.label)
        spec = find_spec(f"{app.name}.migrations")
        folders = spec.submodule_search_locations if spec else None
        names.update((app.label, module.name) for module in pkgutil.iter_modules(folders or []))
    return frozenset(names), frozenset(own)


def missing(applied: Names) -> list[str]:
    """The migrations that the database has not had yet."""
    return sorted(f"{app} {name}" for app, name in _known()[0] - applied)


def unknown(applied: Names) -> list[str]:
    """The migrations that the database has had and this code does not know."""
    known, own = _known()
    return sorted(f"{app} {name}" for app, name in applied - known if app in own)


def applied() -> Names:
    """The migrations that the database has had, none of an empty one."""
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            return frozenset()
        cursor.execute("SELECT app, name FROM django_migrations")
        return frozenset((app, name) for app, name in cursor.fetchall())


def newer() -> str:
    """The sentence for a database that a later Ready Room has written; empty where all is well."""
    found = unknown(applied())
    return NEWER.format(" and ".join(found[:3])) if found else ""


def refuse_newer() -> None:
    """End a server's start, with a sentence, before older code writes into newer data."""
    try:
        sentence = newer()
    except DatabaseError:
        return  # it may come up later; `/healthz` tells
    finally:
        connection.close()
    if sentence:
        print(sentence, file=sys.stderr, flush=True)
        sys.exit(BOOT_ERROR)
