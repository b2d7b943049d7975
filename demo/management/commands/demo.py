"""Fill the site with a demo, or take it away."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.operations import sign_in_links
from config.common.refusals import Refusal
from demo.operations import demos, filling
from demo.selectors.demos import demo_there


class Command(BaseCommand):
    help = (
        "Fill the site with a demo to walk into: a club of twelve, a battle at mission fourteen, a finished campaign "
        "with its book, a game on screen. With --away nothing of it remains."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--away", action="store_true", help="take it away without a trace")
        parser.add_argument("--base-url", default=settings.BASE_URL, help="where the server answers, for sign-in links")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = sign_in_links.owner()
        if options["away"]:
            try:
                was_there = demos.take_away(actor=owner)
            except Refusal as refusal:
                raise CommandError(refusal.sentence) from None
            self.stdout.write("The demo is gone." if was_there else "There is no demo.")
            return
        try:
            demo = demos.ask(actor=owner)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        if demo.seconds is not None:
            self.stdout.write(f"The demo is there already: it took {demo.seconds:.1f} seconds to fill.")
        else:
            self.stdout.write(f"The demo is there, after {filling.fill(demo):.1f} seconds.")
        self._print_links(options["base_url"])

    def _print_links(self, base_url: str) -> None:
        """Links for the owner and, on a machine of one's own, for the made-up people."""
        self.stdout.write(f"  You: {sign_in_links.link(sign_in_links.owner(), base_url)}")
        demo = demo_there()
        if demo is None or settings.HTTPS:
            return
        for person in demo.people.select_related("user"):
            self.stdout.write(f"  {person}: {sign_in_links.link(person.user, base_url)}")
