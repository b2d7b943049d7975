"""Jets: Speed, Thrust and their Full Throttle counters; Power Boost beside them. [WBY 5.3, 5.5.4]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import BOOSTED, Table, allied, axis, fighter, start

ME_262 = fighter(jet=(3, 2), damage=(3, 6))


def counters(table: Table, name: str = "axis-1") -> int:
    held: int = table.unit(name)["full_throttle"]
    return held


@rule("WBY 5.3", "WBY 5.3.1")
def test_a_jet_starts_with_as_many_full_throttle_counters_as_its_speed() -> None:
    table = start({"axis-1": ME_262, "allied-1": fighter()})
    assert counters(table) == 3
    assert counters(table, "allied-1") == 0


@rule("WBY 5.3.2", "WBY 5.3")
@pytest.mark.parametrize(("held", "after"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_in_its_draw_step_a_jet_gets_its_thrust_in_counters_up_to_its_speed(held: int, after: int) -> None:
    table = Table(axis("maneuver", aircraft=ME_262, full_throttle=held), allied(), step="draw")
    table.play("draw 0").wait("allied-1 leader")
    assert counters(table) == after


@rule("WBY 5.3.2")
def test_a_jet_gets_its_counters_even_when_it_draws_no_card_because_its_hand_is_full() -> None:
    table = Table(axis("maneuver " * 6, aircraft=ME_262, full_throttle=0), allied(), step="draw")
    table.wait("allied-1 leader")
    assert counters(table) == 2


@rule("WBY 5.3.2")
@pytest.mark.parametrize("altitude", ["very-low", "medium", "high", "very-high"])
def test_thrust_is_the_same_at_every_altitude(altitude: str) -> None:
    table = Table(axis(altitude=altitude, aircraft=ME_262, full_throttle=0), allied(), step="draw")
    table.wait("allied-1 leader")
    assert counters(table) == 2


@rule("WBY 5.3")
def test_counters_do_not_count_against_the_hand_limit() -> None:
    plane = fighter(jet=(3, 1), performance=2, horsepower=3)
    table = Table(axis("maneuver", aircraft=plane, full_throttle=3), allied(), step="draw")
    assert table.choices == ["draw 0", "draw 1"]


@rule("WBY 5.3", "WBY 5.2.3")
@pytest.mark.parametrize(("altitude", "draws"), [("medium", 3), ("high", 3), ("very-high", 2)])
def test_all_jets_are_turbocharged(altitude: str, draws: int) -> None:
    plane = fighter(jet=(3, 1), horsepower=3, turbo=False)
    table = Table(axis(altitude=altitude, aircraft=plane), allied(), step="draw")
    assert table.choices[-1] == f"draw {draws}"


@rule("WBY 5.3", "WBY 4.5")
def test_a_jet_may_start_at_very_high_altitude() -> None:
    table = start({"axis-1": fighter(jet=(3, 1)), "allied-1": fighter()}, until="axis-1 altitude")
    assert table.can("altitude very-high")


@rule("WBY 5.3.1", "WBY 11.2")
def test_a_promoted_jet_wingman_gets_counters_of_its_speed_less_one() -> None:
    table = Table(axis("ims-2b-fuel", aircraft=fighter(burst=2)), allied(aircraft=ME_262, full_throttle=0))
    table.play("play ims-2b-fuel > allied-1 leader", "pass")
    assert counters(table, "allied-1") == 2


@rule("WBY 5.3.1")
def test_later_the_full_speed_counts_again_for_a_promoted_jet() -> None:
    table = Table(axis("ims-2b-fuel", aircraft=fighter(burst=2)), allied(aircraft=ME_262))
    table.play("play ims-2b-fuel > allied-1 leader", "pass", "end").wait("allied-1 draw")
    table.play("draw 0").wait("axis-1 leader")
    assert counters(table, "allied-1") == 3


@rule("WBY 5.3", "WBY 6.3")
def test_a_jet_spends_several_counters_in_one_turn() -> None:
    table = Table(axis(aircraft=ME_262), allied(), engaged="axis-1 tailed allied-1")
    for after in ("disadvantaged", "neutral"):
        table.play("play full-throttle > allied-1 leader (counter)", "pass")
        assert table.stands("axis-1", "allied-1") == after
    assert counters(table) == 1


@rule("WBY 5.3", "WBY 6.3")
def test_a_jet_answers_several_attacks_with_counters() -> None:
    table = Table(axis("maneuver ims-1b1h ims-1b2h", aircraft=fighter(burst=2)), allied(aircraft=ME_262))
    for card in ("maneuver", "ims-1b1h", "ims-1b2h"):
        table.play(f"play {card} > allied-1 leader", "respond full-throttle (counter)", "pass")
    assert counters(table, "allied-1") == 0
    assert table.hits("allied-1") == 0


# 5.5.4 Power Boost


@rule("WBY 5.5.4", "WBY 6.3")
def test_leader_and_wingman_with_power_boost_start_with_one_counter_each() -> None:
    table = start({"axis-1": BOOSTED, "allied-1": fighter()})
    assert counters(table) == 1
    table = Table(axis("ims-1b1h"), allied(aircraft=BOOSTED), draws={"allied": "clouds clouds"})
    table.play("play ims-1b1h > allied-1 wingman")
    assert sorted(table.choices) == ["pass", "respond full-throttle (counter)"]


@rule("WBY 5.5.4", "WBY 6.3")
def test_leader_and_wingman_each_spend_their_own_counter() -> None:
    table = Table(axis("ims-1b1h ims-1b2h", aircraft=fighter(burst=2)), allied(aircraft=BOOSTED))
    table.play("play ims-1b1h > allied-1 wingman", "respond full-throttle (counter)", "pass")
    assert counters(table, "allied-1") == 1
    table.play("play ims-1b2h > allied-1 wingman")
    assert not table.can("respond full-throttle (counter)")


@rule("WBY 5.5.4", "WBY 6.3", "WBY 10.2c")
def test_a_wingman_attacks_with_his_counter_for_his_leader() -> None:
    table = Table(
        axis(aircraft=BOOSTED),
        allied(),
        engaged="axis-1 tailed allied-1",
        step="wingman",
        draws={"axis": "tight-turn tight-turn"},
    )
    table.play("attack > allied-1 leader", "play full-throttle > allied-1 leader (counter)", "pass")
    assert table.stands("axis-1", "allied-1") == "disadvantaged"


@rule("WBY 5.5.4")
def test_a_spent_power_boost_counter_is_never_replaced() -> None:
    table = Table(axis("maneuver"), allied(aircraft=BOOSTED))
    table.play("play maneuver > allied-1 leader", "respond full-throttle (counter)", "pass", "end")
    table.wait("axis-1 leader")
    assert counters(table, "allied-1") == 0


@rule("WBY 5.5.4", "WBY 9.3.1")
def test_a_damaged_aircraft_loses_its_power_boost_counter_and_its_wingman_does_not() -> None:
    table = Table(axis("ims-3b3h", aircraft=fighter(burst=3)), allied(aircraft=BOOSTED))
    assert counters(table, "allied-1") == 1
    table.play("play ims-3b3h > allied-1 leader", "pass")
    assert table.status("allied-1") == "damaged"
    assert counters(table, "allied-1") == 0
    table = Table(axis("ims-1b1h"), allied(aircraft=BOOSTED, hits=3))
    table.play("play ims-1b1h > allied-1 wingman")
    assert table.can("respond full-throttle (counter)")


@rule("WBY 5.5.4")
def test_a_damaged_wingman_loses_his_power_boost_counter() -> None:
    table = Table(
        axis("ims-3b3h ims-1b1h", aircraft=fighter(burst=4)),
        allied(aircraft=BOOSTED),
        draws={"allied": "clouds clouds"},
    )
    table.play("play ims-3b3h > allied-1 wingman", "pass", "play ims-1b1h > allied-1 wingman")
    assert table.choices == ["pass"]
    assert counters(table, "allied-1") == 1


@rule("WBY 5.5.4", "WBY 5.3")
def test_a_damaged_jet_keeps_its_counters() -> None:
    table = Table(axis("ims-3b3h", aircraft=fighter(burst=3)), allied(aircraft=ME_262))
    table.play("play ims-3b3h > allied-1 leader", "pass")
    assert table.status("allied-1") == "damaged"
    assert counters(table, "allied-1") == 3


BOOSTED_JET = fighter(jet=(3, 1), special=("power-boost",), damage=(3, 6))


@rule("WBY 5.5.4", "WBY 5.3", "WBY 9.3.1")
def test_a_damaged_jet_with_power_boost_loses_that_counter_and_keeps_its_own() -> None:
    for held, kept in ((4, 3), (2, 2)):
        table = Table(axis("ims-3b3h", aircraft=fighter(burst=3)), allied(aircraft=BOOSTED_JET, full_throttle=held))
        table.play("play ims-3b3h > allied-1 leader", "pass")
        assert counters(table, "allied-1") == kept


@rule("WBY 5.3.1", "WBY 5.5.4", "WBY 11.2d")
@pytest.mark.parametrize(("hits", "held"), [(0, 3), (3, 2)])
def test_a_promoted_jet_wingman_brings_the_counter_of_his_power_boost_along(hits: int, held: int) -> None:
    table = Table(
        axis("ims-2b-fuel", aircraft=fighter(burst=2)),
        allied(aircraft=BOOSTED_JET, full_throttle=0, wingman_hits=hits),
    )
    table.play("play ims-2b-fuel > allied-1 leader", "pass")
    assert counters(table, "allied-1") == held


@rule("WBY 5.5.4", "WBY 5.4.1", "WBY 11.2d")
def test_a_jet_wingman_loses_the_counter_of_his_power_boost_when_he_is_damaged() -> None:
    table = Table(
        axis("ims-3b3h", aircraft=fighter(burst=3)),
        axis("ims-2b-fuel", n=2, aircraft=fighter(burst=2)),
        allied(aircraft=BOOSTED_JET, full_throttle=0),
        draws={"allied": "clouds clouds"},
    )
    table.play("play ims-3b3h > allied-1 wingman", "pass", "end").wait("axis-2 leader")
    table.play("play ims-2b-fuel > allied-1 leader", "pass")
    assert counters(table, "allied-1") == 2
