"""The palette is legible: text on its grounds reaches WCAG AA by day and by night."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

SHEETS = Path(settings.BASE_DIR) / "static" / "css"
TOKENS = (SHEETS / "site.css").read_text(encoding="utf-8").split("@layer tokens {")[1].split("@media print")[0]
DAY, NIGHT = TOKENS.split("@media (prefers-color-scheme: dark)")
AA_TEXT, AA_SHAPES = 4.5, 3.0
SIDES = ("allied", "axis", "third", "fourth")
SIDE_INKS = [f"{side}-ink" for side in SIDES]

TEXT = [
    *((ink, ground) for ink in ("ink", "ink-soft", "ink-faint") for ground in ("paper", "sheet", "sheet-deep")),
    *((ink, ground) for ink in SIDE_INKS for ground in ("paper", "sheet", "sky-bottom", "sky-top", "sea")),
    *((ink, ground) for ink in ("ink", "ink-soft") for ground in ("sky-top", "sky-bottom", "sea", "brass-wash")),
    *((ink, "brass-wash") for ink in SIDE_INKS),
    *(("ink", ground) for ground in ("ground", "rule", "sheet-deep")),
    *((f"{name}-ink", f"{name}-wash") for name in (*SIDES, "brass")),
    *((name, f"{name}-wash") for name in ("good", "warn", "bad")),
    ("bad", "sheet-deep"),
    ("bad", "brass-wash"),
    *((name, "sheet") for name in ("good", "bad", "brass-ink")),
    *((name, "paper") for name in ("good", "brass-ink")),
    *(("chalk", ground) for ground in ("board", "board-line")),
    ("chalk-soft", "board"),
    ("button-ink", "button"),
    ("button-ink", "button-lit"),
    ("pressed-ink", "pressed"),
]
SHAPES = [(mark, ground) for mark in (*SIDES, "focus", "rule-strong") for ground in ("paper", "sheet")]
SHAPES += [(mark, "brass-wash") for mark in (*SIDES, "ink", "bad")]
SHAPES += [("bad", "ground"), ("ink", "ground")]


def colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", css))


def luminance(colour: str) -> float:
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("palette", [colours(DAY), colours(DAY) | colours(NIGHT)], ids=["day", "night"])
def test_text_and_marks_stand_out_from_their_grounds(palette: dict[str, str]) -> None:
    too_faint = {
        f"{ink} on {ground}": round(contrast(palette[ink], palette[ground]), 2)
        for pairs, least in ((TEXT, AA_TEXT), (SHAPES, AA_SHAPES))
        for ink, ground in pairs
        if contrast(palette[ink], palette[ground]) < least
    }
    assert too_faint == {}


@pytest.mark.parametrize("palette", [colours(DAY), colours(DAY) | colours(NIGHT)], ids=["day", "night"])
def test_who_stands_where_no_altitude_is_known_can_be_read(palette: dict[str, str]) -> None:
    css = (SHEETS / "pages" / "replay.css").read_text(encoding="utf-8")
    (ground,) = re.findall(r"\.unknown polygon {\s*fill: var\(--([a-z-]+)\);", css)
    read = {ink: round(contrast(palette[ink], palette[ground]), 2) for ink in ("ink-soft", *SIDE_INKS)}
    assert {ink: found for ink, found in read.items() if found < AA_TEXT} == {}


def test_the_night_of_a_replay_is_that_of_the_dark_palette() -> None:
    css = (SHEETS / "pages" / "replay.css").read_text(encoding="utf-8")
    night = colours(css.split(".board.night {")[1].split("}")[0])
    assert night
    dark = colours(NIGHT)
    assert {name: dark.get(name) for name in night} == night
