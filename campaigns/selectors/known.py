"""What the people of a side know of their campaign: their own journal, and of the other side's what is open to all."""

from __future__ import annotations

from django.db.models import Q

from campaigns.models import Campaign
from campaigns.packs.schema import Side
from campaigns.selectors.definitions import definition
from campaigns.selectors.journal import OPEN
from campaigns.selectors.standings import lines_of, men_of
from campaigns.standing import Standing, fold
from campaigns.standing.fold import PASSED_OVER


def known_to(side: Side) -> Q:
    """The entries that the commander of ``side`` may read while the campaign runs."""
    return Q(side__in=("", side)) | OPEN


def standing_known_to(campaign: Campaign, side: Side) -> Standing:
    """What a campaign has come to for all that ``side`` knows: the other has in its hangars what it began with.

    What the other side has moved, withdrawn or sent on leave does not show. Two queries.
    """
    return fold(definition(campaign.pack), men_of(campaign), lines_of(campaign, among=known_to(side)))


def journal_known_to(campaign: Campaign, side: Side) -> list[int]:
    """The rows of the journal in force that ``side`` knows and its standing is made of. One query."""
    known = campaign.entries.in_force().filter(known_to(side)).exclude(kind__in=PASSED_OVER)
    return list(known.order_by("number").values_list("pk", flat=True))
