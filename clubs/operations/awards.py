"""Awards: a title that a club gives to one of its members."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.operations import posts
from campaigns.operations.moderation import note
from clubs.models import Award, Club, ClubRole, ModerationEntry
from clubs.operations.locks import locked
from clubs.selectors.members import by_name, place_of, refuse_unless
from config.common import clock
from config.common.lengths import said_in_words
from config.common.refusals import Refusal
from notices.operations.outbox import tell

TITLE_LENGTH = 60
WHY_LENGTH = 200
MOST_OF_ONE = 50
"""That a club gives to one person."""
EARLIEST = date(1950, 1, 1)
ONLY = "Only owners and umpires of a club give its awards."


def give(*, actor: User, club: Club, name: str, title: str, why: str, day: date) -> Award:
    """Give an award to the member of that name, who is told. The same again changes nothing."""
    title, why = (" ".join(text.split()) for text in (title, why))
    title = said_in_words(title, TITLE_LENGTH, "title", missing="Say what it is called.", what="The title is")
    why = said_in_words(why, WHY_LENGTH, "why", missing="Say what it is for.", what="That is")
    with locked(club.pk) as club:
        refuse_unless(club, actor, ClubRole.UMPIRE, ONLY)
        posts.write_in(club, actor, counts=False)
        user = by_name(name)
        if user.pk == actor.pk:
            raise Refusal("Somebody else gives you an award.", "name")
        if place_of(club, user) is None:
            raise Refusal(f"{user} is no member of {club.name}.", "name")
        if not EARLIEST <= day <= clock.local(timezone.now(), club.time_zone).date():
            raise Refusal("Choose a day that has been.", "day")
        theirs = Award.objects.in_force().filter(club=club, user=user)
        if (found := theirs.filter(title=title, why=why, day=day).first()) is not None:
            return found
        if theirs.count() >= MOST_OF_ONE:
            raise Refusal(f"{user} has {MOST_OF_ONE} awards of the club already.", "name")
        made = Award.objects.create(club=club, user=user, title=title, why=why, day=day, by=actor)
        note(ModerationEntry.Act.AWARDED, actor=actor, club=club, whom=user, what=title, why=why)
        tell("award-given", str(made.pk), club=club, person=user, actor=actor, data={"title": title, "why": why})
    return made


def withdraw(*, actor: User, club: Club, award: int) -> Award:
    """Take an award back; whoever has it may give it back. One that is withdrawn already stays so."""
    with locked(club.pk) as club:
        found = Award.objects.select_related("user").filter(club=club, pk=award).first()
        if found is None:
            raise Refusal("The club has no such award.")
        if found.user_id != actor.pk:
            refuse_unless(
                club, actor, ClubRole.UMPIRE, "Owners and umpires of a club withdraw awards, and who has one."
            )
        if found.withdrawn_at is None:
            found.withdrawn_at = timezone.now()
            found.save(update_fields=["withdrawn_at"])
            whose = found.title if found.user else f"{found.title}, of {found.name}"
            note(ModerationEntry.Act.AWARD_BACK, actor=actor, club=club, whom=found.user, what=whose)
    return found
