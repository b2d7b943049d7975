"""The clock of background work: Celery's beat, made to outlive a power cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from celery.beat import PersistentScheduler

if TYPE_CHECKING:

    class Base(PersistentScheduler):
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
