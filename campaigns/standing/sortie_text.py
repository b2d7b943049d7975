"""What an aircraft did in a mission, in words: the same on pages and on paper."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from campaigns.standing.result_kinds import Sortie
from config.common.figures import figure
from engine.core.names import unit_names
from engine.core.report import AircraftReport

PHASES = ("Target-Bound", "Over Target", "Home-Bound", "Straggler")
SHORT_PHASES = ("TB", "OT", "HB", "S")
IN_VAIN: Mapping[str, str] = {
    "reconnaissance": "no photographs",
    "air-drop": "nothing delivered",
    "air-transport": "nothing delivered",
    "mine-laying": "no mines laid",
}
NOT_DAMAGED = "not damaged"
"""What is said of a target of which nothing was achieved: by the type of mission, else that it was not damaged."""


Flown: TypeAlias = Sortie | AircraftReport
"""What became of an aircraft, be it in the journal or in a report."""


def deeds(sortie: Flown) -> tuple[str, ...]:
    """What it did beside flying."""
    found = []
    if sortie.struck:
        found.append(f"hit the target for {sortie.struck}")
    if sortie.cargo:
        found.append(f"delivered {count(sortie.cargo, 'Cargo Point')}")
    if sortie.mines:
        found.append(f"laid {count(sortie.mines, 'mine')}")
    if sortie.recon:
        found.append(f"photographs worth {sortie.recon} VP")
    if not found and sortie.over_target:
        found.append("over the target")
    if sortie.jettisoned:
        found.append("jettisoned")
    if sortie.fuel is not None:
        found.append(f"{count(sortie.fuel, 'Fuel Point')} spent")
    return tuple(found)


def count(number: int, thing: str) -> str:
    """
    >>> count(1, "mine"), count(4, "mine")
    ('1 mine', '4 mines')
    """
    return f"{figure(number)} {thing}{'' if number == 1 else 's'}"


def names(sorties: Iterable[Flown], sides: Mapping[str, str] | None = None) -> dict[str, str]:
    """What the units of a mission are called, by id; ``sides``: what the sides are called, if not Allied and Axis."""
    flown = list(sorties)
    return unit_names(
        {sortie.unit: sortie.role for sortie in flown},
        {sortie.unit: sortie.number for sortie in flown if sortie.number},
        sides,
    )


def place(seat: str) -> str:
    """Which aircraft of its unit: ``leader``, ``wingman``, ``wingman 2``, ``third man``, ``aircraft 2``."""
    return f"aircraft {seat}" if seat.isdecimal() else "third man" if seat == "section" else seat.replace("-", " ")


def seat_name(unit: str, seat: str) -> str:
    """``Interceptor 1 wingman``; ``Striker 1, aircraft 2`` of a Formation. ``unit`` is what the unit is called."""
    if not seat:
        return unit
    return f"{unit}{',' if seat.isdecimal() else ''} {place(seat)}"


def load(names_: Iterable[str]) -> str:
    """
    >>> load(["bombs", "ground-rockets"])
    'bombs and ground rockets'
    """
    return " and ".join(names_).replace("-", " ")


def duration(flown: Sequence[int], *, short: bool = False) -> str:
    """
    >>> duration((3, 1, 2, 0))
    '3 Target-Bound, 1 Over Target, 2 Home-Bound'
    >>> duration((3, 1, 2, 1), short=True)
    '3 TB, 1 OT, 2 HB, 1 S'
    """
    phases = SHORT_PHASES if short else PHASES
    return ", ".join(f"{turns} {phase}" for turns, phase in zip(flown, phases, strict=False) if turns)


def achieved(sortie: Flown) -> bool:
    """Whether an aircraft did anything of what its mission was for."""
    return bool(sortie.struck or sortie.cargo or sortie.mines or sortie.recon)


def just_came_home(sortie: Sortie) -> bool:
    """Whether there is no more to tell of it than that nothing happened to it."""
    is_plain = sortie.status == "undamaged" and bool(sortie.seat) and not (sortie.jettisoned or sortie.differs)
    return is_plain and not achieved(sortie)


def brought(sorties: Collection[Flown]) -> Iterator[str]:
    """What they delivered, laid and found out, added up."""
    for total, thing, done in (
        (sum(each.cargo for each in sorties), "Cargo Point", "delivered"),
        (sum(each.mines for each in sorties), "mine", "laid"),
        (sum(each.recon for each in sorties), "VP", "for photographs"),
    ):
        if total:
            yield f"{count(total, thing)} {done}"


def fell_to_flak(sortie: Flown) -> bool:
    return sortie.status == "destroyed" and "flak" in sortie.cause
