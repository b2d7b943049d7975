"""The Celery application: `celery -A config worker`."""

import os

from celery import Celery

import config.broker  # noqa: F401  (makes folder:// known)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("ready-room")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
