"""Experience, what it earns, and the fate of who was shot down. [WBY-S 19.5]"""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaigns.standing import careers
from engine.core.campaigns import Fate, Ground
from tests.engine.rules import rule


@rule("SUP 19.5")
def test_a_mission_is_worth_one_and_each_deed_adds_to_it() -> None:
    assert careers.of_sortie(struck=False, damaged=0, home_damaged=False) == 1
    assert careers.of_sortie(struck=True, damaged=0, home_damaged=False) == 2
    assert careers.of_sortie(struck=False, damaged=2, home_damaged=False) == 3
    assert careers.of_sortie(struck=False, damaged=0, home_damaged=True) == 2
    assert careers.of_kill(Fraction(1)) == 2


@rule("SUP 19.5")
def test_a_shared_kill_counts_by_the_share() -> None:
    assert careers.of_kill(Fraction(1, 2)) == 1
    assert careers.of_kill(Fraction(1, 3)) == Fraction(2, 3)


@rule("SUP 19.5")
@pytest.mark.parametrize(
    ("total", "step", "skills"), [(4, 0, 0), (5, 1, 0), (11, 1, 0), (12, 2, 1), (22, 3, 2), (34, 3, 2), (35, 4, 3)]
)
def test_the_first_step_ends_being_green_and_each_later_one_gives_a_skill(total: int, step: int, skills: int) -> None:
    assert careers.step(total) == step
    assert careers.skills_earned(total) == skills


@rule("SUP 19.5")
@pytest.mark.parametrize("fates", ["hard", "mild"])
@pytest.mark.parametrize(
    ("result", "ground", "fate"),
    [
        ("miss", "friendly", Fate("unhurt")),
        ("hit", "friendly", Fate("wounded", 2)),
        ("direct", "friendly", Fate("wounded", 4)),
        ("vital", "friendly", Fate("killed")),
        ("miss", "water", Fate("unhurt")),
        ("hit", "water", Fate("wounded", 2)),
        ("direct", "water", Fate("missing")),
        ("vital", "water", Fate("killed")),
        ("vital", "enemy", Fate("killed")),
    ],
)
def test_a_card_says_what_became_of_who_was_shot_down(result: str, ground: Ground, fate: Fate, fates: str) -> None:
    assert careers.outcome(result, ground, fates) == fate


@rule("SUP 19.5")
def test_over_enemy_ground_nearly_everybody_is_captured_by_the_hard_table() -> None:
    assert careers.outcome("hit", "enemy", "hard") == Fate("captured")
    assert careers.outcome("direct", "enemy", "hard") == Fate("captured", is_wounded=True)
    assert careers.outcome("miss", "enemy", "hard") is None, "another card says it"
    assert careers.outcome_again("miss", "hard") == Fate("evading", 4)
    assert {careers.outcome_again(result, "hard").fate for result in ("hit", "direct", "vital")} == {"captured"}


@rule("SUP 19.5")
def test_over_enemy_ground_most_come_back_by_the_mild_table() -> None:
    assert careers.outcome("miss", "enemy", "mild") == Fate("unhurt")
    assert careers.outcome("hit", "enemy", "mild") == Fate("wounded", 2)
    assert careers.outcome("direct", "enemy", "mild") == Fate("captured")


@rule("SUP 19.5")
@pytest.mark.parametrize(
    ("fates", "ground", "again"),
    [("hard", "enemy", 0.07), ("mild", "enemy", 0.74), ("hard", "friendly", 0.95), ("hard", "water", 0.74)],
)
def test_of_all_cards_so_many_let_him_fly_again(fates: str, ground: Ground, again: float) -> None:
    assert careers.flying_again(fates, ground) == pytest.approx(again, abs=0.005)


@rule("SUP 19.5")
def test_a_fuel_tank_hit_makes_his_fate_one_row_worse() -> None:
    assert careers.outcome("miss", "enemy", "mild", fuel_tank=True) == Fate("wounded", 2)
    assert careers.outcome("miss", "enemy", "hard", fuel_tank=True) == Fate("captured")
    assert careers.outcome("hit", "water", "hard", fuel_tank=True) == Fate("missing")
    assert careers.outcome("direct", "friendly", "hard", fuel_tank=True) == Fate("killed")
    assert careers.outcome("vital", "friendly", "hard", fuel_tank=True) == Fate("killed")


@rule("SUP 19.5")
def test_a_missing_man_is_rescued_by_a_miss_or_a_hit() -> None:
    found = [careers.searched_for(result) for result in ("miss", "hit", "direct", "vital")]
    assert found == ["rescued", "rescued", "missing", "missing"]
