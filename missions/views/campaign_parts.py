"""What the page of a campaign shows to all its people alike: written once, and kept as long as nothing happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from campaigns.access import PUBLIC
from campaigns.models import Campaign
from campaigns.packs.schema import SIDES
from campaigns.selectors.board import Board, locked, rounds, track
from campaigns.selectors.campaigns import CampaignPage
from campaigns.selectors.kept_folds import beside
from config.common.charts import bar_plots, plot

PARTS: Final[Mapping[str, str]] = {
    "track": "missions/campaign/track.html",
    "log": "missions/campaign/log.html",
    "points": "missions/campaign/points.html",
    "losses": "parts/losses_by_type.html",
    "resources": "missions/campaign/resources.html",
    "victories": "missions/campaign/victories.html",
    "strikes": "missions/campaign/strikes.html",
    "grades": "missions/campaign/grades.html",
}


def alike(page: CampaignPage, campaign: Campaign) -> Mapping[str, SafeString]:
    """The parts by name; a campaign without a track has an empty one, and so on.

    Their templates are given neither who asks nor what only some may see: what is kept is nobody's in particular.
    """
    key = ("alike", page.part.number, campaign.only_confirmed, campaign.is_finished)
    return beside(campaign, page.reported, key, lambda: _written(replace(page, viewer=PUBLIC), campaign))


def pools(board: Board, page: CampaignPage, campaign: Campaign) -> Mapping[str, SafeString]:
    """By side the squadrons of each that the board shows to the viewer: whoever else may see them sees the same."""

    def written(side: str) -> SafeString:
        about = {"campaign": campaign, "page": replace(page, viewer=PUBLIC), "side": side, "pool": board.pools[side]}
        return render_to_string("missions/campaign/pool.html", about)

    return {
        side: beside(campaign, page.reported, ("written pool", side), partial(written, side)) for side in board.pools
    }


def _written(page: CampaignPage, campaign: Campaign) -> dict[str, SafeString]:
    about = {
        "campaign": campaign,
        "page": page,
        "track": track(page.standing),
        "rounds": rounds(page),
        "locked": locked(page.standing),
        "wide_plot": plot(page.chart, 640, 240),
        "narrow_plot": plot(page.chart, 340, 220),
        "lost_plots": bar_plots(page.lost_by_type),
        "linked": True,
        "sides": SIDES,
    }
    return {name: render_to_string(template, about) for name, template in PARTS.items()}
