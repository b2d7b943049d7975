"""The first page of who is signed in."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from config.common.web import MemberRequest, render_page
from missions.selectors import home as home_page


@require_safe
def home(request: MemberRequest) -> HttpResponse:
    """The campaigns this person has a part in, and whose turn it is."""
    page = home_page.home(request.user.pk)
    return render_page(request, "missions/campaign/home.html", {"nav": "campaigns", "page": page, "home": page.lists})
