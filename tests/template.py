"""The migrated database is kept and copied: migrating takes seconds of every process, and of every installation.

Of SQLite it lies in pytest's cache, from run to run, under a name that changes with every migration, every package and
every app. On PostgreSQL it is a database of such a name, which goes with the server. ``migrate`` still goes over each
copy. ``pytest --create-db`` goes without.
"""

from __future__ import annotations

import os
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests import installations

ROOT = Path(__file__).parents[1]


def _fingerprint() -> str:
    """Of all that makes a freshly migrated database what it is."""
    told = sha256(repr(settings.INSTALLED_APPS).encode())
    ours = sorted(Path(each.path) for each in apps.get_app_configs() if Path(each.path).parent == ROOT)
    for path in (ROOT / "requirements.lock", *(path for app in ours for path in sorted(app.glob("migrations/*.py")))):
        told.update(path.name.encode() + path.read_bytes())
    return told.hexdigest()[:20]


def migrate_on_the_server() -> str:
    """The name of the migrated database of PostgreSQL, which is made if nobody has asked for it yet."""
    return installations.migrated_on_the_server(f"migrated_{_fingerprint()}")


@pytest.fixture(scope="session")
def migrated(request: pytest.FixtureRequest) -> str | None:
    """The file where the migrated database is kept, or is to be, or the name of PostgreSQL's; ``None``: not kept."""
    cache = getattr(request.config, "cache", None)
    if cache is None or request.config.getoption("create_db"):
        return None
    if connection.vendor == "postgresql":
        return migrate_on_the_server()
    return str(Path(cache.mkdir("databases")) / f"{_fingerprint()}.sqlite3")


@pytest.fixture(scope="session")
def gathered(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder of static files for all installations of all processes, kept from run to run.

    The first to be prepared gathers them there, which takes longer than everything else about it; whoever comes
    meanwhile waits, and finds that it is done.
    """
    cache = getattr(request.config, "cache", None)
    return Path(cache.mkdir("static")) if cache is not None else tmp_path_factory.mktemp("static")


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None, migrated: str | None) -> bool:
    """Whether a database is there already: here the copy. PostgreSQL makes its own of the one that it is told."""
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated
        return django_db_keepdb
    if migrated is None or not Path(migrated).exists():
        return django_db_keepdb
    name = Path(connection.settings_dict["TEST"]["NAME"])
    for old in name.parent.glob(f"{name.name}-*"):
        old.unlink()  # the journal of another database
    shutil.copyfile(migrated, name)
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, migrated: str | None, django_db_blocker: DjangoDbBlocker) -> None:
    """Keeps SQLite's database that has just been migrated, unless it was there."""
    if migrated is None or connection.vendor != "sqlite" or Path(migrated).exists():
        return
    for old in Path(migrated).parent.glob("*.sqlite3"):
        old.unlink(missing_ok=True)
    fresh = Path(f"{migrated}.{os.getpid()}")  # another process may be at the same
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        if not connection.introspection.table_names(cursor):
            call_command("migrate", verbosity=0)  # no test of this run asks the database, so nobody has
        cursor.execute("VACUUM INTO %s", [str(fresh)])
    fresh.replace(migrated)
