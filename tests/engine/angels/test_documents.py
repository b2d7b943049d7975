"""Set-ups and positions from outside: what is wrong is refused with a sentence."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

import engine
from engine.angels.actions import NUMBER, TEXT
from engine.core.errors import BadPosition, BadSetup, EngineError
from engine.core.game import Game
from engine.core.players import RandomPlayer
from tests.engine.angels import at_random
from tests.engine.angels.make import at, card, kind, legal, play, position
from tests.engine.broad import broad
from tests.engine.rules import rule

UNITS = [
    {"id": "allied-1", "aircraft": "spitfire-mk-i-ace", "hex": [3, 9], "facing": "n"},
    {"id": "axis-1", "aircraft": "bf-109e-ace", "hex": [3, 3], "facing": "s"},
]


def test_every_action_text_names_its_action_again() -> None:
    assert len(NUMBER) == len(TEXT)
    assert all(NUMBER[text] == number for number, text in enumerate(TEXT))
    assert all(text == text.lower() and text.strip() == text for text in TEXT)


@rule("A20 Setting Up")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"units": []}, "allied side has no aircraft"),
        ({"units": UNITS[:1]}, "axis side has no aircraft"),
        ({"units": [UNITS[0], UNITS[0]]}, "there twice"),
        ({"units": [UNITS[0] | {"id": "allied-9"}]}, "allied-1 to allied-8 and axis-1 to axis-8"),
        ({"units": [UNITS[0] | {"hex": [17, 3]}, UNITS[1]]}, r"\[17, 3\] is off the map"),
        ({"units": [UNITS[0] | {"hex": [3]}, UNITS[1]]}, r"\[column, row\]"),
        ({"units": [UNITS[0] | {"hex": None}, UNITS[1]]}, "'hex' is missing"),
        ({"units": [*UNITS, UNITS[0] | {"id": "allied-2"}]}, r"same hex at the same altitude. \[A20 Stacking\]"),
        ({"units": [UNITS[0] | {"altitude": 7}, UNITS[1]]}, "from 1 to 6"),
        ({"units": [UNITS[0] | {"facing": "up"}, UNITS[1]]}, "n, ne, se, s, sw, nw"),
        ({"units": [UNITS[0] | {"aircraft": "p-38j"}, UNITS[1]]}, "There is no aircraft"),
        ({"units": [UNITS[0] | {"side": "axis"}, UNITS[1]]}, "of the allied side"),
        ({"units": [UNITS[0] | {"wings": 2}, UNITS[1]]}, "unknown key 'wings'"),
        ({"map": {"width": 5000}}, "from 6 to 40"),
        ({"turns": 0}, "from 1 to 99"),
        ({"clouds": ["clear"]}, "6 words"),
        ({"flak": [{"hex": [3, 3], "altitude": 5}], "map": {"fixed": True}}, "2, 3, 4"),
        ({"flak": [{"hex": [3, 3], "altitude": 3}]}, "'fixed' = true"),
        ({"balloons": [[99, 1]], "map": {"fixed": True}}, "column, row"),
        ({"night": {"light": "dusk"}}, "day, moonlight, darkness"),
        ({"night": {"direction": {"axis": 99}}}, "from 0 to 8"),
        ({"night": {"searchlights": ["both"]}}, "'searchlights'"),
        ({"situation": 9}, "from 1 to 7"),
        ({"victory": {"scenario": "draw"}}, "scenario"),
        ({"wind": 3}, "unknown key 'wind'"),
    ],
)
def test_a_wrong_set_up_is_refused_with_what_is_wrong(change: dict[str, Any], sentence: str) -> None:
    setup = {"units": UNITS} | change
    with pytest.raises(BadSetup, match=sentence):
        engine.new("angels", setup, 1)


@rule("A20 Starting Situations")
def test_a_map_on_which_a_set_up_area_has_no_room_is_refused() -> None:
    units = [{key: unit[key] for key in ("id", "aircraft")} for unit in UNITS]
    with pytest.raises(BadSetup, match="does not fit a map of 6 by 6"):
        engine.new("angels", {"units": units, "situation": "roll", "map": {"width": 6, "height": 6}}, 1)


def test_while_orders_are_secret_one_side_may_have_no_aircraft() -> None:
    engine.systems()["angels"].check({"units": UNITS[:1]})
    with pytest.raises(BadSetup):
        engine.systems()["angels"].check({"units": [UNITS[0] | {"altitude": 0}]})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"units": {}}, "no aircraft"),
        ({"step": "lunch"}, "'step'"),
        ({"turn": 21}, "'turn'"),
        ({"step": "aircraft", "active": "allied", "order": ["allied-1"]}, "no aircraft left to move"),
        ({"step": "speed", "active": "axis-4"}, "'active'"),
        ({"step": "status", "active": "allied-1", "order": ["allied-1"], "advanced": False}, "status"),
        ({"step": "turn-position", "advanced": False}, "advanced"),
        ({"step": "direction"}, "darkness"),
        ({"step": "deploy"}, "'to_place'"),
        ({"order": ["allied-1", "allied-1"]}, "'order'"),
        ({"dice": [7]}, "1 to 6"),
        ({"awards": [["allied", 3, "kindness", None]]}, "reason"),
        ({"credits": [["allied-1", "axis-5", "fire", "destroyed"]]}, "credit"),
        ({"quiet": ["both"]}, "'quiet'"),
        ({"units": {"allied-1": at(3, 3, hits=3), "axis-1": at(5, 5)}}, "'hits'"),
        ({"units": {"allied-1": at(3, 3, fate="retreated"), "axis-1": at(5, 5)}}, "'edge'"),
        ({"units": {"allied-1": at(3, 3, clouds=True), "axis-1": at(5, 5)}}, "no clouds"),
    ],
)
def test_a_wrong_position_is_refused_with_what_is_wrong(change: dict[str, Any], sentence: str) -> None:
    document = position({"allied-1": at(3, 9), "axis-1": at(3, 3)}, turns=20) | change
    with pytest.raises(BadPosition, match=sentence):
        engine.position("angels", document)


def test_of_a_position_only_the_aircraft_and_their_hexes_must_be_there() -> None:
    units = {"allied-1": {"aircraft": card(), "hex": [3, 9]}, "axis-1": {"aircraft": card(), "hex": [3, 3]}}
    game = engine.position("angels", {"units": units}, seed=4)
    assert (game.turn, kind(game)) == (1, "turn-position")
    play(game, legal(game)[0])
    assert kind(game) == "speed"


def _mutations(document: Any, chance: Random) -> Any:
    """The document with one value of it replaced by something else."""
    changed = copy.deepcopy(document)
    node: Any = changed
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return changed
        key = chance.choice(keys)
        if isinstance(node[key], (dict, list)) and node[key] and chance.random() < 0.7:
            node = node[key]
            continue
        if chance.random() < 0.2 and isinstance(node, dict):
            del node[key]
        else:
            odd = [None, -1, 0, 3, 99, 10**30, 1.5, True, "", "axis-1", "allied", [], [1], [[1, 2]], {}, {"x": 1}, "n"]
            node[key] = chance.choice(odd)
        return changed


def _said(make: Callable[[], Game]) -> Game | str:
    """The game, or the sentence that refuses it."""
    try:
        return make()
    except EngineError as problem:
        return str(problem)


@pytest.mark.parametrize("seed", broad(range(60), 6))
def test_nothing_from_outside_ends_in_anything_but_a_game_or_a_sentence(seed: int) -> None:
    chance = Random(seed)
    setup = at_random.setup(seed)
    game = engine.new("angels", setup, seed)
    for _ in range(chance.randrange(60)):
        if not game.decision:
            break
        game.step(game.legal()[chance.randrange(len(game.legal()))])
    stored = json.loads(json.dumps(game.position()))
    for _ in range(25):
        begun = _said(partial(engine.new, "angels", _mutations(setup, chance), 1))
        taken_up = _said(partial(engine.position, "angels", _mutations(stored, chance), 1))
        assert not isinstance(begun, str) or begun.endswith((".", "]"))
        if isinstance(taken_up, str):
            assert taken_up.endswith((".", "]"))
            continue
        for _ in range(30):
            if not taken_up.decision:
                break
            assert engine.position("angels", taken_up.position()).legal() == taken_up.legal()
            taken_up.step(RandomPlayer(seed).choose(taken_up))
