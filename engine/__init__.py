"""The rules of the games, and nothing else: no framework, no I/O but the reading of data files.

``new``, ``position`` and ``replay`` give a ``Game``, whose contract is in ``engine.core.game``. The registry of the
systems is here: no system knows another, and the core none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from engine.angels.system import ANGELS
from engine.core.chance import Chance
from engine.core.errors import EngineError
from engine.core.game import Document, Frame, Game, Side, System
from engine.core.levels import LEVELS, LOOKING_AHEAD, Recruit
from engine.core.players import DOCTRINES, Player
from engine.core.record import Record
from engine.core.replay import replay_record
from engine.core.search import SearchPlayer
from engine.sabin.system import SABIN
from engine.wildblue.system import WILD_BLUE
from engine.wwi.system import WWI

__all__ = ["frames", "heuristic_player", "new", "position", "ready", "replay", "staff", "systems"]

_SYSTEMS: dict[str, System] = {system.slug: system for system in (WILD_BLUE, WWI, SABIN, ANGELS)}


def systems() -> dict[str, System]:
    """Every game system by its slug."""
    return dict(_SYSTEMS)


def _system(slug: str) -> System:
    try:
        return _SYSTEMS[slug]
    except (KeyError, TypeError):
        raise EngineError(f"There is no game system {slug!r}; the systems are {', '.join(_SYSTEMS)}.") from None


def new(system: str, setup: Document, seed: int) -> Game:
    """A game from a set-up document. Raises ``BadSetup``; the same seed and decisions give the same game."""
    return _system(system).new(setup, seed, Chance(seed))


def ready(system: str, setup: Document) -> Callable[[int], Game]:
    """What ``new`` begins with each seed, of a set-up that is read once. Raises ``BadSetup``."""
    begin = _system(system).ready(setup, 0)
    return lambda seed: begin(seed, Chance(seed))


def position(system: str, document: Document, seed: int = 0) -> Game:
    """A game that goes on from a position document. Raises ``BadPosition``."""
    return _system(system).from_position(document, seed, Chance(seed))


def replay(record: Record | str) -> Game:
    """The game that a record tells, as far as it goes. Raises ``BadRecord``."""
    if isinstance(record, str):
        record = Record.parse(record)
    return replay_record(_system(record.system), record)


def frames(record: Record | str, viewer: Side | None) -> Iterator[Frame]:
    """A record as a viewer may watch it, a few frames a turn; ``None`` is the umpire. Raises ``BadRecord``."""
    if isinstance(record, str):
        record = Record.parse(record)
    return _system(record.system).frames(record, viewer)


def heuristic_player(system: str, side: Side, seed: int, doctrine: str = "steady") -> Player:
    """The player by rules of thumb of a game system. Raises ``EngineError`` for a system or doctrine there is not."""
    found = _system(system)
    if doctrine not in DOCTRINES:
        raise EngineError(f"There is no doctrine {doctrine!r}; they are {', '.join(DOCTRINES)}.")
    return found.player(side, seed, doctrine)


def staff(system: str, side: Side, seed: int, level: str, doctrine: str) -> Player:
    """Who decides for ``side`` where no person does. Raises ``EngineError`` for what there is not."""
    player = heuristic_player(system, side, seed, doctrine)
    if level not in LEVELS:
        raise EngineError(f"There is no level {level!r}; they are {', '.join(LEVELS)}.")
    if level in LOOKING_AHEAD:
        found = _system(system)
        thumbs = partial(_by_thumb, found.player, doctrine)
        return SearchPlayer(side, seed, thumbs=thumbs, value=found.worth, effort=found.efforts[level])
    return Recruit(player, seed, side) if level == "recruit" else player


def _by_thumb(player: Callable[[Side, int, str], Player], doctrine: str, side: Side, seed: int) -> Player:
    return player(side, seed, doctrine)
