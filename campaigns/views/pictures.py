"""Pictures that people have uploaded, and the forms about a squadron's."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import campaign_or_404, not_his
from campaigns.forms.pictures import FORMS
from campaigns.models import Role
from campaigns.operations import pictures
from campaigns.selectors.pictures import raster_of
from campaigns.selectors.squadrons import squadron_page
from campaigns.views.pools import show_squadron
from config.common.web import MemberRequest, act, sent, to_the_top

OPERATIONS: Mapping[str, Callable[..., object]] = {"badge": pictures.set_badge, "badge-drawn": pictures.draw_badge}
"""What does each, by its word."""
KEPT = "private, max-age=31536000, immutable"
"""A year: another picture has another address."""


@require_safe
def picture(request: MemberRequest, pk: int, digest: str) -> HttpResponse:
    """A picture by its digest: whoever knows that has seen it on a page, or has the picture itself."""
    campaign, _ = campaign_or_404(request, pk)
    found = raster_of(campaign, digest)
    if found is None:
        raise Http404("There is no such picture any more.")
    headers = {"Cache-Control": KEPT, "X-Content-Type-Options": "nosniff", "Content-Disposition": "inline"}
    return HttpResponse(found.jpeg, content_type="image/jpeg", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
def squadron_act(request: MemberRequest, pk: int, key: str, what: str) -> HttpResponse:
    """Decide how a squadron looks: its page with that form open."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.LEADER, to_write=True)
    page = squadron_page(campaign, viewer, key)
    kind = FORMS.get(what)
    if kind is None:
        raise Http404("Nothing of that kind is decided about a squadron.")
    if not page.may_picture:
        raise not_his(campaign, "That is not yours to decide about this squadron.")
    form = kind(page, sent(request), request.FILES or None)
    if act(request, form, OPERATIONS[what], campaign=campaign, squadron=key):
        return to_the_top("campaign-squadron", pk, key)
    return show_squadron(request, campaign, page, opened=form)
