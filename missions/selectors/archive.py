"""A campaign as its file."""

from __future__ import annotations

import uuid
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, TypeVar

from django.db.models import Model
from pydantic import BaseModel

from campaigns.access import Viewer, only_for
from campaigns.documents.kit.document import Progress
from campaigns.models import Campaign, Role, Side
from campaigns.models.terms import Terms
from campaigns.selectors.seats import PLANNERS
from campaigns.selectors.sides import side_titles
from campaigns.standing.kinds import NoteWritten, read
from config.common.refusals import Refusal
from config.common.steps import by_steps
from engine.core.levels import USUAL_LEVEL
from missions.archive.layout import Section, sealed_parts
from missions.archive.schema import (
    FORMAT,
    VERSION,
    FileEntry,
    FileMission,
    FilePilot,
    by_whom,
    with_men_of_scenario,
)
from missions.flights import context
from missions.models import Mission, Orders
from missions.selectors.missions import debrief_of, flight_of

A_STEP: Final = 20
"""Entries or missions between two words about progress."""
ENTRIES_AT_ONCE: Final = 1_000
MISSIONS_AT_ONCE: Final = 100
T = TypeVar("T")


def refuse_secrets(campaign: Campaign, viewer: Viewer) -> None:
    """The file holds the seed and what each side keeps to itself: while the campaign runs it is for who may see it all.

    What people of a side have written stays theirs when they have left it. Four queries at most.
    """
    unseen = [side for side in Side.values if not viewer.sees_plans_of(side)]
    if campaign.is_finished or not unseen:
        return
    people = {seat.side for seat in campaign.seats.all() if seat.role in PLANNERS and not seat.is_staff}
    signed = Orders.objects.filter(mission__campaign=campaign, signed_by__isnull=False, side__in=unseen)
    signed = signed.exclude(signed_by=viewer.user_id).select_related("mission")
    people |= {orders.side for orders in signed if not orders.mission.orders_are_open}
    notes = campaign.entries.filter(kind=NoteWritten.kind, side__in=unseen).exclude(actor=viewer.user_id)
    people |= set(notes.values_list("side", flat=True))
    titles = side_titles(campaign)
    if hidden := [titles[side] for side in unseen if side in people]:
        raise Refusal(
            f"The file would show you the sealed orders and notes of the {' and the '.join(hidden)} side. "
            "An umpire may export the campaign, or you when it is over."
        )


def refuse_file(campaign: Campaign, viewer: Viewer) -> None:
    """The file is for umpires and the owner, and holds nothing that they may not see."""
    if not viewer.ranks(Role.UMPIRE):
        raise only_for(Role.UMPIRE)
    refuse_secrets(campaign, viewer)


def export(campaign: Campaign) -> bytes:
    """The campaign's file. Seven queries, and two for every further hundred missions."""
    return b"".join(export_parts(campaign))


def export_parts(campaign: Campaign, progress: Progress = lambda done, total: None) -> Iterator[bytes]:
    """The same, some hundred kilobytes at a time. ``progress`` counts journal entries and missions."""
    return sealed_parts(_sections(campaign, progress))


def _sections(campaign: Campaign, progress: Progress) -> Iterator[Section]:
    """Its keys in order, each with what it holds; lists a part at a time."""
    commanders = {seat.side: seat for seat in campaign.seats.filter(role=Role.COMMANDER)}
    pilots = list(campaign.pilots.order_by("pk"))
    places = {pilot.pk: place for place, pilot in enumerate(pilots, 1)}
    batches: dict[uuid.UUID, int] = {}
    entries = campaign.entries.order_by("-number").values_list("number", flat=True).first() or 0
    most = campaign.missions.order_by("-number").values_list("number", flat=True).first() or 0
    yield (
        "campaign",
        {
            "name": campaign.name,
            "seed": campaign.seed,
            "status": campaign.status,
            "created_at": campaign.created_at.isoformat(),
            **{side: by_whom(commanders[side].user_id if side in commanders else None) for side in Side.values},
            **_terms(campaign, [seat.user_id for seat in commanders.values()]),
        },
    )
    yield "format", FORMAT
    yield "journal", _counted(_journal(campaign, places, batches), progress, 0, entries + most)
    yield "missions", _counted(_missions(campaign, places, batches), progress, entries, entries + most)
    yield "pack", {"slug": campaign.pack.slug, "version": campaign.pack.version, "source": campaign.pack.source}
    if campaign.pictures.exists():
        yield "pictures", _pictures(campaign)
    yield "pilots", (_as_it_is(pilot, FilePilot) for pilot in pilots)
    yield "version", VERSION


def _counted(items: Iterable[T], progress: Progress, before: int, total: int) -> Iterator[T]:
    number = before
    for number, item in enumerate(items, before + 1):
        yield item
        if not number % A_STEP:
            progress(number, total)
    progress(number, total)


def _journal(
    campaign: Campaign, places: Mapping[int, int], batches: dict[uuid.UUID, int]
) -> Iterator[dict[str, object]]:
    """Every entry; ``batches`` learns the number of each batch."""
    entries = campaign.entries.select_related("reverses").defer("reverses__data").order_by("number")
    for entry in by_steps(entries, "number", ENTRIES_AT_ONCE):
        yield {
            **_as_it_is(entry, FileEntry, but=("batch", "at", "pilot", "data", "reverses")),
            "batch": batches.setdefault(entry.batch, len(batches) + 1),
            "at": entry.at.isoformat(),
            "pilot": places.get(entry.pilot_id or 0),
            "data": read(entry).with_men(places).as_json(accounts=False),
            "reverses": entry.reverses.number if entry.reverses else None,
        }


def _missions(
    campaign: Campaign, places: Mapping[int, int], batches: Mapping[uuid.UUID, int]
) -> Iterator[dict[str, object]]:
    missions = campaign.missions.select_related("flight", "debrief").prefetch_related("orders").order_by("number")
    for mission in by_steps(missions, "number", MISSIONS_AT_ONCE):
        yield _mission(mission, places, batches)


def _as_it_is(row: Model, part: type[BaseModel], but: Collection[str] = ()) -> dict[str, object]:
    """What a part of the file has of a row without another word, all ``but`` some."""
    return {name: getattr(row, name) for name in part.model_fields if name not in but}


def _terms(campaign: Campaign, commanders: Collection[int | None]) -> dict[str, dict[str, object]]:
    """Terms that are not as a campaign begins with.

    Where people command both sides nothing is said of seats on both: whoever brings the campaign in has them.
    """
    implied = {"both_sides"} if None not in commanders else set()
    own = {
        field.name: value
        for field in Terms._meta.local_fields
        if field.name not in implied and (value := getattr(campaign, field.name)) != field.get_default()
    }
    return {"terms": own} if own else {}


def _pictures(campaign: Campaign) -> Iterator[dict[str, str]]:
    """Those that people have uploaded; a file of a campaign without any says nothing of them."""
    for each in campaign.pictures.order_by("side", "digest").iterator(chunk_size=20):
        yield {"side": each.side, "digest": each.digest, "content": b64encode(bytes(each.content)).decode()}


def _mission(mission: Mission, places: Mapping[int, int], batches: Mapping[uuid.UUID, int]) -> dict[str, object]:
    flight, debrief = flight_of(mission), debrief_of(mission)
    return {
        **_as_it_is(mission, FileMission, but=("scenario", "opened_at", "orders", "flight", "debrief", "lineup")),
        "scenario": with_men_of_scenario(mission.scenario, places),
        "opened_at": mission.opened_at and mission.opened_at.isoformat(),
        "orders": [
            {
                "side": orders.side,
                "document": context.orders_of(orders).with_men(places).as_json(),
                "signed_at": orders.signed_at.isoformat(),
                "signed_by": by_whom(orders.signed_by_id),
            }
            for orders in sorted(mission.orders.all(), key=lambda orders: orders.side)
        ],
        **({"lineup": lineup.with_men(places).as_json()} if (lineup := context.lineup_of(mission)).as_json() else {}),
        "flight": flight
        and {
            "way": flight.way,
            "record": flight.record,
            "report": flight.report,
            "stored_at": flight.stored_at.isoformat(),
            **({"level": flight.level} if flight.level != USUAL_LEVEL else {}),
            **({"corrected_at": flight.corrected_at.isoformat()} if flight.corrected_at else {}),
        },
        "debrief": debrief
        and {"at": debrief.at.isoformat(), "by": by_whom(debrief.actor_id), "batch": batches[debrief.batch]},
    }
