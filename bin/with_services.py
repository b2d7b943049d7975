#!/usr/bin/env python3
"""Run a command with a throw-away Redis and PostgreSQL, on Unix sockets in a temporary folder.

    bin/with_services.py pytest tests/missions

The command finds them by DATABASE_URL and REDIS_URL. Both servers stop, and the folder goes, when the command ends
or is interrupted; the exit status is the command's. PostgreSQL refuses to run as root, so root starts it as the user
``postgres``. Durability is off: the data lives for minutes.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

START_SECONDS = 120  # a bound for a loaded machine; both are up within a second on an idle one
STOP_SECONDS = 30
THROW_AWAY = (
    "-c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal"
    " -c max_wal_senders=0 -c max_wal_size=4GB -c checkpoint_timeout=1h -c autovacuum=off -c jit=off"
)
"""PostgreSQL for data that lives for minutes: nothing is written for a crash, nothing is tidied."""


class ServiceError(Exception):
    """A server is missing or does not start; the text says which and why."""


def find_program(name: str) -> str:
    """The path of a program; Debian keeps PostgreSQL's servers, one folder a version, outside PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    found = str(debian[-1]) if debian else shutil.which(name)
    if found is None:
        raise ServiceError(f"{name} is not installed; Debian: apt-get install redis-server postgresql.")
    return found


@contextlib.contextmanager
def serving(command: list[str], log: Path, is_ready: Callable[[], bool], user: str | None = None) -> Iterator[None]:
    """A server process, ready to answer; stopped at the end, killed if it lingers."""
    with log.open("wb") as output:
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            user=user,
            group=user,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not is_ready():
            if server.poll() is not None or time.monotonic() > deadline:
                raise ServiceError(f"{Path(command[0]).name} did not start:\n{log.read_text(errors='replace')}")
            time.sleep(0.02)
        yield
    finally:
        server.send_signal(signal.SIGINT)  # PostgreSQL: disconnect clients and stop
        try:
            server.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis server; yields its address as Celery writes it."""
    socket = folder / "redis.sock"
    command = [find_program("redis-server"), *f"--port 0 --unixsocket {socket} --dir {folder} --save".split(), ""]
    with serving(command, folder / "redis.log", socket.exists):
        yield f"redis+socket://{socket}?virtual_host=0"


@contextlib.contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A PostgreSQL server with an empty database; yields its address as Django's settings read it."""
    home, user = folder / "postgresql", "postgres" if os.geteuid() == 0 else None
    home.mkdir()
    if user:
        shutil.chown(home, user, user)
    make = f"--pgdata {home}/data --username ready_room --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync"
    done = subprocess.run(
        [find_program("initdb"), *make.split()], capture_output=True, text=True, user=user, group=user
    )
    if done.returncode:
        raise ServiceError(f"initdb failed:\n{done.stderr}")
    command = [find_program("postgres"), "-D", f"{home}/data", "-k", str(home), *THROW_AWAY.split()]
    socket, log = home / ".s.PGSQL.5432", folder / "postgresql.log"
    with serving(command, log, lambda: socket.exists() and "ready to accept" in log.read_text(errors="replace"), user):
        yield f"postgres://ready_room@{quote(str(home), safe='')}/postgres"


def run_with_services(command: list[str]) -> int:
    """Start both servers, run the command, stop them; the command's exit status."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ready-room-")))
        folder.chmod(0o711)  # PostgreSQL's user passes through
        addresses = {
            "REDIS_URL": stack.enter_context(redis(folder)),
            "DATABASE_URL": stack.enter_context(postgresql(folder)),
        }
        process = subprocess.Popen(command, env=os.environ | addresses)
        try:
            return process.wait()
        except (KeyboardInterrupt, SystemExit):
            process.terminate()
            process.wait()
            raise


def terminated(number: int, frame: object) -> None:
    """Leave by an exception, so that both servers are stopped on the way out."""
    sys.exit(128 + number)


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, terminated)
    try:
        return run_with_services(sys.argv[1:])
    except ServiceError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
