"""A pack as a key of what is kept about it."""

from __future__ import annotations

from campaigns.packs.definition import PackDefinition


class ThisPack:
    """A pack as a key of what is kept: it is this one, and no other of the same words."""

    __slots__ = ("definition",)

    def __init__(self, definition: PackDefinition) -> None:
        self.definition = definition

    def __hash__(self) -> int:
        return id(self.definition)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ThisPack) and other.definition is self.definition
