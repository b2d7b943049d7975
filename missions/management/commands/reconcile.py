"""Prove on live data that every campaign's journal adds up."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.models import Campaign
from missions.selectors.reconcile import problems

A_LOOK = 200
"""Campaigns that are fetched together."""


class Command(BaseCommand):
    help = (
        "Check every campaign's journal against itself and against its missions, one campaign after the other. Changes "
        "nothing. Stopped by Ctrl-C it says how to go on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaigns", nargs="*", type=int, help="numbers of campaigns; left out: all of them")
        parser.add_argument("--from", type=int, default=0, dest="first", help="go on with the campaign of this number")

    def handle(self, *args: Any, campaigns: list[int], first: int, **options: Any) -> None:
        wanted = Campaign.objects.filter(pk__gte=first).order_by("pk")
        if campaigns:
            wanted = wanted.filter(pk__in=campaigns)
        found: list[str] = []
        checked, at = 0, first
        try:
            while part := list(wanted.filter(pk__gte=at)[:A_LOOK]):
                for campaign in part:
                    at = campaign.pk
                    found += (f"{campaign.name} ({campaign.pk}): {problem}" for problem in problems(campaign))
                    checked += 1
                at += 1
        except KeyboardInterrupt:
            raise CommandError("\n".join([*found, f"Stopped. Go on with --from {at}"])) from None
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write(f"{checked} campaigns reconcile.")
