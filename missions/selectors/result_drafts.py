"""What pages show of a result that the viewer has begun to tell and not stored."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.timezone import get_current_timezone_name

from config.common import clock
from config.common.prepared import Prepared, number
from missions.models import Mission, ResultDraft, Skirmish, Submission
from missions.selectors.flights import clock_time
from missions.selectors.lineups import lineup_version
from missions.selectors.submissions import live_of, why_not_told

NO_USE = "What you had filled in for it is of no more use now."


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """What somebody has kept of a table."""

    draft: ResultDraft
    at: str
    """When, by the clock of the campaign, of a skirmish by that of the house."""
    why_not: str
    """Why it can be told no more, in a sentence; empty if it can."""


def begun(mission: Mission, user_id: int) -> list[Begun]:
    """What the viewer has kept of a mission, by table. One query; some more if there is anything."""
    if not mission.orders_are_open:
        return []
    return [_begun(mission, draft) for draft in _KEPT(mission=mission.pk, user=user_id)]


_KEPT = Prepared(lambda: ResultDraft.objects.filter(mission=number("mission"), by=number("user")).order_by("table"))


def begun_at(mission: Mission, table: int, user_id: int) -> Begun | None:
    """What the viewer has kept of one table."""
    draft = ResultDraft.objects.filter(mission=mission, table=table, by=user_id).first()
    return None if draft is None else _begun(mission, draft)


def begun_of_skirmish(skirmish: Skirmish, user_id: int) -> Begun | None:
    """What the viewer has kept of a skirmish at the table. One query."""
    draft = ResultDraft.objects.filter(skirmish=skirmish, by=user_id).first()
    if draft is None:
        return None
    return Begun(draft=draft, at=clock.when(draft.at, None, get_current_timezone_name()), why_not="")


def _begun(mission: Mission, draft: ResultDraft) -> Begun:
    why_not = why_not_told(mission, draft.table) or told_by_others(mission, draft.table, draft.by_id)
    return Begun(draft=draft, at=clock_time(mission, draft.at), why_not=why_not)


def told_by_others(mission: Mission, table: int, user_id: int) -> str:
    """Why this person does not tell the result of a table any more, in a sentence; empty if they may."""
    live = live_of(mission, table) if mission.is_told_and_confirmed else None
    if live is None or (live.by_id == user_id and live.status != Submission.Status.APPROVED):
        return ""
    if live.status == Submission.Status.APPROVED:
        return f"The result of table {table} has been approved: it stands."
    return f"{live.by.get_username()} has told the result of table {table} already. Confirm it or dispute it here."


def has_other_orders(mission: Mission, draft: ResultDraft) -> bool:
    """The orders have been signed anew since it was kept."""
    return draft.orders != orders_version(mission)


def orders_version(mission: Mission) -> str:
    """Differs when either side's orders are signed anew, or others are said to have flown. One query."""
    versions = [orders.version for orders in mission.orders.order_by("side")]
    return " ".join([*versions, *filter(None, [lineup_version(mission)])])
