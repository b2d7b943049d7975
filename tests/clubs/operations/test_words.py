"""Every operation by which words of a member reach others goes through one door, and a new one cannot be forgotten."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
APPS = ("campaigns", "clubs", "missions")
DOOR = ("campaigns.operations.posts", "write_in")

_CHOSEN = """
    action answers changed data key kind values places code codes conflict conflicts document expected_version
    filename habits how kind level mail name_of nights page scopes seen seen_by seats side slug squadron squadrons
    status stock system token trust verdict weather wanted zone time_zone aircraft base nation service unit seat
    doctrines levels part cell of_men flown_by came_late told
"""
CHOSEN = frozenset(_CHOSEN.split())
"""Arguments that are chosen from what there is, or name something: nobody's own words."""
_TYPES = """
    User Campaign Mission Club Night Season Submission Game Skirmish Pilot Claim Comment Story PostReport Job Poll
    WordsReport DatePoll SeasonGame Exhibit SharedReplay Invitation Membership Pack PackDraft Asked ClubRole Role
    Decision Rules SideName Side SideOrders SideChoice GameTerms How Verdict What Viewer UUID int bool float bytes None
    datetime date time timedelta Fraction Standing Flyer Man OwnPilot Watched PrintRequest Guide Progress Step
    Callable Kind Place Part Flight Flown Tap Place OpenPlace Substitute Lineup uuid Itself Iterable Mapping
    Sequence Collection Literal tuple list dict str object Any Act ModerationEntry UploadKind Upload Document
    SeatPlan
"""
TYPES = frozenset(_TYPES.split())
"""What else an argument may be made of without being words."""

NO_DOOR: Mapping[str, str] = {
    "campaigns.operations.builder": "Drafts of packs are their author's alone.",
    "campaigns.operations.packs": "A pack is kept by a person, and is of no club.",
    "campaigns.operations.campaigns.start_campaign": "What is of a club begins by `clubs.operations.clubs`.",
    "campaigns.operations.moderation.note": "Who keeps order says why.",
    "clubs.operations.asking.ask": "Who asks to be let in is no member yet.",
    "clubs.operations.asking.refuse": "Who keeps order says why.",
    "clubs.operations.bans.ban": "Who keeps order says why.",
    "clubs.operations.bans.ban_by_name": "Who keeps order says why.",
    "clubs.operations.mutes.mute": "Who keeps order says why.",
    "clubs.operations.mutes.mute_by_name": "Who keeps order says why.",
    "clubs.operations.reports.decide": "Who keeps order says why.",
    "clubs.operations.words_reports": "Who is muted may still ask for help, and who keeps order says why.",
    "missions.operations.post_reports.judge": "Who keeps order says why.",
    "missions.operations.post_reports.report": "Who is muted may still ask the umpires for help.",
    "clubs.operations.club_arrivals.order": "A club that is brought in is one's own.",
    "clubs.operations.clubs.found": "A club that is founded is one's own.",
    "clubs.operations.copying.copy_campaign": "What is of a club begins by `clubs.operations.clubs`.",
    "clubs.operations.endings.delete": "The name is typed to be sure.",
    "missions.operations.endings.delete": "The name is typed to be sure.",
    "missions.operations.debriefs.store_and_debrief": "What is said of the engine's flight is the house's.",
    "missions.operations.sheets": "Each line goes through the operation of what it says.",
    "missions.operations.archive": "A campaign that is brought in is one's own, and of no club.",
    "missions.operations.arrivals": "The name of a file, for whoever brings it in.",
    "missions.operations.uploads.order": "The name of a file, for whoever brings it in.",
    "missions.operations.games": "A game of nobody's club; its title enters a season by `seasons.enter`.",
    "missions.operations.own_pilots": "Pilots of one's own book, which nobody else reads.",
    "missions.operations.skirmishes": "A fight of nobody's club; its title enters a season by `seasons.enter`.",
}
"""Those that need no door, and why; a module stands for all of its operations."""


@cache
def tree(module: str) -> ast.Module | None:
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    return ast.parse(path.read_text(encoding="utf-8")) if path.exists() else None


@cache
def imported(module: str) -> Mapping[str, tuple[str, str]]:
    """What each imported name is: a module and, of it, a function (or nothing)."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree(module) or ast.Module([], [])):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                of_module = tree(f"{node.module}.{each.name}") is not None
                name = each.asname or each.name
                found[name] = (f"{node.module}.{each.name}", "") if of_module else (node.module, each.name)
    return found


@cache
def functions(module: str) -> Mapping[str, ast.FunctionDef]:
    return {each.name: each for each in (tree(module) or ast.Module([], [])).body if isinstance(each, ast.FunctionDef)}


def called(module: str, name: str) -> set[tuple[str, str]]:
    """Which functions one calls itself."""
    found = set()
    for node in ast.walk(functions(module)[name]):
        match node:
            case ast.Call(func=ast.Name(id=called)):
                found.add((module, called) if called in functions(module) else imported(module).get(called, ("", "")))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=alias), attr=called)) if alias in imported(module):
                found.add((imported(module)[alias][0], called))
    return found


def reaches_the_door(module: str, name: str) -> bool:
    known: set[tuple[str, str]] = set()
    waiting = [(module, name)]
    while waiting:
        at = waiting.pop()
        if at == DOOR:
            return True
        if at in known or ".operations" not in at[0] or at[1] not in functions(at[0]):
            continue
        known.add(at)
        waiting += called(*at)
    return False


def carries_words(argument: ast.arg) -> bool:
    """Whether it may be somebody's own words, or hold such: text not ``CHOSEN``, or a type that nobody knows."""
    parts = set(re.findall(r"[A-Za-z_]+", ast.unparse(argument.annotation) if argument.annotation else "?"))
    if parts - TYPES:
        return True
    return bool(parts & {"str", "object", "Any", "Document"}) and argument.arg not in CHOSEN


def doors() -> list[str]:
    found = []
    for path in sorted(path for app in APPS for path in (ROOT / app / "operations").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for name, function in functions(module).items():
            told = [*function.args.args, *function.args.kwonlyargs]
            is_operation = not name.startswith("_") and any(each.arg == "actor" for each in told)
            if is_operation and (module, name) != DOOR and any(carries_words(each) for each in told):
                found.append(f"{module}.{name}")
    return found


def is_excused(door: str) -> bool:
    return door in NO_DOOR or door.rpartition(".")[0] in NO_DOOR


def test_words_of_a_member_go_through_the_one_door():
    asked = [each.rpartition(".") for each in doors() if not is_excused(each)]
    assert len(asked) > 40
    past_it = [f"{module}.{name}" for module, _, name in asked if not reaches_the_door(module, name)]
    assert past_it == [], "these call no `posts.write`; or say in NO_DOOR why they need not"


def test_nothing_is_excused_that_is_no_door_or_goes_through_it():
    everything = set(doors())
    modules = {each.rpartition(".")[0] for each in everything}
    assert [each for each in NO_DOOR if each not in everything | modules] == []
