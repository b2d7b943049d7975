"""A game outside campaigns that is played at a table: asked about and scored as a mission of a campaign is."""

from __future__ import annotations

from engine.core.campaigns import CampaignRules, MissionOrder
from engine.core.game import Document
from engine.core.report import AircraftReport


class AtTable(CampaignRules):
    """What a system says of one set-up: its units are those of ``order``, and no table of a pack stands above it.

    A system mixes it with its own ``CampaignRules``; it comes first, so that ``setup`` is the document that there is.
    """

    document: Document
    order: MissionOrder

    def setup(self, order: MissionOrder) -> Document:
        return self.document

    def as_game_tells(self, flown: tuple[AircraftReport, ...]) -> tuple[AircraftReport, ...]:
        """What became of whom as the report of a game has it; here it names each aircraft as a campaign does."""
        return flown
