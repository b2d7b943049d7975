"""The fold itself: lines in, ``Standing`` out."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.packs.definition import PackDefinition
from campaigns.standing.lines import Line, Man
from campaigns.standing.model import Standing


def fold(pack: PackDefinition, men: Iterable[Man], lines: Iterable[Line]) -> Standing:
    """What a campaign of ``pack`` has come to by the ``lines`` of its journal that are in force.

    They are taken in the order of moment and number, whatever order they come in. Nothing is ever refused: what
    does not fit is listed in ``Standing.conflicts``.
    """
    raise NotImplementedError
