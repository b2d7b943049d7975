"""Prove on live data that every campaign's journal adds up."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.models import Campaign
from missions.selectors.reconcile import problems


class Command(BaseCommand):
    help = "Check every campaign's journal against itself and against its missions. Changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        found = [
            f"{campaign.name} ({campaign.pk}): {problem}"
            for campaign in Campaign.objects.order_by("pk")
            for problem in problems(campaign)
        ]
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write(f"{Campaign.objects.count()} campaigns reconcile.")
