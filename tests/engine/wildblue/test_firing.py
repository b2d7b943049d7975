"""Firing, Heavy Guns, Gunners, Hits and critical hits. [WBY 9, 5.2.4 to 5.2.6]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import TOUGH, Table, allied, axis, fighter, start


def fire(table: Table, *cards: str, at: str = "allied-1 leader") -> Table:
    for card in cards:
        table.play(f"play {card} > {at}", "pass")
    return table


HITS = {
    "ims-1b1h": 1,
    "ims-1b2h": 2,
    "ims-1b-cockpit": 1,
    "ims-2b2h": 2,
    "ims-2b3h": 3,
    "ims-3b3h": 3,
    "oots-1b2h": 2,
    "oots-2b3h": 3,
    "oots-3b4h": 4,
}
BURSTS = {card: int(card.split("-")[1][0]) for card in (*HITS, "ims-2b-engine", "ims-2b-fuel")}


@rule("WBY 9", "WBY 9.3")
@pytest.mark.parametrize("card", HITS)
def test_a_firing_card_inflicts_its_hits_when_it_succeeds(card: str) -> None:
    table = Table(axis(card, aircraft=fighter(burst=3)), allied(aircraft=TOUGH))
    assert fire(table, card).hits("allied-1") == HITS[card]


@rule("WBY 9.3", "WBY 6.2")
def test_a_firing_card_that_is_answered_inflicts_nothing() -> None:
    table = Table(axis("ims-3b3h", aircraft=fighter(burst=3)), allied("barrel-roll"))
    table.play("play ims-3b3h > allied-1 leader", "respond barrel-roll", "pass")
    assert table.hits("allied-1") == 0


@rule("WBY 9", "WBY 9.1")
@pytest.mark.parametrize("limit", [0, 1, 2, 3])
@pytest.mark.parametrize("card", BURSTS)
def test_a_card_needs_as_many_bursts_as_it_says(card: str, limit: int) -> None:
    table = Table(axis(card, aircraft=fighter(burst=limit)), allied())
    assert table.can(f"play {card} > allied-1 leader") is (BURSTS[card] <= limit)


@rule("WBY 9", "WBY 5.2.4")
def test_bursts_are_divided_among_several_cards_and_never_exceeded() -> None:
    table = Table(axis("ims-1b1h ims-1b1h oots-1b2h ims-2b2h", aircraft=fighter(burst=3)), allied(aircraft=TOUGH))
    fire(table, "ims-1b1h", "oots-1b2h")
    assert not table.can("play ims-2b2h > allied-1 leader")
    fire(table, "ims-1b1h")
    assert not any(" > " in text for text in table.choices)


@rule("WBY 9.1", "WBY 5.2.4")
def test_the_bursts_are_there_again_in_the_next_turn() -> None:
    table = Table(axis("ims-1b1h ims-1b1h"), allied(aircraft=TOUGH))
    fire(table, "ims-1b1h")
    assert not table.can("play ims-1b1h > allied-1 leader")
    table.play("end").wait("axis-1 leader")
    assert table.can("play ims-1b1h > allied-1 leader")


@rule("WBY 9.1 example")
def test_worked_example_of_a_tailing_bf109_firing_three_bursts_and_one() -> None:
    table = Table(
        axis("ims-3b3h ims-1b1h ims-1b1h", aircraft=fighter(burst=1)),
        allied(aircraft=TOUGH),
        engaged="axis-1 tailing allied-1",
    )
    fire(table, "ims-3b3h")
    assert table.can("play ims-1b1h > allied-1 leader")
    fire(table, "ims-1b1h")
    assert not table.can("play ims-1b1h > allied-1 leader")


@rule("WBY 9.1.1", "WBY 9.1.1 example")
def test_worked_example_of_a_kittyhawk_firing_before_and_after_a_maneuver() -> None:
    table = Table(allied("ims-1b1h maneuver ims-1b1h ims-1b1h", aircraft="kittyhawk-i"), axis(aircraft=TOUGH))
    fire(table, "ims-1b1h", "maneuver", "ims-1b1h", at="axis-1 leader")
    assert table.hits("axis-1") == 2
    assert not table.can("play ims-1b1h > axis-1 leader")


@rule("WBY 9.1.1", "WBY 9")
def test_bursts_spent_before_count_against_the_limit_of_the_new_position() -> None:
    table = Table(axis("ims-1b1h maneuver ims-2b2h"), allied(aircraft=TOUGH))
    fire(table, "ims-1b1h", "maneuver")
    assert not table.can("play ims-2b2h > allied-1 leader")


# Heavy Guns

P_39 = "p-39d"


@rule("WBY 9.1.2 example", "WBY 9.1.2", "WBY 5.2.6")
def test_worked_example_of_a_neutral_p39_that_cannot_use_its_heavy_gun() -> None:
    table = Table(allied("ims-1b1h ims-3b3h", aircraft=P_39), axis())
    assert table.can("play ims-1b1h > axis-1 leader")
    assert not any("heavy gun" in text for text in table.choices)


@rule("WBY 9.1.2 example", "WBY 9.1.2")
@pytest.mark.parametrize("card", ["ims-1b1h", "ims-3b3h"])
def test_worked_example_of_an_advantaged_p39_that_plays_either_card_as_two_bursts_and_three_hits(card: str) -> None:
    table = Table(
        allied("ims-1b1h ims-3b3h", aircraft=P_39), axis(aircraft=TOUGH), engaged="allied-1 advantaged axis-1"
    )
    assert not table.can("play ims-3b3h > axis-1 leader")
    table.play(f"play {card} > axis-1 leader (heavy gun)", "pass")
    assert table.hits("axis-1") == 3
    assert table.unit("allied-1")["heavy_guns"] == 1
    assert not any("ims" in text for text in table.choices)


@rule("WBY 5.2.6", "WBY 5.4.3")
def test_leader_and_wingman_start_with_the_heavy_gun_markers_of_their_type() -> None:
    table = start({"axis-1": fighter(heavy_guns=2), "allied-1": fighter()})
    assert table.unit("axis-1")["heavy_guns"] == 2
    assert table.unit("axis-1")["wingman"]["heavy_guns"] == 2
    assert table.unit("allied-1")["heavy_guns"] == 0


@rule("WBY 9.1.2", "WBY 5.2.6")
def test_each_heavy_gun_marker_is_used_once() -> None:
    plane = fighter(burst=3, heavy_guns=1)
    table = Table(allied("ims-1b1h ims-1b1h ims-1b2h", aircraft=plane), axis(aircraft=TOUGH))
    table.play("play ims-1b1h > axis-1 leader (heavy gun)", "pass")
    assert table.unit("allied-1")["heavy_guns"] == 0
    assert not any("heavy gun" in text for text in table.choices)
    assert table.can("play ims-1b1h > axis-1 leader")


@rule("WBY 9.1.2")
def test_a_heavy_gun_marker_is_spent_even_when_the_card_is_answered() -> None:
    table = Table(allied("ims-1b1h", aircraft=fighter(burst=2, heavy_guns=1)), axis("barrel-roll"))
    table.play("play ims-1b1h > axis-1 leader (heavy gun)", "respond barrel-roll", "pass")
    assert table.hits("axis-1") == 0
    assert table.unit("allied-1")["heavy_guns"] == 0


@rule("WBY 9.1.2")
def test_a_heavy_gun_does_not_go_with_out_of_the_sun() -> None:
    table = Table(allied("oots-1b2h", aircraft=fighter(burst=3, heavy_guns=1)), axis())
    assert not any("heavy gun" in text for text in table.choices)


@rule("WBY 9.1.2")
@pytest.mark.parametrize("special", [(), ("agile",)])
def test_a_leader_without_markers_plays_no_heavy_gun(special: tuple[str, ...]) -> None:
    table = Table(allied("ims-1b1h", aircraft=fighter(burst=3, special=special)), axis())
    assert not any("heavy gun" in text for text in table.choices)


@rule("WBY 9.1.2", "WBY 9.2")
def test_a_gunner_never_uses_a_heavy_gun() -> None:
    plane = fighter(burst=3, gunner=3, heavy_guns=2)
    table = Table(allied("ims-1b1h", aircraft=plane), axis(), engaged="allied-1 tailed axis-1")
    assert table.can("play ims-1b1h > axis-1 leader")
    assert not any("heavy gun" in text for text in table.choices)


@rule("WBY 9.1.2", "WBY 5.4.3")
@pytest.mark.parametrize("seat", ["leader", "wingman"])
def test_a_wingman_uses_no_heavy_gun_against_fighters(seat: str) -> None:
    table = Table(allied(aircraft=fighter(heavy_guns=2)), axis(), step="wingman", draws={"allied": "ims-1b1h ims-3b3h"})
    table.play(f"attack > axis-1 {seat}")
    assert table.can(f"play ims-1b1h > axis-1 {seat}")
    assert not any("heavy gun" in text for text in table.choices)


@rule("WBY 9.1.2", "WBY 9.3.3", "WBY 9.3.4", "WBY 9.3.5")
@pytest.mark.parametrize("card", ["ims-1b-cockpit", "ims-2b-engine", "ims-2b-fuel"])
def test_a_heavy_gun_turns_a_critical_card_into_plain_three_hits(card: str) -> None:
    table = Table(allied(card, aircraft=fighter(burst=2, heavy_guns=1)), axis(aircraft=TOUGH))
    table.play(f"play {card} > axis-1 leader (heavy gun)", "pass")
    assert table.hits("axis-1") == 3
    assert table.unit("axis-1")["leader"]["cockpit"] == 0
    assert table.status("axis-1") == "undamaged"


@rule("WBY 9.1.2", "WBY 9.3.6")
def test_heavy_cannons_add_their_hits_to_a_heavy_gun_card() -> None:
    table = Table(allied("ims-1b1h", aircraft=fighter(burst=2, burst_plus=2, heavy_guns=1)), axis(aircraft=TOUGH))
    table.play("play ims-1b1h > axis-1 leader (heavy gun)", "pass")
    assert table.hits("axis-1") == 5


# Gunners

BF_110 = fighter(gunner=1, burst=2)


@rule("WBY 9.2 example", "WBY 9.2", "WBY 5.2.5")
def test_worked_example_of_a_bf110_whose_gunner_fires_once_and_whose_guns_fire_after_a_maneuver() -> None:
    table = Table(
        axis("ims-1b1h ims-1b1h ims-2b2h maneuver", aircraft=BF_110),
        allied(aircraft=TOUGH),
        engaged="allied-1 advantaged axis-1",
    )
    assert not table.can("play ims-2b2h > allied-1 leader")
    fire(table, "ims-1b1h")
    assert not table.can("play ims-1b1h > allied-1 leader")
    fire(table, "maneuver")
    assert table.stands("axis-1", "allied-1") == "neutral"
    fire(table, "ims-2b2h")
    assert table.hits("allied-1") == 3


@rule("WBY 9.2", "WBY 5.2.5")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed"])
def test_a_gunners_rating_is_the_same_in_both_bad_positions(position: str) -> None:
    table = Table(
        axis("ims-2b2h ims-1b1h oots-2b3h oots-3b4h", aircraft=fighter(gunner=2, burst=0)),
        allied(),
        engaged=f"axis-1 {position} allied-1",
    )
    legal = {text for text in table.choices if text.endswith("> allied-1 leader")}
    assert legal == {f"play {card} > allied-1 leader" for card in ("ims-2b2h", "ims-1b1h", "oots-2b3h")}


@rule("WBY 9.2", "WBY 5.2.5")
@pytest.mark.parametrize("position", ["neutral", "advantaged", "tailing"])
def test_a_gunner_does_not_fire_from_neutral_or_better(position: str) -> None:
    engaged = f"axis-1 {position} allied-1"
    limit = {"neutral": 0, "advantaged": 1, "tailing": 3}[position]
    table = Table(axis("ims-1b1h ims-3b3h", aircraft=fighter(gunner=3, burst=0)), allied(), engaged=engaged)
    assert table.can("play ims-1b1h > allied-1 leader") is (limit >= 1)
    assert table.can("play ims-3b3h > allied-1 leader") is (limit >= 3)


@rule("WBY 9.2.1")
@pytest.mark.parametrize("card", ["tight-turn", "barrel-roll", "full-throttle", "vertical-roll", "chop-throttle"])
def test_a_gunners_fire_is_answered_as_any_fire_and_costs_no_position(card: str) -> None:
    table = Table(axis("ims-1b1h", aircraft=BF_110), allied(card), engaged="allied-1 tailing axis-1")
    table.play("play ims-1b1h > allied-1 leader", f"respond {card}")
    table.wait("axis-1 leader")
    assert table.hits("allied-1") == 0
    assert table.stands("allied-1", "axis-1") == "tailing"


@rule("WBY 9.2.1")
@pytest.mark.parametrize(("position", "after"), [("tailing", "advantaged"), ("advantaged", "neutral")])
def test_by_option_evading_a_gunner_costs_one_step_of_position(position: str, after: str) -> None:
    options = {"evading_gunners": True}
    table = Table(
        axis("ims-1b1h", aircraft=BF_110), allied("barrel-roll"), engaged=f"allied-1 {position} axis-1", options=options
    )
    table.play("play ims-1b1h > allied-1 leader", "respond barrel-roll").wait("axis-1 leader")
    assert table.stands("allied-1", "axis-1") == after


@rule("WBY 9.2.1")
def test_by_option_taking_the_gunners_fire_costs_no_position() -> None:
    options = {"evading_gunners": True}
    table = Table(axis("ims-1b1h", aircraft=BF_110), allied(), engaged="allied-1 tailing axis-1", options=options)
    fire(table, "ims-1b1h")
    assert table.stands("allied-1", "axis-1") == "tailing"
    assert table.hits("allied-1") == 1


@rule("WBY 9.2.1", "WBY 10.6.3")
def test_by_option_a_wingman_who_evades_a_gunner_costs_his_leader_no_position() -> None:
    table = Table(
        axis("ims-1b1h", aircraft=BF_110),
        allied(),
        engaged="allied-1 tailing axis-1",
        options={"evading_gunners": True},
        draws={"allied": "barrel-roll clouds"},
    )
    table.play("play ims-1b1h > allied-1 wingman", "respond barrel-roll").wait("axis-1 leader")
    assert table.stands("allied-1", "axis-1") == "tailing"


@rule("WBY 9.2.2")
def test_a_gunner_never_answers_a_response() -> None:
    table = Table(
        axis("ims-1b1h ace-pilot tight-turn", aircraft=BF_110),
        allied("tight-turn"),
        engaged="allied-1 tailing axis-1",
    )
    table.play("play ims-1b1h > allied-1 leader", "respond tight-turn")
    if table.asked == "axis-1 respond":
        assert table.choices == ["pass"]
        table.play("pass")
    assert table.asked == "axis-1 leader"
    assert table.hits("allied-1") == 0


@rule("WBY 9.2.2")
def test_a_leader_with_a_gunner_answers_responses_to_his_own_maneuvers() -> None:
    table = Table(axis("maneuver tight-turn", aircraft=BF_110), allied("tight-turn"), engaged="allied-1 tailing axis-1")
    table.play("play maneuver > allied-1 leader", "respond tight-turn", "respond tight-turn", "pass")
    assert table.stands("axis-1", "allied-1") == "disadvantaged"


@rule("WBY 9.2.2", "WBY 6.2")
def test_after_his_gunner_has_fired_a_leader_still_answers_responses_to_his_maneuvers() -> None:
    table = Table(
        axis("ims-1b1h maneuver scissors", aircraft=BF_110),
        allied("barrel-roll tight-turn"),
        engaged="allied-1 tailing axis-1",
    )
    table.play("play ims-1b1h > allied-1 leader", "respond barrel-roll").wait("axis-1 leader")
    table.play("play maneuver > allied-1 leader", "respond tight-turn", "respond scissors", "pass")
    assert table.stands("axis-1", "allied-1") == "disadvantaged"


# Hits and damage


@rule("WBY 9.3", "WBY 9.3.1")
def test_hits_are_cumulative_within_a_turn_and_from_turn_to_turn() -> None:
    table = Table(axis("ims-1b1h ims-1b2h ims-1b1h", aircraft=fighter(burst=2)), allied(aircraft=TOUGH))
    fire(table, "ims-1b1h", "ims-1b2h")
    assert table.hits("allied-1") == 3
    table.play("end").wait("axis-1 leader")
    fire(table, "ims-1b1h")
    assert table.hits("allied-1") == 4


@rule("WBY 5.2.1 example", "WBY 5.2.1", "WBY 4.9.1", "WBY 9.3.1", "WBY 9.3.2")
@pytest.mark.parametrize(
    ("hits", "status"),
    [(1, "undamaged"), (2, "undamaged"), (3, "damaged"), (4, "damaged"), (5, "damaged"), (6, "destroyed")],
)
def test_worked_example_of_a_lagg3_damaged_by_three_hits_and_destroyed_by_six(hits: int, status: str) -> None:
    hand = " ".join(["ims-1b1h"] * hits)
    table = Table(axis(hand, aircraft=fighter(burst=6)), allied(aircraft="lagg-3", wingman=False))
    fire(table, *["ims-1b1h"] * hits)
    assert table.status("allied-1") == status


@rule("WBY 9.3.1", "WBY 5.2.1")
def test_a_damaged_aircraft_uses_the_ratings_of_its_damaged_side_and_keeps_its_hits() -> None:
    plane = fighter(horsepower=3, damage=(2, 6), damaged={"horsepower": 1})
    table = Table(axis("ims-1b2h"), allied(aircraft=plane))
    assert fire(table, "ims-1b2h").hits("allied-1") == 2
    table.play("end").wait("allied-1 draw")
    assert table.choices == ["draw 0", "draw 1"]


@rule("WBY 9.3.2", "WBY 5.2.1")
def test_more_hits_than_needed_destroy_an_undamaged_aircraft_at_once() -> None:
    table = Table(axis("ims-3b3h", aircraft=fighter(burst=3)), allied(aircraft=fighter(damage=(1, 2)), wingman=False))
    assert fire(table, "ims-3b3h").status("allied-1") == "destroyed"


@rule("WBY 9.3.3", "WBY 5.2.2")
def test_a_cockpit_hit_is_one_hit_and_lowers_a_leaders_performance_by_one() -> None:
    table = Table(
        axis("ims-1b-cockpit"), allied("maneuver maneuver maneuver maneuver", aircraft=fighter(performance=6))
    )
    fire(table, "ims-1b-cockpit")
    assert table.hits("allied-1") == 1
    assert table.unit("allied-1")["leader"]["cockpit"] == 1
    table.play("end").wait("allied-1 draw")
    assert table.choices == ["draw 0", "draw 1"]


@rule("WBY 9.3.3")
def test_cockpit_hits_are_cumulative() -> None:
    table = Table(
        axis("ims-1b-cockpit ims-1b-cockpit", aircraft=fighter(burst=2)),
        allied("maneuver maneuver maneuver", aircraft=fighter(performance=6, horsepower=6)),
    )
    fire(table, "ims-1b-cockpit", "ims-1b-cockpit")
    assert table.hits("allied-1") == 2
    table.play("end").wait("allied-1 draw")
    assert table.choices == ["draw 0", "draw 1"]


@rule("WBY 9.3.3", "WBY 10.1.1")
@pytest.mark.parametrize(("cockpit", "cards"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_a_cockpit_hit_lowers_a_wingmans_offensive_rating_by_one(cockpit: int, cards: int) -> None:
    table = Table(axis(aircraft=fighter(offensive=2), wingman_cockpit=cockpit), allied(), step="wingman")
    before = table.pile("axis")["draw"]
    if table.can("attack > allied-1 leader"):
        table.play("attack > allied-1 leader")
    assert before - table.pile("axis")["draw"] == cards


@rule("WBY 9.3.3")
def test_a_cockpit_hit_on_a_wingman_is_one_hit_and_leaves_his_defensive_rating() -> None:
    table = Table(axis("ims-1b-cockpit ims-1b1h", aircraft=fighter(burst=2)), allied())
    before = table.pile("allied")["draw"]
    fire(table, "ims-1b-cockpit", at="allied-1 wingman")
    assert table.hits("allied-1", "wingman") == 1
    assert table.unit("allied-1")["wingman"]["cockpit"] == 1
    table.play("end").wait("axis-1 leader")
    spent = table.pile("allied")["draw"]
    table.play("play ims-1b1h > allied-1 wingman")
    assert spent - table.pile("allied")["draw"] == 2
    assert before - spent == 2


@rule("WBY 9.3.4", "WBY 5.5.3")
def test_an_engine_hit_destroys_a_single_engined_aircraft() -> None:
    table = Table(axis("ims-2b-engine", aircraft=fighter(burst=2)), allied(aircraft=TOUGH, wingman=False))
    assert fire(table, "ims-2b-engine").status("allied-1") == "destroyed"


@rule("WBY 9.3.4", "WBY 5.5.3")
def test_an_engine_hit_is_six_hits_to_a_multi_engined_aircraft() -> None:
    twin = fighter(damage=(6, 12), special=("multi-engined",))
    table = Table(axis("ims-2b-engine", aircraft=fighter(burst=2)), allied(aircraft=twin))
    fire(table, "ims-2b-engine")
    assert table.hits("allied-1") == 6
    assert table.status("allied-1") == "damaged"


@rule("WBY 9.3.5")
@pytest.mark.parametrize("special", [(), ("multi-engined",)])
def test_a_fuel_tank_hit_destroys_any_aircraft(special: tuple[str, ...]) -> None:
    target = fighter(damage=(20, 30), special=special)
    table = Table(axis("ims-2b-fuel", aircraft=fighter(burst=2)), allied(aircraft=target, wingman=False))
    assert fire(table, "ims-2b-fuel").status("allied-1") == "destroyed"


@rule("WBY 9.3.4", "WBY 9.3.5", "WBY 11.1")
@pytest.mark.parametrize("card", ["ims-2b-engine", "ims-2b-fuel"])
def test_a_wingman_is_destroyed_by_an_engine_or_fuel_tank_hit_too(card: str) -> None:
    table = Table(axis(card, aircraft=fighter(burst=2)), allied())
    fire(table, card, at="allied-1 wingman")
    assert table.status("allied-1", "wingman") == "destroyed"
    assert table.status("allied-1") == "undamaged"


@rule("WBY 9.3.6", "WBY 5.2.4")
@pytest.mark.parametrize("card", ["ims-1b1h", "oots-1b2h", "ims-1b-cockpit"])
def test_a_leaders_heavy_cannons_add_hits_to_every_card_that_succeeds(card: str) -> None:
    table = Table(axis(f"{card} ims-1b1h", aircraft=fighter(burst=2, burst_plus=1)), allied(aircraft=TOUGH))
    assert fire(table, card).hits("allied-1") == HITS[card] + 1
    assert fire(table, "ims-1b1h").hits("allied-1") == HITS[card] + 1 + 2


@rule("WBY 9.3.6", "WBY 9.3.4")
def test_heavy_cannons_add_to_the_six_hits_of_an_engine_hit() -> None:
    twin = fighter(damage=(20, 30), special=("multi-engined",))
    table = Table(axis("ims-2b-engine", aircraft=fighter(burst=2, burst_plus=2)), allied(aircraft=twin))
    assert fire(table, "ims-2b-engine").hits("allied-1") == 8


@rule("WBY 9.3.6", "WBY 5.2.4")
def test_heavy_cannons_add_nothing_to_a_card_that_fails() -> None:
    table = Table(axis("ims-1b1h", aircraft=fighter(burst_plus=3)), allied("barrel-roll"))
    table.play("play ims-1b1h > allied-1 leader", "respond barrel-roll", "pass")
    assert table.hits("allied-1") == 0


@rule("WBY 5.4.2", "WBY 9.3.6")
@pytest.mark.parametrize("card", ["ims-1b1h", "oots-2b3h"])
def test_a_wingmans_heavy_cannons_add_hits_to_every_card_that_succeeds(card: str) -> None:
    table = Table(
        axis(aircraft=fighter(offensive=1, offensive_plus=1)),
        allied(aircraft=TOUGH),
        step="wingman",
        draws={"axis": card},
    )
    table.play("attack > allied-1 leader", f"play {card} > allied-1 leader", "pass")
    assert table.hits("allied-1") == HITS[card] + 1


@rule("WBY 5.2.5", "WBY 9.3.6")
def test_heavy_cannons_do_not_help_a_gunner() -> None:
    """The +# stands with the Burst rating; a Gunner fires without it."""
    plane = fighter(burst=2, burst_plus=2, gunner=1)
    table = Table(axis("ims-1b1h", aircraft=plane), allied(aircraft=TOUGH), engaged="axis-1 tailed allied-1")
    assert fire(table, "ims-1b1h").hits("allied-1") == 1


# 5.5.5 Turret fighters

DEFIANT = fighter(burst=0, gunner=2, special=("turret-fighter",))


@rule("WBY 5.5.5")
@pytest.mark.parametrize("position", ["tailing", "advantaged", "neutral", "disadvantaged", "tailed"])
def test_a_turret_fighter_fires_at_a_fighter_only_while_disadvantaged_or_tailed(position: str) -> None:
    engaged = f"allied-1 {position} axis-1"
    table = Table(allied("ims-1b1h ims-2b2h ims-3b3h", aircraft=DEFIANT), axis(), engaged=engaged)
    fires = position in ("disadvantaged", "tailed")
    assert table.can("play ims-2b2h > axis-1 leader") is fires
    assert table.can("play ims-1b1h > axis-1 leader") is fires
    assert not table.can("play ims-3b3h > axis-1 leader")


@rule("WBY 5.5.5")
def test_the_wingman_of_a_turret_fighter_plays_normally() -> None:
    table = Table(allied(aircraft=DEFIANT), axis(), step="wingman", draws={"allied": "ims-3b3h maneuver"})
    table.play("attack > axis-1 leader")
    assert table.can("play ims-3b3h > axis-1 leader")


@rule("WBY 5.5.5", "WBY 10.6.2")
def test_a_neutral_turret_fighter_does_not_attack_a_wingman() -> None:
    table = Table(allied("maneuver ims-1b1h ims-2b2h", aircraft=DEFIANT), axis())
    assert not any("axis-1 wingman" in text for text in table.choices)
    assert table.can("play maneuver > axis-1 leader")


@rule("WBY 5.5.5", "WBY 10.6.3")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed"])
def test_a_turret_fighter_with_the_enemy_behind_fires_at_his_wingman_too(position: str) -> None:
    table = Table(allied("ims-2b2h", aircraft=DEFIANT), axis(), engaged=f"allied-1 {position} axis-1")
    assert table.can("play ims-2b2h > axis-1 wingman")


@rule("WBY 5.5.5", "WBY 7.4")
@pytest.mark.parametrize(
    ("position", "fires"),
    [("tailing", True), ("advantaged", True), ("neutral", False), ("disadvantaged", False), ("tailed", False)],
)
def test_a_turret_fighter_fires_at_a_light_bomber_only_from_behind_and_without_extra_bursts(
    position: str, fires: bool
) -> None:
    bomber = fighter(aircraft_class="light-bomber")
    table = Table(
        allied("ims-2b2h ims-3b3h", aircraft=DEFIANT), axis(aircraft=bomber), engaged=f"allied-1 {position} axis-1"
    )
    assert {text for text in table.choices if "ims" in text} == ({"play ims-2b2h > axis-1 leader"} if fires else set())


@rule("WBY 5.5.5", "WBY 10.6.2", "WBY 8.2.4")
def test_a_turret_fighter_that_rolled_away_and_back_does_not_attack_the_wingman_its_gunner_had_fired_at() -> None:
    table = Table(
        allied("ims-1b1h ims-1b2h maneuver vertical-roll vertical-roll", aircraft=DEFIANT),
        axis(aircraft=TOUGH),
        engaged="axis-1 tailing allied-1",
        draws={"allied": "half-loop"},
    )
    table.play("play ims-1b1h > axis-1 wingman", "pass", "play vertical-roll (dive)", "pass", "stay")
    table.play("play vertical-roll (climb)", "pay half-loop")
    assert table.choices == ["end"]


@rule("WBY 19.2.6", "WBY 9.2")
def test_the_gunner_skill_makes_no_gunner_where_there_is_none() -> None:
    table = Table(axis("ims-1b1h", aircraft=fighter(gunner=0), skills="G"), allied(), engaged="axis-1 tailed allied-1")
    assert not table.can("play ims-1b1h > allied-1 leader")
