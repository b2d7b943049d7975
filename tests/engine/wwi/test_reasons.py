"""Why an action is refused, what a response asks, and what a card says. [WWI]"""

from __future__ import annotations

import pytest

import engine
from engine.wwi.hand_board import CARDS
from tests.engine.rules import rule
from tests.engine.wwi.table import Table, fighter, unit

WWI = engine.systems()["wwi"]


def tried(table: Table) -> list[str]:
    return [table.game.action_text(action) for action in WWI.tries(table.game)]


def asked(table: Table) -> str:
    assert table.game.decision
    return table.game.decision.prompt


@rule("WWI Maneuver a", "WWI Immelmann a", "WWI Side Slip a")
@pytest.mark.parametrize(
    ("engaged", "card", "section"),
    [
        ("allied-1 tailing axis-1", "maneuver", "Positioning a"),
        ("allied-1 advantaged axis-1", "immelmann", "Immelmann a"),
        ("", "side-slip", "Side Slip a"),
    ],
)
def test_a_card_that_betters_nothing_names_its_section(engaged: str, card: str, section: str) -> None:
    table = Table.at({"allied-1": unit(card), "axis-1": unit()}, engaged=engaged)
    assert table.why(f"play {card} > axis-1 leader").endswith(f"[WWI {section}]")
    assert f"play {card} > axis-1 leader" in tried(table)


@rule("WWI Maneuver c", "WWI Vertical Roll a")
def test_a_wingman_hears_what_he_cannot_play() -> None:
    units = {"allied-1": unit(wingmen=1), "axis-1": unit(wingmen=1)}
    table = Table.at(units, step="altitude").wait("axis-1 wingman").stack(allied="maneuver vertical-roll")
    table.wait("allied-1 wingman")
    assert table.why("play maneuver > axis-1 wingman-1").endswith("[WWI Maneuver c]")
    assert table.why("play vertical-roll > axis-1 leader (dive)").endswith("[WWI Vertical Roll a]")


@rule("WWI Gunner a", "WWI Gunner b")
def test_a_gunner_says_at_whom_he_fires_and_what_he_has_left() -> None:
    two_seater = fighter(gunner=1)
    table = Table.at({"allied-1": unit("ims-1b1h ims-2b2h", aircraft=two_seater), "axis-1": unit(wingmen=1)})
    assert table.why("play ims-1b1h > axis-1 leader (gunner)").endswith("[WWI Gunner a]")
    assert table.why("play ims-2b2h > axis-1 wingman-1 (gunner)").endswith("and needs 2. [WWI Gunner b]")


@rule("WWI Changing Altitude a", "WWI Changing Altitude b")
def test_altitudes_out_of_reach_say_why() -> None:
    table = Table.at({"allied-1": unit(altitude="low"), "axis-1": unit()}, step="altitude")
    assert table.why("climb").endswith("[WWI Changing Altitude b]")
    assert table.why("altitude high").endswith("[WWI Changing Altitude a]")
    assert tried(table) == ["climb", "altitude high"]


@rule("WWI Barrel Roll", "WWI Reaction Cards")
def test_a_reaction_says_what_it_does_not_counter() -> None:
    table = Table.at({"allied-1": unit("maneuver chandelle"), "axis-1": unit("barrel-roll")})
    assert table.why("respond chandelle").endswith("[WWI Reaction Cards]")
    table.play("play maneuver > axis-1 leader")
    assert table.why("respond barrel-roll") == "Barrel Roll does not counter Maneuver. [WWI Barrel Roll]"


def test_a_response_is_asked_for_with_what_the_card_does() -> None:
    table = Table.at({"allied-1": unit("ims-1b1h maneuver"), "axis-1": unit("barrel-roll")})
    table.play("play ims-1b1h > axis-1 leader")
    assert asked(table).endswith("with In My Sights: 1 Burst, 1 Hit. Answer, or take the Hits?")
    table.play("pass", "play maneuver > axis-1 leader")
    assert asked(table).endswith("Neutral becomes Advantaged. Answer, or let it stand?")


def test_a_card_says_what_it_does_and_what_it_answers() -> None:
    table = Table.at({"allied-1": unit("chandelle ims-2b3h"), "axis-1": unit()})
    hand = next(hand for hand in WWI.board(table.game.view("allied")).hands or () if hand.key == "allied-1")
    cards = {card.key: card for card in hand.cards}
    assert cards["chandelle"].lines == ("Answers Maneuver, Stall Turn, In My Sights",)
    assert cards["ims-2b3h"].figure == "2 Bursts, 3 Hits"
    assert cards["ims-2b3h"].lines == ("May jam the guns",)


def test_no_two_cards_look_alike() -> None:
    titles = {slug: (card.title, card.figure) for slug, card in CARDS.items()}
    assert len(set(titles.values())) == len(titles)
    assert titles["ims-on-fire"] == ("In My Sights: On Fire!", "2 Bursts, 2 Hits")
