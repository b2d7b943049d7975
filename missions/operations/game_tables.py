"""A game on screen under its lock: what is noted there, who is waited for then, and what its pages are called."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256

from celery import signature
from django.db import transaction
from django.utils import timezone

from clubs.selectors.endings import refuse_if_archived
from config.common.refusals import Refusal
from engine.core.game import PUBLIC, Side
from missions.games import chairs
from missions.games.cache import KEPT
from missions.games.course import Course, Taken, Told
from missions.models import Controller, Game, GameEntry
from missions.selectors.games import PAUSE, chairs_of, controller_of, course_of


class Table:
    """A game under its lock, and the course that it takes in this transaction."""

    def __init__(self, row: Game, course: Course | None = None) -> None:
        self.row = row
        self.controllers = list(row.controllers.with_people())
        self.chairs = chairs_of(self.controllers)
        self.course = course or course_of(row)
        self._entries: list[GameEntry] = []

    def note(self, taken: Taken, how: GameEntry.How, *, by: int | None = None, seen: str = "") -> None:
        """One decision more."""
        self.row.count += 1
        self._entries.append(
            GameEntry(
                game=self.row,
                number=self.row.count,
                how=how,
                by_id=by,
                side=taken.decision.side,
                unit=taken.decision.unit,
                decision=taken.decision.kind,
                lines=taken.lines,
                told=taken.told,
                has_shown=taken.has_shown,
                seen=seen,
                at=timezone.now(),
            )
        )
        self._tell(taken.told)

    def go_on(self, *, has_waited: bool = False) -> None:
        """All that needs no person."""
        is_watched = self.row.lets_watch
        for automatic in chairs.go_on(self.course, self.chairs, has_waited=has_waited, is_watched=is_watched):
            chair = chairs.in_charge(self.chairs, automatic.taken.decision.side, automatic.taken.decision.unit)
            self.note(automatic.taken, GameEntry.How(automatic.how), by=chair.user)

    def save(self, *, is_thought_on: bool = False) -> None:
        """Keep what has happened, and who is waited for; if that is a staff that thinks, a worker is told.

        ``is_thought_on``: a worker is at it.
        """
        row, decision = self.row, self.course.game.decision
        if decision is None and row.status == Game.Status.PLAYING:
            row.status = Game.Status.OVER
        before = row.side, row.unit
        row.side, row.unit = (decision.side, decision.unit) if decision else ("", "")
        now = timezone.now()
        self._set_clock(now, is_another=bool(self._entries) or before != (row.side, row.unit))
        if decision is None or not chairs.pauses(self.course, self.chairs, is_watched=row.lets_watch):
            row.resumes_at = None
        elif row.resumes_at is None:
            low, high = PAUSE
            row.resumes_at = now + timedelta(seconds=low + (high - low) * secrets.randbelow(1000) / 1000)
        self._look()
        row.save()
        GameEntry.objects.bulk_create(self._entries)
        key, count, course = row.key, row.count, self.course
        transaction.on_commit(lambda: KEPT.keep(key, count, course))
        if not is_thought_on and chairs.thinker(course, self.chairs) is not None:
            transaction.on_commit(lambda: have_it_thought(row.pk), robust=True)

    def _set_clock(self, now: datetime, *, is_another: bool) -> None:
        """Whom the game waits for from now on, and since when.

        Who only sets something gives nobody more time, and lets no pause begin anew. Who takes back and decides the
        same again does neither: until the game has gone further than it ever was, everybody goes on with the hours
        that he has left.

        ``is_another``: another decision is open than when the game was last saved.
        """
        row, awaited = self.row, _awaited(self.row, self.controllers)
        has_changed_hands = waits_for_another(row, self.controllers)
        if has_changed_hands:
            row.told_at = None
        if self.course.count > row.furthest:
            row.furthest, row.had = self.course.count, {}
        elif is_another:
            waited = (now - row.waits_since).total_seconds()
            row.had |= {str(each): row.had.get(str(each), 0) + waited for each in row.waits_for}
        if is_another or has_changed_hands:
            row.waits_since = now
            had = min((row.had.get(str(each), 0) for each in awaited), default=0)
            row.late_at = None if row.hours is None else now + timedelta(hours=row.hours, seconds=-had)
        if self._entries or has_changed_hands:
            row.resumes_at = None
        # Whom one decision has waited for once it has told, and given his hours: he is not new to it a second time.
        row.waits_for = sorted({*(() if is_another else row.waits_for), *awaited})
        row.is_unattended = not awaited

    def seat_again(self, *sides: Side) -> None:
        """Who sits where has changed: go on as far as nobody is asked now.

        ``sides``: whose pages show that, if not everybody's.
        """
        self.chairs = chairs_of(self.controllers)
        self.rename(sides or self.audience)
        self.go_on()
        self.save()

    @property
    def audience(self) -> tuple[Side, ...]:
        """Who has a page of the game: its sides, and who watches."""
        return (*self.course.game.sides, PUBLIC)

    def rename(self, sides: Iterable[Side]) -> None:
        """The pages of these sides are others from now on."""
        self._tell({side: [["back", "", "news"]] for side in sides})

    def _tell(self, told: Told) -> None:
        """Whoever has been told something has another page from then on, whatever it shows."""
        for side, events in told.items():
            if events:
                heard = self.row.seen.get(side, "-").partition("-")[0]
                self.row.seen[side] = f"{_named(heard, events)}-"

    def _look(self) -> None:
        row = self.row
        for side in self.audience:
            heard = row.seen.get(side, "-").partition("-")[0]
            # Where nobody may watch but an umpire, any decision is news to him, and a view more would take time.
            shown = self.course.view(side) if side != PUBLIC or row.lets_watch else row.count
            row.seen[side] = f"{heard}-{_named(shown)}"


def waits_for_another(row: Game, controllers: Collection[Controller]) -> bool:
    """Somebody is waited for who was not when the game was last saved: nobody has told him, or given him his hours."""
    return not _awaited(row, controllers) <= set(row.waits_for)


def _awaited(row: Game, controllers: Collection[Controller]) -> set[int]:
    """Who is waited for: who decides, and who stands in for him; nobody where it is the staff's to decide."""
    if not row.side:
        return set()
    chair = controller_of(controllers, row.side, row.unit)
    return set() if chair.rests else {person.pk for person in chair.people}


def have_it_thought(number: int) -> None:
    """Wake a worker for a game in which the staff thinks. The task goes by its name: tasks stand above operations."""
    signature("missions.tasks.think", args=(number,)).delay()


@contextmanager
def locked_game(game: Game) -> Iterator[Table]:
    """The game as it stands now, in a transaction that holds its row. Refuses in a campaign that is archived."""
    with transaction.atomic():
        found = Game.objects.select_related("skirmish", "mission__campaign__club").select_for_update(of=("self",))
        row = found.get(pk=game.pk)
        if row.mission is not None:
            refuse_if_archived(row.mission.campaign)
        yield Table(row)


def end_without_result(row: Game) -> None:
    """A game, under its lock, ends here and comes to nothing, whether the rules still follow it or not."""
    row.status, row.side, row.unit, row.resumes_at = Game.Status.GIVEN_UP, "", "", None
    row.seen = {side: f"{_named(name)}-" for side, name in row.seen.items()}
    row.save()


def refuse_if_over(row: Game) -> None:
    if row.status == Game.Status.OVER:
        raise Refusal("The game is over.")
    if row.status == Game.Status.GIVEN_UP:
        raise Refusal("The game has been given up.")


def _named(*what: object) -> str:
    """A short name of what a side sees or hears; of the same the same."""
    return sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:16]
