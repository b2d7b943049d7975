"""Missions that are flown on screen by people of a campaign."""

from __future__ import annotations

from missions.models import Mission
from notices.models import Happening
from tests import make
from tests.cast import Cast


def of_two(cast: Cast, slug: str = make.DOGFIGHTS) -> Mission:
    """A mission whose orders are open, with a person in command of each side."""
    return make.opened(make.club(cast, slug))


def of_owner_against_axis(cast: Cast) -> Mission:
    """The same, but the campaign's owner commands one side of it."""
    return make.opened(make.duel(cast, make.DOGFIGHTS))


def told(kind: str) -> list[Happening]:
    return list(Happening.objects.filter(kind=kind))
