"""Every delivery that a pack can ever make: aircraft with their codes, and places for men.

Codes and keys follow from the pack alone, whatever happens in play: the men of a delivery are drawn when the
campaign begins, and a correction of the first mission renames nobody's aircraft. [SUP 27 step 2]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import Final

from campaigns.packs.definition import PackDefinition
from campaigns.packs.identity import ThisPack

AT_START: Final = ""
"""Key of what a squadron has when it joins."""
BY_HAND: Final = "man"
"""``Man.delivery`` of a man whom a ``change`` brings: he is away until then."""
BRINGING: Final = ("deliver", "re-equip")
"""Effects of events that bring aircraft or men."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Aircraft and men that join a squadron together."""

    key: str
    """``""`` (the squadron joins), ``replacement:<index>:<period or 0>`` or ``event:<key>:<index>``."""
    squadron: str
    aircraft: str
    """Type of the aircraft; empty: what the squadron flies by then."""
    codes: tuple[str, ...]
    men: int = 0
    green: int = 0
    """How many of the men are Green, the last ones."""
    period: int = 0
    """The period that brings it; 0: a date or an event does."""
    re_equips: bool = False
    """The squadron flies this type from now on, and its old aircraft leave the pool."""
    up_to: int | None = None
    """No more of the aircraft come than bring the squadron up to so many."""


def deliveries(pack: PackDefinition) -> tuple[Delivery, ...]:
    """All of them: what each squadron begins with, replacements period by period, events; each in the file's order."""
    return _kept(ThisPack(pack))


@lru_cache(maxsize=100)
def _kept(of: ThisPack) -> tuple[Delivery, ...]:
    return tuple(_in_order(of.definition))


def letters(number: int) -> str:
    """What the ``number``-th aircraft of a squadron carries beside the squadron's code, from 0.

    >>> letters(0), letters(25), letters(26), letters(27), letters(701), letters(702)
    ('A', 'Z', 'AA', 'AB', 'ZZ', 'AAA')
    """
    found = ""
    number += 1
    while number:
        number, place = divmod(number - 1, len(ascii_uppercase))
        found = ascii_uppercase[place] + found
    return found


def _in_order(pack: PackDefinition) -> Iterator[Delivery]:
    given = dict.fromkeys(pack.squadrons, 0)

    def codes(squadron: str, count: int) -> tuple[str, ...]:
        """Those of so many aircraft more of a squadron, which get its letters one after the other."""
        first = given[squadron]
        given[squadron] += count
        return tuple(f"{pack.squadrons[squadron].code}-{letters(number)}" for number in range(first, first + count))

    for key, squadron in pack.squadrons.items():
        own = codes(key, squadron.strength)
        yield Delivery(AT_START, key, squadron.aircraft, own, squadron.pilots, squadron.green)
    periods = pack.periods_in_all if pack.has_periods else 0
    for index, line in enumerate(pack.replacements):
        for period in line.periods(periods):
            yield Delivery(
                key=f"replacement:{index}:{period}",
                squadron=line.squadron,
                aircraft=line.type or "",
                codes=codes(line.squadron, line.aircraft),
                men=line.pilots,
                green=line.green,
                period=period,
                re_equips=line.type is not None,
                up_to=line.up_to,
            )
    for key, event in pack.events.items():
        for index, effect in enumerate(event.gives):
            if effect.effect in BRINGING and effect.squadron is not None:
                yield Delivery(
                    key=f"event:{key}:{index}",
                    squadron=effect.squadron,
                    aircraft=effect.type or "",
                    codes=codes(effect.squadron, effect.aircraft),
                    men=effect.pilots,
                    green=effect.green,
                    re_equips=effect.effect == "re-equip",
                )
