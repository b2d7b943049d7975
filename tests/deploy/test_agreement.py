"""Units, containers, settings and the how-to say the same, and start nothing that is not shipped."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.bin.celery import celery
from django.core.management import get_commands
from gunicorn.config import Config
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.deploy import howto
from tests.deploy.bare import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
VENV = "/opt/ready-room/current/.venv/bin/"


def of_unit(name: str, key: str) -> list[str]:
    text = (DEPLOY / "systemd" / name).read_text()
    return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)


def started() -> dict[str, list[str]]:
    """The commands of all units, services of the image and the Dockerfile, without the folder of the packages."""
    found = {
        f"{unit.name}": shlex.split(line.removeprefix(VENV).replace("%%", "%"))
        for unit in UNITS
        for line in of_unit(unit.name, "ExecStart")
    }
    for name, service in COMPOSE["services"].items():
        if service["image"].startswith("ready-room:") and "command" in service:
            found[f"compose {name}"] = service["command"]
    dockerfile = (ROOT / "Dockerfile").read_text()
    found["image"] = yaml.safe_load(re.findall(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE)[-1])
    return found


def names_of_settings() -> set[str]:
    rows = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/reference/settings.md").read_text(), re.MULTILINE)
    return set(rows)


@pytest.mark.parametrize(("where", "command"), started().items(), ids=lambda value: value if type(value) is str else "")
def test_every_command_starts_a_program_that_a_server_has(where: str, command: list[str]) -> None:
    program, *words = command
    if program == "python":
        assert words[0] == "manage.py"
        assert words[1] in get_commands()
        return
    if program.startswith("deploy/"):
        assert (ROOT / program).stat().st_mode & 0o111
        return
    (script,) = entry_points(group="console_scripts", name=program)
    lock = (ROOT / "requirements.lock").read_text()
    served = {canonicalize_name(Requirement(line.split()[0]).name) for line in lock.splitlines() if line[0] != " "}
    assert script.dist is not None
    assert canonicalize_name(script.dist.name) in served
    if program == "gunicorn":
        parsed = Config().parser().parse_args(words)
        assert (parsed.args, parsed.workers, parsed.threads) == (["config.wsgi"], 2, 8)
    else:
        assert program == "celery"
        assert words[:2] == ["--app", "config"]
        command_of_celery = celery.commands[words[2]]
        assert command_of_celery.make_parser(command_of_celery.context_class(command_of_celery)).parse_args(words[3:])


def test_units_and_containers_start_the_same_with_the_same_options() -> None:
    def options(command: list[str], but: str) -> list[str]:
        return [word for before, word in zip(["", *command], command, strict=False) if but not in (before, word)]

    commands = started()
    assert options(commands["ready-room-web.service"], "--bind") == options(commands["image"], "--bind")
    assert options(commands["ready-room-worker@.service"], "--hostname") == commands["compose worker"]
    assert commands["ready-room-beat.service"] == commands["compose beat"]


def test_the_script_puts_every_unit_into_place() -> None:
    listed = re.findall(r"UNITS=\((.*?)\)", (DEPLOY / "lib.sh").read_text(), re.DOTALL)[0].split()
    assert sorted(listed) == [unit.name for unit in UNITS]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # Only the programs are not on this machine.
        (tmp_path / unit.name).write_text(re.sub(rf"{VENV}\w+", "/bin/true", unit.read_text()))
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    said = subprocess.run(command, capture_output=True, text=True).stderr
    assert [line for line in said.splitlines() if "ready-room" in line] == []


@pytest.mark.parametrize("unit", [unit.name for unit in UNITS if unit.suffix == ".service"])
def test_every_service_runs_as_its_own_user_and_writes_into_the_data_folder_only(unit: str) -> None:
    expected = {
        "User": ["ready-room"],
        "Group": ["ready-room"],
        "EnvironmentFile": ["/etc/ready-room/ready-room.env"],
        "WorkingDirectory": ["/opt/ready-room/current"],
        "ReadWritePaths": ["/var/lib/ready-room"],
        "ProtectSystem": ["strict"],
        "NoNewPrivileges": ["true"],
        "CapabilityBoundingSet": [""],
    }
    assert {key: of_unit(unit, key) for key in expected} == expected


def test_web_server_proxy_and_the_question_how_it_is_use_one_port() -> None:
    ports = {
        *re.findall(r"--bind [\d.]+:(\d+)", of_unit("ready-room-web.service", "ExecStart")[0]),
        *re.findall(r"127\.0\.0\.1:(\d+)", (DEPLOY / "Caddyfile").read_text()),
        *re.findall(r"127\.0\.0\.1:(\d+)", (DEPLOY / "healthy").read_text()),
        COMPOSE["services"]["caddy"]["environment"]["READY_ROOM_WEB"].removeprefix("web:"),
        *re.findall(r"0\.0\.0\.0:(\d+)", (ROOT / "Dockerfile").read_text()),
        *re.findall(r"^EXPOSE (\d+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE),
    }
    assert ports == {"8000"}


def test_every_setting_that_is_written_anywhere_is_in_the_reference() -> None:
    lines = (DEPLOY / "ready-room.env").read_text() + "".join(howto.blocks("ini"))
    used = set(re.findall(r"^(?:# )?([A-Z_]+)=", lines, re.MULTILINE)) | set(COMPOSE["x-settings"])
    used.discard("READY_ROOM_HOST")  # of compose.yaml itself
    assert {name.removesuffix("_FILE") for name in used} - names_of_settings() == set()


def test_a_shell_and_systemd_read_the_same_settings() -> None:
    text = (DEPLOY / "ready-room.env").read_text()
    lines = [line.removeprefix("# ") for line in text.splitlines() if re.match(r"(# )?[A-Z_]+=", line)]
    by_systemd = {name: value for line in lines for name, value in re.findall(r"([A-Z_]+)='([^']*)'$", line)}
    program = 'set -a; eval "$1"; shift; for name; do printf \'%s=%s\\n\' "$name" "${!name}"; done'
    run = subprocess.run(
        ["bash", "-euc", program, "bash", "\n".join(lines), *by_systemd], capture_output=True, text=True, check=True
    )
    assert dict(line.split("=", 1) for line in run.stdout.splitlines()) == by_systemd
    assert by_systemd["DEFAULT_FROM_EMAIL"] == "Ready Room <readyroom@readyroom.example.org>"


def test_the_image_is_named_after_the_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    images = {service["image"] for service in COMPOSE["services"].values() if "build" in service}
    assert images == {f"ready-room:{version}"}


@pytest.mark.parametrize("block", howto.blocks("sh"))
def test_the_how_to_tells_people_to_type_what_is_there(block: str) -> None:
    assert subprocess.run(["bash", "-n", "-c", block], capture_output=True, text=True).stderr == ""
    for line in block.splitlines():
        words = shlex.split(line)
        for word in words:
            if "/deploy/" in word:
                assert (DEPLOY / word.partition("/deploy/")[2]).stat().st_mode & 0o111, word
        if words[0] == "ready-room":
            assert words[1] in get_commands(), line
        if words[0] == "systemctl":
            units = [re.sub(r"@\d+", "@", word) for word in words[2:] if word[0] != "-"]
            names = {unit.name for unit in UNITS} | {unit.stem for unit in UNITS}
            assert set(units) <= names, line
