"""Reading documents that came from outside: each value fetched once, checked, refused with its place and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any, TypeGuard, TypeVar

from engine.core.errors import EngineError

Made = TypeVar("Made")


def keys(names: str) -> frozenset[str]:
    """The names of an object's fields, written apart by spaces."""
    return frozenset(names.split())


def is_whole(value: object, least: int, most: int) -> TypeGuard[int]:
    """Whether it is a whole number within bounds; ``True`` is none."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


class Fields:
    """The fields of one JSON object; what is wrong raises ``error`` with ``place`` in its sentence."""

    def __init__(
        self, place: str, document: object, error: type[EngineError] = EngineError, *, only: Set[str] | None = None
    ) -> None:
        """``only``: as the method of that name; left out, fields of any name may be there."""
        self.place = place
        self.error = error
        if not isinstance(document, dict):
            raise error(f"{place} must be an object.")
        self.document: dict[str, Any] = document
        if only is not None:
            self.only(only)

    def __contains__(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return self.document.get(key) is not None

    def refuse(self, sentence: str) -> EngineError:
        """The error to raise for something that is wrong with this object."""
        return self.error(sentence, self.place)

    def only(self, keys: Set[str]) -> None:
        """Refuse a field of any other name."""
        if not self.document.keys() <= keys:
            unknown = next(key for key in self.document if key not in keys)
            raise self.refuse(f"unknown key {unknown!r}.")

    def number(self, key: str, default: int | None, *, least: int = 0, most: int = 99) -> int:
        """A whole number within bounds; a ``default`` of ``None`` makes the field required."""
        value = self.document.get(key, default)
        if value is None:
            raise self.refuse(f"{key!r} is missing.")
        if not is_whole(value, least, most):
            raise self.refuse(f"{key!r} must be a whole number from {least} to {most}.")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.document.get(key, default)
        if not isinstance(value, bool):
            raise self.refuse(f"{key!r} must be true or false.")
        return value

    def text(self, key: str, default: str | None = "") -> str:
        """A text; null counts as left out, and a ``default`` of ``None`` makes the field required."""
        value = self.document.get(key)
        if value is None:
            value = default
        if not isinstance(value, str):
            raise self.refuse(f"{key!r} must be a text.")
        return value

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> int:
        """The place among ``choices`` of a field's value."""
        value = self.document.get(key)
        if value is None:
            value = default
        if not isinstance(value, str) or value not in choices:
            shown = "missing" if value is None else repr(value)
            raise self.refuse(f"{key!r} is {shown}; it must be one of {', '.join(filter(None, choices))}.")
        return choices.index(value)

    def texts(self, key: str) -> list[str]:
        """A list of texts; empty if it is left out."""
        value = self.items(key)
        if not all(isinstance(item, str) for item in value):
            raise self.refuse(f"{key!r} must be a list of texts.")
        return value

    def items(self, key: str) -> list[Any]:
        """A list; empty if it is left out."""
        value = self.document.get(key)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            raise self.refuse(f"{key!r} must be a list.")
        return list(value)

    def fields(self, key: str, place: str = "", *, only: Set[str] | None = None) -> Fields:
        """An object within this one; empty if it is left out."""
        value = self.document.get(key)
        return Fields(place or f"{self.place}, {key}", {} if value is None else value, self.error, only=only)

    def numbered(
        self, names: Mapping[str, int], wrong: str, *, only: Set[str] | None = None
    ) -> Iterator[tuple[int, Fields]]:
        """The objects within this one, each with the number of its ``{name}``; ``wrong``: what is said of another."""
        for name in self.document:
            if name not in names:
                raise self.refuse(wrong.format(name=name))
            yield names[name], self.fields(name, name, only=only)

    def of_side(self, sides: Sequence[str], number: int) -> None:
        """Refuse a ``side`` other than this one of ``sides``; left out, it is this one."""
        if self.choice("side", sides, sides[number]) != number:
            raise self.refuse(f"it is of the {sides[number]} side.")

    def made(self, make: Callable[..., Made], *given: object) -> Made:
        """What ``make`` makes of what is given; what it refuses, this object does."""
        try:
            return make(*given)
        except EngineError as problem:
            raise self.refuse(str(problem)) from None

    def known(self, key: str, names: Mapping[str, int]) -> int | None:
        """What ``names`` has for a field's text; ``None`` if it is left out."""
        if key not in self:
            return None
        value = self.document[key]
        if not isinstance(value, str) or value not in names:
            raise self.refuse(f"{key!r} is {value!r}, which is not known here.")
        return names[value]
