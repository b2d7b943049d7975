"""The log of a campaign of any kind."""

from __future__ import annotations

from typing import TypeAlias

from campaigns.documents.kit.styles import Paper
from campaigns.documents.logs import land_log, progress_log, week_log
from campaigns.documents.logs.land_log import LandLog
from campaigns.documents.logs.progress_log import ProgressLog
from campaigns.documents.logs.week_log import WeekLog

Log: TypeAlias = LandLog | ProgressLog | WeekLog


def render(log: Log, paper: Paper = "A4") -> bytes:
    """The log as a PDF. The same log gives the same bytes."""
    if isinstance(log, ProgressLog):
        return progress_log.render(log, paper)
    if isinstance(log, WeekLog):
        return week_log.render(log, paper)
    return land_log.render(log, paper)
