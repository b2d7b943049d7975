"""Documents of a campaign: what can be printed, having it made, and fetching it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import campaign_or_404
from campaigns.views.common import render_campaign
from campaigns.views.paper import paper_asked, paper_or_404
from config.common.web import MemberRequest, as_file, asking, leading_back, telling_refusals
from missions.operations import prints
from missions.prints import kept, registry
from missions.prints.page import print_page
from missions.prints.registry import PrintRequest


@asking
def campaign_prints(request: MemberRequest, pk: int) -> HttpResponse:
    """All that can be printed; a post has something made that takes long, and the page asks for itself meanwhile."""
    campaign, viewer = campaign_or_404(request, pk)
    if request.method == "POST":
        document = request.POST.get("document", "")
        if registry.kind_of(document).takes_long:
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
def campaign_print(request: MemberRequest, pk: int, document: str, suffix: str) -> HttpResponse:
    """A document as a file: kept, or made now if it takes no time."""
    campaign, viewer = campaign_or_404(request, pk)
    asked = PrintRequest(campaign=campaign, viewer=viewer, paper=paper_asked(request), site=_site(request))
    kind = registry.kind_of(document)
    if suffix != kind.suffix:
        raise Http404(f"That document is a {kind.suffix.upper()} file.")
    if kind.takes_long:
        found = kept.kept(document, asked, kept.state(campaign, asked.site, asked.viewer))
        if found is None:
            messages.info(request, "There is none of the campaign as it stands now. Have it made here.")
            return redirect("campaign-prints", pk)
    else:
        found = prints.quick(document, asked)
    return as_file(bytes(found.content or b""), f"{campaign.name} {found.title}", suffix)


def _site(request: MemberRequest) -> str:
    """Where the person reached this house, for addresses on paper."""
    return f"{request.scheme}://{request.get_host()}"
