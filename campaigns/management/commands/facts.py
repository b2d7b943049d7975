"""Print what contradicts itself in the packs and scenarios that ship, or in pack files of one's own."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.catalogue.library import FIXTURES
from campaigns.packs import PackError, Problem, pack_text
from campaigns.packs.fact_checks import contradictions


class Command(BaseCommand):
    help = "Print what contradicts itself in the data: types, squadrons and days out of their time, places twice."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, help="pack files; left out: all that ship")

    def handle(self, *args: Any, **options: Any) -> None:
        files = options["files"]
        found = _found(files, []) if files else _found(_shipped("packs"), _shipped("scenarios"))
        for problem in found:
            self.stdout.write(str(problem))
        if found:
            raise CommandError(f"{len(found)} of these lines cannot be true as another one is.")
        self.stdout.write("Nothing contradicts itself.")


def _shipped(folder: str) -> list[Path]:
    return sorted((FIXTURES / folder).glob("*.toml"))


def _found(packs: list[Path], scenarios: list[Path]) -> list[Problem]:
    try:
        return contradictions(_texts(packs), _texts(scenarios))
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be read: {error.strerror}.") from None
    except PackError as error:
        raise CommandError(str(error)) from None


def _texts(paths: list[Path]) -> dict[str, str]:
    return {f"{path.parent.name}/{path.name}": pack_text(path.read_bytes(), path.name) for path in paths}
