"""Whole campaigns of a pack, flown by the staff on both sides: ``manage.py simulate PACK --runs 200``."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.catalogue.library import FIXTURES
from campaigns.packs import PackDefinition, PackError, pack_text, read_pack
from engine.core.levels import LEVELS, USUAL_LEVEL
from missions import simulation


class Command(BaseCommand):
    help = "Fly whole campaigns of a pack with the engine's staff on both sides, and tell how they come out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pack", help="the slug of a pack that ships with the house, or the path of a pack file")
        parser.add_argument("--runs", type=int, default=200, help="campaigns to fly (default: %(default)s)")
        parser.add_argument("--seed", type=int, default=0, help="seed of the first one (default: %(default)s)")
        parser.add_argument(
            "--level", choices=LEVELS, default=USUAL_LEVEL, help="of both staffs (default: %(default)s)"
        )
        parser.add_argument("--json", action="store_true", help="print the summary as a JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["runs"] <= 10_000:
            raise CommandError("Fly between 1 and 10,000 runs.")
        pack = _pack(options["pack"])
        runs = simulation.many(pack, options["runs"], options["seed"], options["level"])
        told = simulation.summary(pack, runs)
        self.stdout.write(json.dumps(told, indent=1) if options["json"] else "\n".join(_lines(pack, told)))


def _pack(name: str) -> PackDefinition:
    """A shipped pack by its slug, or any pack by its path."""
    path = Path(name) if name.endswith(".toml") else FIXTURES / "packs" / f"{name}.toml"
    try:
        return read_pack(pack_text(path.read_bytes(), path.name), path.name)
    except OSError:
        known = ", ".join(sorted(each.stem for each in (FIXTURES / "packs").glob("*.toml")))
        raise CommandError(f"There is no pack file {path.name}. Known are: {known}.") from None
    except PackError as error:
        raise CommandError(str(error)) from None


def _lines(pack: PackDefinition, told: dict[str, Any]) -> Iterator[str]:
    """The summary as a table."""
    wins, margin, length = told["wins"], told["margin"], told["length"]
    allied, axis = pack.side_titles["allied"], pack.side_titles["axis"]
    yield f"{pack.title} {pack.version}: {told['runs']} campaigns from seed {told['seed']}"
    yield (
        f"  won by: {allied} {wins['allied']} %, {axis} {wins['axis']} %, nobody {wins['level']} %"
        f" ({'fair' if told['is_fair'] else f'one side wins more than {simulation.FAIR} %'})"
    )
    yield (
        f"  Victory Points, {allied} less {axis}: {margin['least']} to {margin['most']}, {margin['mean']} on average; "
        f"missions {length['least']} to {length['most']}, {length['mean']} on average; {told['grounded']} grounded"
    )
    yield "Grades"
    for grade in told["grades"]:
        yield f"  {grade['percent']:5.1f} %  {allied}: {grade['allied']}, {axis}: {grade['axis']}"
    for space in told["markers"]:
        yield f"  marker on {space['space']:2} {space['title'][:30]:30} {space['count']:4}"
    yield f"Missions, with their margin of Victory Points, {allied} less {axis}"
    for mission in told["missions"]:
        leans = f"{mission['mean']:+6.1f} ± {mission['spread']:.1f}"
        yield f"  {mission['title'][:40]:40} {mission['flown']:5} flown {leans}"
    yield "Losses a campaign"
    wide = max(len(allied), len(axis))
    for row in told["losses"]:
        side = pack.side_titles[row["side"]]
        yield (
            f"  {side:{wide}} {row['aircraft'][:20]:20} {row['sorties']:6} sorties {row['damaged']:5} damaged "
            f"{row['destroyed']:5} destroyed"
        )
    for side, row in told["sides"].items():
        yield (
            f"  {pack.side_titles[side]}: {row['points']} VP, {row['aces']} aces, {row['lost_men']} men lost, "
            f"{row['ready']} aircraft serviceable at the end"
        )
