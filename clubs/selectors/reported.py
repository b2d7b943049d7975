"""How what was reported is told, in a campaign and in a club alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet

from clubs.models.reported import Reported
from config.common import clock

ON_A_PAGE = 20
AnyReport = TypeVar("AnyReport", bound=Reported)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    """Words that somebody has reported."""

    key: UUID
    what: str
    """``A comment on mission 3``."""
    author: str
    text: str
    """As it stood when it was reported."""
    is_markdown: bool
    side: str
    """For which side alone they were; empty: for everybody."""
    words: str
    by: str
    when: str
    is_open: bool
    verdict: str
    judge: str
    why: str
    where: str
    """The address of the words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportsPage:
    rows: tuple[ReportRow, ...]
    page: int
    pages: int


def page_of(found: QuerySet[AnyReport], page: int, row: Callable[[AnyReport], ReportRow]) -> ReportsPage:
    """Those that wait first, then the newest. Two queries."""
    waiting_first = found.annotate(waits=Count("pk", filter=Q(verdict="open"))).order_by("-waits", "-at", "-pk")
    shown = Paginator(waiting_first, ON_A_PAGE).get_page(max(page, 1))
    return ReportsPage(rows=tuple(map(row, shown)), page=shown.number, pages=shown.paginator.num_pages)


def row_of(report: Reported, *, what: str, where: str, time_zone: str, is_markdown: bool, side: str = "") -> ReportRow:
    """No query, if its people are known."""
    return ReportRow(
        key=report.key,
        what=what[:1].upper() + what[1:],
        author=report.author.get_username(),
        text=report.text,
        is_markdown=is_markdown,
        side=side,
        words=report.words,
        by=report.by.get_username(),
        when=clock.when(report.at, None, time_zone),
        is_open=report.verdict == Reported.Verdict.OPEN,
        verdict=report.get_verdict_display(),
        judge=report.judge.get_username() if report.judge else "",
        why=report.why,
        where=where,
    )
