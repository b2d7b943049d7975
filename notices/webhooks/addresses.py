"""Where webhooks may go: addresses of the public Internet, and networks that the settings name.

The name is resolved once and every address that it has is checked; the connection is then made to a checked address
itself, so that a name which points elsewhere a moment later leads nowhere else.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Thread
from typing import TypeAlias
from urllib.parse import urlsplit

from django.conf import settings

from config.common.lengths import refuse_longer
from config.common.refusals import Refusal

LONGEST = 500
LOOK_UP = 5.0
"""Seconds that looking up a name may take."""

_GLOBAL_UNICAST = IPv6Network("2000::/3")
"""Mapped, compatible and NAT64 addresses lie outside it: what they lead to in the end stands inside them."""
_TUNNELS = (IPv6Network("2001::/32"), IPv6Network("2002::/16"))
"""Teredo and 6to4: the same, inside it."""
_METADATA: tuple[IPv4Network | IPv6Network, ...] = (
    IPv4Network("169.254.0.0/16"),  # link-local: AWS, Azure, Google, OpenStack
    IPv4Network("192.0.0.0/24"),  # Oracle
    IPv4Network("168.63.129.16/32"),  # Azure; Python takes it for public
    IPv4Network("100.100.100.200/32"),  # Alibaba
    IPv6Network("fd00:ec2::/32"),  # AWS
    IPv6Network("fd20:ce::/32"),  # Google
    IPv6Network("fe80::a9fe:a9fe/128"),  # OpenStack
)
"""Where clouds tell their own machines secrets: no setting lets a webhook go there."""
_WRAPPED = (IPv6Network("::/96"), IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
"""Compatible and NAT64 addresses: the last 32 bits are what they lead to."""
_SHARED = IPv4Network("100.64.0.0/10")
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+", re.IGNORECASE)

Place: TypeAlias = tuple[int, tuple[str, int] | tuple[str, int, int, int]]
"""A socket's address family, and the address that it connects to."""


@dataclass(frozen=True, slots=True)
class Address:
    """A URL, taken apart."""

    is_https: bool
    host: str
    """A name in ASCII, or an address without brackets."""
    port: int
    target: str
    """Path and query."""

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_https else 80) else f"{host}:{self.port}"


def parse(url: str) -> Address:
    """A URL that a webhook may have. Raises ``Refusal``."""
    refuse_longer(url, LONGEST, "url", "The address is")
    if not url.isascii() or any(each <= " " or each in '\x7f\\"<>^`{|}' for each in url):
        raise Refusal("Give the address as it is sent: no spaces, no letters outside ASCII.", "url")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refusal("That is no web address.", "url") from None
    if parts.scheme not in ("http", "https"):
        raise Refusal("The address must begin with https:// or http://.", "url")
    if "@" in parts.netloc:
        raise Refusal("The address must not hold a user name or a password.", "url")
    host = (parts.hostname or "").rstrip(".")
    if not host or port == 0 or "%" in host:
        raise Refusal("That is no web address.", "url")
    _check_numbers(host)
    is_https = parts.scheme == "https"
    query = f"?{parts.query}" if parts.query else ""
    return Address(is_https, host, port or (443 if is_https else 80), f"{parts.path or '/'}{query}")


def _check_numbers(host: str) -> None:
    """Refuse a number in disguise: 2130706433, 0177.0.0.1 and 0x7f.1 are 127.0.0.1 to some."""
    if _NUMBER.fullmatch(host.rpartition(".")[2]):
        try:
            IPv4Address(host)
        except ValueError:
            raise Refusal("Write an address in numbers as four decimal ones: 192.0.2.1.", "url") from None


def places(address: Address) -> list[Place]:
    """Where its name leads, every one checked. Raises ``Refusal`` if it leads nowhere, or where no webhook may go."""
    found = _look_up(address.host, address.port)
    if not found:
        raise Refusal("That address is not found: nothing on the Internet has this name.", "url")
    for _, where in found:
        if not may_go_to(str(where[0])):
            raise Refusal(
                "That address is not of the public Internet: webhooks go to no private network. "
                "Whoever runs this server may allow it.",
                "url",
            )
    return found


def may_go_to(text: str) -> bool:
    """Whether a webhook may go to an address, e.g. ``93.184.216.34``."""
    address = ip_address(text.partition("%")[0])
    if any(each in network for each in _meant(address) for network in _METADATA):
        return False
    if any(address in ip_network(network, strict=False) for network in settings.WEBHOOKS_TO_PRIVATE):
        return True
    if not address.is_global or address in _SHARED or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv6Address):
        return address in _GLOBAL_UNICAST and not any(address in network for network in _TUNNELS)
    return True


def _meant(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """An address, and those of the old kind that it wraps."""
    yield address
    if isinstance(address, IPv6Address):
        yield from (each for each in (address.ipv4_mapped, address.sixtofour, *(address.teredo or ())) if each)
        if any(address in network for network in _WRAPPED):
            yield IPv4Address(int(address) & 0xFFFF_FFFF)


def _look_up(host: str, port: int) -> list[Place]:
    """The addresses of a name; none if it has none, or takes too long to look up."""
    found: list[Place] = []

    def look_up() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return
        for family, _, _, _, where in answers:
            if family in (socket.AF_INET, socket.AF_INET6):
                found.append((family, where))  # type: ignore[arg-type]

    # The resolver has no time limit of its own that we could set.
    thread = Thread(target=look_up, daemon=True)
    thread.start()
    thread.join(LOOK_UP)
    return list(found)
