"""What everybody installs from: `requirements.lock` for a server, `requirements-dev.lock` with the tests' packages."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock")


def entries(lock: str) -> list[str]:
    """Each package of a lock as one line: what is pinned, then the hashes."""
    return (ROOT / lock).read_text().replace("\\\n", "").splitlines()


def locked(lock: str) -> list[Requirement]:
    return [Requirement(line.partition(" --hash")[0]) for line in entries(lock)]


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("version", ["3.11.0", "3.11.2", "3.11.14", "3.13.1"])
def test_the_lock_holds_what_each_python_needs(version: str, lock: str) -> None:
    environment = {"python_full_version": version, "python_version": version.rpartition(".")[0], "extra": ""}
    names = {
        canonicalize_name(each.name) for each in locked(lock) if not each.marker or each.marker.evaluate(environment)
    }
    missing = set()
    for name in names:
        try:
            needs = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:
            continue  # locked for another Python than the one that runs this test
        missing |= {
            f"{need.name} for {name}"
            for need in needs
            if (not need.marker or need.marker.evaluate(environment)) and canonicalize_name(need.name) not in names
        }
    assert missing == set()


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_pins_every_version_by_its_hashes_and_names_no_index(lock: str) -> None:
    pin = re.compile(r"[a-z0-9.-]+==[^ ]+( ; [^\\]+?)? +(--hash=sha256:[0-9a-f]{64} *)+")
    assert [line for line in entries(lock) if not pin.fullmatch(line)] == []


def test_a_server_gets_the_versions_that_were_tested_and_no_package_of_the_tests() -> None:
    served, tested = ({each.name: each.specifier for each in locked(lock)} for lock in LOCKS)
    assert served.items() <= tested.items()
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = {canonicalize_name(Requirement(text).name) for text in groups["project"]["dependencies"]}
    for text in groups["dependency-groups"]["dev"]:
        name = canonicalize_name(Requirement(text).name)
        assert name in tested
        assert name not in served or name in needed or name == "pillow", "ReportLab's, which the tests use, too"
    assert needed <= served.keys()
    assert {"pytest", "mypy", "playwright"}.isdisjoint(served)
