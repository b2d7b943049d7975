"""The Celery application: `celery -A config worker`."""

import gc
import logging.config
import os
from contextlib import ExitStack
from time import perf_counter
from typing import Any

from celery import Celery, Task
from celery.signals import (
    after_task_publish,
    beat_embedded_init,
    beat_init,
    before_task_publish,
    heartbeat_sent,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
)

import config.broker  # noqa: F401  (makes folder:// known)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("ready-room")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
@beat_init.connect
def refuse_newer_data(**kwargs: Any) -> None:
    from config import errors, schema

    schema.refuse_newer()
    errors.start()


@worker_process_init.connect
def keep_what_was_imported(**kwargs: Any) -> None:
    """Python's collector passes it over, as in the web server (``gunicorn.conf.py``), and comes by seldom.

    Who flies missions by the thousand makes much, and next to nothing of it needs a collector to be got rid of: it
    took 5 percent of the time of a simulated campaign, and more where the rules of thumb remember much.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)


@task_prerun.connect
@task_postrun.connect
def close_old_connections(task: Task[Any, Any], **kwargs: Any) -> None:
    """As between two pages: those that are old or broken. Celery would close each after each task."""
    from django import db

    if not task.request.is_eager:
        db.close_old_connections()


@setup_logging.connect
def log_as_the_house_does(loglevel: int | str | None = None, **kwargs: Any) -> None:
    """Instead of Celery's own lines, which tell the words of every error; as many of them as ``--loglevel`` says."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
    if loglevel:
        logging.getLogger("celery").setLevel(loglevel)


@before_task_publish.connect
def name_the_request(headers: dict[str, Any] | None = None, **kwargs: Any) -> None:
    """The lines of a task name the request that ordered it."""
    from config import logs

    if headers is not None and (number := logs.request_id()):
        headers["request_number"] = number


_under_way: dict[str, tuple[ExitStack, float]] = {}
"""By a task's id, how its lines are ended, and when it began."""


@task_prerun.connect
def task_begins(task_id: str, task: Task[Any, Any], args: Any = (), **kwargs: Any) -> None:
    from config import logs

    lines = ExitStack()
    ordered_by = getattr(task.request, "request_number", None) or ""
    lines.enter_context(logs.lines_about(task=task.name, job=logs.job_of(args), request=ordered_by))
    _under_way[task_id] = lines, perf_counter()


@task_postrun.connect
def task_ends(task_id: str, state: str | None = None, **kwargs: Any) -> None:
    from config import logs

    lines, began = _under_way.pop(task_id, (ExitStack(), perf_counter()))
    with lines:
        ms = round(1000 * (perf_counter() - began), 1)
        logs.work.info("%s", state or "ended", extra={"figures": {"state": state or "", "ms": ms}})


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
