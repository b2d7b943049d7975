"""The little front with its pools: what a side may order of it, and what of that is taken or refused."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.models import Campaign
from campaigns.packs import PackDefinition, read_pack
from campaigns.packs.schema import Side
from campaigns.sequence import draws
from campaigns.standing import NewLine, Standing, fold
from campaigns.standing.model import Airman
from campaigns.standing.rosters import recruits
from config.common.refusals import Refusal
from missions.models import Mission
from missions.operations import drawing
from missions.operations.orders import sign_orders
from missions.planning import choices as planning
from missions.planning.choices import Choices
from tests import make

SEED = 7


@cache
def front() -> PackDefinition:
    return read_pack(make.source(make.PERIODS), f"{make.PERIODS}.toml")


def standing_of(pack: PackDefinition | None = None, weather: str | None = "Clear", *more: NewLine) -> Standing:
    """A campaign whose first period has just begun."""
    pack = pack or front()
    men = recruits(pack, SEED)
    lines = [draws.period_line(pack, fold(pack, men, ()), SEED, weather)] if pack.has_periods else []
    return fold(pack, men, [*lines, *more])


def offered(key: str, side: Side, standing: Standing | None = None) -> Choices:
    standing = standing or standing_of()
    return planning.build(standing.pack, key, side, month="1941-04", standing=standing)


def said(unit: str, **values: Any) -> dict[str, Any]:
    return {"id": unit, "altitude": "medium", **values}


def signed(choices: Choices, *units: dict[str, Any], resource: str | None = None) -> dict[str, dict[str, Any]]:
    """The orders with every key in place, unit by unit."""
    document = make.checked(choices, {"resource": resource, "units": list(units)})
    return {unit["id"]: unit for unit in document["units"]}


def refused(choices: Choices, *units: dict[str, Any], **more: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        make.checked(choices, {"units": list(units), **more})
    assert refusal.value.sentence.endswith((".", "]"))
    return refusal.value


@cache
def seed_that_draws(key: str) -> int:
    return next(seed for seed in range(500) if draws.next_mission(front(), standing_of(), seed).key == key)


def begun(owner: User, key: str, weather: str = "Clear") -> Campaign:
    """The little front in its first period, which draws ``key`` first; the owner commands both sides."""
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="me", seed=seed_that_draws(key))
    drawing.open_period(actor=owner, campaign=campaign, weather=weather)
    return campaign


def sign(mission: Mission, side: Side, *units: dict[str, Any]) -> dict[str, dict[str, Any]]:
    orders = sign_orders(actor=mission.campaign.owner, mission=mission, side=side, document={"units": list(units)})
    return {unit["id"]: unit for unit in orders.document["units"]}


def man(choices: Choices, squadron: str, number: int = 0) -> Airman:
    return [man for man in choices.standing.airmen.values() if man.squadron == squadron and man.status == "fit"][number]
