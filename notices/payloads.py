"""What is sent to a webhook: the same that everybody in the campaign is told, and nothing of ``Happening.data``."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from typing import Any

from notices.models import Happening, Webhook
from notices.outside import absolute, one_line
from notices.selectors import Told, words

CONTENT_LENGTH = 2000
TITLE_LENGTH = 256
"""What Discord takes of a message and of an embed's title."""
_MARKS = re.compile(r"([\\*_~`|>#\[\]()<:@-])")


def request(webhook: Webhook, happening: Happening) -> tuple[bytes, dict[str, str]]:
    """Body and headers for one webhook; the happening fetched with ``selectors.NAMED``."""
    told = words([happening])[happening.key]
    is_json = webhook.format == Webhook.Format.JSON
    body = json.dumps(as_json(happening, told) if is_json else as_discord(happening, told), ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json"}
    if is_json:
        headers |= {
            "X-Ready-Room-Event": happening.kind,
            "X-Ready-Room-Id": str(happening.pk),
            "X-Ready-Room-Signature": f"sha256={signature(webhook.secret, body)}",
        }
    return body, headers


def signature(secret: str, body: bytes) -> str:
    """HMAC-SHA256 of the body with the webhook's secret, in hexadecimal."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def as_json(happening: Happening, told: Told) -> dict[str, Any]:
    """``docs/reference/webhooks.md`` gives the keys."""
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


def as_discord(happening: Happening, told: Told) -> dict[str, Any]:
    """A message as Discord takes it. Nobody is pinged, whatever the campaign is called."""
    return {
        "content": _cut(f"**{_plain(told.where)}**: {_plain(told.sentence)}", CONTENT_LENGTH),
        "embeds": [
            {
                "title": _cut(_plain(told.title), TITLE_LENGTH),
                "url": absolute(told.path),
                "timestamp": happening.at.isoformat(),
            }
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
