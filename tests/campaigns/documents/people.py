"""Books of men and squadrons as tests print them: ordinary, long, empty, and filled with one text everywhere."""

from __future__ import annotations

from campaigns.documents.people.flight_line import Plane
from campaigns.documents.people.logbook import Entry, Logbook, LogbookEvent, LogbookSortie, LogVictory, Remark, Totals
from campaigns.documents.people.order_of_battle import OrderOfBattle, RosterLine, SquadronLine, TypeLine
from campaigns.documents.people.roll import AceLine, HonourLine
from campaigns.documents.people.squadron_book import AirframeLine, DiaryLine, ManLine, MissionLine, SquadronBook
from campaigns.heraldry.badges import badge
from campaigns.heraldry.portraits import Face, portrait
from campaigns.heraldry.ribbons import own_ribbon
from config.common.charts import ChartData, Series

FACE = Face(seed=11, nation="su", great_war=False, rank="ace", ribbons=1)


def sorties(count: int) -> tuple[Entry, ...]:
    """So many flights of a man who shoots one down in every fourth, and learns something after every tenth."""
    found: list[Entry] = []
    for number in range(1, count + 1):
        after = Totals(number, str(number // 4), number // 3, number // 2)
        found.append(
            LogbookSortie(
                mission=f"Mission {number}",
                date=f"{number % 28 + 1} Jul 1943",
                aircraft="Lavochkin La-5",
                code=f"240-{chr(65 + number % 26)}",
                duty="Interceptor 1 leader",
                where="The wood at Gostishchevo, Prokhorovka",
                did="" if number % 4 else "Shot down a Messerschmitt Bf 109G-6",
                fate="Home.",
                victories="" if number % 4 else "1",
                damaged=int(not number % 3),
                strike=not number % 2,
                after=after,
                story=""
                if number % 6
                else "Up over the wood at Gostishchevo in a La-5, no claims; came home undamaged.",
            )
        )
        if not number % 10:
            found.append(Remark(f"After mission {number}", "Has earned a Skill", after))
    return tuple(found)


def chart(*lines: Series) -> ChartData:
    return ChartData("Victories", tuple(map(str, range(len(lines[0].values)))), lines, "in all")


def logbook(count: int = 7, *, is_closed: bool = False) -> Logbook:
    """A man who has flown so many times."""
    return Logbook(
        campaign="Orel salient",
        pack="Kursk",
        dates="5 to 20 July 1943",
        name="Mikhail Tyutchenko",
        side="allied",
        nation="Soviet Union",
        service="VVS",
        squadron="240th Fighter Regiment",
        base="Urazovo",
        rating="Ace",
        skills=("Ace Pilot", "Performance"),
        state="Wounded until mission 15",
        figures=(("Sorties", str(count)), ("Victories", str(count // 4)), ("Shot down", "1")),
        outline="yak-9",
        marks=count // 4,
        decorations=(LogbookEvent("After mission 6", "Order of the Red Banner", "Five victories"),),
        ribbons=(own_ribbon("Order of the Red Banner"),),
        portrait=portrait(FACE),
        victories=tuple(
            LogVictory(f"Mission {4 * n}, 7 Jul 1943", "Junkers Ju 87G-1", "Lavochkin La-5 240-A", "1", "")
            for n in range(1, count // 4 + 1)
        ),
        spells=(LogbookEvent("Mission 7, 11 Jul 1943", "Wounded, back for mission 15"),),
        entries=sorties(count),
        chart=chart(Series("Kills", "allied", tuple(float(n // 4) for n in range(count + 1)))) if count else None,
        is_closed=is_closed,
    )


RECRUIT = Logbook(
    campaign="Solo", pack="", dates="", name="Jan Nowak", side="axis", nation="Poland", service="PAF", squadron="",
    base="", rating="", skills=(), state="", figures=(("Sorties", "0"), ("Victories", "0")), outline="", marks=0,
    decorations=(), ribbons=(), portrait=portrait(FACE), victories=(), spells=None,
    entries=(), chart=None, is_closed=False,
)  # fmt: skip
"""A man who has not flown, of a campaign without careers."""


def hostile_logbook(text: str) -> Logbook:
    totals = Totals(1, text, 1, 1)
    sortie = LogbookSortie(
        text, text, text, text, text, text, text, text, text, 1, strike=True, after=totals, story=text
    )
    event = LogbookEvent(text, text, text)
    return Logbook(
        campaign=text, pack=text, dates=text, name=text, side="axis", nation=text, service=text, squadron=text,
        base=text, rating=text, skills=(text,) * 3, state=text, figures=((text, text),) * 8, outline="plain-twin",
        marks=1000,
        decorations=(event,) * 9, ribbons=(own_ribbon(text),) * 9, portrait=portrait(FACE),
        victories=(LogVictory(text, text, text, text, text),) * 2, spells=(event,) * 2,
        entries=(sortie, Remark(text, text, totals)),
        chart=chart(Series("Kills", "axis", (0, 1, 2))), is_closed=False,
    )  # fmt: skip


PLANES = (
    Plane("J52-A", "ready", "bf-109g"),
    Plane("J52-B", "ready", "bf-109g"),
    Plane("J52-C", "repair", "bf-109g"),
    Plane("J52-D", "lost", "bf-109g"),
)


def squadron_book(missions: int = 4, *, names_men: bool = True) -> SquadronBook:
    """A squadron that has flown so many missions."""
    ready = tuple(float(max(8 - n, 0)) for n in range(missions + 1))
    there = tuple(float(max(10 - n // 2, 0)) for n in range(missions + 1))
    man = ManLine("Eberhard von Malchenow", "Ace", "Ace Pilot", 7, "5½", "Eisernes Kreuz II", "wounded until mission 9")
    return SquadronBook(
        campaign="Orel salient",
        pack="Kursk",
        dates="5 to 20 July 1943",
        title="III./JG 52",
        side="axis",
        nation="Germany",
        service="Luftwaffe",
        code="J52",
        aircraft="Messerschmitt Bf 109G-6",
        outline="bf-109g",
        badge=badge(7, "YB"),
        base="Ugrim",
        state="",
        note="Its pilots had been in the East since the beginning.",
        figures=(("Aircraft", "3"), ("Ready", "2"), ("Lost", "1"), ("Victories", "5½")),
        charts=(chart(Series("Ready", "axis", ready), Series("All", "", there)),) * (3 if names_men else 2),
        planes=PLANES,
        airframes=(
            AirframeLine("J52-A", "Messerschmitt Bf 109G-6", 3, "2", "serviceable", "1, 2 (damaged), 4"),
            AirframeLine("J52-D", "Messerschmitt Bf 109G-6", 1, "", "lost", "1; lost in mission 1, Butovo (flak)"),
        ),
        men=(man,) * 3 if names_men else None,
        missions=tuple(
            MissionLine(f"{n}, 5 Jul 1943", "The road to Oboyan", "J52-A, J52-B", 2, 1, "", "1")
            for n in range(1, missions + 1)
        ),
        diary=(DiaryLine("At the start", "Joined with the Messerschmitt Bf 109G-6 at Ugrim"),),
        is_closed=False,
    )


def hostile_squadron_book(text: str) -> SquadronBook:
    return SquadronBook(
        campaign=text, pack=text, dates=text, title=text, side="allied", nation=text, service=text, code=text,
        aircraft=text, outline="plain-four", badge=badge(7, ""), base=text, state=text, note="",
        figures=((text, text),) * 9,
        charts=(chart(Series("Ready", "allied", (0, 1))),) * 3,
        planes=tuple(Plane(text, state, "plain-single") for state in ("ready", "repair", "lost")) * 12,
        airframes=(AirframeLine(text, text, 1, text, text, text),) * 2,
        men=(ManLine(text, text, text, 1, text, text, text),) * 2,
        missions=(MissionLine(text, text, text, 1, 1, 1, text),) * 2, diary=(DiaryLine(text, text),) * 2,
        is_closed=False,
    )  # fmt: skip


def squadron_line(title: str = "III./JG 52", *, names_men: bool = True) -> SquadronLine:
    return SquadronLine(
        title=title,
        base="Ugrim",
        code="J52",
        aircraft="Messerschmitt Bf 109G-6",
        state="",
        serviceable=2,
        repair=1,
        lost=1,
        fit=7 if names_men else None,
        resting=1 if names_men else None,
        wounded=2 if names_men else None,
        gone=3 if names_men else None,
        victories="5½",
        planes=PLANES,
        notes=(("Repair", "J52-C until period 5"), ("Due", "period 6: 1 aircraft, 2 men")),
    )


def order_of_battle(count: int = 3, *, names_men: bool = True) -> OrderOfBattle:
    """A side with so many squadrons."""
    return OrderOfBattle(
        campaign="Orel salient",
        pack="Kursk",
        side="axis",
        force="Luftflotten 4 and 6",
        when="period 4, 11 to 12 July 1943, after mission 10",
        figures=(("Squadrons", str(count)), ("Ready", "44"), ("Victories", "6")),
        names_men=names_men,
        squadrons=tuple(squadron_line(f"No. {n} Squadron", names_men=names_men) for n in range(1, count + 1)),
        types=(),
        roster=(),
    )


WITHOUT_SQUADRONS = OrderOfBattle(
    campaign="Desert evenings",
    pack="Rommel Attacks",
    side="allied",
    force="Desert Air Force",
    when="after mission 3",
    figures=(("Men", "15"), ("Victories", "4")),
    names_men=False,
    squadrons=(),
    types=(TypeLine("Hawker Hurricane Mk I", 18, 5, 4),),
    roster=(RosterLine("Reginald Stainmore", "RAF", "", "Strafe", 3, "2", ""),),
)


def hostile_order_of_battle(text: str) -> OrderOfBattle:
    line = SquadronLine(text, text, text, text, text, 1, 1, 1, 1, 1, 1, 1, text, PLANES, ((text, text),) * 3)
    return OrderOfBattle(
        campaign=text, pack=text, side="axis", force=text, when=text, figures=((text, text),) * 9, names_men=True,
        squadrons=(line,) * 2, types=(TypeLine(text, 1, 1, 1),) * 2,
        roster=(RosterLine(text, text, text, text, 1, text, text),) * 2,
    )  # fmt: skip


ACES = (
    AceLine("Mikhail Tyutchenko", "allied", "240th Fighter Regiment", "Lavochkin La-5", "Ace", "7", 7),
    AceLine("Günther Stahlhofen", "axis", "III./JG 52", "Messerschmitt Bf 109G-6", "", "2½", 4, "killed"),
)
FALLEN = (
    HonourLine("Hans Möllenbeck", "axis", "III./JG 52", "killed", "Mission 1, 5 Jul 1943", "Butovo, flak", "0", 3),
    HonourLine("Roman Telegin", "allied", "VVS", "captured", "Mission 4, 7 Jul 1943", "Oboyan", "1", 5),
)
