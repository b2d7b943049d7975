"""The palette is legible: text on its grounds reaches WCAG AA by day and by night.

The grounds of the pages are read from the style sheets, pattern and gradients too: what stands on one stands on its
darkest and on its lightest spot.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

SHEETS = Path(settings.BASE_DIR) / "static" / "css"
TOKENS = (SHEETS / "site.css").read_text(encoding="utf-8").split("@layer tokens {")[1].split("@media print")[0]
DAY, NIGHT = TOKENS.split("@media screen and (prefers-color-scheme: dark)")
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


TOKEN = re.compile(r"var\(--([a-z-]+)(?:, ([^()]*(?:\([^()]*\))?))?\)")
HEX = re.compile(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?\b")


class Rule(NamedTuple):
    """What a sheet says of one kind of element."""

    sheet: str
    kind: str
    says: dict[str, str]


def rules() -> Iterator[Rule]:
    """Of all sheets, the palette left out."""
    for sheet in sorted(SHEETS.rglob("*.css")):
        css = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8").replace(TOKENS, ""), flags=re.DOTALL)
        for kind, inside in re.findall(r"([^{};]+){([^{}]*)}", css):
            said = {
                name.strip(): value.strip() for name, _, value in (line.partition(":") for line in inside.split(";"))
            }
            yield Rule(sheet.name, " ".join(kind.split()), said)


RULES = tuple(rules())


def colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", css))


def spots(value: str, palette: dict[str, str]) -> set[str]:
    """Every colour that there is in a colour, a gradient, a pattern."""
    for _ in range(3):  # a variable may stand for another
        value = TOKEN.sub(lambda found: palette.get(found[1]) or found[2] or "", value)
    return {each if len(each) == 7 else "#" + "".join(2 * part for part in each[1:]) for each in HEX.findall(value)}


def grounds(rule: Rule, palette: dict[str, str]) -> set[str]:
    return {
        spot
        for said in ("background", "background-color", "background-image")
        for spot in spots(rule.says.get(said, ""), palette)
    }


def as_it_may_be(rule: Rule, palette: dict[str, str]) -> list[dict[str, str]]:
    """The palette with what the sheets give the variables that a rule asks for: a side's, a notice's, a chip's."""
    asked = {found[0] for said in rule.says.values() for found in TOKEN.findall(said)} - palette.keys()
    looks = []
    for giver in RULES:
        given = {name: giver.says[f"--{name}"] for name in asked if f"--{name}" in giver.says}
        if given:
            looks.append(palette | given_once(giver.sheet) | given)
    return [palette, *looks]


@lru_cache
def given_once(sheet: str) -> dict[str, str]:
    """What a sheet gives one value: it holds for all that it gives several."""
    given = [
        (name[2:], value)
        for rule in RULES
        if rule.sheet == sheet
        for name, value in rule.says.items()
        if name[:2] == "--"
    ]
    times = Counter(name for name, _ in given)
    return {name: value for name, value in given if times[name] == 1}


def luminance(colour: str) -> float:
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


each_palette = pytest.mark.parametrize("palette", [colours(DAY), colours(DAY) | colours(NIGHT)], ids=["day", "night"])


@each_palette
def test_text_and_marks_stand_out_from_their_grounds(palette: dict[str, str]) -> None:
    too_faint = {
        f"{ink} on {ground}": round(contrast(palette[ink], palette[ground]), 2)
        for pairs, least in ((TEXT, AA_TEXT), (SHAPES, AA_SHAPES))
        for ink, ground in pairs
        if contrast(palette[ink], palette[ground]) < least
    }
    assert too_faint == {}


@each_palette
def test_what_stands_on_the_patterned_ground_stands_out_from_every_spot_of_it(palette: dict[str, str]) -> None:
    (body,) = (
        rule for rule in RULES if (rule.sheet, rule.kind) == ("site.css", "body") and "background-image" in rule.says
    )
    pattern = grounds(body, palette)
    assert len(pattern) == 2, "the paper and its lines"
    too_faint = {
        f"{ink} on {spot}": round(contrast(palette[ink], spot), 2)
        for pairs, least in ((TEXT, AA_TEXT), (SHAPES, AA_SHAPES))
        for ink, ground in pairs
        if ground == "paper"
        for spot in pattern
        if contrast(palette[ink], spot) < least
    }
    assert too_faint == {}


@each_palette
def test_where_a_sheet_gives_text_and_ground_together_the_one_stands_out_from_all_of_the_other(
    palette: dict[str, str],
) -> None:
    too_faint = {
        f"{rule.sheet}: {rule.kind}: {ink} on {ground}": round(contrast(ink, ground), 2)
        for rule in RULES
        for look in as_it_may_be(rule, palette)
        for ink in spots(rule.says.get("color", ""), look)
        for ground in grounds(rule, look)
        if contrast(ink, ground) < AA_TEXT
    }
    assert too_faint == {}


def test_every_ink_of_a_sheet_is_held_against_a_ground() -> None:
    """One that its rule gives a ground of its own is held against that."""
    held = {ink for ink, _ in (*TEXT, *SHAPES)}
    assert {
        f"{rule.sheet}: {rule.kind}: {name}"
        for rule in RULES
        for name in re.findall(r"^var\(--([a-z-]+)\)$", rule.says.get("color", ""))
        if name in colours(DAY) and name not in held and not grounds(rule, colours(DAY))
    } == set()


@each_palette
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
