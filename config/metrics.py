"""How many requests come, and how long they take: kept in each web process, told at `/metrics`.

Off without ``METRICS_TOKEN``: then nothing is counted. Of several processes of one gunicorn each counts into files of a
folder that they share (``gunicorn.conf.py``), so that whichever is asked tells of all.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram

from config.security import Handler

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

counted = Counter("ready_room_requests", "Requests answered.", ("view", "method", "status"))
taken = Histogram("ready_room_request_seconds", "How long an answer took to make.", ("view",), buckets=SECONDS)

_METHODS: Final = {"GET", "HEAD", "POST"}


def counted_requests(get_response: Handler) -> Handler:
    """Counts each answer under the name of its address, never under the address itself."""
    if not settings.METRICS_TOKEN:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = get_response(request)
        match = request.resolver_match
        view = match.view_name if match else "none"
        method = request.method if request.method in _METHODS else "other"
        counted.labels(view, method, f"{response.status_code // 100}xx").inc()
        taken.labels(view).observe(perf_counter() - began)
        return response

    return middleware
