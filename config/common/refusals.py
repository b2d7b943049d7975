"""What a person may not do, in a sentence for that person."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from config.common.vocabulary import rules_named


class Refusal(Exception):
    """A request that cannot be met as things stand. The message is a sentence to show; nothing was changed.

    Sections of rules stand in it in square brackets, by the codes of their rulebooks: they are shown as printed.
    ``field`` names what to mend, in the words of the document that was refused (``units.axis-1.altitude``);
    empty if the whole request is refused.
    """

    def __init__(self, sentence: str, field: str = "") -> None:
        self.sentence = rules_named(sentence)
        super().__init__(self.sentence)
        self.field = field

    def __str__(self) -> str:
        return self.sentence


class RefusalsTo:
    """``with``: what is refused inside ends it there, and goes to ``meet``."""

    def __init__(self, meet: Callable[[Refusal], None]) -> None:
        self.meet = meet

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Refusal):
            return False
        self.meet(error)
        return True
