"""What an error tracker gets: where something failed, and nothing of whom, with what, or what a side planned."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECRETS = ("hunter-two", "q9w8e7r6t5", "bob@example.org", "low over the dunes", "Bob the Flyer")
START = "from config import errors; errors.start()"
PROGRAM = """
import logging
import sys
sys.modules["brotli"] = None  # what the catcher cannot read
from unittest import mock
import django
django.setup()
from config import errors, logs
errors.start()
import sentry_sdk
from django.test import Client

def breaks(request):
    plan = "low over the dunes"
    try:
        raise ConnectionRefusedError("the mail server refused bob@example.org")
    except OSError as error:
        raise ValueError(plan, request.COOKIES, dict(request.POST)) from error

client = Client(raise_request_exception=False)
client.cookies["sessionid"] = "q9w8e7r6t5"
with mock.patch("config.busy.Patience.process_exception", return_value=None), \\
        mock.patch("config.security.SignInFirst.process_view", lambda self, request, *rest: breaks(request)):
    sent = {"password": "hunter-two"}
    answer = client.post("/enter/q9w8e7r6t5/?token=q9w8e7r6t5", sent, headers={"User-Agent": "Bob the Flyer"})
assert answer.status_code == 500
with logs.lines_about(job="job-12"):
    logging.getLogger("missions").error("no letter to %s went out", "bob@example.org")
sentry_sdk.flush(5)
"""


@pytest.fixture
def caught() -> Iterator[tuple[str, list[str]]]:
    """The address of a tracker on this machine, and all that it was sent, as text."""
    told: list[str] = []

    class Tracker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.append((gzip.decompress(body) if self.headers["Content-Encoding"] == "gzip" else body).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Tracker)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://key@127.0.0.1:{server.server_port}/1", told
    server.shutdown()
    server.server_close()
    thread.join()


def run(program: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    own = {"READY_ROOM_TEST_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings_test"}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=kept | own | environment, capture_output=True, text=True
    )


@pytest.mark.slow(why="a process of its own: the library patches Django for good")
def test_a_tracker_is_told_where_something_failed_and_no_secret(caught: tuple[str, list[str]], tmp_path: Path):
    address, told = caught
    done = run(PROGRAM, tmp_path, SENTRY_DSN=address)
    assert done.returncode == 0, done.stderr
    events: list[dict[str, Any]] = [json.loads(line) for each in told for line in each.splitlines()[2:3]]
    failed = next(each for each in events if "exception" in each)
    first, then = failed["exception"]["values"]
    assert (first["type"], first["value"]) == ("ConnectionRefusedError", "the mail server refused […]")
    assert (then["type"], then["value"]) == ("ValueError", "")
    assert then["stacktrace"]["frames"][-1]["function"] == "breaks"
    assert failed["tags"]["request"]
    said = next(each for each in events if "logentry" in each)
    assert (said["logentry"]["message"], said["tags"]) == ("no letter to […] went out", {"job": "job-12"})
    for each in failed["exception"]["values"]:
        for frame in each["stacktrace"]["frames"]:
            frame.pop("context_line", None)  # the line of this very program
    for secret in SECRETS:
        assert secret not in json.dumps(events)
        assert secret not in done.stderr


@pytest.mark.slow("a process of its own")
def test_without_an_address_nothing_is_reported_nor_even_loaded(tmp_path: Path):
    started = f"import sys, django; django.setup(); {START}"
    assert run(f"{started}; print('sentry_sdk' in sys.modules)", tmp_path).stdout.strip() == "False"


def test_a_server_has_what_speaks_to_a_tracker():
    assert "\nsentry-sdk==" in (ROOT / "requirements.lock").read_text("utf-8")
