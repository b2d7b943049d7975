"""The Celery application: `celery -A config worker`."""

import os
from typing import Any

from celery import Celery
from celery.signals import after_task_publish, beat_embedded_init, beat_init, heartbeat_sent, worker_init

import config.broker  # noqa: F401  (makes folder:// known)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("ready-room")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
@beat_init.connect
def refuse_newer_data(**kwargs: Any) -> None:
    from config import schema

    schema.refuse_newer()


@heartbeat_sent.connect
def worker_lives(**kwargs: Any) -> None:
    from config import signs

    signs.leave("worker")


@beat_init.connect
@beat_embedded_init.connect
def clock_begins(**kwargs: Any) -> None:
    """In the process of the clock, every message that it sends is a sign of its life."""
    after_task_publish.connect(clock_lives, weak=False)


def clock_lives(**kwargs: Any) -> None:
    from config import signs

    signs.leave("clock")
