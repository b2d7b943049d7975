"""Logs to print: a blank one, one under way, a finished run of dogfights, and one full of hostile text."""

from __future__ import annotations

from dataclasses import replace

from campaigns.charts import ChartData, Series
from campaigns.documents.land_log import LandLog, LogStage
from campaigns.documents.mission_report import LogScore, LogSortie, MissionReport
from campaigns.documents.mission_table import LogMission, SideResult
from campaigns.documents.sheet import Ace, LogResource, LogSide
from campaigns.documents.victory_scale import Grade

GRADES = (
    Grade("Rout", "Triumph", None, -20),
    Grade("Defeat", "Victory", -19, -8),
    Grade("As it was", "As it was", -7, 4),
    Grade("Victory", "Defeat", 5, 14),
    Grade("Triumph", "Rout", 15, None),
)


def chart(length: int, allied: tuple[float, ...] = (0,), axis: tuple[float, ...] = (0,)) -> ChartData:
    labels = tuple(str(number) for number in range(length + 1))
    return ChartData("Victory Points", labels, (Series("Allied", "allied", allied), Series("Axis", "axis", axis)))


BLANK = LandLog(
    title="Rommel Attacks",
    length=3,
    dates="24 March to 17 June 1941",
    stages=(
        LogStage("I · The race through Cyrenaica", "24 March to 14 April 1941", 2),
        LogStage("II · Tobruk", "15 April to 17 June 1941", 1),
    ),
    allied=LogSide("Desert Air Force", resources=(LogResource("Hurricane Element"), LogResource("Small Arms"))),
    axis=LogSide("Fliegerführer Afrika", resources=(LogResource("Bf 110C Element"), LogResource("Blitzkrieg"))),
    grades=GRADES,
    chart=chart(3),
)

UNDER_WAY = replace(
    BLANK,
    name="Tuesday club",
    allied=LogSide(
        "Desert Air Force",
        "Anna Wiśniewska",
        16,
        (LogResource("Hurricane Element", 1), LogResource("Small Arms")),
    ),
    axis=LogSide(
        "Fliegerführer Afrika", "Jiří Dvořák", 23, (LogResource("Bf 110C Element"), LogResource("Blitzkrieg", 2))
    ),
    missions=(
        LogMission(
            1,
            "1 April 1941",
            "Ground Forces",
            "Via Balbia",
            SideResult("Hurricane Element", 7, 2, 1),
            SideResult("Bf 110C Element", 14, 0, 1),
            -7,
            "Both Stukas came home.",
        ),
        LogMission(
            2,
            "9 April 1941",
            "Airfield",
            "Gazala",
            SideResult("Small Arms", 9, 1, 0),
            SideResult("Blitzkrieg", 9, 1, 1),
            -7,
        ),
    ),
    chart=chart(3, (0, 7, 16), (0, 14, 23)),
    aces=(
        Ace("Stanisław Skalski", "allied", "RAF · Hurricane I", "5", 2),
        Ace("Ιωάννης Πλαγής", "allied", "RAF", "3", 2),
        Ace("Иван Кожедуб", "allied", "ВВС", "2", 1),
        Ace("Győző Szentgyörgyi", "axis", "MKHL", "1", 1),
    ),
)


def dogfights(count: int, notes: str = "") -> LandLog:
    """A finished campaign of ``count`` dogfights, each won by the Allied side 5 to 2."""
    return LandLog(
        title="Desert Dogfights",
        name="Solo",
        kind="dogfights",
        length=count,
        dates="Western Desert, 1941 to 1942",
        allied=LogSide("Western Desert Wing", "Ann", 5 * count),
        axis=LogSide("Jäger and Caccia", "The staff", 2 * count),
        grades=GRADES,
        stages=tuple(LogStage(f"Stage {n + 1}", "1941", 2) for n in range(count // 2)),
        chart=chart(count, tuple(5 * n for n in range(count + 1)), tuple(2 * n for n in range(count + 1))),
        missions=tuple(
            LogMission(
                number,
                f"{number} May 1941",
                "Two against two",
                "Tobruk",
                SideResult("2 Hurricane I", 5, 0, 1),
                SideResult("2 Bf 109E-7", 2, 1, 0),
                3 * number,
                notes,
            )
            for number in range(1, count + 1)
        ),
    )


def filled_with(text: str) -> LandLog:
    """A log in which every text that a person or a pack file writes is ``text``."""
    side = LogSide(text, text, 123_456_789, tuple(LogResource(text, n % 3 or None) for n in range(40)))
    result = SideResult(text, 123_456_789, 1_000_000, 1_000_000, 1_000_000)
    sorties = (LogSortie(text, text, text, text, text),) * 6
    scores = (LogScore("axis", text, text, 1_000_000),) * 9
    report = MissionReport(text, text, ((text, text),), sorties, sorties, scores)
    return LandLog(
        title=text,
        length=9,
        name=text,
        stages=tuple(LogStage(text, text, 4) for _ in range(3)),
        chart=ChartData(text, (text,) * 9, (Series(text, "allied", (0, 1e9)), Series(text, "axis", (0, 2e9)))),
        dates=text,
        allied=side,
        axis=side,
        missions=tuple(
            LogMission(
                n, text, text, text, result, result, n * 1_000_000 * (-1) ** n, text, text, report if n == 1 else None
            )
            for n in range(1, 9)
        ),
        grades=tuple(
            Grade(text, f"{text} too", low, high)
            for low, high in ((None, -6), (-5, -2), (-1, -1), (0, 0), (1, 3), (4, None))
        ),
        aces=tuple(Ace(text, side, text, "1000000", 1_000_000) for side in ("allied", "axis") * 12),
    )


def reported(aircraft: int, scores: int) -> LandLog:
    """A log whose second mission is told in full: so many ``aircraft`` a side, so many reasons for points."""
    sorties = tuple(
        LogSortie(
            f"Striker {n // 3 + 1}, aircraft {n % 3 + 1}",
            "Lead crew",
            "B-17F",
            "shot down, flak over the target",
            "hit the target for 3, 1 kill",
        )
        for n in range(aircraft)
    )
    report = MissionReport(
        heading="2 · Airfield",
        length="Gazala · 9 April 1941 · 7 turns: 3 TB, 1 OT, 2 HB, 1 S",
        facts=(("Target", "Gazala: 8 damage, Heavy"), ("Axis resource", "Blitzkrieg")),
        allied=sorties[:2],
        axis=sorties,
        scores=tuple(LogScore("allied", f"Striker {n}: destroyed", "Supplement 24.7", n) for n in range(scores)),
    )
    first, second = UNDER_WAY.missions
    struck = replace(second, achieved="Gazala: 8 damage, Heavy", axis=SideResult("Blitzkrieg", 9, 2, 0, 1))
    return replace(UNDER_WAY, missions=(first, replace(struck, report=report)))
