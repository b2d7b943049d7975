"""Setting up, the play order, how long it lasts, and who wins. [WBY 4, 5.1, 13]"""

import json
from collections import Counter
from typing import Any

import pytest

import engine
from engine.core.errors import EngineError
from engine.core.game import Document
from engine.wildblue.aircraft import aircraft
from tests.engine.rules import rule
from tests.engine.wildblue.table import MANIFEST, NOTHING, Table, allied, axis, fighter, setup, start

DUEL: dict[str, Document | str] = {"axis-1": fighter(side="axis"), "allied-1": fighter(side="allied")}
FOUR: dict[str, Document | str] = {name: fighter() for name in ("axis-1", "allied-1", "axis-2", "allied-2")}


def refusal(document: Document) -> str:
    """The sentence with which a set-up is refused."""
    with pytest.raises(EngineError) as refused:
        engine.new("wildblue", document, 0)
    return str(refused.value)


# 4.1 to 4.4


@rule("WBY 4.1")
def test_altitudes_are_chosen_before_the_hands_are_dealt_and_the_first_element_is_chosen_last() -> None:
    table = Table.of(engine.new("wildblue", setup(FOUR), 0))
    kinds = []
    while table.asked.split()[1] in ("altitude", "order"):
        kinds.append(table.asked.split()[1])
        dealt = sum(len(unit["hand"]) for unit in table.document["units"].values())
        assert (dealt > 0) is (kinds[-1] == "order")
        table.play(table.choices[0])
    assert kinds[:5] == ["altitude"] * 4 + ["order"]


@rule("WBY 4.2", "WBY 13.2")
@pytest.mark.parametrize(
    "names",
    [
        ("axis-1", "allied-1"),
        ("axis-1", "allied-1", "allied-2"),
        ("axis-1", "axis-2", "axis-3", "allied-1"),
        tuple(f"{side}-{number}" for side in ("axis", "allied") for number in range(1, 5)),
        (*(f"axis-{number}" for number in range(1, 7)), "allied-1", "allied-2"),
        ("axis-1", *(f"allied-{number}" for number in range(1, 8))),
    ],
)
def test_sides_of_equal_and_of_unequal_numbers_can_fight(names: tuple[str, ...]) -> None:
    table = start({name: fighter() for name in names})
    assert set(table.document["units"]) == set(names)
    assert table.decision


@rule("WBY 4.2", "WBY 4.7")
@pytest.mark.parametrize(("few", "many"), [("axis", "allied"), ("allied", "axis")])
def test_seven_elements_against_one_take_their_turns_are_seen_and_fly_to_the_end(few: str, many: str) -> None:
    names = [f"{few}-1", *(f"{many}-{number}" for number in range(1, 8))]
    table = start({name: fighter() for name in names}, first=many)
    turns: list[str] = []
    while table.turn == 1:
        assert engine.position("wildblue", table.document).position() == table.document
        for side in (few, many):
            for name, unit in table.view(side)["units"].items():
                assert isinstance(unit["hand"], list) is (unit["side"] == side)
                assert name.startswith(unit["side"])
        unit, kind = table.asked.split()
        if kind != "order" and unit not in turns:
            turns.append(unit)
        table.play(next(text for text in (*NOTHING, *table.choices) if table.can(text)))
    assert turns == [f"{many}-1", f"{few}-1", *(f"{many}-{number}" for number in range(2, 8))]
    table.wait("over")
    assert [(each.unit, each.side) for each in table.report().aircraft[::2]] == sorted(
        (name, name.split("-")[0]) for name in names
    )
    assert engine.replay(str(table.game.record)).position() == table.document


@rule("WBY 4.2")
def test_more_than_eight_elements_are_refused() -> None:
    names = [*(f"axis-{number}" for number in range(1, 9)), "allied-1"]
    assert "at most 8 units" in refusal(setup({name: fighter() for name in names}))
    table = Table(axis(), allied())
    document = table.document
    with pytest.raises(EngineError, match="at most 8 units"):
        engine.position("wildblue", document | {"units": dict.fromkeys(names, document["units"]["axis-1"])})


@rule("WBY 4.2")
def test_each_side_flies_its_own_aircraft() -> None:
    assert refusal(setup({"axis-1": fighter(side="allied"), "allied-1": fighter(side="allied")}))
    assert engine.new("wildblue", setup(DUEL), 0).decision


@rule("WBY 4.2")
def test_a_dogfight_needs_both_sides() -> None:
    assert refusal(setup({"axis-1": fighter()}))


@rule("WBY 4.3")
@pytest.mark.parametrize(("month", "flies"), [("1941-10", False), ("1941-11", True), ("1943-01", True)])
def test_only_aircraft_in_service_by_the_month_of_the_battle_can_be_chosen(month: str, flies: bool) -> None:
    document = setup({"axis-1": fighter(in_service="1941-11"), "allied-1": fighter(in_service="1940-01")}, month=month)
    if flies:
        assert engine.new("wildblue", document, 0).decision
    else:
        assert refusal(document)


@rule("WBY 4.3")
@pytest.mark.parametrize(("month", "flies"), [("1943-10", False), ("1943-11", True)])
def test_an_aircraft_whose_month_was_corrected_flies_on_where_games_have_begun_by_the_earlier_one(
    month: str, flies: bool
) -> None:
    """The Heinkel 219A-2 was said to serve from November 1943; records and running campaigns have it from then."""
    units: dict[str, Document | str] = {"axis-1": "he-219a-2", "allied-1": fighter(in_service="1940-01")}
    document = setup(units, wingmen=False, month=month)
    if flies:
        record = engine.new("wildblue", document, 0).record
        assert engine.replay(str(record)).position()["month"] == month
    else:
        assert "came into service in 1944-06" in refusal(document)


@rule("WBY 4.4")
@pytest.mark.parametrize("aircraft_class", ["light-bomber", "medium-bomber", "heavy-bomber"])
def test_only_fighters_fly_in_a_dogfight(aircraft_class: str) -> None:
    bomber = fighter(aircraft_class=aircraft_class)
    assert refusal(setup({"axis-1": bomber, "allied-1": fighter()}))


# 4.5 Altitudes


@rule("WBY 4.5", "WBY 14.2")
def test_any_altitude_up_to_high_may_be_chosen_and_very_high_only_with_turbochargers() -> None:
    units: dict[str, Document | str] = {"axis-1": fighter(), "allied-1": fighter(turbo=True)}
    plain = [f"altitude {each}" for each in ("very-low", "low", "medium", "high")]
    assert sorted(start(units, until="axis-1 altitude").choices) == sorted(plain)
    assert sorted(start(units, until="allied-1 altitude").choices) == sorted([*plain, "altitude very-high"])


@rule("WBY 4.5", "WBY 5.2.7")
def test_no_element_starts_above_its_ceiling() -> None:
    table = start({"axis-1": fighter(ceiling=("low", "low")), "allied-1": fighter()}, until="axis-1 altitude")
    assert sorted(table.choices) == ["altitude low", "altitude very-low"]


@rule("WBY 4.5", "WBY 5.2.7")
def test_a_turbocharger_does_not_lift_the_ceiling() -> None:
    table = start(
        {"axis-1": fighter(turbo=True, ceiling=("high", "high")), "allied-1": fighter()}, until="axis-1 altitude"
    )
    assert not table.can("altitude very-high")


@rule("WBY 4.5")
def test_chosen_altitudes_are_secret_until_all_are_chosen_and_then_revealed_together() -> None:
    seen = []
    for altitude in ("low", "high"):
        table = Table.of(engine.new("wildblue", setup(DUEL), 0))
        first, second = (table.asked.split("-")[0], "axis" if table.asked.startswith("allied") else "allied")
        table.play(f"altitude {altitude}")
        assert table.view(first)["units"][f"{first}-1"]["altitude"] == altitude
        assert table.view(second)["units"][f"{first}-1"]["altitude"] is None
        seen.append((table.view(second), [event.text(second) for event in table.events]))
        table.play("altitude medium")
        assert table.view(second)["units"][f"{first}-1"]["altitude"] == altitude
        assert table.view(first)["units"][f"{second}-1"]["altitude"] == "medium"
    assert json.dumps(seen[0]) == json.dumps(seen[1])


@rule("WBY 4.5")
def test_players_of_one_side_know_the_altitudes_that_their_own_side_has_chosen() -> None:
    table = Table.of(engine.new("wildblue", setup(FOUR), 0))
    own = table.asked.split("-")[0]
    table.play("altitude low")
    assert table.asked.startswith(own)
    assert table.view(own)["units"][f"{own}-1"]["altitude"] == "low"
    assert table.view(own)["units"][f"{own}-2"]["altitude"] is None


@rule("WBY 4.5")
def test_a_set_up_may_fix_the_altitudes_within_the_same_limits() -> None:
    document = setup(DUEL)
    for unit, altitude in zip(document["units"], ("high", "low"), strict=True):
        unit["altitude"] = altitude
    table = Table.of(engine.new("wildblue", document, 0))
    assert (table.altitude("axis-1"), table.altitude("allied-1")) == ("high", "low")
    document["units"][0]["altitude"] = "very-high"
    assert refusal(document)


# 4.6 Hands


@rule("WBY 4.6", "WBY 5.2.2", "WBY 14.3")
@pytest.mark.parametrize("wingmen", [True, False])
@pytest.mark.parametrize("altitude", ["very-low", "high"])
def test_each_leader_has_an_own_hand_of_his_performance_whatever_the_altitude(altitude: str, wingmen: bool) -> None:
    units: dict[str, Document | str] = {
        "axis-1": fighter(performance=4),
        "allied-1": fighter(performance=6),
        "axis-2": fighter(performance=7),
    }
    document = setup(units, wingmen=wingmen)
    for unit in document["units"]:
        unit["altitude"] = altitude
    table = Table.of(engine.new("wildblue", document, 3))
    assert {name: len(table.hand(name)) for name in units} == {"axis-1": 4, "allied-1": 6, "axis-2": 7}


@rule("WBY 4.6")
def test_each_side_draws_from_its_own_deck() -> None:
    table = start(FOUR)
    for side in ("axis", "allied"):
        hands = [card for name in FOUR if name.startswith(side) for card in table.hand(name)]
        assert table.pile(side)["draw"] == 110 - len(hands)
        assert Counter(hands) + Counter(table.document["decks"][side]) == Counter(MANIFEST)


@rule("WBY 4.6.1")
def test_a_hand_and_its_size_are_hidden_and_the_size_is_shown_to_an_enemy_who_is_engaged() -> None:
    table = Table(
        axis("maneuver clouds"), allied("scissors"), axis("maneuver", n=2), engaged="axis-1 advantaged allied-1"
    )
    own, other = (table.view(side)["units"] for side in ("axis", "allied"))
    assert sorted(own["axis-1"]["hand"]) == ["clouds", "maneuver"]
    assert own["axis-2"]["hand"] == ["maneuver"]
    assert other["axis-1"]["hand"] == 2
    assert other["axis-2"]["hand"] is None
    assert own["allied-1"]["hand"] == 1


@rule("WBY 4.6.1")
def test_what_the_other_side_is_shown_does_not_depend_on_hidden_cards() -> None:
    views = []
    for hand in ("maneuver clouds", "scissors tight-turn"):
        table = Table(axis(hand), allied("scissors"), engaged="axis-1 advantaged allied-1")
        views.append(json.dumps(table.view("allied"), sort_keys=True))
    assert views[0] == views[1]


@rule("WBY 4.6.2")
def test_an_empty_draw_pile_is_made_of_the_discards_and_play_goes_on() -> None:
    table = Table(axis("maneuver", aircraft=fighter(horsepower=3)), allied(), step="draw", **one_card_left())
    assert table.pile("axis") == {"draw": 1, "discard": 108, "top": table.pile("axis")["top"]}
    table.play("draw 3")
    assert len(table.hand("axis-1")) == 4
    assert table.pile("axis")["draw"] == 106
    assert table.pile("axis")["discard"] == 0
    assert Counter(table.document["decks"]["axis"]) + Counter(table.hand("axis-1")) == Counter(MANIFEST)


def one_card_left() -> dict[str, Any]:
    """An Axis deck of one card, every other but a Maneuver in hand discarded."""
    rest = Counter(MANIFEST) - Counter(["maneuver", "clouds"])
    allied_deck = list(Counter(MANIFEST).elements())
    return {
        "decks": {"axis": ["clouds"], "allied": allied_deck},
        "discards": {"axis": list(rest.elements()), "allied": []},
    }


# 4.7 Play order


@rule("WBY 4.7")
def test_which_side_goes_first_is_drawn() -> None:
    first = Counter(start(FOUR, first=None, seed=seed).asked.split("-")[0] for seed in range(40))
    assert first["axis"] + first["allied"] == 40
    assert min(first["axis"], first["allied"]) >= 8


@rule("WBY 4.7", "WBY 14.4")
def test_the_side_that_goes_first_chooses_its_element_and_the_sides_alternate() -> None:
    table = Table.of(engine.new("wildblue", setup(FOUR), 0))
    while table.decision and table.decision.kind == "altitude":
        table.play("altitude medium")
    chosen: list[str] = []
    while table.turn == 1 and len(chosen) < 4:
        if table.decision and table.decision.kind == "order":
            assert {text.split()[1].split("-")[0] for text in table.choices} == {table.decision.side}
            chosen.append(table.choices[-1].removeprefix("go "))
            table.play(table.choices[-1])
        elif len(chosen) == 3 and table.asked.split()[0] not in chosen:
            chosen.append(table.asked.split()[0])
        else:
            table.play(next(text for text in ("skip", "stay", "end", "draw 0") if table.can(text)))
    assert chosen == ["axis-2", "allied-2", "axis-1", "allied-1"]
    assert table.document["order"][:4] == chosen


@rule("WBY 4.7", "WBY 4.2")
def test_the_larger_side_goes_on_when_the_smaller_has_had_its_turns() -> None:
    units: dict[str, Document | str] = {name: fighter() for name in ("allied-1", "axis-1", "axis-2", "axis-3")}
    table = start(units, first="allied")
    order: list[str] = []
    while table.turn == 1:
        unit, kind = table.asked.split()
        if kind == "order":
            table.play(table.choices[0])
            continue
        if unit not in order:
            order.append(unit)
        table.play(next(text for text in ("skip", "stay", "end", "draw 0") if table.can(text)))
    assert order[0] == "allied-1"
    assert sorted(order[1:]) == ["axis-1", "axis-2", "axis-3"]


@rule("WBY 4.7")
def test_the_order_of_the_first_turn_stands_for_the_rest_of_the_game() -> None:
    table = Table.of(engine.new("wildblue", setup(FOUR), 0))
    orders: dict[int, list[str]] = {}
    while table.decision and table.turn < 5:
        unit, kind = table.asked.split()
        if kind == "order":
            assert table.turn == 1
        elif kind != "altitude" and unit not in orders.setdefault(table.turn, []):
            orders[table.turn].append(unit)
        idle = ("skip", "stay", "end", "draw 0", "pass", "altitude medium", "go axis-2", "go allied-1", "go axis-1")
        table.play(next((text for text in idle if table.can(text)), table.choices[0]))
    assert orders[1] == ["axis-2", "allied-1", "axis-1", "allied-2"]
    assert orders[2] == orders[3] == orders[4] == orders[1]


# 4.8, 4.9


@rule("WBY 4.8", "WBY 3.6")
def test_a_dogfight_lasts_six_turns() -> None:
    table = start(DUEL)
    turns = set()
    while table.decision:
        turns.add(table.turn)
        table.play(next(text for text in (*NOTHING, *table.choices) if table.can(text)))
    assert turns == {1, 2, 3, 4, 5, 6}
    assert table.report().turns == 6


@rule("WBY 4.9.3", "WBY 4.9.1")
@pytest.mark.parametrize(
    ("leader", "wingman", "points"),
    [(0, 0, 0), (2, 0, 0), (3, 0, 2), (5, 0, 2), (3, 3, 4), (0, 4, 2)],
)
def test_each_enemy_fighter_damaged_at_the_end_counts_two_points(leader: int, wingman: int, points: int) -> None:
    table = Table(axis(), allied(hits=leader, wingman_hits=wingman), turn=6).wait("over")
    assert table.report().points("axis") == points
    assert table.report().points("allied") == 0


@rule("WBY 4.9.3")
def test_a_destroyed_fighter_counts_five_points_and_not_the_two_for_damage_as_well() -> None:
    table = Table(axis("ims-3b3h", aircraft=fighter(burst=3)), allied(hits=3, wingman=False), turn=6)
    table.play("play ims-3b3h > allied-1 leader", "pass").wait("over")
    assert table.report().points("axis") == 5


@rule("WBY 4.9.3 example", "WBY 4.9.3")
def test_worked_example_of_bf109s_against_spitfires_scoring_seven_to_four() -> None:
    """One Bf109 Destroyed, the other Damaged; a Spitfire Damaged, both Disengaged."""
    table = Table(
        allied("ims-2b-fuel", aircraft=fighter(burst=2), hits=3),
        axis(wingman_hits=3),
        turn=5,
        draws={"allied": "ace-pilot ace-pilot"},
    )
    table.play("play ims-2b-fuel > axis-1 leader", "pass", "end").wait("allied-1 draw").play("draw 0")
    table.wait("allied-1 leader").play("disengage")
    assert table.asked == "over"
    report = table.report()
    assert report.points("allied") == 7
    assert report.points("axis") == 4


@rule("WBY 4.6.2")
def test_a_draw_pile_is_made_new_when_a_card_must_be_drawn_and_not_before() -> None:
    table = Table(axis("maneuver", aircraft=fighter(horsepower=3)), allied(), step="draw", **one_card_left())
    table.play("draw 1")
    assert (table.pile("axis")["draw"], table.pile("axis")["discard"]) == (0, 108)


@rule("WBY 4.6.2")
def test_with_neither_draw_pile_nor_discards_as_many_cards_are_drawn_as_there_are() -> None:
    decks = {"axis": ["clouds"], "allied": list(Counter(MANIFEST).elements())}
    rest = list((Counter(MANIFEST) - Counter(["clouds"])).elements())
    table = Table(axis(" ".join(rest)), allied(), decks=decks, discards={"axis": [], "allied": []}, step="altitude")
    table.play("dive").wait("axis-1 altitude-step").play("dive")
    assert len(table.hand("axis-1")) == 110


@rule("WBY 4.8")
def test_a_set_up_and_a_position_that_do_not_say_how_long_last_six_turns() -> None:
    document = setup(DUEL)
    del document["turns"]
    assert engine.new("wildblue", document, 0).position()["turns"] == 6
    units = {name: {"leader": {"aircraft": fighter()}} for name in DUEL}
    assert engine.position("wildblue", {"units": units}).position()["turns"] == 6


@rule("WBY 4.9.3")
@pytest.mark.parametrize(("fate", "points"), [("destroyed", 6), ("damaged", 3), ("disengaged", 2)])
def test_a_light_bomber_has_points_of_its_own(fate: str, points: int) -> None:
    bomber = allied(aircraft=fighter(aircraft_class="light-bomber"), wingman=False, hits=3 if fate == "damaged" else 0)
    table = Table(axis("ims-2b-fuel", aircraft=fighter(burst=2)), bomber, turn=6, draws={"allied": "ace-pilot"})
    if fate == "destroyed":
        table.play("play ims-2b-fuel > allied-1 leader", "pass")
    elif fate == "disengaged":
        table.wait("allied-1 leader").play("disengage")
    assert table.wait("over").report().points("axis") == points


@pytest.mark.parametrize(
    ("slug", "short"),
    [
        ("mosquito-nf-xiii", "Mosquito NF Mk XIII"),
        ("meteor-i", "Meteor F Mk I"),
        ("spitfire-v", "Spitfire Mk VB"),
        ("mc-202", "MC.202 Folgore"),
    ],
)
def test_an_aircraft_is_called_by_its_name_without_its_maker(slug: str, short: str) -> None:
    assert aircraft(slug).short_name == short


@rule("WBY 10", "WBY 17.1.1")
@pytest.mark.parametrize("aircraft", ["me-163b", "bf-110g-4"])
def test_night_fighters_and_rocket_fighters_have_no_wingmen(aircraft: str) -> None:
    document = setup({"allied-1": fighter(), "axis-1": aircraft})
    assert "[WBY 10.0]" in refusal(document)
    with pytest.raises(EngineError, match=r"10\.0"):
        engine.systems()["wildblue"].check(document)
    del document["units"][1]["wingman"]
    assert Table.of(engine.new("wildblue", document, 0)).unit("axis-1")["wingman"] is None
