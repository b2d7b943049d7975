"""A browser without a picture: pages fetched, their forms filled in and sent as they come."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode, urlsplit

PATIENCE = 60.0
"""Seconds to wait for an answer."""


@dataclass
class Form:
    """A form of a page: where it goes, what it holds as it comes, and its buttons."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def filled(self, **more: str) -> list[tuple[str, str]]:
        """What is sent, some fields overwritten."""
        return [(name, value) for name, value in self.fields if name not in more] + list(more.items())


class _Reader(HTMLParser):
    """Collects the forms that are posted. A field outside them that names a form by its ``form`` is not known."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._select, self._text = "", ""
        self._options: list[tuple[str, bool]] = []
        self._written: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attributes}
        if tag == "form" and has.get("method", "").lower() == "post":
            self._open = Form(has.get("action", ""))
            self.forms.append(self._open)
        elif self._open is None or "disabled" in has:
            return
        elif tag == "input" and has.get("name"):
            ticked = has.get("type") not in ("checkbox", "radio") or "checked" in has
            if ticked and has.get("type") not in ("submit", "file"):
                self._open.fields.append((has["name"], has.get("value", "on" if "checked" in has else "")))
        elif tag == "select":
            self._select, self._options = has.get("name", ""), []
        elif tag == "option" and self._select:
            self._options.append((has.get("value", ""), "selected" in has))
        elif tag == "textarea":
            self._text, self._written = has.get("name", ""), []
        elif tag == "button" and has.get("name") and has.get("type", "submit") == "submit":
            self._open.buttons.append((has["name"], has.get("value", "")))

    def handle_data(self, data: str) -> None:
        if self._text:
            self._written.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select" and self._select and self._open is not None:
            chosen = next((value for value, selected in self._options if selected), None)
            if chosen is None and self._options:
                chosen = self._options[0][0]
            if chosen is not None:
                self._open.fields.append((self._select, chosen))
            self._select = ""
        elif tag == "textarea" and self._text and self._open is not None:
            self._open.fields.append((self._text, "".join(self._written).removeprefix("\n")))
            self._text = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said; ``status`` 0: nothing, ``text`` is then why."""

    path: str
    status: int
    text: str
    location: str
    milliseconds: float
    etag: str = ""

    @property
    def forms(self) -> list[Form]:
        reader = _Reader()
        reader.feed(self.text)
        return reader.forms

    def form(self, ending: str = "", holding: str = "") -> Form | None:
        """The first form whose address ends so (without its fragment), or that has such a field or button."""
        for each in self.forms:
            where = urlsplit(each.action).path or self.path
            if where.endswith(ending) and (not holding or holding in {name for name, _ in each.fields + each.buttons}):
                return each
        return None


class Browser:
    """One person's, with its own cookies. It follows no redirect, and makes a connection for each page as a proxy
    does."""

    def __init__(self, host: str, port: int, cookies: dict[str, str]) -> None:
        self._server = (host, port)
        self.cookies = cookies

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, fields: Mapping[str, str], headers: Mapping[str, str]) -> Answer:
        """Send what a script of the page would."""
        return self._ask("POST", path, urlencode(fields), headers)

    def send(self, page: Answer, form: Form, **more: str) -> Answer:
        """Send a form of a page, some of its fields filled in."""
        return self._ask("POST", urlsplit(form.action).path or page.path, urlencode(form.filled(**more)))

    def _ask(self, method: str, path: str, body: str | None, more: Mapping[str, str] | None = None) -> Answer:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **(more or {})}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        started = time.perf_counter()
        connection = HTTPConnection(*self._server, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        except (OSError, HTTPException) as error:
            return Answer(path, 0, repr(error), "", 1000 * (time.perf_counter() - started))
        finally:
            connection.close()
        taken = 1000 * (time.perf_counter() - started)
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        etag = answer.headers.get("ETag", "")
        return Answer(path, answer.status, text, answer.headers.get("Location", ""), taken, etag)
