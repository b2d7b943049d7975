"""What stands in the journal: the entries in force, by kind, and what they come to in sums."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Max, Q
from django.utils.crypto import salted_hmac

from campaigns.models import Campaign, Entry, Side
from campaigns.standing.lines import L, Line, saying
from campaigns.standing.result_kinds import Kill, Scored
from campaigns.standing.said import Said


def version(campaign: Campaign) -> str:
    """Differs whenever something has been written since: a preview is of one version of the journal."""
    return key_of(campaign.pk, campaign.entries.aggregate(number=Max("number"))["number"] or 0)


def key_of(campaign_id: int, number: int) -> str:
    """What a form calls an entry by: its number would tell how much has been written that one may not read."""
    return salted_hmac("campaigns.journal", f"{campaign_id} {number}", algorithm="sha256").hexdigest()[:24]


def number_of(campaign: Campaign, key: str, among: Q) -> int:
    """The number of the entry of that key, of those that ``among`` chooses; 0: there is none. One query."""
    return next(iter(numbers_of(campaign, (key,), among)), 0)


def numbers_of(campaign: Campaign, keys: Collection[str], among: Q) -> list[int]:
    """The numbers of the entries of those keys, in order, of those that ``among`` chooses. One query."""
    numbers = campaign.entries.filter(among).order_by("number").values_list("number", flat=True)
    return [number for number in numbers if key_of(campaign.pk, number) in keys]


def in_force(campaign: Campaign, among: Q | None = None) -> list[Entry]:
    """The entries that count, in order, with their pilots; ``among`` these alone: one query."""
    return list(campaign.entries.in_force().filter(among or Q()).select_related("pilot").order_by("number"))


def of_kind(entries: Iterable[L], kind: type[Said]) -> list[L]:
    return [entry for entry in entries if entry.kind == kind.kind]


def points_by_side(lines: Iterable[Line]) -> dict[str, int]:
    """Victory Points that the lines give, by side."""
    total = dict.fromkeys(Side.values, 0)
    for line, scored in saying(lines, Scored):
        total[line.side] += scored.points
    return total


def claims_of_the_same(force: Iterable[Entry], kill: Entry) -> list[Entry]:
    """Every claim in force to the enemy aircraft that ``kill`` is about, that one with them."""
    return [
        entry
        for entry, claim in saying(force, Kill)
        if entry.mission == kill.mission and entry.side == kill.side and claim.victim == Kill.of(kill).victim
    ]
