"""Load the packs that ship with the house."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from campaigns import operations
from campaigns.packs import PackError, pack_text
from campaigns.refusals import Refusal

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "packs"


class Command(BaseCommand):
    help = "Load the campaign packs of fixtures/packs. The same files again change nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        changed = total = 0
        for path in sorted(FOLDER.glob("*.toml")):
            try:
                changed += operations.load_pack(pack_text(path.read_bytes(), path.name), path.name)[1]
            except (PackError, Refusal) as problem:
                raise CommandError(str(problem)) from None
            total += 1
        self.stdout.write(f"{total} packs, {changed} of them new or changed.")
