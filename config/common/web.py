"""What every view of the house uses: one way to render, one way to say no."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial, wraps
from typing import Any, TypeAlias

from django.contrib import messages
from django.contrib.auth.models import User
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.cache import patch_vary_headers
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from config.common.forms import ActForm
from config.common.refusals import Refusal, RefusalsTo

UNPROCESSABLE = 422


View: TypeAlias = Callable[..., HttpResponseBase]


class VisitorRequest(HttpRequest):
    """A request of somebody who may not be signed in, with what the middleware adds."""

    htmx: HtmxDetails


def asking(view: View) -> View:
    """Marks a page that asks something: only GET, HEAD and POST are answered, and no cache keeps it."""
    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(view))


def leading_back(page: str) -> Callable[[View], View]:
    """Marks a view: whoever is refused is led to ``page`` of the same campaign, mission or club, and told why."""

    def decorate(view: View) -> View:
        @wraps(view)
        def led_back(request: MemberRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            with telling_refusals(request):
                return view(request, *args, **kwargs)
            return redirect(_back(page, kwargs))

        return led_back

    return decorate


def only_post(back: str) -> Callable[[View], View]:
    """Marks a view that does something and shows nothing.

    Whoever merely comes to its address, as after signing in when a session has ended, is led to the page
    ``back`` of the same campaign, mission or club, and nothing is done. So is whoever is refused, and told why.
    Other methods are answered with 405.
    """

    def decorate(view: View) -> View:
        done = leading_back(back)(view)

        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def posted(request: MemberRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return done(request, *args, **kwargs) if request.method == "POST" else redirect(_back(back, kwargs))

        return posted

    return decorate


def _back(page: str, named: Mapping[str, object]) -> str:
    """The address of ``page``, which has as many of an act's first parameters as it takes."""
    for count in range(len(named), 0, -1):
        try:
            return reverse(page, kwargs=dict(list(named.items())[:count]))
        except NoReverseMatch:
            continue
    return reverse(page)


def to_the_top(page: str, *named: object) -> HttpResponse:
    """Lead to the top of a page, where it says what was done: else the fragment of the form's address stays."""
    return redirect(f"{reverse(page, args=named)}#main")


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: nothing unless it has been sent."""
    return request.POST if request.method == "POST" else None


def render_page(
    request: HttpRequest, template: str, context: dict[str, object], *, partial: str = "", status: int = 0
) -> HttpResponse:
    """The whole page, or only its ``partial`` when htmx asked for it (boosted links want the page).

    Unless told otherwise its status is 422 if something is wrong in a form of ``context`` that was sent.
    """
    htmx = getattr(request, "htmx", None)
    if partial and htmx and not htmx.boosted:
        template = f"{template}#{partial}"
    is_refused = request.method == "POST" and any(isinstance(it, BaseForm) and it.errors for it in context.values())
    response = render(request, template, context, status=status or (UNPROCESSABLE if is_refused else 200))
    patch_vary_headers(response, ["HX-Request"])
    return response


def number_asked(request: HttpRequest, name: str) -> int:
    """A number of the address' query; 0 if it has none, or nonsense."""
    return whole_number(request.GET.get(name, ""))


def whole_number(text: str) -> int:
    """A number as somebody sent it; 0 if it is nonsense."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


CONTENT_TYPES = {
    "pdf": "application/pdf",
    "zip": "application/zip",
    "json": "application/json; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "toml": "application/toml; charset=utf-8",
    "ics": "text/calendar; charset=utf-8",
    "png": "image/png",
    "gif": "image/gif",
    "svg": "image/svg+xml; charset=utf-8",
}


def as_file(content: bytes | str, title: str, suffix: str = "pdf", usual: str = "document") -> HttpResponse:
    """A file named after ``title``, or ``usual`` if that has no letters.

    Documents and pictures are looked at, all else is kept.
    """
    return HttpResponse(content, **_told_of_file(title, suffix, usual))


def as_file_in_parts(content: Iterator[bytes], size: int, title: str, suffix: str) -> StreamingHttpResponse:
    """The same of a file of ``size`` bytes that nobody is to hold whole."""
    answer = StreamingHttpResponse(content, **_told_of_file(title, suffix, "document"))
    answer["Content-Length"] = str(size)
    return answer


def as_file_by_and_by(lines: Iterator[str], title: str, suffix: str) -> StreamingHttpResponse:
    """The same of a file that is made while it is sent, of which nobody knows yet how long it gets."""
    content = (line.encode() for line in lines)
    return StreamingHttpResponse(content, **_told_of_file(title, suffix, "document"))


def _told_of_file(title: str, suffix: str, usual: str) -> dict[str, Any]:
    how = "inline" if suffix in ("pdf", "png", "gif") else "attachment"
    name = slugify(title) or usual
    disposition = f'{how}; filename="{name}.{suffix}"'
    return {"content_type": CONTENT_TYPES[suffix], "headers": {"Content-Disposition": disposition}}


def act(request: MemberRequest, form: ActForm, operation: Callable[..., Any], **about: object) -> bool:
    """Whether ``operation`` has been done, with what a valid form gives; what it refused stands in the form then."""
    if not form.is_valid():
        return False
    with form.showing_refusals():
        made = operation(actor=request.user, **about, **form.given())
        messages.success(request, form.sentence(made))
        return True
    return False


def tell_refusal(request: HttpRequest, refusal: Refusal) -> None:
    """Put the refusal's sentence at the top of the next page."""
    messages.error(request, refusal.sentence)


def telling_refusals(request: HttpRequest) -> RefusalsTo:
    """``with``: what is refused inside stands at the top of the next page."""
    return RefusalsTo(partial(tell_refusal, request))


class MemberRequest(HttpRequest):
    """A request as our views get it: signed in, with what the middleware adds."""

    user: User
    htmx: HtmxDetails
