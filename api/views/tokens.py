"""Somebody's tokens: which there are, a new one, and withdrawing one."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from api.forms.tokens import TokenForm
from api.operations import tokens
from api.selectors.tokens import MOST, token_rows
from config.common.web import MemberRequest, only_post, render_page, sent


@require_safe
def api_tokens(request: MemberRequest) -> HttpResponse:
    shown = {"nav": "account", "tokens": token_rows(request.user), "most": MOST}
    return render_page(request, "api/tokens.html", {**shown, "discord": bool(settings.DISCORD_PUBLIC_KEY)})


@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required
@never_cache
def api_token_new(request: MemberRequest) -> HttpResponse:
    """A new token: it stands on the page that answers the form, and nowhere else ever."""
    form = TokenForm(request.user, sent(request))
    if form.is_valid():
        with form.showing_refusals():
            token, text = tokens.make(actor=request.user, **form.cleaned_data)
            return render_page(request, "api/made.html", {"nav": "account", "token": token, "text": text})
    return render_page(request, "api/new.html", {"nav": "account", "form": form})


@only_post("api-tokens")
def api_token_withdraw(request: MemberRequest, number: int) -> HttpResponse:
    label = tokens.withdraw(actor=request.user, token=number)
    messages.success(request, f"The token {label} is withdrawn: it opens nothing any more.")
    return redirect("api-tokens")
