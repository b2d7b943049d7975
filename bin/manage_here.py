#!/usr/bin/env python3
"""Bring this machine's own Ready Room up to date, as `make run` does, and run a `manage.py` command on it."""

from __future__ import annotations

import subprocess
import sys

from run import ROOT, StartError, local_environment


def main(command: list[str]) -> int:
    try:
        environment = local_environment(["localhost"])
    except StartError as error:
        print(error, file=sys.stderr)
        return 1
    for words in (["prepare"], command):
        status = subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
