"""Positions of Missions: written by hand in a few words, written by the game exactly, refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

import engine
from engine.core.chance import Chance
from engine.core.errors import BadPosition, BadSetup
from engine.core.game import SIDES, Document
from engine.core.players import RandomPlayer, fly
from tests.engine.broad import broad
from tests.engine.missions.at_random import mission
from tests.engine.missions.positions import bombers, diver, element, loaded, stand, written
from tests.engine.missions.sky import armed, bomber, formation, interceptor, striker
from tests.engine.missions.sky import mission as sky_mission
from tests.engine.rules import rule

# What the game writes


def test_a_position_in_which_escorts_decide_tells_of_no_card_that_was_played_before() -> None:
    units = {
        "axis-1": element(),
        "axis-2": element(),
        "axis-3": bombers(),
        "allied-1": element("maneuver") | {"wingman": None},
        "allied-2": element("ims-1b1h") | {"wingman": None},
    }
    table = stand(
        units, {}, step="leader", active="allied-1", turn=2, order=["allied-1", "allied-2", "axis-1", "axis-2"]
    )
    table.play("play maneuver > axis-1 leader").unanswered().play("end").wait("allied-2 leader")
    pending = table.play("attack > axis-3 1").game.position()["pending"]
    assert pending["decision"] == "escort"
    assert not {"attack", "last", "gunner"} & pending.keys()


@pytest.mark.parametrize("seed", broad(range(60), 20))
def test_a_mission_taken_up_anywhere_goes_on_as_the_game_itself_does(seed: int) -> None:
    """The same position, the same choices, and with the same chances the same 30 decisions further on."""
    game, sample = mission(seed), Random(seed)
    players = {side: RandomPlayer(seed, side) for side in SIDES}
    while True:
        if sample.random() < 1 / 12:
            position = game.position()
            restored = engine.position("wildblue", position, seed)
            assert restored.position() == position
            assert restored.legal() == game.legal()
            assert restored.decision == game.decision
            twins = [each.copy(Chance(seed)) for each in (game, restored)]
            choosing = RandomPlayer(seed)
            for _ in range(30):
                if not twins[0].deciding:
                    break
                action = choosing.choose(twins[0])
                for twin in twins:
                    twin.step(action)
            assert twins[0].position() == twins[1].position()
        if not game.deciding:
            break
        game.step(players[game.deciding].choose(game))


def test_cards_are_written_by_their_numbers_for_what_is_printed_on_them_counts() -> None:
    """Two copies of a card may spoil a strike or not."""
    table = stand({"axis-3": bombers(), "allied-1": element("maneuver#4 maneuver#5")})
    assert table.unit("allied-1")["hand"] == ["maneuver#4", "maneuver#5"]
    assert all("#" in card for card in table.document["decks"]["axis"])
    assert table.view("allied")["units"]["allied-1"]["hand"] == ["maneuver", "maneuver"]


def test_a_unit_keeps_the_number_that_it_goes_by_though_it_is_the_only_one_of_its_part() -> None:
    numbered = [striker("axis", 2) | {"number": 2}, formation("axis", 3) | {"number": 4}, interceptor("allied", 1)]
    game = engine.new("wildblue", sky_mission(*numbered), 7)
    position = game.position()
    assert {unit: each.get("number") for unit, each in position["units"].items()} == {
        "axis-2": 2,
        "axis-3": 4,
        "allied-1": None,
    }
    restored = engine.position("wildblue", position, 7)
    assert restored.position() == position
    fly(restored, {side: RandomPlayer(7, side) for side in SIDES})
    assert [each.number for each in restored.report().aircraft if each.side == "axis"] == [2, 2, 4, 4]
    with pytest.raises(BadSetup, match="number"):
        engine.new("wildblue", sky_mission(striker("axis", 2) | {"number": 0}, interceptor("allied", 1)), 7)


# What is left out


def test_a_formation_takes_its_usual_load_mode_and_role() -> None:
    table = stand({"axis-3": bombers(3), "allied-1": element()})
    unit = table.unit("axis-3")
    assert (unit["role"], unit["mode"], unit["altitude"]) == ("striker", "saturation", "medium")
    assert [(each["seat"], each["load"], each["status"]) for each in unit["formation"]] == [
        (seat, ["bombs"], "flying") for seat in "123"
    ]
    assert [each["support"] for each in unit["formation"]] == [2, 2, 2]


@pytest.mark.parametrize(
    ("type_", "load"),
    [("air-drop", ["cargo"]), ("mine-laying", ["mines"]), ("reconnaissance", []), ("strike", ["bombs"])],
)
def test_a_formation_carries_what_its_type_of_mission_is_flown_with(type_: str, load: list[str]) -> None:
    table = stand({"axis-3": bombers(1), "allied-1": element()}, {"type": type_})
    assert table.unit("axis-3")["formation"][0]["load"] == load


def test_who_carries_something_for_the_target_strikes_the_others_escort_and_intercept() -> None:
    units = {"axis-1": loaded(), "axis-2": element(), "axis-3": element(load="drop-tanks"), "allied-1": element()}
    ratings = armed("drop-tanks")
    units["axis-3"]["leader"] = {"aircraft": ratings}
    table = stand(units)
    roles = {name: unit["role"] for name, unit in table.document["units"].items()}
    assert roles == {"axis-1": "striker", "axis-2": "escort", "axis-3": "escort", "allied-1": "interceptor"}


@rule("WBY 17.2b", "SUP 20.3.1")
@pytest.mark.parametrize("said", [{}, {"role": "escort"}])
def test_light_bombers_without_a_load_strike_and_escort_nobody(said: Document) -> None:
    units = {"axis-1": diver("barrel-roll tight-turn", load=None, **said), "allied-1": element("ims-1b1h")}
    table = stand(units, step="leader", active="allied-1")
    assert table.document["units"]["axis-1"]["role"] == said.get("role", "striker")
    table.play("play ims-1b1h > axis-1 leader")
    assert table.asked == "axis-1 respond"


def test_a_leader_with_ordnance_has_his_hand_face_down_unless_it_is_said() -> None:
    units = {"axis-1": loaded("clouds"), "axis-2": loaded("clouds", face_down=False), "allied-1": element("clouds")}
    table = stand(units)
    assert [table.unit(name)["face_down"] for name in units] == [True, False, False]


@pytest.mark.parametrize(
    ("block", "turn", "phase", "left"),
    [
        ({}, 1, "target-bound", 2),
        ({"phase": "target-bound", "phase_turn": 1}, 2, "target-bound", 1),
        ({"phase": "over-target"}, 3, "over-target", 1),
        ({"phase": "home-bound"}, 4, "home-bound", 2),
        ({"phase": "home-bound", "phase_turn": 1}, 5, "home-bound", 1),
        ({"phase": "straggler"}, 6, "straggler", 1),
        ({"phase": "over-target", "duration": [5, 1, 4]}, 6, "over-target", 1),
        ({"type": "air-combat", "striker": None, "target": None}, 1, "combat", 6),
    ],
)
def test_phase_and_turn_give_each_other(block: Document, turn: int, phase: str, left: int) -> None:
    table = stand({"axis-1": element(), "allied-1": element()}, block)
    found = table.document["mission"]
    assert (table.turn, found["phase"], found["phase_turn"]) == (turn, phase, left)
    again = stand({"axis-1": element(), "allied-1": element()}, {"duration": found["duration"], **block}, turn=turn)
    assert again.document["mission"] == found


def test_in_the_over_target_turn_everyone_who_is_there_is_over_target() -> None:
    units = {
        "axis-1": loaded(),
        "axis-2": element(broke_off=True, left_at="high"),
        "allied-1": element(over_target=False),
    }
    table = stand(units, {"phase": "over-target"}, active="axis-1")
    assert [table.unit(name)["over_target"] for name in units] == [True, False, False]
    assert table.unit("axis-2")["status"] == "away"


def test_a_target_is_a_slug_or_says_what_has_happened_to_it() -> None:
    units = {"axis-1": loaded(), "allied-1": element()}
    assert stand(units).document["mission"]["target"]["damage"] == 0
    hurt = stand(units, {"target": {"slug": "airfield", "damage": 7, "target_flak": 5}}).document["mission"]["target"]
    assert (hurt["damage"], hurt["level"], hurt["target_flak"]) == (7, "Heavy", 5)


def test_fuel_is_full_for_the_aircraft_unless_it_is_said() -> None:
    thirsty = element(load="drop-tanks") | {"leader": {"aircraft": armed("drop-tanks", endurance="short")}}
    table = stand({"axis-1": thirsty, "allied-1": element(fuel={"internal": 2, "spent": 5})}, {"fuel": True})
    assert table.unit("axis-1")["fuel"] == {"internal": 6, "tanks": 4, "spent": 0}
    assert table.unit("allied-1")["fuel"] == {"internal": 2, "tanks": 0, "spent": 5}


def test_a_campaigns_own_points_stay_with_a_position() -> None:
    units = {"axis-1": loaded(), "allied-1": element()}
    mission_values = stand(units, {"values": {"jettisoned": 4}}).document["mission"]["values"]
    assert mission_values["jettisoned"] == 4
    dogfight = {"units": {"axis-1": element(), "allied-1": element()}, "values": {"fighter": {"destroyed": 9}}}
    game = engine.position("wildblue", dogfight)
    assert game.position()["values"]["fighter"]["destroyed"] == 9
    assert engine.position("wildblue", game.position()).position() == game.position()


def test_a_promoted_wingman_of_a_section_and_the_third_man_stand_where_they_fly_now() -> None:
    """After the Leader of a Section the Wingman leads and the third man flies as Wingman. [WBY 17.6d]"""
    unit = element() | {"leader": {"aircraft": armed(), "seat": "wingman"}, "wingman": {"seat": "section", "hits": 2}}
    table = stand({"axis-1": unit, "allied-1": element()})
    written = table.unit("axis-1")
    assert [each["seat"] for each in written["lost"]] == ["leader"]
    assert (written["leader"]["seat"], written["wingman"]["seat"], written["section"]) == ("wingman", "section", False)


# What cannot be


def _bad(change: Callable[[Document], object]) -> Document:
    document = written(
        {"axis-1": loaded(), "axis-3": bombers(), "allied-1": element()}, step="leader", active="allied-1", turn=2
    )
    change(document)
    return document


def _set(*path: str, **values: Any) -> Callable[[Document], object]:
    def change(document: Document) -> None:
        place: Any = document
        for key in path:
            place = place[int(key)] if isinstance(place, list) else place[key]
        place.update(values)

    return change


def _pending(decision: str, actor: str, **more: Any) -> Callable[[Document], object]:
    return _set(pending={"decision": decision, "actor": actor} | more)


def _thirsty(fuel: Document) -> Callable[[Document], object]:
    def change(document: Document) -> None:
        document["mission"]["fuel"] = True
        document["units"]["allied-1"]["fuel"] = fuel

    return change


def _away_and_deciding(document: Document) -> None:
    document["units"]["allied-1"]["broke_off"] = True
    document["pending"] = {"decision": "leader", "actor": "allied-1 leader"}


def _coming_in_order(document: Document) -> None:
    document["units"]["axis-1"] |= {"status": "to-come", "arrives": 3, "role": "escort"}
    document["order"] = ["allied-1", "axis-1"]


def _following(decision: str, direction: int, **pending: Any) -> Callable[[Document], object]:
    """Allied-1, which tails axis-1 at the same altitude, follows it."""

    def change(document: Document) -> None:
        document["units"]["allied-1"]["hand"] = ["maneuver", "clouds"]
        document["active"] = "axis-1"
        document["engaged"] = [["allied-1", "axis-1", "tailing"]]
        pending.update(decision=decision, actor="allied-1 leader", mover="allied-1", pay_left=1, direction=direction)
        document["pending"] = pending

    return change


BAD: dict[str, tuple[Callable[[Document], object], str]] = {
    "unknown type": (_set("mission", type="raid"), "'type' is 'raid'; it must be one of strike"),
    "unknown key": (_set("mission", weather="fog"), "unknown key 'weather'"),
    "unknown target": (_set("mission", target="castle"), "there is no target 'castle'"),
    "duration that is none": (_set("mission", duration=[1, 2]), "'duration' is a list"),
    "two turns over target": (_set("mission", duration=[1, 2, 1]), "one Over-Target Turn"),
    "turn of another phase": (_set("mission", phase="over-target"), "is not in the phase 'over-target'"),
    "turn beyond the end": (_set(turn=7), "'turn' must be a whole number"),
    "turns that are not the phases'": (_set(turns=9), "its phases have 5 Turns"),
    "phase turn that does not fit": (_set("mission", phase_turn=2), "do not fit each other"),
    "phases without duration": (_set("mission", type="air-combat", phase="home-bound"), "has no phases"),
    "unknown load": (_set("units", "axis-1", load="napalm"), "'load' must be one or some of bombs"),
    "two loads": (_set("units", "axis-1", load=["bombs", "drop-tanks"]), "[WBY 18.1b, 18.4]"),
    "limited to a phase that is none": (
        _set("units", "allied-1", phase="over-target"),
        "limited to the 'target-bound'",
    ),
    "section without wingman": (_set("units", "allied-1", section=True, wingman=None), "[WBY 17.6]"),
    "formation with a hand": (_set("units", "axis-3", hand=["clouds"]), "has no 'hand'. [WBY 17.3]"),
    "formation of fighters": (_set("units", "axis-3", "formation", "0", aircraft="mc-202"), "[WBY 17.3]"),
    "bomber as an element": (_set("units", "allied-1", "leader", aircraft="b-17f"), "[WBY 4.4, 17.3]"),
    "seat twice": (_set("units", "axis-3", "formation", "1", seat="1"), "stands twice"),
    "mixed formation": (
        _set("units", "axis-3", "formation", "1", aircraft=bomber(family="other")),
        "[WBY 17.3.1d]",
    ),
    "too large a formation": (
        _set("units", **{"axis-3": bombers(2) | {"formation": [{"aircraft": bomber()}] * 3}}),
        "17.3.1c",
    ),
    "no aircraft": (_set("units", "axis-3", formation=[]), "[WBY 17.3.1c]"),
    "pilot's skill of a crew": (_set("units", "axis-3", "formation", "0", skills=["A"]), "no Skill 'A'"),
    "too many hits": (_set("units", "axis-3", "formation", "0", hits=12), "it is Destroyed. [WBY 4.9.1]"),
    "engaged formation": (_set(engaged=[["allied-1", "axis-3", "tailing"]]), "never Engaged. [WBY 17.3.3]"),
    "over target and away": (_set("units", "axis-1", broke_off=True, over_target=True), "is not Over Target"),
    "over target before the turn": (_set("units", "axis-1", over_target=True), "in the Over-Target Turn alone"),
    "more fuel than there is room for": (_thirsty({"internal": 15}), "'internal' must be a whole number from -99 to 8"),
    "more fuel in tanks than they hold": (_thirsty({"tanks": 5}), "'tanks' must be a whole number from 0 to 4"),
    "more fuel spent than anybody has": (_thirsty({"spent": 51}), "'spent' must be a whole number from 0 to 50"),
    "oblique guns without an attack": (_pending("leader", "allied-1 leader", oblique=True), "[WBY 17.5.2]"),
    "oblique guns at a fighter": (
        _pending("leader", "allied-1 leader", oblique=True, target="axis-1 leader"),
        "[WBY 17.5.2]",
    ),
    "oblique guns in another step": (
        _pending("altitude-step", "allied-1 leader", oblique=True, target="axis-3 1"),
        "[WBY 17.5.2]",
    ),
    "following nobody's dive": (_following("follow", -1), "one level behind in the 'direction'. [WBY 8.2.1e]"),
    "following nobody's climb": (_following("pay", 1), "one level behind in the 'direction'. [WBY 8.2.1e]"),
    "following from nowhere": (_following("pay", -1, dived=True), "one level behind in the 'direction'. [WBY 8.2.1e]"),
    "decision of a unit that is away": (_away_and_deciding, "the active unit is at no altitude"),
    "interrupted in another step": (
        _pending("leader", "allied-1 leader", interrupted="axis-1 leader"),
        "counter-attacks. [SUP 20.3.2]",
    ),
    "order of who is to come": (_coming_in_order, "the order names 'axis-1', which is yet to come. [WBY 19.2.8]"),
    "active unit that is away": (_set("units", "allied-1", broke_off=True), "name as active a unit"),
    "unknown step": (_set(step="strafe"), "'step' is 'strafe'; it must be one of order"),
    "unknown effect": (_set("mission", effects={"axis": {"luck": 1}}), "unknown key 'luck'"),
    "decision of no kind": (_set(pending={"decision": "bomb"}), "'decision' is 'bomb'"),
    "break-off without a queue": (_pending("break-off", "axis-1 leader"), "the first of 'queue'. [WBY 16.9]"),
    "queue of nobody": (_pending("formation", "axis-3 1", queue=["axis-3 3"]), "'queue' names 'axis-3 3'"),
    "element that disengages": (
        _pending("formation", "axis-1 leader", queue=["axis-1 leader"]),
        "Formation aircraft disengage, Elements break off. [WBY 16.9]",
    ),
    "target without a striker": (_set("mission", striker=None, duration=[0, 0, 0]), "as 'striker'. [SUP 21.8]"),
    "strike by whom it is not": (
        _pending("strike", "axis-1 leader"),
        "active unit to decide",
    ),
    "response to nothing": (_pending("respond", "axis-3 1"), "a response needs"),
    "escort of the attacker": (_pending("escort", "allied-1 leader"), "[SUP 20.3.1]"),
    "escort of nobody": (
        _pending("escort", "axis-1 leader"),
        "has a 'target' at its altitude. [SUP 20.3.1]",
    ),
    "counter to nobody": (
        _pending("counter", "axis-1 leader"),
        "has a 'target' at its altitude. [SUP 20.3.1]",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_is_refused_with_a_sentence(name: str) -> None:
    change, sentence = BAD[name]
    with pytest.raises(BadPosition) as refusal:
        engine.position("wildblue", _bad(change))
    assert sentence in str(refusal.value), refusal.value
    assert str(refusal.value).endswith((".", "]"))


def test_the_words_of_missions_are_unknown_in_a_dogfight() -> None:
    for units in (
        {"axis-1": element(load="bombs", role="striker"), "allied-1": element()},
        {"axis-3": bombers(), "allied-1": element()},
    ):
        with pytest.raises(BadPosition):
            engine.position("wildblue", {"units": units})


def _values(place: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to every value of a document, but for the piles of cards."""
    if isinstance(place, dict):
        keys = [key for key in place if key not in ("decks", "discards")]
        return [found for key in keys for found in ((*path, key), *_values(place[key], (*path, key)))]
    if isinstance(place, list):
        return [found for key in range(len(place)) for found in ((*path, key), *_values(place[key], (*path, key)))]
    return []


NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    3,
    99,
    "",
    "axis-1",
    "axis-3 2",
    "allied-1 leader",
    "high",
    [],
    ["bombs"],
    {},
    1.5,
)


@pytest.mark.parametrize("seed", broad(range(80), 6))
def test_a_position_with_something_wrong_is_read_or_refused_but_never_breaks(seed: int) -> None:
    """One value of a position is left out, or is another one; what is read all the same can be flown on."""
    game, random = mission(seed), Random(seed)
    players = {side: RandomPlayer(seed, side) for side in SIDES}
    while game.deciding:
        if random.random() < 0.25:
            document = json.loads(json.dumps(game.position()))
            *path, last = random.choice(_values(document))
            place = document
            for key in path:
                place = place[key]
            if random.random() < 0.3 and isinstance(place, dict):
                del place[last]
            else:
                place[last] = random.choice(NONSENSE)
            with suppress(BadPosition):
                read = engine.position("wildblue", document, seed)
                choosing = RandomPlayer(seed)
                for _ in range(20):
                    if read.deciding:
                        read.position()
                        read.step(choosing.choose(read))
        game.step(players[game.deciding].choose(game))
