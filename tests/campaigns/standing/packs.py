"""Small packs to fold journals of: a progressive campaign, an operation, a land campaign."""

from __future__ import annotations

from campaigns.packs import PackDefinition, read_pack

_HEAD = """
slug = "small"
version = "1.0"
title = "Small"
kind = "{kind}"
system = "wildblue"
summary = "A small campaign."
first = 1941-04-14
last = 1941-06-30
{top}
[options]
careers = {careers}
[sides.allied]
title = "Frontier Wing"
pilots = {{ gb = {men} }}
services = ["RAF", "FAA"]
brief = "Hold."
[sides.axis]
title = "Frontier Command"
pilots = {{ de = {men} }}
services = ["Luftwaffe"]
brief = "Attack."
[scoring]
fighter = {{ destroyed = 5, damaged = 2 }}
light_bomber = {{ destroyed = 6, damaged = 3, home = 3 }}
medium_bomber = {{ destroyed = 8, damaged = 4, home = 3 }}
disengaged = 2
"""

_MISSIONS = """
[missions.sweep]
number = 1
title = "A sweep"
type = "air-combat"
place = "The wire"
over = "allied"
units = [
  { side = "axis", role = "fighter", aircraft = ["bf-109e-7"], count = 3, wingman = "optional" },
  { side = "allied", role = "fighter", aircraft = ["hurricane-i"], count = 2, wingman = "optional" },
]
note = "Fighters meet."
[missions.crossroads]
number = 2
title = "The crossroads"
type = "strike"
place = "The crossroads"
striker = "allied"
target = { slug = "depot" }
base = { target_bound = 8, home_bound = 7 }
units = [
  { side = "allied", role = "striker", aircraft = ["blenheim-iv"], size = [2, 1], load = "bombs" },
  { side = "axis", role = "interceptor", aircraft = ["bf-109e-7"], wingman = "optional" },
]
note = "Blenheims over the depot."
"""

_TABLE = """table = [
  { mission = "sweep", cards = ["ims-1b", "ims-2b", "ims-3b", "oots", "maneuver", "half-loop", "ace-pilot"] },
  { mission = "crossroads", cards = [
    "clouds", "scissors", "full-throttle", "vertical-roll", "barrel-roll", "chop-throttle", "tight-turn",
  ] },
]
"""

AIRLIFT = """
[missions.airlift]
number = 4
title = "The airlift"
type = "air-transport"
place = "The port"
striker = "allied"
target = { slug = "airhead" }
base = { target_bound = 7, home_bound = 6 }
units = [
  { side = "allied", role = "striker", aircraft = ["bombay-i"], load = "cargo" },
  { side = "axis", role = "interceptor", aircraft = ["bf-109e-7"], wingman = "optional" },
]
note = "Food comes in."
"""

FIGHTERS = """
[squadrons.fighters]
side = "allied"
title = "Fighters"
code = "FF"
nation = "gb"
service = "RAF"
aircraft = "hurricane-i"
strength = 4
pilots = 4
green = 1
base = "The port"
"""
BOMBERS = """
[squadrons.bombers]
side = "allied"
title = "Bombers"
code = "FB"
nation = "gb"
service = "RAF"
aircraft = "blenheim-iv"
strength = 3
pilots = 3
"""
JAGD = """
[squadrons.jagd]
side = "axis"
title = "Jagdstaffel"
code = "JS"
nation = "de"
service = "Luftwaffe"
aircraft = "bf-109e-7"
strength = 4
pilots = 4
"""
TRANSPORTS = (BOMBERS.replace("bombers", "transports").replace("Bombers", "Transports").replace("FB", "TP")).replace(
    "blenheim-iv", "bombay-i"
)
SQUADRONS = FIGHTERS + BOMBERS + JAGD

TRACK = """
[progress]
toward = "axis"
start = 3
spaces = [
  { title = "Frontier" }, { title = "Wire" }, { title = "Ring" }, { title = "Forts" }, { title = "Harbour" },
]
"""

CLEAR = """
[[stages.weather]]
cards = ["ims-1b", "ims-2b", "ims-3b", "oots", "maneuver", "half-loop", "ace-pilot", "clouds", "scissors"]
title = "Clear"
[[stages.weather]]
cards = ["full-throttle", "vertical-roll"]
title = "Haze"
cap = 2
[[stages.weather]]
cards = ["barrel-roll", "chop-throttle"]
title = "Dust"
missions = 1
[[stages.weather]]
cards = ["tight-turn"]
title = "Storm"
cap = 0
"""
FUEL = """
[stocks.allied.fuel]
title = "Petrol"
start = 10
most = 12
income = 3
"""
"""A stock that flying takes of."""


def weeks(
    more: str = "",
    *,
    squadrons: str = SQUADRONS,
    track: str = TRACK,
    weather: str = "",
    periods: int = 4,
    missions: int = 2,
    careers: bool = True,
    airlift: bool = False,
) -> PackDefinition:
    """A progressive campaign of weeks, the first one from 14 April 1941; ``more`` tables are added.

    With an ``airlift`` there are transports, and a mission for them.
    """
    table = _TABLE
    if airlift:
        squadrons += TRANSPORTS
        more += AIRLIFT
        table = table.replace(', "tight-turn",', ",").replace(
            "] },\n]", '] },\n  { mission = "airlift", cards = ["tight-turn"] },\n]'
        )
    text = f"""
{_HEAD.format(kind="progressive", top="", careers=str(careers).lower(), men=0)}
[victory]
side = "axis"
grades = [
  {{ least = 5, allied = "Defeat", axis = "Victory", text = "The port has fallen." }},
  {{ least = 3, allied = "Stalemate", axis = "Stalemate", text = "Nothing has moved." }},
  {{ allied = "Victory", axis = "Defeat", text = "They have gone home." }},
]
{squadrons}
{track}
{more}
[[stages]]
key = "weeks"
title = "Weeks"
first = 1941-04-14
last = 1941-06-30
missions = {missions}
periods = {periods}
note = "Invented."
{table}
{weather}
{_MISSIONS}
"""
    return read_pack(text, "weeks.toml")


def operation(more: str = "", *, budget: str = "") -> PackDefinition:
    """An operation of four missions on two days, 14 and 15 April 1941, with a carrier."""
    carrier = FIGHTERS.replace("fighters", "deck").replace('"Fighters"', '"Deck"').replace('"FF"', '"DK"')
    carrier = carrier.replace("hurricane-i", "fulmar-i").replace("RAF", "FAA").replace("base =", "ship =")
    carrier = carrier.replace('"The port"', '"carrier"')
    text = f"""
{_HEAD.format(kind="operation", top=budget, careers="true", men=0)}
[victory]
side = "axis"
grades = [
  {{ least = 10, allied = "Defeat", axis = "Victory", text = "Nothing came through." }},
  {{ allied = "Victory", axis = "Defeat", text = "The convoy came through." }},
]
{SQUADRONS}
{carrier}
{more}
[[stages]]
key = "days"
title = "Days"
first = 1941-04-14
last = 1941-04-15
missions = 4
note = "Invented."
table = [
  {{ mission = "carrier", date = 1941-04-14 }},
  {{ mission = "sweep", date = 1941-04-14 }},
  {{ mission = "crossroads", date = 1941-04-15 }},
  {{ mission = "carrier", date = 1941-04-15 }},
]
{_MISSIONS}
[missions.carrier]
number = 3
title = "The carrier"
type = "strike"
place = "At sea"
striker = "axis"
over = "water"
target = {{ slug = "carrier", ship = "carrier" }}
base = {{ target_bound = 8, home_bound = 7 }}
units = [
  {{ side = "axis", role = "striker", aircraft = ["bf-109e-7"], wingman = "optional", load = "bombs" }},
  {{ side = "allied", role = "interceptor", aircraft = ["fulmar-i"], wingman = "optional" }},
]
note = "A deck."
"""
    return read_pack(text, "operation.toml")


def land(*, careers: bool = False) -> PackDefinition:
    """A land campaign of two missions, without pools."""
    dated = _TABLE.replace('"sweep",', '"sweep", date = 1941-04-14,')
    dated = dated.replace('"crossroads",', '"crossroads", date = 1941-04-15,')
    text = f"""
{_HEAD.format(kind="land", top="", careers=str(careers).lower(), men=2)}
[victory]
side = "axis"
grades = [
  {{ least = 10, allied = "Defeat", axis = "Victory", text = "Lost." }},
  {{ allied = "Victory", axis = "Defeat", text = "Held." }},
]
[[stages]]
key = "days"
title = "Days"
first = 1941-04-14
last = 1941-04-15
missions = 2
note = "Invented."
{dated}
{_MISSIONS}
"""
    return read_pack(text, "land.toml")
