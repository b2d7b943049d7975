"""What a level is worth in campaign missions, by their type: ``python -m bench.level_missions``.

Missions are those of campaigns that the staff flies. Each is flown by regulars on both sides and, from the same seed,
for either side by the level against regulars. What the side earns more by that is what the level is worth to it there,
in Victory Points.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import TypeAlias

import engine
from bench.levels import SURE
from engine.core.game import SIDES, Document, Side
from engine.core.levels import LEVELS

MISSIONS = 16
"""Of each type in each system."""
CAMPAIGNS = 100
"""Of a pack that are looked through, at most, for a type of which there are few."""


Kind: TypeAlias = tuple[str, str]
"""A system, and a type of its missions."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which mission it is."""

    system: str
    type: str
    pack: str
    number: int
    """Of those of its type in a campaign of the pack, from 1."""
    campaign: int = 1
    """Which of the campaigns of the pack: its seed."""

    @property
    def kind(self) -> Kind:
        return self.system, self.type


@dataclass(frozen=True, slots=True)
class Planned:
    """A mission of a campaign, as the engine takes it."""

    place: Place
    setup: Document
    seed: int
    doctrines: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Worth:
    """By how much more each side does with the level, in Victory Points."""

    place: Place
    level: str
    worth: tuple[int, int]
    """To the Allied side and to the Axis."""


def of_pack(path: Path, most: int, campaign: int = 1) -> Iterator[Planned]:
    """The missions of one campaign of a pack, at most so many of a type."""
    from campaigns.packs import pack_text, read_pack
    from campaigns.packs.schema import Side as PackSide
    from campaigns.standing.recruits import Man
    from missions.flights import flying
    from missions.planning import setups
    from missions.planning.orders import SideOrders
    from missions.simulation import SimulatedCampaign

    found: list[Planned] = []
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
                    place = Place(self.pack.system, kind, path.stem, count[kind], campaign)
                    found.append(Planned(place, setups.setup(context), seed, dict(context.doctrines)))
            return plan

    Kept(read_pack(pack_text(path.read_bytes(), path.name), path.name), seed=campaign).fly()
    yield from found


def planned(most: int, only: str = "") -> Iterator[Planned]:
    """Of each type in each system so many, from as many packs as there are; of a rare one from further campaigns.

    ``only``: a type, and no other.
    """
    from campaigns.catalogue.library import FIXTURES

    paths = sorted((FIXTURES / "packs").glob("*.toml"))
    kinds: dict[Kind, list[Planned]] = {}
    packs: dict[Kind, set[Path]] = {}
    for path in paths:
        for each in of_pack(path, most):
            if only in ("", each.place.type):
                kinds.setdefault(each.place.kind, []).append(each)
                packs.setdefault(each.place.kind, set()).add(path)
    for campaign in range(2, CAMPAIGNS + 1):
        rare = {kind for kind, missions in kinds.items() if len(missions) < most}
        for path in paths:
            if any(path in packs[kind] for kind in rare):
                for each in of_pack(path, most, campaign):
                    if each.place.kind in rare:
                        kinds[each.place.kind].append(each)
    for _, missions in sorted(kinds.items()):
        step = max(1, len(missions) // most)
        yield from missions[::step][:most]


def worth(level: str, mission: Planned) -> Worth:
    usual = _ahead(mission, {})
    allied, axis = (_ahead(mission, {side: level}) for side in SIDES)
    return Worth(mission.place, level, (allied - usual, usual - axis))


def _ahead(mission: Planned, levels: Mapping[Side, str]) -> int:
    """By how many points the Allied side is ahead in the end."""
    from missions.flights import flying

    flown = flying.fly(mission.place.system, mission.setup, mission.seed, mission.doctrines, levels)
    score = flown.score()
    return score[SIDES[0]] - score[SIDES[1]]


def worths(level: str, missions: Sequence[Planned], kept: Path | None, pool: Executor) -> Iterator[Worth]:
    """What the level is worth in each of them; what a file that is ``kept`` does not know is flown, and noted there."""
    if kept is not None:
        kept.parent.mkdir(exist_ok=True)
        kept.touch()
    known = {each.place: each for each in read(kept)} if kept is not None else {}
    missing = [each for each in missions if each.place not in known]
    for each in pool.map(partial(worth, level), missing):
        known[each.place] = each
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"rules": _rules(each.place), **asdict(each)}, separators=(",", ":")) + "\n")
    return (known[each.place] for each in missions)


def read(path: Path) -> list[Worth]:
    """What a file holds, but for what is of an older edition of the rules."""
    found: list[Worth] = []
    for line in path.read_text("utf-8").splitlines():
        noted = json.loads(line)
        place = Place(**noted["place"])
        if noted["rules"] == _rules(place):
            found.append(Worth(place, noted["level"], tuple(noted["worth"])))
    return found


def _rules(place: Place) -> int:
    return engine.systems()[place.system].edition


def rows(worths: Sequence[Worth]) -> list[str]:
    """Those of the table in ``docs/explanation/levels.md``, a type of a game each."""
    kinds: dict[Kind, list[Worth]] = {}
    for each in worths:
        kinds.setdefault(each.place.kind, []).append(each)
    return [_row(system, kind, told) for (system, kind), told in sorted(kinds.items())]


def _row(system: str, kind: str, told: Sequence[Worth]) -> str:
    points = [each for both in told for each in both.worth]
    spread = SURE * stdev(points) / sqrt(len(points))
    cells = engine.systems()[system].title, kind, str(len(told)), f"{mean(points):+.1f} ± {spread:.1f}"
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.level_missions", description="A level by type of mission.")
    parser.add_argument("--level", default="ace", choices=LEVELS)
    parser.add_argument("--missions", type=int, default=MISSIONS, help=f"of each type in each system ({MISSIONS})")
    parser.add_argument("--type", default="", help="only of this one, as packs call it")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="where they are noted, to go on later")
    options = parser.parse_args()
    if options.kept is not None and not options.kept.is_dir():
        parser.error(f"no such folder: {options.kept}")
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    import django

    django.setup()
    kept = None if options.kept is None else options.kept / "missions" / f"{options.level}.jsonl"
    with ProcessPoolExecutor(os.cpu_count(), initializer=django.setup) as pool:
        for row in rows(list(worths(options.level, list(planned(options.missions, options.type)), kept, pool))):
            print(row)


if __name__ == "__main__":
    main()
