"""The parts that squadron leaders have handed in, as their commander reads them beside the plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from campaigns.access import Viewer
from campaigns.models import Pilot
from missions.flights import context
from missions.models import Mission
from missions.planning.choices import Choices
from missions.planning.orders import SideOrders
from missions.planning.squadron_parts import Part, clashes, is_in
from missions.selectors.missions import UnitSummary, orders_summary
from missions.selectors.sealed_orders import at_the_clock, drafts_of, title_of


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedPart:
    """One squadron's part."""

    squadron: str
    title: str
    by: str
    at: str
    """When it was handed in, with the zone."""
    units: tuple[UnitSummary, ...]
    is_in: bool
    """The plan has it as it was handed in."""


@dataclass(frozen=True, slots=True)
class HandedParts:
    """All that have been handed in."""

    parts: tuple[HandedPart, ...]
    clashes: tuple[str, ...]

    @property
    def are_missing(self) -> bool:
        """Some part is not in the plan."""
        return not all(part.is_in for part in self.parts)


def handed_parts(
    mission: Mission, viewer: Viewer, choices: Choices, plan: Callable[[], SideOrders]
) -> HandedParts | None:
    """What has been handed in for the side that ``choices`` are of, against the ``plan`` before its commander.

    ``None`` if nothing has, or the plan is not his to read. Two queries.
    """
    if not viewer.sees_plans_of(choices.side):
        return None
    handed = [(each.handed_in_at, each.pk, each) for each in drafts_of(mission, choices.side) if each.squadron]
    rows = [row for at, _, row in sorted(each for each in handed if each[0] is not None)]
    if not rows:
        return None
    men = {pilot.pk: pilot for pilot in Pilot.objects.filter(campaign_id=mission.campaign_id, side=choices.side)}
    zone = mission.campaign.time_zone
    parts, before = [Part(row.squadron, context.orders_of(row)) for row in rows], plan()
    return HandedParts(
        tuple(
            HandedPart(
                squadron=row.squadron,
                title=title_of(choices.pack, row.squadron),
                by=row.by.get_username(),
                at=at_the_clock(row.at, zone),
                units=orders_summary(row, choices.pack, mission, men, [None]).units,
                is_in=is_in(part, before),
            )
            for row, part in zip(rows, parts, strict=True)
        ),
        clashes(choices, parts),
    )
