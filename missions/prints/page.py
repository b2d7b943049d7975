"""The page of a campaign where everything is that can be printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from campaigns.access import Viewer
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.models import Campaign
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import sees_pool
from config.common.refusals import Refusal
from missions.models import Job, Mission, Print
from missions.prints import kept, registry
from missions.prints.briefing import may_read, why_none
from missions.prints.registry import DocumentKind
from missions.selectors.archive import refuse_file

PAPER_TITLES: Mapping[Paper, str] = {"A4": "A4", "letter": "US Letter"}
THE_FILES_PAPER: tuple[Paper, ...] = ("A4",)
"""By which a print that is for no paper goes."""
THE_FILE = "the file"
"""Said in the place of a paper of what is for no paper."""
Row = tuple[str, str, str]
"""Address, title, and what it is good for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRow:
    """A document on one paper."""

    paper: Paper
    title: str
    is_paper: bool
    is_ready: bool
    """It can be had at once: it takes no time, or is kept."""
    made_at: datetime | None
    job: Job | None
    """The work that is making it, or that failed to."""

    @property
    def is_fresh(self) -> bool:
        """Made less than a minute ago."""
        return self.made_at is not None and timezone.now() - self.made_at < timedelta(minutes=1)

    @property
    def is_under_way(self) -> bool:
        return self.job is not None and not self.job.is_finished

    @property
    def failure(self) -> str:
        """Why it could not be made when it was ordered last; empty if it could."""
        if self.job is None or not self.job.is_finished:
            return ""
        return self.job.message if self.job.status == Job.Status.FAILED else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """A document of the page."""

    document: str
    title: str
    text: str
    kind: DocumentKind
    takes_long: bool
    papers: tuple[PaperRow, ...]


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    rows: tuple[DocumentRow, ...]


@dataclass(frozen=True, slots=True)
class PrintPage:
    groups: tuple[Group, ...]
    has_targets: bool
    """Missions of its pack have Mission Targets, which have cards."""

    @property
    def is_under_way(self) -> bool:
        """Something is being made: the page asks for itself again."""
        return any(paper.is_under_way for group in self.groups for row in group.rows for paper in row.papers)


def print_page(campaign: Campaign, viewer: Viewer, site: str) -> PrintPage:
    """What of the campaign this viewer can print. Five queries, and four more for whoever may take the whole away."""
    now = kept.state(campaign, site, viewer)
    found = Print.objects.filter(campaign=campaign, audience=kept.audience(viewer)).select_related("job")
    known = {(each.document, each.paper): each for each in found}

    def row(document: str, title: str, text: str) -> DocumentRow:
        kind = registry.kind_of(document)
        takes_long = kind.takes_long(campaign)
        is_file = document == registry.CAMPAIGN_FILE
        state = kept.state_of_all(campaign, now) if is_file else now
        return DocumentRow(
            document=document,
            title=title,
            text=text,
            kind=kind,
            takes_long=takes_long,
            papers=tuple(
                _paper(
                    known.get((document, paper)),
                    paper,
                    THE_FILE if is_file else PAPER_TITLES[paper],
                    state,
                    takes_long=takes_long,
                )
                for paper in (THE_FILES_PAPER if is_file else PAPERS)
            ),
        )

    pack = definition_of(campaign)
    groups = (
        Group("The campaign", tuple(row(*each) for each in _of_campaign(pack))),
        Group("The forces", tuple(row(*each) for each in _of_forces(campaign, viewer, pack))),
        Group("The missions", tuple(row(*each) for each in _of_missions(campaign, viewer))),
        Group("To take away", tuple(row(*each) for each in _to_take_away(campaign, viewer))),
    )
    return PrintPage(
        tuple(group for group in groups if group.rows),
        has_targets=any(mission.target for mission in pack.missions.values()),
    )


def _paper(found: Print | None, paper: Paper, title: str, now: str, *, takes_long: bool) -> PaperRow:
    is_kept = found is not None and kept.is_current(found, now)
    job = found.job if found is not None and takes_long and not is_kept else None
    return PaperRow(
        paper=paper,
        title=title,
        is_paper=title != THE_FILE,
        is_ready=is_kept or not takes_long,
        made_at=found.made_at if found and is_kept else None,
        job=job,
    )


def _of_campaign(pack: PackDefinition) -> Iterator[Row]:
    yield "log", "Log sheet", "Every mission with its result; what is still to come stays free for a pen."
    yield (
        "book",
        "Campaign book",
        "A chapter for each mission, charts, victories, roll of honour and journal, to be bound.",
    )


def _of_forces(campaign: Campaign, viewer: Viewer, pack: PackDefinition) -> Iterator[Row]:
    titles = side_titles(pack)
    if pack.keeps_pools:
        for side in SIDES:
            if sees_pool(campaign, viewer, side):
                yield (
                    f"order-of-battle/{side}",
                    f"{titles[side]} order of battle",
                    "Every squadron with what is serviceable and who is fit. A squadron’s own book is on its page.",
                )
    if pack.names_men:
        yield (
            "logbooks",
            "Every logbook",
            "The logbooks of all men whom you may know, as one ZIP file. One man’s is on his page.",
        )


def _of_missions(campaign: Campaign, viewer: Viewer) -> Iterator[Row]:
    """Of the mission that is still to be flown."""
    open_, titles = (Mission.Status.PLANNING, Mission.Status.READY), side_titles(campaign)
    for mission in Mission.objects.filter(campaign=campaign, status__in=open_):
        mission.campaign = campaign
        for side in SIDES:
            if may_read(mission, viewer, side) and not why_none(mission, side):
                yield (
                    f"briefing/{mission.number}/{side}",
                    f"Mission {mission.number}: {titles[side]} briefing",
                    f"{mission.title}: units, pilots, turn track, and the code that opens the result form.",
                )
                yield (
                    f"cards/{mission.number}/{side}",
                    f"Mission {mission.number}: {titles[side]} cards",
                    "A card for each of its aircraft, nine to a page, backs on the page after.",
                )


def _to_take_away(campaign: Campaign, viewer: Viewer) -> Iterator[Row]:
    with suppress(PermissionDenied, Refusal):
        refuse_file(campaign, viewer)
        yield (
            registry.CAMPAIGN_FILE,
            "Campaign file",
            "The whole campaign, to be kept or brought in elsewhere. It holds both sides’ orders and the seed.",
        )
