"""What people say about a campaign and its missions: written, edited, removed, and read by those for whom it is.

A comment is for everybody who may read the campaign, or for one side: its seats and the umpires hear it, whoever else
reads the campaign never learns that it was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.utils import timezone

from campaigns.access import Viewer, viewer
from campaigns.models import Campaign, Role, Side
from campaigns.operations import quotas
from campaigns.operations.campaigns import locked
from campaigns.selectors.audience import heard_by
from config.common import markdown
from config.common.refusals import Refusal
from missions.models import Comment, Mission
from notices.outbox import tell

TEXT_LENGTH: Final = 2_000
COMMENTS_A_PAGE: Final = 30


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
        quotas.spend(actor.pk, "comments")
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
            raise Refusal("The comment has been removed.")
        if comment.text != text:
            quotas.spend(actor.pk, "comments")
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


def may_remove(comment: Comment, of: Viewer) -> bool:
    """He wrote it, or he is an umpire or the owner; that it is for his eyes is another matter."""
    return comment.author_id == of.user_id or of.may(Role.UMPIRE)


def _under_lock(campaign: Campaign, comment: Comment, actor: User) -> Comment:
    """The comment as it stands now, if ``actor`` may still read it."""
    member = viewer(campaign, actor)
    fresh = _heard(campaign, member).filter(pk=comment.pk).first() if member is not None else None
    if fresh is None:
        raise Refusal("There is no such comment for you to read.")
    return fresh


def audiences(of: Viewer) -> tuple[str, ...]:
    """The sides to which he may speak alone."""
    return tuple(side for side in Side.values if of.is_umpire or side in of.sides)


def _heard(campaign: Campaign, of: Viewer) -> QuerySet[Comment]:
    """The comments that are for his eyes."""
    return Comment.objects.filter(heard_by(of), campaign=campaign)


def find(campaign: Campaign, of: Viewer, key: UUID) -> Comment | None:
    """A comment of a campaign, if it is for his eyes."""
    return _heard(campaign, of).select_related("mission", "author").filter(key=key).first()


def count(mission: Mission, of: Viewer) -> int:
    """How many comments on a mission are for his eyes. One query."""
    return _heard(mission.campaign, of).filter(mission=mission, removed_at__isnull=True).count()


@dataclass(frozen=True, slots=True)
class CommentRow:
    key: UUID
    author: str
    side: str
    """Whose eyes it is for; empty: everybody's."""
    text: str
    """Markdown; empty of one that has been removed."""
    at: datetime
    is_edited: bool
    removed_by: str
    """Empty of one that stands."""
    may_edit: bool
    may_remove: bool


@dataclass(frozen=True, slots=True)
class TalkPage:
    """A page of what has been said, the newest last."""

    rows: tuple[CommentRow, ...]
    page: int
    pages: int
    audiences: tuple[str, ...]
    """The sides to which the viewer may speak alone."""
    by_mission: Mapping[int, int]
    """On the campaign's page: how many comments each mission has that are for his eyes, by its number."""


def talk_page(campaign: Campaign, of: Viewer, mission: Mission | None = None, page: int = 0) -> TalkPage:
    """``page`` 0 is the latest. Three queries on the campaign's page, two on a mission's."""
    said = _heard(campaign, of).filter(mission=mission).select_related("author", "removed_by")
    pages = Paginator(said, COMMENTS_A_PAGE)
    shown = pages.get_page(page or pages.num_pages)
    return TalkPage(
        rows=tuple(_row(each, of) for each in shown.object_list),
        page=shown.number,
        pages=pages.num_pages,
        audiences=audiences(of),
        by_mission={} if mission is not None else _by_mission(campaign, of),
    )


def _by_mission(campaign: Campaign, of: Viewer) -> dict[int, int]:
    standing = _heard(campaign, of).filter(mission__isnull=False, removed_at__isnull=True)
    counted = standing.order_by("-mission__number").values_list("mission__number").annotate(said=Count("pk"))
    return dict(counted)


def _row(comment: Comment, of: Viewer) -> CommentRow:
    stands = comment.removed_at is None
    return CommentRow(
        key=comment.key,
        author=comment.author.get_username(),
        side=comment.side,
        text=comment.text if stands else "",
        at=comment.at,
        is_edited=comment.edited_at is not None,
        removed_by="" if stands else comment.removed_by.get_username() if comment.removed_by else "the site",
        may_edit=stands and comment.author_id == of.user_id,
        may_remove=stands and may_remove(comment, of),
    )
