"""From a pack, or from what a campaign has come to, to the map that is printed."""

from __future__ import annotations

from campaigns.access import Viewer
from campaigns.documents.kit.theatre import MapSheet
from campaigns.maps.situation import situation
from campaigns.models import Campaign
from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.selectors.campaigns import CampaignPage
from campaigns.selectors.maps import campaign_map
from campaigns.selectors.sides import side_titles


def blank_map(pack: PackDefinition) -> MapSheet | None:
    """The theatre before the first mission, with the squadrons that begin there, to be drawn on by hand."""
    stationed: dict[str, list[tuple[str, str]]] = {
        side: [
            (line.title, line.base)
            for line in pack.squadrons.values()
            if line.side == side and line.base and line.first is None
        ]
        for side in SIDES
    }
    told = situation(pack, (), 0, marker=pack.progress.start if pack.progress else None, stationed=stationed)
    return MapSheet(told, side_titles(pack)) if told is not None else None


def filled_map(page: CampaignPage, campaign: Campaign, viewer: Viewer) -> MapSheet | None:
    """The map as it stands, for one pair of eyes. No query."""
    told = campaign_map(page, campaign, viewer)
    return MapSheet(told, side_titles(campaign)) if told is not None else None
