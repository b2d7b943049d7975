"""Who reads and writes the report of a mission, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from campaigns.access import Viewer
from campaigns.models import Campaign
from campaigns.packs.schema import SIDES
from config.common.prepared import Prepared, number
from missions.models import Mission, PostReport, Story


def may_read(mission: Mission, side: str, of: Viewer) -> bool:
    """Its own side and the umpires may at once, everybody once the mission has been debriefed."""
    return may_write(side, of) or mission.status == Mission.Status.DEBRIEFED


def may_write(side: str, of: Viewer) -> bool:
    return of.is_umpire or side in of.sides


def version(story: Story | None) -> str:
    """Differs from what it was when the story has been written anew; empty if there is none."""
    return story.at.isoformat() if story is not None else ""


def why_not_again(mission: Mission, side: str, author: User, text: str, seen: str | None) -> str:
    """Why a report may not be written that umpires have removed, in a sentence; empty: they have not. One query.

    ``seen``: the ``version`` that stood on the page where nothing stands now.
    """
    places = dict.fromkeys(("comment", "story", "entry", "claim", "submission"))
    removed = PostReport.objects.filter(
        **places, mission=mission, side__in=("", side), verdict=PostReport.Verdict.REMOVED
    )
    for each in removed:
        is_the_same = each.author_id == author.pk and text.split() in (each.text.split(), each.removed.split())
        if is_the_same or (seen and each.judged_at is not None and seen < each.judged_at.isoformat()):
            return (
                f"An umpire has removed the after-action report that stood here. The reason: {each.why.rstrip('.')}. "
                "Write something else, or nothing, and keep it then."
            )
    return ""


def story_rows(mission: Mission, of: Viewer) -> Mapping[str, StoryRow]:
    """Both sides' reports of a mission, by side. One query."""
    told = {each.side: each for each in _STORIES(mission=mission.pk)}
    return {side: _row(mission, side, told.get(side), of) for side in SIDES}


_STORIES = Prepared(lambda: Story.objects.filter(mission=number("mission")).select_related("author").order_by("side"))


def _row(mission: Mission, side: str, story: Story | None, of: Viewer) -> StoryRow:
    writes, reads = may_write(side, of) and not of.is_closed, may_read(mission, side, of)
    if story is None or not reads:
        return StoryRow(side=side, may_write=writes, is_sealed=not reads)
    return StoryRow(
        side=side,
        may_write=writes,
        is_sealed=False,
        text=story.text,
        author=story.author.get_username(),
        at=story.at,
        version=version(story),
        may_report=story.author_id != of.user_id and not of.is_closed,
    )


def open_stories(campaign: Campaign) -> Iterable[Story]:
    """The reports of a campaign that everybody may read, with their authors and missions. One query."""
    return (
        Story.objects.filter(mission__campaign=campaign, mission__status=Mission.Status.DEBRIEFED)
        .select_related("author", "mission")
        .order_by("mission__number", "side")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryRow:
    """A side's report, as far as it is for somebody's eyes."""

    side: str
    may_write: bool
    is_sealed: bool
    """It is not for his eyes yet, whether there is one or not."""
    text: str = ""
    """Markdown; empty if there is none, or none for his eyes."""
    author: str = ""
    at: datetime | None = None
    version: str = ""
    may_report: bool = False
