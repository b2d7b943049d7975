"""What the player by rules of thumb does where it is plain what is best."""

from __future__ import annotations

import pytest

import engine
from engine import heuristic_player
from engine.core.errors import EngineError
from engine.core.game import SIDES, Game, Side
from engine.core.players import DOCTRINES, Player, RandomPlayer, fly
from tests.engine.sabin.table import FAR, begun, bombers, escort, interceptor, play

SETUP = next(iter(engine.systems()["sabin"].scenarios().values())).setup


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
