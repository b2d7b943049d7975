"""Moments of a replay as pictures: the pixels are kept for a day, so that nobody's looking is dear twice."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.core.cache import caches

from missions.replay import pixels, still
from missions.replay.frames import Watched

ACROSS: Final = 1600
"""Pixels of a moment: sharp on a phone's screen, and half a megabyte at most."""


@dataclass(frozen=True, slots=True)
class Still:
    """A moment, drawn but for its pixels."""

    svg: str
    suffix: str

    @property
    def tag(self) -> str:
        """Changes whenever what is to be seen does."""
        return sha256(f"{self.suffix} {ACROSS} {self.svg}".encode()).hexdigest()

    def content(self) -> bytes:
        """The file."""
        if self.suffix == "svg":
            return self.svg.encode()
        kept = caches["pictures"]
        known: bytes | None = kept.get(self.tag)
        if known is None:
            known = pixels.png(self.svg, ACROSS)
            kept.set(self.tag, known)
        return known


def still_at(watched: Watched, step: int, suffix: str) -> Still:
    """A step of what is watched, as ``png`` or ``svg``."""
    scene = still.scene(watched.system, watched.frames, watched.sides, step)
    return Still(still.svg(scene, watched.heading, has_letters=suffix == "svg"), suffix)
