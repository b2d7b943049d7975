"""Send again the jobs whose message or worker was lost."""

from typing import Any

from django.core.management.base import BaseCommand

from missions.operations import jobs


class Command(BaseCommand):
    help = "Send again every open job that has not moved for a while, as the workers do by themselves."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{jobs.resend_stuck()} jobs sent again.")
