"""``make soak``: 100,000 random dogfights, 20,000 random Missions and 20,000 games of each other system looked over
for what no test thought of.

A finding is a *refusal* (a set-up that should be legal is refused), a *crash* (an error while playing), a *dead end*
(a decision without a legal action), a *runaway* (a game that does not end), a *leak* (a side sees what it may not) or
a *breach* (any other property of ``invariants``). Each is written to the folder as a JSON file that holds the seed,
the record so far and the position just before, which ``engine.position()`` and the protocol's ``position`` read.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random

import engine
from engine import heuristic_player
from engine.core.game import SIDES, Document, Game, Side
from engine.core.players import DOCTRINES, Player, RandomPlayer
from tests.engine.contract import RUNAWAY, Leak, check_legal, fly_watched, systems_at_random
from tests.engine.dogfights import dogfight, stubborn_players
from tests.engine.invariants import check_at_each, check_at_end, check_at_some
from tests.engine.missions.at_random import eager_players, mission
from tests.engine.missions.invariants import Course

GAMES = {"dogfight": 100_000, "mission": 20_000} | dict.fromkeys(systems_at_random(), 20_000)
FOLDER = Path("test-artifacts/soak")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong in the game of a seed."""

    game: str
    """``dogfight``, ``mission``, or another system."""
    kind: str
    seed: int
    message: str
    record: str
    position: Document


def players(game: Game, seed: int) -> dict[Side, Player]:
    """Who flies the game of a seed: stubborn, wholly random, or by rules of thumb; in Missions eager instead."""
    match seed % 4:
        case 0:
            return {side: RandomPlayer(seed, side) for side in SIDES}
        case 1:
            return {side: heuristic_player("wildblue", side, seed, DOCTRINES[seed % 3]) for side in SIDES}
        case 2 if "mission" in game.view("axis"):
            return {"axis": eager_players(seed)["axis"], "allied": heuristic_player("wildblue", "allied", seed)}
        case _ if "mission" in game.view("axis"):
            return dict(eager_players(seed))
        case _:
            return dict(stubborn_players(seed))


def look_over(game: Game, seed: int) -> Finding | None:
    """Fly a game and return the first thing that is wrong with it."""
    chosen, sample = players(game, seed), Random(seed)
    before, decisions = game.position(), 0

    def finding(kind: str, message: str) -> Finding:
        name = "mission" if "mission" in before else "dogfight"
        return Finding(name, kind, seed, message, str(game.record), before)

    try:
        course = Course(game)
        while decision := game.decision:
            if not game.legal():
                return finding("dead end", f"{decision.unit} must decide {decision.kind}, and nothing is legal.")
            if decisions == RUNAWAY:
                return finding("runaway", f"The game is not over after {RUNAWAY} decisions.")
            check_legal(game)
            if sample.random() < 1 / 8:
                before = game.position()
                check_at_each(game)
                course.follow(before)
            if sample.random() < 1 / 80:
                check_at_some(game, seed)
            action = chosen[decision.side].choose(game)
            assert action in game.legal(), f"a player chooses {game.action_text(action)}, which is not legal"
            game.step(action)
            decisions += 1
        check_at_end(game)
        course.end(game)
    except Leak as problem:
        return finding("leak", str(problem))
    except AssertionError as problem:
        return finding("breach", str(problem) or place(problem))
    except Exception as problem:
        return finding("crash", f"{type(problem).__name__}: {problem} {place(problem)}")
    return None


def place(problem: Exception) -> str:
    """Where in the code it came up."""
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"({Path(last.filename).name}, line {last.lineno}: {last.line})"


def look_over_seed(seed: int) -> Finding | None:
    """The dogfight of a seed."""
    return look_over(dogfight(seed), seed)


def look_over_mission(seed: int) -> Finding | None:
    """The Mission of a seed."""
    try:
        game = mission(seed)
    except Exception as problem:
        return Finding("mission", "refusal", seed, f"{type(problem).__name__}: {problem}", "", {})
    return look_over(game, seed)


def look_over_system(system: str, seed: int) -> Finding | None:
    """The game of a seed, of a system that keeps to the common checks."""
    own = systems_at_random()[system]
    game: Game | None = None

    def finding(kind: str, problem: Exception) -> Finding:
        said = str(problem) or place(problem)
        return Finding(system, kind, seed, said, str(game.record) if game else "", game.position() if game else {})

    try:
        game = engine.new(system, own.setup(seed), seed)
    except Exception as problem:
        return finding("refusal", problem)
    by_thumb = {side: heuristic_player(system, side, seed, DOCTRINES[seed % 3]) for side in game.sides}
    chosen = (own.players(seed), by_thumb, {side: RandomPlayer(seed, side) for side in game.sides})[seed % 3]
    try:
        fly_watched(game, chosen, seed, often=1 / 8)
    except Leak as problem:
        return finding("leak", problem)
    except AssertionError as problem:
        return finding("breach", problem)
    except Exception as problem:
        return finding("crash", problem)
    return None


LOOK_OVER: dict[str, Callable[[int], Finding | None]] = {
    "dogfight": look_over_seed,
    "mission": look_over_mission,
    **{system: partial(look_over_system, system) for system in systems_at_random()},
}


def dump(finding: Finding, folder: Path) -> Path:
    """Write a finding down; where it stands."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{finding.game}-{finding.kind.replace(' ', '-')}-{finding.seed}.json"
    path.write_text(json.dumps(asdict(finding), ensure_ascii=False, indent=1), "utf-8")
    return path


def report(findings: Iterable[Finding | None], games: int, folder: Path) -> Iterator[str]:
    """Lines to print: progress now and then, each finding, and the sum."""
    started = time.monotonic()
    count = 0
    for number, finding in enumerate(findings, 1):
        if finding:
            count += 1
            yield f"{finding.kind} in {finding.game} {finding.seed}: {finding.message}  -> {dump(finding, folder)}"
        if number % 5_000 == 0 and number < games:
            yield f"{number} of {games} games, {count} findings, {time.monotonic() - started:.0f} s"
    yield f"{games} games in {time.monotonic() - started:.0f} s: {count or 'no'} findings"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.soak", description="Look over many random games.")
    parser.add_argument("kinds", nargs="*", metavar="kind", help=f"any of: {', '.join(GAMES)} (all)")
    parser.add_argument("--games", type=int, help="how many of each kind")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where findings are written")
    options = parser.parse_args()
    if unknown := set(options.kinds) - set(GAMES):
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    found = False
    for kind in options.kinds or GAMES:
        games = options.games or GAMES[kind]
        seeds = range(options.first, options.first + games)
        with Pool(options.processes) as pool:
            findings = pool.imap_unordered(LOOK_OVER[kind], seeds, chunksize=50)
            for line in report(findings, games, options.folder):
                print(f"{kind}: {line}", flush=True)
        found |= " no findings" not in line
    sys.exit(found)


if __name__ == "__main__":
    main()
