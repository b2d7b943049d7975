"""Who really flew, whatever the pack says: said at the table, and marked in result, journal and log."""

from __future__ import annotations

import csv
import io
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from campaigns.access import viewer
from campaigns.catalogue.library import library
from campaigns.documents.logs.land_log import LandLog
from campaigns.models import Campaign, Pilot, Role
from campaigns.operations import changes
from campaigns.operations import seats as campaign_seats
from campaigns.packs import read_pack
from campaigns.packs.schema import SIDES, Side
from campaigns.prints.land_log import campaign_log
from campaigns.selectors import journal_entries, standings
from campaigns.selectors.campaigns import campaign_page
from campaigns.selectors.csv import table
from campaigns.selectors.journal import JournalFilter, journal_page
from campaigns.selectors.mission_rows import MissionRow
from campaigns.standing.lines import saying
from campaigns.standing.result_kinds import Differed, Sortie
from config.common.refusals import Refusal
from missions.flights.context import by_plan, context_of, lineup_of, sheet_of
from missions.models import Flight, Mission, ResultDraft
from missions.operations import corrections, debriefs, flights, orders
from missions.operations.lineups import DrawnMan, say_who_flew
from missions.planning.flown_units import in_strength, next_ids, types_of
from missions.planning.lineup import AS_ORDERED, Lineup, LineupUnit, SideLineup, Spent
from missions.planning.orders import UnitOrders
from missions.planning.pool import pool_of
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled, problems
from tests import make
from tests.cast import Cast

GOODMAN = "Goodman"


@pytest.fixture
def strike(cast: Cast) -> Mission:
    """The Stukas over the Via Balbia, with two Elements of Hurricanes against them, the orders open."""
    return _opened(make.land_mission(cast.owner, "via-balbia"))


def _opened(mission: Mission) -> Mission:
    """Nobody spends a Resource."""
    for side in SIDES:
        document = make.orders_without_resources(mission, side)
        orders.sign_orders(actor=mission.campaign.owner, mission=mission, side=side, document=document)
    return orders.open_orders(mission=mission)


def side_of(unit: str) -> Side:
    return "allied" if unit.startswith("allied") else "axis"


def _flew(mission: Mission, key: str, role: str, slug: str, count: int, load: tuple[str, ...] = ()) -> LineupUnit:
    side = side_of(key)
    planned = by_plan(mission, AS_ORDERED)[side].by_id.get(key, UnitOrders(id=key))
    type_ = types_of(context_of(mission).pack, side)[slug]
    return in_strength(planned, role, type_, count, load)  # type: ignore[arg-type]


def allied(*units: LineupUnit, spent: Spent | None = None) -> Lineup:
    return Lineup(allied=SideLineup(units=units, spent=spent))


def axis(*units: LineupUnit, spent: Spent | None = None) -> Lineup:
    return Lineup(axis=SideLineup(units=units, spent=spent))


def at_home(key: str) -> LineupUnit:
    return LineupUnit(id=key, flies=False)


def say(mission: Mission, lineup: Lineup, *drawn: DrawnMan, actor: User | None = None) -> None:
    say_who_flew(actor=actor or mission.campaign.owner, mission=mission, lineup=lineup, drawn=drawn)
    mission.refresh_from_db()


def with_goodman(mission: Mission) -> None:
    """A Hurricane Element stayed at home, and Goodman, Veteran, led the other, alone."""
    own = _flew(mission, "allied-1", "interceptor", "hurricane-i", 1)
    say(
        mission,
        allied(own, at_home("allied-2")),
        DrawnMan(unit="allied-1", place=0, name=GOODMAN, skills=("V",)),
    )


def row_of(campaign: Campaign, number: int = 1) -> MissionRow:
    member = viewer(campaign, campaign.owner)
    assert member is not None

    return campaign_page(campaign, member).missions[number - 1]


def test_a_hurricane_too_many_is_left_out_and_goodman_veteran_counts_as_one(strike: Mission) -> None:
    with_goodman(strike)
    lines = [line for line in sheet_of(strike).lines if line.side == "allied"]
    assert [(line.key, line.pilot, line.skills) for line in lines] == [("allied-1 leader", GOODMAN, ("V",))]
    stuka = next(line.key for line in sheet_of(strike).lines if line.strikes)
    goodman = AircraftOutcome("allied-1 leader", status="destroyed", by=stuka)
    flight = make.record(strike, Outcome(aircraft=(goodman,)))
    reasons = [(score["reason"], score["points"]) for score in flight.report["scores"]]
    assert ("skilled pilot", 1) in reasons
    make.debrief(strike)
    assert_reconciled(strike.campaign)
    force = journal_entries.in_force(strike.campaign)
    (said,) = [differed.what for _, differed in saying(force, Differed)]
    assert said == (
        "Interceptor 2 stayed at home: 2 Hawker Hurricane Mk I",
        "Interceptor 1: 1 instead of 2 Hawker Hurricane Mk I",
        *(each for each in said if GOODMAN in each),
    )
    assert f"{GOODMAN} (Veteran) as leader" in said[-1]
    marked = {(sortie.unit, sortie.differs, sortie.skills) for _, sortie in saying(force, Sortie)}
    assert ("allied-1", True, ("V",)) in marked
    assert all(not differs for unit, differs, _ in marked if unit.startswith("axis"))


def test_the_journal_and_the_log_say_that_it_differs_from_the_pack(strike: Mission) -> None:
    with_goodman(strike)
    make.record(strike)
    make.debrief(strike)
    campaign = strike.campaign
    member = viewer(campaign, campaign.owner)
    assert member is not None
    told = " ".join(
        line.text for batch in journal_page(campaign, member, JournalFilter()).batches for line in batch.lines
    )
    assert "differs from the pack: Interceptor 2 stayed at home" in told
    assert f"{GOODMAN} flew Hawker Hurricane Mk I, which came home" in told
    assert told.count("The man and his unit differ from the pack.") == 1
    rows = list(csv.DictReader(io.StringIO(table(campaign, "sorties"))))
    assert {row["side"] for row in rows if row["differs from the pack"] == "yes"} == {"allied"}
    assert [row["pilot"] for row in rows if row["man differs from the pack"] == "yes"] == [GOODMAN]
    log = campaign_log(campaign, member)
    assert isinstance(log, LandLog)
    report = log.missions[0].report
    assert report is not None
    assert "Differs from the pack." in log.missions[0].notes
    assert any("stayed at home" in text for _, text in report.facts)
    assert [(each.who, each.pilot) for each in report.allied] == [("Interceptor 1 leader *", f"{GOODMAN} (Veteran) *")]


def test_another_type_another_strength_and_another_part_fly(strike: Mission) -> None:
    fighter = _flew(strike, "axis-2", "fighter", "bf-109e-7", 1)
    say(strike, axis(fighter))
    sheet = sheet_of(strike)
    unit = next(each for each in sheet.units if each.id == "axis-2")
    assert (unit.role, [line.aircraft.slug for line in unit.lines]) == ("fighter", ["bf-109e-7"])
    assert any("as a fighter instead of a striker" in each for each in sheet.differed)
    make.record(strike)
    make.debrief(strike)
    assert_reconciled(strike.campaign)


def test_a_unit_that_no_orders_name_is_added(strike: Mission) -> None:
    key = next_ids(context_of(strike).pack, strike.key, "axis", None, SideLineup(), 1)[0]
    say(strike, axis(_flew(strike, key, "striker", "ju-87b", 2, ("bombs",))))
    sheet = sheet_of(strike)
    unit = next(each for each in sheet.units if each.id == key)
    assert (unit.name, len(unit.lines), unit.load) == ("Striker 3", 2, ("bombs",))
    make.record(strike)
    make.debrief(strike)
    assert_reconciled(strike.campaign)
    told = "Striker 3 flew too, as a striker: 2 Junkers Ju 87B"
    assert any(told in each for each in row_of(strike.campaign).differed)


def test_the_resource_that_was_drawn_is_spent_and_brings_its_units(strike: Mission) -> None:
    pack = context_of(strike).pack
    known = {key: each for key, each in pack.resources_of("axis").items() if each.helps_in(pack.mission(strike.key))}
    brings = next(key for key, each in known.items() if any(effect.effect == "element" for effect in each.gives))
    say(strike, axis(spent=Spent(resource=brings)))
    flown = context_of(strike)
    assert flown.orders["axis"].resource == brings
    assert len(flown.orders["axis"].units) > 2
    make.record(strike)
    make.debrief(strike)
    assert_reconciled(strike.campaign)
    assert standings.standing_of(strike.campaign).resources["axis"] == {brings: 1}
    assert any(pack.resources[brings].title in each for each in row_of(strike.campaign).differed)


def test_a_resource_that_was_used_before_is_not_spent_again(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    make.debriefed(campaign)
    side, used = next((side, key) for side in SIDES for key in standings.standing_of(campaign).resources[side])
    mission = make.opened(campaign)
    with pytest.raises(Refusal, match="was used in mission 1: each is used once"):
        say(mission, Lineup(**{side: SideLineup(spent=Spent(resource=used))}))


def test_of_a_unit_that_was_added_the_man_whom_the_table_drew_is_marked_and_no_other(strike: Mission) -> None:
    key = next_ids(context_of(strike).pack, strike.key, "allied", None, SideLineup(), 1)[0]
    sits = [man for unit in context_of(strike).orders["allied"].units for man in unit.men]
    rested = next(man for man in Pilot.objects.filter(campaign=strike.campaign, side="allied") if man.pk not in sits)
    pair = _flew(strike, key, "interceptor", "hurricane-i", 2).seated(1, rested.pk)
    say(strike, allied(pair), DrawnMan(unit=key, place=0, name=GOODMAN, skills=("V",)))
    assert [line.pilot for line in sheet_of(strike).lines if line.differs] == [GOODMAN]


def test_what_the_rules_forbid_is_refused_and_changes_nothing(strike: Mission) -> None:
    men = list(Pilot.objects.filter(campaign=strike.campaign, side="allied"))
    hurricane = _flew(strike, "allied-1", "interceptor", "hurricane-i", 1)
    two = _flew(strike, "allied-1", "interceptor", "hurricane-i", 2)
    swept = _flew(strike, "axis-1", "fighter", "bf-109e-7", 1)
    refused = [
        (allied(_flew(strike, "allied-1", "striker", "hurricane-i", 1)), (), "no Striker"),
        (axis(swept, at_home("axis-2")), (), "none of its units is a striker"),
        (allied(two.seated(0, men[0].pk).seated(1, men[0].pk)), (), "in one aircraft, not in two"),
        (allied(hurricane.but(aircraft="bf-109e-7")), (), "no such aircraft"),
        (allied(hurricane.seated(0, 999_999)), (), "not of this side"),
        (allied(spent=Spent(resource="zeppelin")), (), "no such Resource"),
        (allied(hurricane), (DrawnMan(unit="allied-1", place=0, name=GOODMAN, skills=("X",)),), "has the Skill X"),
        (allied(hurricane), (DrawnMan(unit="allied-1", place=0, name=men[0].name),), "who is another"),
        (allied(hurricane), (DrawnMan(unit="allied-9", place=0, name=GOODMAN),), "did not fly"),
        (axis(hurricane), (), "no unit of the"),
    ]
    for lineup, drawn, why in refused:
        with pytest.raises(Refusal) as refusal:
            say(strike, lineup, *drawn)
        assert why in refusal.value.sentence
    strike.refresh_from_db()
    assert strike.lineup == {}
    assert not Pilot.objects.filter(campaign=strike.campaign, name=GOODMAN).exists()


def test_a_stored_result_is_taken_back_and_what_it_said_is_kept(strike: Mission) -> None:
    make.record(strike)
    told = {"allied-1-leader-fate": ["damaged"]}
    say_who_flew(actor=strike.campaign.owner, mission=strike, lineup=allied(at_home("allied-2")), told=told)
    strike.refresh_from_db()
    assert strike.status == Mission.Status.READY
    assert not Flight.objects.filter(mission=strike).exists()
    assert ResultDraft.objects.get(mission=strike).answers == told


def test_who_after_all_did_not_fly_leaves_no_trace(strike: Mission) -> None:
    with_goodman(strike)
    assert Pilot.objects.filter(campaign=strike.campaign, name=GOODMAN, on_roster=False).exists()
    say(strike, AS_ORDERED)
    assert strike.lineup == {}
    assert not Pilot.objects.filter(campaign=strike.campaign, name=GOODMAN).exists()


def test_it_is_said_before_the_debrief_and_stays_at_the_table(strike: Mission) -> None:
    with_goodman(strike)
    with pytest.raises(Refusal, match="The table has said who flew"):
        flights.queue_flight(actor=strike.campaign.owner, mission=strike)
    make.record(strike)
    make.debrief(strike)
    with pytest.raises(Refusal, match="has been debriefed"):
        say(strike, AS_ORDERED)
    debriefs.withdraw_debrief(actor=strike.campaign.owner, mission=strike)
    say(strike, AS_ORDERED)
    make.record(strike)
    make.debrief(strike)
    assert_reconciled(strike.campaign)
    assert not row_of(strike.campaign).differed


def test_where_there_is_an_umpire_it_is_the_umpires_word(cast: Cast, strike: Mission) -> None:
    campaign = strike.campaign
    campaign_seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    say(strike, allied(at_home("allied-2")), actor=cast.axis)
    campaign_seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.umpire, role=Role.UMPIRE, side="")
    with pytest.raises(Refusal, match="an umpire says who flew"):
        say(strike, AS_ORDERED, actor=cast.axis)
    say(strike, AS_ORDERED, actor=cast.umpire)


def test_a_mission_whose_lineup_differs_is_corrected_as_any_other(strike: Mission) -> None:
    with_goodman(strike)
    make.record(strike)
    make.debrief(strike)
    outcome = Outcome(aircraft=(AircraftOutcome("allied-1 leader", status="damaged"),))
    corrections.amend(
        actor=strike.campaign.owner,
        mission=strike,
        key=uuid4(),
        expected_version=journal_entries.version(strike.campaign),
        outcome=outcome,
    )
    assert_reconciled(strike.campaign)
    assert row_of(strike.campaign).differed


def test_a_campaign_whose_lineup_differs_goes_out_and_comes_in(cast: Cast, strike: Mission) -> None:
    with_goodman(strike)
    make.record(strike)
    make.debrief(strike)
    file = export(strike.campaign)
    brought = make.brought_in(actor=cast.stranger, content=file)
    assert export(brought) == file
    goodman = Pilot.objects.get(campaign=brought, name=GOODMAN)
    assert lineup_of(brought.missions.get(number=1)).men == {goodman.pk}


def test_a_journal_that_says_nothing_of_it_does_not_reconcile(strike: Mission) -> None:
    make.record(strike)
    make.debrief(strike)
    Mission.objects.filter(pk=strike.pk).update(lineup=axis(at_home("axis-2")).as_json())
    assert any("flew otherwise than planned" in each for each in problems(strike.campaign))


@pytest.fixture
def counted(cast: Cast) -> Mission:
    """A mission of a campaign in which both sides count their aircraft, the orders open."""
    return make.opened(make.campaign(cast.owner, make.PERIODS, allied="me", axis="me"))


def _of_two(mission: Mission) -> UnitOrders:
    """A unit that was sent with two aircraft or more."""
    sent = by_plan(mission, AS_ORDERED).values()
    return next(each for side in sent for each in side.units if len(each.airframes or ()) > 1)


def _as_sent(mission: Mission, unit: UnitOrders, count: int) -> LineupUnit:
    role = next(each.role for each in sheet_of(mission).units if each.id == unit.id)
    return _flew(mission, unit.id, role, (unit.models or (unit.aircraft,))[0], count, unit.load)


def _at_home(mission: Mission, squadron: str) -> list[str]:
    """The codes that a squadron has serviceable beside those that were sent."""
    planned = by_plan(mission, AS_ORDERED).values()
    sent = {code for side in planned for unit in side.units for code in unit.airframes or ()}
    airframes = standings.standing_of(mission.campaign).airframes.values()
    return [
        each.code
        for each in airframes
        if each.squadron == squadron and each.status == "serviceable" and each.code not in sent
    ]


def _told(unit: LineupUnit, *more: LineupUnit) -> Lineup:
    return Lineup(**{side_of(unit.id): SideLineup(units=(unit, *more))})


def test_a_side_that_counts_its_aircraft_flies_with_fewer_and_those_at_home_have_not_flown(counted: Mission) -> None:
    unit = _of_two(counted)
    say(counted, _told(_as_sent(counted, unit, 1)))
    assert len(next(each for each in sheet_of(counted).units if each.id == unit.id).lines) == 1
    make.record(counted)
    make.debrief(counted)
    assert_reconciled(counted.campaign)
    first, second, *_ = unit.airframes or ()
    airframes = standings.standing_of(counted.campaign).airframes
    assert (airframes[first or ""].sorties, airframes[second or ""].sorties) == (1, 0)


def test_what_flew_beside_what_was_sent_comes_out_of_the_pool_and_its_losses_too(cast: Cast, counted: Mission) -> None:
    unit = _of_two(counted)
    assert unit.squadron
    home = _at_home(counted, unit.squadron)
    added = next(
        key
        for key in (f"{side_of(unit.id)}-{number}" for number in range(1, 20))
        if key not in by_plan(counted, AS_ORDERED)[side_of(unit.id)].by_id
    )
    role = next(each.role for each in sheet_of(counted).units if each.id == unit.id)
    flew = _flew(counted, added, role, (unit.models or (unit.aircraft,))[0], 1).but(squadron=unit.squadron)
    say(counted, _told(flew))
    lost = next(line for line in sheet_of(counted).lines if line.unit == added)
    (code,) = lineup_of(counted).of(side_of(added)).by_id[added].airframes or ()
    assert code in home
    make.record(counted, Outcome(aircraft=(AircraftOutcome(lost.key, status="destroyed"),)))
    make.debrief(counted)
    assert_reconciled(counted.campaign)
    standing = standings.standing_of(counted.campaign)
    assert standing.airframes[code or ""].status == "lost"
    assert not standing.conflicts
    assert any("flew too" in each and standing.squadrons[unit.squadron].title in each for each in _differed(counted))
    corrections.amend(
        actor=cast.owner,
        mission=counted,
        key=uuid4(),
        expected_version=journal_entries.version(counted.campaign),
        outcome=Outcome(aircraft=(AircraftOutcome(lost.key, status="damaged"),)),
    )
    assert_reconciled(counted.campaign)
    assert standings.standing_of(counted.campaign).airframes[code or ""].status == "repair"
    file = export(counted.campaign)
    brought = make.brought_in(actor=cast.stranger, content=file)
    assert export(brought) == file
    debriefs.withdraw_debrief(actor=counted.campaign.owner, mission=counted)
    assert standings.standing_of(counted.campaign).airframes[code or ""].status == "serviceable"
    say(counted, AS_ORDERED)
    make.record(counted)
    make.debrief(counted)
    assert_reconciled(counted.campaign)


def _differed(mission: Mission) -> list[str]:
    force = journal_entries.in_force(mission.campaign)
    return [each for _, said in saying(force, Differed) for each in said.what]


def test_another_squadron_that_flew_has_its_own_aircraft_out(cast: Cast) -> None:
    counted = make.opened(make.campaign(cast.owner, "flying-circus-1917", allied="me", axis="me"))
    unit = next(each for side in SIDES for each in by_plan(counted, AS_ORDERED)[side].units)
    pool = pool_of(context_of(counted).pack, side_of(unit.id), context_of(counted).standing, ())
    assert pool
    sent = pool.squadron(unit.squadron)
    assert sent
    other = next(
        each
        for each in pool.squadrons
        if each != sent and each.ready and not each.why_away and each.type.in_formation == sent.type.in_formation
    )
    role = next(each.role for each in sheet_of(counted).units if each.id == unit.id)
    flew = _flew(counted, unit.id, role, other.type.slug, 1).but(squadron=other.key)
    say(counted, _told(flew))
    (code,) = lineup_of(counted).of(side_of(unit.id)).by_id[unit.id].airframes or ()
    assert code in [each.code for each in other.ready]
    make.record(counted)
    make.debrief(counted)
    assert_reconciled(counted.campaign)
    assert any(f"came of {other.title} instead of" in each for each in _differed(counted))


def test_more_than_a_squadron_has_at_home_is_refused_with_what_it_has(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    there = standings.standing_of(campaign)
    for squadron in there.squadrons.values():
        own = [each.code for each in there.airframes.values() if each.squadron == squadron.key][2:]
        changes.withdraw(actor=cast.owner, campaign=campaign, side=squadron.side, codes=own, reason="Worn out.")
    counted = make.opened(campaign)
    unit = _of_two(counted)
    strong = _as_sent(counted, unit, 3)
    with pytest.raises(Refusal, match="serviceable at home") as refusal:
        say(counted, _told(strong))
    assert refusal.value.field == f"{unit.id}-squadron"
    other = next(each for each in types_of(context_of(counted).pack, side_of(unit.id)) if each != unit.aircraft)
    with pytest.raises(Refusal, match="and nothing else"):
        say(counted, _told(strong.but(aircraft=other, models=None)))
    with pytest.raises(Refusal, match="out of which of its squadrons"):
        say(counted, _told(strong.but(squadron="nobodys")))
    counted.refresh_from_db()
    assert counted.lineup == {}


def test_other_games_take_who_flew_by_their_own_rules(cast: Cast) -> None:
    """No Skills there, and men of a squadron; where aircraft are counted a unit may be left out."""
    mission = make.opened(make.campaign(cast.owner, "flying-circus-1917", allied="me", axis="me"))
    flying = {side: [unit.id for unit in by_plan(mission, AS_ORDERED)[side].units] for side in SIDES}
    side: Side = max(SIDES, key=lambda each: len(flying[each]))
    out = flying[side][-1]
    if len(flying[side]) == 1:
        with pytest.raises(Refusal):
            say(mission, Lineup(**{side: SideLineup(units=(at_home(out),))}))
        return
    say(mission, Lineup(**{side: SideLineup(units=(at_home(out),))}))
    assert out not in {unit.id for unit in sheet_of(mission).units}
    make.record(mission)
    make.debrief(mission)
    assert_reconciled(mission.campaign)


def test_of_a_mission_that_was_flown_on_paper_it_is_said_too(cast: Cast) -> None:
    mission = orders.open_orders(mission=make.on_paper(make.campaign(cast.owner, make.LAND)))
    unit = by_plan(mission, AS_ORDERED)["axis"].units[-1].id
    role = next(each.role for each in sheet_of(mission).units if each.id == unit)
    say(mission, axis(_flew(mission, unit, role, "g-50", 1)))
    make.record(mission)
    make.debrief(mission)
    assert_reconciled(mission.campaign)
    assert any("1 Fiat G.50" in each for each in row_of(mission.campaign).differed)


def test_the_skills_of_a_crew_that_was_drawn_count_and_stand_in_the_log(cast: Cast) -> None:
    mission = _opened(make.land_mission(cast.owner, _with_a_formation(), slug=make.EVERY_TYPE))
    unit = next(each for each in sheet_of(mission).units if each.formation)
    planned = by_plan(mission, AS_ORDERED)[side_of(unit.id)].by_id[unit.id]
    role = unit.role
    assert planned.models
    flew = _flew(mission, unit.id, role, planned.models[0], len(planned.models), planned.load)
    drawn = DrawnMan(unit=unit.id, place=0, name="Crew of Goodman", skills=("B",))
    say(mission, Lineup(**{side_of(unit.id): SideLineup(units=(flew,))}), drawn)
    line = next(line for line in sheet_of(mission).lines if line.unit == unit.id)
    assert (line.pilot, line.skills) == ("Crew of Goodman", ("B",))
    flight = make.record(mission, Outcome(aircraft=(AircraftOutcome(line.key, status="destroyed"),)))
    assert "skilled pilot" in [score["reason"] for score in flight.report["scores"]]
    make.debrief(mission)
    flown = next(each for each in row_of(mission.campaign).sorties if each.pilot == "Crew of Goodman")
    assert (flown.skills, flown.differs) == (("Bombardier",), True)


def _with_a_formation() -> str:
    """A mission in which bombers fly in a Formation."""
    pack = read_pack(make.source(make.EVERY_TYPE), "narrow-sea.toml")
    return next(
        key
        for key, each in pack.all_missions()
        if any(library().aircraft[line.aircraft[0]].in_formation for line in each.units)
    )
