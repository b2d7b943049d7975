"""What people say about a campaign and its missions: written, edited, removed, and read by those for whom it is.

A comment is for everybody who may read the campaign, or for one side: its seats and the umpires hear it, whoever else
reads the campaign never learns that it was written.
"""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import viewer
from campaigns.models import Campaign, Side
from campaigns.operations import posts
from campaigns.operations.campaigns import locked
from campaigns.operations.moderation import note
from campaigns.selectors.audience import heard_by
from clubs.models import ModerationEntry
from config.common import markdown
from config.common.refusals import Refusal
from missions.models import Comment, Mission
from missions.selectors.comments import audiences, heard, may_remove
from notices.operations.outbox import tell

TEXT_LENGTH: Final = 2_000


def comment(*, actor: User, campaign: Campaign, text: str, mission: Mission | None = None, side: str = "") -> Comment:
    """Say something about a mission or, without one, the campaign: to everybody, or to the people of ``side``.

    The same words again, sent twice by the same form, are said once.
    """
    text = markdown.text_of(text, TEXT_LENGTH)
    with locked(campaign.pk) as campaign:
        member = viewer(campaign, actor)
        if member is None:
            raise Refusal("Only those who take part in a campaign talk about it.")
        if side not in ("", *Side.values):
            raise Refusal("A comment is for one side or for everybody.", "side")
        if side and side not in audiences(member):
            raise Refusal("You have no seat on this side.", "side")
        if mission is not None and mission.campaign_id != campaign.pk:
            raise Refusal("There is no such mission in this campaign.")
        # Of what the actor may read: a comment of the other side's must not show by what comes of doing this twice.
        last = Comment.objects.filter(heard_by(member), campaign=campaign, mission=mission).last()
        if last is not None and (last.author_id, last.text, last.side) == (actor.pk, text, side):
            return last
        posts.write(campaign, actor)
        made = Comment.objects.create(
            campaign=campaign, mission=mission, side=side, author=actor, text=text, at=timezone.now()
        )
        number = mission.number if mission else None
        tell("comment", str(made.pk), campaign=campaign, mission=number, side=side, actor=actor)
        return made


def edit(*, actor: User, comment: Comment, text: str) -> None:
    """Say it in other words: its author alone, as long as it stands. It is marked as edited."""
    text = markdown.text_of(text, TEXT_LENGTH)
    with locked(comment.campaign_id) as campaign:
        comment = _under_lock(campaign, comment, actor)
        if comment.author_id != actor.pk:
            raise Refusal("Only its author edits a comment.")
        if comment.removed_at is not None:
            by = "yourself" if comment.removed_by_id == actor.pk else "an umpire"
            raise Refusal(f"This comment has been removed by {by}. Write what you have to say now as a new one.")
        if comment.text != text:
            posts.write(campaign, actor)
            comment.text, comment.edited_at = text, timezone.now()
            comment.save(update_fields=["text", "edited_at"])


def remove(*, actor: User, comment: Comment) -> None:
    """Take a comment off the page: its author, or an umpire who may read it. Its words are gone."""
    with locked(comment.campaign_id) as campaign:
        comment = _under_lock(campaign, comment, actor)
        member = viewer(campaign, actor)
        if member is None or not may_remove(comment, member):
            raise Refusal("Only its author and the umpires remove a comment.")
        if comment.removed_at is None:
            comment.text, comment.removed_at, comment.removed_by = "", timezone.now(), actor
            comment.save(update_fields=["text", "removed_at", "removed_by"])
            if comment.author_id != actor.pk:
                what = f"A comment on mission {comment.mission.number}" if comment.mission else "A comment"
                note(
                    ModerationEntry.Act.POST_REMOVED,
                    actor=actor,
                    club=campaign.club,
                    whom=comment.author,
                    what=what,
                    campaign=campaign,
                    side=comment.side,
                )


def _under_lock(campaign: Campaign, comment: Comment, actor: User) -> Comment:
    """The comment as it stands now, if ``actor`` may still read it."""
    member = viewer(campaign, actor)
    fresh = heard(campaign, member).filter(pk=comment.pk).first() if member is not None else None
    if fresh is None:
        raise Refusal("There is no such comment for you to read.")
    return fresh
