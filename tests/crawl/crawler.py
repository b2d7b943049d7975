"""Follows every link from a person's home page, and gives what they see without what differs at every look."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from html import unescape
from typing import Final
from urllib.parse import urldefrag, urljoin, urlsplit

from django.contrib.auth.models import User
from django.test import Client

HOST: Final = "http://testserver"
LINK: Final = re.compile(r"""<(?:a|link|iframe|form method="get")\b[^>]*?\s(?:href|src|action)="([^"]*)\"""")
EACH_TIME: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r'(?<=name="csrfmiddlewaretoken" value=")\w+',
        r"(?<=&quot;X-CSRFToken&quot;: &quot;)\w+",
        r'(?<="X-CSRFToken": ")\w+',
        r'(?<=name="key" value=")[-0-9a-f]{36}',
        r'(?<=nonce=")[^"]+',
    )
)
"""What a page makes up each time it is shown: tokens and the keys of forms."""
ELSEWHERE: Final = re.compile(r"/(static|admin|sign-out|accounts?/logout)/")
NUMBERED: Final = re.compile(r"(?<=/)[^/]*[0-9A-Z][^/]*|(?<==)[^&]*")
"""What tells pages of one shape from each other: numbers, codes and keys in an address, and what it asks for."""
MOST_ALIKE: Final = 3
"""Of one shape, in each campaign: its men are hundreds, and so are the steps of a replay; of documents one."""


@dataclass(frozen=True, slots=True)
class Page:
    """What somebody got at an address."""

    path: str
    status: int
    kind: str
    text: str
    """Of a page without what differs each time; of a file its hash."""
    links: tuple[str, ...] = ()


def crawl(user: User, begin: str = "/") -> Iterator[Page]:
    """Each page that links lead ``user`` to, in the order in which they are found; of many alike a few."""
    client = Client(raise_request_exception=False)
    client.force_login(user)
    waiting, known, alike = deque([begin]), {begin}, Counter[str]()
    while waiting:
        page = read(client, waiting.popleft())
        yield page
        for link in page.links:
            if link not in known:
                known.add(link)
                alike[shape(link)] += 1
                if alike[shape(link)] <= (1 if ".pdf" in link else MOST_ALIKE):
                    waiting.append(link)


def shape(path: str) -> str:
    """What addresses have in common that show the same of one campaign."""
    campaign = re.match(r"/campaigns/\d+/", path)
    begin = campaign.end() if campaign else 0
    return path[:begin] + NUMBERED.sub("…", path[begin - 1 if begin else 0 :])


def read(client: Client, path: str) -> Page:
    """What is at an address."""
    answer = client.get(path)
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if answer.status_code in (301, 302, 303):
        return Page(path, answer.status_code, kind, answer.headers["Location"], tuple(_own(path, [answer["Location"]])))
    content = b"".join(answer) if answer.streaming else answer.content
    if kind != "text/html":
        return Page(path, answer.status_code, kind, sha256(content).hexdigest())
    text = content.decode()
    links = tuple(_own(path, (unescape(each) for each in LINK.findall(text))))
    for each in EACH_TIME:
        text = each.sub("…", text)
    return Page(path, answer.status_code, kind, text, links)


def _own(base: str, links: Iterator[str] | list[str]) -> Iterator[str]:
    """Links of a page at ``base`` that lead on within the house."""
    for link in links:
        whole = urldefrag(urljoin(HOST + base, link)).url
        if not whole.startswith(f"{HOST}/"):
            continue
        parts = urlsplit(whole)
        if not ELSEWHERE.match(parts.path):
            yield parts.path + (f"?{parts.query}" if parts.query else "")
