"""Games on screen: their courses, who decides, and all that the page of a side shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

import engine
from config.common.prepared import Prepared, number
from config.common.refusals import Refusal
from engine.core.errors import EngineError
from engine.core.game import Side
from missions.games.cache import KEPT
from missions.games.chairs import Chair
from missions.games.course import Course, Start
from missions.models import Controller, Game, GameEntry

PAUSE = (2.0, 7.0)
"""Seconds, from and to, before what is taken without asking, where another person plays."""
FEW_BACK = 6
"""Entries that are looked at first for what may be taken back: mostly the newest tells."""
NOT_FOLLOWED = (
    "This game cannot be taken up by the rules as they are here: others began it, or its record has been altered. What "
    "was decided is kept."
)


def start_of(row: Game) -> Start:
    return Start(system=row.system, setup=row.setup, seed=row.seed, rules=row.rules)


def chairs_of(controllers: Iterable[Controller]) -> list[Chair]:
    """Who decides at the table, without chairs that nobody has and nobody is waited for in."""
    return [
        Chair(
            side=each.side,
            unit=each.unit,
            user=each.person_id,
            stand_in=each.seat.stand_in_id if each.seat is not None and each.seat.is_covered else None,
            waits=each.is_open,
            rests=each.rests,
            level=each.level,
            doctrine=each.doctrine,
            habits=frozenset(each.habits_in_force),
        )
        for each in controllers
        if not each.is_vacant
    ]


def pause_is_over(resumes_at: datetime | None) -> bool:
    """Whether what is taken after a pause is due. One that would take too long was begun by a clock that was ahead."""
    if resumes_at is None:
        return False
    return not timedelta(0) < resumes_at - timezone.now() <= timedelta(seconds=PAUSE[1])


class _Numbered(Protocol):
    """What of an entry tells whether it stands."""

    @property
    def number(self) -> int: ...

    @property
    def how(self) -> str: ...

    @property
    def back_to(self) -> int | None: ...


AnEntry = TypeVar("AnEntry", bound=_Numbered)


def standing(entries: Iterable[AnEntry]) -> Iterator[AnEntry]:
    """Of entries, the newest first, those that have not been taken back."""
    ceiling: int | None = None
    for each in entries:
        if ceiling is not None and each.number > ceiling:
            continue
        if each.how == GameEntry.How.BACK:
            ceiling = each.back_to
        else:
            yield each


def newest_first(row: Game) -> QuerySet[GameEntry]:
    """Its entries when the row was read; others may have come since."""
    return GameEntry.objects.filter(game=row, number__lte=row.count).order_by("-number")


def a_few_at_a_time(read: Callable[[int], list[AnEntry]], last: int, few: int) -> Iterator[AnEntry]:
    """Entries, the newest first, for somebody who does not look at all of them. A query for every ``few``.

    ``read`` gives so many up to a number.
    """
    found = read(last)
    while found:
        yield from found
        found = read(found[-1].number - 1) if len(found) == few else []


def newest_up_to() -> QuerySet[GameEntry]:
    """In a query that is put together once: the entries of a ``game`` up to the number ``last``, the newest first."""
    return GameEntry.objects.filter(game=number("game"), number__lte=number("last")).order_by("-number")


def standing_lines(row: Game) -> list[str]:
    """The lines of its record as it stands, its opening first. One query."""
    entries = newest_first(row).only("game_id", "number", "how", "back_to", "lines")
    return [row.opening, *reversed([each.lines for each in standing(entries)])]


def decided_by_people(row: Game) -> list[int]:
    """The numbers, in its record as it stands, of the decisions that people took themselves. One query."""
    entries = newest_first(row).values_list("number", "how", "back_to", named=True)
    taken = [each.how for each in standing(entries)][::-1]
    return [number for number, how in enumerate(taken, 1) if how == GameEntry.How.PERSON]


def course_of(row: Game) -> Course:
    """The game as its entries have it: from this process' memory, or played again. The caller has it for himself.

    One query, but none where nothing has happened since it was kept.
    """
    kept = KEPT.take(row.key)
    # A form that is sent again after its game was deleted begins another game of the same key.
    if kept is not None and kept[0] <= row.count and kept[1].start.seed == row.seed:
        count, course = kept
        newer = list(newest_first(row).filter(number__gt=count)) if count < row.count else []
        if all(each.how != GameEntry.How.BACK for each in newer):
            for each in reversed(newer):
                course.follow(each.lines)
            return course
    return played_again(row)


def played_again(row: Game) -> Course:
    """The game from its entries alone. Refuses one that the rules of today cannot follow. One query."""
    try:
        return Course.taken_up(start_of(row), standing_lines(row))
    except EngineError:
        raise Refusal(NOT_FOLLOWED) from None


def can_be_followed(row: Game) -> bool:
    """Whether the rules of today take it up. One query."""
    try:
        played_again(row)
    except Refusal:
        return False
    return True


@contextmanager
def looked_at(row: Game) -> Iterator[Course]:
    """The game, to be read only."""
    course = course_of(row)
    yield course
    KEPT.keep(row.key, row.count, course)


_LATEST = Prepared(
    lambda: newest_up_to().only("game_id", "number", "how", "by_id", "side", "lines", "has_shown", "back_to")[:FEW_BACK]
)


def back_to(row: Game, user_id: int, side: Side) -> int | None:
    """The number of the entry to which somebody may go back to decide anew; ``None``: he may not.

    He may, if since his last decision neither chance has spoken nor anybody else decided, nor anything come to light.
    """
    found = False
    for each in standing(a_few_at_a_time(lambda last: _LATEST(game=row.pk, last=last), row.count, FEW_BACK)):
        if found:
            return each.number
        is_own = each.by_id == user_id and each.side == side and each.how != GameEntry.How.STAFF
        if not is_own or "\n" in each.lines or each.has_shown:
            return None
        found = each.how == GameEntry.How.PERSON
    return 0 if found else None


def title_of(row: Game) -> str:
    """What its skirmish or its mission is called."""
    return row.skirmish.title if row.skirmish else str(row.mission)


def home_of(row: Game) -> str:
    """The address of its skirmish or its mission."""
    if row.mission is not None:
        return reverse("mission", args=(row.mission.campaign_id, row.mission.number))
    return reverse("skirmish", args=(row.skirmish_id,))


def controller_of(controllers: Iterable[Controller], side: Side, unit: str) -> Controller:
    """Who decides for a unit, as ``missions.games.chairs.in_charge`` has it."""
    own = [each for each in controllers if each.side == side and not each.is_vacant]
    return next((each for wanted in (unit, "") for each in own if each.unit == wanted), own[0])


NO_CHAIR = "This link leads to no chair at a table: it may have been altered on the way, or the game is gone."
_SALT = "chair at a table, and who keeps it"


def token_of(controller: Controller) -> str:
    """What a link to an open chair ends with: something else when somebody else keeps it open."""
    return signing.dumps([controller.pk, controller.user_id], salt=_SALT, compress=False)


def by_token(token: str) -> Controller | None:
    """The chair that a link leads to, with its game. One query."""
    try:
        number, _ = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return Controller.objects.filter(pk=number).select_related("game__skirmish", "game__begun_by", "user").first()


def is_kept_for(chair: Controller, token: str) -> bool:
    """Whether a chair is open to who comes with this link, which leads to it: it is of whoever keeps the chair now."""
    _, keeper = signing.loads(token, salt=_SALT)
    return chair.is_open and chair.user_id == keeper


def controls(row: Game, user: User) -> list[Side]:
    """The sides that somebody decides for, all or in part. One query."""
    return list(dict.fromkeys(row.controllers.held_by(user.pk).order_by("pk").values_list("side", flat=True)))


def is_newcomer(user: User) -> bool:
    """He has never decided anything on screen. One query."""
    return not _DECIDED(user=user.pk)


_DECIDED = Prepared(
    lambda: GameEntry.objects.filter(by=number("user"), how=GameEntry.How.PERSON).order_by().values_list("pk")[:1]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChairRow:
    """Who decides for a side, as a page tells it."""

    side: Side
    title: str
    who: str
    token: str
    """What the link to an open chair ends with; empty: nobody is to come, or another hands it out."""


def chair_rows(row: Game, user_id: int) -> list[ChairRow]:
    """All chairs of a game, for somebody who plays in it. One query."""
    system = engine.systems()[row.system]
    return [
        ChairRow(
            side=each.side,
            title=" ".join(filter(None, (system.sides[each.side], each.unit))),
            who=_sits(each),
            token=token_of(each) if each.is_open and each.user_id in (None, user_id) else "",
        )
        for each in row.controllers.with_people()
    ]


def _sits(controller: Controller) -> str:
    if controller.person is not None:
        name = str(controller.person.get_username())
        return f"the staff, for {name}" if controller.rests else name
    return "an empty chair" if controller.is_open else f"the staff, {controller.level} and {controller.doctrine}"
