"""The journal of a campaign as the last part of a book: every act with its lines, oldest first, in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from campaigns.documents.kit import fonts, styles
from campaigns.documents.kit.lines import Look, Passage

COLUMNS: Final = 3

ACT: Final = Look(fonts.CONDENSED.bold, 7.6, 9.4, before=4, keep=True)
LINE: Final = Look(fonts.CONDENSED.regular, 7.4, 8.8, before=0.8)
TAKEN_BACK: Final = Look(fonts.CONDENSED.italic, 7.4, 8.8, before=0.8, ink=styles.GREY)


@dataclass(frozen=True, slots=True)
class ActLine:
    """A line of the journal; ``is_reversed``: a later one takes it back."""

    number: int
    text: str
    is_reversed: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody did, and when."""

    when: str
    who: str
    lines: tuple[ActLine, ...]


def passages(acts: Iterable[Act]) -> Iterator[Passage]:
    """The journal as running text."""
    for act in acts:
        yield Passage(f"{act.when}, {act.who}", ACT)
        for line in act.lines:
            if line.is_reversed:
                yield Passage(f"{line.number}  {line.text} (Taken back later.)", TAKEN_BACK)
            else:
                yield Passage(f"{line.number}  {line.text}", LINE)
