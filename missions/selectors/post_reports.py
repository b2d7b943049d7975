"""What people have reported to the umpires of a campaign: comments, what a side tells of a mission, notes, the words
with claims and disputes."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.urls import reverse

from campaigns.access import Viewer, viewer
from campaigns.models import Campaign, Entry, Role, Side
from campaigns.selectors.audience import heard_by
from campaigns.selectors.journal import visible
from campaigns.selectors.sides import side_titles
from campaigns.standing.kinds import NoteWritten
from clubs.selectors.reported import ReportRow, ReportsPage, page_of, row_of
from missions.models import Claim, Comment, Mission, PostReport, Remark, Story

SHOWN_NOTES = 30
Post: TypeAlias = Comment | Story | Entry | Claim | Remark
"""What may be reported; an entry is a note, a claim and a remark their words."""


def author_of(post: Post) -> User | None:
    """``None``: nobody who has an account here."""
    if isinstance(post, Entry):
        return post.actor
    return post.by if isinstance(post, (Claim, Remark)) else post.author


def text_of(post: Post) -> str:
    if isinstance(post, Entry):
        return NoteWritten.of(post).text
    return post.words if isinstance(post, (Claim, Remark)) else post.text


def mission_of(post: Post) -> Mission | None:
    """The mission that it is about. At most one query."""
    if isinstance(post, Entry):
        return Mission.objects.filter(campaign=post.campaign_id, number=post.mission).first() if post.mission else None
    return post.submission.mission if isinstance(post, Remark) else post.mission


def claim_reported(campaign: Campaign, pk: int) -> Claim | None:
    """A claim with words, which everybody reads who reads the campaign. One query."""
    found = Claim.objects.filter(pk=pk, mission__campaign=campaign).exclude(words="")
    return found.select_related("mission", "by").first()


def dispute_reported(campaign: Campaign, pk: int) -> Remark | None:
    """A dispute with words: everybody reads it who reads the campaign. One query."""
    found = Remark.objects.filter(pk=pk, submission__mission__campaign=campaign, agrees=False).exclude(words="")
    return found.select_related("submission__mission", "by").first()


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
    if isinstance(post, (Claim, Remark)):
        return ""
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


def reports_page(campaign: Campaign, of: Viewer, page: int = 1) -> ReportsPage:
    """Those that wait first, then the newest. Two queries."""
    return page_of(_named(reports_for(campaign, of)), page, partial(report_row, campaign))


def report_row(campaign: Campaign, report: PostReport) -> ReportRow:
    """One of them, as ``find`` gives it."""
    return row_of(
        report,
        what=what_of(report, campaign),
        where=_where(report),
        time_zone=campaign.time_zone,
        is_markdown=report.claim_id is None and report.submission_id is None,
        side=side_titles(campaign)[report.side] if report.side else "",
    )


def find(campaign: Campaign, of: Viewer, key: UUID) -> PostReport | None:
    """A report that is for somebody's eyes. One query."""
    return _named(reports_for(campaign, of)).filter(key=key).first()


def _named(found: QuerySet[PostReport]) -> QuerySet[PostReport]:
    return found.select_related("author", "by", "judge", "comment", "mission", "submission")


def what_of(report: PostReport, campaign: Campaign) -> str:
    """What was reported: ``a comment on mission 3``."""
    on = f" on mission {report.mission.number}" if report.mission else ""
    if report.comment_id is not None:
        return f"a comment{on}" if on else "a comment on the campaign"
    if report.entry_id is not None:
        return f"a note in the journal{on}"
    if report.claim_id is not None:
        return f"the words with a claim{on}"
    if report.submission_id is not None:
        return f"the words with a dispute{on}"
    return f"the {side_titles(campaign)[report.side] if report.side else 'after-action'} report{on}"


def _where(report: PostReport) -> str:
    if report.entry_id is not None:
        return f"{reverse('campaign-journal', args=(report.campaign_id,))}?what=notes"
    if report.claim_id is not None and report.mission is not None:
        return f"{reverse('campaign-claims', args=(report.campaign_id,))}?mission={report.mission.number}"
    if report.submission is not None and report.mission is not None:
        return reverse("mission-result", args=(report.campaign_id, report.mission.number, report.submission.table))
    if report.comment is None:
        return reverse("mission", args=(report.campaign_id, report.mission.number)) if report.mission else ""
    if report.mission is None:
        return f"{reverse('campaign-talk', args=(report.campaign_id,))}#comment-{report.comment.key}"
    return f"{reverse('mission-talk', args=(report.campaign_id, report.mission.number))}#comment-{report.comment.key}"
