"""The changes that people have made by hand and that stand, as far as somebody may know them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import get_args

from django.db.models import Q

from campaigns.access import Viewer
from campaigns.models import Campaign, Entry, Role
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.journal import Numbers, entries_of
from campaigns.selectors.journal_entries import key_of
from campaigns.selectors.journal_sentences import sentence_of
from campaigns.selectors.squadrons import sees_pool
from campaigns.standing.change_kinds import CHANGES
from campaigns.standing.kinds import KINDS, Anything, read

BY_PEOPLE = [kind for kind, each in KINDS.items() if each.taken_back_by != "nobody"]
"""Kinds of entries that ``take_back`` takes back."""
LISTED = [kind for kind, each in KINDS.items() if each.listed_for != "nobody"]
EVERYBODYS = entries_of(each for each in get_args(Anything) if each.listed_for == "everybody")
OF_UMPIRES = [what for what, each in CHANGES.items() if each.taken_back_by == "umpire"]
"""Changes that an umpire makes, for whichever side they count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    number: int
    """Of its entry in the journal, as the viewer counts."""
    key: str
    """By which it is taken back."""
    text: str
    side: str
    by: str
    at: datetime.datetime
    may_take_back: bool


def changes_made(campaign: Campaign, viewer: Viewer) -> tuple[ChangeRow, ...]:
    """Newest first; points given by hand are everybody's to know. Two queries, one for who may read everything."""
    seen = {"", *(side for side in ("allied", "axis") if sees_pool(campaign, viewer, side))}
    entries = (
        campaign.entries.in_force()
        .filter(Q(side__in=seen) | EVERYBODYS)
        .filter(kind__in=LISTED)
        .select_related("pilot")
        .order_by("-number")
    )
    is_umpire = viewer.may(Role.UMPIRE)
    pack, numbers = definition_of(campaign), Numbers(campaign, viewer)
    return tuple(
        ChangeRow(
            number=numbers.of(entry.number),
            key=key_of(campaign.pk, entry.number),
            text=sentence_of(entry, pack),
            side=entry.side,
            by=entry.by,
            at=entry.at,
            may_take_back=is_umpire or (not is_of_umpires(entry) and viewer.acts_for(entry.side)),
        )
        for entry in entries
    )


def is_of_umpires(entry: Entry) -> bool:
    """Whether an umpire decides so: then only an umpire takes it back."""
    return not entry.side or read(entry).taken_back_by == "umpire"
