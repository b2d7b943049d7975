"""How long texts may be that people write."""

from __future__ import annotations

NAME_LENGTH = 80
