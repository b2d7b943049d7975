"""Clubs as the API tells them: their board, members and nights."""

from __future__ import annotations

from collections.abc import Mapping

from api.documents.common import BySide, Document, Paged


class ClubItem(Document):
    """A club in a list."""

    id: int
    name: str
    role: str
    """The person's own."""
    members: int
    campaigns: int
    """Running ones."""
    url: str
    href: str


class Clubs(Paged):
    """The clubs that the person is in, by name."""

    items: tuple[ClubItem, ...]


class ClubCampaign(Document):
    """A running campaign of a club."""

    id: int
    name: str
    pack: str
    points: BySide | None
    sides: Mapping[str, str]
    waits_for: str
    due: str
    """Until when in words, by the club's clock; empty without a deadline."""
    due_at: str | None
    """The same, ISO 8601 in UTC; `null` without a deadline."""
    href: str


class ClubAce(Document):
    """A man with victories in one of the club's campaigns."""

    name: str
    side: str
    """What it is called."""
    victories: float
    campaign: str


class ClubResult(Document):
    """A mission that has been debriefed."""

    campaign: int
    number: int
    title: str
    points: BySide
    when: str
    """The day of its debrief in words, by the club's clock."""
    debriefed_at: str
    """When it was debriefed, ISO 8601 in UTC."""


class Club(Document):
    """The board of a club."""

    id: int
    name: str
    time_zone: str
    role: str
    members: int
    running: tuple[ClubCampaign, ...]
    aces: tuple[ClubAce, ...]
    results: tuple[ClubResult, ...]
    """The latest."""
    url: str


class Member(Document):
    """A member of a club."""

    name: str
    role: str
    since: str
    """The day in words, by the club's clock."""
    joined_at: str
    """When they joined, ISO 8601 in UTC."""


class Members(Paged):
    """The members, the highest roles first."""

    items: tuple[Member, ...]


class NightItem(Document):
    """A night in a list."""

    id: int
    title: str
    begins_at: str
    """ISO 8601, by the club's clock."""
    ends_at: str | None
    place: str
    yes: int
    maybe: int
    my_answer: str
    """In words; empty if there is none."""
    is_called_off: bool
    url: str
    href: str


class Nights(Paged):
    """Nights of a club."""

    items: tuple[NightItem, ...]


class Answers(Document):
    """Who gave one answer."""

    answer: str
    people: tuple[str, ...]


class Table(Document):
    """A table of a night."""

    number: int
    title: str
    detail: str
    campaign: int | None
    mission: int | None
    sides: Mapping[str, tuple[str, ...]]
    """Who sits there, by side."""
    others: tuple[str, ...]


class Night(Document):
    """A night with its answers and tables."""

    id: int
    title: str
    begins_at: str
    ends_at: str | None
    place: str
    is_called_off: bool
    is_over: bool
    answers: tuple[Answers, ...]
    silent: int
    """Members who have not answered."""
    tables: tuple[Table, ...]
    url: str
