"""Packs: those that ship, and what drawing and planning ask of them."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from campaigns.catalogue.library import FIXTURES, library
from campaigns.packs import PackDefinition, read_pack
from campaigns.packs.effects import in_words
from campaigns.packs.planning import (
    DrawnMission,
    is_crew,
    may_fly,
    resource_choices,
    roster,
    skilled_pilot,
    skilled_pilot_drawn,
    unit_slots,
)
from campaigns.packs.schema import CARD_GROUPS, SIDES, EffectName, MissionType, faces_of
from campaigns.standing import Standing
from engine.core.chance import Chance
from engine.core.report import TargetReport
from engine.wildblue.scoring import mission_scores
from tests.drawing import draw, stage_of
from tests.engine.rules import rule

PACKS = sorted((FIXTURES / "packs").glob("*.toml"))
ROMMEL = (FIXTURES / "packs" / "rommel-attacks.toml").read_text(encoding="utf-8")
DESERT = (FIXTURES / "packs" / "desert-dogfights.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rommel() -> PackDefinition:
    return read_pack(ROMMEL, "rommel-attacks.toml")


@pytest.fixture(scope="module")
def desert() -> PackDefinition:
    return read_pack(DESERT, "desert-dogfights.toml")


# ---- The packs that ship ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_every_pack_that_ships_reads_and_is_named_after_its_slug(path: Path) -> None:
    assert read_pack(path.read_text(encoding="utf-8"), path.name).slug == path.stem


def test_the_packs_that_others_are_modelled_on_ship() -> None:
    assert {path.stem for path in PACKS} >= {"rommel-attacks", "desert-dogfights", "narrow-sea"}


def test_the_narrow_sea_has_a_mission_of_every_type_and_resources_of_every_effect() -> None:
    pack = read_pack((FIXTURES / "packs" / "narrow-sea.toml").read_text(encoding="utf-8"), "narrow-sea.toml")
    rommel = read_pack(ROMMEL, "rommel-attacks.toml")
    missions = [*pack.missions.values(), *rommel.missions.values()]
    assert {mission.type for mission in missions} == set(get_args(MissionType)) - {"flying-bombs"}  # [SUP 28]
    effects = {effect.effect for each in (pack, rommel) for r in each.resources.values() for effect in r.gives}
    assert effects == set(get_args(EffectName))
    assert (pack.provenance, pack.options.fuel) == ("own", True)


def test_rommel_attacks_keeps_every_public_fact(rommel: PackDefinition) -> None:
    assert (rommel.kind, rommel.missions_in_all, len(rommel.stages)) == ("land", 3, 2)
    first = rommel.stages[0]
    assert first.first <= datetime.date(1941, 4, 1) <= first.last
    line = next(line for line in first.table if "ims-1b1h" in faces_of(line.cards))
    via_balbia = rommel.mission(line.mission)
    assert via_balbia.number == 1
    assert {"ims-1b2h", "ims-1b-cockpit"} <= set(faces_of(line.cards))
    assert via_balbia.target is not None
    assert (via_balbia.target.slug, via_balbia.target.card) == ("ground-forces", "3A")
    assert any("ju-87b" in unit.aircraft and unit.role == "striker" for unit in via_balbia.units)
    assert via_balbia.duration(library().aircraft["ju-87b"].speed) == (3, 1, 2)

    gazala = rommel.mission("gazala")
    assert gazala.number == 2
    assert gazala.duration(library().aircraft["bf-110e"].speed) == (3, 1, 1)
    assert [(unit.side, unit.aircraft, unit.count) for unit in gazala.units] == [("axis", ("bf-110e",), 1)]
    airfield = library().targets["airfield"]
    assert gazala.target is not None
    assert gazala.target.slug == "airfield"
    assert (gazala.target.area_flak, gazala.target.target_flak) < (airfield.area_flak, airfield.target_flak)

    stukas = next(mission for _, mission in rommel.all_missions() if mission.number == 6)
    assert sum(2 * unit.count for unit in stukas.units if unit.aircraft == ("ju-87b",)) == 4
    escorts = [unit.aircraft[0][:6] for unit in stukas.units if unit.role == "escort"]
    assert sorted(escorts) == ["bf-109", "bf-110"]
    assert stukas.duration(5) == (3, 1, 2)

    strafing = rommel.mission("agedabia")
    assert [unit.count for unit in strafing.units if unit.side == "allied"] == [2]
    assert strafing.duration(6)[0] == 3


def test_the_resources_of_rommel_attacks_are_those_seen_in_public(rommel: PackDefinition) -> None:
    axis, allied = list(rommel.resources_of("axis").values()), list(rommel.resources_of("allied").values())
    assert [effect.effect for effect in axis[0].gives] == ["element", "skilled-pilot"]
    assert [effect.effect for effect in axis[1].gives] == ["element", "blitzkrieg"]
    assert axis[0].gives[0].aircraft == axis[1].gives[0].aircraft == ("bf-110c",)
    for resource in allied[:3]:
        assert resource.gives[0].aircraft == ("hurricane-i",)
    assert allied[1].gives == allied[2].gives
    assert any(effect.effect == "small-arms" for effect in allied[0].gives)
    assert len(axis) == len(allied) == 3
    assert all(len(resource.gives) > 1 for resource in (*axis, *allied))


def test_desert_dogfights_has_six_dogfights_scored_five_and_two(desert: PackDefinition) -> None:
    assert (desert.kind, desert.missions_in_all, desert.resources) == ("dogfights", 6, {})
    assert (desert.values.fighter.destroyed, desert.values.fighter.damaged) == (5, 2)
    assert all(mission.type == "air-combat" for _, mission in desert.all_missions())
    assert (desert.stages[0].first.year, desert.stages[-1].last.year) == (1940, 1943)


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_every_mission_stage_and_pack_is_told_in_two_to_four_sentences(path: Path) -> None:
    pack = read_pack(path.read_text(encoding="utf-8"), path.name)
    for key, mission in pack.all_missions():
        assert 2 <= sum(mission.note.count(end) for end in (". ", '."', "? ", ": ")) + 1 <= 7, key
        assert len(mission.note) > 120, key
    assert all(len(note.text) > 200 for note in pack.notes)


# ---- Drawing and planning --------------------------------------------------------------------------------------

WITHOUT_PERIODS = [
    path
    for path in PACKS
    if not re.search(r'^kind = "(progressive|solitaire)"', path.read_text(encoding="utf-8"), re.M)
]
"""Those whose stages draw one Mission after the other; what a period draws is in ``test_pool_packs``."""


@pytest.mark.parametrize("path", WITHOUT_PERIODS, ids=lambda path: path.stem)
def test_a_campaign_draws_its_missions_in_order_of_stages_and_none_twice(path: Path) -> None:
    pack = read_pack(path.read_text(encoding="utf-8"), path.name)
    for seed in range(60):
        chance = Chance(seed)
        drawn: list[DrawnMission] = []
        for number in range(1, pack.missions_in_all + 1):
            drawn.append(draw(pack, number, [each.key for each in drawn], chance))
        assert len({each.key for each in drawn}) == pack.missions_in_all
        assert [each.stage for each in drawn] == [stage_of(pack, number) for number in range(1, len(drawn) + 1)]
        assert all(each.stage.first <= each.date <= each.stage.last for each in drawn)


@pytest.mark.parametrize("path", WITHOUT_PERIODS, ids=lambda path: path.stem)
def test_the_dates_of_a_campaign_never_run_backwards(path: Path) -> None:
    pack = read_pack(path.read_text(encoding="utf-8"), path.name)
    for seed in range(200):
        chance = Chance(seed)
        drawn: list[DrawnMission] = []
        for number in range(1, pack.missions_in_all + 1):
            drawn.append(draw(pack, number, [each.key for each in drawn], chance))
        dates = [each.date for each in drawn]
        assert dates == sorted(dates), dates


def test_a_campaign_that_has_flown_its_last_date_first_draws_on(rommel: PackDefinition) -> None:
    """As one may have done under an earlier version of the pack."""
    stage = rommel.stages[0]
    last = max(stage.table, key=lambda line: str(line.date))
    late = [line.mission for line in stage.table if line.date == last.date]
    for flown in late:
        assert draw(rommel, 2, [*late, flown], Chance(1)).key not in late


def test_the_same_seed_draws_the_same_missions(desert: PackDefinition) -> None:
    drawn = [[draw(desert, number, (), Chance(seed)).key for number in (1, 3, 5)] for seed in (7, 7, 8)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_missions_are_drawn_as_often_as_their_cards_stand_in_the_deck(rommel: PackDefinition) -> None:
    chance = Chance(1941)
    drawn = Counter(draw(rommel, 1, (), chance).key for _ in range(5500))
    faces = Counter(card.face for card in library().cards)
    for line in rommel.stages[0].table:
        expected = 50 * sum(faces[face] for face in faces_of(line.cards))
        assert abs(drawn[line.mission] - expected) < 0.15 * expected


def test_a_mission_past_the_last_cannot_be_drawn(rommel: PackDefinition) -> None:
    with pytest.raises(IndexError):
        draw(rommel, 4, (), Chance(1))


def test_units_come_from_the_mission_and_then_from_the_resource_in_the_part_that_fits(rommel: PackDefinition) -> None:
    slots = unit_slots(rommel, "via-balbia", "axis", "blitzkrieg")
    assert [(slot.number, slot.line.role, slot.line.aircraft, slot.resource) for slot in slots] == [
        (1, "striker", ("ju-87b",), ""),
        (2, "striker", ("ju-87b",), ""),
        (1, "escort", ("bf-110c",), "blitzkrieg"),
    ]
    assert [slot.load_choices(library().aircraft[slot.line.aircraft[0]]) for slot in slots] == [
        (("bombs",),),
        (("bombs",),),
        ((),),  # no Bf 110C carries bombs
    ]
    emils = unit_slots(rommel, "stukas-over-tobruk", "axis", "blitzkrieg")[2]
    assert emils.load_choices(library().aircraft["bf-109e-7"]) == ((), ("bombs",))
    sweep = unit_slots(rommel, "emils", "axis", "zerstoerer")
    assert [slot.line.role for slot in sweep] == ["fighter"] * 3
    met = unit_slots(rommel, "via-balbia", "allied", "hurricanes-one")
    assert [slot.line.role for slot in met] == ["interceptor"] * 3
    assert unit_slots(rommel, "gazala", "allied") == ()


def test_formations_have_sizes_and_no_wingmen(rommel: PackDefinition) -> None:
    blenheims = unit_slots(rommel, "brevity", "allied")[0]
    assert (blenheims.formation, blenheims.line.wingman, blenheims.line.size) == (True, "never", (2,))
    assert blenheims.altitude_choices(library().aircraft["blenheim-iv"]) == ("low", "medium")


def test_very_high_is_offered_to_turbocharged_aircraft_only(desert: PackDefinition) -> None:
    slot = unit_slots(desert, "tunis-road-white", "allied")[0]
    assert slot.altitude_choices(library().aircraft["p-38f"])[-1] == "very-high"
    assert slot.altitude_choices(library().aircraft["bf-109g-2"])[-1] == "high"


def test_resources_are_offered_while_unused_where_allowed_and_of_use(rommel: PackDefinition) -> None:
    assert set(resource_choices(rommel, "scelidima", "axis")) == {"zerstoerer", "blitzkrieg", "experienced-crew"}
    assert "zerstoerer" not in resource_choices(rommel, "scelidima", "axis", used={"zerstoerer"})
    for key, _ in rommel.all_missions():
        for side in SIDES:
            assert len(resource_choices(rommel, key, side)) >= 3, (key, side)


def test_each_side_begins_with_its_own_named_pilots_who_may_fly_its_aircraft(rommel: PackDefinition) -> None:
    for side in SIDES:
        men = roster(rommel, side, Chance(5))
        assert Counter(pilot.nation for pilot in men) == rommel.sides[side].pilots
        assert len({pilot.name for pilot in men}) == len(men)
        assert not any(pilot.skills for pilot in men)
        for key, _ in rommel.all_missions():
            for slot in unit_slots(rommel, key, side):
                for slug in slot.line.aircraft:
                    assert any(may_fly(pilot, library().aircraft[slug]) for pilot in men), slug


def test_a_skilled_pilot_is_new_to_the_campaign_until_none_is_left(rommel: PackDefinition) -> None:
    taken: list[str] = []
    while pilot := skilled_pilot(rommel, "allied", Chance(3), taken):
        assert pilot.skills
        assert pilot.name not in taken
        taken.append(pilot.name)
    assert len(taken) >= 10


@rule("SUP 19.4")
def test_a_skilled_pilot_comes_with_the_cards_of_the_pack(rommel: PackDefinition, desert: PackDefinition) -> None:
    chance = Chance(11)
    came = [skilled_pilot_drawn(rommel, "brevity", "allied", chance) for _ in range(2000)]
    men = [man for man in came if man is not None]
    assert 0.13 < len(men) / 2000 < 0.23
    assert {man.service for man in men} == {"RAF"}
    assert any(is_crew(man.name, man.nation, man.service) for man in men)  # the Blenheims'
    assert not all(is_crew(man.name, man.nation, man.service) for man in men)
    assert all(skilled_pilot_drawn(desert, "tobruk-red", "axis", chance) is None for _ in range(50))


@rule("SUP 19.4")
def test_nobody_is_drawn_for_aircraft_that_do_not_fly(rommel: PackDefinition) -> None:
    chance = Chance(12)
    men = [skilled_pilot_drawn(rommel, "harbour", "axis", chance) for _ in range(500)]
    assert {man.service for man in men if man is not None} == {"Luftwaffe"}
    assert not any(is_crew(man.name, man.nation, man.service) for man in men if man is not None)


@pytest.mark.parametrize(
    ("allied", "axis", "grade"),
    [(0, 40, "Rout"), (0, 28, "Rout"), (0, 27, "Defeat"), (7, 8, "As it was"), (90, 1, "Triumph")],
)
def test_the_margin_finds_its_row_of_the_victory_table(
    rommel: PackDefinition, allied: int, axis: int, grade: str
) -> None:
    assert Standing(rommel, points={"allied": allied, "axis": axis}).grade.allied == grade


def test_the_groups_of_firing_cards_hold_every_firing_card_of_the_deck() -> None:
    grouped = [card for group in CARD_GROUPS.values() for card in group]
    assert sorted(grouped) == sorted(face for face in library().faces if face.startswith(("ims", "oots")))


@rule("SUP 24.6 blitzkrieg")
def test_blitzkrieg_is_worth_more_for_a_target_that_scores_and_says_so(rommel: PackDefinition):
    def points(target: TargetReport) -> list[int]:
        return [score.points for score in mission_scores((), target, "axis", blitzkrieg=True)]

    assert points(TargetReport("Airfield", 2, "", 0)) == []
    assert points(TargetReport("Airfield", 3, "Light", 3)) == [3, 2]
    _, blitzkrieg = rommel.resources["blitzkrieg"].gives
    assert in_words(blitzkrieg, rommel.rules) == "Blitzkrieg: 2 VP more if the target scores; Fighters may carry bombs"
    for path in PACKS:
        assert "damaged at all" not in " ".join(path.read_text(encoding="utf-8").split()), path.stem
