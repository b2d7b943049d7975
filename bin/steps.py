#!/usr/bin/env python3
"""Run steps of the Makefile, tell how long each took, and add their tests up.

    bin/steps.py test-artifacts "lint types checks" unit services e2e

The steps of one group run side by side; what each has to say is printed when it has ended. A step that fails keeps no
other from running. Each leaves its JUnit file in the folder, and the seconds stand there in ``steps.json``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import IO

import summary


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


def run_quietly(step: str) -> tuple[summary.Step, bytes]:
    """The same, with everything that it said."""
    with tempfile.TemporaryFile() as output:
        done = run(step, output)
        output.seek(0)
        return done, output.read()


def side_by_side(steps: list[str]) -> list[summary.Step]:
    """Run several steps at once; print what each said as it ends."""
    with ThreadPoolExecutor(len(steps)) as pool:
        ended = {}
        for future in as_completed([pool.submit(run_quietly, step) for step in steps]):
            done, said = future.result()
            print(f"--- {done['step']}: {done['seconds']:.1f} s", flush=True)
            sys.stdout.buffer.write(said)
            sys.stdout.flush()
            ended[done["step"]] = done
    return [ended[step] for step in steps]


def main() -> int:
    folder, groups = Path(sys.argv[1]), [group.split() for group in sys.argv[2:]]
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("*.xml"), folder / summary.STEPS):
        old.unlink(missing_ok=True)
    done: list[summary.Step] = []
    for steps in groups:
        if len(steps) > 1:
            done += side_by_side(steps)
        else:
            print(f"--- {steps[0]}", flush=True)
            done.append(run(steps[0]))
    (folder / summary.STEPS).write_text(json.dumps(done))
    return summary.tell([folder])


if __name__ == "__main__":
    sys.exit(main())
