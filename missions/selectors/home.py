"""The first page: one's campaigns, those first that wait for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from campaigns.selectors import home as lists
from campaigns.selectors.home import Home
from missions.selectors.matters import Matter, matters
from missions.selectors.turns import Turn, turns


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """The lists of campaigns, and whose turn it is in each that is running."""

    lists: Home
    turns: Mapping[int, Turn]
    games: Sequence[Matter]
    """The skirmishes on screen in which the viewer's decision is open."""
    matters: Sequence[Matter]
    """What else waits for the viewer's word, in campaigns and clubs."""
    news: Sequence[Matter]
    """What the viewer has not read yet of men of their own."""

    @property
    def waiting(self) -> int:
        """How many campaigns wait for the viewer."""
        return sum(turn.is_mine for turn in self.turns.values())

    @property
    def lede(self) -> str:
        """``2 campaigns, 1 skirmish and 3 other matters wait for you.``"""
        other = "other " if self.waiting or self.games else ""
        counted = (
            (self.waiting, "campaign", "campaigns"),
            (len(self.games), "skirmish", "skirmishes"),
            (len(self.matters), f"{other}matter", f"{other}matters"),
        )
        parts = [f"{count} {one if count == 1 else many}" for count, one, many in counted if count]
        if not parts:
            return "Nothing waits for you."
        verb = "waits" if sum(count for count, *_ in counted) == 1 else "wait"
        return f"{' and '.join(filter(None, (', '.join(parts[:-1]), parts[-1])))} {verb} for you."


def home(user_id: int) -> HomePage:
    """The campaigns of a person; of each owner's those first that wait for the viewer. Eleven queries at most."""
    found = lists.home(user_id)
    at_rest = {row.pk: row.between for board in found.boards for row in board.running}
    whose = turns(found.running, user_id, at_rest)
    boards = (
        replace(board, running=tuple(sorted(board.running, key=lambda row: not whose[row.pk].is_mine)))
        for board in found.boards
    )
    waiting = matters(user_id)
    return HomePage(
        lists=replace(found, boards=tuple(boards)),
        turns=whose,
        games=tuple(each for each in waiting if each.is_game),
        matters=tuple(each for each in waiting if not (each.is_game or each.is_news)),
        news=tuple(each for each in waiting if each.is_news),
    )
