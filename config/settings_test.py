"""Settings of the test suite: a data folder of its own, no broker, fast passwords."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "READY_ROOM_TEST_DATA" not in os.environ:
    # Workers of pytest-xdist inherit the variable and share the folder; the first process removes it.
    os.environ["READY_ROOM_TEST_DATA"] = tempfile.mkdtemp(prefix="ready-room-tests-")
    atexit.register(shutil.rmtree, os.environ["READY_ROOM_TEST_DATA"], ignore_errors=True)
os.environ["READY_ROOM_DATA"] = os.environ["READY_ROOM_TEST_DATA"]
os.environ["DEBUG"] = "off"
os.environ["HTTPS"] = "off"
os.environ.setdefault("SECRET_KEY", "only-for-the-tests")
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,testserver")

from config.settings import *  # noqa: F403
from config.settings import DATA_DIR, DATABASES, LOGGING, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    for name in ("default", "folds", "pictures")
}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, so that threads and the live server see the same database.
    DATABASES["default"]["TEST"] = {"NAME": str(Path(DATA_DIR) / "test.sqlite3")}
    # It need not outlive a power cut.
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;PRAGMA temp_store=MEMORY;"

CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = False
# What a test provokes is asked of the answer; to write the traceback of each refusal takes longer than the refusal.
LOGGING["loggers"]["django.request"] = {"level": "ERROR"}
