"""Asking for a seat in a campaign of the club: said in the campaign's talk, where its umpires are told of it."""

from __future__ import annotations

from django.contrib.auth.models import User

from campaigns.access import with_seats
from campaigns.models import Role
from clubs.models import Club
from clubs.operations.locks import locked
from clubs.selectors.members import place_or_refusal
from clubs.selectors.open_seats import of_campaign, words_of
from config.common.refusals import Refusal
from missions.models import Comment
from missions.operations import comments


def ask_for(*, actor: User, club: Club, campaign: int, side: str) -> Comment:
    """Say in the talk of a campaign that one would command a side whose seat the staff holds."""
    with locked(club.pk) as club:
        place = place_or_refusal(club, actor)
        found = with_seats().filter(club=club, pk=campaign).first()
        if found is None or found.is_finished:
            raise Refusal("That campaign is over, or is no longer of the club.")
        wanted = (each for each in of_campaign(found, place) if each.role == Role.COMMANDER and each.side == side)
        seat = next(wanted, None)
        if seat is None:
            raise Refusal("Somebody has that seat by now.")
        if not seat.may_ask:
            raise Refusal(seat.why_not)
        asked = words_of(actor.pk, [seat]).first()
        return asked or comments.comment(actor=actor, campaign=found, text=seat.asking)
