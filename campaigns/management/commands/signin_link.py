"""Print a one-time sign-in link."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from campaigns import signin


class Command(BaseCommand):
    help = "Print a link that signs a user in once, within a day. Creates the owner on first use."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", default=signin.OWNER, help="whom to sign in (default: %(default)s)")
        parser.add_argument("--base-url", default="http://localhost:8000", help="where the server answers")

    def handle(self, *args: Any, **options: Any) -> None:
        token = signin.token_for(signin.owner(options["user"]))
        self.stdout.write(options["base_url"].rstrip("/") + reverse("enter", args=[token]))
