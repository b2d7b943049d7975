"""Pages of a draft: their addresses, and their forms as a browser would send them."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.models import PackDraft


class FormReader(HTMLParser):
    """What a browser sends of the builder's form that nobody has touched."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._is_inside = False
        self._textarea = self._select = ""
        self._is_first = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._is_inside = "builder-form" in given.get("class", "")
        name = given.get("name", "")
        if not self._is_inside or (not name and tag != "option"):
            return
        if tag == "input" and (given.get("type") != "checkbox" or "checked" in given):
            self.sent.setdefault(name, []).append(given.get("value", ""))
        elif tag == "textarea":
            self.sent.setdefault(name, []).append("")
            self._textarea = name
        elif tag == "select":
            self.sent.setdefault(name, []).append("")
            self._select, self._is_first = name, True
        elif tag == "option" and self._select:
            if self._is_first or "selected" in given:
                self.sent[self._select][-1] = given["value"]
            self._is_first = False

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self.sent[self._textarea][-1] += data.replace("\n", "\r\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            # The line end behind the tag is none of the text's, and a browser's have two letters.
            self.sent[self._textarea][-1] = self.sent[self._textarea][-1].removeprefix("\r\n")
            self._textarea = ""
        elif tag == "select":
            self._select = ""
        elif tag == "form":
            self._is_inside = False


def address(draft: PackDraft, slug: str, item: str = "") -> str:
    return reverse("pack-draft-item" if item else "pack-draft-part", args=(draft.pk, slug, *([item] if item else ())))


def form_on(client: Client, page: str) -> dict[str, list[str]]:
    reader = FormReader()
    answer = client.get(page)
    assert answer.status_code == 200, page
    reader.feed(answer.content.decode())
    return reader.sent


def read(answer: Any) -> str:
    """A page, each break of a line a space."""
    return " ".join(unescape(answer.content.decode()).split())


def text_of(draft: PackDraft) -> str:
    return PackDraft.objects.get(pk=draft.pk).text


def opens_and_stays(client: Client, draft: PackDraft, chosen: list[str]) -> None:
    """Each page opens, and sent as it is changes nothing."""
    for page in chosen:
        answer = client.post(page, form_on(client, page))
        assert answer.status_code == 302, page
        assert text_of(draft) == draft.text, page
