"""The people of the tests, always the same."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.test import Client


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody who may come to a campaign's door."""

    owner: User
    umpire: User
    allied: User
    axis: User
    pilot: User
    """A pilot of the Allied side."""
    reader: User
    stranger: User


def assemble() -> Cast:
    """Put the whole cast into the database."""
    return Cast(**{name: User.objects.create_user(name, password=name) for name in Cast.__slots__})


def client_of(user: User) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(user)
    return client
