"""Log lines: for people at home, as JSON for what collects them, and none of them with a secret in it.

Each line of a request has the request's id, each of background work the task's name, the job's id, and the id of the
request that ordered it. ``ScrubbedLine`` is the one way out: all handlers write through it, gunicorn's and Celery's
too.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from config import scrubbing

work = logging.getLogger("ready_room.work")

_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))
"""What the lines of this thread are about: ``request``, ``job``, ``task``."""


@contextmanager
def lines_about(**about: str) -> Iterator[None]:
    """Every line that is logged inside says so."""
    before = _about.set({**_about.get(), **{name: value for name, value in about.items() if value}})
    try:
        yield
    finally:
        _about.reset(before)


def about() -> dict[str, str]:
    """What the lines of this thread are about."""
    return dict(_about.get())


def request_id() -> str:
    """Of the request that this thread is serving, or that ordered the work it does; empty outside."""
    return _about.get().get("request", "")


class ScrubbedLine(logging.Formatter):
    """A line for people. Whatever it is made of goes through ``scrubbing``."""

    def message(self, record: logging.LogRecord) -> str:
        """What a record says, without its traceback."""
        args: Any = record.args
        if isinstance(args, Mapping):
            args = {name: scrubbing.argument(value) for name, value in args.items()}
            error = record.exc_info[1] if record.exc_info else None
            if "exc" in args:  # Celery gives errors as text
                args["exc"] = scrubbing.words(error) if error else "an error"
                args |= dict.fromkeys(("args", "kwargs", "traceback"), scrubbing.GONE)
        elif args:
            args = tuple(scrubbing.argument(value) for value in args)
        try:
            said = str(record.msg) % args if args else str(record.msg)
        except (TypeError, ValueError):
            said = str(record.msg)
        if isinstance(record.msg, BaseException):
            said = scrubbing.words(record.msg)
        return scrubbing.scrubbed(said)

    def error(self, record: logging.LogRecord) -> BaseException | None:
        return record.exc_info[1] if record.exc_info else None

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).isoformat(" ", "milliseconds")
        about = "".join(f" [{name} {value}]" for name, value in _about.get().items())
        line = f"{at} {record.levelname} {record.name}:{about} {self.message(record)}"
        error = self.error(record)
        return f"{line}\n{scrubbing.trace(error)}" if error else line


class JsonLine(ScrubbedLine):
    """The same as one JSON object a line: ``at`` (UTC), ``level``, ``logger``, ``message``; ``request``, ``job`` and
    ``task`` where it has them; ``error`` and ``trace``; and what ``extra={"figures": {…}}`` gives.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.message(record),
            **_about.get(),
            **getattr(record, "figures", {}),
        }
        if error := self.error(record):
            line |= {"error": type(error).__name__, "trace": scrubbing.trace(error)}
        return json.dumps(line, ensure_ascii=False)


FORMATTERS: Final = {"line": ScrubbedLine, "json": JsonLine}


def job_of(args: Any) -> str:
    """The id of the job that a task is given first, if it is given one."""
    first = args[0] if args else ""
    try:
        return str(UUID(first)) if isinstance(first, str) else ""
    except ValueError:
        return ""
