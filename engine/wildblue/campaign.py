"""Wild Blue Yonder in a campaign: set-ups of its missions, and what became of each of their aircraft. [WBY 13-24]"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.campaigns import CampaignRules, CatalogueEntry, MissionOrder
from engine.core.game import Document
from engine.core.report import AircraftReport, Answer, Report, Score


class WildBlueCampaign(CampaignRules):
    """Its missions are told by packs: targets, loads, Resources, Skills and points."""

    sizes = (1, 3)
    has_men = True
    told_by_pack = True

    def catalogue(self) -> Mapping[str, CatalogueEntry]:
        return {}

    def setup(self, order: MissionOrder) -> Document:
        return order.setup

    def flown(self, order: MissionOrder, report: Report) -> tuple[AircraftReport, ...]:
        return report.aircraft

    def scores(
        self, order: MissionOrder, flown: tuple[AircraftReport, ...], answers: Mapping[str, Answer]
    ) -> tuple[Score, ...]:
        return ()
