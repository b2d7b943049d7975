"""Pictures that people have uploaded: what is kept, and of whom."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campaigns.heraldry.rasters import Raster
from campaigns.models import Campaign
from campaigns.standing import Standing


def raster_of(campaign: Campaign, digest: str) -> Raster | None:
    """The picture of a digest. One query."""
    found = campaign.pictures.filter(digest=digest).values_list("content", flat=True).first()
    return None if found is None else Raster(bytes(found))


def rasters(campaign: Campaign, digests: Collection[str]) -> Mapping[str, Raster]:
    """Those of these digests. One query; none where there are none."""
    wanted = {digest for digest in digests if digest}
    if not wanted:
        return {}
    found = campaign.pictures.filter(digest__in=wanted).values_list("digest", "content")
    return {digest: Raster(bytes(content)) for digest, content in found}


def worn(standing: Standing) -> set[tuple[str, str]]:
    """Side and digest of each picture that a man or a squadron has."""
    of_men = {(man.side, man.picture) for man in standing.airmen.values()}
    of_squadrons = {(side, digest) for (side, _), digest in standing.badges.items()}
    return {(side, digest) for side, digest in of_men | of_squadrons if digest}
