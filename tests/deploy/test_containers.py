"""The containers: ``compose.yaml`` is one, and the steps of the Dockerfile make what it starts."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft201909Validator

from tests.deploy import bare, dockerfile
from tests.deploy.bare import ROOT

SCHEMA = json.loads((ROOT / "tests/vendor/compose-spec-2021-10/compose-spec.json").read_text())


def faults(compose: dict[str, Any]) -> list[str]:
    found = Draft201909Validator(SCHEMA).iter_errors(compose)
    return [f"{'.'.join(map(str, error.path))}: {error.message}" for error in found]


def read() -> dict[str, Any]:
    compose: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return compose


def test_the_compose_file_is_of_its_published_schema() -> None:
    assert faults(read()) == []


@pytest.mark.parametrize("fault", ["restart_always", "depend_on"])
def test_a_word_that_compose_does_not_know_is_found(fault: str) -> None:
    compose = read()
    compose["services"]["web"][fault] = "x"
    assert any(fault in each for each in faults(compose))


def test_everything_that_is_named_in_the_compose_file_is_there() -> None:
    compose = read()
    services, volumes = compose["services"], set(compose["volumes"])
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= set(services), name
        for line in service.get("volumes", []):
            where = line.split(":")[0]
            assert (ROOT / where).exists() if where.startswith(".") else where in volumes, line


def test_every_setting_of_the_reference_can_be_made_in_the_file_beside_the_compose_file() -> None:
    """What compose itself sets wins over the file; it sets only where the parts find each other, and how often."""
    services = read()["services"]
    house = {name: each for name, each in services.items() if each["image"].startswith("ready-room:")}
    assert set(house) == {"keys", "prepare", "web", "worker", "beat"}
    assert {name for name, each in house.items() if each["env_file"] == ".env"} == set(house) - {"keys"}
    assert set(read()["x-settings"]) == {
        "ALLOWED_HOSTS",
        "SECRET_KEY_FILE",
        "DATABASE_URL_FILE",
        "REDIS_URL",
        "TRUST_PROXY",
        "BACKUP_EVERY",
    }


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert [name for name, service in read()["services"].items() if "ports" in service] == ["caddy"]


def test_nothing_starts_before_the_database_has_been_brought_up_to_date() -> None:
    for name in ("web", "worker", "beat"):
        assert read()["services"][name]["depends_on"]["prepare"] == {"condition": "service_completed_successfully"}


@pytest.mark.sweep
def test_the_steps_of_the_dockerfile_make_an_image_that_serves(tmp_path: Path) -> None:
    bare.refuse_without_debian()
    with contextlib.ExitStack() as stack:
        sent = dockerfile.context(bare.source(tmp_path), tmp_path / "context")
        image = dockerfile.build(stack, (ROOT / "Dockerfile").read_text(), sent)
        inside = image.machine.folder

        # What a server does not need is not there; what is there belongs to root, and who runs it is not root.
        house = inside / "srv/ready-room"
        for name in ("tests", "bench", ".git", ".venv/bin/pytest", ".venv/bin/pip", "requirements-dev.lock"):
            assert not (house / name).exists(), name
        packages = {path.name.partition("-")[0].lower() for path in house.glob(".venv/lib/*/site-packages/*.dist-info")}
        locked = (ROOT / "requirements.lock").read_text().splitlines()
        assert packages <= {line.partition("==")[0].replace("-", "_") for line in locked if line[0] != " "}
        assert image.user == "ready-room"
        assert image.run("touch manage.py").returncode != 0
        assert image.run("pg_dump --version").stdout.startswith("pg_dump (PostgreSQL) 15.")

        # The keys are made once, each for whoever reads it.
        services = read()["services"]
        keys = "; ".join(services["keys"]["command"])
        made = [image.run(f"mkdir -p /run/keys && {keys} && sha256sum /run/keys/*", user="root").stdout for _ in "12"]
        assert made[0] == made[1]
        assert made[0].count("/run/keys/") == 3
        assert image.run("cat /run/keys/secret-key /run/keys/database-url").returncode == 0
        assert image.run("cat /run/keys/secret-key", user="nobody").returncode != 0

        # As compose starts it, with a database of its own instead of PostgreSQL's and Redis' containers.
        settings = {**read()["x-settings"], "ALLOWED_HOSTS": "ready-room.localhost", "EMAIL_URL": "console:"}
        for name in ("DATABASE_URL_FILE", "REDIS_URL"):
            del settings[name]
        settings |= {name: value.partition(":-")[2].strip("}") for name, value in settings.items() if ":-" in value}
        prepare = shlex.join(services["prepare"]["command"])
        done = image.run(prepare, settings)
        assert done.returncode == 0, done.stdout
        health = shlex.join(image.health)
        assert image.run(health, settings).returncode != 0, "nothing runs yet"
        serve = f"{shlex.join(image.command)} > /tmp/log 2>&1 & {health} 60"
        served = image.run(serve, settings)
        assert served.returncode == 0, served.stdout
        assert "read-only" not in (inside / "tmp/log").read_text()
        ask = 'import urllib.request as u; r = u.Request("http://127.0.0.1:8000/about/"); '
        ask += 'r.add_header("Host", "ready-room.localhost"); r.add_header("X-Forwarded-Proto", "https"); '
        page = image.run(shlex.join(["python", "-c", f"{ask} print(u.urlopen(r).read().decode())"])).stdout
        assert "About Ready Room" in page
        style = re.findall(r"/static/css/site\.[0-9a-f]+\.css", page)[0]
        assert (house / f"staticfiles/{style.removeprefix('/static/')}").is_file()
