"""The ten most asked pages, as a member of the demo's club opens them, beside a bare one, by the processor."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from statistics import mean, median
from typing import TYPE_CHECKING

from bench.measure import Row, database

if TYPE_CHECKING:
    from django.test import Client

AT_MOST = 15
"""Milliseconds of a page that shows little."""
OPENED = 30
"""How often each page is opened; they take turns."""
SHOW_MUCH = frozenset({"plan", "debrief"})
"""Forms of dozens of fields; what is asked of a page that shows little is not asked of them."""


def rows(rounds: int) -> Iterator[Row]:
    """In a database of its own, in memory or what ``DATABASE_URL`` says, in which the demo has been filled."""
    with database():
        from django.test.utils import override_settings

        with override_settings(ROOT_URLCONF="bench.urls"):
            client, addresses = visited()
            yield from _rows(client, addresses, max(rounds, OPENED))


def visited() -> tuple[Client, dict[str, str]]:
    """Somebody at home in the demo, and where they go most."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from campaigns.models import Campaign
    from demo.operations import demos
    from demo.operations.filling import fill
    from missions.models import Game, Mission

    call_command("load_data", verbosity=0)
    visitor = User.objects.create_superuser("visitor")
    fill(demos.ask(actor=visitor))
    campaign = Campaign.objects.get(pack__slug="battle-of-britain")
    planned = campaign.missions.latest("number")
    flown = campaign.missions.filter(status=Mission.Status.DEBRIEFED).latest("number")
    game = Game.objects.latest("pk")
    client = Client(SERVER_NAME="localhost")
    client.force_login(visitor)
    return client, {
        "bare page": reverse("bare"),
        "home": reverse("home"),
        "campaign": reverse("campaign", args=[campaign.pk]),
        "mission": reverse("mission", args=[campaign.pk, planned.number]),
        "plan": reverse("mission-plan", args=[campaign.pk, planned.number, "allied"]),
        "debrief": reverse("mission", args=[campaign.pk, flown.number]),
        "journal": reverse("campaign-journal", args=[campaign.pk]),
        "squadrons": reverse("campaign-squadrons", args=[campaign.pk]),
        "club": reverse("club", args=[campaign.club_id]),
        "inbox": reverse("notices"),
        "game": reverse("cockpit", args=[game.pk, "allied"]),
        "news of a game": reverse("game-news", args=[game.pk, "allied"]),
    }


def _rows(client: Client, addresses: dict[str, str], times: int) -> Iterator[Row]:
    taken: dict[str, list[float]] = {name: [] for name in addresses}
    for turn in range(times + 2):
        gc.collect()
        for name, address in addresses.items():
            started = time.process_time()
            answer = client.get(address)
            ms = 1000 * (time.process_time() - started)
            if answer.status_code not in (200, 204):
                raise RuntimeError(f"{address} does not open.")
            if turn > 1:
                taken[name].append(ms)
    bare = median(taken["bare page"])
    for name, each in taken.items():
        most = None if name in SHOW_MUCH or name == "bare page" else AT_MOST
        yield Row(f"{name}, opened again", median(each), "ms of CPU", median(each) / bare, most=most)
    asked = [median(each) for name, each in taken.items() if name != "bare page"]
    yield Row("all of them, on average", mean(asked), "ms of CPU", mean(asked) / bare, most=AT_MOST)
