"""Queries that are put together once: Django takes ten times as long over its SQL as SQLite over the rows.

::

    _CLOCK = Prepared(lambda: OwnClock.objects.filter(user=number("user")).values_list("time_zone"))
    rows = _CLOCK(user=user_id)

What differs each time is ``Given`` by name. All else stays as it is when the query is asked first: whoever writes a
person or a moment into the queryset itself gives the first one's answers to everybody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Generic, TypeVar, cast

from django.db import connection
from django.db.models import (
    BigIntegerField,
    CharField,
    DateTimeField,
    Expression,
    Field,
    Model,
    QuerySet,
    UUIDField,
)
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators

Row = TypeVar("Row", covariant=True)
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d\b")
"""A date, or the beginning of a moment, as SQLite is given them."""
MOST: Final = 2**63 - 1
"""The largest number that a database has room for."""


class Given(Expression):
    """What is given by this name whenever the query is asked, as this field has it."""

    def __init__(self, name: str, field: Field[Any, Any]) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: object, connection: object, **extra: object) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


def number(name: str) -> Given:
    return Given(name, BigIntegerField())


class Several(Given):
    """Numbers, for ``in``: however many there are, the query is the same."""

    def __init__(self, name: str) -> None:
        super().__init__(name, BigIntegerField())

    def as_sql(self, compiler: object, connection: object, **extra: object) -> tuple[str, tuple[Any, ...]]:
        return "SELECT value FROM json_each(%s)", (self,)

    def as_postgresql(self, compiler: object, connection: object, **extra: object) -> tuple[str, tuple[Any, ...]]:
        return "SELECT unnest(%s::bigint[])", (self,)


def several(name: str) -> Several:
    return Several(name)


def text(name: str) -> Given:
    return Given(name, CharField())


def uuid(name: str) -> Given:
    return Given(name, UUIDField())


def moment(name: str) -> Given:
    return Given(name, DateTimeField())


@dataclass(frozen=True, slots=True)
class _Query:
    """SQL, and how its rows become what the queryset would give."""

    sql: str
    parameters: tuple[Any, ...]
    """In their places: as the database takes them, or ``Given``."""
    read: Callable[[Sequence[tuple[Any, ...]]], list[Any]]


class Prepared(Generic[Row]):
    """The rows of a queryset of objects, with what ``select_related`` brings, or of ``values_list``.

    One of which more is to be fetched afterwards (``prefetch_related``), or which is cut to flat values, is not made
    for it: ``TypeError``. Of one with ``select_for_update`` Django looks only the first time whether there is a
    transaction to hold the rows in: whoever asks sees to it.
    """

    def __init__(self, make: Callable[[], QuerySet[Any, Row]]) -> None:
        self._make = make
        self._query: _Query | None = None

    def __call__(self, **given: object) -> list[Row]:
        """All rows; of a number that no row can have, since the database has no room for it, none."""
        if any(isinstance(each, int) and abs(each) > MOST for each in given.values()):
            return []
        query = self._query
        if query is None:
            query = self._query = _put_together(self._make())
        values = [_value(each, given) if isinstance(each, Given) else each for each in query.parameters]
        with connection.cursor() as cursor:
            cursor.execute(query.sql, values)
            return query.read(cursor.fetchall())

    def first(self, **given: object) -> Row | None:
        """The first of the rows; the query says itself that it wants no more."""
        rows = self(**given)
        return rows[0] if rows else None


def _value(given: Given, values: dict[str, Any]) -> Any:
    value = values[given.name]
    if isinstance(given, Several):
        return list(value) if connection.vendor == "postgresql" else json.dumps(list(value))
    return given.output_field.get_db_prep_value(value, connection)


def _put_together(found: QuerySet[Any, Any]) -> _Query:
    how = found._iterable_class
    if how not in (ModelIterable, ValuesListIterable) or found._prefetch_related_lookups:  # type: ignore[attr-defined]
        raise TypeError("Only objects and values_list() are read so, with nothing that is fetched afterwards.")
    compiler = found.query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    if any(map(_is_moment, parameters)):
        raise TypeError("A moment stands in the query that would be that of the first who asks: it is to be given.")
    width = compiler.col_count
    converters = compiler.get_converters([column for column, *_ in compiler.select[:width]])
    make = _object_of(compiler) if how is ModelIterable else tuple

    def read(rows: Sequence[tuple[Any, ...]]) -> list[Any]:
        narrow = [row[:width] for row in rows] if compiler.has_extra_select else rows
        return list(map(make, compiler.apply_converters(narrow, converters) if converters else narrow))

    return _Query(sql, tuple(parameters), read)


def _is_moment(parameter: object) -> bool:
    return isinstance(parameter, date) or (isinstance(parameter, str) and bool(_MOMENT.match(parameter)))


def _object_of(compiler: Any) -> Callable[[Sequence[Any]], Model]:
    """What makes an object of a row, as Django's ``ModelIterable`` does."""
    about, select = compiler.klass_info, compiler.select
    begin, end = about["select_fields"][0], about["select_fields"][-1] + 1
    names = [column.target.attname for column, *_ in select[begin:end]]
    related = get_related_populators(about, select, connection.alias)  # type: ignore[call-arg]  # of a later Django
    annotated = list((compiler.annotation_col_map or {}).items())

    def made(row: Sequence[Any]) -> Model:
        it = cast("Model", about["model"].from_db(connection.alias, names, row[begin:end]))
        for each in related:
            each.populate(row, it)
        for name, place in annotated:
            setattr(it, name, row[place])
        return it

    return made


def have_fetched(it: Model, name: str, rows: Sequence[Model]) -> None:
    """``it`` has these ``rows`` of its relation ``name`` at hand, as ``prefetch_related`` would leave them."""
    manager = getattr(it, name)
    known = manager.get_queryset()
    known._result_cache = list(rows)
    known._prefetch_done = True
    it._prefetched_objects_cache = {**getattr(it, "_prefetched_objects_cache", {}), name: known}  # type: ignore[attr-defined]
    for row in rows:
        manager.field.set_cached_value(row, it)
