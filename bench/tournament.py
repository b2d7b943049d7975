"""The staff of this tree against that of a git ref, in mirrored games: ``python -m bench.tournament REF``.

Each tree plays in a process of its own, in lock step: both begin the same game, the tree whose staff has the side
chooses, and both play it, by the edition of the rules that the other tree knows. With the same rules chance is the same
in both; a game in which it is not, or in which one tree refuses what the other plays, "differs" and counts for nobody.
Each seed is flown twice, the sides swapped. A scenario is left out in which one side has nothing to decide or more than
two sides meet.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import engine
from bench.contested import contested
from engine.core.game import SIDES, Document, Side

ROOT = Path(__file__).parents[1]
GOALS = {"wildblue": 55.0, "wwi": 55.0, "sabin": 60.0, "angels": 55.0}
"""Percent of the decided games that this tree's staff is to win."""
STRANDED_AT_MOST = 5.0
"""Percent of its flights of Dogfight that may be lost for want of a move."""
COLUMNS = ("won", "drawn", "lost", "differs", "% decided", "% of all")


class Tree:
    """The engine of a folder, over its protocol."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "engine"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, **request: Any) -> Document:
        """The answer, which may be a refusal."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        answer: Document = json.loads(self._process.stdout.readline())
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._process.communicate()


@contextmanager
def tree_of(ref: str) -> Iterator[Path]:
    """A folder with the engine of a git ref."""
    with TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["git", "archive", ref, "engine", "fixtures"], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x"], cwd=folder, check=True, input=packed.stdout)
        yield Path(folder)


def meet(our_folder: Path, their_folder: Path, system: str, games: int) -> dict[str, Counter[str]]:
    """What became of so many games, by scenario; each scenario has as many as any other."""
    found = {slug: each.setup for slug, each in engine.systems()[system].scenarios().items()}
    found = {slug: setup for slug, setup in found.items() if contested(system, setup)}
    tallies: dict[str, Counter[str]] = {slug: Counter() for slug in found}
    with Tree(our_folder) as ours, Tree(their_folder) as theirs:
        for seed, slug in zip(range(games // 2), cycle(found), strict=False):
            for side in SIDES:
                tallies[slug].update(play(ours, theirs, system, found[slug], seed, side))
    return tallies


def play(ours: Tree, theirs: Tree, system: str, setup: Document, seed: int, side: Side) -> Counter[str]:
    """What became of one game in which our staff has ``side``."""
    answers = [tree.ask(do="new", system=system, setup=setup, seed=seed) for tree in (ours, theirs)]
    if all(answer["ok"] for answer in answers):
        answers[0] = ours.ask(do="replay", record=theirs.ask(do="record")["record"])
    while alike(answers) and (decision := answers[0]["decision"]):
        owner, other = (ours, theirs) if decision["side"] == side else (theirs, ours)
        chosen = owner.ask(do="auto", player="heuristic", side=decision["side"], seed=seed)
        answers = [chosen, other.ask(do="play", action=chosen["actions"][0])]
    if not alike(answers) or entries(ours) != entries(theirs):
        return Counter(differs=1)
    ahead = 0
    for score in ours.ask(do="report")["report"]["scores"]:
        ahead += score["points"] if score["side"] == side else -score["points"]
    told = Counter({"won" if ahead > 0 else "lost" if ahead else "drawn": 1})
    if system == "sabin":
        for name, unit in ours.ask(do="view", side=side)["view"]["units"].items():
            if unit["role"] != "bomber":
                whose = "ours" if name.startswith(side) else "theirs"
                told.update({whose: 1, f"{whose} stranded": unit["status"] == "no-move"})
    return told


def alike(answers: Sequence[Document]) -> bool:
    """Whether both trees ask the same next, in whatever words."""
    if not all(answer["ok"] for answer in answers):
        return False
    one, other = ({**(answer["decision"] or {}), "prompt": ""} for answer in answers)
    return one == other


def entries(tree: Tree) -> list[str]:
    """Every decision and every outcome of chance."""
    record: str = tree.ask(do="record")["record"]
    return record.split("\n")[1:]


def percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def of_decided(told: Counter[str]) -> float:
    return percent(told["won"], told["won"] + told["lost"])


def stranded(told: Counter[str], whose: str) -> float:
    return percent(told[f"{whose} stranded"], told[whose])


def line(name: str, told: Counter[str]) -> str:
    shares = of_decided(told), percent(told["won"], told["won"] + told["lost"] + told["drawn"])
    text = f"{name:<29}" + "".join(f"{told[word]:>9}" for word in COLUMNS[:4]) + "".join(f"{n:>11.1f}" for n in shares)
    if told["ours"]:
        text += f"  lost for want of a move: {stranded(told, 'ours'):.1f} % (theirs {stranded(told, 'theirs'):.1f} %)"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tournament", description="Old staff against new.")
    parser.add_argument("ref", help="the git ref whose staff plays against this tree's")
    parser.add_argument("systems", nargs="*", metavar="system", help=f"any of: {', '.join(GOALS)} (all)")
    parser.add_argument("--games", type=int, default=400, help="games of each system (400)")
    parser.add_argument("--scenarios", action="store_true", help="a line for each scenario too")
    options = parser.parse_args()
    if unknown := set(options.systems) - set(GOALS):
        parser.error(f"no such system: {', '.join(sorted(unknown))}")
    met = True
    print(f"Games won, drawn and lost by the staff of this tree against that of {options.ref}, regulars both:")
    print(" " * 29 + "".join(f"{word:>9}" for word in COLUMNS[:4]) + "".join(f"{word:>11}" for word in COLUMNS[4:]))
    for system in options.systems or GOALS:
        with tree_of(options.ref) as theirs:
            tallies = meet(ROOT, theirs, system, options.games)
        for slug, told in tallies.items() if options.scenarios else ():
            print(line(f"  {slug}", told))
        total = sum(tallies.values(), Counter[str]())
        reached = of_decided(total) >= GOALS[system] and stranded(total, "ours") <= STRANDED_AT_MOST
        met &= reached
        verdict = "met" if reached else "MISSED"
        print(f"{line(system, total)}  (goal {GOALS[system]:g} % of decided: {verdict})", flush=True)
    sys.exit(not met)


if __name__ == "__main__":
    main()
