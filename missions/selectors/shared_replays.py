"""Replays that anybody may watch who has their address: who may share one, and what is watched there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse

import engine
from campaigns.access import Viewer, viewer
from campaigns.models import Role
from missions.models import Mission, SharedReplay, Skirmish
from missions.replay.frames import Watched
from missions.selectors import missions, skirmishes

ONLY: Final = "The umpires and the commanders share the replay of a mission."


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A fight as it is watched from outside: no names but those of the fight itself."""

    watched: Watched
    title: str
    about: str
    """A line about it."""
    is_corrected: bool
    by: User
    """Who shares it."""
    mission: Mission | None = None
    """Whose replay it is; ``None``: a skirmish's."""


def why_not_mission(mission: Mission, viewer: Viewer) -> str:
    """Why somebody may not share the replay of a mission, in a sentence; empty if they may."""
    flight = missions.flight_of(mission)
    if flight is None or not flight.has_replay:
        return "There is a replay only of a mission that was flown by the engine or on screen."
    if missions.debrief_of(mission) is None:
        return "A replay is shared after the debrief: it opens all hands."
    return "" if viewer.may(Role.COMMANDER) else ONLY


def may_withdraw(viewer: Viewer, by_id: int | None) -> bool:
    """Whoever shared it (``by_id``) withdraws the replay of a mission, and who may share one; of an archived campaign
    too: nobody goes on being shown what was shared by mistake."""
    return viewer.ranks(Role.COMMANDER) or viewer.user_id == by_id


def is_of_the_house(shared: Shared, user: User | AnonymousUser) -> bool:
    """Whether somebody who has come by the address shares it, or is of the campaign; anybody else is a stranger."""
    return user.pk == shared.by.pk or (shared.mission is not None and viewer(shared.mission.campaign, user) is not None)


def why_not_skirmish(skirmish: Skirmish, user_id: int) -> str:
    """The same of a skirmish."""
    if skirmish.owner_id != user_id:
        return "Whoever ordered a skirmish shares its replay."
    return "" if skirmish.has_replay else "Its replay is shared once it has been flown."


def shared_at(token: str) -> Shared | None:
    """What is watched at an address; ``None``: nothing, or not now. One query.

    Of a mission whose debrief has been withdrawn nothing, until it is debriefed again.
    """
    related = ("mission__campaign__pack", "mission__flight", "mission__debrief", "skirmish", "by")
    row = SharedReplay.objects.filter(token=token).select_related(*related).first()
    if row is None:
        return None
    if row.mission is not None:
        found = _mission(row.mission, row.by)
    else:
        assert row.skirmish is not None, "of one of both"
        found = _skirmish(row.skirmish, row.by)
    if found is None:
        return None
    url, film_url = reverse("shared-replay", args=(token,)), reverse("shared-film", args=(token,))
    return replace(found, watched=replace(found.watched, url=url, film_url=film_url))


def _mission(mission: Mission, by: User) -> Shared | None:
    if missions.debrief_of(mission) is None or not mission.flight.has_replay or mission.campaign.goes_at is not None:
        return None
    return Shared(
        watched=missions.watched(mission, mission.flight, None),
        title=mission.title,
        about=f"Mission {mission.number} of {mission.campaign.name}",
        is_corrected=mission.flight.corrected_at is not None,
        by=by,
        mission=mission,
    )


def _skirmish(skirmish: Skirmish, by: User) -> Shared | None:
    if not skirmish.has_replay:
        return None
    return Shared(
        watched=skirmishes.watched(skirmish, None),
        title=skirmish.title,
        about=engine.systems()[skirmish.system].title,
        is_corrected=False,
        by=by,
    )
