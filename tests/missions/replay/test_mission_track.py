"""The picture of a mission: Formations, loads, who waits, what is Over Target, the turns, the target."""

from __future__ import annotations

from typing import Any

import pytest

from missions.replay.picture import FrameSubject, picture
from missions.replay.shapes import Picture, Plane, ShownUnit
from tests.missions.replay.test_picture import aircraft, element, table, unit

AIRFIELD = (("Light", 3, 3), ("Heavy", 7, 6), ("Closed", 12, 10))


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


def drawn(view: dict[str, Any], columns: int = 4, step: FrameSubject | None = None) -> Picture:
    return picture(view, columns=columns, levels=AIRFIELD, step=step)


def overlap(one: Plane, other: Plane) -> bool:
    """Whether two silhouettes lie on one another by more than a wing tip."""
    near = (one.half + other.half) * 0.7
    return abs(one.x - other.x) < near and abs(one.y - other.y) < near


@pytest.mark.parametrize("columns", [2, 4])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_formation_flies_in_a_vic_within_its_cell(size: int, columns: int) -> None:
    flown = drawn(sky({"axis_1": formation(*(bomber(str(n)) for n in range(1, size + 1)))}), columns)
    planes = unit(flown, "axis-1").planes
    assert len(planes) == size
    assert all(planes[0].x < other.x for other in planes[1:])
    assert not any(overlap(one, other) for one in planes for other in planes if one is not other)
    for plane in planes:
        assert plane.x - plane.half >= 0
        assert plane.x + plane.half <= flown.width
        assert plane.angle == 270


def test_who_is_out_of_formation_hangs_back_without_support() -> None:
    flown = drawn(sky({"axis_1": formation(bomber("1"), bomber("2", in_formation=False, hits=6), bomber("3"))}))
    told = unit(flown, "axis-1")
    first, out, third = told.planes
    assert (first.out, out.out, third.out) == (False, True, False)
    assert out.x > max(first.x, third.x)
    assert told.support == ((first.x, first.y, third.x, third.y),)
    assert [row.note for row in told.rows] == ["+2", "out", "+2"]
    assert "aircraft 2 has 6 hits, aircraft 2 Out of Formation" in flown.lines[-1]


@pytest.mark.parametrize("out", [("1",), ("2",), ("3",), ("1", "2"), ("2", "3"), ("1", "2", "3")])
@pytest.mark.parametrize("size", [2, 3])
def test_however_many_are_out_of_formation_none_lies_on_another(size: int, out: tuple[str, ...]) -> None:
    seats = [str(n) for n in range(1, size + 1)]
    flown = drawn(sky({"axis_1": formation(*(bomber(seat, in_formation=seat not in out) for seat in seats))}), 2)
    planes = unit(flown, "axis-1").planes
    assert not any(overlap(one, other) for one in planes for other in planes if one is not other)
    assert all(plane.x - plane.half >= 0 and plane.x + plane.half <= flown.width for plane in planes)


def test_a_bomber_that_may_not_support_says_so() -> None:
    told = unit(drawn(sky({"axis_1": formation(bomber("1", no_support=True))})), "axis-1")
    assert told.rows[0].note == "no support"
    assert told.rows[0].title.endswith("lends no Turret Support")


def test_a_bomber_that_is_shot_down_leaves_the_formation_and_is_listed() -> None:
    flown = drawn(sky({"axis_1": formation(bomber("1"), bomber("2", status="destroyed"))}))
    assert len(unit(flown, "axis-1").planes) == 1
    assert [(gone.label, gone.how) for gone in flown.gone] == [("Striker 1, aircraft 2, He 111H", "destroyed")]


def test_an_attack_names_the_bomber_it_is_aimed_at() -> None:
    view = sky({"allied_1": element("allied", "high"), "axis_1": formation(bomber("1"), bomber("2"))})
    flown = drawn(view, step=FrameSubject("leader", "allied-1", "play ims-2b2h > axis-1 2"))
    assert [plane.mark for plane in unit(flown, "axis-1").planes] == ["", "target"]
    assert [link.kind for link in flown.links] == ["fire"]


def test_what_is_carried_hangs_under_its_aircraft() -> None:
    loaded = element("axis", load=["bombs", "ground-rockets"])
    told = unit(drawn(sky({"axis_1": loaded})), "axis-1")
    for plane in told.planes:
        assert [load.symbol for load in plane.loads] == ["bomb", "rocket"]
        assert all(load.y >= plane.y + plane.half for load in plane.loads)


def test_what_one_aircraft_has_dropped_hangs_under_the_other_only() -> None:
    loaded = element("axis", load=["bombs"], leader={**aircraft(), "load": []})
    told = unit(drawn(sky({"axis_1": loaded})), "axis-1")
    assert [len(plane.loads) for plane in told.planes] == [0, 1]


def test_the_third_man_of_a_section_flies_small_beside_the_leader() -> None:
    told = unit(drawn(sky({"allied_1": element("allied", section=True)})), "allied-1")
    assert [plane.ghost for plane in told.planes] == [False, False, True]
    assert not any(overlap(told.planes[2], other) for other in told.planes[:2])


def test_a_hand_that_nobody_has_seen_lies_with_its_backs_up() -> None:
    assert len(unit(drawn(sky({"axis_1": element("axis", face_down=True, hand=4)})), "axis-1").backs) == 4
    assert not unit(drawn(sky({"axis_1": element("axis", hand=4)})), "axis-1").backs


def test_units_have_one_name_by_their_part_in_the_mission() -> None:
    units = {
        "allied_1": element("allied", role="interceptor"),
        "axis_1": formation(bomber("1")),
        "axis_2": element("axis", role="escort"),
        "axis_3": element("axis", role="escort"),
    }
    names = [each.name for each in drawn(sky(units)).units]
    assert names == ["Interceptor 1", "Striker 1", "Escort 1", "Escort 2"]


def test_who_is_to_come_or_away_waits_at_the_edge() -> None:
    units = {
        "axis_1": element("axis", role="escort", status="away", broke_off=True, left_at="very-high", arrives=1),
        "allied_1": element("allied", None, role="interceptor", status="to-come", arrives=4),
        "allied_2": element("allied", role="interceptor"),
    }
    flown = drawn(sky(units))
    assert [each.id for each in flown.units] == ["allied-2"]
    assert {each.text for each in flown.waiting} == {"Interceptor 1, arrives turn 4", "Escort 1, away, Very High"}
    assert flown.bands[0].altitude == "very-high"
    assert all(each.y + 20 <= flown.bands[0].y for each in flown.waiting)
    assert flown.gone == ()


@pytest.mark.parametrize("columns", [2, 4])
def test_units_over_target_lie_in_a_strip_of_their_own(columns: int) -> None:
    units = {
        "axis_1": formation(bomber("1"), over_target=True),
        "allied_1": element("allied", "high", over_target=False),
    }
    flown = drawn(sky(units), columns)
    (strip,) = flown.over
    inside, outside = unit(flown, "axis-1"), unit(flown, "allied-1")
    assert strip.y < inside.y < strip.y + strip.height
    assert outside.y < strip.y
    band = next(band for band in flown.bands if band.altitude == "high")
    assert band.y <= strip.y
    assert strip.y + strip.height == band.y + band.height


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
    view = sky({"axis_1": element("axis")}, turn=turn, mission=mission(phase, left))
    track = drawn(view).track
    assert track is not None
    assert [cell.label for cell in track.cells] == ["TB3", "TB2", "TB1", "OT", "HB1", "HB2", "S"]
    assert [cell.label for cell in track.cells if cell.state == "now"] == [now]
    assert track.title == title
    assert sum(cell.width for cell in track.cells) == drawn(view).width


def test_a_long_mission_keeps_the_label_of_its_turn_on_a_narrow_screen() -> None:
    long = mission("target-bound", 9, duration=[12, 1, 12])
    track = drawn(sky({"axis_1": element("axis")}, mission=long), columns=2).track
    assert track is not None
    assert [cell.label for cell in track.cells if cell.label] == ["TB9"]


def test_a_mission_without_phases_counts_its_turns() -> None:
    combat = mission("combat", 5, duration=[0, 0, 0], target=None, striker=None)
    flown = drawn(sky({"axis_1": element("axis")}, mission=combat))
    assert flown.track is not None
    assert [cell.state for cell in flown.track.cells] == ["past", "now", *["ahead"] * 4]
    assert flown.target is None


def test_the_target_shows_its_damage_and_what_is_new() -> None:
    view = sky({"axis_1": element("axis")}, mission=mission("over-target", 1, damage=4))
    before = sky({"axis_1": element("axis")}, mission=mission("over-target", 1, damage=1))
    flown = drawn(view, step=FrameSubject("strike", "axis-1", "strike level", before))
    assert flown.target is not None
    assert [box.filled for box in flown.target.boxes] == [True] * 4 + [False] * 8
    assert [n for n, box in enumerate(flown.target.boxes) if box.new] == [1, 2, 3]
    assert [(level.name, level.reached) for level in flown.target.levels] == [
        ("Light", True),
        ("Heavy", False),
        ("Closed", False),
    ]
    assert flown.target.under_fire
    last = flown.target.boxes[-1]
    assert last.x + last.width < flown.width
    assert flown.target.y >= flown.ground


def test_damage_beyond_the_last_level_stays_within_the_picture() -> None:
    view = sky({"axis_1": element("axis")}, mission=mission("home-bound", 1, damage=99))
    target = drawn(view, columns=2).target
    assert target is not None
    assert len(target.boxes) == 12
    assert target.said.startswith("99 damage")


def test_what_is_delivered_is_said_where_that_counts() -> None:
    cargo = mission(type="air-drop", cargo=5)
    flown = picture(sky({"axis_1": element("axis")}, mission=cargo))
    assert flown.target is not None
    assert flown.target.said == "5 Cargo Points delivered"


def test_flak_bursts_around_who_is_over_target_and_on_whom_it_hits() -> None:
    def at(hits: int, *, over: bool) -> dict[str, Any]:
        return sky({"axis_1": formation(bomber("1", hits=hits), over_target=over), "allied_1": element("allied")})

    flown = drawn(at(2, over=False), step=FrameSubject("area-flak", "", "", at(0, over=True)))
    plane = unit(flown, "axis-1").planes[0]
    assert [(puff.x, puff.y) for puff in flown.flak if puff.hit] == [(plane.x, plane.y)]
    spared = unit(flown, "allied-1").planes[0]
    assert all(abs(puff.x - spared.x) > 60 or abs(puff.y - spared.y) > 40 for puff in flown.flak)
    assert not drawn(at(2, over=True), step=FrameSubject("leader", "allied-1", "", at(0, over=True))).flak


def test_the_guns_at_the_target_fire_on_who_strikes() -> None:
    view = sky({"axis_1": formation(bomber("1")), "axis_2": formation(bomber("1"))})
    flown = drawn(view, step=FrameSubject("formation-strike", "axis-2", "", view))
    plane = unit(flown, "axis-2").planes[0]
    assert flown.flak
    assert all(abs(puff.x - plane.x) <= 60 for puff in flown.flak)


def test_an_escort_that_has_just_come_between_is_tied_to_the_attacker() -> None:
    def view(*, intervened: bool) -> dict[str, Any]:
        return sky(
            {
                "allied_1": element("allied", "high"),
                "axis_1": formation(bomber("1")),
                "axis_2": element("axis", "high", role="escort", intervened=intervened),
            }
        )

    attack = ("wingman", "allied-1", "attack > axis-1 1")
    flown = drawn(view(intervened=True), step=FrameSubject(*attack, view(intervened=False)))
    assert "escort" in [link.kind for link in flown.links]
    assert unit(flown, "axis-2").note == "intervened"
    earlier = drawn(view(intervened=True), step=FrameSubject(*attack, view(intervened=True)))
    assert "escort" not in [link.kind for link in earlier.links]


def test_at_night_stars_stand_in_the_sky_but_behind_no_words() -> None:
    flown = drawn(sky({"axis_1": element("axis")}, mission=mission(night=True)))
    assert flown.night
    told: ShownUnit = unit(flown, "axis-1")
    for x, y, _ in flown.stars:
        assert flown.bands[0].y <= y <= flown.ground
        assert not (told.x <= x <= told.x + 190 and told.y + 90 <= y <= told.y + 130)
    assert not drawn(sky({"axis_1": element("axis")})).night


def test_fuel_is_noted_with_what_is_left_in_the_tanks() -> None:
    kept = element("axis", fuel={"internal": 5, "tanks": 4, "spent": 2})
    assert unit(drawn(sky({"axis_1": kept})), "axis-1").note == "fuel 5+4"


def test_a_mission_is_told_in_sentences() -> None:
    units = {
        "axis_1": formation(bomber("1"), bomber("2"), over_target=True),
        "axis_2": element("axis", role="striker", load=["bombs"], face_down=True, hand=4, wingman=None),
        "axis_3": element("axis", role="escort", status="away", broke_off=True),
    }
    flown = drawn(sky(units, turn=4, mission=mission("over-target", 1, damage=8, night=True)))
    assert flown.lines == (
        "Over Target, at night.",
        "Target: Gazala, 8 damage.",
        "Striker 1 (2 He 111H): High, Over Target, carrying bombs.",
        "Striker 2 (Hurricane I, leader): Medium, carrying bombs, its hand face down.",
        "Escort 1 (Hurricane I), away.",
    )
