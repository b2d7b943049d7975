"""Discord's interactions: slash commands, each signed by Discord, each answered to the one who gave it."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Final

from allauth.account.decorators import reauthentication_required
from allauth.core.internal import ratelimit
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.operations.seen import note_seen
from api.operations import discord
from api.selectors.discord import answer, is_linked, person_of
from config.common.refusals import Refusal
from config.common.web import MemberRequest, only_post, render_page
from notices.webhooks.payloads import CONTENT_LENGTH, cut

PING: Final = 1
COMMAND: Final = 2
PONG: Final = {"type": 1}
MESSAGE: Final = 4
ONLY_TO_THEM: Final = 1 << 6
OFF_BY: Final = 5 * 60
"""Seconds that the time of a signed command may be off."""
FIRST = "Link your account first: take a code on your account page under Tokens, and send it with /link."


@csrf_exempt
@login_not_required
@require_POST
def discord_interactions(request: HttpRequest) -> HttpResponse:
    """A command, or Discord's question whether anybody is there. 401 to whatever Discord has not signed."""
    if not settings.DISCORD_PUBLIC_KEY:
        raise Http404("This Ready Room answers no commands of Discord.")
    if not _is_discords(request):
        return HttpResponse("The signature is not Discord’s.", status=401, content_type="text/plain; charset=utf-8")
    try:
        said = json.loads(request.body)
        kind = said["type"]
        if kind == PING:
            return JsonResponse(PONG)
        discord_id = str((said.get("member") or said)["user"]["id"])
        command = said["data"]
        name = str(command["name"])
        options = {str(each["name"]): str(each["value"]) for each in command.get("options") or ()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return HttpResponse("That is no command.", status=400, content_type="text/plain; charset=utf-8")
    return _to_them(_answered(request, discord_id, name, options))


def _is_discords(request: HttpRequest) -> bool:
    at = request.headers.get("X-Signature-Timestamp", "")
    if not (at.isascii() and at.isdigit() and abs(int(at[:12]) - timezone.now().timestamp()) <= OFF_BY):
        return False
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(settings.DISCORD_PUBLIC_KEY))
    try:
        key.verify(bytes.fromhex(request.headers.get("X-Signature-Ed25519", "")), at.encode() + request.body)
    except (InvalidSignature, ValueError):
        return False
    return True


def _answered(request: HttpRequest, discord_id: str, name: str, options: dict[str, str]) -> str:
    asked: dict[str, Any] = {"app": "api", "action": "command", "config": settings.API_RATE_LIMITS}
    if ratelimit.consume(request, key=f"discord {discord_id}", limit_get=True, **asked) is None:
        return "That was too much at once. Ask again in a few minutes."
    try:
        if name == "link":
            user = discord.link(code=options.get("code", "").strip(), discord_id=discord_id)
            return f"You are {user.get_username()} here from now on."
        person = person_of(discord_id)
        if person is None:
            return FIRST
        with suppress(DatabaseError):
            note_seen(person, timezone.now())
        return answer(name, person, options.get("campaign", "").strip()[:80])
    except Refusal as refusal:
        return refusal.sentence


def _to_them(text: str) -> HttpResponse:
    """A message that nobody else in the channel sees, and that pings nobody."""
    content = cut(text, CONTENT_LENGTH)
    data = {"content": content, "flags": ONLY_TO_THEM, "allowed_mentions": {"parse": []}}
    return JsonResponse({"type": MESSAGE, "data": data})


@require_safe
@reauthentication_required
@never_cache
def discord_link(request: MemberRequest) -> HttpResponse:
    """A code by which one's account at Discord is linked, or that it is."""
    if not settings.DISCORD_PUBLIC_KEY:
        raise Http404("This Ready Room answers no commands of Discord.")
    linked = is_linked(request.user)
    code = "" if linked else discord.code_for(request.user)
    return render_page(request, "api/discord.html", {"nav": "account", "is_linked": linked, "code": code})


@only_post("api-tokens")
def discord_unlink(request: MemberRequest) -> HttpResponse:
    """End the link."""
    discord.unlink(actor=request.user)
    messages.success(request, "Your account at Discord is linked no more.")
    return redirect("api-tokens")
