"""What holds in every state of a Mission beside what holds in a dogfight too, and between one state and the next."""

from __future__ import annotations

from engine.core.game import SIDES, Document, Game
from engine.core.report import Report
from engine.wildblue.terms import ALTITUDES, PHASES
from tests.engine.wildblue.at_random import aircraft


def check_state(position: Document) -> None:
    """One position by itself."""
    mission = position["mission"]
    units = position["units"]
    assert mission["phase"] in PHASES
    if position["turn"] and position["pending"]["decision"] != "over":
        assert mission["phase_turn"] >= 1, f"{mission['phase_turn']} turns of {mission['phase']} are left"
    for name, unit in units.items():
        _check_unit(name, unit, mission)
    for name in (position["active"], *position["order"]):
        assert name is None or "formation" not in units[name], f"the Formation {name} has a turn"
    done = sum(each.get("struck", 0) for _, each in aircraft(position))
    target = mission["target"]
    assert done == (target["damage"] if target else 0), f"the target's damage is not the sum of {done} struck"


def _check_unit(name: str, unit: Document, mission: Document) -> None:
    on_table = unit["status"] == "flying"
    assert unit["altitude"] is None or unit["altitude"] in ALTITUDES
    if "formation" in unit:
        assert unit["leader"] is None
        assert unit["wingman"] is None
        assert not unit["hand"], f"the Formation {name} has a hand"
        assert not on_table or unit["altitude"] or mission["phase"] == "combat"
        for place in unit["formation"]:
            if place["status"] == "flying":
                out = place["damaged"] or place["cockpit"] > 0
                assert place["in_formation"] != out, f"{name} {place['seat']} is wrongly in or out of its Formation"
                assert not out or place["support"] == 0, f"{name} {place['seat']} gets support out of Formation"
        return
    carried = set(unit["load"] or ())
    if unit["face_down"]:
        assert carried & {"bombs", "torpedoes", "mines", "cargo", "air-rockets", "ground-rockets"}, (
            f"{name}'s hand is face down, and it carries nothing that asks for it"
        )
    assert not unit["section"] or unit["wingman"], f"{name} is a Section without a Wingman"
    if fuel := unit.get("fuel"):
        assert all(points >= 0 for points in (fuel["tanks"], fuel["spent"]))


def check_course(before: Document, after: Document) -> None:
    """What never goes back."""
    one, two = before["mission"], after["mission"]
    assert PHASES.index(one["phase"]) <= PHASES.index(two["phase"]), f"{two['phase']} comes after {one['phase']}"
    if one["phase"] == two["phase"] and before["turn"] > 0:
        passed = after["turn"] - before["turn"]
        assert one["phase_turn"] - two["phase_turn"] == passed, "the phase's turns do not count down"
    if one["target"]:
        assert one["target"]["damage"] <= two["target"]["damage"]
    for name, unit in before["units"].items():
        _check_unit_step(name, unit, after["units"][name], was_set_up=before["turn"] == 0)
    later = dict(aircraft(after))
    for name, was in aircraft(before):
        _check_aircraft_step(name, was, later[name])


def _check_aircraft_step(name: str, before: Document, after: Document) -> None:
    for key in ("struck", "cargo", "mines", "recon"):
        assert before.get(key, 0) <= after.get(key, 0), f"{name} takes back what it has {key}"
    if "load" in before and "load" in after:
        assert set(before["load"]) >= set(after["load"]), f"{name} has loaded in flight"


def _check_unit_step(name: str, before: Document, after: Document, *, was_set_up: bool) -> None:
    if "formation" in before:
        if before["altitude"] and after["altitude"]:
            assert before["altitude"] == after["altitude"], f"the Formation {name} has changed altitude"
        return
    if before["leader"]["seat"] == after["leader"]["seat"]:
        assert set(before["load"] or ()) >= set(after["load"] or ()), f"{name} has loaded in flight"
    assert before["face_down"] or not after["face_down"] or before["status"] != "flying" or was_set_up
    assert before["section"] or not after["section"], f"{name} has become a Section"


DESTROYED = {"fighter": 5, "light-bomber": 6, "medium-bomber": 8, "heavy-bomber": 10}
DAMAGED = {"fighter": 2, "light-bomber": 3, "medium-bomber": 4, "heavy-bomber": 5}
HOME = {"fighter": 0, "light-bomber": 3, "medium-bomber": 3, "heavy-bomber": 4}


def reckoned(report: Report, mission: Document) -> dict[str, int]:
    """The Victory Points of a Mission without points of its own, reckoned anew. [SUP 21.8, 24.6, 24.7]"""
    points = dict.fromkeys(SIDES, 0)
    mines = dict.fromkeys(SIDES, 0)
    for each in report.aircraft:
        enemy, kind = SIDES[1 - SIDES.index(each.side)], each.aircraft_class
        if each.status == "destroyed":
            points[enemy] += DESTROYED[kind] + sum(skill != "Green" for skill in each.skills)
        elif each.status == "damaged":
            points[enemy] += DAMAGED[kind]
        elif each.exit == "disengaged" and kind in ("fighter", "light-bomber"):
            points[enemy] += 2
        elif each.role == "striker" and each.over_target and each.exit != "disengaged":
            points[each.side] += HOME[kind]
        points[enemy] += each.jettisoned
        points[each.side] += each.cargo + each.recon
        mines[each.side] += each.mines
    for side, laid in mines.items():
        points[side] += laid // 2
    if report.target and report.target.points:
        striker = mission["striker"]
        points[striker] += report.target.points + 2 * ("blitzkrieg" in mission["effects"].get(striker, {}))
    return points


def check_report(game: Game) -> None:
    """The report tells of what the position tells, and its points can be reckoned from it."""
    report, position = game.report(), game.position()
    duration = position["mission"]["duration"]
    if (
        report.target
        and position["mission"]["target"]
        and position["mission"]["target"]["slug"]
        not in (
            "drop-zone",
            "airhead",
        )
    ):
        assert report.target.damage == sum(each.struck for each in report.aircraft)
    if any(duration):
        assert report.duration[:2] <= tuple(duration[:2])
        assert report.turns <= sum(duration) + 1
    for each in report.aircraft:
        assert each.status != "destroyed" or not each.exit, f"{each.unit} {each.seat} is Destroyed and left"
    if position.get("options", {}).get("clouds_exit_scores") is None:
        assert {side: report.points(side) for side in SIDES} == reckoned(report, position["mission"])
