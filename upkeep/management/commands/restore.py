"""Bring a backup back."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.common.refusals import Refusal
from upkeep.operations import restoring


class Command(BaseCommand):
    help = "Restore a backup into an empty place, bring it up to date, and prove that its journals add up."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` made")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            said = restoring.restore(options["file"])
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        self.stdout.write("\n".join(said))
        call_command("prepare", stdout=self.stdout)
        call_command("reconcile", stdout=self.stdout)
