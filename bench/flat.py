"""A campaign of 500 missions and 400 men beside one of 20: what each act costs of the processor, as a ratio."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, TypeAlias, TypeVar
from uuid import uuid4

from bench import arrivals
from bench.measure import Row, database

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from campaigns.models import Campaign

FEW, MANY = 20, 500
"""Missions flown of one and the same pack."""
PERIODS = 52
"""Of ten missions each: both have some left."""
AS_MANY, THRICE = 1.5, 3.0
PAGES = {
    "campaign": AS_MANY,
    "campaign-squadrons": AS_MANY,
    "campaign-pilots": AS_MANY,
    "campaign-journal": AS_MANY,
}
A_MISSION = 1.2
"""Of what is written or read a mission at a time."""
T = TypeVar("T")
Cost: TypeAlias = dict[str, float]
"""Seconds of the processor, by what is done."""


def rows(rounds: int) -> Iterator[Row]:
    """In a database of its own, in memory. Processor time: what a worker spends on it.

    Then by the clock, how long others wait for it.
    """
    with database():
        yield from _rows(min(rounds, 5))
    yield from arrivals.rows()


def _rows(rounds: int) -> Iterator[Row]:
    from django.contrib.auth.models import User

    owner = User.objects.create_user("owner")
    few, many = (_measured(owner, missions, rounds) for missions in (FEW, MANY))
    for what, most in _targets().items():
        yield Row(
            f"{MANY} missions beside {FEW}: {what}",
            1000 * many[what],
            "ms" if most > A_MISSION else "ms a mission",
            ratio=many[what] / few[what],
            ratio_most=most,
        )


def _targets() -> Mapping[str, float]:
    acts = {"page mission": AS_MANY, "page plan": AS_MANY, "draw": AS_MANY, "sign": AS_MANY, "debrief": AS_MANY}
    files = {"log PDF": A_MISSION, "export": A_MISSION, "import": A_MISSION}
    return {**{f"page {name}": most for name, most in PAGES.items()}, **acts, "amend with preview": THRICE, **files}


def _measured(owner: User, missions: int, rounds: int) -> Cost:
    from django.test import Client
    from django.urls import reverse

    from missions.flights import context
    from missions.operations import debriefs, drawing, orders
    from tests import long, make

    taken: dict[str, list[float]] = {}

    def timed(what: str, act: Callable[[], T], among: int = 1) -> T:
        gc.collect()
        began = time.process_time()
        found = act()
        taken.setdefault(what, []).append((time.process_time() - began) / among)
        return found

    campaign = long.under_way(owner, PERIODS, missions)
    client = Client(SERVER_NAME="localhost")
    client.force_login(owner)

    def page(what: str, name: str, *about: object) -> None:
        address = reverse(name, args=[campaign.pk, *about])
        answer = timed(f"page {what}", lambda: client.get(address))
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answered {answer.status_code}")

    for name in PAGES:
        client.get(reverse(name, args=[campaign.pk]))
        for _ in range(rounds):
            page(name, name)
    begun = 0
    while begun < rounds or "debrief" not in taken:  # some missions cannot be flown
        begun += 1
        make.period(campaign)
        drawn = timed("draw", lambda: drawing.draw_mission(actor=owner, campaign=campaign))
        mission = campaign.missions.select_related("campaign__pack", "campaign__owner").get(pk=drawn.pk)
        page("plan", "mission-plan", mission.number, "allied")
        document = make.orders(mission, "allied")
        timed("sign", partial(orders.sign_orders, actor=owner, mission=mission, side="allied", document=document))
        mission.refresh_from_db()
        if context.why_grounded(mission):
            debriefs.ground_mission(actor=owner, mission=mission, key=uuid4())
            continue
        make.fly(mission)
        page("mission", "mission", mission.number)
        timed("debrief", partial(debriefs.debrief, actor=owner, mission=mission, key=uuid4()))
        timed("amend with preview", partial(_amend, owner, campaign, mission.number))
    flown = campaign.missions.count()
    for _ in range(min(rounds, 2)):
        timed("log PDF", partial(_log, owner, campaign), flown)
        content = timed("export", partial(_export, campaign), flown)
        timed("import", partial(_bring_in, owner, content), flown)
    return {what: median(each) for what, each in taken.items()}


def _amend(owner: User, campaign: Campaign, number: int) -> None:
    """A result is corrected, after a look at what that would change."""
    from campaigns.selectors import journal_entries
    from missions.operations import corrections
    from missions.results.outcomes import Outcome

    mission = campaign.missions.select_related("campaign__pack").get(number=number)
    corrections.preview_amend(mission, outcome=Outcome(aircraft=()))
    corrections.amend(
        actor=owner,
        mission=mission,
        key=uuid4(),
        expected_version=journal_entries.version(campaign),
        outcome=Outcome(aircraft=()),
    )


def _log(owner: User, campaign: Campaign) -> None:
    from campaigns.access import viewer
    from missions.prints import registry

    seen = viewer(campaign, owner)
    if seen is None:
        raise RuntimeError("The owner may not read his campaign.")
    registry.make("log", registry.PrintRequest(campaign=campaign, viewer=seen, paper="A4", site="https://club.example"))


def _export(campaign: Campaign) -> bytes:
    from missions.selectors.archive import export

    return export(campaign)


def _bring_in(owner: User, content: bytes) -> None:
    from missions.operations import arrivals

    arrivals.at_once(actor=owner, name="campaign.json", content=content)
