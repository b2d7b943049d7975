"""What leaves the house: whole addresses, and texts that stand on one line."""

from __future__ import annotations

from django.conf import settings


def absolute(path: str) -> str:
    """The address of a path of this server, as people outside it need it."""
    return f"{settings.BASE_URL}{path}"


def one_line(text: str, most: int) -> str:
    """A text as it may stand in a header: on one line, without control characters, and no longer than ``most``."""
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
