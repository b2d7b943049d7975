"""One search over all that somebody may see: men, squadrons, aircraft, missions, packs and campaigns.

What is hidden from him is no part of what is searched: of the other side he finds the men who have flown, and nothing
of its hangars until the campaign is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef
from django.urls import reverse

import engine
from campaigns.access import Viewer, viewers
from campaigns.catalogue.library import library
from campaigns.catalogue.nicknames import why_found
from campaigns.models import Campaign, Entry, Pilot
from campaigns.packs.schema import SIDES
from campaigns.selectors.cards import usable_cards
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.packs import visible
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import men_seen_in, sees_pool
from campaigns.standing.result_kinds import Sortie
from config.common.finding import Wanted
from config.common.vocabulary import nation_name
from missions.models import Mission

SHOWN = 12
"""Of a group."""
MOST_LOOKED_INTO = 20
"""Campaigns with men of such a name, the newest: each of them is folded, to know whom one may know."""

Among = Mapping[int, tuple[Campaign, Viewer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing that was found."""

    name: str
    note: str
    url: str
    side: str = ""
    aircraft: str = ""
    """The type whose outline stands beside it."""
    called: tuple[str, ...] = ()
    """The nicknames by which it was found, where its name is another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HitGroup:
    """What was found of one kind, the best first."""

    title: str
    hits: tuple[Hit, ...]
    more: int
    """How many are not shown."""
    note: str = ""


def search(user: User, text: str) -> list[HitGroup]:
    """What somebody may see whose name has all the words of ``text``; groups without a hit are left out.

    Nine queries, whatever there is.
    """
    wanted = Wanted.of(text)
    if not wanted.words:
        return []
    among = {campaign.pk: (campaign, viewer) for campaign, viewer in viewers(user)}
    groups = (
        _campaigns(wanted, among),
        _pilots(wanted, user, among),
        _squadrons(wanted, among),
        _missions(wanted, among),
        _aircraft(wanted, user),
        _packs(wanted, user),
    )
    return [group for group in groups if group.hits]


def _group(wanted: Wanted, title: str, found: Iterable[Hit], note: str = "") -> HitGroup:
    hits = wanted.best(found, lambda hit: hit.name)
    return HitGroup(title=title, hits=tuple(hits[:SHOWN]), more=max(0, len(hits) - SHOWN), note=note)


def _campaigns(wanted: Wanted, among: Among) -> HitGroup:
    found = (
        Hit(name=campaign.name, note=campaign.pack.title, url=reverse("campaign", args=[campaign.pk]))
        for campaign, _ in among.values()
        if wanted.is_in(campaign.name)
    )
    return _group(wanted, "Campaigns", found)


def _pilots(wanted: Wanted, user: User, among: Among) -> HitGroup:
    """Only who may be known is asked for by his name; the fold says of a side's own who has come to it by now."""
    sorties = Entry.objects.in_force().filter(kind=Sortie.kind, pilot=OuterRef("pk"))
    named = Pilot.objects.filter(campaign__in=among).annotate(has_flown=Exists(sorties))
    may_know = set[int]()
    looked_into = dict[int, None]()
    for pk, name, campaign_id, side, player, has_flown in named.order_by("-campaign_id").values_list(
        "pk", "name", "campaign_id", "side", "player", "has_flown"
    ):
        if (has_flown or player == user.pk or sees_pool(*among[campaign_id], side)) and wanted.is_in(name):
            may_know.add(pk)
            looked_into[campaign_id] = None
    folded = dict(among[pk] for pk in list(looked_into)[:MOST_LOOKED_INTO])
    found = (
        Hit(
            name=man.name,
            note=f"{side_titles(campaign.pack)[man.side]} · {campaign.name}",
            url=reverse("campaign-pilot", args=[campaign.pk, man.pk]),
            side=man.side,
        )
        for campaign, man in men_seen_in(folded)
        if man.pk in may_know
    )
    left = len(looked_into) > MOST_LOOKED_INTO
    note = f"Of the newest {MOST_LOOKED_INTO} campaigns with men of such a name." if left else ""
    return _group(wanted, "Pilots and crews", found, note)


def _squadrons(wanted: Wanted, among: Among) -> HitGroup:
    return _group(wanted, "Squadrons", _squadrons_of(wanted, among))


def _squadrons_of(wanted: Wanted, among: Among) -> Iterator[Hit]:
    for campaign, viewer in among.values():
        seen = [side for side in SIDES if sees_pool(campaign, viewer, side)]
        if not seen:
            continue
        for key, squadron in definition_of(campaign).squadrons.items():
            if squadron.side in seen and wanted.is_in(squadron.title):
                yield Hit(
                    name=squadron.title,
                    note=f"{side_titles(campaign.pack)[squadron.side]} · {campaign.name}",
                    url=reverse("campaign-squadron", args=[campaign.pk, key]),
                    side=squadron.side,
                )


def _missions(wanted: Wanted, among: Among) -> HitGroup:
    rows = Mission.objects.filter(campaign__in=among).order_by("-campaign_id", "-number")
    found = (
        Hit(
            name=title,
            note=" · ".join(filter(None, [f"Mission {number}", place, among[campaign][0].name])),
            url=reverse("mission", args=[campaign, number]),
        )
        for campaign, number, title, place in rows.values_list("campaign_id", "number", "title", "place")
        if wanted.is_in(title, place)
    )
    return _group(wanted, "Missions", found)


def _aircraft(wanted: Wanted, user: User) -> HitGroup:
    """Those of the house, and those on the shelves of somebody and of their clubs."""
    systems = engine.systems()
    found = [
        Hit(
            name=each.name,
            note=f"{nation_name(each.nation)} · {systems[each.system].title}",
            url=reverse("aircraft", args=[each.slug]),
            side=each.side,
            aircraft=each.slug,
            called=called,
        )
        for each in library().aircraft.values()
        if (called := why_found(wanted, each.name)) is not None
    ]
    found += (
        Hit(
            name=card.name,
            note=f"{card.club or 'Your own'} · {systems[card.system].title}",
            url=reverse("aircraft", args=[card.known]),
            side=card.table.get("side", ""),
            aircraft=card.table.get("like", ""),
        )
        for card in usable_cards(user, "")
        if wanted.is_in(card.name)
    )
    return _group(wanted, "Aircraft", found)


def _packs(wanted: Wanted, user: User) -> HitGroup:
    """Of several versions the newest, as its page shows it."""
    newest: dict[str, tuple[str, str]] = {}
    for slug, title, system in visible(user).order_by("pk").values_list("slug", "title", "system"):
        newest[slug] = title, system
    systems = engine.systems()
    found = (
        Hit(name=title, note=systems[system].title, url=reverse("pack", args=[slug]))
        for slug, (title, system) in sorted(newest.items(), key=lambda each: each[1])
        if wanted.is_in(title)
    )
    return _group(wanted, "Packs", found)
