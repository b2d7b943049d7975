"""What a campaign Mission adds to the state of a game: its plan, which never changes, and what does. [WBY 15-24]

``state.mission`` is ``None`` in a dogfight. Masks of units and of craft are ints, bit by number. "Craft" is a place at
the table, "man" a craft of take-off, as everywhere. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.wildblue.targets import Target
from engine.wildblue.terms import AIR_COMBAT, COMBAT, CRAFT_COUNT, FIGHTER, UNIT_COUNT

NONE: Final = -1


class Plan:
    """What is fixed when a Mission begins."""

    __slots__ = (
        "arrives",
        "clouds",
        "duration",
        "effects",
        "escorts",
        "flak_guns",
        "formations",
        "fuel",
        "limited_to",
        "may_go_over",
        "modes",
        "night",
        "numbers",
        "pathfinder",
        "roles",
        "small_arms",
        "striker",
        "target",
        "type",
        "values",
    )

    def __init__(self) -> None:
        self.type = AIR_COMBAT
        """An index of ``terms.TYPES``."""
        self.striker = NONE
        """The side that strikes the target; ``NONE`` where there is none."""
        self.target: Target | None = None
        self.duration = (0, 0, 0)
        """Target-Bound, Over-Target and Home-Bound Turns; all 0 of a Mission without phases. [WBY 23.1.1]"""
        self.night = False
        self.fuel = False
        self.roles = [FIGHTER] * UNIT_COUNT
        """By unit: an index of ``terms.ROLES``."""
        self.numbers: dict[str, int] = {}
        """By id: the number that a unit goes by among those of its role, if it is not the one counted."""
        self.formations = 0
        """Mask of the units that are Formations. [WBY 17.3]"""
        self.modes = [0] * UNIT_COUNT
        """By unit: how a Formation bombs, an index of ``terms.MODES``."""
        self.escorts = 0
        """Mask of the units that may intervene for bombers of their side. [SUP 20.3.1]"""
        self.arrives = [1] * UNIT_COUNT
        """By unit: the Game-Turn of its arrival. [WBY 19.2.8, SUP 23.1.2]"""
        self.limited_to = [COMBAT] * UNIT_COUNT
        """By unit: the phase to which it is limited, ``COMBAT`` for none. [SUP 23.1.2]"""
        self.may_go_over = 0
        """Mask of the units that a Resource lets go Over Target. [WBY 23.2.1]"""
        self.flak_guns = 0
        self.small_arms = 0
        """Resources of these kinds that strengthen Target Flak. [SUP 22.2]"""
        self.clouds = False
        """Clouds over the target. [SUP 24.6]"""
        self.pathfinder = False
        self.values: Mapping[str, Any] = {}
        """Victory Points by reason and class, as ``TABLES["victory"]["mission"]``. [SUP 24.7]"""
        self.effects: dict[str, dict[str, Any]] = {}
        """By side: the Resources' effects as the set-up gave them."""


class Mission:
    """What changes in the course of a Mission."""

    __slots__ = (
        "aside",
        "away",
        "cargo",
        "climbed",
        "damage",
        "dived",
        "engaged_with",
        "escort",
        "escorted",
        "face_down",
        "final",
        "fought",
        "fuel",
        "interrupted",
        "intervened",
        "jettisoned",
        "left_altitude",
        "load",
        "mines",
        "mini_hand",
        "no_support",
        "oblique",
        "over",
        "phase",
        "plan",
        "queue",
        "recon",
        "return_fire",
        "searched",
        "sections",
        "spent",
        "strikers",
        "struck",
        "tanks",
        "throttled",
        "to_come",
        "went_over",
    )

    plan: Plan
    phase: int
    """An index of ``terms.PHASES``."""

    # Units and aircraft
    load: list[int]
    """By craft: the mask of what it carries now, see ``terms.LOADS``."""
    face_down: int
    """Mask of the units whose Leader's hand nobody has seen. [WBY 18.1d]"""
    sections: int
    """Mask of the units that have their Section marker. [WBY 17.6]"""
    to_come: int
    """Mask of the units that have not arrived."""
    away: int
    """Mask of the units that broke off and wait for the Home-Bound Turns. [WBY 23.2.1]"""
    left_altitude: list[int]
    """By unit: where it broke off, and of one that has not arrived where it will. [SUP 23.2.1]"""
    over: int
    """Mask of the units that are Over Target. [WBY 23.3.2]"""
    went_over: int
    """Mask of the men who have been Over Target. [WBY 24.7]"""

    # The active unit's turn
    engaged_with: int
    """The unit with which it was Engaged as its turn began, or ``NONE``. [WBY 17.2c, 18.1d]"""
    searched: bool
    """Whether it has found nobody in the dark and skips what is left of its turn. [WBY 16.1]"""
    fought: bool
    """Whether its Wingman has attacked in this turn, and so strikes nothing. [WBY 16.3b]"""
    dived: bool
    """Whether it dives on the target in this turn. [SUP 21.4]"""
    strikers: int
    """Mask of the units that have struck in this Game-Turn; they skip their Leader Step. [WBY 16.5] So does a unit
    whose Leader falls in its own turn. [WBY 11.2]"""

    # An attack on a bomber
    escort: int
    """The unit that intervenes against this attack, or ``NONE``. [SUP 20.3]"""
    escorted: bool
    """Whether the escorts have decided about this attack."""
    intervened: int
    """Mask of the escorts that have intervened in this Game-Turn."""
    interrupted: int
    """The craft whose attack an escort's counter-attack interrupts, or ``NONE``. [SUP 20.3.2]"""
    mini_hand: int
    """Cards of the attacked bomber's mini-hand as it was drawn. [SUP 20.5.3]"""
    return_fire: int
    """The face of the return fire in the chain of responses, or ``NONE``."""
    oblique: bool
    """Whether the attack is made with Oblique Guns. [WBY 17.5.2]"""
    aside: list[int]
    """The hand set aside meanwhile."""
    no_support: int
    """Mask of the bombers with a No Support marker. [WBY 18.3.1]"""

    # The Final Step
    final: int
    """How far the Final Step has come, see ``phases``."""
    queue: list[int]
    """Craft that still decide in this stage of it, the next one first; of Elements their Leaders."""

    # Fuel
    fuel: list[int]
    """By unit: Internal Fuel Points. [SUP 24.9]"""
    tanks: list[int]
    """By unit: Fuel Points in Drop Tanks, spent first. [WBY 18.5]"""
    spent: list[int]
    """By unit: Fuel Points expended so far."""
    climbed: int
    throttled: int
    """Masks of the units that have climbed, or played Full Throttle, in this Game-Turn."""

    # What was achieved
    damage: int
    """Of the target."""
    struck: list[int]
    """By man: the damage that he did to the target."""
    cargo: list[int]
    """By man: Cargo Points delivered. [WBY 17.4.1]"""
    mines: list[int]
    """By man: mines laid. [WBY 18.7]"""
    recon: list[int]
    """By man: Victory Points of his photographs. [SUP 21.8]"""
    jettisoned: int
    """Mask of the men who jettisoned ordnance in a Jettison Step. [WBY 18.1.2]"""

    def begin(self, plan: Plan) -> None:
        """Nothing has happened yet; set-up fills in loads, Sections, fuel and who is to come."""
        self.plan = plan
        self.phase = COMBAT
        self.load = [0] * CRAFT_COUNT
        self.left_altitude = [NONE] * UNIT_COUNT
        self.face_down = self.sections = self.to_come = self.away = self.over = self.went_over = 0
        self.engaged_with = self.escort = self.interrupted = self.return_fire = NONE
        self.searched = self.fought = self.dived = self.escorted = self.oblique = False
        self.strikers = self.intervened = self.mini_hand = self.no_support = self.final = 0
        self.aside = []
        self.queue = []
        self.fuel = [0] * UNIT_COUNT
        self.tanks = [0] * UNIT_COUNT
        self.spent = [0] * UNIT_COUNT
        self.climbed = self.throttled = self.damage = self.jettisoned = 0
        self.struck = [0] * CRAFT_COUNT
        self.cargo = [0] * CRAFT_COUNT
        self.mines = [0] * CRAFT_COUNT
        self.recon = [0] * CRAFT_COUNT

    def copy(self) -> Mission:
        """An independent twin; the plan is shared."""
        other = Mission.__new__(Mission)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        for name in _LISTS:
            setattr(other, name, getattr(self, name)[:])
        return other


_LISTS: Final = (
    "load",
    "left_altitude",
    "aside",
    "queue",
    "fuel",
    "tanks",
    "spent",
    "struck",
    "cargo",
    "mines",
    "recon",
)
_SHARED: Final = tuple(name for name in Mission.__slots__ if name not in _LISTS)
