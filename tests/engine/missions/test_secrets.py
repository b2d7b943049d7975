"""What a side may not know in a Mission: face-down hands its own included, mini-hands, altitudes of who is to come.

Each test plays the same twice, different only in what is secret; whoever may not know must not see a difference.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import engine
from engine.core.chance import Chance
from engine.core.errors import IllegalAction
from engine.core.game import SIDES
from tests.engine.missions.positions import bombers, diver, element, loaded, stand
from tests.engine.missions.sky import Sky, armed, interceptor, striker
from tests.engine.rules import rule
from tests.engine.wildblue.table import MANIFEST, Table, fighter

NIGHT = {"night": True}


def seen(table: Table, side: str | None) -> tuple[Any, ...]:
    """All that a side is shown: the table, the sentences, who must decide, the replay; on its turn what it may do."""
    frames = [
        (frame.step, frame.actor, frame.action, frame.events, frame.view)
        for frame in engine.frames(table.game.record, side)
    ]
    deciding = table.decision is not None and table.decision.side == side
    choices = table.choices if deciding else None
    return table.game.view(side), [event.text(side) for event in table.events], table.decision, frames, choices


def check_same(tables: list[Table], *sides: str) -> None:
    """These sides see no difference between the tables; the umpire does."""
    for side in sides:
        first, *rest = (seen(table, side) for table in tables)
        for each in rest:
            assert each == first
    views = [table.game.view(None) for table in tables]
    assert all(view != views[0] for view in views[1:])


# A hand that lies face down


@rule("WBY 18.1d hand", "WBY 4.6.1")
@pytest.mark.parametrize("step", ["jettison", "altitude", "leader", "draw"])
def test_neither_side_sees_a_hand_that_lies_face_down(step: str) -> None:
    tables = []
    for hand in ("ace-pilot clouds vertical-roll", "maneuver ims-1b1h tight-turn"):
        units = {"axis-1": loaded(hand), "allied-1": element("scissors", altitude="low")}
        tables.append(stand(units, step=step, active="axis-1", turn=2))
    assert all(table.view("axis")["units"]["axis-1"]["hand"] == 3 for table in tables)
    assert all(table.view("allied")["units"]["axis-1"]["hand"] is None for table in tables)
    check_same(tables, *SIDES)
    for table in tables:
        if step == "jettison":
            table.play("keep")
        if table.asked == "axis-1 altitude-step":
            table.play("dive")
        assert table.asked in ("axis-1 leader", "axis-1 draw")
    for side in SIDES:
        first, second = ([event.text(side) for event in table.events] for table in tables)
        assert first == second
    assert tables[0].choices == tables[1].choices


@rule("WBY 18.1d hand")
def test_cards_drawn_into_a_face_down_hand_are_told_to_nobody() -> None:
    told: list[list[list[str]]] = []
    for drawn in ("clouds maneuver", "ace-pilot scissors"):
        table = stand({"axis-1": loaded(), "allied-1": element()}, step="draw", active="axis-1", turn=2)
        table.stack(axis=drawn).play("draw 2")
        told.append([[event.text(side) for event in table.events] for side in (*SIDES, None)])
    assert told[0] == told[1]
    assert any("draws 2 cards." in sentence for sentence in told[0][1])


@rule("WBY 18.1d hand")
def test_the_first_hand_of_a_loaded_leader_is_dealt_face_down() -> None:
    sky = Sky(striker("axis", 1, armed("bombs", bomb={"level": 2}), load="bombs"), interceptor("allied", 1))
    sky.until("order")
    hand = sky.view("axis")["units"]["axis-1"]["hand"]
    assert isinstance(hand, int)
    assert hand > 0
    dealt = [event.text("axis") for event in sky.events if event.kind == "draw"]
    assert any(sentence.startswith("Striker 1") and sentence.endswith(f" {hand} cards.") for sentence in dealt)


@rule("WBY 18.1d hand")
def test_its_owner_alone_sees_a_hand_that_has_been_turned_up() -> None:
    units = {"axis-1": loaded("ace-pilot clouds"), "allied-1": element("maneuver")}
    table = stand(units, step="leader", active="allied-1", turn=2).play("play maneuver > axis-1 leader")
    assert table.view("axis")["units"]["axis-1"]["hand"] == ["ace-pilot", "clouds"]
    assert table.view("allied")["units"]["axis-1"]["hand"] is None
    assert "turns up its hand" in " ".join(event.text("allied") for event in table.events)


@rule("WBY 18.1d hand")
def test_a_card_of_a_face_down_hand_cannot_be_asked_for_by_playing_it() -> None:
    """The refusal says the same of a card that lies there and of one that does not."""
    units = {"axis-1": loaded("maneuver"), "allied-1": element()}
    table = stand(units, step="leader", active="axis-1", turn=2)
    reasons = set()
    for card in ("maneuver", "tight-turn", "ims-1b1h"):
        with pytest.raises(IllegalAction) as refusal:
            table.play(f"play {card} > allied-1 leader")
        reasons.add(str(refusal.value).partition(":")[2])
    assert len(reasons) == 1
    assert "face down" in reasons.pop()


@rule("WBY 18.1d hand")
def test_a_guess_deals_a_sides_own_face_down_hand_anew() -> None:
    """Each card stands there as often as its copies among those not yet seen let one expect."""
    table = stand({"axis-1": loaded("ace-pilot ace-pilot ace-pilot"), "allied-1": element()}, turn=2)
    deals = 2_000
    found: Counter[str] = Counter()
    for seed in range(deals):
        world = table.game.determinize("axis", Chance(seed))
        assert world.view("axis") == table.view("axis")
        found.update(world.view(None)["units"]["axis-1"]["hand"])
    for card, copies in MANIFEST.items():
        expected = deals * 3 * copies / 110
        assert abs(found[card] - expected) < 5 * expected**0.5, card


# Mini-hands


@rule("WBY 17.3.1f", "WBY 4.6.1", "SUP 20.5.1")
def test_a_bombers_mini_hand_is_told_to_the_attacker_by_its_size_alone() -> None:
    tables = []
    for drawn in ("tight-turn barrel-roll clouds", "maneuver scissors ims-1b1h"):
        units = {"axis-3": bombers(), "allied-1": element("ims-1b1h")}
        table = stand(units, step="leader", active="allied-1", turn=2).stack(axis=drawn)
        tables.append(table.play("attack > axis-3 1", "play ims-1b1h > axis-3 1"))
        assert table.asked == "axis-3 respond"
        assert table.view("axis")["units"]["axis-3"]["formation"][0]["mini_hand"] == drawn.split()
        assert table.view("allied")["units"]["axis-3"]["formation"][0]["mini_hand"] == 3
    check_same(tables, "allied")


@rule("SUP 20.3.1")
def test_being_asked_to_escort_tells_nothing_of_the_escorts_hand() -> None:
    tables = []
    for hand in ("tight-turn ace-pilot", "clouds half-loop"):
        units = {"axis-2": element(hand), "axis-3": bombers(), "allied-1": element("ims-1b1h")}
        table = stand(units, step="leader", active="allied-1", turn=2, seed=3).play("attack > axis-3 1")
        assert table.asked == "axis-2 escort"
        tables.append(table.play("intervene > axis-2", "play ims-1b1h > axis-3 1"))
        assert table.asked == "axis-2 respond"
    check_same(tables, "allied")


@rule("WBY 17.5.2", "WBY 4.6.1")
def test_with_oblique_guns_the_hand_lies_aside_and_the_enemy_sees_the_mini_hands_size_alone() -> None:
    night_fighter = fighter() | {"in_service": "1943-01"}
    night_fighter["wildblue"] = night_fighter["wildblue"] | {"night_combat": 3, "oblique_guns": 2}
    tables = []
    for hand, drawn in (("maneuver", "ims-1b1h clouds"), ("ace-pilot", "ims-2b2h scissors")):
        hunter = {"leader": {"aircraft": night_fighter}, "hand": hand.split()}
        units = {"axis-3": bombers(), "allied-1": hunter}
        table = stand(units, NIGHT, step="leader", active="allied-1", turn=2, seed=2).stack(allied=drawn)
        table.play("attack > axis-3 1 (oblique guns)")
        own, other = (table.view(side)["units"]["allied-1"] for side in ("allied", "axis"))
        assert (own["hand"], own["aside"]) == (drawn.split(), [hand])
        assert (other["hand"], other["aside"]) == (2, None)
        restored = engine.position("wildblue", table.document)
        assert restored.view("allied") == table.view("allied")
        tables.append(table)
    check_same(tables, "axis")
    hands = {
        str(tables[0].game.determinize("axis", Chance(seed)).view(None)["units"]["allied-1"]) for seed in range(30)
    }
    assert len(hands) > 10


# Who is to come


@rule("SUP 23.1.2", "WBY 4.5")
def test_the_altitude_of_a_unit_that_is_to_come_is_secret_until_it_arrives() -> None:
    tables: list[Table] = []
    for altitude in ("low", "high"):
        late = interceptor("allied", 2, arrives=2)
        table = Sky(striker("axis", 1), interceptor("allied", 1), late, base={"target_bound": 9, "home_bound": 7})
        while table.turn < 1:
            table.play(f"altitude {altitude}" if table.asked == "allied-2 altitude" else "altitude medium")
        assert table.view("allied")["units"]["allied-2"]["altitude"] == altitude
        assert table.view("axis")["units"]["allied-2"]["status"] == "to-come"
        tables.append(table)
    check_same(tables, "axis")
    worlds = (tables[0].game.determinize("axis", Chance(seed)) for seed in range(60))
    found = {world.view("allied")["units"]["allied-2"]["altitude"] for world in worlds}
    assert found == {"very-low", "low", "medium", "high"}


@rule("WBY 7.3.5a", "WBY 18.1d hand")
def test_guesses_of_both_sides_look_as_the_game_does_to_whoever_guesses() -> None:
    units = {
        "axis-1": loaded("ace-pilot clouds"),
        "axis-2": diver("maneuver tight-turn", altitude="low"),
        "axis-3": bombers(3, altitude="high"),
        "allied-1": element("ims-1b1h maneuver"),
        "allied-2": element("clouds") | {"status": "to-come", "altitude": "high", "arrives": 2},
    }
    game = stand(units, step="leader", active="allied-1", turn=1).game
    for side in SIDES:
        for seed in range(20):
            world = game.determinize(side, Chance(seed))
            assert world.view(side) == game.view(side)
            if side == "allied":
                assert world.legal() == game.legal()
