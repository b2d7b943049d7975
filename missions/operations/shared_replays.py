"""The writers of shared replays: an address that nobody guesses is given out, renewed, withdrawn.

It opens all hands, so a mission's is given out after its debrief. It shows no names but those of the fight.
"""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.access import Viewer, viewer
from config.common.refusals import Refusal
from missions.models import Mission, SharedReplay, Skirmish
from missions.operations.under_lock import locked_mission
from missions.selectors.shared_replays import ONLY, may_withdraw, why_not_mission, why_not_skirmish


def share_mission(*, actor: User, mission: Mission, anew: bool = False) -> SharedReplay:
    """Give the replay of a mission an address, or find the one it has; ``anew``: another, and the old leads nowhere."""
    with locked_mission(mission) as mission:
        _refuse(why_not_mission(mission, _viewer(actor, mission)))
        return _shared(SharedReplay.objects.filter(mission=mission).first(), SharedReplay(mission=mission), actor, anew)


def share_skirmish(*, actor: User, skirmish: Skirmish, anew: bool = False) -> SharedReplay:
    """The same of one's own skirmish."""
    with transaction.atomic():
        skirmish = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        _refuse(why_not_skirmish(skirmish, actor.pk))
        found = SharedReplay.objects.filter(skirmish=skirmish).first()
        return _shared(found, SharedReplay(skirmish=skirmish), actor, anew)


def withdraw_mission(*, actor: User, mission: Mission) -> None:
    """Its address leads nowhere from now on, of an archived campaign too."""
    with locked_mission(mission, archived_too=True) as mission:
        found = SharedReplay.objects.filter(mission=mission)
        row = found.first()
        if not may_withdraw(_viewer(actor, mission), row.by_id if row else None):
            raise Refusal(ONLY)
        found.delete()


def withdraw_skirmish(*, actor: User, skirmish: Skirmish) -> None:
    """The same of one's own skirmish."""
    with transaction.atomic():
        skirmish = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        _refuse(why_not_skirmish(skirmish, actor.pk))
        SharedReplay.objects.filter(skirmish=skirmish).delete()


def _viewer(actor: User, mission: Mission) -> Viewer:
    member = viewer(mission.campaign, actor)
    if member is None:
        raise Refusal("You are not of this campaign.")
    return member


def _refuse(why: str) -> None:
    if why:
        raise Refusal(why)


def _shared(found: SharedReplay | None, fresh: SharedReplay, actor: User, anew: bool) -> SharedReplay:
    if found is not None and not anew:
        return found
    row = found or fresh
    row.token, row.by, row.at = secrets.token_urlsafe(32), actor, timezone.now()
    row.save()
    return row
