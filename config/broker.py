"""The folder broker: kombu's filesystem transport, made to outlive a power cut.

kombu 5 opens a file where a reader finds it and writes into it afterwards: a worker that looks in between dies of half
a message, and half a table of bindings, left by a power cut, kills every worker at its start. Here both appear whole or
not at all, and a table does so after a power cut, too. What cannot be read all the same is put aside, into
``unreadable`` beside the tables, and said once in the log. A job whose message is lost is sent again, so nobody waits
until a message is on the disk.
"""

from __future__ import annotations

import fcntl
import logging
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem, virtual
from kombu.utils.json import dumps, loads

Binding = filesystem.exchange_queue_t

logger = logging.getLogger(__name__)


class Unreadable(Exception):
    """A file that is not what its name says."""


class Channel(filesystem.Channel):
    """Tables of bindings and messages, each in a file that is moved to its place when it is whole."""

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override]  # as kombu
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        write_whole(Path(self.data_folder_out) / name, dumps(payload), lasting=False)

    def _get(self, queue: str, **kwargs: Any) -> dict[str, Any]:  # type: ignore[override]  # as kombu
        """The oldest message of the queue. It is whose ``unlink`` takes it away."""
        for name in sorted(os.listdir(self.data_folder_in)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            file = Path(self.data_folder_in) / name
            try:
                payload = self._message(file)
                file.unlink()
            except FileNotFoundError:
                continue  # another worker's
            except Unreadable as problem:
                self._put_aside(file, problem)
                continue
            return payload
        raise Empty

    def _message(self, file: Path) -> dict[str, Any]:
        """Raises ``Unreadable`` for what kombu would make no message of."""
        try:
            payload: dict[str, Any] = loads(file.read_text("utf-8"))
            self.Message(payload, channel=self)
            payload["properties"]["delivery_info"]["routing_key"]
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise Unreadable(f"no message: {error!r}") from None
        return payload

    def get_table(self, exchange: str) -> list[Binding]:  # type: ignore[override]  # as kombu
        """Which queues get what is sent to the exchange; none, of a table that cannot be read."""
        try:
            return _rows(self._table_file(exchange))
        except Unreadable:
            with self._tables_locked():
                return self._table_or_none(exchange)

    def _queue_bind(self, exchange: str, routing_key: str | None, pattern: str | None, queue: str | None) -> None:
        binding = Binding(routing_key or "", pattern or "", queue or "")
        with self._tables_locked():
            if binding not in (table := self._table_or_none(exchange)):
                write_whole(self._table_file(exchange), dumps([binding, *table]))

    def _delete(self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **kwargs: Any) -> None:
        virtual.Channel._delete(self, queue, exchange, routing_key, pattern, *args, **kwargs)
        binding = Binding(routing_key or "", pattern or "", queue or "")
        with self._tables_locked():
            if binding in (table := self._table_or_none(exchange)):
                write_whole(self._table_file(exchange), dumps([row for row in table if row != binding]))

    def _table_file(self, exchange: str) -> Path:
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]  # newer than kombu's types
        return file

    def _table_or_none(self, exchange: str) -> list[Binding]:
        """The table, one that cannot be read put aside; only while the tables are locked, or a new one went with it."""
        file = self._table_file(exchange)
        try:
            return _rows(file)
        except Unreadable as problem:
            self._put_aside(file, problem)
            return []

    @contextmanager
    def _tables_locked(self) -> Iterator[None]:
        """For the span between reading a table and writing it anew; a file of its own, since tables are replaced."""
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with (self.control_folder / "lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _put_aside(self, file: Path, problem: Unreadable) -> None:
        """Move it to where the operator finds it. Of several processes that find it, one moves it and says so."""
        folder = self.control_folder.parent / "unreadable"
        folder.mkdir(parents=True, exist_ok=True)
        aside = folder / f"{uuid.uuid4().hex[:8]}-{file.name}"
        try:
            os.rename(file, aside)
        except FileNotFoundError:
            return
        logger.error("%s could not be read (%s); it lies in %s now and the work goes on", file.name, problem, aside)


class Transport(filesystem.Transport):
    Channel = Channel


def write_whole(file: Path, text: str, *, lasting: bool = True) -> None:
    """Write the file so that whoever looks finds all of it or what was there before.

    ``lasting``: after a power cut, too. To wait for the disk takes longer than all else that an order does.
    """
    aside = file.with_name(f"{file.name}.{uuid.uuid4().hex}.part")
    with aside.open("w", encoding="utf-8") as part:
        part.write(text)
        if lasting:
            part.flush()
            os.fsync(part.fileno())
    os.replace(aside, file)


def _rows(file: Path) -> list[Binding]:
    """A table of bindings as it was written, no file an empty one. Raises ``Unreadable``."""
    try:
        return [Binding(*row) for row in loads(file.read_text("utf-8"))]
    except FileNotFoundError:
        return []
    except (ValueError, TypeError) as error:
        raise Unreadable(f"no table of queues: {error!r}") from None


TRANSPORT_ALIASES["folder"] = f"{__name__}:{Transport.__name__}"
