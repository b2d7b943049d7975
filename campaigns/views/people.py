"""A man's logbook, and what is decided about him."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import Viewer, campaign_or_404, not_his
from campaigns.forms.pilots import FORMS, ManForm
from campaigns.models import Campaign, Pilot, Role
from campaigns.operations import changes, pictures, pilots, players
from campaigns.selectors.squadrons import LogbookPage, logbook_page
from campaigns.views.common import render_campaign
from config.common.charts import plot
from config.common.web import MemberRequest, act, sent, to_the_top

OPERATIONS: Mapping[str, Callable[..., object]] = {
    "skill": pilots.choose_skill,
    "decorate": pilots.decorate,
    "status": changes.set_status,
    "transfer": changes.transfer,
    "career": changes.set_career,
    "player": players.give_pilot,
    "name": players.name_pilot,
    "portrait": pictures.set_portrait,
    "portrait-drawn": pictures.draw_portrait,
}
"""What does each, by its word."""


@require_safe
def pilot(request: MemberRequest, pk: int, pilot: int) -> HttpResponse:
    """A man's logbook."""
    campaign, viewer = campaign_or_404(request, pk)
    return _page(request, campaign, viewer, logbook_page(campaign, viewer, pilot))


@require_http_methods(["GET", "HEAD", "POST"])
def pilot_act(request: MemberRequest, pk: int, pilot: int, what: str) -> HttpResponse:
    """Decide something about a man: his logbook with that form open."""
    kind = FORMS.get(what)
    campaign, viewer = campaign_or_404(request, pk, at_least=kind.at_least if kind else Role.COMMANDER, to_write=True)
    page = logbook_page(campaign, viewer, pilot)
    if kind is None:
        raise Http404("Nothing of that kind is decided about a man.")
    if not kind.is_for(page, viewer):
        raise not_his(campaign, "That is not yours to decide about this man.")
    form = kind(page, sent(request), request.FILES or None)
    if act(request, form, OPERATIONS[what], campaign=campaign, pilot=Pilot.objects.get(campaign=campaign, pk=pilot)):
        return to_the_top("campaign-pilot", pk, pilot)
    return _page(request, campaign, viewer, page, opened=form)


def _page(
    request: MemberRequest, campaign: Campaign, viewer: Viewer, page: LogbookPage, *, opened: ManForm | None = None
) -> HttpResponse:
    fitting = [kind for kind in FORMS.values() if kind.is_for(page, viewer) and kind.fits(page.standing, page.man)]
    shown = [opened if opened is not None and isinstance(opened, kind) else kind(page) for kind in fitting]
    if opened is not None and opened not in shown:
        shown.insert(0, opened)
    return render_campaign(
        request,
        "campaigns/pilots/pilot.html",
        campaign,
        page=page,
        forms=shown,
        opened=opened,
        wide_plot=plot(page.chart, 640, 180) if page.chart else None,
        narrow_plot=plot(page.chart, 360, 200) if page.chart else None,
    )
