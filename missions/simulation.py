"""Whole campaigns of a pack flown by the engine's staff on both sides, in memory, to see how they come out.

Each run is the campaign that people would get with the same seed and the staff in both seats: the same draws, plans,
flights and debriefs, folded instead of written. One that is under way already can be flown on from where it stands.
``summary`` is what pages and ``manage.py simulate`` show.
"""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import stdev
from typing import Any

from campaigns.operations.pilots import staff_skills
from campaigns.packs import PackDefinition
from campaigns.packs import planning as cards
from campaigns.packs.planning import DrawnMission
from campaigns.packs.schema import SIDES, Side
from campaigns.sequence import draws
from campaigns.sequence.steps import next_action
from campaigns.standing import Line, NewLine, Standing, rosters
from campaigns.standing.careers import FLY_AGAIN
from campaigns.standing.fold import Folding, begun
from campaigns.standing.kinds import Drawn, Started
from campaigns.standing.lines import saying
from campaigns.standing.questions import is_ace, missions_left, under_way
from campaigns.standing.recruits import Man
from campaigns.standing.result_kinds import FateMet, Sortie
from config.common import seeds
from config.common.refusals import Refusal
from engine.core.levels import USUAL_LEVEL
from engine.core.report import Report
from missions.flights import flying
from missions.planning import choices, setups, staff
from missions.planning.orders import SideOrders
from missions.results.journal_lines import GROUNDED, grounded, outcome_lines

ENGINE = "engine"
MOST_RUNS = {"recruit": 500, "regular": 500, "veteran": 3}
"""Campaigns that a worker flies at once, by the level of the staff: it has eight minutes for them.

Veterans take two for a campaign of 28 missions. Aces take ten: ``manage.py simulate`` flies theirs, for who waits.
"""
FAIR = 65
"""Percent of runs in which one side may win a pack that history does not decide."""


@dataclass(frozen=True, slots=True)
class Run:
    """How one campaign came out."""

    seed: int
    grade: int
    """Row of the pack's victory table, from 0."""
    score: int
    points: Mapping[str, int]
    margins: tuple[tuple[str, int], ...]
    """Mission by mission its key and the Allied less the Axis points; grounded ones are left out."""
    grounded: int
    periods: int
    marker: int | None
    losses: Mapping[tuple[str, str], Counter[str]]
    """By side and type: how many sorties ended in each way."""
    aces: Mapping[str, int]
    killed: Mapping[str, int]
    """Men of each side killed, captured or missing."""
    fates: Counter[tuple[str, str]]
    """What became of who was shot down: by what lay below, and the fate that was drawn."""
    ready: Mapping[str, int]
    """Serviceable aircraft of each side at the end."""


def run(
    pack: PackDefinition, seed: int, level: str = USUAL_LEVEL, on_mission: Callable[[], None] = lambda: None
) -> Run:
    """Fly one campaign of ``pack`` to its end. The same seed and level give the same campaign, always."""
    return SimulatedCampaign(pack, seed, level).fly(on_mission)


@dataclass(frozen=True, slots=True)
class FlownMission:
    """One mission of a simulated campaign."""

    number: int
    period: int
    drawn: DrawnMission
    seed: int
    plans: Mapping[Side, SideOrders]
    report: Report
    way: str
    """``engine`` or ``grounded``."""


@dataclass(frozen=True, slots=True)
class Past:
    """What a campaign has been so far: its men, and the lines of its journal in force."""

    men: Sequence[Man]
    lines: Sequence[Line]


@dataclass
class SimulatedCampaign:
    """A campaign under way that is nowhere stored.

    Its chance goes by the seed and the number of each period and mission. So what is flown on from a ``past`` by
    another seed draws afresh all that is still to come, and by its own seed goes on as it would have.
    """

    pack: PackDefinition
    seed: int
    level: str = USUAL_LEVEL
    """How well the staff flies, on both sides."""
    past: Past | None = None
    """``None``: it has yet to begin."""
    men: list[Man] = field(init=False)
    lines: list[Line] = field(init=False)
    """Its journal."""
    missions: list[FlownMission] = field(init=False, default_factory=list)
    """Those that were flown here."""

    def __post_init__(self) -> None:
        if self.past is None:
            self.men, self.lines = rosters.recruits(self.pack, self.seed), []
            self._folding = Folding(self.pack, self.men)
            self._take(NewLine.saying(Started(pack=self.pack.slug, version=self.pack.version), moment=1))
        else:
            self.men = list(self.past.men)
            self._folding, self.lines = begun(self.pack, self.men, self.past.lines)
            self._take_all()

    @property
    def standing(self) -> Standing:
        return self._folding.standing

    def _take(self, line: NewLine) -> None:
        self.lines.append(line)
        self._folding.take(line)

    def fly(self, on_mission: Callable[[], None] = lambda: None) -> Run:
        """Fly it to its end; a mission that has been drawn and is not debriefed comes first."""
        if (drawn := under_way(self.standing)) is not None:
            self._drawn_before(drawn.number)
            on_mission()
        while (action := next_action(self.pack, self.standing)) != "over":
            moment = 2 * max(self.standing.missions, default=0) + 1
            for line in staff_skills(self.standing, list(SIDES), self.seed, moment):
                self._take(line)
            if action == "open-period":
                self._take(draws.period_line(self.pack, self.standing, self.seed))
            else:
                self._mission()
                on_mission()
        return self._came_out()

    def _drawn_before(self, number: int) -> None:
        """Plan and fly the mission that was drawn in the past."""
        said = next(said for line, said in saying(self.lines, Drawn) if line.mission == number)
        stage = next((stage for stage in self.pack.stages if stage.title == said.stage), None)
        if stage is None:
            raise Refusal(f"The pack has no stage “{said.stage}”, from which mission {number} is said to be drawn.")
        drawn = DrawnMission(said.key, stage, datetime.date.fromisoformat(said.date), ())
        named = {(man.side, man.name): man for man in self.men}
        skilled = {side: man for side in SIDES if (man := named.get((side, said.skilled.get(side, "")))) is not None}
        self._plan_and_fly(number, drawn, skilled)

    def _mission(self) -> None:
        number = max(self.standing.missions, default=0) + 1
        chooses = None
        if self.pack.has_periods and self.standing.period is not None:
            chooses = self.pack.stage_of_period(self.standing.period.number)[0].chosen_by
        if chooses:
            drawn = draws.chosen_by_staff(self.pack, self.standing, self.seed)
        else:
            drawn = draws.next_mission(self.pack, self.standing, self.seed)
        skilled = self._skilled(drawn.key, number)
        names = {side: man.name for side, man in skilled.items()}
        self._take(draws.drawn_line(self.pack, self.standing, drawn, chosen=chooses or "", skilled=names))
        self._plan_and_fly(number, drawn, skilled)

    def _plan_and_fly(self, number: int, drawn: DrawnMission, skilled: Mapping[Side, Man]) -> None:
        seed = seeds.derive(self.seed, "mission", number)
        month = drawn.date.isoformat()[:7]
        plans = {side: self._plan(drawn.key, side, month, skilled.get(side), seed) for side in SIDES}
        context = flying.together(self.pack, drawn.key, month=month, standing=self.standing, plans=plans)
        flown = context.orders
        why = setups.why_grounded(self.pack, drawn.key, flown)
        if why:
            report, way, flown = grounded(self.pack, why), GROUNDED, {}
        else:
            report = flying.report_of(context, seed, self.level)
            way = ENGINE
        period = self.standing.period.number if self.pack.has_periods and self.standing.period else 0
        self.missions.append(FlownMission(number, period, drawn, seed, plans, report, way))
        for line in outcome_lines(self.pack, self.standing, number, drawn.key, report, flown, way=way, seed=self.seed):
            self._take(line)

    def _plan(self, key: str, side: Side, month: str, skilled: Man | None, seed: int) -> SideOrders:
        offered = choices.build(
            self.pack, key, side, month=month, standing=self.standing, drawn=skilled.pk if skilled else None
        )
        return staff.plan(offered, seed=seed, missions_left=missions_left(self.standing))

    def _skilled(self, key: str, number: int) -> dict[Side, Man]:
        """The skilled man whom each side's card brings for this mission. [WBY 19.4]"""
        found: dict[Side, Man] = {}
        if not self.pack.skilled_on:
            return found
        taken = {man.name for man in self.men if man.resource}
        for side in SIDES:
            chance = seeds.chance(self.seed, "skilled", number, side)
            drawn = cards.skilled_pilot_drawn(self.pack, key, side, chance, taken)
            if drawn is None:
                continue
            known = next((man for man in self.men if (man.side, man.name) == (side, drawn.name)), None)
            found[side] = known or self._join(
                Man(
                    pk=max((man.pk for man in self.men), default=0) + 1,
                    side=side,
                    name=drawn.name,
                    nation=drawn.nation,
                    service=drawn.service,
                    skills=list(drawn.skills),
                    on_roster=False,
                )
            )
        return found

    def _join(self, man: Man) -> Man:
        """A man who was not there at the beginning: what has been folded is folded again with him."""
        self.men.append(man)
        self._folding, _ = begun(self.pack, self.men, self.lines)
        self._take_all()
        return man

    def _take_all(self) -> None:
        """What is flown here has no numbers, and stands behind what has been: in this order, not in that of numbers."""
        for line in self.lines:
            self._folding.take(line)

    def _came_out(self) -> Run:
        standing = self.standing
        if self.past is None and standing.conflicts:
            raise AssertionError(f"seed {self.seed}: {standing.conflicts[0].sentence}")
        flown: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for line, sortie in saying(self.lines, Sortie):
            flown[line.side, sortie.aircraft][sortie.status] += 1
        men = list(standing.airmen.values())
        return Run(
            seed=self.seed,
            grade=self.pack.victory.grades.index(standing.grade),
            score=standing.score,
            points=dict(standing.points),
            margins=tuple(
                (each.drawn.key, each.report.points("allied") - each.report.points("axis"))
                for each in self.missions
                if each.way == ENGINE
            ),
            grounded=sum(each.way == GROUNDED for each in self.missions),
            periods=len(standing.periods),
            marker=standing.marker,
            losses=dict(sorted(flown.items())),
            aces={side: sum(man.side == side and is_ace(man) for man in men) for side in SIDES},
            fates=Counter((met.ground, met.fate) for _, met in saying(self.lines, FateMet)),
            killed={side: sum(man.side == side and man.is_lost for man in men) for side in SIDES},
            ready={
                side: sum(each.side == side and each.status == "serviceable" for each in standing.airframes.values())
                for side in SIDES
            },
        )


def many(
    pack: PackDefinition,
    runs: int,
    seed: int,
    level: str = USUAL_LEVEL,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Run]:
    """``runs`` campaigns, with the seeds ``seed``, ``seed`` + 1 …, flown by staffs of a level."""
    done: list[Run] = []
    for number in range(runs):
        done.append(run(pack, seed + number, level, partial(on_progress, number, runs)))
        on_progress(number + 1, runs)
    return done


def winner(pack: PackDefinition, grade: int) -> str:
    """The side that a row of the victory table gives the campaign to; empty in the middle of the table.

    The table goes from the best of the side that it grades to its worst; with an odd number of rows the middle one
    is nobody's.
    """
    better = pack.victory.side
    worse = "allied" if better == "axis" else "axis"
    mirrored = len(pack.victory.grades) - 1 - grade
    return "" if grade == mirrored else better if grade < mirrored else worse


def summary(pack: PackDefinition, runs: Sequence[Run]) -> dict[str, Any]:
    """What came of the runs, as a JSON document.

    ``runs``; ``grades``: rows of the victory table from the best of the graded side, each {allied, axis, winner,
    count, percent}; ``wins``: percent by side and ``level``; ``is_fair``: neither side wins more than ``FAIR``
    percent; ``margin`` (Allied less Axis points) and ``length`` (missions flown): {least, mean, most, spread};
    ``missions``: {key, title, flown, mean, spread}, the margin being counted the same way; ``losses``: {side,
    aircraft, sorties, damaged, destroyed} a run; ``sides``: by side {points, aces, lost_men, ready} a run;
    ``shot_down``: {over, men a run, again: percent of them who fly again, found missing ones left aside};
    ``grounded`` missions a run; ``markers``: by space.
    """
    total = len(runs)
    counts = Counter(each.grade for each in runs)
    won = Counter(winner(pack, each.grade) for each in runs)
    wins = {side: _percent(won[side], total) for side in SIDES} | {"level": _percent(won[""], total)}
    return {
        "runs": total,
        "seed": runs[0].seed if runs else 0,
        "grades": [
            {
                "allied": grade.allied,
                "axis": grade.axis,
                "winner": winner(pack, number),
                "count": counts[number],
                "percent": _percent(counts[number], total),
            }
            for number, grade in enumerate(pack.victory.grades)
        ],
        "wins": wins,
        "is_fair": max(wins[side] for side in SIDES) <= FAIR,
        "margin": _range([each.points["allied"] - each.points["axis"] for each in runs]),
        "length": _range([len(each.margins) for each in runs]),
        "missions": _missions(pack, runs),
        "losses": _losses(runs),
        "sides": {
            side: {
                "points": _mean([each.points[side] for each in runs]),
                "aces": _mean([each.aces[side] for each in runs]),
                "lost_men": _mean([each.killed[side] for each in runs]),
                "ready": _mean([each.ready[side] for each in runs]),
            }
            for side in SIDES
        },
        "shot_down": list(_shot_down(runs)),
        "grounded": _mean([each.grounded for each in runs]),
        "markers": _markers(pack, runs),
    }


def _missions(pack: PackDefinition, runs: Iterable[Run]) -> list[dict[str, object]]:
    margins: dict[str, list[int]] = defaultdict(list)
    for each in runs:
        for key, margin in each.margins:
            margins[key].append(margin)
    return [
        {
            "key": key,
            "title": mission.title,
            "flown": len(margins[key]),
            "mean": _mean(margins[key]),
            "spread": _spread(margins[key]),
        }
        for key, mission in pack.all_missions()
        if margins[key]
    ]


def _losses(runs: Sequence[Run]) -> list[dict[str, object]]:
    totals: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for each in runs:
        for flown, ends in each.losses.items():
            totals[flown].update(ends)
    return [
        {
            "side": side,
            "aircraft": aircraft,
            "sorties": round(ends.total() / len(runs), 1),
            "damaged": round(ends["damaged"] / len(runs), 1),
            "destroyed": round(ends["destroyed"] / len(runs), 1),
        }
        for (side, aircraft), ends in sorted(totals.items(), key=lambda item: (item[0][0], -item[1].total()))
    ]


def _shot_down(runs: Sequence[Run]) -> Iterator[dict[str, object]]:
    """Of campaigns that keep careers; none of others."""
    drawn = sum((each.fates for each in runs), Counter[tuple[str, str]]())
    for ground in ("friendly", "enemy", "water"):
        down = {fate: count for (over, fate), count in drawn.items() if over == ground}
        if total := sum(down.values()):
            again = sum(count for fate, count in down.items() if fate in FLY_AGAIN)
            yield {"over": ground, "men": round(total / len(runs), 1), "again": _percent(again, total)}


def _markers(pack: PackDefinition, runs: Iterable[Run]) -> list[dict[str, object]]:
    """Where the progress marker came to, by space; the ends beyond the track stand with the last spaces."""
    if pack.progress is None:
        return []
    last = len(pack.progress.spaces)
    ended = Counter(min(max(each.marker or 0, 1), last) for each in runs)
    return [
        {"space": number, "title": space.title, "count": ended[number]}
        for number, space in enumerate(pack.progress.spaces, 1)
    ]


def _percent(count: int, total: int) -> float:
    return round(100 * count / total, 1) if total else 0.0


def _mean(values: Sequence[int]) -> float:
    return round(sum(values) / len(values), 1) if values else 0.0


def _spread(values: Sequence[int]) -> float:
    """Standard deviation."""
    return round(stdev(values), 1) if len(values) > 1 else 0.0


def _range(values: Sequence[int]) -> dict[str, float]:
    if not values:
        return {"least": 0, "mean": 0.0, "most": 0, "spread": 0.0}
    return {"least": min(values), "mean": _mean(values), "most": max(values), "spread": _spread(values)}
