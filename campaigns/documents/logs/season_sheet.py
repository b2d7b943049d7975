"""The sheet of a season of skirmishes: how its players stand, and every game of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from reportlab.platypus import Flowable, Spacer

from campaigns.documents.kit import parts, sheet, styles
from campaigns.documents.kit.document import Document
from campaigns.documents.kit.parts import Sized
from campaigns.documents.kit.rows import Column, Rows
from campaigns.documents.kit.styles import Paper

MASTHEAD: Final = 62.0


class Standing(NamedTuple):
    """A player, as the columns of the table have it."""

    rank: str
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    points_for: int
    points_against: int
    difference: str
    points: str


class PlayedGame(NamedTuple):
    """A game, as the columns of their list have it."""

    when: str
    title: str
    allied: str
    axis: str
    result: str
    state: str


@dataclass(frozen=True, slots=True)
class SeasonSheet:
    """All that the sheet shows; ``rules`` says how it is counted."""

    title: str
    club: str
    lead: str
    rules: str
    table: tuple[Standing, ...]
    games: tuple[PlayedGame, ...]


def render(season: SeasonSheet, paper: Paper = "A4") -> bytes:
    """The PDF."""
    document = Document(title=season.title, subject=f"Season of skirmishes, {season.club}", paper=paper)
    return document.produce(_story(season, document.page_box.width))


def _story(season: SeasonSheet, width: float) -> Iterator[Flowable]:
    yield Masthead(season, width)
    yield parts.Heading("Table", 1)
    yield Rows(_TABLE, season.table, width, pitch=18)
    yield Spacer(0, 6)
    yield from parts.paragraphs(season.rules)
    if season.games:
        yield parts.Heading("Games", 1)
        yield Rows(_GAMES, season.games, width)


class Masthead(Sized):
    """What it is called, whose it is and how long it lasts."""

    def __init__(self, season: SeasonSheet, width: float) -> None:
        super().__init__(width, MASTHEAD)
        self.season = season

    def draw(self) -> None:
        season = self.season
        sheet.masthead_title(self.canv, self.box, f"Season of {season.club}", season.title, season.lead)


_FIGURE: Final = 34.0
_TABLE: Final = (
    Column("", 22, styles.CELL_BOLD, "right"),
    Column("Player", 150, styles.CELL_BOLD),
    *(Column(head, _FIGURE, styles.CELL, "right") for head in ("Played", "Won", "Drawn", "Lost")),
    Column("VP for", _FIGURE, styles.CELL, "right"),
    Column("Against", _FIGURE, styles.CELL, "right"),
    Column("Ahead", _FIGURE, styles.CELL, "right"),
    Column("Points", _FIGURE, styles.CELL_BOLD, "right"),
)
_GAMES: Final = (
    Column("Entered", 70),
    Column("Skirmish", 130),
    Column("Allied", 96, styles.CELL_BOLD),
    Column("Axis", 96, styles.CELL_BOLD),
    Column("VP", 46, styles.CELL_BOLD, "centre"),
    Column("", 84, styles.CELL_ITALIC),
)
