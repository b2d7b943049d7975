"""The terms of a campaign in words: what each choice means, and what has been agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import engine
from campaigns.models import Campaign
from campaigns.models.terms import AS_PACK, FIELDS, OF_MEN, Terms
from campaigns.packs import PackDefinition
from campaigns.selectors.definitions import definition_of
from campaigns.standing.careers import flying_again
from campaigns.standing.kinds import Drawn

TITLES: Final[Mapping[str, str]] = {
    "orders_hours": "Orders are due",
    "late": "If a side is late",
    "opens": "Orders are laid open",
    "results": "Results from the table",
    "result_hours": "An unopposed result stands",
    "tables": "Tables that may fly a mission",
    "merge": "What several tables come to",
    "both_sides": "Seats on both sides",
    "joining": "How players get seats",
    "victories": "Victories that count",
    "careers": "Careers",
    "fates": "Fates of those shot down",
}
MEANINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "late": {
        "umpire": "Nothing happens by itself. The umpire sees who is late and decides.",
        "last": "The latest draft of the side counts as its orders. If there is none, the staff plans.",
        "staff": "The engine’s staff plans for the side, as it does for sides that nobody commands.",
    },
    "opens": {
        "by-hand": "A commander or the umpire lays both sides’ orders open, once both have been handed in.",
        "together": "As soon as both sides have handed in, or the deadline has passed, both can be read.",
    },
    "results": {
        "plain": "Whoever commands a side records the result and debriefs the mission. Nobody else is asked.",
        "confirmed": "Any player at the table hands the result in, the other side confirms or disputes it, "
        "and the umpire approves it.",
    },
    "merge": {
        "sum": "The points of all tables are added up.",
        "mean": "The mean of the tables’ points counts.",
        "best": "The table that was won most clearly counts.",
        "vote": "What most tables say counts.",
    },
    "both_sides": {
        "False": "Nobody has seats on both sides, and no umpire decides for a side: plans stay sealed.",
        "True": "One person may have seats on both sides. Plans are sealed only from those who have not.",
    },
    "joining": {
        "asked": "Nobody sits down without the umpire.",
        "freely": "Players of the campaign’s club take a pilot’s seat on the side that they choose.",
    },
    "victories": {
        "claimed": "A victory counts as soon as it is reported, until somebody rules otherwise.",
        "confirmed": "A victory counts only when it has been confirmed.",
    },
    "careers": {
        "pack": "Most packs with squadrons keep careers, and those without do not.",
        "kept": "Men gain experience. Who is shot down may be wounded, captured or killed, and is missed the next day.",
        "none": "Whoever is shot down flies the next mission all the same.",
    },
    "fates": {
        "pack": "The supplement’s table, the hard one, unless the pack has chosen the mild one.",
        "hard": "The supplement’s table: over enemy ground nearly all are captured, and a few evade.",
        "mild": "Over enemy ground most come back, unhurt or wounded.",
    },
}
"""What each choice comes to, by field and by the value as a form sends it."""
_SAID: Final[Mapping[str, Mapping[Any, str]]] = {
    "both_sides": {False: "not allowed", True: "allowed"},
    "late": dict(Terms.Late.choices),
    "opens": dict(Terms.Opens.choices),
    "results": dict(Terms.Results.choices),
    "merge": dict(Terms.Merge.choices),
    "joining": dict(Terms.Joining.choices),
    "victories": dict(Terms.Victories.choices),
    "careers": dict(Terms.Careers.choices),
    "fates": dict(Terms.Fates.choices),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TermRow:
    """One of the terms, as everybody reads it."""

    title: str
    agreed: str
    meaning: str


def term_rows(campaign: Campaign) -> tuple[TermRow, ...]:
    """What has been agreed on; what has no meaning as the others are is left out."""
    silent = set[str]()
    if campaign.orders_hours is None:
        silent.add("late")
    if campaign.results == Campaign.Results.PLAIN:
        silent |= {"result_hours", "tables", "merge"}
    if campaign.tables == 1:
        silent.add("merge")
    if campaign.club_id is None:
        silent.add("joining")
    pack = definition_of(campaign)
    if not pack.names_men:
        silent |= set(OF_MEN)
    elif not pack.options.careers or not draws_fates(pack):
        silent.add("fates")
    return tuple(
        TermRow(title=TITLES[name], agreed=_agreed(pack, name, value), meaning=_meaning(campaign, name, value))
        for name in FIELDS
        if name not in silent
        for value in (getattr(campaign, name),)
    )


def _agreed(pack: PackDefinition, name: str, value: Any) -> str:
    """``pack``: as the campaign plays it; what it has is said where the pack has been left to say."""
    if name in OF_MEN and value == AS_PACK:
        options = pack.options
        has = ("kept" if options.careers else "none") if name == "careers" else options.fates
        return f"{said(name, has)}, as its pack has it"
    return said(name, value)


def _meaning(campaign: Campaign, name: str, value: Any) -> str:
    if name == "careers":
        return careers_said(campaign)
    if name == "fates":
        return fates_said(definition_of(campaign).options.fates)
    return MEANINGS.get(name, {}).get(str(value), "")


def draws_fates(pack: PackDefinition) -> bool:
    """Whether the house's card tells the fate of who was shot down, and no rule of its system. [SUP 19.5]"""
    return pack.rules.fate(lambda: 0.0, "friendly") is None


def are_men_open(campaign: Campaign) -> bool:
    """Whether the terms of men may still be changed: no Mission has been drawn. One query."""
    return not campaign.entries.in_force().filter(kind=Drawn.kind).exists()


def why_no_careers(pack: PackDefinition, careers: str) -> str:
    """Why a campaign of ``pack`` cannot agree on this; empty if it can."""
    if careers == Terms.Careers.KEPT and not pack.names_men:
        game = engine.systems()[pack.system].title
        return f"{game} does not name the men in its aircraft, so no careers can be kept."
    return ""


def careers_said(campaign: Campaign) -> str:
    """Whether a campaign keeps careers and what they come to, in a sentence; empty where men have no names."""
    pack = definition_of(campaign)
    if not pack.names_men:
        return ""
    if not pack.options.careers:
        return "No careers are kept: whoever is shot down flies the next mission all the same."
    kept = "Careers are kept: whoever is shot down may be wounded, captured or killed, and is missed the next day."
    return kept if draws_fates(pack) else f"{kept} The rulebook’s die tells their fate."


def men_said(campaign: Campaign) -> str:
    """All that holds for the men of a campaign; empty where they have no names."""
    pack = definition_of(campaign)
    fates = fates_said(pack.options.fates) if pack.options.careers and draws_fates(pack) else ""
    return " ".join(filter(None, (careers_said(campaign), fates)))


def fates_said(fates: str) -> str:
    """What a table of fates comes to, in a sentence."""
    again, friendly = (round(100 * flying_again(fates, ground)) for ground in ("enemy", "friendly"))
    return (
        f"By the {fates} table about {again} in 100 of those who are shot down over enemy ground fly again, "
        f"{friendly} over their own."
    )


def said(name: str, value: Any) -> str:
    """A value of a term in words that go on after its title."""
    if name == "orders_hours":
        return "when both sides are ready: there is no deadline" if value is None else f"{hours(value)} after the draw"
    if name == "result_hours":
        return (
            "when the umpire approves it: there is no deadline" if value is None else f"{hours(value)} after it came in"
        )
    if name == "tables":
        return str(value)
    text = _SAID[name][value]
    return text[0].lower() + text[1:]


def hours(count: int) -> str:
    """``3 days``, ``36 hours``."""
    days, rest = divmod(count, 24)
    if rest or not days:
        return "1 hour" if count == 1 else f"{count} hours"
    if days % 7 == 0:
        return "a week" if days == 7 else f"{days // 7} weeks"
    return "a day" if days == 1 else f"{days} days"


def change_said(changed: Mapping[str, tuple[Any, Any]]) -> str:
    """What has been agreed on anew, as the journal says it."""
    parts = [f"{TITLES[name]}: {said(name, new)} (before: {said(name, old)})" for name, (old, new) in changed.items()]
    return "; ".join(parts)
