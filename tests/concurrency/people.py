"""What is done and asked within an installation, in a process of its own: one JSON value on stdout.

python -m tests.concurrency.people prepare       what missions and their pages need
python -m tests.concurrency.people settle        someone signed in, a campaign to talk in
python -m tests.concurrency.people queue 40      missions that wait to be flown
python -m tests.concurrency.people look          what has become of everything
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from typing import Any

import django


def settle() -> dict[str, Any]:
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from accounts.operations import sign_in_links
    from campaigns.models import Pack
    from campaigns.operations import campaigns
    from missions.operations import drawing

    owner, pack = sign_in_links.owner(), Pack.objects.get(slug="desert-dogfights")
    campaign = campaigns.start_campaign(
        actor=owner, pack=pack, name="The talk", seats={"allied": "staff", "axis": "staff"}, seed=1
    )
    mission = drawing.draw_mission(actor=owner, campaign=campaign)
    client = Client()
    client.force_login(owner)
    return {
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "talk": reverse("campaign-talk", args=(campaign.pk,)),
        "pages": [
            reverse("home"),
            reverse("campaign", args=(campaign.pk,)),
            reverse("mission", args=(campaign.pk, mission.number)),
            reverse("campaign-talk", args=(campaign.pk,)),
        ],
    }


def prepare() -> None:
    from django.core.management import call_command

    from campaigns.management.commands.prepare import collect_static
    from tests.concurrency import kill_run

    kill_run.prepare()
    call_command("createcachetable", verbosity=0)
    if "STATIC_ROOT" in os.environ:
        collect_static()


def queue(missions: int) -> int:
    from tests.concurrency import kill_run

    kill_run.queue(missions)
    return missions


def look() -> dict[str, Any]:
    from missions.models import Comment
    from tests.concurrency import kill_run

    return kill_run.outcome() | {"said": Counter(Comment.objects.values_list("text", flat=True))}


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    acts: dict[str, Any] = {
        "prepare": prepare,
        "settle": settle,
        "queue": queue,
        "look": look,
    }
    print(json.dumps(acts[sys.argv[1]](*map(int, sys.argv[2:]))))


if __name__ == "__main__":
    main()
