"""`make run`, started for real on a free port and an empty data folder."""

from __future__ import annotations

import contextlib
import http.cookiejar
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90  # seconds, for a machine that runs the other tests at the same time


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module", autouse=True)
def static(gathered: Path) -> None:
    """One folder of static files for all starts: gathering them is most of a first one."""
    global static_files
    static_files = gathered


static_files = Path()


def environment(data: Path, **more: str) -> dict[str, str]:
    """What a terminal would give, and nothing of the test suite's own settings."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "READY_ROOM_DATA": str(data), "STATIC_ROOT": str(static_files), **more}


@contextmanager
def launched(data: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """The launcher; whatever a failed test leaves running is killed at the end."""
    with subprocess.Popen(
        [sys.executable, str(ROOT / "bin" / "run.py")],
        env=environment(data, PORT=str(port)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as launcher:
        try:
            yield launcher
        finally:
            for process in processes(data):
                os.kill(process, signal.SIGKILL)


def command(data: Path, *words: str) -> subprocess.Popen[str]:
    """As `make link` and `make demo` run one."""
    return subprocess.Popen(
        [sys.executable, str(ROOT / "bin" / "manage_here.py"), *words],
        env=environment(data),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def processes(data: Path) -> list[int]:
    """Every process that was started for this data folder, zombies apart, oldest first."""
    mark = f"READY_ROOM_DATA={data}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:
            continue  # it ended meanwhile
    return sorted(found)


def commands(data: Path) -> dict[int, str]:
    return {pid: Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ") for pid in processes(data)}


def sign_in_link(launcher: subprocess.Popen[str]) -> str:
    """The link that the launcher prints when it is up."""
    assert launcher.stdout is not None
    printed = ""
    for line in launcher.stdout:
        printed += line
        if found := re.search(r"http://\S+/enter/\S+", line):
            return found.group()
    raise AssertionError(f"no sign-in link in:\n{printed}")


def eventually(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"not within {PATIENCE} s: {what}"
        time.sleep(0.1)


def is_well(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


class Browser:
    """Keeps cookies and follows redirects."""

    def __init__(self) -> None:
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies)

    def open(self, url: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Status, address where it ended, page."""
        data = urllib.parse.urlencode(form).encode() if form is not None else None
        try:
            with self.opener.open(url, data, timeout=20) as response:
                return response.status, response.url, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.url or url, error.read().decode()


def enter(browser: Browser, link: str) -> tuple[int, str, str]:
    """Open a sign-in link and press its button, if it has one."""
    seen = browser.open(link)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', seen[2])
    return browser.open(link, {"csrfmiddlewaretoken": token[1]}) if token and "/enter/" in seen[1] else seen


@pytest.fixture
def data(tmp_path: Path, migrated: str | None, django_db_setup: None) -> Path:
    """With the tables there already; that a first start makes them is asked below, in the sweep."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    if migrated is not None:
        shutil.copyfile(migrated, folder / "ready-room.sqlite3")
    return folder


@pytest.mark.slow("starts web server and worker for real")
def test_it_signs_the_owner_in_once_and_stops_at_ctrl_c(data: Path) -> None:
    port = free_port()
    with launched(data, port) as launcher:
        link = sign_in_link(launcher)
        assert is_well(port)
        owner, late = Browser(), Browser()
        status, where, _ = enter(owner, link)
        assert status == 200
        assert "/sign-in" not in where
        enter(late, link)
        _, where, _ = late.open(f"http://localhost:{port}/campaigns/new/")
        assert "/sign-in" in where, "the link worked a second time"
        launcher.send_signal(signal.SIGINT)
        assert launcher.wait(PATIENCE) == 0
        assert processes(data) == []


@pytest.mark.sweep
def test_started_together_with_a_command_it_signs_the_owner_in_once_heals_itself_and_stops_at_ctrl_c(
    data: Path,
) -> None:
    port = free_port()
    with launched(data, port) as launcher, command(data, "--version") as other:
        link = sign_in_link(launcher)
        said, _ = other.communicate(timeout=PATIENCE)
        assert other.returncode == 0, said
        assert is_well(port)
        assert stat.S_IMODE((data / "settings.env").stat().st_mode) == 0o600

        owner, late = Browser(), Browser()
        status, where, _ = enter(owner, link)
        assert status == 200
        assert "/sign-in" not in where
        status, where, _ = owner.open(f"http://localhost:{port}/campaigns/new/")
        assert (status, where) == (200, f"http://localhost:{port}/campaigns/new/")
        enter(late, link)
        _, where, _ = late.open(f"http://localhost:{port}/campaigns/new/")
        assert "/sign-in" in where, "the link worked a second time"

        web = min(pid for pid, command in commands(data).items() if "serve" in command)
        os.kill(web, signal.SIGKILL)
        eventually(lambda: web not in processes(data) and is_well(port), "a new web server after the old was killed")

        launcher.send_signal(signal.SIGINT)
        start = time.monotonic()
        assert launcher.wait(PATIENCE) == 0
        assert time.monotonic() - start < 20
        assert processes(data) == []


PRESSED_TWICE = """
import os, signal, sys
import run
def press(*given: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)
run.check_port_is_free = run.say = press  # while it starts, and while it says that it stops
sys.exit(run.main())
"""


def test_ctrl_c_pressed_twice_at_once_is_a_clean_stop_too() -> None:
    done = subprocess.run([sys.executable, "-c", PRESSED_TWICE], cwd=ROOT / "bin", capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.sweep
def test_a_signal_to_all_processes_at_once_is_a_clean_stop(tmp_path: Path) -> None:
    """As systemd does it."""
    with launched(tmp_path, free_port()) as launcher:
        sign_in_link(launcher)
        for process in reversed(processes(tmp_path)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
        assert launcher.stdout is not None
        said = launcher.stdout.read()
        assert launcher.wait(PATIENCE) == 0
        assert "Traceback" not in said
        assert "starts again" not in said
        assert processes(tmp_path) == []


@pytest.mark.sweep
def test_a_killed_launcher_leaves_no_orphans(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with launched(data, free_port()) as launcher:
        sign_in_link(launcher)
        assert stat.S_IMODE(data.stat().st_mode) == 0o700, "it holds sessions and sealed orders"
        kinds = " ".join(commands(data).values())
        assert "manage.py serve" in kinds
        assert "celery" in kinds
        launcher.kill()
        eventually(lambda: processes(data) == [], "the end of web and worker")


def refusal(data: Path, **more: str) -> str:
    """What the launcher says when it does not start."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "bin" / "run.py")],
        env=environment(data, **more),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    return done.stderr


def test_a_taken_port_is_a_sentence_with_a_way_out(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refusal(tmp_path, PORT=str(port))
    assert f"PORT={port + 1} make run" in said
    assert len(said.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("port", ["eighty", "0", "65536", "-1"])
def test_a_port_that_is_none_is_a_sentence(tmp_path: Path, port: str) -> None:
    said = refusal(tmp_path, PORT=port)
    assert "PORT must be a number" in said
    assert len(said.splitlines()) == 1


def test_a_data_folder_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refusal(tmp_path / "file" / "data", PORT=str(free_port()))
    assert len(said.splitlines()) == 1
    assert "Not a directory" in said


@pytest.mark.slow("starts an installation")
def test_a_failing_migration_is_told_and_nothing_is_started(tmp_path: Path) -> None:
    (tmp_path / "ready-room.sqlite3").mkdir()
    assert "manage.py prepare failed" in refusal(tmp_path, PORT=str(free_port()))
    assert processes(tmp_path) == []
