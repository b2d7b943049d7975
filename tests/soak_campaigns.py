"""``make soak``: every shipped pack flown from start to end by the staff, with 200 seeds.

A finding is a campaign that cannot be flown on, or whose journal comes to something that does not fit.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Iterator
from multiprocessing import Pool

import django

django.setup()

from campaigns.catalogue.library import FIXTURES  # noqa: E402
from campaigns.packs import PackDefinition, read_pack  # noqa: E402
from campaigns.standing import fold  # noqa: E402
from missions.simulation import SimulatedCampaign  # noqa: E402

SEEDS = 200


def findings(task: tuple[str, int]) -> list[str]:
    """What is wrong with one campaign, a line each."""
    slug, seed = task
    try:
        pack = _pack(slug)
        campaign = SimulatedCampaign(pack, seed)
        campaign.fly()
        return [f"{slug} {seed}: {problem}" for problem in _problems(pack, campaign)]
    except Exception:
        return [f"{slug} {seed}: {traceback.format_exc(limit=-3)}"]


def _pack(slug: str) -> PackDefinition:
    path = FIXTURES / "packs" / f"{slug}.toml"
    return read_pack(path.read_text(encoding="utf-8"), path.name)


def _problems(pack: PackDefinition, campaign: SimulatedCampaign) -> Iterator[str]:
    """Folded again from nothing, the journal comes to the same, and to nothing impossible."""
    standing = campaign.standing
    again = fold(pack, campaign.men, campaign.lines)
    if (again.points, again.marker, again.stocks) != (standing.points, standing.marker, standing.stocks):
        yield "folded again it comes to something else"
    if not again.is_over:
        yield "it has ended before it is over"
    for conflict in again.conflicts:
        yield conflict.sentence
    for stocks in again.stocks.values():
        if any(amount < 0 for amount in stocks.values()):
            yield "a stock has fallen below nothing"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak_campaigns", description=__doc__)
    parser.add_argument("packs", nargs="*", help="slugs (all that ship)")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="campaigns of each (%(default)s)")
    options = parser.parse_args()
    slugs = options.packs or sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml"))
    found = 0
    with Pool() as pool:
        for slug in slugs:
            started = time.monotonic()
            for problems in pool.imap_unordered(findings, [(slug, seed) for seed in range(options.seeds)], chunksize=5):
                found += len(problems)
                print(*problems, sep="\n", end="\n" if problems else "", flush=True)
            print(f"{slug}: {options.seeds} campaigns in {time.monotonic() - started:.0f} s", flush=True)
    print(f"{found} findings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
