"""Django's admin as the house has it: open to the owner of the site, not there for anybody else."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
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

    def admin_view(self, view: Callable[..., HttpResponseBase], cacheable: bool = False) -> Callable[..., Any]:
        """Only for the owner of the site: to others the page is not there. Nobody signs in here, but at the door."""
        opened = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not self.has_permission(request):
                raise Http404("There is no page at this address.")
            return opened(request, *args, **kwargs)

        return update_wrapper(guarded, opened)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Without a door of its own: whoever is not signed in is led to the house's, and back."""
        kept = [each for each in super().get_urls() if getattr(each, "name", "") not in ("login", "password_change_done")]
        for pattern in kept:
            if isinstance(pattern, URLPattern):
                pattern.callback.__dict__.pop("login_url", None)
        return kept

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect("account")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect("account")
