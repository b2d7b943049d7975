"""Work that was done with certain files, and need not be done again with the same ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest(files: Iterable[Path]) -> str:
    """Which files, how large and from when: what is put into place anew has another one."""
    lines = []
    for file in sorted(files):
        status = file.stat()
        lines.append(f"{file} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def is_done(stamp: Path, now: str) -> bool:
    """Whether the work was done with the files of this digest."""
    return stamp.is_file() and stamp.read_text() == now
