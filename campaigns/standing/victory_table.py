"""The victory table, as ranges of the margin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.packs import PackDefinition
from campaigns.packs.schema import Grade


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeRow:
    """A row of the victory table, as a range of the margin (Allied less Axis); ``None`` has no end."""

    low: int | None
    high: int | None
    titles: Mapping[str, str]
    """What each side calls it."""
    text: str
    is_current: bool
    """The campaign stands here."""
    label: str = ""
    """Of a campaign with a track: the spaces that it stands for, instead of a range."""

    def holds(self, margin: int) -> bool:
        return (self.low is None or margin >= self.low) and (self.high is None or margin <= self.high)


def grades(pack: PackDefinition, reached: Grade | None = None) -> tuple[GradeRow, ...]:
    """The victory table, from the Allies' best to the Axis's; ``reached`` is the row that is marked.

    As ranges of Allied less Axis points or, where the progress marker grades the campaign, of spaces.
    """
    rows = []
    above: int | None = None
    for grade in pack.victory.grades:
        low, high = grade.least, above - 1 if above is not None else None
        label = _spaces(pack, low, high) if pack.progress else ""
        if pack.victory.side == "axis" and pack.kind != "solitaire":
            low, high = (None if high is None else -high), (None if low is None else -low)
        titles = {"allied": grade.allied, "axis": grade.axis}
        rows.append(
            GradeRow(low=low, high=high, titles=titles, text=grade.text, is_current=grade is reached, label=label)
        )
        above = grade.least
    return tuple(rows if pack.victory.side == "allied" else reversed(rows))


def _spaces(pack: PackDefinition, low: int | None, high: int | None) -> str:
    """The spaces that a row of the victory table stands for, as the side counts them by whose success it goes."""
    assert pack.progress is not None
    titles = pack.side_titles
    names = [f"Off the {titles['axis' if pack.victory.side == 'allied' else 'allied']} end"]
    spaces = [space.title for space in pack.progress.spaces]
    names += spaces if pack.victory.side == pack.progress.toward else spaces[::-1]
    names.append(f"Off the {titles[pack.victory.side]} end")
    own = names[low or 0 : len(names) if high is None else high + 1]
    return " – ".join(dict.fromkeys((own[0], own[-1]))) if own else ""
