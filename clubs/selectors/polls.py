"""What the pages of polls show, as plain data. Every member of the club sees the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.safestring import SafeString

from clubs.models import Club, DatePoll, Membership, PollAnswer, PollDate
from clubs.selectors.own_clock import told_there
from clubs.selectors.words_reports import words_of_poll
from config.common import clock
from config.common.markdown import html
from config.common.prepared import Prepared, number

SHOWN_CLOSED = 20
YES, MAYBE, NO = PollAnswer.Answer.values


@dataclass(frozen=True, slots=True, kw_only=True)
class PollRow:
    """A poll in a list."""

    pk: int
    title: str
    dates: int
    people: int
    """Who have answered."""
    is_open: bool
    i_have_answered: bool


def poll_rows(club: Club, user_id: int, *, only_open: bool = False) -> tuple[PollRow, ...]:
    """Open ones first, then the latest that were closed. One query."""
    asked = (_OPEN if only_open else _ALL)(club=club.pk, user=user_id)
    found = sorted(asked, key=lambda poll: poll.closed_at is not None)
    rows = (
        PollRow(
            pk=each.pk,
            title=each.title,
            dates=vars(each)["many"],
            people=vars(each)["people"],
            is_open=each.closed_at is None,
            i_have_answered=vars(each)["mine"],
        )
        for each in found
    )
    return tuple(rows)[: SHOWN_CLOSED + 10]


def _counted(found: QuerySet[DatePoll]) -> QuerySet[DatePoll]:
    """Those of a club with how many dates they have and how many have answered, the latest first."""
    counted = found.filter(club=number("club")).annotate(
        many=Count("dates", distinct=True),
        people=Count("dates__answers__user", distinct=True),
        mine=Exists(PollAnswer.objects.filter(user=number("user"), date__poll=OuterRef("pk"))),
    )
    return counted.order_by("-made_at", "-pk")


_ALL = Prepared(lambda: _counted(DatePoll.objects.all()))
_OPEN = Prepared(lambda: _counted(DatePoll.objects.filter(closed_at=None)))


def open_polls(club: Club) -> int:
    """How many are open. One query."""
    return DatePoll.objects.filter(club=club, closed_at=None).count()


@dataclass(frozen=True, slots=True, kw_only=True)
class DateRow:
    """An evening of a poll, and who can come."""

    pk: int
    when: str
    own: str
    """The same by the viewer's own clock; empty if that shows the same."""
    yes: tuple[str, ...]
    maybe: tuple[str, ...]
    no: tuple[str, ...]
    mine: str
    """The viewer's answer; empty if there is none."""
    is_best: bool
    is_past: bool
    is_chosen: bool

    @property
    def answered(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Answer, what it is called, who gave it."""
        return tuple((value, label, getattr(self, value)) for value, label in PollAnswer.Answer.choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class PollPage:
    """A poll, as a member sees it."""

    pk: int
    title: str
    place: str
    notes: SafeString
    by: str
    dates: tuple[DateRow, ...]
    """The best first; of those that are equally good the earliest."""
    silent: int
    """Members who have not answered."""
    is_open: bool
    closed_by: str
    night: int | None
    may_report: bool
    """The viewer may tell the club's owners and umpires that its words should not stand there."""


def rank(date: PollDate, answers: Sequence[PollAnswer]) -> tuple[int, int, float]:
    """Sorts the best evening first: most who can, then most who can if need be, then the earliest."""
    words = [each.answer for each in answers]
    return -words.count(YES), -words.count(MAYBE), date.begins_at.timestamp()


def poll_page(club: Club, number: int, user_id: int, own_zone: str) -> PollPage | None:
    """One poll; ``None`` if the club has none of that number. Four queries."""
    found = DatePoll.objects.filter(club=club, pk=number).select_related("made_by", "closed_by", "night")
    poll = found.prefetch_related("dates__answers__user").first()
    if poll is None:
        return None
    now = timezone.now()
    answers = {
        each: sorted(each.answers.all(), key=lambda one: one.user.get_username().casefold())
        for each in poll.dates.all()
    }
    ranked = sorted(answers, key=lambda each: rank(each, answers[each]))
    to_come = [each for each in ranked if each.begins_at > now and any(one.answer != NO for one in answers[each])]
    ranks = [rank(each, answers[each])[:2] for each in ranked if each.begins_at > now]
    # Where all are equally good none is the best.
    best = ranks[0] if to_come and (len(ranks) == 1 or ranks[0] != ranks[-1]) else None
    people = {one.user_id for each in answers.values() for one in each}
    rows = []
    for each in ranked:
        names = defaultdict[str, list[str]](list)
        for one in answers[each]:
            names[one.answer].append(one.user.get_username())
        rows.append(
            DateRow(
                pk=each.pk,
                when=clock.when(each.begins_at, each.ends_at, club.time_zone),
                own=told_there(each.begins_at, each.ends_at, club.time_zone, own_zone),
                yes=tuple(names[YES]),
                maybe=tuple(names[MAYBE]),
                no=tuple(names[NO]),
                mine=next((one.answer for one in answers[each] if one.user_id == user_id), ""),
                is_best=each in to_come and rank(each, answers[each])[:2] == best,
                is_past=each.begins_at <= now,
                is_chosen=poll.night is not None and poll.night.begins_at == each.begins_at,
            )
        )
    return PollPage(
        pk=poll.pk,
        title=poll.title,
        place=poll.place,
        notes=html(poll.notes),
        by=poll.made_by.get_username(),
        dates=tuple(rows),
        silent=Membership.objects.filter(club=club).exclude(user__in=people).count(),
        is_open=poll.closed_at is None,
        closed_by=poll.closed_by.get_username() if poll.closed_by else "",
        night=poll.night_id,
        may_report=not club.is_archived and poll.made_by_id != user_id and words_of_poll(poll) is not None,
    )
