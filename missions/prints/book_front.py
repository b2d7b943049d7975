"""What stands before the chapters of a campaign's book, for one pair of eyes: its cover and its overview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils import timezone

import engine
from campaigns.access import Viewer
from campaigns.documents.book.book_cover import Cover, CoverSide
from campaigns.documents.book.overview import Ends, GradeLine, MissionLine, Overview
from campaigns.models import Campaign
from campaigns.packs.schema import SIDES
from campaigns.prints.log_rows import span
from campaigns.selectors.board import track
from campaigns.selectors.campaigns import CampaignPage
from campaigns.selectors.mission_rows import MissionRow
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import sees_pool
from campaigns.selectors.strength import strength_chart
from campaigns.selectors.terms import men_said
from campaigns.standing.chronicle import Chronicle
from campaigns.standing.sortie_text import count
from config.common.figures import figure
from config.common.leads import lead
from config.common.vocabulary import day
from missions.models import Flight, Mission
from missions.selectors.campaign_odds import ShownOdds

WAYS: Mapping[str, str] = {
    Flight.Way.ENGINE: "by the engine",
    Flight.Way.TABLE: "at the table",
    Flight.Way.SCREEN: "on screen",
    Flight.Way.GROUNDED: "not flown",
    Flight.Way.OPERATION: "an operation",
}


class Front:
    """All of it from what has been fetched; ``titles`` are what the sides are called."""

    def __init__(self, campaign: Campaign, viewer: Viewer, page: CampaignPage) -> None:
        self.campaign, self.viewer, self.page = campaign, viewer, page
        self.titles = side_titles(campaign)

    def cover(self) -> Cover:
        page, pack = self.page, self.page.definition
        imprint = (f"{pack.title} {self.campaign.pack.version}", engine.systems()[pack.system].title, self._eyes())
        played = SIDES[:1] if pack.kind == "solitaire" else SIDES
        return Cover(
            kicker="The campaign book",
            title=page.name,
            pack=pack.title,
            dates=span(pack.first, pack.last),
            result=self._result() if page.is_finished else f"Under way: {page.flown} of {page.length} missions flown",
            sides=tuple(
                CoverSide(
                    side,
                    self.titles[side],
                    pack.sides[side].title,
                    page.commanders[side] if side in played else "",
                    page.points[side] if side in played else None,
                )
                for side in SIDES
            ),
            imprint=" · ".join(part for part in imprint if part),
        )

    def overview(self, known: Chronicle, missions: Mapping[int, Mission], odds: ShownOdds | None) -> Overview:
        """``missions``: by number; ``odds``: how it might end, if somebody has looked."""
        page = self.page
        seen = [side for side in SIDES if sees_pool(self.campaign, self.viewer, side)]
        men = [man.man for man in known.standing.airmen.values()]
        strength = strength_chart(page.definition, men, known.lines.values(), seen)
        return Overview(
            sentences=tuple(self._sentences()),
            charts=tuple(chart for chart in (page.chart, strength) if chart is not None and page.flown),
            bars=tuple(bars for bars in (page.kills_by_type, page.lost_by_type) if bars.bars),
            missions=tuple(self._line(row, missions[row.number]) for row in page.missions),
            ends=None if odds is None else _ends(odds),
        )

    def _eyes(self) -> str:
        """Whose knowledge the book holds; nothing when everybody may know everything."""
        if self.campaign.is_finished:
            return ""
        seen = [side for side in SIDES if self.viewer.sees_plans_of(side)]
        if len(seen) == len(SIDES):
            return "Holds the plans of both sides"
        return f"As the {self.titles[seen[0]]} side knows it" if seen else "As everybody knows it"

    def _both(self, told: Mapping[str, object]) -> str:
        """``Allied 7, Axis 14``."""
        return ", ".join(f"{self.titles[side]} {told[side]}" for side in SIDES)

    def _result(self) -> str:
        return f"{self._grade()}. {self.page.grade.text}"

    def _grade(self) -> str:
        """``Allied victory, Axis defeat``; what both have come to if it is the same."""
        titles = self.page.grade.titles
        return titles["allied"] if titles["allied"] == titles["axis"] else self._both(titles)

    def _sentences(self) -> Iterator[str]:
        page, points = self.page, self._both(self.page.points)
        if page.is_finished:
            yield f"The campaign is over after {count(page.flown, 'mission')}: {points}. {self._result()}"
        elif page.flown:
            have = "has" if page.flown == 1 else "have"
            yield f"{page.flown} of {count(page.length, 'mission')} {have} been flown: {points}."
            yield f"If it ended now: {self._grade()}."
        else:
            yield f"The campaign of {count(page.length, 'mission')} has begun; none has been flown yet."
        if said := men_said(self.campaign):
            yield said
        laid = track(page.standing)
        if laid is not None:
            yield laid.summary

    def _line(self, row: MissionRow, mission: Mission) -> MissionLine:
        if not row.is_debriefed or row.is_void:
            how = "void" if row.is_void else mission.get_status_display().lower()
            return MissionLine(row.number, day(row.date), row.title, row.place, how)
        return MissionLine(
            row.number,
            day(row.date),
            row.title,
            row.place,
            WAYS[row.way],
            allied=figure(row.points["allied"]),
            axis=figure(row.points["axis"]),
            ahead=lead(row.margin, self.titles),
        )


def _ends(odds: ShownOdds) -> Ends:
    looked = day(timezone.localdate(odds.flown_at))
    return Ends(
        sentences=(
            f"Looked at on {looked}, as it stood {odds.stood}: {odds.ends} ends, flown by regular staffs on both "
            f"sides. The picture: {odds.measure}; half of all ends pass through the inner band, 90 in 100 through "
            "the whole of it.",
            f"{'; '.join(side.sentence for side in odds.sides)}. On average it ends {odds.final}.",
        ),
        chart=odds.chart,
        grades=tuple(
            GradeLine(
                grade.titles["allied"],
                grade.titles["axis"],
                f"{grade.share.percent:.0f} ({grade.share.low:.0f} to {grade.share.high:.0f})",
            )
            for grade in odds.grades
        ),
    )
