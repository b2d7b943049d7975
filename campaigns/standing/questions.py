"""What planning and pages ask of a standing. Short answers; nothing here changes it."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction

from campaigns.catalogue.library import AircraftType, aircraft_name, library
from campaigns.standing.careers import ACE_KILLS
from campaigns.standing.model import RESTING, Airframe, Airman, MissionStanding, Squadron, Standing


def squadrons(standing: Standing, side: str) -> list[Squadron]:
    """A side's, in the order of the pack, added ones last; those that are away or withdrawn too."""
    return [squadron for squadron in standing.squadrons.values() if squadron.side == side]


def _can_fly(standing: Standing, squadron: str) -> bool:
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
    if not _can_fly(standing, squadron):
        return []
    return [airframe for airframe in airframes(standing, squadron) if airframe.status == "serviceable"]


def fit(standing: Standing, squadron: str) -> list[Airman]:
    """Who of the squadron can fly now. [SUP 27 step 4]"""
    if not _can_fly(standing, squadron):
        return []
    return [airman for airman in airmen(standing, squadron) if airman.status == "fit"]


def fate_in(airman: Airman, mission: int) -> str:
    """What the debrief of a mission brought a man who did not come home: ``killed``, ``captured``, ``missing``,
    ``given-up`` (searched for in vain) or ``rescued``; empty: none of these.
    """
    fate = before = ""
    for fact in airman.life:
        if fact.what in _FATES:
            if fact.mission == mission:
                fate = "given-up" if fact.what == before == "missing" else fact.what
            before = fact.what
    return fate


_FATES = ("killed", "captured", "missing", "rescued")


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadronRow:
    """A squadron at a glance."""

    squadron: Squadron
    aircraft: str
    """Name of the type that it flies."""
    serviceable: int
    """Aircraft that can take off; none while the squadron is away or cannot leave its deck."""
    repair: int
    lost: int
    fit: int
    unfit: int
    """Wounded, on leave or on the way home."""
    gone: int
    """Killed, captured, missing."""
    sorties: int
    kills: Fraction

    @property
    def strength(self) -> int:
        """Aircraft that it has, serviceable or not."""
        return self.serviceable + self.repair


def squadron_rows(standing: Standing, side: str) -> tuple[SquadronRow, ...]:
    """Of a side's squadrons, in their order: all aircraft and men are gone through once, however many squadrons."""
    own, men = defaultdict[str, list[Airframe]](list), defaultdict[str, list[Airman]](list)
    for airframe in standing.airframes.values():
        own[airframe.squadron].append(airframe)
    for airman in standing.airmen.values():
        if airman.status != "away":
            men[airman.squadron].append(airman)
    return tuple(_row(standing, each, own[each.key], men[each.key]) for each in squadrons(standing, side))


def squadron_row(standing: Standing, squadron: Squadron) -> SquadronRow:
    return _row(standing, squadron, airframes(standing, squadron.key), airmen(standing, squadron.key))


def _row(standing: Standing, squadron: Squadron, own: list[Airframe], men: list[Airman]) -> SquadronRow:
    states, can_fly = Counter(airframe.status for airframe in own), _can_fly(standing, squadron.key)
    return SquadronRow(
        squadron=squadron,
        aircraft=aircraft_name(squadron.aircraft),
        serviceable=states["serviceable"] if can_fly else 0,
        repair=states["repair"],
        lost=states["lost"],
        fit=sum(man.status == "fit" for man in men) if can_fly else 0,
        unfit=sum(man.status in RESTING for man in men),
        gone=sum(man.is_lost for man in men),
        sorties=sum(airframe.sorties for airframe in own),
        kills=sum((each.kills for each in (men if squadron.names_men else own)), Fraction(0)),
    )


def type_of(standing: Standing, airman: Airman) -> AircraftType | None:
    """What his squadron flies now; ``None`` of a man without one."""
    squadron = standing.squadrons.get(airman.squadron)
    return library().aircraft.get(squadron.aircraft) if squadron else None


def is_crew(standing: Standing, airman: Airman) -> bool:
    """He flies in Formation with a crew, whose Skills are others. [WBY 19.2, SUP 19.3]"""
    kind = type_of(standing, airman)
    return kind is not None and kind.in_formation


def under_way(standing: Standing) -> MissionStanding | None:
    """The Mission that has been drawn and is neither debriefed nor void."""
    latest = standing.missions.get(max(standing.missions, default=0))
    return None if latest is None or latest.is_debriefed or latest.is_void else latest


def missions_left(standing: Standing) -> int:
    """Missions still to be flown, the one under way included; of periods to come as many as their stage has."""
    pack = standing.pack
    if standing.is_over:
        return 0
    if not pack.has_periods:
        return pack.missions_in_all - standing.flown
    period = standing.period
    begun, running = (period.number, max(0, period.missions - len(period.flown))) if period else (0, 0)
    to_come = range(begun + 1, pack.periods_in_all + 1)
    return running + sum(pack.stage_of_period(number)[0].missions for number in to_come)


def is_locked(standing: Standing, resource: str) -> bool:
    """Whether a Resource waits for an event that has not happened."""
    known = standing.pack.resources.get(resource)
    return known is not None and known.event is not None and known.event not in standing.events


def points_left(standing: Standing, side: str) -> int | None:
    """Points of an operation that the side has not spent; ``None`` if Resources cost nothing. [SUP 25]"""
    budget: dict[str, int] = dict(standing.pack.budget.items())
    return max(0, budget[side] - standing.spent[side]) if side in budget else None


def is_ace(airman: Airman) -> bool:
    """Five confirmed kills make an ace. [SUP 19.5]"""
    return airman.kills >= ACE_KILLS


def with_skills_due(standing: Standing, side: str) -> list[Airman]:
    """Who has earned a Skill that nobody has chosen. [SUP 19.5]"""
    return [each for each in standing.airmen.values() if each.side == side and each.skills_due and not each.is_lost]
