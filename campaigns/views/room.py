"""The door and the notice board: signing in and out, about, health."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaigns import signin
from campaigns.access import MemberRequest
from campaigns.refusals import Refusal
from campaigns.views.common import UNPROCESSABLE, VisitorRequest, only_post, render_page

PASSWORD_BACKEND = "django.contrib.auth.backends.ModelBackend"


@login_not_required
@require_GET
@never_cache
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Follow a one-time link. A person already signed in keeps his session if the link is spent."""
    try:
        user = signin.redeem(token)
    except Refusal as refusal:
        if request.user.is_authenticated:
            return redirect("home")
        messages.error(request, refusal.sentence)
        return redirect("sign-in")
    login(request, user, backend=PASSWORD_BACKEND)
    return redirect("home")


@login_not_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_in(request: VisitorRequest) -> HttpResponse:
    """Name and password. A part of a page that asks after the session has ended sends its whole page here."""
    if request.htmx:
        here = request.htmx.current_url_abs_path or resolve_url("home")
        return HttpResponseClientRedirect(f"{resolve_url('sign-in')}?{urlencode({'next': here})}")
    after = request.POST.get("next", request.GET.get("next", ""))
    if not url_has_allowed_host_and_scheme(after, {request.get_host()}, require_https=request.is_secure()):
        after = resolve_url("home")
    if request.user.is_authenticated:
        return redirect(after)
    form = AuthenticationForm(request, data=request.POST or None)
    if request.method == "POST" and form.is_valid():
        login(request, form.get_user())
        return redirect(after)
    status = UNPROCESSABLE if form.is_bound else 200
    return render_page(request, "campaigns/sign_in.html", {"form": form, "next": after}, status=status)


@only_post("home")
def sign_out(request: MemberRequest) -> HttpResponse:
    logout(request)
    messages.success(request, "You are signed out.")
    return redirect("sign-in")


@login_not_required
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render_page(request, "campaigns/about.html", {})


@login_not_required
@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """For the launcher and for load balancers: the web process answers and reaches its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
