"""Why not: what a person is told of a move that his flight cannot make; and what he is asked in a combat."""

from __future__ import annotations

import pytest

import engine
from engine.core.errors import IllegalAction
from engine.core.game import Document, Game
from tests.engine.rules import rule
from tests.engine.sabin.table import FAR, begun, bombers, escort, interceptor, play

SABIN = engine.systems()["sabin"]


def why(game: Game, text: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.parse(text)
    return refusal.value.why


def alone(where: str, *traits: str, **more: object) -> Game:
    return begun(bombers(), against=(interceptor(where, *traits), FAR), **more)  # type: ignore[arg-type]


@rule("SABIN Movement a", "SABIN Movement b", "SABIN Movement c", "SABIN Movement d")
@rule("SABIN Weaving a", "SABIN Weaving b", "SABIN Weaving c")
@rule("SABIN Heavy Fighters b", "SABIN Heavy Fighters c", "SABIN Slow Fighters a", "SABIN Slow Fighters b")
@pytest.mark.parametrize(
    ("where", "traits", "to", "rule_"),
    [
        ("Q-R 4-5 left (level forwards)", "", "W-X 4-5 left (level forwards)", "Movement a"),
        ("Q-R 4-5 left (level forwards)", "", "O-P 4-5 left (level forwards)", "Movement a"),
        ("Q-R 4-5 left (climb forwards)", "", "S-T 4-5 left (level forwards)", "Movement a"),
        ("Q-R 4-5 left (level forwards)", "", "S-T 6-7 left (level forwards)", "Movement a"),
        ("Q-R 14-15 left (dive forwards)", "", "U-V 10-11 left (climb forwards)", "Movement b"),
        ("Q-R 6-7 left (level forwards)", "", "U-V 8-9 left (level forwards)", "Movement c, d"),
        ("Q-R 6-7 left (climb forwards)", "", "S-T 8-9 left (climb forwards)", "Movement c, d"),
        ("Q-R 4-5 left (climb forwards)", "", "S-T 6-7 middle (level forwards)", "Weaving a"),
        ("Q-R 4-5 left (level forwards)", "", "S-T 4-5 right (level forwards)", "Weaving a"),
        ("Q-R 4-5 left (level forwards)", "", "U-V 4-5 middle (level forwards)", "Weaving a"),
        ("Q-R 4-5 left (level forwards)", "", "S-T 2-3 left (level forwards)", "Weaving b"),
        ("Q-R 4-5 left (level forwards)", "", "S-T 2-3 middle (climb forwards)", "Weaving b"),
        ("Q-R 4-5 left (level forwards)", "", "S-T 4-5 left (level back)", "Weaving c"),
        ("Q-R 4-5 left (level forwards)", "", "S-T 4-5 middle (climb back)", "Weaving c"),
        ("Q-R 14-15 left (dive forwards)", "", "U-V 12-13 middle (level back)", "Weaving c"),
        ("Q-R 14-15 left (dive forwards)", "heavy", "U-V 12-13 left (climb forwards)", "Heavy Fighters b"),
        ("Q-R 4-5 left (climb forwards)", "heavy", "S-T 6-7 left (dive forwards)", "Heavy Fighters c"),
        ("Q-R 4-5 left (level forwards)", "heavy", "S-T 4-5 middle (dive back)", "Heavy Fighters c"),
        ("Q-R 14-15 left (dive forwards)", "slow", "W-X 8-9 left (dive forwards)", "Slow Fighters a"),
        ("Q-R 2-3 left (level forwards)", "slow", "U-V 4-5 left (level forwards)", "Slow Fighters b"),
    ],
)
def test_who_cannot_get_somewhere_is_told_which_rule_keeps_him(where: str, traits: str, to: str, rule_: str) -> None:
    assert f"[SABIN {rule_}]" in why(alone(where, *traits.split()), f"fly {to}")


@rule("SABIN Low Altitude a", "SABIN Low Altitude d")
def test_near_the_ground_the_reason_is_the_ground() -> None:
    low = alone("Q-R 2-3 left (dive forwards)", altitude="low")
    assert "[SABIN Low Altitude a]" in why(low, "fly U-V 0-1 left (dive forwards)")
    very = alone("Q-R 2-3 left (level forwards)", altitude="very-low")
    assert "SABIN Low Altitude d]" in why(very, "fly U-V 4-5 left (level forwards)")


@rule("SABIN Set-Up b", "SABIN Set-Up c", "SABIN Set-Up d", "SABIN Set-Up e", "SABIN Clouds c")
def test_who_cannot_be_set_up_somewhere_is_told_which_rule_keeps_him() -> None:
    game = engine.new("sabin", SABIN.scenarios()["first-game"].setup, 1)
    assert "[SABIN Set-Up b]" in why(game, "column A-B")
    play(game, "column M-N")
    assert "[SABIN Set-Up b]" in why(game, "deploy M-N 12-13 left")
    assert "[SABIN Set-Up e]" in why(game, "deploy M-N 6-7 middle")
    play(game, "deploy M-N 6-7 left", "column M-N", "deploy M-N 6-7 right")
    column = "A-B" if "A-B" in game.action_text(game.legal()[0]) else "Y-Z"
    assert "[SABIN Set-Up c]" in why(game, "deploy M-N 6-7 left")
    low = engine.new("sabin", SABIN.scenarios()["first-game"].setup | {"altitude": "very-low"}, 1)
    play(low, "column M-N")
    assert "no higher than row 6-7. [SABIN Low Altitude c]" in why(low, "deploy M-N 8-9 left")
    assert "[SABIN Set-Up d]" in why(game, f"deploy {column} 18-19 left")
    setup: Document = SABIN.scenarios()["first-game"].setup
    cloudy = engine.new("sabin", setup | {"options": {"sky": "low-cloud"}}, 1)
    play(cloudy, "column M-N")
    assert "[SABIN Clouds c]" in why(cloudy, "deploy M-N 0-1 left")


@rule("SABIN Combat c", "SABIN Combat f", "SABIN Combat g")
def test_a_combat_is_asked_with_what_hits_and_what_the_enemy_does() -> None:
    game = begun(bombers(), against=(interceptor("I-J 6-7 middle (level forwards)"), FAR), dice=(5,))
    play(game, "fly M-N 6-7 middle (level forwards)")
    assert game.decision
    assert "hits on 4 or more (+1 at bombers, +1 same pitch and heading), twice on 5 or more" in game.decision.prompt
    assert "fires back and hits on 5 or more" in game.decision.prompt
    head_on = begun(
        bombers(),
        escort("Q-R 10-11 left (level forwards)"),
        against=(interceptor("S-T 10-11 left (level back)"), FAR),
        dice=(6,),
    )
    play(head_on, "fly Q-R 10-11 left (level back)")
    assert head_on.decision
    assert "may fire back, head-on. Fire, or hold fire?" in head_on.decision.prompt
    play(head_on, "hold fire")
    assert head_on.decision
    assert "holds its fire" in head_on.decision.prompt


def test_an_attack_says_so_on_its_button_and_only_to_hold_and_to_press_on_are_plain() -> None:
    game = begun(bombers(), against=(interceptor("I-J 6-7 middle (level forwards)"), FAR))
    choices = SABIN.choices(game, game.legal())
    attacks = {choice.label for choice in choices if choice.at == "M-N.6-7.middle"}
    assert any(label.startswith("Attack ") and label.endswith("level forwards") for label in attacks)
    assert [choice.at for choice in choices if choice.label == "Break formation and leave"] == [""]
    assert not any(choice.is_plain for choice in choices)
    play(game, "fly M-N 6-7 middle (level forwards)")
    assert [choice.is_plain for choice in SABIN.choices(game, game.legal())] == [False, True]


def test_habits_spare_what_need_not_be_asked() -> None:
    habits = {habit.slug: habit.choose for habit in SABIN.habits}
    weak = begun(
        bombers(),
        escort("O-P 10-11 left (climb back)"),
        against=(interceptor("S-T 10-11 left (level back)", "weak"), FAR),
    )
    play(weak, "fly O-P 10-11 left (level back)")
    assert weak.action_text(habits["fire"](weak) or 0) == "fire"
    assert weak.action_text(habits["fire-to-hit"](weak) or 0) == "hold fire"
    first = engine.new("sabin", SABIN.scenarios()["first-game"].setup, 1)
    assert habits["one-column"](first) is None
    play(first, "column K-L", "deploy K-L 6-7 left")
    assert first.action_text(habits["one-column"](first) or 0) == "column K-L"


def test_a_hint_tells_who_cannot_hit_and_who_never_turns_back() -> None:
    weak = begun(
        bombers(),
        escort("O-P 10-11 left (climb back)"),
        against=(interceptor("S-T 10-11 left (level back)", "weak"), FAR),
    )
    play(weak, "fly O-P 10-11 left (level back)")
    assert SABIN.because(weak, weak.parse("hold fire"), "steady").why == "the die cannot hit"
    over = {"options": {"turning_back": "always"}, "phase": "end-of-turn"}
    game = begun(bombers(), against=(interceptor("Q-R 14-15 right (level back)"),), **over)  # type: ignore[arg-type]
    press_on = game.parse("press on")
    assert SABIN.because(game, press_on, "bold").why == "this doctrine never turns back"
    assert SABIN.because(game, press_on, "cautious").why == "too few aircraft are hit to turn back for"


def test_later_escorts_are_set_up_with_the_first_of_them_wherever_the_last_went() -> None:
    one_column = next(habit.choose for habit in SABIN.habits if habit.slug == "one-column")
    game = engine.new("sabin", SABIN.scenarios()["two-squadrons"].setup, 1)
    play(game, "column K-L", "deploy K-L 6-7 left", "column Q-R", "deploy Q-R 6-7 left")
    assert game.decision
    assert game.decision.kind == "column"
    assert game.action_text(one_column(game) or 0) == "column K-L"
