"""Talk: comments on a campaign and its missions, and what each side tells of a mission."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaigns.access import Viewer, campaign_or_404
from campaigns.models import Campaign
from campaigns.selectors.sides import side_titles
from campaigns.views.common import render_campaign
from config.common.web import MemberRequest, asking, number_asked, sent, telling_refusals
from missions.access import mission_or_404
from missions.forms.talk import CommentForm, StoryForm
from missions.models import Comment, Mission
from missions.operations import after_action_reports, comments
from missions.selectors import comments as selectors_comments
from missions.selectors.after_action_reports import story_rows
from missions.views.common import render_mission, side_or_404, stages


@asking
def campaign_talk(request: MemberRequest, pk: int) -> HttpResponse:
    """What is said about a campaign as a whole."""
    campaign, viewer = campaign_or_404(request, pk)
    return _talk(request, campaign, viewer, None)


@asking
def mission_talk(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """What is said about a mission."""
    mission, viewer = mission_or_404(request, pk, number, operations=True)
    return _talk(request, mission.campaign, viewer, mission)


def _talk(request: MemberRequest, campaign: Campaign, viewer: Viewer, mission: Mission | None) -> HttpResponse:
    titles = side_titles(campaign)
    audiences = [(side, f"the {titles[side]} side alone") for side in selectors_comments.audiences(viewer)]
    form = CommentForm(sent(request), audiences=audiences)
    if form.is_valid():
        with form.showing_refusals():
            said = comments.comment(
                actor=request.user,
                campaign=campaign,
                mission=mission,
                text=form.cleaned_data["text"],
                side=form.cleaned_data["side"],
            )
            return redirect(_place(said))
    of_mission: dict[str, Any] = {"mission": mission, "stages": stages(mission)} if mission else {}
    return render_campaign(
        request,
        "missions/talk/talk.html",
        campaign,
        page=selectors_comments.talk_page(campaign, viewer, mission, number_asked(request, "page")),
        form=form,
        partial="talk",
        **of_mission,
    )


def _thread(comment: Comment) -> str:
    """The address of the talk that a comment belongs to."""
    if comment.mission is None:
        return reverse("campaign-talk", args=(comment.campaign_id,))
    return reverse("mission-talk", args=(comment.campaign_id, comment.mission.number))


def _place(comment: Comment) -> str:
    return f"{_thread(comment)}#comment-{comment.key}"


def _comment_or_404(request: MemberRequest, pk: int, comment: UUID) -> tuple[Comment, Viewer]:
    campaign, viewer = campaign_or_404(request, pk)
    found = selectors_comments.find(campaign, viewer, comment)
    if found is None:
        raise Http404("There is no such comment for you to read.")
    found.campaign = campaign
    return found, viewer


@asking
def comment_edit(request: MemberRequest, pk: int, comment: UUID) -> HttpResponse:
    """Say it in other words."""
    found, _ = _comment_or_404(request, pk, comment)
    if found.author_id != request.user.pk:
        raise PermissionDenied("Only its author edits a comment.")
    if found.removed_at is not None and request.method != "POST":
        messages.info(request, "The comment has been removed.")
        return redirect(_place(found))
    form = CommentForm(sent(request), initial={"text": found.text})
    if form.is_valid():
        with form.showing_refusals():
            comments.edit(actor=request.user, comment=found, text=form.cleaned_data["text"])
            return redirect(_place(found))
    return render_campaign(
        request,
        "missions/talk/edit.html",
        found.campaign,
        comment=found,
        form=form,
        thread=_place(found),
    )


@asking
def comment_remove(request: MemberRequest, pk: int, comment: UUID) -> HttpResponse:
    """Take a comment off the page. Whoever only comes here is led to it."""
    found, viewer = _comment_or_404(request, pk, comment)
    if request.method == "POST":
        if not selectors_comments.may_remove(found, viewer):
            raise PermissionDenied("Only its author and the umpires remove a comment.")
        with telling_refusals(request):
            comments.remove(actor=request.user, comment=found)
            messages.success(request, "The comment has been removed.")
    return redirect(_place(found))


@asking
def mission_story(request: MemberRequest, pk: int, number: int, side: str) -> HttpResponse:
    """A side's after-action report, to read and to write."""
    known = side_or_404(side)
    mission, viewer = mission_or_404(request, pk, number, operations=True)
    row = story_rows(mission, viewer)[known]
    if request.method == "POST" and not row.may_write:
        raise PermissionDenied("A side’s report is written by those who have a seat on it.")
    form = StoryForm(sent(request), initial={"text": row.text, "seen": row.version})
    if form.is_valid():
        with form.showing_refusals():
            told = after_action_reports.tell_story(
                actor=request.user,
                mission=mission,
                side=known,
                text=form.cleaned_data["text"],
                expected_version=form.cleaned_data["seen"],
            )
            messages.success(request, "The report stands." if told else "The report has been taken back.")
            return redirect("mission-story", pk, number, known)
    return render_mission(request, "missions/talk/story.html", mission, story=row, form=form)
