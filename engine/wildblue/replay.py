"""A record as frames: few enough a turn to watch one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.base import PlainEvent
from engine.core.game import Caption, Document, Event, Frame, Game, Side, System, Told
from engine.core.record import Record
from engine.flames.replay import Film
from engine.flames.replay import caption as plain_caption
from engine.wildblue.game import WildBlueGame
from engine.wildblue.missions.replay import Piece, Stage, Tape
from engine.wildblue.names import names_in, turn_in_words, turn_label

_WITHIN = frozenset(
    ("altitude", "exchange", "respond", "pay", "follow", "hide", "discard", "draw", "escort", "counter")
)
"""Decisions that fall within the frame of what led to them."""
_TOGETHER = frozenset(("break-off", "formation"))
"""Decisions that fall within one frame when one follows the other."""
_DECLARED = frozenset(("turn", "phase", "arrived", "rejoined"))
"""Kinds of event that wait for what comes of them."""
_SECRET = frozenset(("pay", "hide", "discard"))
"""Decisions after the set-up whose action names what the other side may not know."""


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """First the opening; then a frame for each attack with its responses, for each altitude change with who follows,
    and for each unit's discarding and drawing. What is declared (a unit that goes next, a Wingman's target, a new
    Game-Turn) waits for what comes of it, and a decision of which nothing comes makes no frame. Of a Mission there is
    also a frame for each unit that searches or strikes under Flak, for Area Flak, for all who break off."""
    return _Film(system, viewer).frames(record)


def _outcome(game: Game) -> str:
    """Who has won. [WBY 4.9.3]"""
    return game.report().verdict("mission" if isinstance(game, WildBlueGame) and game.mission else "dogfight")


def caption(frame: Frame) -> Caption:
    """A frame in words; units go by their parts, the turns of a Mission by its phases."""
    made = plain_caption(frame)._replace(actor=names_in(frame.view).get(frame.actor, ""))
    mission = frame.view.get("mission")
    if not mission or not frame.turn:
        return made
    label = turn_label(mission, frame.turn)
    turn = f"Turn {label}" if label.isdecimal() else "Straggler" if label == "S" else label
    return made._replace(turn=turn, turn_title=turn_in_words(mission, frame.turn))


class _Film(Film):
    def __init__(self, system: System, viewer: Side | None) -> None:
        super().__init__(system, viewer)
        self._lead: tuple[int, str, str, str] | None = (0, "set-up", "", "")
        self._opening = True
        self._before: Document = {}
        """While the game opens: the table before the next decision."""
        self._decided_before = 0
        self._kind = ""
        self._unit = ""
        self._side = ""
        self._turn = 0
        self._tape: Tape | None = None

    def open(self, game: Game, events: Sequence[Event]) -> Iterable[Frame]:
        self._happened = self._told(events)
        if isinstance(game, WildBlueGame) and game.mission:
            game.log = self._tape = Tape(game, self._viewer)
        self._look(game)
        return ()

    def step(self, game: Game, text: str, events: Sequence[Event]) -> Iterator[Frame]:
        if self._opening and self._kind not in ("altitude", "exchange"):
            yield self._cut(game)
        kind = self._kind
        secret = kind in _SECRET and self._viewer not in (None, self._side)
        lead = self._lead or (self._turn, kind, self._unit, text.split()[0] if secret else text)
        pieces = self._tape.pieces() if self._tape else [Piece(None, game.turn, None, tuple(events))]
        self._look(game)
        later: list[Told] = []
        for piece in pieces:
            if piece.stage:
                if self._happened:
                    self._lead = lead
                    yield self._cut(game, piece.before)
                lead = (piece.turn, *piece.stage, "")
            self._declared += later
            told = self._told(piece.events)
            after = next((n for n, event in enumerate(piece.events) if event.kind in _DECLARED), len(told))
            if kind == "order" and not piece.stage:
                after = 0
            self._happened += told[:after]
            later = told[after:]
        if self._happened and not self._goes_on(kind, text, pieces[-1].stage):
            self._lead = lead
            yield self._cut(game)
        elif self._happened or (self._kind in ("pay", "follow") and kind != "order" and lead[1]):
            self._lead = lead
        self._declared += later

    def _goes_on(self, kind: str, text: str, stage: Stage | None) -> bool:
        """Whether what has happened waits for the decision that is open now."""
        if self._kind in _TOGETHER:
            return self._kind in (kind, stage[0] if stage else "")
        if kind == "strike" or stage:
            return False
        names_bomber = kind == "escort" or (kind in ("leader", "wingman-target") and text.startswith("attack"))
        return self._kind in _WITHIN or (names_bomber and self._kind in ("leader", "wingman"))

    def end(self, game: Game) -> Iterator[Frame]:
        if game.deciding is None:
            self._happened += self._told([PlainEvent("over", _outcome(game))])
            self._lead = (game.turn, "over", "", "")
        if self._opening or self._happened:
            yield self._cut(game)

    def _look(self, game: Game) -> None:
        """Note the decision that is open now, and how the table stands if that may become the first frame."""
        decision = game.decision
        if self._opening:
            self._before, self._decided_before = game.view(self._viewer), self._decided
        self._kind, self._unit, self._side = (decision.kind, decision.unit, decision.side) if decision else ("",) * 3
        self._turn = game.turn
        if self._tape:
            self._tape.wait()

    def _cut(self, game: Game, view: Document | None = None) -> Frame:
        """A frame of what has happened; ``view`` is the table then, if it is not the table now."""
        assert self._lead is not None
        decided = self._decided
        if self._opening:
            view, decided = self._before, self._decided_before
        elif view is None:
            view = game.view(self._viewer)
        frame = self._frame(*self._lead, view, decided)
        self._lead = None
        self._opening = False
        return frame
