"""A backup is brought back into an empty place: what may be wrong with it is found before anything is done."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.db import connection

from campaigns.standing.sortie_text import count
from config import schema
from config.common.refusals import Refusal
from upkeep import databases
from upkeep.archives import configuration, files, manifest
from upkeep.archives.manifest import Damaged, Manifest

SPARE: Final = 64 * 2**20
"""Bytes that are to stay free."""
WHAT_TO_DO: Final = "Nothing was changed. Take another backup, or fetch this one anew from where it was copied from."
TITLES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
KEEPERS: Final = {"clubs_club": "club", "campaigns_campaign": "campaign", "missions_game": "game"}
"""Tables whose rows make a place one that somebody uses."""
TOLD: Final = {"auth_user": "account", "campaigns_campaign": "campaign"}


def restore(file: Path) -> list[str]:
    """Put what the archive holds into this empty place; sentences on what was done and what is left to do.

    Refuses, and changes nothing, where somebody is at home already, where the archive is damaged, of another kind of
    database, or newer than this code, and where there is no room. Migrations are left to ``manage.py prepare``.
    """
    try:
        said = files.manifest_of(file)
        _refuse_what_does_not_fit(file, said)
        for left in Path(settings.DATA_DIR).glob(".restore-*"):
            shutil.rmtree(left)  # by one that was cut off
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=settings.DATA_DIR) as name:
            folder = Path(name)
            files.unpack(file, folder)
            database = databases.here()
            database.check(folder / manifest.DATABASE, said.database)
            database.load(folder / manifest.DATABASE)
            _forget_what_was_made_of_other_rows()
            sentences = _settings(folder / manifest.SETTINGS)
    except Damaged as problem:
        raise Refusal(f"The archive {file} is damaged: {problem}. {WHAT_TO_DO}") from None
    except OSError as error:
        raise Refusal(f"{error.filename or file}: {error.strerror}.") from None
    held = [count(said.database.counts.get(table, 0), word) for table, word in TOLD.items()]
    made = f"Restored: a backup of {said.made_at:%Y-%m-%d %H:%M} UTC by Ready Room {said.version}"
    return [f"{made}, with {' and '.join(held)}.", *sentences]


def _refuse_what_does_not_fit(file: Path, said: Manifest) -> None:
    if said.database.kind != connection.vendor:
        raise Refusal(
            f"{file} is a backup of a {TITLES[said.database.kind]} database, and this place is on "
            f"{TITLES[connection.vendor]}. Restore it where DATABASE_URL names the same kind; campaigns cross over as "
            "files, see docs/how-to/back-up-and-restore.md."
        )
    applied = frozenset((app, name) for app, name in said.database.migrations)
    if found := schema.unknown(applied):
        raise Refusal(
            f"{file} was made by a later Ready Room ({said.version}): it knows {' and '.join(found[:3])}, "
            "and this code does not. Bring the code up to date, then restore."
        )
    if here := at_home():
        raise Refusal(
            f"This place has {here} already, and a backup goes into an empty one only. "
            "Give it another READY_ROOM_DATA or DATABASE_URL, or move the database that is here away first."
        )
    needed = 2 * sum(member.size for member in said.members.values()) + SPARE
    if (free := shutil.disk_usage(settings.DATA_DIR).free) < needed:
        raise Refusal(
            f"{settings.DATA_DIR} has {free // 2**20} MB free, and to restore takes up to {needed // 2**20} MB. "
            "Make room."
        )


def at_home() -> str:
    """Who and what is in this place; empty where only the owner is, and has never been in."""
    found = []
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        if "auth_user" in tables:
            cursor.execute("SELECT COUNT(*), COUNT(last_login) FROM auth_user")
            people, have_been_in = cursor.fetchone()
            if people > 1 or have_been_in:
                found.append(count(people, "account"))
        for table, word in KEEPERS.items():
            if table in tables:
                cursor.execute(f'SELECT COUNT(*) FROM "{table}"')
                if rows := cursor.fetchone()[0]:
                    found.append(count(rows, word))
    return " and ".join(found)


def _forget_what_was_made_of_other_rows() -> None:
    for name in settings.CACHES:
        with suppress(Exception):  # a table that the backup does not have yet
            caches[name].clear()


def _settings(archived: Path) -> list[str]:
    """Put the settings where they belong, if that is the data folder; sentences on what they want of somebody."""
    values, here = configuration.from_env(archived), Path(settings.DATA_DIR) / "settings.env"
    mine = configuration.from_env(here) if here.is_file() else {}
    if "SECRET_KEY" not in mine:
        beside = here.with_name("settings.restored.env")
        _write(beside, values)
        if values.get("SECRET_KEY") == settings.SECRET_KEY:
            return [f"The settings of the backup lie in {beside}; its key is this place's."]
        return [
            f"The settings of the backup lie in {beside}. Take its SECRET_KEY over: without it open invitations, "
            "sign-in links and sessions are worth nothing. Then remove that file."
        ]
    places = {name: value for name, value in mine.items() if name in configuration.OF_THE_PLACE}
    moved = {name: value for name, value in values.items() if name not in configuration.OF_THE_PLACE}
    restored = {"SECRET_KEY": mine["SECRET_KEY"]} | moved | places
    if restored == mine:
        return []
    before, fresh = here.with_name("settings.before.env"), here.with_name("settings.fresh.env")
    _write(before, mine)
    _write(fresh, restored)
    os.replace(fresh, here)
    return [f"The settings are the backup's; those that were here lie in {before}."]


def _write(path: Path, values: dict[str, str]) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(configuration.as_env(values))
