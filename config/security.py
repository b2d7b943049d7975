"""Middleware for every answer: what a page may load, who may keep it, and which requests are read at all."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render


def policy(*led_to: str) -> str:
    """What a page may load. ``led_to``: origins that a form of it may be led on to, beside our own."""
    return "; ".join(
        [
            "default-src 'self'",
            "img-src 'self' data:",
            "style-src 'self' 'unsafe-inline'",
            "object-src 'none'",
            "base-uri 'none'",
            " ".join(["form-action 'self'", *led_to]),
            "frame-ancestors 'none'",
        ]
    )


POLICY = policy()


Handler: TypeAlias = Callable[[HttpRequest], HttpResponse]


def content_security_policy(get_response: Handler) -> Handler:
    """Pages load nothing from elsewhere and run no inline script.

    Django's own debug pages carry inline scripts and are left alone.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not (settings.DEBUG and response.status_code in (404, 500)):
            response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return middleware


def private_pages(get_response: Handler) -> Handler:
    """What a page shows depends on who asks: no cache hands it to another, or keeps it past a change, and no search
    engine shows it to everybody.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        return response

    return middleware


def readable_requests(get_response: Handler) -> Handler:
    """Refuse what is no text: a body that claims another character set than UTF-8, a cookie with a NUL in it.

    Django would read the body by whatever codec the sender names, some of which give no text at all, and look
    the session up by its cookie, which PostgreSQL does not take with a NUL.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() != "utf-8" or any("\0" in value for value in request.COOKIES.values()):
            return render(request, "400.html", status=400)
        return get_response(request)

    return middleware


class SignInFirst(LoginRequiredMiddleware):
    """Django's, but a page that is for everybody is let through before it is read from the database who asks."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        if not getattr(view_func, "login_required", True):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)
