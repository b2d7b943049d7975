"""The table of a game on screen as somebody sees it who has no part in it: an umpire, or whoever watches."""

from __future__ import annotations

from dataclasses import dataclass

from django.core import signing

import engine
from engine.core.board import Board, Hand, Step
from engine.core.game import PUBLIC, Caption, Side, System
from missions.games.course import UMPIRE, Course
from missions.models import Game
from missions.selectors.cockpit import called, caption, score, thinking, verdict
from missions.selectors.game_log import LogEntry, log_of
from missions.selectors.games import controller_of, home_of, title_of

_TABLES = signing.Signer(salt="table that is watched")


def token_of_table(game: Game) -> str:
    """What the address ends with at which a game is watched; always the same."""
    return _TABLES.sign(str(game.pk))


def table_by(token: str) -> int:
    """The number of the game that is watched at an address; 0, which none has, if that was altered."""
    try:
        return int(_TABLES.unsign(token))
    except signing.BadSignature:
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedTable:
    """A game as it is seen from beside the table."""

    game: Game
    title: str
    home: str
    """Where it belongs, if whoever watches may go there; else empty."""
    system: System
    side: Side
    """Of nobody: empty."""
    is_open: bool
    """All hands lie open, as an umpire sees them."""
    caption: Caption
    verdict: str
    """Who has won a skirmish that is over."""
    waits_for: str
    """Who decides."""
    thinks: str
    """At which level the staff thinks about what is asked; empty: it does not."""
    prompt: str
    """What is asked; only an umpire is told."""
    board: Board
    hands: tuple[Hand, ...]
    """All of them if they lie open; else those whose size all know."""
    score: tuple[tuple[str, int], ...]
    log: tuple[LogEntry, ...]
    seen: str
    """The name of the page as it stands: whatever happens, everybody hears something of it."""
    token: str
    """What the address ends with at which one hears whether there is news."""


def watched_table(row: Game, course: Course, *, is_open: bool = False) -> WatchedTable:
    """The table, all hands face down; ``is_open``: all open, with what is asked. Two queries."""
    system, game = engine.systems()[row.system], course.game
    decision, view = game.decision, game.view(None) if is_open else course.view(PUBLIC)
    kind, unit = (decision.kind, decision.unit) if decision else ("over", "")
    board, controllers = system.board(view, Step()), list(row.controllers.with_people())
    return WatchedTable(
        game=row,
        title=title_of(row),
        home=home_of(row) if row.mission is not None else "",
        system=system,
        side="",
        is_open=is_open,
        caption=caption(system, view, game.turn, kind, unit if is_open else ""),
        verdict=verdict(row, course),
        waits_for=called(controller_of(controllers, decision.side, unit), system) if decision else "",
        thinks=thinking(course, controllers),
        prompt=decision.prompt if decision and is_open else "",
        board=board,
        hands=tuple(each for each in board.hands or () if is_open or each.number is not None),
        score=score(game.sides, view),
        log=tuple(log_of(row, UMPIRE if is_open else PUBLIC)),
        seen=row.seen[PUBLIC],
        token=token_of_table(row),
    )
