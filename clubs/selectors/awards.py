"""Awards of clubs, to be shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q

from clubs.models import Award, Club, ClubRole, Membership


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRow:
    """An award that somebody has."""

    pk: int
    who: str
    title: str
    why: str
    day: str
    club: str
    by: str
    """Empty: it was given where the club's file comes from."""
    may_end: bool
    """The viewer may withdraw it, or give it back."""
    is_mine: bool


def award_rows(club: Club, viewer: Membership) -> tuple[AwardRow, ...]:
    """The club's, the newest first. One query."""
    found = Award.objects.in_force().filter(club=club).select_related("user", "by", "club")
    may_end = viewer.may(ClubRole.UMPIRE)
    may_give_back = viewer.may(ClubRole.READER)
    return tuple(_row(each, viewer.user_id, may_end=may_end, may_give_back=may_give_back) for each in found)


def awards_of_members(club: Club) -> Mapping[int, tuple[str, ...]]:
    """By person the titles that they have of the club, the newest first. One query."""
    found = defaultdict[int, list[str]](list)
    awards = Award.objects.in_force().filter(club=club, user__isnull=False)
    for user, title in awards.values_list("user", "title"):
        if user is not None:
            found[user].append(title)
    return {user: tuple(titles) for user, titles in found.items()}


def awards_of(user: User, reader: User | AnonymousUser) -> tuple[AwardRow, ...]:
    """Somebody's, for a reader: those of clubs that the reader knows, and one's own. One query.

    A club is known to its members, and to everybody if it has a public page or takes people who ask.
    """
    found = Award.objects.in_force().filter(user=user)
    if reader.pk != user.pk:
        mine = Membership.objects.filter(user=reader.pk).order_by().values("club")
        found = found.filter(Q(club__in=mine) | Q(club__public_key__isnull=False) | Q(club__takes_askers=True))
    return tuple(_row(each, reader.pk) for each in found.select_related("user", "by", "club"))


def _row(award: Award, viewer_id: int | None, *, may_end: bool = False, may_give_back: bool = False) -> AwardRow:
    is_mine = award.user_id is not None and award.user_id == viewer_id
    return AwardRow(
        pk=award.pk,
        who=award.user.get_username() if award.user else award.name,
        title=award.title,
        why=award.why,
        day=f"{award.day.day} {award.day:%B %Y}",
        club=award.club.name,
        by=award.by.get_username() if award.by else "",
        may_end=may_end or (may_give_back and is_mine),
        is_mine=is_mine,
    )
