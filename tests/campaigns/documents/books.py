"""Books to print: that of a short campaign, of one that has just begun, and one full of what people may write."""

from __future__ import annotations

from dataclasses import replace

from campaigns.documents.book.annals import Act, ActLine
from campaigns.documents.book.book import Book
from campaigns.documents.book.book_cover import Cover, CoverSide
from campaigns.documents.book.chapter import (
    BookNote,
    BookStory,
    Chapter,
    FightStep,
    FightTurn,
    Plan,
    PlanUnit,
    SideLosses,
)
from campaigns.documents.book.overview import MissionLine, Overview
from campaigns.documents.logs.mission_report import LogScore, LogSortie
from campaigns.documents.people.roll import AceLine, HonourLine
from config.common import markdown
from config.common.charts import Bar, BarData, ChartData, Series
from config.common.prose import Block, Words
from tests.campaigns.documents import maps

COVER = Cover(
    kicker="The campaign book",
    title="Tuesday evenings over the desert",
    pack="Rommel Attacks",
    dates="24 March to 17 June 1941",
    result="Allied defeat, Axis victory. Rommel stands before Tobruk.",
    sides=(
        CoverSide("allied", "Allied", "Desert Air Force", "Bożena Wiśniewska", 21),
        CoverSide("axis", "Axis", "Fliegerführer Afrika", "Jiří Dvořák", 34),
    ),
    imprint="Rommel Attacks 1.0 · Wild Blue Yonder",
)

FIGHT = tuple(
    FightTurn(
        title,
        (
            FightStep("Terence Mulgrave dives to Medium."),
            *(
                FightStep(
                    f"Terence Mulgrave attacks Striker 1's first aircraft (Ju 87B) for the {n}th time. Escort 1"
                    " (Bf 109E-7) intervenes. Terence Mulgrave plays In My Sights (1 Burst, 2 Hits). Johann"
                    " Gschwandtner answers with Barrel Roll. The attack fails."
                )
                for n in range(4, 14)
            ),
            FightStep("Johann Gschwandtner is shot down by Terence Mulgrave.", is_decisive=True),
            FightStep("Silvio Tornaghi takes the lead."),
        ),
    )
    for title in (
        "TB2: 2 turns to the target",
        "TB1: last turn to the target",
        "Over Target",
        "HB1: last turn to go home",
    )
)

FLOWN = Chapter(
    number=1,
    title="Ground Forces",
    when="1 April 1941 · Via Balbia · 7 turns: 2 TB, 1 OT, 2 HB",
    key="mission-1",
    facts=(("Target", "Column: 8 damage, Heavy"), ("Axis resource", "Bf 110C Element")),
    plans=(
        Plan(
            "allied",
            "Bożena Wiśniewska",
            doctrine="bold",
            units=(
                PlanUnit("Interceptor 1", "Hurricane Mk I", "High", ("Terence Mulgrave", "Győző Szentgyörgyi")),
                PlanUnit("Interceptor 2", "Hurricane Mk I", "Medium · arrives turn 2", ("Иван Кожедуб",)),
            ),
        ),
        Plan(
            "axis",
            "Jiří Dvořák",
            resource="Bf 110C Element",
            units=(PlanUnit("Striker 1", "Ju 87B, Formation of 3", "Medium · bombs (dive)"),),
        ),
    ),
    fight=FIGHT,
    losses=(
        SideLosses(
            "allied",
            "None of 2 lost; 1 damaged",
            (
                LogSortie("Interceptor 1 leader", "Terence Mulgrave", "Hurricane Mk I", "home", "1 kill"),
                LogSortie("Interceptor 1 wingman", "Győző Szentgyörgyi", "Hurricane Mk I", "damaged", ""),
            ),
            {"Terence Mulgrave": "Up in a Hurricane Mk I over Tobruk, shot down a Ju 87B-2; came home undamaged."},
        ),
        SideLosses(
            "axis",
            "1 of 1 lost",
            (
                LogSortie(
                    "Escort 1 leader", "Johann Gschwandtner", "Bf 109E-7", "shot down", "hit the target", is_lost=True
                ),
            ),
        ),
    ),
    points=(7, 14),
    scores=(
        LogScore("allied", "Escort 1 leader: destroyed", "Supplement 24.7", 7),
        LogScore("axis", "Column: Heavy", "Supplement 24.7", 14),
    ),
    notes=(
        BookNote("allied", "bożena", "They came out of the sun.\nNever again at Low."),
        BookNote("axis", "jiří", "Ein guter Abend."),
        BookNote("", "umpire", "Fish and chips afterwards."),
    ),
)

REPORT = """
## The raid

They came **out of the sun**, *as always*, and ~~two~~ three of us went home; see
[the log](https://log.example).

- Never again at Low.
- More fuel, and:
  1. a *spare* tail wheel
  2. a mechanic who **can count**, which would have kept the last Element on the ground

> Read and noted.
"""

AT_THE_TABLE = replace(
    FLOWN,
    number=2,
    title="Airfield",
    key="mission-2",
    when="9 April 1941 · Gazala · 6 turns",
    facts=(("Flown", "At the table."),),
    fight=(),
    points=(14, 20),
    stories=(BookStory("allied", "bożena", markdown.blocks(REPORT)),),
    notes=(BookNote("", "at the table", "Written down between two rounds."),),
)

VOID = Chapter(
    number=3,
    title="Convoy",
    when="12 April 1941 · Off Derna",
    key="mission-3",
    facts=(("Void", "The dog ate the log."),),
    plans=(Plan("allied", "Bożena Wiśniewska", sealed="No orders were written down."), Plan("axis", "Jiří Dvořák")),
)

SEALED = Chapter(
    number=4,
    title="Harbour",
    when="15 April 1941 · Tobruk",
    key="mission-4",
    facts=(("Under way", "Orders are being written."),),
    plans=(
        Plan("allied", "Bożena Wiśniewska", sealed="No orders have been signed yet."),
        Plan("axis", "Jiří Dvořák", sealed="These orders are sealed until the mission is flown."),
    ),
)

CHAPTERS = (FLOWN, AT_THE_TABLE, VOID, SEALED)

BOOK = Book(
    sides=("Allied", "Axis"),
    cover=COVER,
    overview=Overview(
        sentences=("2 of 4 missions have been flown: Allied 21, Axis 34.",),
        charts=(
            ChartData(
                "Victory Points",
                ("0", "1", "2", "3", "4"),
                (Series("Allied", "allied", (0, 7, 21)), Series("Axis", "axis", (0, 14, 34))),
            ),
            ChartData(
                "Aircraft in the pools", ("0", "1", "2"), (Series("Allied", "allied", (40, 38, 33)),), "aircraft"
            ),
        ),
        bars=(
            BarData("Lost by type", (Bar("Hurricane Mk I", "allied", 7), Bar("Junkers Ju 87B", "axis", 3)), "aircraft"),
        ),
        missions=(
            MissionLine(1, "1 April 1941", "Ground Forces", "Via Balbia", "by the engine", "7", "14", "Axis 7"),
            MissionLine(2, "9 April 1941", "Airfield", "Gazala", "at the table", "14", "20", "Axis 13"),
            MissionLine(3, "12 April 1941", "Convoy", "Off Derna", "void"),
            MissionLine(4, "15 April 1941", "Harbour", "Tobruk", "planning"),
        ),
    ),
    map=None,
    chapters=CHAPTERS,
    aces=(
        AceLine("Terence Mulgrave", "allied", "274 Squadron", "Hurricane Mk I", "Ace", "5½", 7),
        AceLine("Hans-Joachim Möllenbeck", "axis", "I./JG 27", "Bf 109E-7", "", "2", 4, "captured"),
    ),
    fallen=(
        HonourLine(
            "Johann Gschwandtner",
            "axis",
            "I./JG 27",
            "killed",
            "Mission 1, 1 Apr 1941",
            "Via Balbia, In My Sights (2 Bursts, 3 Hits) by Terence Mulgrave",
            "0",
            1,
        ),
    ),
    journal=(
        Act("1 November 2026, 19:30", "bożena", (ActLine(1, "The campaign began, on version 1.0 of its pack."),)),
        Act(
            "1 November 2026, 20:15",
            "The staff",
            (
                ActLine(2, "Terence Mulgrave destroyed Bf 109E-7."),
                ActLine(3, "Axis 14 VP: Column: Heavy (Supplement 24.7).", is_reversed=True),
            ),
        ),
    ),
)

BEGUN = Book(
    sides=("Allied", "Axis"),
    cover=replace(COVER, result="Under way: 0 of 4 missions flown"),
    overview=Overview(("The campaign of 4 missions has begun; none has been flown yet.",), (), (), ()),
    map=None,
    chapters=(),
    aces=None,
    fallen=None,
    journal=BOOK.journal[:1],
)


def in_all_ways(text: str) -> tuple[Block, ...]:
    """A text as a heading, as items of lists in lists, and with each part of its words emphasised in another way."""
    thirds = [text[: len(text) // 3], text[len(text) // 3 : len(text) // 2], text[len(text) // 2 :]]
    return (
        Block((Words(text, is_emphatic=True),), is_heading=True),
        *(Block((Words(text),), mark, depth) for depth, mark in enumerate(("", "•", "999999999.", "1.") * 3)),
        Block(tuple(Words(third, n == 0, n == 1, n == 2) for n, third in enumerate(thirds) if third), "2.", 1),
    )


def filled_with(text: str) -> Book:
    """A book in which every text that a person or a pack file writes is ``text``."""
    sortie = LogSortie(text, text, text, text, text, is_lost=True)
    chapter = Chapter(
        number=1_000_000,
        title=text,
        when=text,
        key="mission-1",
        facts=((text, text),),
        plans=(
            Plan("allied", text, text, text, (PlanUnit(text, text, text, (text, text)),)),
            Plan("axis", text, sealed=text),
        ),
        fight=(FightTurn(text, (FightStep(text), FightStep(text, is_decisive=True))),),
        losses=(SideLosses("allied", text, (sortie,), {text: text}), SideLosses("axis", text, (sortie,))),
        points=(1_000_000, -1_000_000),
        scores=(LogScore("axis", text, text, 1_000_000),),
        stories=(BookStory("allied", text, markdown.blocks(text)), BookStory("axis", text, in_all_ways(text))),
        notes=(BookNote("allied", text, text), BookNote("", text, text)),
    )
    return Book(
        sides=(text, text),
        cover=Cover(
            text,
            text,
            text,
            text,
            text,
            tuple(CoverSide(s, text, text, text, 123_456_789) for s in ("allied", "axis")),
            text,
        ),
        overview=Overview(
            (text,),
            (ChartData("Victory Points", tuple("012345678"), (Series("Allied", "allied", (0, 1e9)),)),),
            (BarData("Lost by type", tuple(Bar(text, "axis", 1e9) for _ in range(60)), "aircraft"),),
            tuple(MissionLine(n, text, text, text, text, text, text, text) for n in range(1, 3)),
        ),
        map=maps.sheet(maps.titled(text)),
        chapters=(chapter,),
        aces=(AceLine(text, "axis", text, text, text, text, 1_000_000, text),) * 3,
        fallen=(HonourLine(text, "allied", text, "missing", text, text, text, 1_000_000),) * 3,
        journal=(Act(text, text, (ActLine(1, text), ActLine(2, text, is_reversed=True))),) * 3,
    )
