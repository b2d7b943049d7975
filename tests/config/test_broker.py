"""The folder broker's messages. [docs/explanation/architecture.md]"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from config.broker import Transport


@pytest.fixture
def connection(tmp_path: Path) -> Connection:
    folder = tmp_path / "queue"
    control = tmp_path / "control"
    folder.mkdir()
    control.mkdir()
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder), "control_folder": str(control)}
    Transport.global_state.clear()  # what one process has bound, and would not bind in another folder again
    return Connection("folder://localhost", transport_options=options)


def test_a_message_is_not_found_before_it_is_whole(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace
    seen: list[str] = []

    def look_first(source: Path, target: Path) -> None:
        with connection.SimpleQueue("jobs") as reader:
            with pytest.raises(Empty):
                reader.get(block=False)
            seen.append("looked")
        replace(source, target)

    with connection.SimpleQueue("jobs") as queue:
        monkeypatch.setattr("config.broker.os.replace", look_first)
        queue.put({"job": 7})
        monkeypatch.undo()
        message: Any = queue.get(block=False)
    assert message.payload == {"job": 7}
    assert seen == ["looked"]


def test_who_sends_a_message_does_not_wait_for_the_disk_and_a_table_of_queues_does(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[int] = []
    monkeypatch.setattr("config.broker.os.fsync", waited.append)
    put(connection, 1)
    assert len(waited) == 1
    put(connection, 2)
    assert len(waited) == 1


def folder_of(connection: Connection, name: str = "queue") -> Path:
    options: Any = connection.transport_options
    return Path(options["control_folder"]).parent / name


def put(connection: Connection, number: int) -> Path:
    """Send a message; its file."""
    before = set(folder_of(connection).iterdir())
    with connection.SimpleQueue("jobs") as queue:
        queue.put({"job": number})
    (made,) = set(folder_of(connection).iterdir()) - before
    return made


def taken(connection: Connection) -> list[int]:
    """All messages that a worker finds."""
    found: list[int] = []
    with connection.SimpleQueue("jobs", no_ack=True) as queue:
        while True:
            try:
                message: Any = queue.get(block=False)
            except Empty:
                return found
            found.append(message.payload["job"])


def aside(connection: Connection) -> list[bytes]:
    folder = folder_of(connection, "unreadable")
    return [file.read_bytes() for file in folder.iterdir()] if folder.exists() else []


def test_a_message_cut_at_any_byte_is_put_aside_and_the_others_are_taken(
    connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    whole = put(connection, 0).read_bytes()
    cuts = [whole[:length] for length in range(len(whole))]
    for number, cut in enumerate(cuts):
        (folder_of(connection) / f"{number}_cut.jobs.msg").write_bytes(cut)
    put(connection, 1)
    assert taken(connection) == [0, 1]
    assert sorted(aside(connection)) == sorted(cuts)
    assert len(caplog.records) == len(cuts), "each is told once"
    assert {record.levelno for record in caplog.records} == {logging.ERROR}
    assert "unreadable" in caplog.messages[0]
    assert list(folder_of(connection).iterdir()) == []


@pytest.mark.parametrize("text", ["{}", "null", "[]", "7", '"x"', '{"properties": null}', '{"properties": {}}'])
def test_a_file_that_is_no_message_is_put_aside(connection: Connection, text: str) -> None:
    (folder_of(connection) / "0_odd.jobs.msg").write_text(text)
    put(connection, 1)
    assert taken(connection) == [1]
    assert aside(connection) == [text.encode()]


def test_a_table_of_queues_cut_at_any_byte_stops_no_worker(connection: Connection) -> None:
    channel: Any = connection.channel()
    for queue in ("jobs", "letters"):
        channel._queue_bind("celery", queue, None, queue)
    table = folder_of(connection, "control") / "celery.exchange"
    whole = table.read_bytes()
    for length in range(len(whole)):
        table.write_bytes(whole[:length])
        assert channel.get_table("celery") == []
        table.write_bytes(whole[:length])
        channel._queue_bind("celery", "jobs", None, "jobs")
        assert [row.queue for row in channel.get_table("celery")] == ["jobs"]
    assert len(aside(connection)) == 2 * len(whole)


@pytest.mark.parametrize("text", ["{}", "null", "7", "[7]", '[["a", "b"]]', "[null]"])
def test_a_table_that_is_none_stops_no_worker(connection: Connection, text: str) -> None:
    folder_of(connection, "control").joinpath("celery.exchange").write_text(text)
    channel: Any = connection.channel()
    channel._queue_bind("celery", "jobs", None, "jobs")
    assert [row.queue for row in channel.get_table("celery")] == ["jobs"]


def test_a_table_of_queues_is_replaced_whole(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    channel: Any = connection.channel()
    channel._queue_bind("celery", "jobs", None, "jobs")
    table = folder_of(connection, "control") / "celery.exchange"
    before = table.read_bytes()

    def power_cut(source: Path, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("config.broker.os.replace", power_cut)
    with pytest.raises(KeyboardInterrupt):
        channel._queue_bind("celery", "letters", None, "letters")
    assert table.read_bytes() == before
    monkeypatch.undo()
    channel._queue_bind("celery", "letters", None, "letters")
    assert [row.queue for row in channel.get_table("celery")] == ["letters", "jobs"]
    channel._delete("jobs", "celery", "jobs", "")
    assert json.loads(table.read_text()) == [["letters", "", "letters"]]
