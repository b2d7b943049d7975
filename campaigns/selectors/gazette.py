"""The newspaper of a campaign: what it says is the same for everybody, and made anew whenever somebody asks.

It is folded from what a reader without a name may know, so nobody learns from it what is a side's own business, and a
result that is corrected is a paper that is corrected.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import Http404

from campaigns.access import PUBLIC
from campaigns.catalogue.papers import PaperTitle
from campaigns.gazette.edition import edition, title_of
from campaigns.gazette.facts import Reporter
from campaigns.gazette.issue import Issue, Item
from campaigns.maps.drawing import Pictures, beside
from campaigns.maps.situation import Situation
from campaigns.models import Campaign, Entry
from campaigns.packs.definition import PackDefinition
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.maps import map_after
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import known_chronicle
from campaigns.standing.chronicle import Chronicle
from campaigns.standing.model import Airman
from campaigns.standing.result_kinds import Debriefed

ISSUES_A_PAGE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueList:
    """Issues of the paper, the newest first."""

    title: PaperTitle
    part: Page[int]
    """Of the numbers of their missions."""
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """An issue with its pictures."""

    issue: Issue
    definition: PackDefinition
    sides: Mapping[str, str]
    """What they are called."""
    situation: Situation | None
    """The map as it stood then."""
    star: Airman | None
    before: int | None
    """The number of the issue before it."""
    after: int | None

    @property
    def map(self) -> Pictures | None:
        """For a narrow column of a page."""
        return beside(self.situation, self.sides) if self.situation is not None else None


def issue_list(campaign: Campaign, part: int = 1) -> IssueList:
    """A page of issues. Three queries, however many there are."""
    pack, reporter = definition_of(campaign), Reporter(_known(campaign))
    parts = Paginator(reporter.numbers, ISSUES_A_PAGE)
    page = parts.get_page(part)
    return IssueList(title=title_of(pack), part=page, issues=tuple(_issues(campaign, reporter, list(page.object_list))))


def edition_of(campaign: Campaign, number: int) -> Edition:
    """The issue after a mission. Three queries; raises ``Http404`` of a mission that is not news."""
    known = _known(campaign)
    reporter = Reporter(known)
    if number not in reporter.numbers:
        raise Http404("The paper has an issue of each mission that has been debriefed and counts.")
    return _edition(campaign, known, reporter, number)


def latest_edition(campaign: Campaign) -> Edition | None:
    """The latest issue; ``None`` before the first. Three queries."""
    known = _known(campaign)
    reporter = Reporter(known)
    return _edition(campaign, known, reporter, reporter.numbers[0]) if reporter.numbers else None


def _edition(campaign: Campaign, known: Chronicle, reporter: Reporter, number: int) -> Edition:
    numbers = reporter.numbers
    (issue,) = _issues(campaign, reporter, [number])
    place = numbers.index(number)
    return Edition(
        issue=issue,
        definition=definition_of(campaign),
        sides=side_titles(campaign),
        situation=map_after(campaign, PUBLIC, known.standing, number),
        star=known.standing.airmen[issue.star.man] if issue.star is not None else None,
        before=numbers[place + 1] if place + 1 < len(numbers) else None,
        after=numbers[place - 1] if place else None,
    )


def printed_at(campaign: Campaign, numbers: Sequence[int]) -> Mapping[int, datetime.datetime]:
    """By mission when its result came in, as it is now. One query."""
    entries = Entry.objects.in_force().filter(campaign=campaign, kind=Debriefed.kind, mission__in=numbers)
    return {mission: at for mission, at in entries.values_list("mission", "at") if mission is not None}


def _known(campaign: Campaign) -> Chronicle:
    return known_chronicle(campaign, PUBLIC)


def _issues(campaign: Campaign, reporter: Reporter, numbers: Sequence[int]) -> Iterator[Issue]:
    latest = reporter.numbers[:1]
    for number in numbers:
        wanted = tuple(_wanted(campaign)) if [number] == latest else ()
        yield edition(definition_of(campaign), reporter.news(number), wanted)


def _wanted(campaign: Campaign) -> Iterator[Item]:
    """Seats of a club's campaign that somebody may have for the asking."""
    if campaign.club_id is None or campaign.is_finished:
        return
    titles = side_titles(campaign)
    for seat in campaign.seats.all():
        if seat.is_staff:
            yield Item("a commander", f"{titles[seat.side]} side, led by the staff", seat.side)
    if campaign.joining == campaign.Joining.FREELY:
        yield Item("pilots", "of either side; take a seat")
