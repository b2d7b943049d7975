"""The pilots of somebody's own, of no campaign, and the skirmishes in their books."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from config.common import lookalikes
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal
from missions.models import OwnPilot, OwnSortie, Skirmish
from missions.selectors.own_pilots import place_in

NAME_LENGTH = 80
MOST_PILOTS = 40
"""A person may have so many pilots of his own."""


def enter(
    *, actor: User, skirmish: Skirmish, unit: str, seat: str, pilot: OwnPilot | None = None, name: str = ""
) -> OwnSortie:
    """Enter a skirmish in the book of a pilot of the actor's own, or of one who begins with it by ``name``.

    Entered before, it is his other aircraft from now on.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)
        skirmish = Skirmish.objects.get(pk=skirmish.pk)
        if place_in(skirmish, unit, seat) is None:
            raise Refusal("No such aircraft flew in this skirmish. Choose one of those that did.", "place")
        pilot = _begun(actor, name.strip()) if pilot is None else pilot
        if pilot.owner_id != actor.pk:
            raise Refusal("That is no pilot of yours.", "pilot")
        entry, _ = OwnSortie.objects.update_or_create(
            pilot=pilot, skirmish=skirmish, defaults={"unit": unit, "seat": seat}
        )
        return entry


def strike(*, actor: User, skirmish: Skirmish, pilot: OwnPilot) -> None:
    """Take a skirmish out of a pilot's book. Once more does nothing."""
    OwnSortie.objects.filter(pilot=pilot, pilot__owner=actor, skirmish=skirmish).delete()


def delete(*, actor: User, pilot: OwnPilot) -> None:
    """Away with a pilot and his book; the skirmishes stay."""
    OwnPilot.objects.filter(pk=pilot.pk, owner=actor).delete()


def _begun(actor: User, name: str) -> OwnPilot:
    refuse_longer(name, NAME_LENGTH, "name", "The name is")
    if not name:
        raise Refusal("Choose one of your pilots, or name a new one.", "name")
    if why := lookalikes.why_not(name):
        raise Refusal(why, "name")
    own = OwnPilot.objects.filter(owner=actor)
    if (known := own.filter(name=name).first()) is not None:
        return known
    if own.count() >= MOST_PILOTS:
        raise Refusal(f"You have {MOST_PILOTS} pilots already. Delete one whose book you no longer want.", "name")
    return OwnPilot.objects.create(owner=actor, name=name)
