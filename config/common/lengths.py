"""How long texts may be that people write."""

from __future__ import annotations

from config.common.refusals import Refusal

NAME_LENGTH = 80


def refuse_longer(text: str, most: int, field: str, what: str = "This is") -> None:
    """``what`` begins the sentence that is said of a longer text: ``The name is``."""
    if len(text) > most:
        raise Refusal(f"{what} longer than {most:,} letters.", field)


def said_in_words(
    text: str, most: int, field: str, *, missing: str = "Write something here.", what: str = "This is"
) -> str:
    """What somebody has written, without blank ends. Raises ``Refusal`` if it is longer than ``most``, or nothing.

    Without ``missing`` it may be nothing.
    """
    text = text.strip()
    if missing and not text:
        raise Refusal(missing, field)
    refuse_longer(text, most, field, what)
    return text
