"""The door and the account page. What allauth shows by itself is mounted in ``accounts.urls``."""

from __future__ import annotations

import json

from allauth.account import views as library
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.logout import logout
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.template.response import TemplateResponse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.forms.accounts import LeaveForm, NameForm
from accounts.operations import accounts, sign_in_links
from accounts.selectors import exports
from accounts.selectors.accounts import account_page
from accounts.selectors.connections import connections_of, offered
from accounts.views.allauth_views import housed
from accounts.views.providers import leading_to
from clubs.forms.own_clock import OwnClockForm
from clubs.operations.own_clock import live_in
from clubs.selectors.own_clock import own_zone
from config.common.refusals import Refusal
from config.common.web import MemberRequest, VisitorRequest, as_file, asking, only_post, render_page, sent


@login_not_required
@asking
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link. Its button lets in: a chat that looks where a link leads, to show it, uses up nothing.

    A person already signed in keeps his session if the link is spent. Who has such a link has it from the machine
    itself: it counts as a password, and needs no second factor.
    """
    try:
        user = sign_in_links.redeem(token) if request.method == "POST" else sign_in_links.holder(token)
    except Refusal as refusal:
        if request.user.is_authenticated:
            return redirect("home")
        messages.error(request, refusal.sentence)
        return redirect("sign-in")
    if request.method != "POST":
        return render_page(request, "accounts/enter.html", {"name": user.get_username()})
    login(request, user)
    record_authentication(request, user, method="link", reauthenticated=True)
    return redirect("home")


@login_not_required
@sensitive_post_parameters("password")
@asking
def sign_in(request: VisitorRequest) -> HttpResponseBase:
    """Name and password. A part of a page that asks after the session has ended sends its whole page here."""
    if request.htmx:
        here = request.htmx.current_url_abs_path or resolve_url("home")
        return HttpResponseClientRedirect(f"{resolve_url('sign-in')}?{urlencode({'next': here})}")
    response = housed(library.login)(request)
    if isinstance(response, TemplateResponse) and response.context_data is not None:
        response.context_data["may_sign_up"] = get_adapter().is_open_for_signup(request)
    return _with_other_doors(response)


def _with_other_doors(response: HttpResponseBase) -> HttpResponseBase:
    """The page, from which one may go to those who are offered."""
    if isinstance(response, TemplateResponse) and response.context_data is not None:
        response.context_data["providers"] = offered()
        leading_to(response)
    return response


@only_post("home")
def sign_out(request: MemberRequest) -> HttpResponse:
    logout(request, show_message=False)
    messages.success(request, "You are signed out.")
    return redirect("sign-in")


@login_not_required
@sensitive_post_parameters("password1", "password2")
@asking
def sign_up(request: VisitorRequest) -> HttpResponseBase:
    """A new account, for whom the setting ``SIGN_UP`` lets in. Of two who take a name at once, the second is told."""
    try:
        return _with_other_doors(housed(library.signup)(request))
    except IntegrityError:
        messages.error(request, "Somebody has taken that name or address just now. Please choose another one.")
        return redirect("account_signup")


@require_safe
def account(request: MemberRequest) -> HttpResponse:
    page, connected = account_page(request.user), connections_of(request.user)
    only_by_link = not (page.has_password or page.passkeys or any(each.since for each in connected))
    context: dict[str, object] = {
        "page": page,
        "connections": connected,
        "only_by_link": only_by_link,
        "nav": "account",
    }
    return render_page(request, "accounts/account.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def rename(request: MemberRequest) -> HttpResponse:
    form = NameForm(request.user, request.POST or None)
    if form.is_valid():
        with form.showing_refusals():
            accounts.rename(user=request.user, name=form.cleaned_data["name"])
            messages.success(request, f"You are called {form.cleaned_data['name']} from now on.")
            return redirect("account")
    return render_page(request, "accounts/name.html", {"form": form, "nav": "account"})


@require_http_methods(["GET", "HEAD", "POST"])
def own_clock(request: MemberRequest) -> HttpResponse:
    """Say in which time zone one lives."""
    form = OwnClockForm(sent(request), initial={"time_zone": own_zone(request.user.pk)})
    if form.is_valid():
        with form.showing_refusals():
            zone = form.cleaned_data["time_zone"]
            live_in(actor=request.user, zone=zone)
            messages.success(
                request, "Times are told by your own clock, too." if zone else "Times are told by the clubs’ clocks."
            )
            return redirect("account")
    return render_page(request, "accounts/clock.html", {"form": form, "nav": "account"})


@only_post("account")
def sign_out_elsewhere(request: MemberRequest) -> HttpResponse:
    ended, tokens = accounts.sign_out_elsewhere(user=request.user, keep=request.session.session_key)
    told = "Signed out on every other device." if ended else "You are signed in nowhere else."
    if tokens:
        told += " A token of yours is withdrawn." if tokens == 1 else f" {tokens} tokens of yours are withdrawn."
    messages.success(request, told)
    return redirect("account")


@require_safe
@never_cache
def export(request: MemberRequest) -> HttpResponse:
    """All that the house knows of the person, as a file of JSON."""
    return as_json_file(exports.everything_about(request.user), request.user.get_username())


def as_json_file(document: object, title: str) -> HttpResponse:
    content = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return as_file(content, f"ready-room-{slugify(title) or 'person'}", "json")


@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required
@never_cache
def leave(request: MemberRequest) -> HttpResponse:
    """Close the account, after the password and the name have been typed once more."""
    form = LeaveForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.showing_refusals():
            accounts.close(user=request.user, texts=form.cleaned_data["texts"])
            logout(request, show_message=False)
            messages.success(request, "Your account is closed.")
            return redirect("sign-in")
    page = {"form": form, "nav": "account", "obstacles": accounts.obstacles(request.user)}
    return render_page(request, "accounts/leave.html", page)
