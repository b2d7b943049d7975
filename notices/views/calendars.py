"""Somebody's calendar, for programs that know nothing but its address."""

from __future__ import annotations

import hashlib
from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from notices.models import Wishes
from notices.selectors import calendars


@login_not_required
@require_safe
def calendar(request: HttpRequest, key: UUID) -> HttpResponse:
    """Nights and deadlines of one person. Whoever has the address may read it."""
    wishes = Wishes.objects.select_related("user").filter(calendar=key, user__is_active=True).first()
    if wishes is None:
        raise Http404("There is no such calendar.")
    content = calendars.of_person(wishes.user)
    response = HttpResponse(
        content,
        content_type="text/calendar; charset=utf-8",
        headers={"ETag": f'"{hashlib.sha256(content).hexdigest()}"', "X-Robots-Tag": "noindex"},
    )
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
