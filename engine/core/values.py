"""Values that are made by the thousand.

``value`` is ``dataclass`` to whoever checks types, who lets nobody change one that is ``frozen``. When the game runs
nothing watches over that: a frozen dataclass takes five times as long to be made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as value
else:

    def value(*, frozen, eq=True, **options):
        return dataclass(eq=eq, unsafe_hash=frozen and eq, **options)


__all__ = ["value"]
