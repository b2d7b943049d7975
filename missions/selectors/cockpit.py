"""The page of a side in a game on screen: what is asked and may be done, the table, the hands, what has happened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import engine
from config.common.vocabulary import rules_named
from engine.core.board import Board, Card, Hand, Step
from engine.core.choices import Choice
from engine.core.game import Action, Caption, Document, Frame, Side, System
from engine.core.game import Game as FlownGame
from engine.core.levels import USUAL_LEVEL
from engine.core.players import DOCTRINES, USUAL_DOCTRINE
from missions.games.chairs import thinker
from missions.games.course import Course
from missions.models import Controller, Game
from missions.selectors.game_log import LogEntry, log_of
from missions.selectors.games import back_to, chairs_of, controller_of, home_of, title_of

NAMED = 3
"""Things that cannot be done which are named, of all for the same reason."""
FEW = 6
"""Choices that stand as buttons at once, without anything being picked."""


class Picks(NamedTuple):
    """What somebody has picked of his hand and of the table."""

    card: str = ""
    at: str = ""

    def fit(self, choice: Choice) -> bool:
        return (not self.card or choice.card == self.card) and (not self.at or choice.at == self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A choice as the page offers it."""

    action: str
    """Its text."""
    label: str
    card: str
    at: str
    group: str
    is_plain: bool
    is_grave: bool
    is_shown: bool
    """Whether it stands there with what is picked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonGroup:
    """Choices under one heading."""

    title: str
    """Empty: none."""
    buttons: tuple[Button, ...]

    @property
    def is_shown(self) -> bool:
        return any(each.is_shown for each in self.buttons)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldCard:
    """A card of one's hand."""

    card: Card
    is_lit: bool
    """It may be played now, somehow."""
    is_picked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHand:
    hand: Hand
    cards: tuple[HeldCard, ...]
    decides: bool
    """It is the one that the open decision is about."""
    is_ones_own: bool
    """The person decides for its unit, not somebody else of his side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HabitRow:
    """What somebody may set for the whole game."""

    slug: str
    label: str
    topic: str
    is_set: bool
    is_usual: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What the staff would do."""

    doctrines: str
    """Of which kind: ``cautious and steady``; empty: of every kind that is asked."""
    label: str
    why: str
    """In a clause."""
    found: str
    """In figures; empty: nothing is weighed."""
    doctrine: str
    """Of several kinds, which one that is of; empty: of all of them."""
    instead: tuple[tuple[str, str], ...]
    """What would come next: its label, and what it is worth to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forbidden:
    """What one might think of and the rules do not allow now."""

    reason: str
    labels: tuple[str, ...]
    """The first few of them."""
    more: int
    """How many there are besides."""


class Extras(NamedTuple):
    """What somebody wants to know besides."""

    hints: bool = False
    """What the staff would do."""
    forbidden: bool = False
    """What cannot be done, and why."""


class _Offer(NamedTuple):
    """What the person may do now and what not; nothing at all while somebody else decides."""

    choices: Sequence[Choice] = ()
    buttons: tuple[Button, ...] = ()
    why_not: tuple[str, ...] = ()
    """Why what is picked cannot be done."""
    forbidden: tuple[Forbidden, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cockpit:
    """All that the page of a side shows of its game."""

    game: Game
    title: str
    home: str
    """Where it belongs: the address of its skirmish or its mission."""
    system: System
    side: Side
    caption: Caption
    prompt: str
    """What is asked; empty when the game is over."""
    verdict: str
    """Who has won a skirmish that is over."""
    is_mine: bool
    """It is for the person to decide."""
    against: str
    """Who decides for the other sides, and how well if it is the staff; empty: the person does."""
    waits_for: str
    """Who decides, if it is somebody else."""
    thinks: str
    """At which level the staff thinks about what is asked; empty: it does not."""
    picks: Picks
    groups: tuple[ButtonGroup, ...]
    needs_pick: bool
    """Some of what may be done has to be picked first."""
    why_not: tuple[str, ...]
    """Why what is picked cannot be done."""
    board: Board
    men: tuple[str, ...]
    """The person's own, in whose units he decides; empty for who decides for a side."""
    own_hands: tuple[OwnHand, ...]
    """Of the side; the one that is decided about first, then those of the person's units."""
    counted_hands: tuple[Hand, ...]
    """Others of which one may know how many cards they are, and one's own that one has not looked at."""
    secret_hands: tuple[Hand, ...]
    """Others of which one may not know even that."""
    score: tuple[tuple[str, int], ...]
    log: tuple[LogEntry, ...]
    seen: str
    """The name of the page as it stands."""
    may_take_back: bool
    chair: Controller | None
    """The person's own."""
    awaited: tuple[Controller, ...]
    """Chairs of other sides that are empty, to which the person may send somebody a link."""
    habits: tuple[HabitRow, ...]
    hints: tuple[Hint, ...]
    """Empty unless they were asked for."""
    forbidden: tuple[Forbidden, ...]
    """Empty unless it was asked for."""
    forbids_nothing: bool
    """It was asked for, and there is nothing."""
    is_handed_on: bool
    """The other side is the person's too, and it decides: the screen is handed over."""

    @property
    def shares_side(self) -> bool:
        """Others of the side decide for some of its units."""
        return not all(each.is_ones_own for each in self.own_hands)

    @property
    def usual_habits(self) -> list[HabitRow]:
        """What one may set at one click; empty when it is set."""
        usual = [each for each in self.habits if each.is_usual]
        return [] if all(each.is_set for each in usual) else usual

    @property
    def offers_at_once(self) -> bool:
        """Something stands as a button without being picked, besides what is grave."""
        return any(each.is_shown and not each.is_grave for each in self.buttons)

    @property
    def buttons(self) -> list[Button]:
        """All that may be done."""
        return [button for group in self.groups for button in group.buttons]


def _habit_rows(system: System, game: FlownGame, in_force: Collection[str]) -> Iterator[HabitRow]:
    """What one may let the staff do for one in this game, and what of it is set."""
    for each in system.habits:
        if each.suits(game):
            yield HabitRow(
                slug=each.slug, label=each.label, topic=each.topic, is_set=each.slug in in_force, is_usual=each.is_usual
            )


def cockpit(
    row: Game,
    course: Course,
    side: Side,
    user_id: int,
    picks: Picks,
    asked: Extras,
    controllers: Sequence[Controller] | None = None,
) -> Cockpit:
    """The page of ``side`` for a person who controls it, or a part of it.

    Three queries: its controllers, unless they are known, its log, and whether something can be taken back.
    """
    system = engine.systems()[row.system]
    controllers = list(row.controllers.with_people()) if controllers is None else controllers
    game = course.game
    decision, view = game.decision, course.view(side)
    deciding = controller_of(controllers, decision.side, decision.unit) if decision else None
    decides_for = _decides_for(deciding, user_id)
    is_mine = decides_for == side
    offer = _offer(system, game, picks, asked) if is_mine else _Offer()
    held = [each for each in controllers if each.side == side and each.is_held_by(user_id)]
    chair = held[0] if held else None
    lit = frozenset(each.at for each in offer.choices if each.at and (not picks.card or each.card == picks.card))
    board = system.board(view, Step(lit=lit))
    playable = {each.card for each in offer.choices if not picks.at or each.at == picks.at}
    unit = decision.unit if decision and is_mine else ""
    own, others = _hands(
        board, side, unit, playable, picks, lambda of: controller_of(controllers, side, of).is_held_by(user_id)
    )
    return Cockpit(
        game=row,
        title=title_of(row),
        home=home_of(row),
        system=system,
        side=side,
        caption=caption(system, view, game.turn, decision.kind if decision else "over", unit),
        prompt=decision.prompt if decision else "",
        verdict=verdict(row, course),
        is_mine=is_mine,
        against=_against(controllers, side, user_id, system),
        waits_for="" if is_mine or decision is None else called(deciding, system),
        thinks=thinking(course, controllers),
        picks=picks,
        groups=tuple(_grouped(offer.buttons)),
        needs_pick=not all(each.is_shown for each in offer.buttons) and not any(picks),
        why_not=offer.why_not,
        board=board,
        men=tuple(each.man.name for each in held if each.man) if all(each.man for each in held) else (),
        own_hands=own,
        counted_hands=tuple(each for each in others if each.number is not None),
        secret_hands=tuple(each for each in others if each.number is None),
        score=score(game.sides, view),
        log=tuple(log_of(row, side)),
        seen=row.seen[side],
        may_take_back=is_mine and row.takes_back and back_to(row, user_id, side) is not None,
        chair=chair,
        awaited=tuple(
            each for each in controllers if each.is_open and each.side != side and each.user_id in (None, user_id)
        ),
        habits=tuple(_habit_rows(system, game, chair.habits_in_force if chair is not None else ())),
        hints=tuple(_hints(course, side, offer.choices, is_taught=bool(row.guide)))
        if asked.hints and row.gives_hints
        else (),
        forbidden=offer.forbidden,
        forbids_nothing=is_mine and asked.forbidden and not offer.forbidden,
        is_handed_on=decides_for not in ("", side),
    )


def _decides_for(deciding: Controller | None, user_id: int) -> Side:
    """The side for which the person makes the open decision; empty: somebody else makes it."""
    is_ones_own = deciding is not None and deciding.is_held_by(user_id) and not deciding.rests
    return deciding.side if deciding is not None and is_ones_own else ""


def _offer(system: System, game: FlownGame, picks: Picks, asked: Extras) -> _Offer:
    """What the open decision allows. What cannot be done is tried only where somebody picked or asked."""
    choices = system.choices(game, game.legal())
    tries = system.choices(game, tuple(system.tries(game))) if any(picks) or asked.forbidden else ()
    return _Offer(
        choices=choices,
        buttons=tuple(_buttons(game.action_text, choices, picks)),
        why_not=() if any(picks.fit(each) for each in choices) else _reasons(game.why_not, tries, picks),
        forbidden=tuple(_forbidden(game.why_not, tries)) if asked.forbidden else (),
    )


def called(controller: Controller | None, system: System) -> str:
    """Who decides, as everybody at the table may know."""
    if controller is None:
        return ""
    if controller.person is not None:
        name = str(controller.person.get_username())
        return f"the staff, for {name}" if controller.rests else name
    return f"whoever takes the {system.sides[controller.side]} side" if controller.is_open else "the staff"


def _against(controllers: Iterable[Controller], side: Side, user_id: int, system: System) -> str:
    """``the staff (ace)``, ``Ada``, ``Ada and the staff (regular)``."""
    others = [each for each in controllers if each.side != side and not each.is_held_by(user_id)]
    names = (
        called(each, system) if each.person is not None or each.is_open else f"the staff ({each.level})"
        for each in others
    )
    return " and ".join(dict.fromkeys(names))


def thinking(course: Course, controllers: Iterable[Controller]) -> str:
    """At which level the staff thinks about the open decision, in a worker; empty: it does not."""
    chair = thinker(course, chairs_of(controllers))
    return chair.level if chair is not None else ""


def _buttons(text_of: Callable[[Action], str], choices: Sequence[Choice], picks: Picks) -> Iterator[Button]:
    is_narrow = bool(any(picks)) or len(choices) <= FEW
    for each in choices:
        is_direct = each.is_plain or not (each.card or each.at)
        yield Button(
            action=text_of(each.action),
            label=each.label,
            card=each.card,
            at=each.at,
            group=each.group,
            is_plain=each.is_plain,
            is_grave=each.is_grave,
            is_shown=is_direct or (is_narrow and picks.fit(each)),
        )


def _grouped(buttons: Iterable[Button]) -> Iterator[ButtonGroup]:
    """Under their headings, those without one last; in the end what leaves things as they are, and what is grave."""
    found: dict[str, list[Button]] = {}
    for each in sorted(buttons, key=lambda each: (each.is_grave, each.is_plain)):
        found.setdefault(each.group, []).append(each)
    for title in sorted(found, key=lambda title: not title):
        yield ButtonGroup(title=title, buttons=tuple(found[title]))


def _reasons(why_not: Callable[[Action], str], tries: Iterable[Choice], picks: Picks) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(rules_named(why_not(each.action)) for each in tries if picks.fit(each)))
    if found:
        return found
    if all(picks):
        return ("What is picked does not go together here.",)
    return ("Nothing that is asked now takes this card." if picks.card else "Nothing that is asked now leads there.",)


def _forbidden(why_not: Callable[[Action], str], tries: Iterable[Choice]) -> Iterator[Forbidden]:
    """By reason, in the order in which one would think of them."""
    found: dict[str, list[str]] = {}
    for each in tries:
        found.setdefault(rules_named(why_not(each.action)), []).append(each.label)
    for reason, labels in found.items():
        yield Forbidden(reason=reason, labels=tuple(labels[:NAMED]), more=len(labels[NAMED:]))


def _hands(
    board: Board, side: Side, unit: str, playable: set[str], picks: Picks, is_ones_own: Callable[[str], bool]
) -> tuple[tuple[OwnHand, ...], tuple[Hand, ...]]:
    own, others = [], []
    for hand in board.hands or ():
        if hand.side != side or hand.number is not None:
            others.append(hand)
            continue
        decides = hand.key == unit
        cards = tuple(
            HeldCard(
                card=each, is_lit=decides and each.key in playable, is_picked=decides and each.key == picks.card != ""
            )
            for each in hand.cards
        )
        own.append(OwnHand(hand=hand, cards=cards, decides=decides, is_ones_own=is_ones_own(hand.key)))
    return tuple(sorted(own, key=lambda each: (not each.decides, not each.is_ones_own))), tuple(others)


def _hints(course: Course, side: Side, choices: Sequence[Choice], *, is_taught: bool) -> Iterator[Hint]:
    """What the staff would do here by each doctrine, from what the side may know.

    Who is taught the game is told one thing, and the rule by which it is chosen: by the usual doctrine, no figures.
    """
    game, labels = course.game, {each.action: each.label for each in choices}
    because = engine.systems()[course.start.system].because
    found: dict[Action, list[str]] = {}
    asked = (USUAL_DOCTRINE,) if is_taught else DOCTRINES
    for doctrine in asked if choices else ():
        player = engine.staff(course.start.system, side, course.start.seed_of(course.count), USUAL_LEVEL, doctrine)
        found.setdefault(player.choose(game), []).append(doctrine)
    for action, doctrines in found.items():
        own = {doctrine: because(game, action, doctrine) for doctrine in doctrines}
        told = USUAL_DOCTRINE if USUAL_DOCTRINE in own else doctrines[0]
        reason = own[told]
        yield Hint(
            doctrines="" if len(doctrines) == len(asked) else " and ".join(doctrines),
            label=labels[action],
            why=reason.why,
            found="" if is_taught else reason.found,
            doctrine="" if len(set(own.values())) == 1 else told,
            instead=() if is_taught else tuple((labels[each], words) for each, words in reason.instead),
        )


def caption(system: System, view: Document, turn: int, kind: str, unit: str) -> Caption:
    """The turn and the step of a view, in words; ``unit``: who is asked, if that is to be said."""
    return system.caption(Frame(0, turn, kind, unit, "", (), view))


def score(sides: Sequence[Side], view: Document) -> tuple[tuple[str, int], ...]:
    """The points of each side, in a game that counts them as it goes."""
    told = view.get("score") or view.get("points")
    if not isinstance(told, dict):
        return ()
    return tuple((side, told[side]) for side in sides if isinstance(told.get(side), int))


def verdict(row: Game, course: Course) -> str:
    """Who has won a skirmish that is over, by the points; empty of any other game. A mission is won by its pack."""
    if row.status != Game.Status.OVER or row.skirmish_id is None:
        return ""
    report = course.game.report()
    points = {side: report.points(side) for side in course.game.sides}
    best = [side for side in points if points[side] == max(points.values())]
    return f"Victory: {engine.systems()[row.system].sides[best[0]]}." if len(best) == 1 else "A draw."
