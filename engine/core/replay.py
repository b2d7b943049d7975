"""Playing a record again, decision by decision, chance coming from the record."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import dice
from engine.core.chance import Chance
from engine.core.errors import BadRecord, EngineError
from engine.core.fields import is_whole
from engine.core.game import Event, Game, System
from engine.core.record import Entry, Record


def replay_record(system: System, record: Record, chance: Chance | None = None) -> Game:
    """The game at the end of its record; it can be played on, by ``chance`` if that is given. Raises ``BadRecord``."""
    game, _ = opened(system, record, chance)
    for _ in steps(game, record):
        pass
    return game


def opened(system: System, record: Record, chance: Chance | None = None) -> tuple[Game, tuple[Event, ...]]:
    """The game at its first decision, told all that ``chance`` will give, and what happened until then."""
    if not is_whole(record.rules, 1, system.edition):
        raise BadRecord(f"Line 1 of the record: 'rules' must be a whole number from 1 to {system.edition}.")
    try:
        chance = chance or Chance(record.seed, record.rules)
        for entry in record.entries:
            if entry.kind == "chance":
                chance.tell(entry.stream, entry.outcomes)
        build = system.new if record.begins == "setup" else system.from_position
        game = build(record.start, record.seed, chance)
    except BadRecord as problem:
        raise BadRecord(f"At the start of the record: {problem}") from None
    except EngineError as problem:
        raise BadRecord(f"The record’s {record.begins} is wrong. {problem}") from None
    return game, game.opening()


def steps(game: Game, record: Record) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Play an opened game on to the end of its record: each decision's text, and what happened.

    Raises ``BadRecord`` where the record does not fit the rules, or told of other chances than the game took.
    """
    number = 0
    for entry in record.entries:
        try:
            if entry.kind == "script":
                _script(game, entry)
            elif entry.kind == "decision":
                number += 1
                yield entry.text, game.play(game.parse(entry.text))
        except EngineError as problem:
            raise BadRecord(f"At decision {number} of the record: {problem}") from None
    for line, (told, taken) in enumerate(zip(record.entries, game.record.entries, strict=False), 2):
        if told != taken:
            raise BadRecord(f"Line {line} of the record reads {str(told)!r}; the game gives {str(taken)!r}.")
    if len(record.entries) != len(game.record.entries):
        raise BadRecord("The record tells of other chances than the game took.")


def _script(game: Game, entry: Entry) -> None:
    """Force again what the record says was forced. Raises ``EngineError``."""
    if entry.stream != dice.STREAM:
        game.script({entry.stream: entry.outcomes})
    elif all(outcome.isdecimal() for outcome in entry.outcomes):
        game.script({}, [int(outcome) for outcome in entry.outcomes])
    else:
        raise BadRecord("A die can show 1 to 6 only.")
