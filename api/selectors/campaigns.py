"""Campaigns as documents: what the pages show, to the same viewers, by the same selectors."""

from __future__ import annotations

from django.contrib.auth.models import User

from api.documents import campaigns as documents
from api.selectors.pages import PartAsked, iso, url
from campaigns.access import Viewer, club_of
from campaigns.models import Campaign
from campaigns.selectors.campaigns import campaign_page
from campaigns.selectors.home import CampaignRow, board_lines, board_row
from campaigns.selectors.journal import BatchOfLines, JournalFilter, journal_page
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import RosterRow, pool_page, roster_page
from campaigns.standing.questions import SquadronRow
from campaigns.standing.words import airman_state
from config.common import clock
from missions.selectors.turns import Turn, turns


def campaigns(user: User, asked: PartAsked, only: int | None = None) -> documents.Campaigns:
    """A page of the campaigns that the person may read; ``only``: if it is this one. Three queries."""
    found = Campaign.objects.for_user(user.pk).select_related("pack").order_by("-pk")
    shown, numbers = asked.part(list(found if only is None else found.filter(pk=only)))
    lines = board_lines(shown)
    items = tuple(_item(campaign, board_row(campaign, lines[campaign.pk])) for campaign in shown)
    return documents.Campaigns(items=items, **numbers)


def _item(campaign: Campaign, row: CampaignRow) -> documents.CampaignItem:
    return documents.CampaignItem(
        id=row.pk,
        name=row.name,
        pack=row.pack_title,
        system=campaign.pack.system,
        sides=row.sides,
        is_finished=row.is_finished,
        points=row.points,
        grades=row.grades,
        missions_flown=row.flown,
        missions_in_all=row.length,
        period=row.period,
        periods=row.periods,
        url=url("campaign", row.pk),
        href=url("api-campaign", row.pk),
    )


def campaign(found: Campaign, viewer: Viewer, user: User) -> documents.Campaign:
    """A campaign with its standings, as its page has them. ``viewer``: what of them the token lets be seen."""
    page = campaign_page(found, viewer, part=1)
    turn = _turn(found, viewer) if not found.is_finished else None
    club = club_of(found, Viewer(user.pk, False, viewer.role, frozenset(), False))
    return documents.Campaign(
        id=found.pk,
        name=found.name,
        pack=found.pack.title,
        system=found.pack.system,
        sides=side_titles(found),
        commanders=page.commanders,
        club=club.pk if club else None,
        time_zone=found.time_zone,
        is_finished=page.is_finished,
        waits_for=_waiting(turn, found.time_zone) if turn else None,
        points=page.points,
        margin=page.margin,
        missions_flown=page.flown,
        missions_in_all=page.length,
        grades=tuple(
            documents.Grade(label=row.label, low=row.low, high=row.high, titles=row.titles, is_current=row.is_current)
            for row in page.grades
        ),
        aces=tuple(
            documents.Ace(
                id=row.man.pk,
                name=row.man.name,
                side=row.man.side,
                victories=float(row.man.kills),
                is_ace=row.is_ace,
                flew=row.flew,
            )
            for row in page.aces
        ),
        losses=tuple(
            documents.Losses(
                side=row.side,
                aircraft=row.name,
                sorties=row.sorties,
                damaged=row.damaged,
                destroyed=row.destroyed,
            )
            for row in page.losses
        ),
        url=url("campaign", found.pk),
    )


def _turn(found: Campaign, viewer: Viewer) -> Turn | None:
    at_rest = {found.pk: board_row(found, board_lines([found])[found.pk]).between}
    return turns([found], viewer.user_id, at_rest).get(found.pk)


def _waiting(turn: Turn, zone: str) -> documents.Waiting:
    return documents.Waiting(
        sentence=turn.words,
        is_mine=turn.is_mine,
        sides=turn.sides,
        due=clock.short(turn.due, zone) if turn.due else "",
        due_at=iso(turn.due) if turn.due else None,
    )


def roster(found: Campaign, viewer: Viewer, asked: PartAsked) -> documents.Roster:
    """Two queries; three for who may not look into both pools."""
    page = roster_page(found, viewer)
    rows = [row for rows in page.rows.values() for row in rows] if page.standing.pack.names_men else []
    shown, numbers = asked.part(rows)
    return documents.Roster(items=tuple(map(_man, shown)), **numbers)


def _man(row: RosterRow) -> documents.Man:
    man = row.man
    return documents.Man(
        id=man.pk,
        name=man.name,
        side=man.side,
        squadron=row.squadron,
        rank=man.rank,
        state=airman_state(man),
        missions=man.missions,
        victories=float(man.kills),
        strikes=man.strikes,
        is_ace=row.is_ace,
        skills=man.skills,
        player=row.player,
    )


def squadrons(found: Campaign, viewer: Viewer, asked: PartAsked) -> documents.Squadrons:
    """Two queries."""
    page = pool_page(found, viewer)
    shown, numbers = asked.part([row for rows in page.sides.values() for row in rows])
    return documents.Squadrons(items=tuple(map(_squadron, shown)), hidden=page.hidden, **numbers)


def _squadron(row: SquadronRow) -> documents.Squadron:
    return documents.Squadron(
        key=row.squadron.key,
        side=row.squadron.side,
        title=row.squadron.title,
        aircraft=row.aircraft,
        base=row.squadron.base,
        status=row.squadron.status,
        serviceable=row.serviceable,
        repair=row.repair,
        lost=row.lost,
        fit=row.fit,
        unfit=row.unfit,
        gone=row.gone,
        sorties=row.sorties,
        victories=float(row.kills),
    )


def journal(found: Campaign, viewer: Viewer, asked: PartAsked) -> documents.Journal:
    """Four queries, however long it is; three for who may read everything."""
    page = journal_page(found, viewer, JournalFilter(), asked.page)
    return documents.Journal(items=tuple(map(_batch, page.batches)), **asked.of(page.pages))


def _batch(batch: BatchOfLines) -> documents.Batch:
    return documents.Batch(
        at=iso(batch.at),
        by=batch.who,
        lines=tuple(
            documents.JournalLine(
                number=line.number,
                kind=line.kind,
                side=line.side,
                mission=line.mission,
                sentence=line.text,
                is_taken_back=line.is_reversed,
            )
            for line in batch.lines
        ),
    )
