"""What people have reported to the umpires of a campaign: comments, what a side tells of a mission, notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from campaigns.access import Viewer, viewer
from campaigns.models import Campaign, Entry, Role, Side
from campaigns.selectors.audience import heard_by
from campaigns.selectors.journal import visible
from campaigns.selectors.sides import side_titles
from campaigns.standing.kinds import NoteWritten
from config.common import clock
from missions.models import Comment, Mission, PostReport, Story

ON_A_PAGE = 20
SHOWN_NOTES = 30
Post: TypeAlias = Comment | Story | Entry
"""What may be reported; an entry is a note."""


def may_judge(of: Viewer) -> bool:
    """Umpires and the owner decide, of what is for their eyes."""
    return of.ranks(Role.UMPIRE)


def judges_of(campaign: Campaign, side: str, *, is_note: bool = False) -> list[int]:
    """Who may decide about words of ``side`` alone, or of everybody's if it is empty; numbers of people.

    A side's note is read by who sees its plans, its other words by all who sit on it.
    """
    seats = campaign.seats.select_related("user", "stand_in")
    people = {campaign.owner_id: campaign.owner}
    people |= {user.pk: user for seat in seats for user in (seat.user, seat.stand_in) if user is not None}
    found = []
    for pk, user in people.items():
        seen = viewer(campaign, user)
        if seen is None or not may_judge(seen):
            continue
        if not side or seen.is_umpire or (seen.sees_plans_of(side) if is_note else side in seen.sides):
            found.append(pk)
    return sorted(found)


def side_of(post: Post) -> str:
    """Whose eyes a post is for; empty: everybody's."""
    if isinstance(post, Entry):
        return "" if post.campaign.is_finished else post.side
    if isinstance(post, Comment):
        return post.side
    return "" if post.mission.status == Mission.Status.DEBRIEFED else post.side


def reports_for(campaign: Campaign, of: Viewer) -> QuerySet[PostReport]:
    """Those that are for somebody's eyes, who may judge; not those about their own words."""
    found = PostReport.objects.filter(heard_by(of), campaign=campaign)
    unseen = [side for side in Side.values if not of.sees_plans_of(side)]
    found = found.exclude(entry__isnull=False, side__in=unseen)
    return (found if may_judge(of) else found.none()).exclude(author=of.user_id)


def notes_of_others(campaign: Campaign, of: Viewer) -> list[Entry]:
    """The latest notes in force that are for somebody's eyes and not their own, the newest first. One query."""
    found = campaign.entries.in_force().filter(visible(campaign, of), kind=NoteWritten.kind, actor__isnull=False)
    return list(found.exclude(actor=of.user_id).select_related("actor").order_by("-number")[:SHOWN_NOTES])


def waiting(campaign: Campaign, of: Viewer) -> int:
    """How many reports wait for somebody. One query, none for who does not judge."""
    if not may_judge(of):
        return 0
    return reports_for(campaign, of).filter(verdict=PostReport.Verdict.OPEN).count()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    """A post that somebody has reported."""

    key: UUID
    what: str
    """``A comment on mission 3``."""
    author: str
    text: str
    """Markdown, as it stood when it was reported."""
    side: str
    words: str
    by: str
    when: str
    is_open: bool
    verdict: str
    judge: str
    why: str
    where: str
    """The address of the post."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportsPage:
    rows: tuple[ReportRow, ...]
    page: int
    pages: int


def reports_page(campaign: Campaign, of: Viewer, page: int = 1) -> ReportsPage:
    """Those that wait first, then the newest. Two queries."""
    found = _named(reports_for(campaign, of)).annotate(waits=Count("pk", filter=Q(verdict="open")))
    shown = Paginator(found.order_by("-waits", "-at", "-pk"), ON_A_PAGE).get_page(max(page, 1))
    return ReportsPage(rows=tuple(_rows(campaign, shown)), page=shown.number, pages=shown.paginator.num_pages)


def report_row(campaign: Campaign, report: PostReport) -> ReportRow:
    """One of them, as ``find`` gives it."""
    return next(iter(_rows(campaign, [report])))


def find(campaign: Campaign, of: Viewer, key: UUID) -> PostReport | None:
    """A report that is for somebody's eyes. One query."""
    return _named(reports_for(campaign, of)).filter(key=key).first()


def _named(found: QuerySet[PostReport]) -> QuerySet[PostReport]:
    return found.select_related("author", "by", "judge", "comment", "mission")


def what_of(report: PostReport, campaign: Campaign) -> str:
    """What was reported: ``a comment on mission 3``."""
    on = f" on mission {report.mission.number}" if report.mission else ""
    if report.comment_id is not None:
        return f"a comment{on}" if on else "a comment on the campaign"
    if report.entry_id is not None:
        return f"a note in the journal{on}"
    return f"the {side_titles(campaign)[report.side] if report.side else 'after-action'} report{on}"


def _rows(campaign: Campaign, reports: Iterable[PostReport]) -> Iterable[ReportRow]:
    titles = side_titles(campaign)
    for each in reports:
        what = what_of(each, campaign)
        yield ReportRow(
            key=each.key,
            what=what[:1].upper() + what[1:],
            author=each.author.get_username(),
            text=each.text,
            side=titles[each.side] if each.side else "",
            words=each.words,
            by=each.by.get_username(),
            when=clock.when(each.at, None, campaign.time_zone),
            is_open=each.verdict == PostReport.Verdict.OPEN,
            verdict=each.get_verdict_display(),
            judge=each.judge.get_username() if each.judge else "",
            why=each.why,
            where=_where(each),
        )


def _where(report: PostReport) -> str:
    if report.entry_id is not None:
        return f"{reverse('campaign-journal', args=(report.campaign_id,))}?what=notes"
    if report.comment is None:
        return reverse("mission", args=(report.campaign_id, report.mission.number)) if report.mission else ""
    if report.mission is None:
        return f"{reverse('campaign-talk', args=(report.campaign_id,))}#comment-{report.comment.key}"
    return f"{reverse('mission-talk', args=(report.campaign_id, report.mission.number))}#comment-{report.comment.key}"
