"""Somebody moves into an installation, and says what is there: one JSON object on stdout.

    python -m tests.upkeep.home move-in
    python -m tests.upkeep.home look

In a process of its own, with the settings of an installation.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys

import django


def move_in() -> None:
    from accounts.operations import sign_in_links
    from campaigns.models import Pack
    from campaigns.operations import campaigns
    from clubs.operations import clubs
    from missions import tasks
    from missions.operations import drawing, flights

    owner = sign_in_links.owner()
    clubs.found(actor=owner, name="The Old Hands", time_zone="UTC")
    campaign = campaigns.start_campaign(
        actor=owner,
        pack=Pack.objects.get(slug="desert-dogfights"),
        name="Ça ira – “quoted”",
        seats={"allied": "staff", "axis": "staff"},
        seed=7,
    )
    mission = drawing.draw_mission(actor=owner, campaign=campaign)
    tasks.fly(str(flights.queue_flight(actor=owner, mission=mission, debrief=True).pk))


def look() -> dict[str, object]:
    from django.contrib.auth.models import User

    from campaigns.models import Campaign
    from clubs.models import Club
    from missions.models import Flight
    from missions.selectors import archive, reconcile

    return {
        "people": sorted(User.objects.values_list("username", "date_joined__year")),
        "clubs": sorted(Club.objects.values_list("name", flat=True)),
        "campaigns": {each.name: hashlib.sha256(archive.export(each)).hexdigest() for each in Campaign.objects.all()},
        "records": [hashlib.sha256(each.record.encode()).hexdigest() for each in Flight.objects.order_by("pk")],
        "problems": [problem for each in Campaign.objects.all() for problem in reconcile.problems(each)],
    }


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    if sys.argv[1] == "move-in":
        move_in()
    print(json.dumps(look()))


if __name__ == "__main__":
    main()
