"""The house's settings, and beside its pages a bare one to measure them against."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
