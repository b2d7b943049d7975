"""Bringing an installation up to date, which is done again at every start."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from campaigns.management.commands import load_data, prepare
from campaigns.models import Pack
from campaigns.operations import packs as packs_

PACK = "desert-dogfights.toml"


@pytest.fixture
def read(db: None, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Loads a house of one pack; which files were read for it."""
    house = tmp_path / "house"
    (house / "engine").mkdir(parents=True)
    (house / "engine" / "rules.py").write_text("")
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / PACK).write_bytes((load_data.FOLDER / PACK).read_bytes())
    monkeypatch.setattr(load_data, "FOLDER", packs)
    settings.BASE_DIR, settings.DATA_DIR = house, tmp_path
    seen: list[str] = []
    load = packs_.load_pack

    def watched(text: str, filename: str) -> tuple[Pack, bool]:
        seen.append(filename)
        return load(text, filename)

    monkeypatch.setattr(packs_, "load_pack", watched)

    def run() -> list[str]:
        seen.clear()
        call_command("load_data", stdout=io.StringIO())
        return list(seen)

    return run


def test_packs_are_read_once_as_long_as_neither_they_nor_their_readers_change(
    read: Callable[[], list[str]], tmp_path: Path
) -> None:
    assert read() == [PACK]
    assert read() == []
    (tmp_path / "house" / "engine" / "rules.py").write_text("# a rule has been mended")
    assert read() == [PACK]
    assert read() == []
    pack = tmp_path / "packs" / PACK
    pack.write_text(pack.read_text() + "# a word more\n")
    assert read() == [PACK]
    assert read() == []
    Pack.objects.update(on_shelf=False)
    assert read() == [PACK], "another database, or a pack taken off the shelf"


def test_static_files_are_gathered_once_as_long_as_they_do_not_change(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, settings.STATIC_ROOT = tmp_path / "static", tmp_path / "gathered"
    source.mkdir()
    settings.STATIC_ROOT.mkdir()
    (source / "a.css").write_text("a {}")
    settings.STATICFILES_DIRS = [source]
    done: list[str] = []
    monkeypatch.setattr(prepare, "call_command", lambda name, **more: done.append(name))
    prepare.collect_static()
    prepare.collect_static()
    assert done == ["collectstatic"]
    (source / "a.css").write_text("a { color: red }")
    prepare.collect_static()
    prepare.collect_static()
    assert done == ["collectstatic"] * 2
    (settings.STATIC_ROOT / prepare.STAMP).unlink()
    prepare.collect_static()
    assert done == ["collectstatic"] * 3, "somebody has emptied the folder"


def test_two_installations_of_one_checkout_that_start_at_once_gather_their_static_files_once(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, settings.STATIC_ROOT = tmp_path / "static", tmp_path / "gathered"
    source.mkdir()
    (source / "a.css").write_text("a {}")
    settings.STATICFILES_DIRS = [source]
    begun: list[str] = []
    has_begun, may_end = Event(), Event()

    def gather(name: str, **more: object) -> None:
        begun.append(name)
        has_begun.set()
        assert may_end.wait(60)

    monkeypatch.setattr(prepare, "call_command", gather)
    both = [Thread(target=prepare.collect_static) for _ in range(2)]
    both[0].start()
    assert has_begun.wait(60)
    both[1].start()
    both[1].join(0.1)
    assert both[1].is_alive(), "what the first has begun is not yet there"
    may_end.set()
    for each in both:
        each.join(60)
    assert begun == ["collectstatic"]
