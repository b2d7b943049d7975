"""One request to a receiver of webhooks: to a checked address, no further, and never for long.

Python's own ``http.client`` over a socket that keeps one deadline for the whole exchange: each look at the socket has
only what is left of it, so that a receiver which sends a byte every second holds no worker. Redirections are not
followed, the answer's body is not read, proxies of the environment are not asked: they would look the name up again.
"""

from __future__ import annotations

import io
import socket
import ssl
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from http.client import HTTPConnection, HTTPException, responses
from time import monotonic
from typing import Any, NamedTuple

from config.common.refusals import Refusal
from notices.webhooks import addresses

CONNECT = 5.0
READ = 10.0
WHOLE = 15.0
"""Seconds for a connection, for the next word of the answer, and for everything."""


class Answer(NamedTuple):
    """What a request came to."""

    status: int
    """0: there was no answer."""
    words: str
    retry_after: float | None = None
    """Seconds that the receiver asks to be left alone."""

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self.end = monotonic() + seconds

    def left(self, most: float) -> float:
        """Seconds that the next step may take. Raises ``TimeoutError`` when none are left."""
        left = self.end - monotonic()
        if left <= 0:
            raise TimeoutError
        return min(left, most)


class _Reading(io.RawIOBase):
    """The bytes that come from a socket, as long as the deadline lasts."""

    def __init__(self, wire: socket.socket, deadline: _Deadline) -> None:
        self.wire, self.deadline = wire, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.wire.settimeout(self.deadline.left(READ))
        return self.wire.recv_into(buffer)


class _Wire:
    """As much of a socket as ``http.client`` uses. Whoever opened the socket closes it."""

    def __init__(self, wire: socket.socket, deadline: _Deadline) -> None:
        self.wire, self.deadline = wire, deadline

    def sendall(self, data: bytes) -> None:
        self.wire.settimeout(self.deadline.left(READ))
        self.wire.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reading(self.wire, self.deadline))

    def close(self) -> None:
        pass


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send ``body`` to ``url``; whatever goes wrong on the way is told in words."""
    try:
        address = addresses.parse(url)
        places = addresses.places(address)
    except Refusal as refusal:
        return Answer(0, refusal.sentence)
    deadline = _Deadline(WHOLE)
    wire: socket.socket | None = None
    try:
        wire = _connect(places, deadline)
        if address.is_https:
            wire.settimeout(deadline.left(READ))
            wire = _tls().wrap_socket(wire, server_hostname=address.host)
        return _exchange(_Wire(wire, deadline), address, body, headers)
    except TimeoutError:
        return Answer(0, "It took too long to answer.")
    except ssl.SSLCertVerificationError:
        return Answer(0, "It has no certificate that can be trusted.")
    except ssl.SSLError:
        return Answer(0, "It does not speak TLS as it should.")
    except (HTTPException, ValueError):
        return Answer(0, "What it answered is not HTTP.")
    except OSError:
        return Answer(0, "It cannot be reached.")
    finally:
        if wire is not None:
            wire.close()


def _connect(places: list[addresses.Place], deadline: _Deadline) -> socket.socket:
    """A connection to the first of the places that takes one. Raises ``OSError``."""
    failed: OSError = TimeoutError()
    for family, where in places:
        wire = socket.socket(family, socket.SOCK_STREAM)
        try:
            wire.settimeout(deadline.left(CONNECT))
            wire.connect(where)
        except OSError as error:
            wire.close()
            failed = error
        else:
            return wire
    raise failed


def _exchange(wire: _Wire, address: addresses.Address, body: bytes, headers: Mapping[str, str]) -> Answer:
    connection = HTTPConnection(address.host, address.port)
    connection.sock = wire
    fixed = {"Host": address.host_header, "User-Agent": "Ready Room", "Connection": "close"}
    connection.request("POST", address.target, body, fixed | dict(headers))
    answer = connection.getresponse()
    status = answer.status
    if 300 <= status < 400:
        return Answer(status, f"{status}: it sends us elsewhere, and we do not follow.")
    words = f"{status} {responses.get(status, '')}".strip()
    return Answer(status, words, _seconds(answer.headers.get("Retry-After", "")) if status in (429, 503) else None)


def _seconds(text: str) -> float | None:
    """The time of a Retry-After header, in seconds from now; ``None`` if it says none."""
    text = text.strip()
    if text.isascii() and text.replace(".", "", 1).isdigit() and len(text) < 12:
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())
