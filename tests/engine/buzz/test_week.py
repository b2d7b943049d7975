"""A week of flying bombs, sentence by sentence. [SUP 28]"""

from __future__ import annotations

import re
from typing import Any

import pytest

import engine
from engine.core.errors import BadSetup, EngineError, IllegalAction
from tests.engine.buzz.raid import BOMB, Raid, bomb, patrol, start, stationed
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

MORE = {"Vital": 3, "Direct": 2, "Hit": 1, "Miss": 0}
SPOILED = {"normal": "maneuver#4", "special": "maneuver#9", "none": "maneuver#1"}


def watch(allied: str = "", **position: Any) -> Raid:
    """Flying bombs that a patrol over the land, with a useless card in a full hand, lets pass."""
    return Raid("clouds", belt="land", performance=1, allied=allied, position=position)


# The wave


@rule("SUP 28 wave")
@pytest.mark.parametrize("seed", range(8))
def test_a_wave_is_six_and_as_many_more_as_three_axis_cards_say(seed: int) -> None:
    game = engine.new("wildblue", {"kind": "buzz-bomb", "week": 1, "units": [stationed()]}, seed)
    told = [event.text() for event in game.opening()]
    results = re.findall(r"\((Vital|Direct|Hit|Miss)\)", told[0])
    assert len(results) == 3
    assert game.view(None)["wave"] == 6 + sum(MORE[result] for result in results)
    assert str(game.record).splitlines()[1].startswith("= axis ")


@rule("SUP 28 wave")
def test_a_wave_that_the_set_up_gives_is_not_drawn() -> None:
    game = start(stationed(), wave=9)
    assert game.view(None)["wave"] == 9
    assert not any("= axis" in line for line in str(game.record).splitlines())


@rule("SUP 28 wave")
def test_they_come_over_the_sea_four_in_a_turn() -> None:
    raid = watch(wave=9)
    coming = []
    for turn in (1, 2, 3):
        raid.turn(turn)
        units = raid.game.view(None)["units"]
        coming.append([name for name in units if name.startswith("axis") and units[name]["status"] == "to-come"])
    assert coming == [[f"axis-{n}" for n in range(5, 10)], ["axis-9"], []]


# The belts


@rule("SUP 28 belts")
def test_each_flies_two_turns_over_the_sea_the_guns_and_the_land_and_then_it_is_through() -> None:
    raid = Raid("ims-3b3h", belt="land", performance=1, allied="maneuver", position={"wave": 1})
    belts = []
    for turn in range(1, 7):
        raid.turn(turn)
        belts.append(raid.unit(BOMB)["belt"])
    assert belts == ["sea", "sea", "guns", "guns", "land", "land"]
    raid.wait()
    assert raid.bomb()["status"] == "through"
    assert raid.report.turns == 6


@rule("SUP 28 belts", "SUP 28 patrols")
@pytest.mark.parametrize(("turn", "belt"), [(1, "sea"), (3, "guns"), (6, "land")])
def test_a_patrol_attacks_what_is_over_its_own_belt(turn: int, belt: str) -> None:
    there = Raid("ims-1b1h", belt=belt, position={"turn": turn})
    assert there.choices == ["attack > axis-1", "attack > axis-2", "skip"]
    for other in {"sea", "guns", "land"} - {belt}:
        elsewhere = Raid("ims-1b1h", belt=other, position={"turn": turn})
        assert not any(text.startswith("attack") for text in elsewhere.choices)


@rule("SUP 28 patrols")
def test_every_patrol_has_its_turn_in_order_and_may_leave_a_flying_bomb_alone() -> None:
    raid = Raid("ims-1b1h", others={"allied-2": patrol("ims-1b2h")})
    raid.play("skip", "end", "skip", "end")
    assert raid.game.turn == 2
    assert raid.game.decision is not None
    assert raid.game.decision.unit == "allied-1"


@rule("SUP 28 patrols")
def test_what_is_drawn_between_turns_is_what_the_draw_step_gives() -> None:
    raid = Raid("ims-1b1h tight-turn", horsepower=2, performance=6, allied="scissors scissors scissors scissors")
    raid.play("skip", "discard tight-turn", "end")
    assert raid.unit()["hand"] == ["ims-1b1h", "scissors", "scissors", "scissors"]  # low: Horsepower +1 [WBY 8.3]


@rule("SUP 28 patrols")
def test_a_patrol_that_no_flying_bomb_can_reach_any_more_is_asked_nothing() -> None:
    raid = Raid("maneuver", position={"turn": 2}, others={"allied-2": patrol("scissors", belt="land")})
    raid.play("end")
    assert raid.game.turn == 3
    assert raid.game.decision is not None
    assert raid.game.decision.unit == "allied-2"


# The attack


@rule("SUP 28 attack")
def test_a_patrol_begins_with_its_full_hand() -> None:
    game = start(stationed(aircraft=fighter(performance=7, side="allied")))
    assert len(game.view("allied")["units"]["allied-1"]["hand"]) == 7


@rule("SUP 28 attack", "SUP 20.1.1")
def test_a_leader_without_a_firing_card_does_not_attack() -> None:
    raid = Raid("maneuver half-loop ace-pilot")
    assert raid.game.decision is not None
    assert raid.game.decision.kind == "discard"


@rule("SUP 28 attack", "SUP 20.4.1")
def test_a_leader_has_one_burst_more_than_his_rating() -> None:
    raid = Raid("ims-1b1h ims-2b2h ims-3b3h", burst=1).play("attack > axis-1")
    assert raid.choices == ["play ims-1b1h > axis-1", "play ims-2b2h > axis-1", "end"]
    raid.play("play ims-1b1h > axis-1")
    assert raid.bomb()["hits"] == 1
    assert raid.game.decision is not None
    assert raid.game.decision.kind == "discard"  # one Burst is left, and no card for it


@rule("SUP 28 attack", "SUP 20.4.1")
@pytest.mark.parametrize(("card", "needs"), [("maneuver", "ims-2b2h"), ("half-loop", "ims-3b3h")])
def test_maneuvers_gain_bursts(card: str, needs: str) -> None:
    raid = Raid(f"{card} {needs}", burst=0, axis="ace-pilot", allied="").play("attack > axis-1")
    assert f"play {needs} > axis-1" not in raid.choices
    raid = Raid(f"{card} {needs}", burst=0, axis="ims-1b1h").play("attack > axis-1", f"play {card} > axis-1")
    assert f"play {needs} > axis-1" in raid.choices


@rule("SUP 28 attack")
@pytest.mark.parametrize(("card", "hits", "plus"), [("ims-1b1h", 1, 0), ("oots-1b2h", 2, 0), ("ims-1b1h", 2, 1)])
def test_hits_are_those_of_the_card_and_of_heavy_cannon(card: str, hits: int, plus: int) -> None:
    raid = Raid(card, axis="maneuver", burst_plus=plus).play("attack > axis-1", f"play {card} > axis-1")
    assert raid.bomb()["hits"] == hits
    assert raid.bomb()["status"] == "flying"


@rule("SUP 28 attack")
@pytest.mark.parametrize(("before", "status"), [(1, "flying"), (2, "destroyed")])
def test_a_flying_bomb_has_damage_three(before: int, status: str) -> None:
    raid = Raid("ims-1b1h", bombs={BOMB: bomb(before)}, axis="maneuver")
    assert raid.play("attack > axis-1", "play ims-1b1h > axis-1").bomb()["status"] == status


@rule("SUP 28 attack")
@pytest.mark.parametrize("card", ["ims-2b-engine", "ims-2b-fuel"])
def test_its_one_engine_or_its_fuel_is_the_end_of_it(card: str) -> None:
    raid = Raid(card, axis="maneuver").play("attack > axis-1", f"play {card} > axis-1")
    assert raid.bomb()["status"] == "destroyed"


@rule("SUP 28 attack", "SUP 20.1.2")
def test_a_wingman_attacks_with_offensive_and_defensive_and_fires_without_limit() -> None:
    unit = patrol("maneuver", wingman={}, offensive=1, defensive=2)
    drawn = "ims-1b1h maneuver ims-3b3h"
    raid = Raid(unit=unit, allied=drawn, axis="maneuver", position={"step": "wingman"}).play("attack > axis-1")
    assert raid.unit()["wingman"]["mini_hand"] == drawn.split()
    assert raid.choices == ["play ims-1b1h > axis-1", "play ims-3b3h > axis-1", "end"]
    raid.play("play ims-1b1h > axis-1", "play ims-3b3h > axis-1")
    assert raid.bomb()["status"] == "destroyed"
    assert "mini_hand" not in raid.unit()["wingman"]


@rule("SUP 28 attack", "SUP 20.1.2")
def test_leader_and_wingman_may_attack_different_flying_bombs() -> None:
    unit = patrol("ims-1b1h", wingman={}, offensive=1, defensive=0)
    raid = Raid(unit=unit, allied="ims-1b2h", position={"step": "wingman"})
    raid.play("attack > axis-1", "end", "attack > axis-2", "end")
    assert raid.game.decision is not None
    assert raid.game.decision.kind == "discard"


# Its defence


@rule("SUP 28 defence")
@pytest.mark.parametrize(("card", "hits"), [("tight-turn", 0), ("barrel-roll", 0), ("scissors", 1), ("ims-3b3h", 1)])
def test_it_answers_with_its_one_card_if_that_answers_and_never_fires(card: str, hits: int) -> None:
    raid = Raid("ims-1b1h", axis=card).play("attack > axis-1", "play ims-1b1h > axis-1")
    assert raid.bomb()["hits"] == hits
    assert raid.leader()["hits"] == 0


@rule("SUP 28 defence")
def test_it_has_one_card_against_each_aircraft_that_attacks_it() -> None:
    raid = Raid(
        "ims-1b1h ims-1b2h maneuver",
        burst=2,
        axis="tight-turn barrel-roll",
        others={"allied-2": patrol("ims-1b1h")},
    )
    raid.play("attack > axis-1", "play maneuver > axis-1", "play ims-1b1h > axis-1", "end", "end")
    assert "Flying Bomb 1 evades: Tight Turn." in raid.told
    assert raid.bomb()["hits"] == 1
    raid.play("attack > axis-1", "play ims-1b1h > axis-1")
    assert "Flying Bomb 1 evades: Barrel Roll." in raid.told
    assert raid.bomb()["hits"] == 1


@rule("SUP 28 defence")
def test_what_is_left_of_its_card_does_not_answer_the_next_aircraft() -> None:
    raid = Raid("maneuver ims-1b1h", axis="barrel-roll clouds", others={"allied-2": patrol("ims-1b1h")})
    raid.play("attack > axis-1", "play maneuver > axis-1", "end", "end")
    raid.play("attack > axis-1", "play ims-1b1h > axis-1")
    assert raid.bomb()["hits"] == 1


@rule("SUP 28 attack", "SUP 20.4.1")
def test_bursts_gained_are_those_of_one_attack() -> None:
    raid = Raid("half-loop ims-1b1h", axis="ims-1b1h", burst=0, others={"allied-2": patrol("ims-1b1h ims-3b3h")})
    raid.play("attack > axis-1", "play half-loop > axis-1", "end", "end", "attack > axis-1")
    assert raid.choices == ["play ims-1b1h > axis-1", "end"]


@rule("SUP 28 defence", "WBY 6.2")
def test_who_attacks_may_answer_the_answer() -> None:
    raid = Raid("ims-1b1h ace-pilot", axis="tight-turn").play("attack > axis-1", "play ims-1b1h > axis-1")
    assert raid.choices == ["respond ace-pilot", "pass"]
    assert raid.play("respond ace-pilot").bomb()["hits"] == 1
    again = Raid("ims-1b1h ace-pilot", axis="tight-turn").play("attack > axis-1", "play ims-1b1h > axis-1", "pass")
    assert again.bomb()["hits"] == 0


@rule("SUP 28 defence", "WBY 19.2.1", "SUP 19.2 V")
@pytest.mark.parametrize(
    ("skill", "reply"), [("A", "respond maneuver (as ace-pilot)"), ("V", "respond maneuver (as tight-turn)")]
)
def test_skills_make_a_card_an_answer_once(skill: str, reply: str) -> None:
    unit = patrol("ims-1b1h maneuver", special=())
    unit["leader"]["skills"] = [skill]
    raid = Raid(unit=unit, axis="tight-turn").play("attack > axis-1", "play ims-1b1h > axis-1")
    assert reply in raid.choices
    raid.play(reply)
    assert raid.bomb()["hits"] == 1
    assert raid.leader()["markers"] == []


# The blast


def close_in(shot: str, symbol: str, *, moves: str = "maneuver maneuver", hits: int = 2, **ratings: Any) -> Raid:
    """A Leader who gains Bursts, then fires at a flying bomb with so many Hits; the next Axis card has a symbol."""
    raid = Raid(f"{moves} {shot}", bombs={BOMB: bomb(hits)}, axis=f"ims-1b1h {SPOILED[symbol]}", **ratings)
    raid.play("attack > axis-1", *(f"play {card} > axis-1" for card in moves.split()))
    return raid.play(f"play {shot} > axis-1")


@rule("SUP 28 blast")
@pytest.mark.parametrize("symbol", ["normal", "special"])
@pytest.mark.parametrize("moves", ["maneuver maneuver", "half-loop"])
def test_who_shoots_it_down_from_the_closest_range_takes_the_hits_of_his_card(symbol: str, moves: str) -> None:
    raid = close_in("ims-2b2h", symbol, moves=moves, burst_plus=1)
    assert raid.bomb()["status"] == "destroyed"
    assert raid.leader()["hits"] == 2


@rule("SUP 28 blast")
def test_without_a_spoiled_symbol_the_blast_does_nothing() -> None:
    assert close_in("ims-2b2h", "none").leader()["hits"] == 0


@rule("SUP 28 blast")
@pytest.mark.parametrize(
    ("shot", "moves", "hits", "status"),
    [
        ("ims-1b1h", "maneuver", 2, "destroyed"),
        ("oots-2b3h", "maneuver maneuver", 2, "destroyed"),
        ("ims-1b1h", "maneuver maneuver", 0, "flying"),
    ],
    ids=["from further away", "out of the sun", "not destroyed"],
)
def test_no_blast_from_further_away_or_out_of_the_sun_or_if_it_flies_on(
    shot: str, moves: str, hits: int, status: str
) -> None:
    raid = close_in(shot, "normal", moves=moves, hits=hits)
    assert raid.bomb()["status"] == status
    assert raid.leader()["hits"] == 0
    assert not any("blast" in text for text in raid.told)


@rule("SUP 28 blast")
def test_a_campaign_may_say_how_near_the_blast_reaches_and_how_hard_it_hits() -> None:
    own = {"blast": {"closest": 0, "blast": 3}}
    raid = Raid("ims-1b1h", bombs={BOMB: bomb(2)}, axis=f"clouds {SPOILED['normal']}", position=own)
    raid.play("attack > axis-1", "play ims-1b1h > axis-1")
    assert raid.bomb()["status"] == "destroyed"
    assert raid.leader()["hits"] == 4
    assert raid.game.position()["blast"] == own["blast"]


@rule("SUP 28 blast", "WBY 11.2")
def test_a_blast_can_bring_a_leader_down_and_his_wingman_takes_the_lead() -> None:
    unit = patrol("maneuver maneuver ims-3b3h", wingman={}, performance=4)
    unit["leader"] |= {"hits": 4}
    raid = Raid(unit=unit, axis=f"clouds {SPOILED['normal']}")
    raid.play("attack > axis-1", "play maneuver > axis-1", "play maneuver > axis-1", "play ims-3b3h > axis-1")
    assert raid.leader()["seat"] == "wingman"
    assert len(raid.unit()["hand"]) == 3  # Performance less one
    raid.wait()
    lost = next(each for each in raid.report.aircraft if each.unit == "allied-1" and each.seat == "leader")
    assert (lost.status, lost.cause) == ("destroyed", "the blast of a flying bomb")
    assert [kill.unit for kill in lost.kills] == [BOMB]


@rule("SUP 28 blast")
def test_a_damaged_fighter_flies_on_with_its_damaged_ratings() -> None:
    raid = close_in("ims-3b3h", "normal", allied="ims-1b1h", damaged={"horsepower": 0})
    assert raid.leader()["damaged"]
    assert raid.game.turn == 2
    assert raid.unit()["hand"] == ["ims-1b1h"]  # Horsepower 0, and 1 more so low [WBY 8.3]


# The guns


@rule("SUP 28 guns")
@pytest.mark.parametrize(("week", "cards"), [(1, 1), (2, 1), (3, 3), (4, 3), (5, 3)])
def test_the_guns_fire_one_card_in_the_first_two_weeks_and_three_afterwards(week: int, cards: int) -> None:
    raid = watch("scissors clouds scissors", week=week, wave=1, turn=3).turn(5)
    fired = [text for text in raid.told if text.startswith("The guns fire at")]
    assert fired == [f"The guns fire at Flying Bomb 1: {', '.join(['Scissors', 'Clouds', 'Scissors'][:cards])}."]


@rule("SUP 28 guns", "SUP 22.2")
@pytest.mark.parametrize(("card", "hits"), [("ims-1b2h", 2), ("oots-1b2h", 2), ("maneuver", 0)])
def test_every_firing_card_of_the_guns_inflicts_its_hits(card: str, hits: int) -> None:
    raid = watch(card, wave=1, turn=4).turn(5)
    assert raid.bomb()["hits"] == hits


@rule("SUP 28 guns")
def test_what_the_guns_have_brought_down_falls_once() -> None:
    raid = watch("ims-3b3h ims-3b3h ims-3b3h", week=3, wave=1, turn=4).wait()
    assert raid.report.aircraft[-1].hits == 3


@rule("SUP 28 guns")
def test_what_the_guns_bring_down_is_nobodys_kill() -> None:
    raid = watch("ims-3b3h", wave=1, turn=4).wait()
    fallen = raid.report.aircraft[-1]
    assert (fallen.unit, fallen.status, fallen.cause) == (BOMB, "destroyed", "flak on the coast")
    assert not any(each.kills for each in raid.report.aircraft)
    assert raid.report.notes == ("1 flying bombs came: 0 fell to fighters, 1 to the guns, 0 got through.",)


# Night, and jets


@rule("SUP 28 night")
def test_the_last_third_of_a_wave_comes_by_night_for_night_fighters_alone() -> None:
    by_day = Raid("ims-1b1h", position={"wave": 4})
    assert by_day.choices == ["attack > axis-1", "attack > axis-2", "attack > axis-3", "skip"]
    mosquito = {"belt": "sea", "leader": {"aircraft": "mosquito-nf-xiii"}, "hand": ["ims-1b1h"]}
    by_night = Raid(unit=mosquito, position={"wave": 4})
    assert by_night.choices == ["attack > axis-4", "skip"]


@rule("SUP 28 night", "SUP 23.5")
def test_a_night_fighter_is_a_lone_leader() -> None:
    with pytest.raises(BadSetup, match="flies by night, as a lone Leader"):
        start(stationed(aircraft="mosquito-nf-xiii", wingman=True))
    assert start(stationed(aircraft="mosquito-nf-xiii")).view(None)["units"]["allied-1"]["wingman"] is None


@rule("SUP 28 patrols")
def test_jets_fly_from_the_fourth_week_on() -> None:
    with pytest.raises(BadSetup, match="does not fly before week 4"):
        start(stationed(aircraft="meteor-i"), week=3)
    assert start(stationed(aircraft="meteor-i"), week=4).decision


# Victory Points


@rule("SUP 28 patrols", "WBY 5.3.2")
def test_a_jet_takes_its_thrust_each_turn_up_to_its_speed() -> None:
    jet = fighter(side="allied")
    jet["wildblue"] |= {"jet_speed": 3, "jet_thrust": 2}
    unit = {"belt": "sea", "leader": {"aircraft": jet}, "hand": ["clouds"], "full_throttle": 0}
    raid = Raid(unit=unit, position={"week": 4, "wave": 9})
    counters = [raid.turn(turn).unit()["full_throttle"] for turn in (2, 3)]
    assert counters == [2, 3]


@rule("SUP 28 points")
def test_each_one_down_is_two_points_each_one_through_three_less_a_fighter_lost_five_less() -> None:
    unit = patrol("maneuver maneuver ims-3b3h")
    unit["leader"] |= {"hits": 4}
    raid = Raid(unit=unit, axis=f"clouds {SPOILED['normal']}", others={"allied-2": patrol("clouds", performance=1)})
    raid.play("attack > axis-1", "play maneuver > axis-1", "play maneuver > axis-1")
    raid.game.script({"allied": ["scissors"]})
    raid.play("play ims-3b3h > axis-1").wait()
    assert raid.bomb("axis-2")["status"] == "through"
    points = [(score.unit, score.points, score.section) for score in raid.report.scores]
    assert points == [("allied-1", -5, "Supplement 28"), (BOMB, 2, "Supplement 28"), ("axis-2", -3, "Supplement 28")]


def test_a_week_of_flying_bombs_rolls_no_dice() -> None:
    with pytest.raises(EngineError, match="Wild Blue Yonder rolls no dice"):
        Raid(unit=patrol("maneuver")).game.script({}, [6])


@rule("SUP 28 points")
def test_one_that_gets_through_costs_three_points() -> None:
    raid = watch("maneuver", wave=1, turn=4).wait()
    assert [(score.reason, score.points) for score in raid.report.scores] == [("got through", -3)]
    assert raid.report.points("allied") == -3
    assert raid.report.points("axis") == 0


@rule("SUP 28 points")
def test_a_campaign_may_bring_its_own_points() -> None:
    raid = watch("ims-3b3h", wave=1, turn=4, values={"destroyed": 7}).wait()
    assert raid.report.points("allied") == 7


def test_a_refusal_says_why() -> None:
    raid = Raid("ims-1b1h ims-3b3h")
    for text, why in (
        ("attack > axis-9", "time of day"),
        ("play ims-1b1h > axis-1", "another decision"),
        ("fly", "no such"),
    ):
        with pytest.raises(IllegalAction, match=why):
            raid.play(text)
    raid.play("attack > axis-1")
    with pytest.raises(IllegalAction, match="needs more Bursts"):
        raid.play("play ims-3b3h > axis-1")
    with pytest.raises(IllegalAction, match="holds no Half Loop"):
        raid.play("play half-loop > axis-1")
