"""An archive as a file: a tar under gzip, its manifest first. Written and read as a stream, a megabyte at a time.

Nothing of an archive is taken on trust. A member is read only if the manifest names it, is a file, has the size that
the manifest says, and comes to the same digest; nothing is ever unpacked by the name that it bears. What stands between
members is bounded as well, so that an archive that swells when it is unpacked is put away after some kilobytes.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from upkeep.archives import manifest as manifests
from upkeep.archives.manifest import Damaged, Manifest, Member

CHUNK: Final = 2**20
BETWEEN: Final = 64 * 2**10
"""Bytes that may stand before a member: its header, and what fills up the one before it."""
UNREADABLE = (tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile)


class _Measured(io.RawIOBase):
    """What comes out of gzip, up to where the reader has allowed it."""

    def __init__(self, inner: IO[bytes]) -> None:
        self.inner, self.left = inner, 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if size < 0 or self.left <= 0:
            raise Damaged("it holds more than it says")
        found = self.inner.read(size)
        self.left -= len(found)
        return found


def measured(path: Path) -> Member:
    """Size and digest of a file."""
    with path.open("rb") as file:
        return Member(size=path.stat().st_size, sha256=hashlib.file_digest(file, "sha256").hexdigest())


def write(path: Path, manifest: Manifest, files: Mapping[str, Path]) -> None:
    """Write an archive of the files, which the manifest has measured. It is its owner's alone, and on the disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as raw:
        with (
            gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w|", format=tarfile.GNU_FORMAT) as tar,
        ):
            text = manifests.as_text(manifest).encode()
            tar.addfile(_header(manifests.NAME, len(text), manifest), io.BytesIO(text))
            for name, file in files.items():
                with file.open("rb") as content:
                    tar.addfile(_header(name, file.stat().st_size, manifest), content)
        raw.flush()
        os.fsync(raw.fileno())


def _header(name: str, size: int, manifest: Manifest) -> tarfile.TarInfo:
    header = tarfile.TarInfo(name)
    header.size, header.mode, header.mtime = size, 0o600, int(manifest.made_at.timestamp())
    return header


def manifest_of(path: Path) -> Manifest:
    """Only what the archive says of itself. Raises ``Damaged``, and ``OSError`` of a file that cannot be opened."""
    with _opened(path) as (_, _, manifest):
        return manifest


def check(path: Path) -> Manifest:
    """Read the whole archive; all that it says of itself is true. Raises as ``manifest_of``."""
    return _read(path, lambda name: None)


def unpack(path: Path, folder: Path) -> Manifest:
    """Check the archive and put its members into the folder, a fresh one. Raises as ``manifest_of``."""
    return _read(path, lambda name: (folder / name).open("xb"))


def _read(path: Path, to: Callable[[str], IO[bytes] | None]) -> Manifest:
    with _opened(path) as (tar, stream, manifest):
        awaited: dict[str, Member] = dict(manifest.members)  # type: ignore[arg-type]  # names are text
        for header in _members(tar, stream):
            member = awaited.pop(header.name, None)
            if member is None:
                raise Damaged(f"it holds {header.name[:80]!r}, which does not belong there")
            _check_header(header, member.size)
            stream.left += member.size
            _copy(tar, header, member, to(header.name))
        if awaited:
            raise Damaged(f"it ends before its {' and its '.join(sorted(awaited))}")
        _read_to_end(stream)
        return manifest


@contextmanager
def _opened(path: Path) -> Iterator[tuple[tarfile.TarFile, _Measured, Manifest]]:
    with path.open("rb") as raw, gzip.open(raw, "rb") as unpacked:
        stream = _Measured(unpacked)  # type: ignore[arg-type]  # a GzipFile reads as well as any file
        stream.left = manifests.MOST_BYTES + BETWEEN
        try:
            with tarfile.open(fileobj=stream, mode="r|") as tar:
                header = tar.next()
                if header is None or header.name != manifests.NAME:
                    raise Damaged("it is no backup of Ready Room")
                _check_header(header, min(header.size, manifests.MOST_BYTES))
                content = tar.extractfile(header)
                assert content is not None, "it is a file"
                yield tar, stream, manifests.read(content.read())
        except UNREADABLE as problem:
            raise Damaged(f"it cannot be read to its end ({problem})") from None


def _members(tar: tarfile.TarFile, stream: _Measured) -> Iterator[tarfile.TarInfo]:
    while True:
        stream.left = BETWEEN
        header = tar.next()
        if header is None:
            return
        yield header


def _read_to_end(stream: _Measured) -> None:
    """Only at its end does gzip compare its sum, the one proof that the manifest itself is as it was written."""
    stream.left = BETWEEN
    while stream.read(BETWEEN):
        pass


def _check_header(header: tarfile.TarInfo, size: int) -> None:
    if not header.isreg():
        raise Damaged(f"its {header.name[:80]!r} is no file")
    if header.size != size:
        raise Damaged(f"its {header.name} has {header.size} bytes and should have {size}")


def _copy(tar: tarfile.TarFile, header: tarfile.TarInfo, member: Member, to: IO[bytes] | None) -> None:
    content, digest = tar.extractfile(header), hashlib.sha256()
    assert content is not None, "it is a file"
    try:
        while chunk := content.read(CHUNK):
            digest.update(chunk)
            if to is not None:
                to.write(chunk)
        if to is not None:
            to.flush()
    finally:
        if to is not None:
            to.close()
    if digest.hexdigest() != member.sha256:
        raise Damaged(f"its {header.name} is not what was packed: a byte or more of it has changed")
