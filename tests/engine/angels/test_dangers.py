"""Clouds, flak, balloons, night, collisions, and what becomes of pilots."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.angels.campaign import pilot_survives
from engine.core.game import Game
from tests.engine.angels.make import at, attacking, card, kind, legal, play, position, unit
from tests.engine.rules import rule

FAR = at(20, 20)
BANDS = ["clear", "light", "heavy", "solid", "clear", "clear"]


def flying(unit_: dict[str, Any], dice: list[int], **keys: Any) -> Game:
    """An Allied aircraft about to move; two enemies are to move after it."""
    units = {"allied-1": unit_, "axis-1": at(20, 20, altitude=6), "axis-2": at(20, 15, altitude=6)}
    return engine.position("angels", position(units, dice, step="speed", active="allied-1", first="allied", **keys))


# Clouds


@rule("A20 Clouds")
@pytest.mark.parametrize(("altitude", "die", "inside"), [(3, 3, True), (3, 2, False), (2, 5, True), (2, 4, False)])
def test_heavy_clouds_hide_on_3_and_light_ones_on_5(altitude: int, die: int, inside: bool) -> None:
    game = flying(at(5, 15, altitude=altitude), [die], clouds=BANDS)
    play(game, "speed 2", "ahead", "ahead")
    assert legal(game) == ["enter clouds", "stay clear"]
    play(game, "enter clouds")
    assert unit(game, "allied-1")["clouds"] is inside


@rule("A20 Clouds")
def test_solid_clouds_hide_without_a_die_and_clear_air_never() -> None:
    game = flying(at(5, 15, altitude=4), [6], clouds=BANDS)
    assert "is in the clouds" in play(game, "speed 2", "ahead", "ahead")
    assert unit(game, "allied-1")["clouds"]
    assert game.position()["dice"] == [6], "no die has been rolled"
    game = flying(at(5, 15, altitude=5), [], clouds=BANDS)
    play(game, "speed 2", "ahead", "ahead")
    assert (kind(game), unit(game, "allied-1")["clouds"]) == ("aircraft", False)


@rule("A20 Clouds", "A20 Effects of Being in the Clouds")
def test_who_is_in_the_clouds_stays_there_until_it_moves_and_must_try_anew() -> None:
    game = flying(at(5, 15, altitude=3, clouds=True), [], clouds=BANDS)
    assert not unit(game, "allied-1")["clouds"], "its move has begun"
    play(game, "speed 2", "ahead", "ahead", "stay clear")
    assert not unit(game, "allied-1")["clouds"]


@rule("A20 Effects of Being in the Clouds")
def test_in_the_clouds_nobody_attacks_is_attacked_tails_or_is_tailed() -> None:
    for hidden in ("allied-1", "axis-1"):
        units = {"allied-1": at(5, 8), "axis-1": at(5, 7), "axis-2": FAR}
        units[hidden]["clouds"] = True
        game = attacking(units, clouds=BANDS)
        assert kind(game) != "attack"
        game = engine.position("angels", position(units, [3, 3, 1, 1], step="initiative", advanced=True, clouds=BANDS))
        assert "Allied 6 +0 = 6" in " ".join(event.text() for event in game.opening())


@rule("A20 Random Cloud Arrangement")
@pytest.mark.parametrize(
    ("die", "bands"),
    [
        (1, "light solid heavy heavy light clear"),
        (2, "clear solid heavy light clear clear"),
        (3, "clear heavy light clear clear clear"),
        (4, "clear heavy light clear clear clear"),
        (5, "clear light light clear clear clear"),
        (6, "clear light light clear clear clear"),
    ],
)
def test_clouds_are_arranged_by_a_die(die: int, bands: str) -> None:
    setup = {
        "clouds": "random",
        "units": [
            {"id": "allied-1", "aircraft": "spitfire-mk-i-ace", "hex": [3, 3]},
            {"id": "axis-1", "aircraft": "bf-109e-ace", "hex": [9, 9]},
        ],
    }
    seed = next(
        seed for seed in range(1000) if engine.new("angels", setup, seed).record.entries[0].outcomes[0] == str(die)
    )
    game = engine.new("angels", setup, seed)
    assert game.view(None)["clouds"] == bands.split()
    assert bands.replace(" ", ", ") in game.opening()[0].text()


# Flak and balloons


@rule("A20 Flak Fields a")
def test_a_flak_field_covers_seven_hexes_at_one_altitude_for_friend_and_enemy() -> None:
    flak = [{"hex": [5, 12], "altitude": 3}]
    for side in ("allied-1", "axis-1"):
        units = {side: at(5, 15), "allied-2": at(20, 20, altitude=6), "axis-2": at(20, 15, altitude=6)}
        document = position(units, [2, 2, 2], step="speed", active=side, first=side.partition("-")[0], flak=flak)
        game = engine.position("angels", document)
        told = play(game, "speed 4", "ahead", "ahead", "ahead", "ahead")
        assert told.count("flies through flak unharmed") == 3, "hexes 5.13, 5.12 and 5.11"
    game = flying(at(5, 15, altitude=4), [], flak=flak)
    assert "flak" not in play(game, "speed 4", "ahead", "ahead", "ahead", "ahead")
    around = {(5, 11), (6, 11), (6, 12), (5, 13), (4, 12), (4, 11), (5, 12)}
    for column in range(3, 8):
        for row in range(10, 15):
            game = flying(at(column, row + 1), [2], flak=flak)
            told = play(game, "speed 2", "ahead")
            assert ("flak" in told) == ((column, row) in around), (column, row)


@rule("A20 Flak Fields b")
@pytest.mark.parametrize(
    ("dice", "hits", "fate"),
    [
        ([2], 0, "flying"),
        ([1, 3, 4, 5, 3], 0, "flying"),
        ([1, 3, 4, 5, 5], 1, "flying"),
        ([1, 3, 6, 6, 3], 1, "flying"),
        ([1, 3, 6, 6, 6], 0, "destroyed"),
    ],
)
def test_on_a_1_flak_attacks_with_a_die_of_dice_that_need_4(dice: list[int], hits: int, fate: str) -> None:
    game = flying(at(5, 14), dice, flak=[{"hex": [5, 12], "altitude": 3}])
    play(game, "speed 2", "ahead")
    assert (unit(game, "allied-1")["hits"], unit(game, "allied-1")["fate"]) == (hits, fate)


@rule("A20 Flak Fields b", "A20 Destroyed")
def test_an_aircraft_that_flak_destroys_moves_no_further() -> None:
    game = flying(at(5, 15), [1, 3, 6, 6, 6], flak=[{"hex": [5, 12], "altitude": 3}])
    told = play(game, "speed 4", "ahead", "ahead")
    assert "is destroyed by flak" in told
    assert unit(game, "allied-1")["hex"] == [5, 13]
    assert (kind(game), game.deciding) == ("aircraft", "axis")
    assert game.position()["credits"] == [[None, "allied-1", "flak", "destroyed"]]


def test_a_flak_field_may_open_fire_in_a_later_turn() -> None:
    flak = [{"hex": [5, 12], "altitude": 3, "turn": 2}]
    assert "flak" not in play(flying(at(5, 14), [], flak=flak), "speed 2", "ahead")
    for turn in (2, 3):
        assert "flak" in play(flying(at(5, 14), [2], flak=flak, turn=turn), "speed 2", "ahead")


def test_it_opens_fire_when_its_turn_begins() -> None:
    flak = [{"hex": [5, 12], "altitude": 3, "turn": 2}]
    units = {"allied-1": at(5, 14), "axis-1": at(20, 20)}
    dice = [1, 1, 6, 6, 2]
    game = engine.position("angels", position(units, dice, step="attack", active="allied", first="allied", flak=flak))
    assert (game.turn, kind(game)) == (2, "speed")
    assert "flies through flak unharmed" in play(game, "speed 2", "ahead")


@rule("A20 Barrage Balloons a")
def test_a_balloon_threatens_who_enters_its_hex_at_altitude_1() -> None:
    for altitude, hex_, told in ((1, [5, 14], True), (2, [5, 14], False), (1, [6, 14], False)):
        game = flying(at(5, 15, altitude=altitude), [3], balloons=[hex_])
        assert ("balloon cables" in play(game, "speed 2", "ahead")) == told


@rule("A20 Barrage Balloons b")
@pytest.mark.parametrize(
    ("dice", "hits", "fate"),
    [
        ([3], 0, "flying"),
        ([1, 2], 0, "flying"),
        ([2, 3], 1, "flying"),
        ([1, 4], 1, "flying"),
        ([2, 5], 0, "destroyed"),
        ([1, 6], 0, "destroyed"),
    ],
)
def test_on_1_or_2_a_cable_does_nothing_damages_or_destroys(dice: list[int], hits: int, fate: str) -> None:
    game = flying(at(5, 15, altitude=1), dice, balloons=[[5, 14]])
    play(game, "speed 2", "ahead")
    assert (unit(game, "allied-1")["hits"], unit(game, "allied-1")["fate"]) == (hits, fate)


# Night

DARK = {"light": "darkness"}


@rule("A20 Effects of Moonlight")
def test_by_moonlight_every_attack_has_1_less_and_tailing_counts() -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 7), "axis-2": FAR}
    assert "−1 on each" in play(attacking(units, [1] * 6, night={"light": "moonlight"}), "attack allied-1 > axis-1")
    document = position(units, [3, 3, 1, 1], step="initiative", advanced=True, night={"light": "moonlight"})
    assert "Allied 6 +2 = 8" in " ".join(event.text() for event in engine.position("angels", document).opening())


@rule("A20 Effects of Darkness")
def test_in_darkness_nobody_tails_and_only_some_attack_at_1_less() -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 7), "axis-2": FAR}
    assert kind(attacking(units, night=DARK)) != "attack"
    for change in (
        {"allied-1": at(5, 8, aircraft=card(abilities=["night-eyes"]))},
        {"allied-1": at(5, 8, directed=True)},
        {"axis-1": at(5, 7, illuminated=True)},
    ):
        game = attacking(units | change, [1] * 6, night=DARK)
        assert "−1 on each" in play(game, "attack allied-1 > axis-1"), change
    document = position(units, [3, 3, 1, 1], step="initiative", advanced=True, night=DARK)
    assert "Allied 6 +0 = 6" in " ".join(event.text() for event in engine.position("angels", document).opening())


@rule("A20 Fighter Direction")
def test_direction_is_given_after_initiative_and_kept_until_it_is_given_anew() -> None:
    units = {f"allied-{n}": at(2 * n, 18, aircraft=card(normal=[2, 2], high=[])) for n in (1, 2, 3)}
    units |= {"axis-1": at(18, 2, "s", aircraft=card(normal=[2, 2], high=[]))}
    night = DARK | {"direction": {"allied": 2}}
    game = engine.position("angels", position(units, [1, 1, 6, 6] * 3, step="initiative", night=night))
    assert (kind(game), game.deciding) == ("direction", "allied")
    assert legal(game) == ["direct allied-1", "direct allied-2", "direct allied-3"]
    play(game, "direct allied-2")
    assert legal(game) == ["direct allied-1", "direct allied-3"]
    play(game, "direct allied-3")
    assert [unit(game, f"allied-{n}")["directed"] for n in (1, 2, 3)] == [False, True, True]
    while kind(game) != "direction":
        game.step(game.legal()[0])
    assert legal(game)[0] == "keep direction"
    assert "as before" in play(game, "keep direction")
    assert [unit(game, f"allied-{n}")["directed"] for n in (1, 2, 3)] == [False, True, True]
    while kind(game) != "direction":
        game.step(game.legal()[0])
    play(game, "direct allied-1", "direct allied-2")
    assert [unit(game, f"allied-{n}")["directed"] for n in (1, 2, 3)] == [True, True, False]


@rule("A20 Fighter Direction")
def test_where_both_sides_have_direction_the_first_player_gives_it_first() -> None:
    units = {f"{side}-{n}": at(column, 4 * n) for side, column in (("allied", 3), ("axis", 17)) for n in (1, 2)}
    night = DARK | {"direction": {"allied": 1, "axis": 1}}
    for dice, first, second in (([1, 1, 6, 6], "allied", "axis"), ([6, 6, 1, 1], "axis", "allied")):
        game = engine.position("angels", position(units, dice, step="initiative", night=night))
        assert (kind(game), game.deciding) == ("direction", first)
        play(game, f"direct {first}-2")
        assert (kind(game), game.deciding) == ("direction", second)


@rule("A20 Fighter Direction")
def test_where_there_is_enough_for_all_fighters_nobody_is_asked_and_bombers_get_none() -> None:
    units = {
        "allied-1": at(4, 18),
        "allied-2": at(8, 18, aircraft="medium-bomber-token"),
        "axis-1": at(18, 2, "s"),
    }
    night = DARK | {"direction": {"allied": 1}}
    game = engine.position("angels", position(units, [1, 1, 6, 6], step="initiative", night=night))
    assert kind(game) == "aircraft"
    assert [unit(game, f"allied-{n}")["directed"] for n in (1, 2)] == [True, False]


@rule("A20 Illumination")
@pytest.mark.parametrize(
    ("class_", "least"),
    [
        ("heavy-bomber", 2),
        ("medium-bomber", 3),
        ("light-bomber", 4),
        ("heavy-fighter", 4),
        ("fighter", 5),
        ("naval-fighter", 5),
    ],
)
def test_searchlights_find_the_larger_aircraft_more_easily(class_: str, least: int) -> None:
    """Rolled just before the attacks, for the enemies of the side that has searchlights."""
    for die in (least, least - 1):
        slow = card(normal=[1, 1], high=[])
        units = {
            "allied-1": at(5, 9, "n", aircraft=slow),
            "axis-1": at(5, 8, "n", aircraft=slow | {"class": class_}),
            "axis-2": at(5, 6, fate="destroyed", gone=1),
        }
        night = DARK | {"searchlights": ["allied"]}
        document = position(units, [die], step="speed", active="axis-1", first="axis", night=night)
        document |= {"step": "hex", "order": ["allied-1"], "move": {"left": 1}, "turns": 1}
        game = engine.position("angels", document)
        told = play(game, "ahead")
        assert "Searchlights" in told
        assert told.count("Searchlights") == 1
        assert (kind(game) == "attack") == (die >= least), "lit targets can be attacked, the others not"


@rule("A20 Illumination")
def test_by_moonlight_nobody_needs_searchlights() -> None:
    units = {"allied-1": at(5, 9), "axis-1": at(5, 8), "allied-2": at(1, 1)}
    night = {"light": "moonlight", "searchlights": ["allied"]}
    order = ["allied-2", "axis-1"]
    document = position(units, [6], step="speed", active="allied-1", first="allied", night=night, order=order)
    game = engine.position("angels", document)
    assert "Searchlights" not in play(game, "speed 2", "ahead", "ahead")
    assert game.position()["dice"] == [6]


# Collisions and survival


@rule("A20 Midair Collision")
@pytest.mark.parametrize(
    ("dice", "pilot", "collide"),
    [([1, 1], "average", True), ([1, 2], "average", False), ([2, 1], "average", False), ([1, 2], "poor", True)],
)
def test_two_aircraft_in_one_place_collide_if_both_roll_a_1_a_poor_pilot_a_2(
    dice: list[int], pilot: str, collide: bool
) -> None:
    units = {
        "allied-1": at(5, 10),
        "allied-2": at(1, 1),
        "axis-1": at(5, 8, pilot=pilot),
        "axis-2": at(20, 20),
    }
    order = ["allied-2", "axis-1", "axis-2"]
    document = position(units, dice, step="speed", active="allied-1", first="allied", order=order)
    game = engine.position("angels", document | {"options": {"midair": True}})
    told = play(game, "speed 2", "ahead", "ahead")
    assert ("collide" in told) == collide
    fates = [unit(game, name)["fate"] for name in ("allied-1", "axis-1")]
    assert fates == (["destroyed"] * 2 if collide else ["flying"] * 2)
    game = engine.position("angels", document | {"dice": []})
    assert "miss each other" not in play(game, "speed 2", "ahead", "ahead"), "without the option nobody rolls"


@rule("A20 Midair Collision")
def test_nobody_collides_with_an_aircraft_that_is_out_of_the_game() -> None:
    units = {"allied-1": at(5, 10), "axis-1": at(5, 8, fate="destroyed", gone=1), "axis-2": at(20, 20)}
    order = ["axis-1", "axis-2"]
    document = position(units, [1, 1], step="speed", active="allied-1", first="allied", order=order)
    game = engine.position("angels", document | {"options": {"midair": True}})
    play(game, "speed 2", "ahead", "ahead")
    assert unit(game, "allied-1")["fate"] == "flying"


@rule("A20 Midair Collision")
def test_aircraft_at_different_altitudes_do_not_collide() -> None:
    units = {"allied-1": at(5, 10), "allied-2": at(1, 1), "axis-1": at(5, 8, altitude=4), "axis-2": at(20, 20)}
    order = ["allied-2", "axis-1", "axis-2"]
    document = position(units, [1, 1], step="speed", active="allied-1", first="allied", order=order)
    game = engine.position("angels", document | {"options": {"midair": True}})
    play(game, "speed 2", "ahead", "ahead")
    assert unit(game, "allied-1")["fate"] == "flying"


@rule("A20 Pilot Survival")
def test_a_pilot_survives_on_4_over_friends_on_3_over_enemies_on_5() -> None:
    assert [pilot_survives(die) for die in range(1, 7)] == [False] * 3 + [True] * 3
    assert [pilot_survives(die, "friendly") for die in range(1, 7)] == [False] * 2 + [True] * 4
    assert [pilot_survives(die, "enemy") for die in range(1, 7)] == [False] * 4 + [True] * 2


# A bomber that holds its course


@rule("A20 Battle of Britain: Limited Fuel d", "A20 Bomber Stats")
def test_a_bomber_that_holds_its_course_cannot_turn_until_it_has_been_attacked() -> None:
    for attacked in (False, True):
        token = at(5, 15, aircraft="he-111-token", hold=True, attacked=attacked)
        units = {"axis-1": token, "axis-2": at(10, 10), "allied-1": at(20, 20), "allied-2": at(20, 15)}
        game = engine.position("angels", position(units, step="aircraft", active="axis", first="axis"))
        play(game, "aircraft axis-1")
        if attacked:
            assert legal(game) == ["ahead", "turn left", "turn right"]
            play(game, "turn left")
            assert legal(game) == ["ahead", "turn left", "turn right"], "in its second hex too"
        else:
            assert unit(game, "axis-1")["hex"] == [5, 13], "two hexes straight ahead, without a question"
