"""Print a one-time sign-in link."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.operations import sign_in_links
from config.common.refusals import Refusal


class Command(BaseCommand):
    help = "Print a link that signs somebody in once, within a day: the owner, who is made on first use, or --user."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", help="whom to sign in (default: the owner)")
        parser.add_argument("--base-url", default="http://localhost:8000", help="where the server answers")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = sign_in_links.person(options["user"]) if options["user"] else sign_in_links.owner()
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        self.stdout.write(sign_in_links.link(user, options["base_url"]))
