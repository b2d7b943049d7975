"""The contract that every game system keeps.

A game is a state with at most one open decision. ``legal()`` lists what may be chosen, ``play()`` takes
one of these and nothing else. An action is a small int, the same in every process; its text has the form
``kind card > target (detail)`` and ``parse(action_text(a)) == a``. All chance stands in the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from engine.core.board import NO_STEP, Board, Step
from engine.core.chance import Chance
from engine.core.choices import Because, Choice, Habit, no_reason, no_tries, plain_choices
from engine.core.fixtures import Scenario, scenarios
from engine.core.forms import Questions
from engine.core.record import Entry, Record
from engine.core.report import Report
from engine.core.type_cards import TypeCard

if TYPE_CHECKING:
    from engine.core.at_table import AtTable
    from engine.core.campaigns import CampaignRules
    from engine.core.players import Player
    from engine.core.search import Effort

Action: TypeAlias = int
Side: TypeAlias = str
"""``"allied"`` or ``"axis"``; a game of more than two sides names the others."""
Document: TypeAlias = dict[str, Any]
"""A JSON-able mapping: a set-up, a position or a view."""

SIDES: tuple[Side, Side] = ("allied", "axis")
PUBLIC: Side = "public"
"""In the place of a viewer's side: of somebody who is of none, and knows only what everybody at the table knows.

Whatever it is told or shown is the same however that is dealt which any one of the sides cannot see.
"""
SIDE_NAMES: dict[Side, str] = {"allied": "Allied", "axis": "Axis"}


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides what. ``kind`` is one of the system's decision kinds; ``prompt`` is a sentence."""

    side: Side
    unit: str
    kind: str
    prompt: str


class Event(Protocol):
    """Something that happened, made from the integer log when asked."""

    @property
    def kind(self) -> str: ...

    def text(self, viewer: Side | None = None) -> str:
        """A sentence; ``viewer`` hears only what his side may know, ``PUBLIC`` what all may, ``None`` everything."""
        ...


class Game(Protocol):
    """One game in progress. Systems implement it in their own folder; nothing outside looks inside."""

    system: str

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who plays: ``SIDES``, but where a system knows games of more."""
        ...

    @property
    def record(self) -> Record:
        """The game so far. A copy has none: it raises ``EngineError``."""
        ...

    @property
    def written(self) -> int:
        """A mark of how far its record is written, for ``entries_since``."""
        ...

    def entries_since(self, written: int) -> tuple[Entry, ...]:
        """What the record has had since then, where a decision was open; no matter how long it is."""
        ...

    @property
    def turn(self) -> int:
        """The Game-Turn, from 1; 0 during set-up."""
        ...

    @property
    def deciding(self) -> Side | None:
        """The side whose decision is open; ``None`` when the game is over. Quicker to ask than ``decision``."""
        ...

    @property
    def decision(self) -> Decision | None: ...

    def legal(self) -> tuple[Action, ...]:
        """All legal actions in a stable order; never empty while a decision is open."""
        ...

    def play(self, action: Action) -> tuple[Event, ...]:
        """Carry out a legal action up to the next decision. Raises ``IllegalAction``, changing nothing."""
        ...

    def step(self, action: Action) -> None:
        """``play`` without the check and the events, for players who chose from ``legal()``."""
        ...

    def script(self, cards: Mapping[Side, Sequence[str]], dice: Sequence[int] = ()) -> None:
        """Force what chance gives next. Raises ``EngineError``, changing nothing, if it cannot come."""
        ...

    def foretell(self, stream: str, outcomes: list[str]) -> None:
        """Say what a stream of chance gives next: it has given that already, in a twin of this game."""
        ...

    def action_text(self, action: Action) -> str: ...

    def why_not(self, action: Action, /) -> str:
        """Why an action is not among the legal ones, in a sentence with its rule, while a decision is open."""
        ...

    def parse(self, text: str) -> Action:
        """The legal action that ``text`` names. Raises ``IllegalAction``."""
        ...

    def opening(self) -> tuple[Event, ...]:
        """What happened before the first decision."""
        ...

    def view(self, side: Side | None) -> Document:
        """What ``side`` may know, JSON-able; of ``PUBLIC`` what all may; of ``None``, the umpire, everything."""
        ...

    def copy(self, chance: Chance | None = None) -> Game:
        """An independent game in the same state; shares the generator unless given one. Keeps no record."""
        ...

    def determinize(self, side: Side, chance: Chance) -> Game:
        """A copy in which everything hidden from ``side`` is dealt anew from what may still be there."""
        ...

    def position(self) -> Document:
        """The exact state as a JSON document; ``engine.position()`` restores it."""
        ...

    def score(self) -> Mapping[Side, int]:
        """Victory Points by side as the game stands; at its end, those of its report."""
        ...

    def report(self) -> Report:
        """The outcome; only when ``decision`` is ``None``."""
        ...


Weight: TypeAlias = Literal["routine", "upkeep", "news", "decisive"]
"""What an event is to somebody who reads about the game: that the next turn begins, what the hand or the way was that
led to something, what was done and what came of it, that somebody has fallen."""


class Told(NamedTuple):
    """An event as a viewer hears it."""

    kind: str
    text: str
    weight: Weight


class Caption(NamedTuple):
    """A frame in words: its turn, its turn with what that means, its step and who acts."""

    turn: str = ""
    turn_title: str = ""
    step: str = ""
    actor: str = ""


NO_CAPTION = Caption()


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a replay: what had been decided, what happened, and the table afterwards."""

    number: int
    turn: int
    step: str
    actor: str
    """Unit whose decision or chance led here; empty at set-up."""
    action: str
    events: tuple[Told, ...]
    view: Document
    decisions: int = 0
    """How many decisions of the record had been taken when the table stood so."""
    caption: Caption = NO_CAPTION


def plain_caption(frame: Frame, steps: Mapping[str, str] = {"over": "The end"}) -> Caption:
    """The words of a game that counts its turns; ``steps``: the names of steps that are not called by their key."""
    turn = f"Turn {frame.turn}" if frame.turn else "Set-up"
    step = steps.get(frame.step) or frame.step.replace("-", " ").capitalize()
    unit = frame.view["units"].get(frame.actor, {})
    return Caption(turn, turn, step, str(unit.get("title") or frame.actor.replace("-", " ").capitalize()))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class System:
    """A game system as the registry knows it: what it is called, and what its folder gives."""

    slug: str
    title: str
    about: str
    """What playing it is like, in a sentence or two."""
    sides: dict[Side, str]
    """What each side is called that a game of this system may have."""
    campaign: CampaignRules
    """How its games are a campaign's missions."""
    at_table: Callable[[Document], AtTable]
    """A set-up outside campaigns as a table is asked about it. Raises ``BadSetup``."""
    ready: Callable[[Document, int], Callable[[int, Chance], Game]]
    """What begins games of a set-up, which is read by an edition of the rules, 0 the newest. Raises ``BadSetup``.

    The seed goes into the record; chance is drawn from the last.
    """
    check: Callable[[Document], None]
    """Raise ``BadSetup`` as ``new`` would; one side may have no units yet, as while its orders are secret."""
    from_position: Callable[[Document, int, Chance], Game]
    """A game from a position. Raises ``BadPosition``."""
    film: Callable[[System, Record, Side | None], Iterator[Frame]]
    """What ``frames`` gives, without captions."""
    weights: Mapping[str, Weight]
    """Of each kind of event that is not simply news."""
    caption: Callable[[Frame], Caption] = plain_caption
    """A frame in words."""
    draw: Callable[[Document, Step], Board]
    """What ``board`` gives."""
    cards: Callable[[str, str], tuple[TypeCard, ...]]
    """What ``type_cards`` gives."""
    questions: Callable[[], Questions]
    """What to ask somebody who sets up a game of his own."""
    setup_of: Callable[[Document], Document]
    """The set-up document of answers to ``questions()``. Raises ``BadSetup`` for what it cannot put together.

    ``{name: value, …, "units": {side: [{name: value, …}, …]}}``; whether the rules allow it, ``check`` says.
    """
    player: Callable[[Side, int, str], Player]
    """The player by rules of thumb of a side, from a seed and one of ``engine.core.players.DOCTRINES``."""
    efforts: Mapping[str, Effort]
    """How far those levels look ahead that do."""
    worth: Callable[[Game, Side], float]
    """What a game is worth to a side, over or cut short: Victory Points ahead, and what else tells how it stands."""
    edition: int = 1
    """The newest of its rules."""
    choices: Callable[[Game, Iterable[Action]], tuple[Choice, ...]] = plain_choices
    """Actions of the open decision, legal or only thought of, as its side takes them."""
    tries: Callable[[Game], Iterable[Action]] = no_tries
    """What its side might think of with what it holds and sees, and the rules do not allow now."""
    open_kinds: frozenset[str] = frozenset()
    """The decisions of which everybody knows what may be chosen."""
    because: Callable[[Game, Action, str], Because] = no_reason
    """Why the player by rules of thumb of a doctrine has chosen this of several, from what its side may know."""
    habits: tuple[Habit, ...] = ()
    """What one may set for a whole game."""

    def new(self, setup: Document, seed: int, chance: Chance) -> Game:
        """A game from a set-up. Raises ``BadSetup``."""
        return self.ready(setup, chance.rules)(seed, chance)

    def scenarios(self) -> dict[str, Scenario]:
        """Set-ups that come with the system, by slug."""
        return scenarios(self.slug)

    def frames(self, record: Record, viewer: Side | None) -> Iterator[Frame]:
        """The record as ``viewer`` may watch it: a side, ``PUBLIC``, or ``None``, the umpire."""
        return (replace(frame, caption=self.caption(frame)) for frame in self.film(self, record, viewer))

    def told(self, events: Iterable[Event], viewer: Side | None) -> list[Told]:
        """Events as ``viewer`` hears them: a side, ``PUBLIC``, or ``None``, the umpire."""
        weigh = self.weights.get
        return [Told(event.kind, event.text(viewer), weigh(event.kind, "news")) for event in events]

    def board(self, view: Document, step: Step = NO_STEP) -> Board:
        """The table of a view as shapes to draw; ``step`` has led to it."""
        return self.draw(view, step)

    def type_cards(self, slug: str, rank: str = "") -> tuple[TypeCard, ...]:
        """The printed cards of a type of its catalogue, a Leader's before his Wingman's.

        ``rank``: of the man who flies it, as ``CampaignRules.rank`` says it; empty is whoever comes with the type.
        Raises ``EngineError`` for a slug that there is not.
        """
        return self.cards(slug, rank)
