"""Django's admin as the house has it: open to the owner of the site, not there for anybody else."""

from __future__ import annotations

from functools import update_wrapper
from typing import Any

from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver


class Office(AdminSite):
    site_title = "Ready Room"
    site_header = "Ready Room: administration"
    index_title = "What is there"
    site_url = "/"
    enable_nav_sidebar = False
    final_catch_all_view = False

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Only for the owner of the site: to others the page is not there. Nobody signs in here, but at the door."""
        opened = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not self.has_permission(request):
                raise Http404("There is no page at this address.")
            answer: HttpResponseBase = opened(request, *args, **kwargs)
            return answer

        return update_wrapper(guarded, opened)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Without a door of its own: people sign in and out, and change passwords, where everybody does."""
        kept = [each for each in super().get_urls() if getattr(each, "name", "") not in DOORS]
        for pattern in kept:
            if isinstance(pattern, URLPattern):
                pattern.callback.__dict__.pop("login_url", None)
        return kept


DOORS = ("login", "logout", "password_change", "password_change_done")
