"""Requests that the engine cannot meet. Each message is a sentence for the person or program that asked."""

from __future__ import annotations

from typing import Any


class EngineError(ValueError):
    """A request that cannot be met. The message is a sentence for the person or program that asked.

    ``place``: what it is about, as ``allied-1``; the message begins with it.
    """

    def __init__(self, sentence: str, place: str = "") -> None:
        super().__init__(f"{place}: {sentence}" if place else sentence)
        self.sentence = sentence
        self.place = place


class IllegalAction(EngineError):
    """The action is not one of ``legal()``; the state is unchanged."""

    def __init__(self, action: str, why: str, position: dict[str, Any]) -> None:
        super().__init__(f"{action!r} cannot be played: {why}")
        self.action = action
        self.why = why
        self.position = position


class BadSetup(EngineError):
    """A set-up that does not describe a game of this system."""


class BadAnswer(EngineError):
    """An answer after a mission that cannot be true; ``question`` is the name of the one it is to."""

    def __init__(self, question: str, sentence: str) -> None:
        super().__init__(sentence)
        self.question = question


class BadPosition(EngineError):
    """A position document that does not describe a state of this system."""


class BadRecord(EngineError):
    """A record that cannot be read, or that does not fit the game it claims to be of."""
