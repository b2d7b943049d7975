"""An installation as it is run: web servers, workers and a clock in processes of their own, and people who visit it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

import psycopg
from dj_database_url import parse

from tests.installations import ROOT

PATIENCE = 180.0
"""Seconds for whatever is waited for, on a machine that is busy with something else."""
WEB = "gunicorn config.wsgi --workers 1 --threads 4 --graceful-timeout 30 --log-level warning"
WORKER = "celery --quiet --app config worker --concurrency 2 --without-gossip --without-mingle --loglevel WARNING"
CLOCK = "celery --quiet --app config beat --loglevel WARNING"
REFUSED = 503
AS_CADDY = 20.0
"""Seconds for which a proxy tries other servers when one cannot be reached."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(is_so: Callable[[], object], what: str, patience: float = PATIENCE) -> float:
    """Wait for it; the seconds that it took."""
    began = time.monotonic()
    while not is_so():
        if time.monotonic() - began > patience:
            raise AssertionError(f"after {patience:.0f} s still not: {what}")
        time.sleep(0.1)
    return time.monotonic() - began


@dataclass
class Server:
    """A process that is started, stopped cleanly and killed, with all that it has started itself."""

    command: str
    environment: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *self.command.split()],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def restart(self) -> None:
        """Stop it as an operator does, and start it again."""
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.start()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running(servers: Sequence[Server], *, looked_after: bool = False) -> Iterator[None]:
    """Until the end; those that are ``looked_after`` are started again when they die, as by systemd or the launcher."""
    for each in servers:
        each.start()
    over = Event()
    keeper = Thread(target=_look_after, args=(servers, over))
    if looked_after:
        keeper.start()
    try:
        yield
    finally:
        over.set()
        if looked_after:
            keeper.join()
        for each in servers:
            each.kill()


def _look_after(servers: Sequence[Server], over: Event) -> None:
    while not over.wait(1):
        for each in servers:
            if each.process.poll() is not None:
                each.kill()
                each.start()


def tell(environment: dict[str, str], act: str, *words: str) -> Any:
    """What ``tests.concurrency.people`` says, which acts within the installation."""
    command = [sys.executable, "-m", "tests.concurrency.people", act, *words]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-4000:]
    return json.loads(run.stdout.splitlines()[-1])


def open_jobs(environment: dict[str, str]) -> int:
    """How many jobs wait or are being done, asked without a process that would take a processor from them."""
    question = "SELECT count(*) FROM missions_job WHERE status IN ('queued', 'running')"
    if "DATABASE_URL" not in environment:
        with closing(sqlite3.connect(Path(environment["READY_ROOM_DATA"]) / "ready-room.sqlite3", timeout=60)) as files:
            return int(files.execute(question).fetchone()[0])
    server = parse(environment["DATABASE_URL"])
    with psycopg.connect(host=server["HOST"], user=server["USER"], dbname=server["NAME"]) as servers:
        found = servers.execute(question).fetchone()
        assert found is not None
        return int(found[0])


@dataclass
class Visitor:
    """Somebody signed in, behind a proxy that goes to the next server where one cannot be reached, as Caddy does."""

    ports: list[int]
    session: str
    turn: int = 0

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and text. What was sent and not answered is sent again only if it was a GET."""
        deadline = time.monotonic() + AS_CADDY
        while True:
            self.turn += 1
            server = http.client.HTTPConnection("127.0.0.1", self.ports[self.turn % len(self.ports)], timeout=90)
            try:
                server.connect()
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
                continue
            try:
                return self._say(server, method, path, fields)
            except (OSError, http.client.HTTPException):
                if method != "GET" or time.monotonic() > deadline:
                    raise
            finally:
                server.close()

    def _say(
        self, server: http.client.HTTPConnection, method: str, path: str, fields: dict[str, str] | None
    ) -> tuple[int, str]:
        token = "x" * 32
        headers = {"Host": "localhost", "Cookie": f"sessionid={self.session}; csrftoken={token}", "X-CSRFToken": token}
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        server.request(method, path, urlencode(fields) if fields is not None else None, headers)
        answer = server.getresponse()
        return answer.status, answer.read().decode(errors="replace")


class Crowd:
    """People who go on asking for pages and saying things until it is over."""

    def __init__(self, visitors: Sequence[Visitor], pages: Sequence[str], talk: str) -> None:
        self.pages, self.talk = pages, talk
        self.answers: Counter[str] = Counter()
        self.said: list[str] = []
        """Words of which it was answered that they were taken."""
        self.wrong: list[str] = []
        self._over = Event()
        self._threads = [Thread(target=self._visit, args=(each, number)) for number, each in enumerate(visitors)]

    def __enter__(self) -> Crowd:
        for each in self._threads:
            each.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        for each in self._threads:
            each.join()

    def _visit(self, visitor: Visitor, number: int) -> None:
        turn = 0
        while not self._over.is_set():
            turn += 1
            words = f"words {number}-{turn}."
            page = self.pages[(turn + number) % len(self.pages)]
            method, path = ("POST", self.talk) if turn % 4 == 0 else ("GET", page)
            try:
                status, text = visitor.ask(method, path, {"text": words, "side": ""} if method == "POST" else None)
            except (OSError, http.client.HTTPException) as problem:
                self.answers["none"] += 1
                self.wrong.append(f"{method} {path}: {problem!r}")
                continue
            self.answers[f"{method} {status}"] += 1
            if status == 302 and method == "POST":
                self.said.append(words)
            elif status not in (200, REFUSED) or (status == REFUSED and "again" not in text):
                self.wrong.append(f"{method} {path}: {status} {text[:300]}")
            time.sleep(0.02)
