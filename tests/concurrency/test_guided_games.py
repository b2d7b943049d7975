"""Guided games, begun by an impatient newcomer."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest

from missions.games.guide import guides
from missions.models import Game, Skirmish
from missions.operations import guides as operations
from tests.cast import Cast
from tests.concurrency.test_once import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_four_clicks_at_once_on_one_button_begin_one_guided_game(cast: Cast) -> None:
    guide = guides()["first-dogfight"]
    results = all_at_once(*[partial(operations.begin, actor=cast.owner, key=uuid4(), guide=guide)] * 4)
    assert len(set(results)) == 1, results
    assert (Game.objects.count(), Skirmish.objects.count()) == (1, 1)
