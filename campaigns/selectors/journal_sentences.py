"""The sentences of the journal: what each entry says."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import assert_never

from django.utils import timezone

from campaigns.catalogue.library import aircraft_name
from campaigns.models import Entry, Side
from campaigns.packs import PackDefinition
from campaigns.packs.pools import SquadronLine
from campaigns.packs.schema import SIDES
from campaigns.selectors.sides import side_titles
from campaigns.selectors.terms import change_said
from campaigns.standing import Line, change_kinds, kinds, result_kinds, sortie_text
from campaigns.standing.said import Card
from campaigns.standing.words import skill_name, with_article
from config.common.figures import figure, signed
from config.common.vocabulary import amount, day, rule_name

STATUS = {"undamaged": "came home undamaged", "damaged": "came home damaged", "destroyed": "was destroyed"}
FATES = {
    "unhurt": "got home unhurt",
    "wounded": "was wounded",
    "evading": "evaded capture",
    "captured": "was captured",
    "missing": "is missing",
    "rescued": "was found and brought home",
    "killed": "was killed",
}
ARCHIVED = {
    "archived": "The campaign was archived: nothing is written in it until it is opened again.",
    "opened": "The campaign was opened again.",
    "going": "The campaign is to be deleted.",
    "kept": "The campaign is not to be deleted any more.",
}
_VERDICTS = {"confirmed": "was confirmed", "denied": "was denied", "shared": "was shared"}


def sentence(entry: Line, man: str, names: Mapping[str, str], pack: PackDefinition) -> str:
    """What an entry says; ``man``: what he is called whom it is about, empty: nobody; ``names``: what the units of its
    mission are called."""
    said, sides = kinds.read(entry), side_titles(pack)
    unit, seat = getattr(said, "unit", ""), getattr(said, "seat", "")
    who = man or sortie_text.seat_name(names.get(unit, unit), seat)
    match said:
        case result_kinds.OfResult() | result_kinds.Debriefed():
            return _of_result(said, entry, who, sides)
        case change_kinds.Change():
            return f"{_change(said, entry.side, who, sides, pack.squadrons)}. {_reason(said.reason)}"
        case _:
            return _of_campaign(said, entry, who, sides, pack.squadrons)


def sentence_of(entry: Entry, pack: PackDefinition) -> str:
    """The same of an entry that is about no unit, fetched with the man whom it is about."""
    return sentence(entry, entry.pilot.name if entry.pilot else "", {}, pack)


def _of_result(said: result_kinds.AnyResult, entry: Line, who: str, sides: Mapping[str, str]) -> str:
    """What came of a mission."""
    match said:
        case result_kinds.Resource():
            return f"The {sides[entry.side]} side used {said.title}."
        case result_kinds.Sortie():
            how = f" ({said.cause})" if said.cause else ""
            did = sortie_text.deeds(said)
            did_what = f"; {', '.join(did)}" if did else ""
            if not said.seat:  # nobody flies a flying bomb
                return f"{who} got through." if said.exit == "through" else f"{who} was shot down{how}."
            mark = _mark(said)
            return f"{who} flew {aircraft_name(said.aircraft)}, which {STATUS[said.status]}{how}{did_what}.{mark}"
        case result_kinds.Differed():
            return f"The {sides[entry.side]} side differs from the pack: {'; '.join(said.what)}."
        case result_kinds.Kill():
            victim = aircraft_name(said.victim.aircraft)
            if said.part == 1:
                return f"{who} destroyed {victim}."
            return f"{who} has {amount(said.part)} of {victim}, destroyed."
        case result_kinds.TargetHit():
            level = f", {said.level}" if said.level else ""
            return f"{said.name}: {said.damage} damage{level}."
        case result_kinds.Scored():
            what = f"{aircraft_name(said.aircraft)}: " if said.aircraft else ""
            return f"{sides[entry.side]} {figure(said.points)} VP: {what}{said.reason} ({rule_name(said.section)})."
        case result_kinds.Debriefed():
            result = score_said(said.points.by_side, sides)
            if said.way == "operation":
                return f"Mission {entry.mission} counts: {result}."
            flown = f" after {sortie_text.count(said.turns, 'turn')}"
            how = "debriefed, its result corrected," if said.corrected else "debriefed"
            return f"Mission {entry.mission} was {how}{flown}: {result}."
        case result_kinds.FateMet():
            out = f" and misses {sortie_text.count(said.missions_out, 'mission')}" if said.missions_out else ""
            what = "was wounded and captured" if said.is_wounded else FATES[said.fate]
            again = f"; {_decided(said.again, said.again_result)}" if said.again else ""
            return f"{who}, shot down, {what}{out} ({_decided(said.card, said.result)}{again})."
        case result_kinds.Search():
            found = "was found and brought home" if said.fate == "rescued" else "was not found"
            return f"{who} {found} ({_decided(said.card, said.result)})."
        case _:
            assert_never(said)


def _of_campaign(
    said: kinds.OfCampaign, entry: Line, who: str, sides: Mapping[str, str], squadrons: Mapping[str, SquadronLine]
) -> str:
    """What happened to the campaign besides, to its people and to what they agreed on."""
    match said:
        case kinds.Started():
            return f"The campaign began, on version {said.version} of its pack."
        case kinds.Drawn():
            return _drawn(said, entry.mission or 0, sides)
        case kinds.Voided():
            return f"Mission {entry.mission} was declared void: {_reason(said.reason)}"
        case kinds.PeriodBegun():
            weather = f" Weather: {said.weather} ({_card(said.card)})." if said.weather else ""
            until = f" to {day(said.last)}" if said.last != said.first else ""
            return f"Period {said.number} began: {day(said.first)}{until}.{weather}"
        case kinds.SkillLearned():
            return f"{who} learned a Skill: {skill_name(said.code)} ({said.code})."
        case kinds.Ruling():
            return f"A claim of {who} {_VERDICTS[said.verdict]}: {_reason(said.reason)}"
        case kinds.Decorated():
            return f"{who} was awarded the {said.name}: {_reason(said.reason)}"
        case kinds.Substituted() if said.who:
            instead = f" instead of {said.whose}" if said.whose else ""
            return f"{said.who} flew in mission {said.mission}{instead}: {_reason(said.reason)}"
        case kinds.Resolved():
            return f"A conflict was resolved: {_reason(said.reason)}"
        case kinds.PackMoved():
            return f"The campaign moved from version {said.old} to version {said.version} of its pack."
        case kinds.NoteWritten():
            return said.text
        case kinds.SeatChanged():
            return _seat(said, sides.get(entry.side, ""), squadrons)
        case kinds.OrdersDecided():
            what = "stand, though they have" if said.how == "kept" else "are withdrawn, for they have"
            return f"The {sides[entry.side]} orders that {said.who} signed {what} left the commander’s seat."
        case kinds.TermsAgreed():
            return f"Other terms have been agreed on. {change_said(said.changed)}."
        case kinds.Archived():
            return ARCHIVED[said.how]
        case kinds.Given():
            return f"{who} is {said.who}’s man." if said.who else f"{who} is no player’s man any more."
        case kinds.ManPictured():
            return f"{who} has {_picture(said, 'portrait')}."
        case kinds.BadgePictured():
            called = squadrons[said.squadron].title if said.squadron in squadrons else said.squadron
            return f"{called} has {_picture(said, 'badge')}."
        case kinds.Renamed():
            why = f": {_reason(said.reason)}" if said.reason else "."
            return f"{said.was} is called {said.name} from now on{why}"
        case kinds.Finished():
            return f"The campaign ended, {score_said(said.points.by_side, sides)}: {said.text}"
        case _:
            assert_never(said)


def _mark(said: result_kinds.Sortie) -> str:
    """Whether unit and man are those whom the pack has there."""
    if not said.differs:
        return ""
    return f" {'The man and his unit differ' if said.man_differs else 'The unit differs'} from the pack."


def _drawn(said: kinds.Drawn, number: int, sides: Mapping[str, str]) -> str:
    if said.operation is not None:
        return f"Mission {number} is an operation, {said.title}, which ended {_ending(said.operation)}"
    how = "was drawn" if said.cards else "is next"
    if said.chosen:
        how = f"was chosen by the {sides[said.chosen]} side"
    cards = f" ({_cards(said.cards)})" if said.cards else ""
    return f"Mission {number} {how}: {said.title}, {said.place}{cards}."


def _picture(said: kinds.Pictured, what: str) -> str:
    return f"a {what} that was uploaded" if said.digest else f"the drawn {what} again"


def _seat(said: kinds.SeatChanged, side: str, squadrons: Mapping[str, SquadronLine]) -> str:
    """Who sits where now, or no longer."""
    key = said.squadron
    squadron = f" of {squadrons[key].title if key in squadrons else key}" if key else ""
    role = {
        "reader": "a reader",
        "pilot": with_article(f"{side} pilot"),
        "intelligence": with_article(f"{side} intelligence officer"),
        "leader": with_article(f"{side} squadron leader{squadron}"),
        "commander": f"the {side} commander",
        "umpire": "an umpire",
        "owner": "the owner of the campaign",
    }[said.role]
    if isinstance(said, kinds.StandIn):
        until = timezone.localtime(datetime.datetime.fromisoformat(said.until))
        return f"{said.who} stands in for {said.whose} as {role} until {until.day} {until:%B %Y, %H:%M %Z}."
    match said.how:
        case "left" | "taken-away":
            staff = " The staff commands now." if said.role == "commander" else ""
            left = f"{said.who} left the seat of"
            done = left if said.how == "left" else f"A seat was taken from {said.who}, that of"
            return f"{done} {role}.{staff}"
        case "stand-in-ended":
            return f"{said.who} no longer stands in for {said.whose} as {role}."
    how = {"invited": ", by an invitation", "joined": ", by joining"}.get(said.how, "")
    instead = f" in place of {said.whose}" if said.whose else ""
    return f"{said.who} is now {role}{instead}{how}."


def score_said(points: Mapping[str, int], sides: Mapping[str, str]) -> str:
    """``Allied 12, Axis 5``."""
    return ", ".join(f"{sides[side]} {figure(points[side])}" for side in SIDES)


def _ending(operation: kinds.Operation) -> str:
    """How an operation ended that counts as a mission."""
    points, grade = operation.points.by_side, operation.grade.by_side
    sides = (f"{side.label} {figure(points[side])} ({grade[side]})" for side in Side)
    return f"{', '.join(sides)}: {operation.text}"


def _change(
    said: change_kinds.AnyChange, side: str, who: str, sides: Mapping[str, str], squadrons: Mapping[str, SquadronLine]
) -> str:
    """What changed in the order of battle."""

    def called(key: str) -> str:
        return squadrons[key].title if key in squadrons else key

    match said:
        case change_kinds.NewSquadron():
            return f"{said.title} joined, flying {aircraft_name(said.aircraft)}"
        case change_kinds.AircraftDelivered():
            return f"{aircraft_name(said.aircraft)} {', '.join(said.codes)} came to {called(said.squadron)}"
        case change_kinds.AircraftWithdrawn():
            return f"{', '.join(said.codes)} left the pool"
        case change_kinds.AircraftMoved():
            return f"{', '.join(said.codes)} went to {called(said.squadron)}"
        case change_kinds.Repaired():
            return f"{said.code} was repaired"
        case change_kinds.ReEquipped():
            return f"{called(said.squadron)} took {aircraft_name(said.aircraft)} over: {', '.join(said.codes)}"
        case change_kinds.SquadronWithdrawn():
            return f"{called(said.squadron)} was withdrawn"
        case change_kinds.SquadronBack():
            return f"{called(said.squadron)} came back"
        case change_kinds.Joined():
            return f"{who} joined"
        case change_kinds.Transferred():
            return f"{who} went to {called(said.squadron)}"
        case change_kinds.StatusDeclared():
            return f"{who} is {said.status} now"
        case change_kinds.EarlierCareer():
            return f"{who} brings an earlier career along"
        case change_kinds.StockChanged():
            return f"Stock of {said.stock}: {signed(said.amount)}"
        case change_kinds.PointsGiven():
            return f"{sides[side]} {signed(said.points)} VP by decision"
        case change_kinds.MarkerMoved():
            return f"The progress marker moved {signed(said.spaces)}"
        case change_kinds.HouseRule():
            return f"House rule: {said.text}"
        case _:
            assert_never(said)


def _reason(text: str) -> str:
    """Why, as somebody wrote it, ended like a sentence."""
    reason = text.strip() or "no reason given"
    return reason if reason[-1] in ".!?…" else f"{reason}."


def _decided(card: Card | result_kinds.Die, result: str) -> str:
    """What decided a fate: a card and its result, or a die."""
    if isinstance(card, result_kinds.Die):
        return f"the die showed {card.die}"
    return f"{_card(card)}, {result}"


def _card(card: Card | None) -> str:
    return f"card {card.number}" if card and card.number else "a card"


def _cards(drawn: Sequence[kinds.DrawnCard]) -> str:
    """The cards that drew a mission: one by its face, or the first by its number and the second by its colour."""
    first, *rest = drawn
    return " and ".join([f"card {first.number}", *(f"a {card.colour} card" for card in rest)])
