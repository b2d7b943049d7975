"""Logs to print: a blank one, one under way, a finished run of dogfights, and one full of hostile text."""

from __future__ import annotations

from dataclasses import replace

from campaigns.documents.land_log import Ace, Grade, LandLog, LogMission, LogResource, LogSide, SideResult

GRADES = (
    Grade("Decisive Axis victory", None, -20),
    Grade("Axis victory", -19, -8),
    Grade("Draw", -7, 4),
    Grade("Allied victory", 5, 14),
    Grade("Decisive Allied victory", 15, None),
)

BLANK = LandLog(
    title="Rommel Attacks",
    length=3,
    dates="Cyrenaica, March to April 1941",
    allied=LogSide("Commonwealth", resources=(LogResource("Hurricane Element"), LogResource("Small Arms"))),
    axis=LogSide("Germany, Italy", resources=(LogResource("Bf 110C Element"), LogResource("Blitzkrieg"))),
    grades=GRADES,
)

UNDER_WAY = replace(
    BLANK,
    name="Tuesday club",
    stage="I",
    allied=LogSide(
        "Commonwealth",
        "Anna Wiśniewska",
        16,
        (LogResource("Hurricane Element", 1), LogResource("Small Arms")),
    ),
    axis=LogSide("Germany, Italy", "Jiří Dvořák", 23, (LogResource("Bf 110C Element"), LogResource("Blitzkrieg", 2))),
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
    aces=(
        Ace("Stanisław Skalski", "allied", "RAF · Hurricane I", 5, 2),
        Ace("Ιωάννης Πλαγής", "allied", "RAF", 3, 2),
        Ace("Иван Кожедуб", "allied", "ВВС", 2, 1),
        Ace("Győző Szentgyörgyi", "axis", "MKHL", 1, 1),
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
        allied=LogSide("Commonwealth", "Ann", 5 * count),
        axis=LogSide("Germany, Italy", "The engine’s staff", 2 * count),
        grades=GRADES,
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
    result = SideResult(text, 123_456_789, 1_000_000, 1_000_000)
    return LandLog(
        title=text,
        length=9,
        name=text,
        stage=text,
        dates=text,
        allied=side,
        axis=side,
        missions=tuple(
            LogMission(n, text, text, text, result, result, n * 1_000_000 * (-1) ** n, text) for n in range(1, 9)
        ),
        grades=tuple(
            Grade(text, low, high) for low, high in ((None, -6), (-5, -2), (-1, -1), (0, 0), (1, 3), (4, None))
        ),
        aces=tuple(Ace(text, side, text, 1_000_000, 1_000_000) for side in ("allied", "axis") * 12),
    )
