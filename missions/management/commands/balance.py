"""How campaigns of the shipped packs come out, kept for their pages: ``manage.py balance [PACK …] --runs 300``."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import Any

import django
from django.core.management.base import BaseCommand, CommandError

from campaigns.catalogue.library import FIXTURES
from campaigns.catalogue.outcomes import Outcomes, outcomes, write
from campaigns.packs import PackDefinition, pack_text, read_pack
from engine.core.levels import USUAL_LEVEL
from missions import simulation

PACKS = FIXTURES / "packs"
PROCESSES = 2
AT_ONCE = 5
LEAST, MOST = 2, 40
"""Percent of the campaigns of a pack in which each row of its victory table is to come."""


class Command(BaseCommand):
    help = "Fly campaigns of the shipped packs, whose counts are not kept yet, and keep how often each grade came."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("packs", nargs="*", metavar="pack", help="their slugs (default: all)")
        parser.add_argument("--runs", type=int, default=300, help="campaigns of each (default: %(default)s)")
        parser.add_argument("--seed", type=int, default=0, help="seed of the first one (default: %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        runs, seed = options["runs"], options["seed"]
        if not 1 <= runs <= 10_000:
            raise CommandError("Fly between 1 and 10,000 runs.")
        known = sorted(path.stem for path in PACKS.glob("*.toml"))
        if unknown := [slug for slug in options["packs"] if slug not in known]:
            raise CommandError(f"There is no pack {unknown[0]}. Known are: {', '.join(known)}.")
        found = dict(outcomes())
        for slug in options["packs"] or known:
            kept = found.get(slug)
            if kept is None or (kept.version, kept.seed) != (shipped(slug).version, seed) or kept.runs < runs:
                kept = found[slug] = came_out(slug, runs, seed)
                write(found.items())
            self.stdout.write(_line(slug, kept))


@cache
def shipped(slug: str) -> PackDefinition:
    path = PACKS / f"{slug}.toml"
    return read_pack(pack_text(path.read_bytes(), path.name), path.name)


def came_out(slug: str, runs: int, seed: int) -> Outcomes:
    """Fly ``runs`` campaigns of the pack on two processors."""
    pack = shipped(slug)
    with ProcessPoolExecutor(PROCESSES, initializer=django.setup) as pool:
        counts = Counter(pool.map(partial(_grade, slug), range(seed, seed + runs), chunksize=AT_ONCE))
    rows = range(len(pack.victory.grades))
    return Outcomes(
        version=pack.version,
        level=USUAL_LEVEL,
        seed=seed,
        runs=runs,
        grades=tuple(counts[row] for row in (rows if pack.victory.side == "allied" else reversed(rows))),
    )


def _grade(slug: str, seed: int) -> int:
    return simulation.run(shipped(slug), seed).grade


def _line(slug: str, kept: Outcomes) -> str:
    odd = any(not LEAST <= each <= MOST for each in kept.percents)
    shares = " ".join(f"{each:.0f}" for each in kept.percents)
    sign = f"  not within {LEAST} and {MOST} in 100" if odd else ""
    return f"{slug} {kept.version}: {shares} in 100 of {kept.runs}{sign}"
