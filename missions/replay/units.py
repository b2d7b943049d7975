"""The units of the replay's picture, piece by piece: who sits in them, how their bombers fly, what is drawn at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from campaigns.standing.sortie_text import seat_name
from missions.replay.mission_track import LOADS, Document
from missions.replay.shapes import Load, Pip, PipRow, Plane

CELL_WIDTH = 200
LOAD_SIZE = 12
BACK_STEP = 6
PIP_STEP = 9
NAME_LIMIT = 33
VIC = ((34, 0), (-16, -24), (-16, 24))
"""Where the aircraft of a Formation fly, those on its right wing's side first, seen with its nose to the right."""
BEHIND = -46
"""How much further back an aircraft Out of Formation hangs."""
SCATTERED = ((52, 0), (-4, -22), (-58, 22))
"""Where they fly when two or more are Out of Formation, those in it first."""


def places(flying: Sequence[Document]) -> dict[str, tuple[int, int]]:
    """How far forward and across each aircraft of a Formation flies, by seat."""
    out = [str(each["seat"]) for each in flying if not each.get("in_formation", True)]
    seats = [str(each["seat"]) for each in flying]
    if len(out) > 1:
        return dict(zip(sorted(seats, key=lambda seat: seat in out), SCATTERED, strict=False))
    if len(flying) == 1:
        return {seats[0]: (0, 0)}
    spots = {seat: VIC[int(seat) - 1] for seat in seats}
    for seat in out:
        forward, across = spots[seat]
        spots[seat] = (min(forward, VIC[-1][0]) + BEHIND, across)
    return spots


def seated(unit: Document) -> list[tuple[str, Document]]:
    """The aircraft at the table with what its seat is called, a Formation's too."""
    if "formation" in unit:
        return [(f"aircraft {each['seat']}", each) for each in unit["formation"]]
    return [(seat, unit[seat]) for seat in ("leader", "wingman") if unit.get(seat)]


def aircraft_of(unit: Document) -> list[Document]:
    return [aircraft for _, aircraft in seated(unit)]


def crowd(unit: Document, planes: Iterable[Plane]) -> str:
    """The aircraft of a unit in words."""
    if "formation" not in unit:
        return " and ".join(plane.label for plane in planes)
    flying = (each for each in unit["formation"] if each.get("status", "flying") == "flying")
    return " and ".join(f"{count} {name}" for name, count in Counter(map(aircraft_name, flying)).items())


def hits(unit: Document) -> dict[str, int]:
    """Hits by aircraft that flies."""
    return {seat: int(each.get("hits", 0)) for seat, each in seated(unit) if each.get("status", "flying") == "flying"}


def loads(names: Sequence[str] | None, x: int, top: int) -> tuple[Load, ...]:
    """The loads side by side, their middle at ``x``; one that is not known has the crate for its symbol."""
    carried = [LOADS.get(name, ("cargo", name.replace("-", " "))) for name in names or ()]
    left = x - len(carried) * LOAD_SIZE // 2
    return tuple(Load(left + n * LOAD_SIZE, top, symbol, name) for n, (symbol, name) in enumerate(carried))


def note(unit: Document) -> str:
    """What else is to know of a unit, in a word or two."""
    parts = []
    if unit.get("intervened"):
        parts.append("intervened")
    if fuel := unit.get("fuel"):
        tanks = f"+{fuel['tanks']}" if fuel["tanks"] else ""
        parts.append(f"fuel {fuel['internal']}{tanks}")
    return ", ".join(parts)


def backs(unit: Document, x: int, *, nose_right: bool) -> tuple[int, ...]:
    """The left edges of an unseen hand's cards, which lie along the cell's top before the Leader's nose."""
    hand = unit.get("hand")
    count = hand if isinstance(hand, int) else len(hand or ())
    if not unit.get("face_down") or not count:
        return ()
    start = x + CELL_WIDTH - 16 - count * BACK_STEP if nose_right else x + 8
    return tuple(start + n * BACK_STEP for n in range(count))


def aircraft_name(aircraft: Document) -> str:
    return str(aircraft.get("name") or aircraft["aircraft"])


def gone_label(unit: str, aircraft: Document, *, alone: bool) -> str:
    """``unit`` is what the unit is called; ``alone``: it is a Formation of one."""
    who = aircraft.get("pilot") or seat_name(unit, "" if alone else str(aircraft["seat"]))
    return f"{who}, {aircraft_name(aircraft)}"


def shorten(text: str, limit: int = NAME_LIMIT) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def pip_row(aircraft: Document, seat: str, x: int, y: int) -> PipRow:
    line, capacity = aircraft.get("damage", (0, 0))
    taken = int(aircraft.get("hits", 0))
    damaged = bool(aircraft.get("damaged"))
    pips = tuple(
        Pip(dx=12 + n * PIP_STEP + (3 if n >= line else 0), hit=n < taken, beyond=n >= line) for n in range(capacity)
    )
    state = "damaged" if damaged else "undamaged"
    return PipRow(x, y, seat[0].upper(), f"{seat.capitalize()}: {taken} of {capacity} hits, {state}", pips)


def bomber_row(aircraft: Document, seat: str, x: int, y: int) -> PipRow:
    """The boxes of a Formation aircraft, with what is to know of it beside them."""
    row = pip_row(aircraft, seat, x, y)
    beside = words = ""
    if not aircraft.get("in_formation", True):
        beside, words = "out", ", Out of Formation"
    elif aircraft.get("no_support"):
        beside, words = "no support", ", lends no Turret Support"
    elif support := aircraft.get("support"):
        beside, words = f"+{support}", f", receives Turret Support of {support}"
    end = row.pips[-1].dx + PIP_STEP + 4 if row.pips else 12
    return replace(row, title=f"Aircraft {row.title}{words}", note=beside, note_x=end)
