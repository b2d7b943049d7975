"""The steps of a Dockerfile, done on bare Debians: where there is no Docker, what its own steps come to.

Understood are the instructions that ours has. A base image is a bare Debian with Python, its own packages fetched from
Debian instead of an image registry.
"""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from tests.deploy.bare import Machine, machine

BASES = {"python:3.11-slim-bookworm"}
LIKE_THE_BASE = (
    "apt-get update -q && apt-get install -y -q --no-install-recommends python3 python3-venv"
    " && ln -s /usr/bin/python3 /usr/local/bin/python"
)


@dataclass
class Image:
    """A stage as it stands: a Debian, and what an image says beside its files."""

    machine: Machine
    workdir: str = "/"
    environment: dict[str, str] = field(default_factory=dict)
    user: str = ""
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def run(
        self, command: str, settings: dict[str, str] | None = None, *, user: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """As a container of this image would, in the network of the machine."""
        words = self.environment | (settings or {})
        return self.machine.run(f"cd {self.workdir} || exit; {command}", words, user=user or self.user)


def instructions(text: str) -> list[tuple[str, str]]:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    whole = re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in whole)]


def context(source: Path, folder: Path) -> Path:
    """What Docker would be sent: the files of ``source`` but those of ``.dockerignore``."""
    patterns = [line for line in (source / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]

    def is_ignored(path: str) -> bool:
        return any(
            fnmatch(path, pattern) or (pattern.startswith("**/") and fnmatch(path.rpartition("/")[2], pattern[3:]))
            for pattern in patterns
        )

    def ignored(where: str, names: list[str]) -> list[str]:
        at = Path(where).relative_to(source)
        return [name for name in names if is_ignored(str(at / name))]

    shutil.copytree(source, folder, ignore=ignored, symlinks=True)
    return folder


def build(stack: contextlib.ExitStack, dockerfile: str, sent: Path) -> Image:
    """The last stage of a Dockerfile; its machines live as long as ``stack``."""
    stages: dict[str, Image] = {}
    image: Image | None = None
    arguments: dict[str, str] = {}
    for word, rest in instructions(dockerfile):
        if word == "FROM":
            base, *name = re.split(r" AS ", rest)
            assert base in BASES, base
            image = Image(stack.enter_context(machine()))
            image.machine.does(LIKE_THE_BASE, online=True)
            stages[name[0] if name else ""] = image
            continue
        assert image is not None, "FROM comes first"
        inside = image.machine.folder
        match word:
            case "WORKDIR":
                image.workdir = rest
                (inside / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "COPY":
                *option, what, where = shlex.split(rest)
                origin = stages[option[0].removeprefix("--from=")].machine.folder if option else sent
                target = inside / f"{image.workdir}/{where}".lstrip("/") if where[0] == "." else inside / where[1:]
                put(origin / what.lstrip("/"), target, is_folder=where.endswith("/"))
            case "ARG":
                arguments |= dict([rest.split("=", 1)])
            case "ENV":
                for each in shlex.split(rest):
                    name_of, _, value = each.partition("=")
                    image.environment[name_of] = value.replace("$PATH", image.machine.environment()["PATH"])
            case "RUN":
                image.machine.does(f"cd {image.workdir} && {rest}", arguments | image.environment, online=True)
            case "USER":
                image.user = rest
            case "HEALTHCHECK":
                image.health = json.loads(rest.partition("CMD ")[2])
            case "CMD":
                image.command = json.loads(rest)
            case "VOLUME" | "EXPOSE":
                pass
            case _:
                raise AssertionError(f"{word} is not understood here")
    assert image is not None
    return image


def put(what: Path, target: Path, *, is_folder: bool) -> None:
    """With times and rights, as COPY does; owned by root."""
    target.mkdir(parents=True, exist_ok=True) if what.is_dir() or is_folder else None
    source = f"{what}/." if what.is_dir() else str(what)
    subprocess.run(["cp", "--archive", "--no-preserve=ownership", source, target], check=True)
