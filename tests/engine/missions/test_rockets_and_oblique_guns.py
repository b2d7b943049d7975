"""Aerial Rockets and Oblique Guns. [WBY 17.5.2, 18.3, 5.5.5]"""

from __future__ import annotations

import pytest

import engine
from engine.core.errors import IllegalAction
from engine.core.game import Document
from tests.engine.missions.bombing_run import mini_hand, near, stacked, wingman
from tests.engine.missions.sky import Sky, armed, bomber, element, escort, formation, interceptor
from tests.engine.rules import rule

ROCKETS = armed("air-rockets")
LOADED = {"load": "air-rockets"}
THREE = formation("axis", 3, bomber(heavy=True, damage=(20, 40)), size=3)

# Aerial Rockets


def salvo(cards: str, *units: Document) -> Sky:
    """An Allied Leader's rockets at a Formation; ``cards`` are what is drawn for its aircraft."""
    sky = near(*(units or (THREE,)), aircraft=ROCKETS, unit=LOADED).until("allied-1 leader")
    return stacked(sky, allied=cards).play("attack > axis-3 1 (rockets)")


@rule("C03", "WBY 18.3.1")
@pytest.mark.parametrize(
    ("card", "hits", "lends"),
    [
        ("oots-1b2h", 10, False),
        ("oots-2b3h", 10, False),
        ("oots-3b4h", 10, False),
        ("ims-3b3h", 7, False),
        ("ims-2b2h", 4, False),
        ("ims-2b3h", 4, False),
        ("ims-2b-engine", 4, False),
        ("ims-1b1h", 0, False),
        ("ims-1b2h", 0, False),
        ("ims-1b-cockpit", 0, False),
        ("maneuver", 0, True),
        ("ace-pilot", 0, True),
    ],
)
def test_each_card_of_the_rocket_table(card: str, hits: int, lends: bool):
    sky = salvo(f"{card} tight-turn tight-turn")
    assert [sky.bomber("axis-3", seat)["hits"] for seat in "123"] == [hits, 0, 0]
    assert sky.bomber("axis-3", "1")["no_support"] is not lends
    assert sky.bomber("axis-3", "1")["cockpit"] == 0


@rule("C03", "WBY 18.3.1")
def test_a_fuel_tank_card_destroys_the_bomber():
    sky = salvo("tight-turn ims-2b-fuel tight-turn")
    assert [each["status"] for each in sky.view("axis")["units"]["axis-3"]["formation"]] == [
        "flying",
        "destroyed",
        "flying",
    ]


@rule("WBY 18.3")
def test_rockets_hit_every_aircraft_in_formation_and_nobody_answers():
    sky = salvo("oots-1b2h ims-3b3h ims-2b2h")
    assert [sky.bomber("axis-3", seat)["hits"] for seat in "123"] == [10, 7, 4]
    assert sky.asked == "allied-1 leader"
    assert all(mini_hand(sky, seat=seat) == [] for seat in "123")


@rule("WBY 18.3", "WBY 17.3.7")
def test_an_aircraft_out_of_formation_is_a_target_of_its_own():
    sky = near(THREE, aircraft=ROCKETS, unit=LOADED).until("allied-1 leader")
    sky.set("axis-3", "2", hits=20, damaged=True)
    assert [text for text in sky.choices if "rockets" in text] == [
        "attack > axis-3 1 (rockets)",
        "attack > axis-3 2 (rockets)",
    ]
    sky.stack(allied="ims-2b2h ims-2b2h ims-2b2h")
    whole = sky.document
    sky.play("attack > axis-3 1 (rockets)")
    assert [sky.bomber("axis-3", seat)["hits"] for seat in "123"] == [4, 20, 4]
    sky.restore(whole)
    sky.play("attack > axis-3 2 (rockets)")
    assert [sky.bomber("axis-3", seat)["hits"] for seat in "123"] == [0, 24, 0]


@rule("WBY 18.3")
@pytest.mark.parametrize("seat", ["leader", "wingman-target"])
def test_each_formation_is_named_once(seat: str):
    sky = near(THREE, formation("axis", 4), aircraft=ROCKETS, unit=LOADED).until_turn(2, f"allied-1 {seat}")
    assert [text for text in sky.choices if "rockets" in text] == [
        "attack > axis-3 1 (rockets)",
        "attack > axis-4 1 (rockets)",
    ]


@rule("WBY 18.3")
def test_rockets_are_not_fired_at_elements():
    sky = near(THREE, element("axis", 1), aircraft=ROCKETS, unit=LOADED).until("allied-1 leader")
    assert not any("axis-1" in text for text in sky.choices)


@rule("WBY 18.3.1", "WBY 18.1d end")
def test_rockets_are_spent_and_the_hand_is_turned_up():
    sky = salvo("tight-turn tight-turn tight-turn")
    assert sky.unit("allied-1")["load"] == []
    assert not sky.unit("allied-1")["face_down"]


@rule("WBY 18.3.1")
def test_rockets_and_guns_do_not_fire_in_the_same_turn():
    sky = near(THREE, aircraft=ROCKETS, unit=LOADED).until("allied-1 leader").deal("allied-1", "ims-1b1h maneuver")
    sky.stack(allied="tight-turn tight-turn tight-turn").play("attack > axis-3 1 (rockets)")
    assert not any(" > " in text for text in sky.choices)
    sky = near(THREE, aircraft=ROCKETS, unit=LOADED).until("allied-1 leader").deal("allied-1", "ims-1b1h maneuver")
    sky.set("allied-1", face_down=False).play("attack > axis-3 1")
    assert not any("rockets" in text for text in sky.choices)


def after_his_wingmans(attack: str, drawn: str) -> Sky:
    """His Wingman has declared an attack; the Leader has fire in a hand that he has seen, and rockets."""
    sky = near(THREE, aircraft=ROCKETS, unit=LOADED).until_turn(2, "allied-1 wingman-target")
    sky.deal("allied-1", "ims-1b1h").set("allied-1", face_down=False)
    return sky.stack(allied=drawn, axis="maneuver#19 maneuver#20 maneuver#21").play(attack)


@rule("WBY 18.3.1")
def test_after_his_wingmans_rockets_a_leader_fires_rockets_but_no_guns():
    sky = after_his_wingmans("attack > axis-3 1 (rockets)", "tight-turn " * 3).until("allied-1 leader")
    assert [text for text in sky.choices if " > " in text] == ["attack > axis-3 1 (rockets)"]
    with pytest.raises(IllegalAction, match=r"has fired Aerial Rockets in this turn\. \[WBY 18\.3\.1\]"):
        sky.play("attack > axis-3 1")
    assert engine.position("wildblue", sky.game.position()).legal() == sky.game.legal()


@rule("WBY 18.3.1")
def test_after_his_wingmans_guns_a_leader_fires_guns_but_no_rockets():
    sky = after_his_wingmans("attack > axis-3 1", "ims-1b1h tight-turn tight-turn tight-turn")
    sky.play("play ims-1b1h > axis-3 1").unanswered().until("allied-1 leader")
    assert [text for text in sky.choices if " > " in text] == [f"attack > axis-3 {seat}" for seat in "123"]
    assert engine.position("wildblue", sky.game.position()).legal() == sky.game.legal()


@rule("WBY 18.3.1", "SUP 20.3.1")
def test_escorts_cannot_intervene_against_rockets():
    sky = salvo("tight-turn tight-turn tight-turn", THREE, escort("axis", 1))
    assert sky.asked == "allied-1 leader"


@rule("WBY 18.3", "WBY 18.3.1")
def test_a_wingman_fires_his_rockets_in_his_own_step():
    sky = wingman("oots-1b2h ims-3b3h ims-2b2h", THREE, aircraft=ROCKETS, unit=LOADED)
    sky.play("attack > axis-3 1 (rockets)")
    assert [sky.bomber("axis-3", seat)["hits"] for seat in "123"] == [10, 7, 4]
    assert sky.asked == "allied-1 altitude-step"
    assert sky.unit("allied-1")["load"] == ["air-rockets"]


@rule("WBY 18.3.1", "SUP 20.5.1", "WBY 16.9 any")
def test_no_support_lasts_until_the_game_turn_ends():
    sky = near(THREE, interceptor("allied", 2), aircraft=ROCKETS, unit=LOADED).until("allied-1 leader")
    sky.stack(allied="ims-1b1h ims-1b1h tight-turn").play("attack > axis-3 1 (rockets)")
    sky.until("allied-2 leader").deal("allied-2", "ims-1b1h").play("attack > axis-3 1", "play ims-1b1h > axis-3 1")
    assert len(mini_hand(sky)) == 2 + 1
    sky.unanswered().until_turn(2)
    assert not any(sky.bomber("axis-3", seat)["no_support"] for seat in "123")


@rule("WBY 18.3", "WBY 17.3.1c")
@pytest.mark.parametrize("seat", ["leader", "wingman"])
def test_rockets_that_leave_no_bomber_end_the_mission(seat: str):
    lone = formation("axis", 3, bomber(), size=1)
    sky = near(lone, aircraft=ROCKETS, unit=LOADED)
    sky.until("allied-1 leader" if seat == "leader" else "allied-1 wingman-target")
    sky.stack(allied="ims-2b-fuel").play("attack > axis-3 1 (rockets)")
    assert sky.asked == "over"
    assert sky.report().points("allied")


# Oblique Guns


def night(*units: Document, aircraft: Document | None = None, allied: str = "", axis: str = "", hand: str = "") -> Sky:
    """A Night Fighter that has found Formation aircraft; ``allied`` are the cards that it will draw."""
    hunter = aircraft or armed(night_combat=1, oblique_guns=3)
    group = units or (formation("axis", 3, bomber(turret_defense=2, damage=(20, 40))),)
    sky = Sky(*group, interceptor("allied", 1, hunter, wingman=False), first="allied", night=True)
    sky.until("allied order").stack(allied="tight-turn#72 scissors#30").play("go allied-1")
    sky.until("allied-1 leader").deal("allied-1", hand)
    sky.stack(allied=allied, axis=axis)
    return sky


@rule("C01", "WBY 17.5.2 example", "WBY 17.5.2")
def test_worked_example_of_an_he_219_under_a_lancaster():
    sky = Sky(
        formation("allied", 1, "lancaster-iii", size=1),
        interceptor("axis", 1, "he-219a-2", wingman=False),
        striker="allied",
        first="axis",
        night=True,
    )
    sky.until("axis order").stack(axis="tight-turn#61 tight-turn#62 tight-turn#65 tight-turn#66 tight-turn#67")
    sky.play("go axis-1").until("axis-1 leader")
    sky.stack(axis="ims-3b3h ims-2b2h oots-3b4h tight-turn#72", allied="maneuver maneuver maneuver")
    sky.play("attack > allied-1 1 (oblique guns)")
    assert sky.choices == [
        "play ims-2b2h > allied-1 1",
        "play ims-3b3h > allied-1 1",
        "play oots-3b4h > allied-1 1",
        "end",
    ]
    sky.play("play oots-3b4h > allied-1 1")
    assert len(mini_hand(sky, "allied-1")) == 1
    sky.play("pass", "play ims-3b3h > allied-1 1", "pass")
    assert sky.bomber("allied-1", "1")["hits"] == 7


@rule("WBY 17.5.2", "SUP 20.1.1", "SUP 20.2")
def test_the_hand_is_set_aside_for_the_mini_hand_of_oblique_guns():
    sky = night(hand="maneuver vertical-roll", allied="ims-3b3h tight-turn clouds")
    sky.play("attack > axis-3 1 (oblique guns)")
    assert sky.choices == ["play ims-3b3h > axis-3 1", "end"]
    with pytest.raises(IllegalAction, match=r"Clouds does not\. \[WBY 17\.5\.2\]"):
        sky.play("play clouds")
    sky.play("play ims-3b3h > axis-3 1", "pass", "end")
    assert sky.asked == "allied-1 discard"
    assert sky.view("allied")["units"]["allied-1"]["hand"] == ["maneuver", "vertical-roll"]


@rule("WBY 17.5.2", "SUP 20.5.1")
@pytest.mark.parametrize(("defense", "expected"), [(3, 3), (1, 1), (0, 1)])
def test_oblique_guns_take_one_from_the_turret_defense(defense: int, expected: int):
    sky = night(formation("axis", 3, bomber(turret_defense=defense)), allied="ims-3b3h tight-turn clouds")
    sky.play("attack > axis-3 1 (oblique guns)", "play ims-3b3h > axis-3 1")
    assert len(mini_hand(sky)) == expected


@rule("WBY 17.5.2", "SUP 20.1.2")
def test_oblique_guns_that_draw_no_firing_card_end_the_step():
    sky = night(allied="maneuver tight-turn clouds", hand="ims-1b1h").play("attack > axis-3 1 (oblique guns)")
    assert sky.asked == "allied-1 discard"
    assert sky.view("allied")["units"]["allied-1"]["hand"] == ["ims-1b1h"]


@rule("WBY 17.5.2")
def test_the_forward_guns_add_nothing_to_oblique_guns():
    hunter = armed(night_combat=1, oblique_guns=2, burst_plus=2, heavy_guns=1)
    sky = night(aircraft=hunter, allied="ims-2b2h tight-turn")
    sky.play("attack > axis-3 1 (oblique guns)")
    assert sky.choices == ["play ims-2b2h > axis-3 1", "end"]
    sky.play("play ims-2b2h > axis-3 1", "pass")
    assert sky.bomber("axis-3", "1")["hits"] == 2


@rule("WBY 17.5.2", "SUP 20.5.3")
def test_the_mini_hand_of_oblique_guns_answers_return_fire():
    sky = night(allied="ims-1b1h barrel-roll clouds", axis="ims-1b1h maneuver", hand="tight-turn")
    sky.play("attack > axis-3 1 (oblique guns)", "play ims-1b1h > axis-3 1", "respond ims-1b1h (return fire)")
    assert sky.choices == ["respond barrel-roll", "pass"]


@rule("WBY 17.5.2", "WBY 11.2")
def test_a_night_fighter_shot_down_by_return_fire_loses_both_hands():
    sky = night(
        formation("axis", 3, bomber(turret_defense=4)),
        allied="ims-1b1h barrel-roll clouds",
        axis="ims-2b-fuel#101 maneuver#19 maneuver#20",
        hand="tight-turn",
    )
    sky.play(
        "attack > axis-3 1 (oblique guns)", "play ims-1b1h > axis-3 1", "respond ims-2b-fuel (return fire)", "pass"
    )
    assert sky.status("allied-1") == "destroyed"
    decks = sky.view(None)["decks"]["allied"]
    assert decks["draw"] + decks["discard"] == 110


@rule("WBY 17.5.2", "SUP 20.2")
def test_oblique_guns_fire_at_one_bomber_alone():
    sky = night(allied="ims-2b-fuel ims-1b1h clouds").play("attack > axis-3 1 (oblique guns)")
    sky.play("play ims-2b-fuel > axis-3 1").unanswered()
    assert sky.choices == ["end"]


@rule("WBY 17.5.2", "SUP 20.3.2")
def test_an_escort_that_gains_a_position_ends_an_attack_with_oblique_guns():
    sky = night(formation("axis", 3, bomber()), escort("axis", 1, wingman=False), allied="ims-1b1h ims-1b2h clouds")
    sky.deal("axis-1", "barrel-roll maneuver").play("attack > axis-3 1 (oblique guns)", "intervene > axis-1")
    sky.stack(axis="scissors#25 scissors#26 clouds").play("play ims-1b1h > axis-3 1", "respond barrel-roll", "pass")
    sky.play("play maneuver > allied-1 leader", "pass")
    assert sky.stands("axis-1", "allied-1") == "advantaged"
    assert sky.choices == ["end"]


@rule("WBY 17.5.2")
def test_oblique_guns_are_for_the_night():
    sky = near(aircraft=armed(oblique_guns=3)).until("allied-1 leader")
    assert not any("oblique" in text for text in sky.choices)


@rule("WBY 5.5.5", "WBY 17.5.2")
def test_at_night_a_turret_fighter_has_one_oblique_gun():
    turret = armed(burst=0, gunner=2, special=("turret-fighter",), night_combat=1)
    sky = night(aircraft=turret, allied="ims-2b2h tight-turn", axis="maneuver#19 maneuver#20")
    sky.play("attack > axis-3 1 (oblique guns)")
    assert sky.choices == ["play ims-2b2h > axis-3 1", "end"]
