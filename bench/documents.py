"""The book of a campaign: its speed beside bare ReportLab tables and WeasyPrint, the memory it takes; a briefing."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.measure import STATUS, Row, database, interleaved, peak_memory, ratio

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from campaigns.documents.book.book import Book

PACK = "battle-of-britain"
SEEDS = (1, 2, 3, 4)
"""Of the campaigns, flown by the engine to their ends, whose chapters are bound in one book."""
PAGES_AT_LEAST = 200
OF_TABLES = 0.4
"""Of the bare tables' pages a second: at most 2.5 times their time."""
OF_WEASYPRINT = 8.0
MEMORY_AT_MOST = 300_000.0
"""Kilobytes."""
BRIEFING_AT_MOST = 300.0
"""Milliseconds."""
LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
"""Debian's packages that WeasyPrint needs."""


def rows(rounds: int) -> Iterator[Row]:
    """In a database of its own, in memory. Processor time."""
    with database():
        from django.contrib.auth.models import User

        owner = User.objects.create_user("owner")
        yield from _briefing(owner, rounds)
        book = _book(owner)
    yield from _speed(book, rounds)
    yield from _memory(book)


def _briefing(owner: User, rounds: int) -> Iterator[Row]:
    """What the web worker spends on one, its queries included."""
    from campaigns.access import viewer
    from campaigns.documents.briefing.briefing import render
    from missions.prints.briefing import briefing
    from tests import make

    mission = make.planned(make.campaign(owner, PACK, allied="me", axis="me"))
    seen = viewer(mission.campaign, owner)
    assert seen is not None
    taken = []
    for _ in range(rounds):
        started = time.process_time()
        render(briefing(mission, seen, "axis", "https://ready-room.example/campaigns/1/missions/1/debrief/"))
        taken.append(time.process_time() - started)
    yield Row("a briefing, read and printed", 1000 * median(taken), "ms", most=BRIEFING_AT_MOST)


def _book(owner: User) -> Book:
    """The chapters of all the campaigns, numbered on, and their journals."""
    from campaigns.access import viewer
    from missions.prints.book import book
    from tests import make

    books = []
    for seed in SEEDS:
        campaign = make.campaign(owner, PACK, allied="staff", axis="staff", seed=seed)
        make.fought(campaign)
        seen = viewer(campaign, owner)
        assert seen is not None
        books.append(book(campaign, seen))
    chapters = (chapter for each in books for chapter in each.chapters)
    return replace(
        books[0],
        chapters=tuple(
            replace(each, number=number, key=f"mission-{number}") for number, each in enumerate(chapters, 1)
        ),
        journal=tuple(act for each in books for act in each.journal),
    )


def _speed(book: Book, rounds: int) -> Iterator[Row]:
    from bench.document_peers import bare_tables, html, pages_of
    from campaigns.documents.book.book import render

    pages = pages_of(render(book))
    if len(pages) < PAGES_AT_LEAST:
        raise RuntimeError(f"The book has {len(pages)} pages; {PAGES_AT_LEAST} are wanted.")

    def printed(work: Callable[[], bytes]) -> Callable[[int], Callable[[], int]]:
        def once(_: int) -> Callable[[], int]:
            work()
            return lambda: len(pages)

        return once

    ours = printed(lambda: render(book))
    peers = {"tables": printed(lambda: bare_tables(pages)), "book": ours}
    of_tables, of_book = interleaved(peers, rounds).values()
    yield Row(f"bare ReportLab tables of the same text, {len(pages)} pages", median(of_tables), "pages/s")
    yield Row("the book of a campaign", median(of_book), "pages/s", ratio(of_book, of_tables), OF_TABLES)
    try:
        from weasyprint import HTML
    except (ImportError, OSError) as missing:
        print(f"NOT MEASURED beside WeasyPrint ({missing}). Debian: apt-get install {LIBRARIES}", file=sys.stderr)
        return
    page = html(book)
    beside = {"WeasyPrint": printed(lambda: bytes(HTML(string=page).write_pdf())), "book": ours}
    of_weasyprint, of_book = interleaved(beside, 1).values()
    yield Row("WeasyPrint on HTML of the same content", median(of_weasyprint), "pages/s")
    yield Row("the book of a campaign", median(of_book), "pages/s", ratio(of_book, of_weasyprint), OF_WEASYPRINT)


def _memory(book: Book) -> Iterator[Row]:
    """The most that a process holds in which Django runs and the book is made."""
    if not STATUS.exists():
        return
    with TemporaryDirectory() as folder:
        kept = Path(folder) / "book"
        kept.write_bytes(pickle.dumps(book))
        told = subprocess.run(
            [sys.executable, "-m", "bench.documents", str(kept)],
            cwd=Path(__file__).parents[1],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
    yield Row("peak memory of making the book", int(told), "kB", most=MEMORY_AT_MOST)


def _make(kept: Path) -> None:
    import django

    django.setup()
    from campaigns.documents.book.book import render

    render(pickle.loads(kept.read_bytes()))
    print(peak_memory())


if __name__ == "__main__":
    _make(Path(sys.argv[1]))
