"""The record of a game: its start, every decision, every outcome of chance, as text.

The first line is a JSON object: format, system, seed, and ``setup`` or ``position``; ``rules``, the edition of the
system's rules, if it is not the first. Each further line is one entry:

    play maneuver > allied-1 leader     a decision
    = axis maneuver#12 tight-turn#90    what chance gave after it, by stream: here two cards of the Axis deck
    ! axis ims-3b3h#55                  cards put on top of a deck from outside, before the next decision
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from engine.core.errors import BadRecord
from engine.core.strict_json import read_object

FORMAT = 1
MARKS: dict[str, str] = {"decision": "", "chance": "= ", "script": "! "}

EntryKind = Literal["decision", "chance", "script"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a record. Of chance and script the text begins with the stream."""

    kind: EntryKind
    text: str

    def __str__(self) -> str:
        return MARKS[self.kind] + self.text

    @property
    def stream(self) -> str:
        return self.text.partition(" ")[0]

    @property
    def outcomes(self) -> list[str]:
        return self.text.split()[1:]


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start, or from a position, to its end or as far as it has come."""

    system: str
    seed: int
    start: dict[str, Any]
    """The set-up document, or the position document if ``begins`` says so."""
    begins: Literal["setup", "position"]
    entries: tuple[Entry, ...]
    rules: int = 1
    """The edition of the system's rules by which it is played."""

    @property
    def decisions(self) -> tuple[str, ...]:
        """The texts of the decisions in order."""
        return tuple(entry.text for entry in self.entries if entry.kind == "decision")

    def __str__(self) -> str:
        """The text form; ``Record.parse`` reads it back."""
        edition = {"rules": self.rules} if self.rules > 1 else {}
        head = {"format": FORMAT, "system": self.system, "seed": self.seed, **edition, self.begins: self.start}
        lines = [json.dumps(head, ensure_ascii=False, separators=(",", ":"))]
        lines.extend(map(str, self.entries))
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record that ``str`` wrote. Raises ``BadRecord``; whether the game allows it, only a replay can say."""
        head, *lines = text.rstrip("\n").split("\n")
        try:
            header = read_object(head, "record", BadRecord)
        except json.JSONDecodeError:
            raise BadRecord("Line 1 of the record is not JSON.") from None
        if header.get("format") != FORMAT:
            raise BadRecord(f"Line 1: this record has format {header.get('format')!r}; format {FORMAT} is read.")
        begins: Literal["setup", "position"] = "position" if "position" in header else "setup"
        header.setdefault("rules", 1)
        for key, kind in (("system", str), ("seed", int), ("rules", int), (begins, dict)):
            if not isinstance(header.get(key), kind):
                raise BadRecord(f"Line 1 of the record lacks {key!r} or has it wrong.")
        unknown = sorted(header.keys() - {"format", "system", "seed", "rules", begins})
        if unknown:
            raise BadRecord(f"Line 1 of the record has an unknown key {unknown[0]!r}.")
        entries = tuple(_entry(line, number) for number, line in enumerate(lines, 2))
        return cls(header["system"], header["seed"], header[begins], begins, entries, header["rules"])


def _entry(line: str, number: int) -> Entry:
    for kind in ("chance", "script"):
        if line.startswith(MARKS[kind]):
            entry = Entry("chance" if kind == "chance" else "script", line[len(MARKS[kind]) :])
            if not entry.outcomes:
                raise BadRecord(f"Line {number} of the record names no outcome.")
            return entry
    if not line or line != line.strip():
        raise BadRecord(f"Line {number} of the record is empty or has blanks around it.")
    return Entry("decision", line)
