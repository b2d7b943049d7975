"""What a side is told of a mission while it plans: its length, its target, what its resource does. Plain data."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from campaigns.catalogue.library import AircraftType, Target, library
from campaigns.packs.schema import Effect, MissionDefinition
from engine.core.campaigns import CampaignRules
from missions.planning import setups
from missions.planning.choices import Choices


@dataclass(frozen=True, slots=True)
class Duration:
    """Game-Turns by phase; of a mission without phases all are ``over``, none if nobody knows how many. [WBY 23.1.1]"""

    bound: int
    over: int
    home: int
    slowest: str
    """The striker whose speed decides; empty if there is none."""
    is_certain: bool
    """Whether the strikers are known."""

    @property
    def has_phases(self) -> bool:
        return self.bound > 0

    @property
    def track(self) -> list[tuple[str, str]]:
        """Each Turn as the turn track marks it: its phase and its short name. Target-Bound counts down. [WBY 23.2]"""
        if not self.has_phases:
            return [("combat", str(turn)) for turn in range(1, self.over + 1)]
        bound = [("bound", f"TB{turn}") for turn in range(self.bound, 0, -1)]
        return [*bound, ("over", "OT"), *[("home", f"HB{turn}") for turn in range(1, self.home + 1)]]


@dataclass(frozen=True, slots=True)
class TargetCard:
    """A Mission Target with what this mission and the side's own resource make of it."""

    target: Target
    area_flak: int
    target_flak: int
    """Flak Guns of the side's resource included."""
    small_arms: int
    """Cards more against strafers."""
    bonus: int
    """Victory Points that the side's resource adds to any level. [SUP 24.6]"""
    is_damaged: bool
    """Whether the mission is about its damage."""


def duration(choices: Choices, strikers: Sequence[AircraftType], effects: Collection[Effect]) -> Duration:
    """How long a mission is if ``strikers`` strike and the side spends a resource with ``effects``."""
    mission = choices.definition
    if mission.base is None:
        return Duration(0, setups.setup(choices.context()).get("turns", 0), 0, "", is_certain=True)
    possible = [library().aircraft[slug] for line in mission.units if line.role == "striker" for slug in line.aircraft]
    slowest = min(strikers or possible, key=lambda each: each.speed, default=None)
    bound, over, home = mission.duration(slowest.speed if slowest else 0)
    if any(effect.effect == "deceptive-course" for effect in effects):
        bound = max(1, bound - 1)
    return Duration(bound, over, home, slowest.name if slowest else "", bool(strikers) or len(possible) == 1)


def target_card(
    rules: CampaignRules, mission: MissionDefinition, effects: Collection[Effect] = ()
) -> TargetCard | None:
    """The Mission Target's card with the mission's own flak, and what the side's resource adds. [SUP 22.2, 24.6]"""
    if mission.target is None:
        return None
    card = library().targets[mission.target.slug]
    own = mission.target
    flak = card.target_flak if own.target_flak is None else own.target_flak
    more = {effect.effect: effect.count * rules.effects.get(effect.effect, 0) for effect in effects}
    return TargetCard(
        target=card,
        area_flak=card.area_flak if own.area_flak is None else own.area_flak,
        target_flak=flak + more.get("flak-guns", 0),
        small_arms=more.get("small-arms", 0),
        bonus=more.get("blitzkrieg", 0),
        is_damaged=mission.type == "strike",
    )


def use_at_target(aircraft: AircraftType, load: Collection[str], mode: str | None = None) -> str:
    """What a striking unit does at the target, by its load and its ratings: a key of ``ALTITUDE_ADVICE``."""
    if "torpedoes" in load:
        return "torpedo"
    if "cargo" in load or "mines" in load:
        return "cargo"
    if "bombs" not in load:
        return "saturation" if aircraft.in_formation else "strafe"
    if aircraft.in_formation:
        brakes = "dive-brakes" in aircraft.ratings.get("special", ())
        return "strafe" if brakes else mode or "saturation"  # they dive from Low [WBY 17.5.1]
    return "dive" if "dive" in aircraft.modes else "level"


ALTITUDE_ADVICE = {
    "torpedo": "Torpedoes are released at Very Low: begin there or at Low.",
    "dive": "Dive bombers go down on the target from Medium or Low.",
    "strafe": "It strikes at Very Low: be at Low or lower when it goes Over Target.",
    "level": "Bombs are surest from Medium or lower; higher up there is less Area Flak.",
    "saturation": "Bombs are surest from Medium or lower; higher up there is less Area Flak. It stays where it begins.",
    "cargo": "It strikes nothing: low or high, it only has to get there.",
    "photographs": "Photographs are taken from any Altitude; it only has to survive the Turn over the target.",
}
"""Where strikers had better begin, by what they do at the target. [WBY 17.3.2, 17.5.1; SUP 21.2-21.7, 22.1]"""


def altitude_advice(role: str, aircraft: AircraftType, load: Collection[str], mission_type: str) -> str:
    """Where a unit had better begin, in a sentence for a newcomer. [WBY 8.2, 8.3; SUP 20.1, 20.3]"""
    if role == "striker" and mission_type == "reconnaissance":
        return ALTITUDE_ADVICE["photographs"]
    if role == "striker":
        return ALTITUDE_ADVICE[use_at_target(aircraft, load)]
    if role == "escort":
        return "Escorts help only those who fly at their own Altitude: begin where your strikers do."
    return "Only aircraft at one Altitude fight each other. Higher is thinner in cards, but each level down draws one."
