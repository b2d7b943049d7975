"""By how much a side is ahead, in words."""

from __future__ import annotations

import pytest

from config.common.leads import lead, lead_between, lead_from
from missions.odds.intervals import Mean
from missions.odds.words import mean_lead

SIDES = {"allied": "Entente", "axis": "Central Powers"}


@pytest.mark.parametrize(
    ("margin", "places", "told"),
    [
        (11, 0, "Entente +11"),
        (-1, 0, "Central Powers +1"),
        (0, 0, "level"),
        (3.25, 1, "Entente +3.2"),
        (-0.04, 1, "level"),
    ],
)
def test_a_lead_has_its_sides_name(margin: float, places: int, told: str) -> None:
    assert lead(margin, SIDES, places) == told


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (4, 11, "Entente +4 to +11"),
        (-11, -4, "Central Powers +4 to +11"),
        (-3, 3, "Central Powers +3 to Entente +3"),
        (0, 4, "level to Entente +4"),
        (-4, 0, "level to Central Powers +4"),
        (5, 5, "Entente +5"),
        (30, None, "Entente +30 or more"),
        (None, -30, "Central Powers +30 or more"),
        (-5, None, "Central Powers +5 or less"),
        (None, 5, "Entente +5 or less"),
        (0, None, "level or Entente ahead"),
        (None, 0, "level or Central Powers ahead"),
        (None, None, "any"),
    ],
)
def test_a_range_names_a_side_once(low: int | None, high: int | None, told: str) -> None:
    assert lead_from(low, high, SIDES) == told


def test_a_mean_names_the_side_in_its_interval_only_where_it_is_not_the_one_ahead() -> None:
    assert mean_lead(Mean(-3.2, -5.4, -1.0), SIDES) == "Central Powers +3.2 (+1.0 to +5.4)"
    assert mean_lead(Mean(0.5, -1.0, 2.0), SIDES) == "Entente +0.5 (Central Powers +1.0 to Entente +2.0)"
    assert mean_lead(Mean(0.0, -1.0, 1.0), SIDES) == "level (Central Powers +1.0 to Entente +1.0)"
    assert lead_between(-0.04, 2.0, SIDES, 1) == "level to Entente +2.0"
