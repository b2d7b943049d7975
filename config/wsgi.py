"""The door for the web server: `gunicorn config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from config import errors, schema  # noqa: E402  (they ask the settings and the apps)

schema.refuse_newer()
errors.start()
