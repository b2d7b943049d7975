"""What the people of a side know of their campaign, and what everybody knows.

A side knows its own journal, and of the other's what is open to all; everybody, what is no side's or open to all.
"""

from __future__ import annotations

from dataclasses import replace

from django.db.models import Q

from campaigns.models import Campaign
from campaigns.packs.schema import Side
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.journal import OPEN
from campaigns.selectors.standings import lines_of, men_of
from campaigns.standing import Line, Standing, fold
from campaigns.standing.deliveries import BY_HAND
from campaigns.standing.fold import FOR_THE_EYE, PASSED_OVER
from campaigns.standing.kinds import Named, Renamed
from campaigns.standing.lines import saying
from campaigns.standing.recruits import Man


def known_to(side: Side) -> Q:
    """The entries that the commander of ``side`` may read while the campaign runs."""
    return Q(side__in=("", side)) | OPEN


def standing_known_to(campaign: Campaign, side: Side) -> Standing:
    """What a campaign has come to for all that ``side`` knows: the other has in its hangars what it began with.

    What the other side has moved, withdrawn or sent on leave does not show. Two queries.
    """
    return fold(definition_of(campaign), men_of(campaign), lines_of(campaign, among=known_to(side)))


def journal_known_to(campaign: Campaign, side: Side) -> list[int]:
    """The rows of the journal in force that ``side`` knows and its standing is made of, but how it looks. One query."""
    known = campaign.entries.in_force().filter(known_to(side)).exclude(kind__in=PASSED_OVER | FOR_THE_EYE)
    return list(known.order_by("number").values_list("pk", flat=True))


KNOWN_TO_ALL = (Q(side="") | OPEN) & ~Q(kind__in=PASSED_OVER)
"""The entries that everybody may read and of which something comes for the standing."""


def lines_known_to_all(campaign: Campaign) -> list[Line]:
    """The journal in force as far as everybody knows it. One query."""
    return lines_of(campaign, among=KNOWN_TO_ALL)


def journal_known_to_all(campaign: Campaign) -> list[int]:
    """The rows of it. One query."""
    return list(campaign.entries.in_force().filter(KNOWN_TO_ALL).order_by("number").values_list("pk", flat=True))


def men_known_to_all(campaign: Campaign) -> list[Man]:
    """The men as the campaign began, called what they were called then: a side's changes to them are its own affair.

    Whom a side has added goes without a name; that he has joined stands in no line that everybody knows. Two queries.
    """
    entries = campaign.entries.in_force().filter(kind=Named.kind).order_by("-number")
    first = {entry.pilot_id: said.was for entry, said in saying(entries, Named) if isinstance(said, Renamed)}
    return [
        replace(man, name="" if man.delivery == BY_HAND else first.get(man.pk, man.name)) for man in men_of(campaign)
    ]
