"""Bring an installation up to date."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from campaigns import signin
from config import schema


class Command(BaseCommand):
    help = (
        "Bring database, packs, the owner of the site and static files up to date; run it after every update. "
        "Doing so again changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if sentence := schema.newer():
            raise CommandError(sentence)
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        call_command("load_data", stdout=self.stdout)
        signin.owner()
        call_command("collectstatic", interactive=False, verbosity=0)
