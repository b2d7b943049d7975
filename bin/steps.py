#!/usr/bin/env python3
"""Run steps of the Makefile in lanes, tell how long each took, and add their tests up.

    bin/steps.py test-artifacts "packages types services e2e" "lint checks bytecode rest"

The steps of a lane run one after another, the lanes side by side: what waits in one (for a browser, a clock, a process
that starts) leaves the processors to the other. Where there are several lanes, what a step has to say is printed when
it has ended. A step that fails keeps no other from running. Each leaves its JUnit file in the folder, and the seconds
stand there in ``steps.json``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock
from typing import IO

import summary

ALONE = Lock()
"""Held by whoever prints, so that what a step has said stays together."""
INTERRUPTED = Event()
"""Somebody has pressed Ctrl-C: no lane begins another step."""


def say(line: str) -> None:
    print(f"--- {line}", flush=True)


def run(step: str, output: IO[bytes] | None = None) -> summary.Step:
    """Run one target of the Makefile, into a file or straight to the terminal."""
    began = time.monotonic()
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    done = subprocess.run(
        ["make", "--no-print-directory", step],
        env=environment,
        stdout=output,
        stderr=subprocess.STDOUT if output else None,
    )
    return {"step": step, "seconds": time.monotonic() - began, "failed": done.returncode != 0}


def run_aloud(step: str) -> summary.Step:
    say(step)
    return run(step)


def run_quietly(step: str) -> summary.Step:
    """The same, with everything that it said printed at its end."""
    with ALONE:
        say(f"{step} …")
    with tempfile.TemporaryFile() as output:
        done = run(step, output)
        output.seek(0)
        with ALONE:
            say(f"{step}: {done['seconds']:.1f} s")
            sys.stdout.buffer.write(output.read())
            sys.stdout.flush()
    return done


def run_lane(steps: list[str]) -> list[summary.Step]:
    return [run_quietly(step) for step in steps if not INTERRUPTED.is_set()]


def run_side_by_side(lanes: list[list[str]]) -> list[summary.Step]:
    with ThreadPoolExecutor(len(lanes)) as pool:
        try:
            return [done for lane in pool.map(run_lane, lanes) for done in lane]
        except KeyboardInterrupt:
            INTERRUPTED.set()
            raise


def main() -> int:
    folder, lanes = Path(sys.argv[1]), [lane.split() for lane in sys.argv[2:]]
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("*.xml"), folder / summary.STEPS):
        old.unlink(missing_ok=True)
    done = run_side_by_side(lanes) if len(lanes) > 1 else [run_aloud(step) for step in lanes[0]]
    (folder / summary.STEPS).write_text(json.dumps(done))
    return summary.tell([folder])


if __name__ == "__main__":
    sys.exit(main())
