"""The map of a campaign for one pair of eyes, from one standing that has been folded.

Which squadrons a side has, and so where its aircraft came from, is its own business until the campaign is over.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404

from campaigns.access import Viewer
from campaigns.maps.drawing import Pictures, full, result_of, small
from campaigns.maps.situation import Flown, Situation, Way, situation
from campaigns.models import Campaign
from campaigns.packs.schema import SIDES
from campaigns.selectors.campaigns import CampaignPage
from campaigns.selectors.kept_folds import beside
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import sees_pool
from campaigns.selectors.standings import standing_of
from campaigns.standing import Standing
from campaigns.standing.model import Squadron


@dataclass(frozen=True, slots=True, kw_only=True)
class MapRow:
    """A mission of the list beside the map."""

    number: int
    title: str
    place: str
    date: str
    result: str
    """``allied``, ``axis``, ``level``, ``next``, or empty of one that the map does not show."""
    told: str
    """How it ended, or why it is not on the map."""
    bases: str
    """Where those came from whose squadrons the viewer knows; empty if he knows none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPage:
    """The map of a campaign after some mission."""

    told: Situation
    pictures: Pictures
    rows: tuple[MapRow, ...]
    """The newest first."""
    last: int
    """The latest mission."""

    @property
    def is_ahead(self) -> bool:
        """Its latest mission has yet to be debriefed: this is how things stand before it."""
        flown = (*(mark.flown for mark in self.told.missions), *(flown for flown, _ in self.told.elsewhere))
        return any(each.number == self.told.until and not each.is_debriefed for each in flown)

    @property
    def before(self) -> int | None:
        return self.told.until - 1 if self.told.until else None

    @property
    def after(self) -> int | None:
        return self.told.until + 1 if self.told.until < self.last else None


def map_page(campaign: Campaign, viewer: Viewer, until: int | None) -> MapPage | None:
    """The map on a page of its own; ``until``: the mission after which, left out: the latest. ``None``: there is none.

    Two queries. Raises ``Http404`` of a mission that has not been drawn.
    """
    standing = standing_of(campaign)
    last = _last(standing)
    if until is not None and until > last:
        raise Http404(f"This map has missions 0 to {last}.")
    told = _map(standing, last if until is None else until, _seen(campaign, viewer))
    if told is None:
        return None
    titles = side_titles(campaign)
    return MapPage(told=told, pictures=full(told, titles), rows=tuple(_rows(told, titles)), last=last)


def small_map(page: CampaignPage, campaign: Campaign, viewer: Viewer) -> Pictures | None:
    """The map as it stands, to stand beside other things: once for all who see the same sides' squadrons. No query."""
    seen = _seen(campaign, viewer)

    def drawn() -> Pictures | None:
        told = _map(page.reported, _last(page.reported), seen)
        return small(told, side_titles(campaign)) if told is not None else None

    return beside(campaign, page.reported, ("map", *seen), drawn)


def campaign_map(page: CampaignPage, campaign: Campaign, viewer: Viewer) -> Situation | None:
    """The map as it stands, from what the page of the campaign has fetched; ``None`` if the pack has none. No query."""
    standing = page.standing
    return _map(standing, _last(standing), _seen(campaign, viewer))


def map_after(campaign: Campaign, viewer: Viewer, standing: Standing, mission: int) -> Situation | None:
    """The map as it stood after a mission, of a ``standing`` that is known; ``None``: the pack has none. No query."""
    return _map(standing, mission, _seen(campaign, viewer))


def _last(standing: Standing) -> int:
    """The number of the latest mission that a map may show."""
    return max((mission.number for mission in standing.missions.values() if not mission.is_void), default=0)


def _rows(told: Situation, titles: Mapping[str, str]) -> Iterator[MapRow]:
    shown = [
        (mark.flown, mark.result, "" if mark.result == "next" else result_of(mark, titles), _from(mark.ways))
        for mark in told.missions
    ]
    missing = [(flown, "", why, "") for flown, why in told.elsewhere]
    for flown, result, sentence, bases in sorted([*shown, *missing], key=lambda row: -row[0].number):
        yield MapRow(
            number=flown.number,
            title=flown.title,
            place=flown.place,
            date=flown.date.isoformat(),
            result=result,
            told=sentence,
            bases=bases,
        )


def _from(ways: Iterable[Way]) -> str:
    return ", ".join(dict.fromkeys(way.base for way in ways if way.base))


def _seen(campaign: Campaign, viewer: Viewer) -> tuple[str, ...]:
    """The sides whose squadrons the viewer knows."""
    return tuple(side for side in SIDES if sees_pool(campaign, viewer, side))


def _map(standing: Standing, until: int, seen: Sequence[str]) -> Situation | None:
    """``seen``: the sides of which it tells where the squadrons are."""
    if standing.pack.map is None:
        return None
    bases = _Bases(standing)
    flown = tuple(_flown(standing, bases, seen))
    days = [each.date for each in flown if each.number <= until]
    past = None if until == _last(standing) else days[-1] if days else standing.pack.first
    stationed = {side: tuple(bases.stationed(side, until, past)) for side in seen}
    return situation(standing.pack, flown, until, marker=_marker(standing, until), stationed=stationed)


def _flown(standing: Standing, bases: _Bases, seen: Iterable[str]) -> Iterator[Flown]:
    for number, mission in sorted(standing.missions.items()):
        if not mission.is_void:
            yield Flown(
                number=number,
                key=mission.key,
                title=mission.title,
                place=mission.place,
                date=datetime.date.fromisoformat(mission.date),
                is_debriefed=mission.is_debriefed,
                points=mission.points,
                lost=mission.lost,
                bases={side: bases.flown_from(side, number) for side in seen},
            )


def _marker(standing: Standing, until: int) -> int | None:
    """Where the marker stood after a mission; ``None`` where there is no track."""
    progress = standing.pack.progress
    if progress is None:
        return None
    stood = [
        mission.marker
        for mission in standing.missions.values()
        if mission.number <= until and mission.counts and mission.marker is not None
    ]
    return stood[-1] if stood else progress.start


class _Bases:
    """Where squadrons were, mission by mission: from where they began, and where events have sent them since."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.flew: Mapping[int, set[str]] = _flew(standing)
        self.moves: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for key, moment in standing.events.items():
            for effect in standing.pack.events[key].gives if key in standing.pack.events else ():
                if effect.effect == "move" and effect.squadron and effect.base:
                    self.moves[effect.squadron].append((moment, effect.base))

    def base(self, squadron: str, mission: int) -> str:
        """Its base when the mission was flown; empty if it had none on land.

        An event at the mission's own moment came before it, as its date did, or moved the squadron after it, as its
        result did: in campaigns of periods.
        """
        line = self.standing.pack.squadrons.get(squadron)
        base = line.base if line is not None else self.standing.squadrons[squadron].base
        until = 2 * mission - 1 if self.standing.pack.has_periods else 2 * mission
        for moment, moved_to in sorted(self.moves[squadron]):
            if moment <= until:
                base = moved_to
        return base or ""

    def flown_from(self, side: str, mission: int) -> tuple[str, ...]:
        squadrons = sorted(key for key in self.flew.get(mission, ()) if self.standing.squadrons[key].side == side)
        return tuple(dict.fromkeys(base for key in squadrons if (base := self.base(key, mission))))

    def stationed(self, side: str, mission: int, day: datetime.date | None) -> Iterator[tuple[str, str]]:
        """The squadrons of a side with their bases after a mission: those that are here or, of a ``day`` that has
        passed, those that the pack had here.
        """
        for key, squadron in self.standing.squadrons.items():
            if squadron.side == side and self._is_here(squadron, day) and (base := self.base(key, mission + 1)):
                yield squadron.title, base

    def _is_here(self, squadron: Squadron, day: datetime.date | None) -> bool:
        line = self.standing.pack.squadrons.get(squadron.key)
        if day is None or line is None:
            return squadron.status in ("present", "grounded")
        return (line.first is None or line.first <= day) and (line.last is None or day <= line.last)


def _flew(standing: Standing) -> dict[int, set[str]]:
    """By mission, the squadrons whose aircraft flew in it."""
    found: dict[int, set[str]] = defaultdict(set)
    for airframe in standing.airframes.values():
        for fact in airframe.life:
            if fact.what == "sortie" and fact.mission is not None and airframe.squadron in standing.squadrons:
                found[fact.mission].add(airframe.squadron)
    return found
