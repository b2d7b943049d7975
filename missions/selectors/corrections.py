"""What the pages of corrections show: conflicts with what may be put in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from campaigns.access import Viewer
from campaigns.models import Campaign
from campaigns.standing.compare import Difference
from campaigns.standing.model import Conflict
from missions.selectors.substitutes import OpenPlace, Substitute, Substitutes


def seen(campaign: Campaign, viewer: Viewer, changes: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Those changes that a viewer may know of."""
    if campaign.is_finished:
        return changes
    return tuple(change for change in changes if not change.side or viewer.sees_plans_of(change.side))


@dataclass(frozen=True, kw_only=True)
class ConflictRow:
    conflict: Conflict
    place: OpenPlace | None
    """Where something else may be put; ``None`` if it can only be accepted."""
    substitutes: Substitutes

    @property
    def is_unasked(self) -> bool:
        """Nothing was found to be put there before ``Substitutes`` had asked all that it asks for one page."""
        return self.place is not None and not self.offers and self.substitutes.is_spent

    @cached_property
    def offers(self) -> Mapping[str, Substitute]:
        """What may be put there, by ``aircraft:UZ-A`` or ``man:12``. The journal is folded for each."""
        return {
            f"aircraft:{each.airframe}" if each.airframe else f"man:{each.pilot}": each
            for each in self.substitutes.offers(self.conflict)
        }

    @property
    def instead(self) -> list[tuple[str, str]]:
        """The same as choices."""
        return [(value, f"{each.name} flew instead") for value, each in self.offers.items()]


@dataclass(frozen=True, slots=True)
class ConflictsPage:
    open: tuple[ConflictRow, ...]
    resolved: tuple[Conflict, ...]


def conflicts_page(campaign: Campaign, viewer: Viewer) -> ConflictsPage:
    """What no longer fits, and what was done about it. Two queries."""
    substitutes = Substitutes(campaign)
    known = [
        each
        for each in substitutes.standing.conflicts
        if not each.side or campaign.is_finished or viewer.sees_plans_of(each.side)
    ]
    return ConflictsPage(
        open=tuple(
            ConflictRow(conflict=each, place=substitutes.place(each), substitutes=substitutes)
            for each in known
            if not each.resolved
        ),
        resolved=tuple(each for each in known if each.resolved),
    )
