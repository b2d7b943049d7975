"""Logs to print: a blank one, one under way, a finished run of dogfights, and one full of hostile text."""

from __future__ import annotations

from dataclasses import replace

from campaigns.documents.kit.sheet import Ace, Budget, LogResource, LogSide, Loss
from campaigns.documents.logs.land_log import LandLog, LogStage
from campaigns.documents.logs.mission_report import LogScore, LogSortie, MissionReport
from campaigns.documents.logs.mission_table import LogMission, SideResult
from campaigns.documents.logs.pool_sheet import PoolAircraft, PoolSheet, PoolSquadron, PoolStock
from campaigns.documents.logs.progress_log import LogEvent, LogPeriod, ProgressLog, TrackMission
from campaigns.documents.logs.track import Space, Track
from campaigns.documents.logs.week_log import Bombs, LogWeek, WeekLog
from campaigns.standing.victory_table import GradeRow
from config.common.charts import ChartData, Series


def grade(allied: str, axis: str, low: int | None, high: int | None) -> GradeRow:
    return GradeRow(low=low, high=high, titles={"allied": allied, "axis": axis}, text="", is_current=False)


GRADES = (
    grade("Rout", "Triumph", None, -20),
    grade("Defeat", "Victory", -19, -8),
    grade("As it was", "As it was", -7, 4),
    grade("Victory", "Defeat", 5, 14),
    grade("Triumph", "Rout", 15, None),
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
            grade(text, f"{text} too", low, high)
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


def track(spaces: int, marker: int | None = None) -> Track:
    """A track of so many spaces that the Axis wins at the end of, in three grades."""
    graded = ("Victory", "Defeat"), ("As it was", "As it was"), ("Defeat", "Victory")
    return Track(
        spaces=tuple(
            Space(number, f"Ridge {number}", "Trenches, and rain.", ("The bridge falls",) if number == 4 else ())
            for number in range(1, spaces + 1)
        ),
        grades=tuple(graded[min(3 * position // (spaces + 2), 2)] for position in range(spaces + 2)),
        start=3,
        marker=marker,
    )


def pool(side: str, squadrons: int, fleet: int = 6) -> PoolSheet:
    """So many squadrons, each with one aircraft of every state first; and two stocks."""
    states = (PoolAircraft("A", "lost"), PoolAircraft("B", "repair"), PoolAircraft("C", "gone"))
    rest = tuple(PoolAircraft(f"X{number}", "ready") for number in range(fleet))
    return PoolSheet(
        side=side,
        force="Luftflotte 4",
        squadrons=tuple(
            PoolSquadron(
                f"Q{number}", f"{number}./JG 52", "Ugrim", "Bf 109G-6", "8 fit, 1 lost",
                (*states, *rest, PoolAircraft("Z", "expected")), "each period +1, 1 man",
            )
            for number in range(1, squadrons + 1)
        ),
        stocks=(
            PoolStock("B4 and C3", "28 to begin, +8 each period", (("28", "21"), ("29", ""), ("", ""))),
            PoolStock("Food and shells", "5 to begin, −2 at its end", (("5", "3"), ("3", ""), ("", ""))),
        ),
    )  # fmt: skip


PROGRESS = ProgressLog(
    title="The Little Front",
    length=7,
    dates="14 April to 4 May 1941",
    allied=LogSide("Frontier Wing", resources=(LogResource("A train of guns"),)),
    axis=LogSide("Frontier Command", resources=(LogResource("Small arms are few"),)),
    chart=chart(7),
    track=track(5),
    periods=(
        LogPeriod(1, "14 to 20 April 1941", "I · The ring", free=3),
        LogPeriod(2, "21 to 27 April 1941", free=2),
        LogPeriod(3, "28 April to 4 May 1941", "II · The port", free=2),
    ),
    moves=(("0 to 4 points more than the other side", "0"), ("5 or more points more than the other side", "1")),
    events=(LogEvent("A convoy comes in", "20 April"), LogEvent("The bridge falls", "space 4")),
    pools=(pool("allied", 2), pool("axis", 3)),
)

PROGRESS_UNDER_WAY = replace(
    PROGRESS,
    name="Thursday club",
    allied=LogSide("Frontier Wing", "Anna Wiśniewska", 9, (LogResource("A train of guns", 1),)),
    axis=LogSide("Frontier Command", "Jiří Dvořák", 17, (LogResource("Small arms are few"),)),
    chart=chart(7, (0, 7, 9), (0, 2, 17)),
    track=track(5, 4),
    periods=(
        LogPeriod(
            1, "14 to 20 April 1941", "I · The ring", "Clear", "all",
            (
                TrackMission(
                    LogMission(1, "15 April 1941", "A sweep", "The wire", SideResult("", 7, 0, 1),
                               SideResult("", 2, 1, 0), 5, "Rain.", "Depot: not damaged"), -1, 0, 2,
                ),
                TrackMission(
                    LogMission(2, "17 April 1941", "The port", "The port", SideResult("", 2, 3, 1, 2),
                               SideResult("", 15, 0, 0), -8), 1, 1, 4,
                ),
                TrackMission(LogMission(3, "19 April 1941", "The coaster", notes="Declared void.")),
            ),
        ),
        LogPeriod(2, "21 to 27 April 1941", "", "Sandstorm", "0"),
        LogPeriod(3, "28 April to 4 May 1941", "II · The port", free=2),
    ),
    events=(LogEvent("A convoy comes in", "20 April", "p 2"), LogEvent("The bridge falls", "space 4", "m 2")),
    aces=UNDER_WAY.aces,
)  # fmt: skip

WEEKS = WeekLog(
    title="Divers",
    dates="15 June to 30 August 1944",
    allied=LogSide("Air Defence of Great Britain"),
    axis=LogSide("Flakregiment 155 (W)"),
    chart=ChartData("Points", ("0", "1", "2"), (Series("Allied", "allied", (0,)),)),
    weeks=(LogWeek("The first week", "15 to 21 June 1944"), LogWeek("The second week", "1 to 7 July 1944")),
    scoring=(("each flying bomb that is shot down", "+2"), ("each that gets through", "−3")),
    grades=(grade("Hard to bear", "A second Blitz", None, 4), grade("Mastered", "Blunted", 5, None)),
    pools=(pool("allied", 2),),
)

WEEKS_UNDER_WAY = replace(
    WEEKS,
    name="One table",
    allied=LogSide("Air Defence of Great Britain", "Ann", 5),
    chart=ChartData("Points", ("0", "1", "2"), (Series("Allied", "allied", (0, 5)),)),
    weeks=(
        LogWeek(
            "The first week", "15 to 21 June 1944", "Broken cloud", "2",
            LogMission(1, "15 June 1944", "Divers over Kent", "Kent", SideResult("", 5, 1, 2), SideResult("", 0, 7, 0),
                       5, "Ten came."),
            "2 Tempest Mk V; Mosquito", Bombs(10, 6, 1, 3, 1, 2, 5),
        ),
        LogWeek("The second week", "1 to 7 July 1944"),
    ),
    aces=UNDER_WAY.aces[:1],
)  # fmt: skip


def hostile_pool(text: str) -> PoolSheet:
    """A pool in which every text is ``text``."""
    fleet = tuple(PoolAircraft(text, state) for state in ("ready", "repair", "lost", "gone", "expected"))
    squadron = PoolSquadron(text, text, text, text, text, fleet * 5, text)
    return PoolSheet("axis", text, (squadron,) * 4, (PoolStock(text, text, ((text, text),) * 15),))


def hostile_progress(text: str, spaces: int = 12) -> ProgressLog:
    """A progressive log in which every text that a person or a pack file writes is ``text``."""
    land = filled_with(text)
    return ProgressLog(
        title=text,
        length=9,
        name=text,
        dates=text,
        allied=replace(land.allied, budget=Budget(99, 7)),
        axis=land.axis,
        chart=land.chart,
        track=Track(
            tuple(Space(number, text, text, (text, text)) for number in range(1, spaces + 1)),
            ((text, f"{text} too"),) * 4 + ((text, text),) * (spaces - 2),
            1,
            spaces + 1,
        ),
        periods=tuple(
            LogPeriod(
                number, text, text, text, text, tuple(TrackMission(each, -2, 1, 3) for each in land.missions[:2]), 2
            )
            for number in (1, 2)
        ),
        moves=((text, text),) * 6,
        events=(LogEvent(text, text, text),) * 30,
        aces=land.aces,
        pools=(hostile_pool(text),),
    )


def hostile_weeks(text: str) -> WeekLog:
    """A solitaire log in which every text is ``text``, with more weeks than a page has room for."""
    land = filled_with(text)
    return WeekLog(
        title=text,
        name=text,
        dates=text,
        allied=land.allied,
        axis=land.axis,
        chart=replace(land.chart, series=land.chart.series[:1]),
        weeks=tuple(
            LogWeek(text, text, text, text, each, text, Bombs(*[1_000_000] * 7))
            for each in (*land.missions[:2], *[None] * 14)
        ),
        scoring=((text, text),) * 5,
        grades=land.grades,
        aces=land.aces,
        pools=(hostile_pool(text),),
    )


LOSSES = (Loss("B-17G", "allied", "131", "4", "2"), Loss("Fw 190", "axis", "54", "0", "5"))
