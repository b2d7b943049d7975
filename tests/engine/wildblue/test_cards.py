"""Playing Action cards: what attacks, what responds to what, chains. [WBY 6]"""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

import engine
from engine.core.errors import EngineError
from tests.engine.rules import rule
from tests.engine.wildblue.table import BOOSTED, MANIFEST, Table, allied, axis, fighter

IMS = [card for card in MANIFEST if card.startswith("ims-")]
OOTS = [card for card in MANIFEST if card.startswith("oots-")]
RESPONSES = {
    "ace-pilot": list(MANIFEST),
    "barrel-roll": ["barrel-roll", *IMS],
    "chop-throttle": ["chop-throttle", "full-throttle", *IMS],
    "tight-turn": ["tight-turn", "maneuver", *IMS],
    "clouds": ["clouds", *OOTS],
    "full-throttle": ["full-throttle", "maneuver", *IMS],
    "scissors": ["scissors", "tight-turn"],
    "vertical-roll": ["vertical-roll", *IMS, *OOTS],
}
"""What each card responds to, from 6.2.1 to 6.2.8; cards not named respond to nothing."""

EVERY_CARD = " ".join(MANIFEST)
"""A hand with one of each."""


def responding_to(card: str) -> set[str]:
    """What a player who holds every card may do against this one."""
    return {"pass", *(f"respond {answer}" for answer, listed in RESPONSES.items() if card in listed)}


GUNSHIP = fighter(burst=3)
"""May fire any card from Neutral."""


def attacked_with(card: str, answers: str) -> Table:
    """axis-1 has played ``card`` at the Leader of allied-1, who holds ``answers`` and is to respond."""
    needs_disadvantage = card in ("scissors", "full-throttle")
    table = Table(
        axis(card, aircraft=GUNSHIP),
        allied(answers),
        engaged="axis-1 disadvantaged allied-1" if needs_disadvantage else "",
    )
    return table.play(f"play {card} > allied-1 leader")


# 6.1 Attacking


@rule("WBY 6.1", "WBY 6.2")
def test_only_the_player_whose_turn_it_is_starts_an_attack_and_the_other_only_responds() -> None:
    table = Table(axis("maneuver"), allied("maneuver ims-1b1h tight-turn full-throttle"))
    assert table.asked == "axis-1 leader"
    table.play("play maneuver > allied-1 leader")
    assert table.asked == "allied-1 respond"
    assert sorted(table.choices) == ["pass", "respond full-throttle", "respond tight-turn"]


@rule("WBY 6.1")
@pytest.mark.parametrize("card", ["ace-pilot", "barrel-roll", "chop-throttle", "tight-turn"])
def test_a_card_without_an_attack_section_cannot_attack(card: str) -> None:
    table = Table(axis(card), allied(), engaged="axis-1 disadvantaged allied-1")
    assert not any(card in text for text in table.choices)


@rule("WBY 6.1")
@pytest.mark.parametrize("card", ["maneuver", "half-loop", "ims-1b1h", "oots-1b2h", "oots-3b4h"])
def test_a_card_with_an_attack_section_can_attack(card: str) -> None:
    table = Table(axis(card, aircraft=GUNSHIP), allied())
    assert table.can(f"play {card} > allied-1 leader")


@rule("WBY 6.1")
@pytest.mark.parametrize("answers", [[], ["tight-turn"]])
def test_after_an_attack_succeeds_or_fails_another_card_may_be_played_at_the_same_aircraft(answers: list[str]) -> None:
    table = Table(axis("maneuver maneuver"), allied(" ".join(answers)))
    table.play("play maneuver > allied-1 leader", *(f"respond {card}" for card in answers), "pass")
    assert table.asked == "axis-1 leader"
    assert table.can("play maneuver > allied-1 leader")


@rule("WBY 6.1b", "WBY 3.3")
@pytest.mark.parametrize("answers", [[], ["tight-turn"]])
def test_a_leader_cannot_attack_a_second_enemy_aircraft_in_one_turn(answers: list[str]) -> None:
    """The attack is at a Wingman, so that the Leader is Neutral all the while."""
    table = Table(axis("ims-1b1h ims-1b2h maneuver"), allied(), allied(n=2), draws={"allied": "tight-turn"})
    assert table.can("play ims-1b1h > allied-2 leader")
    table.play("play ims-1b1h > allied-1 wingman", *(f"respond {card}" for card in answers), "pass")
    assert table.can("play maneuver > allied-1 wingman")
    assert not any("allied-2" in text or "allied-1 leader" in text for text in table.choices)


@rule("WBY 6.1a", "WBY 5.2.5", "WBY 9.2")
def test_a_turn_from_tailed_to_tailing_allows_the_gunners_bursts_and_the_leaders_plus_three() -> None:
    """Gunner 1 + Burst 1 + 3 = 5 Bursts: the Gunner's own while Tailed, then 4 from Tailing."""
    hand = "ims-1b1h ims-1b1h half-loop half-loop ims-3b3h ims-1b2h ims-1b2h"
    tough = fighter(damage=(20, 30))
    table = Table(axis(hand, aircraft=fighter(gunner=1)), allied(aircraft=tough), engaged="axis-1 tailed allied-1")
    table.play("play ims-1b1h > allied-1 leader", "pass")
    assert not table.can("play ims-1b1h > allied-1 leader")
    table.play("play half-loop > allied-1 leader", "pass", "play ims-1b2h > allied-1 leader", "pass")
    assert not table.can("play ims-1b1h > allied-1 leader")
    table.play("play half-loop > allied-1 leader", "pass", "play ims-3b3h > allied-1 leader", "pass")
    assert table.stands("axis-1", "allied-1") == "tailing"
    assert not table.can("play ims-1b1h > allied-1 leader")
    assert table.hits("allied-1") == 1 + 2 + 3


# 6.2 Responding: every card to every card


@rule("WBY 6.2", "WBY 6.2.1", "WBY 6.2.2", "WBY 6.2.4", "WBY 6.2.5", "WBY 6.2.6", "WBY 6.2.7", "WBY 6.2.8")
@pytest.mark.parametrize("attack", ["maneuver", "half-loop", "scissors", "full-throttle", *IMS, *OOTS])
def test_of_all_cards_those_respond_to_an_attack_that_list_it_and_no_others(attack: str) -> None:
    expected = responding_to(attack)
    if attack == "full-throttle":
        expected.discard("respond chop-throttle")  # the defender is Advantaged here; see the tests of 6.2.3
    assert set(attacked_with(attack, EVERY_CARD).choices) == expected


CHAINS = {
    "tight-turn": ("maneuver", "tight-turn"),
    "full-throttle": ("maneuver", "full-throttle"),
    "barrel-roll": ("ims-1b1h", "barrel-roll"),
    "chop-throttle": ("ims-1b1h", "chop-throttle"),
    "ace-pilot": ("half-loop", "ace-pilot"),
    "clouds": ("oots-1b2h", "clouds"),
    "vertical-roll": ("oots-1b2h", "vertical-roll"),
    "scissors": ("scissors", "scissors"),
}
"""For each Response card an attack that it answers."""


@rule("WBY 6.2", "WBY 6.2.1", "WBY 6.2.2", "WBY 6.2.4", "WBY 6.2.5", "WBY 6.2.6", "WBY 6.2.7", "WBY 6.2.8")
@pytest.mark.parametrize("response", CHAINS)
def test_of_all_cards_those_answer_a_response_that_list_it_and_no_others(response: str) -> None:
    attack, first = CHAINS[response]
    engaged = "axis-1 disadvantaged allied-1" if attack == "scissors" else ""
    table = Table(axis(f"{attack} {EVERY_CARD}", aircraft=GUNSHIP), allied(first), engaged=engaged)
    table.play(f"play {attack} > allied-1 leader", f"respond {first}")
    assert table.asked == "axis-1 respond"
    assert set(table.choices) == responding_to(response)


@rule("WBY 6.2.3")
@pytest.mark.parametrize("defender", ["advantaged", "tailing"])
def test_an_advantaged_or_tailing_leader_cannot_chop_throttle_against_full_throttle(defender: str) -> None:
    table = Table(axis("full-throttle"), allied("chop-throttle"), engaged=f"allied-1 {defender} axis-1")
    table.play("play full-throttle > allied-1 leader")
    assert table.choices == ["pass"]


@rule("WBY 6.2.3")
@pytest.mark.parametrize(
    ("attacker", "legal"),
    [("neutral", True), ("disadvantaged", True), ("tailed", True), ("advantaged", False), ("tailing", False)],
)
def test_the_attacker_chops_throttle_against_a_full_throttle_response_by_his_position(
    attacker: str, legal: bool
) -> None:
    """He fires, or maneuvers where he may not fire; the target answers with Full Throttle."""
    engaged = f"axis-1 {attacker} allied-1"
    card = "maneuver" if attacker in ("disadvantaged", "tailed") else "ims-1b1h"
    table = Table(axis(f"{card} chop-throttle"), allied("full-throttle"), engaged=engaged)
    table.play(f"play {card} > allied-1 leader", "respond full-throttle")
    assert table.can("respond chop-throttle") is legal


@rule("WBY 6.2.3", "WBY 6.2.6")
@pytest.mark.parametrize(
    ("defender", "legal"),
    [("neutral", True), ("disadvantaged", True), ("tailed", True), ("advantaged", False), ("tailing", False)],
)
def test_the_defender_chops_throttle_against_full_throttle_in_a_chain_by_his_own_position(
    defender: str, legal: bool
) -> None:
    engaged = f"allied-1 {defender} axis-1"
    attack = "maneuver" if defender != "tailed" else "ims-1b1h"
    table = Table(axis(f"{attack} full-throttle"), allied("full-throttle chop-throttle"), engaged=engaged)
    table.play(f"play {attack} > allied-1 leader", "respond full-throttle", "respond full-throttle")
    assert table.asked == "allied-1 respond"
    assert table.can("respond chop-throttle") is legal


@rule("WBY 6.2.3")
@pytest.mark.parametrize("defender", ["neutral", "disadvantaged", "tailed", "advantaged", "tailing"])
def test_a_chop_throttle_answers_fire_and_another_chop_throttle_from_any_position(defender: str) -> None:
    engaged = f"allied-1 {defender} axis-1"
    table = Table(axis("ims-1b1h chop-throttle", aircraft=fighter(gunner=1)), allied("chop-throttle"), engaged=engaged)
    table.play("play ims-1b1h > allied-1 leader", "respond chop-throttle")
    if defender in ("neutral", "disadvantaged", "tailed"):  # a Gunner answers no response [9.2.2]
        assert table.can("respond chop-throttle")


@rule("WBY 6.2.1", "WBY 6.2")
def test_an_ace_pilot_answers_another_ace_pilot() -> None:
    table = Table(axis("half-loop ace-pilot"), allied("ace-pilot ace-pilot"))
    table.play("play half-loop > allied-1 leader", "respond ace-pilot", "respond ace-pilot", "respond ace-pilot")
    assert table.asked == "axis-1 respond"
    table.play("pass")
    assert table.stands("axis-1", "allied-1") == "neutral"


@rule("WBY 6.2")
def test_an_attack_that_is_not_answered_succeeds() -> None:
    table = attacked_with("maneuver", "tight-turn").play("pass")
    assert table.stands("axis-1", "allied-1") == "advantaged"
    assert table.hand("allied-1") == ["tight-turn"]


@rule("WBY 6.2")
def test_an_attack_that_is_answered_fails_when_the_attacker_stops() -> None:
    table = Table(axis("maneuver scissors"), allied("tight-turn"))
    table.play("play maneuver > allied-1 leader", "respond tight-turn", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.hand("axis-1") == ["scissors"]


@rule("WBY 6.2")
@pytest.mark.parametrize("attacker_goes_on", [True, False])
def test_the_attack_card_and_all_responses_are_discarded_whoever_played_last(attacker_goes_on: bool) -> None:
    table = Table(axis("maneuver scissors"), allied("tight-turn"))
    table.play("play maneuver > allied-1 leader", "respond tight-turn")
    table.play("respond scissors", "pass") if attacker_goes_on else table.play("pass")
    assert table.hand("axis-1") == ([] if attacker_goes_on else ["scissors"])
    assert table.hand("allied-1") == []
    assert table.pile("axis")["discard"] == (2 if attacker_goes_on else 1)
    assert table.pile("allied")["discard"] == 1
    assert table.pile("allied")["top"] == "tight-turn"


@rule("WBY 6.2 example")
def test_worked_example_of_an_ace_pilot_ending_a_chain_over_an_in_my_sights() -> None:
    table = Table(allied("ims-1b1h tight-turn ace-pilot"), axis("tight-turn scissors"))
    table.play("play ims-1b1h > axis-1 leader", "respond tight-turn", "respond tight-turn", "respond scissors")
    table.play("respond ace-pilot")
    assert table.asked == "axis-1 respond"
    assert table.choices == ["pass"]
    table.play("pass")
    assert table.hits("axis-1") == 1
    assert table.hand("axis-1") == []
    assert table.hand("allied-1") == []
    assert table.pile("axis")["discard"] == 2
    assert table.pile("allied")["discard"] == 3


# 6.3 Full Throttle counters


@rule("WBY 6.3", "WBY 6.2.6")
def test_a_full_throttle_counter_answers_what_the_card_answers_and_is_spent() -> None:
    table = Table(axis("maneuver ims-1b1h"), allied(aircraft=BOOSTED))
    table.play("play maneuver > allied-1 leader")
    table.play("respond full-throttle (counter)", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    table.play("play ims-1b1h > allied-1 leader")
    assert table.choices == ["pass"]


@rule("WBY 6.3")
def test_a_full_throttle_counter_does_not_answer_what_the_card_does_not() -> None:
    table = Table(axis("half-loop"), allied(aircraft=BOOSTED))
    table.play("play half-loop > allied-1 leader")
    assert not table.can("respond full-throttle (counter)")


@rule("WBY 6.3", "WBY 7.3.3")
def test_a_full_throttle_counter_attacks_as_the_card_does_and_is_answered_as_the_card() -> None:
    table = Table(axis(aircraft=BOOSTED), allied("full-throttle"), engaged="axis-1 tailed allied-1")
    table.play("play full-throttle > allied-1 leader (counter)")
    assert table.can("respond full-throttle")
    table.play("pass")
    assert table.stands("axis-1", "allied-1") == "disadvantaged"
    assert not table.can("play full-throttle > allied-1 leader (counter)")


@rule("WBY 6.3", "WBY 6.2.6")
def test_a_full_throttle_counter_answers_a_full_throttle_card() -> None:
    table = Table(axis("full-throttle"), allied(aircraft=BOOSTED), engaged="axis-1 disadvantaged allied-1")
    table.play("play full-throttle > allied-1 leader", "respond full-throttle (counter)", "pass")
    assert table.stands("axis-1", "allied-1") == "disadvantaged"


# The decks


@rule("WBY Action Card Manifest")
def test_a_deck_holds_the_110_cards_of_the_manifest() -> None:
    table = Table(axis(), allied())
    for side in ("axis", "allied"):
        assert Counter(table.document["decks"][side]) == Counter(MANIFEST)
    assert sum(MANIFEST.values()) == 110


@rule("WBY Action Card Manifest")
def test_the_bomb_strafe_and_spoiled_results_add_up_to_the_manifest() -> None:
    source = Path(__file__).parents[3] / "fixtures" / "cards" / "wildblue.toml"
    cards = tomllib.loads(source.read_text(encoding="utf-8"))["cards"]["list"]
    assert Counter(card[1] for card in cards) == Counter(MANIFEST)
    assert Counter(card[2] for card in cards) == {"vital": 6, "direct": 23, "hit": 52, "miss": 29}
    assert Counter(card[3] for card in cards) == {"hit": 63, "miss": 47}
    spoiled = Counter((card[4], card[1].split("-")[0]) for card in cards if card[4])
    assert sum(count for (symbol, _), count in spoiled.items() if symbol == "normal") == 17
    assert sum(count for (symbol, _), count in spoiled.items() if symbol == "special") == 5
    assert (spoiled["normal", "ims"], spoiled["normal", "oots"]) == (4, 1)
    assert (spoiled["special", "ims"], spoiled["special", "oots"]) == (1, 0)


@rule("WBY 2.2", "WBY 6.1")
@pytest.mark.parametrize("card", ["ace-pilot", "barrel-roll", "chop-throttle", "tight-turn"])
def test_a_position_in_which_a_response_card_attacks_is_refused(card: str) -> None:
    table = Table(axis("ims-1b1h"), allied()).play("play ims-1b1h > allied-1 leader")
    document = table.document
    document["pending"] |= {"attack": card, "last": card}
    with pytest.raises(EngineError, match="no Attack card"):
        engine.position("wildblue", document)


@pytest.mark.parametrize(
    "number", ["", "0", "001", "111", "-1", "+1", "1 ", "²", "9" * 5000, "0" * 5000 + "1"], ids=len
)
def test_a_card_is_named_by_its_number_as_it_is_written_and_no_other_way(number: str) -> None:
    table = Table(axis(), allied())
    with pytest.raises(EngineError, match=r"^Card #.* of the deck is not maneuver\.$"):
        table.game.script({"axis": [f"maneuver#{number}"]})
    record = str(table.game.record) + f"! axis maneuver#{number or 0}\n"
    with pytest.raises(EngineError):
        engine.replay(record)


@pytest.mark.parametrize(
    ("first", "second", "drawn"),
    [
        ("clouds tight-turn", "clouds", ["clouds", "tight-turn"]),
        ("maneuver", "clouds half-loop", ["clouds", "half-loop"]),
        ("clouds maneuver", "maneuver", ["clouds", "maneuver"]),
    ],
)
def test_cards_put_on_top_of_cards_put_there_before_lie_so_in_the_record_too(
    first: str, second: str, drawn: list[str]
) -> None:
    table = Table(axis(), allied(), step="draw").stack(axis=first).stack(axis=second).play("draw 2")
    assert sorted(table.view("axis")["units"]["axis-1"]["hand"]) == drawn
    assert engine.replay(str(table.game.record)).position() == table.document
