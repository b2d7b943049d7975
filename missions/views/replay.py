"""The replay of a mission that the engine flew: the whole log, and every step as a picture with its own address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, Viewer
from campaigns.packs.library import library
from campaigns.refusals import Refusal
from campaigns.silhouettes import shapes
from campaigns.views.common import render_page, tell_refusal
from engine.core.game import SIDES, Frame
from engine.wildblue.cards import FACES, NAMES
from missions.access import mission_or_404
from missions.models import Mission
from missions.replay_mission import turn_in_words, turn_label
from missions.replay_svg import Step, names_of, picture
from missions.selectors import Replay, replay
from missions.views.common import stages

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
    r"Game-Turn \d+\.|(Allied|Axis|Striker|Escort|Interceptor) \d goes next\.|(Target|Home)-Bound for \d+ Turns?\."
    r"|Over the target\.|.+ (rejoins|arrives) at .+\.|Flying Bomb \d+ (comes|is now) over the .+\."
)
SHORT_CARDS = {"ims": "IMS", "oots": "OotS"}


@dataclass(frozen=True, slots=True)
class CardChip:
    """A card in a hand: a word or two, the full name on demand."""

    short: str
    name: str
    fires: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """What a Leader holds, as far as these eyes may know: ``cards``, or only their ``count``, or neither."""

    unit: str
    side: str
    cards: tuple[CardChip, ...]
    count: int | None
    unseen: bool
    """Nobody has seen it, its own side neither. [WBY 18.1d]"""


@dataclass(frozen=True, slots=True)
class Line:
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
    def lines(self) -> list[Line]:
        return [_line(frame) for frame in self.frames]

    @property
    def first(self) -> int:
        return self.frames[0].number


@require_safe
def replay_view(request: MemberRequest, pk: int, number: int, step: int | None = None) -> HttpResponse:
    """The log of the whole fight; with ``step`` the table after that step. ``?step=`` leads there too."""
    mission, viewer = mission_or_404(request, pk, number)
    try:
        watched = replay(mission, viewer)
    except Refusal as refusal:
        tell_refusal(request, refusal)
        return redirect("mission", pk, number)
    if step is None and (wanted := request.GET.get("step")) is not None:
        if not wanted.isdecimal() or len(wanted) > 6:
            raise Http404("A step of the replay is a whole number.")
        return redirect("mission-replay", pk, number, int(wanted))
    turns = _turns(watched)
    if step is None:
        return render_page(request, "missions/replay_log.html", _context(mission, viewer, watched, turns))
    if step >= len(watched.frames):
        raise Http404(f"This replay has steps 0 to {len(watched.frames) - 1}.")
    frame = watched.frames[step]
    look: dict[str, Any] = {
        "silhouettes": shapes(),
        "levels": _levels(frame.view),
        "step": Step(frame.step, frame.actor, frame.action, watched.frames[step - 1].view if step else None),
    }
    return render_page(
        request,
        "missions/replay.html",
        {
            **_context(mission, viewer, watched, turns),
            "frame": frame,
            "headline": _line(frame).headline,
            "step_title": step_title(frame.step),
            "actor": names_of(frame.view).get(frame.actor, ""),
            "wide": picture(frame.view, columns=4, **look),
            "narrow": picture(frame.view, columns=2, **look),
            "hands": _hands(frame.view),
            "turn": next(turn for turn in turns if turn.number == frame.turn),
            "jumps": _jumps(step, len(watched.frames), turns),
        },
    )


def step_title(step: str) -> str:
    """A frame's step as pages call it."""
    return STEPS.get(step, step.replace("-", " ").capitalize())


def _levels(view: Mapping[str, Any]) -> tuple[tuple[str, int, int], ...]:
    """The levels of the Mission Target's card: name, damage, points."""
    target = (view.get("mission") or {}).get("target")
    card = library().targets.get(target["slug"]) if target else None
    return tuple((level.name, level.damage, level.points) for level in card.levels) if card else ()


def _context(mission: Mission, viewer: Viewer, watched: Replay, turns: list[Turn]) -> dict[str, Any]:
    return {
        "nav": "campaigns",
        "mission": mission,
        "eyes": watched.eyes,
        "last": len(watched.frames) - 1,
        "turns": turns,
        "stages": stages(mission, "watch"),
    }


def _turns(watched: Replay) -> list[Turn]:
    return [Turn(number, tuple(frames)) for number, frames in groupby(watched.frames, key=lambda frame: frame.turn)]


def _line(frame: Frame) -> Line:
    """That a turn or a phase begins, who rejoins or goes next is no news; the set-up has only an outcome."""
    news = [event for event in frame.events if not BOOKKEEPING.fullmatch(event)] or [*frame.events]
    title = step_title(frame.step)
    if not frame.turn:
        return Line(frame.number, title, frame.events, STEPS["set-up"], news[-1])
    return Line(frame.number, title, frame.events, news[0], news[-1] if len(news) > 1 else "")


def _jumps(step: int, count: int, turns: list[Turn]) -> dict[str, int | None]:
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


def _hands(view: Mapping[str, Any]) -> list[Hand]:
    """The hands of the Leaders who still fly; Formations have none."""
    names = names_of(view)
    return [
        Hand(
            unit=names[name],
            side=unit["side"],
            cards=tuple(_chip(card) for card in unit["hand"]) if isinstance(unit["hand"], list) else (),
            count=unit["hand"] if isinstance(unit["hand"], int) else None,
            unseen=bool(unit.get("face_down")) and isinstance(unit["hand"], int),
        )
        for side in SIDES
        for name, unit in view["units"].items()
        if unit["side"] == side and unit["status"] == "flying" and "formation" not in unit
    ]


def _chip(slug: str) -> CardChip:
    """``ims-2b3h`` as IMS 2B/3H, ``ims-2b-fuel`` as IMS 2B Fuel; other cards go by their names."""
    name = NAMES[FACES.index(slug)]
    kind, _, strength = slug.partition("-")
    if kind not in SHORT_CARDS:
        return CardChip(name, name, False)
    bursts, rest = strength[:2].upper(), strength[2:]
    what = f" {rest[1:].capitalize()}" if rest.startswith("-") else f"/{rest.upper()}"
    return CardChip(f"{SHORT_CARDS[kind]} {bursts}{what}", name, True)
