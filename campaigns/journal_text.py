"""The journal as a reader sees it: batches of sentences, newest first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from campaigns import deeds
from campaigns.models import Campaign, Entry, Side
from campaigns.selectors import STAFF, aircraft_name

STATUS = {"undamaged": "came home undamaged", "damaged": "came home damaged", "destroyed": "was destroyed"}


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    kind: str
    side: str
    mission: int | None
    text: str
    is_reversal: bool
    """It takes back an earlier line."""
    is_reversed: bool
    """A later line takes it back."""


@dataclass(frozen=True, slots=True)
class BatchOfLines:
    """What one act wrote."""

    at: datetime
    who: str
    lines: tuple[Line, ...]


def journal_page(campaign: Campaign) -> tuple[BatchOfLines, ...]:
    """Every entry of a campaign, in batches, newest batch first. One query."""
    entries = campaign.entries.select_related("pilot", "actor", "reverses").order_by("number")
    reversed_ids = {entry.reverses_id for entry in entries if entry.reverses_id is not None}
    batches = [
        BatchOfLines(
            at=group[0].at,
            who=str(group[0].actor) if group[0].actor else STAFF,
            lines=_lines(group, reversed_ids),
        )
        for group in (list(each) for _, each in groupby(entries, key=lambda entry: entry.batch))
    ]
    return tuple(reversed(batches))


def _lines(group: Sequence[Entry], reversed_ids: Collection[int]) -> tuple[Line, ...]:
    names = deeds.names(entry.data for entry in group if entry.kind == Entry.Kind.SORTIE)
    return tuple(_line(entry, names, entry.pk in reversed_ids) for entry in group)


def _line(entry: Entry, names: Mapping[str, str], is_reversed: bool) -> Line:
    text = sentence(entry, names)
    if entry.reverses is not None:
        text = f"Taken back: entry {entry.reverses.number}. {text}"
    return Line(
        number=entry.number,
        kind=entry.kind,
        side=entry.side,
        mission=entry.mission,
        text=text,
        is_reversal=entry.reverses is not None,
        is_reversed=is_reversed,
    )


def sentence(entry: Entry, names: Mapping[str, str]) -> str:
    """What an entry says; ``names`` are what the units of its mission are called."""
    data = entry.data
    unit, seat = data.get("unit", ""), data.get("seat", "")
    who = entry.pilot.name if entry.pilot else deeds.seat_name(names.get(unit, unit), seat)
    match entry.kind:
        case Entry.Kind.STARTED:
            return f"The campaign began, on version {data['version']} of its pack."
        case Entry.Kind.DRAWN:
            return f"Mission {entry.mission} was drawn: {data['title']}, {data['place']} ({_cards(data['cards'])})."
        case Entry.Kind.RESOURCE:
            return f"The {Side(entry.side).label} side used {data['title']}."
        case Entry.Kind.SORTIE:
            how = f" ({data['cause']})" if data["cause"] else ""
            did = deeds.deeds(data)
            did_what = f"; {', '.join(did)}" if did else ""
            return f"{who} flew {aircraft_name(data['aircraft'])}, which {STATUS[data['status']]}{how}{did_what}."
        case Entry.Kind.KILL:
            return f"{who} destroyed {aircraft_name(data['victim']['aircraft'])}."
        case Entry.Kind.TARGET:
            level = f", {data['level']}" if data["level"] else ""
            return f"{data['name']}: {data['damage']} damage{level}."
        case Entry.Kind.POINTS:
            what = f"{aircraft_name(data['aircraft'])}, " if data["aircraft"] else ""
            return f"{Side(entry.side).label} {data['points']} VP: {what}{data['reason']} ({data['section']})."
        case Entry.Kind.DEBRIEFED:
            points = data["points"]
            flown = f" after {deeds.count(data['turns'], 'turn')}"
            return f"Mission {entry.mission} was debriefed{flown}: Allied {points['allied']}, Axis {points['axis']}."
    points = data["points"]
    return f"The campaign ended, Allied {points['allied']}, Axis {points['axis']}: {data['text']}"


def _cards(drawn: list[dict[str, Any]]) -> str:
    """The cards that drew a mission: one by its face, or the first by its number and the second by its colour."""
    first, *rest = drawn
    return " and ".join([f"card {first['number']}", *(f"a {card['colour']} card" for card in rest)])
