"""Who really flew, said at the table before the result is stored."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from django.contrib.auth.models import User
from django.utils import timezone

import engine
from campaigns.access import viewer
from campaigns.models import Campaign, Pilot
from campaigns.operations import posts
from campaigns.packs.schema import SIDES
from campaigns.packs.schema import Side as SideName
from campaigns.selectors.definitions import definition_of
from campaigns.standing import Standing
from campaigns.standing.words import airman_state
from config.common import lookalikes
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal
from engine.core.errors import BadSetup
from missions.flights import context
from missions.models import Flight, Mission, ResultDraft
from missions.operations.under_lock import locked_mission, move_to, tell_of
from missions.planning import setups
from missions.planning.flown_from_pool import from_pool
from missions.planning.flown_units import types_of, unit_choices
from missions.planning.lineup import AS_ORDERED, Lineup, LineupUnit, SideLineup
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders
from missions.planning.places import seats
from missions.results import questionnaire
from missions.selectors.lineups import ONLY_UMPIRES, lineup_version, may_say, only_umpires, unseen_sides, why_not_said
from missions.selectors.result_drafts import orders_version

NAME_LENGTH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnMan:
    """A man or a crew whom the table drew: nobody of the campaign so far, or somebody whom it drew before."""

    unit: str
    place: int
    """Which aircraft of the unit, from 0."""
    name: str
    skills: tuple[str, ...] = ()


def say_who_flew(
    *,
    actor: User,
    mission: Mission,
    lineup: Lineup,
    drawn: Collection[DrawnMan] = (),
    expected_version: str | None = None,
    told: Mapping[str, Sequence[str]] | None = None,
) -> bool:
    """Say who flew otherwise than by the orders, in the place of what was said before; returns whether that changes it.

    What the pack allows does not bind, the rules of the game do: what their engine would not fly is refused with the
    unit that it is about. On a side that counts its aircraft, what was not sent comes out of its squadrons. Men whom
    the table ``drawn`` become men of the campaign. A result that has been stored and not debriefed is taken back, for
    it was told of others: ``told``, its answers by field, are kept for the actor's page of the table.
    ``expected_version``: ``lineup_version`` as the page came with it.
    """
    with locked_mission(mission) as mission:
        member = viewer(mission.campaign, actor)
        if member is None or not may_say(mission, member):
            raise Refusal(ONLY_UMPIRES if only_umpires(mission) else "Only who records the result says who flew.")
        if why := why_not_said(mission):
            raise Refusal(why)
        if expected_version not in (None, lineup_version(mission)):
            raise Refusal("Somebody has said who flew since you opened this page. Open it again to see it.")
        before = context.standing_before(mission)
        if drawn:
            posts.write(mission.campaign, actor, instead="Men whom the table drew are named by others.", counts=False)
        seated = _seated(mission, before, lineup, drawn, unseen_sides(mission.campaign, member))
        if seated.as_json() == mission.lineup:
            return False
        gone = context.lineup_of(mission).men - seated.men
        mission.lineup = seated.as_json()
        _refuse_what_cannot_fly(mission, context.standing_before(mission))
        mission.save(update_fields=["lineup"])
        _forget(mission, gone)
        _take_back(mission, actor, told or {})
        as_planned = not mission.lineup
        tell_of(mission, "who-flew", str(uuid4()), actor=actor, data={"as_planned": as_planned})
        return True


def _seated(
    mission: Mission, before: Standing, lineup: Lineup, drawn: Collection[DrawnMan], unseen: Collection[SideName]
) -> Lineup:
    """The lineup with the men whom the table drew in their seats. Refuses what can be no lineup of this mission.

    No refusal tells what a side has that is ``unseen``.
    """
    sides: dict[SideName, SideLineup] = {}
    _refuse_resources(mission, before, lineup)
    planned, pack = context.by_plan(mission, lineup), definition_of(mission.campaign)
    for side in SIDES:
        own = lineup.of(side)
        _refuse_odd(mission, side, own)
        own = from_pool(pack, side, before, planned[side].by_id, own, is_seen=side not in unseen)
        units = own.by_id
        for man in drawn:
            if man.unit in units:
                row = _drawn_man(mission.campaign, side, units[man.unit], man)
                units[man.unit] = units[man.unit].seated(man.place, row.pk)
        sides[side] = own.model_copy(update={"units": tuple(units.values())}) if own.units else own
    known = {unit.id for side in sides.values() for unit in side.units}
    if any(man.unit not in known for man in drawn):
        raise Refusal("A man was drawn for a unit that did not fly.")
    found = Lineup(**sides)
    _refuse_who_cannot_fly(mission, before, found, planned, unseen)
    return found if found.as_json() else AS_ORDERED


def _refuse_resources(mission: Mission, before: Standing, lineup: Lineup) -> None:
    """One that a side has not, or has used up. [WBY-C 24.6.2]"""
    pack = definition_of(mission.campaign)
    for side in SIDES:
        spent = lineup.of(side).spent
        if spent is None or spent.resource is None:
            continue
        if spent.resource not in pack.resources_of(side):
            raise Refusal(f"The {pack.side_titles[side]} side has no such Resource.", f"{side}-resource")
        if (number := before.resources[side].get(spent.resource)) is not None:
            title = pack.resources[spent.resource].title
            raise Refusal(f"{title} was used in mission {number}: each is used once.", f"{side}-resource")


def _refuse_odd(mission: Mission, side: SideName, own: SideLineup) -> None:
    pack = definition_of(mission.campaign)
    types, title = types_of(pack, side), pack.side_titles[side]
    if len(own.by_id) < len(own.units):
        raise Refusal("A unit is named twice.")
    for unit in own.units:
        if not re.fullmatch(rf"{side}-[1-9][0-9]?", unit.id):
            raise Refusal(f"{unit.id} is no unit of the {title} side.")
        if not unit.flies:
            continue
        if any(seat.aircraft not in types for seat in seats(unit)) or not seats(unit):
            raise Refusal(f"The {title} side has no such aircraft.", f"{unit.id}-aircraft")


def _drawn_man(campaign: Campaign, side: SideName, unit: LineupUnit, man: DrawnMan) -> Pilot:
    """His row: a new one, or that of the man of this name and these Skills whom the table drew before."""
    where = f"{unit.id}-drawn-{man.place + 1}"
    pack, name = definition_of(campaign), man.name.strip()
    if not pack.names_men:
        raise Refusal("Nobody goes by name in this game: its units fly without.", where)
    refuse_longer(name, NAME_LENGTH, where, "The name is")
    if not name:
        raise Refusal("Name the man who was drawn.", where)
    if why := lookalikes.why_not(name):
        raise Refusal(why, where)
    types = types_of(pack, side)
    flown = seats(unit)
    if not 0 <= man.place < len(flown):
        raise Refusal(f"{name} has no aircraft: the unit flew with {len(flown)}.", where)
    type_ = types[flown[man.place].aircraft]
    known = pack.rules.crew_skills if type_.in_formation else pack.rules.skills
    if odd := [code for code in man.skills if code not in known]:
        raise Refusal(f"{name}: nobody who flies {type_.name} has the Skill {odd[0]}.", where)
    there = Pilot.objects.filter(campaign=campaign, side=side, name=name).first()
    skills = sorted(set(man.skills))
    if there is None:
        return Pilot.objects.create(
            campaign=campaign,
            side=side,
            name=name,
            nation=type_.nation,
            service=type_.service,
            skills=skills,
            on_roster=False,
        )
    if there.on_roster or there.squadron or sorted(there.skills) != skills:
        raise Refusal(f"There is a {name} on this side, who is another. Choose him, or name this one apart.", where)
    return there


def _refuse_who_cannot_fly(
    mission: Mission,
    before: Standing,
    lineup: Lineup,
    planned: Mapping[SideName, SideOrders],
    unseen: Collection[SideName],
) -> None:
    """Men of the side, fit by then, each in one aircraft."""
    new = set(mission.campaign.pilots.values_list("pk", flat=True)) - before.airmen.keys()
    sat: set[int] = set()
    for side in SIDES:
        own = lineup.of(side).by_id
        flying = [unit for unit in ({**planned[side].by_id, **own}).values() if unit.flies]
        for each in flying:
            unit = each.id
            for key in each.men:
                airman = before.airmen.get(key)
                where = f"{unit}-aircraft"
                if key in sat:
                    name = airman.name if airman else "A man"
                    raise Refusal(f"{name} flew in one aircraft, not in two.", where)
                sat.add(key)
                if unit not in own or key in new:
                    continue
                if airman is None or airman.side != side:
                    raise Refusal("That man is not of this side.", where)
                is_elsewhere = bool(each.squadron) and airman.squadron not in ("", each.squadron)
                if side in unseen and (airman.status != "fit" or is_elsewhere):
                    raise Refusal(f"{airman.name} cannot have flown there: his side knows why.", where)
                if airman.status != "fit":
                    raise Refusal(f"{airman.name} cannot have flown: he is {airman_state(airman)}.", where)
                if is_elsewhere and each.squadron:
                    theirs, flew = (before.squadrons[key_].title for key_ in (airman.squadron, each.squadron))
                    raise Refusal(f"{airman.name} is of {theirs}, and this unit flew for {flew}.", where)


def _refuse_what_cannot_fly(mission: Mission, before: Standing) -> None:
    """What the rules of the game forbid, whoever says it. ``before``: with the men who were drawn."""
    flown = context.context_of(mission, before)
    if why := setups.why_grounded(flown.pack, mission.key, flown.orders):
        raise Refusal(f"{why} Somebody has to fly on it.")
    try:
        engine.systems()[flown.pack.system].check(setups.setup(flown))
    except BadSetup as problem:
        raise _refusal(flown, problem) from None
    questionnaire.sheet(flown)


def _refusal(flown: MissionContext, problem: BadSetup) -> Refusal:
    for side in SIDES:
        resource = flown.orders[side].resource
        named = unit_choices(flown.pack, flown.key, side, resource, flown.lineup.of(side)).get(problem.place)
        if named is not None:
            return Refusal(f"{named.title}: {problem.sentence}", f"{problem.place}-aircraft")
    return Refusal(f"That cannot be flown by the rules: {problem}")


def _forget(mission: Mission, men: Collection[int]) -> None:
    """Men whom a table drew for this mission, and who after all did not fly, leave no trace."""
    others = list(Mission.objects.filter(campaign=mission.campaign).exclude(pk=mission.pk))
    kept = {man for other in others for man in context.lineup_of(other).men}
    kept |= {man for other in (*others, mission) for man in other.scenario.get("skilled", {}).values()}
    drawn = mission.campaign.pilots.filter(pk__in=set(men) - kept, on_roster=False, resource="", squadron="")
    drawn.filter(delivery="", entries__isnull=True).delete()


def _take_back(mission: Mission, actor: User, told: Mapping[str, Sequence[str]]) -> None:
    """The result that was stored is no more; what it said is kept for who now tells it anew."""
    if not Flight.objects.filter(mission=mission).delete()[0]:
        return
    move_to(mission, Mission.Status.READY)
    begun = ResultDraft.objects.filter(mission=mission, table=1, by=actor).first()
    answers = {name: list(values) for name, values in told.items()} | (begun.answers if begun else {})
    ResultDraft.objects.update_or_create(
        mission=mission,
        table=1,
        by=actor,
        defaults={"answers": answers, "seen": "", "orders": orders_version(mission), "at": timezone.now()},
    )
