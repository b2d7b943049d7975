"""Rates measured side by side, and the table that shows them."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. ``ratio`` is to the peer measured in the same rounds, and so is ``target``; ``least`` and
    ``most`` are targets of the rate itself, ``ratio_most`` is one of the ratio that it may not exceed."""

    name: str
    rate: float
    unit: str
    ratio: float | None = None
    target: float | None = None
    least: float | None = None
    most: float | None = None
    ratio_most: float | None = None


Work: TypeAlias = Callable[[int], Callable[[], int]]
"""Takes a seed, does the work that is timed, and returns what then counts its operations, untimed."""


def interleaved(works: Mapping[str, Work], rounds: int) -> dict[str, list[float]]:
    """Operations per second of processor time of each work, round by round.

    Works take turns within a round, so that a machine that slows down slows all of them.
    """
    rates: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds):
        for name, work in works.items():
            gc.collect()
            started = time.process_time()
            count = work(number)
            seconds = time.process_time() - started
            rates[name].append(count() / seconds)
    return rates


def ratio(rates: Sequence[float], peer: Sequence[float]) -> float:
    """The median over the rounds of one work's rate to its peer's."""
    return median(mine / theirs for mine, theirs in zip(rates, peer, strict=True))


@contextmanager
def database() -> Iterator[None]:
    """Django with an empty database of its own, in memory or what ``DATABASE_URL`` says."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    import django

    django.setup()
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(databases)


STATUS = Path("/proc/self/status")
"""Where Linux tells the most memory that this process has held."""


def peak_memory() -> int:
    """That, in kB."""
    (line,) = (line for line in STATUS.read_text("ascii").splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1])


def table(rows: Sequence[Row]) -> str:
    """The rows as text, one a line, with the verdict on those that have a target."""
    width = max(len(row.name) for row in rows)
    return "\n".join(line(row, width) for row in rows)


def line(row: Row, width: int) -> str:
    places = 1 if row.unit == "ms" and row.rate < 10 else 0
    text = f"{row.name:<{width}}  {row.rate:>11,.{places}f} {row.unit}"
    if row.ratio is not None:
        text += f"  {row.ratio:5.1f} x"
    if row.ratio is not None and row.target is not None:
        text += f"  (target {row.target:g} x: {verdict(row.ratio >= row.target)})"
    if row.ratio is not None and row.ratio_most is not None:
        text += f", {row.ratio:.2f} (at most {row.ratio_most:g} x: {verdict(row.ratio <= row.ratio_most)})"
    if row.least is not None:
        text += f"  (target {row.least:g}: {verdict(row.rate >= row.least)})"
    if row.most is not None:
        text += f"  (at most {row.most:,.0f}: {verdict(row.rate <= row.most)})"
    return text


def verdict(is_met: bool) -> str:
    return "met" if is_met else "MISSED"
