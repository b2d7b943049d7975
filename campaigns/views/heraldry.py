"""Drawn portraits and badges as pictures for pages.

They are for everybody and ask the database nothing: an address says all that its picture is drawn from, and whoever
has the address has read that on a page. A list of sixty men names sixty pictures in some 90 bytes each; a browser
fetches what comes into sight, once.
"""

from __future__ import annotations

from hashlib import sha256

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from campaigns.heraldry.badges import badge
from campaigns.heraldry.names import badge_named, face_named
from campaigns.heraldry.portraits import portrait
from campaigns.heraldry.shapes import Picture
from campaigns.heraldry.svg import svg

KEPT: str = "public, max-age=86400"
"""A day; then the browser asks whether we draw better by now."""


@login_not_required
@require_safe
def face(request: HttpRequest, name: str) -> HttpResponse:
    """A man's portrait."""
    known = face_named(name)
    if known is None:
        raise Http404("There is no such portrait.")
    return _sent(request, portrait(known))


@login_not_required
@require_safe
def squadron_badge(request: HttpRequest, name: str) -> HttpResponse:
    known = badge_named(name)
    if known is None:
        raise Http404("There is no such badge.")
    return _sent(request, badge(known.seed, known.code))


def _sent(request: HttpRequest, picture: Picture) -> HttpResponse:
    body = svg(picture).encode()
    tag = f'"{sha256(body).hexdigest()[:24]}"'
    made = HttpResponse(body, content_type="image/svg+xml", headers={"Cache-Control": KEPT, "ETag": tag})
    return get_conditional_response(request, tag, response=made) or made
