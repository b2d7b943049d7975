"""The outcome of a mission as plain data, whichever way it was flown."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Status = Literal["undamaged", "damaged", "destroyed"]
Exit = Literal["", "disengaged", "clouds", "broke-off"]


@dataclass(frozen=True, slots=True)
class Kill:
    """An enemy aircraft Destroyed by this one."""

    unit: str
    seat: str
    aircraft: str


@dataclass(frozen=True, slots=True)
class AircraftReport:
    """What became of one aircraft and its crew."""

    side: str
    unit: str
    seat: str
    """``leader``, ``wingman``, ``section`` or, in a Formation, ``1`` to ``3``; as it took off."""
    aircraft: str
    aircraft_class: str
    """``fighter``, ``light-bomber``, ``medium-bomber`` or ``heavy-bomber``."""
    status: Status
    exit: Exit = ""
    pilot: str = ""
    skills: tuple[str, ...] = ()
    hits: int = 0
    kills: tuple[Kill, ...] = ()
    damaged: tuple[Kill, ...] = ()
    """Enemy aircraft that this one's fire turned to their Damaged side."""
    cause: str = ""
    """How it was Damaged or Destroyed, for the log; empty if neither."""
    over_target: bool = False
    jettisoned: bool = False


@dataclass(frozen=True, slots=True)
class TargetReport:
    """Damage to the Mission Target."""

    name: str
    damage: int
    level: str
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """Victory Points for one reason, with the rulebook section that awards them."""

    side: str
    points: int
    section: str
    reason: str
    unit: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """All that a debrief applies."""

    system: str
    turns: int
    aircraft: tuple[AircraftReport, ...]
    scores: tuple[Score, ...]
    target: TargetReport | None = None
    notes: tuple[str, ...] = field(default=())

    def points(self, side: str) -> int:
        """Victory Points of ``side``."""
        return sum(score.points for score in self.scores if score.side == side)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

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
                        "kills": tuple(Kill(**kill) for kill in entry["kills"]),
                        "damaged": tuple(Kill(**kill) for kill in entry["damaged"]),
                    }
                )
                for entry in data["aircraft"]
            ),
            scores=tuple(Score(**entry) for entry in data["scores"]),
            target=TargetReport(**data["target"]) if data["target"] else None,
            notes=tuple(data["notes"]),
        )
