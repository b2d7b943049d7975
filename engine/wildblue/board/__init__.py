"""The table as shapes: five bands of sky by Altitude, who is on whom, and what surrounds a Mission. [WBY 4.2, 7.2]"""

from __future__ import annotations

from dataclasses import replace

from engine.core.board import Board, Step
from engine.core.game import Document
from engine.wildblue.board.layout import Layout

COLUMNS, NARROW_COLUMNS = 4, 2
"""Units abreast, on a wide screen and on a narrow one."""


def board(view: Document, step: Step) -> Board:
    """The table of a view; ``step`` marks who plays against whom."""
    return replace(Layout(view, step, COLUMNS).board(), narrow=Layout(view, step, NARROW_COLUMNS).board())
