"""Gunicorn's own lines, written as the house writes its own."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from gunicorn.glogging import Logger

from config import logs


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's, with the formatter of ``LOG_FORMAT``."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.setFormatter(logs.FORMATTERS[settings.LOG_FORMAT]())
