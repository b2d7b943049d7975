"""Polls of dates: opened, answered, and closed once, by which a night is announced.

One operation is one transaction that locks the club's row first and checks every guard under the lock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.operations import posts
from clubs.models import Club, DatePoll, Membership, Night, PollAnswer, PollDate, Rsvp
from clubs.operations import nights
from clubs.operations.locks import locked
from clubs.operations.nights import Announcement, umpire
from config.common import clock
from config.common.refusals import Refusal
from notices.operations.outbox import tell

MOST_OPEN = 10
"""Polls of one club at once."""
LEAST_DATES, MOST_DATES = 2, 8
HOW_MANY = f"Ask about {LEAST_DATES} to {MOST_DATES} different days."
ONLY = "Only members of the club answer."


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: the same hours on several days, by the clock on the club's wall."""

    title: str
    days: Sequence[date]
    begins: time
    ends: time | None = None
    place: str = ""
    notes: str = ""
    """Markdown."""

    def on(self, day: date) -> Announcement:
        """The night that would come of a day."""
        return Announcement(
            title=self.title, day=day, begins=self.begins, ends=self.ends, place=self.place, notes=self.notes
        )


def ask(*, actor: User, club: Club, question: Question) -> DatePoll:
    """Ask the members of a club when they can come. Its umpires do."""
    days = sorted(set(question.days))
    if not LEAST_DATES <= len(days) <= MOST_DATES:
        raise Refusal(HOW_MANY, "days")
    now = timezone.now()
    with locked(club.pk) as club:
        umpire(club, actor)
        for day in days:
            nights.check_day(day, now)
        fields = [question.on(day).on(club.time_zone) for day in days]
        for each in fields:
            if each["begins_at"] <= now:
                raise Refusal(f"{clock.day(clock.local(each['begins_at'], club.time_zone))} is in the past.", "days")
        if DatePoll.objects.filter(club=club, closed_at=None).count() >= MOST_OPEN:
            raise Refusal(f"{MOST_OPEN} polls are open. Close one first.")
        posts.write_in(club, actor, counts=False)
        about = {name: fields[0][name] for name in ("title", "place", "notes")}
        poll = DatePoll.objects.create(club=club, made_by=actor, **about)
        PollDate.objects.bulk_create(
            PollDate(poll=poll, begins_at=each["begins_at"], ends_at=each["ends_at"]) for each in fields
        )
        data = {"poll": poll.pk, "title": poll.title, "count": len(days)}
        tell("dates-asked", str(poll.pk), club=club, actor=actor, data=data)
    return poll


def answer(*, actor: User, poll: DatePoll, answers: Mapping[int, str]) -> None:
    """Say of each evening (its number) whether one can come; a word that is empty takes the answer back."""
    with locked(poll.club_id) as club:
        if not Membership.objects.filter(club=club, user=actor).exists():
            raise Refusal(ONLY)
        poll = _open(poll)
        dates = {each.pk: each for each in poll.dates.all()}
        for number, word in answers.items():
            if number not in dates or word not in ("", *PollAnswer.Answer.values):
                raise Refusal("Say yes, if need be or no to the evenings of this poll.")
        for number, word in answers.items():
            if word:
                PollAnswer.objects.update_or_create(date=dates[number], user=actor, defaults={"answer": word})
            else:
                PollAnswer.objects.filter(date=dates[number], user=actor).delete()


def close(*, actor: User, poll: DatePoll, date: int | None) -> Night | None:
    """Choose an evening, which is announced with what everybody has answered; ``None``: none of them.

    Twice with the same evening is once; another one is refused, and told what was chosen.
    """
    with locked(poll.club_id) as club:
        umpire(club, actor)
        fresh = DatePoll.objects.select_related("night", "closed_by").get(pk=poll.pk)
        chosen = fresh.dates.filter(pk=date).first() if date is not None else None
        if date is not None and chosen is None:
            raise Refusal("There is no such evening in this poll.", "date")
        if fresh.closed_at is not None:
            if _is_what_came(fresh, chosen):
                return fresh.night
            raise Refusal(f"{fresh.closed_by or 'Somebody'} has closed it already: {came_of(fresh, club)}.")
        night = _announce(club, fresh, chosen, actor) if chosen is not None else None
        fresh.closed_at, fresh.closed_by, fresh.night = timezone.now(), actor, night
        fresh.save(update_fields=["closed_at", "closed_by", "night"])
    return night


def _is_what_came(poll: DatePoll, chosen: PollDate | None) -> bool:
    if poll.night is None or chosen is None:
        return poll.night is None and chosen is None
    return poll.night.begins_at == chosen.begins_at


def came_of(poll: DatePoll, club: Club) -> str:
    """What has come of a poll that is closed, in words."""
    if poll.night is None:
        return "no evening came of it"
    return f"the night is on {clock.when(poll.night.begins_at, poll.night.ends_at, club.time_zone)}"


def _announce(club: Club, poll: DatePoll, chosen: PollDate, actor: User) -> Night:
    """The night, with the answers of the poll as answers to it: whoever can come if need be comes perhaps."""
    begins = clock.local(chosen.begins_at, club.time_zone)
    said = Announcement(
        title=poll.title,
        day=begins.date(),
        begins=begins.time(),
        ends=clock.local(chosen.ends_at, club.time_zone).time() if chosen.ends_at else None,
        place=poll.place,
        notes=poll.notes,
    )
    (night,) = nights.announce(actor=actor, club=club, said=said, worded_by=poll.made_by)
    members = Membership.objects.filter(club=club).values("user")
    Rsvp.objects.bulk_create(
        Rsvp(night=night, user_id=each.user_id, answer=each.answer) for each in chosen.answers.filter(user__in=members)
    )
    return night


def _open(poll: DatePoll) -> DatePoll:
    """The poll under the lock, while it is open."""
    fresh = DatePoll.objects.get(pk=poll.pk)
    if fresh.closed_at is not None:
        raise Refusal("The poll is closed: answers stand as they were.")
    return fresh
