"""The claims board: claim a victory, judge a claim."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaigns.access import Viewer, campaign_or_404
from campaigns.models import Campaign, Pilot, Role
from campaigns.selectors import journal_entries
from campaigns.standing.result_kinds import Kill
from campaigns.views.common import render_campaign
from config.common.web import MemberRequest, asking, number_asked, only_post, sent, telling_refusals, whole_number
from missions.access import mission_or_404
from missions.forms.claims import ClaimForm, JudgeForm
from missions.models import Claim
from missions.operations import claims
from missions.selectors.claims import SHOWN, Asked, claims_page, may_claim_for, took_off, why_closed
from missions.views.common import render_mission


@asking
def board(request: MemberRequest, pk: int) -> HttpResponse:
    """Every claim of a named man and what has become of it. POST judges one that a report makes."""
    at_least = Role.PILOT if request.method == "POST" else Role.READER
    campaign, viewer = campaign_or_404(request, pk, at_least=at_least)
    if request.method != "POST":
        return _board(request, campaign, viewer)
    key = request.POST.get("kill", "")
    kill = journal_entries.number_of(campaign, key, Q(kind=Kill.kind))
    return _judge(request, campaign, viewer, partial(claims.judge_kill, campaign=campaign, kill=kill), kill=key)


@asking
def claim_judge(request: MemberRequest, pk: int, claim: int) -> HttpResponse:
    """Judge a claim that somebody made. Whoever only comes here is led to it on the board."""
    at_least = Role.PILOT if request.method == "POST" else Role.READER
    campaign, viewer = campaign_or_404(request, pk, at_least=at_least)
    made = Claim.objects.filter(mission__campaign=campaign, pk=claim).select_related("mission").first()
    if made is None:
        raise Http404("There is no such claim in this campaign.")
    if request.method != "POST":
        return redirect(f"{reverse('campaign-claims', args=(pk,))}?mission={made.mission.number}")
    return _judge(request, campaign, viewer, partial(claims.judge, claim=made), claim=made.pk)


def _judge(
    request: MemberRequest,
    campaign: Campaign,
    viewer: Viewer,
    operation: Callable[..., None],
    *,
    kill: str = "",
    claim: int = 0,
) -> HttpResponse:
    """Judge by ``operation`` what ``kill`` or ``claim`` names, and back to the board as it was filtered."""
    form = JudgeForm(request.POST)
    if form.is_valid():
        verdict, partner = form.cleaned_data["verdict"], form.cleaned_data["shared_with"]
        shared_with = Pilot.objects.filter(campaign=campaign, pk=partner).first() if partner else None
        with form.showing_refusals():
            operation(actor=request.user, verdict=verdict, reason=form.cleaned_data["reason"], shared_with=shared_with)
            messages.success(request, f"The claim has been {verdict}.")
            return _back(request, campaign)
    return _board(request, campaign, viewer, refused=form, kill=kill, claim=claim)


@only_post("campaign-claims")
def confirm(request: MemberRequest, pk: int) -> HttpResponse:
    """Confirm every victory that the form names: those of the page on which it was pressed, and no later one."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.PILOT)
    keys = set(request.POST.getlist("kill"))
    kills = journal_entries.numbers_of(campaign, keys, Q(kind=Kill.kind))
    with telling_refusals(request):
        confirmed = claims.confirm_all(actor=request.user, campaign=campaign, kills=kills)
        messages.success(request, _confirmed(confirmed, len(keys) - confirmed))
    return _back(request, campaign)


def _confirmed(count: int, left: int) -> str:
    sentence = "One claim has been confirmed." if count == 1 else f"{count} claims have been confirmed."
    if left:
        was = "One more was" if left == 1 else f"{left} more were"
        sentence += f" {was} judged or disputed meanwhile: nothing about that has changed."
    return sentence


def _back(request: MemberRequest, campaign: Campaign) -> HttpResponse:
    """To the board as it was filtered."""
    query = _asked(request).address(whole_number(request.POST.get("page", "")))
    return redirect(f"{reverse('campaign-claims', args=(campaign.pk,))}{f'?{query}' if query else ''}")


def _asked(request: MemberRequest) -> Asked:
    sent = request.POST if request.method == "POST" else request.GET
    shown = sent.get("show", "")
    return Asked(
        shown=shown if shown in SHOWN else "",
        mission=whole_number(sent.get("mission", "")),
        man=whole_number(sent.get("man", "")),
    )


def _board(
    request: MemberRequest,
    campaign: Campaign,
    viewer: Viewer,
    *,
    refused: JudgeForm | None = None,
    kill: str = "",
    claim: int = 0,
) -> HttpResponse:
    """``kill`` or ``claim`` says of which a verdict was ``refused``."""
    number = whole_number(request.POST.get("page", "")) if refused else number_asked(request, "page")
    page = claims_page(campaign, viewer, _asked(request), number)
    at = next((row.anchor for row in page.claims if (row.key and row.key == kill) or (row.claim or -1) == claim), "")
    return render_campaign(
        request,
        "missions/claims/claims.html",
        campaign,
        page=page,
        shown=SHOWN.items(),
        refused=refused,
        refused_at=at,
        partial="board",
    )


@asking
def claim_new(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Claim an enemy aircraft of a mission for a man who flew in it."""
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.PILOT, to_write=True)
    why = why_closed(mission)
    flew = () if why else took_off(mission)
    names = {(each.side, each.pilot) for each in flew if each.pilot}
    men = [
        man
        for man in Pilot.objects.filter(campaign_id=pk)
        if (man.side, man.name) in names and may_claim_for(viewer, man)
    ]
    own = next((man.pk for man in men if man.player_id == viewer.user_id), None)
    form = ClaimForm(sent(request), men=men, flew=flew, initial={"pilot": own})
    if form.is_valid():
        unit, seat = form.place
        with form.showing_refusals():
            claims.claim(
                actor=request.user,
                mission=mission,
                pilot=next(man for man in men if man.pk == form.cleaned_data["pilot"]),
                unit=unit,
                seat=seat,
                words=form.cleaned_data["words"],
            )
            messages.success(request, "The claim is on the board.")
            return redirect(f"{reverse('campaign-claims', args=(pk,))}?mission={number}")
    return render_mission(request, "missions/claims/new.html", mission, form=form, men=men, why=why)
