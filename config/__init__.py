"""Settings, addresses and the doors to the web server and the workers."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
