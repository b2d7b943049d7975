"""A club's nights: announced, changed, called off, and who says that they come.

One operation is one transaction that locks the club's row first and checks every guard under the lock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.operations import posts
from clubs.models import Club, ClubRole, Membership, Night, PollAnswer, Rsvp, TablePlace
from clubs.operations.locks import locked
from clubs.selectors.members import place_or_refusal, refuse_unless
from clubs.selectors.night_times import (
    MOST_COMING,
    REMINDED,
    REMINDER,
    REMINDERS,
    is_over,
    later_of,
    not_over,
    of_series,
    reminder_of,
)
from clubs.selectors.words_reports import why_not_again
from config.common import clock
from config.common.refusals import Refusal
from notices.operations.outbox import tell

MOST_WEEKS = 26
"""Of one series."""
FARTHEST = timedelta(days=2 * 366)
NOTES_LENGTH = 4000


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is said of a night, by the clock on the club's wall. An end that is not after the beginning is on the next
    day."""

    title: str
    day: date
    begins: time
    ends: time | None = None
    place: str = ""
    notes: str = ""
    """Markdown."""

    def on(self, zone: str, weeks: int = 0) -> dict[str, Any]:
        """The fields of the ``Night``, so many weeks later. Raises ``Refusal``."""
        begins, ends = self.local(weeks)
        return {
            "title": self.title,
            "begins_at": clock.moment(begins, zone, "begins"),
            "ends_at": None if ends is None else clock.moment(ends, zone, "ends"),
            "place": self.place,
            "notes": self.notes,
        }

    def local(self, weeks: int = 0) -> tuple[datetime, datetime | None]:
        """When it begins and ends, naive."""
        first = datetime.combine(self.day + timedelta(weeks=weeks), self.begins)
        if self.ends is None:
            return first, None
        return first, datetime.combine(first.date() + timedelta(days=self.ends <= self.begins), self.ends)


def announce(
    *, actor: User, club: Club, said: Announcement, weeks: int = 1, worded_by: User | None = None
) -> list[Night]:
    """Announce a night, and the same again at the same time by the clock in each of the weeks after: ``weeks`` in all.

    ``worded_by``: whose words they are, if not the actor's. Raises ``Refusal``.
    """
    now = timezone.now()
    with locked(club.pk) as held:
        umpire(held, actor)
        if not 1 <= weeks <= MOST_WEEKS:
            raise Refusal(f"A series has 1 to {MOST_WEEKS} nights.", "weeks")
        check_day(said.day, now)
        fields = [said.on(held.time_zone, week) for week in range(weeks)]
        if fields[0]["begins_at"] <= now:
            raise Refusal("That is in the past. Choose a day to come.", "day")
        coming = not_over(now).filter(club=held, cancelled_at=None)
        if coming.filter(title=fields[0]["title"], begins_at=fields[0]["begins_at"]).exists():
            raise Refusal("A night of this title is announced for that time already.", "title")
        if coming.count() + weeks > MOST_COMING:
            raise Refusal(f"A club announces up to {MOST_COMING} nights at once.", "weeks")
        posts.write_in(held, actor, counts=False)
        series = uuid4() if weeks > 1 else None
        whose = {"made_by": actor, "titled_by": worded_by, "noted_by": worded_by}
        nights = [Night.objects.create(club=held, series=series, **whose, **each) for each in fields]
        tell_of("night-announced", str(nights[0].pk), held, nights[0], actor, weeks=weeks)
    return nights


def change(
    *, actor: User, night: Night, said: Announcement, revision: int, and_later: bool = False, stood: str = ""
) -> Night:
    """Say something else of a night. ``revision``: the one that was looked at. Answers and tables stay.

    ``stood``: the marks (``words_reports.mark_of``) of its title and notes on the page by which it is changed.

    ``and_later``: and of all the later nights of its series that are not called off: they are moved by as many days,
    and told by the same hours, title, place and notes. All of them or none. Raises ``Refusal``.
    """
    now = timezone.now()
    with locked(night.club_id) as club:
        umpire(club, actor)
        night = fresh(night)
        if night.revision != revision:
            raise Refusal("Somebody else has changed this night meanwhile. Look at it again.")
        if (said.title, said.place, said.notes) != (night.title, night.place, night.notes):
            posts.write_in(club, actor, counts=False)
        _refuse_removed(night, said, actor, stood)
        days = said.day - clock.local(night.begins_at, club.time_zone).date()
        changed = []
        for each in (night, *(later_of(night) if and_later else ())):
            day = clock.local(each.begins_at, club.time_zone).date() + days
            if _set(each, replace(said, day=day), club.time_zone, now, actor):
                changed.append(each)
        if changed:
            more = {"nights": len(changed)} if len(changed) > 1 else {}
            first = changed[0]
            tell_of("night-changed", f"{first.pk} {first.revision}", club, first, actor, **more)
    return night


def _refuse_removed(night: Night, said: Announcement, actor: User, stood: str) -> None:
    """Raises ``Refusal`` if words have been removed that would come back."""
    for field in ("title", "notes"):
        words = getattr(said, field)
        if words.strip() == getattr(night, field).strip():
            continue
        about = {"night__in": of_series(night), "is_title": field == "title", "is_notes": field == "notes"}
        if why := why_not_again(words, by=actor, stood=stood, **about):
            raise Refusal(why, field)


def _set(night: Night, said: Announcement, zone: str, now: datetime, actor: User) -> bool:
    """Whether that is something new of the night; raises ``Refusal`` if it cannot be so."""
    check_day(said.day, now)
    fields = said.on(zone)
    if fields["begins_at"] != night.begins_at and fields["begins_at"] <= now:
        raise Refusal("That is in the past. Choose a day to come.", "day")
    if is_over(Night(**fields), now):
        raise Refusal("By then it would be over already.", "ends")
    if all(getattr(night, name) == value for name, value in fields.items()):
        return False
    if said.title != night.title:
        night.titled_by = actor
    if said.notes != night.notes:
        night.noted_by = actor
    for name, value in fields.items():
        setattr(night, name, value)
    night.revision += 1
    night.save()
    return True


def cancel(*, actor: User, night: Night, and_later: bool = False) -> Night:
    """Call a night off. It stays where it was, marked. Raises ``Refusal``.

    ``and_later``: and all the later nights of its series.
    """
    with locked(night.club_id) as club:
        umpire(club, actor)
        night = fresh(night)
        called_off = [night, *(later_of(night) if and_later else ())]
        for each in called_off:
            each.cancelled_at = timezone.now()
            each.revision += 1
            each.save()
        more = {"nights": len(called_off)} if len(called_off) > 1 else {}
        tell_of("night-cancelled", str(night.pk), club, night, actor, **more)
    return night


def answer(*, actor: User, night: Night, answer: str, note: str = "", stood: str = "") -> Rsvp:
    """Say whether one comes. Whoever does not come gives up their place at a table. Raises ``Refusal``.

    ``stood``: the mark (``words_reports.mark_of``) of the note on the page by which it is said.
    """
    with locked(night.club_id) as club:
        if not Membership.objects.filter(club=club, user=actor).exists():
            raise Refusal("Only members of the club answer.")
        night = fresh(night)
        if night.begins_at <= timezone.now():
            raise Refusal("It has begun: answers stand as they were.")
        if answer not in Rsvp.Answer.values:
            raise Refusal("Say whether you come: yes, perhaps or no.", "answer")
        if note and not night.rsvps.filter(user=actor, note=note).exists():
            posts.write_in(club, actor, field="note", instead="An answer without a word is taken.")
            if why := why_not_again(
                note, by=actor, stood=stood, night=night, author=actor, is_title=False, is_notes=False
            ):
                raise Refusal(why, "note")
        given, _ = Rsvp.objects.update_or_create(night=night, user=actor, defaults={"answer": answer, "note": note})
        if answer == Rsvp.Answer.NO:
            TablePlace.objects.filter(table__night=night, user=actor).delete()
    return given


def forget(club: Club, user: User) -> None:
    """Take back what somebody who leaves the club has said of nights to come, and their places at tables.

    Part of the operation by which they leave: the club is locked.
    """
    coming = not_over(timezone.now()).filter(club=club)
    TablePlace.objects.filter(table__night__in=coming, user=user).delete()
    Rsvp.objects.filter(night__in=coming, user=user).delete()
    PollAnswer.objects.filter(date__poll__club=club, date__poll__closed_at=None, user=user).delete()


def remind(night: Night) -> None:
    """Remind the members of a night, once of each time at which it is to begin."""
    with locked(night.club_id) as club:
        night = Night.objects.get(pk=night.pk)
        if night.cancelled_at is None and timezone.now() < night.begins_at <= timezone.now() + REMINDED:
            tell_of(REMINDER, f"{night.pk} {night.begins_at:%Y%m%dT%H%M}", club, night, None)


def remind_one(night: Night, member: Membership) -> None:
    """Remind one member at the time that they wish, once of each time at which the night is to begin."""
    with locked(night.club_id) as club:
        night = Night.objects.get(pk=night.pk)
        place = Membership.objects.filter(pk=member.pk).select_related("user").first()
        if place is None or not place.remind_hours or night.cancelled_at is not None:
            return
        if night.begins_at - timedelta(hours=place.remind_hours) <= timezone.now() < night.begins_at:
            key = reminder_of(night, place.user_id)
            tell(REMINDER, key, club=club, person=place.user, data=_about(club, night))


def remind_before(*, actor: User, club: Club, hours: int) -> Membership:
    """Be reminded so many hours before a night of the club; 0: never. A day is what is usual."""
    if hours not in REMINDERS:
        raise Refusal("Choose one of these times.", "hours")
    with locked(club.pk) as club:
        place = place_or_refusal(club, actor)
        place.remind_hours = None if timedelta(hours=hours) == REMINDED else hours
        place.save(update_fields=["remind_hours"])
    return place


def umpire(club: Club, actor: User) -> None:
    """Raises ``Refusal`` if somebody may not plan the club's nights."""
    refuse_unless(club, actor, ClubRole.UMPIRE, "The nights of the club are planned by its umpires.")


def fresh(night: Night) -> Night:
    """The night as it stands under the lock, if anything may still change about it. Raises ``Refusal``."""
    night = Night.objects.select_related("club").get(pk=night.pk)
    if night.cancelled_at is not None:
        raise Refusal("This night has been cancelled.")
    if is_over(night, timezone.now()):
        raise Refusal("This night is over.")
    return night


def check_day(day: date, now: datetime) -> None:
    """Raises ``Refusal`` for a day that no night is announced for."""
    if day > (now + FARTHEST).date():
        raise Refusal("That is more than two years from now.", "day")
    if day < (now - timedelta(weeks=1)).date():
        raise Refusal("That is in the past. Choose a day to come.", "day")


def tell_of(kind: str, key: str, club: Club, night: Night, actor: User | None, **more: Any) -> None:
    """Tell the members of a club something about a night."""
    tell(kind, key, club=club, actor=actor, data=_about(club, night) | more)


def _about(club: Club, night: Night) -> dict[str, Any]:
    return {
        "night": night.pk,
        "title": night.title,
        "begins": night.begins_at.isoformat(),
        "zone": club.time_zone,
        "place": night.place,
    }
