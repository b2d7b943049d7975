"""What is archived, what is to be deleted, and who may say otherwise."""

from __future__ import annotations

from django.urls import reverse

from clubs.models import Club
from clubs.models.endings import Archivable
from config.common import clock
from config.common.refusals import Refusal


def last_day(it: Archivable) -> str:
    """On which day it is deleted, by its own clock: 29 December 2026. Only of what is to be deleted."""
    assert it.goes_at is not None
    at = clock.local(it.goes_at, it.time_zone)  # type: ignore[attr-defined]  # of clubs and of campaigns
    return f"{at.day} {at:%B %Y}"


def why_closed(it: Archivable) -> str:
    """Why nothing is written in it, and who may change that; empty of what is open."""
    if not it.is_archived:
        return ""
    owners = "its owners" if isinstance(it, Club) else "its owner"
    if it.goes_at is not None:
        until = f"{it} is to be deleted on {last_day(it)}: nothing is written in it any more."
        return f"{until} {owners.capitalize()} can bring it back."
    others = "" if isinstance(it, Club) else " and its umpires"
    return f"{it} is archived: nothing is written in it. {owners.capitalize()}{others} can open it again."


def put_away_words(it: Archivable) -> str:
    """How it stands, on a list of what is archived."""
    return f"To be deleted on {last_day(it)}" if it.goes_at is not None else "Archived"


def closed_context(it: Archivable, page: str) -> dict[str, object]:
    """What every page about it says while nothing is written in it; ``page``: the name of the page of its end."""
    why = why_closed(it)
    return {"closed": why, "closed_at": reverse(page, args=(it.pk,))} if why else {}


def campaigns_left_behind(club: Club) -> list[str]:
    """The names of those that stay when the club goes. One query."""
    return list(club.campaigns.order_by("name", "pk").values_list("name", flat=True))


def refuse_other_name(it: Archivable, name: str) -> None:
    """Whoever has something deleted types what it is called."""
    if " ".join(name.split()).casefold() != " ".join(str(it).split()).casefold():
        raise Refusal(f"Type the name as it stands here: {it}", "name")


def refuse_if_archived(it: Archivable) -> None:
    """Raises ``Refusal``; asked under the lock."""
    if why := why_closed(it):
        raise Refusal(why)
