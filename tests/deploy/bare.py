"""A bare Debian 12 in a folder: what a server is when it has just been set up.

It is made by ``debootstrap`` and kept in ``/var/tmp`` for the next time. Needs root. What runs in it has a network of
its own, in which there is nothing but itself, unless it is given the way out: to fetch packages.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path("/var/tmp/ready-room-bare-debian.tar")
ON_DISC = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PATIENCE = 600  # seconds for one command, packages and all, on a loaded machine
PASSED_ON = ("PIP_", "UV_", "SSL_CERT_", "REQUESTS_CA_BUNDLE", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
"""Beginnings of names of variables by which this machine finds its package indexes."""


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Of two tests that begin at once the second waits, and finds that all is there."""
    with KEPT.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def refuse_without_debian() -> None:
    """Leave the test out where there can be no bare Debian, and say why."""
    reason = "only root may make a Debian" if os.geteuid() else ""
    if not reason:
        with one_at_a_time():
            subprocess.run([ROOT / "bin/with_packages", "debootstrap"], check=False)
        reason = "" if shutil.which("debootstrap") else "debootstrap is not installed"
    if not reason and subprocess.run(["unshare", "--mount", "--net", "true"], check=False).returncode:
        reason = "this machine lets nobody have namespaces of their own"
    if reason:
        pytest.skip(reason)


@dataclass(frozen=True)
class Machine:
    """A Debian that runs: a folder, and the process that holds its namespaces."""

    folder: Path
    holder: int

    def run(
        self, command: str, environment: Mapping[str, str] | None = None, *, online: bool = False, user: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """A shell's command in it, what it says on both outputs together; ``online``: with this machine's network."""
        network = [] if online else ["--net"]
        enter = ["nsenter", "--target", str(self.holder), "--mount", "--pid", *network]
        words = [f"{name}={value}" for name, value in {**self.environment(), **(environment or {})}.items()]
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
        return subprocess.run(
            [*enter, "chroot", str(self.folder), "env", "-i", *words, *as_user, "bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd="/",
            timeout=PATIENCE,
        )

    def does(self, command: str, environment: Mapping[str, str] | None = None, *, online: bool = False) -> str:
        """As ``run``, and it has to succeed."""
        done = self.run(command, environment, online=online)
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        return done.stdout

    def near(self, *command: str) -> subprocess.Popen[str]:
        """A program of this machine in the network of the other: somebody who sits beside it."""
        return subprocess.Popen(
            ["nsenter", "--target", str(self.holder), "--net", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
        )

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name.upper().startswith(PASSED_ON)}
        return {**kept, "PATH": ON_DISC, "HOME": "/root", "LANG": "C.UTF-8", "TERM": "dumb"}

    def put(self, path: str, text: str, mode: int = 0o644) -> None:
        file = self.folder / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)


def kept_debian() -> Path:
    """The bare system as an archive, made on first use."""
    with one_at_a_time():
        if not KEPT.exists():
            with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
                make_debian(Path(folder) / "root")
                half = KEPT.with_suffix(".half")
                subprocess.run(["tar", "-C", f"{folder}/root", "-cf", half, "."], check=True)
                half.rename(KEPT)
    return KEPT


def make_debian(root: Path) -> None:
    """Debian's base and nothing else, with this machine's ways to its package indexes."""
    sources = "\n".join(file.read_text() for file in Path("/etc/apt/sources.list.d").glob("*.sources"))
    mirror = next((line.split()[1] for line in sources.splitlines() if line.startswith("URIs:")), "")
    command = f"debootstrap --variant=minbase --include=ca-certificates bookworm {root} {mirror}"
    subprocess.run(command.split(), check=True, stdout=subprocess.DEVNULL)
    for file in Path("/etc/apt/sources.list.d").glob("*.sources"):
        shutil.copy(file, root / "etc/apt/sources.list.d")
    if sources:
        (root / "etc/apt/sources.list").unlink(missing_ok=True)
    for file in Path("/etc/apt/apt.conf.d").iterdir():
        if "docker" not in file.name:
            shutil.copy(file, root / "etc/apt/apt.conf.d")
    for path in ("etc/ssl/certs/ca-certificates.crt", "etc/resolv.conf", "etc/hosts", "etc/pip.conf"):
        if Path("/", path).exists():
            shutil.copy(Path("/", path), root / path)


@contextlib.contextmanager
def machine() -> Iterator[Machine]:
    """A bare Debian of one's own; all that runs in it ends, and it goes, at the end."""
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="ready-room-bare-") as made:
        folder = Path(made) / "root"
        folder.mkdir()
        subprocess.run(["tar", "-C", folder, "-xf", kept_debian()], check=True)
        (folder / "etc/dpkg/dpkg.cfg.d/of-a-test").write_text("force-unsafe-io\n")  # nothing here outlives a power cut
        steps = f"""
            set -e
            mount --make-rprivate /
            mount --bind {folder} {folder}
            mount -t proc proc {folder}/proc
            mount --rbind /dev {folder}/dev
            ip link set lo up
            echo 0 > {folder}/proc/sys/net/ipv4/ip_unprivileged_port_start
            echo ready
            while :; do sleep 3600; done"""
        command = [
            "setpriv",
            "--pdeathsig",
            "KILL",
            "unshare",
            "--net",
            "--pid",
            "--fork",
            "--mount",
            "--kill-child",
            "bash",
            "-c",
            steps,
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=sys.stderr, text=True) as outer:
            try:
                assert outer.stdout is not None
                assert outer.stdout.readline() == "ready\n", "the namespaces could not be made"
                children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children").read_text().split()
                yield Machine(folder, int(children[0]))
            finally:
                outer.kill()
                outer.wait()
                subprocess.run(["rm", "--recursive", "--force", "--one-file-system", folder], check=False)


def source(folder: Path) -> Path:
    """A clone of this tree, with what is not committed yet as a commit of its own."""
    clone = folder / "source"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone], check=True)
    # A tree that stands on no branch, as one that is only being checked, would give a clone that nobody can push to.
    subprocess.run(["git", "checkout", "--quiet", "-B", "release"], cwd=clone, check=True)
    changed = ["git", "ls-files", "--modified", "--others", "--exclude-standard", "--deduplicate", "-z"]
    names = subprocess.run(changed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).exists():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
        else:
            (clone / name).unlink(missing_ok=True)
    commit(clone, "As it is")
    return clone


def commit(clone: Path, message: str) -> None:
    person = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", "add", "--all"], cwd=clone, check=True)
    subprocess.run(["git", *person, "commit", "--quiet", "--allow-empty", "-m", message], cwd=clone, check=True)
