"""From a mission to the briefing that a side prints: what it may know, and no more.

The other side's orders are never read, not even when they are open: the sheet is what the side knew when it took off.
Of the enemy it has what the pack and the journal tell everybody before the flight.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaigns.access import Viewer
from campaigns.catalogue.library import AircraftType, library
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.briefing.briefing_data import (
    Briefing,
    EnemyLine,
    PointsTable,
    ResourceLine,
    SquadronLine,
    Tally,
    TargetBox,
    Turn,
    UnitBox,
)
from campaigns.models import Role
from campaigns.packs import planning
from campaigns.packs.effects import any_of
from campaigns.packs.schema import SIDES, MissionDefinition, Resource, Side
from campaigns.selectors.campaigns import STAFF
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import sees_pool
from campaigns.standing.model import Airman
from campaigns.standing.questions import is_locked
from campaigns.standing.stocks import unit_fuel
from campaigns.standing.words import skill_name
from config.common.refusals import Refusal
from config.common.vocabulary import day, words
from engine.core.campaigns import CampaignRules, MissionOrder
from missions.access import may_see_orders, plans
from missions.flights import context
from missions.models import Mission, Orders
from missions.planning import briefing as told
from missions.planning import setups
from missions.planning.choices import Choices, UnitChoice
from missions.planning.orders import SideOrders
from missions.planning.places import seats
from missions.planning.pool import is_crew
from missions.prints.briefing_points import points_table
from missions.prints.briefing_units import blank_unit, brought_unit, planned_unit

OPEN_TURNS: Final = 12
"""Boxes of a track whose game ends when it ends."""
FATES: Final = ("home", "dam.", "lost", "left")
"""What may have become of an aircraft: the last has disengaged, or left the fight otherwise."""


def why_none(mission: Mission, side: Side) -> str:
    """Why there is no briefing of a side, in a sentence; empty if there is one."""
    plans_nothing = definition_of(mission.campaign).kind == "solitaire" and side == "axis"
    return "Flying bombs are sent without a briefing." if plans_nothing else ""


def may_read(mission: Mission, viewer: Viewer, side: Side) -> bool:
    """Whether this side's briefing is his to read: once the orders are open it is everybody's."""
    return mission.orders_are_open or viewer.sees_plans_of(side) or plans(mission, viewer, side)


def offered(mission: Mission, viewer: Viewer) -> dict[str, str]:
    """By side the briefings that are his to read, as ``missions.prints.registry`` addresses them."""
    return {
        side: f"briefing/{mission.number}/{side}"
        for side in SIDES
        if may_read(mission, viewer, side) and not why_none(mission, side)
    }


def briefing(mission: Mission, viewer: Viewer, side: Side, url: str = "") -> Briefing:
    """The briefing of ``side`` for a viewer who may read it; ``url`` is the whole address of the form for its result.

    What its orders say is in it as soon as they are signed and open to him. Three queries, one more where nobody has
    signed. Raises ``Refusal`` for whom it is not.
    """
    if why := why_none(mission, side):
        raise Refusal(why)
    if not may_read(mission, viewer, side):
        raise Refusal("The briefing of a side is for those who see its plans, until the orders are open.")
    choices = context.planned_with(mission, side, context.standing_before(mission))
    row = Orders.objects.filter(mission=mission, side=side).first()
    # as far as the side can know what flies: without the enemy's Resource
    flown = context.as_flown(mission, row) if row is not None and may_see_orders(row, mission, viewer) else None
    sees_all = sees_pool(mission.campaign, viewer, side)
    return _Sheet(mission, choices, flown, sees_all=sees_all).made(url)


class _Sheet:
    """One side's briefing in the making. ``orders`` are ``None`` where there are none to show."""

    def __init__(self, mission: Mission, choices: Choices, orders: SideOrders | None, *, sees_all: bool) -> None:
        self.mission, self.choices, self.orders, self.sees_all = mission, choices, orders, sees_all
        self.pack, self.standing, self.side = choices.pack, choices.standing, choices.side
        self.rules = self.pack.rules
        self.definition: MissionDefinition = choices.definition
        self.bombs = self.rules.flying_bombs if self.definition.week else None
        self.resource: str | None = orders.resource if orders else None
        self.effects = choices.effects(self.resource)
        self.titles = side_titles(self.pack)
        self.enemy: Side = SIDES[1 - SIDES.index(self.side)]

    def made(self, url: str) -> Briefing:
        turns, length = self._turns()
        seat = next(
            (
                each
                for each in self.mission.campaign.seats.all()
                if (each.role, each.side) == (Role.COMMANDER, self.side)
            ),
            None,
        )
        return Briefing(
            side=self.side,
            side_title=self.titles[self.side],
            force=self.pack.sides[self.side].title,
            commander=str(seat.user) if seat and seat.user else STAFF,
            campaign=self.mission.campaign.name,
            pack=self.pack.title,
            number=self.mission.number,
            title=self.mission.title,
            lead=" · ".join(self._lead()),
            kind=self._kind(),
            note=self.definition.note,
            rules=tuple(self._rules()),
            turns=turns,
            length=length,
            tallies=self._tallies(),
            target=self._target(),
            units=tuple(self._units()),
            fates=FATES,
            resources=tuple(self._resource(each.key) for each in self.choices.resources),
            stocks=tuple(self._stocks()),
            squadrons=tuple(self._squadrons()),
            men=self._men(),
            enemy=tuple(self._enemy()),
            enemy_may=self._enemy_may(),
            points=self._points(),
            asked=tuple(self._asked()),
            is_planned=self.orders is not None,
            url=url,
        )

    # The mission

    def _lead(self) -> Iterator[str]:
        yield f"Mission {self.mission.number}"
        if self.mission.date:
            yield day(self.mission.date)
        if self.mission.place:
            yield self.mission.place
        yield next(stage.title for stage in self.pack.stages if stage.key == self.mission.scenario["stage"])

    def _kind(self) -> str:
        striker = f"{self.titles[self.definition.striker]} " if self.definition.striker else ""
        type_ = words(self.definition.type)
        night = ", at night" if self._is_night() else ""
        return f"{striker}{type_.lower() if striker else type_}{night}"

    def _is_night(self) -> bool:
        return planning.is_at_night(self.pack, self.mission.key, [self.resource])

    def _rules(self) -> Iterator[str]:
        """Special rules, the weather, and what holds at night and where fuel is kept."""
        yield from self.definition.special
        period = self.standing.period
        if period is not None and period.weather is not None:
            yield f"Weather: {period.weather.title}.{self._cap()}{self._clouds()}"
        yield from self.rules.special_rules(self.definition.type)
        if self._is_night():
            yield "At night Fighters fly as Lone Leaders."
        if self._counts_fuel():
            yield "Fuel is kept: Fighter units that run out must disengage."

    def _cap(self) -> str:
        cap = self.choices.pool.cap if self.choices.pool and self.sees_all else None
        return "" if cap is None else f" At most {cap} of your units {'flies' if cap == 1 else 'fly'}."

    def _clouds(self) -> str:
        period = self.standing.period
        clouded = period is not None and period.weather is not None and period.weather.clouds_over_target
        return " Clouds lie over the target: bombs draw a card less." if clouded and self.definition.target else ""

    def _counts_fuel(self) -> bool:
        return self.pack.options.fuel and self.pack.kind not in ("dogfights", "solitaire")

    def _turns(self) -> tuple[tuple[Turn, ...], str]:
        """The turn track, and how long the mission lasts in words. [WBY 23.1.1, 23.2, 23.4]"""
        if self.bombs:
            return _open_turns(self.bombs.most_turns), "as many as the flying bombs need"
        strikers = self._strikers()
        long = told.duration(self.choices, strikers, self.effects)
        if not long.over:
            return _open_turns(OPEN_TURNS), "until it is decided"
        if not long.has_phases:
            return tuple(Turn(name) for _, name in long.track), f"{long.over} Turns"
        sure_bound, sure_home = (long.bound, long.home) if strikers else self._shortest()
        turns = tuple(
            Turn(
                name,
                "over" if phase == "over" else "bound" if phase == "bound" else "home",
                _is_sure(name, sure_bound, sure_home),
            )
            for phase, name in long.track
        )
        length = f"{long.bound} Target-Bound, {long.over} Over Target, {long.home} Home-Bound"
        if not strikers and (sure_bound, sure_home) != (long.bound, long.home):
            length = "the slowest striker sets the pace: cross out what does not come"
        return (*turns, Turn("ST", "straggler", sure=False)), f"{length} · ST: Straggler Turn"

    def _shortest(self) -> tuple[int, int]:
        """Target-Bound and Home-Bound Turns that come whatever the striking side sends and brings."""
        bound, _, home = self.definition.duration(planning.fastest(self.definition))
        striker = self.definition.striker
        brought = self._may_bring(striker) if striker else {}
        deceives = any(effect.effect == "deceptive-course" for each in brought.values() for effect in each.gives)
        return max(1, bound - deceives), home

    def _strikers(self) -> list[AircraftType]:
        """The types that strike by the side's own orders."""
        if self.orders is None or self.definition.striker != self.side:
            return []
        roles = {unit.id: unit.role for unit in self._chosen()}
        return [
            library().aircraft[seat.aircraft]
            for unit in self.orders.units
            if roles[unit.id] == "striker"
            for seat in seats(unit)
        ]

    def _order(self) -> MissionOrder:
        """The mission as its system is told it, with the side's own units as far as they are planned."""
        return setups.order_of(self.choices.context(self.orders))

    def _tallies(self) -> tuple[Tally, ...]:
        """Boxes for flying bombs. [SUP 28]"""
        if not self.bombs:
            return ()
        return Tally("Flying bombs down", self.bombs.most), Tally("Through", self.bombs.most)

    def _target(self) -> TargetBox | None:
        card = told.target_card(self.rules, self.definition, self.effects)
        if card is None:
            return None
        damaged = card.is_damaged and card.target.levels
        results = (("Hit", card.target.hit), ("Direct", card.target.direct), ("Vital", card.target.vital))
        return TargetBox(
            name=card.target.name,
            about=words(card.target.target_class) + (", hardened: no strafing" if card.target.hardened else ""),
            area_flak=card.area_flak,
            target_flak=card.target_flak,
            small_arms=card.small_arms,
            results=results if damaged else (),
            levels=card.target.levels if damaged else (),
            bonus=card.bonus,
        )

    # The side

    def _chosen(self) -> tuple[UnitChoice, ...]:
        """The units that the side's resource leaves it to fill."""
        return context.units(self.mission, self.side, self.resource)

    def _units(self) -> Iterator[UnitBox]:
        chosen = {unit.id: unit for unit in self._chosen()}
        if self.orders is not None:
            titles = {unit.id: unit.title for unit in chosen.values()}
            crewed = self.orders.experienced_crew
            for unit, flown in zip(self.orders.units, self._order().units, strict=True):
                yield planned_unit(self.choices, chosen[unit.id], unit, flown, titles, is_crewed=unit.id == crewed)
            return
        for choice in chosen.values():
            yield blank_unit(self.choices, choice, names_pool=self.sees_all)
        bringing = [each.title for each in self.choices.resources if each.usable and self._brings(each.key)]
        if bringing:
            yield brought_unit(bringing)

    def _brings(self, resource: str) -> bool:
        return any(unit.resource for unit in self.choices.units(resource))

    def _resource(self, key: str) -> ResourceLine:
        found = self.choices.resource(key)
        assert found is not None
        if found.used:
            return ResourceLine(found.title, "used", f"mission {self.standing.resources[self.side][key]}")
        if key == self.resource:
            return ResourceLine(found.title, "now", "brought", found.text)
        if not found.usable:
            return ResourceLine(found.title, "closed", "not here")
        cost = f"{found.cost} point{'s' if found.cost > 1 else ''}" if found.cost else ""
        return ResourceLine(found.title, "free", cost, "" if self.orders is not None else found.text)

    def _stocks(self) -> Iterator[str]:
        """What the side has left of what is counted: its own business."""
        if not self.sees_all:
            return
        if self.choices.points is not None:
            yield f"Points for resources: {self.choices.points}"
        titles: dict[str, str] = {name: stock.title for name, stock in self.pack.stocks.get(self.side, {}).items()}
        for name, amount in self.standing.stocks[self.side].items():
            title = titles[name]
            taken = self._fuel_taken() if name == "fuel" else 0
            yield f"{title}: {amount}" + (f", this mission takes {taken}" if taken else "")

    def _fuel_taken(self) -> int:
        """What the units that fly take from the stock. [SUP 27 step 6]"""
        if self.orders is None:
            return 0
        chosen = {unit.id: unit for unit in self._chosen()}
        return sum(unit_fuel(unit.load, chosen[unit.id].formation) for unit in self.orders.units)

    def _squadrons(self) -> Iterator[SquadronLine]:
        pool = self.choices.pool
        if pool is None or self.orders is not None or not self.sees_all:
            return
        resources = [None, *(each.key for each in self.choices.resources if each.usable)]
        units = [unit for resource in resources for unit in self.choices.units(resource)]
        asked = {each.key for unit in units for each in self.choices.squadrons_for(unit)}
        for each in pool.squadrons:
            if each.key in asked:
                ready = len(each.airframes)
                fit = len(each.men) if each.names_men else None
                yield SquadronLine(each.title, unbroken(each.type.name), ready, each.in_repair, fit)

    def _men(self) -> str:
        """Who may fly, where nobody has been chosen and no squadron says it."""
        if self.orders is not None or self.choices.pool is not None or not self.sees_all:
            return ""
        names = ", ".join(_named(man) for man in self.choices.pilots if not man.man.resource)
        return f"May fly: {names}." if names else ""

    # The enemy, and what counts

    def _enemy(self) -> Iterator[EnemyLine]:
        if self.bombs:
            yield EnemyLine("Flying bombs", self.bombs.name, self.bombs.coming)
        for unit in context.units(self.mission, self.enemy, None):
            types = any_of(unbroken(each.name) for each in unit.aircraft)
            yield EnemyLine(unit.title, types, ", ".join(_possible(self.rules, unit)))

    def _enemy_may(self) -> str:
        titles = [resource.title for resource in self._may_bring(self.enemy).values()]
        return f"He may bring one of these: {', '.join(titles)}." if titles else ""

    def _may_bring(self, side: Side) -> dict[str, Resource]:
        """The resources of a side that it has not used and may use here, as everybody can read in the journal."""
        allowed = planning.resource_choices(self.pack, self.mission.key, side, self.standing.resources[side])
        return {key: each for key, each in allowed.items() if not is_locked(self.standing, key)}

    def _points(self) -> PointsTable:
        return points_table(self.pack, self.definition, context.units(self.mission, self.enemy, None))

    def _asked(self) -> Iterator[str]:
        """What the form for the result asks beside the fate of each aircraft."""
        if self.definition.target and self.definition.type == "strike":
            yield "Target damage"
        yield "Turns flown"
        scoring = SIDES[:1] if self.pack.kind == "solitaire" else SIDES
        yield from (f"{self.titles[side]} points" for side in scoring)
        yield from (question.label for question in self.rules.asked(self._order()))


def _is_sure(name: str, bound: int, home: int) -> bool:
    """Whether a Turn of the track, ``TB3`` or ``HB1``, comes in any case."""
    kind, number = name[:2], name[2:]
    return not number or int(number) <= (bound if kind == "TB" else home)


def _named(man: Airman) -> str:
    codes = [skill_name(code, in_formation=is_crew(man)) for code in man.skills]
    notes = [*(["Green"] if man.is_green else []), *([] if man.is_green else codes)]
    return f"{man.name} ({', '.join(notes)})" if notes else man.name


def _open_turns(count: int) -> tuple[Turn, ...]:
    return tuple(Turn(str(turn), sure=False) for turn in range(1, count + 1))


def _possible(rules: CampaignRules, unit: UnitChoice) -> Iterator[str]:
    """How strong a unit of the enemy may be, what it may carry and when it may come."""
    if unit.sizes:
        yield rules.together(any_of(map(str, unit.sizes))) or "1 aircraft"
    elif unit.wingman == "never":
        yield "lone leader"
    else:
        together = "Section" if unit.section else "Element"
        always = unit.wingman == "always" and not any(each.type.flies_alone for each in unit.aircraft)
        yield together if always else f"{together} or lone leader"
    loads = dict.fromkeys(load.replace("-", " ") for each in unit.aircraft for loads in each.loads for load in loads)
    if loads:
        yield any_of(loads)
    if unit.arrives != (1,):
        yield f"arrives on Turn {any_of(map(str, unit.arrives))}"
    if unit.slot.line.phase:
        yield "Target-Bound only" if unit.slot.line.phase == "target-bound" else "Home-Bound only"
    if unit.slot.line.over_target and unit.role != "striker":
        yield "may go Over Target"
