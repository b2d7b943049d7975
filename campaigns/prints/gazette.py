"""From an edition of the paper to the sheet that is printed."""

from __future__ import annotations

from campaigns.documents.gazette.gazette import Gazette
from campaigns.documents.kit.theatre import MapSheet
from campaigns.heraldry.portraits import portrait
from campaigns.models import Campaign
from campaigns.selectors.gazette import Edition
from campaigns.standing.likeness import face_of


def printed(campaign: Campaign, edition: Edition) -> Gazette:
    """No query."""
    told, star = edition.situation, edition.star
    return Gazette(
        issue=edition.issue,
        campaign=campaign.name,
        titles=edition.sides,
        map=MapSheet(told, edition.sides) if told is not None else None,
        face=portrait(face_of(star, edition.definition)) if star is not None else None,
    )
