"""The how-to, typed on a bare Debian to the letter, and what stands there afterwards."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from tests.deploy import bare, howto
from tests.deploy.bare import ROOT, Machine

pytestmark = pytest.mark.sweep
HOST = "ready-room.localhost"
SOURCE = "/srv/ready-room.git"
INSTALL = f"/usr/local/src/ready-room/deploy/install {HOST}"
SERVICES = ("ready-room-web", "ready-room-worker@1", "ready-room-beat")
POST_OFFICE = "127.0.0.1:2525"
PATIENCE = 120  # seconds, for a machine that runs other tests at the same time


def here(text: str) -> str:
    """The how-to's text for this machine: its name, where the source is, where the mail goes."""
    text = text.replace("git clone ADDRESS ", f"git clone --quiet {SOURCE} ")
    text = text.replace("submission://readyroom:PASSWORD@mail.example.org", f"smtp://{POST_OFFICE}")
    return text.replace("readyroom.example.org", HOST)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Machine]:
    """A bare Debian, on which no service starts yet, and the source within its reach."""
    bare.refuse_without_debian()
    with bare.machine() as machine:
        shutil.copytree(bare.source(tmp_path) / ".git", machine.folder / SOURCE.lstrip("/"))
        subprocess.run(["git", "-C", machine.folder / SOURCE.lstrip("/"), "config", "core.bare", "true"], check=True)
        machine.put("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0o755)
        machine.put("/usr/local/bin/systemctl", "#!/bin/sh\nexit 1\n", 0o755)
        yield machine


def begin_to_run(machine: Machine) -> None:
    """From now on services start, by a small runner that reads the unit files."""
    shutil.copy(ROOT / "tests/deploy/systemctl", machine.folder / "usr/local/bin/systemctl")


def visit(machine: Machine, *steps: str) -> list[Any]:
    """What somebody with a browser gets, who trusts the authority that Caddy has made for itself."""
    trusted = machine.folder / "var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
    visitor = machine.near(sys.executable, str(ROOT / "tests/deploy/visitor.py"), str(trusted), *steps)
    said = visitor.communicate(timeout=PATIENCE)[0]
    assert visitor.returncode == 0, said
    answers: list[Any] = json.loads(said)
    return answers


@contextlib.contextmanager
def post_office(machine: Machine, box: Path) -> Iterator[Path]:
    """Somebody in the network of the machine who takes e-mail; each letter is a file in the folder that it yields."""
    command = [sys.executable, "-m", "aiosmtpd", "--nosetuid", "--listen", POST_OFFICE]
    clerk = machine.near(*command, "--class", "aiosmtpd.handlers.Mailbox", str(box))
    try:
        address, port = POST_OFFICE.split(":")
        wait_for(lambda: machine.run(f": > /dev/tcp/{address}/{port}").returncode == 0)
        yield box / "new"
    finally:
        clerk.kill()
        clerk.communicate()


def wait_for(is_so: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.5)


def rights(machine: Machine, *paths: str) -> list[str]:
    return machine.does(f"stat -c '%a %U %G' {' '.join(paths)}").splitlines()


def files(machine: Machine) -> str:
    """All that the script has put there, and from when."""
    places = "/etc /opt/ready-room /usr/local"
    return machine.does(f"find {places} -not -type d -printf '%p %s %T@ %C@ %m %u\n' | sort")


def test_the_how_to_makes_a_server_of_a_bare_debian(server: Machine, tmp_path: Path) -> None:
    commands = [here(text) for text in howto.blocks("sh")]
    first, *rest = commands

    # Typed where services do not start, the script says so; what it says it has done is done.
    stopped = server.run(f"set -e\n{first}", online=True)
    assert stopped.returncode == 1
    assert stopped.stdout.splitlines()[-1] == (
        "install: postgresql does not start; look at: systemctl status postgresql"
    )

    # Run again it goes on from there; and once more, nothing had to be done.
    begin_to_run(server)
    again = server.does(INSTALL)
    assert "Made the user" not in again
    assert "Laid down the code" not in again
    assert "– Made the database ready_room." in again
    before = files(server)
    assert "Nothing had to be changed." in server.does(INSTALL)
    assert files(server) == before
    refusals = {
        "https://ready-room.localhost": "is no name of a server; write it without https:// and without a port",
        "one two": "takes one word",
        "another.example.org": "answers to other names than another.example.org; change ALLOWED_HOSTS in",
    }
    for words, sentence in refusals.items():
        refused = server.run(f"/usr/local/src/ready-room/deploy/install {words}")
        assert (refused.returncode, len(refused.stdout.splitlines())) == (1, 1), refused.stdout
        assert sentence in refused.stdout

    # Everything belongs to whom it should, and runs as a user who cannot change the code.
    assert rights(server, "/etc/ready-room", "/etc/ready-room/ready-room.env", "/etc/ready-room/secret-key") == [
        "750 root ready-room",
        "640 root ready-room",
        "600 ready-room ready-room",
    ]
    assert rights(server, "/var/lib/ready-room", "/opt/ready-room/current/") == [
        "750 ready-room ready-room",
        "755 root root",
    ]
    assert server.does("find /var/lib/ready-room -not -user ready-room") == ""
    as_service = "setpriv --reuid ready-room --regid ready-room --init-groups"
    assert server.run(f"{as_service} touch /opt/ready-room/current/manage.py").returncode != 0
    for service in SERVICES:
        pid = server.does(f"grep -o '[0-9]*' /run/units/{service}.service.json").strip()
        status = server.does(f"cat /proc/{pid}/status")
        assert f"\nUid:\t{server.does('id -u ready-room').strip()}\t" in status
        assert "\nNoNewPrivs:\t1\n" in status
        assert "\nCapBnd:\t0000000000000000\n" in status

    # What else the how-to tells people to type, and what comes of it.
    with post_office(server, tmp_path / "post") as post:
        settings = server.folder / "etc/ready-room/ready-room.env"
        settings.write_text(settings.read_text() + here(howto.blocks("ini")[0]))
        for block in rest:
            if "deploy/upgrade" in block:
                upgrades(server, block, tmp_path / "later")
                continue
            said = server.does(f"set -e\n{block}")
            if "sendtestemail" in block:
                (letter,) = [message_from_bytes(file.read_bytes()) for file in post.iterdir()]
                assert letter["From"] == "Ready Room <readyroom@example.org>"
                assert letter["To"] == "you@example.org"
            if "signin_link" in block:
                serves(server, said.split()[-1])
            if "ready-room backup" in block:
                made = said.split()[-1]
                assert rights(server, made) == ["600 ready-room ready-room"]
                # The same by the timer's service, which is allowed less.
                server.does("systemctl start ready-room-backup")
                assert len(server.does(f"ls {made.rpartition('/')[0]}/*.tar.gz").split()) == 2
    assert server.run("grep -h Traceback /var/log/units/*").stdout == ""


def serves(server: Machine, link: str) -> None:
    """With a certificate that is good for its name, and a worker who does what takes time."""
    about, home, filling = visit(
        server, f"GET http://{HOST}/about/", f"POST {link}", f"PRESS https://{HOST}/demo/ /demo/fill/"
    )
    assert about[:2] == [200, f"https://{HOST}/about/"], "plain HTTP leads to HTTPS"
    commit = server.does(f"git -C {SOURCE} rev-parse --short=12 HEAD").strip()
    assert f"Installed from commit <code>{commit}</code>" in about[2]
    assert home[0] == filling[0] == 200
    wait_for(lambda: asked(server, "SELECT count(*) FROM demo_demo WHERE seconds IS NOT NULL") == "1")
    assert "campaigns reconcile." in server.does("ready-room reconcile")


def asked(server: Machine, question: str) -> str:
    """What the database answers."""
    return server.does(f"cd /; runuser -u postgres -- psql -tA ready_room -c {shlex.quote(question)}").strip()


def upgrades(server: Machine, block: str, clone: Path) -> None:
    """A version that is not well leaves the old one with its data; the next one comes in."""
    # Packages are there already: what is fetched anew is fetched from them.
    server.does("python3 -m venv /srv/pip && /srv/pip/bin/pip download -q 'uv==0.13.*' -d /srv/wheels", online=True)
    away = {"UV_OFFLINE": "1", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/srv/wheels"}
    subprocess.run(["git", "clone", "--quiet", server.folder / SOURCE.lstrip("/"), clone], check=True)
    before, names, running = state_of(server), asked(server, "SELECT name FROM clubs_club"), units(server)
    assert len(running) == 4, "two workers by now"

    # Nothing new, nothing done.
    assert "is installed already." in server.does(block, away)

    # It brings the database to a new state, and then finds itself unwell.
    health = clone / "config/health.py"
    well = health.read_text()
    health.write_text(well.replace("def disk() -> None:", 'def disk() -> None:\n    raise Unwell("it is made up")'))
    release(clone, "1.1", "UPDATE clubs_club SET name = 'Spoiled'")
    failed = server.run(f"set -e\n{block}", away)
    assert failed.returncode == 1
    assert "disk: it is made up" in failed.stdout
    assert re.search(r"upgrade: 1\.0-\w+ runs again, with the data as they were\.", failed.stdout.splitlines()[-1])
    assert state_of(server) == before
    assert units(server) == running
    assert "<h2>Version 1.0</h2>" in visit(server, f"GET https://{HOST}/about/")[0][2]
    spoiled = "cd /; runuser -u postgres -- psql -tA ready_room_failed -c 'SELECT DISTINCT name FROM clubs_club'"
    assert server.does(spoiled).strip() == "Spoiled"
    assert not (server.folder / "opt/ready-room/.upgrading").exists()

    # Cut off half-way it begins with the way back, when it is run again.
    cut = f"{block.replace('deploy/upgrade', 'deploy/upgrade & upgrade=$!')}"
    cut += "until [ -e /opt/ready-room/.upgrading ]; do sleep 0.05; done; sleep 3; kill -KILL $upgrade; sleep 2"
    server.run(f"set -m\n{cut}", away)
    refused = server.run(INSTALL)
    assert "an upgrade was cut off; run deploy/upgrade" in refused.stdout
    again = server.run(block, away)
    assert "the last upgrade was cut off" in again.stdout
    assert state_of(server) == before
    assert units(server) == running

    # The version after that is well.
    health.write_text(well)
    release(clone, "1.2", "UPDATE clubs_club SET name = name || ' II'")
    assert "Ready Room 1.2-" in server.does(f"set -e\n{block}", away).splitlines()[-1]
    assert asked(server, "SELECT name FROM clubs_club") == "\n".join(f"{name} II" for name in names.splitlines())
    assert units(server) == running
    assert "<h2>Version 1.2</h2>" in visit(server, f"GET https://{HOST}/about/")[0][2]
    assert "Nothing had to be changed." in server.does(INSTALL, away)


def release(clone: Path, number: str, sql: str) -> None:
    """A version of its own, with one migration that the last did not have."""
    project = clone / "pyproject.toml"
    project.write_text(re.sub(r'(?m)^version = ".*"', f'version = "{number}"', project.read_text()))
    folder = clone / "clubs/migrations"
    last = max(path.stem for path in folder.glob("0*.py"))
    text = (
        "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
        f"    dependencies = [('clubs', {last!r})]\n    operations = [migrations.RunSQL({sql!r})]\n"
    )
    for other in folder.glob("*_of_a_test.py"):
        other.unlink()
        last = max(path.stem for path in folder.glob("0*.py"))
        text = re.sub(r"\('clubs', '.*?'\)", f"('clubs', {last!r})", text)
    (folder / f"{int(last[:4]) + 1:04}_{number.replace('.', '_')}_of_a_test.py").write_text(text)
    bare.commit(clone, number)
    subprocess.run(["git", "push", "--quiet", "origin", "HEAD"], cwd=clone, check=True)


def state_of(server: Machine) -> list[str]:
    """What people have made, told by digests of the tables."""
    tables = ("clubs_club", "campaigns_campaign", "campaigns_entry", "missions_flight")
    whole = "SELECT count(*), md5(string_agg(t::text, ' ' ORDER BY id)) FROM {} AS t"
    return [asked(server, whole.format(table)) for table in (*tables, "auth_user")]


def units(server: Machine) -> list[str]:
    said = server.does("systemctl list-units --plain --no-legend --state=active 'ready-room-*.service'")
    return [line.split()[0] for line in said.splitlines()]
