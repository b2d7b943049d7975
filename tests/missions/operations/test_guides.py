"""Guided games begin as their file says, once a click."""

from __future__ import annotations

from uuid import uuid4

import pytest

from config.common.refusals import Refusal
from missions.games.guide import guides
from missions.models import Game, Skirmish
from missions.operations import games as game_operations
from missions.operations import guides as operations
from missions.operations import skirmishes
from tests.cast import Cast

FIRST = guides()["first-dogfight"]


def test_one_is_guided_and_the_staff_flies_against_him_as_the_file_says(cast: Cast) -> None:
    game = operations.begin(actor=cast.owner, key=uuid4(), guide=FIRST)
    assert (game.guide, game.system, game.setup) == (FIRST.slug, FIRST.system, FIRST.setup)
    assert [(each.side, each.user) for each in game.controllers.all()] == [("allied", cast.owner), ("axis", None)]
    staff = game.controllers.get(side="axis")
    assert (staff.level, staff.doctrine) == (FIRST.level, FIRST.doctrine)
    assert game.side == "allied"


def test_he_begins_with_the_standing_orders_of_the_file_and_may_give_them_up(cast: Cast) -> None:
    key = uuid4()
    game = operations.begin(actor=cast.owner, key=key, guide=FIRST)
    assert game.controllers.get(side="allied").habits_in_force == list(FIRST.orders) != []
    assert game.controllers.get(side="axis").habits_in_force == []
    game_operations.set_habits(actor=cast.owner, game=game, side="allied", habits=[])
    operations.begin(actor=cast.owner, key=key, guide=FIRST)
    assert game.controllers.get(side="allied").habits_in_force == [], "the same click again changes nothing"


def test_the_same_click_again_is_the_same_game_and_another_one_another(cast: Cast) -> None:
    key = uuid4()
    first = operations.begin(actor=cast.owner, key=key, guide=FIRST)
    assert operations.begin(actor=cast.owner, key=key, guide=FIRST) == first
    assert operations.begin(actor=cast.owner, key=uuid4(), guide=FIRST) != first
    assert (Game.objects.count(), Skirmish.objects.count()) == (2, 2)


def test_other_games_have_no_guide(cast: Cast) -> None:
    game = game_operations.begin_skirmish(
        actor=cast.owner,
        key=uuid4(),
        title="Unguided",
        system=FIRST.system,
        setup=FIRST.setup,
        seats=[game_operations.SeatPlan(side="allied", user=cast.owner), game_operations.SeatPlan(side="axis")],
        terms=game_operations.GameTerms(),
    )
    assert game.guide == ""


def test_who_keeps_too_many_is_told_so(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmishes, "MOST_KEPT", 0)
    with pytest.raises(Refusal, match="Delete one"):
        operations.begin(actor=cast.owner, key=uuid4(), guide=FIRST)
    assert not Game.objects.exists()
