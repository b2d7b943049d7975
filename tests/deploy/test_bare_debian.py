"""The how-to, typed on a bare Debian to the letter, and what stands there afterwards."""

from __future__ import annotations

import contextlib
import json
import shutil
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

    # What else the how-to tells people to type.
    link = ""
    with post_office(server, tmp_path / "post") as post:
        settings = server.folder / "etc/ready-room/ready-room.env"
        settings.write_text(settings.read_text() + here(howto.blocks("ini")[0]))
        for block in rest:
            said = server.does(f"set -e\n{block}")
            if "signin_link" in block:
                link = said.split()[-1]
            if "sendtestemail" in block:
                (letter,) = [message_from_bytes(file.read_bytes()) for file in post.iterdir()]
                assert letter["From"] == "Ready Room <readyroom@example.org>"
                assert letter["To"] == "you@example.org"

    # It serves: with a certificate that is good for its name, and a worker who does what takes time.
    about, home, filling = visit(
        server, f"GET http://{HOST}/about/", f"POST {link}", f"PRESS https://{HOST}/demo/ /demo/fill/"
    )
    assert about[:2] == [200, f"https://{HOST}/about/"], "plain HTTP leads to HTTPS"
    commit = server.does(f"git -C {SOURCE} rev-parse --short=12 HEAD").strip()
    assert f"Installed from commit <code>{commit}</code>" in about[2]
    assert home[0] == filling[0] == 200
    filled = "from demo.models import Demo; print(Demo.objects.filter(seconds__isnull=False).count())"
    wait_for(lambda: server.does(f'ready-room shell --verbosity 0 -c "{filled}"').split()[-1] == "1")
    assert "campaigns reconcile." in server.does("ready-room reconcile")
    assert server.run("grep -h Traceback /var/log/units/*").stdout == ""
