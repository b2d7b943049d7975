"""Every action as an int and as text ``kind card > target (detail)``, and the ready-made tuples that are offered.

The numbering is made once at import and is the same in every process.
"""

from __future__ import annotations

from typing import Final

from engine.wildblue.cards import (
    ACE_PILOT,
    BARREL_ROLL,
    CLOUDS,
    COUNTER,
    FACES,
    FULL_THROTTLE,
    IMS,
    IMS_HEAVY_GUN,
    SCISSORS,
    SPOILED_ATTACK,
    TIGHT_TURN,
    VERTICAL_ROLL,
)
from engine.wildblue.terms import ALTITUDES, BOMBER, CRAFT, CRAFT_COUNT, MOST_UNITS, UNITS


class Numbering:
    """Actions as they are numbered: by number what each is and does."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.faces: list[int] = []
        self.counts_as: list[int] = []
        self.targets: list[int] = []
        self.counters: list[bool] = []

    def add(
        self, text: str, face: int = -1, counts_as: int | None = None, target: int = -1, counter: bool = False
    ) -> int:
        """Number one more action."""
        self.texts.append(text)
        self.faces.append(face)
        self.counts_as.append(face if counts_as is None else counts_as)
        self.targets.append(target)
        self.counters.append(counter)
        return len(self.texts) - 1

    def row(self, verb: str, as_face: int | None = None) -> tuple[int, ...]:
        """A card of each face played so, or as a card of another; the last spends a counter."""
        detail = "" if as_face is None else f"as {FACES[as_face]}"
        plain = f" ({detail})" if detail else ""
        counter = f" (counter {detail})" if detail else " (counter)"
        return (
            *(self.add(f"{verb} {slug}{plain}", face, as_face) for face, slug in enumerate(FACES)),
            self.add(f"{verb} {_THROTTLE}{counter}", FULL_THROTTLE, as_face, counter=True),
        )

    def numbers(self) -> dict[str, int]:
        """The action of each text."""
        found = {text: action for action, text in enumerate(self.texts)}
        assert len(found) == len(self.texts)
        return found


MADE_ANYTHING: Final = (ACE_PILOT, BARREL_ROLL, TIGHT_TURN, SCISSORS)
"""What a Skill or Agile makes any card. [WBY 5.5.1, 19.2.1; 19.2 Veteran]"""
_THROTTLE: Final = FACES[FULL_THROTTLE]
_ALL: Final = Numbering()
_action: Final = _ALL.add
_row: Final = _ALL.row
TEXT: Final = _ALL.texts
"""The text of each action."""
FACE_PLAYED: Final = _ALL.faces
"""The face of the card that the action plays, -1 if none."""
COUNTS_AS: Final = _ALL.counts_as
"""The face that it counts as."""
TARGET: Final = _ALL.targets
"""The craft or unit it names, -1 if none."""
SPENDS_COUNTER: Final = _ALL.counters
"""Whether a Full Throttle counter is spent in the place of a card. [WBY 6.3]"""

# Without a card

PASS: Final = _action("pass")
END: Final = _action("end")
SKIP: Final = _action("skip")
STAY: Final = _action("stay")
CLIMB: Final = _action("climb")
DIVE: Final = _action("dive")
FOLLOW_ON: Final = _action("follow")
GIVE_UP: Final = _action("give up position")
DISENGAGE: Final = _action("disengage")
CHOOSE_ALTITUDE: Final = tuple(_action(f"altitude {slug}", target=n) for n, slug in enumerate(ALTITUDES))
HIDE_AT: Final = tuple(_action(f"hide {slug}", target=n) for n, slug in enumerate(ALTITUDES))
GO: Final = tuple(_action(f"go {unit}", target=n) for n, unit in enumerate(UNITS))
ATTACK: Final = tuple(_action(f"attack > {craft}", target=n) for n, craft in enumerate(CRAFT))
MOST_DRAWN: Final = 20
DRAW_CARDS: Final = tuple(_action(f"draw {n}", target=n) for n in range(MOST_DRAWN + 1))

# With a card; the last of each row, where there is one more than faces, spends a counter

RESPOND_WITH: Final = _row("respond")
RESPOND_AS: Final = {face: _row("respond", face) for face in MADE_ANYTHING}
PAY_WITH: Final = _row("pay")
DISCARD_CARD: Final = _row("discard")[: len(FACES)]
EXCHANGE_CARD: Final = _row("exchange")[: len(FACES)]
ROLL_CLIMB: Final = _action(f"play {FACES[VERTICAL_ROLL]} (climb)", VERTICAL_ROLL)
ROLL_DIVE: Final = _action(f"play {FACES[VERTICAL_ROLL]} (dive)", VERTICAL_ROLL)
INTO_CLOUDS: Final = _action(f"play {FACES[CLOUDS]}", CLOUDS)


def _at(target: int, detail: str = "", as_face: int | None = None) -> tuple[int, ...]:
    if target & 3 > 1:  # no place of an Element
        return ()
    plain = f" ({detail})" if detail else ""
    counter = f" (counter {detail})" if detail else " (counter)"
    goal = f" > {CRAFT[target]}"
    return (
        *(_action(f"play {slug}{goal}{plain}", face, as_face, target) for face, slug in enumerate(FACES)),
        _action(f"play {_THROTTLE}{goal}{counter}", FULL_THROTTLE, as_face, target, counter=True),
    )


PLAY_AT: Final = tuple(_at(target) for target in range(CRAFT_COUNT))
PLAY_AS_SCISSORS: Final = tuple(_at(target, f"as {FACES[SCISSORS]}", SCISSORS) for target in range(CRAFT_COUNT))
PLAY_HEAVY_GUN: Final = tuple(_at(target, "heavy gun", IMS_HEAVY_GUN)[: len(FACES)] for target in range(CRAFT_COUNT))

# Missions

JETTISON: Final = _action("jettison")
KEEP: Final = _action("keep")
BREAK_OFF: Final = _action("break-off")
CONTINUE: Final = _action("continue")
DIVE_BOMB: Final = _action("dive-bomb")
INTERVENE: Final = tuple(_action(f"intervene > {unit}", target=n) for n, unit in enumerate(UNITS))
STRIKE_MODES: Final = ("", "level", "dive", "torpedo", "mines", "cargo")
"""What a unit of Elements may do with its load at the target; nothing, level, dive, torpedo: see ``STRIKE_WITH``."""


def _strike(mode: str, rockets: bool, strafe: bool) -> int:
    words = [word for word, used in ((mode, mode), ("rockets", rockets), ("strafe", strafe)) if used]
    details = f" ({', '.join(words[1:])})" if len(words) > 1 else ""
    return _action(f"strike {words[0]}{details}" if words else "strike nothing")


STRIKE_WITH: Final = tuple(
    tuple(tuple(_strike(mode, rockets, strafe) for strafe in (False, True)) for rockets in (False, True))
    for mode in STRIKE_MODES
)
"""The action of each way to strike: ``STRIKE_WITH[mode][rockets][strafe]``; the very first is never offered."""
STRIKE_WAY: Final = {
    action: (mode, rockets, strafe)
    for mode, by_rockets in enumerate(STRIKE_WITH)
    for rockets, by_strafe in enumerate(by_rockets)
    for strafe, action in enumerate(by_strafe)
}
"""Mode (an index of ``STRIKE_MODES``), rockets and strafing of a strike action."""

# Attacks at Formation aircraft: by craft, as above


def _bombers(detail: str = "") -> tuple[int, ...]:
    plain = f" ({detail})" if detail else ""
    return tuple(_action(f"attack > {name}{plain}", target=craft) for craft, name in enumerate(BOMBER))


def _at_bomber(target: int, detail: str = "", as_face: int | None = None) -> tuple[int, ...]:
    if target & 3 > 2:  # no place of a Formation
        return ()
    plain = f" ({detail})" if detail else ""
    return tuple(
        _action(f"play {slug} > {BOMBER[target]}{plain}", face, as_face, target) for face, slug in enumerate(FACES)
    )


ATTACK_BOMBER: Final = _bombers()
ATTACK_ROCKETS: Final = _bombers("rockets")
ATTACK_OBLIQUE: Final = _bombers("oblique guns")
"""Declare an attack on a Formation aircraft, and with what. [SUP 20.2, WBY 17.5.2, 18.3]"""
BY_ROCKETS: Final = frozenset(ATTACK_ROCKETS)
BY_OBLIQUE: Final = frozenset(ATTACK_OBLIQUE)
PLAY_AT_BOMBER: Final = tuple(_at_bomber(target) for target in range(CRAFT_COUNT))
HEAVY_GUN_AT_BOMBER: Final = tuple(_at_bomber(target, "heavy gun", IMS_HEAVY_GUN) for target in range(CRAFT_COUNT))
RETURN_FIRE: Final = tuple(_action(f"respond {slug} (return fire)", face) for face, slug in enumerate(FACES))
"""A bomber's gunners answer an Attack card with fire. [SUP 20.5.3]"""
SPOIL: Final = tuple(
    _action(f"respond {slug} (spoiled attack)", face, SPOILED_ATTACK) for face, slug in enumerate(FACES)
)
"""A card with a Spoiled Attack symbol answers a firing card. [SUP 20.5.5]"""
IS_RETURN_FIRE: Final = frozenset(RETURN_FIRE)
IS_SPOILED: Final = frozenset(SPOIL)
IS_HEAVY_GUN: Final = frozenset(
    action for rows in (PLAY_HEAVY_GUN, HEAVY_GUN_AT_BOMBER) for row in rows for action in row
)

NUMBER: Final = _ALL.numbers()
"""The action of each text."""

# What is offered together


def of_mask(row: tuple[int, ...], mask: int) -> tuple[int, ...]:
    """The actions of a row whose face, or counter, is in the mask."""
    return tuple(action for face, action in enumerate(row) if mask >> face & 1)


def _table(row: tuple[int, ...], shift: int, bits: int) -> tuple[tuple[int, ...], ...]:
    """What ``of_mask`` gives for each mask of so many bits, of which the first stands for the face ``shift``."""
    made: list[tuple[int, ...]] = [()]
    for face in range(shift, shift + bits):
        made += [actions + row[face : face + 1] for actions in made]
    return tuple(made)


HALF: Final = 11
LOW_BITS: Final = (1 << HALF) - 1
DISCARDS: Final = (_table(DISCARD_CARD, 0, HALF), tuple((*row, END) for row in _table(DISCARD_CARD, HALF, HALF)))
"""Discards of the faces in bits 0 to 10 and 11 to 20 of a hand's mask; bit 21, that of a counter, offers none."""
PAYMENTS: Final = (_table(PAY_WITH, 0, HALF), _table(PAY_WITH, HALF, HALF))
GO_NEXT: Final = (_table(GO, 0, MOST_UNITS), _table(GO, MOST_UNITS, MOST_UNITS))
"""By side, and by the mask of those of its units that may be named."""
DRAWS: Final = tuple(DRAW_CARDS[: n + 1] for n in range(MOST_DRAWN + 1))


def replies(mask: int) -> tuple[int, ...]:
    """Responses with the faces of a mask, or a counter; to pass is always one of them."""
    return (*of_mask(RESPOND_WITH, mask), PASS)


def plays(target: int, mask: int) -> tuple[int, ...]:
    """Attacks at a craft with the faces of a mask, or a counter."""
    return of_mask(PLAY_AT[target], mask)


def heavy_gun_plays(target: int, mask: int) -> tuple[int, ...]:
    """In My Sights cards at a craft, each with a Heavy Gun marker. [WBY 9.1.2]"""
    return of_mask(PLAY_HEAVY_GUN[target], mask & IMS)


def plays_as_scissors(target: int, mask: int) -> tuple[int, ...]:
    """Any other card, or a counter, at a craft as a Scissors. [WBY 5.5.1]"""
    return of_mask(PLAY_AS_SCISSORS[target], mask & ~(1 << SCISSORS) & (2 * COUNTER - 1))
