"""What the pages of corrections show: conflicts with what may be put in place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.access import Viewer
from campaigns.journal import version
from campaigns.models import Campaign, Entry, Side
from campaigns.standing import Standing
from campaigns.standing.compare import Changes
from campaigns.standing.model import Conflict
from campaigns.standings import standing_of

AIRCRAFT, MAN = "aircraft", "man"


def seen(campaign: Campaign, viewer: Viewer, changes: Changes) -> Changes:
    """Those changes that a viewer may know of."""
    if campaign.is_finished:
        return changes
    return changes.seen_by([side for side in Side.values if viewer.sees_plans_of(side)])


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in a mission that something was wrong with."""

    mission: int
    unit: str
    seat: str


@dataclass(frozen=True, slots=True)
class ConflictRow:
    conflict: Conflict
    place: Place | None
    """Where something else may be put; ``None`` if it can only be accepted."""
    instead: tuple[tuple[str, str], ...]
    """What may be put there: ``aircraft:UZ-A`` or ``man:12``, and its name."""


@dataclass(frozen=True, slots=True)
class ConflictsPage:
    open: tuple[ConflictRow, ...]
    resolved: tuple[Conflict, ...]
    version: str


def conflicts_page(campaign: Campaign, viewer: Viewer) -> ConflictsPage:
    """What no longer fits, and what was done about it. Four queries."""
    standing = standing_of(campaign)
    known = [
        each for each in standing.conflicts if not each.side or campaign.is_finished or viewer.sees_plans_of(each.side)
    ]
    missions = {each.mission for each in known if not each.resolved}
    sorties = list(
        campaign.entries.filter(
            kind=Entry.Kind.SORTIE, mission__in=missions, reverses__isnull=True, reversed_by__isnull=True
        )
    )
    return ConflictsPage(
        open=tuple(_row(each, standing, sorties) for each in known if not each.resolved),
        resolved=tuple(each for each in known if each.resolved),
        version=version(campaign),
    )


def _row(conflict: Conflict, standing: Standing, sorties: Iterable[Entry]) -> ConflictRow:
    kind, _, rest = conflict.key.partition(":")
    what = rest.rpartition(":")[0]
    if kind not in ("airframe", "man", "twice"):
        return ConflictRow(conflict, None, ())
    flew = next(
        (
            each
            for each in sorties
            if each.mission == conflict.mission and what in (each.data.get("airframe"), str(each.pilot_id))
        ),
        None,
    )
    if flew is None:
        return ConflictRow(conflict, None, ())
    is_aircraft = flew.data.get("airframe") == what
    options = _other_aircraft(standing, flew, what) if is_aircraft else _other_men(standing, flew)
    place = Place(flew.mission or 0, flew.data["unit"], flew.data["seat"])
    return ConflictRow(conflict, place, tuple(options))


def _other_aircraft(standing: Standing, flew: Entry, code: str) -> list[tuple[str, str]]:
    """Aircraft of the same type and side that are still there."""
    return [
        (f"{AIRCRAFT}:{each.code}", f"{each.code} flew instead")
        for each in standing.airframes.values()
        if each.side == flew.side
        and each.aircraft == flew.data["aircraft"]
        and each.code != code
        and each.status in ("serviceable", "repair")
    ]


def _other_men(standing: Standing, flew: Entry) -> list[tuple[str, str]]:
    """Men of the same squadron who are still there, or of the same side where there are no squadrons."""
    squadron = flew.data.get("squadron") or ""
    return [
        (f"{MAN}:{each.pk}", f"{each.name} flew instead")
        for each in standing.airmen.values()
        if each.side == flew.side
        and each.pk != flew.pilot_id
        and each.squadron == squadron
        and each.status != "away"
        and not each.is_lost
    ]
