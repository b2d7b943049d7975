"""The client of the documentation, against a running server."""

from __future__ import annotations

import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from api.operations import tokens
from tests import make

CLIENT = Path(__file__).parents[2] / "docs/clients/standings.py"


def run(*arguments: str, token: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"READY_ROOM_TOKEN": token}
    command = [sys.executable, "-I", str(CLIENT), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow("a server, and a program that asks it")
@pytest.mark.django_db(transaction=True)
def test_the_client_prints_the_standings(
    live_server: LiveServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BASE_URL = live_server.url
    monkeypatch.setattr("api.selectors.pages.A_PAGE", 1)
    owner = User.objects.create_user("owner")
    campaign = make.campaign(owner)
    make.debriefed(campaign)
    make.campaign(owner)
    _, token = tokens.make(actor=owner, key=uuid4(), label="Table", scopes=["campaigns"], days=30)
    all_ = run(live_server.url, token=token)
    assert (all_.stderr, all_.returncode) == ("", 0)
    assert [line.split("   ")[0].strip() for line in all_.stdout.splitlines()] == ["Desert evenings"] * 2
    one = run(live_server.url, str(campaign.pk), token=token)
    assert "1 of " in one.stdout
    assert "(Allied)" in one.stdout or "(Axis)" in one.stdout
    wrong = run(live_server.url, token="rr_wrong")
    assert wrong.returncode == 1
    assert "not known here" in wrong.stderr
    assert "Traceback" not in wrong.stderr
    assert run(token="").returncode == 2


class _Busy(BaseHTTPRequestHandler):
    """A proxy that is busy at first, and names a date."""

    asked = 0

    def do_GET(self) -> None:
        type(self).asked += 1
        if self.asked == 1:
            self.send_response(503)
            self.send_header("Retry-After", "Sun, 29 Nov 2026 12:00:00 GMT")
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"items": [], "next": null}')

    def log_message(self, *args: object) -> None:
        pass


def test_the_client_tries_again_where_a_proxy_names_a_date() -> None:
    with HTTPServer(("127.0.0.1", 0), _Busy) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        done = run(f"http://127.0.0.1:{server.server_port}", token="rr_any")
        server.shutdown()
    assert "Traceback" not in done.stderr
    assert (_Busy.asked, done.returncode) == (2, 0), done.stderr
