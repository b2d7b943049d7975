"""The table of a mission: Formations, loads, who waits, what is Over Target, the turns, the target."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.board import NO_STEP, Board, Shape, Step
from tests.engine.wildblue.test_board import aircraft, board, craft, element, looking, marked, span, table, texts


def bomber(seat: str, **changes: Any) -> dict[str, Any]:
    return {
        **aircraft("He 111H", seat=seat),
        "damage": [5, 10],
        "in_formation": True,
        "support": 2,
        "no_support": False,
        "load": ["bombs"],
        **changes,
    }


def formation(*bombers: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "side": "axis",
        "role": "striker",
        "altitude": "high",
        "clouds": False,
        "status": "flying",
        "leader": None,
        "wingman": None,
        "hand": None,
        "formation": list(bombers),
        **changes,
    }


def mission(phase: str = "target-bound", left: int = 2, damage: int = 0, **changes: Any) -> dict[str, Any]:
    return {
        "type": "strike",
        "striker": "axis",
        "phase": phase,
        "phase_turn": left,
        "duration": [3, 1, 2],
        "night": False,
        "target": {
            "slug": "airfield",
            "name": "Gazala",
            "class": "military",
            "damage": damage,
            "level": "",
            "points": 0,
            "area_flak": 1,
            "target_flak": 3,
        },
        **changes,
    }


def sky(units: dict[str, Any], engaged: list[list[str]] | None = None, **changes: Any) -> dict[str, Any]:
    return {**table(engaged, **units), "turn": 2, "turns": 6, "mission": mission(), **changes}


def drawn(units: dict[str, Any], columns: int = 4, step: Step = NO_STEP, **changes: Any) -> Board:
    return board(sky(units, **changes), columns, step)


def overlap(one: Shape, other: Shape) -> bool:
    """Whether two silhouettes lie on one another by more than a wing tip."""
    near = (one.size + other.size) * 0.35
    return all(abs(a - b) < near for a, b in zip(one.points[0], other.points[0], strict=True))


@pytest.mark.parametrize("columns", [2, 4])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_formation_flies_in_a_vic_within_its_cell(size: int, columns: int) -> None:
    flown = drawn({"axis_1": formation(*(bomber(str(n)) for n in range(1, size + 1)))}, columns)
    planes = craft(flown)
    assert len(planes) == size
    assert all(planes[0].points[0][0] < other.points[0][0] for other in planes[1:])
    assert not any(overlap(one, other) for one in planes for other in planes if one is not other)
    for plane in planes:
        assert plane.points[0][0] - plane.size / 2 >= 0
        assert plane.points[0][0] + plane.size / 2 <= flown.width
        assert plane.turn == 180


def test_who_is_out_of_formation_hangs_back_without_support() -> None:
    flown = drawn({"axis_1": formation(bomber("1"), bomber("2", in_formation=False, hits=6), bomber("3"))})
    first, out, third = craft(flown)
    assert marked(flown, "out") == [out.title]
    assert out.points[0][0] > max(first.points[0][0], third.points[0][0])
    assert [line.points for line in looking(flown, "support")] == [(first.points[0], third.points[0])]
    assert texts(flown, "unit")[2:] == ["+2", "out", "+2"]
    assert "aircraft 2 has 6 hits, aircraft 2 Out of Formation" in flown.summary


def test_no_ring_around_an_aircraft_of_a_formation_touches_the_words_below() -> None:
    flown = drawn({"axis_1": formation(*(bomber(seat, in_formation=False) for seat in "123"))})
    lowest = max(ring.points[0][1] + ring.size for ring in looking(flown, "out"))
    assert all(lowest < word.points[0][1] - word.size for word in looking(flown, "unit"))


@pytest.mark.parametrize("out", [("1",), ("2",), ("3",), ("1", "2"), ("2", "3"), ("1", "2", "3")])
@pytest.mark.parametrize("size", [2, 3])
def test_however_many_are_out_of_formation_none_lies_on_another(size: int, out: tuple[str, ...]) -> None:
    seats = [str(n) for n in range(1, size + 1)]
    flown = drawn({"axis_1": formation(*(bomber(seat, in_formation=seat not in out) for seat in seats))}, 2)
    planes = craft(flown)
    assert not any(overlap(one, other) for one in planes for other in planes if one is not other)
    for plane in planes:
        assert plane.size / 2 <= plane.points[0][0] <= flown.width - plane.size / 2


def test_a_bomber_that_may_not_support_says_so() -> None:
    flown = drawn({"axis_1": formation(bomber("1", no_support=True))})
    assert texts(flown, "unit")[-1] == "no support"
    assert all(row.title.endswith("lends no Turret Support") for row in looking(flown, "pip", "beyond"))


def test_a_bomber_that_is_shot_down_leaves_the_formation_and_is_listed() -> None:
    flown = drawn({"axis_1": formation(bomber("1"), bomber("2", status="destroyed"))})
    assert len(craft(flown)) == 1
    assert [(gone.called, gone.how) for gone in flown.gone] == [("Striker 1, aircraft 2, He 111H", "shot down")]


def test_an_attack_names_the_bomber_it_is_aimed_at() -> None:
    units = {"allied_1": element("allied", "high"), "axis_1": formation(bomber("1"), bomber("2"))}
    flown = drawn(units, step=Step("leader", "allied-1", "play ims-2b2h > axis-1 2"))
    assert marked(flown, "target") == ["He 111H, aircraft 2"]
    assert len(looking(flown, "fire")) == 1


def test_what_is_carried_hangs_under_its_aircraft() -> None:
    flown = drawn({"axis_1": element("axis", load=["bombs", "ground-rockets"])})
    loads = looking(flown, "load")
    assert [load.text for load in loads] == ["load-bomb", "load-rocket"] * 2
    for plane, pair in zip(craft(flown), (loads[:2], loads[2:]), strict=True):
        assert all(load.points[0][1] >= plane.points[0][1] + plane.size / 2 for load in pair)


def test_what_one_aircraft_has_dropped_hangs_under_the_other_only() -> None:
    flown = drawn({"axis_1": element("axis", load=["bombs"], leader={**aircraft(), "load": []})})
    (load,) = looking(flown, "load")
    assert load.points[0][0] == craft(flown, seat="wingman")[0].points[0][0]


def test_the_third_man_of_a_section_flies_small_beside_the_leader() -> None:
    flown = drawn({"allied_1": element("allied", section=True)})
    *both, third = craft(flown)
    assert third.look == "allied ghost"
    assert not any(overlap(third, other) for other in both)


def test_a_hand_that_nobody_has_seen_lies_with_its_backs_up() -> None:
    assert len(looking(drawn({"axis_1": element("axis", face_down=True, hand=4)}), "back")) == 4
    assert not looking(drawn({"axis_1": element("axis", hand=4)}), "back")


def test_units_have_one_name_by_their_part_in_the_mission() -> None:
    units = {
        "allied_1": element("allied", role="interceptor"),
        "axis_1": formation(bomber("1")),
        "axis_2": element("axis", role="escort"),
        "axis_3": element("axis", role="escort"),
    }
    assert {*texts(drawn(units), "unit", "label")} == {"Interceptor 1", "Striker 1", "Escort 1", "Escort 2"}


def test_who_is_to_come_or_away_waits_at_the_edge() -> None:
    units = {
        "axis_1": element("axis", role="escort", status="away", broke_off=True, left_at="very-high", arrives=1),
        "allied_1": element("allied", None, role="interceptor", status="to-come", arrives=4),
        "allied_2": element("allied", role="interceptor"),
    }
    flown = drawn(units)
    assert len(craft(flown)) == 2
    waiting = looking(flown, "waits")
    assert {each.title for each in waiting} == {"Interceptor 1, arrives turn 4", "Escort 1, away, Very High"}
    top, _ = span(looking(flown, "band", "very-high")[0])
    assert all(each.points[0][1] + each.size / 2 <= top for each in waiting)
    assert flown.gone == ()


@pytest.mark.parametrize("columns", [2, 4])
def test_units_over_target_lie_in_a_strip_of_their_own(columns: int) -> None:
    units = {
        "axis_1": formation(bomber("1"), over_target=True),
        "allied_1": element("allied", "high", over_target=False),
    }
    flown = drawn(units, columns)
    (strip,) = (shape for shape in looking(flown, "strip") if shape.kind == "polygon" and "cell" not in shape.look)
    top, bottom = span(strip)
    assert all(top < plane.points[0][1] < bottom for plane in craft(flown, "axis"))
    assert all(plane.points[0][1] < top for plane in craft(flown, "allied"))
    (band,) = looking(flown, "band", "high")
    assert span(band)[0] <= top
    assert span(band)[1] == bottom


@pytest.mark.parametrize(
    ("phase", "left", "turn", "now", "title"),
    [
        ("target-bound", 3, 1, "TB3", "TB3: 3 turns to the target"),
        ("target-bound", 1, 3, "TB1", "TB1: last turn to the target"),
        ("over-target", 1, 4, "OT", "Over Target"),
        ("home-bound", 2, 5, "HB1", "HB1: 2 turns to go home"),
        ("home-bound", 1, 6, "HB2", "HB2: last turn to go home"),
        ("straggler", 1, 7, "S", "Straggler Turn"),
    ],
)
def test_the_track_lights_the_turn_being_played(phase: str, left: int, turn: int, now: str, title: str) -> None:
    flown = drawn({"axis_1": element("axis")}, turn=turn, mission=mission(phase, left))
    assert texts(flown, "cell") == ["TB3", "TB2", "TB1", "OT", "HB1", "HB2", "S"]
    assert texts(flown, "cell", "now") == [now]
    cells = [shape for shape in looking(flown, "cell") if shape.kind == "polygon"]
    assert {cell.title for cell in cells} == {title}
    assert flown.summary.startswith(f"{title}.")
    assert sum(cell.points[1][0] - cell.points[0][0] for cell in cells) == flown.width


def test_a_long_mission_keeps_the_label_of_its_turn_on_a_narrow_screen() -> None:
    long = mission("target-bound", 9, duration=[12, 1, 12])
    assert texts(drawn({"axis_1": element("axis")}, 2, mission=long), "cell") == ["TB9"]


def test_a_mission_without_phases_counts_its_turns() -> None:
    combat = mission("combat", 5, duration=[0, 0, 0], target=None, striker=None)
    flown = drawn({"axis_1": element("axis")}, mission=combat)
    cells = [shape.look for shape in looking(flown, "cell") if shape.kind == "polygon"]
    assert cells == ["cell past", "cell now", *["cell"] * 4]
    assert not looking(flown, "place")


def test_the_target_shows_its_damage_and_what_is_new() -> None:
    before = sky({"axis_1": element("axis")}, mission=mission("over-target", 1, damage=1))
    flown = drawn(
        {"axis_1": element("axis")},
        step=Step("strike", "axis-1", "strike level", before),
        mission=mission("over-target", 1, damage=4),
    )
    boxes = [shape for shape in looking(flown, "pip") if shape.kind == "polygon"]
    assert [box.look for box in boxes] == ["pip hit", *["pip new"] * 3, *["pip"] * 8]
    assert [text for text in texts(flown, "level") if "VP" not in text] == ["Light", "Heavy", "Closed"]
    assert texts(flown, "level", "label") == ["Light", "3 VP"]
    (place,) = looking(flown, "place")
    assert "under-fire" in place.look
    assert place.title == "Gazala: 4 damage"
    assert max(x for x, _ in boxes[-1].points) < flown.width
    assert place.points[0][1] >= span(looking(flown, "land")[0])[0]


def test_damage_beyond_the_last_level_stays_within_the_picture() -> None:
    flown = drawn({"axis_1": element("axis")}, 2, mission=mission("home-bound", 1, damage=99))
    assert len([shape for shape in looking(flown, "pip") if shape.kind == "polygon"]) == 12
    assert "99 damage" in texts(flown, "label")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"type": "air-drop", "cargo": 5}, "5 Cargo Points delivered"),
        ({"type": "mine-laying", "mines": 1}, "1 mine laid"),
        ({"type": "reconnaissance", "recon": 2}, "2 VPs of reconnaissance"),
    ],
)
def test_what_is_delivered_is_said_where_that_counts_and_nothing_of_damage(changes: dict[str, Any], said: str) -> None:
    flown = drawn({"axis_1": element("axis")}, mission=mission(**changes))
    assert f"Target: Gazala, {said}." in flown.summary
    assert not [shape for shape in looking(flown, "pip") if shape.kind == "polygon"]
    assert not looking(flown, "level")


def test_flak_bursts_around_who_is_over_target_and_on_whom_it_hits() -> None:
    def at(hits: int, *, over: bool) -> dict[str, Any]:
        return {"axis_1": formation(bomber("1", hits=hits), over_target=over), "allied_1": element("allied")}

    flown = drawn(at(2, over=False), step=Step("area-flak", "", "", sky(at(0, over=True))))
    (plane,) = craft(flown, "axis")
    assert [puff.points for puff in looking(flown, "flak", "hit")] == [plane.points]
    (x, y), *_ = craft(flown, "allied", "leader")[0].points
    assert all(abs(puff.points[0][0] - x) > 60 or abs(puff.points[0][1] - y) > 40 for puff in looking(flown, "flak"))
    assert not looking(drawn(at(2, over=True), step=Step("leader", "allied-1", "", sky(at(0, over=True)))), "flak")


def test_the_guns_at_the_target_fire_on_who_strikes() -> None:
    units = {"axis_1": formation(bomber("1")), "axis_2": formation(bomber("1"))}
    flown = drawn(units, step=Step("formation-strike", "axis-2", "", sky(units)))
    plane = craft(flown)[1]
    puffs = looking(flown, "flak")
    assert puffs
    assert all(abs(puff.points[0][0] - plane.points[0][0]) <= 60 for puff in puffs)


def test_an_escort_that_has_just_come_between_is_tied_to_the_attacker() -> None:
    def units(*, intervened: bool) -> dict[str, Any]:
        return {
            "allied_1": element("allied", "high"),
            "axis_1": formation(bomber("1")),
            "axis_2": element("axis", "high", role="escort", intervened=intervened),
        }

    attack = ("wingman", "allied-1", "attack > axis-1 1")
    flown = drawn(units(intervened=True), step=Step(*attack, sky(units(intervened=False))))
    assert len(looking(flown, "escort")) == 1
    assert "intervened" in texts(flown, "unit")
    earlier = drawn(units(intervened=True), step=Step(*attack, sky(units(intervened=True))))
    assert not looking(earlier, "escort")


def test_at_night_stars_stand_in_the_sky_but_behind_no_words() -> None:
    flown = drawn({"axis_1": element("axis")}, mission=mission(night=True))
    assert flown.is_night
    (name,) = looking(flown, "unit", "label")
    (left, middle), *_ = name.points
    top, ground = span(looking(flown, "band", "very-high")[0])[0], span(looking(flown, "land")[0])[0]
    stars = looking(flown, "star")
    assert len(stars) > 20
    for star in stars:
        x, y = star.points[0]
        assert top <= y <= ground
        assert not (left <= x <= left + 178 and middle - 6 <= y <= middle + 34)
    day = drawn({"axis_1": element("axis")})
    assert not day.is_night
    assert not looking(day, "star")


def test_fuel_is_noted_with_what_is_left_in_the_tanks() -> None:
    kept = element("axis", fuel={"internal": 5, "tanks": 4, "spent": 2})
    assert "fuel 5+4" in texts(drawn({"axis_1": kept}), "unit")


def test_a_mission_is_told_in_sentences() -> None:
    units = {
        "axis_1": formation(bomber("1"), bomber("2"), over_target=True),
        "axis_2": element("axis", role="striker", load=["bombs"], face_down=True, hand=4, wingman=None),
        "axis_3": element("axis", role="escort", status="away", broke_off=True),
    }
    flown = drawn(units, turn=4, mission=mission("over-target", 1, damage=8, night=True))
    assert flown.summary == (
        "Over Target, at night. Target: Gazala, 8 damage. "
        "Striker 1 (2 He 111H): High, Over Target, carrying bombs. "
        "Striker 2 (Hurricane I, leader): Medium, carrying bombs, its hand face down. "
        "Escort 1 (Hurricane I), away."
    )
