"""One search for everything."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from config.common.finding import LEAST, MOST
from config.common.web import UNPROCESSABLE, MemberRequest, render_page
from missions.selectors.search import search as found


@require_safe
def search(request: MemberRequest) -> HttpResponse:
    """What of all that the person may see has the words of ``?q=`` in its name."""
    asked = " ".join(request.GET.get("q", "").replace("\x00", "").split())
    wrong = ""
    if asked and len(asked) < LEAST:
        wrong = f"Write {LEAST} letters at least."
    elif len(asked) > MOST:
        wrong = f"A search has up to {MOST} letters; that is {len(asked)}."
    groups = found(request.user, asked) if asked and not wrong else []
    return render_page(
        request,
        "missions/search/search.html",
        {"nav": "search", "asked": asked, "wrong": wrong, "groups": groups},
        partial="found",
        status=UNPROCESSABLE if wrong else 0,
    )
