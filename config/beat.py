"""The clock of background work: Celery's beat, made to outlive a power cut."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from celery.beat import PersistentScheduler

if TYPE_CHECKING:

    class Base(PersistentScheduler):
        _store: Any

        def _destroy_open_corrupted_schedule(self, exc: BaseException) -> Any: ...
else:
    Base = PersistentScheduler


class Clock(Base):
    """Starts anew where the file that says what ran when cannot be read; a file cut off kills Celery's own for good.

    Nothing is lost by that: every task of the clock looks for what is due, and may run once too often.
    """

    def setup_schedule(self) -> None:
        try:
            super().setup_schedule()
        except Exception as problem:  # what comes of half a pickle in half a database is anything
            self._destroy_open_corrupted_schedule(problem).close()
            super().setup_schedule()

    def _destroy_open_corrupted_schedule(self, exc: BaseException) -> Any:
        """Celery comes here by itself, too, and drops the file without closing it."""
        self._put_away()
        return super()._destroy_open_corrupted_schedule(exc)

    def _put_away(self) -> None:
        """Let go of what cannot be read, writing nothing into it: some databases would fail of that much later."""
        broken, self._store = self._store, None
        if broken is not None:
            broken.cache = {}
            with suppress(Exception):
                broken.close()
