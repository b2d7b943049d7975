"""Mistakes in pack files: each kind gets its sentence with line and key, and no text ends in anything else."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.catalogue.library import FIXTURES
from campaigns.packs import PackDefinition, PackError, Problem, read_pack
from campaigns.packs.lines import line_numbers
from campaigns.packs.reader import pack_text

ROMMEL = (FIXTURES / "packs" / "rommel-attacks.toml").read_text(encoding="utf-8")
DESERT = (FIXTURES / "packs" / "desert-dogfights.toml").read_text(encoding="utf-8")
NARROW = (FIXTURES / "packs" / "narrow-sea.toml").read_text(encoding="utf-8")
STALINGRAD = (FIXTURES / "packs" / "stalingrad-airlift.toml").read_text(encoding="utf-8")


def problems(text: str) -> tuple[Problem, ...]:
    """What the reader has to say about a text; empty if it is a pack."""
    try:
        pack = read_pack(text, "mine.toml")
    except PackError as error:
        return error.problems
    assert isinstance(pack, PackDefinition)
    return ()


class Mistake(NamedTuple):
    """A pack with ``old`` (once) replaced by ``new``; what the problem must name and say."""

    pack: str
    old: str
    new: str
    line: str
    """Something that stands on the line to be named."""
    key: str
    sentence: str


MISTAKES = {
    "unknown aircraft": Mistake(
        ROMMEL,
        'aircraft = ["ju-87b"], count = 2',
        'aircraft = ["ju87b"], count = 2',
        '"ju87b"',
        "missions.via-balbia.units.1.aircraft.1",
        "'ju87b' is not an aircraft that this house knows. Did you mean 'ju-87b'?",
    ),
    "unknown target": Mistake(
        ROMMEL,
        'slug = "freighter"',
        'slug = "battleship"',
        "battleship",
        "missions.harbour.target.slug",
        "'battleship' is not a target that this house knows. Known are: airfield, airhead,",
    ),
    "unknown mission in a table": Mistake(
        ROMMEL,
        'mission = "gazala"',
        'mission = "gazalla"',
        "gazalla",
        "stages.1.table.2.mission",
        "'gazalla' is not a mission of this pack. Did you mean 'gazala'?",
    ),
    "unknown mission of a resource": Mistake(
        NARROW,
        'missions = ["photographs", "tanker"]',
        'missions = ["photographs", "banker"]',
        '"banker"',
        "resources.escort-flak.missions.2",
        "Did you mean 'tanker'?",
    ),
    "unknown effect": Mistake(
        ROMMEL,
        'effect = "small-arms"',
        'effect = "small-arm"',
        '"small-arm"',
        "resources.hurricanes-small-arms.gives.2.effect",
        "'small-arm' cannot stand here. Use 'element', 'section',",
    ),
    "unknown card": Mistake(
        ROMMEL,
        'cards = ["maneuver"]',
        'cards = ["manoeuvre"]',
        "manoeuvre",
        "stages.2.table.1.cards.1",
        "'manoeuvre' is not a card. Did you mean 'maneuver'?",
    ),
    "date outside its stage": Mistake(
        ROMMEL,
        "date = 1941-04-01",
        "date = 1941-05-01",
        "date = 1941-05-01",
        "stages.1.table.1.date",
        "1941-05-01 lies outside 1941-03-24 to 1941-04-14. Give a date within.",
    ),
    "stage outside the campaign": Mistake(
        ROMMEL,
        "first = 1941-04-15",
        "first = 1940-04-15",
        "first = 1940-04-15",
        "stages.2.first",
        "1940-04-15 lies outside 1941-03-24 to 1941-06-17.",
    ),
    "campaign that ends before it begins": Mistake(
        ROMMEL,
        "last = 1941-06-17\nskilled_on",
        "last = 1939-06-17\nskilled_on",
        "last = 1939-06-17",
        "last",
        "The campaign ends on 1939-06-17, before it begins on 1941-03-24. Swap the two dates.",
    ),
    "aircraft before its time": Mistake(
        DESERT,
        'aircraft = ["gladiator-ii"], count = 2',
        'aircraft = ["gladiator-ii", "spitfire-v"], count = 2',
        '"gladiator-ii", "spitfire-v"',
        "stages.1.locations.1.red.units.1.aircraft.2",
        "spitfire-v came into service in March 1941, after 1940-08-08.",
    ),
    "aircraft of the wrong nation": Mistake(
        ROMMEL,
        'aircraft = ["bf-109e-7", "g-50"]',
        'aircraft = ["bf-109e-7", "iar-80"]',
        '"iar-80"',
        "missions.emils.units.3.aircraft.2",
        "iar-80 flies for ro, which is not a nation of the axis side.",
    ),
    "bomber in an air combat mission": Mistake(
        ROMMEL,
        'aircraft = ["bf-110c", "cr-42", "g-50"]',
        'aircraft = ["bf-110e", "cr-42", "g-50"]',
        "bf-110e",
        "missions.scelidima.units.3.aircraft",
        "bf-110e is no fighter: only fighters fly Air Combat Missions.",
    ),
    "table with a hole": Mistake(
        ROMMEL,
        'cards = ["tight-turn", "full-throttle"], mission = "agedabia"',
        'cards = ["tight-turn"], mission = "agedabia"',
        "table = [",
        "stages.1.table",
        "No Mission is drawn by full-throttle. Add each to one line of the table.",
    ),
    "card that draws two missions": Mistake(
        ROMMEL,
        'cards = ["barrel-roll", "chop-throttle"], mission',
        'cards = ["barrel-roll", "chop-throttle", "oots"], mission',
        "table = [",
        "stages.1.table",
        "oots-1b2h draws 2 Missions. Keep it in one line of the table.",
    ),
    "locations that leave card numbers out": Mistake(
        DESERT,
        "numbers = [1, 37]",
        "numbers = [1, 36]",
        "numbers = [38, 74]",
        "stages.1.locations.2.numbers",
        "38 to 74 does not follow on: this location’s card numbers must begin at 37.",
    ),
    "locations that end too soon": Mistake(
        DESERT,
        'numbers = [75, 110]\nplace = "Tobruk"',
        'numbers = [75, 100]\nplace = "Tobruk"',
        "numbers = [75, 100]",
        "stages.1.locations.3.numbers",
        "The locations cover card numbers 1 to 100. They must cover 1 to 110.",
    ),
    "more missions than the table has": Mistake(
        ROMMEL,
        "missions = 1\nnote",
        "missions = 6\nnote",
        "missions = 6",
        "stages.2.missions",
        "6 Missions are flown in this stage, but its table has only 5.",
    ),
    "too many units for the engine": Mistake(
        DESERT,
        'aircraft = ["p-39d"], count = 3',
        'aircraft = ["p-39d"], count = 4 }, { side = "allied", role = "fighter", aircraft = ["p-39d"], count = 3',
        "units = [",
        "stages.3.locations.2.blue.units",
        "Both sides together could fly 9 units, with their largest Resources. At most 8 can fly in one dogfight.",
    ),
    "role that does not fit": Mistake(
        ROMMEL,
        'role = "interceptor", aircraft = ["hurricane-i"] },\n]\nspecial = ["The harbour',
        'role = "escort", aircraft = ["hurricane-i"] },\n]\nspecial = ["The harbour',
        'side = "allied", role = "escort", aircraft = ["hurricane-i"]',
        "missions.harbour.units.3.role",
        "A unit of this side cannot be escort here. Use interceptor.",
    ),
    "mission that nothing draws": Mistake(
        ROMMEL,
        'mission = "mechili", date',
        'mission = "scelidima", date',
        "[missions.mechili]",
        "missions.mechili",
        "No stage draws this Mission. Add it to a table or remove it.",
    ),
    "missing key": Mistake(
        ROMMEL,
        'title = "Brevity"\n',
        "",
        "[missions.brevity]",
        "missions.brevity.title",
        "This is missing: add it.",
    ),
    "strike without a target": Mistake(
        ROMMEL,
        'target = { slug = "supply-column" }\n',
        "",
        "[missions.brevity]",
        "missions.brevity",
        "A Mission of type strike needs a target: add it.",
    ),
    "misspelt key": Mistake(
        ROMMEL,
        'place = "Fort Mechili"',
        'plaice = "Fort Mechili"',
        "plaice",
        "missions.mechili.plaice",
        "The format has no such key here. Did you mean 'place'?",
    ),
    "misspelt key in a table of tables": Mistake(
        STALINGRAD,
        "drain = 12\n",
        "drane = 12\n",
        "drane",
        "stocks.axis.supply.drane",
        "The format has no such key here. Did you mean 'drain'?",
    ),
    "misspelt key in a table that may be left out": Mistake(
        STALINGRAD,
        "[progress]\n",
        "[progress]\nstarts = 5\n",
        "starts",
        "progress.starts",
        "The format has no such key here. Did you mean 'start'?",
    ),
    "key without a neighbour": Mistake(
        ROMMEL,
        'place = "Fort Mechili"',
        'place = "Fort Mechili"\nzzz = 1',
        "zzz",
        "missions.mechili.zzz",
        "The format has no such key here. Remove it.",
    ),
    "number in quotation marks": Mistake(
        ROMMEL,
        "disengaged = 2",
        'disengaged = "2"',
        'disengaged = "2"',
        "scoring.disengaged",
        "'2' is not a whole number: write it without quotation marks or a decimal point.",
    ),
    "number too small": Mistake(
        ROMMEL,
        "jettisoned = 1",
        "jettisoned = -1",
        "jettisoned = -1",
        "scoring.jettisoned",
        "'-1' is too small: use 0 or more.",
    ),
    "text without quotation marks": Mistake(
        ROMMEL,
        'number = 5\ntitle = "Umbrella over Mechili"',
        "number = 5\ntitle = 5",
        "title = 5",
        "missions.mechili.title",
        "'5' is not text: put it in quotation marks.",
    ),
    "date in quotation marks": Mistake(
        ROMMEL,
        "first = 1941-03-24\nlast = 1941-06-17",
        'first = "1941-03-24"\nlast = 1941-06-17',
        'first = "1941-03-24"',
        "first",
        "'1941-03-24' is not a date: write it as 1941-04-01, without quotation marks.",
    ),
    "slug with a capital": Mistake(
        ROMMEL,
        'slug = "rommel-attacks"',
        'slug = "Rommel Attacks"',
        'slug = "Rommel Attacks"',
        "slug",
        "'Rommel Attacks' has the wrong form: use lower-case letters and figures, joined by single hyphens.",
    ),
    "value instead of a list": Mistake(
        ROMMEL,
        'services = ["RAF"]',
        'services = "RAF"',
        'services = "RAF"',
        "sides.allied.services",
        "'RAF' is not a list: put it in square brackets.",
    ),
    "side that is missing": Mistake(
        DESERT,
        "[sides.axis]",
        "[sides.neutral]",
        "[sides.neutral]",
        "sides.neutral",
        "'neutral' cannot stand here. Use 'allied' or 'axis'.",
    ),
    "nation without pilots": Mistake(
        ROMMEL,
        "pilots = { gb = 14 }",
        "pilots = { gb = 14, fi = 2 }",
        "fi = 2",
        "sides.allied.pilots.fi",
        "'fi' is not a nation with pilots that this house knows.",
    ),
    "grades out of order": Mistake(
        ROMMEL,
        "least = 16\n",
        "least = 30\n",
        "least = 30",
        "victory.grades.2.least",
        "30 is not below 28: order the grades from the best margin down.",
    ),
    "last grade with a floor": Mistake(
        ROMMEL,
        'allied = "Triumph"',
        'least = -40\nallied = "Triumph"',
        "least = -40",
        "victory.grades.5.least",
        "The last grade takes every lower margin: remove its least.",
    ),
    "resource without its aircraft": Mistake(
        ROMMEL,
        'gives = [{ effect = "element", aircraft = ["bf-110c"] }, { effect = "blitzkrieg" }]',
        'gives = [{ effect = "element" }, { effect = "blitzkrieg" }]',
        'gives = [{ effect = "element" }',
        "resources.blitzkrieg.gives.1",
        "A Resource that gives element must name its aircraft: add aircraft.",
    ),
    "altitude above the ceiling": Mistake(
        ROMMEL,
        'altitudes = ["low", "medium"]',
        'altitudes = ["low", "very-high"]',
        '"very-high"',
        "missions.brevity.units.1.altitudes",
        "Not every aircraft here can begin at very-high. Remove it.",
    ),
    "title that fits no page": Mistake(
        ROMMEL,
        'title = "Rommel Attacks"',
        f'title = "{"Rommel " * 30}"',
        "Rommel Rommel",
        "title",
        "Too much: at most 120.",
    ),
    "title of blanks": Mistake(
        ROMMEL,
        'title = "Rommel Attacks"',
        'title = "   "',
        'title = "   "',
        "title",
        "has the wrong form: use at least one letter.",
    ),
    "name that fits no log": Mistake(
        ROMMEL,
        '{ effect = "skilled-pilot" }',
        f'{{ effect = "named-pilot", pilot = "{"x" * 81}" }}',
        "named-pilot",
        "resources.zerstoerer.gives.2.pilot",
        "Too much: at most 80.",
    ),
    "location whose match-ups have too long a name": Mistake(
        DESERT,
        'key = "sollum"',
        f'key = "{"sollum" * 9}"',
        "sollumsollum",
        "stages.1.locations.2.key",
        "Too much: at most 50.",
    ),
    "points beyond counting": Mistake(
        ROMMEL, "disengaged = 2", f"disengaged = {10**30}", "disengaged", "scoring.disengaged", "use 99 or less."
    ),
    "margin beyond counting": Mistake(
        ROMMEL, "least = 28", f"least = {10**30}", "least", "victory.grades.1.least", "use 999 or less."
    ),
    "another century": Mistake(
        ROMMEL,
        "last = 1941-06-17",
        "last = 2041-06-17",
        "last = 2041-06-17",
        "last",
        "'2041-06-17' is too large: use 1999-12-31 or less.",
    ),
    "bombers in a dogfight by a resource": Mistake(
        ROMMEL,
        'effect = "element", aircraft = ["bf-110c"]',
        'effect = "element", aircraft = ["ju-87b"]',
        'aircraft = ["ju-87b"] }, { effect = "skilled-pilot" }',
        "resources.zerstoerer.gives.1.aircraft.1",
        "ju-87b is no fighter: only fighters fly Air Combat Missions, and scelidima is one.",
    ),
    "pilot who comes twice": Mistake(
        ROMMEL,
        '{ effect = "skilled-pilot" }',
        '{ effect = "named-pilot", pilot = "Hans" }, { effect = "named-pilot", pilot = "Hans" }',
        '"Hans"',
        "resources.zerstoerer.gives.3.pilot",
        "Hans comes with another Resource of this side already. Name somebody else.",
    ),
    "skill that nobody has": Mistake(
        ROMMEL,
        '{ effect = "skilled-pilot" }',
        '{ effect = "named-pilot", pilot = "Hans", skills = ["QQ"] }',
        '"QQ"',
        "resources.zerstoerer.gives.2.skills",
        "There is no Skill 'QQ' here; the codes are",
    ),
    "load that an aircraft cannot carry": Mistake(
        NARROW,
        'aircraft = ["ju-88a", "ju-88a-1"], count = 2, load = "bombs"',
        'aircraft = ["ju-88a", "ju-88a-1"], count = 2, load = "torpedoes"',
        'load = "torpedoes"',
        "missions.luqa.units.1.load.1",
        "ju-88a carries no torpedoes; it carries bombs, mines. [Wild Blue Yonder 18.1]",
    ),
    "torpedoes for a target on land": Mistake(
        NARROW,
        'target = { slug = "tanker" }',
        'target = { slug = "refinery" }',
        'load = "torpedoes"',
        "missions.tanker.units.1.load.1",
        "Torpedoes are for naval targets. Choose another load or target. [Supplement 21.6]",
    ),
    "torpedo Formation up high": Mistake(
        NARROW,
        'load = "torpedoes", altitudes = ["very-low"]',
        'load = "torpedoes", altitudes = ["low"]',
        'altitudes = ["low"]',
        "missions.aerosiluranti.units.1.altitudes",
        "torpedoes are released at very-low. Add it. [Supplement 21.6]",
    ),
    "bombs in a transport mission": Mistake(
        NARROW,
        'aircraft = ["sm-82", "ju-52"], load = "cargo", altitudes = ["very-low", "low"]',
        'aircraft = ["sm-82"], load = "bombs", altitudes = ["very-low", "low"]',
        'load = "bombs", altitudes = ["very-low", "low"]',
        "missions.airlift.units.2.load.1",
        "Nobody carries bombs in a Mission of type air-transport. Remove it. [Supplement 21.8]",
    ),
    "strikers without what the mission is about": Mistake(
        NARROW,
        'aircraft = ["he-111h", "ju-88a"], load = "mines", ',
        'aircraft = ["he-111h", "ju-88a"], ',
        'aircraft = ["he-111h", "ju-88a"]',
        "missions.mines.units.1",
        "Strikers of a Mission of type mine-laying carry mines: give load.",
    ),
    "cargo for a target that takes none": Mistake(
        NARROW,
        'slug = "airhead"',
        'slug = "airfield"',
        '"airfield"',
        "missions.airlift.target.slug",
        "Airfield takes in no cargo: it does not fit a Mission of type air-transport.",
    ),
    "ordnance for defenders": Mistake(
        NARROW,
        '{ side = "allied", role = "interceptor", aircraft = ["spitfire-v"], count = 2 },',
        '{ side = "allied", role = "interceptor", aircraft = ["spitfire-v"], count = 2, load = ["bombs"] },',
        'load = ["bombs"]',
        "missions.forward.units.3.load.1",
        "bombs are for the target, and this side has none to strike.",
    ),
    "Formation too large": Mistake(
        NARROW,
        "size = [1, 2]",
        "size = [1, 3]",
        "size = [1, 3]",
        "missions.photographs.units.1.size.2",
        "A Formation of these has at most 2 aircraft. [Wild Blue Yonder 17.3.1c]",
    ),
    "way of bombing that nobody has": Mistake(
        NARROW,
        'aircraft = ["z-1007bis", "sm-84"], load = "bombs"',
        'aircraft = ["z-1007bis", "sm-84"], mode = "level", load = "bombs"',
        'mode = "level"',
        "missions.aerosiluranti.units.2.mode",
        "Not every aircraft here bombs in Formation by level. Remove it. [Wild Blue Yonder 17.3.4]",
    ),
    "Formations of one type with no altitude in common": Mistake(
        NARROW,
        'aircraft = ["z-1007bis", "sm-84"], load',
        'aircraft = ["sm-79"], load',
        'aircraft = ["sm-79"], load = "bombs"',
        "missions.aerosiluranti.units.2",
        "All Formations of one type fly at one Altitude, and these have none in common",
    ),
    "Section of bombers": Mistake(
        NARROW,
        'aircraft = ["ju-87d"], count = 2',
        'aircraft = ["ju-87d"], count = 2, section = true',
        "section = true",
        "missions.indomitable.units.1.section",
        "Fighters with a Wingman fly in Sections, others do not. Remove it. [Wild Blue Yonder 17.6]",
    ),
    "escort that is a bomber": Mistake(
        NARROW,
        'role = "escort", aircraft = ["beaufighter-ic"]',
        'role = "escort", aircraft = ["swordfish-i"]',
        "swordfish-i",
        "missions.tanker.units.2.aircraft.1",
        "swordfish-i is no fighter: only fighters are escorts.",
    ),
    "arrival after the end": Mistake(
        NARROW,
        "arrives = [2, 3, 4]",
        "arrives = [2, 3, 9]",
        "arrives = [2, 3, 9]",
        "missions.airlift.units.5.arrives.3",
        "The Mission may have no more than 5 Turns for this unit. Let it arrive earlier.",
    ),
    "arrival that is no turn": Mistake(
        NARROW,
        "arrives = [2, 3, 4]",
        'arrives = "late"',
        'arrives = "late"',
        "missions.airlift.units.5.arrives.1",
        "'late' is not a whole number",
    ),
    "arrival on no turn at all": Mistake(
        NARROW,
        "arrives = [2, 3, 4]",
        "arrives = []",
        "arrives = []",
        "missions.airlift.units.5.arrives",
        "Too little: give at least 1.",
    ),
    "version in other figures": Mistake(
        ROMMEL,
        'version = "1.5"',
        'version = "١.٠"',
        "version =",
        "version",
        "a version such as 1.0",
    ),
    "strikers who come late": Mistake(
        NARROW,
        'aircraft = ["ju-87d"], count = 2',
        'aircraft = ["ju-87d"], count = 2, arrives = 2',
        "arrives = 2,",
        "missions.indomitable.units.1.arrives",
        "Strikers and Formations are there from the first Turn. Remove it.",
    ),
    "phase of a mission that has none": Mistake(
        NARROW,
        '["mc-202", "re-2001"], count = 2 }',
        '["mc-202", "re-2001"], count = 2, phase = "home-bound" }',
        'phase = "home-bound"',
        "missions.forward.units.2.phase",
        "Only Fighters of a Mission with phases are limited to one. Remove it.",
    ),
    "schedule that cannot be kept": Mistake(
        NARROW,
        'count = 3, arrives = [1, 2, 3] },\n]\nspecial = ["The Bf 109s',
        'count = 3, arrives = [1, 2] },\n]\nspecial = ["The Bf 109s',
        "units = [",
        "missions.luqa.units",
        "Too many allied units arrive on the same Turn of luqa: one arrives a Turn.",
    ),
    "resource whose unit cannot come where it says": Mistake(
        NARROW,
        'phase = "home-bound" }]\nmissions = ["luqa", "hercules", "photographs"]',
        'phase = "home-bound" }]\nmissions = ["luqa", "hercules", "forward"]',
        "gives = [",
        "resources.late-spitfires.gives",
        "What it brings cannot arrive in forward as it says.",
    ),
    "late arrival without a time": Mistake(
        NARROW,
        '{ effect = "late-arrival", aircraft = ["mc-202"], arrives = [3, 4] }',
        '{ effect = "late-arrival", aircraft = ["mc-202"] }',
        '"late-arrival"',
        "resources.freya.gives.2",
        "A Resource that gives late-arrival must say when: add arrives or phase.",
    ),
    "bombers brought to where one defends": Mistake(
        NARROW,
        'load = "bombs" }]\nmissions = ["aerosiluranti", "luqa", "indomitable"]',
        'load = "bombs" }]\nmissions = ["aerosiluranti", "luqa", "tanker"]',
        '"ju-88a"',
        "resources.third-wave.gives.1.aircraft",
        "Bombers strike, and in tanker the axis side does not.",
    ),
    "bombers by the Element": Mistake(
        NARROW,
        '{ effect = "formation", aircraft = ["ju-88a"]',
        '{ effect = "element", aircraft = ["ju-88a"]',
        '"ju-88a"',
        "resources.third-wave.gives.1.aircraft",
        "Medium and Heavy Bombers fly in Formation. Use formation for element.",
    ),
    "too many units of a side": Mistake(
        NARROW,
        '["spitfire-v"], count = 2 }',
        '["spitfire-v"], count = 8 }, { side = "allied", role = "interceptor", aircraft = ["spitfire-v"] }',
        "units = [",
        "missions.forward.units",
        "The allied side could fly 9 units, with its largest Resource. At most 8 can.",
    ),
    "dogfight with a load": Mistake(
        DESERT,
        'aircraft = ["p-39d"], count = 3',
        'aircraft = ["p-39d"], load = "bombs", count = 3',
        'load = "bombs"',
        "stages.3.locations.2.blue.units.1.load",
        "A dogfight has no load. Remove it.",
    ),
    "key that stands twice": Mistake(
        ROMMEL,
        'version = "1.5"\n',
        'version = "1.5"\nversion = "1.6"\n',
        'version = "1.6"',
        "version",
        "this key stands twice; keep one of the two",
    ),
    "table that stands twice": Mistake(
        ROMMEL,
        "[resources.hurricanes-two]",
        "[resources.zerstoerer]",
        "[resources.zerstoerer]",
        "resources.zerstoerer",
        "this table stands twice",
    ),
    "TOML that is none": Mistake(
        ROMMEL,
        'kind = "land"',
        "kind = land",
        "kind = land",
        "kind",
        "This is not valid TOML: invalid value. Correct the line.",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_gets_a_sentence_with_its_line_and_key(name: str) -> None:
    mistake = MISTAKES[name]
    assert mistake.old in mistake.pack
    text = mistake.pack.replace(mistake.old, mistake.new, 1)
    found = problems(text)
    match = [problem for problem in found if problem.key == mistake.key and mistake.sentence in problem.message]
    assert match, found
    assert mistake.line in text.splitlines()[match[0].line - 1], match
    assert str(match[0]).startswith(f"mine.toml, line {match[0].line}, {mistake.key}: ")


def test_all_mistakes_of_a_file_are_reported_at_once_in_the_order_of_their_lines() -> None:
    found = problems(ROMMEL.replace('"freighter"', '"battleship"').replace('"supply-column"', '"windmill"'))
    assert [problem.key for problem in found] == ["missions.brevity.target.slug", "missions.harbour.target.slug"]
    assert found[0].line < found[1].line


def test_a_stage_keeps_missions_to_draw_whatever_an_earlier_one_has_flown() -> None:
    first, second = ROMMEL.split('key = "two"')
    for mission, taken in (("stukas-over-tobruk", "via-balbia"), ("emils", "gazala"), ("brevity", "gazala")):
        second = second.replace(f'mission = "{mission}"', f'mission = "{taken}"')
    for mission in ("battleaxe", "harbour"):
        second = second.replace(f'mission = "{mission}"', 'mission = "agedabia"')
    found = [problem for problem in problems(f'{first}key = "two"{second}') if problem.key == "stages.2.missions"]
    assert not found  # three missions, of which the first stage has flown two at most
    second = second.replace('mission = "agedabia"', 'mission = "gazala"')
    found = [problem for problem in problems(f'{first}key = "two"{second}') if problem.key == "stages.2.missions"]
    assert "earlier stages may have flown 2 of the 2 Missions" in found[0].message


def test_bombs_of_brackets_dots_and_lists_are_refused_soon() -> None:
    assert "longer than 1,000 characters" in problems("ok = 1\n" + ".".join("a" * 100_000) + " = 1")[0].message
    assert problems("ok = 1\n" + ".".join("a" * 100_000) + " = 1")[0].line == 2
    assert problems("list = [\n" + "  [1, 2],\n" * 90_000 + "]")


def test_a_file_that_is_no_utf_8_text_is_refused_at_its_line() -> None:
    with pytest.raises(PackError) as refused:
        pack_text('one = 1\ntitle = "Führer"\n'.encode("latin-1"), "mine.toml")
    assert str(refused.value) == "mine.toml, line 2: The file is not UTF-8 text. Save it as UTF-8."


def test_a_mark_at_the_beginning_and_line_ends_of_another_house_do_no_harm() -> None:
    text = pack_text(b"\xef\xbb\xbf" + ROMMEL.replace("\n", "\r\n").encode(), "rommel-attacks.toml")
    assert text == ROMMEL


def test_a_file_over_one_megabyte_is_refused_unread() -> None:
    assert "larger than 1 MB" in problems("#" * 1_000_001)[0].message
    assert "larger than 1 MB" in problems("#" * 10 + "é" * 500_000)[0].message


def test_an_empty_file_lacks_everything_and_says_so() -> None:
    assert {problem.key for problem in problems("")} >= {"slug", "sides", "stages", "victory"}


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_text_gives_a_pack_or_a_pack_error(text: str) -> None:
    assert problems(text)


PIECES = st.one_of(
    st.sampled_from(list(" \n\"'[]{}=,.#\\\x00é")),
    st.sampled_from(["", "[[", "]]", "-1", "0", "9" * 5000, "true", "inf", "1941-13-01", '"""', "\ud800"]),
    st.sampled_from(["[[stages]]\n", "[missions.x]\n", "least = 3\n", "a.b = 1\n"]),
)


@pytest.mark.slow("reads 250 packs")
@given(st.sampled_from([ROMMEL, DESERT, NARROW]), st.data())
@settings(max_examples=80, deadline=None)
def test_any_damage_to_a_pack_gives_a_pack_or_sentences_that_name_a_line_of_it(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4), label="cuts")):
        start = data.draw(st.integers(0, len(text)), label="start")
        end = min(len(text), start + data.draw(st.integers(0, 60), label="length"))
        text = text[:start] + data.draw(PIECES, label="piece") + text[end:]
    last = text.count("\n") + 1
    assert all(1 <= problem.line <= last and problem.message for problem in problems(text))


def test_the_scanner_finds_the_line_of_every_key_and_element() -> None:
    text = '''# a comment
top = 1
"quoted key" = "with = and # in it"
dotted.key = { inline = [1,
  2], "other" = """
three
lines""" }

[table]  # with a comment
list = [
  "one",   # comment, with ] in it
  { two = 2 },
]
[[many]]
a = 1
[[many]]
a = 2
[many.inner]
b = 3
[[many.more]]
c = 'x'
'''
    assert {path: line for path, line in line_numbers(text).items() if path} == {
        ("top",): 2,
        ("quoted key",): 3,
        ("dotted",): 4,
        ("dotted", "key"): 4,
        ("dotted", "key", "inline"): 4,
        ("dotted", "key", "inline", 0): 4,
        ("dotted", "key", "inline", 1): 5,
        ("dotted", "key", "other"): 5,
        ("table",): 9,
        ("table", "list"): 10,
        ("table", "list", 0): 11,
        ("table", "list", 1): 12,
        ("table", "list", 1, "two"): 12,
        ("many",): 14,
        ("many", 0): 14,
        ("many", 0, "a"): 15,
        ("many", 1): 16,
        ("many", 1, "a"): 17,
        ("many", 1, "inner"): 18,
        ("many", 1, "inner", "b"): 19,
        ("many", 1, "more"): 20,
        ("many", 1, "more", 0): 20,
        ("many", 1, "more", 0, "c"): 21,
    }
