"""Clubs as documents: what their pages show their members, by the same selectors."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import Http404

from api.documents import clubs as documents
from api.selectors.pages import PartAsked, iso, url
from clubs.models import Club, Membership
from clubs.selectors.clubs import ClubCampaign, club_page, member_rows, my_clubs
from clubs.selectors.nights import NightRow, TableView, coming, night_page, past
from config.common import clock


def clubs(user: User, asked: PartAsked) -> documents.Clubs:
    """One query."""
    shown, numbers = asked.part(my_clubs(user.pk))
    items = tuple(
        documents.ClubItem(
            id=row.pk,
            name=row.name,
            role=row.role,
            members=row.members,
            campaigns=row.campaigns,
            url=url("club", row.pk),
            href=url("api-club", row.pk),
        )
        for row in shown
    )
    return documents.Clubs(items=items, **numbers)


def club(found: Club, membership: Membership, seated: int) -> documents.Club:
    """Seven queries. ``seated``: whose seats say what its campaigns wait for; 0: nobody's."""
    page = club_page(found, seated)
    return documents.Club(
        id=found.pk,
        name=found.name,
        time_zone=found.time_zone,
        role=membership.get_role_display(),
        members=page.count,
        running=tuple(_campaign(found, each) for each in page.running),
        aces=tuple(
            documents.ClubAce(name=ace.man.name, side=ace.side_title, victories=float(ace.kills), campaign=ace.campaign)
            for ace in page.aces
        ),
        results=tuple(
            documents.ClubResult(
                campaign=result.campaign_pk,
                number=result.number,
                title=result.title,
                points=result.points,
                when=result.when,
                debriefed_at=iso(result.at),
            )
            for result in page.results
        ),
        url=url("club", found.pk),
    )


def _campaign(club: Club, each: ClubCampaign) -> documents.ClubCampaign:
    due = each.turn.due
    return documents.ClubCampaign(
        id=each.row.pk,
        name=each.row.name,
        pack=each.row.pack_title,
        points=each.row.points,
        sides=each.row.sides,
        waits_for=each.turn.words,
        due=clock.short(due, club.time_zone) if due else "",
        due_at=iso(due) if due else None,
        href=url("api-campaign", each.row.pk),
    )


def members(found: Club, membership: Membership, asked: PartAsked) -> documents.Members:
    """One query."""
    shown, numbers = asked.part(member_rows(found, membership))
    items = tuple(
        documents.Member(name=row.name, role=row.role_title, since=row.since, joined_at=iso(row.joined_at))
        for row in shown
    )
    return documents.Members(items=items, **numbers)


def nights(found: Club, user: User, asked: PartAsked) -> documents.Nights:
    """Those that are not over, the next first. One query."""
    shown, numbers = asked.part(coming(found, user.pk))
    return documents.Nights(items=tuple(map(_item, shown)), **numbers)


def past_nights(found: Club, user: User, asked: PartAsked) -> documents.Nights:
    """Those that are over, the last first. Two queries."""
    page = past(found, user.pk, asked.page)
    return documents.Nights(items=tuple(map(_item, page.rows)), **asked.of(page.pages))


def _item(row: NightRow) -> documents.NightItem:
    return documents.NightItem(
        id=row.pk,
        title=row.title,
        begins_at=row.begins.isoformat(),
        ends_at=row.ends.isoformat() if row.ends else None,
        place=row.place,
        yes=row.yes,
        maybe=row.maybe,
        my_answer=row.mine,
        is_called_off=row.is_cancelled,
        url=url("night", row.club_pk, row.pk),
        href=url("api-night", row.club_pk, row.pk),
    )


def night(found: Club, number: int, user: User) -> documents.Night:
    """Six queries. Raises ``Http404``."""
    page = night_page(found, number, user.pk, may_plan=False)
    if page is None:
        raise Http404("The club has no such night.")
    row = page.row
    return documents.Night(
        id=row.pk,
        title=row.title,
        begins_at=row.begins.isoformat(),
        ends_at=row.ends.isoformat() if row.ends else None,
        place=row.place,
        is_called_off=row.is_cancelled,
        is_over=row.is_over,
        answers=tuple(
            documents.Answers(answer=each.answer, people=tuple(one.name for one in each.people))
            for each in page.answers
        ),
        silent=page.silent,
        tables=tuple(map(_table, page.tables)),
        url=url("night", row.club_pk, row.pk),
    )


def _table(table: TableView) -> documents.Table:
    return documents.Table(
        number=table.number,
        title=table.title,
        detail=table.detail,
        campaign=table.campaign,
        mission=table.mission,
        sides={side: people for side, _, people in table.sides},
        others=table.others,
    )
