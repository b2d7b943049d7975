"""``make soak``: 100,000 random dogfights and 20,000 games of each other kind looked over for what no test thought of.

A finding is a *refusal* (a set-up that should be legal is refused), a *crash* (an error while playing), a *dead end*
(a decision without a legal action), a *runaway* (a game that does not end), a *leak* (a side sees what it may not) or
a *breach* (anything else that ``contract`` checks). Each is written to the folder as a JSON file that holds the seed,
the record so far and the last position that was looked at, which ``engine.position()`` and the protocol's ``position``
read.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from engine.core.game import Document, Game, Side
from engine.core.players import DOCTRINES, Player, RandomPlayer
from tests.engine.contract import DeadEnd, Leak, Runaway, Watch, begun, kinds, thumbs

GAMES = {kind: 20_000 * own.SHARE for kind, own in kinds().items()}
FOLDER = Path("test-artifacts/soak")
KINDS = {Leak: "leak", DeadEnd: "dead end", Runaway: "runaway", AssertionError: "breach", Exception: "crash"}
"""What a finding is called by what was raised."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong in the game of a seed."""

    game: str
    """Its kind, by the name of its folder."""
    kind: str
    seed: int
    message: str
    record: str
    position: Document


def players(kind: str, game: Game, seed: int) -> dict[Side, Player]:
    """Who flies the game of a seed: wholly random players, those by rules of thumb, its kind's own, or some of each."""
    own, by_thumb = kinds()[kind].players(seed), thumbs(game, seed, DOCTRINES[seed % 3])
    match seed % 4:
        case 0:
            return {side: RandomPlayer(seed, side) for side in game.sides}
        case 1:
            return by_thumb
        case 2:
            return {side: (by_thumb, own)[number % 2][side] for number, side in enumerate(game.sides)}
        case _:
            return own


def look_over(kind: str, seed: int) -> Finding | None:
    """Fly the game of a seed, and return the first thing that is wrong with it."""
    try:
        game = begun(kind, seed)
    except Exception as problem:
        return Finding(kind, "refusal", seed, said(problem), "", {})
    return look_over_game(kind, game, seed)


def look_over_game(kind: str, game: Game, seed: int) -> Finding | None:
    """Fly a game, and return the first thing that is wrong with it."""
    watch = Watch(kind, game, seed, often=1 / 8, dear=1 / 80)
    try:
        watch.fly(players(kind, game, seed))
    except Exception as problem:
        what = next(name for error, name in KINDS.items() if isinstance(problem, error))
        return Finding(kind, what, seed, said(problem), str(game.record), watch.position)
    return None


def said(problem: Exception) -> str:
    """What went wrong, and of what names itself badly where in the code."""
    if isinstance(problem, AssertionError) and str(problem):
        return str(problem)
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__}: {problem} ({Path(last.filename).name}, line {last.lineno}: {last.line})"


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
            findings = pool.imap_unordered(partial(look_over, kind), seeds, chunksize=50)
            for line in report(findings, games, options.folder):
                print(f"{kind}: {line}", flush=True)
        found |= " no findings" not in line
    sys.exit(found)


if __name__ == "__main__":
    main()
