"""A server as the manual sets it up for a club, on each database, for topics in which people come to it all at once."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from bench.browser import Browser

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ROOT = Path(__file__).parents[1]
BARE = "bare Django page"
SERVICES = [
    str(ROOT / "bin/with_packages"),
    "redis-server postgresql",
    sys.executable,
    str(ROOT / "bin/with_services.py"),
]
DATABASES: dict[str, list[str]] = {"SQLite": [], "PostgreSQL": SERVICES}


def on_each_database(module: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Run ``module`` in a process of its own for each database: the database's name, and what it told in the end."""
    for name, before in DATABASES.items():
        command = [*before, sys.executable, "-m", module]
        done = subprocess.run(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"{module} on {name} did not come to its end.")
        if lines := done.stdout.splitlines():  # none where there is no PostgreSQL, which has been said
            yield name, json.loads(lines[-1])


def environment() -> dict[str, str]:
    """Nothing of what another installation is set up with."""
    ours = {"READY_ROOM_DATA", "READY_ROOM_TEST_DATA", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}
    return {name: value for name, value in os.environ.items() if name not in ours}


def in_own_folder(hold: Callable[[], dict[str, Any]]) -> None:
    """Do it with an empty database in a data folder of its own, and print what came of it, on one line."""
    signal.signal(signal.SIGTERM, terminated)
    with TemporaryDirectory(prefix="ready-room-bench-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "READY_ROOM_DATA": folder,
            "STATIC_ROOT": f"{folder}/static",
            "SECRET_KEY": "only-for-the-bench",
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "HTTPS": "off",
            "DEBUG": "off",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        print(json.dumps(hold()))


def terminated(number: int, frame: object) -> None:
    """Leave by an exception, so that the servers are stopped on the way out."""
    sys.exit(128 + number)


def cookies_of(user: User) -> dict[str, str]:
    """A session as signing in makes it."""
    from django.conf import settings
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return {name: morsel.value for name, morsel in client.cookies.items()}


def at_once(act: Callable[[int], None], people: int) -> None:
    """So many do it at the same time, each in a thread with a number from 0."""
    with ThreadPoolExecutor(people) as pool:
        list(pool.map(act, range(people)))


def warm(port: int, user: User, paths: Iterable[str]) -> None:
    """Have both web workers open pages first: what a server that has just started reads once is not measured."""
    cookies, opened = cookies_of(user), list(paths)

    def visit(_visitor: int) -> None:
        for path in opened:
            Browser("127.0.0.1", port, dict(cookies)).get(path)

    at_once(visit, 4)


@contextlib.contextmanager
def serving() -> Iterator[tuple[int, Path]]:
    """The web server and the worker of the manual's page for clubs; the port, and what they have to say."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    bin_folder = Path(sys.executable).parent
    web = f"gunicorn config.wsgi --bind 127.0.0.1:{port} --workers 2 --threads 8"
    worker = "celery --app config worker --beat --concurrency 2 --loglevel error"
    log = Path(os.environ["READY_ROOM_DATA"]) / "servers.log"
    with contextlib.ExitStack() as stack:
        output = stack.enter_context(log.open("ab"))
        for line in (web, worker):
            name, *arguments = line.split()
            process = subprocess.Popen(
                [str(bin_folder / name), *arguments],
                cwd=ROOT,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
            stack.callback(stop, process)
        browser, deadline = Browser("127.0.0.1", port, {}), time.monotonic() + 60
        while browser.get("/healthz").status != 200:
            if time.monotonic() > deadline:
                raise RuntimeError(log.read_text(errors="replace"))
            time.sleep(0.2)
        os.truncate(log, 0)  # that it is not there yet is no error
        yield port, log


def errors_in(log: Path) -> list[str]:
    """The lines of the servers' log that tell of one."""
    return [line for line in log.read_text(errors="replace").splitlines() if "Traceback" in line or "ERROR" in line]


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a server and whatever it has started."""
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
