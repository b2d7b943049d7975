"""Views, frames, records and documents of a week of flying bombs, and what they may not be."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from engine import heuristic_player
from engine.core.chance import Chance
from engine.core.errors import BadPosition, BadRecord, BadSetup, EngineError, IllegalAction
from engine.core.game import Document, Game
from engine.core.players import DOCTRINES, RandomPlayer, fly
from engine.protocol import Session
from tests.engine.broad import broad
from tests.engine.buzz.at_random import players, setup
from tests.engine.buzz.raid import Raid, bomb, patrol, start, stationed
from tests.engine.contract import begun

SCENARIO = engine.systems()["wildblue"].scenarios()["buzz-bomb"].setup


def flown(seed: int) -> Game:
    """The scenario, flown to its end."""
    return fly(engine.new("wildblue", SCENARIO, 5), players(seed))


# Secrets


def test_the_axis_does_not_see_the_patrols_hands_nor_the_allies_the_mini_hand() -> None:
    raid = Raid("ims-1b1h maneuver", burst=2, axis="scissors")
    raid.play("attack > axis-1", "play maneuver > axis-1")
    assert raid.game.view("axis")["units"]["allied-1"]["hand"] is None
    assert raid.game.view("allied")["units"]["allied-1"]["hand"] == ["ims-1b1h"]
    hands = [raid.game.view(side)["units"]["axis-1"]["formation"][0]["mini_hand"] for side in ("allied", None)]
    assert hands == [1, ["scissors"]]


def test_the_mini_hand_is_dealt_anew_for_a_player_who_looks_ahead() -> None:
    raid = Raid("ims-1b1h maneuver", burst=2, axis="scissors").play("attack > axis-1", "play maneuver > axis-1")
    found = {
        raid.game.determinize("allied", Chance(seed)).view(None)["units"]["axis-1"]["formation"][0]["mini_hand"][0]
        for seed in range(30)
    }
    assert len(found) > 5


def test_what_a_patrol_discards_is_for_its_own_side() -> None:
    game = flown(5)
    pairs = list(zip(engine.frames(game.record, None), engine.frames(game.record, "axis"), strict=True))
    secret = [(mine, theirs) for mine, theirs in pairs if mine.action.startswith("discard ")]
    assert secret
    assert {theirs.action for _, theirs in secret} == {"discard"}
    for frame in (theirs for _, theirs in pairs):
        assert all(frame.view["units"][unit]["hand"] is None for unit in ("allied-1", "allied-2", "allied-3"))


# Players, frames, records


def test_the_player_by_rules_of_thumb_beats_the_random_one() -> None:
    points = {"random": 0, **dict.fromkeys(DOCTRINES, 0)}
    for seed in range(20):
        for name in points:
            game = engine.new("wildblue", SCENARIO, seed)
            player = RandomPlayer(seed) if name == "random" else heuristic_player("wildblue", "allied", seed, name)
            points[name] += fly(game, {"allied": player}).report().points("allied")
    assert min(points[doctrine] for doctrine in DOCTRINES) > points["random"] + 60


def test_frames_tell_the_week_step_by_step() -> None:
    game = flown(3)
    frames = list(engine.frames(game.record, None))
    assert frames[0].step == "set-up"
    assert frames[-1].step == "over"
    assert {frame.step for frame in frames} == {"set-up", "wingman", "leader", "discard", "guns", "over"}
    told = [event.text for frame in frames for event in frame.events]
    assert told.count("Game-Turn 2.") == 1
    guns = [event.text for frame in frames if frame.step == "guns" for event in frame.events]
    fired = [text for text in guns if text.startswith("The guns")]
    assert fired == [text for text in told if text.startswith("The guns")]
    assert len(frames) <= 10 * game.turn


def test_a_record_that_tells_another_week_is_refused() -> None:
    game = fly(begun("buzz", 1), players(1))
    lines = str(game.record).splitlines()
    with pytest.raises(BadRecord):
        engine.replay("\n".join([lines[0], *lines[3:]]))


def test_the_protocol_drives_a_week() -> None:
    session = Session()
    opened = session.answer(b'{"do":"new","system":"wildblue","scenario":"buzz-bomb","seed":3}')
    assert opened["ok"]
    assert opened["decision"]["kind"] == "exchange"
    assert session.answer(b'{"do":"play","action":"end"}')["ok"]
    assert session.answer(b'{"do":"play","action":"attack > axis-24"}')["error"] == "illegal-action"
    assert session.answer(b'{"do":"auto","player":"heuristic","until":"end"}')["decision"] is None
    shown = session.answer(b'{"do":"report"}')["report"]
    assert shown["notes"][0].endswith("got through.")


# Documents that describe no week


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"week": 6}, "'week' must be a whole number from 1 to 5"),
        ({"week": None}, "'week' is missing"),
        ({"wave": 25}, "'wave' must be"),
        ({"turns": 6}, "unknown key 'turns'"),
        ({"values": {"damaged": 2}}, "unknown key 'damaged'"),
        ({"units": [stationed(belt="channel")]}, "'belt' is 'channel'"),
        ({"units": [stationed(altitude="high")]}, "unknown key 'altitude'"),
        ({"units": [stationed(aircraft="ju-87b")]}, "axis"),
        ({"units": [stationed(aircraft="lancaster-i")]}, "patrols are Fighters"),
        ({"units": [stationed(), stationed()]}, "stands twice"),
        ({"units": [{"id": "axis-1", "aircraft": "bf-109g-6", "belt": "sea"}]}, "only the Allied side has patrols"),
        ({"units": [stationed()], "month": "1944-01"}, "came into service"),
    ],
)
def test_a_set_up_of_no_week_is_refused_with_a_sentence(change: Document, why: str) -> None:
    document = {"kind": "buzz-bomb", "week": 1} | change
    with pytest.raises(BadSetup, match=why):
        engine.new("wildblue", document, 1)
    with pytest.raises(BadSetup, match=why):
        engine.systems()["wildblue"].check(document)


@pytest.mark.parametrize("junk", broad((None, 99, "sea", True, -1, [], {}, ["axis-1"], {"axis-1": "guns"}), 1))
def test_a_mangled_document_is_refused_with_a_sentence_or_can_be_flown(junk: Any) -> None:
    """Whatever stands in the place of any value of a set-up or a position."""
    whole = setup(3)
    game = engine.new("wildblue", whole, 3)
    for document, read in ((whole, engine.new), (game.position(), engine.position)):
        for mangled in _mangled(document, junk):
            with contextlib.suppress(EngineError):
                fly(read("wildblue", mangled, 1), players(1))


def _mangled(document: Any, junk: Any) -> Iterator[Any]:
    """The document with one value after another replaced; of lists the first item alone."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from ({**document, key: other} for other in (junk, *_mangled(value, junk)))
    elif isinstance(document, list) and document:
        yield from ([other, *document[1:]] for other in (junk, *_mangled(document[0], junk)))


def test_a_week_without_patrols_is_the_guns_affair() -> None:
    game = start(wave=6)
    with pytest.raises(IllegalAction, match="the week is over"):
        game.play(0)
    assert game.report().points("allied") == sum(
        2 if each.status == "destroyed" else -3 for each in game.report().aircraft
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"week": 9}, "'week'"),
        ({"turn": 9}, "'turn'"),
        ({"step": "altitude"}, "'step'"),
        ({"active": "allied-2"}, "patrol that flies"),
        ({"units": {"allied-1": patrol("ims-1b1h"), "axis-9": bomb()}}, "2 flying bombs in the wave"),
        ({"units": {"allied-1": patrol("ims-1b1h"), "axis-1": bomb(3)}}, "with 3 Hits it is destroyed"),
        ({"units": {"allied-1": patrol("ims-1b1h"), "axis-1": bomb(status="to-come")}}, "it comes in Turn 1"),
        ({"units": {"allied-1": patrol("ims-1b1h"), "axis-1": bomb(status="destroyed")}}, "'downed' tells"),
        ({"downed": {"axis-1": "guns"}}, "not a flying bomb that was shot down"),
        ({"units": {"axis-30": bomb()}}, "they are allied-1"),
        ({"pending": {"decision": "respond", "target": "axis-1"}}, "needs the card"),
        ({"wave": 4, "pending": {"decision": "attack", "target": "axis-4"}}, "within the patrol’s reach"),
        ({"pending": {"decision": "discard"}}, "does not fall into the step"),
        ({"pending": {"decision": "exchange"}}, "in Turn 0"),
        ({"pending": {"decision": "dance"}}, "does not fall into the step"),
    ],
)
def test_a_position_of_no_week_is_refused_with_a_sentence(change: Document, why: str) -> None:
    document = {
        "kind": "buzz-bomb",
        "week": 1,
        "turn": 1,
        "wave": 2,
        "step": "leader",
        "units": {"allied-1": patrol("ims-1b1h")},
    }
    with pytest.raises(BadPosition, match=why):
        engine.position("wildblue", document | change)
