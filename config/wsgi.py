"""The door for the web server: `gunicorn config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from config import schema  # noqa: E402  (it asks the apps)

schema.refuse_newer()
