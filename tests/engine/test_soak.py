"""The soak finds what is wrong, and writes down a position that can be gone on from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core.game import Action, Document, Game
from tests.engine import contract
from tests.engine.contract import begun, kinds
from tests.engine.soak import dump, look_over, look_over_game, report

LONG = 6
"""The seed of a game of some hundred decisions."""


class Spoilt:
    """A game with one method exchanged, once a number of actions have been played."""

    def __init__(self, game: Game, after: int, **methods: Any) -> None:
        self._game = game
        self._left = after
        self._methods = methods

    def __getattr__(self, name: str) -> Any:
        if self._left <= 0 and name in self._methods:
            return self._methods[name]
        return getattr(self._game, name)

    def step(self, action: Action) -> None:
        self._left -= 1
        if self._left <= 0 and "step" in self._methods:
            self._methods["step"](action)
        self._game.step(action)


def broken(action: Action) -> None:
    raise ZeroDivisionError("out of fuel")


@pytest.mark.parametrize("kind", kinds())
def test_sound_games_give_no_finding(kind: str) -> None:
    assert [look_over(kind, seed) for seed in range(4)] == [None] * 4


def test_a_game_may_end_as_one_follows_an_altitude_change_and_another_has_not_been_asked() -> None:
    assert look_over("wwi", 11297) is None


@pytest.mark.parametrize(
    ("kind", "methods"),
    [("crash", {"step": broken}), ("dead end", {"legal": tuple}), ("breach", {"parse": lambda text: -1})],
)
def test_a_game_gone_wrong_is_found_with_a_position_to_go_on_from(
    kind: str, methods: dict[str, Any], tmp_path: Path
) -> None:
    finding = look_over_game("wildblue", Spoilt(begun("wildblue", LONG), 40, **methods), LONG)
    assert finding
    assert finding.kind == kind
    (said, summed) = report([None, finding], 2, tmp_path)
    assert said.startswith(f"{kind} in wildblue {LONG}: ")
    assert summed.endswith("1 findings")
    stored = json.loads(dump(finding, tmp_path).read_text("utf-8"))
    assert engine.position("wildblue", stored["position"]).decision
    assert len(engine.replay(stored["record"]).record.decisions) >= 39


def test_a_view_that_shows_too_much_is_a_leak() -> None:
    game = begun("wildblue", LONG)

    def see_all(side: str) -> Document:
        return game.position() | {"decks": {}}

    finding = look_over_game("wildblue", Spoilt(game, 0, view=see_all), LONG)
    assert finding
    assert finding.kind == "leak"


def test_a_game_without_end_is_a_runaway(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "RUNAWAY", 20)
    finding = look_over("wildblue", LONG)
    assert finding
    assert finding.kind == "runaway"
