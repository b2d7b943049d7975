"""Who has seen sealed orders, and so takes no seat on the other side until they are opened.

An umpire sees all hands of a game on screen as well: until its mission is debriefed he takes no seat on a side at all.
The journal remembers it: whoever held a seat that shows a side's plans at any time since the mission was drawn, or
stood in for its holder. Whether they looked does not matter.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db.models import Q

from campaigns.models import Campaign, Entry, Role, Seat, Side
from campaigns.selectors.sides import side_titles
from campaigns.standing.kinds import Drawn, SeatChanged, StandIn, Voided
from campaigns.standing.result_kinds import Debriefed
from config.common.refusals import Refusal

SHOW_PLANS: Final = (Role.LEADER, Role.COMMANDER, Role.UMPIRE)
"""Roles whose seats show plans that people write: their own side's, and an umpire's both."""
_WORDS: Final = {role.name.lower(): role for role in SHOW_PLANS}


def refuse_if_seen(campaign: Campaign, user: User, side: str) -> None:
    """Refuse a seat on ``side`` to who has seen the other's sealed orders; ``campaign`` is locked.

    Where one person may sit on both sides, and where nobody else plays or has played since, nothing is refused.
    """
    if not side or campaign.both_sides:
        return
    drawn = _under_way(campaign)
    if drawn is None or _plays_alone_with(campaign, user, drawn):
        return
    other = Side.AXIS if side == Side.ALLIED else Side.ALLIED
    are_open = drawn.mission <= campaign.committed if drawn.mission is not None else False
    roles = (Role.UMPIRE,) if are_open else SHOW_PLANS
    if other in _seen_since(campaign, user, drawn, roles) and _has_planners(campaign, other, drawn):
        titles, who, mission = side_titles(campaign), user.get_username(), drawn.mission
        seen = f"what an umpire sees of mission {mission}"
        until = "it has been debriefed"
        if not are_open:
            seen, until = f"the {titles[other]} side’s sealed orders for mission {mission}", "they are opened"
        raise Refusal(f"{who} has been able to see {seen}: no seat on the {titles[side]} side until {until}.", "person")


def _plays_alone_with(campaign: Campaign, user: User, drawn: Entry) -> bool:
    """Nobody else has a seat, nor has had one since the draw: whoever was made to leave may have planned."""
    people = {pk for seat in campaign.seats.all() for pk in (seat.user_id, seat.stand_in_id) if pk is not None}
    if campaign.club_id is not None or people | {campaign.owner_id, user.pk} != {user.pk}:
        return False
    since = campaign.entries.filter(kind=SeatChanged.kind, number__gt=drawn.number)
    named = [SeatChanged.of(entry).people for entry in since]
    # What a campaign's file brought names nobody of this house.
    return all({each.who, each.whose} <= {user.pk, None} for each in named)


def _under_way(campaign: Campaign) -> Entry | None:
    """The draw of the mission that has not been debriefed yet; ``None``: there is none."""
    force = campaign.entries.in_force()
    drawn = force.filter(kind=Drawn.kind).order_by("-mission").first()
    if drawn is None or drawn.mission is None or Drawn.of(drawn).paper:
        return None
    ended = force.filter(kind__in=(Debriefed.kind, Voided.kind), mission=drawn.mission)
    return None if ended.exists() else drawn


def _seen_since(campaign: Campaign, user: User, drawn: Entry, roles: Collection[Role]) -> set[str]:
    """Sides whose plans this person has been able to see since the draw, by these roles. Two queries."""
    seen: set[str] = set()
    for seat in campaign.seats.held_by(user.pk).filter(role__in=roles):
        seen |= _shown(Role(seat.role), seat.side)
    about = Q(data__people__who=user.pk) | Q(data__people__whose=user.pk)
    covers: dict[tuple[str, str, str, int | None], datetime] = {}
    words = [word for word, role in _WORDS.items() if role in roles]
    for entry in campaign.entries.filter(about, kind=SeatChanged.kind, data__role__in=words).order_by("number"):
        said, side = SeatChanged.of(entry), entry.side
        covered = (said.role, side, said.squadron, said.people.whose)
        if entry.number > drawn.number:
            seen |= _shown(_WORDS[said.role], side)
        elif isinstance(said, StandIn) and said.people.who == user.pk:
            covers[covered] = datetime.fromisoformat(said.until)
        elif said.how == "stand-in-ended":
            covers.pop(covered, None)
    for (word, side, *_), until in covers.items():
        if until > drawn.at:
            seen |= _shown(_WORDS[word], side)
    return seen


def _shown(role: Role, side: str) -> set[str]:
    return {*Side.values} if role == Role.UMPIRE else {side}


def _has_planners(campaign: Campaign, side: str, drawn: Entry) -> bool:
    """People have planned for the side since the draw: what the staff plans nobody sees before it is opened."""
    planners = (Role.LEADER, Role.COMMANDER)
    if Seat.objects.filter(campaign=campaign, side=side, role__in=planners, user__isnull=False).exists():
        return True
    words = [role.name.lower() for role in planners]
    since = campaign.entries.filter(kind=SeatChanged.kind, side=side, number__gt=drawn.number)
    return since.filter(data__role__in=words).exists()
