"""The migrated database of SQLite is kept from run to run and copied: migrating is some seconds of every process.

It lies in pytest's cache under a name that changes with every migration, every package and every app; ``migrate`` still
goes over the copy. ``pytest --create-db`` and another database go without.
"""

from __future__ import annotations

import os
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from pytest_django import DjangoDbBlocker

ROOT = Path(__file__).parents[1]


def _fingerprint() -> str:
    """Of all that makes a freshly migrated database what it is."""
    told = sha256(repr(settings.INSTALLED_APPS).encode())
    ours = sorted(Path(each.path) for each in apps.get_app_configs() if Path(each.path).parent == ROOT)
    for path in (ROOT / "requirements.lock", *(path for app in ours for path in sorted(app.glob("migrations/*.py")))):
        told.update(path.name.encode() + path.read_bytes())
    return told.hexdigest()[:20]


@pytest.fixture(scope="session")
def migrated(request: pytest.FixtureRequest) -> Path | None:
    """Where the migrated database is kept, or is to be; ``None`` where it is not."""
    cache = getattr(request.config, "cache", None)
    if connection.vendor != "sqlite" or cache is None or request.config.getoption("create_db"):
        return None
    return Path(cache.mkdir("databases")) / f"{_fingerprint()}.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None, migrated: Path | None) -> bool:
    """Whether a database is there already: here the copy."""
    if migrated is None or not migrated.exists():
        return django_db_keepdb
    name = Path(connection.settings_dict["TEST"]["NAME"])
    for old in name.parent.glob(f"{name.name}-*"):
        old.unlink()  # the journal of another database
    shutil.copyfile(migrated, name)
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, migrated: Path | None, django_db_blocker: DjangoDbBlocker) -> None:
    """Keeps the database that has just been migrated, unless it was there."""
    if migrated is not None and not migrated.exists():
        for old in migrated.parent.glob("*.sqlite3"):
            old.unlink(missing_ok=True)
        fresh = migrated.with_suffix(f".{os.getpid()}")  # another process may be at the same
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(fresh)])
        fresh.replace(migrated)
