"""The log of a campaign of any kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from reportlab.platypus import Flowable

from campaigns.documents.kit.document import Document
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.styles import Paper
from campaigns.documents.logs import land_log, progress_log, week_log
from campaigns.documents.logs.land_log import LandLog
from campaigns.documents.logs.progress_log import ProgressLog
from campaigns.documents.logs.week_log import WeekLog

Log: TypeAlias = LandLog | ProgressLog | WeekLog


def render(log: Log, paper: Paper = "A4") -> bytes:
    """The log as a PDF. The same log gives the same bytes."""
    document = Document(
        title=f"{log.name or log.title}: {log.kicker}",
        subject=f"{log.title}, {log.kicker.lower()}",
        paper=paper,
        landscape=True,
    )
    return document.produce(_story(log, document.page_box))


def _story(log: Log, page: Box) -> Iterator[Flowable]:
    if isinstance(log, ProgressLog):
        return progress_log.story(log, page)
    if isinstance(log, WeekLog):
        return week_log.story(log, page)
    return land_log.story(log, page)
