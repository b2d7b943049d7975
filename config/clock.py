"""One clock a request: the site's, until a door to a club or a campaign says whose times are told."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from config.security import Handler


def own_clock(get_response: Handler) -> Handler:
    """Each request begins by the site's clock and leaves none behind: the next one of its thread is somebody else's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return get_response(request)

    return middleware
