"""The engine's staff: it plans for a side that no person commands, from the same choices and by the same rules.

A plan draws from a generator of its own, derived from the mission's seed and the side, so that it tells
nothing about the flight and comes out the same however often it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from campaigns.standing.model import Airman
from config.common import seeds
from config.common.refusals import Refusal
from engine.core.chance import Chance
from engine.core.players import DOCTRINES
from missions.planning import checks
from missions.planning.assignments import Assignments
from missions.planning.choices import Choices, UnitChoice, spread_arrivals
from missions.planning.fits import PAIR, fits_of
from missions.planning.orders import STEADY, SideOrders, UnitOrders
from missions.planning.staff_allocation import Muster, Sent

DOCTRINE_WEIGHTS = (1, 3, 2)
"""Cautious, steady, bold."""
SECOND_THOUGHTS = 50


def plan(choices: Choices, *, seed: int, missions_left: int) -> SideOrders:
    """Orders for ``choices.side``, as ``missions.planning.validation.completed`` gives them.

    ``missions_left`` counts this mission and those to come: resources are spread over them. Should what one unit
    flies not go with what another does, the staff thinks again.
    """
    return Staff(choices, missions_left).plan(seed)


class _Flown(NamedTuple):
    """What chance has made of a unit. How it flies else follows from this, and from who flies beside it."""

    unit: str
    aircraft: str
    altitude: str | None
    squadron: str
    size: int
    """Of a unit from a pool; 0: as the mission has it."""


class Staff:
    """The staff of one side before one mission. What it thinks of hangs on the seed; what it has does not.

    So it keeps what it has thought out: of all that it may think of for one mission many plans come to the same, but
    for how boldly they are flown.
    """

    def __init__(self, choices: Choices, missions_left: int) -> None:
        self._choices = choices
        self._missions_left = missions_left
        self._muster = None if choices.pool is None else Muster(choices, choices.pool, missions_left)
        self._fits = fits_of(choices)
        self._usable = [choice.key for choice in choices.resources if choice.usable]
        self._unused = sum(not choice.used for choice in choices.resources)
        self._pilots: dict[tuple[str | None, str, str], Sequence[Airman]] = {}
        self._plans: dict[tuple[str | None, tuple[_Flown, ...]], SideOrders] = {}

    def plan(self, seed: int) -> SideOrders:
        chance = seeds.chance(seed, "staff", self._choices.side)
        for _ in range(SECOND_THOUGHTS):
            try:
                return self._plan(chance)
            except Refusal:
                continue
        return self._plan(chance)

    def _plan(self, chance: Chance) -> SideOrders:
        resource, sent = self._resource(chance)
        units = [unit for unit in self._choices.units(resource) if sent is None or unit.id in sent]
        strikers = _strikers(units)
        flown: dict[str, _Flown] = {}
        together = None
        for unit in sorted(units, key=_escorts):  # escorts go where their strikers are
            if sent is None:
                aircraft, squadron, size = self._type(resource, unit, chance), "", 0
            else:
                own = sent[unit.id]
                aircraft, squadron, size = own.squadron.type.slug, own.squadron.key, own.size
            escorted = _escorted(unit, strikers)
            fit = self._fits.of(resource, unit, aircraft)
            altitude = fit.altitude(together, flown[escorted].altitude if escorted else None, chance)
            if unit.formation:
                together = together or altitude
            flown[unit.id] = _Flown(unit.id, aircraft, altitude, squadron, size)
        doctrine = seeds.pick(DOCTRINES, DOCTRINE_WEIGHTS, chance)
        key = resource, tuple([flown[unit.id] for unit in units])
        if key not in self._plans:
            self._plans[key] = self._thought_out(units, *key)
        return self._plans[key].but(doctrine=doctrine)

    def _thought_out(self, units: Sequence[UnitChoice], resource: str | None, flown: Sequence[_Flown]) -> SideOrders:
        """The orders of units that fly so, with men in them. Raises ``Refusal`` where they do not go together."""
        strikers, turns = _strikers(units), spread_arrivals(units)
        fits = {own.unit: self._fits.of(resource, unit, own.aircraft) for unit, own in zip(units, flown, strict=True)}
        strengths = {own.unit: _strength_of(fits[own.unit].flown, own) for own in flown}
        men = self._men(resource, units, flown, strengths)
        written = {
            own.unit: UnitOrders(
                id=own.unit,
                aircraft=own.aircraft,
                load=fits[own.unit].load,
                mode=fits[own.unit].mode,
                arrives=turns[own.unit],
                escorts=_escorted(unit, strikers),
                altitude=own.altitude,
                **strengths[own.unit],
                **men[own.unit],
            )
            for unit, own in zip(units, flown, strict=True)
        }
        return self._completed(resource, written)

    def _completed(self, resource: str | None, written: Mapping[str, UnitOrders]) -> SideOrders:
        """What ``missions.planning.validation.completed`` makes of what is ``written``.

        Each unit flies as it was offered, so that this is not looked at again; what they do together is.
        """
        choices = self._choices
        assigned = Assignments(choices, written.values())
        flying: list[tuple[UnitChoice, UnitOrders]] = []
        units: list[UnitOrders] = []
        for unit in choices.units(resource):
            own = written.get(unit.id)
            if own is None:
                units.append(UnitOrders(id=unit.id, flies=False))
                continue
            checks.refuse_torpedoes_from_above(unit, own.load, own.altitude)
            if unit.pooled:
                own = assigned.completed(unit, own, f"units.{unit.id}")
            units.append(own)
            flying.append((unit, own))
        checks.refuse_what_does_not_go_together(choices, flying)
        crewed = checks.experienced_crew(choices, resource, None, flying)
        return SideOrders(resource=resource, doctrine=STEADY, experienced_crew=crewed, units=tuple(units))

    def _men(
        self,
        resource: str | None,
        units: Sequence[UnitChoice],
        flown: Sequence[_Flown],
        strengths: Mapping[str, _Size],
    ) -> Mapping[str, _Manned]:
        """By unit: the best free pilot leads, the next flies on his wing; who is left crews the Formations."""
        flying: set[int] = set()

        def next_best(best: Sequence[Airman]) -> int | None:
            man = next((man.pk for man in best if man.pk not in flying), None)
            if man is not None:
                flying.add(man)
            return man

        found: dict[str, _Manned] = {}
        for unit, own in sorted(zip(units, flown, strict=True), key=_formation):
            best = self._best_for(resource, unit, own)
            strength = strengths[unit.id]
            found[unit.id] = {
                "leader_pilot": None if unit.formation else next_best(best),
                "wingman_pilot": next_best(best) if strength["wingman"] else None,
                "section_pilot": next_best(best) if strength["section"] else None,
                "crews": tuple([next_best(best) for _ in strength["models"] or ()]) if unit.formation else None,
            }
        return found

    def _best_for(self, resource: str | None, unit: UnitChoice, own: _Flown) -> Sequence[Airman]:
        """Who may fly it, the best first."""
        key = resource, own.aircraft, own.squadron
        if key not in self._pilots:
            aircraft = unit.aircraft_of(own.aircraft)
            assert aircraft is not None
            pool = self._choices.pool
            squadron = pool.squadron(own.squadron) if pool else None
            others = self._choices.pilots_for(aircraft.type, resource)
            self._pilots[key] = sorted([*(squadron.fit if squadron else ()), *others], key=_best)
        return self._pilots[key]

    def _type(self, resource: str | None, unit: UnitChoice, chance: Chance) -> str:
        """The better types more often."""
        return seeds.pick(unit.aircraft, self._fits.weights(resource, unit), chance).slug

    def _resource(self, chance: Chance) -> tuple[str | None, Mapping[str, Sent] | None]:
        """The best of the resources that do something, as often as it takes to have used most of them at the end.

        With it comes what then flies from the pool; ``None``: there is none, and every unit flies.
        """
        usable = self._usable
        if usable and chance.random() * self._missions_left < self._unused:
            sent = {key: self._sent(key, chance) for key in usable}
            worth = {key: value for key in usable if (value := self._strength(key, sent[key])) is not None}
            if worth:
                key = seeds.pick(list(worth), [1 + value for value in worth.values()], chance)
                return key, sent[key]
        return None, self._sent(None, chance)

    def _strength(self, resource: str, sent: Mapping[str, Sent] | None) -> int | None:
        """Balance Value that a resource adds, and what its effects are worth; ``None`` if its units all stay home."""
        effects, units = self._fits.worth(self._choices, resource)
        flying = [value for unit, value in units.items() if sent is None or unit in sent]
        if not flying and (units or not effects):
            return None
        return effects + sum(flying)

    def _sent(self, resource: str | None, chance: Chance) -> Mapping[str, Sent] | None:
        return None if self._muster is None else self._muster.sent(resource, chance)


class _Size(TypedDict):
    """What the orders of a unit say of its strength."""

    models: tuple[str, ...] | None
    wingman: bool
    section: bool
    squadron: NotRequired[str]


class _Manned(TypedDict):
    """What the orders of a unit say of its men."""

    leader_pilot: int | None
    wingman_pilot: int | None
    section_pilot: int | None
    crews: tuple[int | None, ...] | None


def _strength_of(unit: UnitChoice, flown: _Flown) -> _Size:
    """As strong as the mission has it; from a pool its squadron, and with how many aircraft it flies."""
    if not flown.size:
        wingman = unit.wingman != "never"
        models = (flown.aircraft,) * unit.size or None
        return {"models": models, "wingman": wingman, "section": wingman and unit.section}
    if unit.formation:
        models = (flown.aircraft,) * flown.size
        return {"squadron": flown.squadron, "models": models, "wingman": False, "section": False}
    pair = flown.size > 1
    return {"squadron": flown.squadron, "models": None, "wingman": pair, "section": flown.size > PAIR}


def _formation(planned: tuple[UnitChoice, _Flown]) -> bool:
    return planned[0].formation


def _escorts(unit: UnitChoice) -> bool:
    return bool(unit.escorts)


def _strikers(units: Sequence[UnitChoice]) -> list[str]:
    return [unit.id for unit in units if unit.role == "striker"]


def _escorted(unit: UnitChoice, strikers: Sequence[str]) -> str | None:
    """The unit that it escorts, if it escorts one: each the next."""
    return strikers[(unit.number - 1) % len(strikers)] if unit.escorts and strikers else None


def _best(airman: Airman) -> tuple[object, ...]:
    """The least is the best."""
    kills = -airman.kills if airman.kills else 0
    return airman.is_green, -len(airman.skills), kills, -airman.missions, airman.pk
