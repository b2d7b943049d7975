"""A side's secret orders for a mission, and the parts that its squadron leaders write."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaigns.access import Viewer
from campaigns.models import Role
from campaigns.packs.schema import Side as SideName
from campaigns.selectors.sides import side_titles
from config.common.refusals import Refusal
from config.common.web import UNPROCESSABLE, MemberRequest, asking
from missions.access import may_draft, mission_or_404, plans
from missions.flights import context as loading
from missions.forms.orders import OrdersForm, initial_orders
from missions.models import Draft, Mission
from missions.operations import deadlines, drafts, forecasts, orders
from missions.planning import briefing
from missions.planning.checks import nobody_flies
from missions.planning.choices import Choices
from missions.planning.squadron_parts import choices_of_part, validated_part
from missions.planning.validation import validated
from missions.prints.briefing import why_none
from missions.selectors.drafts import handed_in
from missions.selectors.forecasts import panel
from missions.selectors.last_plans import last_plan
from missions.selectors.sealed_orders import drafts_of, plays_together, sealed, signed_orders, title_of
from missions.selectors.squadron_parts import handed_parts
from missions.views.common import render_mission, side_or_404

NOBODY = "nobody"
"""What is ticked to sign orders, or to hand in a part, by which nobody flies."""
LAST_TIME = "last-time"
"""What the address asks for to have the plan filled in as that of the side's last mission."""
ALL = "all"
"""Every part that has been handed in, as the value of the button that takes parts over."""


@asking
def plan(request: MemberRequest, pk: int, number: int, side: str) -> HttpResponse:
    """Write and sign the orders of a side that one commands, or say who flew for it on paper.

    ``redraw`` in the form asks for the choices that go with what has been ticked so far, ``check`` whether it could be
    signed and what it leaves for tomorrow; ``draft`` keeps it unsigned, ``take`` takes squadrons' parts into it,
    ``forecast`` has it flown to see how it might go. None of them signs anything. ``?as=last-time`` fills it in as the
    side planned its last mission. Before orders are signed by which
    nobody flies though somebody could, the page asks (``nobody``).
    """
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.COMMANDER, to_write=True)
    planned = side_or_404(side)
    if not plans(mission, viewer, planned):
        raise PermissionDenied("Only the commander of a side opens its orders.")
    if (led_away := _led_away(request, mission)) is not None:
        return led_away
    choices = loading.choices(mission, planned)
    signed = signed_orders(mission).get(planned)
    draft = next((each for each in drafts_of(mission, planned) if not each.squadron), None)
    last = last_plan(mission, planned)
    if request.method != "POST":
        begun: dict[str, Any] = {
            "seen": signed.version if signed else "",
            "draft_seen": draft.version if draft else "",
            "last": last,
        }
        if last and request.GET.get("as") == LAST_TIME:
            again = last.for_(choices)
            form = OrdersForm(choices, initial_orders(again.orders))
            return _page(request, mission, viewer, form, again=again, **begun)
        begins_with = draft if draft and (signed is None or draft.at > signed.signed_at) else None
        start = begins_with or signed
        form = OrdersForm(choices, initial_orders(loading.orders_of(start)) if start else {})
        return _page(request, mission, viewer, form, begins_with=begins_with, is_untouched=start is None, **begun)
    posted: dict[str, Any] = {
        "seen": request.POST.get("seen"),
        "draft_seen": request.POST.get("draft_seen"),
        "last": last,
    }
    if "redraw" in request.POST:
        return _page(request, mission, viewer, _redrawn(request, choices), **posted)
    form = OrdersForm(choices, request.POST, data=request.POST)
    form.full_clean()
    with form.showing_refusals():
        if "draft" in request.POST:
            plan, seen = form.orders(), posted["draft_seen"]
            drafts.save_draft(actor=request.user, mission=mission, side=planned, document=plan, expected_version=seen)
            messages.success(request, "Your draft is kept. Nothing has been signed yet.")
            return redirect("mission", pk, number)
        if "take" in request.POST:
            return _take(request, mission, planned, form)
        if form.is_valid():
            nobody = nobody_flies(choices, validated(choices, form.orders()))
            if "check" in request.POST:
                return _page(request, mission, viewer, form, is_checked=True, nobody=nobody, **posted)
            if "forecast" in request.POST:
                forecasts.order(actor=request.user, mission=mission, side=planned, plan=form.orders())
                return _page(request, mission, viewer, form, **posted)
            if nobody and NOBODY not in request.POST:
                return _page(request, mission, viewer, form, nobody=nobody, status=UNPROCESSABLE, **posted)
            orders.sign_orders(
                actor=request.user,
                mission=mission,
                side=planned,
                document=form.orders(),
                expected_version=posted["seen"],
            )
            messages.success(request, _signed(mission, planned))
            return redirect("mission", pk, number)
    return _page(request, mission, viewer, form, **posted)


def _redrawn(request: MemberRequest, choices: Choices) -> OrdersForm:
    """The form with the choices that go with what has been ticked; the unit that asked for them stands open."""
    return OrdersForm(choices, request.POST, opened=request.POST["redraw"])


def _signed(mission: Mission, side: SideName) -> str:
    if mission.is_on_paper:
        return f"It is entered who flew on the {side_titles(mission.campaign)[side]} side."
    mission.refresh_from_db()
    if mission.opened_at is not None:
        return "Your orders are signed. Both sides’ orders are in, and have been opened."
    until = " until the deadline, or" if mission.orders_due else ""
    return f"Your orders are signed and sealed. You may change them{until} until they are opened or flown."


def _take(request: MemberRequest, mission: Mission, side: SideName, form: OrdersForm) -> HttpResponse:
    """Take parts into the plan as it stands in the form."""
    handed = {part.squadron for part in handed_in(mission, side)}
    wanted = request.POST["take"]
    drafts.take_over(
        actor=request.user,
        mission=mission,
        side=side,
        base=form.orders(),
        squadrons=handed if wanted == ALL else {wanted},
        expected_version=request.POST.get("draft_seen"),
    )
    messages.success(request, "It is in your plan, which is not signed yet. Look it over.")
    return redirect("mission-plan", mission.campaign_id, mission.number, side)


@asking
def part(request: MemberRequest, pk: int, number: int, side: str, squadron: str = "") -> HttpResponse:
    """Write the part of a squadron that one leads and hand it in; without a squadron, a draft for the whole side.

    ``redraw`` and ``check`` in the form ask, as on the page of the orders; ``draft`` keeps what is unfinished.
    """
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.LEADER, to_write=True)
    planned = side_or_404(side)
    if not may_draft(viewer, planned, squadron):
        raise PermissionDenied("That squadron is not yours to plan for: its own leader does.")
    if mission.is_on_paper:
        raise Http404("Who flew on paper is entered by the umpire.")
    if not squadron and planned in viewer.commands:
        return redirect("mission-plan", pk, number, planned)
    if (led_away := _led_away(request, mission)) is not None:
        return led_away
    try:
        whole = loading.choices(mission, planned)
        choices = choices_of_part(whole, squadron)
    except Refusal as refusal:
        raise Http404(refusal.sentence) from None
    draft = mission.drafts.filter(side=planned, squadron=squadron).select_related("by").first()
    if request.method != "POST":
        form = OrdersForm(choices, initial_orders(loading.orders_of(draft)) | _at_home(choices, draft) if draft else {})
        return _page(request, mission, viewer, form, part=squadron, draft=draft, seen=draft.version if draft else "")
    posted: dict[str, Any] = {"seen": request.POST.get("seen"), "part": squadron, "draft": draft}
    if "redraw" in request.POST:
        return _page(request, mission, viewer, _redrawn(request, choices), **posted)
    form = OrdersForm(choices, request.POST, data=request.POST)
    hand_in = "draft" not in request.POST
    form.full_clean()
    with form.showing_refusals():
        if not hand_in or form.is_valid():
            nobody = _nobody_of_part(whole, choices, squadron, form) if hand_in else ""
            if "check" in request.POST:
                return _page(request, mission, viewer, form, is_checked=True, nobody=nobody, **posted)
            if nobody and NOBODY not in request.POST:
                return _page(request, mission, viewer, form, nobody=nobody, status=UNPROCESSABLE, **posted)
            drafts.save_draft(
                actor=request.user,
                mission=mission,
                side=planned,
                squadron=squadron,
                document=form.orders(),
                hand_in=hand_in,
                expected_version=posted["seen"],
            )
            kept = "Handed in. Your commander has been told, and signs the whole." if hand_in else "Your plan is kept."
            messages.success(request, kept)
            return redirect("mission", pk, number)
    return _page(request, mission, viewer, form, **posted)


def _nobody_of_part(whole: Choices, choices: Choices, squadron: str, form: OrdersForm) -> str:
    """What to ask before a part is handed in that sends nobody. Raises ``Refusal`` if it does not hold."""
    plan = validated_part(whole, squadron, form.orders()) if squadron else validated(whole, form.orders())
    return nobody_flies(choices, plan)


def _at_home(choices: Choices, draft: Draft) -> dict[str, str]:
    """A part names only what flies: the other units that the squadron could fly stay at home."""
    flying = loading.orders_of(draft).by_id
    return {f"{unit.id}-squadron": "" for unit in choices.units() if draft.squadron and unit.id not in flying}


def _led_away(request: MemberRequest, mission: Mission) -> HttpResponse | None:
    """Back to the mission once nobody plans any more. Who sends a plan too late gets it back, with the sentence."""
    if request.method == "POST":
        deadlines.carry_out(mission)
        if not mission.orders_are_open:
            return None
    try:
        orders.refuse_unless_planning(mission)
    except Refusal as refusal:
        messages.info(request, refusal.sentence)
        return redirect("mission", mission.campaign_id, mission.number)
    return None


def _page(
    request: MemberRequest, mission: Mission, viewer: Viewer, form: OrdersForm, *, status: int = 0, **more: Any
) -> HttpResponse:
    """The page of the whole side's plan, or of a ``part``."""
    choices = form.choices
    side, definition = choices.side, choices.definition
    effects = form.resource.gives if form.resource else ()
    squadron = more.get("part")
    at = (mission.campaign_id, mission.number, side)
    context = {
        "definition": definition,
        "side": side,
        "form": form,
        "tomorrow": form.tomorrow,
        "is_checked": False,
        "period": choices.standing.period,
        "duration": briefing.duration(choices, form.strikers, effects),
        "target": briefing.target_card(choices.pack.rules, definition, effects),
        "special_rules": choices.pack.rules.special_rules(definition.type),
        "fuel": choices.pack.options.fuel,
        "briefing": "" if why_none(mission, side) else f"briefing/{mission.number}/{side}",
        "together": plays_together(mission.campaign),
        "sealed": sealed(mission, viewer),
        "is_draft": squadron is not None,
        "part_title": "" if squadron is None else title_of(choices.pack, squadron),
        "odds": panel(mission, side) if squadron is None and not mission.is_on_paper else None,
        "may_forecast": squadron is None and not mission.is_on_paper,
        "handed": handed_parts(mission, viewer, choices, form.as_it_stands) if squadron is None else None,
        "plan_url": reverse("mission-plan", args=at)
        if squadron is None
        else reverse("mission-part", args=(*at, squadron) if squadron else at),
    }
    return render_mission(
        request, "missions/orders/plan.html", mission, "plan", partial="orders", status=status, **context | more
    )
