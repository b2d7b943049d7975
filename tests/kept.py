"""What ``tests.make`` makes is made once a process and handed out as rows to the next test that asks for the same.

A function marked ``@handed_out`` works as if it were not: its first call runs the operations, and what they have
written is kept. The same call, made when the database holds just what it held then, writes those rows and gives the
same answer. The first write of anything else (a form, an operation, an update) ends that for the rest of the test:
from there on the operations run. So nothing needs to be asked for differently, and what a test finds is always what
the operations would have made, with the times of day of when they did.

Kept are states that begin with the cast, in tests whose transaction is rolled back, and not where a test has changed
settings, the clock or anything else: such a state is that test's own.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, time
from functools import cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from campaigns.models import Pack
from tests.cast import Cast, assemble

ELSEWHERE: Final = frozenset({"django_session", "django_content_type", "auth_permission"})
"""Tables that no state of a campaign is in."""
READS: Final = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA", "SET ", "EXPLAIN")
SIGNS_IN: Final = (
    'INSERT INTO "django_session"',
    'DELETE FROM "django_session"',
    'UPDATE "django_session"',
    'UPDATE "auth_user" SET "last_login"',
    'INSERT INTO "accounts_lastseen"',
    'UPDATE "accounts_lastseen"',
)
TRUE_CLOCK: Final = timezone.now

Call = tuple[Any, ...]
Key = tuple[Call, ...]
Row = tuple[Any, ...]
Tables = dict[str, dict[Any, Row]]
"""The rows of each table, by primary key."""
P = ParamSpec("P")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class State:
    """What a call has come to."""

    tables: Tables
    writes: tuple[tuple[str, tuple[Row, ...]], ...]
    """What takes the state before to this one."""
    again: Callable[[], Any]
    """Fetches what the call has answered."""
    told: tuple[dict[str, Any], ...]
    """What the call has changed in the objects that it was given."""


_states: dict[Key, State] = {}
_now: Key | None = None
"""The calls that have made what the database holds; ``None``: something else has, too."""


def _never() -> bool:
    return False


_is_changed: Callable[[], bool] = _never


@contextmanager
def beginning(is_changed: Callable[[], bool] = _never) -> Iterator[Cast]:
    """The cast, in the database of a test; ``is_changed``: it has made the house another one."""
    global _now, _is_changed
    _is_changed = is_changed
    if not connection.in_atomic_block or User.objects.exists() or Pack.objects.exists():
        yield assemble()
        return
    with connection.execute_wrapper(_watch):
        if () not in _states:
            _states[()] = State(_rows({}), (), lambda: None, ())
        _now = ()
        try:
            yield the_cast()
        finally:
            _now = None


def _watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    global _now
    if _now is not None and not sql.startswith(READS) and not sql.startswith(SIGNS_IN):
        _now = None
    return execute(sql, params, many, context)


def the_cast() -> Cast:
    people: Cast = _handed_out("cast", assemble, (), {})
    return people


def handed_out(make: Callable[P, A]) -> Callable[P, A]:
    """What ``make`` makes for the same words is made once (see the top of this file)."""

    @wraps(make)
    def made(*given: P.args, **named: P.kwargs) -> A:
        answer: A = _handed_out(make.__name__, make, given, named)
        return answer

    return made


def _handed_out(name: str, make: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    global _now
    before, call = _now, _call(name, given, named)
    if before is None or call is None or timezone.now is not TRUE_CLOCK or _is_changed():
        return make(*given, **named)
    key = (*before, call)
    objects = [each for each in (*given, *named.values()) if isinstance(each, Model)]
    if key not in _states:
        fields = [_fields(each) for each in objects]
        answer = make(*given, **named)
        told = [
            {name: value for name, value in _fields(each).items() if value != was[name]}
            for each, was in zip(objects, fields, strict=True)
        ]
        earlier = _states[before].tables
        tables = _rows(earlier)
        _states[key] = State(tables, tuple(_writes(earlier, tables)), _again(answer), copy.deepcopy(tuple(told)))
        _now = key
        return answer
    state = _states[key]
    with connection.cursor() as cursor:
        for sql, rows in state.writes:
            cursor.executemany(sql, rows)
    for each, news in zip(objects, state.told, strict=True):
        for field, value in copy.deepcopy(news).items():
            setattr(each, field, value)
    _now = key
    return state.again()


def _call(name: str, given: tuple[Any, ...], named: dict[str, Any]) -> Call | None:
    """How a call is told from others; ``None``: it is given something that cannot be compared."""
    said = [*given, *(part for pair in sorted(named.items()) for part in pair)]
    if not all(isinstance(each, Model | Cast | str | int | None) for each in said):
        return None
    return (name, *((each._meta.label, each.pk) if isinstance(each, Model) else repr(each) for each in said))


def _fields(row: Model) -> dict[str, Any]:
    return {field.attname: copy.deepcopy(getattr(row, field.attname)) for field in row._meta.concrete_fields}


@cache
def _tables() -> tuple[tuple[str, int, str], ...]:
    """The name of each table, which of its columns is the primary key, and all columns as SQL has them."""
    every = (model._meta for model in apps.get_models(include_auto_created=True) if model._meta.managed)
    found = []
    for meta in every:
        if not meta.proxy and meta.db_table not in ELSEWHERE:
            columns = [field.column for field in meta.concrete_fields if field.column]
            found.append((meta.db_table, meta.concrete_fields.index(meta.pk), columns))
    return tuple((table, key, ", ".join(map(connection.ops.quote_name, names))) for table, key, names in found)


def _rows(earlier: Tables) -> Tables:
    """All rows there are; those that are as they were ``earlier`` are the same objects and take no room."""
    found: Tables = {}
    with connection.cursor() as cursor:
        for table, key, columns in _tables():
            cursor.execute(f"SELECT {columns} FROM {connection.ops.quote_name(table)}")
            were = earlier.get(table, {})
            rows = (tuple(map(_plain, row)) for row in cursor.fetchall())
            found[table] = {row[key]: were[row[key]] if were.get(row[key]) == row else row for row in rows}
    return found


def _plain(value: Any) -> Any:
    """A value of a row as SQL takes it again."""
    return str(value) if isinstance(value, date | time) else value


def _writes(earlier: Tables, later: Tables) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """Statements, with their parameters, that make the later rows of the earlier ones."""
    for table, key, columns in _tables():
        were, are, name = earlier.get(table, {}), later[table], connection.ops.quote_name(table)
        new = tuple(row for number, row in are.items() if were.get(number) is not row)
        old = tuple((number,) for number, row in were.items() if are.get(number) is not row)
        column = columns.split(", ")[key]
        if old:
            yield f"DELETE FROM {name} WHERE {column} = %s", old
        if new:
            places = ", ".join(["%s"] * len(new[0]))
            yield f"INSERT INTO {name} ({columns}) VALUES ({places})", new


def _again(answer: Any) -> Callable[[], Any]:
    """How to fetch what a call has answered: rows, with what had been fetched with them."""
    if isinstance(answer, Model):
        rows, number, names = type(answer)._base_manager.all(), answer.pk, tuple(_with(answer, ()))
        return lambda: (rows.select_related(*names) if names else rows.all()).get(pk=number)
    if isinstance(answer, Cast):
        return lambda: Cast(**{each.get_username(): each for each in User.objects.filter(username__in=Cast.__slots__)})
    if answer is None:
        return lambda: None
    assert isinstance(answer, list), f"{answer!r} cannot be handed out"
    each_again = [_again(each) for each in answer]
    return lambda: [again() for again in each_again]


def _with(row: Model, above: tuple[Model, ...]) -> Iterator[str]:
    for name, other in row._state.fields_cache.items():
        if isinstance(other, Model) and other not in above:
            yield name
            yield from (f"{name}__{further}" for further in _with(other, (*above, row)))
