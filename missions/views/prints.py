"""Documents of a campaign: what can be printed, having it made, and fetching it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import campaign_or_404
from campaigns.views.common import render_campaign
from campaigns.views.paper import paper_asked, paper_or_404
from config.common.file_parts import contents
from config.common.web import MemberRequest, as_file, as_file_in_parts, asking, leading_back, telling_refusals
from missions.operations import prints
from missions.prints import kept, registry
from missions.prints.page import print_page
from missions.prints.registry import PrintRequest

SENT_WHOLE = 5_000_000
"""Bytes of a file; a larger one is sent a part at a time."""


@asking
def campaign_prints(request: MemberRequest, pk: int) -> HttpResponse:
    """All that can be printed; a post has something made that takes long, and the page asks for itself meanwhile."""
    campaign, viewer = campaign_or_404(request, pk)
    if request.method == "POST":
        document = request.POST.get("document", "")
        if registry.kind_of(document).takes_long(campaign):
            asked = PrintRequest(
                campaign=campaign, viewer=viewer, paper=paper_or_404(request.POST.get("paper", "")), site=_site(request)
            )
            with telling_refusals(request):
                prints.order(actor=request.user, document=document, asked=asked)
        return redirect(f"{reverse('campaign-prints', args=(pk,))}#{document}")
    page = print_page(campaign, viewer, _site(request))
    return render_campaign(request, "missions/prints/prints.html", campaign, page=page, partial="documents")


@require_safe
@never_cache
@leading_back("campaign-prints")
def campaign_print(request: MemberRequest, pk: int, document: str, suffix: str) -> HttpResponse | StreamingHttpResponse:
    """A document as a file: kept, or made now if it takes no time."""
    campaign, viewer = campaign_or_404(request, pk)
    asked = PrintRequest(campaign=campaign, viewer=viewer, paper=paper_asked(request), site=_site(request))
    kind = registry.kind_of(document)
    if suffix != kind.suffix:
        raise Http404(f"That document is a {kind.suffix.upper()} file.")
    kind.refuse(campaign, viewer)
    if kind.takes_long(campaign):
        found = kept.kept(document, asked, kept.state_for(document, asked))
        if found is None:
            messages.info(request, "There is none of the campaign as it stands now. Have it made here.")
            return redirect("campaign-prints", pk)
        title = f"{campaign.name} {found.title}"
        if found.size > SENT_WHOLE:
            return as_file_in_parts(contents(found.parts), found.size, title, suffix)
        return as_file(b"".join(contents(found.parts)), title, suffix)
    made = prints.quick(document, asked)
    return as_file(made.whole(), f"{campaign.name} {made.title}", suffix)


def _site(request: MemberRequest) -> str:
    """Where the person reached this house, for addresses on paper."""
    return f"{request.scheme}://{request.get_host()}"
