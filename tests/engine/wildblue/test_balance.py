"""Balancing a dogfight, and the Skills of pilots that come in with it. [WBY 13, 19.2]"""

import pytest

import engine
from engine.core.game import Document
from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter, setup, start

# 13.1


@rule("WBY 13.1", "WBY 4.9.3")
def test_balance_points_count_for_the_side_that_gets_them() -> None:
    units: dict[str, Document | str] = {"axis-1": fighter(), "allied-1": fighter()}
    table = start(units, bonus={"axis": 5}).wait("over")
    assert table.report().points("axis") == 5
    assert table.report().points("allied") == 0


@rule("WBY 13.1 example", "WBY 5.4.6")
def test_worked_example_of_an_american_advantage_of_five_balance_points() -> None:
    units: dict[str, Document | str] = {
        "axis-1": "bf-109g-6",
        "allied-1": "p-38j",
        "axis-2": "fw-190a-6",
        "allied-2": "p-47d",
    }
    table = start(units, bonus="balance").wait("over")
    assert table.report().points("axis") == 5
    assert table.report().points("allied") == 0


@rule("WBY 13.1", "WBY 5.4.6", "WBY 13.2", "WBY 13.3", "WBY 13.4")
@pytest.mark.parametrize(
    ("wingman", "skills", "axis_points", "allied_points"),
    [(True, [], 0, 0), (False, [], 3, 0), (False, ["A", "P"], 1, 0), (True, ["D"], 0, 1)],
)
def test_an_elements_value_is_its_leaders_and_its_wingmans_and_a_point_for_each_skill(
    wingman: bool, skills: list[str], axis_points: int, allied_points: int
) -> None:
    """Both sides fly Elements of 8 + 3; the Axis Leader may lack his Wingman or be a skilled pilot."""
    document = setup({"axis-1": fighter(), "allied-1": fighter()}, bonus="balance", turns=1)
    document["units"][0] |= {"wingman": wingman, "leader_pilot": {"name": "Test Pilot", "skills": skills}}
    for unit in document["units"]:
        unit["altitude"] = "medium"
    table = Table.of(engine.new("wildblue", document, 0))
    while table.decision and table.decision.kind == "order":
        table.play(table.choices[0])
    while table.decision:
        table.play(next(text for text in ("skip", "stay", "end", "draw 0", *table.choices) if table.can(text)))
    assert (table.report().points("axis"), table.report().points("allied")) == (axis_points, allied_points)


# 13.2, 13.3


@rule("WBY 13.2")
def test_two_elements_may_fight_one() -> None:
    table = start({"axis-1": fighter(), "allied-1": fighter(), "allied-2": fighter()})
    assert table.wait("over").report().turns == 6


@rule("WBY 13.3", "WBY 5.4", "WBY 10")
def test_a_lone_leader_may_fight_an_element() -> None:
    document = setup({"axis-1": fighter(), "allied-1": fighter()})
    document["units"][0]["wingman"] = False
    document["units"][0]["altitude"] = document["units"][1]["altitude"] = "medium"
    table = Table.of(engine.new("wildblue", document, 1))
    assert table.unit("axis-1")["wingman"] is None
    assert table.unit("allied-1")["wingman"] is not None
    assert len(table.hand("axis-1")) == 6


# 13.4 and the Skills


@rule("WBY 13.4", "WBY 19.2")
def test_a_pilot_of_the_set_up_brings_his_name_and_skills() -> None:
    document = setup({"axis-1": fighter(performance=5), "allied-1": fighter()})
    document["units"][0]["leader_pilot"] = {"name": "Test Pilot", "skills": ["P", "BU"]}
    document["units"][0]["altitude"] = document["units"][1]["altitude"] = "medium"
    table = Table.of(engine.new("wildblue", document, 1))
    assert len(table.hand("axis-1")) == 6
    assert table.view("axis")["units"]["axis-1"]["leader"]["pilot"] == "Test Pilot"
    assert table.unit("axis-1")["leader"]["skills"] == ["P", "BU"]


@rule("WBY 19.2.1", "WBY 13.4")
def test_an_ace_plays_any_card_as_an_ace_pilot_once() -> None:
    table = Table(axis("half-loop maneuver"), allied("clouds clouds", skills="A"))
    table.play("play half-loop > allied-1 leader")
    assert sorted(table.choices) == ["pass", "respond clouds (as ace-pilot)"]
    table.play("respond clouds (as ace-pilot)", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.hand("allied-1") == ["clouds"]
    table.play("play maneuver > allied-1 leader")
    assert table.choices == ["pass"]


@rule("WBY 19.2.1", "WBY 6.2.1")
def test_a_card_played_as_an_ace_pilot_is_answered_by_an_ace_pilot_only() -> None:
    table = Table(axis("half-loop ace-pilot clouds scissors"), allied("tight-turn", skills="A"))
    table.play("play half-loop > allied-1 leader", "respond tight-turn (as ace-pilot)")
    assert sorted(table.choices) == ["pass", "respond ace-pilot"]


@rule("WBY 19.2.1")
def test_an_attacking_ace_answers_a_response_with_any_card_as_an_ace_pilot() -> None:
    table = Table(axis("maneuver ims-3b3h", skills="A"), allied("tight-turn"))
    table.play("play maneuver > allied-1 leader", "respond tight-turn", "respond ims-3b3h (as ace-pilot)", "pass")
    assert table.stands("axis-1", "allied-1") == "advantaged"


@rule("WBY 19.2.1")
def test_an_ace_who_holds_an_ace_pilot_plays_it_without_his_marker() -> None:
    table = Table(axis("half-loop"), allied("ace-pilot", skills="A"))
    table.play("play half-loop > allied-1 leader")
    assert sorted(table.choices) == ["pass", "respond ace-pilot"]


@rule("WBY 19.2.1")
def test_the_ace_marker_is_for_responses_and_needs_a_card() -> None:
    assert not any("as ace-pilot" in text for text in Table(axis("maneuver", skills="A"), allied()).choices)
    table = Table(axis("half-loop"), allied("", skills="A")).play("play half-loop > allied-1 leader")
    assert table.choices == ["pass"]


@rule("WBY 19.2.1", "WBY 19.2")
def test_a_wingman_with_the_ace_skill_uses_it_with_his_mini_hand() -> None:
    table = Table(axis("ims-1b1h"), allied(wingman_skills="A"), draws={"allied": "maneuver half-loop"})
    table.play("play ims-1b1h > allied-1 wingman")
    assert sorted(table.choices) == ["pass", "respond half-loop (as ace-pilot)", "respond maneuver (as ace-pilot)"]


@rule("WBY 19.2.1", "WBY 7.3.5 note", "WBY 8.2.3")
@pytest.mark.parametrize(
    ("hand", "attack"), [("clouds", "play clouds"), ("vertical-roll", "play vertical-roll (dive)")]
)
def test_an_ace_behind_the_leader_stops_clouds_and_vertical_rolls(hand: str, attack: str) -> None:
    table = Table(axis(hand), allied("maneuver", skills="A"), engaged="allied-1 tailing axis-1")
    table.play(attack, "respond maneuver (as ace-pilot)", "pass")
    assert table.stands("allied-1", "axis-1") == "tailing"


@rule("SUP 19.2 V")
@pytest.mark.parametrize(
    ("attack", "shown"), [("maneuver", ["tight-turn"]), ("ims-1b1h", ["barrel-roll", "tight-turn"])]
)
def test_a_veteran_plays_any_card_as_a_barrel_roll_or_a_tight_turn_once(attack: str, shown: list[str]) -> None:
    table = Table(axis(f"{attack} ims-1b2h", aircraft=fighter(burst=2)), allied("clouds clouds", skills="V"))
    table.play(f"play {attack} > allied-1 leader")
    assert sorted(table.choices) == ["pass", *(f"respond clouds (as {card})" for card in shown)]
    table.play(f"respond clouds (as {shown[0]})", "pass", "play ims-1b2h > allied-1 leader")
    assert table.choices == ["pass"]


@rule("WBY 19.2.3", "WBY 19.2")
def test_the_burst_skill_adds_one_burst_or_one_offensive_card() -> None:
    table = Table(axis("ims-2b2h ims-3b3h", skills="BU"), allied())
    assert table.can("play ims-2b2h > allied-1 leader")
    assert not table.can("play ims-3b3h > allied-1 leader")
    assert mini_hand(axis(aircraft=fighter(offensive=1), wingman_skills="BU")) == 2


@rule("SUP 19.2 P", "WBY 19.2")
def test_the_performance_skill_raises_the_hand_limit_or_the_offensive_rating() -> None:
    plane = fighter(performance=4, horsepower=4, offensive=1)
    table = Table(axis("maneuver", aircraft=plane, skills="P"), allied(), step="draw")
    assert table.choices[-1] == "draw 4"
    assert mini_hand(axis(aircraft=plane, wingman_skills="P")) == 2


def mini_hand(unit: tuple[str, Document]) -> int:
    """Cards that the Wingman of axis-1 draws to attack."""
    table = Table(unit, allied(), step="wingman")
    before: int = table.pile("axis")["draw"]
    table.play("attack > allied-1 leader")
    after: int = table.pile("axis")["draw"]
    return before - after


def defence(unit: tuple[str, Document]) -> int:
    """Cards that the Wingman of allied-1 draws to defend."""
    table = Table(axis("ims-1b1h"), unit)
    before: int = table.pile("allied")["draw"]
    table.play("play ims-1b1h > allied-1 wingman")
    after: int = table.pile("allied")["draw"]
    return before - after


@rule("WBY 19.2")
def test_several_skills_raise_a_wingmans_offensive_and_defensive_ratings_by_one_at_most() -> None:
    assert mini_hand(axis(aircraft=fighter(offensive=1), wingman_skills="BU P")) == 2
    assert defence(allied(aircraft=fighter(defensive=1), wingman_skills="G H")) == 2


@rule("WBY 19.2.7", "WBY 19.2")
def test_the_horsepower_skill_adds_one_card_to_the_draw_or_to_the_defence() -> None:
    table = Table(axis(aircraft=fighter(horsepower=2), skills="H"), allied(), step="draw")
    assert table.choices[-1] == "draw 3"
    assert defence(allied(aircraft=fighter(defensive=1), wingman_skills="H")) == 2


@rule("WBY 19.2.6", "WBY 9.2")
def test_the_gunner_skill_adds_one_to_the_gunner_or_to_the_defence() -> None:
    plane = fighter(gunner=1)
    table = Table(axis("ims-2b2h", aircraft=plane, skills="G"), allied(), engaged="axis-1 tailed allied-1")
    assert table.can("play ims-2b2h > allied-1 leader")
    assert defence(allied(aircraft=fighter(defensive=1), wingman_skills="G")) == 2


@rule("WBY 19.2.5", "WBY 5.2.1")
@pytest.mark.parametrize("seat", ["leader", "wingman"])
def test_the_damage_skill_adds_one_to_both_damage_ratings(seat: str) -> None:
    skills = "skills" if seat == "leader" else "wingman_skills"
    target = allied(aircraft=fighter(damage=(3, 6), defensive=0), **{skills: "D"})  # type: ignore[arg-type]
    table = Table(axis("ims-1b1h " * 7, aircraft=fighter(burst=7)), target)
    statuses = []
    for _ in range(7):
        table.play(f"play ims-1b1h > allied-1 {seat}", "pass")
        statuses.append(table.view("axis")["units"]["allied-1"][seat])
        if table.asked != "axis-1 leader" or not table.can(f"play ims-1b1h > allied-1 {seat}"):
            break
    assert [each["damaged"] for each in statuses[:6]] == [False, False, False, True, True, True]
    assert len(statuses) == 7


@rule("WBY 19.2.4")
def test_combat_vision_exchanges_cards_of_the_opening_hand_once_before_the_play_order() -> None:
    document = setup({"axis-1": fighter(), "allied-1": fighter(), "axis-2": fighter()})
    document["units"][0]["leader_pilot"] = {"name": "Keen Eyes", "skills": ["CV"]}
    for unit in document["units"]:
        unit["altitude"] = "medium"
    table = Table.of(engine.new("wildblue", document, 5))
    assert table.asked == "axis-1 exchange"
    hand = table.hand("axis-1")
    assert sorted(table.choices) == sorted({"end", *(f"exchange {card}" for card in hand)})
    table.play(f"exchange {hand[0]}", f"exchange {hand[1]}")
    assert sorted(table.choices) == sorted({"end", *(f"exchange {card}" for card in hand[2:])})
    table.play("end")
    assert table.asked == "axis order"
    assert len(table.hand("axis-1")) == 6
    assert table.pile("axis")["discard"] == 2
    assert table.pile("axis")["draw"] == 110 - 6 - 6 - 2


@rule("WBY 19.2.4")
def test_combat_vision_of_a_wingman_serves_too_and_others_may_not_exchange() -> None:
    document = setup({"axis-1": fighter(), "allied-1": fighter()})
    document["units"][1]["wingman_pilot"] = {"name": "Keen Eyes", "skills": ["CV"]}
    for unit in document["units"]:
        unit["altitude"] = "medium"
    table = Table.of(engine.new("wildblue", document, 5))
    assert table.asked == "allied-1 exchange"
    table.play("end")
    assert table.asked in ("axis order", "axis-1 altitude-step")


@rule("WBY 19.2")
def test_a_promoted_wingman_keeps_his_pilot_and_the_skills_serve_a_leader() -> None:
    table = Table(
        axis("ims-2b-fuel half-loop", aircraft=fighter(burst=2)),
        axis("maneuver", n=2),
        allied(aircraft=fighter(performance=3), wingman_skills="A"),
        draws={"allied": "clouds clouds"},
    )
    table.play("play ims-2b-fuel > allied-1 leader", "pass", "end").wait("axis-2 leader")
    table.play("play maneuver > allied-1 leader")
    assert table.can("respond clouds (as ace-pilot)")


@rule("WBY 19.2", "WBY 13.4")
def test_a_leaders_skills_do_not_serve_his_wingman() -> None:
    assert mini_hand(axis(aircraft=fighter(offensive=1), skills="BU")) == 1
    assert defence(allied(aircraft=fighter(defensive=1), skills="H")) == 1


@rule("WBY 19.2.4", "WBY 4.5", "WBY 4.1")
def test_altitudes_lie_open_while_a_first_hand_is_exchanged_and_a_position_keeps_them() -> None:
    document = setup({"axis-1": fighter(), "allied-1": fighter()})
    document["units"][0]["leader_pilot"] = {"name": "Keen Eyes", "skills": ["CV"]}
    for unit, altitude in zip(document["units"], ("high", "low"), strict=True):
        unit["altitude"] = altitude
    table = Table.of(engine.new("wildblue", document, 5))
    assert table.asked == "axis-1 exchange"
    for side in ("axis", "allied"):
        units = table.view(side)["units"]
        assert (units["axis-1"]["altitude"], units["allied-1"]["altitude"]) == ("high", "low")
    restored = Table.of(engine.position("wildblue", table.document)).play("end")
    assert (restored.altitude("axis-1"), restored.altitude("allied-1")) == ("high", "low")


@rule("WBY 19.2.1", "SUP 19.2 V")
def test_a_pilot_with_both_markers_uses_them_one_at_a_time() -> None:
    table = Table(axis("half-loop ims-1b1h"), allied("clouds clouds", skills="A V"))
    table.play("play half-loop > allied-1 leader", "respond clouds (as ace-pilot)", "pass")
    table.play("play ims-1b1h > allied-1 leader")
    assert sorted(table.choices) == ["pass", "respond clouds (as barrel-roll)", "respond clouds (as tight-turn)"]


@rule("WBY 19.2.1", "WBY 6.3")
def test_an_ace_plays_a_full_throttle_counter_as_an_ace_pilot() -> None:
    table = Table(axis("half-loop"), allied(skills="A", aircraft=fighter(special=("power-boost",))))
    table.play("play half-loop > allied-1 leader", "respond full-throttle (counter as ace-pilot)", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.unit("allied-1")["full_throttle"] == 0
