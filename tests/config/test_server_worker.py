"""A web server that is told to end, and those who come to it meanwhile."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.concurrency.machines import free_port
from tests.installations import ROOT

APP = """
import pathlib, time
def app(environ, start_response):
    if environ["PATH_INFO"] == "/slow":
        pathlib.Path("begun").touch()
        while not pathlib.Path("go").exists():
            time.sleep(0.01)
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]
"""
PATIENCE = 30
"""Seconds, on a machine that is busy with something else."""


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.slow("starts a web server")
def test_who_comes_while_a_web_server_ends_is_answered_or_refused_at_once_and_nobody_is_cut_off(tmp_path: Path) -> None:
    (tmp_path / "slowly.py").write_text(APP)
    port = free_port()
    worker = ["--worker-class", "config.server_worker.GracefulWorker", "--threads", "4"]
    serve = ["slowly:app", "--config", "/dev/null", "--bind", f"127.0.0.1:{port}", "--pythonpath", str(ROOT), *worker]
    server = subprocess.Popen([sys.executable, "-m", "gunicorn", *serve], cwd=tmp_path, stderr=subprocess.DEVNULL)

    def status(path: str) -> int:
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            asked.request("POST", path)
            return asked.getresponse().status
        except ConnectionRefusedError:
            return 0
        finally:
            asked.close()

    try:
        until(lambda: status("/") == 200)
        with ThreadPoolExecutor() as pool:
            under_way = pool.submit(status, "/slow")
            until((tmp_path / "begun").exists)
            server.send_signal(signal.SIGTERM)
            until(lambda: {200: False, 0: True}[status("/")])
            (tmp_path / "go").touch()
            assert under_way.result() == 200
        assert server.wait(PATIENCE) == 0
    finally:
        server.kill()
        server.wait()
