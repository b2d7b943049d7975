"""The clock looks after the games that need it, and leaves the others alone."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from missions.models import Game
from missions.operations import games
from missions.operations.games_due import due
from tests import make
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.portable]


def looks() -> tuple[int, bool]:
    """How many acts there are to do, and whether it was read who sits at a table."""
    with CaptureQueriesContext(connection) as asked:
        acts = list(due())
    return len(acts), any("missions_controller" in query["sql"] for query in asked.captured_queries)


def test_a_skirmish_in_which_a_person_is_waited_for_is_not_even_read(cast: Cast):
    game = make.game(cast.owner, axis=cast.axis)
    assert not Game.objects.get(pk=game.pk).is_unattended
    assert looks() == (0, False)


def test_one_whose_player_leaves_it_to_the_staff_is_looked_after_and_then_no_more(cast: Cast):
    game = make.game(cast.owner, axis=cast.axis)
    games.rest(actor=cast.axis, game=game, side="axis", rests=True)
    games.rest(actor=cast.owner, game=game, side="allied", rests=True)
    for _ in range(3):
        for act in due():
            act()
    row = Game.objects.get(pk=game.pk)
    assert row.status == Game.Status.OVER
    assert not row.is_unattended
    assert looks() == (0, False)
