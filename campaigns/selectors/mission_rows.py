"""The missions of a campaign as its journal knows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from campaigns.catalogue.library import aircraft_name
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.selectors import journal_entries
from campaigns.selectors.sides import side_titles
from campaigns.standing import sortie_text as deeds
from campaigns.standing.kinds import Drawn, Voided
from campaigns.standing.lines import Line, saying
from campaigns.standing.model import Standing
from campaigns.standing.result_kinds import Debriefed, Differed, Kill, Resource, Scored, Sortie, TargetHit
from campaigns.standing.words import skill_name
from engine.core.report import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class SortieRow:
    """What the journal knows of one aircraft in one mission."""

    side: str
    unit: str
    """What its unit is called."""
    seat: str
    aircraft: str
    """Name of its type."""
    pilot: str
    load: str
    status: str
    exit: str
    cause: str
    deeds: tuple[str, ...]
    kills: Fraction
    skills: tuple[str, ...]
    """Of its man or crew, in words."""
    differs: bool
    """Its unit did not fly as the pack has it, or was added."""
    man_differs: bool
    """Its man is not the one whom the pack has there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """Victory Points of one reason, with the section that gives them."""

    side: str
    who: str
    """The aircraft that it is about; empty if none."""
    reason: str
    section: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionRow:
    """A mission as the journal knows it."""

    number: int
    title: str
    date: str
    place: str
    stage: str
    period: int
    """0 in campaigns without periods."""
    is_debriefed: bool
    is_void: bool
    way: str
    """``engine``, ``table``, ``grounded`` or ``operation``; empty before the debrief."""
    is_corrected: bool
    """An umpire has corrected its result since."""
    points: Mapping[str, int]
    total: Mapping[str, int]
    """The campaign's points after it."""
    resources: Mapping[str, str]
    """Title of the resource that each side used; empty if none, or not told yet."""
    flew: Mapping[str, tuple[str, ...]]
    """Types that each side flew."""
    destroyed: Mapping[str, int]
    damaged: Mapping[str, int]
    by_flak: Mapping[str, int]
    """Those of the destroyed whom the guns on the ground shot down."""
    notes: tuple[str, ...]
    differed: tuple[str, ...]
    """What differs from the pack, in words."""
    length: str
    """Turns flown, by phase where there are any; empty before the debrief."""
    achieved: tuple[str, ...]
    """What became of the target and what was delivered, laid or found out, in words."""
    effects: Mapping[str, tuple[str, ...]]
    """What each side's Resource did, in words."""
    sorties: tuple[SortieRow, ...]
    scores: tuple[ScoreRow, ...]

    @property
    def margin(self) -> int:
        """Allied less Axis points of the campaign after it."""
        return self.total["allied"] - self.total["axis"]


_Sorties: TypeAlias = Sequence[tuple[Line, Sortie]]


def mission_rows(pack: PackDefinition, lines: Sequence[Line], standing: Standing) -> tuple[MissionRow, ...]:
    """The missions that were drawn by the ``lines``, which hold all of theirs that count."""
    rows: list[MissionRow] = []
    by_mission: dict[int | None, list[Line]] = defaultdict(list)
    for line in lines:
        by_mission[line.mission].append(line)
    for entry, drawn in sorted(saying(lines, Drawn), key=lambda pair: pair[0].mission or 0):
        own = by_mission[entry.mission]
        points = journal_entries.points_by_side(own)
        debriefed = next((said for _, said in saying(own, Debriefed)), None)
        sorties = list(saying(own, Sortie))
        names = deeds.names((sortie for _, sortie in sorties), side_titles(pack))
        used = {each.side: resource.title for each, resource in saying(own, Resource)}
        rows.append(
            MissionRow(
                number=entry.mission or 0,
                title=drawn.title,
                date=drawn.date,
                place=drawn.place,
                stage=drawn.stage,
                period=drawn.period,
                is_debriefed=debriefed is not None,
                is_void=any(saying(own, Voided)),
                way=debriefed.way if debriefed else "",
                is_corrected=debriefed is not None and debriefed.corrected,
                points=points,
                total=standing.points_after[entry.mission or 0],
                resources={side: used.get(side, "") for side in SIDES},
                flew={side: _types(sorties, side) for side in SIDES},
                destroyed={side: _count(sorties, side, "destroyed") for side in SIDES},
                damaged={side: _count(sorties, side, "damaged") for side in SIDES},
                by_flak={
                    side: sum(each.side == side and deeds.fell_to_flak(sortie) for each, sortie in sorties)
                    for side in SIDES
                },
                notes=debriefed.notes if debriefed else (),
                differed=tuple(each for _, differed in saying(own, Differed) for each in differed.what),
                length=_length(debriefed) if debriefed else "",
                achieved=tuple(_achieved(pack, drawn, own, sorties)),
                effects={side: debriefed.effects.get(side, ()) if debriefed else () for side in SIDES},
                sorties=_flown(own, sorties, names, standing),
                scores=tuple(score_row(each.side, scored, names) for each, scored in saying(own, Scored)),
            )
        )
    return tuple(rows)


def _length(debriefed: Debriefed) -> str:
    if debriefed.way == "operation":
        return "counted in part"
    turns = deeds.count(debriefed.turns, "turn")
    phases = deeds.duration(debriefed.duration, short=True)
    return f"{turns}: {phases}" if phases else turns


def _achieved(pack: PackDefinition, drawn: Drawn, own: Sequence[Line], sorties: _Sorties) -> Iterable[str]:
    for _, target in saying(own, TargetHit):
        if target.damage:
            level = f", {target.level}" if target.level else ""
            yield f"{target.name}: {target.damage} damage{level}"
        elif target.points == 0 and not any(deeds.achieved(sortie) for _, sortie in sorties):
            yield f"{target.name}: {deeds.IN_VAIN.get(pack.mission(drawn.key).type, deeds.NOT_DAMAGED)}"
    yield from deeds.brought([sortie for _, sortie in sorties])


def _flown(
    own: Sequence[Line], sorties: _Sorties, names: Mapping[str, str], standing: Standing
) -> tuple[SortieRow, ...]:
    men = standing.airmen
    kills: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for _, kill in saying(own, Kill):
        kills[kill.unit, kill.seat] += kill.part
    return tuple(
        SortieRow(
            side=line.side,
            unit=names[sortie.unit],
            seat=sortie.seat,
            aircraft=aircraft_name(sortie.aircraft),
            pilot=men[line.pilot_id].name if line.pilot_id in men else "",
            load=deeds.load(sortie.load),
            status=sortie.status,
            exit=sortie.exit,
            cause=sortie.cause,
            deeds=deeds.deeds(sortie),
            kills=kills[sortie.unit, sortie.seat],
            skills=tuple(skill_name(code, in_formation=sortie.seat.isdecimal()) for code in sortie.skills),
            differs=sortie.differs,
            man_differs=sortie.man_differs,
        )
        for line, sortie in sorties
    )


def score_row(side: str, score: Scored | Score, names: Mapping[str, str]) -> ScoreRow:
    """``names``: what the units of the mission are called."""
    who = deeds.seat_name(names.get(score.unit, score.unit), score.seat) if score.unit else ""
    return ScoreRow(side=side, who=who, reason=score.reason, section=score.section, points=score.points)


def _types(sorties: _Sorties, side: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(aircraft_name(sortie.aircraft) for entry, sortie in sorties if entry.side == side))


def _count(sorties: _Sorties, side: str, status: str) -> int:
    return sum(entry.side == side and sortie.status == status for entry, sortie in sorties)
