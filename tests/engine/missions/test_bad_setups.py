"""A Mission that the rules forbid is refused, with a sentence and the section."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import engine
from engine.core.errors import BadSetup
from engine.core.game import Document
from engine.core.players import fly
from tests.engine.broad import broad
from tests.engine.missions.at_random import players, setup
from tests.engine.missions.sky import (
    armed,
    bomber,
    element,
    escort,
    formation,
    interceptor,
    light_bomber,
    mission,
    striker,
)
from tests.engine.rules import rule

AGAINST = interceptor("allied", 1)


def refusal(*units: Document, **more: Any) -> str:
    """What ``engine.new`` says of a set-up that it refuses; ``check`` says the same."""
    document = mission(*units, **more)
    with pytest.raises(BadSetup) as problem:
        engine.new("wildblue", document, 0)
    with pytest.raises(BadSetup) as checked:
        engine.systems()["wildblue"].check(document)
    assert str(checked.value) == str(problem.value)
    return str(problem.value)


def fitted(**ratings: Any) -> Document:
    """A Formation aircraft with ratings that only a Leader's card has."""
    made = bomber()
    made["wildblue"] |= ratings
    return made


FORBIDDEN: dict[str, tuple[str, list[Document], dict[str, Any]]] = {
    # Formations
    "a B-17 with a B-24": (
        "17.3.1d",
        [formation("allied", 1, ["b-17f", "b-24d"], altitude="high"), interceptor("axis", 1)],
        {"striker": "allied"},
    ),
    "three Medium Bombers": ("17.3.1c", [formation("axis", 1, "he-111h", size=3), AGAINST], {}),
    "four Heavy Bombers": ("17.3.1c", [formation("axis", 1, bomber(heavy=True), size=4), AGAINST], {}),
    "a Formation at no altitude": ("17.3.2", [formation("axis", 1, altitude=None), AGAINST], {}),
    "Formations of one type at two altitudes": (
        "17.3.2",
        [formation("axis", 1, "he-111h"), formation("axis", 2, "he-111p", altitude="high"), AGAINST],
        {},
    ),
    "a Formation above its Ceiling": (
        "5.2.7",
        [formation("axis", 1, bomber(ceiling="medium"), altitude="high"), AGAINST],
        {},
    ),
    "a Formation of escorts": (
        "17.1",
        [formation("axis", 1, role="escort"), striker("axis", 2), AGAINST],
        {},
    ),
    "a Medium Bomber as an Element": ("17.3", [striker("axis", 1, "he-111h", load="bombs", wingman=True), AGAINST], {}),
    "a Fighter as a Formation": ("17.3", [formation("axis", 1, "bf-109e-7", size=2), AGAINST], {}),
    "a Formation that torpedoes with an aircraft that cannot": (
        "17.3.4",
        [formation("axis", 1, "do-17z", load="bombs", mode="torpedo", altitude="low"), AGAINST],
        {"target": "freighter"},
    ),
    "a jet in a Formation": ("17.3.1", [formation("axis", 1, fitted(jet_speed=2)), AGAINST], {}),
    "a Formation with Heavy Guns": ("17.3.1", [formation("axis", 1, fitted(heavy_guns=1)), AGAINST], {}),
    "a Formation with Oblique Guns": ("17.3.1", [formation("axis", 1, fitted(oblique_guns=3)), AGAINST], {}),
    "a Formation with Power Boost": ("17.3.1", [formation("axis", 1, bomber(special=("power-boost",))), AGAINST], {}),
    # Elements
    "a Section without a Wingman": (
        "17.6",
        [escort("axis", 1, wingman=False, section=True), striker("axis", 2), AGAINST],
        {},
    ),
    "an Element of Fighters at night": (
        "15.1.1",
        [striker("axis", 1), escort("axis", 2), interceptor("allied", 1, wingman=False)],
        {"night": True},
    ),
    "a Night Fighter's Wingman": (
        "15.1.1",
        [striker("axis", 1), interceptor("allied", 1, armed(night_combat=3))],
        {"night": True},
    ),
    "a Light Bomber as an escort": ("17.1", [escort("axis", 1, light_bomber()), striker("axis", 2), AGAINST], {}),
    "a phase in a Mission that has none": (
        "23.1.2",
        [element("axis", 1), element("allied", 1, phase="target-bound")],
        {"type": "air-combat"},
    ),
    "a striker that flies in one phase alone": ("23.0", [striker("axis", 1, phase="target-bound"), AGAINST], {}),
    "a Turn of arrival on the way home": (
        "23.1.2",
        [striker("axis", 1), interceptor("allied", 1, phase="home-bound", arrives=2)],
        {},
    ),
    "a Formation that arrives later": ("19.2.8", [formation("axis", 1, arrives=2), AGAINST], {}),
    "a Formation in one phase alone": ("19.2.8", [formation("axis", 1, phase="target-bound"), AGAINST], {}),
    "a Formation of two that names three": (
        "size",
        [formation("allied", 1, ["b-17f", "b-17g", "b-17g"], altitude="high") | {"size": 2}, interceptor("axis", 1)],
        {"striker": "allied"},
    ),
    "an interceptor of the side that strikes": ("17.1", [striker("axis", 1), interceptor("axis", 2), AGAINST], {}),
    "an escort of the side that does not": ("17.1", [striker("axis", 1), escort("allied", 1)], {}),
    "a Fighter that escorts in Air Combat": (
        "21.8.2",
        [escort("axis", 1), element("allied", 1)],
        {"type": "air-combat"},
    ),
    # Loads
    # Loads
    "rockets on an aircraft that carries none": (
        "18",
        [striker("axis", 1, armed("bombs", bomb={"level": 1}), load="ground-rockets"), AGAINST],
        {},
    ),
    "bombs and Drop Tanks": (
        "18.1b",
        [striker("axis", 1, armed("bombs", "drop-tanks", bomb={"level": 1}), load=["bombs", "drop-tanks"]), AGAINST],
        {},
    ),
    "Gun Pods of both kinds": (
        "18.1b",
        [
            escort("axis", 2, armed("gun-pods-20", "gun-pods-30"), load=["gun-pods-20", "gun-pods-30"]),
            striker("axis", 1),
            AGAINST,
        ],
        {},
    ),
    "a torpedo against a factory": (
        "21.6",
        [striker("axis", 1, light_bomber("torpedoes", bomb={"torpedo": 2}), load="torpedoes"), AGAINST],
        {"target": "factory"},
    ),
    "a Formation's torpedoes against an airfield": (
        "21.6",
        [formation("axis", 1, "sm-79", load="torpedoes", mode="torpedo", altitude="low"), AGAINST],
        {},
    ),
    "mines in a strike": ("21.8", [formation("axis", 1, "ju-88a", load="mines"), AGAINST], {}),
    "Cargo in a strike": ("21.8", [formation("axis", 1, "ju-52", load="cargo", altitude="low"), AGAINST], {}),
    "bombs in a Mine Laying Mission": (
        "21.8",
        [formation("axis", 1, "ju-88a", load="bombs"), AGAINST],
        {"type": "mine-laying", "target": None},
    ),
    "an Air Transport Mission of aircraft without a Cargo rating": (
        "21.8",
        [formation("axis", 1, "ju-88a", load="bombs"), AGAINST],
        {"type": "air-transport", "target": "airhead"},
    ),
    "a torpedo where there is no target": (
        "21.6",
        [striker("axis", 1, light_bomber("torpedoes", bomb={"torpedo": 2}), load="torpedoes"), AGAINST],
        {"type": "intercept"},
    ),
    "bombs under a torpedo bomber without a Bomb rating": (
        "5.2.8",
        [striker("axis", 1, light_bomber("bombs", bomb={"torpedo": 2}), load="bombs"), AGAINST],
        {},
    ),
    "mines under a dive bomber": (
        "18.7",
        [striker("axis", 1, light_bomber("mines", bomb={"dive": 2}), load="mines"), AGAINST],
        {"type": "mine-laying", "target": None},
    ),
    "an Air Drop of aircraft that can only land their Cargo": (
        "17.4.1",
        [striker("axis", 1, light_bomber("cargo", cargo=2), load="cargo"), AGAINST],
        {"type": "air-drop", "target": "drop-zone"},
    ),
    "an Air Transport Mission of aircraft that can only drop it": (
        "17.4.1",
        [striker("axis", 1, light_bomber("cargo", cargo_drop=2), load="cargo"), AGAINST],
        {"type": "air-transport", "target": "airhead"},
    ),
    "bombs under a Light Bomber that carries none, for all its Blitzkrieg": (
        "18.1a",
        [striker("axis", 1, light_bomber("torpedoes", bomb={"level": 2}), load="bombs"), AGAINST],
        {"effects": {"axis": {"blitzkrieg": True}}},
    ),
    "a Formation that dives": (
        "17.5.1",
        [formation("axis", 1, bomber(special=("dive-brakes",)), altitude="low", mode="dive"), AGAINST],
        {},
    ),
    # Men
    # Men
    "a pilot of another air force": (
        "19.1.1",
        [
            element(
                "axis", 1, "bf-109e-3", leader_pilot={"name": "Ennio", "skills": [], "nation": "it", "service": "RA"}
            ),
            striker("axis", 2),
            AGAINST,
        ],
        {},
    ),
    "a pilot of the other service of his nation": (
        "19.1.1",
        [
            striker("axis", 1),
            interceptor(
                "allied",
                1,
                "hurricane-i",
                leader_pilot={"name": "Merrow", "skills": [], "nation": "gb", "service": "FAA"},
            ),
        ],
        {},
    ),
    "a crew's Skill in a Fighter": ("19.2", [striker("axis", 1, skills="N"), AGAINST], {}),
    "a pilot's Skill in a Formation": ("19.3", [formation("axis", 1, crews=("BM", None)), AGAINST], {}),
    "a Green man with a Skill": ("19.6.3", [striker("axis", 1, skills="Green A"), AGAINST], {}),
    # The Mission
    "a strike without a target": ("21.8", [striker("axis", 1), AGAINST], {"target": None}),
    "an Air Combat Mission with a target": (
        "21.8.2",
        [element("axis", 1), element("allied", 1)],
        {"type": "air-combat", "target": "airfield"},
    ),
    "an Air Combat Mission with a side that strikes": (
        "21.8.2",
        [element("axis", 1), element("allied", 1)],
        {"type": "air-combat", "striker": "axis"},
    ),
    "a Mine Laying Mission without a way out and home": (
        "23.1.1",
        [formation("axis", 1, "ju-88a", load="mines"), AGAINST],
        {"type": "mine-laying", "target": None, "base": None},
    ),
    "an Intercept of bombers at a target without a way there": (
        "23.1.1",
        [striker("axis", 1, load=None), AGAINST],
        {"type": "intercept", "target": "airfield"},
    ),
    "a base duration beside a number of Turns": ("23.1.1", [striker("axis", 1), AGAINST], {"turns": 6}),
    "a bomber in an Air Combat Mission": (
        "17.1",
        [formation("axis", 1, role="fighter", load=None), element("allied", 1)],
        {"type": "air-combat"},
    ),
    "a strike without a striker": ("23", [escort("axis", 1), AGAINST], {}),
    "a striker of the side that strikes nothing": ("18.1a", [striker("axis", 1), striker("allied", 1)], {}),
    "an unknown target": ("21", [striker("axis", 1), AGAINST], {"target": "moon"}),
    "an aircraft of the other side": ("4.2", [striker("axis", 1), interceptor("allied", 1, "bf-109e-3")], {}),
    "an aircraft not yet in service": (
        "4.3",
        [striker("axis", 1), interceptor("allied", 1, "spitfire-ix")],
        {"month": "1941-04"},
    ),
    "a Formation at no altitude that exists": (
        "altitude",
        [formation("axis", 1, altitude="stratosphere"), AGAINST],
        {},
    ),
}


@rule("WBY 17.3.1d", "WBY 17.3.1c", "WBY 17.3.2", "WBY 18.1b", "SUP 21.6", "WBY 19.1.1", "C10")
@pytest.mark.parametrize("name", FORBIDDEN)
def test_what_the_rules_forbid_is_refused_with_its_section(name: str) -> None:
    section, units, more = FORBIDDEN[name]
    said = refusal(*units, **more)
    assert section in said
    assert said.endswith((".", "]"))


@rule("WBY 17.3.1d", "WBY 17.3.1d example", "C10")
@pytest.mark.parametrize("types", [["b-17f", "b-17g"], ["b-17g", "b-17f", "b-17f"], ["b-26b", "b-26c"]])
def test_models_of_one_type_fly_in_one_formation(types: list[str]) -> None:
    boxes = formation("allied", 1, list(types), altitude="medium")
    game = engine.new("wildblue", mission(boxes, interceptor("axis", 1), striker="allied", first="allied"), 0)
    flown = game.position()["units"]["allied-1"]["formation"]
    assert [each["aircraft"] for each in flown] == types


@rule("WBY 17.3.1d example", "C10")
@pytest.mark.parametrize("types", [["b-17f", "b-24d"], ["b-17g", "b-24j", "b-17g"], ["b-24d", "b-26b"]])
def test_other_types_do_not(types: list[str]) -> None:
    said = refusal(formation("allied", 1, list(types), altitude="medium"), interceptor("axis", 1), striker="allied")
    assert "17.3.1d" in said


@pytest.mark.parametrize(
    "more",
    [
        {"type": "sightseeing"},
        {"striker": "neutral"},
        {"base": {"target_bound": -1, "home_bound": 3}},
        {"base": {"target_bound": 8}},
        {"base": "long"},
        {"night": "yes"},
        {"target": 7},
        {"target": {"slug": "airfield", "target_flak": "much"}},
        {"target": {"slug": "airfield", "colour": "green"}},
        {"effects": {"axis": {"magic": True}}},
        {"effects": {"neutral": {}}},
        {"effects": {"axis": {"flak_guns": -1}}},
        {"options": {"fuel": 3}},
        {"options": {"luck": True}},
        {"values": 5},
        {"values": {"destroyed": {"fighter": "five"}}},
        {"month": "soon"},
        {"units": []},
        {"units": [7]},
        {"units": [{}]},
        {"weather": "fine"},
        {"kind": "picnic"},
        {"bonus": "much"},
        {"first": "nobody"},
        {"base": {"target_bound": 41, "home_bound": 8}},
        {"base": {"target_bound": 8, "home_bound": 99}},
    ],
    ids=str,
)
def test_a_document_that_makes_no_sense_is_refused_with_a_sentence(more: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as problem:
        engine.new("wildblue", mission(striker("axis", 1), AGAINST) | more, 0)
    assert str(problem.value).endswith((".", "]"))


@pytest.mark.parametrize(
    "change",
    [
        {"role": "tourist"},
        {"load": "luggage"},
        {"load": ["bombs", "bombs"]},
        {"load": 3},
        {"arrives": 0},
        {"arrives": "late"},
        {"phase": "over-target"},
        {"phase": 1},
        {"size": 2},
        {"wingman": None},
        {"section": "yes"},
        {"mode": "sideways"},
        {"over_target": 1},
        {"crews": [None]},
        {"aircraft": {}},
        {"aircraft": None},
        {"aircraft": armed("bombs") | {"note": float("nan")}},
        {"altitude": "very-very-low"},
        {"colour": "green"},
    ],
    ids=str,
)
def test_a_unit_that_makes_no_sense_is_refused_with_its_name(change: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as problem:
        engine.new("wildblue", mission(striker("axis", 1) | change, AGAINST), 0)
    assert "axis-1" in str(problem.value)
    assert str(problem.value).endswith((".", "]"))


def test_there_are_at_most_eight_units_of_a_side() -> None:
    eight = [striker("axis", number) for number in range(1, 9)]
    assert engine.new("wildblue", mission(*eight, AGAINST), 0).decision
    refusal(*eight, striker("axis", 9), AGAINST)


def test_a_plan_of_one_side_is_checked_alone_but_not_flown() -> None:
    half = mission(AGAINST)
    engine.systems()["wildblue"].check(half)
    with pytest.raises(BadSetup):
        engine.new("wildblue", half, 0)
    engine.systems()["wildblue"].check(mission(striker("axis", 1), escort("axis", 2)))
    with pytest.raises(BadSetup, match=r"18"):
        engine.systems()["wildblue"].check(mission(striker("axis", 1, armed("bombs"), load="air-rockets")))


def test_the_longest_mission_that_may_be_flown_is_written_and_read_back() -> None:
    slow = striker("axis", 1, armed("bombs", bomb={"level": 2}, slow=0), load="bombs")
    long = mission(slow, AGAINST, base={"target_bound": 40, "home_bound": 40})
    game = engine.new("wildblue", long | {"effects": {"axis": {"deceptive_course": True}}}, 0)
    assert engine.position("wildblue", game.position()).position() == game.position()


JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    99,
    10**30,
    1.5,
    "",
    "axis",
    "high",
    "bombs",
    [],
    ["bombs"],
    {},
    {"a": 1},
)


@rule("WBY 17.3", "WBY 17.3.1c")
@pytest.mark.parametrize(
    ("unit", "named"),
    [
        ({**formation("axis", 1), "wingman_pilot": {}, "section": True, "leader_pilot": {"name": "A"}}, "leader_pilot"),
        ({**striker("axis", 1), "size": 2, "mode": "level", "crews": []}, "crews"),
    ],
)
def test_of_several_keys_that_do_not_belong_the_same_one_is_named_each_time(unit: Document, named: str) -> None:
    assert f"it has no '{named}'" in refusal(unit, AGAINST)


def mangled(document: Any, random: Random) -> Any:
    """The document with one of its values exchanged for junk, taken away, or doubled."""
    if isinstance(document, dict) and document and random.random() < 0.85:
        key = random.choice(sorted(document))
        made = dict(document)
        if random.random() < 0.12:
            del made[key]
        elif random.random() < 0.06:
            made[f"{key}s"] = made[key]
        else:
            made[key] = mangled(made[key], random)
        return made
    if isinstance(document, list) and document and random.random() < 0.85:
        place = random.randrange(len(document))
        made_list = list(document)
        if random.random() < 0.1:
            made_list.insert(place, document[place])
        else:
            made_list[place] = mangled(document[place], random)
        return made_list
    return random.choice(JUNK)


@pytest.mark.parametrize("first", broad(range(0, 1500, 500), 1))
def test_a_mangled_document_is_refused_with_a_sentence_or_can_be_flown(first: int) -> None:
    refused = 0
    for seed in range(first, first + 500):
        document = mangled(setup(seed), Random(seed))
        try:
            game = engine.new("wildblue", document, seed)
        except BadSetup as problem:
            refused += 1
            assert str(problem).endswith((".", "]")), problem  # noqa: PT017
        else:
            fly(game, players(seed)).report()
    assert refused > 150
