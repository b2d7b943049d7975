"""The notice board: about."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.common.web import render_page


@login_not_required
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render_page(request, "campaigns/about.html", {})
