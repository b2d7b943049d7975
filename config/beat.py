"""The clock of background work: Celery's beat, made to outlive a power cut, a clock put right, and a second one."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

from celery.beat import PersistentScheduler

from config import alone

if TYPE_CHECKING:

    class Base(PersistentScheduler):
        _store: Any
        _heap: Any
        schedule_filename: str

        def _destroy_open_corrupted_schedule(self, exc: BaseException) -> Any: ...
else:
    Base = PersistentScheduler

SECOND_LOOKS: Final = 5.0
"""Seconds after which a clock that is not the one that sends looks whether it is now."""
PUT_RIGHT: Final = 5.0
"""Seconds that the time of day may fall behind between two ticks before it is said to have been put back."""

logger = logging.getLogger(__name__)


class Clock(Base):
    """Starts anew where the file that says what ran when cannot be read; a file cut off kills Celery's own for good.

    Nothing is lost by that: every task of the clock looks for what is due, and may run once too often. Of several that
    are started one sends; the others leave even that file alone until it has ended.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._lock = alone.lock(Path(kwargs["schedule_filename"]))
        self._ahead = time() - monotonic()
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        if not self._lock.is_mine():
            logger.warning("another clock is at work; this one waits, and takes over when it ends")
            return
        try:
            super().setup_schedule()
        except Exception as problem:  # what comes of half a pickle in half a database is anything
            self._destroy_open_corrupted_schedule(problem).close()
            super().setup_schedule()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        if not self._lock.is_mine():
            self._put_away()
            return SECOND_LOOKS
        if self._store is None:
            logger.warning("this clock takes over")
            self._heap = None
            self.setup_schedule()
        self._notice_a_clock_put_back()
        return float(super().tick(*args, **kwargs))

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._store = None
            self._lock.let_go()

    def _notice_a_clock_put_back(self) -> None:
        """What ran at a time that has not come yet would not run again until it has."""
        before, self._ahead = self._ahead, time() - monotonic()
        if self._ahead > before - PUT_RIGHT:
            return
        logger.warning("the time of day has been put back by %s", timedelta(seconds=round(before - self._ahead)))
        for entry in self.schedule.values():
            now = entry.default_now()
            entry.last_run_at = min(entry.last_run_at or now, now)
        self._heap = None

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
