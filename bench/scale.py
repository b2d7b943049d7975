"""What runs every few minutes, and what people open, on a site of a thousand clubs: ``make scale``, on PostgreSQL.

Of each it is told how long it takes, how many queries it asks, how many rows PostgreSQL reads for them, and how many of
those come out: what runs every few minutes is to read no more than it handles.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from bench.measure import database

CLUBS: Final = 1_000
MANY: Final = 1_000
"""People to whom an e-mail may be due at once."""
A_TABLE: Final = 50
"""Rows read beyond those that come out, from which on an act is said to read too much."""


@dataclass
class Asked:
    """What an act asked the database."""

    seconds: float
    queries: int = 0
    read: int = 0
    came: int = 0
    worst: list[tuple[int, str, str]] = field(default_factory=list)
    """Rows read for nothing, by which way, for which query."""


def asked(act: Callable[[], object]) -> Asked:
    """Do it, and once more as far as PostgreSQL explains its queries; its writing is undone."""
    from django.db import connection, transaction
    from django.test.utils import CaptureQueriesContext

    class Undone(Exception):
        pass

    connection.queries_log.clear()  # it holds a few thousand
    with suppress(Undone), transaction.atomic():
        with CaptureQueriesContext(connection) as captured:
            began = time.perf_counter()
            act()
            found = Asked(time.perf_counter() - began)
        raise Undone
    for query in captured.captured_queries:
        sql = query["sql"]
        if not sql.startswith("SELECT"):
            continue
        found.queries += 1
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}".replace("%", "%%"))
            (answer,) = cursor.fetchone()
        plan = (json.loads(answer) if isinstance(answer, str) else answer)[0]["Plan"]
        read, came = sum(_read(plan)), plan["Actual Rows"]
        found.read += read
        found.came += came
        found.worst.append((read - came, ", ".join(dict.fromkeys(_ways(plan))), sql))
    found.worst.sort(reverse=True)
    return found


def _read(plan: dict[str, Any]) -> Iterator[int]:
    """The rows that each scan of a table has looked at."""
    if "Scan" in plan["Node Type"] and "Bitmap Index" not in plan["Node Type"]:
        gone = plan.get("Rows Removed by Filter", 0) + plan.get("Rows Removed by Index Recheck", 0)
        yield round((plan["Actual Rows"] + gone) * plan["Actual Loops"])
    for each in plan.get("Plans", ()):
        yield from _read(each)


def _ways(plan: dict[str, Any]) -> Iterator[str]:
    if "Scan" in plan["Node Type"]:
        yield f"{plan['Node Type']} {plan.get('Relation Name', plan.get('Index Name', ''))}"
    for each in plan.get("Plans", ()):
        yield from _ways(each)


def acts() -> dict[str, Callable[[], object]]:
    """What beat runs, the oftenest first; then what people open."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from campaigns.models import Campaign
    from clubs.models import Club
    from clubs.selectors.night_times import to_remind
    from missions import tasks
    from missions.operations import analyses, approvals, games_due, jobs
    from missions.selectors.reconcile import problems
    from notices.models import Wishes
    from notices.operations import deliveries, email, fan_out
    from office.selectors.figures import House
    from upkeep.operations import cleaning

    club = Club.objects.order_by("pk")[Club.objects.count() // 2]
    campaign = Campaign.objects.filter(club=club).earliest("pk")
    member = User.objects.filter(memberships__club=club).order_by("pk")[5]
    client = Client(SERVER_NAME="localhost")
    client.force_login(member)
    pages = {
        "home": reverse("home"),
        "inbox": reverse("notices"),
        "club": reverse("club", args=[club.pk]),
        "campaign": reverse("campaign", args=[campaign.pk]),
        "journal": reverse("campaign-journal", args=[campaign.pk]),
        "search": reverse("search", query={"q": "Battle"}),
    }

    def digests_of_many() -> None:
        Wishes.objects.filter(user__in=User.objects.order_by("pk")[:MANY]).update(mail_at=email.SOON)
        email.send_due()

    return {
        "resend_stuck (10 s)": jobs.resend_stuck,
        "orders_due (30 s)": tasks.orders_due,
        "games_due (30 s)": lambda: list(games_due.due()),
        "tell_all (60 s)": fan_out.tell_all,
        "deliver (30 s)": deliveries.due,
        "results_due (60 s)": approvals.results_due,
        "digests (5 min)": email.send_due,
        f"digests, {MANY:,} people due": digests_of_many,
        "analyses_outdated (10 min)": analyses.redo_outdated,
        "nights_soon (15 min)": lambda: list(to_remind(timezone.now())),
        "letters_missed (a day)": lambda: email.look_for_missed(timezone.now()),
        "clean (a day)": cleaning.clean,
        "metrics": lambda: list(House().collect()),
        **{f"page {name}": partial(client.get, address) for name, address in pages.items()},
        "reconcile, a campaign": lambda: problems(campaign),
    }


def table(found: dict[str, Asked], plans: bool) -> Iterator[str]:
    yield f"{'':<28}{'ms':>9}{'queries':>9}{'read':>10}{'came':>8}"
    for name, each in found.items():
        yield f"{name:<28}{1000 * each.seconds:>9,.1f}{each.queries:>9}{each.read:>10,}{each.came:>8,}"
        for over, ways, sql in each.worst[:3] if plans else ():
            if over > A_TABLE:
                yield f"    {over:,} too many: {ways}\n        {sql[:1200]}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__)
    parser.add_argument("--clubs", type=int, default=CLUBS)
    parser.add_argument("--plans", action="store_true", help="and which queries read too much, and by which way")
    options = parser.parse_args()
    with database():
        from django.db import connection

        if connection.vendor != "postgresql":
            parser.error("it measures PostgreSQL: bin/with_services.py python -m bench.scale")
        from bench import scale_world

        began = time.perf_counter()
        scale_world.first_club()
        made = time.perf_counter()
        scale_world.copies(options.clubs - 1)
        print(f"one club in {made - began:.0f} s, {options.clubs:,} in {time.perf_counter() - made:.0f} s more")
        print("\n".join(scale_world.sizes()), flush=True)
        found = {name: asked(act) for name, act in acts().items()}
        print("\n".join(table(found, options.plans)))


if __name__ == "__main__":
    main()
