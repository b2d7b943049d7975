"""Backups: the database as it stands at one moment, the settings and the key, in one file that has been read back."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from config.common.refusals import Refusal
from config.version import version
from upkeep import databases
from upkeep.archives import configuration, files, manifest, shelf
from upkeep.archives.manifest import Damaged, Manifest

SPARE: Final = 64 * 2**20
"""Bytes that are to stay free where a backup is made."""
UNDER_WAY: Final = "Another backup into {} is being made. Wait for it; it is a backup too."


def make(to: Path | None = None) -> Path:
    """Make a backup and return where it lies: a file, if ``to`` names one, or one in a folder, which is tidied then.

    Refuses without room for it, where it cannot be written, and where another is under way.
    """
    to = Path(settings.BACKUP_FOLDER) if to is None else to
    is_folder = to == Path(settings.BACKUP_FOLDER) or to.is_dir()
    if not is_folder and to.exists():
        raise Refusal(f"{to} is there already, and a backup writes over nothing. Name another file, or a folder.")
    folder = to if is_folder else to.parent
    try:
        if is_folder:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone_in(folder):
            _refuse_without_room(folder)
            made = _made_in(folder, None if is_folder else to)
            if is_folder:
                tidy(folder)
            return made
    except OSError as error:
        raise Refusal(f"No backup could be made in {folder}: {error.strerror}.") from None
    except Damaged as problem:
        raise Refusal(f"No backup was made, for it would have been no good: {problem}.") from None


def make_if_due() -> Path | None:
    """The backup of a worker: made once the last one in the folder is old enough."""
    if not settings.BACKUP_EVERY:
        return None
    made = shelf.on(Path(settings.BACKUP_FOLDER)).values()
    if made and max(made) > timezone.now() - timedelta(hours=settings.BACKUP_EVERY):
        return None
    return make()


def tidy(folder: Path) -> None:
    """Remove the archives that have had their time."""
    for path in shelf.outlived(shelf.on(folder), shelf.Retention(*settings.BACKUPS_KEPT), timezone.now()):
        path.unlink(missing_ok=True)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """For as long as one backup takes; what an earlier one left when it was cut off is swept away."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for left in folder.glob(".backup-*"):
            shutil.rmtree(left, ignore_errors=True)
        yield
    except BlockingIOError:
        raise Refusal(UNDER_WAY.format(folder)) from None
    finally:
        os.close(descriptor)


def _refuse_without_room(folder: Path) -> None:
    needed, free = databases.here().size() * 3 // 2 + SPARE, shutil.disk_usage(folder).free
    if free < needed:
        raise Refusal(
            f"{folder} has {free // 2**20} MB free, and a backup needs up to {needed // 2**20} MB while it is made. "
            "Make room, or name another folder."
        )


def _made_in(folder: Path, file: Path | None) -> Path:
    database = databases.here()
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=folder) as name:
        work = Path(name)
        members = {manifest.DATABASE: work / manifest.DATABASE, manifest.SETTINGS: work / manifest.SETTINGS}
        now = timezone.now()
        contents = database.dump(members[manifest.DATABASE])
        members[manifest.SETTINGS].write_text(configuration.as_env(configuration.in_force()))
        said = Manifest(
            format=manifest.FORMAT,
            version=version(),
            made_at=now,
            database=contents,
            members={each: files.measured(path) for each, path in members.items()},  # type: ignore[misc]
        )
        database.check(members[manifest.DATABASE], contents)
        archive = work / "archive"
        files.write(archive, said, members)
        if files.check(archive) != said:
            raise Damaged("it reads otherwise than it was written")
        return _put(archive, folder, file)


def _put(archive: Path, folder: Path, file: Path | None) -> Path:
    """Give the finished archive its name, which a power cut leaves it, too."""
    at = timezone.now()
    while (path := file or folder / shelf.name_at(at)).exists() and file is None:
        at += timedelta(seconds=1)
    os.link(archive, path)  # unlike a move, never onto another file
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return path
