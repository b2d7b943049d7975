"""The definition that a stored pack holds."""

from __future__ import annotations

from campaigns.models import Pack
from campaigns.packs import PackDefinition, read_pack


def definition(pack: Pack) -> PackDefinition:
    """Raises ``PackError`` only if a pack was stored that no longer reads: a bug or a broken database."""
    return read_pack(pack.source, f"{pack.slug}.toml")
