"""Signs of life of background work, left where `/healthz` finds them."""

from __future__ import annotations

import logging
from time import monotonic, time
from typing import Final, Literal, TypeAlias, get_args

from django.core.cache import cache

Kind: TypeAlias = Literal["worker", "clock"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
SPARED: Final = 15.0
"""Seconds between two signs that are written: workers have a heart beating every other second."""
LASTS: Final = 90
"""Seconds after which a sign has faded."""

logger = logging.getLogger(__name__)
_last: dict[Kind, float] = {}


def leave(kind: Kind) -> None:
    """Say that somebody of this kind is at work."""
    now = monotonic()
    if now - _last.get(kind, -SPARED) < SPARED:
        return
    _last[kind] = now
    try:
        cache.set(f"sign-of-life:{kind}", time(), LASTS)
    except Exception:
        # A full disk must not stop the work that this only tells of; `/healthz` says so by the sign that is missing.
        logger.exception("no sign of life could be left")


def is_fresh(kind: Kind) -> bool:
    """Whether somebody of this kind has been at work lately."""
    return bool(cache.get(f"sign-of-life:{kind}"))


def last(kind: Kind) -> float | None:
    """When that was, in seconds of the clock; ``None`` if it is longer ago than ``LASTS``."""
    at = cache.get(f"sign-of-life:{kind}")
    return float(at) if at else None
