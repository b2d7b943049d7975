"""The writers of games on screen: begun, decided, taken back, left to the staff, given up.

A decision locks its game's row and nothing else, for it changes nothing of its campaign; whatever touches the mission
locks the campaign first.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

import engine
from campaigns.models import Pilot, Seat
from config.common.refusals import Refusal
from engine.core.chance import SEEDS
from engine.core.errors import BadSetup, IllegalAction
from engine.core.game import Document, Side
from engine.core.levels import LEVELS, USUAL_LEVEL
from engine.core.players import DOCTRINES
from missions.games import chairs
from missions.games.chairs import Chair
from missions.games.course import Course, Start
from missions.models import Controller, Game, GameEntry, Mission, Skirmish
from missions.operations import mission_landings, screen_results, skirmishes
from missions.operations.game_tables import Table, locked_game, refuse_if_over
from missions.selectors.games import (
    NO_CHAIR,
    back_to,
    by_token,
    can_be_followed,
    is_kept_for,
    pause_is_over,
    played_again,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlan:
    """Who shall decide for a side, or a unit of it."""

    side: Side
    unit: str = ""
    user: User | None = None
    seat: Seat | None = None
    """Of the campaign: whoever holds it."""
    man: Pilot | None = None
    """Whoever plays him."""
    is_open: bool = False
    """Whoever comes with the link."""
    level: str = USUAL_LEVEL
    doctrine: str = "steady"
    habits: tuple[str, ...] = ()
    """The standing orders of ``user``."""

    @property
    def is_somebodys(self) -> bool:
        """A person decides, or is to come."""
        held = self.seat is not None and self.seat.user_id is not None
        played = self.man is not None and self.man.player_id is not None
        return held or played or self.user is not None or self.is_open


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerms:
    """By which a game is played."""

    gives_hints: bool = True
    takes_back: bool = True
    lets_watch: bool = False
    """Others may watch, all hands face down."""
    hours: int | None = None
    guide: str = ""
    """The guided game whose captions are shown."""


def begin(
    *,
    actor: User,
    key: UUID,
    system: str,
    setup: Document,
    seats: Sequence[SeatPlan],
    terms: GameTerms,
    mission: Mission | None = None,
    skirmish: Skirmish | None = None,
    seed: int | None = None,
) -> Game:
    """Begin a game, part of an operation that has checked whose it is. Without a seed it is drawn.

    Refuses a set-up that the rules do not take, and the key of another game: who began that holds other locks.
    """
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    try:
        course = Course.new(Start(system=system, setup=dict(setup), seed=seed, rules=0))
    except BadSetup as error:
        raise Refusal(str(error)) from None
    seats = [seat for seat in seats if seat.side in course.game.sides]
    if not any(seat.is_somebodys for seat in seats):
        raise Refusal("Nobody would decide in this game: take a side of it that flies, or leave it to the engine.")
    lines, told = course.opening()
    try:
        with transaction.atomic():
            row = Game.objects.create(
                mission=mission,
                skirmish=skirmish,
                key=key,
                system=system,
                setup=dict(setup),
                seed=seed,
                rules=course.rules,
                opening=lines,
                opening_told=told,
                gives_hints=terms.gives_hints,
                takes_back=terms.takes_back,
                lets_watch=terms.lets_watch,
                hours=terms.hours,
                guide=terms.guide,
                begun_by=actor,
                waits_since=timezone.now(),
            )
    except IntegrityError:
        if Game.objects.filter(key=key).exists():
            raise Refusal("This page has begun a game before. Open it again.") from None
        raise
    Controller.objects.bulk_create(_controller(row, seat) for seat in seats)
    table = Table(row, course)
    table.go_on()
    table.save()
    return row


def _controller(row: Game, seat: SeatPlan) -> Controller:
    """Not stored. Refuses a level and a doctrine that there is not."""
    return Controller(
        game=row,
        side=seat.side,
        unit=seat.unit,
        user=seat.user,
        seat=seat.seat,
        man=seat.man,
        is_open=seat.is_open,
        level=_one_of(LEVELS, seat.level, "A level"),
        doctrine=_one_of(DOCTRINES, seat.doctrine, "A doctrine"),
        habits=list(seat.habits),
        habits_of=seat.user if seat.habits else None,
    )


def _one_of(known: Iterable[str], value: str, what: str) -> str:
    if value not in known:
        raise Refusal(f"{what} is one of {', '.join(known)}.")
    return value


def sit_down(*, actor: User, token: str) -> Game:
    """Take the chair that a link keeps open. The same person again finds his own."""
    found = by_token(token)
    if found is None:
        raise Refusal(NO_CHAIR)
    with locked_game(found.game) as table:
        refuse_if_over(table.row)
        chair = next(each for each in table.controllers if each.pk == found.pk)
        if chair.user_id == actor.pk:
            return table.row
        if not is_kept_for(chair, token):
            raise Refusal("Somebody else has taken this chair. Ask whoever sent you the link.")
        if table.row.begun_by_id != actor.pk and any(each.is_held_by(actor.pk) for each in table.controllers):
            raise Refusal("You play in this game already, and this chair was kept for somebody else.")
        chair.user, chair.is_open, chair.rests_of = actor, False, None
        chair.save(update_fields=["user", "is_open", "rests_of"])
        table.seat_again()
        return table.row


def decide(*, actor: User, game: Game, side: Side, action: str, seen: str) -> Game:
    """Take the open decision of ``side`` by an action's text, as the page named ``seen`` offered it.

    The same click again is the same decision. Refuses one that was made for a table that has changed since.
    """
    with locked_game(game) as table:
        row = table.row
        if _is_same_click(row, actor, side, action, seen):
            return row
        refuse_if_over(row)
        chair = _chair(table, side)
        if chair is None or not chair.is_held_by(actor.pk):
            raise Refusal("It is not your decision now.")
        _refuse_what_is_left_to_the_staff(chair)
        if row.seen[side] != seen:
            raise Refusal("The table has changed since your page was made. Here it is as it stands: choose again.")
        try:
            parsed = table.course.game.parse(action)
        except IllegalAction as error:
            raise Refusal(f"That cannot be done now: {error.why}") from None
        table.note(table.course.take(parsed), GameEntry.How.PERSON, by=actor.pk, seen=seen)
        table.go_on()
        table.save()
        return row


def _is_same_click(row: Game, actor: User, side: Side, action: str, seen: str) -> bool:
    last = GameEntry.objects.filter(game=row, side=side, how=GameEntry.How.PERSON).order_by("-number").first()
    return last is not None and (last.by_id, last.seen) == (actor.pk, seen) and last.lines.partition("\n")[0] == action


def _refuse_what_is_left_to_the_staff(chair: Chair) -> None:
    if chair.rests:
        raise Refusal("You have left this to the staff. Take over again, and it is yours to decide.")


def _chair(table: Table, side: Side) -> Chair | None:
    """Who has the open decision, if it is one of ``side``."""
    if table.row.side != side:
        return None
    return chairs.in_charge(table.chairs, side, table.row.unit)


def stand_up(*, user: User) -> None:
    """Leave the chairs of somebody who goes to the staff, which plays on where a game waited for him.

    His standing orders go with him, and his word. A game that the rules of today cannot follow stays as it is.
    """
    for game in Game.objects.filter(controllers__user=user).distinct():
        with transaction.atomic():
            row = Game.objects.select_related("skirmish").select_for_update(of=("self",)).get(pk=game.pk)
            row.controllers.filter(user=user).update(user=None, is_open=False)
            if not row.is_over and can_be_followed(row):
                Table(row).seat_again()
    Controller.objects.filter(habits_of=user).update(habits=[], habits_of=None)
    Controller.objects.filter(rests_of=user).update(rests_of=None)
    Controller.objects.filter(gives_up_of=user).update(gives_up_of=None)


def resume(game: Game) -> None:
    """Take what was to be taken after a pause, once that is over. Safe twice and at once."""
    with locked_game(game) as table:
        if table.row.is_over or not pause_is_over(table.row.resumes_at):
            return
        table.go_on(has_waited=True)
        table.save()


def set_habits(*, actor: User, game: Game, side: Side, habits: Collection[str]) -> Game:
    """Set what one need not be asked any more in this game, as long as one decides in it.

    What it says of the open decision is done at once.
    """
    known = [habit.slug for habit in engine.systems()[game.system].habits]
    if unknown := [slug for slug in habits if slug not in known]:
        raise Refusal(f"This game knows no such habit: {unknown[0]}.")
    with _own_chairs(actor, game, side) as (table, own):
        for controller in own:
            controller.habits = [slug for slug in known if slug in habits]
            controller.habits_of = actor
            controller.save(update_fields=["habits", "habits_of"])
        table.seat_again(side)
        return table.row


def rest(*, actor: User, game: Game, side: Side, rests: bool) -> Game:
    """Leave it to the staff, or take over again. When all who play have left it, the staff flies to the end."""
    with _own_chairs(actor, game, side) as (table, own):
        for controller in own:
            controller.rests_of = actor if rests else None
            controller.save(update_fields=["rests_of"])
        table.seat_again()
        return table.row


def hand_over(*, actor: User, game: Game, side: Side) -> Controller:
    """Let whoever comes with the link have one's chair; until somebody does, one keeps it."""
    with _own_chairs(actor, game, side) as (_, own):
        if own[0].is_of_campaign:
            raise Refusal("In a campaign nobody plays by a link. Name somebody who stands in for your seat there.")
        own[0].is_open = True
        own[0].save(update_fields=["is_open"])
        return own[0]


@contextmanager
def _own_chairs(actor: User, game: Game, side: Side) -> Iterator[tuple[Table, list[Controller]]]:
    with locked_game(game) as table:
        refuse_if_over(table.row)
        own = [each for each in table.controllers if each.side == side and each.is_held_by(actor.pk)]
        if not own:
            raise Refusal("You decide for nobody on this side.")
        yield table, own


def take_back(*, actor: User, game: Game, side: Side, seen: str) -> Game:
    """Take back the last decision of one's own, if since then neither chance has spoken nor anybody else decided."""
    with locked_game(game) as table:
        row = table.row
        refuse_if_over(row)
        if not row.takes_back:
            raise Refusal("By the terms of this game nobody takes anything back.")
        if row.seen[side] != seen:
            raise Refusal("The table has changed since your page was made: look again.")
        chair = _chair(table, side)
        if chair is not None and chair.is_held_by(actor.pk):
            _refuse_what_is_left_to_the_staff(chair)
        number = back_to(row, actor.pk, side) if chair is not None and chair.is_held_by(actor.pk) else None
        if number is None:
            raise Refusal("There is nothing to take back: since your last decision chance or somebody else has spoken.")
        undone = GameEntry.objects.filter(game=row, number__gt=number).values_list("told", flat=True)
        noticed = {side, *(hearer for told in undone for hearer, events in told.items() if events)}
        row.count += 1
        GameEntry.objects.create(
            game=row,
            number=row.count,
            how=GameEntry.How.BACK,
            by=actor,
            side=side,
            back_to=number,
            at=timezone.now(),
        )
        table.course = played_again(row)
        table.rename(each for each in table.audience if each in noticed)
        table.save()
        return row


def begin_skirmish(
    *,
    actor: User,
    key: UUID,
    title: str,
    system: str,
    setup: Document,
    seats: Sequence[SeatPlan],
    terms: GameTerms,
    seed: int | None = None,
) -> Game:
    """A skirmish to be played on screen. The same ``key`` again finds what there is.

    To put it down locks the person's row: of two clicks at once the second sees what the first has begun.
    """
    with transaction.atomic():
        doctrines = {seat.side: seat.doctrine for seat in seats if not seat.unit}
        levels = {seat.side: seat.level for seat in seats if not seat.unit}
        skirmish = skirmishes.put_down(
            actor=actor, key=key, title=title, system=system, setup=setup, doctrines=doctrines, levels=levels
        )
        if (known := Game.objects.filter(skirmish=skirmish).first()) is not None:
            return known
        if skirmish.job_id is not None:
            raise Refusal("What this form asked for has been flown by the engine already. Open a new one.")
        if skirmish.is_at_table:
            raise Refusal("What this form asked for is played at the table already. Open a new one.")
        return begin(
            actor=actor, key=key, system=system, setup=setup, seats=seats, terms=terms, skirmish=skirmish, seed=seed
        )


def land(game: Game) -> None:
    """Hand a game that is over on to what it was flown for. Safe twice and at once."""
    if game.status != Game.Status.OVER:
        return
    if game.mission_id is not None:
        mission_landings.land(game)
        return
    skirmish = game.skirmish
    if skirmish is None or skirmish.report is not None:
        return
    flown = played_again(game).game
    with transaction.atomic():
        held = Skirmish.objects.select_for_update().filter(pk=skirmish.pk, report__isnull=True).first()
        if held is None:
            return
        skirmishes.store(held, record=str(flown.record), report=flown.report())
        held.refresh_from_db(fields=["report"])
        screen_results.keep(game, held)
