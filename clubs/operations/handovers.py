"""Clubs and campaigns change hands: an owner offers, the heir agrees; or an owner is gone, and somebody asks.

Who is asked has some weeks to say no; silence is a yes then. An offer that nobody takes lapses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.operations import campaigns, seats
from campaigns.operations.moderation import note
from clubs.models import Club, ClubRole, Handover, Membership, ModerationEntry
from clubs.operations import clubs
from clubs.operations.locks import locked
from clubs.selectors.endings import why_closed
from clubs.selectors.handovers import may_inherit, open_handover, owners_of, why_not_ask, why_not_due
from config.common.refusals import Refusal
from notices.operations.outbox import tell

GONE = "Nothing waits for your answer any more."


@contextmanager
def _held(it: Club | Campaign) -> Iterator[Club | Campaign]:
    """Under its lock, archived or not: an heir may be who opens it again."""
    if isinstance(it, Club):
        with locked(it.pk, archived_too=True) as club:
            yield club
    else:
        with campaigns.locked(it.pk, archived_too=True) as campaign:
            yield campaign


def offer(*, actor: User, it: Club | Campaign, heir: User) -> Handover:
    """Offer it to somebody who takes part. Whoever offers may take that back until it is taken."""
    with _held(it) as it:
        if actor not in owners_of(it):
            raise Refusal("Only its owner hands it over.")
        if it.goes_at is not None:
            raise Refusal(why_closed(it))
        if heir.pk == actor.pk or not may_inherit(it, heir):
            raise Refusal("It is handed over to somebody else who takes part.", "heir")
        if (waits := open_handover(it)) is not None:
            if (waits.heir_id, waits.by_id) == (heir.pk, actor.pk):
                return waits
            raise Refusal(f"{waits.heir} has been asked, or has asked for it. Answer that first, or take it back.")
        made = _make(it, heir, actor)
        _tell("handover-offered", made, it, actor, heir, until=made.until.isoformat())
    return made


def offer_campaign(*, actor: User, campaign: Campaign, user: User) -> Handover:
    """Offer a campaign, as the form of its page of people has it."""
    return offer(actor=actor, it=campaign, heir=user)


def ask(*, actor: User, it: Club | Campaign) -> Handover:
    """Ask for what belongs to people whom nobody has seen for months. Each of them is told, and may say no."""
    with _held(it) as it:
        if why := why_not_ask(it, actor):
            raise Refusal(why)
        if it.goes_at is not None:
            raise Refusal(why_closed(it))
        made = _make(it, actor, actor)
        _log(it, actor, actor, f"Asked for until {made.until:%Y-%m-%d}")
        for owner in owners_of(it):
            _tell("handover-asked", made, it, actor, owner, until=made.until.isoformat())
    return made


def accept(*, actor: User, it: Club | Campaign) -> None:
    """Take what is offered: it is the actor's from now on."""
    with _held(it) as it:
        waits = open_handover(it)
        if waits is None or waits.heir_id != actor.pk or waits.is_asked:
            raise Refusal(GONE)
        if waits.by not in owners_of(it):
            raise Refusal(f"{waits.by} does not own it any more, and cannot hand it over. Say no to the offer.")
        if isinstance(it, Club):
            clubs.hand_over(actor=waits.by, club=it, to=actor)
        else:
            seats.hand_over(actor=waits.by, campaign=it, user=actor)
        _end(waits, Handover.Outcome.DONE)
        _log(it, waits.by, actor, "Offered and taken")


def refuse(*, actor: User, it: Club | Campaign) -> None:
    """Say no: the heir to an offer, an owner to who asks."""
    with _held(it) as it:
        waits = open_handover(it)
        asked = waits is not None and waits.is_asked
        if waits is None or not (actor in owners_of(it) if asked else waits.heir_id == actor.pk):
            raise Refusal(GONE)
        _end(waits, Handover.Outcome.REFUSED)
        _tell("handover-ended", waits, it, actor, waits.by, how="refused")


def take_back(*, actor: User, it: Club | Campaign) -> None:
    """Offer it no more, or ask no more. Of several owners each takes an offer back, whoever made it."""
    with _held(it) as it:
        waits = open_handover(it)
        if waits is None or not (waits.by_id == actor.pk or (not waits.is_asked and actor in owners_of(it))):
            raise Refusal(GONE)
        _end(waits, Handover.Outcome.WITHDRAWN)
        for person in owners_of(it) if waits.is_asked else [waits.heir]:
            _tell("handover-ended", waits, it, actor, person, how="withdrawn")


def due(now: datetime) -> list[Handover]:
    """Those that have waited long enough."""
    found = Handover.objects.filter(ended_at=None, until__lte=now).order_by("until", "pk")
    return list(found.select_related("club", "campaign"))


def come_to_an_end(handover: Handover, now: datetime) -> None:
    """What was asked for and not refused is the heir's now, unless an owner has been here meanwhile, or the heir could
    not ask any more; all else lapses. Safe twice and at once.
    """
    whole = handover.club or handover.campaign
    assert whole is not None, "of a club or of a campaign"
    with _held(whole) as it:
        waits = open_handover(it)
        if waits is None or waits.pk != handover.pk or waits.until > now:
            return
        why_not = not waits.is_asked or not waits.heir.is_active or why_not_due(it, waits.heir, now)
        if why_not:
            _end(waits, Handover.Outcome.LAPSED)
            _tell("handover-ended", waits, it, None, waits.by, how="here" if waits.is_asked else "lapsed")
            return
        if isinstance(it, Campaign):
            seats.pass_on(actor=waits.heir, campaign=it, user=waits.heir)
        else:
            _pass_on(it, waits.heir)
        _end(waits, Handover.Outcome.DONE)
        _log(it, waits.heir, waits.heir, "Asked for, and not refused")


def _pass_on(club: Club, heir: User) -> None:
    """The heir is its owner now, and those who were are umpires, as who hands a club over is."""
    Membership.objects.filter(club=club, role=ClubRole.OWNER).update(role=ClubRole.UMPIRE)
    Membership.objects.filter(club=club, user=heir).update(role=ClubRole.OWNER)
    key = f"{club.pk} {heir.pk} {timezone.now().isoformat()}"
    tell("handed-over", key, club=club, data={"user": heir.pk, "role": ClubRole.OWNER.label})


def end_open(it: Club | Campaign) -> None:
    """Nothing that is to be deleted is handed on; part of the operation that deletes."""
    if (waits := open_handover(it)) is not None:
        _end(waits, Handover.Outcome.LAPSED)


def forget(user: User) -> None:
    """Somebody leaves the house: nothing waits for them, and nobody is told of it."""
    Handover.objects.filter(Q(heir=user) | Q(by=user)).delete()


def _make(it: Club | Campaign, heir: User, by: User) -> Handover:
    until = timezone.now() + timedelta(days=settings.HANDOVER_ANSWER)
    return Handover.objects.create(**_whose(it), heir=heir, by=by, until=until)


def _whose(it: Club | Campaign) -> dict[str, Club] | dict[str, Campaign]:
    """The argument that it is everywhere: ``club`` or ``campaign``."""
    return {"club": it} if isinstance(it, Club) else {"campaign": it}


def _end(waits: Handover, outcome: Handover.Outcome) -> None:
    waits.ended_at, waits.outcome = timezone.now(), outcome
    waits.save(update_fields=["ended_at", "outcome"])


def _log(it: Club | Campaign, actor: User, heir: User, what: str) -> None:
    """A club's log keeps it; of a campaign the journal tells."""
    if isinstance(it, Club):
        note(ModerationEntry.Act.HANDED_OVER, actor=actor, club=it, whom=heir, what=what)


def _tell(kind: str, handover: Handover, it: Club | Campaign, actor: User | None, person: User, **data: str) -> None:
    key = f"{handover.pk} {person.pk} {data.get('how', '')}"
    tell(kind, key, **_whose(it), person=person, actor=actor, data=data)
