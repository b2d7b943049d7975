"""What the pages of squadrons, aircraft and men show, for one pair of eyes, from one fold of the journal.

A side's squadrons and aircraft are its own business until the campaign is over; a man of the other side is known
once he has flown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.core.paginator import Paginator
from django.http import Http404

from campaigns.access import Viewer
from campaigns.heraldry.kill_board import PaintedVictory, kill_board
from campaigns.heraldry.ribbons import Ribbon
from campaigns.heraldry.shapes import Picture
from campaigns.models import Campaign, Role
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.players import decides_for, has_flown, keeps_name, may_give, was_named
from campaigns.selectors.standings import lines_of, men_of, rows_of, standing_of
from campaigns.standing import Line, Standing, fold
from campaigns.standing.careers import STEPS, step
from campaigns.standing.change_kinds import CHANGES, Change
from campaigns.standing.chronicle import Chronicle, chronicle, kills_chart
from campaigns.standing.likeness import in_words, painted_victories, ribbons_of
from campaigns.standing.model import Airframe, Airman, JournalFact, Squadron
from campaigns.standing.questions import (
    SquadronRow,
    airframes,
    airmen,
    is_ace,
    is_crew,
    squadron_row,
    squadron_rows,
)
from campaigns.standing.stories import stories
from campaigns.standing.victories import counted
from campaigns.standing.words import airframe_state, airman_state, skill_name
from config.common.charts import ChartData

HIDDEN = "What this side has is its own business until the campaign is over."


def sees_pool(campaign: Campaign, viewer: Viewer, side: str) -> bool:
    """May look into this side's hangars."""
    return campaign.is_finished or viewer.sees_plans_of(side)


def manages(campaign: Campaign, viewer: Viewer, side: str) -> bool:
    """Decides about this side's men: the owner only where he may look, for what is offered tells what there is."""
    return (viewer.acts_for(side) or viewer.may(Role.UMPIRE)) and sees_pool(campaign, viewer, side)


def known_lines(campaign: Campaign, viewer: Viewer) -> list[Line]:
    """The journal without what the other side has decided about its men: whom it has sent on leave, or elsewhere.

    One query.
    """
    return _known(campaign, viewer, lines_of(campaign))


SECRET: Final = tuple(what for what, each in CHANGES.items() if each.of_man != "never" and not each.is_known)
"""Changes of which the other side does not learn."""


def _hidden(campaign: Campaign, viewer: Viewer) -> list[str]:
    return [side for side in SIDES if not sees_pool(campaign, viewer, side)]


def _known(campaign: Campaign, viewer: Viewer, lines: Iterable[Line]) -> list[Line]:
    hidden = _hidden(campaign, viewer)
    return [
        line
        for line in lines
        if not (line.kind == Change.kind and line.side in hidden and Change.of(line).what in SECRET)
    ]


def known_standing(campaign: Campaign, viewer: Viewer) -> Standing:
    """What the campaign has come to by ``known_lines``. Two queries; three for who may not look into both pools."""
    hidden = _hidden(campaign, viewer)
    secrets = campaign.entries.in_force().filter(kind=Change.kind, side__in=hidden, data__what__in=SECRET)
    if hidden and secrets.exists():
        return known_chronicle(campaign, viewer).standing
    return shown_standing(campaign)


def known_chronicle(campaign: Campaign, viewer: Viewer) -> Chronicle:
    """The same with the lines themselves. Two queries."""
    return chronicle(
        definition_of(campaign),
        men_of(campaign),
        known_lines(campaign, viewer),
        only_confirmed=campaign.only_confirmed,
    )


def shown_standing(campaign: Campaign) -> Standing:
    """What the campaign has come to, by the victories that its standings count. Two queries."""
    return counted(standing_of(campaign), only_confirmed=campaign.only_confirmed)


def known_men(campaign: Campaign, viewer: Viewer, standing: Standing, side: str) -> list[Airman]:
    """The men of a side whom the viewer may know: of the other one those who have flown."""
    everybody = sees_pool(campaign, viewer, side)
    return [
        man
        for man in standing.airmen.values()
        if man.side == side and (man.missions or (everybody and man.status != "away" and man.man.on_roster))
    ]


def men_seen(campaign: Campaign, viewer: Viewer, standing: Standing, side: str) -> list[Airman]:
    """Those whom the viewer may know, and his own who have not flown yet: for pages, a document is not one man's."""
    known = known_men(campaign, viewer, standing, side)
    there = {man.pk for man in known}
    own = [man for man in standing.airmen.values() if man.side == side and man.player_id == viewer.user_id]
    return [*known, *(man for man in own if man.pk not in there)]


def men_seen_in(among: Mapping[Campaign, Viewer]) -> Iterator[tuple[Campaign, Airman]]:
    """The same of both sides, for each of these campaigns. Two queries, however many those are."""
    rows = rows_of(among)
    for campaign, viewer in among.items():
        men, lines = rows[campaign.pk]
        standing = fold(definition_of(campaign), men, _known(campaign, viewer, lines))
        for side in SIDES:
            for man in men_seen(campaign, viewer, standing, side):
                yield campaign, man


def players_of(campaign: Campaign, side: str = "") -> dict[int, str]:
    """Keys and names of those who have a seat on a side, or on either. No query if the seats are prefetched."""
    return {
        seat.user.pk: seat.user.get_username()
        for seat in campaign.seats.all()
        if seat.user is not None and seat.side and side in ("", seat.side)
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolPage:
    """The order of battle of the sides that the viewer may see."""

    standing: Standing
    sides: Mapping[str, tuple[SquadronRow, ...]]
    hidden: tuple[str, ...]
    """Sides whose pools he may not see."""

    @property
    def names_men(self) -> bool:
        """Whether the men of any squadron have names."""
        return any(squadron.names_men for squadron in self.standing.squadrons.values())


def pool_page(campaign: Campaign, viewer: Viewer) -> PoolPage:
    """Two queries."""
    standing = shown_standing(campaign)
    seen = [side for side in SIDES if sees_pool(campaign, viewer, side)]
    return PoolPage(
        standing=standing,
        sides={side: squadron_rows(standing, side) for side in seen},
        hidden=tuple(side for side in SIDES if side not in seen),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadronPage:
    row: SquadronRow
    airframes: tuple[Airframe, ...]
    """Those that it has."""
    gone: tuple[Airframe, ...]
    """Lost or withdrawn."""
    men: tuple[Airman, ...]
    standing: Standing
    may_picture: bool
    """The viewer may show another badge."""

    @property
    def has_picture(self) -> bool:
        """Its badge has been uploaded."""
        return bool(self.standing.badges.get((self.squadron.side, self.squadron.key)))

    @property
    def squadron(self) -> Squadron:
        return self.row.squadron


def squadron_page(campaign: Campaign, viewer: Viewer, key: str) -> SquadronPage:
    """One squadron with all its aircraft and men. Two queries. Raises ``Http404``."""
    standing = shown_standing(campaign)
    squadron = standing.squadrons.get(key)
    if squadron is None or not sees_pool(campaign, viewer, squadron.side):
        raise Http404(f"There is no such squadron for you to see. {HIDDEN}")
    men = sorted(airmen(standing, key), key=lambda man: (man.is_lost, -man.kills, -man.missions, man.name))
    own = airframes(standing, key)
    return SquadronPage(
        row=squadron_row(standing, squadron),
        airframes=tuple(each for each in own if each.status in ("serviceable", "repair")),
        gone=tuple(each for each in own if each.status not in ("serviceable", "repair")),
        men=tuple(men),
        standing=standing,
        may_picture=decides_for(viewer, squadron.side, key),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AirframePage:
    airframe: Airframe
    squadron: Squadron | None
    standing: Standing

    @property
    def state(self) -> str:
        """``under repair until period 4``."""
        return airframe_state(self.airframe, has_periods=self.standing.pack.has_periods)


def airframe_page(campaign: Campaign, viewer: Viewer, code: str) -> AirframePage:
    """The life of one aircraft. Two queries. Raises ``Http404``."""
    standing = shown_standing(campaign)
    airframe = standing.airframes.get(code)
    if airframe is None or not sees_pool(campaign, viewer, airframe.side):
        raise Http404(f"There is no such aircraft for you to see. {HIDDEN}")
    squadron = standing.squadrons.get(airframe.squadron)
    return AirframePage(airframe=airframe, squadron=squadron, standing=standing)


MEN_A_PAGE: Final = 100
"""Of a side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    """One man of the roster."""

    man: Airman
    squadron: str
    """Its title; empty where there are no squadrons."""
    is_ace: bool
    player: str
    """Whose man he is."""
    is_mine: bool
    """He is the viewer's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterPage:
    rows: Mapping[str, tuple[RosterRow, ...]]
    """By side."""
    men: Mapping[str, int]
    """By side, how many there are on all pages."""
    page: int
    pages: int
    unseen: Mapping[str, bool]
    """By side, whether only those are listed who have flown."""
    standing: Standing


def roster_page(campaign: Campaign, viewer: Viewer, page: int | None = None) -> RosterPage:
    """Everybody whom the viewer may know, best first. Two queries.

    ``page``: of each side ``MEN_A_PAGE`` at a time, on the last one those that there are; left out: all of them.
    """
    standing = known_standing(campaign, viewer)
    players = players_of(campaign)
    titles = {key: squadron.title for key, squadron in standing.squadrons.items()}

    def row(man: Airman) -> RosterRow:
        is_mine = man.player_id == viewer.user_id
        return RosterRow(
            man=man,
            squadron=titles.get(man.squadron, ""),
            is_ace=is_ace(man),
            player=players.get(man.player_id or 0, ""),
            is_mine=is_mine,
        )

    men = {
        side: sorted(men_seen(campaign, viewer, standing, side), key=lambda man: (-man.kills, -man.missions, man.name))
        for side in SIDES
    }
    most = max(map(len, men.values()))
    pages = Paginator(range(most), max(most, 1) if page is None else MEN_A_PAGE)
    shown = pages.get_page(page or 1)
    here = slice(shown.start_index() - 1 if most else 0, shown.end_index())
    return RosterPage(
        rows={side: tuple(map(row, of_side[here])) for side, of_side in men.items()},
        men={side: len(of_side) for side, of_side in men.items()},
        page=shown.number,
        pages=pages.num_pages,
        unseen={side: not sees_pool(campaign, viewer, side) for side in SIDES},
        standing=standing,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LogbookPage:
    """One man: what he is, and everything that he did."""

    man: Airman
    squadron: Squadron | None
    is_ace: bool
    step: int
    """Steps of his career that he has reached. [SUP 19.5]"""
    next_step: int | None
    """Experience of the next one; ``None`` when there is none."""
    standing: Standing
    stories: Mapping[int, str]
    """A line about each of his sorties, by its entry."""
    painted: tuple[PaintedVictory, ...]
    """His victories as they are painted beside his cockpit."""
    chart: ChartData | None
    """His victories over time; ``None``: he has none."""
    may_manage: bool
    """The viewer chooses his Skills and decorates him."""
    sees_squadron: bool
    """The viewer may look into his squadron's hangar."""
    is_known: bool
    """The viewer knows him as those do who sit where he sits, not only because he is his own man."""
    player: str
    """Whose man he is; empty: nobody's."""
    players: Mapping[int, str]
    """Whose man he may be made; empty if the viewer has no say in it."""
    may_name: bool
    """The viewer may give him another name."""
    needs_reason: bool
    """And says why."""
    may_picture: bool
    """The viewer may show another picture of him."""

    @property
    def state(self) -> str:
        """``wounded until mission 7``."""
        return airman_state(self.man)

    @property
    def skills(self) -> list[str]:
        """His Skills, each with its code."""
        return [f"{skill_name(code, in_formation=self.is_crew)} ({code})" for code in self.man.skills]

    @property
    def counts_experience(self) -> bool:
        """His experience makes something of him; where there are ranks, what he has flown and shot down does."""
        return self.standing.pack.options.careers and not self.man.rank

    @property
    def is_crew(self) -> bool:
        return is_crew(self.standing, self.man)

    @property
    def ribbons(self) -> tuple[Ribbon, ...]:
        return ribbons_of(self.man)

    @property
    def kill_board(self) -> Picture | None:
        """What is painted beside his cockpit; ``None``: nothing."""
        return kill_board(self.painted, self.man.strikes) if self.painted or self.man.strikes else None

    @property
    def painted_in_words(self) -> str:
        """``Painted beside the cockpit: 2 marks for Germany, 1 for Italy, 3 bombs``."""
        return f"Painted beside the cockpit: {in_words(self.painted, self.man.strikes)}"


def logbook_page(campaign: Campaign, viewer: Viewer, pk: int) -> LogbookPage:
    """Two queries. Raises ``Http404`` for men whom the viewer does not know."""
    known = known_chronicle(campaign, viewer)
    standing = known.standing
    man = standing.airmen.get(pk)
    if man is None or man not in men_seen(campaign, viewer, standing, man.side):
        raise Http404("There is no such man for you to know.")
    players = players_of(campaign, man.side)
    is_known = man in known_men(campaign, viewer, standing, man.side)
    sees = sees_pool(campaign, viewer, man.side)
    is_his = man.player_id == viewer.user_id and not viewer.is_closed
    is_new = not (has_flown(man) or was_named(man)) and is_his
    careers = standing.pack.options.careers
    reached = step(man.experience) if careers else 0
    return LogbookPage(
        man=man,
        squadron=standing.squadrons.get(man.squadron),
        is_ace=is_ace(man),
        step=reached,
        next_step=STEPS[reached] if careers and standing.pack.rules.skills and reached < len(STEPS) else None,
        standing=standing,
        stories=stories(known, man),
        painted=painted_victories(man, known.victories(man)),
        chart=kills_chart(known, man),
        sees_squadron=sees,
        may_manage=manages(campaign, viewer, man.side),
        is_known=is_known,
        player=players.get(man.player_id or 0, ""),
        players=players if sees and may_give(viewer, man) else {},
        may_name=(is_new or (sees and viewer.may(Role.UMPIRE))) and not keeps_name(man.man) and standing.pack.names_men,
        needs_reason=not is_new,
        may_picture=is_his or (sees and may_give(viewer, man)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorialRow:
    man: Airman
    squadron: str
    last: JournalFact | None
    """How it ended."""


@dataclass(frozen=True, slots=True)
class MemorialPage:
    lists: tuple[tuple[str, tuple[MemorialRow, ...]], ...]
    """Each list with its heading."""
    standing: Standing

    @property
    def is_empty(self) -> bool:
        return not any(rows for _, rows in self.lists)


def memorial_page(campaign: Campaign, viewer: Viewer) -> MemorialPage:
    """All who did not come back, of both sides, in the order in which they fell. Two queries.

    Without those of whom a side has merely said so: what it decides about its men the viewer learns when he may.
    """
    standing = known_standing(campaign, viewer)
    titles = {key: squadron.title for key, squadron in standing.squadrons.items()}

    def rows(status: str) -> tuple[MemorialRow, ...]:
        made = []
        for man in standing.airmen.values():
            if man.status == status:
                last = next((each for each in reversed(man.life) if each.what == status), None)
                made.append(MemorialRow(man=man, squadron=titles.get(man.squadron, ""), last=last))
        return tuple(sorted(made, key=lambda row: (row.last.moment if row.last else 0, row.man.name)))

    headings = {"killed": "Killed", "missing": "Missing", "captured": "Prisoners of war"}
    return MemorialPage(tuple((heading, rows(status)) for status, heading in headings.items()), standing)
