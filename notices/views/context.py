"""What every full page shows of somebody's notices."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from notices.selectors import inbox


def bar(request: HttpRequest) -> dict[str, object]:
    """``unread``: how many notices wait, for the site bar. One query, and only on a page that shows the bar."""
    user = getattr(request, "user", None)
    return {"unread": SimpleLazyObject(lambda: inbox.unread(user.pk) if user and user.is_authenticated else 0)}
