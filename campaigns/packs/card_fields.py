"""The figures of a card one by one: what a form asks for and a spreadsheet has a column for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

from campaigns.packs.card_schema import AIRCRAFT_CARDS, Rule
from engine.angels.tables import ABILITIES
from engine.core import own_types
from engine.core.game import Document

Kind: TypeAlias = Literal["number", "measure", "numbers", "choice", "choices", "switch", "text"]
_NOT_ASKED: Final = ("fixed", "stores", "modes", "section", "taken_from")
"""What only a file says."""
_NAMES: Final = {"angels.abilities": tuple(ABILITIES)}
"""Choices that the shape of a card does not list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardField:
    """One value of a card."""

    path: tuple[str, ...]
    """Where it stands in the table."""
    kind: Kind
    least: int = 0
    most: int = 0
    """Of a number; of a text, and of a list of numbers, how many characters or numbers."""
    options: tuple[str, ...] = ()
    rule: str = ""

    @property
    def name(self) -> str:
        """``wildblue.leader.performance``."""
        return ".".join(self.path)

    @property
    def group(self) -> tuple[str, ...]:
        """The table that it stands in; bombs are the card's that carries them."""
        return tuple(step for step in self.path[:-1] if step != "bomb")


@cache
def card_fields(system: str) -> tuple[CardField, ...]:
    """All of them, in the order in which a card is written."""
    return tuple(_fields(AIRCRAFT_CARDS[system], ()))


def values_of(system: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """What a card says in each field; fields of which it says nothing are left out."""
    found: dict[str, Any] = {}
    for field in card_fields(system):
        value: Any = table
        for step in field.path:
            value = value.get(step) if isinstance(value, Mapping) else None
        if value is not None:
            found[field.name] = own_types.plain(value) if field.name == "nation" else value
    return found


def table_of(system: str, values: Mapping[str, Any]) -> Document:
    """The card that says this; a field that is empty says nothing."""
    table: Document = {}
    for field in card_fields(system):
        value = values.get(field.name)
        if value is None or value in ("", [], ()):
            continue
        inner = table
        for step in field.path[:-1]:
            inner = inner.setdefault(step, {})
        inner[field.path[-1]] = list(value) if isinstance(value, tuple) else value
    table.setdefault(system, {})
    return table


def _fields(model: type[BaseModel], path: tuple[str, ...]) -> Iterator[CardField]:
    for name, info in model.model_fields.items():
        key = info.alias or name
        here = (*path, key)
        kind, about = bare(info.annotation)
        about = (*info.metadata, *about)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from _fields(kind, here)
        elif key not in _NOT_ASKED and get_args(kind) != ("own",):
            yield _field(here, kind, about)


def _field(path: tuple[str, ...], kind: Any, about: tuple[Any, ...]) -> CardField:
    rule = next((each.section for each in about if isinstance(each, Rule)), "")
    least, most = (next((getattr(each, key) for each in about if hasattr(each, key)), 0) for key in ("ge", "le"))
    longest = next((each.max_length for each in reversed(about) if hasattr(each, "max_length")), 0)
    field: dict[str, Any] = {"path": path, "rule": rule}
    if kind is bool:
        return CardField(kind="switch", **field)
    if get_origin(kind) is Literal:
        return CardField(kind="choice", options=get_args(kind), **field)
    if get_origin(kind) is tuple:
        inner, within = bare(get_args(kind)[0])
        if inner is int:
            listed = next((each.section for each in within if isinstance(each, Rule)), "")
            return CardField(kind="numbers", most=3 if longest > 2 else 2, **field | {"rule": listed})
        return CardField(kind="choices", options=_NAMES.get(".".join(path)) or get_args(inner), **field)
    if kind is int:
        return CardField(kind="number", least=least, most=most, **field)
    if kind is str:
        return CardField(kind="text", most=longest, **field)
    return CardField(kind="measure", least=least, most=most, **field)


def bare(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type without what is annotated to it and without ``None``, and that."""
    if get_origin(kind) is Annotated:
        inner, about = bare(get_args(kind)[0])
        said = (each for given in get_args(kind)[1:] for each in getattr(given, "metadata", None) or (given,))
        return inner, (*about, *said)
    if get_origin(kind) in (Union, UnionType):
        given = [each for each in get_args(kind) if each is not NoneType]
        return bare(given[0]) if len(given) == 1 else (kind, ())
    return kind, ()
