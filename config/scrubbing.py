"""What leaves the house in logs and to an error tracker: nothing that opens a door, and nothing that a side hides.

Two rules. Of an error its type and its place in the code are told; its words only where they speak of the machine or
of the code, because those of a set-up, an action or a query hold what somebody planned or typed. And no text is told
before what looks like a secret has been taken out of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from smtplib import SMTPException
from traceback import extract_tb, format_list
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError
from redis.exceptions import RedisError

GONE: Final = "[…]"
"""Stands where something was taken out."""
SECRET_PLACES: Final = (
    "enter",
    "account/email/confirm",
    "account/password/new",
    "join",
    "public",
    "public-club",
    "replays",
    "games/join",
    "games/watch",
    "notices/unsubscribe",
    "calendar",
)
"""Beginnings of addresses that go on with a key. A test finds each key among all addresses of the house."""
SPEAKS_OF_THE_MACHINE: Final = (
    *(OSError, MemoryError, RecursionError, SystemExit, KeyboardInterrupt),
    *(OperationalError, InterfaceError, ProgrammingError, IntegrityError, RedisError, ImproperlyConfigured),
    *(AttributeError, ImportError, NameError, TypeError, ZeroDivisionError, NotImplementedError, AssertionError),
)
"""Errors whose words name a machine or a line of code. Those of any other may quote what somebody planned or typed."""

_NAMES = (
    "password|passwd|token|secret|session ?id|sessionid|csrf[a-z]*|cookie|set-cookie|authorization|credential|key|code"
)
_NAMED = re.compile(
    rf"""(?P<name>(?:{_NAMES})[\w-]{{0,30}}["']?\s{{0,3}}[=:]\s{{0,3}})"""
    r"""(?:b?"[^"]*"|b?'[^']*'|(?:(?:bearer|basic)\s+)?[^\s,;&})\]]+)""",
    re.IGNORECASE,
)
_PLACES = re.compile(rf"(?P<place>/(?:{'|'.join(SECRET_PLACES)})/)[^\s/?#\"'<>]+")
_IN_ADDRESS = re.compile(r"(?P<scheme>\b[a-z][a-z0-9+.-]{0,20}://)[^\s/@]{0,300}@", re.IGNORECASE)
_QUERY = re.compile(r"(?P<path>(?<![\w?])/[^\s?\"']{0,300}\?)[^\s\"'<>]+")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}")
_DIGITS = "[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}"
_UUID = re.compile(rf"(?<!job )(?<!happening )\b{_DIGITS}\b", re.IGNORECASE)
_NUMBER = re.compile(_DIGITS, re.IGNORECASE)
_TOKEN = re.compile(r"\brr_[\w-]{16,}")
"""Of the API, wherever somebody has put it: in a path, too."""
_LONG_WORD = re.compile(r"(?<![\w/.:-])[\w:-]{24,}(?![\w/.])")
LONGEST: Final = 10_000
"""Signs of a text; what is longer is cut. A stranger who makes it long is not to keep us busy."""


@cache
def _own() -> tuple[str, ...]:
    """The secrets of this installation, the longest first."""
    found = [settings.SECRET_KEY, settings.EMAIL_HOST_PASSWORD, settings.METRICS_TOKEN, settings.SENTRY_DSN]
    found += [str(settings.DATABASES["default"].get("PASSWORD") or ""), urlsplit(settings.REDIS_URL).password or ""]
    apps = [app for each in settings.SOCIALACCOUNT_PROVIDERS.values() for app in each["APPS"]]
    found += [app["secret"] for app in apps]
    spelt = {spelling for each in found if each for spelling in (each, unquote(each))}
    return tuple(sorted((each for each in spelt if len(each) >= 6), key=len, reverse=True))


def scrubbed(text: str) -> str:
    """The text without what looks like a key, a password, a cookie, an address of somebody, or a query."""
    if len(text) > LONGEST:
        text = text[:LONGEST].rpartition(" ")[0] + f" {GONE}"
    for secret in _own():
        text = text.replace(secret, GONE)
    text = _PLACES.sub(rf"\g<place>{GONE}", text)
    text = _QUERY.sub(rf"\g<path>{GONE}", text)
    text = _IN_ADDRESS.sub(rf"\g<scheme>{GONE}@", text)
    text = _NAMED.sub(rf"\g<name>{GONE}", text)
    text = _MAIL.sub(GONE, text)
    text = _UUID.sub(GONE, text)
    text = _TOKEN.sub(GONE, text)
    return _LONG_WORD.sub(_unless_plain, text)


def _unless_plain(found: re.Match[str]) -> str:
    """A long word stays where it is a word, or a number that the rule for those has let through."""
    word = found[0]
    is_mixed = any(each.isdigit() for each in word) and any(each.isalpha() for each in word)
    return GONE if is_mixed and not _NUMBER.fullmatch(word) else word


def words(error: BaseException) -> str:
    """An error in one line: its type, and what it says where that may be told."""
    name = type(error).__name__
    if isinstance(error, SMTPException):
        return f"{name} {getattr(error, 'smtp_code', '')}".strip()
    if not isinstance(error, SPEAKS_OF_THE_MACHINE) or isinstance(error, UnicodeError):
        return name
    said = str(error).partition("\n")[0]  # PostgreSQL's next line quotes the row
    return f"{name}: {scrubbed(said)}" if said else name


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error that came first, and each that came of it."""
    seen: list[BaseException] = []
    each: BaseException | None = error
    while each is not None and each not in seen:
        seen.append(each)
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    yield from reversed(seen)


def trace(error: BaseException) -> str:
    """Where an error and those before it came up, as Python tells it, each with its ``words``."""
    told = []
    for each in chain(error):
        told.append("".join(["Traceback (most recent call last):\n", *format_list(extract_tb(each.__traceback__))]))
        told.append(words(each) + "\n")
    return "".join(told).rstrip()


def argument(value: Any) -> Any:
    """What a line may be made of, which is scrubbed as a whole: an error gives its words, anything else stays."""
    return words(value) if isinstance(value, BaseException) else value
