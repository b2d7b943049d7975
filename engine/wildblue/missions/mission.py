"""What a campaign Mission adds to the state of a game: its plan, which never changes, and what does. [WBY 15-24]

``state.mission`` is ``None`` in a dogfight. Masks of units and of craft are ints, bit by number. "Craft" is a place at
the table, "man" a craft of take-off, as everywhere. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from engine.wildblue.missions.targets import Target
from engine.wildblue.terms import AIR_COMBAT, COMBAT, CRAFT_COUNT, FIGHTER, UNIT_COUNT

if TYPE_CHECKING:
    from engine.wildblue.state import State

NONE: Final = -1


@dataclass(slots=True, eq=False)
class Plan:
    """What is fixed when a Mission begins."""

    type: int = AIR_COMBAT
    """An index of ``terms.TYPES``."""
    striker: int = NONE
    """The side that strikes the target; ``NONE`` where there is none."""
    target: Target | None = None
    duration: tuple[int, int, int] = (0, 0, 0)
    """Target-Bound, Over-Target and Home-Bound Turns; all 0 of a Mission without phases. [WBY 23.1.1]"""
    night: bool = False
    fuel: bool = False
    roles: list[int] = field(default_factory=lambda: [FIGHTER] * UNIT_COUNT)
    """By unit: an index of ``terms.ROLES``."""
    numbers: dict[str, int] = field(default_factory=dict)
    """By id: the number that a unit goes by among those of its role, if it is not the one counted."""
    formations: int = 0
    """Mask of the units that are Formations. [WBY 17.3]"""
    modes: list[int] = field(default_factory=lambda: [0] * UNIT_COUNT)
    """By unit: how a Formation bombs, an index of ``terms.MODES``."""
    escorts: int = 0
    """Mask of the units that may intervene for bombers of their side. [SUP 20.3.1]"""
    arrives: list[int] = field(default_factory=lambda: [1] * UNIT_COUNT)
    """By unit: the Game-Turn of its arrival. [WBY 19.2.8, SUP 23.1.2]"""
    limited_to: list[int] = field(default_factory=lambda: [COMBAT] * UNIT_COUNT)
    """By unit: the phase to which it is limited, ``COMBAT`` for none. [SUP 23.1.2]"""
    may_go_over: int = 0
    """Mask of the units that a Resource lets go Over Target. [WBY 23.2.1]"""
    flak_guns: int = 0
    small_arms: int = 0
    """Resources of these kinds that strengthen Target Flak. [SUP 22.2]"""
    clouds: bool = False
    """Clouds over the target. [SUP 24.6]"""
    pathfinder: bool = False
    values: Mapping[str, Any] = field(default_factory=dict)
    """Victory Points by reason and class, as ``TABLES["victory"]["mission"]``. [SUP 24.7]"""
    effects: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By side: the Resources' effects as the set-up gave them."""


def _by_unit() -> list[int]:
    return [0] * UNIT_COUNT


def _by_craft() -> list[int]:
    return [0] * CRAFT_COUNT


@dataclass(slots=True, eq=False)
class Mission:
    """What changes in the course of a Mission; at first nothing has happened yet.

    Set-up fills in loads, Sections, fuel and who is to come.
    """

    plan: Plan
    phase: int = COMBAT
    """An index of ``terms.PHASES``."""

    # Units and aircraft
    load: list[int] = field(default_factory=_by_craft)
    """By craft: the mask of what it carries now, see ``terms.LOADS``."""
    face_down: int = 0
    """Mask of the units whose Leader's hand nobody has seen. [WBY 18.1d]"""
    sections: int = 0
    """Mask of the units that have their Section marker. [WBY 17.6]"""
    to_come: int = 0
    """Mask of the units that have not arrived."""
    away: int = 0
    """Mask of the units that broke off and wait for the Home-Bound Turns. [WBY 23.2.1]"""
    left_altitude: list[int] = field(default_factory=lambda: [NONE] * UNIT_COUNT)
    """By unit: where it broke off, and of one that has not arrived where it will. [SUP 23.2.1]"""
    over: int = 0
    """Mask of the units that are Over Target. [WBY 23.3.2]"""
    went_over: int = 0
    """Mask of the men who have been Over Target. [WBY 24.7]"""

    # The active unit's turn
    engaged_with: int = NONE
    """The unit with which it was Engaged as its turn began, or ``NONE``. [WBY 17.2c, 18.1d]"""
    searched: bool = False
    """Whether it has found nobody in the dark and skips what is left of its turn. [WBY 16.1]"""
    fought: bool = False
    """Whether its Wingman has attacked in this turn, and so strikes nothing. [WBY 16.3b]"""
    guns: bool = False
    """Whether its Wingman has fired guns in this turn, so that its Leader fires no Aerial Rockets. [WBY 18.3.1]"""
    dived: bool = False
    """Whether it dives on the target in this turn. [SUP 21.4]"""
    strikers: int = 0
    """Mask of the units that have struck in this Game-Turn; they skip their Leader Step. [WBY 16.5] So does a unit
    whose Leader falls in its own turn. [WBY 11.2]"""

    # A Fighter that has just been Damaged
    dropping: list[int] = field(default_factory=list)
    """The men who still decide about their Drop Tanks. [WBY 18.1.1]"""
    then: int = NONE
    """With what play goes on after that, one of ``terms.BROKEN_INTO``."""

    # An attack on a bomber
    escort: int = NONE
    """The unit that intervenes against this attack, or ``NONE``. [SUP 20.3]"""
    escorted: bool = False
    """Whether the escorts have decided about this attack."""
    intervened: int = 0
    """Mask of the escorts that have intervened in this Game-Turn."""
    interrupted: int = NONE
    """The craft whose attack an escort's counter-attack interrupts, or ``NONE``. [SUP 20.3.2]"""
    mini_hand: int = 0
    """Cards of the attacked bomber's mini-hand as it was drawn. [SUP 20.5.3]"""
    return_fire: int = NONE
    """The face of the return fire in the chain of responses, or ``NONE``."""
    oblique: bool = False
    """Whether the attack is made with Oblique Guns. [WBY 17.5.2]"""
    aside: list[int] = field(default_factory=list)
    """The hand set aside meanwhile, or that of a Wingman who defends himself in the midst of his attack."""
    no_support: int = 0
    """Mask of the bombers with a No Support marker. [WBY 18.3.1]"""

    # The Final Step
    final: int = 0
    """How far the Final Step has come, see ``phases``."""
    queue: list[int] = field(default_factory=list)
    """Craft that still decide in this stage of it, the next one first; of Elements their Leaders."""

    # Fuel
    fuel: list[int] = field(default_factory=_by_unit)
    """By unit: Internal Fuel Points. [SUP 24.9]"""
    tanks: list[int] = field(default_factory=_by_unit)
    """By unit: Fuel Points in Drop Tanks, spent first. [WBY 18.5]"""
    spent: list[int] = field(default_factory=_by_unit)
    """By unit: Fuel Points expended so far."""
    climbed: int = 0
    throttled: int = 0
    """Masks of the units that have climbed, or played Full Throttle, in this Game-Turn."""

    # What was achieved
    damage: int = 0
    """Of the target."""
    struck: list[int] = field(default_factory=_by_craft)
    """By man: the damage that he did to the target."""
    cargo: list[int] = field(default_factory=_by_craft)
    """By man: Cargo Points delivered. [WBY 17.4.1]"""
    mines: list[int] = field(default_factory=_by_craft)
    """By man: mines laid. [WBY 18.7]"""
    recon: list[int] = field(default_factory=_by_craft)
    """By man: Victory Points of his photographs. [SUP 21.8]"""
    jettisoned: int = 0
    """Mask of the men who jettisoned ordnance in a Jettison Step. [WBY 18.1.2]"""

    def copy(self) -> Mission:
        """An independent twin; the plan is shared."""
        other = Mission.__new__(Mission)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        for name in _LISTS:
            setattr(other, name, getattr(self, name)[:])
        return other


def mission_of(state: State) -> Mission:
    """The Mission of a game that is one."""
    mission = state.mission
    assert mission is not None
    return mission


_LISTS: Final = tuple(each.name for each in fields(Mission) if each.default_factory is not MISSING)
_SHARED: Final = tuple(name for name in Mission.__slots__ if name not in _LISTS)
