"""A unit on the table: its aircraft as they fly, what they carry, the boxes of their Hits, its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.core.board import Shape, type_of
from engine.core.game import Document
from engine.wildblue.aircraft import catalogue
from engine.wildblue.board.pieces import CELL_WIDTH, LARGE, box, sign, text
from engine.wildblue.terms import words

FORMATION_DROP = 16
"""How much lower the words of a Formation begin than those of an Element."""
LEADER_SIZE, WINGMAN_SIZE, SECTION_SIZE, BOMBER_SIZE, LOAD_SIZE = 66, 46, 34, 50, 12
WORDS_TOP = 96
PIPS_TOP = 129
PIPS_ROW, PIP, PIP_STEP = 13, 7, 9
SECOND_ROW = 108
"""Where the boxes of a Wingman begin beside those of his Leader, if these leave room."""
BACK_STEP = 6
LETTERS = 33
"""That there is room for in a cell."""
AHEAD, BACK, UP = 0.0, 180.0, 270.0
FACING = {"allied": AHEAD, "axis": BACK}
"""The sides look at one another."""
REAR = {AHEAD: (-58, 18), BACK: (58, 18)}
"""Where the Wingman flies, seen from a Leader with that heading."""
ASIDE = (60, 18)
"""Where the Wingman of a chased Leader flies, clear of the line between the two."""
VIC = ((34, 0), (-16, -24), (-16, 24))
"""Where the aircraft of a Formation fly, those on its right wing's side first, seen with its nose to the right."""
BEHIND = -46
"""How much further back an aircraft Out of Formation hangs."""
SCATTERED = ((52, 0), (-4, -22), (-58, 22))
"""Where they fly when two or more are Out of Formation, those in it first."""
LOADS = {
    "bombs": ("bomb", "bombs"),
    "torpedoes": ("torpedo", "torpedoes"),
    "mines": ("mine", "mines"),
    "cargo": ("cargo", "cargo"),
    "air-rockets": ("rocket", "Aerial Rockets"),
    "ground-rockets": ("rocket", "Air-to-Ground Rockets"),
    "drop-tanks": ("tank", "Drop Tanks"),
    "gun-pods-20": ("pod", "20 mm Gun Pods"),
    "gun-pods-30": ("pod", "30 mm Gun Pods"),
}
"""A load's sign ``load-…`` and its name."""


class Placed(NamedTuple):
    """A unit in its cell."""

    name: str
    document: Document
    called: str
    x: int
    y: int
    craft: dict[str, Shape]
    """By seat; ``section`` is the marker of its third man, who is no aircraft of his own. [WBY 17.6]"""

    @property
    def first(self) -> Shape:
        return next(iter(self.craft.values()))


def seated(unit: Document) -> dict[str, Document]:
    """The aircraft at the table by seat, a Formation's too."""
    if "formation" in unit:
        return {str(each["seat"]): each for each in unit["formation"]}
    return {seat: unit[seat] for seat in ("leader", "wingman") if unit.get(seat)}


def flying(unit: Document) -> dict[str, Document]:
    return {seat: each for seat, each in seated(unit).items() if each.get("status", "flying") == "flying"}


def seat_in_words(seat: str) -> str:
    return f"aircraft {seat}" if seat.isdecimal() else "third man" if seat == "section" else seat


def aircraft_name(aircraft: Document) -> str:
    return str(aircraft.get("name") or aircraft["aircraft"])


def crowd(unit: Document) -> str:
    """The aircraft of a unit in words."""
    if "formation" in unit:
        counted = Counter(map(aircraft_name, flying(unit).values()))
        return " and ".join(f"{count} {name}" for name, count in counted.items())
    there = [f"{aircraft_name(each)}, {seat}" for seat, each in flying(unit).items()]
    return " and ".join([*there, *(["third man of the Section"] if unit.get("section") else [])])


def types(unit: Document) -> str:
    return " and ".join(dict.fromkeys(map(aircraft_name, (flying(unit) or seated(unit)).values())))


def carried(unit: Document) -> list[str]:
    """The names of all loads that are still carried."""
    found = [load for each in flying(unit).values() for load in each.get("load", unit.get("load")) or ()]
    return [_load(load)[1] for load in dict.fromkeys(found)]


def _load(load: str) -> tuple[str, str]:
    """Its sign and name; one that is not known has the crate for its sign."""
    return LOADS.get(load, ("cargo", load.replace("-", " ")))


def silhouette(aircraft: Document, unit: Document) -> Literal["aircraft", "twin", "bomber"]:
    """By its engines; of ratings given inline that do not tell them, one or, in a Formation, two."""
    source = aircraft["aircraft"]
    table = source if isinstance(source, dict) else catalogue().get(source, {})
    usual = 2 if table is source and "formation" in unit else 1
    engines = table.get("performance", {}).get("engines", usual)
    return "aircraft" if engines < 2 else "twin" if engines < 4 else "bomber"


def height(unit: Document) -> int:
    """Of its cell."""
    drop = FORMATION_DROP if "formation" in unit else 0
    return drop + PIPS_TOP + PIPS_ROW * len({y for _, _, y in _rows(unit)})


def placed(name: str, unit: Document, called: str, x: int, y: int, turn: float, *, chased: bool) -> Placed:
    """The unit with its Leader's nose at ``turn``, in the cell whose corner is there."""
    ahead = -1 if unit["side"] == "axis" else 1
    if "formation" in unit:
        turn, chased = FACING[unit["side"]], False
        y += FORMATION_DROP
        spots = {seat: (ahead * x_, y_ - 4) for seat, (x_, y_) in _vic(flying(unit)).items()}
    else:
        spots = {"leader": (0, 0), "wingman": ASIDE if chased else REAR[turn]}
    middle = (x + CELL_WIDTH // 2, y + 38)
    craft: dict[str, Shape] = {}
    for seat, aircraft in flying(unit).items():
        out = not aircraft.get("in_formation", True)
        damaged = bool(aircraft.get("damaged"))
        title = f"{aircraft_name(aircraft)}, {seat_in_words(seat)}{', Out of Formation' if out else ''}"
        craft[seat] = Shape(
            silhouette(aircraft, unit),
            ((middle[0] + spots[seat][0], middle[1] + spots[seat][1]),),
            f"{unit['side']} card damaged" if damaged else f"{unit['side']} card",
            type=type_of(aircraft["aircraft"]),
            title=f"{title}, damaged" if damaged else title,
            size={"leader": LEADER_SIZE, "wingman": WINGMAN_SIZE}.get(seat, BOMBER_SIZE),
            turn=turn,
            key=f"{name} {seat}",
        )
    if unit.get("section") and len(craft) == 2:
        aside = -60 if spots["wingman"][0] > 0 else 60
        craft["section"] = Shape(
            craft["wingman"].kind,
            ((middle[0] + aside, middle[1] - 20),),
            f"{unit['side']} ghost",
            type=craft["wingman"].type,
            title="third man of the Section",
            size=SECTION_SIZE,
            turn=turn,
            key=f"{name} section",
        )
    return Placed(name, unit, called, x, y, craft)


def _vic(flown: dict[str, Document]) -> dict[str, tuple[int, int]]:
    """How far forward and across each aircraft of a Formation flies, by seat. [WBY 17.3.1c, 17.3.7]"""
    out = [seat for seat, each in flown.items() if not each.get("in_formation", True)]
    if len(out) > 1:
        return dict(zip(sorted(flown, key=lambda seat: seat in out), SCATTERED, strict=False))
    if len(flown) == 1:
        return dict.fromkeys(flown, (0, 0))
    spots = {seat: VIC[int(seat) - 1] for seat in flown}
    for seat in out:
        forward, across = spots[seat]
        spots[seat] = (min(forward, VIC[-1][0]) + BEHIND, across)
    return spots


def unit_shapes(unit: Placed, marks: dict[str, str], struck: Collection[str]) -> Iterator[Shape]:
    """All of a unit; ``marks``: the parts in this step of its aircraft, by seat: ``actor``, ``target``. Flak has just
    hit those that are ``struck``."""
    document, x, y = unit.document, unit.x, unit.y
    seats = seated(document)
    yield from _support(unit)
    for seat, craft in unit.craft.items():
        aircraft = seats.get(seat, {})
        if seat in marks:
            yield Shape("circle", craft.points, marks[seat], size=craft.size / 2)
        if not aircraft.get("in_formation", True):
            yield Shape("circle", craft.points, "out", size=craft.size / 2)
        if seat in struck:
            yield sign("flak", *craft.points[0], craft.size, "flak hit")
        yield craft
        if seat != "section":
            yield from _loads(aircraft.get("load", document.get("load")) or (), craft)
    if document.get("clouds"):
        yield sign("cloud", x + 88, y + 44, 176, "cloud", "In the clouds")
    look = f"unit {document['side']}"
    yield text(x + 12, y + WORDS_TOP, unit.called, f"label {look}", size=LARGE)
    if said := _note(document):
        yield text(x + CELL_WIDTH - 10, y + WORDS_TOP, said, look, "end")
    said = types(document)
    said = said if len(said) <= LETTERS else f"{said[: LETTERS - 1].rstrip()}…"
    yield text(x + 12, y + WORDS_TOP + 16, said, look)
    yield from _backs(unit)
    for seat, column, row in _rows(document):
        yield from _pips(seat, seats[seat], document["side"], x + column, y + row)


def _support(unit: Placed) -> Iterator[Shape]:
    """Lines between aircraft that lend one another Turret Support. [WBY 17.3.1b]"""
    if "formation" in unit.document:
        together = [unit.craft[seat] for seat, each in flying(unit.document).items() if each.get("in_formation", True)]
        for other in together[1:]:
            yield Shape("line", (together[0].points[0], other.points[0]), f"support {unit.document['side']}")


def _loads(names: Sequence[str], craft: Shape) -> Iterator[Shape]:
    """Side by side under their aircraft, a bomber's under its wing."""
    x, y = craft.points[0]
    below = craft.size / 2 + LOAD_SIZE / 2
    if craft.size == BOMBER_SIZE:
        x, below = x + (4 if craft.turn == BACK else -4), 20
    for n, (symbol, name) in enumerate(map(_load, names)):
        yield sign(f"load-{symbol}", x + (n - (len(names) - 1) / 2) * LOAD_SIZE, y + below, LOAD_SIZE, "load", name)


def _note(unit: Document) -> str:
    """What else is to know of a unit, in a word or two."""
    parts = ["intervened"] if unit.get("intervened") else []
    if fuel := unit.get("fuel"):
        tanks = f"+{fuel['tanks']}" if fuel["tanks"] else ""
        parts.append(f"fuel {fuel['internal']}{tanks}")
    return ", ".join(parts)


def _backs(unit: Placed) -> Iterator[Shape]:
    """The cards of a hand that nobody has seen, along the cell's top before the Leader's nose. [WBY 18.1d]"""
    hand = unit.document.get("hand")
    count = hand if isinstance(hand, int) else len(hand or ())
    if unit.document.get("face_down"):
        start = unit.x + (8 if unit.first.turn == BACK else CELL_WIDTH - 16 - count * BACK_STEP)
        for n in range(count):
            yield box(start + n * BACK_STEP, unit.y, 9, 13, "back", "A hand that nobody has seen")


def _rows(unit: Document) -> list[tuple[str, int, int]]:
    """The rows of boxes: whose, and where in the cell."""
    seats = flying(unit)
    leader = seats.get("leader")
    if leader and 24 + leader.get("damage", (0, 0))[1] * PIP_STEP < SECOND_ROW:
        return [(seat, 12 if seat == "leader" else SECOND_ROW, PIPS_TOP) for seat in seats]
    return [(seat, 12, PIPS_TOP + n * PIPS_ROW) for n, seat in enumerate(seats)]


def _pips(seat: str, aircraft: Document, side: str, x: int, y: int) -> tuple[Shape, ...]:
    """A box for each Hit that an aircraft bears, those of its Damaged side apart, and what is to know beside them."""
    line, capacity = aircraft.get("damage", (0, 0))
    beside = more = ""
    if not aircraft.get("in_formation", True):
        beside, more = "out", ", Out of Formation"
    elif aircraft.get("no_support"):
        beside, more = "no support", ", lends no Turret Support"
    elif support := aircraft.get("support"):
        beside, more = f"+{support}", f", receives Turret Support of {support}"
    state = "damaged" if aircraft.get("damaged") else "undamaged"
    said = f"{state}{more}", beside, f"unit {side}"
    return _boxes(seat, int(aircraft.get("hits", 0)), line, capacity, said, (x, y))


@lru_cache(maxsize=4096)
def _boxes(
    seat: str, taken: int, line: int, capacity: int, said: tuple[str, str, str], at: tuple[int, int]
) -> tuple[Shape, ...]:
    """They stay the same for most of a fight. ``said``: how it is, what stands beside them, and in what look."""
    x, y = at
    state, beside, look_beside = said
    who = seat_in_words(seat)
    title = f"{who[0].upper()}{who[1:]}: {taken} of {capacity} hits, {state}"
    shapes = [text(x + 3, y, seat[0].upper(), "small", "middle")]
    edges = sorted({0, min(taken, capacity), line, capacity})
    for first, end in pairwise(edges):
        look = f"pip{' hit' if first < taken else ''}{' beyond' if first >= line else ''}"
        start = x + 15 + (3 if first >= line else 0)
        middles = tuple((start + n * PIP_STEP, y) for n in range(first, end))
        shapes.append(Shape("boxes", middles, look, title=title, size=PIP))
    if beside:
        shapes.append(text(x + 19 + capacity * PIP_STEP, y, beside, look_beside))
    return tuple(shapes)


def sentence(unit: Document, called: str, where: str, position: str) -> str:
    """All that can be seen of a unit; ``position``: how it stands to whom it is engaged with."""
    parts = [f"{called} ({crowd(unit)}): {where}"]
    if position:
        parts.append(position)
    for key, said in (("clouds", "in the clouds"), ("over_target", "Over Target")):
        if unit.get(key):
            parts.append(said)
    if loads := carried(unit):
        parts.append(f"carrying {' and '.join(loads)}")
    for key, said in (("face_down", "its hand face down"), ("intervened", "has intervened")):
        if unit.get(key):
            parts.append(said)
    for seat, aircraft in flying(unit).items():
        who = seat_in_words(seat)
        if hits := aircraft.get("hits"):
            parts.append(f"{who} has {hits} hit{'s' if hits != 1 else ''}")
        if not aircraft.get("in_formation", True):
            parts.append(f"{who} Out of Formation")
        elif aircraft.get("no_support"):
            parts.append(f"{who} lends no support")
    return f"{', '.join(parts)}."


def waits(unit: Document, turn: int) -> str:
    """Why a unit is not at the table: when it arrives, or that it has broken off; empty if it is there."""
    status = unit.get("status", "flying")
    late = (unit.get("arrives") or 0) > max(turn, 1)
    if status == "to-come" or (status in ("flying", "away") and late):
        later = {"home-bound": "on the way home", "target-bound": "on the way there"}.get(unit.get("phase") or "")
        return f"arrives turn {unit['arrives']}" if unit.get("arrives", 1) > 1 else later or "to come"
    if status == "away" or (status == "flying" and unit.get("broke_off")):
        return f"away, {words(unit['left_at'])}" if unit.get("left_at") else "away"
    return ""
