"""Fill the site with a demo, or take it away."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.operations import sign_in_links
from config.common.refusals import Refusal
from demo.models import Demo
from demo.operations import demos
from demo.selectors.demos import demo_there
from demo.tasks import fill
from missions.operations import jobs

STOPPED = "The filling was stopped half-way."
WHAT_NOW = "`make demo` begins anew, `make demo AWAY=1` takes away what is there."
TAKEN_OVER = "A worker has taken the filling over: the demo’s page says how far it is."


def fill_here(demo: Demo) -> float:
    """Fill it by its job, as a worker would, and say how many seconds that took."""
    assert demo.job is not None, "one that is not filled has a job"
    try:
        fill(str(demo.job.pk))
    except KeyboardInterrupt:
        jobs.fail(demo.job.pk, STOPPED)
        raise CommandError(f"{STOPPED} {WHAT_NOW}") from None
    except Exception:
        jobs.fail(demo.job.pk, jobs.BROKEN)
        raise
    demo.refresh_from_db()
    if demo.seconds is None:
        raise CommandError(demo.job.message or TAKEN_OVER)
    return demo.seconds


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
            self.stdout.write(f"The demo is there, after {fill_here(demo):.1f} seconds.")
        self._print_links(options["base_url"])

    def _print_links(self, base_url: str) -> None:
        """Links for the owner and, on a machine of one's own, for the made-up people."""
        self.stdout.write(f"  You: {sign_in_links.link(sign_in_links.owner(), base_url)}")
        demo = demo_there()
        if demo is None or settings.HTTPS:
            return
        for person in demo.people.select_related("user"):
            self.stdout.write(f"  {person}: {sign_in_links.link(person.user, base_url)}")
