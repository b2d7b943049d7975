"""What is sent to a webhook: the same that its people are told in words, and nothing of ``Happening.data``."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime
from typing import NotRequired, TypedDict
from uuid import UUID, uuid5

from django.urls import reverse

from config.common.absolute_urls import absolute, one_line
from notices.models import Happening, Webhook
from notices.selectors.inbox import HappeningText, words
from notices.selectors.webhook_pictures import Picture

CONTENT_LENGTH = 2000
TITLE_LENGTH = 256
"""What Discord takes of a message and of an embed's title."""
SEVERAL = "several"
"""The kind of a message that holds more than one notice."""
_MARKS = re.compile(r"(<t:\d{1,12}:f>)|([\\*_~`|>#\[\]()<:@-])")
_CUT = re.compile(r"(?<!\\)<[^>]*$")


class JsonCampaign(TypedDict):
    id: int | None
    name: str


class JsonNotice(TypedDict):
    """``docs/reference/webhooks.md`` gives the keys."""

    id: str
    kind: str
    title: str
    at: str
    campaign: JsonCampaign
    mission: int | None
    sentence: str
    times: dict[str, str]
    """The moments that the sentence tells, by what they are."""
    link: str
    notices: NotRequired[list[JsonNotice]]
    """Of the kind ``several``: each of them."""


class DiscordPicture(TypedDict):
    url: str


class DiscordEmbed(TypedDict):
    title: str
    url: str
    timestamp: str
    color: NotRequired[int]
    image: NotRequired[DiscordPicture]


class DiscordMentions(TypedDict):
    parse: list[str]


class DiscordMessage(TypedDict):
    """As Discord’s webhooks take it."""

    content: str
    embeds: list[DiscordEmbed]
    allowed_mentions: DiscordMentions


def request(
    webhook: Webhook, happenings: Sequence[Happening], at: datetime, picture: Picture | None = None
) -> tuple[bytes, dict[str, str]]:
    """Body and headers of one message to a webhook, tried now (``at``), with a picture where Discord is to show one.

    The happenings, the oldest first, fetched with ``NAMED``.
    """
    said = words(happenings, stamped=webhook.format != Webhook.Format.JSON)
    told = [(each, said[each.key]) for each in happenings]
    if webhook.format == Webhook.Format.JSON:
        return _signed(webhook, as_json(told), at)
    document = as_discord(told, webhook.colour)
    if picture is None:
        return _written(document), {"Content-Type": "application/json"}
    document["embeds"][-1]["image"] = {"url": f"attachment://{picture.name}"}
    boundary = hashlib.sha256(picture.content).hexdigest()
    return _in_parts(document, picture, boundary), {"Content-Type": f"multipart/form-data; boundary={boundary}"}


def _signed(webhook: Webhook, document: JsonNotice, at: datetime) -> tuple[bytes, dict[str, str]]:
    """With the headers of the Standard Webhooks (standardwebhooks.com), and with ours, which are older."""
    body, message, seconds = _written(document), document["id"], str(int(at.timestamp()))
    return body, {
        "Content-Type": "application/json",
        "webhook-id": message,
        "webhook-timestamp": seconds,
        "webhook-signature": f"v1,{standard_signature(webhook.secret.encode(), message, seconds, body)}",
        "X-Ready-Room-Event": document["kind"],
        "X-Ready-Room-Id": message,
        "X-Ready-Room-Signature": f"sha256={signature(webhook.secret, body)}",
    }


def _written(document: JsonNotice | DiscordMessage) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def _in_parts(document: DiscordMessage, picture: Picture, boundary: str) -> bytes:
    """A message with a file, as a form of a browser would send it."""
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="'
    return b"".join(
        [
            f'{head}payload_json"\r\nContent-Type: application/json\r\n\r\n'.encode(),
            _written(document),
            f'\r\n{head}files[0]"; filename="{picture.name}"\r\nContent-Type: image/png\r\n\r\n'.encode(),
            picture.content,
            f"\r\n--{boundary}--\r\n".encode(),
        ]
    )


def standard_signature(key: bytes, message: str, seconds: str, body: bytes) -> str:
    """HMAC-SHA256 of the message's id, the time of this try and the body, in Base64."""
    signed = f"{message}.{seconds}.".encode() + body
    return b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def signature(secret: str, body: bytes) -> str:
    """HMAC-SHA256 of the body with the webhook's secret, in hexadecimal."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def as_json(told: Sequence[tuple[Happening, HappeningText]]) -> JsonNotice:
    """Several notices are one of the kind ``several``."""
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
        "times": {},
        "link": absolute(reverse("campaign", args=(each[0]["campaign"]["id"],))),
        "notices": each,
    }


def _as_json(happening: Happening, told: HappeningText) -> JsonNotice:
    return {
        "id": str(happening.pk),
        "kind": happening.kind,
        "title": told.title,
        "at": happening.at.isoformat(),
        "campaign": {"id": happening.campaign_id, "name": told.where},
        "mission": happening.mission,
        "sentence": told.sentence,
        "times": {what: at.isoformat() for what, at in told.times.items()},
        "link": absolute(told.path),
    }


def as_discord(told: Sequence[tuple[Happening, HappeningText]], colour: str = "") -> DiscordMessage:
    """A message as Discord takes it: a line and an embed a notice, with a bar of a ``colour``.

    Nobody is pinged, whatever the campaign is called.
    """
    where = f"**{plain(told[0][1].where)}**:"
    if len(told) == 1:
        content = cut(f"{where} {plain(told[0][1].sentence)}", CONTENT_LENGTH)
    else:
        # Each line gets its part of the room, so that a long one pushes no other out.
        head = cut(where, CONTENT_LENGTH // 4)
        room = (CONTENT_LENGTH - CONTENT_LENGTH // 4) // len(told) - 3
        content = "\n".join([head, *(f"- {cut(plain(each.sentence), room)}" for _, each in told)])
    return {
        "content": content,
        "embeds": [_embed(*each, colour) for each in told],
        "allowed_mentions": {"parse": []},
    }


def _embed(happening: Happening, told: HappeningText, colour: str) -> DiscordEmbed:
    embed: DiscordEmbed = {
        "title": cut(plain(told.title), TITLE_LENGTH),
        "url": absolute(told.path),
        "timestamp": happening.at.isoformat(),
    }
    if colour:
        embed["color"] = int(colour[1:], 16)
    return embed


def plain(text: str) -> str:
    """A text that Discord's Markdown leaves as it is: no mark in it makes a link, a mention or bold letters.

    Only moments (``clock.stamp``) are shown as Discord shows them.
    """
    return _MARKS.sub(lambda mark: mark[1] or f"\\{mark[2]}", one_line(text, CONTENT_LENGTH))


def cut(text: str, most: int) -> str:
    """At most so many UTF-16 units, which is how Discord counts; half a moment or half an address is left out."""
    if len(text.encode("utf-16-le")) // 2 <= most:
        return text
    kept = text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore")
    return f"{_CUT.sub('', kept).rstrip(chr(92))}…"
