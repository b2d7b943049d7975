"""The engine over a pipe: one JSON object a line in, one a line out. See ``docs/reference/protocol.md``.

A ``Session`` holds at most one game. Each request names what to ``do``; a refusal says why and leaves the
game as it was. Whatever the line holds, the answer is one JSON object.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, BinaryIO

import engine
from engine.core.errors import BadPosition, EngineError, IllegalAction
from engine.core.game import PUBLIC, Document, Event, Game, Side
from engine.core.players import DOCTRINES, Player, RandomPlayer
from engine.core.strict_json import read_object

MAX_LINE = 1 << 20
"""Bytes of the longest line that is read as a request."""
PLAYERS = ("random", "heuristic")
UNTIL = ("decision", "turn", "end")


class BadRequest(EngineError):
    """A request that is not one of the protocol's, or comes when there is nothing to do it to."""


class Request:
    """The fields of one request, each fetched once with its type checked; ``finish`` refuses the rest."""

    def __init__(self, fields: Document) -> None:
        self._fields = dict(fields)

    def text(self, name: str, choices: Sequence[str] = (), default: str | None = None) -> str:
        value = self._take(name, default)
        if not isinstance(value, str):
            raise BadRequest(f'"{name}" must be a text.')
        if choices and value not in choices:
            raise BadRequest(f'"{name}" must be one of: {", ".join(choices)}.')
        return value

    def seed(self) -> int:
        value = self._take("seed", 0)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise BadRequest('"seed" must be a whole number, 0 or more and below 2 to the power of 63.')
        return value

    def document(self, name: str, default: Document | None = None) -> Document:
        value = self._take(name, default)
        if not isinstance(value, dict):
            raise BadRequest(f'"{name}" must be an object.')
        return value

    def list(self, name: str) -> list[Any]:
        value = self._take(name, [])
        if not isinstance(value, list):
            raise BadRequest(f'"{name}" must be a list.')
        return value

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def finish(self) -> None:
        """Refuse a request with a field that its ``do`` does not know."""
        if self._fields:
            raise BadRequest(f'This request has no field "{min(self._fields)}".')

    def _take(self, name: str, default: Any) -> Any:
        value = self._fields.pop(name, default)
        if value is None:
            raise BadRequest(f'The request needs a field "{name}".')
        return value


class Session:
    """One conversation with a bot or a test: the game in progress, if any, and the automatic players."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._players: dict[tuple[str, Side, int, str], Player] = {}
        self._does: dict[str, Callable[[Request], Document]] = {
            "systems": self._systems,
            "new": self._new,
            "position": self._position,
            "script": self._script,
            "legal": self._legal,
            "play": self._play,
            "view": self._view,
            "show": self._show,
            "auto": self._auto,
            "report": self._report,
            "record": self._record,
            "replay": self._replay,
        }

    def answer(self, line: bytes) -> Document:
        """The answer to one line. A refusal has ``ok`` false, an ``error`` code and a ``message``."""
        try:
            request = Request(parse(line))
            answer = self._does[request.text("do", tuple(self._does))](request)
        except IllegalAction as refusal:
            return refused("illegal-action", refusal)
        except BadPosition as refusal:
            return refused("bad-position", refusal)
        except EngineError as refusal:
            return refused("bad-request", refusal)
        return {"ok": True, **answer}

    @property
    def game(self) -> Game:
        if self._game is None:
            raise BadRequest("No game is open; begin one with new, position or replay.")
        return self._game

    def _systems(self, request: Request) -> Document:
        request.finish()
        return {
            "systems": {
                slug: {"title": system.title, "scenarios": list(system.scenarios())}
                for slug, system in engine.systems().items()
            }
        }

    def _new(self, request: Request) -> Document:
        system = request.text("system", tuple(engine.systems()))
        seed = request.seed()
        if "scenario" in request and "setup" in request:
            raise BadRequest('A new game takes a "setup" or a "scenario", not both.')
        if "scenario" in request:
            scenarios = engine.systems()[system].scenarios()
            setup = scenarios[request.text("scenario", tuple(scenarios))].setup
        else:
            setup = request.document("setup")
        request.finish()
        return self._open(engine.new(system, setup, seed), new=True)

    def _position(self, request: Request) -> Document:
        system = request.text("system", tuple(engine.systems()))
        document = request.document("position")
        seed = request.seed()
        request.finish()
        return self._open(engine.position(system, document, seed), new=True)

    def _replay(self, request: Request) -> Document:
        record = request.text("record")
        request.finish()
        return self._open(engine.replay(record))

    def _open(self, game: Game, *, new: bool = False) -> Document:
        """Make it the game in progress; of a new one the events are what happened before its first decision."""
        self._game = game
        self._players.clear()
        return self._state(game.opening() if new else ())

    def _state(self, events: Sequence[Event]) -> Document:
        game = self.game
        decision = game.decision
        return {
            "decision": decision and asdict(decision),
            "legal": [game.action_text(action) for action in game.legal()] if decision else [],
            "events": [event.text() for event in events],
        }

    def _script(self, request: Request) -> Document:
        cards = request.document("cards", {})
        dice = request.list("dice")
        request.finish()
        self.game.script(cards, dice)
        return {}

    def _legal(self, request: Request) -> Document:
        request.finish()
        return self._state(())

    def _play(self, request: Request) -> Document:
        text = request.text("action")
        request.finish()
        return self._state(self.game.play(self.game.parse(text)))

    def _view(self, request: Request) -> Document:
        side = request.text("side", (*self.game.sides, PUBLIC))
        request.finish()
        return {"view": self.game.view(side)}

    def _show(self, request: Request) -> Document:
        request.finish()
        return {"position": self.game.position()}

    def _auto(self, request: Request) -> Document:
        kind = request.text("player", PLAYERS)
        until = request.text("until", UNTIL, "decision")
        seed = request.seed()
        doctrine = request.text("doctrine", DOCTRINES, "steady")
        only = request.text("side", self.game.sides) if "side" in request else None
        request.finish()
        game = self.game
        turn = game.turn
        events: list[Event] = []
        actions: list[str] = []
        while (
            (decision := game.decision) and only in (None, decision.side) and not (until == "turn" and game.turn > turn)
        ):
            action = self._player(kind, decision.side, seed, doctrine).choose(game)
            actions.append(game.action_text(action))
            events.extend(game.play(action))
            if until == "decision":
                break
        return {"actions": actions, **self._state(events)}

    def _player(self, kind: str, side: Side, seed: int, doctrine: str) -> Player:
        """The automatic player of these traits; the same one for as long as the game is open."""
        key = (kind, side, seed, doctrine)
        if key not in self._players:
            self._players[key] = (
                RandomPlayer(seed, side)
                if kind == "random"
                else engine.heuristic_player(self.game.system, side, seed, doctrine)
            )
        return self._players[key]

    def _report(self, request: Request) -> Document:
        request.finish()
        if self.game.decision:
            raise BadRequest("There is no report before the game is over.")
        return {"report": self.game.report().as_json()}

    def _record(self, request: Request) -> Document:
        request.finish()
        return {"record": str(self.game.record)}


def refused(error: str, refusal: EngineError) -> Document:
    return {"ok": False, "error": error, "message": str(refusal)}


def parse(line: bytes) -> Document:
    """The request in a line of UTF-8. Raises ``BadRequest`` unless it is one JSON object of sane size."""
    if len(line.rstrip(b"\r\n")) > MAX_LINE:
        raise BadRequest(f"The line is longer than {MAX_LINE} bytes.")
    try:
        return read_object(line.decode("utf-8"), "request", BadRequest)
    except UnicodeDecodeError as error:
        raise BadRequest(f"The line is not UTF-8: {error.reason} at byte {error.start + 1}.") from None
    except json.JSONDecodeError as error:
        raise BadRequest(f"The line is not JSON: {error.msg} at character {error.pos + 1}.") from None


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long only a beginning that is itself too long."""
    while line := stream.readline(MAX_LINE + 3):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE)
        yield line


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each line of ``requests`` until it ends."""
    session = Session()
    for line in lines(requests):
        answer = json.dumps(session.answer(line), allow_nan=False)
        answers.write(answer.encode("ascii") + b"\n")
        answers.flush()
