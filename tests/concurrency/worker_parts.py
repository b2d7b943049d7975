"""All that a worker imports, piece by piece as it starts or with its first task: importing this imports it."""

from __future__ import annotations

import os
from importlib import import_module

import django

PARTS = (
    "billiard.popen_fork",
    "billiard.sharedctypes",
    "celery.__main__",
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.app.routes",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.contrib.django.task",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.control",
    "celery.worker.strategy",
    "config.beat",
    "config.celery",
    "config.urls",
    "kombu.transport.redis",
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
for _part in PARTS:
    import_module(_part)
import_module("config.celery").app.loader.import_default_modules()
