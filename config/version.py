"""Which Ready Room this is: its version from ``pyproject.toml``, and the commit where an installation noted one."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from django.utils.safestring import SafeString

from config.common import markdown

ROOT = Path(__file__).resolve().parent.parent


@cache
def version() -> str:
    """As people say it: ``1.0``."""
    project: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project["version"]


@cache
def revision() -> str:
    """The commit that the code was installed from, which the installation wrote into ``REVISION``; or nothing."""
    file = ROOT / "REVISION"
    return file.read_text().strip() if file.is_file() else ""


@cache
def news() -> SafeString:
    """What this version brought, from its part of ``CHANGELOG.md``, as HTML."""
    parts = re.split(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]
    texts = {title.split(",")[0]: text for title, text in zip(parts[::2], parts[1::2], strict=True)}
    return markdown.html(texts.get(version(), "").strip())
