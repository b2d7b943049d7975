"""Cut what lies in the theatres of ``fixtures/maps`` anew from Natural Earth.

Land is read from the npm package ``world-atlas``, lakes from ``fixtures/lakes.toml``.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from campaigns.catalogue.lakes import lakes
from campaigns.catalogue.theatres import FOLDER, read_theatre
from campaigns.maps.cutting import cut
from campaigns.maps.topology import Ring, rings

CUT: Final = "# Written by manage.py cut_theatres from here on."


class Command(BaseCommand):
    help = (
        "Cut the lakes of every theatre from fixtures/lakes.toml and, if it is given, the coasts from land-10m.json of "
        "the npm package world-atlas (npm pack world-atlas). A new theatre is a new file with its title and box."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("land", type=Path, nargs="?", help="land-10m.json; without it the coasts stay as they are")
        parser.add_argument("--folder", type=Path, default=FOLDER, help="where the theatres are")

    def handle(self, *args: Any, **options: Any) -> None:
        coasts = None if options["land"] is None else _coasts(options["land"])
        shores = list(_shores())
        for path in sorted(options["folder"].glob("*.toml")):
            text = path.read_text(encoding="utf-8")
            theatre = read_theatre(path.stem, text)
            land = theatre.land if coasts is None else tuple(cut(coasts, theatre.box))
            if coasts is None and CUT not in text:
                raise CommandError(f"{path.name} has no coasts yet: give land-10m.json of world-atlas.")
            head = text.partition(CUT)[0].rstrip()
            written = [head, "", CUT, *_told("land", land), *_told("lakes", tuple(cut(shores, theatre.box)))]
            path.write_text("\n".join([*written, ""]), encoding="utf-8")
            self.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.1f} kB")


def _coasts(path: Path) -> list[Ring]:
    try:
        return list(rings(json.loads(path.read_text(encoding="utf-8")), "land"))
    except (OSError, ValueError, KeyError) as error:
        raise CommandError(f"{path} is no TopoJSON of land: {error}") from None


def _shores() -> Iterator[Ring]:
    """The rings of all lakes, each closed as those of land are."""
    for lake in lakes():
        for ring in lake.rings:
            yield [*ring, ring[0]]


def _told(key: str, paths: Sequence[str]) -> Iterator[str]:
    """The lines of a list of paths in a theatre's file; none of an empty one."""
    if paths:
        yield f"{key} = ["
        yield from (f'  "{path}",' for path in paths)
        yield "]"
