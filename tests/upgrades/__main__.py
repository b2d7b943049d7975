"""Keep the data of a version, made by the code as it is, for later code to be tried with.

::

    python -m tests.upgrades 1.0

writes ``tests/upgrades/1.0.sql.xz``: a club with a campaign of each game, two missions of it debriefed and a third
is drawn. Done once for each version that is released, on its last commit.
"""

from __future__ import annotations

import lzma
import os
import sqlite3
import sys
import tempfile
from pathlib import Path

CAMPAIGNS = ("desert-dogfights", "rommel-attacks", "flying-circus-1917", "big-week", "angels-over-kent")
"""A campaign of each game, and of *Wild Blue Yonder* one with pools and one without."""


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "club.sqlite3"
        fill(database)
        with sqlite3.connect(database) as connection:
            # A server gets the packs that nobody plays anew with every version.
            connection.execute("DELETE FROM campaigns_pack WHERE id NOT IN (SELECT pack_id FROM campaigns_campaign)")
            connection.commit()
            script = "\n".join(connection.iterdump())
    kept = Path(__file__).with_name(f"{name}.sql.xz")
    kept.write_bytes(lzma.compress(script.encode(), preset=9))
    print(f"{kept}: {kept.stat().st_size // 1000} kB")


def fill(database: Path) -> None:
    """The club, by the same operations as people use."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    os.environ["DATABASE_URL"] = f"sqlite:///{database}"

    import django

    django.setup()

    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)

    from tests import make
    from tests.cast import assemble

    cast = assemble()
    make.people_of(cast)
    for slug in CAMPAIGNS:
        campaign = make.club(cast, slug)
        make.fought(campaign, 2)
        make.drawn(campaign)
    make.flown_skirmish(cast.umpire)
    connection.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
