"""A number for every request, by which its lines are found again."""

from __future__ import annotations

import logging
import re
from time import perf_counter
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config import logs
from config.security import Handler

HEADER: Final = "X-Request-ID"
_SAFE: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")

requests = logging.getLogger("ready_room.requests")


def numbered_requests(get_response: Handler) -> Handler:
    """Every request has an id: the trusted proxy's, or a new one. Its answer and all its lines bear it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        said = request.headers.get(HEADER, "") if settings.TRUST_PROXY else ""
        number = said if _SAFE.fullmatch(said) else uuid4().hex
        began = perf_counter()
        with logs.lines_about(request=number):
            response = get_response(request)
            if requests.isEnabledFor(logging.INFO):
                match = request.resolver_match
                figures = {
                    "method": request.method,
                    "view": match.view_name if match else "",
                    "status": response.status_code,
                    "ms": round(1000 * (perf_counter() - began), 1),
                }
                requests.info("%s %s %s", *list(figures.values())[:3], extra={"figures": figures})
        response.headers[HEADER] = number
        return response

    return middleware
