"""How the API answers: JSON with an ETag, refusals as problems, so many questions a while."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, TypeAlias

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.views.decorators.csrf import csrf_exempt

from api.access import Caller, Unknown, caller_of, refuse_without
from api.documents.common import Document, Problem
from api.models import Scope
from api.operations.tokens import note_use
from api.selectors.pages import PartAsked
from config import busy
from config.common.refusals import Refusal

READS = ("GET", "HEAD")
STATUSES = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    409: "Conflict",
    429: "Too Many Requests",
    503: "Service Unavailable",
}
Answering: TypeAlias = Callable[..., Document]
"""Takes who asks, the request, the part of a list (of lists), and the numbers of the address."""


def problem(status: int, detail: str, **headers: str) -> HttpResponse:
    """A refusal, by RFC 9457. ``headers``: with ``_`` for ``-``."""
    said = Problem(title=STATUSES[status], status=status, detail=detail)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return HttpResponse(said.model_dump_json(), status=status, content_type="application/problem+json", headers=named)


def reading(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Marks a view that programs ask: it only reads, is open to whoever says who they are, and refuses in JSON."""

    @csrf_exempt
    @login_not_required
    @wraps(view)
    def read(request: HttpRequest, **numbers: int) -> HttpResponse:
        if request.method not in READS:
            return problem(405, "The API only reads: ask with GET.", Allow=", ".join(READS))
        response = _met(view, request, numbers)
        patch_vary_headers(response, ["Authorization", "Cookie"])
        return response

    return read


def _met(view: Callable[..., HttpResponse], request: HttpRequest, numbers: dict[str, int]) -> HttpResponse:
    """What a view answers, or why not."""
    try:
        return view(request, **numbers)
    except Unknown as error:
        return problem(401, str(error), WWW_Authenticate='Bearer realm="Ready Room"')
    except Http404 as error:
        return problem(404, str(error) or "There is no such thing among yours.")
    except PermissionDenied as error:
        return problem(403, str(error) or "You may not read that.")
    except _Nonsense as error:
        return problem(400, str(error))
    except _TooMany as error:
        return problem(429, str(error), Retry_After=str(error.seconds))
    except Refusal as error:
        return problem(409, error.sentence)
    except Exception as error:
        if not busy.passes(error):
            raise
        return problem(503, "The database has no time for it just now. Try again.", Retry_After=str(busy.RETRY_AFTER))


def answering(answer: Answering, scope: Scope | None, *, in_parts: bool) -> Callable[..., HttpResponse]:
    """The view of an endpoint: who asks, whether they may, how often; then what ``answer`` finds."""

    @reading
    def view(request: HttpRequest, **numbers: int) -> HttpResponse:
        caller = _caller(request)
        _count(request, "read", caller.counted_as)
        refuse_without(caller, scope)
        parts = {"asked": PartAsked(path=request.path, page=_page(request))} if in_parts else {}
        return as_json(request, answer(caller, request, **parts, **numbers).model_dump_json().encode())

    return view


def as_json(request: HttpRequest, body: bytes) -> HttpResponse:
    """A document, or 304 for who has the same."""
    etag = quote_etag(hashlib.sha256(body).hexdigest()[:32])
    response = HttpResponse(body, content_type="application/json", headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=response) or response


def _caller(request: HttpRequest) -> Caller:
    """Who asks. Who tries one wrong token after another is held up."""
    try:
        caller = caller_of(request)
    except Unknown:
        if "Authorization" in request.headers:
            _count(request, "wrong")
        raise
    if caller.token is not None:
        note_use(caller.token, timezone.now())
    return caller


class _Nonsense(Exception):
    """The address asks for something that cannot be."""


def _page(request: HttpRequest) -> int:
    """The page that is asked for, from 1."""
    text = request.GET.get("page", "1")
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) > 0):
        raise _Nonsense("page is a whole number from 1.")
    return int(text)


class _TooMany(Exception):
    """Too much was asked in too short a time."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"That was too much at once. Ask again in {seconds} second{'' if seconds == 1 else 's'}.")
        self.seconds = seconds


def _count(request: HttpRequest, action: str, key: str | None = None) -> None:
    """Raises ``_TooMany`` beyond the limit of ``settings.API_RATE_LIMITS``."""
    config = settings.API_RATE_LIMITS
    if ratelimit.consume(request, app="api", action=action, config=config, key=key, limit_get=True) is not None:
        return
    waits = [1.0]
    for rate in ratelimit.parse_rates(config[action]):
        name = ratelimit.get_cache_key(request, app="api", action=action, rate=rate, key=key)
        times = cache.get(name, [])
        if len(times) >= rate.amount:
            waits.append(times[-1] + rate.duration - time.time())
    raise _TooMany(math.ceil(max(waits)))


class Often(NamedTuple):
    """How often something may be asked."""

    amount: int
    minutes: int


def how_often() -> Often:
    """What one token may ask of the API."""
    rate = ratelimit.parse_rates(settings.API_RATE_LIMITS["read"])[0]
    return Often(rate.amount, round(rate.duration / 60))


def dumped(document: dict[str, object]) -> bytes:
    """A document that is no model of ours."""
    return json.dumps(document, ensure_ascii=False, indent=1).encode()
