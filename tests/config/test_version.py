"""The version: one number, told to everybody, and what it brought."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from config import version

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installation in another folder."""
    for name in ("pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).write_text((ROOT / name).read_text())
    monkeypatch.setattr(version, "ROOT", tmp_path)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    for kept in (version.version, version.revision, version.news):
        kept.cache_clear()


def about(client: Client) -> str:
    answer = client.get(reverse("about"))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_newest_entry_of_the_changelog_is_of_the_version_of_this_code() -> None:
    titles = re.findall(r"^## ([^,\n]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert titles[0] == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_nothing_stands_twice_among_what_a_version_brought() -> None:
    for part in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]:
        told = re.findall(r"^- \*\*(.+?)\*\*", part, re.MULTILINE)
        assert len(told) == len(set(told))


def test_everybody_reads_the_version_and_what_it_brought(elsewhere: Path, client: Client, db: None) -> None:
    project = elsewhere / "pyproject.toml"
    project.write_text(re.sub(r'(?m)^version = ".*"', 'version = "7.2"', project.read_text()))
    (elsewhere / "CHANGELOG.md").write_text(
        "# News\n\n## 7.3, May\n\nToo new.\n\n## 7.2, April\n\n- **Gliders** fly.\n\n## 7.1, March\n\nOld.\n"
    )
    page = about(client)
    assert "Version 7.2" in page
    assert "<strong>Gliders</strong> fly." in page
    assert "Too new" not in page
    assert "Old." not in page


def test_the_commit_is_told_where_the_installation_noted_one(elsewhere: Path, client: Client, db: None) -> None:
    assert "Installed from commit" not in about(client)
    forget()
    (elsewhere / "REVISION").write_text("0123456789abcdef0123456789abcdef01234567\n")
    assert "Installed from commit <code>0123456789ab</code>" in about(client)
