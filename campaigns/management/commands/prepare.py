"""Bring an installation up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from accounts.operations import sign_in_links
from config import alone, schema, stamps

STAMP = "collected.txt"
"""In the folder of static files: of which files it was made."""
LOCK = "collecting.lock"
"""Beside it: installations of one checkout share that folder."""


class Command(BaseCommand):
    help = (
        "Bring database, packs, the owner of the site and static files up to date; run it after every update. "
        "Doing so again changes nothing, and takes no time."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        # `make run` and `make demo`, or two machines, may start at once: the second waits, and finds that all is done.
        with alone.preparing(Path(settings.DATA_DIR) / "prepare.lock"):
            self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        if sentence := schema.newer():
            raise CommandError(sentence)
        if schema.missing(schema.applied()):
            call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        call_command("load_data", stdout=self.stdout)
        sign_in_links.owner()
        collect_static()


def collect_static() -> None:
    """Gather and compress the static files, unless it has been done with the same ones."""
    folder = Path(settings.STATIC_ROOT)
    finders: Any = get_finders()
    now = stamps.digest(Path(storage.path(path)) for finder in finders for path, storage in finder.list(None))
    if stamps.is_done(folder / STAMP, now):
        return
    folder.mkdir(parents=True, exist_ok=True)
    with alone.holding(folder / LOCK):
        if stamps.is_done(folder / STAMP, now):
            return
        (folder / STAMP).unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        (folder / STAMP).write_text(now)
