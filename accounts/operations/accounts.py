"""The writers of accounts: a new name, other devices signed out, and an account closed.

Closing takes away what is the person's alone and leaves what others' histories tell, under a name that says nothing.
The row of the person stays: entries, orders and results point to it. ``tests/accounts/operations/test_accounts.py``
lists what becomes of everything that points to a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import LogEntry
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import LastSeen, ShownRating, ShownRecord, UsedLink
from accounts.selectors.usernames import FORMER, is_taken
from api.models import DiscordLink, Token
from campaigns.models import Campaign, PackDraft, Pilot, Quota, Seat, ShelfCard
from campaigns.operations import journal, pictures, seats
from clubs.models import (
    Asked,
    Award,
    Ban,
    Club,
    ClubArrival,
    ClubFile,
    ClubRole,
    Exhibit,
    Invitation,
    Membership,
    Mute,
    Night,
    OwnClock,
    PollAnswer,
    Posting,
    Rsvp,
    Season,
    TablePlace,
    WordsReport,
)
from clubs.operations import club_arrivals, handovers
from clubs.operations import clubs as club_operations
from clubs.selectors.endings import last_day
from config.common.refusals import Refusal
from missions.models import Arrival, Comment, Draft, Job, OwnPilot, PostReport, Print, ResultDraft, Skirmish, Story
from missions.operations import arrivals, games
from missions.operations.screen_results import keep_of_seasons
from notices.models import Happening, Notice, Wishes


def sign_up(made: AbstractBaseUser) -> None:
    """Keep the row of somebody new. Raises ``IntegrityError``, and leaves nothing behind, if the name is taken."""
    with transaction.atomic():
        made.save()


def rename(*, user: User, name: str) -> None:
    """Call the person so from now on; what the journal tells stays under the name of its time."""
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=user.pk)
            name = get_adapter().clean_username(name, shallow=True)
            if is_taken(name, but_of=user):
                raise get_adapter().validation_error("username_taken")
            user.username = name
            user.save(update_fields=["username"])
    except ValidationError as error:
        raise Refusal(error.messages[0], "name") from None
    except IntegrityError:
        raise Refusal("Somebody is called that already.", "name") from None


def end_sessions(*, user: User, keep: str | None = None) -> int:
    """Sign the person out everywhere but in the session ``keep``; returns how many sessions ended."""
    ended = 0
    for session in Session.objects.exclude(session_key=keep).iterator():
        content = session.get_decoded()
        if BACKEND_SESSION_KEY in content and content.get(SESSION_KEY) == str(user.pk):
            session.delete()
            ended += 1
    return ended


def sign_out_elsewhere(*, user: User, keep: str | None) -> tuple[int, int]:
    """Leave the person no door but the session ``keep``; how many other sessions ended, and how many tokens.

    Whoever was at somebody's account may have made a token there.
    """
    with transaction.atomic():
        return end_sessions(user=user, keep=keep), Token.objects.filter(user=user).delete()[0]


def set_password(*, user: AbstractBaseUser, password: str) -> None:
    """The person comes in by this password. One in the place of another ends all tokens, as it ends other sessions."""
    with transaction.atomic():
        if user.has_usable_password():
            Token.objects.filter(user=user.pk).delete()
        user.set_password(password)
        user.save(update_fields=["password"])


def obstacles(user: User) -> list[str]:
    """Why the person's account cannot be closed yet, a sentence each."""
    found = []
    if user.is_superuser and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk).exists():
        found.append("You own this site alone: make somebody else its owner first.")
    owned = Club.objects.filter(members__user=user, members__role=ClubRole.OWNER)
    owners = Membership.objects.filter(role=ClubRole.OWNER).exclude(user=user).values("club_id")
    others = Membership.objects.exclude(user=user).values("club_id")
    for club in owned.filter(pk__in=others).exclude(pk__in=owners):
        found.append(_goes(club) or f"{club.name} has no other owner: hand the club over first.")
    taken = Seat.objects.filter(user__isnull=False).exclude(user=user).values("campaign_id")
    for campaign in (
        Campaign.objects.filter(owner=user, pk__in=taken).exclude(club__members__user=user).order_by("name")
    ):
        found.append(
            _goes(campaign) or f"Others play in {campaign.name}, which is yours: hand the campaign over first."
        )
    return found


def _goes(it: Club | Campaign) -> str:
    """What is to be deleted is not handed over."""
    if it.goes_at is None:
        return ""
    return (
        f"{it} is yours and to be deleted on {last_day(it)}: wait until then, or bring it back and hand it over first."
    )


@contextmanager
def locked(user: User) -> Iterator[tuple[list[Club], list[Campaign]]]:
    """One operation on all that somebody has a part in: clubs, campaigns, then the person, in the house's order.

    Clubs that they have left are held, too, if a season there is theirs.

    The other owners of the site are locked with the person: of two who go at once, the second is the last.
    """
    with transaction.atomic():
        places = Membership.objects.filter(user=user).values_list("club", flat=True)
        organised = Season.objects.filter(organiser=user).values_list("club", flat=True)
        held = list(Club.objects.select_for_update().filter(pk__in={*places, *organised}).order_by("pk"))
        mine = set(places.all())
        clubs = [club for club in held if club.pk in mine]
        campaigns = list(Campaign.objects.select_for_update().filter(pk__in=_campaigns_of(user)).order_by("pk"))
        list(User.objects.select_for_update().filter(Q(pk=user.pk) | Q(is_superuser=True)).order_by("pk"))
        yield clubs, campaigns


def _campaigns_of(user: User) -> set[int]:
    mine = (
        Q(owner=user) | Q(seats__user=user) | Q(seats__stand_in=user) | Q(entries__actor=user) | Q(pilots__player=user)
    )
    mine |= Q(pictures__by=user)
    return set(Campaign.objects.filter(mine).values_list("pk", flat=True))


def close(*, user: User, texts: bool) -> str:
    """Close the account and make the person nobody; returns the name that stands for them from now on.

    ``texts``: what they wrote goes too, and the pictures that they brought. Refuses while a club, a campaign or the
    site would be left without its owner.
    """
    with locked(user) as (clubs, campaigns):
        user = User.objects.get(pk=user.pk)
        if found := obstacles(user):
            raise Refusal(" ".join(found))
        club_arrivals.remove(ClubArrival.objects.filter(owner=user))  # while it is known of which club they are
        for club in clubs:
            _leave(club, user)
        for campaign in campaigns:
            seats.give_up_seats(actor=user, campaign=campaign, user=user)
            if texts:
                pictures.take_along(user=user, campaign=campaign)
        Pilot.objects.filter(player=user).update(player=None)
        name = f"{FORMER} {user.pk}"
        journal.anonymise(user, name)
        Print.objects.filter(campaign__in=campaigns).delete()
        if texts:
            _remove_texts(user)
        games.stand_up(user=user)
        _remove_belongings(user)
        user.username = name
        user.first_name = user.last_name = user.email = ""
        user.is_active = user.is_staff = user.is_superuser = False
        user.set_unusable_password()
        user.save()
        end_sessions(user=user)
    return name


def _leave(club: Club, user: User) -> None:
    """Leave it to the others; with the last member the club goes, and its campaigns are their owners' own."""
    if club.members.exclude(user=user).exists():
        club_operations.leave(actor=user, club=club)
        return
    Campaign.arriving_too.filter(club=club).update(club=None)
    keep_of_seasons(club.pk)
    club.delete()


def _remove_texts(user: User) -> None:
    Comment.objects.filter(author=user, removed_at__isnull=True).update(removed_at=timezone.now(), removed_by=user)
    Comment.objects.filter(author=user).update(text="")
    Story.objects.filter(author=user).delete()
    Season.objects.filter(organiser=user).update(notes="")
    Night.objects.filter(Q(noted_by=user) | Q(noted_by=None, made_by=user)).update(notes="")
    PostReport.objects.filter(author=user).update(text="", removed="")
    PostReport.objects.filter(by=user).update(words="")
    WordsReport.objects.filter(author=user).update(text="", removed="")
    WordsReport.objects.filter(by=user).update(words="")


def _remove_belongings(user: User) -> None:
    """What is theirs alone: ways to sign in, notices, wishes, answers, plans on nobody's desk, cards, fights, jobs.

    What was flown for a campaign on his word is everybody's there. Who has used an invitation stays noted, so that it
    lets nobody else in.
    """
    ways_in = (EmailAddress, Authenticator, SocialAccount, UsedLink, Token, DiscordLink)
    of_clubs = (Rsvp, TablePlace, Award, Ban, Mute, Posting, Asked, OwnClock, PollAnswer)
    for model in (*ways_in, LastSeen, ShownRecord, ShownRating, Quota, Notice, Wishes, *of_clubs):
        model.objects.filter(user=user).delete()
    Happening.objects.filter(person=user).delete()
    handovers.forget(user)
    Exhibit.objects.filter(by=user).delete()
    Invitation.objects.filter(made_by=user, withdrawn_at__isnull=True).update(withdrawn_at=timezone.now())
    Draft.objects.filter(by=user, handed_in_at__isnull=True).delete()
    ResultDraft.objects.filter(by=user).delete()
    PackDraft.objects.filter(owner=user).delete()
    ShelfCard.objects.filter(owner=user).delete()
    Skirmish.objects.filter(owner=user, job__isnull=True).delete()
    OwnPilot.objects.filter(owner=user).delete()
    arrivals.remove(Arrival.objects.filter(owner=user))
    ClubFile.objects.filter(owner=user).delete()
    own = Q(skirmish__isnull=False) | Q(simulation__isnull=False)
    of_others = Q(analysis__mission__isnull=False) | Q(campaign_odds__isnull=False) | Q(forecast__isnull=False)
    Job.objects.filter(own | Q(finished_at__isnull=False), owner=user).exclude(of_others).delete()
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)).delete()


def set_standing(*, actor: User, user: User) -> None:
    """Lock or open ``user``'s account, and make them an owner of the site or not, as its fields say.

    Refuses to leave the site without an owner, and to shut the ``actor`` out.
    """
    with transaction.atomic():
        owners = set(User.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk"))
        is_owner = user.is_superuser and user.is_active
        if not is_owner and owners == {user}:
            raise Refusal("The site needs an owner: make somebody else one first.")
        if user == actor and not is_owner:
            raise Refusal("You cannot shut yourself out. Let another owner of the site do it.")
        user.is_staff = user.is_superuser
        user.save(update_fields=["is_active", "is_superuser", "is_staff"])
    if not user.is_active:
        end_sessions(user=user)
