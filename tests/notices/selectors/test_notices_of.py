"""What an inbox holds is what its owner still belongs to, as campaigns, seats and clubs have it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Campaign, Role, Seat
from clubs.models import Membership
from notices.models import Happening, Notice
from notices.selectors.inbox import notices_of, unread
from tests import make
from tests.cast import Cast
from tests.notices import news

pytestmark = pytest.mark.portable


def belongs(user: User, happening: Happening) -> bool:
    """By the rules of campaigns, seats and clubs themselves."""
    if happening.person_id == user.pk:
        return True
    if happening.campaign_id is None:
        return Membership.objects.filter(club=happening.club_id, user=user).exists()
    if not happening.side:
        return Campaign.objects.for_user(user.pk).filter(pk=happening.campaign_id).exists()
    seats = Seat.objects.held_by(user.pk).filter(campaign=happening.campaign_id)
    return seats.filter(side=happening.side).exists() or seats.filter(role=Role.UMPIRE).exists()


@pytest.mark.django_db
def test_an_inbox_holds_what_seats_and_clubs_say_and_no_more(cast: Cast):
    of_club, alone = make.club(cast), make.campaign(cast.stranger)
    club = make.people_of(cast)
    Campaign.objects.filter(pk=of_club.pk).update(club=club)
    covered = Seat.objects.filter(campaign=of_club, user=cast.axis).first()
    assert covered is not None
    happenings = [
        *(news.happens(campaign, side=side) for campaign in (of_club, alone) for side in ("", "allied", "axis")),
        *(news.happens(None, club=club, kind="night-announced"), news.happens(of_club, person=cast.pilot)),
    ]
    people = list(User.objects.all())
    Notice.objects.all().delete()
    Notice.objects.bulk_create(
        Notice(user=user, happening=happening, at=timezone.now()) for user in people for happening in happenings
    )
    held = 0
    for until in (None, timezone.now() - timedelta(hours=1), timezone.now() + timedelta(hours=1)):
        Seat.objects.filter(pk=covered.pk).update(stand_in=cast.stranger, stand_in_until=until)
        for user in people:
            expected = {each.pk for each in happenings if belongs(user, each)}
            assert set(notices_of(user.pk).values_list("happening", flat=True)) == expected
            assert unread(user.pk) == len(expected)
            held += len(expected)
        Membership.objects.filter(user=cast.reader).delete()
        Seat.objects.filter(campaign=of_club, user=cast.pilot).delete()
    assert 0 < held < 3 * len(people) * len(happenings)
