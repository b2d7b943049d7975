"""Missions as documents: what their pages show, to the same viewers, by the same selectors."""

from __future__ import annotations

from collections.abc import Mapping

from api.documents import missions as documents
from api.selectors.pages import PartAsked, iso, url
from campaigns.access import Viewer
from campaigns.models import Campaign
from campaigns.selectors.campaigns import campaign_page
from campaigns.selectors.mission_rows import MissionRow
from missions.models import Mission
from missions.selectors.missions import MissionPage, OrdersSummary, debrief_page, mission_page


def missions(found: Campaign, viewer: Viewer, asked: PartAsked) -> documents.Missions:
    """Four queries, however many there are."""
    page = campaign_page(found, viewer, part=asked.page)
    numbers = asked.of(page.part.paginator.num_pages)
    newest = sorted(page.missions, key=lambda row: -row.number)
    return documents.Missions(items=tuple(_item(found.pk, row) for row in newest), **numbers)


def _item(campaign: int, row: MissionRow) -> documents.MissionItem:
    return documents.MissionItem(
        number=row.number,
        title=row.title,
        date=row.date,
        place=row.place,
        stage=row.stage,
        period=row.period,
        is_debriefed=row.is_debriefed,
        is_void=row.is_void,
        way=row.way,
        points=row.points,
        total=row.total,
        destroyed=row.destroyed,
        damaged=row.damaged,
        flew=row.flew,
        achieved=row.achieved,
        notes=row.notes,
        href=url("api-mission", campaign, row.number),
    )


def mission(found: Mission, viewer: Viewer) -> documents.Mission:
    """Four queries, three more while signed orders wait."""
    page = mission_page(found, viewer)
    at = (found.campaign_id, found.number)
    return documents.Mission(
        number=found.number,
        title=found.title,
        date=found.date,
        place=found.place,
        period=found.period,
        status=found.status,
        type=page.definition.type,
        target=page.target.name if page.target else "",
        orders_due=iso(found.orders_due) if found.orders_due else None,
        orders_are_open=found.orders_are_open,
        sides={side: _plan(page, side) for side in sorted(page.plans)},
        points=_points(page),
        voided=page.voided,
        url=url("mission", *at),
        report=url("api-report", *at) if page.flight else None,
    )


def _points(page: MissionPage) -> Mapping[str, int] | None:
    return None if page.watch_first else page.points


def _plan(page: MissionPage, side: str) -> documents.Plan:
    plan = page.plans[side]
    return documents.Plan(
        commander=plan.commander, is_signed=plan.is_signed, orders=_orders(plan.orders) if plan.orders else None
    )


def _orders(orders: OrdersSummary) -> documents.Orders:
    return documents.Orders(
        resource=orders.resource,
        doctrine=orders.doctrine,
        units=tuple(
            documents.Unit(
                id=unit.id,
                role=unit.role,
                aircraft=unit.aircraft_name,
                kind=unit.kind,
                altitude=unit.altitude,
                load=unit.load,
                arrives=unit.arrives,
                men=unit.men,
                escorts=unit.escorts,
            )
            for unit in orders.units
        ),
    )


def report(found: Mission, viewer: Viewer) -> documents.Report:
    """The report of a mission that has been flown. Raises ``Refusal`` of any other."""
    page = debrief_page(found, viewer)
    told = page.told
    return documents.Report(
        number=found.number,
        title=found.title,
        way=page.flight.way,
        is_debriefed=page.debrief is not None,
        turns=told.turns,
        duration=told.duration,
        points=told.points,
        aircraft=tuple(
            documents.Flown(
                side=side,
                unit=row.unit,
                seat=row.place,
                aircraft=row.aircraft_name,
                pilot=row.report.pilot,
                load=row.load,
                status=row.report.status,
                exit=row.report.exit,
                cause=row.cause,
                kills=row.kills,
                deeds=row.deeds,
            )
            for side, rows in told.rows.items()
            for row in rows
        ),
        scores=tuple(
            documents.Score(side=row.side, who=row.who, reason=row.reason, section=row.section, points=row.points)
            for row in told.scores
        ),
        achieved=told.achieved,
        notes=page.notes,
        url=url("mission-debrief", found.campaign_id, found.number),
    )
