"""What gunicorn does for the house, whatever stands in its command: it reads this file in the folder it starts in."""

import gc
import os
import shutil
import tempfile
from typing import Any

MARK = "ready-room-metrics-"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if MARK in os.environ.get("PROMETHEUS_MULTIPROC_DIR", MARK):  # a gunicorn that takes over counts in a folder of its own
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix=MARK)
_OWN = os.environ["PROMETHEUS_MULTIPROC_DIR"]

logger_class = "config.server_log.ServerLog"
worker_class = "config.server_worker.GracefulWorker"


def post_worker_init(worker: Any) -> None:
    """What was imported is never rubbish: Python's collector, which stops every request meanwhile, passes it over."""
    gc.collect()
    gc.freeze()


def child_exit(server: Any, worker: Any) -> None:
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)


def on_exit(server: Any) -> None:
    if MARK in _OWN:
        shutil.rmtree(_OWN, ignore_errors=True)
