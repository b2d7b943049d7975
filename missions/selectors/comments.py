"""What is said about a campaign and its missions, for one pair of eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, QuerySet, Window

from campaigns.access import Viewer
from campaigns.models import Campaign, Role, Side
from campaigns.selectors.audience import HEARD, ears, heard_by
from campaigns.selectors.muted import why_muted
from campaigns.selectors.seats import commands_asked_for
from config.common.prepared import Prepared, number
from missions.models import Comment, Mission
from missions.selectors.post_reports import waiting

COMMENTS_A_PAGE: Final = 30


def may_remove(comment: Comment, of: Viewer) -> bool:
    """He wrote it, or he is an umpire or the owner; that it is for his eyes is another matter."""
    return comment.author_id == of.user_id or of.ranks(Role.UMPIRE)


def audiences(of: Viewer) -> tuple[str, ...]:
    """The sides to which he may speak alone."""
    return tuple(side for side in Side.values if of.is_umpire or side in of.sides)


def heard(campaign: Campaign, of: Viewer) -> QuerySet[Comment]:
    """The comments that are for his eyes."""
    return Comment.objects.filter(heard_by(of), campaign=campaign)


def find(campaign: Campaign, of: Viewer, key: UUID) -> Comment | None:
    """A comment of a campaign, if it is for his eyes."""
    return heard(campaign, of).select_related("mission", "author").filter(key=key).first()


def count(mission: Mission, of: Viewer) -> int:
    """How many comments on a mission are for his eyes. One query."""
    found = _SAID.first(campaign=mission.campaign_id, mission=mission.pk, **ears(of))
    return found[0] if found else 0


_SAID = Prepared(
    lambda: (
        Comment.objects.order_by()
        .filter(campaign=number("campaign"), mission=number("mission"), removed_at__isnull=True, side__in=HEARD)
        .values_list(Window(Count("pk")))[:1]
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentRow:
    comment: Comment
    removed_by: str
    """Empty of one that stands."""
    may_edit: bool
    may_remove: bool
    may_report: bool
    wanted: str
    """The seat that it asks for and that the viewer may give, as the form for it names it; empty: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkPage:
    """A page of what has been said, the newest last."""

    rows: tuple[CommentRow, ...]
    page: int
    pages: int
    audiences: tuple[str, ...]
    """The sides to which the viewer may speak alone."""
    may_say: bool
    """The viewer may write here now, but for ``muted``."""
    muted: str
    """Why the viewer writes nothing for now; empty if they may."""
    waiting: int
    """Reported posts that wait for the viewer to decide."""
    by_mission: Mapping[int, int]
    """On the campaign's page: how many comments each mission has that are for his eyes, by its number."""


def talk_page(campaign: Campaign, of: Viewer, mission: Mission | None = None, page: int = 0) -> TalkPage:
    """``page`` 0 is the latest. Three queries on the campaign's page, two on a mission's; one more in a club's
    campaign, and one for who judges what is reported."""
    said = heard(campaign, of).filter(mission=mission).select_related("author", "removed_by")
    pages = Paginator(said, COMMENTS_A_PAGE)
    vacant = commands_asked_for(campaign) if mission is None and of.may(Role.UMPIRE) else {}
    shown = pages.get_page(page or pages.num_pages)
    return TalkPage(
        rows=tuple(_row(each, of, vacant) for each in shown.object_list),
        page=shown.number,
        pages=pages.num_pages,
        audiences=audiences(of),
        may_say=of.may(Role.READER),
        muted=why_muted(campaign, of.user_id),
        waiting=waiting(campaign, of),
        by_mission={} if mission is not None else _by_mission(campaign, of),
    )


def _by_mission(campaign: Campaign, of: Viewer) -> dict[int, int]:
    standing = heard(campaign, of).filter(mission__isnull=False, removed_at__isnull=True)
    counted = standing.order_by("-mission__number").values_list("mission__number").annotate(said=Count("pk"))
    return dict(counted)


def _row(comment: Comment, of: Viewer, vacant: Mapping[str, str]) -> CommentRow:
    stands = comment.removed_at is None
    is_others = comment.author_id != of.user_id
    return CommentRow(
        comment=comment,
        removed_by="" if stands else comment.removed_by.get_username() if comment.removed_by else "the site",
        may_edit=stands and comment.author_id == of.user_id and not of.is_closed,
        may_remove=stands and may_remove(comment, of) and not of.is_closed,
        may_report=stands and is_others and not of.is_closed,
        wanted=vacant.get(comment.text, "") if is_others else "",
    )
