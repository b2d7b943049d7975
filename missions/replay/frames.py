"""A fight that the engine has flown as its replay tells it: turns, steps and lines of its log, hands, points.

What is watched is a mission or a skirmish of any system; what a view does not hold is not shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import engine
from config.common.refusals import Refusal
from engine.core.errors import EngineError
from engine.core.game import SIDES, Document, Frame, Side, System
from engine.wildblue.cards import FACES, NAMES
from missions.replay.mission_track import turn_in_words, turn_label
from missions.replay.picture import names_of

STEPS = {
    "set-up": "Set-up",
    "order": "Order of play",
    "search": "Search Step",
    "jettison": "Jettison Step",
    "wingman-target": "Wingman Step",
    "wingman": "Wingman Step",
    "altitude-step": "Altitude Step",
    "strike": "Air Strike Step",
    "leader": "Leader Step",
    "discard": "Discard Step",
    "draw": "Draw Step",
    "formation": "Final Step: Formations disengage",
    "break-off": "Final Step: who breaks off",
    "formation-strike": "Final Step: Formations strike",
    "area-flak": "Final Step: Area Flak",
    "guns": "Final Step: the guns",
    "recon": "Final Step: reconnaissance",
    "fuel": "Final Step: fuel",
    "over": "The end",
}
BOOKKEEPING = re.compile(
    r"(Game[- ])?Turn \d+( begins)?\.|(Allied|Axis|Striker|Escort|Interceptor) \d goes next\."
    r"|(Target|Home)-Bound for \d+ Turns?\.|Over the target\.|.+ (rejoins|arrives) at .+\."
    r"|Flying Bomb \d+ (comes|is now) over the .+\.|The (interceptors|bombers|escorts)' phase\.|.+ takes his turn\."
)
SHORT_CARDS = {"ims": "IMS", "oots": "OotS"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardChip:
    """A card in a hand: a word or two, the full name on demand."""

    short: str
    name: str
    fires: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What a Leader holds, as far as these eyes may know: ``cards``, or only their ``count``, or neither."""

    unit: str
    side: str
    cards: tuple[CardChip, ...]
    count: int | None
    unseen: bool
    """Nobody has seen it, its own side neither. [WBY 18.1d]"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A step in the log of its turn."""

    number: int
    step: str
    """The step of the sequence of play."""
    events: tuple[str, ...]
    headline: str
    outcome: str
    """How it ended, if that takes another sentence."""


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    frames: tuple[Frame, ...]

    @property
    def label(self) -> str:
        """``TB2``, ``OT`` or ``HB1`` in a mission that has these, else its number; ``Set-up`` before the first."""
        if not self.number:
            return STEPS["set-up"]
        mission = self.frames[0].view.get("mission")
        label = turn_label(mission, self.number) if mission else str(self.number)
        return f"Turn {label}" if label.isdecimal() else "Straggler" if label == "S" else label

    @property
    def title(self) -> str:
        """The label, with what it means in a mission."""
        mission = self.frames[0].view.get("mission")
        return turn_in_words(mission, self.number, 0) if self.number and mission else self.label

    @property
    def lines(self) -> list[LogLine]:
        return [line_of(frame) for frame in self.frames]

    @property
    def first(self) -> int:
        return self.frames[0].number


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What is watched, where, and with whose eyes."""

    title: str
    """What stands in the title of the window: ``mission 3``."""
    system: System
    frames: tuple[Frame, ...]
    url: str
    """Of its log; a step is ``7/`` further."""
    audience: Side | None
    """The side whose hands are open; ``None``: all."""
    query: str = ""
    """What its addresses end with."""
    sides: tuple[Side, ...] = SIDES

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    @property
    def turns(self) -> list[Turn]:
        grouped = groupby(self.frames, key=lambda frame: frame.turn)
        return [Turn(number, tuple(frames)) for number, frames in grouped]


@lru_cache(maxsize=16)
def frames_of(record: str, audience: Side | None) -> tuple[Frame, ...]:
    """A record step by step, as a side or the umpire may watch it. Refuses one that no longer can be followed."""
    try:
        return tuple(engine.frames(record, audience))
    except EngineError:
        raise Refusal(
            "The record of this flight cannot be followed by the rules as they are here: others flew it, or it has "
            "been altered. What came of it stands."
        ) from None


def step_title(step: str) -> str:
    """A frame's step as pages call it."""
    return STEPS.get(step, step.replace("-", " ").capitalize())


def line_of(frame: Frame) -> LogLine:
    """That a turn or a phase begins, who rejoins or goes next is no news; the set-up has only an outcome."""
    news = [event for event in frame.events if not BOOKKEEPING.fullmatch(event)] or [*frame.events]
    told = news if frame.turn else [STEPS["set-up"], news[-1]]
    return LogLine(
        number=frame.number,
        step=step_title(frame.step),
        events=frame.events,
        headline=told[0],
        outcome=told[-1] if len(told) > 1 else "",
    )


def jumps(step: int, count: int, turns: list[Turn]) -> dict[str, int | None]:
    """Where the buttons lead; ``None`` where there is nothing further."""
    starts = [turn.first for turn in turns]
    return {
        "first": 0 if step else None,
        "turn_back": max((start for start in starts if start < step), default=None),
        "back": step - 1 if step else None,
        "on": step + 1 if step + 1 < count else None,
        "turn_on": min((start for start in starts if start > step), default=None),
        "last": count - 1 if step + 1 < count else None,
    }


def unit_titles(view: Document) -> dict[str, str]:
    """What the units of a view are called, by id: by their title if it gives them one, else by their part or side."""
    units = view.get("units")
    if not isinstance(units, dict):
        return {}
    return {name: str(units[name].get("title") or called) for name, called in names_of(view).items()}


def score(watched: Watched, view: Document) -> list[tuple[Side, int]]:
    """The points that each side would have if it ended here; empty where the view has none."""
    told = view.get("score") or view.get("points")
    if not isinstance(told, dict):
        return []
    return [(side, told[side]) for side in watched.sides if isinstance(told.get(side), int)]


def has_hands(view: Document) -> bool:
    """Whether it is a game in which units hold cards."""
    units = view.get("units")
    return isinstance(units, dict) and any("hand" in unit for unit in units.values())


def hands(watched: Watched, view: Document) -> list[Hand]:
    """The hands of the Leaders who still fly; Formations have none."""
    if not has_hands(view):
        return []
    names = unit_titles(view)
    return [
        Hand(
            unit=names[name],
            side=side,
            cards=tuple(_chip(card) for card in unit["hand"]) if isinstance(unit["hand"], list) else (),
            count=unit["hand"] if isinstance(unit["hand"], int) else None,
            unseen=bool(unit.get("face_down")) and isinstance(unit["hand"], int),
        )
        for side in watched.sides
        for name, unit in view["units"].items()
        if "hand" in unit
        and unit["side"] == side
        and unit.get("status", "flying") == "flying"
        and "formation" not in unit
    ]


def _chip(slug: str) -> CardChip:
    """``ims-2b3h`` as IMS 2B/3H, ``ims-2b-fuel`` as IMS 2B Fuel; other cards go by their names."""
    name = NAMES[FACES.index(slug)] if slug in FACES else slug.replace("-", " ").capitalize()
    kind, _, strength = slug.partition("-")
    if kind not in SHORT_CARDS or not strength:
        return CardChip(short=name, name=name, fires=False)
    if not strength[0].isdecimal():
        return CardChip(short=f"{SHORT_CARDS[kind]} {strength.replace('-', ' ').capitalize()}", name=name, fires=True)
    bursts, rest = strength[:2].upper(), strength[2:]
    what = f" {rest[1:].capitalize()}" if rest.startswith("-") else f"/{rest.upper()}"
    return CardChip(short=f"{SHORT_CARDS[kind]} {bursts}{what}", name=name, fires=True)
