"""One die and its modifiers, hits, inversions, and who fires when."""

from __future__ import annotations

import re
from typing import Any

import pytest

import engine
from engine.core.game import SIDES, Document, Game
from tests.engine.rules import rule
from tests.engine.sabin.table import FAR, begun, bombers, escort, interceptor, of, play, where

BEHIND = interceptor("K-L 6-7 middle (level forwards)")
"""They can end directly behind the bombers, in their block."""
TO_THEM = "fly M-N 6-7 middle (level forwards)"
HEAD_ON = interceptor("O-P 6-7 middle (level back)")
HEAD_ON_TO_THEM = "fly M-N 6-7 middle (level back)"
BESIDE = interceptor("K-L 6-7 middle (level forwards)")
DEFLECTION = "fly M-N 6-7 middle (dive forwards)"
CROSSING = "fly M-N 6-7 middle (dive back)"


def attacked(die: int, interceptors: Document, move: str, *more: str, **kinds: Any) -> Game:
    """Bombers of some kind, met by interceptors with this die."""
    options = kinds.pop("options", {"turning_back": "never"})
    game = begun(bombers(**kinds), against=(interceptors, FAR), dice=(die,), options=options)
    play(game, move, *(more or ("fire",)))
    return game


def hits(game: Game) -> tuple[int, int]:
    """On the bombers, on the interceptors."""
    return of(game, "allied-1")["hits"], of(game, "axis-1")["hits"]


@rule("SABIN S01", "SABIN Combat f", "SABIN Combat g", "SABIN Combat e")
def test_a_five_from_directly_behind_hits_the_bombers_twice_and_the_fighters_once() -> None:
    assert hits(attacked(5, BEHIND, TO_THEM)) == (2, 1)


@rule("SABIN Combat f", "SABIN Combat g")
@pytest.mark.parametrize(
    ("die", "move", "start", "outcome"),
    [
        (3, TO_THEM, BEHIND, (0, 0)),
        (4, TO_THEM, BEHIND, (1, 0)),
        (6, TO_THEM, BEHIND, (2, 1)),
        (4, DEFLECTION, BESIDE, (0, 0)),
        (5, DEFLECTION, BESIDE, (1, 0)),
        (6, DEFLECTION, BESIDE, (2, 1)),
        (4, HEAD_ON_TO_THEM, HEAD_ON, (0, 0)),
        (5, HEAD_ON_TO_THEM, HEAD_ON, (1, 0)),
        (6, HEAD_ON_TO_THEM, HEAD_ON, (2, 1)),
        (5, CROSSING, HEAD_ON, (0, 0)),
        (6, CROSSING, HEAD_ON, (1, 0)),
    ],
)
def test_the_modifiers_of_aspect_decide_with_which_die_whom_is_hit(
    die: int, move: str, start: Document, outcome: tuple[int, int]
) -> None:
    assert hits(attacked(die, start, move)) == outcome


@rule("SABIN Combat b")
def test_bombers_fire_at_fighters_who_hold_fire() -> None:
    game = attacked(5, BEHIND, TO_THEM, "hold fire")
    assert hits(game) == (0, 1)
    assert of(game, "axis-1")["inverted"]


@rule("SABIN Combat j")
def test_an_unmodified_six_inverts_who_fired_and_nobody_who_held_fire() -> None:
    fired = attacked(6, HEAD_ON, CROSSING)
    assert hits(fired) == (1, 0)
    assert of(fired, "axis-1")["inverted"]
    assert not of(fired, "allied-1")["inverted"]
    held = attacked(6, HEAD_ON, CROSSING, "hold fire")
    assert not of(held, "axis-1")["inverted"]
    five = attacked(5, BESIDE, DEFLECTION)
    assert not of(five, "axis-1")["inverted"]


@rule("SABIN Combat h")
def test_bombers_fly_on_and_fire_whatever_they_have_suffered_and_the_track_ends_at_19() -> None:
    game = begun(bombers(hits=18), against=(BEHIND, FAR), dice=(5,))
    assert game.view(None)["suffered"] == {"allied": 18, "axis": 0}
    said = play(game, TO_THEM, "fire")
    assert of(game, "allied-1")["hits"] == 20
    assert game.view(None)["suffered"] == {"allied": 19, "axis": 1}
    assert game.view(None)["score"] == {"allied": 1, "axis": 19}
    assert any("fires at Interceptor A" in sentence for sentence in said)
    assert of(game, "allied-1")["status"] == "flying"


OURS, THEIRS, MEET = (
    "Q-R 10-11 left (level forwards)",
    "S-T 10-11 left (level back)",
    "fly Q-R 10-11 left (level back)",
)
"""A meeting head-on; and one from behind: """
BEHIND_OURS, ONTO_THEM = "O-P 10-11 left (level forwards)", "fly Q-R 10-11 left (level forwards)"


def duel(ours: str, theirs: str, move: str, *answers: str, die: int = 6) -> Game:
    """Escorts in flight, interceptors who move to them."""
    game = begun(bombers(), escort(ours), against=(interceptor(theirs), FAR), dice=(die,))
    play(game, move, *answers)
    return game


def flights_hit(game: Game) -> tuple[int, int]:
    """Escorts, interceptors."""
    return of(game, "allied-2")["hits"], of(game, "axis-1")["hits"]


@rule("SABIN Combat c")
def test_fighters_fire_outside_their_own_phase_only_level_and_head_on() -> None:
    behind = duel(
        "Q-R 10-11 left (level forwards)", "O-P 10-11 left (level forwards)", "fly Q-R 10-11 left (level forwards)"
    )
    assert behind.decision is not None
    assert behind.decision.unit == "axis-1"
    play(behind, "fire")
    assert flights_hit(behind) == (1, 0)
    head_on = duel(
        "Q-R 10-11 left (level forwards)", "S-T 10-11 left (level back)", "fly Q-R 10-11 left (level back)", "fire"
    )
    assert head_on.decision is not None
    assert (head_on.decision.side, head_on.decision.unit, head_on.decision.kind) == ("allied", "allied-2", "fire")
    play(head_on, "fire")
    assert flights_hit(head_on) == (1, 1)
    assert of(head_on, "allied-2")["inverted"]
    assert of(head_on, "axis-1")["inverted"]
    crossing = duel(
        "Q-R 10-11 left (dive forwards)", "S-T 10-11 left (level back)", "fly Q-R 10-11 left (level back)", "fire"
    )
    assert flights_hit(crossing) == (0, 0)
    assert crossing.decision is not None
    assert crossing.decision.unit == "axis-2"  # the escorts were not asked


@rule("SABIN Combat b", "SABIN Combat c")
def test_who_is_met_head_on_may_hold_fire_too_and_no_die_is_rolled_when_both_do() -> None:
    alone = duel(OURS, THEIRS, MEET, "hold fire", "fire")
    assert flights_hit(alone) == (0, 1)
    assert of(alone, "allied-2")["inverted"]  # low on ammunition
    peace = duel(OURS, THEIRS, MEET, "hold fire", "hold fire")
    assert flights_hit(peace) == (0, 0)
    assert peace.position()["scripted"] == [6]


@rule("SABIN Combat i")
def test_a_flight_that_is_hit_is_inverted_and_can_be_hit_again() -> None:
    behind = duel(
        "Q-R 10-11 left (level forwards)",
        "O-P 10-11 left (level forwards)",
        "fly Q-R 10-11 left (level forwards)",
        "fire",
        die=5,
    )
    assert of(behind, "allied-2")["inverted"]
    again = begun(
        bombers(),
        escort("Q-R 10-11 left (level forwards)", hits=1),
        against=(interceptor("O-P 10-11 left (level forwards)"), FAR),
        dice=(5,),
    )
    play(again, "fly Q-R 10-11 left (level forwards)", "fire")
    assert of(again, "allied-2")["hits"] == 2


@rule("SABIN Combat d", "SABIN Movement e")
def test_interceptors_shifted_among_bombers_are_fired_at_and_fire_back_head_on_alone() -> None:
    ahead = "Q-R 6-7 middle (level back)"
    game = begun(bombers(), against=(interceptor(ahead),), dice=(6,))
    play(game, "fly O-P 6-7 middle (level back)")
    assert game.decision is not None
    assert (game.decision.unit, game.decision.kind) == ("axis-1", "fire")
    assert where(game, "axis-1") == "M-N 6-7 middle (level back)"
    play(game, "fire")
    assert hits(game) == (2, 1)
    dived = begun(bombers(), against=(interceptor("Q-R 6-7 middle (level back)"),), dice=(6,))
    said = play(dived, "fly O-P 6-7 middle (dive back)")
    assert not any("Interceptor A fires" in sentence for sentence in said)
    assert any("Bomber fires at" in sentence for sentence in said)


@rule("SABIN Combat d")
@pytest.mark.parametrize("inverted", [False, True])
def test_no_combat_where_escorts_are_shifted_among_the_bombers_with_the_interceptors(inverted: bool) -> None:
    game = begun(
        bombers(),
        escort("O-P 6-7 middle (level forwards)", inverted=inverted),
        against=(interceptor("Q-R 6-7 middle (level back)"),),
        dice=(1, 6),
    )
    said = play(game, "fly O-P 6-7 middle (level back)", "fire", "hold fire")
    assert where(game, "axis-1") == "M-N 6-7 middle (level back)"
    assert where(game, "allied-2") == ("" if inverted else "M-N 6-7 middle (level forwards)")  # it has left since
    assert sum("meets" in sentence for sentence in said) == 1
    assert hits(game) == (0, 0)


@rule("SABIN Figure 2")
def test_figure_2_escorts_to_either_side_do_not_keep_a_head_on_attack_from_the_middle_block() -> None:
    game = begun(
        bombers(aircraft="blenheim"),
        escort("M-N 6-7 left (level forwards)", aircraft="spitfire"),
        escort("M-N 6-7 right (level forwards)", aircraft="spitfire"),
        against=(interceptor("O-P 6-7 middle (level back)", aircraft="bf-109"), FAR),
        dice=(5,),
    )
    said = play(game, HEAD_ON_TO_THEM, "fire")
    assert "Bf 109 A meets Blenheim." in said
    assert hits(game) == (1, 0)


@rule("SABIN S02")
def test_figure_8_mustangs_thunderbolts_and_lightnings() -> None:
    game = begun(
        bombers(aircraft="ju-88"),
        escort("I-J 6-7 left (level forwards)", aircraft="bf-109"),
        escort("O-P 8-9 right (level forwards)", aircraft="fw-190"),
        against=(
            interceptor("G-H 6-7 left (level forwards)", aircraft="p-51"),
            interceptor("Q-R 8-9 right (level back)", aircraft="p-47"),
            interceptor("K-L 6-7 left (level forwards)", aircraft="p-38"),
            FAR,
        ),
        dice=(6, 3, 5),
    )
    said = play(game, "fly I-J 6-7 left (level forwards)", "fire")
    assert "P-51 Mustang A fires at Bf 109 A: die 6 +1 (same pitch and heading) = 7, 1 hit." in said
    assert of(game, "axis-1")["inverted"]
    assert of(game, "allied-2")["inverted"]
    said = play(game, "fly O-P 8-9 right (level back)", "fire", "fire")
    assert sum("3, no hit" in sentence for sentence in said) == 2
    said = play(game, "fly M-N 6-7 middle (climb forwards)", "fire")
    assert "P-38 Lightning C fires at Ju 88: die 5 +1 (at bombers) = 6, 1 hit." in said
    assert "Ju 88 fires at P-38 Lightning C: die 5, no hit." in said
    assert not of(game, "axis-3")["inverted"]


SHOT = re.compile(r".+ fires at .+: die (\d)((?: [+−]\d \([A-Za-z ]+\))*)(?: = (-?\d))?, (?:no hit|1 hit|2 hits)\.")


@pytest.mark.parametrize("scenario", ["stukas", "two-squadrons"])
def test_every_shot_tells_once_its_die_and_modifiers_and_they_add_up(scenario: str) -> None:
    game = engine.new("sabin", engine.systems()["sabin"].scenarios()[scenario].setup, 5)
    players = {side: engine.heuristic_player("sabin", side, 5) for side in SIDES}
    shots = 0
    while side := game.deciding:
        events = game.play(players[side].choose(game))
        fired = [SHOT.fullmatch(event.text()) for event in events if event.kind == "shot"]
        for told in fired:
            assert told
            modifiers = re.findall(r"[+−]\d", told[2])
            assert int(told[3] or told[1]) == int(told[1]) + sum(int(each.replace("−", "-")) for each in modifiers)
        assert len({told[1] for told in fired if told}) < 2, "one die for both"
        assert not fired or not any("die shows" in event.text() or "opens fire" in event.text() for event in events)
        shots += len(fired)
    assert shots
