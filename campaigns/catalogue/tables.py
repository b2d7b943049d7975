"""The house's numbers of campaigns, whatever is flown in them. [SUP 19.5, 25-27]"""

from __future__ import annotations

from typing import Any, Final

from engine.core import fixtures

TABLES: Final[dict[str, Any]] = fixtures.read("tables", "campaigns.toml")
