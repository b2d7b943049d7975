"""Gunicorn's worker with threads, which cuts nobody off when it is told to end."""

from __future__ import annotations

from select import select

from gunicorn.workers.gthread import ThreadWorker


class GracefulWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's own stops answering the door at once, yet leaves it open until what is under way has ended.

    Whoever comes meanwhile is let in and then reset, and no proxy may send a form again. This one takes in who waits
    already and shuts the door, so that the next is refused at once and goes to another server.
    """

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            while select([listener], [], [], 0)[0]:
                self.accept(listener)
            listener.close()
