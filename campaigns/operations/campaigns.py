"""The writers of packs and campaigns, and the journal's first and last lines.

One operation is one transaction that locks the campaign's row first and checks every guard under the lock.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from typing import Literal

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign, Pack, Pilot, Role, Seat, Side
from campaigns.models.terms import AS_PACK, OF_MEN, wrong
from campaigns.operations import journal
from campaigns.operations.journal import Batch
from campaigns.selectors.definitions import definition
from campaigns.selectors.terms import why_no_careers
from campaigns.standing import Standing
from campaigns.standing.kinds import Finished, Grades, Started, TermsAgreed
from campaigns.standing.recruits import Man
from campaigns.standing.rosters import recruits
from campaigns.standing.said import PointsBySide
from clubs.models import Club
from clubs.selectors.endings import refuse_if_archived
from config.common import lookalikes, seeds
from config.common.lengths import NAME_LENGTH, said_in_words
from config.common.prepared import Prepared, number
from config.common.refusals import Refusal
from notices.operations.outbox import tell

Flyer = Literal["me", "staff"]
"""Who commands a side: the person who starts the campaign, or the engine's staff."""


@contextmanager
def locked(campaign_id: int, *, archived_too: bool = False) -> Iterator[Campaign]:
    """One operation on a campaign: a transaction that holds the campaign's row from its first statement.

    Refuses in one that is archived, unless ``archived_too``: there people still leave, and its end is decided. Refuses
    what has been deleted since its page was looked at.
    """
    with transaction.atomic():
        if (campaign := _HELD.first(campaign=campaign_id)) is None:
            raise Refusal("The campaign has been deleted.")
        if not archived_too:
            refuse_if_archived(campaign)
        yield campaign


_HELD = Prepared(
    lambda: (
        Campaign.objects.select_for_update(of=("self",)).select_related("pack").filter(pk=number("campaign")).order_by()
    )
)


def start_campaign(
    *,
    actor: User,
    pack: Pack,
    name: str,
    seats: Mapping[str, Flyer],
    seed: int | None = None,
    club: Club | None = None,
    men: Iterable[Man] | None = None,
    of_men: Mapping[str, str] | None = None,
) -> Campaign:
    """Begin a campaign of ``pack``: its seats, its pilots and the journal's first line.

    Whoever flies neither side watches as umpire. The seed decides every draw; without one it is drawn. ``club``: whose
    campaign it is, of which whoever calls knows that the actor may start it; ``men``: others than the seed draws;
    ``of_men``: what has been agreed on about careers and fates, left out as the pack has it.
    """
    name = said_in_words(name, NAME_LENGTH, "name", missing="Give the campaign a name.", what="The name is")
    if why := lookalikes.why_not(name):
        raise Refusal(why, "name")
    for side in Side:
        if seats.get(side) not in ("me", "staff"):
            raise Refusal(f"Say who flies the {side.label} side: you, or the staff.", f"seats.{side}")
    if seed is None:
        seed = secrets.randbits(seeds.BITS)
    if not 0 <= seed < 1 << seeds.BITS:
        raise Refusal("A seed is a whole number from 0 up to 9,223,372,036,854,775,807.", "seed")
    parsed = definition(pack)
    agreed = dict.fromkeys(OF_MEN, AS_PACK) | dict(of_men or {})
    for term, value in agreed.items():
        if why := wrong(term, value) or why_no_careers(parsed, value):
            raise Refusal(why, term)
    with transaction.atomic():
        both = all(seats[side] == "me" for side in Side)
        campaign = Campaign.objects.create(
            pack=pack, name=name, owner=actor, club=club, seed=seed, both_sides=both, **agreed
        )
        for side in Side:
            commander = actor if seats[side] == "me" else None
            Seat.objects.create(campaign=campaign, side=side, role=Role.COMMANDER, user=commander)
        if "me" not in seats.values():
            Seat.objects.create(campaign=campaign, role=Role.UMPIRE, user=actor)
        add_men(campaign, recruits(parsed, seed) if men is None else men)
        batch = Batch(campaign, actor)
        batch.add(Started(pack=pack.slug, version=pack.version))
        if chosen := {term: (AS_PACK, value) for term, value in agreed.items() if value != AS_PACK}:
            batch.add(TermsAgreed(changed=chosen))
        batch.write()
    return campaign


def add_men(campaign: Campaign, men: Iterable[Man]) -> list[Pilot]:
    """Rows of men who join a campaign: part of the operation that brings them."""
    told = {field.name for field in fields(Man)} - {"pk", "player_id", "skills"}
    return Pilot.objects.bulk_create(
        Pilot(campaign=campaign, skills=list(man.skills), **{name: getattr(man, name) for name in told}) for man in men
    )


def grade_and_close(campaign: Campaign, batch: Batch) -> Standing:
    """Grade and close a campaign that is over once ``batch`` is written, reopen it if it no longer is.

    Part of every operation that may end it or take its end back; the end is graded anew if a correction changes it.
    Returns the standing that the batch brings about. [WBY-C 24.3 D, SUP 27 step 9]
    """
    standing = journal.after(campaign, batch)
    end = ending(standing) if standing.is_over else None
    stands = False
    if campaign.status == Campaign.Status.FINISHED:
        for entry in campaign.entries.in_force().filter(kind=Finished.kind).exclude(number__in=batch.taken_back):
            if Finished.of(entry) == end:
                stands = True
            else:
                batch.reverse(entry)
    if end is not None and not stands:
        batch.add(end)
    status = Campaign.Status.RUNNING if end is None else Campaign.Status.FINISHED
    if campaign.status != status:
        campaign.status = status
        campaign.save(update_fields=["status"])
        if end is not None:
            tell("campaign-finished", f"{campaign.pk} {batch.id}", campaign=campaign, data={"text": end.text})
    return standing


def ending(standing: Standing) -> Finished:
    """What the journal says of the end of a campaign that stands so."""
    points, grade = standing.points, standing.grade
    return Finished(
        missions=standing.flown,
        points=PointsBySide(allied=points["allied"], axis=points["axis"]),
        margin=points["allied"] - points["axis"],
        least=grade.least,
        grade=Grades(allied=grade.allied, axis=grade.axis),
        text=grade.text,
    )
