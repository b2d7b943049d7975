"""Coming in by an account at Discord or Google, and connecting one. Without its keys none of this is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from allauth.account.utils import get_next_redirect_url
from allauth.socialaccount import views as library
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.base.constants import AuthProcess
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.operations import connections
from accounts.selectors.connections import connections_of, offered
from accounts.views.allauth_views import housed
from accounts.views.providers import CALLBACKS, leading_to, tell_by_letter
from config.common.web import MemberRequest, View, VisitorRequest, asking, only_post, render_page


def _if_offered(view: Callable[..., Any]) -> View:
    """404 where the owner of the site has set no keys for the ``provider`` of the address."""

    @wraps(view)
    def there(request: HttpRequest, provider: str, **more: Any) -> HttpResponseBase:
        if provider not in offered():
            raise Http404("Nobody comes in by that here.")
        answer: HttpResponseBase = view(request, provider=provider, **more)
        return answer

    return there


@login_not_required
@asking
@_if_offered
@only_post("sign-in")
def sign_in_with(request: VisitorRequest, provider: str) -> HttpResponseBase:
    """Lead to them, who lead back to ``back``."""
    if request.user.is_authenticated:
        return redirect("home")
    return _led_to(request, provider, AuthProcess.LOGIN, get_next_redirect_url(request))


def _led_to(request: HttpRequest, provider: str, process: str, then: str | None, **about: object) -> HttpResponseBase:
    found = get_adapter().get_provider(request, provider)
    answer: HttpResponseBase = found.redirect(request, process, next_url=then, data=about)
    return answer


@login_not_required
@require_safe
@never_cache
@_if_offered
def back(request: HttpRequest, provider: str) -> HttpResponseBase:
    """They have said who somebody is, or not. It always leads on: its address, which holds a code, is never a page."""
    answer: HttpResponseBase = CALLBACKS[provider](request)
    return answer


@login_not_required
@asking
def sign_up_with(request: VisitorRequest) -> HttpResponseBase:
    """A new account for who has come from them: what they are called here. Who may have one says ``SIGN_UP``."""
    if not offered():
        raise Http404("Nobody comes in by anybody else here.")
    try:
        return housed(library.signup)(request)
    except SocialApp.DoesNotExist:
        raise Http404("Nobody comes in by that here any more.") from None
    except IntegrityError:
        messages.error(request, "Somebody has taken that name, address or account just now. Please begin again.")
        return redirect("sign-in")


@asking
@_if_offered
def connection(request: MemberRequest, provider: str) -> HttpResponseBase:
    """Whether it is connected, and what that means; posted, it leads to them to connect it."""
    if request.method != "POST":
        page: HttpResponseBase = _connection_page(request, provider)
        return page
    if is_reauthentication_required(request, app="allauth.socialaccount"):
        return redirect("connection", provider=provider)  # which asks for the password
    return _led_to(request, provider, AuthProcess.CONNECT, None, user=request.user.pk)


@reauthentication_required
def _connection_page(request: MemberRequest, provider: str) -> HttpResponse:
    found = next(each for each in connections_of(request.user) if each.provider == provider)
    page = render_page(request, "accounts/connection.html", {"nav": "account", "connection": found})
    return leading_to(page, provider)


@asking
@_if_offered
@only_post("account")
@reauthentication_required
def connection_end(request: MemberRequest, provider: str) -> HttpResponse:
    """Come in by it no more, which is also told by letter."""
    connections.disconnect(user=request.user, provider=provider)
    title = offered()[provider]
    tell_by_letter(get_adapter(), "disconnected", request.user, title)
    still = "Whoever has come in by it before is signed in still: end that below, if it was not you."
    messages.success(request, f"{title} is disconnected: it lets you in no more. {still}")
    return redirect("account")
