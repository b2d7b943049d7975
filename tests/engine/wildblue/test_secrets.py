"""What a side may not know: hands, secret altitudes, discards below the top. [WBY 3.4, 4.5, 4.6.1, 7.3.5a]

Each test plays the same twice, different only in what one side keeps to itself; the other must not see a difference.
"""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.chance import Chance
from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter, setup


def seen(table: Table, side: str) -> tuple[Any, ...]:
    """All that a side is shown: the table, the sentences, who must decide, and the replay."""
    frames = [
        (frame.step, frame.actor, frame.action, frame.events, frame.view)
        for frame in engine.frames(table.game.record, side)
    ]
    return table.view(side), [event.text(side) for event in table.events], table.decision, frames


def check_same(tables: list[Table], side: str, other: str) -> None:
    """``side`` sees no difference between these tables; ``other``, whose secret it is, does."""
    first, *rest = (seen(table, side) for table in tables)
    for each in rest:
        assert each == first
    views = [seen(table, other)[:2] for table in tables]
    assert all(view != views[0] for view in views[1:])


@rule("WBY 4.6.1", "WBY 3.4", "WBY 8.2.1e2")
def test_the_cards_paid_for_following_are_not_told_but_for_the_top_one() -> None:
    tables = []
    for paid in ("clouds", "maneuver"):
        table = Table(
            axis("vertical-roll"), allied("clouds maneuver scissors"), engaged="allied-1 advantaged axis-1", seed=1
        )
        table.play("play vertical-roll (dive)", "pass", "follow", f"pay {paid}", "pay scissors")
        tables.append(table)
    check_same(tables, "axis", "allied")


@rule("WBY 4.6.1", "WBY 3.4")
def test_cards_discarded_below_the_top_are_not_told() -> None:
    tables = []
    for first in ("clouds", "maneuver"):
        table = Table(axis("clouds maneuver scissors"), allied(), step="discard", seed=1)
        table.play(f"discard {first}", "discard scissors", "end", "draw 1")
        tables.append(table)
    check_same(tables, "allied", "axis")


@rule("WBY 3.4", "WBY 4.6.1")
def test_the_top_of_the_discards_is_not_shown_while_it_may_still_be_covered() -> None:
    following = Table(
        axis("vertical-roll"), allied("clouds maneuver scissors"), engaged="allied-1 advantaged axis-1"
    ).play("play vertical-roll (dive)", "pass", "follow", "pay clouds")
    assert following.view("axis")["decks"]["allied"]["top"] is None
    discarding = Table(allied("clouds maneuver"), axis(), step="discard").play("discard clouds")
    assert discarding.view("axis")["decks"]["allied"]["top"] is None
    assert discarding.view("allied")["decks"]["allied"]["top"] == "clouds"
    for table, end in ((following, ("pay scissors",)), (discarding, ("end", "draw 0"))):
        top = table.play(*end).view("axis")["decks"]["allied"]["top"]
        assert top == ("scissors" if table is following else "clouds")


@rule("WBY 4.6.1", "WBY 3.5")
def test_cards_drawn_are_told_by_their_number_alone() -> None:
    tables = []
    for drawn in ("clouds maneuver", "ace-pilot scissors"):
        table = Table(axis(), allied(), step="draw").stack(axis=drawn).play("draw 2")
        tables.append(table)
    check_same(tables, "allied", "axis")


@rule("WBY 4.6.1", "WBY 10.1.2")
def test_a_mini_hand_is_told_by_its_size_alone() -> None:
    tables = []
    for drawn in ("clouds maneuver", "tight-turn barrel-roll"):
        table = Table(axis("ims-1b1h"), allied()).stack(allied=drawn).play("play ims-1b1h > allied-1 wingman")
        tables.append(table)
    check_same(tables, "axis", "allied")


@rule("WBY 7.3.5a")
@pytest.mark.parametrize("altitude", ["low", "high"])
def test_the_altitude_chosen_in_clouds_is_not_told(altitude: str) -> None:
    tables = [
        Table(axis("clouds maneuver"), allied(), seed=1).play("play clouds", f"hide {chosen}")
        for chosen in ("medium", altitude)
    ]
    check_same(tables, "allied", "axis")


@rule("WBY 4.5")
def test_an_altitude_chosen_at_the_start_is_not_told_before_all_are_revealed() -> None:
    tables = []
    for altitude in ("low", "high"):
        table = Table.of(engine.new("wildblue", setup({"axis-1": fighter(), "allied-1": fighter()}), 1))
        tables.append(table.play(f"altitude {altitude}"))
    check_same(tables, "axis", "allied")


@rule("WBY 19.2.4", "WBY 4.6.1")
def test_cards_given_back_with_combat_vision_are_not_told() -> None:
    tables = []
    for place in (0, 1):
        document = setup({"axis-1": fighter(), "allied-1": fighter()})
        document["units"][0]["leader_pilot"] = {"name": "Keen Eyes", "skills": ["CV"]}
        for unit in document["units"]:
            unit["altitude"] = "medium"
        table = Table.of(engine.new("wildblue", document, 3))
        hand = list(dict.fromkeys(table.unit("axis-1")["hand"]))
        tables.append(table.play(f"exchange {hand[place]}", f"exchange {hand[2]}", "end"))
    check_same(tables, "allied", "axis")


@rule("WBY 6.2", "WBY 4.6.1")
@pytest.mark.parametrize(
    ("attack", "engaged"),
    [
        ("play maneuver > allied-1 leader", ""),
        ("play clouds", "allied-1 tailing axis-1"),
        ("play vertical-roll (dive)", "allied-1 advantaged axis-1"),
    ],
)
def test_being_asked_to_respond_or_to_follow_tells_nothing_of_the_hand(attack: str, engaged: str) -> None:
    """One enemy holds an answer to all, the other to nothing; both let the attack pass and stay where they are."""
    tables = []
    for hand in ("ace-pilot full-throttle", "half-loop oots-1b2h"):
        table = Table(axis("maneuver clouds vertical-roll"), allied(hand), engaged=engaged, seed=1).play(attack)
        assert table.asked == "allied-1 respond"
        table.play("pass")
        if table.asked == "allied-1 follow":
            table.play("stay")
        tables.append(table)
    first, second = (
        (table.view("axis"), [event.text("axis") for event in table.events], table.asked) for table in tables
    )
    assert first == second


@rule("WBY 4.6.1", "WBY 7.3.5a")
@pytest.mark.parametrize(
    ("hand", "attack", "secret"),
    [("maneuver", "climb", "pay maneuver"), ("clouds maneuver", "play clouds", "hide low")],
)
def test_a_replay_taken_up_at_a_secret_decision_does_not_name_it(hand: str, attack: str, secret: str) -> None:
    step = "altitude" if attack == "climb" else "leader"
    begun = Table(axis(hand), allied(), step=step).play(attack)
    table = Table.of(engine.position("wildblue", begun.document)).play(secret)
    actions = {side: [frame.action for frame in engine.frames(table.game.record, side)] for side in ("axis", "allied")}
    assert secret in actions["axis"]
    assert [action.split()[0] for action in actions["allied"] if action] == [secret.split()[0]]
    assert secret not in actions["allied"]


@rule("WBY 4.5", "WBY 7.3.5a")
def test_altitudes_that_a_side_does_not_know_are_dealt_anew_for_its_guesses() -> None:
    new = engine.new("wildblue", setup({"axis-1": fighter(), "allied-1": fighter()}), 1)
    new.play(new.parse("altitude low"))
    clouds = Table(allied("clouds maneuver"), axis()).play("play clouds", "hide low").game
    for game, key, places in (
        (new, "altitude", {"very-low", "low", "medium", "high"}),
        (clouds, "hidden", {"low", "medium", "high"}),
    ):
        worlds = (game.determinize("axis", Chance(seed)).position() for seed in range(40))
        assert {world["units"]["allied-1"][key] for world in worlds} == places


@rule("WBY 3.4")
@pytest.mark.parametrize("side", ["axis", "allied", None])
def test_the_first_frame_of_a_replay_shows_the_table_before_the_first_decision(side: str | None) -> None:
    table = Table(axis("maneuver"), allied("tight-turn"))
    before = table.game.view(side)
    table.play("play maneuver > allied-1 leader", "pass")
    first, second = engine.frames(table.game.record, side)
    assert first.view == before
    assert second.view == table.game.view(side)
