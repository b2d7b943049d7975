"""What a mission adds to the replay's picture: the track of its turns, who is not at the table yet, its target.

Mission part of a view document in, shapes in user units out; nothing here knows Django.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from missions.replay.shapes import DamageBox, LevelMark, TargetPicture, Track, TrackCell, Waiting

Document = Mapping[str, Any]

TRACK_HEIGHT = 30
LEAST_LABELLED = 27
"""A narrower turn of the track goes without its label, unless it is the one being played."""
EDGE_ROW = 26
EDGE_ITEM = 200
EDGE_TEXT = 30
TARGET_HEIGHT = 122
TARGET_SYMBOL = 64
BOX_MOST = 26

PHASES: Mapping[str, tuple[str, str]] = {
    "target-bound": ("TB", "Target-Bound"),
    "over-target": ("OT", "Over Target"),
    "home-bound": ("HB", "Home-Bound"),
    "straggler": ("S", "Straggler"),
}
LOADS: Mapping[str, tuple[str, str]] = {
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
"""A load's symbol ``load-…`` in ``static/img/marks.svg`` and its name."""


def turn_label(mission: Document, turn: int) -> str:
    """The turn as the track names it: ``TB2``, ``OT``, ``HB1``; of a mission without phases its number.

    >>> turn_label({"phase": "home-bound", "phase_turn": 1, "duration": [3, 1, 2]}, 6)
    'HB2'
    """
    phase, left = mission["phase"], mission["phase_turn"]
    if phase not in PHASES:
        return str(turn)
    short = PHASES[phase][0]
    if phase == "target-bound":
        return f"{short}{left}"
    if phase == "home-bound":
        return f"{short}{mission['duration'][2] - left + 1}"
    return short


def track(mission: Document, turn: int, turns: int, width: int) -> Track:
    """All turns of the mission over the whole ``width``, the one being played lit. Target-Bound Turns count down."""
    bound, over, home = mission["duration"]
    labels: list[tuple[str, str]] = []
    if mission["phase"] in PHASES:
        labels += [(f"TB{n}", "target-bound") for n in range(bound, 0, -1)]
        labels += [("OT", "over-target")] * over
        labels += [(f"HB{n}", "home-bound") for n in range(1, home + 1)]
        if mission["striker"] is not None:
            labels.append(("S", "straggler"))
    else:
        labels += [(str(n), "combat") for n in range(1, max(turns, turn) + 1)]
    now = turn_label(mission, turn) if turn else ""
    at = next((n for n, (label, _) in enumerate(labels) if label == now), -1)
    edges = [round(width * n / len(labels)) for n in range(len(labels) + 1)]
    wide_enough = width / len(labels) >= LEAST_LABELLED
    cells = tuple(
        TrackCell(
            label=label if wide_enough or n == at else "",
            x=edges[n],
            width=edges[n + 1] - edges[n],
            phase=phase,
            state="now" if n == at else "past" if n < at else "ahead",
        )
        for n, (label, phase) in enumerate(labels)
    )
    return Track(cells, turn_in_words(mission, turn, turns))


def turn_in_words(mission: Document, turn: int, turns: int) -> str:
    """The turn being played, of how many if ``turns`` says so."""
    if not turn:
        return "Set-up"
    if mission["phase"] not in PHASES:
        return f"Turn {turn} of {turns}" if turns else f"Turn {turn}"
    left = mission["phase_turn"]
    label = turn_label(mission, turn)
    match mission["phase"]:
        case "target-bound":
            return f"{label}: {_turns(left)} to the target"
        case "home-bound":
            return f"{label}: {_turns(left)} to go home"
        case "straggler":
            return "Straggler Turn"
    return "Over Target"


def _turns(count: int) -> str:
    return "last turn" if count == 1 else f"{count} turns"


def is_waiting(unit: Document, turn: int) -> bool:
    """Whether the unit is not at the table: it has not arrived, or has broken off and not rejoined."""
    status = unit.get("status", "flying")
    if status in ("to-come", "away"):
        return True
    return status == "flying" and (bool(unit.get("broke_off")) or (unit.get("arrives") or 0) > max(turn, 1))


def waiting(
    units: Iterable[tuple[str, Document, str, str]], turn: int, left: int, width: int, top: int
) -> tuple[Waiting, ...]:
    """Those of ``units`` (name, document, its aircraft, silhouette) that wait, in rows from ``top`` down."""
    abreast = max(1, (width - left) // EDGE_ITEM)
    found = []
    for n, (name, unit, aircraft, silhouette) in enumerate(units):
        row, column = divmod(n, abreast)
        to_come = unit.get("status") == "to-come" or (unit.get("arrives") or 0) > max(turn, 1)
        how = _how(unit, to_come=to_come)
        text = f"{name} ({aircraft})"
        limit = EDGE_TEXT - len(how) - 2
        if len(text) > limit:
            text = name
        found.append(
            Waiting(
                x=left + column * EDGE_ITEM,
                y=top + row * EDGE_ROW,
                side=unit["side"],
                silhouette=silhouette,
                text=f"{text}, {how}",
                how="to-come" if to_come else "away",
            )
        )
    return tuple(found)


def _how(unit: Document, *, to_come: bool) -> str:
    if to_come:
        later = {"home-bound": "on the way home", "target-bound": "on the way there"}.get(unit.get("phase") or "")
        return f"arrives turn {unit['arrives']}" if unit.get("arrives", 1) > 1 else later or "to come"
    return f"away, {unit['left_at'].replace('-', ' ').title()}" if unit.get("left_at") else "away"


def target(
    mission: Document,
    levels: Sequence[tuple[str, int, int]],
    *,
    top: int,
    left: int,
    width: int,
    damage_before: int | None,
    under_fire: bool,
) -> TargetPicture | None:
    """The Mission Target at the bottom of the picture; ``levels`` are those of its card: name, damage, points.

    Only a strike is about them.
    """
    found = mission.get("target")
    if not found:
        return None
    if mission.get("type") != "strike":
        levels = ()
    damage = int(found["damage"])
    most = max((reached for _, reached, _ in levels), default=0)
    start = left + 12 + TARGET_SYMBOL + 14
    step = min(BOX_MOST, (width - start - 14) // most) if most else 0
    old = damage if damage_before is None else damage_before
    boxes = tuple(DamageBox(start + n * step, step - 3, filled=n < damage, new=old <= n < damage) for n in range(most))
    return TargetPicture(
        y=top,
        name=found["name"],
        kind=found["class"],
        flak=f"Area Flak {found['area_flak']}, Target Flak {found['target_flak']}",
        boxes=boxes,
        levels=tuple(
            LevelMark(start + reached * step - 3, name, points, damage >= reached) for name, reached, points in levels
        ),
        said=_achieved(mission, found, has_levels=bool(levels)),
        under_fire=under_fire,
        x=left + 12,
        text_x=start,
        right=width - 14,
    )


def _achieved(mission: Document, found: Document, *, has_levels: bool) -> str:
    """Damage and level, or what is delivered or laid where that counts."""
    told = []
    for key, one, many in (
        ("cargo", "Cargo Point delivered", "Cargo Points delivered"),
        ("mines", "mine laid", "mines laid"),
        ("recon", "VP of reconnaissance", "VPs of reconnaissance"),
    ):
        count = mission.get(key)
        if isinstance(count, int) and count:
            told.append(f"{count} {one if count == 1 else many}")
    damage = int(found["damage"])
    if (has_levels and mission.get("type") == "strike") or damage:
        level = f", {found['level']}" if found.get("level") else ""
        told.insert(0, f"{damage} damage{level}" if damage else "no damage yet")
    return "; ".join(told)
