"""Load the packs that ship with the house."""

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from campaigns.models import Pack
from campaigns.operations import packs
from campaigns.packs import PackError, pack_text
from config import stamps
from config.common.refusals import Refusal

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "packs"
READERS = ("campaigns/packs/**/*.py", "engine/**/*.py", "fixtures/**/*.toml")
"""What a pack is read by, and checked against."""


class Command(BaseCommand):
    help = "Load the campaign packs of fixtures/packs. The same files again are not even read."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        texts = {path.name: path.read_bytes() for path in sorted(FOLDER.glob("*.toml"))}
        stamp = Path(settings.DATA_DIR) / "packs-loaded.txt"
        now = stamps.digest(path for pattern in READERS for path in settings.BASE_DIR.glob(pattern))
        same_reader = stamps.is_done(stamp, now)
        shelved = set(Pack.objects.filter(owner=None, on_shelf=True).values_list("sha256", flat=True))
        changed = 0
        for name, content in texts.items():
            if same_reader and hashlib.sha256(content).hexdigest() in shelved:
                continue
            try:
                changed += packs.load_pack(pack_text(content, name), name)[1]
            except (PackError, Refusal) as problem:
                raise CommandError(str(problem)) from None
        stamp.write_text(now)
        self.stdout.write(f"{len(texts)} packs, {changed} of them new or changed.")
