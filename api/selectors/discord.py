"""What slash commands are answered: what the person's own pages say to everybody of a campaign, in few lines.

Nothing that a side keeps to itself is in it, not to its own people either: a phone lies on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from django.contrib.auth.models import User

from api.models import DiscordLink
from campaigns.access import viewer, with_seats
from campaigns.models import Campaign
from campaigns.selectors.campaigns import campaign_page
from campaigns.selectors.home import CampaignRow, home
from config.common import clock
from config.common.absolute_urls import absolute
from config.common.figures import figure
from config.common.refusals import Refusal
from config.common.vocabulary import amount
from missions.models import Mission
from missions.selectors.missions import ENDED
from missions.selectors.turns import turns
from notices.webhooks.payloads import plain

MOST_LISTED = 10
"""Campaigns of one answer."""


def person_of(discord_id: str) -> User | None:
    """Who is linked to an account at Discord. One query."""
    found = DiscordLink.objects.select_related("user").filter(discord_id=discord_id, user__is_active=True).first()
    return found.user if found is not None else None


def is_linked(user: User) -> bool:
    return DiscordLink.objects.filter(user=user).exists()


def answer(command: str, user: User, wanted: str) -> str:
    """What a command is answered; ``wanted``: a part of the name of a campaign. Raises ``Refusal``."""
    if command not in COMMANDS:
        raise Refusal(f"There is no such command. There are {', '.join(f'/{name}' for name in COMMANDS)}.")
    rows = [row for row in _rows(user) if wanted.casefold() in row.name.casefold()]
    if not rows:
        named = f" whose name has “{plain(wanted)}”" if wanted else ""
        raise Refusal(f"You play in no running campaign{named}.")
    return "\n".join(COMMANDS[command](user, rows))


def _rows(user: User) -> list[CampaignRow]:
    """The running campaigns in which the person has a part."""
    return [row for board in home(user.pk).boards for row in board.running]


def _named(row: CampaignRow) -> str:
    return f"**{plain(row.name)}**"


def _turn(user: User, rows: Sequence[CampaignRow]) -> Iterator[str]:
    """Whose turn it is, those first that wait for the person."""
    found = Campaign.objects.filter(pk__in=[row.pk for row in rows]).select_related("pack", "club")
    told = turns(found, user.pk, {row.pk: row.between for row in rows})
    for row in sorted(rows, key=lambda row: not told[row.pk].is_mine)[:MOST_LISTED]:
        turn = told[row.pk]
        due = f", until {clock.stamp(turn.due)}" if turn.due is not None else ""
        yield f"{'➤ ' if turn.is_mine else ''}{_named(row)}: {plain(turn.words)}{due}."


def _under_way(rows: Sequence[CampaignRow]) -> Mapping[int, Mission]:
    """The mission under way of each of these campaigns that has one. One query."""
    found = Mission.objects.filter(campaign__in=[row.pk for row in rows]).exclude(status__in=ENDED)
    return {mission.campaign_id: mission for mission in found.select_related("campaign").order_by("number")}


def _next(user: User, rows: Sequence[CampaignRow]) -> Iterator[str]:
    """The mission under way, or that there is none."""
    missions = _under_way(rows)
    for row in rows[:MOST_LISTED]:
        mission = missions.get(row.pk)
        if mission is None:
            yield f"{_named(row)}: no mission is under way; {row.flown} of {row.length} are flown."
            continue
        where = ", ".join(plain(each) for each in (mission.title, mission.place, mission.date) if each)
        link = absolute(f"/campaigns/{row.pk}/missions/{mission.number}/")
        yield f"{_named(row)}: mission {mission.number}, {where}. <{link}>"


def _due(user: User, rows: Sequence[CampaignRow]) -> Iterator[str]:
    """When orders are due."""
    waiting = [each for each in _under_way(rows).values() if each.status == Mission.Status.PLANNING]
    due = [(each.orders_due, each) for each in waiting if each.orders_due is not None and not each.is_late]
    for at, mission in sorted(due, key=lambda each: (each[0], each[1].pk))[:MOST_LISTED]:
        yield f"**{plain(mission.campaign.name)}**: orders for mission {mission.number} are due on {clock.stamp(at)}."
    if not due:
        yield "No orders are due."


def _standings(user: User, rows: Sequence[CampaignRow]) -> Iterator[str]:
    for row in rows[:MOST_LISTED]:
        points = row.points
        score = (
            ", ".join(f"{title} {figure(points[side])}" for side, title in row.sides.items() if side in points)
            if points is not None
            else f"<{absolute(f'/campaigns/{row.pk}/')}>"
        )
        yield f"{_named(row)}: {score}; {row.flown} of {row.length} missions."


def _aces(user: User, rows: Sequence[CampaignRow]) -> Iterator[str]:
    """The best men of one campaign."""
    if len(rows) > 1:
        named = ", ".join(plain(row.name) for row in rows[:MOST_LISTED])
        raise Refusal(f"Of which campaign? Say a part of its name: {named}.")
    campaign: Campaign = with_seats().get(pk=rows[0].pk)
    member = viewer(campaign, user)
    assert member is not None, "it is one of theirs"
    page = campaign_page(campaign, member, part=1)
    yield f"{_named(rows[0])}:"
    for ace in page.aces:
        side = rows[0].sides[ace.man.side]
        yield f"- {amount(ace.man.kills)}: {plain(ace.man.name)} ({plain(side)})"
    if not page.aces:
        yield "- Nobody has a victory yet."


COMMANDS: Final[Mapping[str, Callable[[User, Sequence[CampaignRow]], Iterator[str]]]] = {
    "next": _next,
    "turn": _turn,
    "standings": _standings,
    "aces": _aces,
    "due": _due,
}
