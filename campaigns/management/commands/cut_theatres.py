"""Cut the coasts of ``fixtures/maps`` anew from Natural Earth's land, as the npm package ``world-atlas`` has it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.catalogue.theatres import FOLDER, read_theatre
from campaigns.maps.cutting import cut
from campaigns.maps.topology import rings

CUT = "# Written by manage.py cut_theatres from here on."


class Command(BaseCommand):
    help = (
        "Cut the coast of every theatre from land-10m.json of the npm package world-atlas (npm pack world-atlas). "
        "A new theatre is a new file with its title and box."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("land", type=Path, help="land-10m.json")
        parser.add_argument("--folder", type=Path, default=FOLDER, help="where the theatres are")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            coasts = list(rings(json.loads(options["land"].read_text(encoding="utf-8")), "land"))
        except (OSError, ValueError, KeyError) as error:
            raise CommandError(f"{options['land']} is no TopoJSON of land: {error}") from None
        for path in sorted(options["folder"].glob("*.toml")):
            head = path.read_text(encoding="utf-8").partition(CUT)[0].rstrip()
            land = "\n".join(f'  "{each}",' for each in cut(coasts, read_theatre(path.stem, head).box))
            path.write_text(f"{head}\n\n{CUT}\nland = [\n{land}\n]\n", encoding="utf-8")
            self.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.1f} kB")
