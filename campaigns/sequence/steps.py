"""The sequence of play: what a campaign of each kind does next, with the number of its rule. [SUP 24.3, 25, 27, 28]

``sequence(pack, standing, current)`` is pure; pages show it, and nobody needs to remember a rule. What can be computed
has no action: it happens with the step before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES, Stage
from campaigns.standing import Standing
from campaigns.standing.sortie_text import count

Action = Literal["", "open-period", "draw", "choose", "plan", "ground", "fly", "debrief", "over"]
State = Literal["done", "now", "ahead"]
MissionStatus = Literal["planning", "ready", "flown"]


@dataclass(frozen=True, slots=True)
class Current:
    """The Mission under way."""

    number: int
    status: MissionStatus
    signed: Collection[str] = ()
    """Sides whose orders are signed."""
    grounded: str = ""
    """Why nobody can fly it, in a sentence; empty if it can be flown."""


@dataclass(frozen=True, slots=True)
class Step:
    section: str
    """``24.3 C1``, as the supplement counts."""
    title: str
    sentence: str
    state: State = "ahead"
    action: Action = ""
    """What the page offers while the step is ``now``; empty: it comes with another step."""


@dataclass(frozen=True, slots=True)
class Sequence:
    title: str
    """``Mission 3 of 6``; ``Period 2 of 12, Mission 1 of 3``."""
    steps: tuple[Step, ...]
    mission: int
    """The Mission that the step is about; the one to be drawn, before it is."""
    sides: tuple[str, ...] = ()
    """Of ``plan``: those whose orders are missing; of ``choose``: the one that chooses."""

    @property
    def now(self) -> Step:
        """The step at hand; of a campaign that is over the last one, which is done."""
        return next((step for step in self.steps if step.state == "now"), self.steps[-1])


def sequence(pack: PackDefinition, standing: Standing, current: Current | None) -> Sequence:
    """All steps of the kind's sequence of play, with what is done, what is now and what lies ahead."""
    steps = _STEPS[pack.kind](pack, standing)
    action = _action(pack, standing, current)
    place = next(number for number, step in enumerate(steps) if _meets(step, action))
    marked = tuple(
        replace(step, state="done" if number < place or action == "over" else "now" if number == place else "ahead")
        for number, step in enumerate(steps)
    )
    if action == "ground" and current is not None:
        step = replace(marked[place], action="ground", sentence=current.grounded)
        marked = (*marked[:place], step, *marked[place + 1 :])
    return Sequence(
        title=_title(pack, standing, current),
        steps=marked,
        mission=current.number if current else max(standing.missions, default=0) + 1,
        sides=_sides(pack, standing, current, action),
    )


def next_action(pack: PackDefinition, standing: Standing) -> Action:
    """What is to be done now where no Mission is under way."""
    return _action(pack, standing, None)


def stage_under_way(pack: PackDefinition, standing: Standing) -> Stage | None:
    """The first stage that has Missions left to fly, void ones not counted; ``None`` past the last.

    Of campaigns of periods the stage of the running period.
    """
    if pack.has_periods:
        period = standing.period
        return pack.stage_of_period(period.number)[0] if period else pack.stages[0]
    flown = Counter(mission.stage for mission in standing.missions.values() if not mission.is_void)
    return next((stage for stage in pack.stages if flown[stage.title] < stage.missions), None)


def _action(pack: PackDefinition, standing: Standing, current: Current | None) -> Action:
    if current is not None:
        if current.grounded and current.status != "flown":
            return "ground"
        return {"planning": "plan", "ready": "fly", "flown": "debrief"}[current.status]  # type: ignore[return-value]
    if standing.is_over:
        return "over"
    if pack.has_periods:
        period = standing.period
        if period is None or period.is_over:
            return "open-period"
        stage, _ = pack.stage_of_period(period.number)
        return "choose" if stage.chosen_by else "draw"
    return "draw"


def _meets(step: Step, action: Action) -> bool:
    """A Mission is drawn or chosen at the same step, and grounded at that of planning."""
    same: dict[Action, Action] = {"choose": "draw", "ground": "plan"}
    return same.get(step.action, step.action) == same.get(action, action)


def _sides(pack: PackDefinition, standing: Standing, current: Current | None, action: Action) -> tuple[str, ...]:
    if action == "plan" and current is not None:
        return tuple(side for side in SIDES if side not in current.signed)
    stage = stage_under_way(pack, standing)
    if action == "choose" and stage is not None and stage.chosen_by:
        return (stage.chosen_by,)
    return ()


def _title(pack: PackDefinition, standing: Standing, current: Current | None) -> str:
    if standing.is_over and current is None:
        return "The campaign is over"
    if not pack.has_periods:
        flown = sum(not mission.is_void for mission in standing.missions.values())
        place = max(flown + (current is None), 1)
        number = current.number if current else max(standing.missions, default=0) + 1
        if number == place:
            return f"Mission {number} of {pack.missions_in_all}"
        return f"Mission {number} ({place} of {pack.missions_in_all} that count)"
    period = standing.period
    if period is None or (current is None and period.is_over):
        return f"Period {len(standing.periods) + 1} of {pack.periods_in_all}"
    return f"Period {period.number} of {pack.periods_in_all}, Mission {len(period.flown) + 1} of {period.missions}"


_FLOWN_AND_GRADED = (
    Step("24.3 C7", "Fly", "By the engine, at your table, or on screen.", action="fly"),
    Step("24.3 C8", "Score", "Read the result and debrief it: points, losses and kills are written.", action="debrief"),
    Step("24.3 D", "Grade", "The difference of the scores is compared with history.", action="over"),
)


def _land(pack: PackDefinition, standing: Standing) -> tuple[Step, ...]:
    stage = stage_under_way(pack, standing) or pack.stages[-1]
    return (
        Step("24.3 A", "Set up", f"{pack.title} is chosen, and who commands which side."),
        Step("24.3 B", "The stage", f"{stage.title}: {count(stage.missions, 'Mission')}, its Resources noted."),
        Step("24.3 C1", "Draw the Mission", "A card draws it from the stage’s table.", action="draw"),
        Step(
            "24.3 C2",
            "Choose a Resource",
            "Each side secretly picks one that it has not used and that this Mission allows, or none.",
            action="plan",
        ),
        Step("24.3 C3", "Duration", "The slowest striker shortens the way there and back: this is worked out."),
        Step("24.3 C4", "Skilled pilots", "A card for each side has been drawn with the Mission."),
        Step("24.3 C5", "Loads and escorts", "Say what each unit carries, who flies it, and who escorts whom."),
        Step("24.3 C6", "Altitudes", "Both sides choose in secret, and show them together."),
        *_FLOWN_AND_GRADED,
    )


def _dogfights(pack: PackDefinition, standing: Standing) -> tuple[Step, ...]:
    stage = stage_under_way(pack, standing) or pack.stages[-1]
    return (
        Step("24.3 A", "Set up", f"{pack.title} is chosen, and who commands which side."),
        Step("24.3 B", "The stage", f"{stage.title}: {count(stage.missions, 'dogfight')}."),
        Step(
            "24.3 C1",
            "Draw the dogfight",
            "A card’s number draws the place, a second card’s colour who meets there.",
            action="draw",
        ),
        Step(
            "24.3 C6",
            "Aircraft and Altitudes",
            "Both sides choose types, pilots and Altitudes in secret.",
            action="plan",
        ),
        *_FLOWN_AND_GRADED,
    )


def _operation(pack: PackDefinition, standing: Standing) -> tuple[Step, ...]:
    ships = any(mission.target and mission.target.ship for _, mission in pack.all_missions())
    left = ", ".join(
        f"{pack.side_titles[side]} {pack.budget[side] - standing.spent[side]}" for side in SIDES if side in pack.budget
    )
    points = f"They cost points; left are {left}." if left else "Each may be used once."
    buys = bool(pack.resources)
    buy = Step("25", "Buy a Resource", f"Each side does so in secret, or buys none. {points}", action="plan")
    carriers = Step(
        "26", "Carriers", "A deck that is out launches nothing until the next day; a sunk one takes its aircraft along."
    )
    return (
        Step("25", "The order of battle", "Squadrons, aircraft and men stand for the whole operation."),
        Step("25", "The next Mission", "Missions are flown in their fixed order.", action="draw"),
        *([buy] if buys else []),
        Step(
            "25",
            "Assign aircraft and men",
            "Only what is serviceable and fit; what sits out a Mission is back in the one after.",
            action="" if buys else "plan",
        ),
        Step("25", "Fly", "By the engine, at your table, or on screen.", action="fly"),
        Step("25", "Debrief", "Losses stay lost, Damaged aircraft sit out one Mission.", action="debrief"),
        *([carriers] if ships else []),
        Step("25", "Grade", "The total grades the operation.", action="over"),
    )


def _progressive(pack: PackDefinition, standing: Standing) -> tuple[Step, ...]:
    period = standing.period
    if period is None or not period.weather:
        weather = "A card says how many units may fly, and how many Missions there are."
    else:
        caps = ", ".join(f"{pack.side_titles[side]} {cap}" for side, cap in period.caps.items() if cap is not None)
        weather = (
            f"{period.weather.title}. {f'Units a Mission: {caps}.' if caps else 'As many units as the Mission has.'}"
        )
    stage = stage_under_way(pack, standing)
    drawn = (
        f"The {pack.side_titles[stage.chosen_by]} side chooses from the stage’s table."
        if stage is not None and stage.chosen_by
        else "A card draws it from the stage’s table."
    )
    supply = any(stock.drain for stocks in pack.stocks.values() for stock in stocks.values())
    track = pack.progress
    toward = "" if track is None else f" toward the {pack.side_titles[track.toward]} side’s end, or away from it"
    return (
        Step("27.1", "Weather", weather, action="open-period"),
        Step(
            "27.2", "Replacements and repairs", "New aircraft and men have come, and who was mended or healed is back."
        ),
        Step("27.3", "The Mission", drawn, action="draw"),
        Step(
            "27.4",
            "Plan",
            "Each side secretly assigns aircraft, men and loads, within cap, fuel and what is serviceable.",
            action="plan",
        ),
        Step("27.5", "Fly", "By the engine, at your table, or on screen.", action="fly"),
        Step(
            "27.6",
            "Debrief",
            "What is lost leaves the pool, what is Damaged is mended, cards tell the fate of men, fuel is spent.",
            action="debrief",
        ),
        Step("27.7", "The marker", f"It moves by the margin of the Mission{toward}."),
        Step(
            "27.8",
            "Events",
            "Those of the space reached and of the date happen."
            + (" At the period’s end supplies are eaten." if supply else ""),
        ),
        Step("27.9", "Victory", "If the marker has left the track, or the last period has ended.", action="over"),
    )


def _solitaire(pack: PackDefinition, standing: Standing) -> tuple[Step, ...]:
    return (
        Step(
            "28",
            "The week",
            "Weather, replacements and repairs come as in a campaign of periods.",
            action="open-period",
        ),
        Step("28", "The wave", "Three cards add to the flying bombs that come this week.", action="draw"),
        Step("28", "Patrols", "Assign aircraft from the pool to the sea, the guns and the land.", action="plan"),
        Step(
            "28",
            "Fly",
            "Each flying bomb crosses the three belts; the engine flies them, or you do at your table.",
            action="fly",
        ),
        Step(
            "28",
            "Debrief",
            "Points for those brought down, fewer for those that came through and for fighters lost.",
            action="debrief",
        ),
        Step("28", "Grade", "The total of all weeks grades the campaign.", action="over"),
    )


_STEPS = {
    "land": _land,
    "dogfights": _dogfights,
    "operation": _operation,
    "progressive": _progressive,
    "solitaire": _solitaire,
}
