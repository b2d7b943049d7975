"""Print a one-time sign-in link."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns import signin
from config.common.refusals import Refusal


class Command(BaseCommand):
    help = "Print a link that signs somebody in once, within a day: the owner, who is made on first use, or --user."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", help="whom to sign in (default: the owner)")
        parser.add_argument("--base-url", default="http://localhost:8000", help="where the server answers")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = signin.person(options["user"]) if options["user"] else signin.owner()
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        self.stdout.write(signin.link(user, options["base_url"]))
