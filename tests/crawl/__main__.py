"""What people see of a club in which everything has happened, before a change and after it.

::

    python -m tests.crawl make DATA            a database and campaign files, made by the code as it is
    python -m tests.crawl read DATA PAGES      what its people see, by the code as it is; a file an address
    diff -r PAGES-BEFORE PAGES-AFTER

``read`` works on a copy of the database, migrated, at the moment when it was made. Beside the pages it writes how each
campaign stands by its journal, and how the campaigns stand that come from the campaign files.
"""

from __future__ import annotations

import os
import shutil
import sys
from datetime import datetime
from pathlib import Path
from unittest import mock
from urllib.parse import quote

PEOPLE = ("umpire", "allied", "reader", "owner")


def main(arguments: list[str]) -> int:
    match arguments:
        case ["make", data]:
            make(Path(data))
        case ["read", data, pages]:
            read(Path(data), Path(pages))
        case _:
            print(__doc__)
            return 2
    return 0


def _django(database: Path) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    os.environ["DATABASE_URL"] = f"sqlite:///{database.resolve()}"
    for what in ("PACKS", "IMPORTS", "COMMENTS", "SIMULATIONS", "SKIRMISHES", "PRINTS"):
        os.environ[f"{what}_A_DAY"] = "0"
    django.setup()

    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def make(data: Path) -> None:
    """Build the demo into ``data``, which must not exist."""
    data.mkdir(parents=True)
    _django(data / "club.sqlite3")

    from django.db import connection
    from django.utils import timezone

    from campaigns.models import Campaign
    from missions.selectors.archive import export
    from tests.crawl.demo import build

    build()
    for campaign in Campaign.objects.order_by("pk"):
        (data / f"{campaign.pk:03}.json").write_bytes(export(campaign))
    (data / "moment").write_text(timezone.now().isoformat())
    connection.close()


def read(data: Path, pages: Path) -> None:
    """Write what everybody sees of ``data`` into ``pages``, which must not exist."""
    pages.mkdir(parents=True)
    copy = pages / "club.sqlite3"
    shutil.copyfile(data / "club.sqlite3", copy)
    _django(copy)

    from django.contrib.auth.models import User
    from django.db import connection

    from campaigns.models import Campaign
    from campaigns.selectors.standings import standing_of
    from missions.selectors.archive import export
    from tests import make
    from tests.crawl.crawler import crawl

    moment = datetime.fromisoformat((data / "moment").read_text())
    with mock.patch("django.utils.timezone.now", return_value=moment):
        for campaign in Campaign.objects.order_by("pk"):
            _write(pages / "standings", f"{campaign.pk:03}.txt", told(standing_of(campaign)))
        for name in PEOPLE:
            shown = 0
            for page in crawl(User.objects.get(username=name)):
                shown += 1
                text = f"{page.status} {page.kind}\n{page.text}\n"
                _write(pages / name, quote(page.path.strip("/") or "home", safe="")[:240], text)
            print(f"{name}: {shown} pages", flush=True)
        owner = User.objects.get(username="owner")
        for file in sorted(data.glob("*.json")):
            came = make.brought_in(actor=owner, content=file.read_bytes())
            _write(pages / "files", f"{file.stem}.txt", told(standing_of(came)))
            _write(pages / "files", file.name, export(came).decode())
    connection.close()
    copy.unlink()


def told(value: object, depth: int = 0) -> str:
    """A value written out, field by field; what a class is called does not count."""
    import dataclasses
    from collections.abc import Mapping

    pad = " " * depth
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return "\n" + "\n".join(
            f"{pad}{field.name}: {told(getattr(value, field.name), depth + 1)}" for field in dataclasses.fields(value)
        )
    if isinstance(value, Mapping):
        return "\n" + "\n".join(f"{pad}{key}: {told(each, depth + 1)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return "\n" + "\n".join(f"{pad}- {told(each, depth + 1)}" for each in value)
    if isinstance(value, set | frozenset):
        return repr(sorted(map(repr, value)))
    return repr(value)


def _write(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
