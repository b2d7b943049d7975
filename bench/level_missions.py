"""What a level is worth in campaign missions, by their type: ``python -m bench.level_missions``.

Missions are those of campaigns that the staff flies. Each is flown for either side twice, from the same seed: by the
level against regulars, and by regulars against regulars. What the side earns more by the first is what the level is
worth to it there, in Victory Points.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from bench.levels import SURE
from engine.core.game import SIDES, Document, Side
from engine.core.levels import LEVELS, USUAL_LEVEL


@dataclass(frozen=True, slots=True)
class Flown:
    """A mission of a campaign, as the engine takes it."""

    system: str
    type: str
    setup: Document
    seed: int
    doctrines: dict[str, str]


def of_pack(path: Path, most: int) -> Iterator[Flown]:
    """The missions of one campaign of a pack, at most so many of a type."""
    from campaigns.packs import pack_text, read_pack
    from campaigns.packs.schema import Side as PackSide
    from campaigns.standing.recruits import Man
    from missions.flights import flying
    from missions.planning import setups
    from missions.planning.orders import SideOrders
    from missions.simulation import SimulatedCampaign

    found: list[Flown] = []
    count: Counter[str] = Counter()

    class Kept(SimulatedCampaign):
        """A campaign whose missions are kept before they are flown."""

        plans: dict[PackSide, SideOrders]

        def _plan(self, key: str, side: PackSide, month: str, skilled: Man | None, seed: int) -> SideOrders:
            plan = super()._plan(key, side, month, skilled, seed)
            self.plans = {"allied": plan} if side == "allied" else self.plans | {side: plan}
            kind = self.pack.mission(key).type
            if side == "axis" and count[kind] < most:
                context = flying.together(self.pack, key, month=month, standing=self.standing, plans=self.plans)
                if not setups.why_grounded(self.pack, key, context.orders):
                    count[kind] += 1
                    setup = setups.setup(context)
                    found.append(Flown(self.pack.system, kind, setup, seed, dict(context.doctrines)))
            return plan

    Kept(read_pack(pack_text(path.read_bytes(), path.name), path.name), seed=1).fly()
    yield from found


def worth(level: str, mission: Flown) -> list[int]:
    """By how much more each side does with this level, in Victory Points."""
    return [_ahead(mission, side, level) - _ahead(mission, side, USUAL_LEVEL) for side in SIDES]


def _ahead(mission: Flown, side: Side, level: str) -> int:
    from missions.flights import flying

    score = flying.fly(mission.system, mission.setup, mission.seed, mission.doctrines, {side: level}).score()
    return score[side] - sum(points for each, points in score.items() if each != side)


def told(name: str, worths: Sequence[int]) -> str:
    spread = SURE * stdev(worths) / sqrt(len(worths)) if len(worths) > 1 else 0.0
    return f"{name:<40}{len(worths):>5} sides  {mean(worths):>+7.2f} ± {spread:.2f} VP"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.level_missions", description="A level by type of mission.")
    parser.add_argument("--level", default="ace", choices=LEVELS)
    parser.add_argument("--missions", type=int, default=16, help="of each type in each system (16)")
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    import django

    django.setup()
    from campaigns.catalogue.library import FIXTURES

    packs = sorted((FIXTURES / "packs").glob("*.toml"))
    kinds: dict[tuple[str, str], list[Flown]] = {}
    for path in packs:
        for each in of_pack(path, options.missions):
            kinds.setdefault((each.system, each.type), []).append(each)
    with ProcessPoolExecutor(os.cpu_count(), initializer=django.setup) as pool:
        for (system, kind), missions in sorted(kinds.items()):
            step = max(1, len(missions) // options.missions)
            chosen = missions[::step][: options.missions]
            worths = [each for both in pool.map(partial(worth, options.level), chosen) for each in both]
            print(told(f"{system}: {kind}, {options.level}", worths), flush=True)


if __name__ == "__main__":
    main()
