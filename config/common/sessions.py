"""Sessions that are looked into without fetching the person."""

from __future__ import annotations

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare


def was_begun_with(session: SessionBase, password: str | None) -> bool:
    """Whether somebody signed in with what is their password still, as it is kept; ``None``: there is no such person.

    Who changes it is signed out on all other devices: nothing else ends those sessions.
    """
    if password is None:
        return False
    person, begun = User(password=password), session.get(HASH_SESSION_KEY, "")
    good = (person.get_session_auth_hash(), *person.get_session_auth_fallback_hash())
    return any(constant_time_compare(begun, each) for each in good)
