"""Where flights can go: blocks, pitch, weaves, drops and reversals."""

from __future__ import annotations

import pytest

import engine
from engine.sabin.moves import Flying, Performance, reach
from engine.sabin.terms import SPOTS, place
from tests.engine.rules import rule
from tests.engine.sabin.table import FAR, begun, bombers, ends, escort, interceptor, of, places, play, where

DEPTHS = ("left", "middle", "right")


def moves_from(start: str, *traits: str, **more: object) -> set[str]:
    """Where interceptors may end who start alone on the board."""
    game = begun(bombers(), against=(interceptor(start, *traits), FAR), **more)  # type: ignore[arg-type]
    return ends(game)


@rule("SABIN S07")
def test_level_flight_in_a_middle_block_has_26_ends_and_a_climb_one_place_with_two_orientations() -> None:
    assert len(moves_from("Q-R 10-11 middle (level back)")) == 26
    assert len(moves_from("G-H 14-15 middle (level forwards)")) == 26
    assert moves_from("Q-R 10-11 middle (climb back)") == {
        "O-P 12-13 middle (level back)",
        "O-P 12-13 middle (dive back)",
    }


@rule("SABIN S07")
def test_there_are_even_more_ends_at_lower_altitudes() -> None:
    assert len(moves_from("Q-R 4-5 middle (level back)")) == 27  # a climbing second block, that must be levelled
    assert len(moves_from("Q-R 2-3 middle (level back)")) == 28  # … or may be kept


@rule("SABIN S08", "SABIN Board")
def test_the_board_has_13_columns_10_rows_and_3_depths_and_no_more() -> None:
    columns = ["A-B", "C-D", "E-F", "G-H", "I-J", "K-L", "M-N", "O-P", "Q-R", "S-T", "U-V", "W-X", "Y-Z"]
    rows = ["0-1", "2-3", "4-5", "6-7", "8-9", "10-11", "12-13", "14-15", "16-17", "18-19"]
    spots = [f"{column} {row} {depth} (level forwards)" for column in columns for row in rows for depth in DEPTHS]
    friendly = "M-N 6-7 middle (level forwards)"
    assert len(spots) == 390
    for spot in spots:
        if spot != friendly:
            assert where(begun(bombers(), escort(spot), against=(FAR,)), "allied-2") == spot
    for wrong in ("Z-A 6-7 left", "A-B 20-21 left", "A-B 6-7 top"):
        with pytest.raises(ValueError, match="must be one of"):
            begun(bombers(), against=(interceptor(f"{wrong} (level back)"),))


@rule("SABIN Movement a")
def test_a_climb_moves_one_block_level_flight_one_or_two_a_dive_two_or_three() -> None:
    assert {place.split()[0] for place in places_from("G-H 10-11 left (climb forwards)")} == {"I-J"}
    assert {place.split()[0] for place in places_from("G-H 10-11 left (level forwards)")} == {"I-J", "K-L"}
    assert {place.split()[0] for place in places_from("G-H 10-11 left (dive forwards)")} == {"K-L", "M-N"}


def places_from(start: str, *traits: str) -> set[str]:
    return {end.partition(" (")[0] for end in moves_from(start, *traits)}


@rule("SABIN Movement a", "SABIN Units b")
def test_pitch_says_whether_a_block_leads_up_ahead_or_down_and_heading_which_way() -> None:
    assert places_from("G-H 10-11 left (climb forwards)") == {"I-J 12-13 left"}
    assert places_from("Q-R 10-11 left (climb back)") == {"O-P 12-13 left"}
    straight = {place for place in places_from("Q-R 10-11 left (level back)") if place.endswith("left")}
    assert straight == {"O-P 10-11 left", "M-N 10-11 left", "M-N 8-9 left"}
    down = {place for place in places_from("W-X 12-13 left (dive back)") if place.endswith("left")}
    assert down == {"S-T 10-11 left", "S-T 8-9 left", "Q-R 8-9 left", "Q-R 6-7 left"}


@rule("SABIN Movement b")
def test_pitch_changes_by_one_notch_after_each_block() -> None:
    level = moves_from("Q-R 10-11 left (level back)")
    assert {f"O-P 10-11 left ({pitch} back)" for pitch in ("climb", "level", "dive")} <= level
    dive = moves_from("W-X 12-13 left (dive back)")
    assert {"S-T 8-9 left (dive back)", "S-T 8-9 left (level back)"} <= dive
    assert "S-T 8-9 left (climb back)" not in dive


@rule("SABIN Movement c")
def test_who_starts_high_and_pitches_up_after_the_first_block_gives_up_the_extra_block() -> None:
    high = places_from("Q-R 6-7 left (level back)")
    assert "M-N 8-9 left" not in high
    assert "M-N 6-7 left" in high
    low = places_from("Q-R 4-5 left (level back)")
    assert "M-N 6-7 left" in low
    assert "Q-R 6-7 right" not in places_from("W-X 8-9 right (dive back)")  # down, level, and no third block
    assert "Q-R 2-3 right" in places_from("W-X 4-5 right (dive back)")
    assert "Q-R 4-5 right" not in places_from("W-X 6-7 right (dive back)")  # the row of the start counts


@rule("SABIN Movement d")
def test_a_climb_into_rows_6_to_19_is_levelled_at_least() -> None:
    assert moves_from("Q-R 4-5 left (climb back)") == {"O-P 6-7 left (level back)", "O-P 6-7 left (dive back)"}
    assert "O-P 4-5 left (climb back)" in moves_from("Q-R 2-3 left (climb back)")
    assert "M-N 6-7 left (climb back)" not in moves_from("Q-R 4-5 left (level back)")
    assert "M-N 6-7 left (level back)" in moves_from("Q-R 4-5 left (level back)")


@rule("SABIN Weaving a")
def test_only_the_shortest_level_or_diving_move_ends_in_a_weave() -> None:
    aside = {place for place in places_from("Q-R 10-11 left (level back)") if not place.endswith("left")}
    assert aside == {"O-P 10-11 middle", "O-P 8-9 middle"}
    aside = {place for place in places_from("W-X 12-13 left (dive back)") if not place.endswith("left")}
    assert {place.split()[0] for place in aside} == {"S-T"}
    assert {place.split()[2] for place in aside} == {"middle"}
    assert all(place.endswith("left") for place in places_from("W-X 12-13 left (climb back)"))


@rule("SABIN Weaving b")
def test_a_weave_may_drop_a_block_but_not_in_a_climb() -> None:
    level = moves_from("Q-R 10-11 left (level back)")
    assert {"O-P 8-9 middle (level back)", "O-P 8-9 middle (dive back)", "O-P 10-11 middle (climb back)"} <= level
    assert "O-P 8-9 middle (climb back)" not in level
    dive = moves_from("W-X 12-13 left (dive back)")
    assert "S-T 6-7 middle (dive back)" in dive
    assert "S-T 10-11 middle (climb back)" in dive


@rule("SABIN Weaving c")
def test_only_level_flights_reverse_and_never_into_a_climb() -> None:
    level = moves_from("Q-R 10-11 left (level back)")
    assert {end for end in level if "forwards" in end} == {
        "O-P 10-11 middle (level forwards)",
        "O-P 10-11 middle (dive forwards)",
        "O-P 8-9 middle (level forwards)",
        "O-P 8-9 middle (dive forwards)",
    }
    assert not {end for end in moves_from("W-X 12-13 left (dive back)") if "forwards" in end}


@rule("SABIN Weaving d")
def test_nobody_reverses_where_bombers_are_or_are_just_ahead() -> None:
    def reversals(start: str) -> set[str]:
        heading = start.rpartition(" ")[2].removesuffix(")")
        return {end for end in moves_from(start) if heading not in end}

    assert not reversals("K-L 6-7 middle (level forwards)")  # just ahead at the start
    assert not reversals("M-N 6-7 middle (level back)")  # with them at the start
    assert not reversals("O-P 6-7 middle (level back)")  # just ahead, from the front
    assert reversals("O-P 6-7 middle (level forwards)")  # behind it
    assert not {end for end in reversals("M-N 6-7 left (level forwards)") if "6-7" in end}  # just ahead at the end
    assert {end for end in reversals("M-N 6-7 left (level forwards)") if "4-5" in end}  # a row below them
    assert not {end for end in reversals("K-L 6-7 left (level forwards)") if "M-N 6-7 middle" in end}  # among them
    assert reversals("K-L 6-7 middle (level back)")  # they are behind


@rule("SABIN Stacking a")
def test_no_move_leaves_the_board() -> None:
    assert places_from("W-X 10-11 left (level forwards)") == {"Y-Z 10-11 left", "Y-Z 10-11 middle", "Y-Z 8-9 middle"}
    assert "O-P 0-1 left" in places_from("Q-R 0-1 left (level back)")
    assert not [place for place in places_from("Q-R 0-1 left (level back)") if place.split()[1] not in ("0-1", "2-3")]


@rule("SABIN Breaking a")
def test_a_flight_without_a_move_leaves_and_any_other_may() -> None:
    start = "Y-Z 10-11 left (level forwards)"
    game = begun(bombers(), against=(interceptor(start), interceptor("Q-R 10-11 left (level back)")))
    assert of(game, "axis-1")["status"] == "no-move"
    assert game.decision is not None
    assert game.decision.unit == "axis-2"
    said = play(game, "break formation")
    assert of(game, "axis-2")["status"] == "broke-formation"
    assert any("breaks formation" in sentence for sentence in said)
    assert game.decision is None


@rule("SABIN Breaking a", "SABIN Movement e")
def test_who_has_left_stays_away_when_the_others_are_shifted() -> None:
    game = begun(bombers(), escort("O-P 10-11 left (level forwards)"), against=(FAR, FAR), active="axis-2")
    play(game, "break formation")
    assert game.position()["phase"] == "escorts"
    assert of(game, "axis-2")["status"] == "broke-formation"


@rule("SABIN Movement f")
def test_flights_move_in_the_order_of_their_letters_whatever_their_numbers() -> None:
    flights = tuple(
        interceptor(f"Q-R {row} left (level back)", letter=letter)
        for row, letter in (("6-7", "C"), ("10-11", "A"), ("14-15", "B"))
    )
    game = begun(bombers(), against=flights)
    order = []
    for _ in flights:
        assert game.decision is not None
        order.append(game.decision.unit)
        game.play(game.legal()[0])
    assert order == ["axis-2", "axis-3", "axis-1"]


@rule("SABIN S06", "SABIN Movement a", "SABIN Movement b")
def test_figure_5_zekes_tonys_and_georges() -> None:
    zekes = moves_from("G-H 10-11 left (climb forwards)")
    assert zekes == {"I-J 12-13 left (level forwards)", "I-J 12-13 left (dive forwards)"}
    tonys = moves_from("G-H 10-11 right (level forwards)")
    assert {"I-J 10-11 right (dive forwards)", "K-L 8-9 right (dive forwards)"} <= tonys
    georges = moves_from("G-H 4-5 middle (dive forwards)")
    assert "K-L 2-3 middle (climb forwards)" in georges
    assert {"M-N 4-5 middle (level forwards)", "M-N 4-5 middle (climb forwards)"} <= georges


@rule("SABIN S06", "SABIN Weaving b")
def test_figure_6_yaks_and_lavochkins() -> None:
    yaks = moves_from("Q-R 10-11 middle (dive back)")
    assert "M-N 8-9 left (climb back)" in yaks
    assert "M-N 6-7 left (climb back)" not in yaks
    lavochkins = moves_from("G-H 10-11 middle (level forwards)")
    assert "I-J 8-9 right (level forwards)" in lavochkins


@rule("SABIN S06", "SABIN Weaving c", "SABIN Stacking b")
def test_figure_6_two_flights_circle_by_reversing_into_each_others_block() -> None:
    game = begun(
        bombers(),
        against=(interceptor("E-F 10-11 left (level forwards)"), interceptor("G-H 10-11 middle (level back)"), FAR),
    )
    assert "G-H 8-9 middle (level back)" in ends(game)  # the drop is open to both
    play(game, "fly G-H 10-11 middle (level back)")
    assert {"E-F 10-11 left (level forwards)", "E-F 8-9 left (level forwards)"} <= ends(game)
    play(game, "fly E-F 10-11 left (level forwards)")
    assert where(game, "axis-1") == "G-H 10-11 middle (level back)"
    assert where(game, "axis-2") == "E-F 10-11 left (level forwards)"


@rule("SABIN Figure 4", "SABIN Units b")
def test_figure_4_three_orientations_read_as_they_are_laid_out() -> None:
    game = begun(
        bombers(),
        escort("O-P 6-7 middle (level back)"),
        escort("O-P 4-5 right (climb back)"),
        against=(FAR,),
        phase="interceptors",
        active="axis-1",
    )
    assert where(game, "allied-2") == "O-P 6-7 middle (level back)"
    assert where(game, "allied-3") == "O-P 4-5 right (climb back)"
    assert where(game, "allied-1") == "M-N 6-7 middle (level forwards)"
    with pytest.raises(engine.core.errors.BadPosition, match=r"SABIN Set-Up a"):
        begun(bombers(column="M-N", row="6-7", depth="middle", heading="back", pitch="level"), against=(FAR,))


@rule("SABIN Breaking b", "SABIN Combat i")
@pytest.mark.parametrize("hits", [0, 1])  # low on ammunition, or hit
def test_an_inverted_flight_leaves_when_its_turn_comes_and_is_on_the_board_until_then(hits: int) -> None:
    game = begun(
        bombers(),
        escort("G-H 10-11 left (level forwards)", inverted=True, hits=hits),
        against=(interceptor("Q-R 10-11 left (level back)"),),
    )
    assert where(game, "allied-2")
    play(game, "fly O-P 10-11 left (level back)")
    assert of(game, "allied-2")["status"] == "left-inverted"
    assert not places(game) & {"G-H 10-11 left"}


@pytest.mark.parametrize("altitude", ["normal", "very-low"])
@pytest.mark.parametrize("traits", [(), ("heavy",), ("slow",)])
def test_away_from_bombers_and_edges_moves_are_the_same_in_every_column(altitude: str, traits: tuple[str, ...]) -> None:
    columns = ["K-L", "M-N", "O-P", "Q-R", "S-T", "U-V", "W-X"]
    for row in ("12-13", "16-17"):
        for pitch in ("climb", "level", "dive"):
            found = set()
            for column in columns:
                by = columns.index(column)
                ahead = moves_from(f"{column} {row} right ({pitch} back)", *traits, altitude=altitude)
                steps = {("ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(end[0]) // 2 - by, end.partition(" ")[2]) for end in ahead}
                found.add(frozenset(steps))
            assert len(found) == 1
            assert found != {frozenset()}


def test_the_quick_way_to_a_move_and_the_long_way_agree_on_every_spot() -> None:
    bombers_at = (place(6, 3, 1), place(6, 4, 1))
    for performance in (Performance(3), Performance(0, ground=True), Performance(3, heavy=True, slow=True, odd=True)):
        flying = Flying(performance, 2, (), bombers_at)
        for start in range(SPOTS):
            found = reach(flying, start, {})
            other = reach(flying._replace(clouds=(99,)), start, {})  # a cloud that is nowhere leaves the long way only
            assert (found.choices, found.mask, found.clouded) == (other.choices, other.mask, other.clouded)
