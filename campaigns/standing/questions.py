"""What planning and pages ask of a standing. Short answers; nothing here changes it."""

from __future__ import annotations

from campaigns.careers import ACE_KILLS
from campaigns.packs.schema import Resource, Side
from campaigns.standing.model import Airframe, Airman, MissionStanding, Period, Squadron, Standing


def squadrons(standing: Standing, side: str) -> list[Squadron]:
    """A side's, in the order of the pack, added ones last; those that are away or withdrawn too."""
    return [squadron for squadron in standing.squadrons.values() if squadron.side == side]


def can_fly(standing: Standing, squadron: str) -> bool:
    """The squadron is there and can take off."""
    known = standing.squadrons.get(squadron)
    return known is not None and known.status == "present"


def airframes(standing: Standing, squadron: str) -> list[Airframe]:
    """All that belong to a squadron, the lost and withdrawn ones too, in the order in which they came."""
    return [airframe for airframe in standing.airframes.values() if airframe.squadron == squadron]


def airmen(standing: Standing, squadron: str) -> list[Airman]:
    """All who belong to a squadron, whatever has become of them; those who have not joined yet are left out."""
    return [airman for airman in standing.airmen.values() if airman.squadron == squadron and airman.status != "away"]


def serviceable(standing: Standing, squadron: str) -> list[Airframe]:
    """What the squadron can put up now. [SUP 27 step 4]"""
    if not can_fly(standing, squadron):
        return []
    return [airframe for airframe in airframes(standing, squadron) if airframe.status == "serviceable"]


def fit(standing: Standing, squadron: str) -> list[Airman]:
    """Who of the squadron can fly now. [SUP 27 step 4]"""
    if not can_fly(standing, squadron):
        return []
    return [airman for airman in airmen(standing, squadron) if airman.status == "fit"]


def cap(standing: Standing, side: str) -> int | None:
    """Units that the side may fly in a Mission of the period that is running; ``None``: as many as it has."""
    return standing.period.caps[side] if standing.period else None


def fuel(standing: Standing, side: str) -> int | None:
    """The side's fuel stock; ``None`` if it keeps none."""
    return standing.stocks[side].get("fuel")


def keys_flown(standing: Standing, period: int | None = None) -> list[str]:
    """Keys of the Missions drawn, in order, void ones left out; of one period if asked."""
    return [
        mission.key
        for mission in standing.missions.values()
        if not mission.is_void and (period is None or mission.period == period)
    ]


def latest_mission(standing: Standing) -> MissionStanding | None:
    """The Mission drawn last."""
    return standing.missions[max(standing.missions)] if standing.missions else None


def open_mission(standing: Standing) -> MissionStanding | None:
    """The Mission under way: drawn, neither debriefed nor void."""
    latest = latest_mission(standing)
    return latest if latest and not latest.is_debriefed and not latest.is_void else None


def period_of(standing: Standing, number: int) -> Period | None:
    return next((period for period in standing.periods if period.number == number), None)


def left_in_period(standing: Standing) -> int:
    """Missions still to be flown in the period that is running."""
    period = standing.period
    return 0 if period is None else max(0, period.missions - len(period.flown))


def missions_left(standing: Standing) -> int:
    """Missions still to be flown, the one under way included; of periods to come as many as their stage has."""
    pack = standing.pack
    if standing.is_over:
        return 0
    if not pack.has_periods:
        return pack.missions_in_all - standing.flown
    begun = standing.period.number if standing.period else 0
    to_come = range(begun + 1, pack.periods_in_all + 1)
    return left_in_period(standing) + sum(pack.stage_of_period(number)[0].missions for number in to_come)


def is_locked(standing: Standing, resource: str) -> bool:
    """Whether a Resource waits for an event that has not happened."""
    known = standing.pack.resources.get(resource)
    return known is not None and known.event is not None and known.event not in standing.events


def points_left(standing: Standing, side: str) -> int | None:
    """Points of an operation that the side has not spent; ``None`` if Resources cost nothing. [SUP 25]"""
    budget: dict[str, int] = dict(standing.pack.budget.items())
    return max(0, budget[side] - standing.spent[side]) if side in budget else None


def resources_left(standing: Standing, side: Side) -> dict[str, Resource]:
    """The side's Resources that it may still use: neither used nor locked, and within its points. [WBY-C 24.6.2]"""
    points = points_left(standing, side)
    return {
        key: resource
        for key, resource in standing.pack.resources_of(side).items()
        if key not in standing.resources[side]
        and not is_locked(standing, key)
        and (points is None or resource.cost <= points)
    }


def is_ace(airman: Airman) -> bool:
    """Five confirmed kills make an ace. [SUP 19.5]"""
    return airman.kills >= ACE_KILLS


def with_skills_due(standing: Standing, side: str) -> list[Airman]:
    """Who has earned a Skill that nobody has chosen. [SUP 19.5]"""
    return [each for each in standing.airmen.values() if each.side == side and each.skills_due and not each.is_lost]


def to_be_searched_for(standing: Standing) -> list[Airman]:
    """The missing for whom the next debrief draws a card. [SUP 19.5]"""
    return [airman for airman in standing.airmen.values() if airman.sought]
