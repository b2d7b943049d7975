"""Who may end where, and who is held by an enemy in his block."""

from __future__ import annotations

import pytest

from engine.core.errors import BadPosition
from tests.engine.rules import rule
from tests.engine.sabin.table import FAR, begun, bombers, ends, escort, interceptor, of, places, play, where


@rule("SABIN Stacking b")
def test_a_block_is_closed_to_friends_of_who_has_moved_there_and_open_before() -> None:
    game = begun(
        bombers(),
        against=(interceptor("S-T 10-11 left (level back)"), interceptor("Q-R 10-11 left (level back)"), FAR),
    )
    assert "Q-R 10-11 left" in places(game)  # B is there still, but has yet to move
    play(game, "fly O-P 10-11 left (level back)")
    assert "O-P 10-11 left" not in places(game)
    assert "M-N 10-11 left" in places(game)  # past it


@rule("SABIN Stacking b")
def test_escorts_never_end_among_their_own_bombers_and_interceptors_do() -> None:
    escorts = begun(bombers(), escort("K-L 6-7 middle (level forwards)"), against=(FAR,), phase="escorts")
    assert not {place for place in places(escorts) if place == "M-N 6-7 middle"}
    assert "O-P 6-7 middle" in places(escorts)  # through them
    interceptors = begun(bombers(), against=(interceptor("K-L 6-7 middle (level forwards)"),))
    assert "M-N 6-7 middle" in places(interceptors)


@rule("SABIN Stacking c")
def test_escorts_never_end_in_the_rear_column_and_interceptors_not_in_the_rear_two() -> None:
    escorts = begun(bombers(), escort("G-H 10-11 left (level back)"), against=(FAR,), phase="escorts")
    assert {place.split()[0] for place in places(escorts)} == {"E-F", "C-D"}
    escorts = begun(bombers(), escort("E-F 10-11 left (level back)"), against=(FAR,), phase="escorts")
    assert {place.split()[0] for place in places(escorts)} == {"C-D"}
    interceptors = begun(bombers(), against=(interceptor("G-H 10-11 left (level back)"), FAR))
    assert {place.split()[0] for place in places(interceptors)} == {"E-F"}
    from_the_rear = begun(bombers(), against=(interceptor("A-B 10-11 left (level forwards)"), FAR))
    assert {place.split()[0] for place in places(from_the_rear)} == {"E-F"}


@rule("SABIN Stacking d", "SABIN Combat a")
def test_a_move_may_end_with_an_enemy_and_then_they_fight_before_anybody_else_moves() -> None:
    game = begun(
        bombers(),
        escort("O-P 10-11 left (level forwards)"),
        against=(interceptor("Q-R 10-11 left (level back)"), FAR),
    )
    said = play(game, "fly O-P 10-11 left (level back)")
    assert any("meets" in sentence for sentence in said)
    assert game.decision is not None
    assert (game.decision.unit, game.decision.kind) == ("axis-1", "fire")


HELD = "Q-R 10-11 middle (level back)"
"""Interceptors with an enemy in their block; another is two blocks ahead, a third where they can reverse to."""


def held_by(enemy: str, *traits: str, start: str = HELD) -> set[str]:
    game = begun(
        bombers(),
        escort(enemy, *traits),
        escort("O-P 10-11 left (level forwards)"),
        escort("O-P 12-13 middle (level forwards)"),
        against=(interceptor(start), FAR),
    )
    return ends(game)


@rule("SABIN Stacking e")
def test_who_begins_with_an_enemy_may_end_with_another_only_by_reversing() -> None:
    free = held_by("E-F 0-1 left (level forwards)")
    assert {"O-P 10-11 left (level back)", "O-P 10-11 left (level forwards)"} <= free
    for enemy in ("level forwards", "level back", "dive back"):
        held = held_by(f"Q-R 10-11 middle ({enemy})")
        assert "O-P 10-11 left (level back)" not in held
        assert "O-P 10-11 left (level forwards)" in held
        assert "O-P 10-11 right (level back)" in held


@rule("SABIN Stacking e")
def test_who_begins_in_a_climb_is_held_only_by_an_enemy_of_the_same_pitch_and_heading() -> None:
    climbing = "Q-R 10-11 middle (climb back)"
    assert held_by("Q-R 10-11 middle (level back)", start=climbing) == {
        "O-P 12-13 middle (level back)",
        "O-P 12-13 middle (dive back)",
    }
    game = begun(
        bombers(),
        escort("Q-R 10-11 middle (climb back)"),
        escort("O-P 12-13 middle (level forwards)"),
        against=(interceptor(climbing), FAR),
    )
    assert of(game, "axis-1")["status"] == "no-move"


@rule("SABIN Stacking e")
def test_bombers_hold_interceptors_who_begin_among_them_unless_they_climb() -> None:
    def after(start: str) -> set[str]:
        game = begun(bombers(), bombers(), escort("O-P 6-7 middle (level back)"), against=(interceptor(start), FAR))
        return places(game)

    assert "O-P 6-7 middle" not in after("M-N 6-7 middle (level forwards)")
    assert "O-P 6-7 middle" in after("M-N 6-7 right (level forwards)") | after("K-L 6-7 middle (level forwards)")
    climbing = begun(
        bombers(),
        escort("O-P 8-9 middle (level back)"),
        against=(interceptor("M-N 6-7 middle (climb forwards)"), FAR),
    )
    assert places(climbing) == {"O-P 8-9 middle"}


@rule("SABIN Weak Fighters c")
def test_weak_enemies_hold_only_who_has_their_pitch_and_heading_and_does_not_climb() -> None:
    onward = "O-P 10-11 left (level back)"
    assert onward in held_by("Q-R 10-11 middle (level forwards)", "weak")
    assert onward in held_by("Q-R 10-11 middle (dive back)", "weak")
    assert onward not in held_by("Q-R 10-11 middle (level back)", "weak")
    climbing = "Q-R 10-11 middle (climb back)"
    assert held_by("Q-R 10-11 middle (climb back)", "weak", start=climbing)
    assert not held_by("Q-R 10-11 middle (climb back)", start=climbing) & {"O-P 12-13 middle (level back)"}


@rule("SABIN Figure 7")
def test_figure_7_climbing_pursuers_may_go_on_unless_somebody_is_directly_on_their_tail() -> None:
    def over_the_chase(lightning_a: str) -> list[str]:
        game = begun(
            bombers(),
            escort(lightning_a),
            escort("I-J 12-13 right (climb forwards)"),
            against=(interceptor("I-J 12-13 right (climb forwards)"), FAR),
            phase="escorts",
            active="allied-2",
        )
        game.script({}, [2])
        down, up = "fly I-J 12-13 right (level forwards)", "fly K-L 14-15 right (level forwards)"
        said = play(game, down, "fire")
        assert any("meets" in sentence for sentence in said)
        assert any("2, no hit" in sentence for sentence in said)  # a deflection shot: no modifier
        said += play(game, up)
        return [game.action_text(action) for action in game.legal()] + said

    assert "fly K-L 14-15 right (level forwards)" in over_the_chase("G-H 14-15 middle (level forwards)")
    tailed = begun(
        bombers(),
        escort("I-J 12-13 right (climb forwards)"),
        escort("K-L 14-15 right (level forwards)"),
        against=(interceptor("I-J 12-13 right (climb forwards)"), FAR),
    )
    assert of(tailed, "axis-1")["status"] == "no-move"


def test_two_friends_in_a_block_are_refused_unless_one_has_yet_to_move() -> None:
    here = "Q-R 10-11 left (level back)"
    with pytest.raises(BadPosition, match=r"Stacking b"):
        begun(bombers(), against=(interceptor(here), interceptor(here)), active="axis-1")
    game = begun(bombers(), against=(interceptor(here), interceptor(here), FAR), active="axis-2")
    assert where(game, "axis-1") == where(game, "axis-2")
    with pytest.raises(BadPosition, match=r"Stacking b"):
        begun(bombers(), escort("M-N 6-7 middle (level back)"), against=(FAR,))
