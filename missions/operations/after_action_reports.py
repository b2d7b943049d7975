"""What each side tells of a mission when it is over: its after-action report.

Everybody with a seat on the side writes on it, and it bears the name of who wrote last. The side and the umpires read
it at once, everybody else when the mission has been debriefed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import Viewer, viewer
from campaigns.models import Campaign
from campaigns.operations import quotas
from campaigns.operations.campaigns import locked
from campaigns.packs.schema import SIDES
from config.common import markdown
from config.common.refusals import Refusal
from missions.models import Mission, Story
from missions.operations.flights import under_lock
from notices.outbox import tell

STALE = "Somebody else has written on this report since you opened it. Open it again to see what stands there."


def may_read(mission: Mission, side: str, of: Viewer) -> bool:
    """Its own side and the umpires may at once, everybody once the mission has been debriefed."""
    return may_write(side, of) or mission.status == Mission.Status.DEBRIEFED


def may_write(side: str, of: Viewer) -> bool:
    return of.is_umpire or side in of.sides


def version(story: Story | None) -> str:
    """Differs from what it was when the story has been written anew; empty if there is none."""
    return story.at.isoformat() if story is not None else ""


def tell_story(*, actor: User, mission: Mission, side: str, text: str, seen: str | None = None) -> Story | None:
    """Write a side's after-action report, or write it anew; without words it is taken back.

    ``seen`` is the ``version`` that the page came with: what somebody else has written since is not overwritten.
    """
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        member = viewer(campaign, actor)
        if side not in SIDES or member is None or not may_write(side, member):
            raise Refusal("You have no seat on this side.")
        story = Story.objects.filter(mission=mission, side=side).first()
        if story is not None and story.text == text.strip():
            return story
        if seen not in (None, version(story)):
            raise Refusal(STALE)
        if story is not None and not text.strip():
            story.delete()
            return None
        text = markdown.text_of(text)
        quotas.spend(actor.pk, "comments")
        told = {"text": text, "author": actor, "at": timezone.now()}
        story, _ = Story.objects.update_or_create(mission=mission, side=side, defaults=told)
        _tell(actor, campaign, mission, side)
        return story


def _tell(actor: User, campaign: Campaign, mission: Mission, side: str) -> None:
    """Its side hears of it once, and everybody once it is for everybody."""
    is_open = mission.status == Mission.Status.DEBRIEFED
    key = f"{campaign.pk} {mission.number} {side}{' open' if is_open else ''}"
    to = "" if is_open else side
    tell("story", key, campaign=campaign, mission=mission.number, side=to, actor=actor, data={"side": side})


@dataclass(frozen=True, slots=True)
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


def story_rows(mission: Mission, of: Viewer) -> Mapping[str, StoryRow]:
    """Both sides' reports of a mission, by side. One query."""
    told = {each.side: each for each in Story.objects.filter(mission=mission).select_related("author")}
    return {side: _row(mission, side, told.get(side), of) for side in SIDES}


def _row(mission: Mission, side: str, story: Story | None, of: Viewer) -> StoryRow:
    writes, reads = may_write(side, of), may_read(mission, side, of)
    if story is None or not reads:
        return StoryRow(side, writes, not reads)
    return StoryRow(side, writes, False, story.text, story.author.get_username(), story.at, version(story))


def open_stories(campaign: Campaign) -> Iterable[Story]:
    """The reports of a campaign that everybody may read, with their authors and missions. One query."""
    return (
        Story.objects.filter(mission__campaign=campaign, mission__status=Mission.Status.DEBRIEFED)
        .select_related("author", "mission")
        .order_by("mission__number", "side")
    )
