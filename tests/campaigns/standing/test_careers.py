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
@pytest.mark.parametrize(
    ("result", "ground", "fate"),
    [
        ("miss", "enemy", Fate("unhurt")),
        ("hit", "enemy", Fate("wounded", 2)),
        ("direct", "friendly", Fate("wounded", 4)),
        ("direct", "enemy", Fate("captured")),
        ("direct", "water", Fate("missing")),
        ("vital", "friendly", Fate("killed")),
    ],
)
def test_a_card_says_what_became_of_who_was_shot_down(result: str, ground: Ground, fate: Fate) -> None:
    assert careers.outcome(result, ground) == fate


@rule("SUP 19.5")
def test_a_fuel_tank_hit_makes_his_fate_one_row_worse() -> None:
    assert careers.outcome("miss", "enemy", fuel_tank=True) == Fate("wounded", 2)
    assert careers.outcome("hit", "water", fuel_tank=True) == Fate("missing")
    assert careers.outcome("direct", "friendly", fuel_tank=True) == Fate("killed")
    assert careers.outcome("vital", "friendly", fuel_tank=True) == Fate("killed")


@rule("SUP 19.5")
def test_a_missing_man_is_rescued_by_a_miss_or_a_hit() -> None:
    found = [careers.searched_for(result) for result in ("miss", "hit", "direct", "vital")]
    assert found == ["rescued", "rescued", "missing", "missing"]
