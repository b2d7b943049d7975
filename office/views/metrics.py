"""`/metrics`, in the form that Prometheus reads."""

from __future__ import annotations

import os

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess

from office.selectors.figures import House


@login_not_required
@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """All figures for whoever brings the token. Where none is set there is no such page."""
    if not settings.METRICS_TOKEN:
        raise Http404("Nobody watches this site.")
    said = request.headers.get("Authorization", "")
    if not constant_time_compare(said, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse("Send METRICS_TOKEN as a bearer token.\n", status=403, content_type="text/plain")
    registry = CollectorRegistry()
    registry.register(House())
    return HttpResponse(_of_requests() + generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _of_requests() -> bytes:
    """Of this process, or of all that share its folder."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
