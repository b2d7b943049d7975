"""The definition that a stored pack holds, and as a campaign plays it."""

from __future__ import annotations

from campaigns.models import Campaign, Pack
from campaigns.packs import PackDefinition, read_pack


def definition(pack: Pack) -> PackDefinition:
    """Raises ``PackError`` only if a pack was stored that no longer reads: a bug or a broken database."""
    return read_pack(pack.source, f"{pack.slug}.toml")


def definition_of(campaign: Campaign, pack: Pack | None = None) -> PackDefinition:
    """What a campaign is played by: its pack, or another version of it, with the careers and fates of its terms.

    Where the men in aircraft have no names there are no careers, whatever has been agreed on.
    """
    found = definition(pack or campaign.pack)
    usual = found.options
    careers = usual.careers if campaign.careers == Campaign.Careers.PACK else campaign.careers == Campaign.Careers.KEPT
    fates = usual.fates if campaign.fates == Campaign.Fates.PACK else campaign.fates
    return found.played_by(usual.but(careers=careers and found.names_men, fates=fates))
