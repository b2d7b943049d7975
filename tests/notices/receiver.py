"""A receiver of webhooks on this machine, which answers as it is told to."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any


@dataclass(frozen=True)
class Request:
    """What came."""

    target: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self.body)
        return said


Manner = Callable[[socket.socket, Event], None]
"""Answers on a connection whose request has been read; the event is set when the test is over."""


def answers(status: int, **headers: str) -> Manner:
    """``answers(429, retry_after="7")``."""
    lines = [f"HTTP/1.1 {status} Whatever", "Content-Length: 0"]
    lines += [f"{name.replace('_', '-').title()}: {value}" for name, value in headers.items()]

    def manner(wire: socket.socket, over: Event) -> None:
        wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())

    return manner


def says(data: bytes) -> Manner:
    """Whatever these bytes are."""
    return lambda wire, over: wire.sendall(data)


def hangs(wire: socket.socket, over: Event) -> None:
    """Takes the request and says nothing."""
    over.wait(20)


def trickles(wire: socket.socket, over: Event) -> None:
    """Says something every moment, and never comes to an end."""
    wire.sendall(b"HTTP/1.1 200 OK\r\n")
    while not over.wait(0.02):
        wire.sendall(b"X-Wait: a little\r\n"[:1])


@dataclass
class Receiver:
    """Listens on a port of its own. ``manners`` are used up one by one; the last one stays."""

    manners: list[Manner] = field(default_factory=lambda: [answers(200)])
    requests: list[Request] = field(default_factory=list)
    over: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.threads = [Thread(target=self._accept)]
        self.threads[0].start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?of=test"

    def close(self) -> None:
        self.over.set()
        with contextlib.suppress(OSError):
            self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        for thread in self.threads:
            thread.join()

    def _accept(self) -> None:
        while not self.over.is_set():
            try:
                wire, _ = self.listening.accept()
            except OSError:
                return
            self.threads.append(Thread(target=self._serve, args=(wire,)))
            self.threads[-1].start()

    def _serve(self, wire: socket.socket) -> None:
        with wire, contextlib.suppress(OSError):
            wire.settimeout(20)
            stream = wire.makefile("rb")
            with stream:
                first = stream.readline().decode("latin-1")
                if not first.startswith("POST "):
                    return
                headers = dict[str, str]()
                while line := stream.readline().decode("latin-1").strip():
                    name, _, value = line.partition(":")
                    headers[name.lower()] = value.strip()
                body = stream.read(int(headers.get("content-length", 0)))
            self.requests.append(Request(first.split(" ")[1], headers, body))
            manner = self.manners.pop(0) if len(self.manners) > 1 else self.manners[0]
            manner(wire, self.over)
