"""Down in Flames WWI in a campaign: its missions become set-ups, and its reports the campaign's aircraft."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

import engine
from campaigns.catalogue.library import library
from engine import heuristic_player
from engine.core.campaigns import CampaignRules, Man, MissionOrder, MissionUnit
from engine.core.errors import BadSetup
from engine.core.game import SIDES, Document
from engine.core.players import fly
from engine.core.report import AircraftReport, Kill, Report, Score
from engine.wwi.system import WWI
from tests.engine.rules import rule


def rules() -> CampaignRules:
    campaign = WWI.campaign
    assert campaign
    return campaign


def unit(name: str, slug: str, size: int, *, men: bool = True) -> MissionUnit:
    manned = tuple(Man(f"{name} man {place}", 0, Fraction(0), Fraction(0), False) for place in range(1, size + 1))
    side = "allied" if name.startswith("allied") else "axis"
    return MissionUnit(name, side, "fighter", (slug,) * size, manned if men else (None,) * size)


def order(*units: MissionUnit, **setup: object) -> MissionOrder:
    return MissionOrder(dict(setup), "1917-09", units)


MISSION = order(
    unit("allied-2", "sopwith-camel", 3),
    unit("allied-5", "bristol-f-2b", 2, men=False),
    unit("axis-1", "albatros-d-iii", 4),
    unit("axis-3", "pfalz-d-iii", 1),
    turns=8,
)
"""With gaps in the numbers of its units: the others stay at home."""


def flown(seed: int, mission: MissionOrder = MISSION) -> Report:
    game = engine.new("wwi", rules().setup(mission), seed)
    return fly(game, {side: heuristic_player("wwi", side, seed) for side in SIDES}).report()


def counted(scores: tuple[Score, ...]) -> Counter[tuple[str, int, str]]:
    return Counter((each.side, each.points, each.reason) for each in scores)


def test_a_flight_has_the_first_aircraft_as_its_leader_and_each_man_in_his_seat() -> None:
    setup = rules().setup(MISSION)
    assert [(each["id"], each["aircraft"], each["wingmen"]) for each in setup["units"]] == [
        ("allied-1", "sopwith-camel", 2),
        ("allied-2", "bristol-f-2b", 1),
        ("axis-1", "albatros-d-iii", 3),
        ("axis-2", "pfalz-d-iii", 0),
    ]
    camels, bristols = setup["units"][:2]
    assert camels["leader_pilot"] == {"name": "allied-2 man 1"}
    assert [man["name"] for man in camels["wingman_pilots"]] == ["allied-2 man 2", "allied-2 man 3"]
    assert (bristols["leader_pilot"], bristols["wingman_pilots"]) == (None, [None])


@rule("WWI Ways to Win 4")
def test_a_mission_is_won_on_points_after_its_turns_however_many_points_take_off() -> None:
    setup = rules().setup(MISSION)
    assert (setup["win"], setup["turns"], setup["points"], setup["year"]) == ("turns", 8, 0, 1917)


def test_the_side_that_a_mission_gives_an_altitude_begins_there_and_the_other_chooses() -> None:
    mission = order(unit("allied-1", "re-8", 1), unit("axis-1", "albatros-d-iii", 2), altitudes={"allied": "low"})
    game = engine.new("wwi", rules().setup(mission), 1)
    assert game.decision
    assert (game.decision.kind, game.decision.side) == ("altitude", "axis")


def test_one_sides_units_are_checked_while_the_others_are_not_known() -> None:
    engine.systems()["wwi"].check(rules().setup(order(unit("axis-1", "albatros-d-iii", 4))))


@pytest.mark.parametrize("seed", range(30))
def test_every_aircraft_that_took_off_is_told_of_once_and_the_kills_are_of_those_that_fell(seed: int) -> None:
    report = flown(seed)
    told = rules().retold(MISSION, report).aircraft
    assert [(each.unit, each.seat) for each in told] == [
        (each.id, str(place)) for each in MISSION.units for place in range(1, len(each.aircraft) + 1)
    ]
    by_place = {(each.unit, each.seat): each for each in told}
    for each in told:
        for kill in each.kills:
            victim = by_place[kill.unit, kill.seat]
            assert (victim.status, victim.aircraft) == ("destroyed", kill.aircraft)
            assert (
                victim.cause == f"by {each.pilot + ', ' if each.pilot else ''}{library().aircraft[each.aircraft].name}"
            )
            assert victim.side != each.side
        for kill in each.damaged:
            assert by_place[kill.unit, kill.seat].status != "undamaged"
    claimed = [(kill.unit, kill.seat) for each in told for kill in each.kills]
    assert len(claimed) == len(set(claimed))
    lost = [place for place, each in by_place.items() if each.status == "destroyed"]
    assert set(claimed) <= set(lost)
    assert Counter(each.status for each in told) == Counter(each.status for each in report.aircraft)
    names = [each.pilot for each in told]
    assert names[:5] == ["allied-2 man 1", "allied-2 man 2", "allied-2 man 3", "", ""]


@rule("WWI Ways to Win 1")
@pytest.mark.parametrize("seed", range(30))
def test_what_became_of_the_aircraft_scores_as_the_game_itself_did(seed: int) -> None:
    report = flown(seed)
    assert counted(rules().scores(MISSION, rules().retold(MISSION, report).aircraft, {})) == counted(report.scores)


def at_table(**told: Document) -> tuple[AircraftReport, ...]:
    """Aircraft of ``MISSION`` as a table tells them; ``told`` by unit and seat as ``axis_1_2``."""
    return tuple(
        replace(
            AircraftReport(each.side, each.id, str(place), slug, "fighter", "undamaged"),
            **told.get(f"{each.id}-{place}".replace("-", "_"), {}),
        )
        for each in MISSION.units
        for place, slug in enumerate(each.aircraft, 1)
    )


@rule("WWI Ways to Win 1")
def test_an_aircraft_counts_once_when_damaged_and_twice_when_destroyed_even_if_two_share_it() -> None:
    leader = Kill("axis-1", "1", "albatros-d-iii", sharers=2)
    wingman = Kill("axis-1", "2", "albatros-d-iii")
    told = at_table(
        axis_1_1={"status": "destroyed"},
        axis_1_2={"status": "damaged"},
        allied_2_1={"kills": (leader,), "damaged": (wingman,)},
        allied_2_2={"kills": (leader,)},
    )
    scores = rules().scores(MISSION, told, {})
    cards = library().aircraft["albatros-d-iii"]
    assert [(each.side, each.points, each.unit, each.seat) for each in scores] == [
        ("allied", 2 * cards.value, "allied-2", "1"),
        ("allied", 4, "allied-2", "1"),
    ]


def test_nobody_scores_a_wing_that_broke_by_itself() -> None:
    assert rules().scores(MISSION, at_table(axis_1_1={"status": "destroyed"}), {}) == ()


@pytest.mark.parametrize(
    ("mission", "sentence"),
    [
        (order(unit("axis-1", "albatros-d-iii", 1), win="leader"), "win"),
        (order(unit("axis-1", "albatros-d-iii", 1), turns=0), "turns"),
        (order(unit("axis-1", "albatros-d-iii", 1), altitudes={"axis": "sky"}), "axis"),
        (order(*(unit(f"axis-{n}", "albatros-d-iii", 1) for n in range(1, 6))), "axis-5: a side has at most 4"),
    ],
)
def test_what_a_mission_cannot_say_is_refused(mission: MissionOrder, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        rules().setup(mission)


def test_a_flight_of_two_types_is_refused_by_its_unit() -> None:
    mixed = replace(unit("allied-3", "sopwith-camel", 2), aircraft=("sopwith-camel", "se-5a"))
    with pytest.raises(BadSetup, match=r"^allied-3: "):
        rules().setup(order(mixed))


def test_an_aircraft_that_came_later_is_refused() -> None:
    with pytest.raises(BadSetup, match="came in 1918"):
        engine.systems()["wwi"].check(rules().setup(order(unit("axis-1", "fokker-d-vii", 1))))


def test_experience_makes_nothing_of_a_man_and_a_card_of_the_house_decides_his_fate() -> None:
    ace = Man("An ace", 40, Fraction(30), Fraction(70), False)
    assert rules().rank(ace) == ""
    assert rules().fate(lambda: 0.5, "enemy") is None


def test_no_other_system_has_the_slugs_of_the_catalogue() -> None:
    entries = rules().catalogue()
    assert {library().aircraft[slug].system for slug in entries} == {"wwi"}
