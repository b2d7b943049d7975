"""Which rulebook sections the tests prove: ``make rules``, or ``python -m tests.engine.coverage [--check]``.

Collects the ``rule`` marks without running a test, prints a line for each rulebook and writes
``docs/reference/rules-coverage.md``. With ``--check`` nothing is written; the exit status is 1 when a section that
needs a test has none or the page is out of date. A test that is skipped or expected to fail proves nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.engine.rules import MARK, SOURCES, Section, sections

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "rules-coverage.md"
FOLDERS = ("engine", "campaigns", "missions", "pages")
"""Where tests of rules stand: beside the engine's, those of what campaigns, plans, pages, paper do by the rulebook."""


@dataclass(frozen=True, slots=True, order=True)
class Proof:
    """One test function that names a section."""

    module: str
    line: int
    name: str

    @property
    def sentence(self) -> str:
        return self.name.removeprefix("test_").replace("_", " ")


class Collector:
    """A pytest plugin that notes the marks of what was collected, whatever of it will be run."""

    def __init__(self) -> None:
        self.proofs: dict[str, set[Proof]] = defaultdict(set)
        self.modules: set[Path] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            self.modules.add(item.path)
            if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
                continue
            name = getattr(item, "originalname", item.name)
            for mark in item.iter_markers(MARK):
                proof = Proof(item.path.relative_to(ROOT).as_posix(), item.location[1] or 0, name)
                for each in mark.args:
                    self.proofs[each].add(proof)

    @property
    def is_whole(self) -> bool:
        """Whether every module of tests that may prove a section was collected."""
        return self.modules >= {path for folder in FOLDERS for path in (ROOT / "tests" / folder).rglob("test_*.py")}

    def by_section(self) -> dict[str, list[Proof]]:
        """The tests of each section, in the order of the files."""
        return {section: sorted(proofs) for section, proofs in self.proofs.items()}


def collect() -> dict[str, list[Proof]]:
    """The tests of each section, collected anew. Raises ``SystemExit`` when collection fails."""
    collector = Collector()
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = pytest.main(
            [
                *("--collect-only", "-q", "-o", "addopts=", "-p", "no:cacheprovider"),
                *(str(ROOT / "tests" / folder) for folder in FOLDERS),
            ],
            plugins=[collector],
        )
    if status != pytest.ExitCode.OK:
        _, _, errors = output.getvalue().rpartition("= ERRORS =")
        raise SystemExit(f"The tests cannot be collected.\n{errors}")
    return collector.by_section()


def missing(proofs: dict[str, list[Proof]]) -> list[Section]:
    """Sections that need a test and have none."""
    return [section for section in sections().values() if section.needs_test and not proofs.get(section.id)]


def by_rulebook() -> dict[str, list[Section]]:
    books: dict[str, list[Section]] = defaultdict(list)
    for section in sections().values():
        books[section.rulebook].append(section)
    return books


def tally(book: list[Section], proofs: dict[str, list[Proof]]) -> str:
    """How many of a rulebook's rules and examples are tested, in words."""
    counts = []
    for kind, plural in (("rule", "rules"), ("example", "worked examples")):
        of_kind = [section for section in book if section.kind == kind]
        if of_kind:
            counts.append(f"{sum(bool(proofs.get(section.id)) for section in of_kind)} of {len(of_kind)} {plural}")
    needed = [section for section in book if section.needs_test]
    done = sum(bool(proofs.get(section.id)) for section in needed)
    tests = {proof for section in book for proof in proofs.get(section.id, ())}
    return f"{100 * done // len(needed)}% ({', '.join(counts)}; {len(tests)} tests)"


def page(proofs: dict[str, list[Proof]]) -> str:
    """The reference page, as Markdown."""
    lines = [
        "# Rules coverage",
        "",
        "Every numbered section of the rulebooks that the engine implements, and the tests that prove it. A lettered",
        "item or a worked example with a rule of its own has its own line. Sections that only name parts of the game",
        "need no test. The titles are our own words; for the rules themselves see the rulebooks.",
        "",
        f"Written by `make rules` from {_sources()}",
        "and the `@rule` marks of the tests. Do not edit.",
    ]
    for name, book in by_rulebook().items():
        lines += ["", f"## {name}", "", tally(book, proofs), "", "| Section | What it says | Tests |", "|---|---|---|"]
        for section in book:
            tests = "<br>".join(
                f"[{proof.sentence}](../../{proof.module})".replace("|", "\\|") for proof in proofs.get(section.id, ())
            )
            what = section.title if section.needs_test else f"*{section.title}*"
            lines.append(f"| {section.id} | {what} | {tests} |")
    return "\n".join(lines) + "\n"


def _sources() -> str:
    return ", ".join(f"[{(path := each.relative_to(ROOT).as_posix())}](../../{path})" for each in SOURCES)


def check(proofs: dict[str, list[Proof]]) -> list[str]:
    """What is wrong: sections that need a test and have none, and a page that is out of date."""
    wrong = [f"no test: {section.id} ({section.kind}) {section.title}" for section in missing(proofs)]
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page(proofs):
        wrong.append(f"{PAGE.relative_to(ROOT)} is out of date: run make rules")
    return wrong


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.coverage", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when incomplete or out of date")
    only_check = parser.parse_args(arguments).check

    proofs = collect()
    for name, book in by_rulebook().items():
        print(f"{name}: {tally(book, proofs)}")
    if not only_check:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page(proofs), encoding="utf-8")
    wrong = check(proofs)
    for each in wrong:
        print(f"  {each}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
