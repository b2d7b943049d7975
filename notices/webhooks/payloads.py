"""What is sent to a webhook: the same that everybody in the campaign is told, and nothing of ``Happening.data``."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from django.urls import reverse

from config.common.absolute_urls import absolute, one_line
from notices.models import Happening, Webhook
from notices.selectors.inbox import HappeningText, words

CONTENT_LENGTH = 2000
TITLE_LENGTH = 256
"""What Discord takes of a message and of an embed's title."""
SEVERAL = "several"
"""The kind of a message that holds more than one notice."""
_MARKS = re.compile(r"([\\*_~`|>#\[\]()<:@-])")


def request(webhook: Webhook, happenings: Sequence[Happening]) -> tuple[bytes, dict[str, str]]:
    """Body and headers of one message to a webhook; the happenings, the oldest first, fetched with ``NAMED``."""
    said = words(happenings)
    told = [(each, said[each.key]) for each in happenings]
    is_json = webhook.format == Webhook.Format.JSON
    document = as_json(told) if is_json else as_discord(told)
    body = json.dumps(document, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json"}
    if is_json:
        headers |= {
            "X-Ready-Room-Event": document["kind"],
            "X-Ready-Room-Id": document["id"],
            "X-Ready-Room-Signature": f"sha256={signature(webhook.secret, body)}",
        }
    return body, headers


def signature(secret: str, body: bytes) -> str:
    """HMAC-SHA256 of the body with the webhook's secret, in hexadecimal."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def as_json(told: Sequence[tuple[Happening, HappeningText]]) -> dict[str, Any]:
    """``docs/reference/webhooks.md`` gives the keys. Several notices are one of the kind ``several``."""
    each = [_as_json(*one) for one in told]
    if len(each) == 1:
        return each[0]
    missions = {one["mission"] for one in each}
    return {
        "id": str(uuid5(UUID(each[0]["id"]), " ".join(one["id"] for one in each))),
        "kind": SEVERAL,
        "title": f"{len(each)} notices",
        "at": each[-1]["at"],
        "campaign": each[0]["campaign"],
        "mission": missions.pop() if len(missions) == 1 else None,
        "sentence": " ".join(one["sentence"] for one in each),
        "link": absolute(reverse("campaign", args=(each[0]["campaign"]["id"],))),
        "notices": each,
    }


def _as_json(happening: Happening, told: HappeningText) -> dict[str, Any]:
    return {
        "id": str(happening.pk),
        "kind": happening.kind,
        "title": told.title,
        "at": happening.at.isoformat(),
        "campaign": {"id": happening.campaign_id, "name": told.where},
        "mission": happening.mission,
        "sentence": told.sentence,
        "link": absolute(told.path),
    }


def as_discord(told: Sequence[tuple[Happening, HappeningText]]) -> dict[str, Any]:
    """A message as Discord takes it: a line and an embed a notice.

    Nobody is pinged, whatever the campaign is called.
    """
    where = f"**{_plain(told[0][1].where)}**:"
    if len(told) == 1:
        content = _cut(f"{where} {_plain(told[0][1].sentence)}", CONTENT_LENGTH)
    else:
        # Each line gets its part of the room, so that a long one pushes no other out.
        head = _cut(where, CONTENT_LENGTH // 4)
        room = (CONTENT_LENGTH - CONTENT_LENGTH // 4) // len(told) - 3
        content = "\n".join([head, *(f"- {_cut(_plain(each.sentence), room)}" for _, each in told)])
    return {
        "content": content,
        "embeds": [
            {
                "title": _cut(_plain(each.title), TITLE_LENGTH),
                "url": absolute(each.path),
                "timestamp": happening.at.isoformat(),
            }
            for happening, each in told
        ],
        "allowed_mentions": {"parse": []},
    }


def _plain(text: str) -> str:
    """A text that Discord's Markdown leaves as it is: no mark in it makes a link, a mention or bold letters."""
    return _MARKS.sub(r"\\\1", one_line(text, CONTENT_LENGTH))


def _cut(text: str, most: int) -> str:
    """At most so many UTF-16 units, which is how Discord counts."""
    if len(text.encode("utf-16-le")) // 2 <= most:
        return text
    kept = text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore")
    return f"{kept.rstrip(chr(92))}…"
