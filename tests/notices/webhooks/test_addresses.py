"""Where webhooks may go, and where not."""

from __future__ import annotations

import socket
import time
from threading import Event
from typing import Any

import pytest
from pytest_django import Settings

from config.common.refusals import Refusal
from notices.webhooks import addresses, http
from tests.notices.receiver import Receiver, answers, hangs, says, trickles

FAMILIES = {4: socket.AF_INET, 6: socket.AF_INET6}


def _answer(address: str, port: int) -> Any:
    """One answer of the resolver."""
    where = (address, port, 0, 0) if ":" in address else (address, port)
    return FAMILIES[6 if ":" in address else 4], socket.SOCK_STREAM, 6, "", where


def names(monkeypatch: pytest.MonkeyPatch, *turns: list[str]) -> list[str]:
    """Have every name lead to the addresses of ``turns``, one look-up after the other; returns what was asked."""
    asked: list[str] = []
    left = list(turns)

    def look_up(host: str, port: int, **more: Any) -> list[Any]:
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        if not found:
            raise socket.gaierror("no such name")
        return [_answer(each, port) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://example.org:8443/a/b?c=d",
        "http://93.184.216.34/hook",
        "https://[2606:2800:220:1::1]/x",
    ],
)
def test_addresses_of_the_public_internet_are_taken(url: str, monkeypatch: pytest.MonkeyPatch):
    host = url.split("/")[2].strip("[]")
    names(monkeypatch, [host if host[0].isdigit() else "93.184.216.34"])
    address = addresses.parse(url)
    assert addresses.places(address)[0][1][1] == address.port


@pytest.mark.parametrize(
    "url",
    [
        "", "example.org", "ftp://example.org", "file:///etc/passwd", "gopher://example.org", "//example.org",
        "https://", "https:///path", "https://user@example.org", "https://user:word@example.org", "https://@example.org",
        "https://example.org:99999/", "https://example.org:0/", "https://example.org:x/", "https://exa mple.org",
        "https://example.org/a\r\nX: y", "https://example.org/\x00", "https://exämple.org", "https://[::1", "https://%31/",
        "http://2130706433/", "http://0177.0.0.1/", "http://0x7f000001/", "http://0x7f.1/", "http://127.1/",
        "http://1.2.3/", "http://example.0x7f/", "http://[fe80::1%25eth0]/", "https://example.org\\@127.0.0.1/",
        "http://127.0.0.1./x y", "https://" + "a" * 500,
    ],
)  # fmt: skip
def test_what_is_no_plain_web_address_is_refused_before_anything_is_looked_up(
    url: str, monkeypatch: pytest.MonkeyPatch
):
    asked = names(monkeypatch, ["93.184.216.34"])
    with pytest.raises(Refusal) as refused:
        addresses.parse(url)
    assert refused.value.field == "url"
    assert not asked


FORBIDDEN = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.5.5", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "ff0e::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:93.184.216.34", "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
    "192.0.0.1", "192.0.0.9", "192.0.0.10", "192.0.0.192", "168.63.129.16", "100.100.100.200", "169.254.170.2",
    "fd00:ec2::254", "fd20:ce::254", "fe80::a9fe:a9fe", "64:ff9b::a9fe:a9fe", "64:ff9b::a83f:8110", "2002:a9fe:a9fe::1",
    "2002:a83f:8110::", "::ffff:168.63.129.16", "::a9fe:a9fe", "64:ff9b:1::a00:1",
    "2002:7f00:1::", "2002:a00:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "100::1", "fec0::1",
]  # fmt: skip


@pytest.mark.parametrize("address", FORBIDDEN)
def test_a_name_that_leads_to_an_address_of_no_public_network_is_refused(address: str, monkeypatch: pytest.MonkeyPatch):
    names(monkeypatch, [address])
    with pytest.raises(Refusal, match="not of the public Internet"):
        addresses.places(addresses.parse("https://hooks.example.org/x"))


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch):
    names(monkeypatch, ["93.184.216.34", "10.0.0.1"])
    with pytest.raises(Refusal):
        addresses.places(addresses.parse("https://hooks.example.org/x"))


def test_networks_that_the_settings_name_are_allowed_and_no_others(monkeypatch: pytest.MonkeyPatch, settings: Settings):
    settings.WEBHOOKS_TO_PRIVATE = ["192.168.1.0/24", "fd00::/8"]
    assert addresses.may_go_to("192.168.1.7")
    assert addresses.may_go_to("fd00::7")
    assert not addresses.may_go_to("192.168.2.7")
    assert not addresses.may_go_to("127.0.0.1")
    assert not addresses.may_go_to("::ffff:192.168.1.7")


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254", "192.0.0.192", "168.63.129.16", "100.100.100.200", "fd00:ec2::254", "fd20:ce::254",
        "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "64:ff9b:1::6464:64c8", "2002:a83f:8110::1", "::6464:64c8",
    ],
)  # fmt: skip
def test_what_a_cloud_keeps_for_its_machines_is_refused_even_in_a_network_that_is_allowed(
    address: str, settings: Settings
):
    settings.WEBHOOKS_TO_PRIVATE = ["0.0.0.0/0", "::/0"]
    assert addresses.may_go_to("100.64.0.1")
    assert addresses.may_go_to("64:ff9b::5db8:d822")
    assert not addresses.may_go_to(address)


def test_a_name_that_comes_to_mean_a_clouds_own_address_gets_nothing(monkeypatch: pytest.MonkeyPatch):
    names(monkeypatch, ["93.184.216.34"], ["168.63.129.16"])
    addresses.places(addresses.parse("https://hooks.example.org/x"))
    answer = http.post("https://hooks.example.org/x", b"{}", {})
    assert (answer.status, "not of the public Internet" in answer.words) == (0, True)


def test_a_name_that_is_not_there_or_takes_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch):
    names(monkeypatch, [])
    with pytest.raises(Refusal, match="not found"):
        addresses.places(addresses.parse("https://hooks.example.org/x"))
    monkeypatch.setattr(addresses, "LOOK_UP", 0.05)
    over = Event()

    def slow(host: str, port: int, **more: Any) -> list[Any]:
        over.wait(20)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    began = time.monotonic()
    with pytest.raises(Refusal, match="not found"):
        addresses.places(addresses.parse("https://hooks.example.org/x"))
    assert time.monotonic() - began < 5
    over.set()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long."""
    monkeypatch.setattr(http, "CONNECT", 0.4)
    monkeypatch.setattr(http, "READ", 0.4)
    monkeypatch.setattr(http, "WHOLE", 0.7)


def test_what_is_sent_arrives_whole_at_the_path_that_was_given(receiver: Receiver):
    answer = http.post(receiver.url, b'{"a": 1}', {"Content-Type": "application/json"})
    assert answer.is_good
    request = receiver.requests[0]
    assert request.target == "/hook?of=test"
    assert request.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert request.headers["content-type"] == "application/json"
    assert request.body == b'{"a": 1}'


def test_a_redirection_is_not_followed(receiver: Receiver):
    receiver.manners = [answers(302, location=receiver.url), answers(307, location="http://169.254.169.254/")]
    for status in (302, 307):
        answer = http.post(receiver.url, b"{}", {})
        assert (answer.status, answer.is_good) == (status, False)
        assert "we do not follow" in answer.words
    assert len(receiver.requests) == 2


@pytest.mark.parametrize("manner", [hangs, trickles])
def test_a_receiver_that_hangs_or_trickles_holds_nobody_for_long(manner: Any, receiver: Receiver, hasty: None):
    receiver.manners = [manner]
    began = time.monotonic()
    answer = http.post(receiver.url, b"{}", {})
    assert time.monotonic() - began < 3
    assert answer == (0, "It took too long to answer.", None)


def test_a_receiver_that_answers_without_end_is_not_listened_to(receiver: Receiver, hasty: None):
    receiver.manners = [
        says(b"HTTP/1.1 200 OK\r\nContent-Length: 900000000\r\n\r\n" + b"x" * 100_000),
        says(b"HTTP/1.1 200 " + b"x" * 300_000),
        says(b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 3000),
        says(b"SSH-2.0-OpenSSH\r\n\r\n"),
        says(b""),
    ]
    assert http.post(receiver.url, b"{}", {}).is_good
    for _ in range(4):
        answer = http.post(receiver.url, b"{}", {})
        assert (answer.status, answer.words) in {(0, "What it answered is not HTTP."), (0, "It cannot be reached.")}


def test_nobody_there_is_said_so(receiver: Receiver):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert http.post(f"http://127.0.0.1:{port}/", b"{}", {}).words == "It cannot be reached."


def test_a_receiver_without_a_certificate_is_not_trusted(receiver: Receiver, hasty: None):
    receiver.manners = [says(b"")]
    answer = http.post(receiver.url.replace("http:", "https:"), b"{}", {})
    assert answer.status == 0
    assert not receiver.requests


def test_no_request_leaves_for_a_private_address(receiver: Receiver, settings: Settings):
    settings.WEBHOOKS_TO_PRIVATE = []
    answer = http.post(receiver.url, b"{}", {})
    assert "not of the public Internet" in answer.words
    assert not receiver.requests


def test_a_name_that_leads_elsewhere_a_moment_later_leads_nowhere_else(
    receiver: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch, hasty: None
):
    """DNS rebinding: public when it is checked, this machine when it is connected to."""
    settings.WEBHOOKS_TO_PRIVATE = []
    connected: list[Any] = []

    def connect(self: socket.socket, where: Any) -> None:
        connected.append(where)
        raise ConnectionRefusedError

    asked = names(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
    monkeypatch.setattr(socket.socket, "connect", connect)
    answer = http.post(f"http://rebind.example.org:{receiver.port}/", b"{}", {})
    assert asked == ["rebind.example.org"]  # looked up once
    assert connected == [("93.184.216.34", receiver.port)]  # and only what was checked is connected to
    assert not receiver.requests
    assert not answer.is_good


def test_the_name_is_said_to_the_address_that_it_leads_to(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    names(monkeypatch, ["127.0.0.1"])
    assert http.post(f"http://hooks.example.org:{receiver.port}/x", b"{}", {}).is_good
    assert receiver.requests[0].headers["host"] == f"hooks.example.org:{receiver.port}"


def test_a_proxy_of_the_environment_is_not_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    assert http.post(receiver.url, b"{}", {}).is_good


@pytest.mark.parametrize(
    ("text", "seconds"), [("7", 7), ("1.5", 1.5), ("", None), ("soon", None), ("-5", None), ("9" * 40, None)]
)
def test_what_a_receiver_asks_for_is_read(text: str, seconds: float | None, receiver: Receiver):
    receiver.manners = [answers(429, retry_after=text)]
    assert http.post(receiver.url, b"{}", {}).retry_after == seconds


def test_a_receiver_may_name_the_hour_instead(receiver: Receiver):
    receiver.manners = [
        answers(503, retry_after="Sun, 06 Nov 1994 08:49:37 GMT"),
        answers(429, retry_after="Fri, 01 Jan 2100 00:00:00 GMT"),
    ]
    assert http.post(receiver.url, b"{}", {}).retry_after == 0
    assert (http.post(receiver.url, b"{}", {}).retry_after or 0) > 1e9
