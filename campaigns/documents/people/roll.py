"""The table of victories and the roll of honour, as parts of books."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from reportlab.platypus import Flowable

from campaigns.documents.kit import parts, styles
from campaigns.documents.kit.rows import Column, Row, Rows

Ending = Literal["killed", "missing", "captured"]
ENDINGS: Final[tuple[tuple[Ending, str], ...]] = (
    ("killed", "Killed"),
    ("missing", "Missing"),
    ("captured", "Prisoners of war"),
)


@dataclass(frozen=True, slots=True)
class AceLine:
    """A man of the table of victories, best first."""

    name: str
    side: str
    squadron: str
    """Its title, or his service where there are no squadrons."""
    flew: str
    """The type that he flew most."""
    rank: str
    """What his record makes of him in words: ``ace``, ``Green``; may be empty."""
    victories: str
    """As people write them: 2, 2½."""
    missions: int
    fate: str = ""
    """What keeps him from flying on; empty of who is there."""


@dataclass(frozen=True, slots=True)
class HonourLine:
    """A man who did not come back."""

    name: str
    side: str
    squadron: str
    """As in ``AceLine``."""
    ending: Ending
    when: str
    """``Mission 3, 11 April 1941``."""
    how: str
    """What the journal tells of his last flight; may be empty."""
    victories: str
    missions: int


def aces_table(aces: Sequence[AceLine], width: float) -> Iterator[Flowable]:
    """The men with victories and their places, without a column that would be empty; a sentence if there are none.

    ``width`` is what the page gives, in points.
    """
    if not aces:
        yield from parts.paragraphs("Nobody has a victory to his name yet.")
        return
    rows = [
        Row(
            (f"{place}.", ace.name, ace.rank, ace.squadron, ace.flew, ace.fate, str(ace.missions), ace.victories),
            ace.side,
        )
        for place, ace in enumerate(aces, 1)
    ]
    told = [n for n in range(len(_ACES)) if any(row.cells[n] for row in rows)]
    yield Rows([_ACES[n] for n in told], [Row(tuple(row.cells[n] for n in told), row.side) for row in rows], width)


_ACES: Final = (
    Column("", 18, styles.CELL, "right"),
    Column("Pilot or crew", 120, styles.CELL_BOLD),
    Column("Rating", 42, styles.CELL_ITALIC),
    Column("Squadron", 110),
    Column("Flew", 102),
    Column("Fate", 48, styles.CELL_ITALIC),
    Column("Missions", 42, styles.CELL, "right"),
    Column("Victories", 42, styles.CELL_BOLD, "right"),
)


def roll_of_honour(fallen: Sequence[HonourLine], width: float) -> Iterator[Flowable]:
    """Those who did not come back, under what became of them; a sentence if everybody has."""
    if not fallen:
        yield from parts.paragraphs("Everybody has come back so far.")
        return
    for ending, title in ENDINGS:
        rows = [
            Row((each.name, each.squadron, each.when, each.how, each.missions, each.victories), each.side)
            for each in fallen
            if each.ending == ending
        ]
        if rows:
            yield parts.subheading(title)
            yield Rows(_HONOUR, rows, width, pitch=_TWO_LINES)


_TWO_LINES: Final = 25.0
_HONOUR: Final = (
    Column("", 106, styles.CELL_BOLD),
    Column("Squadron", 88),
    Column("When", 88),
    Column("How", 172, styles.NOTE),
    Column("Missions", 38, styles.CELL, "right"),
    Column("Victories", 40, styles.CELL_BOLD, "right"),
)
