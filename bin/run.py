#!/usr/bin/env python3
"""Start Ready Room on this machine: the web server and the worker, until Ctrl-C.

Environment: PORT (8000), HOST (127.0.0.1; 0.0.0.0 lets a phone in the same network in), READY_ROOM_DATA (data), and
whatever the settings read. The first start writes settings.env into the data folder, with a secret key made for this
installation; the settings read it, and so does every `manage.py` command.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
READY_SECONDS = 60  # for the first answer of the web server, on a loaded machine
STOP_SECONDS = 2.5  # for a clean stop before what is left is killed; an idle Celery worker takes five, asleep
ENDED_TOGETHER = 0.5  # seconds within which a signal for all reaches us, too, after a child has ended of it
LONGEST_PAUSE = 30.0  # seconds between two restarts of a child that keeps dying
STEADY_SECONDS = 60.0  # a child that lived this long starts again at once when it dies
PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux's prctl


class StartError(Exception):
    """Ready Room cannot start; the text says why and what to do."""


@dataclass
class Child:
    """One process that is kept alive: started again when it dies, more slowly each time if it dies young."""

    name: str
    command: list[str]
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    due: float = 0.0
    pause: float = field(default=0.5)

    def start(self, *more: str, pass_fds: tuple[int, ...] = ()) -> None:
        self.process = subprocess.Popen(
            [*self.command, *more],
            cwd=ROOT,
            env=self.environment,
            pass_fds=pass_fds,
            start_new_session=True,  # Ctrl-C reaches the launcher only, which stops each child in order
            preexec_fn=die_with_parent if sys.platform == "linux" else None,
        )
        self.started = time.monotonic()

    def look_after(self) -> None:
        """Start the process if it is due; notice when it has died."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.due:
                self.start()
            return
        status = self.process.poll()
        if status is None:
            return
        time.sleep(ENDED_TOGETHER)
        self.kill()
        self.process = None
        self.pause = 0.5 if now - self.started > STEADY_SECONDS else min(2 * self.pause, LONGEST_PAUSE)
        self.due = now + self.pause
        say(f"The {self.name} stopped by itself (status {status}); it starts again in {self.pause:.0f} s.")

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def ask_to_stop(self) -> None:
        if self.process is not None:
            self.process.terminate()

    def kill(self) -> None:
        """End the process and everything it started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def die_with_parent() -> None:
    """Ask Linux for a SIGTERM when the launcher goes, however it goes, so that it leaves no orphan."""
    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)


def say(text: str) -> None:
    print(text, flush=True)


def port_from(environment: dict[str, str]) -> int:
    text = environment.get("PORT", "8000")
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise StartError(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def check_port_is_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise StartError(
                f"Ready Room cannot listen on port {port} of {host} ({error.strerror}). "
                f"If another program has it, choose another: PORT={port + 1} make run"
            ) from None


def lan_address() -> str | None:
    """This machine's address in the local network, None without one. Nothing is sent: UDP's connect only routes."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return None
        return str(probe.getsockname()[0])


def reachable_hosts(host: str) -> list[str]:
    """The names under which a browser reaches the server, this machine's own first."""
    if host in ("127.0.0.1", "localhost"):
        return ["localhost"]
    if host == "0.0.0.0":
        address = lan_address()
        return ["localhost"] if address is None else ["localhost", address]
    return [host]


def local_environment(hosts: list[str]) -> dict[str, str]:
    """The environment of every process; the data folder, its owner's alone, and its settings are made if need be."""
    data = Path(os.environ.get("READY_ROOM_DATA", ROOT / "data")).resolve()
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_settings_once(data / "settings.env")
    except OSError as error:
        raise StartError(f"The data folder {data} cannot be used: {error.strerror}.") from None
    environment = os.environ | {"READY_ROOM_DATA": str(data)}
    if not set(LOCAL_HOSTS).issuperset(hosts):
        environment.setdefault("ALLOWED_HOSTS", ",".join(dict.fromkeys([*LOCAL_HOSTS, *hosts])))
    return environment


def write_settings_once(path: Path) -> None:
    """Settings for a desk, readable by their owner only: a key of its own, local names, plain HTTP.

    Of two that start at once the second waits until they are there, and whole.
    """
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if path.exists():
            return
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(f"SECRET_KEY={secrets.token_urlsafe(50)}\nALLOWED_HOSTS={','.join(LOCAL_HOSTS)}\nHTTPS=off\n")
    finally:
        os.close(folder)


def web_server(host: str, port: int, environment: dict[str, str]) -> Child:
    command = [sys.executable, "manage.py", "serve", "--bind", f"{host}:{port}"]
    return Child("web server", command, environment)


def worker(environment: dict[str, str]) -> Child:
    root = "ignore:You're running the worker with superuser privileges"  # Celery would say it amid the greeting
    command = "celery --quiet --app config worker --beat --concurrency 2 --without-gossip --without-mingle"
    return Child("worker", [sys.executable, "-W", root, "-m", *command.split(), "--loglevel", "WARNING"], environment)


def start_serving(web: Child, addresses: list[str]) -> list[str]:
    """Start the web server, which brings everything up to date first; a sign-in link for each of the addresses."""
    ours, its = os.pipe()
    try:
        asked = [word for address in addresses for word in ("--link", address)]
        web.start("--links-to", str(its), *asked, pass_fds=(its,))
    finally:
        os.close(its)
    with os.fdopen(ours) as told:
        links = told.read().split()
    if len(links) != len(addresses):
        raise StartError("manage.py prepare failed; the reason stands above.")
    return links


def look_after(running: list[Child]) -> None:
    """Start every child that is due."""
    for child in running:
        child.look_after()


def health(url: str) -> str | None:
    """What the web server says of itself: nothing bad, a line for each part that fails, or None while it is silent."""
    try:
        with urllib.request.urlopen(url, timeout=3):
            return ""
    except urllib.error.HTTPError as error:
        with error:
            return error.read().decode(errors="replace")
    except OSError:
        return None


def wait_for_answer(url: str, running: list[Child]) -> str:
    """Until the web server answers, well or not; what fails it says."""
    deadline = time.monotonic() + READY_SECONDS
    while (said := health(url)) is None:
        if time.monotonic() > deadline:
            raise StartError(f"The web server does not answer at {url}; its messages stand above.")
        look_after(running)
        time.sleep(0.1)
    return said


def greeting(hosts: list[str], port: int, links: list[str]) -> str:
    """Where Ready Room is, and a link that signs the owner in, once for each kind of device."""
    lines = [""]
    for host, link in zip(hosts, links, strict=True):
        device = "this computer" if host in LOCAL_HOSTS else "a phone in this network"
        lines += [f"  Open this on {device} (it signs you in, once):", f"    {link}", ""]
    lines += [f"  Afterwards: http://{hosts[0]}:{port}/    Another sign-in link: make link    Stop: Ctrl-C", ""]
    return "\n".join(lines)


def stop(running: list[Child]) -> None:
    """Stop all children at once and cleanly; kill what lingers, or everything at a second Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it has been heard
    for child in running:
        child.ask_to_stop()
    deadline = time.monotonic() + STOP_SECONDS
    with contextlib.suppress(KeyboardInterrupt):
        while time.monotonic() < deadline and any(child.is_alive for child in running):
            time.sleep(0.05)
    for child in running:
        child.kill()


def interrupted(number: int, frame: object) -> None:
    """Leave by an exception, so that the children are stopped on the way out."""
    raise KeyboardInterrupt


def main() -> int:
    signal.signal(signal.SIGINT, interrupted)  # also where a script starts us in the background, with SIGINT ignored
    signal.signal(signal.SIGTERM, interrupted)
    running: list[Child] = []
    try:
        host, port = os.environ.get("HOST", "127.0.0.1"), port_from(dict(os.environ))
        check_port_is_free(host, port)
        hosts = reachable_hosts(host)
        environment = local_environment(hosts) | {"PORT": str(port)}
        running = [web_server(host, port, environment)]
        links = start_serving(running[0], [f"http://{each}:{port}" for each in hosts])
        running.append(worker(environment))
        text = greeting(hosts, port, links)
        failing = wait_for_answer(f"http://{host if host != '0.0.0.0' else '127.0.0.1'}:{port}/healthz", running)
        say(f"{text}\nNot all is well:\n{failing}" if failing else text)
        while True:
            look_after(running)
            time.sleep(0.2)
    except StartError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        with contextlib.suppress(KeyboardInterrupt):  # who presses it twice
            say("\nStopping (a few seconds; Ctrl-C again to cut it short) …")
        return 0
    finally:
        stop(running)


if __name__ == "__main__":
    sys.exit(main())
