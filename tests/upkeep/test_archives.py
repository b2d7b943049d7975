"""Archives that are not what they say: each is refused with a sentence, and costs next to nothing."""

from __future__ import annotations

import gzip
import io
import os
import stat
import tarfile
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from upkeep.archives import files, manifest
from upkeep.archives.manifest import Contents, Damaged, Manifest

CONTENT = {"database": os.urandom(50_000) + b"\0" * 300_000, "settings.env": b"SECRET_KEY=x\n"}


def described(tmp_path: Path) -> tuple[Manifest, dict[str, Path]]:
    paths = {}
    for name, content in CONTENT.items():
        paths[name] = tmp_path / f"plain-{name}"
        paths[name].write_bytes(content)
    contents = Contents(kind="sqlite", server="3", migrations=[("missions", "0001_initial")], counts={"auth_user": 1})
    members = {name: files.measured(path) for name, path in paths.items()}
    said = Manifest(
        format=1,
        version="1",
        made_at=datetime(2026, 1, 1, tzinfo=UTC),
        database=contents,
        members=members,  # type: ignore[arg-type]  # names are text
    )
    return said, paths


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "archive.tar.gz"
    files.write(path, *described(tmp_path))
    return path


def hostile(tmp_path: Path, *members: tuple[tarfile.TarInfo, bytes], first: bool = True) -> Path:
    """An archive with a true manifest, or none, and whatever else."""
    path, text = tmp_path / "hostile.tar.gz", manifest.as_text(described(tmp_path)[0]).encode()
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as tar:
        for header, content in ([(named("manifest.json"), text)] if first else []) + list(members):
            if header.isreg():
                header.size = len(content)
            tar.addfile(header, io.BytesIO(content))
    return path


def named(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    header = tarfile.TarInfo(name)
    header.type, header.linkname = kind, link
    return header


def refused(path: Path, tmp_path: Path) -> str:
    """Why; nothing but whole members lies in the folder, and nothing outside."""
    folder = tmp_path / "into"
    folder.mkdir(exist_ok=True)
    before = {each for each in tmp_path.rglob("*") if folder not in each.parents}
    with pytest.raises(Damaged) as why:
        files.unpack(path, folder)
    assert {each for each in tmp_path.rglob("*") if folder not in each.parents} == before
    assert {each.name for each in folder.iterdir()} <= set(CONTENT)
    assert not any(each.is_symlink() for each in folder.iterdir())
    for left in folder.iterdir():
        left.unlink()
    return str(why.value)


def test_what_is_written_reads_back_and_is_its_owners_alone(archive: Path, tmp_path: Path):
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    folder = tmp_path / "into"
    folder.mkdir()
    assert files.unpack(archive, folder) == files.check(archive) == described(tmp_path)[0]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == CONTENT


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_an_archive_cut_anywhere_is_refused(data: st.DataObject, archive: Path, tmp_path: Path):
    whole = archive.read_bytes()
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    assert refused(cut, tmp_path)


def test_a_letter_of_the_manifest_that_another_has_taken_the_place_of_is_found(archive: Path):
    whole = gzip.decompress(archive.read_bytes())
    assert whole.count(b"0001_initial") == 1
    sum_of_gzip = archive.read_bytes()[-8:]
    archive.write_bytes(gzip.compress(whole.replace(b"0001_initial", b"0005_initial"))[:-8] + sum_of_gzip)
    with pytest.raises(Damaged):
        files.check(archive)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_changed_byte_is_found_or_has_changed_nothing(data: st.DataObject, archive: Path, tmp_path: Path):
    whole = bytearray(archive.read_bytes())
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= 1 << data.draw(st.integers(0, 7))
    changed = tmp_path / "changed.tar.gz"
    changed.write_bytes(whole)
    try:
        said = files.check(changed)
    except Damaged:
        return
    assert said == files.check(archive), "a flag of gzip, a time stamp: members and manifest are whole"


@pytest.mark.parametrize(
    ("member", "words"),
    [
        (named("../outside"), "holds '../outside', which does not belong there"),
        (named("/etc/passwd"), "holds '/etc/passwd', which does not belong there"),
        (named("database", tarfile.SYMTYPE, "/etc/passwd"), "its 'database' is no file"),
        (named("database", tarfile.LNKTYPE, "manifest.json"), "its 'database' is no file"),
        (named("database", tarfile.CHRTYPE), "its 'database' is no file"),
        (named("database", tarfile.DIRTYPE), "its 'database' is no file"),
        (named("manifest.json"), "holds 'manifest.json', which does not belong there"),
    ],
)
def test_what_does_not_belong_there_is_refused(member: tarfile.TarInfo, words: str, tmp_path: Path):
    assert words in refused(hostile(tmp_path, (member, b"x" if member.isreg() else b"")), tmp_path)


def test_a_member_of_another_size_or_with_another_content_or_twice_is_refused(tmp_path: Path):
    content = CONTENT["database"]
    for other, words in (
        (content + b"x", "has 350001 bytes and should have 350000"),
        (content[:-1] + b"x", "a byte or more of it has changed"),
    ):
        assert words in refused(hostile(tmp_path, (named("database"), other)), tmp_path)
    twice = hostile(tmp_path, (named("database"), content), (named("database"), content))
    assert "does not belong there" in refused(twice, tmp_path)
    assert "ends before its settings.env" in refused(hostile(tmp_path, (named("database"), content)), tmp_path)


@pytest.mark.parametrize("with_manifest", [True, False])
def test_a_bomb_is_put_away_before_it_swells(with_manifest: bool, tmp_path: Path):
    """A header of 40 megabytes, which a tar's reader would take into memory whole."""
    header = named("database")
    header.pax_headers = {"comment": "x" * 40_000_000}
    bomb = hostile(tmp_path, (header, b""), first=with_manifest)
    del header
    tracemalloc.start()
    try:
        assert "more than it says" in refused(bomb, tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()


def test_a_large_member_is_read_a_little_at_a_time(tmp_path: Path):
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(64_000_000)
    said, paths = described(tmp_path)
    said = said.model_copy(update={"members": said.members | {"database": files.measured(large)}})
    tracemalloc.start()
    try:
        files.write(tmp_path / "large.tar.gz", said, paths | {"database": large})
        files.check(tmp_path / "large.tar.gz")
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "cannot be read to its end"),
        (b"hello", "cannot be read to its end"),
        (gzip.compress(b"hello" * 1000), "cannot be read to its end"),
        (gzip.compress(b"\0" * 10240), "no backup of Ready Room"),
    ],
    ids=["nothing", "a word", "words", "zeros"],
)
def test_what_is_no_archive_at_all_is_refused(content: bytes, words: str, tmp_path: Path):
    path = tmp_path / "none.tar.gz"
    path.write_bytes(content)
    assert words in refused(path, tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b'{"format": 2, "novelty": true}', "a later Ready Room has made it"),
        (b'{"format": 1}', "manifest.json cannot be read (version: Field required)"),
        (b"[]", "manifest.json cannot be read (its beginning: "),
        (b"\xff\xfe", "manifest.json cannot be read (its beginning: "),
    ],
)
def test_a_manifest_that_says_something_else_is_refused(text: bytes, words: str, tmp_path: Path):
    path = hostile(tmp_path, (named("manifest.json"), text), first=False)
    assert words in refused(path, tmp_path)
