"""The levels of the staff against each other, in mirrored games: ``python -m bench.levels``.

Each seed of a scenario is flown twice, the sides swapped: a pair. A scenario is left out in which one side has nothing
to decide or more than two sides meet. Of the games that are won or lost the better level is to win so many percent;
pairs say who has done better with the same sides of the same set-up, and hang less on which side a scenario favours.

Four hundred games of an ace take hours: with ``--kept FOLDER`` each game is noted as it ends, and whoever calls again
goes on behind it. ``bench/tournaments`` is such a folder: the games of which the documents speak and, after
``--write``, the page of the odds. Who changes what a level decides deletes those of its system.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import cycle
from math import sqrt
from pathlib import Path
from statistics import mean, median, stdev
from time import process_time
from typing import Final

import engine
from bench.contested import contested
from bench.tournament import ROOT
from engine.core.game import SIDES, Action, Game, Side
from engine.core.players import USUAL_DOCTRINE, Player, fly
from missions.odds import intervals

PAIRS = (("regular", "recruit"), ("veteran", "regular"), ("ace", "regular"))
"""Who is to be better than whom."""
GOALS = {("regular", "recruit"): 75.0, ("veteran", "regular"): 60.0, ("ace", "regular"): 65.0}
"""Percent of the decided games."""
GAMES = 400
"""Of each two levels in each system."""
KEPT: Final = ROOT / "bench" / "tournaments"
SHOWN: Final = ROOT / "fixtures" / "tables" / "levels.toml"
SURE = 1.96
"""Standard errors on either side of a figure that hold it 95 times in 100."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game of two levels."""

    system: str
    slug: str
    seed: int
    side: Side
    """Of the better level."""
    better: str
    other: str


@dataclass(frozen=True, slots=True)
class Met:
    """What became of it."""

    meeting: Meeting
    ahead: int
    """Victory Points of the better level less those of the other."""
    usual: float
    """Milliseconds of a processor that the better level's decision in the middle of all took, where there was more than
    one to choose from; 0 if there never was."""
    longest: float
    """Those of the dearest."""


class Timed:
    """A player whose decisions are timed."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.ms: list[float] = []

    def choose(self, game: Game) -> Action:
        if len(game.legal()) == 1:
            return self._player.choose(game)
        began = process_time()
        chosen = self._player.choose(game)
        self.ms.append(1000 * (process_time() - began))
        return chosen


def meet(meeting: Meeting) -> Met:
    """Fly one game."""
    system, side, seed = meeting.system, meeting.side, meeting.seed
    game = engine.new(system, engine.systems()[system].scenarios()[meeting.slug].setup, seed)
    other = SIDES[1 - SIDES.index(side)]
    timed = Timed(engine.staff(system, side, seed, meeting.better, USUAL_DOCTRINE))
    fly(game, {side: timed, other: engine.staff(system, other, seed, meeting.other, USUAL_DOCTRINE)})
    score = game.score()
    ms = timed.ms or [0.0]
    return Met(meeting, score[side] - score[other], round(median(ms), 1), round(max(ms), 1))


def meetings(system: str, better: str, other: str, games: int, slugs: Sequence[str] = ()) -> Iterator[Meeting]:
    """So many games, in pairs; each scenario has as many as any other."""
    scenarios = engine.systems()[system].scenarios()
    found = [slug for slug in slugs or scenarios if contested(system, scenarios[slug].setup)]
    for seed, slug in zip(range(games // 2), cycle(found), strict=False):
        for side in SIDES:
            yield Meeting(system, slug, seed, side, better, other)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of those that were decided were won."""

    won: int
    drawn: int
    lost: int

    @classmethod
    def of(cls, leads: Iterable[int]) -> Share:
        leads = list(leads)
        return cls(sum(lead > 0 for lead in leads), leads.count(0), sum(lead < 0 for lead in leads))

    @property
    def percent(self) -> float:
        return self.decided.percent

    @property
    def decided(self) -> intervals.Share:
        """Of those that were won or lost, in percent, with the interval that holds it 95 times in 100."""
        return intervals.share(self.won, self.won + self.lost, SURE)

    def __str__(self) -> str:
        low, high = self.decided.low, self.decided.high
        return f"{self.won:>5}{self.drawn:>6}{self.lost:>6}{self.percent:>8.1f} % ({low:.1f} to {high:.1f})"


class Kept:
    """Games that have been flown already, a line of JSON each in a file for each two levels of a system; none without
    a folder, and none of an older edition of the rules."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def met(self, planned: Sequence[Meeting], pool: Executor) -> list[Met]:
        """What became of them, in their order; what is not known is flown."""
        known = {each.meeting: each for path in self._paths(planned) if path.exists() for each in read(path)}
        missing = [each for each in planned if each not in known]
        for met in pool.map(meet, missing):
            known[met.meeting] = met
            for path in self._paths([met.meeting]):
                with path.open("a", encoding="utf-8") as file:
                    file.write(_line(met))
        return [known[each] for each in planned]

    def _paths(self, meetings: Sequence[Meeting]) -> list[Path]:
        if self._folder is None:
            return []
        names = dict.fromkeys(f"{each.system}-{each.better}-{each.other}.jsonl" for each in meetings)
        return [self._folder / name for name in names]


def _line(met: Met) -> str:
    edition = engine.systems()[met.meeting.system].edition
    return json.dumps({"rules": edition, **asdict(met)}, separators=(",", ":")) + "\n"


def read(path: Path) -> list[Met]:
    """The games that a file holds, but for those of an older edition of the rules."""
    met: list[Met] = []
    for line in path.read_text("utf-8").splitlines():
        noted = json.loads(line)
        meeting = Meeting(**noted["meeting"])
        if noted["rules"] == engine.systems()[meeting.system].edition:
            met.append(Met(meeting, noted["ahead"], noted["usual"], noted["longest"]))
    return met


def told(name: str, met: Sequence[Met]) -> str:
    """A line of the table."""
    leads = [each.ahead for each in met]
    pairs = Share.of(one.ahead + two.ahead for one, two in zip(met[::2], met[1::2], strict=True))
    usual, longest = _milliseconds(met)
    spread = SURE * stdev(leads) / sqrt(len(leads)) if len(leads) > 1 else 0.0
    return (
        f"{name:<28}{Share.of(leads)!s:<42}  pairs {pairs.percent:>5.1f} %"
        f"  {mean(leads):>+7.2f} ± {spread:.2f} VP"
        f"  {usual:>5.0f} ms, at worst {longest:.0f}"
    )


def row(met: Sequence[Met]) -> str:
    """The same of two levels of a system as a row of the table in ``docs/explanation/levels.md``."""
    one, leads = met[0].meeting, [each.ahead for each in met]
    share, spread = Share.of(leads), SURE * stdev(leads) / sqrt(len(leads))
    decided, (usual, longest) = share.decided, _milliseconds(met)
    cells = (
        engine.systems()[one.system].title,
        f"{one.better}, {one.other}",
        *map(str, (share.won, share.drawn, share.lost)),
        f"{decided.percent:.1f} % ({decided.low:.1f} to {decided.high:.1f})",
        f"{GOALS[one.better, one.other]:g} %",
        f"{mean(leads):+.1f} ± {spread:.1f}",
        f"{usual:.0f} ms, {longest:.0f} ms",
    )
    return f"| {' | '.join(cells)} |"


def _milliseconds(met: Sequence[Met]) -> tuple[float, float]:
    """Of the usual decision in the usual game, and of the dearest."""
    return median(each.usual for each in met), max(each.longest for each in met)


def as_toml(kept: Iterable[Sequence[Met]]) -> str:
    """What the page of the odds shows, as the file that it reads: of each two levels their games."""
    lines = ["# Levels of the staff against each other. Provenance: own, flown by `python -m bench.levels --write`."]
    for games in kept:
        one, share = games[0].meeting, Share.of(each.ahead for each in games)
        lines += ["", "[[met]]"]
        lines += [f'{name} = "{getattr(one, name)}"' for name in ("system", "better", "other")]
        lines += [f"{name} = {getattr(share, name)}" for name in ("won", "drawn", "lost")]
    return "\n".join(lines) + "\n"


def whole(folder: Path, games: int = GAMES) -> list[list[Met]]:
    """Of each two levels of a game all games that a folder holds, if they are so many."""
    kept = map(read, sorted(folder.glob("*.jsonl")))
    return [met for met in kept if len(met) == games]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description="The levels of the staff compared.")
    parser.add_argument("systems", nargs="*", metavar="system", help=f"any of: {', '.join(engine.systems())} (all)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each two levels in each system ({GAMES})")
    parser.add_argument("--better", help="only the pair of which this is the better level")
    parser.add_argument("--scenarios", nargs="*", default=(), help="only these (all)")
    parser.add_argument("--lines", action="store_true", help="a line for each scenario too")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="where games are noted, to go on later")
    parser.add_argument("--write", action="store_true", help="put what is kept where the page of the odds reads it")
    options = parser.parse_args()
    if unknown := set(options.systems) - set(engine.systems()):
        parser.error(f"no such system: {', '.join(sorted(unknown))}")
    if options.games < 2 or options.games % 2:
        parser.error("games come in pairs")
    if options.kept is not None and not options.kept.is_dir():
        parser.error(f"no such folder: {options.kept}")
    met_all, kept = True, Kept(options.kept)
    print(f"{'':<28}{'won':>5}{'drawn':>6}{'lost':>6}{'of decided (95 times in 100)':>34}")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for system in options.systems or engine.systems():
            for better, other in PAIRS:
                if options.better not in (None, better):
                    continue
                planned = list(meetings(system, better, other, options.games, options.scenarios))
                met = kept.met(planned, pool)
                for slug in dict.fromkeys(each.slug for each in planned) if options.lines else ():
                    print(told(f"  {slug}", [each for each in met if each.meeting.slug == slug]))
                goal = GOALS[better, other]
                is_met = Share.of(each.ahead for each in met).percent >= goal
                met_all &= is_met
                verdict = "met" if is_met else "MISSED"
                print(f"{told(f'{system}: {better}, {other}', met)}  (goal {goal:g} %: {verdict})", flush=True)
    if options.write:
        SHOWN.write_text(as_toml(whole(KEPT)), "utf-8")
    sys.exit(not met_all)


if __name__ == "__main__":
    main()
