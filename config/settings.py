"""One settings module, read from the environment.

Nothing set: an embedded edition on SQLite and a folder as broker, all of it in ``READY_ROOM_DATA``.
``DATABASE_URL`` and ``REDIS_URL`` set: the same code for a club, on PostgreSQL and Redis. Any name may be
given as ``NAME_FILE``, a file that holds the value; ``settings.env`` in the data folder is read as well,
the environment winning. ``docs/reference/settings.md`` lists the names.
"""

from ipaddress import ip_network
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from environs import FileAwareEnv, validate

BASE_DIR = Path(__file__).resolve().parent.parent

env = FileAwareEnv()
DATA_DIR: Path = env.path("READY_ROOM_DATA", BASE_DIR / "data").resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)
if (DATA_DIR / "settings.env").is_file():
    env.read_env(DATA_DIR / "settings.env", recurse=False)

DEBUG: bool = env.bool("DEBUG", False)
SECRET_KEY: str = env.str("SECRET_KEY", "insecure-for-development-only" if DEBUG else "")
if not SECRET_KEY:
    raise ImproperlyConfigured(
        "Set SECRET_KEY or SECRET_KEY_FILE (or DEBUG=on for development); `make run` sets it up on your own machine."
    )
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured("Set ALLOWED_HOSTS to the names this server answers to, separated by commas.")

# Web
HTTPS: bool = env.bool("HTTPS", not DEBUG)
"""Pages are served over HTTPS only. The embedded edition on a desk turns it off."""
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS: bool = env.bool("HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD: bool = env.bool("HSTS_PRELOAD", False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
"""Both speak for hosts beside this one, which are their owner's to bind for years."""
TRUST_PROXY: bool = env.bool("TRUST_PROXY", False)
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
    """Whose sign-ins are counted is read from the last address of ``X-Forwarded-For``, which the proxy itself added."""
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
X_FRAME_OPTIONS = "DENY"
_FIRST_HOST = ALLOWED_HOSTS[0].lstrip("*.") or "localhost"
_ON_A_DESK = f"http://{_FIRST_HOST}:{env.int('PORT', 80)}".removesuffix(":80")
BASE_URL: str = env.str("BASE_URL", f"https://{_FIRST_HOST}" if HTTPS else _ON_A_DESK).rstrip("/")
"""Where this server is found, for links in what leaves it: e-mails, webhooks, calendars."""
WEBHOOKS_TO_PRIVATE: list[str] = env.list("WEBHOOKS_TO_PRIVATE", [])
"""Networks that webhooks may go to although they are not of the public Internet: ``192.168.1.0/24``."""
for _network in WEBHOOKS_TO_PRIVATE:
    try:
        ip_network(_network, strict=False)
    except ValueError:
        raise ImproperlyConfigured(f"WEBHOOKS_TO_PRIVATE lists networks (192.168.1.0/24), not {_network}.") from None

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
INSTALLED_APPS = [
    "accounts.apps.OfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.discord",
    "allauth.socialaccount.providers.google",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "clubs",
    "campaigns",
    "notices",
    "missions",
    "accounts",
    "office",
    "demo",
    "api",
    "upkeep",
]
MIDDLEWARE = [
    "config.numbers.numbered_requests",
    "config.metrics.counted_requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.security.content_security_policy",
    "config.security.private_pages",
    "config.security.readable_requests",
    "config.clock.own_clock",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.security.SignInFirst",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.views.seen.note_who_is_here",
    "config.busy.Patience",
]
FORM_RENDERER = "config.common.form_renderer.Renderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": ["template_partials.templatetags.partials", "config.template_tags"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "notices.views.context.bar",
            ],
        },
    }
]

# A page of the pack builder has a field for each key of each row of a list, and all of them are sent.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 6_000

# People
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
SIGN_UP: str = env.str("SIGN_UP", "invitation", validate=validate.OneOf(["invitation", "open", "closed"]))
"""Who may make an account: those who come with an invitation, everybody, nobody."""
EMAIL_VERIFICATION: str = env.str("EMAIL_VERIFICATION", "optional", validate=validate.OneOf(["optional", "mandatory"]))
"""Mandatory: an account needs an e-mail address, and lets nobody in before it has been confirmed."""
ACCOUNT_ADAPTER = "accounts.views.adapter.Adapter"
ACCOUNT_EMAIL_VERIFICATION = EMAIL_VERIFICATION
ACCOUNT_SIGNUP_FIELDS = [
    "username*",
    "email*" if EMAIL_VERIFICATION == "mandatory" else "email",
    "password1*",
    "password2*",
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_USERNAME_VALIDATORS = "accounts.selectors.usernames.SHAPES"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
"""Anybody could have letters sent to anybody."""
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Ready Room] "
ACCOUNT_FORMS = {
    "login": "accounts.forms.accounts.SignInForm",
    "signup": "accounts.forms.accounts.SignUpForm",
    "change_password": "accounts.forms.accounts.ChangePasswordForm",
    "set_password": "accounts.forms.accounts.SetPasswordForm",
    "reset_password": "accounts.forms.accounts.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.accounts.NewPasswordForm",
    "reauthenticate": "accounts.forms.accounts.PasswordAgainForm",
    "add_email": "accounts.forms.accounts.AddressForm",
}
ACCOUNT_RATE_LIMITS = {
    # A club night comes from one address, hence the generous counts by address. The key of wrong passwords is a name
    # at one address (`accounts.views.adapter`), and who goes on waits ever longer.
    "login": "300/10m/ip",
    "login_failed": "100/10m/ip,400/d/ip,10/10m/key,20/h/key,40/d/key",
    "signup": "60/h/ip",
    "reset_password": "30/h/ip,5/h/key",
    "reset_password_from_key": "60/h/ip",
}
MFA_ADAPTER = "accounts.views.adapter.SecondFactor"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = EMAIL_VERIFICATION != "mandatory"
MFA_TOTP_ISSUER = "Ready Room"
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "accounts.forms.accounts.CodeForm",
    "reauthenticate": "accounts.forms.accounts.CodeAgainForm",
    "activate_totp": "accounts.forms.accounts.ActivateForm",
    "add_webauthn": "accounts.forms.accounts.PasskeyForm",
    "edit_webauthn": "accounts.forms.accounts.PasskeyNameForm",
}
MFA_RATE_LIMITS = {"webauthn_login": "300/10m/ip"}
SHARED_RATE_LIMITS = {"still": "300/10m/ip", "gazette": "60/10m/ip"}
"""Of what is made for anybody who has an address."""
API_RATE_LIMITS = {"read": "600/10m/key", "wrong": "60/10m/ip", "command": "60/10m/key"}
"""Of what a token, or somebody signed in, asks of the API; of wrong tokens; and of somebody's slash commands."""
SOCIALACCOUNT_ADAPTER = "accounts.views.providers.ProviderAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.forms.accounts.NameForProviderForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False
"""Whoever is new says what they are called here."""
SOCIALACCOUNT_PROVIDERS: dict[str, Any] = {}
"""Who else may say who somebody is: those at whom this server has an application."""
for _provider, _id, _secret, _scope in (
    ("discord", env.str("DISCORD_CLIENT_ID", ""), env.str("DISCORD_CLIENT_SECRET", ""), ["identify", "email"]),
    ("google", env.str("GOOGLE_CLIENT_ID", ""), env.str("GOOGLE_CLIENT_SECRET", ""), ["openid", "profile", "email"]),
):
    if bool(_id) != bool(_secret):
        _name = _provider.upper()
        raise ImproperlyConfigured(f"Set both {_name}_CLIENT_ID and {_name}_CLIENT_SECRET, or neither.")
    if _id:
        SOCIALACCOUNT_PROVIDERS[_provider] = {
            "APPS": [{"client_id": _id, "secret": _secret}],
            "SCOPE": _scope,
            "OAUTH_PKCE_ENABLED": True,
        }
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Watching. Django would only mail tracebacks when DEBUG is off; every line goes through `config.logs`.
LOG_FORMAT: str = env.str("LOG_FORMAT", "line", validate=validate.OneOf(["line", "json"]))
"""JSON has a line for each request and each piece of background work, too."""
_CHATTER = "INFO" if LOG_FORMAT == "json" else "WARNING"
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.ScrubbedLine"},
        "json": {"()": "config.logs.JsonLine"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "ready_room": {"level": _CHATTER},
    },
}
DISCORD_PUBLIC_KEY: str = env.str("DISCORD_PUBLIC_KEY", "", validate=validate.Regexp("^([0-9a-f]{64})?$"))
"""Of an application at Discord, whose slash commands are answered; without one there are none."""
METRICS_TOKEN: str = env.str("METRICS_TOKEN", "")
"""Who brings it may read `/metrics`; without one there is no such page."""
SENTRY_DSN: str = env.str("SENTRY_DSN", "")
"""Where an error tracker takes reports of what failed."""

# Language and time
LANGUAGE_CODE = "en-gb"
TIME_ZONE: str = env.str("TIME_ZONE", "UTC")
USE_I18N = False
"""The site speaks English only, as Django itself does; its catalogue of British English says the same."""
DATE_FORMAT, TIME_FORMAT, DATETIME_FORMAT = "j M Y", "H:i", "j M Y, H:i"
"""And dates as in Britain, not as in America."""
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d/%m/%Y"]
DATETIME_INPUT_FORMATS = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M"]
FIRST_DAY_OF_WEEK = 1
USE_TZ = True

# Static files
STATIC_URL = "static/"
STATIC_ROOT: Path = env.path("STATIC_ROOT", BASE_DIR / "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Database
DATABASES: dict[str, Any] = {"default": env.dj_db_url("DATABASE_URL", f"sqlite:///{DATA_DIR / 'ready-room.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: writers queue for the file instead of failing half-way; hence nothing slow inside atomic().
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# To connect anew takes as long as a small page; SQLite's, too, into which Django puts some sixty functions each time.
DATABASES["default"]["CONN_MAX_AGE"] = 60
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What all processes know together: attempts to sign in, signs of life.
CACHES: dict[str, dict[str, object]]
FILES = "django.core.cache.backends.filebased.FileBasedCache"
REDIS_URL: str = env.str("REDIS_URL", "")
if REDIS_URL:
    # Celery and Redis' own client name a Unix socket differently.
    REDIS_CLIENT_URL = REDIS_URL.replace("redis+socket://", "unix://").replace("?virtual_host=", "?db=")
    CACHES = {
        "default": {
            "BACKEND": "config.caches.SteadyRedis",
            "LOCATION": REDIS_CLIENT_URL,
            "KEY_PREFIX": "ready-room",
        },
        # A table of the database, made by `manage.py prepare`.
        "fallback": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "fallback_cache"},
    }
else:
    CACHES = {
        "default": {
            "BACKEND": FILES,
            "LOCATION": str(DATA_DIR / "cache"),
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    }
# Moments of replays that somebody has looked at: half a megabyte each at most, drawn anew when they are wanted again.
CACHES["pictures"] = {
    "BACKEND": FILES,
    "LOCATION": str(DATA_DIR / "pictures"),
    "TIMEOUT": 24 * 60 * 60,
    "OPTIONS": {"MAX_ENTRIES": 400},
}
# Folds of long journals (`campaigns/selectors/kept_folds.py`): some hundred kilobytes each, made anew when they
# are gone.
CACHES["folds"] = {
    "BACKEND": FILES,
    "LOCATION": str(DATA_DIR / "folds"),
    "TIMEOUT": 30 * 24 * 60 * 60,
    "OPTIONS": {"MAX_ENTRIES": 1000},
}

# E-mail
MAIL: dict[str, Any] = env.dj_email_url("EMAIL_URL", "console:")
if "EMAIL_BACKEND" not in MAIL:
    raise ImproperlyConfigured("EMAIL_URL begins with smtp:, submission:, console: or file:.")
EMAIL_BACKEND: str = MAIL["EMAIL_BACKEND"]
EMAIL_HOST: str = MAIL["EMAIL_HOST"] or ""
EMAIL_PORT: int = MAIL["EMAIL_PORT"] or 25
EMAIL_HOST_USER: str = MAIL["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD: str = MAIL["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS: bool = MAIL["EMAIL_USE_TLS"]
EMAIL_USE_SSL: bool = MAIL["EMAIL_USE_SSL"]
EMAIL_FILE_PATH: str = MAIL["EMAIL_FILE_PATH"]
EMAIL_TIMEOUT: int = MAIL["EMAIL_TIMEOUT"] or 20
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", "Ready Room <ready-room@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Background work. The Job row is the truth, the broker only wakes the workers.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_DB_REUSE_MAX = 1 << 30  # tasks: `config.celery` closes connections to the database that are old or broken
CELERY_TASK_SOFT_TIME_LIMIT = 480
CELERY_TASK_TIME_LIMIT = 540
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = TIME_ZONE
JOB_STALE_SECONDS: float = env.float("JOB_STALE_SECONDS", 20.0, validate=validate.Range(min=1))
"""A queued or running job that has not moved for so long has lost its message or its worker and is sent again."""
A_DAY: dict[str, int] = {
    name: env.int(f"{name.upper()}_A_DAY", usual, validate=validate.Range(min=0))
    for name, usual in {
        "packs": 500,
        "imports": 100,
        "comments": 1_000,
        "simulations": 300,
        "skirmishes": 1_000,
        "prints": 1_000,
        "forecasts": 1_000,
        "analyses": 300,
        "pictures": 200,
        "cards": 1_000,
        "drafts": 5_000,
    }.items()
}
"""How many of each one person may have a day; 0: as many as they like."""
BACKUP_FOLDER: Path = env.path("BACKUP_FOLDER", DATA_DIR / "backups")
_IS_A_FILE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
BACKUP_EVERY: int = env.int("BACKUP_EVERY", 24 if _IS_A_FILE else 0, validate=validate.Range(min=0))
"""Hours after which a worker makes the next backup; 0: none does."""
BACKUPS_KEPT: list[int] = env.list("BACKUPS_KEPT", [7, 4, 6], subcast=int)
"""Of how many days, weeks and months."""
if len(BACKUPS_KEPT) != 3 or min(BACKUPS_KEPT) < 0:
    raise ImproperlyConfigured("BACKUPS_KEPT says of how many days, weeks and months: 7,4,6.")
KEPT: dict[str, int] = {
    name: env.int(f"{name.upper()}_KEPT", usual, validate=validate.Range(min=0))
    for name, usual in {
        "jobs": 90,
        "sessions": 1,
        "sign_in_links": 30,
        "api_tokens": 30,
        "invitations": 180,
        "prints": 30,
        "arrivals": 7,
        "club_arrivals": 7,
        "club_files": 7,
        "pictures": 30,
        "simulations": 180,
        "forecasts": 90,
        "odds": 180,
        "analyses": 365,
        "skirmishes": 0,
        "read_notices": 90,
        "notices": 365,
        "deliveries": 30,
        "happenings": 400,
    }.items()
}
"""Days after which what has had its time is cleaned away; 0: never. What people have made themselves stays."""
DELETION_GRACE: int = env.int("DELETION_GRACE", 30, validate=validate.Range(min=1))
"""Days in which a campaign or a club that is to be deleted can be brought back."""
OWNER_AWAY: int = env.int("OWNER_AWAY", 90, validate=validate.Range(min=1))
"""Days after which others may ask for what belongs to somebody who has not been seen."""
HANDOVER_ANSWER: int = env.int("HANDOVER_ANSWER", 14, validate=validate.Range(min=1))
"""Days in which an owner who is asked so says no, and in which an offer is taken."""
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")
CELERY_BEAT_SCHEDULER = "config.beat:Clock"


def _every(seconds: float, task: str) -> dict[str, object]:
    """A message that is still unread when the next one comes is worth nothing: a worker that was away finds one."""
    return {"task": task, "schedule": seconds, "options": {"expires": max(seconds, 60.0)}}


CELERY_BEAT_SCHEDULE = {
    "resend-stuck": _every(JOB_STALE_SECONDS / 2, "missions.tasks.resend_stuck"),
    "orders-due": _every(30.0, "missions.tasks.orders_due"),
    "games-due": _every(30.0, "missions.tasks.games_due"),
    "results-due": _every(60.0, "missions.tasks.results_due"),
    "analyses-outdated": _every(600.0, "missions.tasks.analyses_outdated"),
    "tell-all": _every(60.0, "notices.tasks.tell_all"),
    "deliver": _every(30.0, "notices.tasks.deliver"),
    "digests": _every(300.0, "notices.tasks.digests"),
    "letters-missed": _every(86_400.0, "notices.tasks.letters_missed"),
    "nights-soon": _every(900.0, "clubs.tasks.nights_soon"),
    "handovers-due": _every(900.0, "clubs.tasks.handovers_due"),
    "clubs-gone": _every(3_600.0, "clubs.tasks.clubs_gone"),
    "campaigns-gone": _every(3_600.0, "missions.tasks.campaigns_gone"),
    "clean": _every(86_400.0, "upkeep.tasks.clean"),
    "back-up": _every(600.0, "upkeep.tasks.back_up"),
}
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    # A little over the longest task: a message is given back after this when its whole worker died.
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {"visibility_timeout": 1_800}
else:
    _BROKER_DIR = DATA_DIR / "broker"
    for _folder in ("queue", "control"):
        (_BROKER_DIR / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_URL = "folder://localhost"
    # The folder is looked into every so often: who has the next message in hand need not wait till then.
    CELERY_WORKER_PREFETCH_MULTIPLIER = 2
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_BROKER_DIR / "queue"),
        "data_folder_out": str(_BROKER_DIR / "queue"),
        "control_folder": str(_BROKER_DIR / "control"),
        "polling_interval": 0.02,
    }
