"""The sentences of the journal: what each entry says."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from campaigns.models import Entry, Side
from campaigns.packs import PackDefinition
from campaigns.packs.pools import SquadronLine
from campaigns.packs.schema import SIDES
from campaigns.selectors.campaigns import aircraft_name
from campaigns.selectors.journal_entries import share
from campaigns.selectors.sides import side_titles
from campaigns.selectors.terms import change_said
from campaigns.standing import sortie_text
from campaigns.standing.words import skill_name, with_article
from config.common.figures import figure, signed
from config.common.vocabulary import amount

STATUS = {"undamaged": "came home undamaged", "damaged": "came home damaged", "destroyed": "was destroyed"}
FATES = {
    "unhurt": "got home unhurt",
    "wounded": "was wounded",
    "captured": "was captured",
    "missing": "is missing",
    "rescued": "was found and brought home",
    "killed": "was killed",
}
_VERDICTS = {"confirmed": "was confirmed", "denied": "was denied", "shared": "was shared"}


def sentence(entry: Entry, names: Mapping[str, str], pack: PackDefinition) -> str:
    """What an entry says; ``names`` are what the units of its mission are called."""
    data = entry.data
    sides = side_titles(pack)
    unit, seat = data.get("unit", ""), data.get("seat", "")
    who = entry.pilot.name if entry.pilot else sortie_text.seat_name(names.get(unit, unit), seat)
    match entry.kind:
        case Entry.Kind.STARTED:
            return f"The campaign began, on version {data['version']} of its pack."
        case Entry.Kind.DRAWN if data.get("operation"):
            return f"Mission {entry.mission} is an operation, {data['title']}, which ended {_ending(data['operation'])}"
        case Entry.Kind.DRAWN:
            how = "was drawn" if data["cards"] else "is next"
            if data.get("chosen"):
                how = f"was chosen by the {sides[data['chosen']]} side"
            cards = f" ({_cards(data['cards'])})" if data["cards"] else ""
            return f"Mission {entry.mission} {how}: {data['title']}, {data['place']}{cards}."
        case Entry.Kind.RESOURCE:
            return f"The {sides[entry.side]} side used {data['title']}."
        case Entry.Kind.SORTIE:
            how = f" ({data['cause']})" if data["cause"] else ""
            did = sortie_text.deeds(data)
            did_what = f"; {', '.join(did)}" if did else ""
            if not data["seat"]:  # nobody flies a flying bomb
                return f"{who} got through." if data.get("exit") == "through" else f"{who} was shot down{how}."
            return f"{who} flew {aircraft_name(data['aircraft'])}, which {STATUS[data['status']]}{how}{did_what}."
        case Entry.Kind.KILL:
            victim = aircraft_name(data["victim"]["aircraft"])
            part = share(entry)
            return f"{who} destroyed {victim}." if part == 1 else f"{who} has {amount(part)} of {victim}, destroyed."
        case Entry.Kind.TARGET:
            level = f", {data['level']}" if data["level"] else ""
            return f"{data['name']}: {data['damage']} damage{level}."
        case Entry.Kind.POINTS:
            what = f"{aircraft_name(data['aircraft'])}, " if data["aircraft"] else ""
            return f"{sides[entry.side]} {figure(data['points'])} VP: {what}{data['reason']} ({data['section']})."
        case Entry.Kind.DEBRIEFED:
            result = score_said(data["points"], sides)
            if data["way"] == "operation":
                return f"Mission {entry.mission} counts: {result}."
            flown = f" after {sortie_text.count(data['turns'], 'turn')}"
            how = "debriefed, its result corrected," if data.get("corrected") else "debriefed"
            return f"Mission {entry.mission} was {how}{flown}: {result}."
        case Entry.Kind.FINISHED:
            return f"The campaign ended, {score_said(data['points'], sides)}: {data['text']}"
        case Entry.Kind.FATE:
            out = (
                f" and misses {sortie_text.count(data['missions_out'], 'mission')}" if data.get("missions_out") else ""
            )
            return f"{who}, shot down, {FATES[data['fate']]}{out} ({_drawn(data)})."
        case Entry.Kind.SEARCH:
            found = "was found and brought home" if data["fate"] == "rescued" else "was not found"
            return f"{who} {found} ({_drawn(data)})."
        case Entry.Kind.VOIDED:
            return f"Mission {entry.mission} was declared void: {_reason(data)}"
        case Entry.Kind.PERIOD:
            first, last = (_day(data[name]) for name in ("first", "last"))
            weather = f" Weather: {data['weather']} ({_card(data['card'])})." if data.get("weather") else ""
            return f"Period {data['number']} began: {first} to {last}.{weather}"
        case Entry.Kind.SKILL:
            return f"{who} learned a Skill: {_skill(data['code'])}."
        case Entry.Kind.RULING:
            return f"A claim of {who} {_VERDICTS[data['verdict']]}: {_reason(data)}"
        case Entry.Kind.DECORATED:
            return f"{who} was awarded the {data['name']}: {_reason(data)}"
        case Entry.Kind.RESOLVED if data.get("who"):
            instead = f" instead of {data['whose']}" if data.get("whose") else ""
            return f"{data['who']} flew in mission {data['mission']}{instead}: {_reason(data)}"
        case Entry.Kind.RESOLVED:
            return f"A conflict was resolved: {_reason(data)}"
        case Entry.Kind.PACK:
            return f"The campaign moved from version {data['from']} to version {data['version']} of its pack."
        case Entry.Kind.NOTE:
            return str(data["text"])
        case Entry.Kind.SEAT:
            return _seat(entry, sides, pack.squadrons)
        case Entry.Kind.ORDERS:
            what = "stand, though they have" if data["how"] == "kept" else "are withdrawn, for they have"
            return f"The {sides[entry.side]} orders that {data['who']} signed {what} left the commander’s seat."
        case Entry.Kind.TERMS:
            return f"Other terms have been agreed on. {change_said(data['changed'])}."
        case Entry.Kind.NAMED if "who" in data:
            return f"{who} is {data['who']}’s man." if data["who"] else f"{who} is no player’s man any more."
        case Entry.Kind.NAMED:
            why = f": {_reason(data)}" if data.get("reason") else "."
            return f"{data['was']} is called {data['name']} from now on{why}"
        case Entry.Kind.CHANGE:
            return _change(entry, who, sides, pack.squadrons)
    raise AssertionError(f"no sentence for {entry.kind}")


def _seat(entry: Entry, sides: Mapping[str, str], squadrons: Mapping[str, SquadronLine]) -> str:
    """Who sits where now, or no longer."""
    data = entry.data
    side, key = sides.get(entry.side, ""), data.get("squadron", "")
    squadron = f" of {squadrons[key].title if key in squadrons else key}" if key else ""
    role = {
        "reader": "a reader",
        "pilot": with_article(f"{side} pilot"),
        "intelligence": with_article(f"{side} intelligence officer"),
        "leader": with_article(f"{side} squadron leader{squadron}"),
        "commander": f"the {side} commander",
        "umpire": "an umpire",
        "owner": "the owner of the campaign",
    }[data["role"]]
    who, whose = data["who"], data.get("whose", "")
    match data["how"]:
        case "left" | "taken-away":
            staff = " The staff commands now." if data["role"] == "commander" else ""
            done = f"{who} left the seat of" if data["how"] == "left" else f"A seat was taken from {who}, that of"
            return f"{done} {role}.{staff}"
        case "stand-in":
            until = timezone.localtime(datetime.datetime.fromisoformat(data["until"]))
            return f"{who} stands in for {whose} as {role} until {until.day} {until:%B %Y, %H:%M %Z}."
        case "stand-in-ended":
            return f"{who} no longer stands in for {whose} as {role}."
    how = {"invited": ", by an invitation", "joined": ", by joining"}.get(data["how"], "")
    instead = f" in place of {whose}" if whose else ""
    return f"{who} is now {role}{instead}{how}."


def score_said(points: Mapping[str, int], sides: Mapping[str, str]) -> str:
    """``Allied 12, Axis 5``."""
    return ", ".join(f"{sides[side]} {figure(points[side])}" for side in SIDES)


def _ending(operation: Mapping[str, Any]) -> str:
    """How an operation ended that counts as a mission."""
    sides = (f"{side.label} {figure(operation['points'][side])} ({operation['grade'][side]})" for side in Side)
    return f"{', '.join(sides)}: {operation['text']}"


def _change(entry: Entry, who: str, sides: Mapping[str, str], squadrons: Mapping[str, SquadronLine]) -> str:
    """What changed in the order of battle, and why."""
    data = entry.data
    codes = ", ".join(data.get("codes", ()))
    key = data.get("squadron", "")
    place = squadrons[key].title if key in squadrons else key
    told: Mapping[str, Callable[[], str]] = {
        "squadron": lambda: f"{data['title']} joined, flying {aircraft_name(data['aircraft'])}",
        "deliver": lambda: f"{aircraft_name(data['aircraft'])} {codes} came to {place}",
        "withdraw": lambda: f"{codes} left the pool",
        "move": lambda: f"{codes} went to {place}",
        "repair": lambda: f"{data['code']} was repaired",
        "re-equip": lambda: f"{place} took {aircraft_name(data['aircraft'])} over: {codes}",
        "withdraw-squadron": lambda: f"{place} was withdrawn",
        "bring-squadron": lambda: f"{place} came back",
        "man": lambda: f"{who} joined",
        "transfer": lambda: f"{who} went to {place}",
        "status": lambda: f"{who} is {data['status']} now",
        "career": lambda: f"{who} brings an earlier career along",
        "stock": lambda: f"Stock of {data['stock']}: {signed(data['amount'])}",
        "points": lambda: f"{sides[entry.side]} {signed(data['points'])} VP by decision",
        "progress": lambda: f"The progress marker moved {signed(data['spaces'])}",
        "rule": lambda: f"House rule: {data['text']}",
    }
    what = told[data["what"]]() if data["what"] in told else data["what"]
    return f"{what}. {_reason(data)}"


def _reason(data: Mapping[str, Any]) -> str:
    """Why, as somebody wrote it, ended like a sentence."""
    reason = str(data.get("reason", "")).strip() or "no reason given"
    return reason if reason[-1] in ".!?…" else f"{reason}."


def _day(date: str) -> str:
    day = datetime.date.fromisoformat(date)
    return f"{day.day} {day:%B %Y}"


def _skill(code: str) -> str:
    """``Ace Pilot (A)``."""
    return f"{skill_name(code)} ({code})"


def _drawn(data: Mapping[str, Any]) -> str:
    """What decided a fate: a card and its result, or a die."""
    card = data["card"]
    if "die" in card:
        return f"the die showed {card['die']}"
    return f"{_card(card)}, {data['result']}"


def _card(card: Mapping[str, Any]) -> str:
    return f"card {card['number']}" if card.get("number") else "a card"


def _cards(drawn: list[dict[str, Any]]) -> str:
    """The cards that drew a mission: one by its face, or the first by its number and the second by its colour."""
    first, *rest = drawn
    return " and ".join([f"card {first['number']}", *(f"a {card['colour']} card" for card in rest)])
