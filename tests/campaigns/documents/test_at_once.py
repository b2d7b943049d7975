"""Several people print at once: one web process has many threads, and they all share the faces."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from threading import Barrier
from time import sleep
from typing import Any, Final

import pytest
from reportlab.pdfbase.ttfonts import TTFontFile

from campaigns import documents
from campaigns.documents.book import book
from campaigns.documents.briefing import briefing
from campaigns.documents.cards import card_sheet, counters, poster
from campaigns.documents.gazette import gazette
from campaigns.documents.logs import log, season_sheet, skirmish_log
from campaigns.documents.people import logbook, order_of_battle, squadron_book
from tests.campaigns.documents import (
    books,
    briefings,
    logs,
    people,
    test_aircraft_cards,
    test_counters,
    test_gazette,
    test_poster,
    test_target_cards,
)
from tests.engine.broad import broad

ROOT = Path(__file__).parents[3]

SEASON: Final = season_sheet.SeasonSheet(
    title="Jesień",
    club="Łódź",
    lead="Ends in December.",
    rules="3 for a victory.",
    table=(season_sheet.Standing("1", "Ann", 1, 1, 0, 0, 12, 4, "+8", "3"),),
    games=(season_sheet.PlayedGame("1 May", "Čelák", "Ann", "Bob", "12 : 4", "counts"),),
)
CREW: Final = (skirmish_log.LogCraft("A Leader", "Grünau", "Spitfire VB"),)
SKIRMISH: Final = skirmish_log.SkirmishLog(
    title="Jüterbog",
    system="Wild Blue Yonder",
    lead="At the table.",
    facts=(("Turns", "6"),),
    turns=6,
    forces=(skirmish_log.LogForce("allied", "Allied", CREW), skirmish_log.LogForce("axis", "Axis", CREW)),
)

EVERY_KIND: Final[Mapping[str, Callable[[], bytes]]] = {
    "card_sheet of aircraft": lambda: card_sheet.render(test_aircraft_cards.filled_with("Grünau")),
    "book": lambda: book.render(books.BEGUN),
    "briefing": lambda: briefing.render(briefings.DOGFIGHT),
    "counters": lambda: counters.render(test_counters.filled_with("Jüterbog")),
    "gazette": lambda: gazette.render(test_gazette.printed("Jüterbog")),
    "log": lambda: log.render(logs.BLANK),
    "logbook": lambda: logbook.render(people.RECRUIT),
    "order_of_battle": lambda: order_of_battle.render(people.order_of_battle(1)),
    "poster": lambda: poster.render(test_poster.filled_with("Čelák")),
    "log of periods": lambda: log.render(logs.PROGRESS),
    "squadron_book": lambda: squadron_book.render(people.squadron_book(1)),
    "card_sheet of targets": lambda: card_sheet.render(test_target_cards.filled_with("Łódź")),
    "log of weeks": lambda: log.render(logs.WEEKS),
    "season_sheet": lambda: season_sheet.render(SEASON),
    "skirmish_log": lambda: skirmish_log.render(SKIRMISH),
}
"""By the module that makes it, and of what."""


@pytest.fixture(autouse=True)
def _threads_take_turns_all_the_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A thread gives way whenever it has found its place in a face's file, and else after every few steps."""
    before, seek = sys.getswitchinterval(), TTFontFile.seek

    def seek_and_give_way(face: Any, place: int) -> None:
        seek(face, place)
        sleep(0)

    monkeypatch.setattr(TTFontFile, "seek", seek_and_give_way)
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def made_at_once(make: Callable[[], bytes], *, threads: int, times: int) -> list[bytes]:
    """What so many threads make that begin together."""
    begin = Barrier(threads)

    def run(_thread: int) -> list[bytes]:
        begin.wait()
        return [make() for _ in range(times)]

    with ThreadPoolExecutor(threads) as pool:
        return [made for several in pool.map(run, range(threads)) for made in several]


def test_no_kind_of_document_is_left_out_here() -> None:
    modules = [each.name for each in walk_packages(documents.__path__, f"{documents.__name__}.") if not each.ispkg]
    making = {name.rpartition(".")[2] for name in modules if hasattr(import_module(name), "render")}
    assert making == {kind.partition(" of ")[0] for kind in EVERY_KIND}


@pytest.mark.parametrize("kind", broad(sorted(EVERY_KIND, key=lambda kind: kind not in ("briefing", "log")), 2))
def test_what_three_make_at_once_is_what_one_makes_alone(kind: str) -> None:
    assert set(made_at_once(EVERY_KIND[kind], threads=3, times=1)) == {EVERY_KIND[kind]()}


FIRST_DOCUMENTS: Final = """
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from campaigns.documents.kit import fonts

loaded, load, begin = Counter(), fonts.TTFont, Barrier(3)
fonts.TTFont = lambda face, path: loaded.update([face]) or load(face, path)
with ThreadPoolExecutor(3) as pool:
    for _ in range(3):
        pool.submit(lambda: (begin.wait(), fonts.width("Saburō Sakai, 坂井三郎", fonts.SANS.bold, 9)))
assert set(loaded) == {*fonts.SANS, *fonts.CONDENSED, *fonts.JAPANESE}, loaded
assert set(loaded.values()) == {1}, loaded
"""


def test_each_face_is_loaded_once_when_the_first_documents_of_a_process_are_wanted_at_once() -> None:
    subprocess.run([sys.executable, "-c", FIRST_DOCUMENTS], cwd=ROOT, check=True)


@pytest.mark.sweep
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_many_made_by_eight_at_once_are_what_one_makes_alone(kind: str) -> None:
    assert set(made_at_once(EVERY_KIND[kind], threads=8, times=6)) == {EVERY_KIND[kind]()}
