"""Posts that people have reported to the umpires of a campaign."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from campaigns.access import Viewer, campaign_or_404
from campaigns.models import Campaign, Entry, Role
from campaigns.selectors.journal_entries import key_of
from campaigns.standing.kinds import NoteWritten
from campaigns.views.common import render_campaign
from clubs.forms.order import DecisionForm
from clubs.models import ClubRole, Membership
from clubs.operations import reports
from clubs.operations.reports import Decision
from config.common.web import MemberRequest, asking, number_asked, sent
from missions.forms.talk import NoteReportForm, ReportForm
from missions.models import Claim, Remark, Story
from missions.operations import post_reports
from missions.selectors import comments
from missions.selectors.after_action_reports import may_read
from missions.selectors.post_reports import (
    Post,
    author_of,
    claim_reported,
    dispute_reported,
    find,
    mission_of,
    notes_of_others,
    report_row,
    reports_page,
    text_of,
)

DONE = {
    Decision.KEEP: "It stays. Whoever reported it is told.",
    Decision.REMOVE: "It is gone. Its author and whoever reported it are told.",
    Decision.MUTE: "It is gone, and {author} writes nothing for a while. They are told.",
    Decision.BAN: "It is gone, and {author} is banned from the club.",
}


@require_safe
def campaign_reports(request: MemberRequest, pk: int) -> HttpResponse:
    """What has been reported to who looks."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    page = reports_page(campaign, viewer, number_asked(request, "page") or 1)
    return render_campaign(request, "missions/talk/reports.html", campaign, page=page)


@asking
def campaign_report(request: MemberRequest, pk: int, report: UUID) -> HttpResponse:
    """One reported post, and what becomes of it."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    found = find(campaign, viewer, report)
    if found is None:
        raise Http404("There is no such report for you to decide.")
    found.campaign = campaign
    form = DecisionForm(sent(request), of_club=_moderates(request, campaign))
    if form.is_valid():
        with form.showing_refusals():
            reports.decide(actor=request.user, report=found, **form.decided)
            messages.success(request, DONE[form.cleaned_data["decision"]].format(author=found.author))
            return redirect("campaign-reports", pk)
    row = report_row(campaign, found)
    may_decide = viewer.may(Role.UMPIRE)
    return render_campaign(request, "missions/talk/report.html", campaign, row=row, form=form, may_decide=may_decide)


def _moderates(request: MemberRequest, campaign: Campaign) -> bool:
    """Whether they mute and ban; what has been sent goes to the operation, which says so if the club is archived."""
    place = Membership.objects.filter(club=campaign.club_id, user=request.user).select_related("club").first()
    if place is None:
        return False
    return place.may(ClubRole.UMPIRE) or (request.method == "POST" and place.ranks(ClubRole.UMPIRE))


@asking
def comment_report(request: MemberRequest, pk: int, comment: UUID) -> HttpResponse:
    """Report a comment to the umpires."""
    campaign, viewer = campaign_or_404(request, pk, to_write=True)
    found = comments.find(campaign, viewer, comment)
    if found is None or found.removed_at is not None:
        raise Http404("There is no such comment for you to read.")
    return _report(request, campaign, found)


@asking
def story_report(request: MemberRequest, pk: int, number: int, side: str) -> HttpResponse:
    """Report a side's after-action report to the umpires."""
    campaign, viewer = campaign_or_404(request, pk, to_write=True)
    found = _story(campaign, viewer, number, side)
    if found is None:
        raise Http404("There is no such report for you to read.")
    return _report(request, campaign, found)


@asking
def note_report(request: MemberRequest, pk: int) -> HttpResponse:
    """Report a note in the journal to the umpires: one of the latest of others."""
    campaign, viewer = campaign_or_404(request, pk, to_write=True)
    notes = {key_of(pk, note.number): note for note in notes_of_others(campaign, viewer)}
    form = NoteReportForm([(key, _told(note)) for key, note in notes.items()], sent(request))
    if form.is_valid():
        with form.showing_refusals():
            note = notes[form.cleaned_data["note"]]
            post_reports.report(actor=request.user, campaign=campaign, post=note, words=form.cleaned_data["words"])
            messages.success(request, "The umpires are told. You hear what they decide.")
            return redirect("campaign-journal", pk)
    return render_campaign(request, "missions/talk/report_note.html", campaign, form=form, notes=notes)


def _told(note: Entry) -> str:
    begins = Truncator(NoteWritten.of(note).text).chars(200)
    return f"{note.by}, {localtime(note.at):%-d %B %Y}: {begins}"


def _story(campaign: Campaign, viewer: Viewer, number: int, side: str) -> Story | None:
    stories = Story.objects.filter(mission__campaign=campaign, mission__number=number, side=side)
    found = stories.select_related("mission", "author").first()
    return found if found is not None and may_read(found.mission, side, viewer) else None


@asking
def claim_report(request: MemberRequest, pk: int, claim: int) -> HttpResponse:
    """Report the words with a claim to the umpires."""
    campaign, _ = campaign_or_404(request, pk, to_write=True)
    found = claim_reported(campaign, claim)
    if found is None:
        raise Http404("There is no such claim with words.")
    return _report(request, campaign, found)


@asking
def dispute_report(request: MemberRequest, pk: int, remark: int) -> HttpResponse:
    """Report the words with which somebody disputes a result to the umpires."""
    campaign, _ = campaign_or_404(request, pk, to_write=True)
    found = dispute_reported(campaign, remark)
    if found is None:
        raise Http404("There is no such dispute with words.")
    return _report(request, campaign, found)


def _place(post: Post, campaign: Campaign) -> str:
    """The address at which it stands."""
    mission = mission_of(post)
    if mission is None:
        return reverse("campaign-talk", args=(campaign.pk,))
    if isinstance(post, Claim):
        return f"{reverse('campaign-claims', args=(campaign.pk,))}?mission={mission.number}"
    if isinstance(post, Remark):
        return reverse("mission-result", args=(campaign.pk, mission.number, post.submission.table))
    return reverse("mission-talk", args=(campaign.pk, mission.number))


def _report(request: MemberRequest, campaign: Campaign, post: Post) -> HttpResponse:
    author, back = author_of(post), _place(post, campaign)
    if author == request.user:
        raise PermissionDenied("Those are your own words. Edit or remove them yourself.")
    form = ReportForm(sent(request))
    if form.is_valid():
        with form.showing_refusals():
            post_reports.report(actor=request.user, campaign=campaign, post=post, words=form.cleaned_data["words"])
            messages.success(request, "The umpires are told. You hear what they decide.")
            return redirect(back)
    is_markdown = not isinstance(post, (Claim, Remark))
    return render_campaign(
        request,
        "missions/talk/report_post.html",
        campaign,
        author=author,
        text=text_of(post),
        is_markdown=is_markdown,
        back=back,
        form=form,
    )
