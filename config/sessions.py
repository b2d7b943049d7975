"""Django's sessions in the database, looked up by a query that is put together once: every page begins with it."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from config.common.prepared import Prepared, moment, text

_FOUND = Prepared(lambda: Session.objects.filter(session_key=text("key"), expire_date__gt=moment("now")))


class SessionStore(db.SessionStore):
    """Must be called so: what a session holds is signed with the name."""

    def _get_session_from_db(self) -> Session | None:
        found = _FOUND.first(key=self.session_key, now=timezone.now())
        if found is None:
            self._session_key = None
        return found
