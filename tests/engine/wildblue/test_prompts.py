"""What a decision asks, what its buttons say, and what stands on the cards."""

from __future__ import annotations

import engine
from engine.core.board import Step
from engine.wildblue.board.hands import CARDS
from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter

WILD_BLUE = engine.systems()["wildblue"]


def asked(table: Table) -> str:
    assert table.decision
    return table.decision.prompt


def labels(table: Table) -> list[str]:
    return [choice.label for choice in WILD_BLUE.choices(table.game, table.game.legal())]


def test_fire_is_asked_about_with_its_bursts_and_hits() -> None:
    table = Table(axis("ims-1b1h"), allied("tight-turn")).play("play ims-1b1h > allied-1 leader")
    assert asked(table) == (
        "Axis 1’s Leader fires at Allied 1’s Leader with In My Sights: 1 Burst, 1 Hit. Answer, or take the Hits?"
    )
    assert labels(table) == ["Answer with Tight Turn", "Pass: take the Hits"]
    table.play("respond tight-turn")
    assert asked(table).startswith("Allied 1’s Leader answers In My Sights (1 Burst, 1 Hit) with Tight Turn.")
    assert labels(table) == ["Pass: the attack fails"]


@rule("WBY 9.3.4", "WBY 9.3.5", "WBY 9.3.6")
def test_the_prompt_counts_heavy_cannons_and_what_they_are_enough_for() -> None:
    heavy = Table(axis("ims-1b1h", aircraft=fighter(burst_plus=2)), allied())
    assert "1 Burst, 3 Hits, enough to damage it" in asked(heavy.play("play ims-1b1h > allied-1 leader"))
    deadly = Table(axis("ims-2b-fuel", aircraft=fighter(burst=2)), allied())
    assert "2 Bursts, and it is Destroyed" in asked(deadly.play("play ims-2b-fuel > allied-1 leader"))


@rule("WBY 7.3.2", "WBY 7.5.2", "WBY 10.6.2")
def test_a_move_is_asked_about_with_what_it_brings() -> None:
    loop = Table(axis("half-loop"), allied()).play("play half-loop > allied-1 leader")
    assert asked(loop).endswith("Allied 1’s Leader: Neutral becomes Tailing. Answer, or let it stand?")
    wingman = Table(axis("maneuver ims-1b1h"), allied()).play("play maneuver > allied-1 wingman")
    assert "1 Burst more" in asked(wingman)
    lone = (axis("maneuver"), allied(wingman=False), axis(n=2))
    table = Table(*lone, engaged="allied-1 tailing axis-2").play("play maneuver > allied-1 leader")
    assert "Axis 2 is Disadvantaged instead of Tailed" in asked(table)


@rule("WBY 8.2.3")
def test_a_roll_is_asked_about_with_its_altitude() -> None:
    table = Table(axis("vertical-roll"), allied(), engaged="axis-1 tailed allied-1").play("play vertical-roll (dive)")
    assert asked(table) == (
        "Axis 1’s Leader dives to Low by a Vertical Roll. Answer with Allied 1’s Leader, or let him go?"
    )


def test_each_choice_names_its_card_and_its_target() -> None:
    table = Table(axis("half-loop vertical-roll"), allied())
    found = {choice.label: (choice.card, choice.at) for choice in WILD_BLUE.choices(table.game, table.game.legal())}
    assert found == {
        "Half Loop at Allied 1’s Leader": ("half-loop", "allied-1 leader"),
        "Vertical Roll: climb to High": ("vertical-roll", "high"),
        "Vertical Roll: dive to Low": ("vertical-roll", "low"),
        "Disengage with Axis 1": ("", ""),
        "End the Leader Step": ("", ""),
    }


def test_a_card_says_what_it_does_and_what_it_answers() -> None:
    table = Table(axis("half-loop scissors ace-pilot ims-3b3h full-throttle ims-2b-engine"), allied())
    hand = next(hand for hand in WILD_BLUE.board(table.view("axis")).hands or () if hand.key == "axis-1")
    cards = {card.key: card for card in hand.cards}
    assert cards["half-loop"].lines == ("Better your position by two", "At a Wingman: 2 Bursts more")
    assert cards["scissors"].lines == ("From Disadvantaged to Advantaged", "Answers Scissors, Tight Turn")
    assert cards["full-throttle"].lines[0] == "One step back towards Neutral"
    engine_hit = ("Destroys who has a single engine", "6 Hits on who has more")
    assert cards["ims-2b-engine"].lines == engine_hit
    assert cards["ace-pilot"].lines == ("Answers any card",)
    assert cards["ims-3b3h"].figure == "3 Bursts, 3 Hits"


@rule("WBY 10.1")
def test_the_mini_hand_that_decides_goes_by_the_name_of_its_unit() -> None:
    table = Table(axis("scissors"), allied(), step="wingman", draws={"axis": "maneuver tight-turn"})
    table.play("attack > allied-1 leader")
    hands = {hand.key: [card.key for card in hand.cards] for hand in WILD_BLUE.board(table.view("axis")).hands or ()}
    assert hands["axis-1"] == ["maneuver", "tight-turn"]
    assert hands["axis-1 leader"] == ["scissors"]
    assert hands["allied-1"] == []


def test_a_wingman_who_chooses_whom_to_attack_holds_no_cards_yet() -> None:
    table = Table(axis("scissors"), allied(), step="wingman", draws={"axis": "maneuver tight-turn"})
    assert table.decision is not None
    assert table.decision.kind == "wingman-target"
    hands = {hand.unit: len(hand.cards) for hand in WILD_BLUE.board(table.view("axis")).hands or ()}
    assert hands == {"Axis 1": 1, "Allied 1": 0}


def test_no_two_cards_look_alike() -> None:
    titles = {slug: (card.title, card.figure) for slug, card in CARDS.items()}
    assert len(set(titles.values())) == len(titles)
    assert titles["ims-1b1h"] == ("In My Sights", "1 Burst, 1 Hit")
    assert titles["ims-1b-cockpit"] == ("In My Sights: Cockpit Hit", "1 Burst, 1 Hit")
    assert titles["ims-2b-engine"] == ("In My Sights: Engine Hit", "2 Bursts")
    assert titles["ims-2b-fuel"] == ("In My Sights: Fuel Tank Hit", "2 Bursts")


def test_a_spot_lies_over_its_aircraft_and_its_band() -> None:
    board = WILD_BLUE.board(Table(axis(), allied()).view("axis"), Step(lit=frozenset({"allied-1 leader", "high"})))
    spots = {spot.key: spot for spot in board.spots}
    aircraft = next(shape for shape in board.shapes if shape.key == "allied-1 leader")
    assert spots["allied-1 leader"].points == aircraft.points
    assert spots["allied-1 leader"].size >= board.width / 28
    assert spots["high"].title == "High"


def test_a_hand_says_whose_it_is_by_the_name_that_the_log_has() -> None:
    setup = WILD_BLUE.scenarios()["duel"].setup
    units = [unit | {"leader_pilot": {"name": f"Ace of {unit['side']}", "skills": []}} for unit in setup["units"]]
    game = engine.new("wildblue", setup | {"units": units}, 1)
    shown = [hand.unit for hand in WILD_BLUE.board(game.view("axis")).hands or ()]
    assert sorted(shown) == ["Allied 1 (Ace of allied)", "Axis 1 (Ace of axis)"]
