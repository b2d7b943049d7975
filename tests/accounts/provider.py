"""A server on this machine that says who somebody is, as Discord and Google do: OAuth 2 with PKCE, and an ID token."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt
import pytest
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from allauth.socialaccount.providers.google.views import GoogleOAuth2Adapter
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

CLIENT_ID = "ready-room"
SECRET = "known-to-the-two-of-us-alone"
LONG_KEY = "long enough for a signature that nobody reads"


@dataclass
class Provider:
    """What the server has been told to say, and what it has heard."""

    origin: str = ""
    person: Any = field(default_factory=dict)
    """As Discord tells of somebody, or the claims of Google's ID token."""
    answers: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By path: a status and a text in the place of what would be answered."""
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    """Those that are not used up, with what the browser asked for."""
    tokens: list[str] = field(default_factory=list)

    def agreed(self, address: str) -> str:
        """Where the browser is led back to once its person has agreed."""
        asked = dict(parse_qsl(urlsplit(address).query))
        assert asked["client_id"] == CLIENT_ID
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(24)
        self.codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, form: dict[str, str]) -> tuple[int, dict[str, object]]:
        """For a code, once, for who began, and only to whom the secret is known."""
        asked = self.codes.pop(form.get("code", ""), None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if (
            asked is None
            or (form["client_id"], form["client_secret"]) != (CLIENT_ID, SECRET)
            or challenge.decode().rstrip("=") != asked["code_challenge"]
            or form["redirect_uri"] != asked["redirect_uri"]
        ):
            return 400, {"error": "invalid_grant"}
        token = secrets.token_urlsafe(24)
        self.tokens.append(token)
        made: dict[str, object] = {"access_token": token, "token_type": "Bearer", "expires_in": 600}
        if "openid" in asked["scope"].split():
            claims = {"iss": "https://accounts.google.com", "aud": CLIENT_ID, "exp": time.time() + 600}
            made["id_token"] = jwt.encode({**claims, **self.person}, LONG_KEY)
        return 200, made


@contextmanager
def playing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """The server runs, and both Discord and Google are looked for there."""
    told = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/authorize"):
                self.send_response(302)
                self.send_header("Location", told.agreed(self.path))
                self.end_headers()
            elif self.headers.get("Authorization", "").removeprefix("Bearer ") in told.tokens:
                self._say("/me", 200, json.dumps(told.person))
            else:
                self._say("/me", 401, json.dumps({"message": "401: Unauthorized"}))

        def do_POST(self) -> None:
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            status, made = told.token({name: values[0] for name, values in form.items()})
            self._say("/token", status, json.dumps(made))

        def _say(self, path: str, status: int, text: str) -> None:
            status, text = told.answers.get(path, (status, text))
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.origin = f"http://127.0.0.1:{server.server_address[1]}"
    monkeypatch.setenv("NO_PROXY", "*")
    for adapter in (DiscordOAuth2Adapter, GoogleOAuth2Adapter):
        monkeypatch.setattr(adapter, "authorize_url", f"{told.origin}/authorize")
        monkeypatch.setattr(adapter, "access_token_url", f"{told.origin}/token")
    monkeypatch.setattr(DiscordOAuth2Adapter, "profile_url", f"{told.origin}/me")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def keys() -> dict[str, Any]:
    """Of the setting ``SOCIALACCOUNT_PROVIDERS``, as the environment would give it."""
    return {
        name: {
            "APPS": [{"client_id": CLIENT_ID, "secret": SECRET}],
            "SCOPE": scope,
            "OAUTH_PKCE_ENABLED": True,
        }
        for name, scope in {"discord": ["identify", "email"], "google": ["openid", "profile", "email"]}.items()
    }


def come_back(client: Client, said: Provider, begun: HttpResponse) -> HttpResponse:
    """Agree at the other server, and come back."""
    return client.get(said.agreed(begun["Location"]))  # type: ignore[return-value]


def come_in(client: Client, said: Provider, provider: str = "discord", **more: str) -> HttpResponse:
    """The whole way from the door and back."""
    return come_back(client, said, client.post(reverse("sign-in-with", args=(provider,)), more))  # type: ignore[arg-type]


def connect(client: Client, said: Provider, provider: str = "discord") -> HttpResponse:
    """The whole way from the account page and back, for who is signed in and has typed the password lately."""
    return come_back(client, said, client.post(reverse("connection", args=(provider,))))  # type: ignore[arg-type]
