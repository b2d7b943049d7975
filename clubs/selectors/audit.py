"""Who did what in a club or a campaign and when, for its owners to keep: a line of CSV each, however many.

It tells of acts, not of words. Of a campaign that is running it has what every reader may know, whoever asks for it:
the file goes further than the person. That words of an owner's were reported and stay is not in it: they are told of a
report only if it was right. No address of anybody is in it, and no key.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from campaigns.access import PUBLIC
from campaigns.models import Campaign
from campaigns.selectors.csv import safe
from campaigns.selectors.journal import visible
from campaigns.standing.kinds import KINDS, SeatChanged
from clubs.models import Club, ClubRole, ModerationEntry

HEADING: Final = ("time (UTC)", "where", "what", "who", "whom", "about", "why")
AT_ONCE: Final = 500
"""Rows that are fetched in one go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One thing that somebody did."""

    at: datetime | None
    where: str
    what: str
    who: str = ""
    whom: str = ""
    about: str = ""
    why: str = ""


def audit(club: Club) -> Iterator[str]:
    """The file, line by line: what the club is, then its acts, those of a kind together and the oldest first."""
    return _file(_acts(club))


def campaign_audit(campaign: Campaign) -> Iterator[str]:
    """The same of one campaign: how it began, and what its journal has for every reader."""
    return _file(_of_campaign(campaign, campaign.name))


def _file(acts: Iterable[Act]) -> Iterator[str]:
    yield "\N{BYTE ORDER MARK}"
    yield _line(HEADING)
    for act in acts:
        at = act.at.astimezone(UTC).isoformat(timespec="seconds") if act.at else ""
        yield _line((at, act.where, act.what, act.who, act.whom, act.about, act.why))


def _line(cells: Iterable[str]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerow([safe(cell) for cell in cells])
    return text.getvalue()


def _acts(club: Club) -> Iterator[Act]:
    name = club.name
    yield Act(at=club.created_at, where=name, what="Club founded")
    for member in _few(club.members.select_related("user").order_by("joined_at", "pk")):
        yield Act(
            at=member.joined_at, where=name, what="Member joined", who=_name(member.user), about=_role(member.role)
        )
    heard = Q(side="") | Q(campaign__status=Campaign.Status.FINISHED)
    owners = club.members.filter(role=ClubRole.OWNER).order_by().values("user")
    log = ModerationEntry.objects.filter(heard, club=club)
    log = log.exclude(act=ModerationEntry.Act.POST_KEPT, whom__in=owners)
    for line in _few(log.select_related("by", "whom", "campaign").order_by("at", "pk")):
        where = f"{name}: {line.campaign.name}" if line.campaign else name
        what, whom = line.get_act_display(), _name(line.whom)
        yield Act(at=line.at, where=where, what=what, who=_name(line.by), whom=whom, about=line.what, why=line.why)
    for asked in _few(club.asked.select_related("user").order_by("at", "pk")):
        yield Act(at=asked.at, where=name, what="Asked to be let in", who=_name(asked.user), about=_display(asked))
    links = club.invitations.select_related("made_by").prefetch_related("used__user")
    for link in _few(links.order_by("made_at", "pk")):
        role = _role(link.role) if link.role is not None else ""
        yield Act(at=link.made_at, where=name, what="Invitation made", who=_name(link.made_by), about=role)
        for use in link.used.all():
            yield Act(at=use.at, where=name, what="Came in by an invitation", who=_name(use.user), about=role)
    for made, what in (
        (club.polls.select_related("made_by").order_by("made_at", "pk"), "Poll of dates"),
        (club.nights.select_related("made_by").order_by("made_at", "pk"), "Night announced"),
    ):
        for each in _few(made):
            yield Act(at=each.made_at, where=name, what=what, who=_name(each.made_by), about=each.title)
    for season in _few(club.seasons.select_related("organiser").order_by("made_at", "pk")):
        yield Act(at=season.made_at, where=name, what="Season opened", who=_name(season.organiser), about=season.title)
    for campaign in Campaign.objects.filter(club=club).select_related("pack", "owner").order_by("created_at", "pk"):
        yield from _of_campaign(campaign, f"{name}: {campaign.name}")


def _of_campaign(campaign: Campaign, where: str) -> Iterator[Act]:
    """Who wrote in it and of what kind that was, a line for each act; of seats whose and which, never the squadron."""
    yield Act(at=campaign.created_at, where=where, what="Campaign begun", about=f"{_name(campaign.owner)}’s now")
    seen = campaign.entries.filter(visible(campaign, PUBLIC)).order_by("number")
    columns = ("batch", "at", "by", "mission", "kind", "side", "data__who", "data__role", "data__how")
    rows = seen.values_list(*columns).iterator(chunk_size=AT_ONCE)
    for _, group in groupby(rows, key=lambda row: row[0]):
        lines = list(group)
        _, at, by, mission, *_ = lines[0]
        kinds = dict.fromkeys(KINDS[kind].label for *_, kind, _, _, _, _ in lines)
        seats = [row[5:] for row in lines if row[4] == SeatChanged.kind]
        about = [f"Mission {mission}"] if mission is not None else []
        about += [f"{side} {role}, {how}".strip().replace("-", " ").capitalize() for side, _, role, how in seats]
        yield Act(
            at=at,
            where=where,
            what=", ".join(kinds),
            who=by or "The staff",
            whom=", ".join(dict.fromkeys(who for _, who, _, _ in seats)),
            about="; ".join(about),
        )


def _few(rows: QuerySet[Any]) -> Iterator[Any]:
    return rows.iterator(chunk_size=AT_ONCE)


def _name(user: User | None) -> str:
    return user.get_username() if user else ""


def _role(role: int) -> str:
    return str(ClubRole(role).label)


def _display(asked: Any) -> str:
    return str(asked.get_status_display())
