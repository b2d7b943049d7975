"""What the pages about one thing offer to somebody: its links followed, and where their forms are sent to."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from typing import Final

from django.contrib.auth.models import User
from django.test import Client

from tests.crawl.crawler import Page, read, shape

FORM: Final = re.compile(r'<form\b[^>]*method="post"[^>]*>.*?</form>', re.DOTALL)
SENT_TO: Final = re.compile(r'<form\b[^>]*\baction="([^"#]*)')
BUTTON_SENDS_TO: Final = re.compile(r'<button\b[^>]*\bformaction="([^"#]*)')
ELSEWHERE: Final = re.compile(r"\.(pdf|json|csv|svg|png|ics|toml|zip)$|/(replay|export|picture|journal)/.")
"""Files, and pages of which one is like another."""


def pages_below(user: User, base: str) -> Iterator[Page]:
    """Each page at ``base`` and below it that links lead ``user`` to; of many alike one."""
    client = Client()
    client.force_login(user)
    waiting, known, alike = deque([base]), {base}, Counter[str]()
    while waiting:
        page = read(client, waiting.popleft())
        yield page
        for link in page.links:
            if link in known or not link.startswith(base) or ELSEWHERE.search(link.partition("?")[0]):
                continue
            known.add(link)
            alike[shape(link)] += 1
            if alike[shape(link)] == 1:
                waiting.append(link)


def offered(page: Page) -> Iterator[str]:
    """Where the forms of a page that have a button are sent to."""
    for form in FORM.findall(page.text[page.text.index("<main") :]):
        if "<button" in form:
            address = SENT_TO.match(form)
            yield from BUTTON_SENDS_TO.findall(form) or [address[1] if address else page.path]
