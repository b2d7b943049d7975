"""A week of flying bombs keeps the engine's contract: whatever is flown, at every state."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine import heuristic_player
from engine.core.chance import Chance
from engine.core.errors import BadPosition, BadRecord, BadSetup, EngineError, IllegalAction
from engine.core.game import SIDES, Document, Game, Side
from engine.core.players import DOCTRINES, Player, RandomPlayer, fly
from engine.protocol import Session
from tests.engine.broad import broad
from tests.engine.buzz.raid import Raid, bomb, patrol, start, stationed
from tests.engine.contract import Leak
from tests.engine.invariants import check_at_each, check_at_end, check_at_some, check_hidden
from tests.engine.wildblue.table import fighter

TYPES = ("tempest-v", "spitfire-xiv", "mustang-iii", "mosquito-nf-xiii", "meteor-i", "defiant-i")
ODD: tuple[Document, ...] = (
    {"jet": (4, 2), "heavy_guns": 2},
    {"special": ("agile", "power-boost"), "heavy_guns": 1, "burst_plus": 1},
    {"damage": (1, 2), "performance": 3, "horsepower": 0, "burst": 3},
    {"performance": 12, "horsepower": 5, "offensive": 5, "defensive": 5, "damage": (1, 12)},
    {"performance": 0, "offensive": 0, "defensive": 0},
)
SKILLS = ("A", "BU", "CV", "D", "H", "P", "V", "L")


def setup(seed: int) -> Document:
    """A week of any kind, all from the seed: no patrol to eight, real aircraft and odd ones, Skills, waves."""
    sample = Random(seed)
    week = sample.randint(1, 5)
    units = []
    for number in range(1, sample.choice((0, 1, 2, 3, 4, 8)) + 1):
        aircraft: str | Document = sample.choice(TYPES)
        if sample.random() < 0.4 or (aircraft == "meteor-i" and week < 4):
            odd = sample.choice(ODD if week >= 4 else ODD[1:])
            aircraft = fighter(side="allied", **odd)
        wingman = aircraft != "mosquito-nf-xiii" and sample.random() < 0.7
        unit = stationed(number, aircraft, sample.choice(("sea", "guns", "land")), wingman=wingman)
        for seat in ("leader_pilot", "wingman_pilot"):
            if sample.random() < 0.3:
                unit[seat] = {"name": f"Test {seat}", "skills": sample.sample(SKILLS, sample.randint(1, 3))}
        units.append(unit)
    made: Document = {"kind": "buzz-bomb", "week": week, "units": units}
    if sample.random() < 0.3:
        made["wave"] = sample.randint(1, 24)
    return made


def game_of(seed: int) -> Game:
    return engine.new("wildblue", setup(seed), seed)


def players(seed: int) -> dict[Side, Player]:
    """Random ones, or those by rules of thumb."""
    if seed % 3:
        return {side: RandomPlayer(seed, side) for side in SIDES}
    return {side: heuristic_player("wildblue", side, seed, DOCTRINES[seed % len(DOCTRINES)]) for side in SIDES}


@pytest.mark.parametrize("seed", broad(range(40), 8))
def test_every_state_of_a_random_week_is_sound(seed: int) -> None:
    game, chosen, sample = game_of(seed), players(seed), Random(seed)
    while decision := game.decision:
        assert decision.side == game.deciding == "allied"
        check_at_each(game)
        if sample.random() < 0.1:
            check_at_some(game, seed)
        game.step(chosen[decision.side].choose(game))
    check_at_some(game, seed)
    check_at_end(game)


@pytest.mark.parametrize("seed", range(40))
def test_everything_that_came_is_down_or_through_and_everything_that_fell_has_a_cause(seed: int) -> None:
    game = fly(game_of(seed), players(seed))
    report = game.report()
    bombs = {unit: document for unit, document in game.view(None)["units"].items() if unit.startswith("axis")}
    assert len(bombs) == game.view(None)["wave"]
    assert {document["status"] for document in bombs.values()} <= {"destroyed", "through"}
    fallen = {each.unit for each in report.aircraft if each.side == "axis" and each.status == "destroyed"}
    assert fallen == {unit for unit, document in bombs.items() if document["status"] == "destroyed"}
    kills = [kill.unit for each in report.aircraft for kill in each.kills]
    assert len(set(kills)) == len(kills)
    by_guns = {each.unit for each in report.aircraft if each.cause == "flak on the coast"}
    assert set(kills) | by_guns == fallen
    assert not set(kills) & by_guns
    assert all(bool(each.cause) == (each.status != "undamaged") for each in report.aircraft)


@pytest.mark.parametrize("seed", range(12))
def test_copies_never_alias(seed: int) -> None:
    game, chosen = game_of(seed), players(seed)
    earlier: list[tuple[Game, Document]] = []
    while decision := game.decision:
        before = game.position()
        twin = game.copy(Chance(seed))
        twin.step(twin.legal()[-1])
        assert game.position() == before, "a move on the copy changed the game"
        earlier.append((game.copy(), before))
        game.step(chosen[decision.side].choose(game))
    for copy, before in earlier:
        assert copy.position() == before, "a move on the game changed an earlier copy"
        with pytest.raises(EngineError, match="keeps no record"):
            _ = copy.record


@pytest.mark.parametrize("seed", range(12))
def test_what_is_played_is_what_is_stepped_and_every_event_has_a_text(seed: int) -> None:
    stepped = fly(game_of(seed), players(seed))
    played, chosen = game_of(seed), players(seed)
    texts = [event.text(viewer) for event in played.opening() for viewer in (*SIDES, None)]
    while decision := played.decision:
        for event in played.play(chosen[decision.side].choose(played)):
            texts += [event.text(viewer) for viewer in (*SIDES, None)]
    assert all(text.endswith(".") for text in texts)
    assert str(played.record) == str(stepped.record)


@pytest.mark.parametrize("seed", range(12))
def test_a_refused_action_changes_nothing(seed: int) -> None:
    game, chosen = game_of(seed), players(seed)
    while decision := game.decision:
        before, record = game.position(), str(game.record)
        illegal = next(action for action in range(10_000) if action not in game.legal())
        with pytest.raises(IllegalAction) as refusal:
            game.play(illegal)
        assert refusal.value.position == before
        assert (game.position(), str(game.record)) == (before, record)
        game.step(chosen[decision.side].choose(game))
    with pytest.raises(IllegalAction, match="the week is over"):
        game.play(0)


@pytest.mark.parametrize("seed", range(20))
def test_a_week_taken_up_in_the_middle_goes_on_to_its_end_and_replays(seed: int) -> None:
    game, chosen, sample = game_of(seed), players(seed), Random(seed)
    for _ in range(sample.randrange(60)):
        if not (decision := game.decision):
            break
        game.step(chosen[decision.side].choose(game))
    check_at_end(fly(engine.position("wildblue", game.position(), seed), players(seed + 1)))


@pytest.mark.parametrize("seed", range(12))
def test_scripted_cards_come_first_and_the_record_replays_them(seed: int) -> None:
    game, chosen, sample = game_of(seed), players(seed), Random(seed)
    while decision := game.decision:
        if sample.random() < 0.2:
            side = sample.choice(SIDES)
            pile = game.position()["decks"][side]
            wanted = sample.sample(pile, min(len(pile), 2))
            game.script({side: wanted})
            assert game.position()["decks"][side][: len(wanted)] == wanted
        game.step(chosen[decision.side].choose(game))
    check_at_end(game)


# Secrets


def test_the_axis_does_not_see_the_patrols_hands_nor_the_allies_the_mini_hand() -> None:
    raid = Raid("ims-1b1h maneuver", burst=2, axis="scissors")
    raid.play("attack > axis-1", "play maneuver > axis-1")
    assert raid.game.view("axis")["units"]["allied-1"]["hand"] is None
    assert raid.game.view("allied")["units"]["allied-1"]["hand"] == ["ims-1b1h"]
    hands = [raid.game.view(side)["units"]["axis-1"]["formation"][0]["mini_hand"] for side in ("allied", None)]
    assert hands == [1, ["scissors"]]
    for side in SIDES:
        check_hidden(raid.game, side)


def test_the_mini_hand_is_dealt_anew_for_a_player_who_looks_ahead() -> None:
    raid = Raid("ims-1b1h maneuver", burst=2, axis="scissors").play("attack > axis-1", "play maneuver > axis-1")
    found = {
        raid.game.determinize("allied", Chance(seed)).view(None)["units"]["axis-1"]["formation"][0]["mini_hand"][0]
        for seed in range(30)
    }
    assert len(found) > 5


@pytest.mark.parametrize("doctrine", DOCTRINES)
@pytest.mark.parametrize("seed", range(6))
def test_the_player_by_rules_of_thumb_does_not_peek(seed: int, doctrine: str) -> None:
    game = game_of(seed)
    player = heuristic_player("wildblue", "allied", seed, doctrine)
    while game.decision:
        worlds = (game, *(game.determinize("allied", Chance(deal)) for deal in range(4)))
        choices = {heuristic_player("wildblue", "allied", 7, doctrine).choose(world) for world in worlds}
        if len(choices) > 1:
            raise Leak(f"it chooses {[game.action_text(action) for action in choices]}")
        game.step(player.choose(game))


def test_what_a_patrol_discards_is_for_its_own_side() -> None:
    game = fly(engine.new("wildblue", engine.systems()["wildblue"].scenarios()["buzz-bomb"].setup, 5), players(5))
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
            game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["buzz-bomb"].setup, seed)
            player = RandomPlayer(seed) if name == "random" else heuristic_player("wildblue", "allied", seed, name)
            points[name] += fly(game, {"allied": player}).report().points("allied")
    assert min(points[doctrine] for doctrine in DOCTRINES) > points["random"] + 60


def test_frames_tell_the_week_step_by_step_and_end_where_it_ends() -> None:
    game = fly(engine.new("wildblue", engine.systems()["wildblue"].scenarios()["buzz-bomb"].setup, 5), players(3))
    frames = list(engine.frames(game.record, None))
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert frames[0].step == "set-up"
    assert frames[-1].step == "over"
    assert frames[-1].view == game.view(None)
    assert sorted(frame.turn for frame in frames) == [frame.turn for frame in frames]
    assert {frame.step for frame in frames} == {"set-up", "wingman", "leader", "discard", "guns", "over"}
    told = [event.text for frame in frames for event in frame.events]
    assert told.count("Game-Turn 2.") == 1
    guns = [event.text for frame in frames if frame.step == "guns" for event in frame.events]
    fired = [text for text in guns if text.startswith("The guns")]
    assert fired == [text for text in told if text.startswith("The guns")]
    assert len(frames) <= 10 * game.turn


def test_a_record_that_tells_another_week_is_refused() -> None:
    game = fly(game_of(1), players(1))
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


# Determinism

RECORDS = """
import hashlib, random, sys
random.seed(sys.argv[1])
from tests.engine.buzz.test_contract import records
print(hashlib.sha256(records().encode()).hexdigest())
"""


def records() -> str:
    """The records of a few weeks, while others use the global generator."""
    told = []
    for seed in range(4):
        random.random()
        told.append(str(fly(game_of(seed), players(seed)).record))
    return "\n".join(told)


@pytest.mark.sweep
def test_records_do_not_depend_on_the_global_generator_or_the_hash_seed() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", RECORDS, pollution],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for pollution, hash_seed in (("a", "1"), ("b", "2"))
    }
    assert len(digests) == 1


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


@pytest.mark.parametrize("junk", broad((None, 99, "sea", True, -1, [], {}, ["axis-1"], {"axis-1": "guns"}), 3))
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
    assert game.decision is None
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
        ({"wave": 4, "pending": {"decision": "attack", "target": "axis-4"}}, "within the patrol's reach"),
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
