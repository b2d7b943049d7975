"""Six-sided dice: rolled, scripted, logged and recorded alike by every system that has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, Protocol

from engine.core.base import EVENT, OF_THE_STATE, BaseGame
from engine.core.chance import Chance
from engine.core.errors import EngineError
from engine.core.fields import is_whole
from engine.core.game import Side
from engine.core.record import Entry

STREAM: Final = "dice"
ROLLED: Final = 254 << 24
"""A log item: a die that has been rolled, plus what it shows."""
SCRIPTED: Final = 255 << 24
"""A log item: a die that is to show this next, plus what it shall show."""
SHOWN: Final = 7
"""A mask: what the die of such an item shows."""
FACES: Final = range(1, 7)


class Dicer(Protocol):
    """A state with dice."""

    log: list[int]
    chance: Chance
    scripted: list[int]
    """What the next dice shall show, the next one first."""


def signed(number: int) -> str:
    """What is added to a die: ``+1``, ``−2``."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def is_face(value: object) -> bool:
    """Whether it is what a die can show, as a number."""
    return is_whole(value, FACES[0], FACES[-1])


def roll(state: Dicer) -> int:
    """One die, 1 to 6, with its line in the log."""
    scripted = state.chance.scripted(STREAM)
    if state.scripted:
        shown = state.scripted.pop(0)
    else:
        shown = int(state.chance.random() * 6) + 1
        if scripted is not None:
            shown = _shown(scripted)
    state.log.append(ROLLED + shown)
    return shown


class DiceGame(BaseGame):
    """A game in which all chance is dice, and nothing is hidden."""

    __slots__ = OF_THE_STATE

    scripted: list[int]

    def script(self, cards: Mapping[Side, Sequence[str]], dice: Sequence[int] = ()) -> None:
        """Let the next dice show this, after those scripted before. Raises ``EngineError``, changing nothing."""
        if cards:
            raise EngineError("This system has dice and no cards.")
        if not isinstance(dice, (list, tuple)) or not all(map(is_face, dice)):
            raise EngineError("The dice of a script are a list of whole numbers from 1 to 6.")
        self.scripted.extend(dice)
        self.log.extend(SCRIPTED + die for die in dice)

    def entries(self, since: int = 0) -> Iterator[Entry]:
        """The log as entries of a record: decisions, and the dice after each."""
        stretch = -1
        dice: list[str] = []
        for item in islice(self.log, since, None):
            code = item & ~SHOWN
            if item < EVENT:
                yield from _dice(stretch, dice)
                yield Entry("decision", self.texts[item])
            elif code in (ROLLED, SCRIPTED):
                if code != stretch:
                    yield from _dice(stretch, dice)
                    stretch = code
                dice.append(str(item & SHOWN))
        yield from _dice(stretch, dice)


def _dice(code: int, dice: list[str]) -> Iterator[Entry]:
    """The entry of the dice gathered so far, which are then forgotten."""
    if dice:
        yield Entry("script" if code == SCRIPTED else "chance", " ".join([STREAM, *dice]))
        dice.clear()


def _shown(scripted: str) -> int:
    if scripted not in map(str, FACES):
        raise EngineError(f"A die cannot show {scripted!r}.")
    return int(scripted)
