"""Who asks, by a token or signed in, and what of it may be read.

A token reads what its person may, through the same doors as pages (``campaigns.access``, ``clubs.access``,
``missions.access``); its scopes and its campaign only take away. Without the scope ``sides`` its person is in each
campaign what a reader is who has no seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from api.models import Scope, Token
from api.selectors.tokens import token_of
from campaigns.access import Viewer, campaign_or_404
from campaigns.models import Campaign, Role
from clubs.access import club_or_404
from clubs.models import Club, Membership
from config.common.web import MemberRequest
from missions.access import mission_or_404
from missions.models import Mission

BEARER = "bearer "
NOBODY = 0
"""No account has this number."""


class Unknown(Exception):
    """Nobody is known by what came with the request; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks."""

    user: User
    token: Token | None
    """``None``: a browser, in which the person is signed in; it may read what they may."""

    @property
    def scopes(self) -> tuple[str, ...]:
        held = self.token.scopes if self.token is not None else list(Scope)
        return tuple(scope.value for scope in Scope if scope in held)

    @property
    def only(self) -> int | None:
        """The only campaign that may be read."""
        return self.token.campaign_id if self.token is not None else None

    @property
    def counted_as(self) -> str:
        """By which what is asked is counted."""
        return f"token {self.token.pk}" if self.token is not None else f"user {self.user.pk}"

    @property
    def seated(self) -> int:
        """Whose seats count in what is told of many campaigns at once: the person's, as far as the token goes."""
        return self.user.pk if Scope.SIDES in self.scopes else NOBODY

    def sees(self, viewer: Viewer) -> Viewer:
        """What a person is in a campaign, as far as the token goes."""
        return viewer if Scope.SIDES in self.scopes else without_seats()


def without_seats() -> Viewer:
    """A reader who has no part in a campaign."""
    return Viewer(
        user_id=NOBODY, is_owner=False, role=Role.READER, commands=frozenset(), is_umpire=False, sides=frozenset()
    )


def caller_of(request: HttpRequest) -> Caller:
    """Who asks. Raises ``Unknown``."""
    said = request.headers.get("Authorization", "")
    if said:
        token = token_of(said[len(BEARER) :].strip()) if said.lower().startswith(BEARER) else None
        if token is None:
            raise Unknown("This token is not known here, has run out or was withdrawn. Make one on your account page.")
        return Caller(token.user, token)
    if not request.user.is_authenticated:
        raise Unknown("Bring a token of your account page: Authorization: Bearer rr_…")
    return Caller(request.user, None)


def refuse_without(caller: Caller, scope: Scope | None) -> None:
    """Raises ``PermissionDenied`` if the token does not read this."""
    if scope is not None and scope not in caller.scopes:
        raise PermissionDenied(f"This token does not read {scope.value}: make one that does.")


def _as(caller: Caller, request: HttpRequest) -> MemberRequest:
    """The request as the doors of pages take it."""
    request.user = caller.user
    return cast(MemberRequest, request)


def _refuse_other(caller: Caller, campaign: int) -> None:
    if caller.only not in (None, campaign):
        raise Http404("There is no such campaign among yours that this token reads.")


def campaign_for(caller: Caller, request: HttpRequest, campaign: int) -> tuple[Campaign, Viewer]:
    """The campaign, and what the token lets be seen of it. Raises ``Http404``."""
    _refuse_other(caller, campaign)
    found, viewer = campaign_or_404(_as(caller, request), campaign)
    return found, caller.sees(viewer)


def mission_for(caller: Caller, request: HttpRequest, campaign: int, number: int) -> tuple[Mission, Viewer]:
    """The same of a mission."""
    _refuse_other(caller, campaign)
    found, viewer = mission_or_404(_as(caller, request), campaign, number)
    return found, caller.sees(viewer)


def club_for(caller: Caller, request: HttpRequest, club: int) -> tuple[Club, Membership]:
    """The club, and what the person is in it. Raises ``Http404``."""
    return club_or_404(_as(caller, request), club)
