"""The writers of what the table keeps while a mission is played there.

Taps are no act of the campaign: the journal never hears of them, nobody is told, and its file does not hold them. They
go when the mission is debriefed, or declared void.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import viewer
from campaigns.models import Role
from config.common.refusals import Refusal
from missions.flights.context import sheet_of
from missions.models import Mission, TableTap
from missions.operations.under_lock import locked_mission
from missions.results.companion import Cells, Tap, cells
from missions.selectors.companion import may_clear, why_not_kept

MOST_OF_ONE: Final = 2000
"""Of one person at one table: a long mission of sixteen aircraft takes some hundreds. A bound for all together
would let one keep the others from tapping."""
MOST_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class TapsTaken:
    """What became of the taps of one delivery."""

    refused: dict[UUID, str]
    """Those that are kept nowhere, each with the reason in a sentence; all others are kept."""
    cells: Cells
    """Of the mission."""


def take(*, actor: User, mission: Mission, table_number: int, taps: Sequence[Tap]) -> TapsTaken:
    """Keep what a device has sent, each tap once, however often it comes.

    A tap that can be none of this mission is refused for itself, so that it does not hold up those behind it.
    """
    if len(taps) > MOST_AT_ONCE:
        raise Refusal(f"At most {MOST_AT_ONCE} taps are taken at once.")
    with locked_mission(mission) as mission:
        member = viewer(mission.campaign, actor)
        if member is None or not member.may(Role.PILOT):
            raise Refusal("Only those who play in this campaign keep the table.")
        if why := why_not_kept(mission, table_number):
            raise Refusal(why)
        here = TableTap.objects.filter(mission=mission, table=table_number)
        known = set(here.filter(key__in=[tap.key for tap in taps]).values_list("key", flat=True))
        new = {tap.key: tap for tap in taps if tap.key not in known}
        known_cells = cells(sheet_of(mission))
        refused = _refused(known_cells, new.values())
        good = [tap for tap in new.values() if tap.key not in refused]
        if good and here.filter(by=actor).count() + len(good) > MOST_OF_ONE:
            raise Refusal(
                f"More than {MOST_OF_ONE:,} taps of one person are not kept of a table. Let somebody else tap, "
                "or hand in the result."
            )
        TableTap.objects.bulk_create(
            TableTap(
                mission=mission,
                table=table_number,
                key=tap.key,
                by=actor,
                made_at=_moment(tap.at, mission.opened_at),
                number=tap.number,
                does=tap.does,
                cell=tap.cell,
                value=tap.value,
            )
            for tap in good
        )
        return TapsTaken(refused, known_cells)


def clear(*, actor: User, mission: Mission, table_number: int) -> bool:
    """Begin anew with an empty table; returns whether anything had been kept."""
    with locked_mission(mission) as mission:
        member = viewer(mission.campaign, actor)
        if member is None or not may_clear(mission, member):
            raise Refusal("Who tells the result of this mission may begin its table anew.")
        if why := why_not_kept(mission, table_number):
            raise Refusal(why)
        return bool(TableTap.objects.filter(mission=mission, table=table_number).delete()[0])


def _refused(cells: Cells, taps: Iterable[Tap]) -> dict[UUID, str]:
    found = {}
    for tap in taps:
        cell = cells.get(tap.cell)
        if cell is None:
            found[tap.key] = "This mission keeps no such thing: its orders may have changed."
        elif tap.does != "undo" and (why := cell.why_not(tap.does, tap.value)):
            found[tap.key] = why
    return found


def _moment(at: int, opened_at: datetime | None) -> int:
    """No tap was made in the future, nor before the orders were opened, whatever the clock of a phone says."""
    earliest = int(opened_at.timestamp() * 1000) if opened_at is not None else 0
    return max(earliest, min(at, int(timezone.now().timestamp() * 1000)))
