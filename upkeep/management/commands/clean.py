"""Clean away what has had its time."""

from typing import Any

from django.core.management.base import BaseCommand

from upkeep.operations import cleaning


class Command(BaseCommand):
    help = "Clean away what has had its time, as a worker does once a day, and say how much of each kind went."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, count in cleaning.clean().counts.items():
            self.stdout.write(f"{name.replace('_', ' ')}: {count}")
