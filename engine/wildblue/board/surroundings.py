"""What a Mission adds to the table: the track of its turns, who waits, its target on the ground. [WBY 21, 23.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.board import Shape, type_of
from engine.core.errors import EngineError
from engine.core.game import Document
from engine.wildblue.board.pieces import LARGE, box, sign, text
from engine.wildblue.board.units import FACING, Placed, seated, silhouette, types
from engine.wildblue.missions.targets import target as card_of
from engine.wildblue.names import SHORT_PHASES, turn_in_words, turn_label

TRACK_HEIGHT = 30
LEAST_LABELLED = 27
"""A narrower turn of the track goes without its label, unless it is the one being played."""
EDGE_ROW = 26
EDGE_ITEM = 200
EDGE_LETTERS = 30
TARGET_HEIGHT = 122
TARGET_SIGN = 64
BOX_MOST = 26


def track(mission: Document, turn: int, turns: int, width: int) -> Iterator[Shape]:
    """All turns of the Mission over the whole ``width``, the one being played lit. Target-Bound Turns count down."""
    bound, over, home = mission["duration"]
    labels: list[tuple[str, str]] = []
    if mission["phase"] in SHORT_PHASES:
        labels += [(f"TB{n}", "") for n in range(bound, 0, -1)]
        labels += [("OT", " strip")] * over
        labels += [(f"HB{n}", "") for n in range(1, home + 1)]
        if mission["striker"] is not None:
            labels.append(("S", ""))
    else:
        labels += [(str(n), "") for n in range(1, max(turns, turn) + 1)]
    now = turn_label(mission, turn) if turn else ""
    at = next((n for n, (label, _) in enumerate(labels) if label == now), -1)
    edges = [round(width * n / len(labels)) for n in range(len(labels) + 1)]
    title = turn_in_words(mission, turn, turns)
    for n, (label, phase) in enumerate(labels):
        state = " now" if n == at else " past" if n < at else phase
        yield box(edges[n], 0, edges[n + 1] - edges[n], TRACK_HEIGHT, f"cell{state}", title)
        if width / len(labels) >= LEAST_LABELLED or n == at:
            middle = (edges[n] + edges[n + 1]) / 2
            yield text(middle, TRACK_HEIGHT / 2, label, f"cell{state}", "middle", LARGE)


def waiting(
    units: Sequence[tuple[str, str, Document, str]], width: int, top: int
) -> tuple[list[Shape], list[str], int]:
    """Those who wait (id, name, document, why) in rows from ``top`` down; what is said of them; where the rows end."""
    if not units:
        return [], [], top
    abreast = max(1, (width - 10) // EDGE_ITEM)
    bottom = top + (len(units) + abreast - 1) // abreast * EDGE_ROW
    shapes, said = [box(0, top, width, bottom - top, "edge")], []
    for n, (unit_id, name, unit, why) in enumerate(units):
        row, column = divmod(n, abreast)
        x, y = 10 + column * EDGE_ITEM, top + row * EDGE_ROW + EDGE_ROW / 2
        full = f"{name} ({types(unit)})"
        said.append(f"{full if len(full) + len(why) + 2 <= EDGE_LETTERS else name}, {why}")
        for seat, first in [*seated(unit).items()][:1]:
            kind = silhouette(first, unit)
            look, turn = f"{unit['side']} waits", FACING[unit["side"]]
            place = ((x + 10, y),)
            key = f"{unit_id} {seat}"
            shapes.append(
                Shape(kind, place, look, type=type_of(first["aircraft"]), title=said[-1], size=20, turn=turn, key=key)
            )
        shapes.append(text(x + 26, y, said[-1], f"unit {unit['side']}"))
    return shapes, [f"{each[:1].upper()}{each[1:]}." for each in said], bottom


def target(
    mission: Document, left: int, top: int, width: int, damage_before: int | None, *, under_fire: bool
) -> Iterator[Shape]:
    """The Mission Target at the bottom of the picture, with its damage; only a strike is about its levels."""
    found = mission["target"]
    levels: Sequence[tuple[str, int, int]] = _levels(mission)
    damage = int(found["damage"])
    old = damage if damage_before is None else damage_before
    x, start = left + 12, left + 12 + TARGET_SIGN + 14
    look = "place under-fire" if under_fire else "place"
    title = f"{found['name']}: {achieved(mission)}"
    yield sign(f"target-{found['class']}", x + 32, top + 60, TARGET_SIGN, look, title)
    yield text(start, top + 21, found["name"], "label", size=LARGE)
    flak = f"Area Flak {found['area_flak']}, Target Flak {found['target_flak']}"
    yield text(width - 14, top + 21, flak, "", "end")
    most = max((reached for _, reached, _ in levels), default=0)
    step = min(BOX_MOST, (width - start - 14) // most) if most else 0
    for n in range(most):
        state = " new" if old <= n < damage else " hit" if n < damage else ""
        yield box(start + n * step, top + 38, step - 3, 16, f"pip{state}")
    for name, reached, points in levels:
        at = start + reached * step - 3
        state = " label" if damage >= reached else ""
        yield Shape("line", ((at, top + 34), (at, top + 84)), "level")
        yield text(at - 5, top + 64, name, f"level{state}", "end")
        yield text(at - 5, top + 78, f"{points} VP", f"level{state}", "end")
    if said := achieved(mission):
        yield text(start, top + (103 if most else 47), said, "label", size=LARGE)


def _levels(mission: Document) -> Sequence[tuple[str, int, int]]:
    """Name, damage from which on, and points of each level of the target's card."""
    if mission.get("type") != "strike":
        return ()
    try:
        return card_of(mission["target"]["slug"]).levels
    except EngineError:
        return ()


def achieved(mission: Document) -> str:
    """Damage and level, or what is delivered or laid where that counts."""
    told = []
    for key, one, many in (
        ("cargo", "Cargo Point delivered", "Cargo Points delivered"),
        ("mines", "mine laid", "mines laid"),
        ("recon", "VP of reconnaissance", "VPs of reconnaissance"),
    ):
        if count := mission.get(key) or 0:
            told.append(f"{count} {one if count == 1 else many}")
    found = mission["target"]
    damage = int(found["damage"])
    if damage or _levels(mission):
        level = f", {found['level']}" if found.get("level") else ""
        told.insert(0, f"{damage} damage{level}" if damage else "no damage yet")
    return "; ".join(told)


def stars(units: Sequence[Placed], width: int, top: int, ground: int) -> Iterator[Shape]:
    """The stars of a Mission at night, none behind the words under an aircraft."""
    for n in range(1, width // 16):
        x, y = n * 137 % width, top + n * 89 % max(ground - top, 1)
        if not any(each.x <= x <= each.x + 200 and each.y + 86 <= y <= each.y + 176 for each in units):
            yield Shape("circle", ((x, y),), "star", size=0.8 + n % 3 * 0.35)
