"""Replays of Missions: few enough frames to watch, each with the table as it was, nothing told that is secret."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine import heuristic_player
from engine.core.game import SIDES, Document, Frame, Game
from engine.core.players import Player, RandomPlayer
from tests.engine.broad import broad
from tests.engine.missions.at_random import mission
from tests.engine.missions.positions import bombers, diver, element, loaded, stand
from tests.engine.missions.sky import Sky, bomber, escort, formation, interceptor

VIEWERS = (*SIDES, None)


def flown(seed: int) -> tuple[Game, dict[str | None, list[str]]]:
    """A random Mission at its end, and what was told to each viewer."""
    game = mission(seed)
    players: dict[str, Player] = {
        side: RandomPlayer(seed, side) if seed % 2 else heuristic_player("wildblue", side, seed) for side in SIDES
    }
    told = {viewer: [event.text(viewer) for event in game.opening()] for viewer in VIEWERS}
    while game.deciding:
        for event in game.play(players[game.deciding].choose(game)):
            for viewer in VIEWERS:
                told[viewer].append(event.text(viewer))
    return game, told


@pytest.mark.parametrize("seed", broad(range(30), 3))
def test_frames_tell_all_that_happened_once_and_none_is_empty(seed: int) -> None:
    game, told = flown(seed)
    for viewer in VIEWERS:
        frames = list(engine.frames(game.record, viewer))
        said = [event.text for frame in frames for event in frame.events]
        assert said.pop().startswith("The mission is over: ")
        assert Counter(said) == Counter(told[viewer])
        assert [frame.number for frame in frames] == list(range(len(frames)))
        assert all(frame.events for frame in frames[1:])
        assert [frame.turn for frame in frames] == sorted(frame.turn for frame in frames)
        assert frames[-1].view == game.view(viewer)


def test_who_pays_to_climb_out_of_the_clouds_does_so_in_an_altitude_step() -> None:
    game, _ = flown(201)
    paid = next(frame for frame in engine.frames(game.record, None) if frame.step == "pay")
    assert paid.caption == ("OT", "Over Target", "Altitude Step", "Escort 4")
    assert [event.kind for event in paid.events] == ["turn", "phase", "revealed", "pay", "altitude"]


@pytest.mark.parametrize("seed", broad(range(0, 30, 3), 3))
def test_no_frame_shows_what_its_viewer_may_not_see(seed: int) -> None:
    game, _ = flown(seed)
    for side in SIDES:
        for frame in engine.frames(game.record, side):
            check_view(frame, side)


def check_view(frame: Frame, side: str) -> None:
    for unit in frame.view["units"].values():
        if unit["side"] == side:
            continue
        hands = [unit["hand"], *(each.get("mini_hand") for each in unit.get("formation", ()))]
        hands += [(unit[seat] or {}).get("mini_hand") for seat in ("leader", "wingman")]
        assert not any(isinstance(hand, list) for hand in hands)
        assert unit["altitude"] is None or unit["status"] != "to-come"


def steps(frames: list[Frame]) -> list[tuple[str, str, str]]:
    return [(frame.step, frame.actor, frame.action) for frame in frames]


def test_a_quiet_mission_is_a_frame_for_each_thing_that_happens_by_itself() -> None:
    tough = bomber(damage=(30, 60))
    units = (formation("axis", 1, tough), formation("axis", 2, tough), escort("axis", 3), interceptor("allied", 1))
    sky = Sky(*units, options={"fuel": True}, seed=2).end()
    frames = list(engine.frames(sky.game.record, None))
    assert steps(frames) == [
        ("set-up", "", ""),
        ("fuel", "", ""),
        ("break-off", "", ""),
        ("area-flak", "", ""),
        ("fuel", "", ""),
        ("formation-strike", "axis-1", ""),
        ("formation-strike", "axis-2", ""),
        ("area-flak", "", ""),
        ("fuel", "", ""),
        ("fuel", "", ""),
        ("over", "", ""),
    ]
    assert [frame.view["mission"]["phase"] for frame in frames[1:-1]] == [
        *("target-bound",) * 3,
        *("target-bound", "over-target", "over-target", "over-target", "over-target", "home-bound"),
    ]


def test_the_table_of_a_frame_is_that_after_its_own_strike() -> None:
    sky = Sky(formation("axis", 1), formation("axis", 2), interceptor("allied", 1), seed=5).end()
    frames = [frame for frame in engine.frames(sky.game.record, None) if frame.step == "formation-strike"]
    loads = [[_loads(frame.view, unit) for unit in ("axis-1", "axis-2")] for frame in frames]
    assert loads == [[[], ["bombs", "bombs"]], [[], []]]
    damage = [frame.view["mission"]["target"]["damage"] for frame in frames]
    assert damage[0] < damage[1]
    assert damage[0] == sum(each.get("struck", 0) for each in frames[0].view["units"]["axis-1"]["formation"])


def _loads(view: Document, unit: str) -> list[str]:
    return [load for each in view["units"][unit]["formation"] for load in each["load"]]


def test_an_attack_at_a_bomber_is_one_frame_with_its_intervention_and_counter_attack() -> None:
    units = {
        "axis-2": element("tight-turn ims-1b1h"),
        "axis-3": bombers(),
        "allied-1": element("maneuver ims-1b1h"),
    }
    table = stand(units, step="leader", active="allied-1", turn=2)
    table.play("attack > axis-3 1", "intervene > axis-2", "play maneuver > axis-3 1", "respond tight-turn", "pass")
    table.play("play ims-1b1h > allied-1 leader", "pass")
    _, attack = engine.frames(table.game.record, None)
    assert (attack.step, attack.actor, attack.action) == ("leader", "allied-1", "attack > axis-3 1")
    assert len(attack.events) == 8


def test_an_elements_strike_is_a_frame_and_its_discards_another() -> None:
    table = stand(
        {"axis-1": diver("clouds clouds"), "allied-1": element()},
        {"phase": "over-target"},
        step="strike",
        active="axis-1",
    )
    table.stack(allied="maneuver tight-turn scissors").play("strike level", "discard clouds", "end", "draw 0")
    frames = list(engine.frames(table.game.record, "axis"))
    assert steps(frames)[1:] == [("strike", "axis-1", "strike level"), ("discard", "axis-1", "discard clouds")]


def test_all_who_break_off_are_one_frame() -> None:
    units = {"axis-1": loaded(), "axis-2": loaded(), "allied-1": element()}
    table = stand(units, {"phase_turn": 1}, step="final", seed=4).play("continue", "break-off")
    before, breaking, flak, *_ = engine.frames(table.game.record, None)
    assert breaking.step == "break-off"
    assert [event.text.partition(" (Test Fighter) ")[::2] for event in breaking.events] == [
        ("Striker 2", "breaks off before the target."),
        ("Striker 1", "goes over the target."),
    ]
    assert not before.view["units"]["axis-2"]["broke_off"]
    assert breaking.view["units"]["axis-2"]["broke_off"]
    assert flak.step == "area-flak"


def test_a_search_is_a_frame_of_its_own() -> None:
    lone = element() | {"wingman": None}
    units = {"axis-3": bombers(), "allied-1": lone, "allied-2": lone}
    table = stand(units, {"night": True}, step="draw", active="allied-1", turn=2, order=["allied-1", "allied-2"])
    table.stack(allied="clouds scissors").play("draw 1", "stay")
    frames = list(engine.frames(table.game.record, "allied"))
    assert steps(frames)[1:] == [("draw", "allied-1", "draw 1"), ("search", "allied-2", "")]
