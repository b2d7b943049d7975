"""Lists in parts, addresses and moments as programs need them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypedDict, TypeVar

from django.core.paginator import EmptyPage, Paginator
from django.http import Http404
from django.urls import reverse

from config.common.absolute_urls import absolute

A_PAGE = 50
"""Items."""
T = TypeVar("T")


class Numbers(TypedDict):
    """What a document of a part says of itself."""

    page: int
    pages: int
    next: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartAsked:
    """The part of a list that is asked for."""

    path: str
    page: int
    """From 1."""

    def of(self, pages: int) -> Numbers:
        """What is said of a part of a list of so many. Raises ``Http404`` if there is no such page."""
        if self.page > max(pages, 1):
            raise Http404(f"This list has {pages} page{'' if pages == 1 else 's'}.")
        return Numbers(
            page=self.page,
            pages=max(pages, 1),
            next=f"{absolute(self.path)}?page={self.page + 1}" if self.page < pages else None,
        )

    def part(self, items: Sequence[T], a_page: int = A_PAGE) -> tuple[Sequence[T], Numbers]:
        """The items that are asked for, and what is said of them."""
        paginator = Paginator(items, a_page)
        try:
            shown = list(paginator.page(self.page))
        except EmptyPage:
            shown = []
        return shown, self.of(paginator.num_pages)


def iso(at: datetime) -> str:
    """A moment as documents have it: UTC, to the second."""
    return at.astimezone(UTC).isoformat(timespec="seconds")


def url(name: str, *args: object) -> str:
    """The whole address of a page or a document."""
    return absolute(reverse(name, args=args))
