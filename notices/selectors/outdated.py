"""Which happenings outdate which, and which are told where most is silent: by the names of their kinds."""

from __future__ import annotations

from collections.abc import Mapping

OF_ENDINGS = frozenset({"archived", "opened-again", "to-be-deleted", "brought-back", "handed-over", "seat-given"})
"""What people are told of something that is archived, too."""
OF_A_TABLE = frozenset({"result-told", "result-agreed", "result-disputed", "result-approved", "result-due"})
"""What is about the result of one table of a mission."""
_PLANNED = frozenset({"mission-drawn", "orders-due", "orders-due-moved", "orders-in", "part-in"})
_BEGUN = _PLANNED | {"orders-opened", "game-begun", "game-turn", "orders-late"}
_TOLD = _BEGUN | {"who-flew", "result-told", "result-agreed", "result-disputed"}
OUTDATED_BY: Mapping[str, frozenset[str]] = {
    "orders-due": frozenset({"orders-due", "orders-due-moved"}),
    "orders-due-moved": frozenset({"orders-due", "orders-due-moved"}),
    "orders-in": frozenset({"orders-in", "orders-due"}),
    "part-in": frozenset({"part-in"}),
    "orders-opened": _PLANNED,
    "game-begun": _PLANNED | {"orders-opened"},
    "game-turn": _PLANNED | {"orders-opened", "game-begun", "game-turn"},
    "result-told": _BEGUN,
    "result-disputed": _TOLD,
    "result-agreed": _TOLD,
    "result-approved": _TOLD,
    "result-due": _TOLD,
    "debriefed": _TOLD | {"result-approved", "result-due"},
    "comment": frozenset({"comment"}),
    "claim-made": frozenset({"claim-made"}),
}
"""What nobody who has not read it need read any more about a mission, once a happening of some kind is told of it."""
DONE_WITH = frozenset({"game-turn", "orders-in", "orders-due", "orders-due-moved"})
"""What goes although it was read: of the dozens of turns of a game by correspondence only the latest counts, a reminder
takes the place of the one before, and nobody is reminded of orders that have been signed."""
OF_A_SIDE = {"orders-in": "orders-due"}
"""Whose own side alone is done with the other kind: that one side has signed reminds the other no less."""
