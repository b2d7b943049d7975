"""What each side tells of a mission when it is over: its after-action report.

Everybody with a seat on the side writes on it, and it bears the name of who wrote last. The side and the umpires read
it at once, everybody else when the mission has been debriefed.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import viewer
from campaigns.operations import posts
from campaigns.packs.schema import SIDES
from config.common import markdown
from config.common.refusals import Refusal
from missions.models import Mission, Story
from missions.operations.under_lock import locked_mission, tell_of
from missions.selectors.after_action_reports import may_write, version, why_not_again

STALE = "Somebody else has written on this report since you opened it. Open it again to see what stands there."


def tell_story(
    *, actor: User, mission: Mission, side: str, text: str, expected_version: str | None = None
) -> Story | None:
    """Write a side's after-action report, or write it anew; without words it is taken back.

    ``expected_version`` is the ``version`` that the page came with: what somebody else has written since is not
    overwritten, and what an umpire has removed since does not come back.
    """
    with locked_mission(mission) as mission:
        member = viewer(mission.campaign, actor)
        if side not in SIDES or member is None or not may_write(side, member):
            raise Refusal("You have no seat on this side.")
        story = Story.objects.filter(mission=mission, side=side).first()
        if story is not None and story.text == text.strip():
            return story
        if text.strip() and (
            why := why_not_again(mission, side, actor, text, expected_version if story is None else "")
        ):
            raise Refusal(why, "text")
        if expected_version not in (None, version(story)):
            raise Refusal(STALE)
        if story is not None and not text.strip():
            story.delete()
            return None
        text = markdown.text_of(text)
        posts.write(mission.campaign, actor)
        told = {"text": text, "author": actor, "at": timezone.now()}
        story, _ = Story.objects.update_or_create(mission=mission, side=side, defaults=told)
        _tell(actor, mission, side)
        return story


def _tell(actor: User, mission: Mission, side: str) -> None:
    """Its side hears of it once, and everybody once it is for everybody."""
    if mission.status == Mission.Status.DEBRIEFED:
        tell_of(mission, "story", side, "open", actor=actor, data={"side": side})
    else:
        tell_of(mission, "story", side, actor=actor, side=side, data={"side": side})
