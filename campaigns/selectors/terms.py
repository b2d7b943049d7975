"""The terms of a campaign in words: what each choice means, and what has been agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from campaigns.models import Campaign
from campaigns.models.terms import FIELDS, Terms

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
    return tuple(
        TermRow(title=TITLES[name], agreed=said(name, value), meaning=MEANINGS.get(name, {}).get(str(value), ""))
        for name in FIELDS
        if name not in silent
        for value in (getattr(campaign, name),)
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
