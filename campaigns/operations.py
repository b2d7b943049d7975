"""The writers of packs and campaigns, and the journal's first and last lines.

One operation is one transaction that locks the campaign's row first and checks every guard under the lock.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from django.contrib.auth.models import User
from django.db import transaction

from campaigns import journal, seeds
from campaigns.definitions import definition
from campaigns.journal import Batch
from campaigns.models import Campaign, Entry, Pack, Pilot, Role, Seat, Side
from campaigns.packs import read_pack
from campaigns.refusals import Refusal
from campaigns.rosters import recruits
from campaigns.standing.lines import Recruit

NAME_LENGTH = 80

Flyer = Literal["me", "staff"]
"""Who commands a side: the person who starts the campaign, or the engine's staff."""


@contextmanager
def locked(campaign_id: int) -> Iterator[Campaign]:
    """One operation on a campaign: a transaction that holds the campaign's row from its first statement."""
    with transaction.atomic():
        yield Campaign.objects.select_for_update(of=("self",)).select_related("pack").get(pk=campaign_id)


def load_pack(text: str, filename: str) -> tuple[Pack, bool]:
    """Store a pack file; returns the row and whether anything changed. The same file again changes nothing.

    A changed file needs a new version once a campaign runs on the old one. Raises ``PackError``.
    """
    parsed = read_pack(text, filename)
    content = {
        "title": parsed.title,
        "kind": parsed.kind,
        "system": parsed.system,
        "summary": parsed.summary,
        "source": text,
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }
    with transaction.atomic():
        pack = Pack.objects.select_for_update().filter(slug=parsed.slug, version=parsed.version).first()
        if pack is None:
            return Pack.objects.create(slug=parsed.slug, version=parsed.version, **content), True
        if pack.sha256 == content["sha256"]:
            return pack, False
        if pack.campaigns.exists():
            raise Refusal(
                f"{filename}: version {pack.version} of {pack.title} has changed while campaigns run on it. "
                "Give the changed file a new version."
            )
        for name, value in content.items():
            setattr(pack, name, value)
        pack.save(update_fields=list(content))
        return pack, True


def start_campaign(
    *, actor: User, pack: Pack, name: str, seats: Mapping[str, Flyer], seed: int | None = None
) -> Campaign:
    """Begin a campaign of ``pack``: its seats, its pilots and the journal's first line.

    Whoever flies neither side watches as umpire. The seed decides every draw; without one it is drawn.
    """
    name = name.strip()
    if not name:
        raise Refusal("Give the campaign a name.", "name")
    if len(name) > NAME_LENGTH:
        raise Refusal(f"The name is longer than {NAME_LENGTH} letters.", "name")
    for side in Side:
        if seats.get(side) not in ("me", "staff"):
            raise Refusal(f"Say who flies the {side.label} side: you, or the staff.", f"seats.{side}")
    if seed is None:
        seed = secrets.randbits(seeds.BITS)
    if not 0 <= seed < 1 << seeds.BITS:
        raise Refusal("A seed is a whole number from 0 up to 9,223,372,036,854,775,807.", "seed")
    parsed = definition(pack)
    with transaction.atomic():
        campaign = Campaign.objects.create(pack=pack, name=name, owner=actor, seed=seed)
        for side in Side:
            commander = actor if seats[side] == "me" else None
            Seat.objects.create(campaign=campaign, side=side, role=Role.COMMANDER, user=commander)
        if "me" not in seats.values():
            Seat.objects.create(campaign=campaign, role=Role.UMPIRE, user=actor)
        add_men(campaign, recruits(parsed, seed))
        batch = Batch(campaign, actor)
        batch.add(Entry.Kind.STARTED, {"pack": pack.slug, "version": pack.version})
        batch.write()
    return campaign


def add_men(campaign: Campaign, men: Iterable[Recruit]) -> list[Pilot]:
    """Rows of men who join a campaign: part of the operation that brings them."""
    return Pilot.objects.bulk_create(
        Pilot(
            campaign=campaign,
            side=man.side,
            name=man.name,
            nation=man.nation,
            service=man.service,
            skills=man.skills,
            on_roster=man.on_roster,
            resource=man.resource,
            squadron=man.squadron,
            delivery=man.delivery,
            is_green=man.is_green,
        )
        for man in men
    )


def finish_campaign(campaign: Campaign, batch: Batch, points: Mapping[str, int], missions: int) -> None:
    """Grade a campaign by its victory table and close it: part of the operation that ends its last mission.

    ``points`` are the final totals, those of ``batch`` included. [WBY-C 24.3 D]
    """
    pack = definition(campaign.pack)
    grade = pack.grade(points[Side.ALLIED], points[Side.AXIS])
    batch.add(
        Entry.Kind.FINISHED,
        {
            "missions": missions,
            "points": dict(points),
            "margin": points[Side.ALLIED] - points[Side.AXIS],
            "least": grade.least,
            "grade": {"allied": grade.allied, "axis": grade.axis},
            "text": grade.text,
        },
    )
    campaign.status = Campaign.Status.FINISHED
    campaign.save(update_fields=["status"])


def reopen_campaign(campaign: Campaign, batch: Batch) -> None:
    """Take back the end of a campaign: part of the operation that takes back its last debrief."""
    for entry in journal.of_kind(journal.in_force(campaign), Entry.Kind.FINISHED):
        batch.reverse(entry)
    campaign.status = Campaign.Status.RUNNING
    campaign.save(update_fields=["status"])


def give_seat(*, actor: User, campaign: Campaign, user: User, role: Role, side: str = "") -> Seat:
    """Give a person a seat. A commander's seat passes from whoever held it, person or staff."""
    with locked(campaign.pk) as campaign:
        umpires = campaign.seats.filter(user=actor, role=Role.UMPIRE)
        if campaign.owner_id != actor.pk and not umpires.exists():
            raise Refusal("Only the owner and the umpires of a campaign give seats.")
        if (role in (Role.COMMANDER, Role.PILOT)) != (side in Side.values):
            raise Refusal("Commanders and pilots sit on one side, umpires and readers on none.", "side")
        held: dict[str, Any] = {"campaign": campaign, "role": role, "side": side}
        if role == Role.COMMANDER:
            return Seat.objects.update_or_create(**held, defaults={"user": user})[0]
        return Seat.objects.get_or_create(**held, user=user)[0]
