"""What breaks under an installation while people are at it: nothing is lost, doubled or stuck, and it heals by itself.

As long as a fault lasts every page is there, or says in a sentence why it is not. Each fault on the database and broker
that it is about: those of files on SQLite and the folder broker, those of servers on PostgreSQL and Redis.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from dj_database_url import parse

from tests.concurrency.machines import WEB, WORKER, Crowd, Server, Visitor, free_port, open_jobs, running, tell, until
from tests.installations import ROOT, installation

sys.path.append(str(ROOT / "bin"))

MISSIONS = 24
HEALED_WITHIN = int(os.environ.get("HEALED_WITHIN", "180"))
"""Seconds after the fault has ended: 60 on a machine that has nothing else to do (``make faults``)."""
LASTS = 8
"""Seconds of a fault."""
ON_SERVERS = "DATABASE_URL" in os.environ
of_files = pytest.mark.skipif(ON_SERVERS, reason="a fault of SQLite's file or the folder broker")
of_servers = pytest.mark.skipif(not ON_SERVERS, reason="a fault of PostgreSQL or Redis")

pytestmark = pytest.mark.sweep


class Site:
    """One machine with a web server and a worker with its clock, looked after, and a crowd that visits it."""

    def __init__(self, environment: dict[str, str], logs: Path) -> None:
        self.environment, self.port = environment, free_port()
        self.web = Server(f"{WEB} --bind 127.0.0.1:{self.port}", environment, logs / "web.log")
        self.worker = Server(f"{WORKER} --beat", environment, logs / "worker.log")

    def goes_through(self, fault: Callable[[], None], *, missions: int = MISSIONS) -> float:
        """Fly missions and talk while ``fault`` comes and goes; the seconds that it then took to heal.

        Healed is who answers every page and has done all work that was ordered before or meanwhile.
        """
        settled = tell(self.environment, "settle")
        visitors = [Visitor([self.port], settled["session"]) for _ in range(3)]
        with running([self.web, self.worker], looked_after=True):
            until(self.is_up, "the web server answers")
            with Crowd(visitors, settled["pages"], settled["talk"]) as crowd:
                tell(self.environment, "queue", str(missions))
                fault()
                healed = until(self.is_up, "pages are there again", HEALED_WITHIN)
                healed += until(lambda: not open_jobs(self.environment), "no mission waits", HEALED_WITHIN - healed)
                time.sleep(1)
        found = tell(self.environment, "look")
        assert crowd.wrong == []
        assert crowd.answers["GET 200"]
        assert set(crowd.said) <= set(found["said"]), "what was answered as taken is there"
        assert set(found["said"].values()) <= {1}
        assert found["jobs"] == {"done": missions}
        assert found["debriefed once"] == found["flights"] == found["debriefs"] == missions
        assert found["records that differ"] == 0
        assert found["problems"] == []
        return healed

    def is_up(self) -> bool:
        try:
            return Visitor([self.port], "").ask("GET", "/sign-in/")[0] == 200
        except OSError:
            return False

    @property
    def data(self) -> Path:
        return Path(self.environment["READY_ROOM_DATA"])


@pytest.fixture(scope="module")
def prepared(
    tmp_path_factory: pytest.TempPathFactory, migrated: str | None, gathered: Path, django_db_setup: None
) -> Iterator[dict[str, str]]:
    with installation(tmp_path_factory.mktemp("prepared"), migrated, STATIC_ROOT=str(gathered)) as environment:
        tell(environment, "prepare")
        yield environment


@pytest.fixture
def site(prepared: dict[str, str], tmp_path: Path) -> Iterator[Site]:
    with installation(
        tmp_path / "data", like=prepared, STATIC_ROOT=prepared["STATIC_ROOT"], JOB_STALE_SECONDS="2"
    ) as environment:
        yield Site(environment, tmp_path)


@pytest.fixture
def site_on_a_small_disk(prepared: dict[str, str], tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "small"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "none", str(folder)], capture_output=True).returncode:
        pytest.skip("only root mounts a disk")
    try:
        with installation(
            folder / "data", like=prepared, STATIC_ROOT=prepared["STATIC_ROOT"], JOB_STALE_SECONDS="2"
        ) as environment:
            yield Site(environment, tmp_path)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@of_files
def test_a_disk_that_is_full(site_on_a_small_disk: Site):
    filler = site_on_a_small_disk.data / "filler"

    def full() -> None:
        time.sleep(2)
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"\0" * 65536)
            except OSError:
                pass
        time.sleep(LASTS)
        filler.unlink()

    site_on_a_small_disk.goes_through(full)


@of_files
def test_a_database_that_takes_no_writing(site: Site):
    file = site.data / "ready-room.sqlite3"
    if subprocess.run(["chattr", "+i", str(file)], capture_output=True).returncode:
        pytest.skip("this file system knows no immutable files, or we may not make one")

    def read_only() -> None:
        time.sleep(2)
        subprocess.run(["chattr", "+i", str(file)], check=True)
        try:
            time.sleep(LASTS)
        finally:
            subprocess.run(["chattr", "-i", str(file)], check=True)

    subprocess.run(["chattr", "-i", str(file)], check=True)
    site.goes_through(read_only)


@of_files
def test_a_lock_of_forty_seconds(site: Site):
    def locked() -> None:
        time.sleep(2)
        with closing(sqlite3.connect(site.data / "ready-room.sqlite3", timeout=60, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(40)
            other.execute("ROLLBACK")

    site.goes_through(locked)


@of_servers
def test_a_database_server_that_takes_no_writing(site: Site):
    server = parse(site.environment["DATABASE_URL"])

    def set_read_only(how: str) -> None:
        with psycopg.connect(
            host=server["HOST"], user=server["USER"], dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(f'ALTER DATABASE "{server["NAME"]}" SET default_transaction_read_only = {how}')
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [server["NAME"]]
            )

    def read_only() -> None:
        time.sleep(2)
        set_read_only("on")
        try:
            time.sleep(LASTS)
        finally:
            set_read_only("off")

    site.goes_through(read_only)


@of_servers
def test_redis_that_is_killed_and_comes_back_empty(site: Site, tmp_path: Path):
    """``KILLS_OF_REDIS`` times, five if nobody says otherwise."""
    with own_redis(tmp_path) as (address, again):
        site.environment["REDIS_URL"] = address

        def killed() -> None:
            for _ in range(int(os.environ.get("KILLS_OF_REDIS", "5"))):
                time.sleep(2)
                again()

        site.goes_through(killed)


@contextmanager
def own_redis(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """A Redis that keeps nothing; what kills it and starts it again."""
    socket = folder / "redis.sock"
    program = shutil.which("redis-server")
    assert program is not None
    command = [program, *f"--port 0 --unixsocket {socket} --dir {folder} --save".split(), ""]

    def start() -> subprocess.Popen[bytes]:
        started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(socket.exists, "Redis is there")
        return started

    servers = [start()]

    def again() -> None:
        servers[0].send_signal(signal.SIGKILL)
        servers[0].wait()
        socket.unlink(missing_ok=True)
        time.sleep(1)
        servers[0] = start()

    try:
        yield f"redis+socket://{socket}?virtual_host=0", again
    finally:
        servers[0].kill()
        servers[0].wait()


@of_servers
def test_postgresql_that_is_killed(site: Site, tmp_path: Path):
    """The whole server at once, ``KILLS_OF_POSTGRESQL`` times, two if nobody says otherwise."""
    with own_postgresql(tmp_path, site.environment["DATABASE_URL"]) as (address, again):
        site.environment["DATABASE_URL"] = address

        def killed() -> None:
            for _ in range(int(os.environ.get("KILLS_OF_POSTGRESQL", "2"))):
                time.sleep(3)
                again()

        site.goes_through(killed)


@contextmanager
def own_postgresql(folder: Path, like: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """A server that is as durable as a real one, with a copy of the database; what kills it and starts it again."""
    import with_services

    home = Path("/tmp") / f"ready-room-faults-{os.getpid()}"
    home.mkdir()
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        shutil.chown(home, user, user)
    make = f"--pgdata {home}/data --username ready_room --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync"
    subprocess.run(
        [with_services.find_program("initdb"), *make.split()], check=True, capture_output=True, user=user, group=user
    )
    command = [with_services.find_program("postgres"), "-D", f"{home}/data", "-k", str(home), "-c", "listen_addresses="]

    def is_ready() -> bool:
        try:
            with psycopg.connect(host=str(home), user="ready_room", dbname="postgres", connect_timeout=2):
                return True
        except psycopg.OperationalError:
            return False

    def start() -> subprocess.Popen[bytes]:
        started = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=user,
            group=user,
            start_new_session=True,
        )
        until(is_ready, "PostgreSQL is there")
        return started

    servers = [start()]

    def again() -> None:
        for each in _of_session(servers[0].pid):
            os.kill(each, signal.SIGKILL)
        servers[0].wait()
        (home / "data" / "postmaster.pid").unlink(missing_ok=True)
        time.sleep(1)
        servers[0] = start()

    was = parse(like)
    copy = subprocess.run(
        [with_services.find_program("pg_dump"), "-h", was["HOST"], "-U", was["USER"], was["NAME"]],
        check=True,
        capture_output=True,
    ).stdout
    psql = [with_services.find_program("psql"), "-q", "-h", str(home), "-U", "ready_room", "postgres"]
    subprocess.run(psql, input=copy, check=True, capture_output=True)
    try:
        yield (
            like.replace(str(was["HOST"]).replace("/", "%2F"), str(home).replace("/", "%2F")).replace(
                was["NAME"], "postgres"
            ),
            again,
        )
    finally:
        for each in _of_session(servers[0].pid):
            os.kill(each, signal.SIGKILL)
        servers[0].wait()
        shutil.rmtree(home)


def _of_session(leader: int) -> list[int]:
    """The processes of a server: PostgreSQL's are each a group of their own."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(process.name)) == leader or _parent(process) == leader:
                found.append(int(process.name))
        except (OSError, ValueError):
            continue
    return found


def _parent(process: Path) -> int:
    return int((process / "stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.skipif(shutil.which("cc") is None, reason="Debian: apt-get install gcc libc6-dev")
def test_a_clock_that_goes_two_hours_ahead_and_back_and_two_hours_back_and_ahead(site: Site, tmp_path: Path):
    said, preloaded = tmp_path / "seconds", tmp_path / "clock.so"
    source = Path(__file__).with_name("clock.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(preloaded), str(source), "-ldl"], check=True)

    def put(seconds: int) -> None:
        aside = said.with_suffix(".new")
        aside.write_text(str(seconds))
        aside.replace(said)

    put(0)
    site.environment |= {"LD_PRELOAD": str(preloaded), "CLOCK_OFFSET_FILE": str(said)}

    def turned() -> None:
        for seconds in (7200, 0, -7200, 0):
            time.sleep(3)
            put(seconds)
            site.worker.kill()  # what it had begun says that it moved at a time that may be still to come

    site.goes_through(turned)
