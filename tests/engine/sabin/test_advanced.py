"""The advanced rules: Sun and clouds, low flight, other kinds of bombers and fighters."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.game import Document, Game
from tests.engine.rules import rule
from tests.engine.sabin.table import FAR, begun, bombers, ends, escort, interceptor, of, places, play, where

FIGHTERS = [{"id": "allied-2"}, {"id": "axis-1"}]


def set_up(
    *, bomber: Document | None = None, fighters: list[Document] | None = None, seed: int = 1, **terms: Any
) -> Game:
    """A squadron and some fighters, nobody set up yet."""
    units = [{"id": "allied-1", "role": "bomber"} | (bomber or {}), *(fighters or FIGHTERS)]
    return engine.new("sabin", {"escorting": "allied", "units": units} | terms, seed)


def rows_offered(game: Game) -> set[str]:
    """Rows in which the next flight may be set up, in any column."""
    rows = set()
    for action in game.legal():
        twin = game.copy()
        text = game.action_text(action)
        if text.startswith("column"):
            twin.step(action)
        rows |= {twin.action_text(block).split()[2] for block in twin.legal()}
    return rows


# Sun and clouds


@rule("SABIN Sun a", "SABIN Clouds a")
def test_the_die_tells_the_sky_before_the_escorts_are_set_up() -> None:
    skies = {}
    for seed in range(60):
        game = set_up(options={"sky": "roll"}, seed=seed)
        die, sky = (event.text() for event in game.opening())
        skies[die] = (game.position()["sky"], sky)
    assert {die: sky for die, (sky, _) in skies.items()} == {
        "The die shows 1.": "sun-back-left",
        "The die shows 2.": "sun-back-right",
        "The die shows 3.": "sun-front-left",
        "The die shows 4.": "sun-front-right",
        "The die shows 5.": "low-cloud",
        "The die shows 6.": "high-cloud",
    }
    assert skies["The die shows 5."][1] == "A layer of cloud fills rows 0-3."
    assert skies["The die shows 6."][1] == "A layer of cloud fills rows 12-15."


def bounce(sky: str, start: str, move: str, victim: str, *, die: int = 4) -> list[str]:
    """Escorts who come down on interceptors, the Sun where it is."""
    game = begun(bombers(), escort(start), against=(interceptor(victim), FAR), phase="escorts", sky=sky, dice=(die,))
    return play(game, move, "fire")


@rule("SABIN S03", "SABIN Sun b", "SABIN Combat f")
def test_figure_9_out_of_the_sun_onto_the_tail_a_four_hits() -> None:
    start, move, victim = (
        "E-F 8-9 left (level forwards)",
        "fly G-H 6-7 middle (level forwards)",
        "G-H 6-7 middle (level forwards)",
    )
    said = bounce("sun-back-left", start, move, victim)
    assert "Escort A meets Interceptor A out of the Sun." in said
    assert "Escort A fires at Interceptor A: die 4 +1 (same pitch and heading) +1 (out of the Sun) = 6, 1 hit." in said
    for sky in ("clear", "sun-back-right", "sun-front-left", "sun-front-right", "high-cloud"):
        assert "Escort A fires at Interceptor A: die 4 +1 (same pitch and heading) = 5, no hit." in bounce(
            sky, start, move, victim
        )


@rule("SABIN Sun b")
@pytest.mark.parametrize(
    ("sky", "start", "end", "sunny"),
    [
        ("sun-back-left", "E-F 8-9 left (level forwards)", "G-H 6-7 middle (dive forwards)", True),
        ("sun-back-right", "E-F 8-9 right (level forwards)", "G-H 6-7 middle (dive forwards)", True),
        ("sun-front-left", "I-J 8-9 left (level back)", "G-H 6-7 middle (dive back)", True),
        ("sun-front-right", "I-J 8-9 right (level back)", "G-H 6-7 middle (dive back)", True),
        ("sun-front-right", "K-L 8-9 right (dive back)", "G-H 6-7 middle (climb back)", False),  # pitches up
        ("sun-back-left", "E-F 8-9 left (level forwards)", "G-H 6-7 middle (dive back)", False),  # reverses
        ("sun-back-left", "I-J 8-9 left (level back)", "G-H 6-7 middle (dive forwards)", False),  # reverses
        ("sun-back-left", "E-F 8-9 right (level forwards)", "G-H 6-7 middle (dive forwards)", False),  # the wrong way
        ("sun-back-left", "E-F 8-9 middle (dive forwards)", "G-H 6-7 middle (dive forwards)", False),  # no weave
        ("sun-back-left", "E-F 6-7 left (level forwards)", "G-H 6-7 middle (dive forwards)", False),  # not above
    ],
)
def test_the_bonus_wants_a_weave_from_the_suns_side_from_above_without_reversal_or_climb(
    sky: str, start: str, end: str, sunny: bool
) -> None:
    if start.startswith("E-F 8-9 middle"):
        end = end.replace("G-H", "I-J").replace("6-7", "4-5")
    victim = end.partition("(")[0] + "(level forwards)"
    said = bounce(sky, start, f"fly {end}", victim)
    assert any("out of the Sun" in sentence for sentence in said) is sunny


@rule("SABIN Sun b", "SABIN Combat c")
def test_the_sun_helps_who_attacks_and_not_who_fires_back_head_on() -> None:
    start, victim = "E-F 8-9 left (level forwards)", "G-H 6-7 middle (level back)"
    game = begun(
        bombers(), escort(start), against=(interceptor(victim), FAR), phase="escorts", sky="sun-back-left", dice=(5,)
    )
    said = play(game, "fly G-H 6-7 middle (level forwards)", "fire", "fire")
    assert "Escort A fires at Interceptor A: die 5 +1 (out of the Sun) = 6, 1 hit." in said
    assert "Interceptor A fires at Escort A: die 5, no hit." in said


@rule("SABIN Sun b")
def test_the_sun_does_not_help_against_bombers() -> None:
    game = begun(
        bombers(),
        against=(interceptor("K-L 8-9 left (level forwards)"), FAR),
        sky="sun-back-left",
        dice=(3,),
    )
    said = play(game, "fly M-N 6-7 middle (level forwards)", "fire")
    assert not any("out of the Sun" in sentence for sentence in said)
    assert "Interceptor A fires at Bomber: die 3 +1 (at bombers) +1 (same pitch and heading) = 5, no hit." in said


@rule("SABIN Clouds b")
def test_who_starts_in_cloud_or_touches_it_neither_reverses_nor_meets_an_enemy() -> None:
    def reached(sky: str, start: str, *enemies: str) -> set[str]:
        return ends(begun(bombers(), *map(escort, enemies), against=(interceptor(start), FAR), sky=sky))

    inside = "Q-R 12-13 left (level back)"
    enemy = "O-P 12-13 left (level forwards)"
    assert "O-P 12-13 left (level back)" in reached("clear", inside, enemy)
    assert "O-P 12-13 left (level back)" not in reached("high-cloud", inside, enemy)
    assert "O-P 12-13 left (level back)" in reached("high-cloud", inside)
    assert any("forwards" in end for end in reached("clear", inside))
    assert not any("forwards" in end for end in reached("high-cloud", inside))
    above = "Q-R 16-17 left (dive back)"
    through = "M-N 12-13 left (dive back)"
    assert through in reached("high-cloud", above)
    assert through not in reached("high-cloud", above, "M-N 12-13 left (level forwards)")
    far = "K-L 10-11 left (dive back)"
    assert far not in reached("high-cloud", above, "K-L 10-11 left (level forwards)")
    below = "M-N 8-9 left (dive back)"
    assert below in reached("high-cloud", "Q-R 12-13 left (dive back)")
    assert below not in reached("high-cloud", "Q-R 12-13 left (dive back)", "M-N 8-9 left (level forwards)")
    out_of_it = reached("high-cloud", "Q-R 10-11 left (level back)", "O-P 8-9 middle (level back)")
    assert "O-P 8-9 middle (level back)" in out_of_it
    assert "O-P 8-9 middle (level forwards)" in out_of_it
    dropped = reached("high-cloud", "Q-R 16-17 left (level back)", "O-P 14-15 middle (level forwards)")
    assert "O-P 16-17 middle (level forwards)" in dropped
    assert not {end for end in dropped if end.startswith("O-P 14-15 middle")}  # neither reverses nor meets an enemy


@rule("SABIN Clouds b")
def test_bombers_are_not_met_by_who_comes_out_of_the_clouds() -> None:
    start = "K-L 2-3 middle (climb forwards)"
    low = begun(bombers(), against=(interceptor("I-J 4-5 left (climb forwards)"), FAR), sky="low-cloud", altitude="low")
    assert places(low) == {"K-L 6-7 left"}
    into = interceptor("K-L 4-5 middle (climb forwards)")
    assert "M-N 6-7 middle" in places(begun(bombers(), against=(into, FAR), altitude="low"))
    hidden = begun(bombers(), against=(into, FAR), sky="low-cloud", altitude="low")
    assert of(hidden, "axis-1")["status"] == "no-move"
    assert places(begun(bombers(), against=(interceptor(start), FAR), sky="low-cloud")) == {"M-N 4-5 middle"}


@rule("SABIN Clouds c", "SABIN Clouds a")
def test_escorts_are_not_set_up_in_cloud_and_interceptors_are() -> None:
    game = set_up(options={"sky": "low-cloud", "approach": "front"}, ceiling="8-9")
    assert rows_offered(game) == {"4-5", "6-7", "8-9", "10-11"}
    play(game, "column O-P", "deploy O-P 8-9 left")
    assert rows_offered(game) == {"0-1", "2-3", "4-5", "6-7", "8-9"}


# Light bombers and low altitude


def fired_at(kind: str, move: str, start: str, die: int, *traits: str, **more: Any) -> tuple[int, int]:
    """Hits on bombers of a kind, and on the interceptors who came."""
    own = more.pop("own", ())
    game = begun(
        bombers(kind, traits=list(traits)),
        against=(interceptor(start, *own), FAR),
        dice=(die,),
        **more,
    )
    play(game, move, "fire")
    return of(game, "allied-1")["hits"], of(game, "axis-1")["hits"]


BEHIND = ("fly M-N 6-7 middle (level forwards)", "K-L 6-7 middle (level forwards)")
AHEAD = ("fly M-N 6-7 middle (level back)", "O-P 6-7 middle (level back)")
DEFLECTION = ("fly M-N 6-7 middle (dive forwards)", "K-L 6-7 middle (level forwards)")


@rule("SABIN Light Bombers a")
def test_light_bombers_fire_with_one_less() -> None:
    assert fired_at("medium", *BEHIND, 5) == (2, 1)
    assert fired_at("light", *BEHIND, 5) == (2, 0)
    assert fired_at("light", *BEHIND, 6) == (2, 1)
    assert fired_at("medium", *AHEAD, 6) == (2, 1)
    assert fired_at("light", *AHEAD, 6) == (2, 0)


@rule("SABIN Light Bombers b")
def test_more_guns_ahead_spare_it_head_on_and_in_the_bombers_phase_but_not_from_behind() -> None:
    assert fired_at("light", *AHEAD, 6, "forward-guns") == (2, 1)
    assert fired_at("light", *BEHIND, 5, "forward-guns") == (2, 0)

    def shifted(*traits: str) -> int:
        game = begun(
            bombers("light", traits=list(traits)),
            escort("G-H 10-11 left (level forwards)"),
            against=(interceptor("K-L 6-7 middle (level forwards)"),),
            dice=(5,),
        )
        play(game, "fly O-P 6-7 middle (level forwards)")
        assert where(game, "axis-1").startswith("M-N 6-7 middle")
        return int(of(game, "axis-1")["hits"])

    assert (shifted(), shifted("forward-guns")) == (0, 1)


def low_ends(start: str, altitude: str) -> set[str]:
    return ends(begun(bombers(), against=(interceptor(start), FAR), altitude=altitude))


@rule("SABIN Low Altitude a")
def test_near_the_ground_a_dive_is_levelled_in_the_lowest_row() -> None:
    start = "S-T 2-3 left (level back)"
    assert "O-P 0-1 left (dive back)" in low_ends(start, "normal")
    low = low_ends(start, "low")
    assert "O-P 0-1 left (level back)" in low
    assert not {end for end in low if "0-1" in end and "dive" in end}
    assert "Q-R 0-1 middle (level back)" in low
    lowest = low_ends("S-T 0-1 left (level back)", "low")
    assert lowest
    assert not {end for end in lowest if "dive" in end}
    assert not {end for end in low_ends("S-T 0-1 left (level back)", "very-low") if "dive" in end}
    diving = low_ends("S-T 2-3 left (dive back)", "low")
    assert {"O-P 0-1 left (level back)", "M-N 0-1 left (level back)", "M-N 2-3 left (level back)"} <= diving


@rule("SABIN Low Altitude b")
def test_low_down_the_low_cloud_lies_higher() -> None:
    def cloudy(altitude: str, sky: str) -> set[str]:
        """Rows in which an escort may not be set up, up to the highest that it may have."""
        return {"0-1", "2-3", "4-5", "6-7", "8-9", "10-11"} - rows_offered(
            set_up(altitude=altitude, options={"sky": sky})
        )

    assert cloudy("normal", "low-cloud") == {"0-1", "2-3"}
    assert cloudy("low", "low-cloud") == {"2-3", "4-5"}
    assert cloudy("low", "high-cloud") == set()


@rule("SABIN Low Altitude c")
def test_very_low_bombers_fly_at_the_bottom_escorts_up_to_row_6_and_clouds_hang_low() -> None:
    game = begun(bombers("light"), bombers("light"), against=(FAR,), altitude="very-low")
    assert where(game, "allied-1") == "M-N 0-1 middle (level forwards)"
    assert where(game, "allied-2") == "M-N 2-3 middle (level forwards)"
    assert rows_offered(set_up(altitude="very-low")) == {"0-1", "2-3", "4-5", "6-7"}
    assert rows_offered(set_up(altitude="very-low", options={"sky": "low-cloud"})) == {"0-1", "2-3"}
    inside = interceptor("Q-R 10-11 left (level back)")
    hidden = begun(bombers("light"), against=(inside, FAR), altitude="very-low", sky="high-cloud")
    assert not {end for end in ends(hidden) if "forwards" in end}


@rule("SABIN Low Altitude d")
def test_very_low_the_restrictions_of_height_hold_everywhere() -> None:
    start = "S-T 2-3 left (level back)"
    assert "O-P 4-5 left (level back)" in low_ends(start, "low")
    assert "O-P 4-5 left (level back)" not in low_ends(start, "very-low")
    climb = "S-T 0-1 left (climb back)"
    assert "Q-R 2-3 left (climb back)" in low_ends(climb, "low")
    assert low_ends(climb, "very-low") == {"Q-R 2-3 left (level back)", "Q-R 2-3 left (dive back)"}


# Fighter bombers


@rule("SABIN Fighter Bombers a")
@pytest.mark.parametrize("kind", ["fighter-bomber", "kamikaze"])
def test_fighter_bombers_and_kamikazes_fly_a_column_ahead(kind: str) -> None:
    game = begun(bombers(kind), bombers(kind), against=(FAR,))
    assert where(game, "allied-1") == "O-P 6-7 middle (level forwards)"
    assert where(game, "allied-2") == "O-P 8-9 middle (level forwards)"


@rule("SABIN Fighter Bombers b")
def test_they_are_always_met_from_the_front_and_interceptors_never_end_in_the_rear_three_columns() -> None:
    game = set_up(bomber={"type": "fighter-bomber"})
    play(game, "column Q-R", "deploy Q-R 8-9 left")
    assert {game.action_text(action).split()[1] for action in game.legal()} == {"Y-Z"}
    ahead = begun(bombers("fighter-bomber"), against=(interceptor("I-J 10-11 left (level back)"), FAR))
    assert {place.split()[0] for place in places(ahead)} == {"G-H"}


@rule("SABIN Fighter Bombers c")
@pytest.mark.parametrize(("turn", "expected"), [(1, "M-N"), (2, "O-P"), (3, "M-N")])
def test_they_leave_fighters_two_blocks_behind_while_the_marker_is_in_an_even_box(turn: int, expected: str) -> None:
    game = begun(
        bombers("fighter-bomber"),
        escort("C-D 10-11 left (level forwards)"),
        against=(interceptor("S-T 10-11 right (level back)"),),
        turn=turn,
    )
    play(game, "fly Q-R 10-11 right (level back)")
    assert where(game, "axis-1").startswith(expected)
    if turn % 2:
        assert of(game, "allied-2")["status"] == "outpaced"
    else:
        assert where(game, "allied-2").startswith("A-B")


FAST_AHEAD = ("fly O-P 6-7 middle (level back)", "Q-R 6-7 middle (level back)")
FAST_BEHIND = ("fly O-P 6-7 middle (level forwards)", "M-N 6-7 middle (level forwards)")
FAST_ASLANT = ("fly O-P 6-7 middle (climb forwards)", "M-N 6-7 middle (level forwards)")


@rule("SABIN Fighter Bombers d", "SABIN Fighter Bombers e", "SABIN Fighter Bombers f")
@pytest.mark.parametrize("kind", ["fighter-bomber", "kamikaze"])
def test_they_fire_head_on_alone_get_no_bombers_modifier_and_two_hits_only_from_directly_behind(kind: str) -> None:
    assert fired_at(kind, *FAST_AHEAD, 5) == (0, 0)
    assert fired_at(kind, *FAST_AHEAD, 6) == (1, 1)
    assert fired_at(kind, *FAST_BEHIND, 4) == (0, 0)
    assert fired_at(kind, *FAST_BEHIND, 5) == (1, 0)
    assert fired_at(kind, *FAST_BEHIND, 6) == (2, 0)
    assert fired_at(kind, *FAST_ASLANT, 6) == (1, 0)


@rule("SABIN Fighter Bombers d")
def test_they_do_not_fire_at_who_crosses_them_diving_so_that_no_die_is_rolled_when_he_holds_fire() -> None:
    diving = begun(bombers("fighter-bomber"), against=(interceptor("Q-R 6-7 middle (level back)"), FAR), dice=(6,))
    said = play(diving, "fly O-P 6-7 middle (dive back)", "hold fire")
    assert not any("Bomber fires" in sentence for sentence in said)
    assert diving.position()["scripted"] == [6]


@rule("SABIN Fighter Bombers d")
def test_they_fire_at_whoever_is_shifted_among_them() -> None:
    game = begun(
        bombers("fighter-bomber"),
        escort("G-H 10-11 left (level forwards)"),
        against=(interceptor("M-N 6-7 middle (level forwards)"),),
        dice=(5,),
        turn=2,
    )
    play(game, "fly Q-R 6-7 middle (level forwards)")
    assert where(game, "axis-1").startswith("O-P 6-7 middle")
    assert of(game, "axis-1")["hits"] == 1
    assert of(game, "allied-1")["hits"] == 0


# Heavy bombers


@rule("SABIN Heavy Bombers a")
def test_a_third_squadron_of_heavy_bombers_flies_in_row_10() -> None:
    game = begun(bombers("heavy"), bombers("heavy"), bombers("late-heavy"), against=(FAR,))
    assert where(game, "allied-3") == "M-N 10-11 middle (level forwards)"


@rule("SABIN Heavy Bombers b", "SABIN Heavy Bombers c", "SABIN Heavy Fighters e")
@pytest.mark.parametrize(
    ("kind", "own", "behind", "aslant", "ahead"),
    [
        ("medium", (), 2, 2, 2),
        ("heavy", (), 1, 1, 2),
        ("late-heavy", (), 1, 1, 1),
        ("heavy", ("heavy",), 2, 2, 2),
        ("late-heavy", ("heavy",), 2, 2, 2),
    ],
)
def test_who_hits_heavy_bombers_twice(kind: str, own: tuple[str, ...], behind: int, aslant: int, ahead: int) -> None:
    assert fired_at(kind, *BEHIND, 6, own=own)[0] == behind
    assert fired_at(kind, *DEFLECTION, 6, own=own)[0] == aslant
    assert fired_at(kind, *AHEAD, 6, own=own)[0] == ahead


@rule("SABIN Heavy Bombers d")
@pytest.mark.parametrize(("slug", "flights", "squadrons"), [("fortresses-1942", 4, 1), ("schweinfurt-1943", 6, 3)])
def test_solitaire_asks_the_interceptors_alone_who_come_from_the_front(slug: str, flights: int, squadrons: int) -> None:
    setup = engine.systems()["sabin"].scenarios()[slug].setup
    game = engine.new("sabin", setup, 5)
    units = game.view(None)["units"].values()
    assert sum(unit["role"] == "interceptor" for unit in units) == flights
    assert sum(unit["role"] == "bomber" for unit in units) == squadrons
    assert not any(unit["role"] == "escort" for unit in units)
    assert game.position()["approach"] == "front"
    while game.decision:
        assert game.decision.side == "axis"
        game.step(game.legal()[len(game.legal()) // 2])
    assert game.report().turns


# Heavy, slow and weak fighters


@rule("SABIN Heavy Fighters a")
def test_heavy_fighters_are_set_up_a_row_lower_than_others() -> None:
    heavy: list[Document] = [
        {"id": "allied-2", "traits": ["heavy"]},
        {"id": "axis-1", "traits": ["heavy"]},
        {"id": "axis-2"},
    ]
    game = set_up(fighters=heavy, ceiling="8-9", options={"approach": "front"})
    assert rows_offered(game) == {"0-1", "2-3", "4-5", "6-7", "8-9"}
    play(game, "column Q-R", "deploy Q-R 8-9 left")
    assert rows_offered(game) == {"0-1", "2-3", "4-5", "6-7"}
    play(game, "deploy Y-Z 6-7 left")
    assert rows_offered(game) == {"0-1", "2-3", "4-5", "6-7", "8-9"}
    low = set_up(fighters=heavy, altitude="very-low")
    assert rows_offered(low) == {"0-1", "2-3", "4-5"}


def turned(start: str, *traits: str, turn: int = 1) -> set[str]:
    return ends(begun(bombers(), against=(interceptor(start, *traits), FAR), turn=turn))


@rule("SABIN Heavy Fighters b", "SABIN Heavy Fighters c")
def test_heavy_fighters_make_no_hard_turns_of_pitch() -> None:
    dive = "W-X 14-15 left (dive back)"
    assert any("climb" in end for end in turned(dive))
    assert not any("climb" in end for end in turned(dive, "heavy"))
    assert turned("S-T 10-11 left (climb back)", "heavy") == {"Q-R 12-13 left (level back)"}
    level = turned("S-T 10-11 left (level back)", "heavy")
    assert {end for end in level if "forwards" in end} == {
        "Q-R 10-11 middle (level forwards)",
        "Q-R 8-9 middle (level forwards)",
    }
    assert any("dive" in end for end in level)
    assert any("climb" in end for end in level)


@rule("SABIN S04", "SABIN Heavy Fighters c")
def test_figure_10_bf_110s_behind_hurricanes_are_left_a_deflection_shot_that_only_a_six_makes() -> None:
    start = "I-J 10-11 left (level forwards)"

    def after_the_break(*traits: str, die: int) -> Game:
        game = begun(
            bombers(aircraft="do-17"),
            escort(start, *traits, aircraft="bf-110"),
            escort("U-V 4-5 left (level forwards)", aircraft="bf-109"),
            against=(interceptor(start, aircraft="hurricane"),),
            dice=(die,),
        )
        play(game, "fly K-L 8-9 middle (dive back)")
        assert where(game, "allied-2") == "G-H 10-11 left (level forwards)"
        assert where(game, "axis-1") == "I-J 8-9 middle (dive back)"
        return game

    assert "I-J 8-9 middle (dive back)" in ends(after_the_break(die=5))
    heavy = after_the_break("heavy", die=5)
    assert "I-J 8-9 middle (dive back)" not in ends(heavy)
    play(heavy, "fly I-J 8-9 middle (level back)", "fire")
    assert of(heavy, "axis-1")["hits"] == 0
    lucky = after_the_break("heavy", die=6)
    play(lucky, "fly I-J 8-9 middle (level back)", "fire")
    assert of(lucky, "allied-2")["inverted"]
    assert of(lucky, "axis-1")["hits"] == 1


@rule("SABIN Heavy Fighters d")
def test_nobody_fires_back_from_a_heavy_fighter_that_is_attacked_from_behind() -> None:
    game = begun(
        bombers(),
        escort("Q-R 10-11 left (level forwards)", "heavy"),
        against=(interceptor("O-P 10-11 left (level forwards)"), FAR),
        dice=(6,),
    )
    said = play(game, "fly Q-R 10-11 left (level forwards)", "fire")
    assert not any("Escort A fires" in sentence for sentence in said)
    assert of(game, "axis-1")["hits"] == 0


@rule("SABIN Slow Fighters a")
def test_slow_fighters_do_not_dive_far() -> None:
    dive = turned("W-X 14-15 left (dive back)", "slow")
    assert {end.split()[0] for end in dive} == {"S-T"}
    assert {end.split()[1] for end in dive} == {"12-13", "10-11"}
    assert "S-T 8-9 middle (dive back)" in turned("W-X 14-15 left (dive back)")


@rule("SABIN Slow Fighters b")
def test_a_climb_ends_the_move_of_slow_level_fighters_and_does_not_follow_a_second_block_high_up() -> None:
    low = turned("S-T 2-3 left (level back)", "slow")
    assert "Q-R 2-3 left (climb back)" in low
    assert "O-P 4-5 left (level back)" not in low
    assert "O-P 2-3 left (climb back)" in low
    high = turned("S-T 10-11 left (level back)", "slow")
    assert "O-P 10-11 left (level back)" in high
    assert "Q-R 10-11 left (climb back)" in high
    assert "O-P 10-11 left (climb back)" not in high
    assert "O-P 10-11 left (climb back)" in turned("S-T 10-11 left (level back)")


@rule("SABIN Slow Fighters c")
def test_in_odd_boxes_a_second_block_of_slow_level_fighters_high_up_needs_a_dive() -> None:
    start = "S-T 10-11 left (level back)"
    even, odd = turned(start, "slow", turn=1), turned(start, "slow", turn=2)
    assert "O-P 10-11 left (level back)" in even
    assert {end for end in odd if end.startswith("O-P")} == {"O-P 8-9 left (level back)", "O-P 8-9 left (dive back)"}
    assert "O-P 10-11 left (level back)" in turned(start, turn=2)
    assert "O-P 2-3 left (level back)" in turned("S-T 2-3 left (level back)", "slow", turn=2)


@rule("SABIN Weak Fighters a")
def test_weak_fighters_fire_with_one_less_at_whomever() -> None:
    assert fired_at("medium", *BEHIND, 5, own=("weak",)) == (1, 1)
    assert fired_at("medium", *AHEAD, 5, own=("weak",)) == (0, 0)
    weak = begun(
        bombers(),
        escort("Q-R 10-11 left (level forwards)"),
        against=(interceptor("O-P 10-11 left (level forwards)", "weak"), FAR),
        dice=(5,),
    )
    said = play(weak, "fly Q-R 10-11 left (level forwards)", "fire")
    assert "Interceptor A fires at Escort A: die 5 +1 (same pitch and heading) −1 (weak fighters) = 5, no hit." in said


@rule("SABIN Weak Fighters b")
def test_weak_interceptors_may_be_exempt_against_bombers_but_not_against_escorts() -> None:
    exempt = {"weak_exempt": True, "turning_back": "never"}
    assert fired_at("medium", *BEHIND, 5, own=("weak",), options=exempt) == (2, 1)
    game = begun(
        bombers(),
        escort("Q-R 10-11 left (level forwards)"),
        against=(interceptor("O-P 10-11 left (level forwards)", "weak"), FAR),
        dice=(5,),
        options=exempt,
    )
    said = play(game, "fly Q-R 10-11 left (level forwards)", "fire")
    assert "Interceptor A fires at Escort A: die 5 +1 (same pitch and heading) −1 (weak fighters) = 5, no hit." in said


@rule("SABIN S05", "SABIN Weak Fighters a", "SABIN Light Bombers a")
def test_figure_11_yaks_and_laggs_with_poor_pilots_against_stukas() -> None:
    game = begun(
        bombers("light", aircraft="ju-87", traits=[]),
        escort("O-P 8-9 right (level forwards)", aircraft="bf-109"),
        against=(
            interceptor("Q-R 8-9 right (level back)", "weak", aircraft="yak-1"),
            interceptor("K-L 6-7 middle (level forwards)", "weak", aircraft="lagg-3"),
            FAR,
        ),
        dice=(5, 5),
    )
    said = play(game, "fly O-P 8-9 right (level back)", "fire", "fire")
    assert "Yak-1 A fires at Bf 109 A: die 5 −1 (weak fighters) = 4, no hit." in said
    said = play(game, "fly M-N 6-7 middle (level forwards)", "fire")
    assert (
        "LaGG-3 B fires at Ju 87: die 5 +1 (at bombers) +1 (same pitch and heading) −1 (weak fighters) = 6, 1 hit."
        in said
    )
    assert "Ju 87 fires at LaGG-3 B: die 5 +1 (same pitch and heading) −1 (light bombers) = 5, no hit." in said
    unlucky = begun(
        bombers("light"),
        escort("O-P 8-9 right (level forwards)"),
        against=(interceptor("Q-R 8-9 right (level back)", "weak"), FAR),
        dice=(6,),
    )
    play(unlucky, "fly O-P 8-9 right (level back)", "fire", "fire")
    assert (of(unlucky, "allied-2")["hits"], of(unlucky, "axis-1")["hits"]) == (0, 1)
