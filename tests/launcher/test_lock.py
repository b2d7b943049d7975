"""`requirements.lock`, from which everybody installs."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCK = Path(__file__).resolve().parents[2] / "requirements.lock"


def locked() -> list[Requirement]:
    return [Requirement(line) for line in LOCK.read_text().splitlines()]


@pytest.mark.parametrize("version", ["3.11.0", "3.11.2", "3.11.14", "3.13.1"])
def test_the_lock_holds_what_each_python_needs(version: str) -> None:
    environment = {"python_full_version": version, "python_version": version.rpartition(".")[0], "extra": ""}
    names = {canonicalize_name(each.name) for each in locked() if not each.marker or each.marker.evaluate(environment)}
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


def test_the_lock_pins_every_version_and_names_no_index() -> None:
    lines = LOCK.read_text().splitlines()
    assert [line for line in lines if not re.match(r"[a-z0-9.-]+==[^ ]+( ; .+)?$", line)] == []
