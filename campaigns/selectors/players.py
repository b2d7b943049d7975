"""What may be done about the men of a campaign that several people play."""

from __future__ import annotations

from campaigns.access import Viewer
from campaigns.models import Role
from campaigns.standing.model import Airman
from campaigns.standing.recruits import Man


def may_give(member: Viewer, airman: Airman) -> bool:
    """Whether somebody says whose man this is."""
    return decides_for(member, airman.side, airman.squadron)


def decides_for(member: Viewer, side: str, squadron: str) -> bool:
    """Commands this side, leads this squadron of it (or drafts for all of the side), or umpires."""
    if member.is_closed:
        return False
    leads = {(side, ""), (side, squadron)} & member.leads
    return side in member.commands or bool(leads) or member.may(Role.UMPIRE)


def has_flown(airman: Airman) -> bool:
    return any(each.what == "sortie" for each in airman.life)


def was_named(airman: Airman) -> bool:
    """Somebody has given him another name than he came with."""
    return bool(airman.first_name)


def keeps_name(man: Man) -> bool:
    """A card or a Resource brings him, by his name."""
    return bool(man.resource or man.skills) or not man.on_roster
