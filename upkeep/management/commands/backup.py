"""Make a backup."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.common.refusals import Refusal
from upkeep.operations import backups


class Command(BaseCommand):
    help = (
        "Back up database, settings and key into one file, read it back, and print where it lies. Nobody waits for it."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, help="a file, or a folder, which keeps as many as BACKUPS_KEPT says")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = backups.make(options["to"])
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        self.stdout.write(str(made.resolve()))
