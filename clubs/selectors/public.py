"""What everybody may see of a campaign whose pages are public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.urls import reverse

from campaigns.access import PUBLIC
from campaigns.models import Campaign
from campaigns.packs import PackDefinition
from campaigns.selectors.campaigns import PilotRow, TypeLosses, campaign_page
from campaigns.selectors.mission_rows import MissionRow
from campaigns.selectors.squadrons import MemorialRow, memorial_page
from campaigns.standing.victory_table import GradeRow
from clubs.models import Club
from config.common.charts import BarData, ChartData


def campaign_of(key: str) -> Campaign | None:
    """The campaign whose public pages have this address; what is to be deleted has none. One query."""
    return Campaign.objects.filter(public_key=key, goes_at=None).select_related("pack", "club").first()


def page_of(club: Club | None) -> str:
    """Where the public page of a club stands, if its owners want it found; else empty: its address is a secret."""
    if club is None or club.public_key is None or not club.is_listed or club.goes_at is not None:
        return ""
    return reverse("public-club", args=(club.public_key,))


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPage:
    """What anybody may see of a campaign."""

    name: str
    definition: PackDefinition
    is_finished: bool
    points: Mapping[str, int]
    length: int
    missions: tuple[MissionRow, ...]
    """Those that have been debriefed."""
    chart: ChartData
    losses: tuple[TypeLosses, ...]
    lost_by_type: BarData
    kills_by_type: BarData
    grades: tuple[GradeRow, ...]
    pilots: tuple[PilotRow, ...]
    """Those with victories, the best first."""

    @property
    def margin(self) -> int:
        """Allied less Axis points."""
        return self.points["allied"] - self.points["axis"]


def public_page(campaign: Campaign) -> PublicPage:
    """Three queries."""
    page = campaign_page(campaign, PUBLIC)
    missions = tuple(each for each in page.missions if each.is_debriefed)
    pilots = tuple(pilot for pilot in page.pilots if pilot.man.kills)
    shown = {each.name: getattr(page, each.name) for each in fields(PublicPage)}
    return PublicPage(**shown | {"missions": missions, "pilots": pilots})


def honour_page(campaign: Campaign) -> tuple[tuple[str, tuple[MemorialRow, ...]], ...]:
    """Those who did not come back, each list with its heading. Two queries."""
    return memorial_page(campaign, PUBLIC).lists
