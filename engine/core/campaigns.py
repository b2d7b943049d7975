"""What a system says where its games are the missions of a campaign.

A campaign knows units of so many aircraft with a man in each. A system makes a set-up of them, and tells of its own
report what became of each aircraft. ``unit`` and ``seat`` are the campaign's here: ``allied-1`` and ``2`` is the second
aircraft of the first Allied unit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

from engine.core.errors import BadAnswer, BadSetup, EngineError
from engine.core.fields import Fields, is_whole
from engine.core.forms import Question
from engine.core.game import SIDES, Document, Side
from engine.core.report import AircraftReport, Answer, Report, Score, TargetReport
from engine.core.retelling import Retelling
from engine.core.table_marks import TableMarks
from engine.core.table_sheet import DAMAGED, HOME, SHOT_DOWN, Ending, FlyingBombs, MissionSheet, SeatSheet, UnitSheet
from engine.core.type_cards import TypeCard
from engine.core.values import value

Ground: TypeAlias = Literal["friendly", "enemy", "water"]
"""What lies below for who is shot down."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A type of aircraft, as lists, pools and pages know it."""

    name: str
    nation: str
    """As ``fixtures/pilots`` names its file: ``de``."""
    service: str
    side: Side
    aircraft_class: str
    """As ``AircraftReport.aircraft_class``."""
    in_service: date
    """The first day of the month."""
    note: str
    provenance: str
    facts: tuple[tuple[str, str], ...] = ()
    """What its cards do not say, in the system's words: label and value."""
    value: int = 1
    """About what it is worth, beside others of the system."""
    wingman_value: int = 0
    """What a Wingman adds to that."""
    family: str = ""
    """Types of one family may fly in one unit; empty: only with their like."""
    is_sized: bool = True
    """Whether a pack says how many of it fly together; if not, a Leader does, alone or with his Wingman."""
    most: int = 0
    """Aircraft of a Formation; 0 of what does not fly in Formations."""
    flies_alone: bool = False
    """Whether its Leader never has a Wingman."""
    from_week: int = 1
    """The week from which it flies against flying bombs."""
    start_altitudes: tuple[str, ...] = ()
    """Those at which an order may have it begin; empty: its system asks in play, if at all."""
    speed: int = 0
    """What is taken off a Mission's base durations."""
    carries: tuple[str, ...] = ()
    """The loads that it may carry."""
    modes: Mapping[str, int] = field(default_factory=dict)
    """Bomb cards by mode of bombing, its usual mode first."""
    endurance: str = ""
    skills: tuple[str, ...] = ()
    """The Skills that are of use to who flies it."""
    ratings: Document = field(default_factory=dict)
    """Both sides of its cards, where each figure is said with its source."""
    performance: Document = field(default_factory=dict)
    """The history that its ratings are derived from."""
    taken_from: date | None = None
    """An earlier month that was once thought to be that of its service: what was begun by it goes on."""

    @property
    def flies_from(self) -> date:
        """The first day on which it may fly."""
        return self.taken_from or self.in_service

    @property
    def in_formation(self) -> bool:
        """Whether it flies in Formations rather than Elements. [WBY 17.3]"""
        return self.most > 0

    def balance(self, wingman: bool) -> int:
        """What a lone Leader or, with his Wingman, an Element is worth. [WBY 13.1]"""
        return self.value + (self.wingman_value if wingman else 0)


def first_of(month: str) -> date:
    """The first day of ``1941-04``."""
    return date.fromisoformat(f"{month}-01")


@value(frozen=True, slots=True)
class Man:
    """Who sits in an aircraft, and what he has come to."""

    name: str
    missions: int
    kills: Fraction
    experience: Fraction
    is_green: bool
    skills: tuple[str, ...] = ()
    nation: str = ""
    service: str = ""
    """Where he comes from and what he serves in; empty: he may fly whatever he is given."""


@value(frozen=True, slots=True)
class MissionUnit:
    """Aircraft that fly together."""

    id: str
    """``allied-1``."""
    side: Side
    role: str
    """``striker``, ``escort``, ``interceptor``, ``fighter`` or ``patrol``."""
    aircraft: tuple[str, ...]
    """Slugs, aircraft by aircraft; a unit has one type."""
    men: tuple[Man | None, ...]
    """One an aircraft."""
    seats: tuple[str, ...] = ()
    """What each place is called: ``leader``, or its number."""
    number: int = 0
    """The one that it goes by among those of its role, where others stayed at home; else 0."""
    altitude: str | None = None
    load: tuple[str, ...] = ()
    mode: str | None = None
    """How it bombs."""
    arrives: int = 1
    phase: str | None = None
    """The one that it is limited to."""
    over_target: bool = False
    """It may go there without being a striker."""
    belt: str | None = None
    """Of a patrol against flying bombs."""
    is_experienced: bool = False
    """A Resource gives it an experienced crew."""
    is_told: bool = False
    """It flew otherwise than planned, as its table has said: the mission is scored, not flown."""


@value(frozen=True, slots=True, kw_only=True)
class MissionTerms:
    """What a pack says of a mission in its own terms, for the systems that are told so."""

    kind: str = ""
    """Of the campaign: ``land``, ``progressive``, ``operation``, ``dogfights`` or ``solitaire``."""
    type: str = "air-combat"
    striker: Side | None = None
    target: Document | None = None
    """``slug``, and what the mission changes of its card."""
    base: tuple[int, int] | None = None
    """Durations to the target and home, from which the strikers' speed is taken."""
    fastest: int = 0
    """The speed of the fastest who may strike."""
    turns: int = 0
    week: int | None = None
    night: bool = False
    effects: Mapping[Side, Mapping[str, int]] = field(default_factory=dict)
    """By side what Resources and weather do for it, and how often."""
    points: Mapping[str, Any] = field(default_factory=dict)
    """The pack's table ``scoring``."""
    keeps_fuel: bool = False


@value(frozen=True, slots=True)
class MissionOrder:
    """A mission to be flown; one side may have no units yet, as while its orders are secret."""

    setup: Document
    """The pack's own table for this mission, in the system's words."""
    month: str
    """``1917-04``."""
    units: tuple[MissionUnit, ...]
    terms: MissionTerms = MissionTerms()

    def read(self, only: Set[str] | None = None) -> Fields:
        """Its table, to be read; what is wrong there, and a field not in ``only``, raises ``BadSetup``."""
        return Fields("The mission", self.setup, BadSetup, only=only)


@value(frozen=True, slots=True)
class Fate:
    """What became of the man of an aircraft that was destroyed."""

    fate: Literal["unhurt", "wounded", "evading", "captured", "missing", "killed"]
    missions_out: int = 0
    """Missions that he misses, wounded or on his way home."""
    drawn: Document = field(default_factory=dict)
    """What decided it, JSON-able: ``{"die": 4}``; empty of the house's card."""
    is_wounded: bool = False
    """A prisoner who was hurt."""


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What a briefing shows of an aircraft and of who sits in it."""

    ratings: tuple[tuple[str, str], ...]
    """Label and value; where the Damaged side has another, that after a stroke."""
    hits: tuple[int, int] = (0, 0)
    """As ``TypeCard.hits``."""
    about: str = ""
    """What the man is: a word, or nothing."""
    has_cockpit: bool = False
    """Hits on its cockpit are marked."""


MOST_TURNS: Final = 99
"""Of a mission of which its system does not say how long it lasts."""
OUT_OF_FUEL: Final = "lack of fuel"
"""The ``cause`` of who ended by it."""


def answered(questions: Sequence[Question], answers: Mapping[str, Any]) -> dict[str, Answer]:
    """The answer to each question, its default where nothing is said. Raises ``BadAnswer``."""
    asked = {question.name for question in questions}
    for name in answers:
        if name not in asked:
            raise BadAnswer(name, f"Nobody asks for {name!r} after this mission.")
    return {question.name: _answer(question, answers.get(question.name, question.default)) for question in questions}


def _answer(question: Question, answer: Any) -> Answer:
    fits: bool
    match question.kind:
        case "choice":
            fits, wanted = answer in [option.value for option in question.options], "choose one of these."
        case "number":
            fits = is_whole(answer, question.least, question.most)
            wanted = f"a whole number from {question.least} to {question.most}."
        case "switch":
            fits, wanted = isinstance(answer, bool), "yes or no."
        case "text":
            fits, wanted = isinstance(answer, str) and len(answer) <= question.most, f"at most {question.most} letters."
    if not fits:
        raise BadAnswer(question.name, f"{question.label}: {wanted}")
    found: Answer = answer
    return found


def of_hits(hits: int) -> tuple[int, int]:
    """Of so many aircraft of a unit that were hit how many are damaged, and how many gone. [SUP Sabin campaign]

    So it stands until the debrief, which adds up those of a squadron, and draws for a single one.
    """
    gone = hits - hits // 2 if hits > 1 else 0
    return hits - gone, gone


def numbered(units: Iterable[MissionUnit], most: int, what: str) -> Iterator[str]:
    """The id of each in a game whose units are counted by side, from 1 without a gap.

    Raises ``BadSetup`` where a side has more than ``most`` of them; ``what`` ends the sentence.
    """
    counted = dict.fromkeys(SIDES, 0)
    for unit in units:
        counted[unit.side] += 1
        if counted[unit.side] > most:
            raise BadSetup(f"a side has at most {most} {what}", unit.id)
        yield f"{unit.side}-{counted[unit.side]}"


Place: TypeAlias = tuple[str, int]
"""The id of a campaign's unit, and which of its aircraft, counted from 0."""


def places_of(unit: MissionUnit) -> tuple[Place, ...]:
    return tuple((unit.id, place) for place in range(len(unit.aircraft)))


class CampaignRules(ABC):
    """A system in a campaign: what each says for itself, and what many say alike."""

    sizes: tuple[int, int]
    """The fewest and the most aircraft of a unit."""
    has_men: bool
    """Whether the men in its aircraft have names. Where they have none, a unit takes hits, see ``of_hits``."""
    retells = True
    """Whether its games name units and seats otherwise than campaigns, so that their reports are retold."""
    kinds: tuple[str, ...] = ("land", "progressive", "operation")
    """The kinds of campaign that it has."""
    most_units = 8
    """Of a side, and of both together in a dogfight of a campaign."""
    knows: frozenset[str] = frozenset({"setup"})
    """What a pack may say of its campaign, its missions and their units beside what is said in every system."""
    skills: tuple[str, ...] = ()
    """Codes of what pilots learn by experience."""
    crew_skills: tuple[str, ...] = ()
    """The same of the crews of Formations."""
    effects: Mapping[str, int] = {}
    """By effect of a Resource the points or cards that it adds."""
    patrols_at = ""
    """The altitude of flying bombs and of who waits for them."""
    other_types: Mapping[str, str] = {}
    """The names of what flies without being in the catalogue, by slug."""
    rates_men = False
    """Whether it has words for what men's records make of them (``rank``)."""
    has_leaders = False
    """Whether the first aircraft of a unit is its Leader, whose place counts for more than another's."""
    gives_charges = False
    """Whether an escort is told which unit it escorts."""
    may_be_short = False
    """Whether a side that counts its aircraft may send fewer in a unit than the mission gives it."""
    size_label = "Strength"
    """What stands before the sizes that a unit may have."""
    ordnance: frozenset[str] = frozenset()
    """Loads that may be jettisoned."""
    flying_bombs: FlyingBombs | None = None
    """What comes in missions of a week; ``None`` where there are none."""

    @abstractmethod
    def catalogue(self) -> Mapping[str, CatalogueEntry]:
        """Every aircraft that comes with the system, by slug."""

    @abstractmethod
    def table(self, slug: str) -> Document:
        """What the file says of a type of the catalogue. Raises ``EngineError`` for a slug that there is not."""

    @abstractmethod
    def entry(self, table: Document) -> CatalogueEntry:
        """A type that somebody has made, by its table, which has a slug and says everything; see ``own_types``.

        Raises ``EngineError`` for one that breaks the rules.
        """

    @abstractmethod
    def setup(self, order: MissionOrder) -> Document:
        """The set-up document. Raises ``BadSetup``, the unit's id first where it is about a unit."""

    def flyers(self, order: MissionOrder) -> Mapping[str, tuple[Place, ...]]:
        """Of each unit that decides in a game of this mission, which aircraft of the campaign's it has.

        The leader's first. Here a game's units are the campaign's.
        """
        return {unit.id: places_of(unit) for unit in order.units}

    @abstractmethod
    def retelling(self, order: MissionOrder) -> Retelling:
        """What tells the report of a game of this mission as a campaign reads it: by its own units and seats."""

    def retold(self, order: MissionOrder, report: Report) -> Report:
        """The report of a game as a campaign reads it."""
        return self.retelling(order)(report)

    def sheet(self, order: MissionOrder) -> MissionSheet:
        """What a table is asked about a mission of which the orders of both sides are there."""
        return MissionSheet(
            turns=self.setup(order).get("turns") or MOST_TURNS,
            questions=self.asked(order),
            units=tuple(
                UnitSheet(
                    role=unit.role,
                    number=unit.number,
                    takes_hits=not self.has_men,
                    lines=tuple(
                        SeatSheet(
                            seat=str(place + 1),
                            pilot=man.name if man else "",
                            has_man=man is not None,
                            quality=self.rank(man).lower() if man else "",
                            endings=self.endings(order, unit, place),
                            leads=self.has_leaders and not place,
                        )
                        for place, man in enumerate(unit.men)
                    ),
                )
                for unit in order.units
            ),
        )

    @abstractmethod
    def table_marks(self, order: MissionOrder) -> TableMarks:
        """What a table keeps of units and aircraft while it plays. Seats are named as those of ``sheet``."""

    def endings(self, order: MissionOrder, unit: MissionUnit, place: int) -> tuple[Ending, ...]:
        """How the mission may end for an aircraft of ``unit``, its ``place`` there from 0."""
        return HOME, DAMAGED, SHOT_DOWN

    def asked(self, order: MissionOrder) -> tuple[Question, ...]:
        """What else has to be known for the points; a default of ``None`` has to be replaced by an answer.

        The ``answers`` of a game's own report are named as these are.
        """
        return ()

    def beforehand(self, order: MissionOrder) -> tuple[Score, ...]:
        """The points that a side has before anything has happened."""
        return ()

    @abstractmethod
    def scores(
        self,
        order: MissionOrder,
        flown: tuple[AircraftReport, ...],
        answers: Mapping[str, Answer],
        target: TargetReport | None = None,
    ) -> tuple[Score, ...]:
        """The points of a mission that was told, as a game of it gives them; ``answers`` as ``answered`` gives them.

        Raises ``BadAnswer`` for one that cannot be true beside what became of the aircraft.
        """

    def together(self, sizes: str) -> str:
        """What so many aircraft of a unit are, ``2`` or ``2 or 3``; of one alone it may be nothing."""
        return "" if sizes == "1" else f"{sizes} aircraft"

    def place(self, number: int) -> str:
        """Which aircraft of a unit whose aircraft are counted, from 1."""
        if not self.has_leaders:
            return f"Aircraft {number}"
        return "Leader" if number == 1 else f"Wingman {number - 1}"

    def figures(self, unit: MissionUnit, place: int, cards: Sequence[TypeCard]) -> SeatFigures:
        """What a briefing shows of the aircraft at a place, from 0, which has one of its type's ``cards``.

        Here what the card shows largest; the first card is a Leader's.
        """
        card, man = cards[min(place, len(cards) - 1)], unit.men[place]
        back = {figure.label: figure.value for figure in card.back.chief}
        pairs = [(each.label, each.value, back.get(each.label, each.value)) for each in card.front.chief]
        ratings = tuple((label, front if front == hurt else f"{front}/{hurt}") for label, front, hurt in pairs)
        return SeatFigures(ratings, card.hits, self.rank(man) if man else "")

    def fuel(self, aircraft: str, load: Collection[str]) -> tuple[int, int]:
        """Fuel Points within a type and in its Drop Tanks; zeros where nobody counts them."""
        return 0, 0

    def special_rules(self, type_: str) -> tuple[str, ...]:
        """What holds in a mission of a type beside the rest, in sentences; above all what else it earns points for."""
        return ()

    def check_skills(self, codes: Sequence[str]) -> None:
        """Raise ``EngineError`` for Skills that no pilot can have."""
        if codes:
            raise EngineError("Nobody has Skills here.")

    def rank(self, man: Man) -> str:
        """What a man's record makes of him, a word; empty where the system knows no such thing."""
        return ""

    def fate(self, random: Callable[[], float], ground: Ground) -> Fate | None:
        """What becomes of who was shot down; ``None``: the house's card says it. [SUP 19.5]"""
        return None
