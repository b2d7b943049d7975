"""What all processes count together, with a second place for it while Redis is away."""

from __future__ import annotations

import logging
from time import monotonic
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

PAUSE = 5.0
"""Seconds before Redis is asked again after it did not answer: each asking may cost a visitor a second."""

QUICK: dict[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": Retry(NoBackoff(), 0)}
"""Options for a client that somebody waits for: left alone it tries for three or four seconds."""

logger = logging.getLogger(__name__)


class SteadyRedis(RedisCache):
    """Redis; while it does not answer, the cache called ``fallback``, where everything is counted from nought."""

    _away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params | {"OPTIONS": QUICK | params.get("OPTIONS", {})})

    def _ask(self, name: str, *args: Any, **more: Any) -> Any:
        if monotonic() >= SteadyRedis._away_until:
            try:
                return getattr(super(), name)(*args, **more)
            except RedisError as error:
                SteadyRedis._away_until = monotonic() + PAUSE
                logger.error("Redis does not answer; attempts are counted in the database meanwhile: %s", error)
        return getattr(caches["fallback"], name)(*args, **more)

    def add(self, *args: Any, **more: Any) -> bool:
        return bool(self._ask("add", *args, **more))

    def get(self, *args: Any, **more: Any) -> Any:
        return self._ask("get", *args, **more)

    def set(self, *args: Any, **more: Any) -> None:
        self._ask("set", *args, **more)

    def delete(self, *args: Any, **more: Any) -> bool:
        return bool(self._ask("delete", *args, **more))
