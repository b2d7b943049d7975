"""The blocks of ``docs/how-to/run-for-a-club.md``: what it tells people to type, and to write into a file."""

from __future__ import annotations

import re

from tests.deploy.bare import ROOT

TEXT = (ROOT / "docs/how-to/run-for-a-club.md").read_text()


def blocks(kind: str) -> list[str]:
    """``sh``: commands of the server, in their order; ``ini``: lines of settings; empty: commands elsewhere."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return [text for word, text in found if word == kind]
