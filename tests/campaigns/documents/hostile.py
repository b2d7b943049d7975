"""Texts that somebody might write to spoil a page, and how a page shows that they did not."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final
from unittest import mock

import pytest

from tests.campaigns.documents import reading
from tests.campaigns.documents.reading import Words

HOSTILE: Final = {
    "markup": '<b>bold</i> <img src="http://images.example/a.png"/> </para> &amp; <font size=99>',
    "one long word": "W" * 4_000,
    "long text": "Squadron Leader " * 700,
    "control characters": "a\x00b\x07c\x1b[31m\x7f\x9b tab\tline\nreturn\r\x0c end",
    "a lone surrogate": "broken \ud800 text",
    "right-to-left": "שלום עולם \u202eabc\u202c مرحبا بالعالم",
    "emoji": "ace 🛩️ of 🇬🇧 aces 👩‍✈️",
    "stacked accents": "z" + "\u0301\u0323\u0300" * 300,
    "white space": " \t\n\u3000 ",
    "Japanese": "笹井醇一中尉の零式艦上戦闘機" * 90,
}

BRIEFLY: Final = ("markup", "one long word")
"""Which of them each document is given in every run, the others in the sweep; flowing text is given all."""

SPOILT: Final = [
    pytest.param(text, id=name, marks=() if name in BRIEFLY else pytest.mark.sweep) for name, text in HOSTILE.items()
]

MARGIN: Final = 28.0
MAP: Final = ": Natural Earth."
"""What stands under every map."""
PAPERS_HERE: Final = ("A4", pytest.param("letter", marks=pytest.mark.sweep))
"""On which each hostile text is printed: a few kinds of documents stand for all on the other one."""


def assert_inside(document: bytes, margin: float = MARGIN) -> None:
    """All words lie inside the margins, none on others or under a rule; a pin's head covers its stem.

    Coasts and ways do run under the names of a map.
    """
    for number, page in enumerate(reading.pages_of(document), start=1):
        assert page.words, f"page {number} is empty"
        outside = [
            words
            for words in page.words
            if words.left < margin - 0.5
            or words.right > page.width - margin + 0.5
            or words.bottom < margin - 0.5
            or words.top > page.height - margin + 0.5
        ]
        assert outside == [], f"page {number}: outside the margins"
        assert list(covered(page.words)) == [], f"page {number}: words over words"
        if MAP in page.text:
            continue
        cut = [
            (words, rule)
            for rule in page.rules
            if rule.x1 == rule.x2
            for words in page.words
            if rule.cuts(words) and not any(head.is_centred_on(rule.x2, rule.y2) for head in page.words)
        ]
        assert cut == [], f"page {number}: a rule through words"


def covered(found: Sequence[Words]) -> Iterator[tuple[Words, Words]]:
    """Each two that lie on one another."""
    from_below = sorted(found, key=lambda words: words.bottom)
    for number, one in enumerate(from_below):
        for two in from_below[number + 1 :]:
            if two.bottom >= one.top:
                break
            if one.meets(two):
                yield one, two


@contextmanager
def nothing_fetched() -> Iterator[None]:
    """Whatever opens a connection inside fails."""

    def refuse(*_arguments: object) -> None:
        raise AssertionError("a document opened a connection")

    with mock.patch.object(socket.socket, "connect", refuse), mock.patch.object(socket, "getaddrinfo", refuse):
        yield
