"""Packs of campaigns with pools: each mistake gets its sentence, and those that ship hold together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from campaigns.catalogue.library import FIXTURES, library
from campaigns.packs import PackDefinition, read_pack
from campaigns.packs.planning import chosen_in_period, day_of, draw_in_period, first_day
from campaigns.packs.reader import LARGEST, MOST_PROBLEMS
from campaigns.packs.schema import faces_of
from engine.core.chance import Chance
from tests.campaigns.packs.test_mistakes import DESERT, ROMMEL, Mistake, problems
from tests.engine.rules import rule

LITTLE = (Path(__file__).parents[2] / "packs" / "little-front.toml").read_text(encoding="utf-8")
DAYS = (Path(__file__).parents[2] / "packs" / "two-days.toml").read_text(encoding="utf-8")

CONVOY = 'gives = [{ effect = "stock", side = "allied", stock = "fuel", amount = 4 }]'
FORTS = 'gives = [{ effect = "deliver", squadron = "stuka", aircraft = 2, pilots = 2 }]'
PROGRESS = '{ effect = "progress", amount = -1 }'
MOVES = "start = 3\nmoves = [{ least = 5, spaces = 1 }, { least = 15, spaces = 2 }, "

MISTAKES = {
    # ---- Which kind may say what
    "land campaign with a calendar": Mistake(
        ROMMEL, "[sides.allied]", "[calendar]\ndays = 3\n[sides.allied]", "[calendar]", "calendar",
        "A pack of kind land has no calendar: only progressive or solitaire has. Remove it.",
    ),
    "land campaign with periods": Mistake(
        ROMMEL, "missions = 2\nnote", "missions = 2\nperiods = 3\nnote", "periods = 3", "stages.1.periods",
        "A pack of kind land has no periods, and so no periods. Remove it.",
    ),
    "land campaign with a side that chooses": Mistake(
        ROMMEL, "missions = 2\nnote", 'missions = 2\nchosen_by = "axis"\nnote', "chosen_by", "stages.1.chosen_by",
        "A pack of kind land has no periods, and so no chosen_by. Remove it.",
    ),
    "dogfights with a track": Mistake(
        DESERT, "[sides.allied]",
        '[progress]\ntoward = "axis"\nstart = 1\nspaces = [{ title = "A" }, { title = "B" }, { title = "C" }]\n'
        "[sides.allied]",
        "[progress]", "progress", "A pack of kind dogfights has no progress: only progressive or solitaire has.",
    ),
    "land campaign with events": Mistake(
        ROMMEL, "[sides.allied]",
        '[events.rain]\ntitle = "Rain"\ntext = "It rains."\ndate = 1941-04-02\n'
        'gives = [{ effect = "points", side = "axis", amount = 1 }]\n[sides.allied]',
        "[events.rain]", "events", "A pack of kind land has no events: only progressive or operation or solitaire has.",
    ),
    "land campaign that becomes one of periods": Mistake(
        ROMMEL, 'kind = "land"', 'kind = "progressive"', "kind =", "kind",
        "A pack of kind progressive keeps pools: add squadrons.",
    ),
    "progressive campaign without a track": Mistake(
        ROMMEL, 'kind = "land"', 'kind = "progressive"', "kind =", "kind",
        "A progressive campaign has a track: add progress.",
    ),
    "operation with a track": Mistake(
        LITTLE, 'kind = "progressive"', 'kind = "operation"', "[progress]", "progress",
        "A pack of kind operation has no progress: only progressive or solitaire has. Remove it.",
    ),
    "operation with weather": Mistake(
        LITTLE, 'kind = "progressive"', 'kind = "operation"', "[[stages.weather]]", "stages.1.weather",
        "A pack of kind operation has no periods, and so no weather. Remove it.",
    ),
    "roster beside squadrons": Mistake(
        LITTLE, "pilots = { gb = 0 }", "pilots = { gb = 4 }", "gb = 4", "sides.allied.pilots.gb",
        "Its men come with their squadrons. Write 0.",
    ),
    "roster of nobody": Mistake(
        ROMMEL, "pilots = { gb = 14 }", "pilots = { gb = 0 }", "gb = 0", "sides.allied.pilots.gb",
        "It begins with nobody of this nation. Give 1 or more.",
    ),
    "careers over nobody's ground": Mistake(
        LITTLE, 'over = "allied"\n', "", "[missions.sweep]", "missions.sweep",
        "With careers it matters where men come down: say over, a side or water.",
    ),
    "careers in dogfights": Mistake(
        DESERT, "[sides.allied]", "[options]\ncareers = true\n[sides.allied]", "careers = true", "options.careers",
        "Dogfights do not say whose ground lies below, so they keep no careers. Remove it.",
    ),
    "cards that bring skilled men beside a roster": Mistake(
        LITTLE, "last = 1941-05-04\n", 'last = 1941-05-04\nskilled_on = ["ace-pilot"]\n', "skilled_on", "skilled_on",
        "With careers a roster is kept: no card brings a skilled man, Skills are earned. Remove it.",
    ),
    "careers that are a number": Mistake(
        LITTLE, "careers = true", "careers = 1", "careers = 1", "options.careers",
        "'1' is not a yes or no: write true or false.",
    ),
    # ---- Squadrons
    "squadron of an unknown nation": Mistake(
        LITTLE, 'code = "FB"\nnation = "gb"', 'code = "FB"\nnation = "fr"', 'nation = "fr"',
        "squadrons.frontier-bombers.nation", "'fr' is not a nation of the allied side. Known are: gb.",
    ),
    "squadron of an unknown service": Mistake(
        LITTLE, 'service = "Luftwaffe"\naircraft = "bf', 'service = "Luftwafe"\naircraft = "bf', '"Luftwafe"',
        "squadrons.jagd.service", "'Luftwafe' is not a service of the axis side. Did you mean 'Luftwaffe'?",
    ),
    "squadron of unknown aircraft": Mistake(
        LITTLE, 'aircraft = "bf-109e-7"\nstrength', 'aircraft = "bf-109e-77"\nstrength', "bf-109e-77",
        "squadrons.jagd.aircraft", "'bf-109e-77' is not an aircraft that this house knows. Did you mean 'bf-109e-7'?",
    ),
    "squadron whose aircraft do not fly yet": Mistake(
        LITTLE, 'aircraft = "bf-109e-7"\nstrength', 'aircraft = "bf-109g-2"\nstrength', '"bf-109g-2"',
        "squadrons.jagd.aircraft", "bf-109g-2 came into service in June 1942, after 1941-04-14.",
    ),
    "squadron with another service's aircraft": Mistake(
        DAYS, 'aircraft = "fulmar-i"\nstrength', 'aircraft = "hurricane-i"\nstrength', '"hurricane-i"',
        "squadrons.second-deck.aircraft", "hurricane-i is flown by gb, RAF, and the squadron is of gb, FAA.",
    ),
    "squadron formed in no month": Mistake(
        LITTLE, 'code = "FB"', 'code = "FB"\nformed = "1938-13"', "1938-13", "squadrons.frontier-bombers.formed",
        "'1938-13' has the wrong form: use a year and a month such as 1941-04, in quotation marks.",
    ),
    "letters of two squadrons": Mistake(
        LITTLE, 'code = "FB"', 'code = "FF"', 'code = "FF"', "squadrons.frontier-fighters.code",
        "2 squadrons have the code 'FF'. Give each its own.",
    ),
    "letters that are none": Mistake(
        LITTLE, 'code = "FB"', 'code = "fb-1"', 'code = "fb-1"', "squadrons.frontier-bombers.code",
        "'fb-1' has the wrong form: use one to four capital letters or figures.",
    ),
    "more Green men than men": Mistake(
        LITTLE, "pilots = 7\ngreen = 2", "pilots = 7\ngreen = 8", "green = 8", "squadrons.frontier-fighters.green",
        "8 of 7 men cannot be Green. Give pilots at least as many.",
    ),
    "squadron without aircraft": Mistake(
        LITTLE, "strength = 4\n", "strength = 0\n", "[squadrons.frontier-bombers]", "squadrons.frontier-bombers",
        "It has no aircraft, and none ever come: give it a strength.",
    ),
    "squadron that comes after the end": Mistake(
        LITTLE, 'base = "The crossroads"', 'base = "The crossroads"\nfirst = 1942-01-01', "first = 1942-01-01",
        "squadrons.jagd.first", "1942-01-01 lies outside 1941-04-14 to 1941-05-04.",
    ),
    "squadron that leaves before it comes": Mistake(
        LITTLE, 'base = "The crossroads"', 'base = "The crossroads"\nfirst = 1941-04-21\nlast = 1941-04-20',
        "last = 1941-04-20", "squadrons.jagd.last", "It leaves on 1941-04-20, before it joins on 1941-04-21.",
    ),
    "impossible date": Mistake(
        LITTLE, 'base = "The crossroads"', 'base = "The crossroads"\nfirst = 1941-04-31', "first = 1941-04-31",
        "first", "Invalid date or datetime: there is no such day or hour; write a day as 1941-04-30.",
    ),
    "carrier that nobody meets": Mistake(
        DAYS, 'ship = "second-carrier"\n\n[squadrons', 'ship = "third-carrier"\n\n[squadrons', "third-carrier",
        "squadrons.second-deck.ship", "'third-carrier' is not the ship of a Mission Target of this pack. Did you mean",
    ),
    "ship on land": Mistake(
        LITTLE, 'target = { slug = "depot" }', 'target = { slug = "depot", ship = "caique" }', "caique",
        "missions.crossroads.target.ship", "Depot is no ship. Remove it, or choose a naval target.",
    ),
    "mission that nobody can fly": Mistake(
        LITTLE, 'aircraft = ["blenheim-iv"], size = [2, 1]', 'aircraft = ["wellington-ic"], size = [2, 1]',
        "wellington-ic", "missions.crossroads.units.1.aircraft",
        "No squadron of the allied side ever flies wellington-ic. Add a squadron, or another type.",
    ),
    "resource that nobody can fly": Mistake(
        DAYS, '{ effect = "element", aircraft = ["ju-87b"]', '{ effect = "element", aircraft = ["bf-110e"]', "bf-110e",
        "resources.more-stukas.gives.1.aircraft", "No squadron of the axis side ever flies bf-110e.",
    ),
    "more men than names": Mistake(
        DAYS, "[scoring]",
        '[[replacements]]\nsquadron = "first-deck"\ndate = 1942-08-12\naircraft = 1\npilots = 60\n' * 3 + "[scoring]",
        "[squadrons.first-deck]", "squadrons", "196 men of gb, FAA, would come in all, and this house has names for",
    ),
    # ---- Replacements
    "replacements of nobody": Mistake(
        LITTLE, 'squadron = "jagd"\ndate', 'squadron = "jaged"\ndate', '"jaged"', "replacements.2.squadron",
        "'jaged' is not a squadron of this pack. Did you mean 'jagd'?",
    ),
    "replacements that never come": Mistake(
        LITTLE, "date = 1941-04-21\n", "", "[[replacements]]", "replacements.2",
        "It does not say when they come: give exactly one of date and every.",
    ),
    "replacements that come twice over": Mistake(
        LITTLE, "date = 1941-04-21\n", "date = 1941-04-21\nevery = 2\n", "[[replacements]]", "replacements.2",
        "It has both a date and every: give exactly one of date and every.",
    ),
    "replacements after the last period": Mistake(
        LITTLE, "date = 1941-04-28\n", "date = 1941-05-01\n", "1941-05-01", "replacements.3.date",
        "No period begins on 1941-05-01 or later: the last one begins on 1941-04-28.",
    ),
    "replacements of a second period that never comes": Mistake(
        LITTLE, "periods = 3", "periods = 1", "every = 1", "replacements.1.every",
        "They come from the second period on, and the campaign has one. Give a date.",
    ),
    "replacements of an operation every so often": Mistake(
        DAYS, "[scoring]", '[[replacements]]\nsquadron = "stuka"\nevery = 1\naircraft = 1\n[scoring]', "every = 1",
        "replacements.1.every", "A pack of kind operation has no periods. Give a date.",
    ),
    "replacements of nothing": Mistake(
        LITTLE, "aircraft = 2\npilots = 2\n", "", "[[replacements]]", "replacements.2",
        "Nobody comes with this line: give aircraft or pilots.",
    ),
    "replacement of the wrong type": Mistake(
        LITTLE, 'type = "hurricane-iia"', 'type = "ju-87b"', 'type = "ju-87b"', "replacements.3.type",
        "ju-87b is flown by de, Luftwaffe, and the squadron is of gb, RAF. Choose another type.",
    ),
    # ---- Stocks and points
    "stock of a side that uses none": Mistake(
        LITTLE.replace('side = "axis"\ntitle', 'side = "allied"\ntitle'), "[stocks.axis.fuel]", "[stocks.axis.fuel]",
        "[stocks.axis.fuel]", "stocks.axis.fuel", "Nobody of the axis side uses it: it has no squadrons. Remove it.",
    ),
    "supply that nothing empties": Mistake(
        LITTLE, "start = 5\ndrain = 2", "start = 5", "[stocks.allied.supply]", "stocks.allied.supply",
        "Nothing empties it: give drain, or remove the stock.",
    ),
    "stock that holds less than it begins with": Mistake(
        LITTLE, "start = 12\nmost = 20", "start = 12\nmost = 10", "start = 12", "stocks.allied.fuel.start",
        "12 is more than the 10 that it holds. Give less.",
    ),
    "cargo that nobody carries": Mistake(
        LITTLE, "start = 5\n", "start = 5\ncargo = 1\n", "cargo = 1", "stocks.allied.supply.cargo",
        "In no Mission does the allied side deliver Cargo. Add one, or remove it.",
    ),
    "stock of something else": Mistake(
        LITTLE, "[stocks.axis.fuel]", "[stocks.axis.beer]", "[stocks.axis.beer]", "stocks.axis.beer",
        "'beer' cannot stand here. Use 'fuel' or 'supply'.",
    ),
    "operation with an income": Mistake(
        DAYS, "[scoring]", '[stocks.axis.fuel]\ntitle = "Petrol"\nstart = 9\nincome = 2\n[scoring]', "income = 2",
        "stocks.axis.fuel.income", "A pack of kind operation has no periods in which it comes or goes. Remove it.",
    ),
    "points that buy nothing": Mistake(
        DAYS, "count = 2 }]\ncost = 2", "count = 2 }]", "budget = {", "budget.allied",
        "No Resource of the allied side costs anything. Give each a cost, or remove this.",
    ),
    "resource beyond the points": Mistake(
        DAYS, "cost = 3", "cost = 5", "cost = 5", "resources.more-stukas.cost",
        "The axis side has 4 points in all and can never buy it. Change budget.",
    ),
    "points outside an operation": Mistake(
        LITTLE, 'provenance = "own"\n\n[options]', "budget = { axis = 3 }\n\n[options]", "budget", "budget",
        "Only in an operation are Resources bought. Remove it.",
    ),
    "price outside an operation": Mistake(
        LITTLE, 'event = "forts"', 'event = "forts"\ncost = 2', "cost = 2", "resources.night-raid.cost",
        "Only in an operation are Resources bought. Remove it.",
    ),
    # ---- Operations
    "operation with fewer lines than missions": Mistake(
        DAYS, "missions = 4", "missions = 5", "table = [", "stages.1.table",
        "5 Missions are flown in this stage, in the order of its table, which has 4. Give it one line for each.",
    ),
    "operation that runs backwards": Mistake(
        DAYS, "date = 1942-08-11", "date = 1942-08-12", "date = 1942-08-11", "stages.1.table.2.date",
        "1942-08-11 comes before 1942-08-12, the day of the Mission before. Order them.",
    ),
    # ---- Periods and weather
    "period that fits no stage": Mistake(
        LITTLE, "periods = 3", "periods = 4", "periods = 4", "stages.1.periods",
        "Its periods of 7 days, 4 of them, last until 1941-05-11, and the stage until 1941-05-04.",
    ),
    "mission of a period with a day": Mistake(
        LITTLE, 'mission = "port" }', 'mission = "port", date = 1941-04-15 }', "date = 1941-04-15",
        "stages.1.table.1.date", "A Mission takes a day of the period that draws it. Remove the date.",
    ),
    "weather table with a hole": Mistake(
        LITTLE, 'cards = ["full-throttle", "vertical-roll", "barrel-roll", "chop-throttle"]',
        'cards = ["full-throttle", "vertical-roll", "barrel-roll"]', "[[stages.weather]]", "stages.1.weather",
        "No weather comes with chop-throttle. Add each to one line.",
    ),
    "weather card that stands twice": Mistake(
        LITTLE, 'cards = ["tight-turn"]', 'cards = ["tight-turn", "oots"]', "[[stages.weather]]", "stages.1.weather",
        "oots-2b3h brings 2 kinds of weather. Keep it in one line.",
    ),
    "weather of an unknown card": Mistake(
        LITTLE, 'cards = ["tight-turn"]', 'cards = ["tight-turn", "rain"]', '"rain"', "stages.1.weather.3.cards.2",
        "'rain' is not a card.",
    ),
    "weather with more missions than the period": Mistake(
        LITTLE, "missions = 2\n", "missions = 4\n", "missions = 4", "stages.1.weather.3.missions",
        "A period of this stage has 3 Missions: the weather allows as many or fewer.",
    ),
    # ---- The track
    "marker that begins beside the track": Mistake(
        LITTLE, "start = 3\n", "start = 6\n", "start = 6", "progress.start",
        "The track has spaces 1 to 5, and no 6. Give one of them.",
    ),
    "moves in disorder": Mistake(
        LITTLE, "start = 3\n", f"{MOVES}{{ least = 9, spaces = 3 }}]\n", "moves = [", "progress.moves.3",
        "From 9 points 3 spaces do not follow from 15 points 2: order the moves from the smallest margin up.",
    ),
    "moves that fall": Mistake(
        LITTLE, "start = 3\n", f"{MOVES}{{ least = 20, spaces = 1 }}]\n", "moves = [", "progress.moves.3",
        "From 20 points 1 spaces do not follow from 15 points 2",
    ),
    "grade by points": Mistake(
        LITTLE, "least = 5\n", "least = 25\n", "least = 25", "victory.grades.1.least",
        "The track grades a progressive campaign: give a space from 1 to 5, or 6 for a marker that has left it.",
    ),
    "grades of spaces in disorder": Mistake(
        LITTLE, "least = 3\n", "least = 5\n", "least = 5", "victory.grades.2.least",
        "5 is not below 5: order the grades from the best margin down.",
    ),
    # ---- Events
    "event with two triggers": Mistake(
        LITTLE, "space = 4\n", "space = 4\ndate = 1941-04-21\n", "[events.forts]", "events.forts",
        "It has date and space: give it exactly one of date, space and after.",
    ),
    "event that nothing sets off": Mistake(
        LITTLE, "space = 4\n", "", "[events.forts]", "events.forts",
        "Nothing sets this event off: give it exactly one of date, space and after.",
    ),
    "event beside the track": Mistake(
        LITTLE, "space = 4\n", "space = 9\n", "space = 9", "events.forts.space",
        "The track has spaces 1 to 5, and no 9. Give one of them.",
    ),
    "event after the last period": Mistake(
        LITTLE, "date = 1941-04-20", "date = 1941-05-02", "date = 1941-05-02", "events.convoy.date",
        "No period begins on 1941-05-02 or later: the last one begins on 1941-04-28.",
    ),
    "event of another year": Mistake(
        LITTLE, "date = 1941-04-20", "date = 1942-04-20", "date = 1942-04-20", "events.convoy.date",
        "1942-04-20 lies outside 1941-04-14 to 1941-05-04. Give a date within.",
    ),
    "event after an unknown one": Mistake(
        LITTLE, 'after = "forts"', 'after = "fort"', 'after = "fort"', "events.counter-attack.after",
        "'fort' is not an event of this pack. Did you mean 'forts'?",
    ),
    "cycle of two events": Mistake(
        LITTLE, "space = 4\n", 'after = "counter-attack"\n', 'after = "counter-attack"', "events.forts.after",
        "These events wait for one another: forts after counter-attack after forts. Give one a date or a space.",
    ),
    "event after itself": Mistake(
        LITTLE, "space = 4\n", 'after = "forts"\n', 'after = "forts"', "events.forts.after",
        "These events wait for one another: forts after forts.",
    ),
    "delay of an event that follows none": Mistake(
        LITTLE, "space = 4\n", "space = 4\ndelay = 2\n", "delay = 2", "events.forts.delay",
        "Only an event after another has a delay. Remove it.",
    ),
    "event after another in an operation": Mistake(
        DAYS, "[scoring]",
        '[events.a]\ntitle = "A"\ntext = "A."\nafter = "a"\n'
        'gives = [{ effect = "points", side = "axis", amount = 1 }]\n[scoring]',
        'after = "a"', "events.a.after", "Events follow one another by periods, which this kind has not. Give a date.",
    ),
    "event from which nothing follows": Mistake(
        LITTLE, CONVOY, "", "[events.convoy]", "events.convoy", "Nothing follows from this event: say in gives what",
    ),
    "event for an unknown squadron": Mistake(
        LITTLE, FORTS, FORTS.replace("stuka", "stukas"), '"stukas"', "events.forts.gives.1.squadron",
        "'stukas' is not a squadron of this pack. Did you mean 'stuka'?",
    ),
    "event for a stock that is not there": Mistake(
        LITTLE, CONVOY, CONVOY.replace('"allied", stock = "fuel"', '"axis", stock = "supply"'), '"supply"',
        "events.convoy.gives.1.stock", "The axis side has no stock of supply: add it to stocks.",
    ),
    "event without its amount": Mistake(
        LITTLE, CONVOY, CONVOY.replace(", amount = 4", ""), "gives = [", "events.convoy.gives.1",
        "An event that gives stock must say amount: add it.",
    ),
    "event with what it has no use for": Mistake(
        LITTLE, CONVOY, CONVOY.replace("amount = 4", 'amount = 4, base = "The port"'), "base =",
        "events.convoy.gives.1.base", "stock has no base. Remove it.",
    ),
    "event that delivers nothing": Mistake(
        LITTLE, FORTS, FORTS.replace(", aircraft = 2, pilots = 2", ""), "gives = [", "events.forts.gives.1",
        "An event that gives deliver must say what comes: add aircraft or pilots.",
    ),
    "event that delivers Green men only": Mistake(
        LITTLE, FORTS, FORTS.replace("pilots = 2", "pilots = 2, green = 3"), "green = 3", "events.forts.gives.1.green",
        "3 of 2 men cannot be Green. Give pilots at least as many.",
    ),
    "event that re-equips before its time": Mistake(
        LITTLE, CONVOY, 'gives = [{ effect = "re-equip", squadron = "jagd", type = "bf-109g-2" }]', "bf-109g-2",
        "events.convoy.gives.1.type", "bf-109g-2 came into service in June 1942, after 1941-04-20.",
    ),
    "event for an unknown resource": Mistake(
        LITTLE, CONVOY, 'gives = [{ effect = "resource", resource = "flak-trains" }]', '"flak-trains"',
        "events.convoy.gives.1.resource", "'flak-trains' is not a Resource of this pack. Did you mean 'flak-train'?",
    ),
    "event for a resource that is there anyway": Mistake(
        LITTLE, CONVOY, 'gives = [{ effect = "resource", resource = "flak-train" }]', '"flak-train"',
        "events.convoy.gives.1.resource",
        "flak-train may be used without this event: give that Resource event = 'convoy'.",
    ),
    "resource of an unknown event": Mistake(
        LITTLE, 'event = "forts"', 'event = "fort"', 'event = "fort"', "resources.night-raid.event",
        "'fort' is not an event of this pack. Did you mean 'forts'?",
    ),
    "cap in an operation": Mistake(
        DAYS, "[scoring]",
        '[events.a]\ntitle = "A"\ntext = "A."\ndate = 1942-08-12\n'
        'gives = [{ effect = "cap", side = "axis", amount = 1 }]\n[scoring]',
        'effect = "cap"', "events.a.gives.1.effect", "Only campaigns of periods have a cap. Remove it.",
    ),
    "unknown event effect": Mistake(
        LITTLE, PROGRESS, PROGRESS.replace("progress", "advance"), '"advance"',
        "events.counter-attack.gives.1.effect", "'advance' cannot stand here. Use 'deliver', 're-equip',",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_in_pools_periods_and_events_gets_a_sentence_with_its_line_and_key(name: str) -> None:
    mistake = MISTAKES[name]
    assert mistake.old in mistake.pack
    text = mistake.pack.replace(mistake.old, mistake.new, 1)
    found = problems(text)
    match = [problem for problem in found if problem.key == mistake.key and mistake.sentence in problem.message]
    assert match, [str(problem) for problem in found]
    assert mistake.line in text.splitlines()[match[0].line - 1], match


def test_the_packs_that_are_mistaken_here_are_right_otherwise() -> None:
    assert not problems(LITTLE)
    assert not problems(DAYS)


def test_mistakes_of_several_tables_are_told_at_once_in_the_order_of_the_file() -> None:
    text = LITTLE.replace('code = "FB"', 'code = "FF"').replace("start = 3\n", "start = 9\n")
    text = text.replace("space = 4\n", "space = 4\ndate = 1941-04-21\n")
    assert [problem.key for problem in problems(text)] == [
        "squadrons.frontier-fighters.code",
        "squadrons.frontier-bombers.code",
        "progress.start",
        "events.forts",
    ]


def test_a_ring_of_events_is_told_once_however_many_hang_on_it() -> None:
    events = [
        f'[events.e{number}]\ntitle = "E"\ntext = "E."\nafter = "e{0 if number in (0, 99) else number + 1}"\n'
        'gives = [{ effect = "points", side = "axis", amount = 1 }]\n'
        for number in range(100)
    ]
    text = LITTLE + "".join(events).replace('after = "e0"', 'after = "e1"', 1)
    found = [problem for problem in problems(text) if "wait for one another" in problem.message]
    assert [(problem.key, problem.message) for problem in found] == [
        (
            "events.e0.after",
            "These events wait for one another: e0 after e1 after e2 after e3 after e4 after … after e0. "
            "Give one a date or a space.",
        )
    ]


BOMBS = {
    "weather": ("[[stages.weather]]", '[[stages.weather]]\ncards = ["x"]\ntitle = "W"\n'),
    "missions": ("[missions.port]", '[missions.m{0}]\nnumber = 1\ntitle = "M"\n'),
    "events in one chain": ("[events.convoy]", '[events.e{0}]\ntitle = "E"\ntext = "E."\nafter = "e{1}"\n'),
    "keys that the format does not have": ("[options]", "k{0} = 1\n"),
    "keys of very many parts": ("[options]", f"k{{0}}.{'a.' * 400}a = 1\n"),
    "keys of many parts in quotation marks": ("[options]", "k{0}." + "'a' . " * 120 + "a = 1\n"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_pack_of_one_megabyte_of_mistakes_is_refused_for_its_size(name: str) -> None:
    before, piece = BOMBS[name]
    pieces: list[str] = []
    room = LARGEST - len(LITTLE)
    while (room := room - len(more := piece.format(len(pieces), len(pieces) + 1))) > 0:
        pieces.append(more)
    (problem,) = problems(LITTLE.replace(before, "".join(pieces) + before, 1))
    assert "more than" in problem.message or "too many dots" in problem.message


def test_of_thousands_of_mistakes_two_hundred_are_told() -> None:
    found = problems(LITTLE.replace("[options]", "".join(f"k{n} = 1\n" for n in range(3_000)) + "[options]", 1))
    assert len(found) == MOST_PROBLEMS + 1
    assert "beyond these 200" in found[-1].message


def test_a_list_with_a_mistake_in_it_is_not_said_to_be_too_short() -> None:
    assert [problem.key for problem in problems(LITTLE.replace("missions = 2\n", "missions = 44\n"))] == [
        "stages.1.weather.3.missions"
    ]


# ---- The reference ---------------------------------------------------------------------------------------------

REFERENCE = (Path(__file__).parents[3] / "docs" / "reference" / "packs.md").read_text(encoding="utf-8")


def models(annotation: Any = PackDefinition) -> Iterator[type[BaseModel]]:
    """The models of the format: the pack itself and all within."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from models(field.annotation)
    for part in get_args(annotation):
        yield from models(part)


def test_the_reference_names_every_key_of_the_format() -> None:
    keys = {key for model in set(models()) for key in model.model_fields}
    assert len(keys) > 100
    assert [key for key in sorted(keys) if not re.search(rf"\b{key}\b", REFERENCE)] == []


# ---- Campaigns of periods that ship ----------------------------------------------------------------------------

SHIPPED = [
    read_pack(path.read_text(encoding="utf-8"), path.name) for path in sorted((FIXTURES / "packs").glob("*.toml"))
]
PROGRESSIVE = [pack for pack in SHIPPED if pack.kind == "progressive"]
of_each_progressive = pytest.mark.parametrize("pack", PROGRESSIVE, ids=lambda pack: pack.slug)


@rule("SUP 27.3")
@of_each_progressive
def test_the_periods_of_a_campaign_follow_one_another_and_draw_each_mission_once(pack: PackDefinition) -> None:
    days = [first_day(pack, period) for period in range(1, pack.periods_in_all + 1)]
    assert days == sorted(set(days))
    assert pack.first <= days[0]
    for seed in range(20):
        chance = Chance(seed)
        for period in range(1, pack.periods_in_all + 1):
            stage, _ = pack.stage_of_period(period)
            flown: list[str] = []
            dates = []
            for _ in range(stage.missions):
                drawn = draw_in_period(pack, period, flown, chance)
                flown.append(drawn.key)
                dates.append(drawn.date)
            assert len(set(flown)) == min(stage.missions, len(stage.table))
            assert dates == sorted(dates)
            assert stage.first <= dates[0]
            assert dates[-1] <= stage.last


@rule("SUP 27.3")
@of_each_progressive
def test_a_side_may_choose_any_mission_that_its_period_has_not_flown(pack: PackDefinition) -> None:
    stage, _ = pack.stage_of_period(pack.periods_in_all)
    first, second = stage.table[0], stage.table[1]
    chosen = chosen_in_period(pack, pack.periods_in_all, [first.mission], second.mission)
    assert (chosen.key, chosen.cards) == (second.mission, ())
    assert chosen.date == day_of(pack, pack.periods_in_all, 1, second)
    with pytest.raises(KeyError):
        chosen_in_period(pack, pack.periods_in_all, [first.mission], first.mission)


@of_each_progressive
def test_most_weather_lets_people_fly(pack: PackDefinition) -> None:
    cards = library().cards
    for stage in pack.stages:
        free = sum(card.face in faces_of(line.cards) for line in stage.weather if line.cap != 0 for card in cards)
        assert free >= 0.9 * len(cards), stage.key


@of_each_progressive
def test_a_campaign_of_periods_is_of_a_length_that_people_play(pack: PackDefinition) -> None:
    assert 12 <= pack.missions_in_all <= 30
    assert all(len(note.text) > 200 for note in pack.notes)


@of_each_progressive
def test_a_pack_that_is_changed_has_the_periods_and_pools_of_what_it_has_become(pack: PackDefinition) -> None:
    assert pack.keeps_pool("allied") or pack.keeps_pool("axis")
    assert pack.periods_in_all >= len(pack.stages)
    changed = pack.but(stages=pack.stages[:1], squadrons={})
    assert changed.periods_in_all == pack.stages[0].periods
    assert not changed.keeps_pool("allied")
    assert not changed.keeps_pool("axis")
