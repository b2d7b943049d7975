"""Making notices and deliveries of what has happened.

Each happening is told in one transaction that holds its row: a worker that dies has told it wholly or not at all, and
of two workers one finds it told. The unique constraints are the last word.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.access import plays_alone
from campaigns.models import Role, Seat
from clubs.models import Membership, Rsvp
from config.common.prepared import Prepared
from notices.models import Delivery, Happening, Notice, Webhook, Wishes
from notices.operations import email
from notices.selectors.kinds import ALWAYS, KINDS
from notices.selectors.outdated import DONE_WITH, OF_A_SIDE, OF_A_TABLE, OF_ENDINGS, OUTDATED_BY

logger = logging.getLogger(__name__)

AT_ONCE = 500
"""Happenings told by one run; the next one goes on."""


@dataclass(slots=True)
class Told:
    """What one run has told, and whom it left something to do for."""

    happenings: int = 0
    deliveries: int = 0
    """Of webhooks."""
    letters: int = 0
    """People to whom an e-mail may be due."""


def tell_all() -> Told:
    """Tell whatever has not been told, the oldest first.

    One that cannot be told keeps none of the others waiting, and is tried again by the next sweep.
    """
    told = Told()
    for (pk,) in _WAITING():
        try:
            _tell(pk, told)
        except Exception:
            logger.exception("happening %s could not be told", pk)
    return told


_WAITING = Prepared(lambda: Happening.objects.filter(told_at=None).order_by("at", "id").values_list("pk")[:AT_ONCE])


def _tell(pk: UUID, told: Told) -> None:
    """Tell one happening, unless it has been told, or is being told by somebody else."""
    with transaction.atomic():
        happening = (
            Happening.objects.select_for_update(of=("self",), skip_locked=True)
            .select_related("campaign", "club")
            .filter(pk=pk, told_at=None)
            .first()
        )
        if happening is None:
            return
        now = timezone.now()
        people = sorted(audience(happening))
        _take_away_outdated(happening)
        Notice.objects.bulk_create(
            (Notice(user_id=user_id, happening=happening, at=now) for user_id in people), ignore_conflicts=True
        )
        mailed = people if KINDS[happening.kind].way != "inbox" else []
        if mailed:
            email.look_soon(mailed)
        deliveries = [Delivery(webhook=webhook, happening=happening, next_at=now) for webhook in _webhooks(happening)]
        Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
        happening.told_at = now
        happening.save(update_fields=["told_at"])
    told.happenings += 1
    told.deliveries += len(deliveries)
    told.letters += len(mailed)


def _take_away_outdated(happening: Happening) -> None:
    """Notices of the same mission that say nothing any more which the new one does not say: unread ones, and of those
    that were read what somebody has done by now. Whoever has done it has read it, told or not.

    What has happened since stays, should this one be told late, and so does what is about another table.
    """
    kinds = OUTDATED_BY.get(happening.kind)
    if kinds is None or happening.mission is None:
        return
    elsewhere = Q(happening__kind=happening.kind) & ~Q(happening__side=happening.side)
    if (table := happening.data.get("table")) is not None:
        elsewhere |= Q(happening__kind__in=OF_A_TABLE) & ~Q(happening__data__table=table)
    if (of_side := OF_A_SIDE.get(happening.kind)) is not None:
        elsewhere |= Q(happening__kind=of_side) & ~Q(happening__side=happening.data.get("side"))
    earlier = Notice.objects.filter(
        ~elsewhere,
        Q(read_at=None) | Q(happening__kind__in=DONE_WITH),
        happening__at__lte=happening.at,
        happening__campaign=happening.campaign_id,
        happening__mission=happening.mission,
        happening__kind__in=kinds,
    )
    if happening.side:
        earlier = earlier.filter(user__in=set(_whom(happening)))
    earlier.exclude(happening=happening).delete()


def audience(happening: Happening) -> set[int]:
    """Who is told: the numbers of those whom it is for, but not of who did it, nor of who wants none of it."""
    if happening.campaign is not None and happening.person_id is None and plays_alone(happening.campaign):
        return set()
    if _is_put_away(happening):
        return set()
    people = set(_whom(happening)) - {happening.actor_id} - _excused(happening)
    if not people:
        return set()
    people = set(User.objects.filter(pk__in=people, is_active=True).values_list("pk", flat=True))
    if happening.kind in ALWAYS:
        return people
    for wishes in Wishes.objects.filter(user__in=people).prefetch_related("muted"):
        if happening.kind in wishes.unwanted or happening.campaign_id in {each.pk for each in wishes.muted.all()}:
            people.discard(wishes.user_id)
    return people


def _is_put_away(happening: Happening) -> bool:
    """Of what is archived nobody is told any more but how it goes on with it, and who is asked something himself."""
    if happening.kind in OF_ENDINGS or happening.person_id is not None:
        return False
    return any(each is not None and each.is_archived for each in (happening.campaign, happening.club))


def _whom(happening: Happening) -> Iterable[int]:
    if happening.person_id is not None:
        yield happening.person_id
        return
    if happening.campaign is not None:
        seats = Seat.objects.filter(campaign=happening.campaign)
        if KINDS[happening.kind].is_for_umpires:
            seats = seats.filter(role=Role.UMPIRE)
            yield happening.campaign.owner_id
        elif happening.side:
            seats = seats.filter(Q(side=happening.side) | Q(role=Role.UMPIRE))
        else:
            yield happening.campaign.owner_id
        for seat in seats:
            yield from (user for user in (seat.user_id, seat.stand_in_id) if seat.is_held_by(user) and user is not None)
    if happening.club_id is not None:
        yield from Membership.objects.filter(club=happening.club_id).values_list("user_id", flat=True)


def _excused(happening: Happening) -> set[int]:
    """Who has said that they do not come is not reminded, nor with all others who wishes it at a time of their own."""
    if happening.kind != "night-soon":
        return set()
    absent = Rsvp.objects.filter(night=happening.data.get("night"), answer=Rsvp.Answer.NO)
    excused = set(absent.values_list("user_id", flat=True))
    if happening.person_id is None:
        own = Membership.objects.filter(club=happening.club_id, remind_hours__isnull=False)
        excused |= set(own.values_list("user_id", flat=True))
    return excused


def _webhooks(happening: Happening) -> Iterable[Webhook]:
    """Where it is sent: what a side is told goes to that side's own webhooks, what one person is told to none."""
    if happening.campaign is None or happening.person_id is not None or happening.campaign.is_archived:
        return ()
    found = Webhook.objects.filter(campaign=happening.campaign_id, is_on=True)
    if happening.side:
        found = found.filter(side=happening.side)
    return [webhook for webhook in found if happening.kind not in webhook.unwanted]
