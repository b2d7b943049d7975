"""``python -m engine``: the protocol on standard input and output."""

from __future__ import annotations

import os
import sys

from engine.protocol import serve


def main() -> None:
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Nobody reads the answers any more; without this the interpreter complains again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
