"""All addresses of the house, and a bare Django page."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.urls import include, path

BARE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head>
<body><h1>{{ title }}</h1><p>{{ people }} people, and {{ user }}.</p></body></html>"""


@login_not_required
def bare(request: HttpRequest) -> HttpResponse:
    """Who asks, one query and a small template, through the same middleware as every page."""
    context = Context({"title": "A bare page", "people": User.objects.count(), "user": request.user})
    return HttpResponse(Template(BARE).render(context))


urlpatterns = [path("bench/bare/", bare, name="bare"), path("", include("config.urls"))]
