"""The heuristic player of Wild Blue Yonder has sense: what he does where a good player would not hesitate."""

from __future__ import annotations

import pytest

import engine
from engine import heuristic_player
from engine.core.errors import EngineError
from engine.core.game import SIDES
from engine.core.players import DOCTRINES, fly
from tests.engine.broad import broad
from tests.engine.missions.at_random import mission
from tests.engine.missions.ground import AIRFIELD, NOBODY, plodder
from tests.engine.missions.sky import Sky, escort, formation, interceptor, striker
from tests.engine.wildblue.at_random import players, setup
from tests.engine.wildblue.table import Table, allied, axis, fighter


def chosen(table: Table, doctrine: str = "steady") -> str:
    """What the heuristic player does now."""
    assert table.decision
    player = heuristic_player("wildblue", table.decision.side, 1, doctrine)
    return table.game.action_text(player.choose(table.game))


def test_position_comes_before_fire() -> None:
    table = Table(axis("ims-1b1h maneuver"), allied(n=1, wingman=False))
    assert chosen(table) == "play maneuver > allied-1 leader"


def test_the_best_shot_that_the_bursts_allow_is_fired() -> None:
    table = Table(axis("ims-1b1h ims-1b2h ims-3b3h"), allied(), engaged="axis-1 advantaged allied-1")
    assert chosen(table) == "play ims-1b2h > allied-1 leader"
    table = Table(axis("ims-1b1h ims-1b2h ims-3b3h"), allied(), engaged="axis-1 tailing allied-1")
    assert chosen(table) == "play ims-3b3h > allied-1 leader"


def test_the_enemy_nearest_to_destruction_is_fired_at() -> None:
    table = Table(axis("ims-1b1h"), allied(n=1), allied(n=2, hits=5), allied(n=3))
    assert chosen(table) == "play ims-1b1h > allied-2 leader"


def test_a_shot_that_would_destroy_is_answered_and_a_scratch_is_not() -> None:
    deadly = Table(axis("ims-1b1h"), allied("ace-pilot", hits=5)).play("play ims-1b1h > allied-1 leader")
    assert chosen(deadly) == "respond ace-pilot"
    scratch = Table(axis("ims-1b1h"), allied("ace-pilot")).play("play ims-1b1h > allied-1 leader")
    assert chosen(scratch) == "pass"


def test_an_answer_is_the_card_that_is_missed_least() -> None:
    table = Table(axis("ims-1b2h"), allied("ace-pilot barrel-roll", hits=1)).play("play ims-1b2h > allied-1 leader")
    assert chosen(table) == "respond barrel-roll"


def test_a_bold_player_lets_pass_what_a_cautious_one_answers() -> None:
    table = Table(axis("maneuver"), allied("tight-turn clouds")).play("play maneuver > allied-1 leader")
    assert chosen(table, "cautious") == "respond tight-turn"
    assert chosen(table, "bold") == "pass"


def test_a_wingman_answers_whenever_he_can_for_his_cards_are_lost_anyway() -> None:
    table = Table(
        axis("ims-1b1h"), allied(aircraft=fighter(defensive=1)), draws={"allied": "ace-pilot", "axis": "maneuver"}
    ).play("play ims-1b1h > allied-1 wingman")
    assert chosen(table) == "respond ace-pilot"


def test_a_tailed_leader_dives_away() -> None:
    table = Table(axis("maneuver"), allied(), engaged="allied-1 tailing axis-1", step="altitude")
    assert chosen(table) == "dive"


def test_a_leader_in_a_good_position_keeps_his_altitude() -> None:
    table = Table(axis("maneuver"), allied(), engaged="axis-1 tailing allied-1", step="altitude")
    assert chosen(table) == "stay"


def test_an_enemy_elsewhere_is_gone_after() -> None:
    assert chosen(Table(axis("maneuver"), allied(altitude="low"), step="altitude")) == "dive"
    hand = "maneuver maneuver ims-1b1h ims-1b2h tight-turn"
    assert chosen(Table(axis(hand), allied(altitude="high"), step="altitude")) == "climb"


@pytest.mark.parametrize(
    ("hand", "step"), [("maneuver ims-1b1h ims-1b2h tight-turn", "dive"), (5 * "ims-1b2h ", "stay")]
)
def test_a_hand_too_small_to_fight_with_is_filled_by_diving_out_of_the_fight(hand: str, step: str) -> None:
    assert chosen(Table(axis(hand), allied(), step="altitude")) == step


@pytest.mark.parametrize("seed", range(12))
def test_a_dogfight_begins_at_high_for_every_dive_gives_a_card(seed: int) -> None:
    game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["duel"].setup, seed)
    assert game.decision
    player = heuristic_player("wildblue", game.decision.side, seed)
    assert game.action_text(player.choose(game)) == "altitude high"


def test_climbing_is_paid_with_the_least_card() -> None:
    table = Table(axis("ace-pilot ims-1b1h tight-turn"), allied(altitude="high"), step="altitude").play("climb")
    assert chosen(table) == "pay ims-1b1h"


def test_an_enemy_who_dives_away_is_followed_by_who_tails_him() -> None:
    table = Table(axis(), allied("maneuver ims-1b1h"), engaged="allied-1 tailing axis-1", step="altitude").play("dive")
    assert chosen(table) == "follow"


@pytest.mark.parametrize(("doctrine", "goes"), [("cautious", True), ("steady", False), ("bold", False)])
def test_a_damaged_lone_leader_goes_home_as_early_as_his_doctrine_says(doctrine: str, goes: bool) -> None:
    table = Table(axis("maneuver", hits=3, wingman=False), allied())
    assert (chosen(table, doctrine) == "disengage") is goes


@pytest.mark.parametrize(("doctrine", "goes"), [("cautious", True), ("steady", True), ("bold", False)])
def test_one_hit_from_destruction_only_the_bold_stay(doctrine: str, goes: bool) -> None:
    table = Table(axis("maneuver", hits=5, wingman=False), allied())
    assert (chosen(table, doctrine) == "disengage") is goes


def test_a_full_hand_gives_up_its_least_card_and_is_filled_again() -> None:
    table = Table(axis("ace-pilot ims-1b1h tight-turn scissors oots-1b2h vertical-roll"), allied(), step="discard")
    assert chosen(table) == "discard ims-1b1h"
    table = Table(axis("ims-1b1h"), allied(), step="discard")
    assert chosen(table) == "end"
    table = Table(axis("ims-1b1h"), allied(), step="draw")
    assert chosen(table) == "draw 2"


def test_a_hand_above_what_may_be_held_is_kept_for_nothing_could_be_drawn_for_it() -> None:
    full = "ims-1b1h ims-1b1h ims-1b1h maneuver maneuver barrel-roll"
    table = Table(axis(full, aircraft=fighter(performance=4, horsepower=2)), allied(), step="discard")
    assert chosen(table) == "end"


@pytest.mark.parametrize("seed", range(12))
def test_no_more_is_ever_thrown_away_than_is_drawn(seed: int) -> None:
    game = mission(seed) if seed % 2 else engine.new("wildblue", setup(seed), seed)
    players = {side: heuristic_player("wildblue", side, seed) for side in game.sides}
    thrown = 0
    while decision := game.decision:
        if decision.kind == "draw":
            assert thrown <= max(int(game.action_text(action).split()[1]) for action in game.legal())
        if decision.kind not in ("discard", "draw"):
            assert not thrown, "something was thrown away, and nothing may be drawn"
        action = players[decision.side].choose(game)
        thrown = thrown + (game.action_text(action) != "end") if decision.kind == "discard" else 0
        game.step(action)


def test_an_answer_costs_nothing_when_the_last_turn_of_ones_own_is_over() -> None:
    units = axis("ims-1b1h"), allied("ace-pilot")
    scratch = Table(*units, turn=6, order=["allied-1", "axis-1"]).play("play ims-1b1h > allied-1 leader")
    assert chosen(scratch) == "respond ace-pilot"
    scratch = Table(*units, turn=6, order=["axis-1", "allied-1"]).play("play ims-1b1h > allied-1 leader")
    assert chosen(scratch) == "pass"


def test_a_dive_bomber_that_has_dived_bombs_from_the_dive() -> None:
    stuka = plodder(bomb={"level": 2, "dive": 3}, burst=1)
    sky = Sky(striker("axis", 1, stuka, load="bombs", wingman=False), NOBODY, target=AIRFIELD)
    sky.until_phase("over-target", "axis-1 altitude-step").play("dive-bomb")
    assert sky.can("strike level (strafe)")
    assert chosen(sky) == "strike dive (strafe)"


@pytest.mark.parametrize(("position", "step"), [("tailing", "dive"), ("neutral", "stay")])
def test_a_striker_with_bombs_leaves_his_altitude_only_to_shake_off_a_pursuer(position: str, step: str) -> None:
    sky = Sky(striker("axis", 1, altitude="medium"), interceptor("allied", 1, altitude="medium"), target=AIRFIELD)
    sky.until_phase("target-bound", "axis-1 altitude-step")
    if position == "tailing":
        sky.change(lambda document: document.update(engaged=[["allied-1", "axis-1", position]]))
    assert chosen(sky) == step


def test_interceptors_without_phases_go_to_the_bombers_altitude() -> None:
    sky = Sky(
        formation("axis", 1, altitude="medium"),
        escort("axis", 2, altitude="low"),
        interceptor("allied", 1, altitude="low"),
        type="intercept",
        target=None,
        base=None,
        turns=6,
    )
    assert chosen(sky.until("allied-1 altitude-step")) == "climb"


@pytest.mark.parametrize(("bombers", "step"), [("medium", "stay"), ("high", "dive")])
def test_an_interceptor_is_not_driven_away_from_the_bombers_by_an_escort(bombers: str, step: str) -> None:
    sky = Sky(formation("axis", 1, altitude=bombers), escort("axis", 2), interceptor("allied", 1))
    sky.until("allied-1 altitude-step")
    sky.change(lambda document: document.update(engaged=[["axis-2", "allied-1", "tailing"]]))
    assert chosen(sky) == step


def test_strikers_begin_high_for_every_dive_on_the_way_gives_a_card() -> None:
    sky = Sky(striker("axis", 1), interceptor("allied", 1, altitude="medium"), target=AIRFIELD)
    assert sky.decision
    assert sky.decision.side == "axis"
    assert chosen(sky) == "altitude high"


def test_of_two_bombers_as_far_from_harm_the_unharmed_one_is_attacked_for_it_loses_what_it_scores_at_home() -> None:
    sky = Sky(formation("axis", 1), interceptor("allied", 1, altitude="medium", wingman=False), target=AIRFIELD)
    sky.until("allied-1 leader").set("axis-1", "1", hits=6, damaged=True).deal("allied-1", "ims-1b1h ims-1b2h maneuver")
    assert chosen(sky) == "attack > axis-1 2"


@pytest.mark.parametrize(("bombers", "decision"), [("medium", "stay"), ("high", "follow")])
def test_an_escort_follows_nobody_away_from_its_bombers(bombers: str, decision: str) -> None:
    sky = Sky(formation("axis", 1, altitude=bombers), escort("axis", 2), interceptor("allied", 1))
    sky.until("allied-1 altitude-step")
    sky.change(lambda document: document.update(engaged=[["axis-2", "allied-1", "tailing"]]))
    assert chosen(sky.play("dive")) == decision


@pytest.mark.parametrize("doctrine", broad(DOCTRINES, 1))
def test_the_heuristic_player_beats_the_random_one(doctrine: str) -> None:
    won = 0
    pairs = 20
    for seed in range(pairs):
        for side, other in (SIDES, SIDES[::-1]):
            game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["two-elements"].setup, seed)
            fly(
                game,
                {side: heuristic_player("wildblue", side, seed, doctrine), other: players(seed)[other]},
            )
            won += game.report().points(side) > game.report().points(other)
    assert won >= 0.85 * 2 * pairs


def test_a_doctrine_that_there_is_not_is_refused() -> None:
    with pytest.raises(EngineError, match="reckless"):
        heuristic_player("wildblue", "axis", 1, "reckless")
    with pytest.raises(EngineError, match="chequers"):
        heuristic_player("chequers", "axis", 1)
