"""Dogfight in a campaign: its units are flights and squadrons, and what is hit is aircraft out of their pools.

The table of a mission says what is agreed before a game, and its keys are those of a set-up:

- ``escorting`` (whose the bombers are: ``allied`` where nothing is said), ``handicap``, ``ceiling``, ``altitude``,
  ``turns`` and ``options`` with ``sky``, ``approach``, ``turning_back`` and ``weak_exempt``. Bombers of a campaign
  do not turn back unless ``turning_back`` says so.
- ``traits``: by role, by aircraft or by unit the traits that fighters or light bombers have instead of their usual
  ones: ``{"interceptor": ["weak"], "bf-110-flight": ["heavy", "weak"], "axis-3": []}``. A unit's own stand above those
  of its aircraft, and these above those of its role.

A ``striker`` flies as bombers, an ``escort`` or ``fighter`` of their side as an escort, and whoever is of the other
side as an interceptor. Aircraft go by names of their own here, ``p-51-flight`` and ``b-17g-squadron``: other systems
know single ones of the same name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Final

from engine.core import fixtures
from engine.core.campaigns import (
    CampaignRules,
    CatalogueEntry,
    MissionOrder,
    MissionUnit,
    SeatFigures,
    first_of,
    of_hits,
)
from engine.core.errors import BadSetup, EngineError
from engine.core.fields import Fields, keys
from engine.core.forms import Question
from engine.core.game import SIDES, Document, Side
from engine.core.own_types import is_own, table_of
from engine.core.report import AircraftReport, Answer, Exit, Kill, Report, Score, Status, TargetReport
from engine.core.retelling import Retelling, pointed, seats_of
from engine.core.table_marks import Mark, TableMarks, values
from engine.core.type_cards import TypeCard
from engine.sabin.aircraft import Aircraft, aircraft, catalogue
from engine.sabin.scoring import ASKED, CLASS_OF_TYPE
from engine.sabin.setup import PLAN_KEYS
from engine.sabin.tables import AIRCRAFT, FORFEIT_POINTS, MOST_AIRCRAFT, TRACK, TURNS
from engine.sabin.terms import (
    BOMBER,
    COLUMNS,
    DEPTHS,
    ESCORT,
    HEADINGS,
    INTERCEPTOR,
    MOST_UNITS,
    PITCHES,
    ROLES,
    ROWS,
    TYPES,
)

_TABLES: Final[dict[str, Any]] = fixtures.read("tables", "sabin-campaign.toml")
_SERVICES: Final[dict[str, str]] = _TABLES["services"]
_NAVAL: Final[dict[str, Any]] = _TABLES["naval"]
OWN_KEYS: Final = PLAN_KEYS | keys("traits")
"""What the table of a mission may say."""
STRENGTH: Final = "Aircraft"
"""The figure of a card that says how many fly as a rule."""
FIGHTERS: Final = "flight"
BOMBERS: Final = "squadron"
_SECTION: Final = "SABIN Victory"
_FIGHTER_MARKS: Final = (
    Mark(name="row", label="Row", choices=tuple((row, row) for row in ROWS), is_ladder=True, is_brief=True),
    Mark(
        name="column",
        label="Column",
        choices=tuple((column, column) for column in COLUMNS),
        is_ladder=True,
        is_brief=True,
    ),
    Mark(name="depth", label="Depth", choices=values(DEPTHS)),
    Mark(name="heading", label="Heading", choices=values(HEADINGS)),
    Mark(name="pitch", label="Pitch", choices=values(PITCHES)),
    Mark(
        name="counter",
        label="Counter",
        choices=(("upright", "Upright"), ("inverted", "Turned over")),
        starts="upright",
    ),
)
"""[SABIN Board, Movement, Combat]"""


class SabinCampaign(CampaignRules):
    """Nobody has a name here; what is hit is aircraft of a unit."""

    sizes = (AIRCRAFT[True], MOST_AIRCRAFT[False])
    has_men = False

    def catalogue(self) -> Mapping[str, CatalogueEntry]:
        """Every aircraft, fighters in flights and bombers in squadrons."""
        return {key: _entry(each) for key, each in _known().items()}

    def table(self, slug: str) -> Document:
        found = of_campaign(slug)
        if found is None:
            raise EngineError(f"There is no aircraft {slug!r}.")
        return found.table

    def entry(self, table: Document) -> CatalogueEntry:
        return _entry(aircraft(table))

    def figures(self, unit: MissionUnit, place: int, cards: Sequence[TypeCard]) -> SeatFigures:
        """Without how many fly as a rule: a briefing says how many do."""
        told = super().figures(unit, place, cards)
        return replace(told, ratings=tuple(each for each in told.ratings if each[0] != STRENGTH))

    def setup(self, order: MissionOrder) -> Document:
        read = order.read(OWN_KEYS)
        escorting = _escorting(read)
        traits = read.fields("traits", "Traits")
        own = {slug for unit in order.units for slug in unit.aircraft if is_own(slug)}
        unit_ids = (f"{side}-{number}" for side in SIDES for number in range(1, MOST_UNITS + 1))
        known = {*ROLES, *own, *_known(), *unit_ids}
        for key in traits.document:
            if key not in known:
                raise traits.refuse(f"{key!r} is neither a role nor an aircraft nor a unit.")
        options = {"turning_back": "never"} | read.fields("options", "The options").document
        agreed = {key: value for key, value in read.document.items() if key != "traits"}
        units = [_unit(unit, escorting, traits) for unit in order.units]
        return (
            {"turns": TURNS} | agreed | {"kind": "dogfight", "escorting": escorting, "options": options, "units": units}
        )

    def retelling(self, order: MissionOrder) -> Retelling:
        """What became of each aircraft: a unit's hits are its last aircraft. [SUP Sabin campaign]

        Half of them, rounded down, are damaged and fly again after one period; the last ones are gone.
        """
        units = [(unit.id, unit.side, unit.role, unit.number, unit.aircraft) for unit in order.units]

        def retold(report: Report) -> Report:
            told = {entry.unit: entry for entry in report.aircraft}
            causes = _causes(report)
            made = {
                called[0]: _aircraft(*called, *_became(told[called[0]]), causes.get(called[0], "")) for called in units
            }
            flown = tuple(chain.from_iterable(_credited(made, report).values()))
            return report.but(flown, pointed(report, seats_of(report, flown)))

        return retold

    def asked(self, order: MissionOrder) -> tuple[Question, ...]:
        """Whether the bombers turned back, where they may. [SABIN Victory]"""
        if self.setup(order)["options"]["turning_back"] == "never":
            return ()
        return (Question(ASKED, "The bombers turned back", "switch", default=False),)

    def table_marks(self, order: MissionOrder) -> TableMarks:
        """Where the fighters are; bombers keep their formation, and a unit takes hits. [SABIN Board, Movement]"""
        return TableMarks({unit.id: _FIGHTER_MARKS for unit in order.units if _is_fighter(unit)})

    def beforehand(self, order: MissionOrder) -> tuple[Score, ...]:
        """The handicap, to the bombers' side."""
        read = order.read()
        handicap = read.number("handicap", 0)
        return (Score(_escorting(read), handicap, _SECTION, "Handicap award"),) if handicap else ()

    def scores(
        self,
        order: MissionOrder,
        flown: tuple[AircraftReport, ...],
        answers: Mapping[str, Answer],
        target: TargetReport | None = None,
    ) -> tuple[Score, ...]:
        """A point for each enemy aircraft that was hit, and the handicap to the bombers' side. [SABIN Victory]

        If the bombers turn back their side has nothing, and the other a forfeit.
        """
        escorting = _escorting(order.read())
        turned_back = bool(answers.get(ASKED))
        scores = []
        for side in SIDES:
            hits = sum(entry.status != "undamaged" for entry in flown if entry.side != side)
            if hits and not (turned_back and side == escorting):
                scores.append(Score(side, min(hits, TRACK), _SECTION, "Hits on the enemy"))
        if turned_back:
            other = SIDES[1 - SIDES.index(escorting)]
            return (*scores, Score(other, FORFEIT_POINTS, _SECTION, "The bombers turned back"))
        return (*scores, *self.beforehand(order))


def _escorting(read: Fields) -> Side:
    return SIDES[read.choice("escorting", SIDES, SIDES[0])]


@cache
def _known() -> dict[str, Aircraft]:
    """The game's aircraft by the names that they have in campaigns."""
    return {f"{slug}-{FIGHTERS if each.type is None else BOMBERS}": each for slug, each in catalogue().items()}


def of_campaign(slug: str) -> Aircraft | None:
    """The aircraft that a campaign knows by this name, somebody's own too; ``None`` where there is none."""
    own = table_of(slug)
    return _known().get(slug) if own is None else aircraft(own)


def _entry(card: Aircraft) -> CatalogueEntry:
    """An aircraft as lists and pages know it; what it is worth is what it can be hit for."""
    table = card.table
    nation = table["nation"]
    naval = _NAVAL.get(nation)
    return CatalogueEntry(
        name=card.name,
        nation=nation,
        service=table.get("service")
        or (naval["service"] if naval and card.slug in naval["aircraft"] else _SERVICES[nation]),
        side=card.side,
        aircraft_class="fighter" if card.type is None else CLASS_OF_TYPE[card.type],
        in_service=first_of(table["in_service"]),
        note=table.get("note", ""),
        provenance=table["sabin"]["provenance"],
        value=2 if "weak" not in card.traits else 1,
    )


def _unit(unit: MissionUnit, escorting: Side, traits: Fields) -> Document:
    """One flight or squadron of a set-up. Raises ``BadSetup``, its id first."""
    slug = unit.aircraft[0]
    flown = of_campaign(slug)
    if flown is None:
        raise BadSetup(f"there is no aircraft {slug!r} here.", unit.id)
    if (unit.role == "striker") != (flown.type is not None):
        what = "fighters" if flown.type is None else "bombers"
        raise BadSetup(f"{flown.name} are {what}, and cannot fly as {unit.role}.", unit.id)
    role = INTERCEPTOR if unit.side != escorting else ESCORT if flown.type is None else BOMBER
    if flown.type is not None and role != BOMBER:
        raise BadSetup(f"the bombers are the {escorting} side’s in this mission. [SABIN Units]", unit.id)
    if (unit.role == "interceptor") != (role == INTERCEPTOR):
        raise BadSetup(f"it cannot fly as {unit.role}: the {escorting} side has the bombers. [SABIN Units]", unit.id)
    made: Document = {
        "id": unit.id,
        "side": unit.side,
        "role": ROLES[role],
        "aircraft": flown.document,
        "size": len(unit.aircraft),
    }
    if flown.type is not None:
        made["type"] = TYPES[flown.type]
    for key in (unit.id, slug, ROLES[role]):
        if key in traits:
            return made | {"traits": list(traits.texts(key))}
    return made


def _is_fighter(unit: MissionUnit) -> bool:
    known = of_campaign(unit.aircraft[0])
    return known is not None and known.type is None


def _causes(report: Report) -> dict[str, str]:
    """Who hit a unit first, by the names of their aircraft and their letters."""
    first: dict[str, AircraftReport] = {}
    for shooter in report.aircraft:
        for shot in shooter.damaged:
            first.setdefault(shot.unit, shooter)
    return {unit: _cause(shooter) for unit, shooter in first.items()}


def _cause(shooter: AircraftReport) -> str:
    known = aircraft(shooter.aircraft)
    return f"{'by' if known.type is None else 'return fire of'} {known.name} {shooter.letter}".rstrip()


def _became(told: AircraftReport) -> tuple[str, Exit, str, int]:
    """What a game tells of a unit as a whole, but for what it hit and who hit it: the class comes first."""
    return told.aircraft_class, told.exit, told.letter, told.hits


def _credited(made: Mapping[str, tuple[AircraftReport, ...]], report: Report) -> dict[str, tuple[AircraftReport, ...]]:
    """The aircraft of all units, the first of each with whom its unit hit: of a victim those that were hit, in turn."""
    credited = dict(made)
    left: dict[str, Iterator[AircraftReport]] = {}
    for shooter in report.aircraft:
        if not shooter.damaged:
            continue
        kills: list[Kill] = []
        damaged: list[Kill] = []
        for shot in shooter.damaged:
            if shot.unit not in left:
                left[shot.unit] = iter([entry for entry in made[shot.unit] if entry.hits])
            victim = next(left[shot.unit], None)
            if victim is not None:  # more hits than aircraft are hits on nobody
                hits = kills if victim.status == "destroyed" else damaged
                hits.append(Kill(victim.unit, victim.seat, victim.aircraft))
        if kills or damaged:
            first, *others = made[shooter.unit]
            credited[shooter.unit] = first.but(kills=tuple(kills), damaged=tuple(damaged)), *others
    return credited


@lru_cache(maxsize=1_000)
def _aircraft(
    unit: str,
    side: Side,
    role: str,
    counted: int,
    aircraft: tuple[str, ...],
    class_: str,
    exit_: Exit,
    letter: str,
    hits: int,
    cause: str,
) -> tuple[AircraftReport, ...]:
    """The aircraft of a unit, as the game tells of all together; without what they hit.

    Kept: they are many, and of the flights of one mission most are hit alike.
    """
    size = len(aircraft)
    hits = min(hits, size)
    _, destroyed = of_hits(hits)
    made = []
    for number, slug in enumerate(aircraft, 1):
        status: Status = (
            "destroyed" if number > size - destroyed else "damaged" if number > size - hits else "undamaged"
        )
        made.append(
            AircraftReport(
                side=side,
                unit=unit,
                seat=str(number),
                aircraft=slug,
                aircraft_class=class_,
                status=status,
                exit="" if status == "destroyed" else exit_,
                letter=letter,
                hits=int(status != "undamaged"),
                cause=cause if status != "undamaged" else "",
                role=role,
                number=counted,
            )
        )
    return tuple(made)
