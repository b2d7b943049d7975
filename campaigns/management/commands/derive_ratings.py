"""Recompute the ``wildblue`` ratings of ``fixtures/aircraft`` from performance and fixed figures."""

from __future__ import annotations

import difflib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.catalogue.library import FIXTURES
from campaigns.catalogue.rating_files import AircraftFileError, rederive


class Command(BaseCommand):
    help = "Derive the aircraft ratings anew; with --check, only say whether the files are up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
        parser.add_argument("--folder", type=Path, default=FIXTURES / "aircraft", help="where the aircraft files are")

    def handle(self, *args: Any, **options: Any) -> None:
        changed = 0
        for path in sorted(options["folder"].glob("*.toml")):
            old = path.read_text(encoding="utf-8")
            try:
                new = rederive(old)
            except AircraftFileError as error:
                raise CommandError(f"{path.name}: {error}") from None
            if new == old:
                continue
            changed += 1
            if options["check"]:
                self.stdout.writelines(
                    difflib.unified_diff(old.splitlines(True), new.splitlines(True), path.name, "derived")
                )
            else:
                path.write_text(new, encoding="utf-8")
                self.stdout.write(f"{path.name} rewritten.")
        if changed and options["check"]:
            raise CommandError(f"{changed} aircraft files differ from the formula: run manage.py derive_ratings.")
        if not changed:
            self.stdout.write("All aircraft files are up to date.")
