"""Why an action is refused, for what a person might think of. [WBY 2-12]"""

from __future__ import annotations

import pytest

import engine
from engine.core.errors import IllegalAction
from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter

WILD_BLUE = engine.systems()["wildblue"]
TURRET = fighter(gunner=2, burst=0, special=("turret-fighter",))


def why(table: Table, text: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        table.play(text)
    return refusal.value.why


def tried(table: Table) -> list[str]:
    return [table.game.action_text(action) for action in WILD_BLUE.tries(table.game)]


@rule("WBY 7.3.1", "WBY 7.3.2", "WBY 7.3.3", "WBY 7.3.4")
@pytest.mark.parametrize(
    ("position", "card", "section"),
    [
        ("tailing", "maneuver", "7.3.1"),
        ("advantaged", "half-loop", "7.3.2"),
        ("neutral", "full-throttle", "7.3.3"),
        ("neutral", "scissors", "7.3.4"),
        ("tailed", "scissors", "7.3.4"),
    ],
)
def test_a_card_that_betters_nothing_names_its_section(position: str, card: str, section: str) -> None:
    table = Table(axis(card), allied(), engaged=f"axis-1 {position} allied-1" if position != "neutral" else "")
    assert why(table, f"play {card} > allied-1 leader").endswith(f"[WBY {section}]")
    assert f"play {card} > allied-1 leader" in tried(table)


@rule("WBY 7.4", "WBY 7.5.1b", "WBY 9.2")
def test_too_few_bursts_are_counted() -> None:
    assert "has 1 Burst left here and needs 3. [WBY 7.4" in why(
        Table(axis("ims-3b3h"), allied()), "play ims-3b3h > allied-1 leader"
    )
    tailed = Table(axis("ims-1b1h"), allied(), engaged="axis-1 tailed allied-1")
    assert why(tailed, "play ims-1b1h > allied-1 leader").endswith("is Tailed and has no Gunner. [WBY 7.4, 7.5.1b]")
    gunner = Table(axis("ims-2b2h", aircraft=fighter(gunner=1)), allied(), engaged="axis-1 tailed allied-1")
    assert why(gunner, "play ims-2b2h > allied-1 leader").endswith(
        "Gunner has 1 Burst left here and needs 2. [WBY 9.2]"
    )


@rule("WBY 9.1.2")
def test_gunners_and_who_has_spent_his_markers_use_no_heavy_guns() -> None:
    heavy = axis("ims-1b1h", aircraft=fighter(gunner=2, heavy_guns=1))
    text = "play ims-1b1h > allied-1 leader (heavy gun)"
    tailed = Table(heavy, allied(), engaged="axis-1 tailed allied-1")
    assert why(tailed, text) == "Gunners use no Heavy Guns. [WBY 9.1.2]"
    assert why(Table(axis("ims-1b1h"), allied()), text).endswith("has no Heavy Gun marker left. [WBY 9.1.2]")


@rule("WBY 6.1b")
def test_a_second_target_of_one_step_is_refused() -> None:
    table = Table(axis("maneuver ims-1b1h"), allied(), allied(n=2))
    table.play("play ims-1b1h > allied-1 wingman").unanswered()
    assert why(table, "play maneuver > allied-2 leader").endswith("[WBY 6.1b]")


@rule("WBY 7.5", "WBY 7.5.1c", "WBY 7.5.1d", "WBY 10.3a", "WBY 10.3b")
def test_who_is_engaged_is_named() -> None:
    engaged = Table(axis("maneuver"), allied(), allied(n=2), engaged="axis-1 advantaged allied-1")
    assert why(engaged, "play maneuver > allied-2 leader") == "Axis 1 is Engaged with Allied 1. [WBY 7.5]"
    theirs = Table(axis("maneuver"), allied(), axis(n=2), engaged="allied-1 advantaged axis-2")
    assert why(theirs, "play maneuver > allied-1 leader") == "Allied 1’s Leader is Engaged. [WBY 7.5.1d]"
    wingman = Table(axis(), allied(), allied(n=2), engaged="axis-1 advantaged allied-1", step="wingman")
    assert why(wingman, "attack > allied-2 wingman").endswith("[WBY 7.5.1c, 10.3a]")


@rule("WBY 8", "WBY 10.2d", "WBY 10.5.1", "WBY 10.6.1", "WBY 10.6.2")
def test_what_wingmen_cannot_do_or_suffer_is_told() -> None:
    draws = {"axis": "vertical-roll maneuver"}
    with_leader = Table(axis(), allied(), step="wingman", draws=draws).play("attack > allied-1 leader")
    assert why(with_leader, "play vertical-roll (dive)").endswith("[WBY 10.2d]")
    draws = {"axis": "ims-1b1h maneuver"}
    at_wingman = Table(axis(), allied(), step="wingman", draws=draws).play("attack > allied-1 wingman")
    assert why(at_wingman, "play maneuver > allied-1 wingman").endswith("[WBY 10.5.1]")
    assert why(Table(axis("maneuver"), allied()), "play maneuver > allied-1 wingman").endswith("[WBY 10.6.1]")
    throttle = Table(axis("full-throttle ims-1b1h"), allied())
    assert why(throttle, "play full-throttle > allied-1 wingman").endswith("[WBY 10.6.2]")
    low = Table(axis("maneuver"), allied(altitude="low"))
    assert why(low, "play maneuver > allied-1 leader") == "Allied 1 is at another altitude. [WBY 8.0]"


@rule("WBY 5.5.5")
def test_a_turret_fighter_is_told_where_its_guns_bear() -> None:
    table = Table(axis("ims-1b1h", aircraft=TURRET), allied())
    assert why(table, "play ims-1b1h > allied-1 leader").endswith("[WBY 5.5.5]")
    assert why(table, "play ims-1b1h > allied-1 wingman").endswith("[WBY 5.5.5]")


@rule("WBY 6.2.1", "WBY 6.2.2", "WBY 6.2.3", "WBY 6.2.4", "WBY 6.2.8")
@pytest.mark.parametrize(
    ("card", "section"),
    [("barrel-roll", "6.2.2"), ("chop-throttle", "6.2.3"), ("vertical-roll", "6.2.8"), ("maneuver", "2.2")],
)
def test_a_card_that_does_not_answer_says_where_it_stands_what_it_answers(card: str, section: str) -> None:
    table = Table(axis("maneuver"), allied(f"{card} tight-turn")).play("play maneuver > allied-1 leader")
    assert why(table, f"respond {card}").endswith(f"[WBY {section}]")
    assert tried(table) == [f"respond {card}"]


@rule("WBY 8.2.1a", "WBY 8.2.1b", "WBY 5.2.7")
def test_altitudes_out_of_reach_say_why() -> None:
    table = Table(axis(), allied(), step="altitude")
    assert why(table, "climb").endswith("has no card or counter to discard for a climb. [WBY 8.2.1b]")
    assert why(table, "altitude very-high").endswith("[WBY 8.2.1a]")
    capped = fighter(ceiling=("medium", "medium"))
    limited = Table(axis("maneuver", aircraft=capped), allied(), step="altitude")
    assert why(limited, "climb") == "the Ceiling of Axis 1 is Medium. [WBY 5.2.7, 5.4.4]"
    assert "climb" in tried(limited)


@rule("WBY 12.1", "WBY 7.3.6")
def test_what_is_done_instead_of_cards_is_not_done_after_one() -> None:
    table = Table(axis("maneuver maneuver"), allied()).play("play maneuver > allied-1 leader").unanswered()
    assert why(table, "disengage").endswith("[WBY 12.1]")
    assert why(table, "give up position").endswith("[WBY 7.3.6]")


@rule("WBY 5.2.2", "WBY 5.2.3")
def test_who_would_draw_more_hears_what_limits_him() -> None:
    short = Table(axis(), allied(), step="draw")
    assert why(short, "draw 3") == "Horsepower lets Axis 1 draw 2 cards at Medium. [WBY 5.2.3, 8.3.1]"
    full = Table(axis("maneuver maneuver scissors"), allied(), step="draw")
    assert tried(full) == ["draw 3"]
    held = Table(axis("maneuver", aircraft=fighter(performance=2)), allied(), step="draw")
    assert why(held, "draw 2") == "Performance lets Axis 1 hold 2 cards. [WBY 5.2.2]"


def test_nothing_that_is_not_held_is_thought_of() -> None:
    table = Table(axis("tight-turn scissors"), allied("maneuver half-loop"))
    cards = {text.split()[1] for text in tried(table) if text.startswith("play ")}
    assert cards == {"tight-turn", "scissors"}
