"""Forecasts held against what then happened: ``python -m bench.calibration``.

Campaigns of every shipped pack are flown by the staff. Before each mission it is forecast for the Allied side by the
plan that its staff has made, against what the Axis staff might send; then the mission is flown, by the plan and the
seed that it really has. A draw counts as half a victory.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

KEPT = Path(__file__).parents[1] / "fixtures" / "tables" / "calibration.toml"
TENTHS = 10
ERROR_AT_MOST = 3.0
"""Points by which forecasts may be off on average, weighted by how many say so."""
HELD = 88.0, 92.0
"""Percent of outcomes that intervals of 90 % are to hold."""


@dataclass(frozen=True, slots=True)
class Held:
    """A forecast and its outcome."""

    said: float
    """The share of victories that was forecast, 0 to 1."""
    came: float
    """1 for a victory, 0.5 for a draw, 0."""
    is_within: bool
    """The margin lay between those that were forecast for 90 in 100."""


def of_pack(name: str, missions: int, runs: int) -> list[Held]:
    """So many missions of a pack, campaign after campaign."""
    from campaigns.catalogue.library import FIXTURES
    from campaigns.packs import PackDefinition, pack_text, read_pack
    from campaigns.packs.schema import Side
    from campaigns.standing.recruits import Man
    from missions.odds.forecast import Asked, Forecast, forecast
    from missions.planning.orders import SideOrders
    from missions.simulation import ENGINE, SimulatedCampaign

    class Foretold(SimulatedCampaign):
        """A campaign whose missions are forecast before they are flown."""

        def foretell(self, pack: PackDefinition) -> Iterator[Held]:
            self.told: list[Forecast] = []
            self.fly()
            for told, flown in zip(self.told, self.missions, strict=True):
                if flown.way == ENGINE and told.flown:
                    margin = flown.report.points("allied") - flown.report.points("axis")
                    low, high = told.range
                    yield Held(
                        said=(told.won.percent + told.drawn.percent / 2) / 100,
                        came=(margin > 0) + (margin == 0) / 2,
                        is_within=low <= margin <= high,
                    )

        def _plan(self, key: str, side: Side, month: str, skilled: Man | None, seed: int) -> SideOrders:
            plan = super()._plan(key, side, month, skilled, seed)
            if side == "allied":
                man = skilled.pk if skilled else None
                question = Asked(
                    pack=self.pack,
                    key=key,
                    month=month,
                    standing=self.standing,
                    side=side,
                    skilled=man,
                    plan=plan,
                )
                self.told.append(forecast(question, runs))
            return plan

    path = FIXTURES / "packs" / name
    pack = read_pack(pack_text(path.read_bytes(), name), name)
    found: list[Held] = []
    seed = 70_000
    while len(found) < missions:
        found += Foretold(pack, seed).foretell(pack)
        seed += 1
    return found[:missions]


def tenths(held: Iterable[Held]) -> list[list[Held]]:
    """By the tenth of the scale that was forecast."""
    found: list[list[Held]] = [[] for _ in range(TENTHS)]
    for each in held:
        found[min(TENTHS - 1, int(each.said * TENTHS))].append(each)
    return found


def error(held: Sequence[Held]) -> float:
    """The expected calibration error, in points: by how much what was said is off, tenth by tenth."""
    return sum(
        100 * abs(mean(each.said for each in tenth) - mean(each.came for each in tenth)) * len(tenth) / len(held)
        for tenth in tenths(held)
        if tenth
    )


def brier(held: Sequence[Held], said: float | None = None) -> float:
    """The Brier score; ``said``: of somebody who always says the same."""
    return mean(((each.said if said is None else said) - each.came) ** 2 for each in held)


def within(held: Sequence[Held]) -> float:
    """Percent of outcomes within what was forecast for 90 in 100."""
    return 100 * mean(each.is_within for each in held)


def as_toml(held: Sequence[Held], runs: int) -> str:
    """What the page shows, as the file that it reads."""
    lines = [
        "# Forecasts held against what then happened. Provenance: own, flown by `python -m bench.calibration --write`.",
        f"missions = {len(held)}",
        f"runs = {runs}",
        f"off = {error(held):.1f}",
        f"brier = {brier(held):.3f}",
        f"even = {brier(held, 0.5):.3f}",
        f"within = {within(held):.1f}",
    ]
    for tenth in filter(None, tenths(held)):
        said, came = 100 * mean(each.said for each in tenth), 100 * mean(each.came for each in tenth)
        lines += ["", "[[tenths]]", f"missions = {len(tenth)}", f"said = {said:.1f}", f"came = {came:.1f}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.calibration", description="Forecasts against outcomes.")
    parser.add_argument("--missions", type=int, default=2_000, help="missions in all (2,000)")
    parser.add_argument("--runs", type=int, default=100, help="flights of each forecast (100)")
    parser.add_argument("--write", action="store_true", help="put it where the page of the odds reads it")
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    import django

    django.setup()
    from campaigns.catalogue.library import FIXTURES

    names = sorted(each.name for each in (FIXTURES / "packs").glob("*.toml"))
    each_has = -(-options.missions // len(names))
    held: list[Held] = []
    with ProcessPoolExecutor(os.cpu_count(), initializer=django.setup) as pool:
        of_packs = pool.map(of_pack, names, [each_has] * len(names), [options.runs] * len(names))
        for name, of_one in zip(names, of_packs, strict=True):
            held += of_one
            print(
                f"{name.removesuffix('.toml'):<24}{len(of_one):>6} missions  Brier {brier(of_one):.3f}"
                f"  (always even {brier(of_one, 0.5):.3f})  within 90 %: {within(of_one):.1f} %",
                flush=True,
            )
    for number, tenth in enumerate(tenths(held)):
        if tenth:
            said, came = 100 * mean(each.said for each in tenth), 100 * mean(each.came for each in tenth)
            span = f"said {10 * number:>3} to {10 * number + 10:>3} %"
            print(f"{span}: {len(tenth):>5} missions, said {said:5.1f}, came {came:5.1f}")
    if options.write:
        KEPT.write_text(as_toml(held, options.runs), "utf-8")
    off, kept = error(held), within(held)
    is_met = off <= ERROR_AT_MOST and HELD[0] <= kept <= HELD[1]
    print(
        f"all: {len(held)} missions, off by {off:.1f} points (at most {ERROR_AT_MOST:g}), Brier {brier(held):.3f} "
        f"(always even {brier(held, 0.5):.3f}), within 90 %: {kept:.1f} % ({HELD[0]:g} to {HELD[1]:g}): "
        f"{'met' if is_met else 'MISSED'}"
    )
    sys.exit(not is_met)


if __name__ == "__main__":
    main()
