"""The definition that a stored pack holds, parsed once for each process."""

from __future__ import annotations

from functools import lru_cache

from campaigns.models import Pack
from campaigns.packs import PackDefinition, read_pack


def definition(pack: Pack) -> PackDefinition:
    """Raises ``PackError`` only if a pack was stored that no longer reads: a bug or a broken database."""
    return _read(pack.source, f"{pack.slug}.toml")


@lru_cache(maxsize=64)
def _read(source: str, filename: str) -> PackDefinition:
    return read_pack(source, filename)
