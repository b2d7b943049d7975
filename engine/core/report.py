"""The outcome of a mission as plain data, whichever way it was flown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, field, fields
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias

from engine.core.values import value

Status = Literal["undamaged", "damaged", "destroyed"]
Exit = Literal["", "disengaged", "clouds", "broke-off", "through", "home"]
"""How an aircraft left the fight; a flying bomb gets ``through``, and so does a bomber where that is what it is to do.

``home``: it went where its scenario lets it go for nothing.
"""
FLYING_BOMB: Final = "flying-bomb"
"""In the place of a class of aircraft."""
Answer: TypeAlias = str | int | bool
"""To a question of ``engine.core.forms``."""


@value(frozen=True, slots=True)
class Kill:
    """An enemy aircraft Destroyed by this one."""

    unit: str
    seat: str
    aircraft: str
    sharers: int = 1
    """How many aircraft destroyed it together; only a table says more than 1."""


@value(frozen=True, slots=True, kw_only=True)
class Conduct:
    """What a report tells of an aircraft just as a table says it."""

    fuel_tank: bool = False
    """It was Destroyed by a Fuel Tank Hit, whoever's: its crew fares worse. [SUP 19.5]"""
    over_target: bool = False
    jettisoned: bool = False
    """Whether it dropped ordnance unused in a Jettison Step; a Fighter that drops it because it is Damaged does not.
    [WBY 18.1.1-2]
    """

    def conduct(self) -> dict[str, Any]:
        """These fields with what they say."""
        return {name: getattr(self, name) for name in CONDUCT}


CONDUCT: Final = {each.name: each.default for each in fields(Conduct)}
"""Its fields, and what they say where nothing is said."""


@value(frozen=True, slots=True)
class AircraftReport(Conduct):
    """What became of one aircraft and its crew."""

    side: str
    unit: str
    seat: str
    """``leader``, ``wingman``, ``section`` or, in a Formation, ``1`` to ``3``; as it took off.

    Empty of a flying bomb.
    """
    aircraft: str
    aircraft_class: str
    """``fighter``, ``light-bomber``, ``medium-bomber``, ``heavy-bomber`` or ``flying-bomb``."""
    status: Status
    exit: Exit = ""
    pilot: str = ""
    skills: tuple[str, ...] = ()
    quality: str = ""
    """How good its pilot is, of a system that rates pilots so."""
    letter: str = ""
    """What its unit is told from others of its type by, in a game whose counters have letters."""
    size: int = 1
    """How many aircraft flew as this one, a flight or a squadron; ``hits`` of them were hit."""
    hits: int = 0
    kills: tuple[Kill, ...] = ()
    damaged: tuple[Kill, ...] = ()
    """Enemy aircraft that this one's fire turned to their Damaged side."""
    cause: str = ""
    """How it was Damaged or Destroyed, in words that need no others; empty if neither."""
    role: str = ""
    """Its part in a mission: ``striker``, ``escort``, ``interceptor``, ``fighter``, ``patrol`` or ``flying-bomb``.

    Empty in a dogfight.
    """
    number: int = 0
    """The one that its unit goes by among those of its role; 0: as they are counted."""
    load: tuple[str, ...] = ()
    """What it took off with."""
    struck: int = 0
    """Damage that it did to the Mission Target."""
    cargo: int = 0
    """Cargo Points that it delivered."""
    mines: int = 0
    """Mines that it laid."""
    recon: int = 0
    """Victory Points of what it found out."""
    fuel: int | None = None
    """Fuel Points that its unit has spent; ``None`` where fuel is not kept."""

    def called(
        self,
        unit: str,
        seat: str,
        role: str,
        number: int,
        pilot: str,
        kills: tuple[Kill, ...],
        damaged: tuple[Kill, ...],
        cause: str,
    ) -> AircraftReport:
        """The same aircraft as others call it, and those that it hit. Written out, it takes a fifth of ``but``."""
        return AircraftReport(
            self.side, unit, seat, self.aircraft, self.aircraft_class, self.status, self.exit, pilot, self.skills,
            self.quality, self.letter, self.size, self.hits, kills, damaged, cause, role, number, self.load,
            self.struck, self.cargo, self.mines, self.recon, self.fuel,
            fuel_tank=self.fuel_tank, over_target=self.over_target, jettisoned=self.jettisoned,
        )  # fmt: skip

    def but(self, **said: Any) -> AircraftReport:
        """The same with what is ``said``, as ``dataclasses.replace`` has it, which takes twice as long."""
        names, values = _PARTS[AircraftReport]
        return AircraftReport(**(dict(zip(names, values(self), strict=True)) | said))


@value(frozen=True, slots=True)
class TargetReport:
    """Damage to the Mission Target."""

    name: str
    damage: int
    level: str
    points: int


@value(frozen=True, slots=True)
class Score:
    """Victory Points for one reason, with the rulebook section that awards them."""

    side: str
    points: int
    section: str
    reason: str
    unit: str = ""
    seat: str = ""


@value(frozen=True, slots=True)
class Report:
    """All that a debrief applies."""

    system: str
    turns: int
    aircraft: tuple[AircraftReport, ...]
    scores: tuple[Score, ...]
    target: TargetReport | None = None
    duration: tuple[int, ...] = ()
    """Target-Bound, Over-Target, Home-Bound and Straggler Turns flown; empty of a mission without phases."""
    resources: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By side: the Resources' effects on the mission, in words."""
    answers: dict[str, Answer] = field(default_factory=dict)
    """By question: what a system asks after a mission beyond what became of each aircraft, see ``CampaignRules``."""
    notes: tuple[str, ...] = field(default=())

    def but(self, aircraft: Iterable[AircraftReport], scores: Iterable[Score]) -> Report:
        """The same of other ``aircraft``, with other ``scores``."""
        return Report(
            self.system,
            self.turns,
            tuple(aircraft),
            tuple(scores),
            self.target,
            self.duration,
            self.resources,
            self.answers,
            self.notes,
        )

    def points(self, side: str) -> int:
        """Victory Points of ``side``."""
        return sum(score.points for score in self.scores if score.side == side)

    def verdict(self, what: str) -> str:
        """That ``what`` is over, and who has won it, in sentences."""
        allied, axis = self.points("allied"), self.points("axis")
        winner = "It is a draw." if allied == axis else "The Allies win." if allied > axis else "The Axis wins."
        return f"The {what} is over: Allies {allied}, Axis {axis}. {winner}"

    def as_json(self) -> dict[str, Any]:
        """All of it, but for what only missions have, where there is nothing of it to tell."""
        made: dict[str, Any] = _plain(self)
        for name, usual in _OF_MISSIONS.items():
            if made[name] == usual:
                del made[name]
        made["aircraft"] = [
            {name: entry[name] for name in _ORDER if name not in _OF_AIRCRAFT or entry[name] != _OF_AIRCRAFT[name]}
            for entry in made["aircraft"]
        ]
        for kill in (each for entry in made["aircraft"] for each in (*entry["kills"], *entry["damaged"])):
            if kill["sharers"] == 1:
                del kill["sharers"]
        return made

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Report:
        """The report that ``as_json`` wrote."""
        return cls(
            system=data["system"],
            turns=data["turns"],
            aircraft=tuple(
                AircraftReport(
                    **{
                        **entry,
                        "skills": tuple(entry["skills"]),
                        "load": tuple(entry.get("load", ())),
                        "kills": tuple(Kill(**kill) for kill in entry["kills"]),
                        "damaged": tuple(Kill(**kill) for kill in entry["damaged"]),
                    }
                )
                for entry in data["aircraft"]
            ),
            scores=tuple(Score(**entry) for entry in data["scores"]),
            target=TargetReport(**data["target"]) if data["target"] else None,
            duration=tuple(data.get("duration", ())),
            resources={side: tuple(effects) for side, effects in data.get("resources", {}).items()},
            answers=dict(data.get("answers", {})),
            notes=tuple(data["notes"]),
        )


def _plain(told: Any) -> Any:
    """A report, and what it consists of, as ``dataclasses.asdict`` has it, which copies every word of it."""
    if (parts := _PARTS.get(type(told))) is not None:
        names, values = parts
        return dict(zip(names, map(_plain, values(told)), strict=True))
    if isinstance(told, tuple):
        return tuple(map(_plain, told))
    return {name: _plain(value) for name, value in told.items()} if isinstance(told, dict) else told


def _named(cls: type[Any]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of its fields, and what reads them."""
    names = tuple(each.name for each in fields(cls))
    return names, attrgetter(*names)


_PARTS: Final = {cls: _named(cls) for cls in (Report, AircraftReport, Kill, TargetReport, Score)}


def outcome(allied: int, axis: int) -> str:
    """Who has won by so many points, in a sentence.

    >>> outcome(2, 1), outcome(2, 3), outcome(0, 0)
    ('The Allies win, 2 to 1.', 'The Axis wins, 3 to 2.', 'A draw, 0 to 0.')
    """
    if allied == axis:
        return f"A draw, {allied} to {axis}."
    return f"The Allies win, {allied} to {axis}." if allied > axis else f"The Axis wins, {axis} to {allied}."


def phases_flown(planned: tuple[int, ...], turns: int) -> tuple[int, ...]:
    """Turns flown of each phase, and Straggler Turns; nothing of a Mission without phases. [SUP 23]"""
    if not any(planned):
        return ()
    flown = []
    for most in planned:
        flown.append(min(turns, most))
        turns -= flown[-1]
    return (*flown, turns)


def _usual(cls: type[AircraftReport] | type[Report], always: str) -> dict[str, Any]:
    """The values that fields have where nothing is said, but for those that are ``always`` written."""
    return {
        each.name: each.default if each.default_factory is MISSING else each.default_factory()
        for each in fields(cls)
        if each.name not in always.split() and (each.default, each.default_factory) != (MISSING, MISSING)
    }


_OF_AIRCRAFT: Final = _usual(AircraftReport, "exit pilot skills hits kills damaged cause over_target jettisoned")
_OF_MISSIONS: Final = _usual(Report, "target notes")
_OWN: Final = [each.name for each in fields(AircraftReport) if each.name not in CONDUCT]
_ORDER: Final = (*_OWN[: _OWN.index("role")], *CONDUCT, *_OWN[_OWN.index("role") :])
"""In which an aircraft's fields are written."""
