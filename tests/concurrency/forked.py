"""Workers that are there at once: each is forked from one process that has imported all that a worker is made of.

That process has no connection, no thread and nothing of an earlier worker. From Celery's own ``main`` on, everything is
as with ``python -m celery``.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.context import ForkServerProcess
from signal import SIGKILL

from tests.installations import ROOT

WORKER = "celery --quiet --app config worker --beat --concurrency 2 --without-gossip --without-mingle --loglevel ERROR"
FORKED = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload(["tests.concurrency.worker_parts"])


def _work() -> None:
    os.setsid()
    from celery.__main__ import main
    from celery.exceptions import SecurityWarning

    warnings.simplefilter("ignore", SecurityWarning)  # whoever tests as root is told so by each worker
    os.chdir(ROOT)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.argv = WORKER.split()
    sys.exit(main())


@contextmanager
def worker() -> Iterator[ForkServerProcess]:
    """A Celery worker; at the end it and its children get SIGKILL, the whole process group at once."""
    process = FORKED.Process(target=_work)
    process.start()
    assert process.pid is not None
    while process.exitcode is None and os.getpgid(process.pid) != process.pid:
        time.sleep(0.001)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, SIGKILL)
        process.join()
