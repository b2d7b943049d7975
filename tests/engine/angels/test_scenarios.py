"""Scenarios: who flies where, what scores, what ends a game and who has won it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import engine
from engine.angels.aircraft import aircraft
from engine.angels.hexes import name
from engine.angels.situations import SITUATIONS, situation
from engine.core.errors import BadSetup
from engine.core.game import Game
from engine.core.players import RandomPlayer, fly
from tests.engine.angels.make import at, attacking, card, kind, legal, play, position, unit
from tests.engine.rules import rule

SCENARIOS = engine.systems()["angels"].scenarios()
BEHIND = {"allied-1": at(5, 8), "axis-1": at(5, 7)}
"""An Allied aircraft right behind one of the Axis."""
FAR = {"allied-8": at(20, 20), "axis-8": at(1, 20)}
"""Somebody is left on each side whatever happens."""
KILL = [6] * 6
"""Dice that destroy whoever is shot at from a hex away."""
NOTHING = [1] * 6


def begin(slug: str, seed: int = 1, **changed: Any) -> Game:
    return engine.new("angels", SCENARIOS[slug].setup | changed, seed)


def shoot(
    victory: Mapping[str, Any] | None = None, units: Mapping[str, Any] = BEHIND, dice: list[int] = KILL, **keys: Any
) -> Game:
    """A turn that ends after allied-1 has fired at axis-1."""
    if victory:
        keys["victory"] = dict(victory)
    game = attacking({**units, **FAR}, dice, **keys)
    play(game, "attack allied-1 > axis-1")
    return end_turn(game)


def end_turn(game: Game) -> Game:
    """Everybody declines what attacks are left."""
    turn = game.turn
    while kind(game) == "attack" and game.turn == turn:
        play(game, "decline")
    return game


def straight(game: Game, until: int = 99) -> Game:
    """Everybody flies straight on as slowly as he can and shoots at nobody, up to the end of a turn or of the game."""
    wanted = ("ahead", "status neutral", "decline", "no adjustment", "stay clear", "move second")
    while game.decision and game.turn <= until:
        texts = legal(game)
        game.play(game.parse(next((text for text in wanted if text in texts), texts[0])))
    return game


def points(game: Game) -> tuple[int, int]:
    shown = game.view(None)["points"]
    return shown["allied"], shown["axis"]


def awards(game: Game) -> list[tuple[str, int, str]]:
    return [(side, number, reason) for side, number, reason, _ in game.position()["awards"]]


def winner(game: Game) -> str:
    """Of a game that is over."""
    report = game.report()
    allied, axis = report.points("allied"), report.points("axis")
    return "draw" if allied == axis else "allied" if allied > axis else "axis"


# Who flies


@rule(
    "A20 Setting Up",
    "A20 Battle of Britain: Dogfight a",
    "A20 Battle of Britain: Intercept the Interceptors a",
    "A20 Battle of Britain: Limited Fuel a",
    "A20 Battle of Britain: Schnellbomber a",
)
@pytest.mark.parametrize(
    ("slug", "allied", "axis", "altitudes"),
    [
        ("dogfight", "spitfire-mk-i-ace hurricane-mk-i", "bf-109e-ace bf-109e-wingman", (3, 3)),
        ("interceptors", "hurricane-mk-i hurricane-mk-i", "bf-109e-ace bf-109e-wingman", (2, 3)),
        (
            "limited-fuel",
            "spitfire-mk-i-ace hurricane-mk-i hurricane-mk-i",
            "bf-109e-ace bf-109e-wingman bf-110c-zerstoerer he-111-token he-111-token",
            (3, 4),
        ),
        ("schnellbomber", "spitfire-mk-i-ace spitfire-mk-i-ace", "bf-109e-ace bf-110c-zerstoerer", (3, 3)),
    ],
)
def test_printed_scenarios_have_the_printed_aircraft_at_the_printed_altitudes(
    slug: str, allied: str, axis: str, altitudes: tuple[int, int]
) -> None:
    units = begin(slug).view(None)["units"].values()
    for side, slugs, altitude in (("allied", allied, altitudes[0]), ("axis", axis, altitudes[1])):
        own = [each for each in units if each["side"] == side]
        assert [each["aircraft"] for each in own] == slugs.split()
        assert {each["altitude"] for each in own} == {altitude}


@pytest.mark.parametrize("slug", SCENARIOS)
def test_every_scenario_says_what_in_it_is_ours_and_comes_to_an_end(slug: str) -> None:
    assert "ur" in SCENARIOS[slug].about.split("are ")[-1] or "Our own" in SCENARIOS[slug].about
    for seed in range(5):
        game = fly(begin(slug, seed), {side: RandomPlayer(seed, side) for side in ("allied", "axis")})
        assert game.turn <= SCENARIOS[slug].setup["turns"]
        (said,) = game.report().notes
        assert said.startswith(
            {"allied": "The Allies win, ", "axis": "The Axis wins, ", "draw": "A draw, "}[winner(game)]
        )


def test_the_first_scenario_is_a_fair_game_of_middle_size() -> None:
    slug, first = next(iter(SCENARIOS.items()))
    assert slug == "kent"
    cost = {"allied": 0, "axis": 0}
    for each in first.setup["units"]:
        cost[each["id"].partition("-")[0]] += aircraft(each["aircraft"]).cost
    assert all(85 <= points <= 100 for points in cost.values())
    assert len(first.setup["units"]) == 6


# Points


@rule("A20 End of Turn a", "A20 Winning the Standard Scenario a")
def test_an_aircraft_destroyed_is_worth_its_cost_and_sixty_points_win() -> None:
    units = BEHIND | {"axis-1": at(5, 7, aircraft=card(cost=59))}
    game = shoot(units=units)
    assert points(game) == (59, 0)
    assert game.decision
    game = shoot(units=BEHIND | {"axis-1": at(5, 7, aircraft=card(cost=60))})
    assert (game.decision, winner(game)) == (None, "allied")
    assert awards(game) == [("allied", 60, "destroyed")]


@rule("A20 End of Turn a", "A20 Managing the Battle Map b", "A20 Battle of Britain: Dogfight b")
def test_an_aircraft_that_leaves_the_map_is_worth_half_its_cost_rounded_down() -> None:
    units = {"allied-1": at(5, 1, aircraft=card(cost=25)), **FAR}
    game = straight(engine.position("angels", position(units)), until=1)
    assert unit(game, "allied-1")["fate"] == "retreated"
    assert points(game) == (0, 12)
    assert awards(game) == [("axis", 12, "retreated")]


@rule("A20 End of Turn b", "A20 Winning the Standard Scenario a")
@pytest.mark.parametrize(("axis", "over"), [(59, "allied"), (60, None), (61, "axis")])
def test_when_both_have_enough_points_in_one_turn_the_higher_score_wins(axis: int, over: str | None) -> None:
    before = [["axis", axis, "destroyed", None]]
    game = shoot(units=BEHIND | {"axis-1": at(5, 7, aircraft=card(cost=60))}, awards=before)
    assert (None if game.decision else winner(game)) == over


@rule("A20 Winning the Standard Scenario b")
def test_without_sixty_points_whoever_has_more_aircraft_left_wins_whatever_the_score() -> None:
    units = {"axis-2": at(20, 1), "axis-3": at(18, 1), **BEHIND}
    before = [["allied", 20, "destroyed", None]]
    game = attacking(units, NOTHING, turn=20, turns=20, awards=before)
    end_turn(game)
    assert (game.decision, winner(game)) == (None, "axis")
    assert awards(game)[-1] == ("axis", 21, "more-left")


@rule("A20 Winning the Standard Scenario b")
def test_the_game_ends_when_one_side_has_no_aircraft_left() -> None:
    game = attacking(BEHIND, KILL)
    play(game, "attack allied-1 > axis-1")
    assert (game.decision, winner(game)) == (None, "allied")
    assert points(game) == (30, 0)


def test_with_as_many_aircraft_left_and_as_many_points_it_is_a_draw() -> None:
    game = end_turn(attacking(BEHIND, turn=20, turns=20))
    assert (game.decision, winner(game), points(game)) == (None, "draw", (0, 0))
    assert game.report().notes == ("A draw, 0 to 0.",)


def test_with_as_many_aircraft_left_more_points_win() -> None:
    game = end_turn(attacking(BEHIND, turn=20, turns=20, awards=[["axis", 5, "destroyed", None]]))
    assert (game.decision, winner(game), points(game)) == (None, "axis", (0, 5))


def test_a_scenario_of_ones_own_may_ask_for_other_points() -> None:
    game = shoot({"scenario": "standard", "points": 30})
    assert (game.decision, winner(game)) == (None, "allied")


# Starting situations


@rule("A20 Starting Situations", "A20 Standard Scenario", "A20 Setup")
@pytest.mark.parametrize("number", SITUATIONS)
@pytest.mark.parametrize("advantage", ["allied", "axis"])
def test_each_side_deploys_in_its_area_the_side_without_the_advantage_first(number: int, advantage: str) -> None:
    game = begin("escort" if number == 7 else "kent", situation=number, advantage=advantage, victory=None)
    chosen = situation(number)
    first = "axis" if advantage == "allied" else "allied"
    seen = []
    while kind(game) == "deploy":
        decision = game.decision
        assert decision
        area = chosen.blue if decision.side == first else chosen.red
        assert set(legal(game)) <= {f"place {name(place)}" for place in area.places}
        chosen_hex = legal(game)[0]
        play(game, chosen_hex)
        assert kind(game) != "deploy" or chosen_hex not in legal(game), "friends do not share a hex"
        placed = unit(game, decision.unit)
        assert (placed["altitude"], placed["facing"]) == (
            area.altitude,
            ("n", "ne", "se", "s", "sw", "nw")[area.facing],
        )
        seen.append(decision.side)
    assert seen == sorted(seen, key=lambda side: side != first)
    assert len(seen) == len(game.view(None)["units"])


@rule("A20 Advantaged Position")
@pytest.mark.parametrize(("number", "bonus"), [(1, 0), (2, 0), (3, 0), (4, 10), (5, 15), (6, 20)])
def test_in_three_situations_the_worse_position_has_points_beforehand(number: int, bonus: int) -> None:
    assert points(begin("kent", situation=number, advantage="axis")) == (bonus, 0)
    assert points(begin("kent", situation=number, advantage="allied")) == (0, bonus)


@rule("A20 Standard Scenario")
def test_dice_say_who_has_the_advantage_and_which_situation_it_is() -> None:
    drawn = set()
    for seed in range(60):
        shown = begin("kent", seed).position()
        drawn.add((shown["advantage"], shown["situation"]))
    assert {side for side, _ in drawn} == {"allied", "axis"}
    assert {number for _, number in drawn} == {1, 2, 3, 4, 5, 6}


@rule("A20 Setup")
@pytest.mark.parametrize(("escort", "interceptors"), [("allied", "axis"), ("axis", "allied")])
def test_no_die_puts_bombers_in_the_place_of_those_who_come_for_them(escort: str, interceptors: str) -> None:
    bomber = {"aircraft": "medium-bomber-token"}
    units = [{"id": f"{escort}-1"} | bomber, {"id": f"{interceptors}-1", "aircraft": "bf-109e-ace"}]
    victory = {"scenario": "escort", "side": escort}
    for seed in range(8):
        game = begin("escort", seed, advantage="roll", points=0, units=units, victory=victory)
        assert (game.deciding, game.position()["advantage"]) == (escort, interceptors)


@rule("A20 Setup")
def test_bombers_deploy_three_hexes_apart() -> None:
    game = begin("escort")
    while (decision := game.decision) and decision.unit != "allied-4":
        play(game, legal(game)[-1])
    play(game, "place 6.15")
    choices = legal(game)
    assert not {"place 6.16", "place 7.15", "place 7.16", "place 8.15", "place 8.16"} & set(choices)
    assert {"place 9.15", "place 9.16"} <= set(choices)


# Battle of Britain


@rule("A20 Battle of Britain: Dogfight c")
def test_the_first_kill_wins_the_dogfight() -> None:
    game = shoot({"scenario": "dogfight"})
    assert (game.decision, winner(game)) == (None, "allied")
    assert awards(game) == [("allied", 1, "first-loss")]
    assert game.report().notes == ("The Allies win, 1 to 0.",)


@rule("A20 Battle of Britain: Dogfight b", "A20 Battle of Britain: Dogfight c")
def test_an_enemy_who_leaves_the_map_loses_the_dogfight() -> None:
    units = {"allied-1": at(5, 1), **FAR}
    game = straight(engine.position("angels", position(units, victory={"scenario": "dogfight"})))
    assert (game.turn, winner(game)) == (1, "axis")


def test_when_each_side_loses_an_aircraft_in_one_turn_the_dogfight_goes_on() -> None:
    units = BEHIND | {"allied-2": at(10, 8, "n"), "axis-2": at(10, 9, "n")}
    game = attacking({**units, **FAR}, KILL + KILL, victory={"scenario": "dogfight"})
    play(game, "attack allied-1 > axis-1", "attack axis-2 > allied-2")
    end_turn(game)
    assert (game.turn, kind(game)) == (2, "aircraft")


@rule("A20 Battle of Britain: Intercept the Interceptors b")
@pytest.mark.parametrize(
    ("altitudes", "hits", "over"), [((5, 5), 0, True), ((6, 5), 0, True), ((5, 4), 0, False), ((5, 5), 1, False)]
)
def test_hurricanes_at_altitude_five_win_if_neither_is_damaged(
    altitudes: tuple[int, int], hits: int, over: bool
) -> None:
    units = {
        "allied-1": at(5, 8, altitude=altitudes[0]),
        "allied-2": at(9, 8, altitude=altitudes[1], hits=hits),
        "axis-1": at(15, 8),
    }
    game = straight(engine.position("angels", position(units, victory={"scenario": "interceptors"})), until=1)
    assert (game.decision is None) == over
    if over:
        assert winner(game) == "allied"
        assert awards(game) == [("allied", 1, "climbed")]
        assert game.report().answers == {"climbed": True}


@rule("A20 Battle of Britain: Intercept the Interceptors c")
def test_otherwise_the_first_kill_wins() -> None:
    game = shoot({"scenario": "interceptors"})
    assert (game.decision, winner(game)) == (None, "allied")
    assert awards(game) == [("allied", 1, "first-kill")]


def test_who_is_left_alone_by_interceptors_that_fled_has_won() -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 1)}
    game = straight(engine.position("angels", position(units, victory={"scenario": "interceptors"})))
    assert (game.turn, winner(game)) == (1, "allied")
    assert awards(game) == [("allied", 1, "field")]


FUEL = {"scenario": "limited-fuel", "units": ["axis-1"]}
BOMBER = {"axis-5": at(18, 10, aircraft="he-111-token")}


@rule("A20 Battle of Britain: Limited Fuel b")
@pytest.mark.parametrize(
    ("unit_id", "row", "facing", "scored"),
    [("axis-1", 20, "s", 0), ("axis-1", 1, "n", 15), ("axis-2", 20, "s", 15)],
)
def test_fighters_go_home_by_the_south_for_nothing(unit_id: str, row: int, facing: str, scored: int) -> None:
    units = {unit_id: at(9, row, facing), "allied-1": at(2, 10), **BOMBER}
    game = straight(engine.position("angels", position(units, victory=FUEL)), until=1)
    assert unit(game, unit_id)["fate"] == "retreated"
    assert points(game) == (scored, 0)


@rule("A20 Battle of Britain: Limited Fuel c")
def test_a_fighter_still_there_after_the_fourth_turn_counts_as_destroyed_and_the_fifth_is_the_last() -> None:
    units = {"axis-1": at(9, 12), "axis-2": at(12, 12), "allied-1": at(2, 18), **BOMBER}
    before = engine.position("angels", position(units, victory=FUEL, turn=3, turns=5))
    game = straight(before, until=3)
    assert unit(game, "axis-1")["fate"] == "flying"
    straight(game, until=4)
    assert unit(game, "axis-1")["fate"] == "destroyed"
    assert unit(game, "axis-2")["fate"] == "flying"
    assert awards(game) == [("allied", 30, "fuel")]
    straight(game)
    assert game.turn == 5


@rule("A20 Battle of Britain: Limited Fuel d", "A20 Bomber Stats")
def test_bombers_neither_turn_nor_maneuver_until_they_are_attacked_and_then_only_turn() -> None:
    game = begin("limited-fuel").position()
    for attacked, offered in ((False, []), (True, ["ahead", "turn left", "turn right"])):
        game["units"]["axis-4"]["attacked"] = attacked
        game |= {"step": "aircraft", "active": "axis", "first": "axis"}
        moving = engine.position("angels", game)
        play(moving, "aircraft axis-4")
        if offered:
            assert legal(moving) == offered
            play(moving, "turn left")
        else:
            assert unit(moving, "axis-4")["hex"] == [8, 11], "both hexes at once, for there is nothing to choose"


@rule("A20 Battle of Britain: Limited Fuel e")
def test_undamaged_bombers_win_whatever_the_score() -> None:
    game = shoot(FUEL, BEHIND | BOMBER, turn=5, turns=5)
    assert (game.decision, winner(game)) == (None, "axis")
    assert awards(game)[-1] == ("axis", 31, "bombers-safe")


@rule("A20 Battle of Britain: Limited Fuel e")
@pytest.mark.parametrize(("scored", "won"), [(29, "allied"), (30, "draw"), (31, "axis")])
def test_once_a_bomber_is_damaged_the_points_decide(scored: int, won: str) -> None:
    bomber = {"axis-5": BOMBER["axis-5"] | {"hits": 1}}
    game = shoot(FUEL, BEHIND | bomber, turn=5, turns=5, awards=[["axis", scored, "destroyed", None]])
    assert (game.decision, winner(game)) == (None, won)


@rule("A20 Battle of Britain: Limited Fuel e")
def test_a_bomber_destroyed_at_one_blow_is_not_one_without_a_scratch() -> None:
    bomber = {"axis-5": BOMBER["axis-5"] | {"fate": "destroyed", "gone": 4}}
    game = shoot(FUEL, BEHIND | FAR | bomber, turn=5, turns=5)
    assert (game.decision, winner(game)) == (None, "allied")


STRAFING = {"scenario": "schnellbomber", "units": ["axis-2"]}


@rule("A20 Battle of Britain: Schnellbomber b")
@pytest.mark.parametrize(("altitude", "scored"), [(1, 10), (2, 0)])
def test_a_bf_110_that_ends_its_turn_low_and_steady_has_strafed(altitude: int, scored: int) -> None:
    units = {"axis-2": at(9, 12, altitude=altitude), **FAR}
    game = straight(engine.position("angels", position(units, victory=STRAFING)), until=1)
    assert points(game) == (0, scored)


@rule("A20 Battle of Britain: Schnellbomber b")
def test_who_has_attempted_a_difficult_maneuver_has_not_strafed() -> None:
    units = {"axis-2": at(9, 12, altitude=1, maneuvered=True), **BEHIND}
    game = end_turn(attacking({**units, **FAR}, victory=STRAFING))
    assert points(game) == (0, 0)


@rule("A20 Battle of Britain: Schnellbomber b")
def test_who_has_been_shot_down_strafes_no_more() -> None:
    units = {**BEHIND, "axis-2": at(9, 12, altitude=1, fate="destroyed", gone=1)}
    game = end_turn(attacking({**units, **FAR, "axis-2": units["axis-2"]}, turn=2, victory=STRAFING))
    assert points(game) == (0, 0)


@rule("A20 Battle of Britain: Schnellbomber b")
def test_six_turns_of_strafing_win() -> None:
    units = {"axis-2": at(9, 18, altitude=1), "allied-1": at(2, 18), "allied-2": at(4, 18)}
    game = straight(engine.position("angels", position(units, victory=STRAFING)))
    assert (game.turn, winner(game)) == (6, "axis")
    assert points(game) == (0, 60)
    assert game.report().answers == {"strafed-axis": 6}


# Bombers and their escort


ESCORT = {"scenario": "escort", "side": "allied", "edge": "north"}


def crossing(first: dict[str, Any], second: dict[str, Any], **keys: Any) -> Game:
    """A game with two bombers, flown straight on to its end."""
    units = {
        "allied-1": at(2, 18),
        "allied-4": at(5, 10, aircraft="medium-bomber-token") | first,
        "allied-5": at(9, 10, aircraft="medium-bomber-token") | second,
        "axis-1": at(15, 19),
    }
    return straight(engine.position("angels", position(units, victory=ESCORT, **keys)))


THROUGH = {"hex": [5, 1]}
LOST = {"fate": "destroyed", "gone": 1}
ASTRAY = {"hex": [1, 5], "facing": "nw"}


@rule("A20 Winning the Bomber Escort Scenario")
def test_both_bombers_across_win_for_the_escort() -> None:
    game = crossing(THROUGH, {"hex": [9, 1]}, awards=[["axis", 50, "destroyed", None]])
    assert (game.turn, winner(game)) == (1, "allied")
    assert awards(game)[-1] == ("allied", 51, "bombers-through")
    assert [each.exit for each in game.report().aircraft if each.aircraft == "medium-bomber-token"] == ["through"] * 2


@rule("A20 Winning the Bomber Escort Scenario")
@pytest.mark.parametrize("second", [LOST, ASTRAY])
def test_no_bomber_across_wins_for_the_interceptors(second: dict[str, Any]) -> None:
    game = crossing(LOST, second, turn=2)
    assert winner(game) == "axis"
    assert awards(game)[-1] == ("axis", 1, "bombers-stopped")


@rule("A20 Winning the Bomber Escort Scenario")
@pytest.mark.parametrize(("scored", "won"), [([], "draw"), ([["axis", 30, "destroyed", None]], "axis")])
def test_with_one_bomber_across_the_fighters_destroyed_decide(scored: list[Any], won: str) -> None:
    game = crossing(THROUGH, LOST, turn=2, awards=scored)
    assert winner(game) == won


@rule("A20 Winning the Bomber Escort Scenario")
def test_only_fighters_destroyed_score_where_bombers_cross() -> None:
    units = BEHIND | {"axis-5": at(12, 10, aircraft="medium-bomber-token"), "axis-6": at(9, 1, "n")}
    game = shoot({"scenario": "escort", "side": "axis"}, units)
    assert points(game) == (30, 0)
    straight(game, until=2)
    assert unit(game, "axis-6")["fate"] == "retreated"
    assert points(game) == (30, 0)


def test_bombers_whom_nobody_is_left_to_stop_come_through() -> None:
    units = BEHIND | {"allied-4": at(12, 10, aircraft="medium-bomber-token")}
    game = attacking(units, KILL, victory=ESCORT)
    play(game, "attack allied-1 > axis-1")
    assert (game.decision, winner(game)) == (None, "allied")


def test_a_bomber_shot_down_before_nobody_was_left_to_stop_it_has_not_come_through() -> None:
    token: dict[str, Any] = {"aircraft": "medium-bomber-token"}
    units = BEHIND | {"allied-4": at(12, 10, **token), "allied-5": at(9, 10, **token) | LOST}
    game = attacking(units, KILL, turn=2, victory=ESCORT, awards=[["axis", 31, "destroyed", None]])
    play(game, "attack allied-1 > axis-1")
    assert (game.decision, winner(game)) == (None, "axis")


# Tables that make no sense


@pytest.mark.parametrize(
    ("victory", "said"),
    [
        ({"scenario": "revenge"}, "scenario"),
        ({}, "scenario"),
        ("standard", "object"),
        ({"scenario": "standard", "points": 0}, "points"),
        ({"scenario": "standard", "edge": "north"}, "edge"),
        ({"scenario": "dogfight", "points": 60}, "points"),
        ({"scenario": "escort", "side": "third"}, "side"),
        ({"scenario": "escort"}, "needs bombers"),
        ({"scenario": "limited-fuel", "side": "axis"}, "needs bombers"),
        ({"scenario": "schnellbomber", "units": ["axis-9"]}, "axis-9"),
        ({"scenario": "schnellbomber", "units": ["axis-7"]}, "does not fly"),
        ({"scenario": "schnellbomber", "units": [["axis-1"]]}, "list of texts"),
        ({"scenario": "interceptors", "altitude": 7}, "altitude"),
    ],
)
def test_conditions_that_make_no_sense_are_refused_with_a_sentence(victory: Any, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        begin("dogfight", victory=victory)
