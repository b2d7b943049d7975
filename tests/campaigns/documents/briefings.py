"""Briefings to print: a strike planned and blank, a dogfight, a week of flying bombs, and units that take hits."""

from __future__ import annotations

from dataclasses import replace

from campaigns.catalogue.library import TargetLevel
from campaigns.documents.briefing.briefing_data import (
    Briefing,
    EnemyLine,
    Pick,
    PointsLine,
    PointsTable,
    ResourceLine,
    SeatLine,
    SquadronLine,
    Tally,
    TargetBox,
    Turn,
    UnitBox,
)

URL = "https://club.example/campaigns/12/missions/3/table/"
LADDER = ("VL", "L", "M", "H", "VH")
LEADER = SeatLine(
    "Leader",
    pilot="Friedrich Sonnleitner",
    skills=("Ace Pilot", "Veteran"),
    ratings=(("Performance", "2/1"), ("Horsepower", "1/1"), ("Gunner", "1/1")),
    damaged_at=4,
    lost_at=8,
    has_cockpit=True,
)
WINGMAN = SeatLine(
    "Wingman",
    airframe="T6-B",
    pilot="Zdeněk Škarvada",
    about="Green",
    ratings=(("Offensive", "1/0"), ("Defensive", "1/0")),
    damaged_at=4,
    lost_at=8,
    has_cockpit=True,
)
STRIKER = UnitBox(
    title="Striker 1",
    aircraft="Junkers Ju 87B-2",
    terms="bombs",
    altitudes=LADDER,
    begins=("M",),
    seats=(LEADER, WINGMAN),
    marks=("Over Target", "Struck", "Jettisoned", "Broke off"),
)
ESCORT = UnitBox(
    title="Escort 1",
    aircraft="Messerschmitt Bf 110C",
    terms="drop tanks, escorts Striker 1",
    altitudes=LADDER,
    begins=("H",),
    seats=(replace(LEADER, pilot="Helmut Jägersberg", skills=()), replace(WINGMAN, pilot="", about="", airframe="")),
    fuel=8,
    tanks=4,
)
POINTS = PointsTable(
    ("lost", "dam.", "home"),
    (PointsLine("Fighter", ("5", "2", "–")), PointsLine("Light Bomber", ("6", "3", "3"))),
    ("Fighter that has disengaged 2.", "Ordnance jettisoned 1."),
)

STRIKE = Briefing(
    side="axis",
    side_title="Axis",
    force="Fliegerführer Afrika",
    commander="Jiří Dvořák",
    campaign="Tuesday club",
    pack="Rommel Attacks",
    number=3,
    title="The Via Balbia",
    lead="Mission 3 · 11 April 1941 · Via Balbia, Libya · I · The race through Cyrenaica",
    kind="Axis strike",
    note="The coast road was eighteen hundred kilometres long, the only real road in Libya, and visible from the air.",
    rules=("Dust hangs over the road: nobody begins at Very Low.",),
    turns=(
        Turn("TB2", "bound"),
        Turn("TB1", "bound"),
        Turn("OT", "over"),
        Turn("HB1", "home"),
        Turn("HB2", "home"),
        Turn("ST", "straggler", sure=False),
    ),
    length="2 Target-Bound, 1 Over Target, 2 Home-Bound · ST: Straggler Turn",
    units=(STRIKER, ESCORT),
    fates=("home", "dam.", "lost", "left"),
    resources=(
        ResourceLine("Blitzkrieg", "now", "brought", "Fighters may carry bombs, and the target is worth two more."),
        ResourceLine("Destroyers", "used", "mission 1"),
        ResourceLine("Frecce tricolori", "free"),
        ResourceLine("Field flak", "closed", "not here"),
    ),
    enemy=(EnemyLine("Interceptor 1", "Hurricane Mk I or Tomahawk IIB", "Element, arrives on Turn 2 or 3"),),
    points=POINTS,
    is_planned=True,
    target=TargetBox(
        "Ground Forces",
        "Military",
        1,
        2,
        1,
        (("Hit", 1), ("Direct", 1), ("Vital", 2)),
        (TargetLevel("Disrupted", 3, 3), TargetLevel("Scattered", 6, 6), TargetLevel("Shattered", 10, 10)),
        2,
    ),
    stocks=("Fuel: 24, this mission takes 3",),
    enemy_may="He may bring one of these: Every Bren in the column, Harbour barrage.",
    asked=("Target damage", "Turns flown", "Allied points", "Axis points"),
    url=URL,
)

BLANK = replace(
    STRIKE,
    is_planned=False,
    units=(
        UnitBox(
            title="Striker 1",
            aircraft="",
            terms="",
            picks=(
                Pick("Squadron", ("StG 2", "III./ZG 26")),
                Pick("Aircraft", ("Junkers Ju 87B-2", "Messerschmitt Bf 110C")),
                Pick("Flies as", ("Element", "lone leader")),
                Pick("Carries", ("bombs", "nothing")),
                Pick("Arrives on Turn", ("1", "2", "3")),
                Pick("Escorts"),
            ),
            altitudes=LADDER,
            begins=("L", "M", "H"),
            seats=(SeatLine("Leader"), SeatLine("Wingman")),
        ),
    ),
    resources=(ResourceLine("Blitzkrieg", "free", "", "Fighters may carry bombs."),),
    squadrons=(
        SquadronLine("StG 2", "Junkers Ju 87B-2", 9, 2, 11),
        SquadronLine("III./ZG 26", "Messerschmitt Bf 110C", 6, 0, None),
    ),
    men="May fly: Friedrich Sonnleitner (Ace Pilot), Ludwig Neidhöfer, Paul Wüstenhagen (Green).",
)

DOGFIGHT = replace(
    STRIKE,
    side="allied",
    side_title="Entente",
    kind="Air combat",
    turns=tuple(Turn(str(number)) for number in range(1, 7)),
    length="6 Turns",
    units=(replace(ESCORT, title="Allied 1", fuel=0, tanks=0),),
    resources=(),
    stocks=(),
    target=None,
    enemy_may="",
    asked=("Turns flown",),
)

WEEK = replace(
    DOGFIGHT,
    kind="Flying bombs",
    turns=tuple(Turn(str(number), sure=False) for number in range(1, 12)),
    tallies=(Tally("Flying bombs down", 24), Tally("Through", 24)),
    enemy=(EnemyLine("Flying bombs", "Fieseler Fi 103", "6 and what 3 cards add"),),
    points=PointsTable(("VP",), (PointsLine("Flying bomb shot down", ("2",)),)),
)

HITS = replace(
    DOGFIGHT,
    units=(UnitBox("Striker 1", "B-17G", "12 aircraft", ratings=(("Fire", "±0"),), hits=12),),
    fates=("home", "dam.", "lost"),
    points=PointsTable(notes=("By the rules of the game.",)),
)
