"""Allauth's views as the house mounts them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from config.common.web import UNPROCESSABLE, View

TOO_MANY = 429
LIMITED = {"too_many_login_attempts", "rate_limited"}
"""Codes of allauth's errors that say: not so often."""


def housed(view: Callable[..., Any]) -> View:
    """The view, answering a form that it does not take with 422, and too many wrong passwords with 429.

    Allauth shows such a form again with 200; what it takes it answers with a redirect. It reads forms that come by
    PUT, too, and counts any method against its limits: here there are no methods but those of pages.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def mounted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = view(request, *args, **kwargs)
        form = (getattr(response, "context_data", None) or {}).get("form")
        if request.method == "POST" and response.status_code == 200 and form is not None and form.errors:
            limited = any(error.code in LIMITED for errors in form.errors.as_data().values() for error in errors)
            response.status_code = TOO_MANY if limited else UNPROCESSABLE
        return response

    return mounted
