"""What the player by rules of thumb does where it is plain what is best."""

from __future__ import annotations

import pytest

import engine
from engine import heuristic_player
from engine.core.errors import EngineError
from engine.core.game import SIDES, Game, Side
from engine.core.players import DOCTRINES, Player, RandomPlayer, fly
from tests.engine.sabin.table import FAR, begun, bombers, escort, interceptor, of, play

SETUP = next(iter(engine.systems()["sabin"].scenarios().values())).setup


BEHIND = interceptor("K-L 6-7 middle (level forwards)")
"""Interceptors directly behind the bombers."""
CLOSE_IN = "fly M-N 6-7 middle (level forwards)"


def flown(game: Game, turns: int) -> list[str]:
    """Let the staff of both sides fly on with dice that hit nothing; all that happens, in sentences."""
    game.script({}, (1,) * 6 * turns)
    players = {side: heuristic_player("sabin", side, 1) for side in SIDES}
    told, last = [], game.turn + turns
    while (side := game.deciding) and game.turn < last:
        told += [event.text() for event in game.play(players[side].choose(game))]
    return told


def chosen(game: Game, doctrine: str = "steady") -> str:
    assert game.deciding
    return game.action_text(heuristic_player("sabin", game.deciding, 1, doctrine).choose(game))


def test_interceptors_just_behind_medium_bombers_close_in_on_them() -> None:
    game = begun(bombers(), against=(interceptor("K-L 6-7 middle (level forwards)"), FAR))
    assert chosen(game).startswith("fly M-N 6-7 middle (level forwards)")


def test_heavy_bombers_are_rather_met_from_ahead_than_from_behind() -> None:
    ahead = begun(bombers("heavy"), against=(interceptor("O-P 6-7 middle (level back)"), FAR))
    assert chosen(ahead) == "fly M-N 6-7 middle (level back)"


def test_escorts_fall_on_who_flies_on_behind_the_bombers() -> None:
    game = begun(
        bombers(),
        escort("I-J 6-7 left (level forwards)"),
        against=(interceptor("K-L 6-7 middle (level forwards)"), FAR),
        phase="escorts",
    )
    assert chosen(game) == "fly K-L 6-7 middle (level forwards)"


@pytest.mark.parametrize(
    "start",
    [
        "M-N 6-7 left (climb back)",
        "M-N 8-9 left (dive back)",
        "O-P 2-3 left (level back)",
        "K-L 4-5 middle (level back)",
        "O-P 4-5 middle (dive back)",
    ],
)
def test_a_flight_past_the_bombers_turns_before_it_has_no_move_left(start: str) -> None:
    """Two turns on, the edges of the board and the shift would leave it none."""
    game = begun(bombers(), escort("U-V 10-11 right (level forwards)"), against=(interceptor(start), FAR))
    flown(game, turns=5)
    assert of(game, "axis-1")["status"] == "flying"


def test_nobody_takes_the_only_block_that_is_left_to_a_friend() -> None:
    game = begun(bombers(), against=(BEHIND, interceptor("K-L 4-5 middle (climb forwards)")))
    flown(game, turns=1)
    assert of(game, "axis-2")["status"] == "flying"


@pytest.mark.parametrize("type", ["heavy", "late-heavy"])
def test_interceptors_behind_heavy_bombers_fire_from_below_and_do_not_flee(type: str) -> None:
    game = begun(bombers(type), escort("I-J 6-7 left (level forwards)"), against=(BEHIND, FAR))
    assert chosen(game) == "fly M-N 6-7 middle (climb forwards)"
    play(game, chosen(game))
    assert chosen(game) == "fire"


def test_the_bold_close_in_where_others_keep_out_of_the_most_fire() -> None:
    def closes_in(doctrine: str) -> bool:
        return chosen(begun(bombers("late-heavy"), against=(BEHIND, FAR)), doctrine) == CLOSE_IN

    assert [doctrine for doctrine in DOCTRINES if closes_in(doctrine)] == ["bold"]


def test_interceptors_ahead_attack_and_do_not_wait_for_the_shift() -> None:
    """Who waits a block ahead is carried among the bombers, and begins the next move held there."""
    game = begun(bombers(), against=(interceptor("Q-R 6-7 middle (level back)"), FAR))
    assert chosen(game) == "fly M-N 6-7 middle (level back)"


def test_escorts_hold_who_could_attack_rather_than_who_could_not() -> None:
    past = interceptor("K-L 8-9 middle (level back)")
    game = begun(bombers(), escort("I-J 8-9 left (level forwards)"), against=(past, BEHIND, FAR), phase="escorts")
    assert chosen(game) == "fly K-L 6-7 middle (level forwards)"


@pytest.mark.parametrize(
    "start", ["I-J 8-9 left (level forwards)", "M-N 10-11 middle (level back)", "K-L 4-5 right (level back)"]
)
def test_escorts_go_where_they_meet_attackers_in_the_turn_of_the_attack(start: str) -> None:
    coming, leaving = interceptor("I-J 6-7 middle (level forwards)"), FAR | {"inverted": True}
    game = begun(bombers(), escort(start), against=(coming, leaving), phase="escorts", dice=(1,))
    play(game, chosen(game), CLOSE_IN, "fire")
    assert chosen(game) == "fly K-L 6-7 middle (level forwards)"


def test_escorts_keep_up_with_fast_bombers() -> None:
    game = begun(bombers("fighter-bomber"), escort("C-D 6-7 left (level forwards)"), against=(FAR,), phase="escorts")
    flown(game, turns=4)
    assert of(game, "allied-2")["column"] in ("K-L", "M-N", "O-P", "Q-R")


def test_nobody_wastes_ammunition_on_a_shot_that_cannot_hit() -> None:
    ours, theirs = escort("Q-R 10-11 left (dive forwards)"), interceptor("S-T 10-11 left (level back)")
    game = begun(bombers(), ours, against=(theirs, FAR))
    play(game, "fly Q-R 10-11 left (level back)")
    assert chosen(game) == "hold fire"
    behind = begun(bombers(), against=(interceptor("K-L 6-7 middle (level forwards)"), FAR))
    play(behind, "fly M-N 6-7 middle (level forwards)")
    assert chosen(behind) == "fire"


def test_only_the_cautious_turn_back_and_only_when_the_squadron_is_spent() -> None:
    def after(hits: int, doctrine: str) -> str:
        game = begun(
            bombers(hits=hits),
            against=(interceptor("Q-R 14-15 right (level back)"),),
            options={"turning_back": "always"},
            phase="end-of-turn",
        )
        return chosen(game, doctrine)

    assert after(13, "cautious") == "turn back"
    assert after(11, "cautious") == "press on"
    assert after(13, "bold") == "press on"


def test_a_flight_with_somebody_behind_it_does_not_wait_for_him() -> None:
    threatened = begun(
        bombers(),
        escort("E-F 10-11 left (level forwards)"),
        against=(interceptor("G-H 10-11 left (level forwards)"), FAR),
    )
    assert not chosen(threatened, "cautious").startswith("fly I-J 10-11 left (level forwards)")


@pytest.mark.parametrize("doctrine", DOCTRINES)
def test_a_doctrine_plays_the_same_game_from_the_same_seed(doctrine: str) -> None:
    def told() -> str:
        players: dict[Side, Player] = {side: heuristic_player("sabin", side, 4, doctrine) for side in SIDES}
        return str(fly(engine.new("sabin", SETUP, 4), players).record)

    assert told() == told()


def test_the_doctrines_differ_and_there_is_no_fourth() -> None:
    records = set()
    for doctrine in DOCTRINES:
        players: dict[Side, Player] = {side: heuristic_player("sabin", side, 4, doctrine) for side in SIDES}
        records.add("\n".join(fly(engine.new("sabin", SETUP, 4), players).record.decisions))
    assert len(records) == 3
    with pytest.raises(EngineError, match="reckless"):
        heuristic_player("sabin", "axis", 1, "reckless")


def test_rules_of_thumb_beat_chance_in_the_first_scenario_from_both_sides() -> None:
    games = 30
    for side, other in (SIDES, SIDES[::-1]):
        won = 0
        for seed in range(games):
            players: dict[Side, Player] = {
                side: heuristic_player("sabin", side, seed),
                other: RandomPlayer(seed, other),
            }
            report = fly(engine.new("sabin", SETUP, seed), players).report()
            won += report.points(side) > report.points(other)
        assert won >= 0.85 * games
