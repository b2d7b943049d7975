"""The writers of accounts: a new name, other devices signed out, and an account closed.

Closing takes away what is the person's alone and leaves what others' histories tell, under a name that says nothing.
The row of the person stays: entries, orders and results point to it. What becomes of everything that points to a
person is said in ``accounts.relations``.
"""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.names import FORMER
from campaigns import journal
from campaigns.models import Campaign, Role, Seat, UsedLink
from campaigns.refusals import Refusal
from clubs.models import Club, ClubRole, Invitation, Membership, Rsvp, TablePlace
from missions.models import Comment, Draft, Job, Print, Story
from notices.models import Happening, Notice, Wishes


def rename(*, user: User, name: str) -> None:
    """Call the person so from now on; what the journal tells stays under the name of its time."""
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=user.pk)
            get_adapter().clean_username(name, shallow=name.casefold() == user.username.casefold())
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


def obstacles(user: User) -> list[str]:
    """Why the person's account cannot be closed yet, a sentence each. Three queries, one more for each club."""
    found = []
    if user.is_superuser and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk).exists():
        found.append("You own this site alone: make somebody else its owner first.")
    for club in Club.objects.filter(members__user=user, members__role=ClubRole.OWNER):
        others = list(club.members.exclude(user=user))
        if others and not any(member.role == ClubRole.OWNER for member in others):
            found.append(f"{club.name} has no other owner: hand the club over first.")
    for campaign in Campaign.objects.filter(owner=user).filter(_with_others(user)).distinct().order_by("name"):
        found.append(f"Others play in {campaign.name}, which is yours: hand the campaign over first.")
    return found


def _with_others(user: User) -> Q:
    """Campaigns that somebody else has to do with."""
    seats = Seat.objects.filter(user__isnull=False).exclude(user=user)
    members = Membership.objects.exclude(user=user)
    return Q(pk__in=seats.values("campaign_id")) | Q(club_id__in=members.values("club_id"))


def close(*, user: User, texts: bool) -> str:
    """Close the account and make the person nobody; returns the name that stands for them from now on.

    ``texts``: what they wrote goes too. Refuses while a club, a campaign or the site would be left without its owner.
    """
    with transaction.atomic():
        # In the house's order: campaigns by number, clubs, then the person.
        mine = Q(owner=user) | Q(seats__user=user) | Q(seats__stand_in=user) | Q(entries__actor=user)
        numbers = sorted(set(Campaign.objects.filter(mine).values_list("pk", flat=True)))
        campaigns = list(Campaign.objects.select_for_update().filter(pk__in=numbers).order_by("pk"))
        list(Club.objects.select_for_update().filter(members__user=user).order_by("pk"))
        user = User.objects.select_for_update().get(pk=user.pk)
        if found := obstacles(user):
            raise Refusal(" ".join(found))
        name = f"{FORMER} {user.pk}"
        _forget_in_happenings(user, name)
        journal.anonymise(user, name)
        Print.objects.filter(campaign__in=campaigns).delete()
        _leave_campaigns(user)
        _leave_clubs(user)
        if texts:
            _remove_texts(user)
        _remove_belongings(user)
        user.username = name
        user.first_name = user.last_name = user.email = ""
        user.is_active = user.is_staff = user.is_superuser = False
        user.set_unusable_password()
        user.save()
        end_sessions(user=user)
    return name


def _leave_campaigns(user: User) -> None:
    """Their commands pass to the engine's staff, their other seats go."""
    Seat.objects.filter(stand_in=user).update(stand_in=None, stand_in_until=None)
    Seat.objects.filter(user=user, role=Role.COMMANDER).update(user=None, stand_in=None, stand_in_until=None)
    Seat.objects.filter(user=user).delete()
    Draft.objects.filter(by=user, handed_in_at__isnull=True).delete()


def _leave_clubs(user: User) -> None:
    """They belong to no club, come to no night, and nobody comes in by their invitations any more."""
    Membership.objects.filter(user=user).delete()
    Rsvp.objects.filter(user=user).delete()
    TablePlace.objects.filter(user=user).delete()
    Invitation.objects.filter(made_by=user, withdrawn_at__isnull=True).update(withdrawn_at=timezone.now())


def _forget_in_happenings(user: User, name: str) -> None:
    """What others are told of keeps what was done, not who did it."""
    Happening.objects.filter(person=user).delete()
    for happening in Happening.objects.filter(actor=user):
        happening.data = {key: name if said == user.username else said for key, said in happening.data.items()}
        happening.actor = None
        happening.save(update_fields=["data", "actor"])


def _remove_texts(user: User) -> None:
    Comment.objects.filter(author=user, removed_at__isnull=True).update(removed_at=timezone.now(), removed_by=user)
    Comment.objects.filter(author=user).update(text="")
    Story.objects.filter(author=user).delete()


def _remove_belongings(user: User) -> None:
    """What is theirs alone: ways to sign in, notices, wishes, fights and background work that is done."""
    for model in (EmailAddress, Authenticator, UsedLink, Notice, Wishes):
        model.objects.filter(user=user).delete()
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)).delete()
    own = Q(skirmish__isnull=False) | Q(simulation__isnull=False)
    Job.objects.filter(own | Q(finished_at__isnull=False), owner=user).delete()


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
