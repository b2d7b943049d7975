"""The newspaper of a campaign for anybody who has the address of its public pages: pages, a PDF and a feed."""

from __future__ import annotations

from hashlib import sha256

from allauth.core.internal.ratelimit import consume_or_429
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from campaigns.documents.gazette import gazette
from campaigns.prints.gazette import printed
from campaigns.selectors.gazette import edition_of, issue_list
from campaigns.views.paper import paper_asked
from clubs.selectors.gazette import feed_of
from clubs.views.public import HEADERS, public_campaign_or_404, render_public
from config.common.web import as_file, number_asked


@login_not_required
@require_safe
def issues(request: HttpRequest, key: str) -> HttpResponse:
    """All issues, a page at a time, the newest first."""
    campaign = public_campaign_or_404(key)
    shown = issue_list(campaign, max(number_asked(request, "page"), 1))
    return render_public("public/gazette.html", campaign, key, {"here": "gazette", "list": shown})


@login_not_required
@require_safe
def issue(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The issue after a mission."""
    campaign = public_campaign_or_404(key)
    return render_public("public/gazette_issue.html", campaign, key, {"edition": edition_of(campaign, number)})


@login_not_required
@require_safe
def issue_pdf(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The same to print; not without end, for whoever has the address may be anybody."""
    limits = settings.SHARED_RATE_LIMITS
    if too_many := consume_or_429(request, app="clubs", action="gazette", config=limits, limit_get=True):
        return too_many
    campaign = public_campaign_or_404(key)
    edition = edition_of(campaign, number)
    content = gazette.render(printed(campaign, edition), paper_asked(request))
    response = as_file(content, f"{edition.issue.paper} {number}")
    for name, value in HEADERS.items():
        response.headers[name] = value
    return response


@login_not_required
@require_safe
def feed(request: HttpRequest, key: str) -> HttpResponse:
    """The latest issues as an Atom feed; a reader that has them already is told so. Not without end, as above."""
    limits = settings.SHARED_RATE_LIMITS
    if too_many := consume_or_429(request, app="clubs", action="gazette", config=limits, limit_get=True):
        return too_many
    campaign = public_campaign_or_404(key)
    content = feed_of(campaign, key, request.build_absolute_uri).writeString("utf-8")
    response = HttpResponse(content, content_type=Atom1Feed.content_type, headers=HEADERS)
    etag = quote_etag(sha256(content.encode()).hexdigest())
    response.headers["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response) or response
