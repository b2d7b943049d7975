"""Texts that somebody might write to spoil a page, and how a page shows that they did not."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest import mock

from tests.documents import reading

HOSTILE: Final = {
    "markup": '<b>bold</i> <img src="http://images.example/a.png"/> </para> &amp; <font size=99>',
    "one long word": "W" * 10_000,
    "long text": "Squadron Leader " * 700,
    "control characters": "a\x00b\x07c\x1b[31m\x7f\x9b tab\tline\nreturn\r\x0c end",
    "a lone surrogate": "broken \ud800 text",
    "right-to-left": "שלום עולם \u202eabc\u202c مرحبا بالعالم",
    "emoji": "ace 🛩️ of 🇬🇧 aces 👩‍✈️",
    "stacked accents": "z" + "\u0301\u0323\u0300" * 300,
    "white space": " \t\n\u3000 ",
    "Japanese": "笹井醇一中尉の零式艦上戦闘機" * 90,
}

MARGIN: Final = 28.0


def assert_inside(document: bytes, margin: float = MARGIN) -> None:
    """All words lie inside the margins, none on others or under a rule; a pin's head covers its stem."""
    for number, page in enumerate(reading.reader(document).pages, start=1):
        found, rules = reading.contents_of(page)
        assert found, f"page {number} is empty"
        outside = [
            words
            for words in found
            if words.left < margin - 0.5
            or words.right > float(page.mediabox.width) - margin + 0.5
            or words.bottom < margin - 0.5
            or words.top > float(page.mediabox.height) - margin + 0.5
        ]
        assert outside == [], f"page {number}: outside the margins"
        covered = [(one, two) for n, one in enumerate(found) for two in found[n + 1 :] if one.meets(two)]
        assert covered == [], f"page {number}: words over words"
        stems = {rule for rule in rules for words in found if words.is_centred_on(rule.x2, rule.y2)}
        cut = [(words, rule) for words in found for rule in rules if rule not in stems and rule.cuts(words)]
        assert cut == [], f"page {number}: a rule through words"


@contextmanager
def nothing_fetched() -> Iterator[None]:
    """Whatever opens a connection inside fails."""

    def refuse(*_arguments: object) -> None:
        raise AssertionError("a document opened a connection")

    with mock.patch.object(socket.socket, "connect", refuse), mock.patch.object(socket, "getaddrinfo", refuse):
        yield
