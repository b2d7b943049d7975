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
from config.common.leads import AHEAD
from engine.core.levels import LEVELS, USUAL_LEVEL
from missions import simulation
from missions.odds.balance import balance
from missions.odds.words import percent_between

OVER = {"friendly": "their own ground", "enemy": "enemy ground", "water": "water"}


class Command(BaseCommand):
    help = "Fly whole campaigns of a pack with the engine's staff on both sides, and tell how they come out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pack", help="the slug of a pack that ships with the house, or the path of a pack file")
        parser.add_argument("--runs", type=int, default=200, help="campaigns to fly (default: %(default)s)")
        parser.add_argument("--seed", type=int, default=0, help="seed of the first one (default: %(default)s)")
        parser.add_argument(
            "--level", choices=LEVELS, default=USUAL_LEVEL, help="of both staffs (default: %(default)s)"
        )
        parser.add_argument("--careers", choices=("kept", "none"), help="kept or not (default: as the pack has it)")
        parser.add_argument("--fates", choices=("hard", "mild"), help="table of fates (default: as the pack has it)")
        parser.add_argument("--json", action="store_true", help="print the summary as a JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["runs"] <= 10_000:
            raise CommandError("Fly between 1 and 10,000 runs.")
        pack = _played(_pack(options["pack"]), options["careers"], options["fates"])
        runs = simulation.many(pack, options["runs"], options["seed"], options["level"])
        told = simulation.summary(pack, runs)
        lines = _lines(pack, told, options["level"])
        self.stdout.write(json.dumps(told, indent=1) if options["json"] else "\n".join(lines))


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


def _played(pack: PackDefinition, careers: str | None, fates: str | None) -> PackDefinition:
    """As a campaign plays it that has agreed on this. [SUP 19.5]"""
    if careers == "kept" and not pack.names_men:
        raise CommandError(f"{pack.title} does not name its men, so it keeps no careers.")
    kept = pack.options.careers if careers is None else careers == "kept"
    return pack.played_by(pack.options.but(careers=kept, fates=fates or pack.options.fates))


def _lines(pack: PackDefinition, told: dict[str, Any], level: str) -> Iterator[str]:
    """The summary as a table; the staffs were of that ``level``."""
    titles, length = pack.side_titles, told["length"]
    allied, axis = titles["allied"], titles["axis"]
    found = balance(told, titles)
    yield (
        f"{pack.title} {pack.version}: {told['runs']} campaigns from seed {told['seed']}, "
        f"flown by {level} staffs on both sides"
    )
    yield (f"  won: {found.who_won} ({'fair' if told['is_fair'] else f'one side wins more than {simulation.FAIR} %'})")
    yield f"  {AHEAD}: {found.ahead}"
    yield (
        f"  missions {length['least']} to {length['most']}, {length['mean']} on average; {told['grounded']} grounded"
    )
    yield "Grades, in 100 campaigns"
    for grade in found.grades:
        yield f"  {percent_between(grade.share, grade.shown):18}  {allied}: {grade.allied}, {axis}: {grade.axis}"
    for space in told["markers"]:
        yield f"  marker on {space['space']:2} {space['title'][:30]:30} {space['count']:4}"
    yield f"Missions: {AHEAD} on average, and by how much one flight strays from it"
    for mission in found.missions:
        ahead = f"{mission.ahead} {mission.between}".rstrip()
        yield f"  {mission.title[:40]:40} {mission.flown:5} flown  {ahead}, ± {mission.spread:.1f}"
    yield "In brackets: where the figure lies nine times in ten, had one flown without end"
    yield "Losses a campaign"
    wide = max(len(allied), len(axis))
    for row in told["losses"]:
        side = pack.side_titles[row["side"]]
        yield (
            f"  {side:{wide}} {row['aircraft'][:20]:20} {row['sorties']:6} sorties {row['damaged']:5} damaged "
            f"{row['destroyed']:5} destroyed"
        )
    for row in told["shot_down"]:
        yield f"  {row['men']} men shot down over {OVER[row['over']]}, of whom {row['again']} % fly again"
    for side, row in told["sides"].items():
        yield (
            f"  {pack.side_titles[side]}: {row['points']} VP, {row['aces']} aces, {row['lost_men']} men lost, "
            f"{row['ready']} aircraft serviceable at the end"
        )
