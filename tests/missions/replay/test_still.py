"""A moment of a replay as a picture that stands alone: it asks for nothing, and looks as its page does."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageStat

import engine
from campaigns.documents.kit import fonts
from engine.core.game import Frame, System
from engine.core.players import fly
from missions.replay import board_svg, pixels, still, style_sheets
from missions.replay.frames import Heading, frames_of
from missions.replay.painting import colour
from tests.engine.broad import broad

HEADING = Heading("Strike on <Tobruk> & back", "Mission 3 of Desert evenings")
FIGHTS = [
    ("wildblue", "light-bombers"), ("angels", "interceptors"), ("wildblue", "night-turrets"), ("wwi", "free-for-all"),
    ("sabin", "aerodrome-raid"),
]  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


@cache
def watched(system: str, scenario: str) -> tuple[System, tuple[Frame, ...], tuple[str, ...]]:
    found = engine.systems()[system].scenarios()[scenario]
    game = engine.new(system, found.setup, 7)
    record = str(fly(game, {side: engine.heuristic_player(system, side, 7) for side in game.sides}).record)
    return engine.systems()[system], frames_of(record, None), tuple(game.sides)


def scene(system: str, scenario: str, step: int) -> still.Scene:
    played, frames, sides = watched(system, scenario)
    return still.scene(played, frames, sides, step)


@pytest.mark.parametrize("fight", broad(FIGHTS, 2), ids="-".join)
def test_every_step_is_a_picture_that_asks_for_nothing_beside_it(fight: tuple[str, str]) -> None:
    played, frames, sides = watched(*fight)
    for frame in frames:
        drawn = still.svg(still.scene(played, frames, sides, frame.number), HEADING, has_letters=False)
        root = ElementTree.fromstring(drawn)
        for element in root.iter():
            assert not {"class", "style", "href", "data-key"} & element.attrib.keys()
            assert not any(re.search(r"var\(|url\(|color-mix", value) for value in element.attrib.values())
            assert element.tag.removeprefix(SVG) not in ("use", "image", "symbol")
        written = "".join(root.itertext())
        assert HEADING.title in written
        assert frame.caption.turn in written
        assert all(map(fonts.covers, written.replace("\n", ""))), "the faces that draw it hold every character"


def test_an_svg_brings_its_letters_along() -> None:
    drawn = still.svg(scene("angels", "interceptors", 3), HEADING)
    assert drawn.count("@font-face") == 2, "two weights, of Latin alone"
    assert "data:font/woff2;base64," in drawn
    assert re.findall(r"https?://", drawn.replace("http://www.w3.org/2000/svg", "")) == []
    assert len(drawn.encode()) < 150_000
    russian = still.svg(scene("angels", "interceptors", 3), Heading("Над Курском", ""))
    assert russian.count("@font-face") == 4


def test_aircraft_have_the_colours_of_their_sides_solid_and_hollow() -> None:
    drawn = still.svg(scene("angels", "interceptors", 0), HEADING, has_letters=False)
    craft = {
        (element.attrib["fill"], element.attrib["stroke"])
        for element in ElementTree.fromstring(drawn).iter(f"{SVG}g")
        if element.get("paint-order") == "stroke" and "stroke" in element.attrib
    }
    assert craft == {(colour("allied"), colour("sheet")), (colour("sheet"), colour("axis"))}


def test_a_fight_by_night_is_drawn_by_night() -> None:
    by_night, by_day = (
        ImageStat.Stat(
            Image.open(BytesIO(pixels.png(still.svg(scene(*fight, 0), HEADING, has_letters=False), 96))).convert("L")
        ).mean[0]
        for fight in (("wildblue", "night-turrets"), ("wildblue", "light-bombers"))
    )
    assert by_night < 90 < 170 < by_day


def test_a_png_is_as_wide_as_it_was_asked_for_and_has_letters() -> None:
    found = scene("angels", "interceptors", 3)
    drawn = still.svg(found, HEADING, has_letters=False)
    shown = Image.open(BytesIO(pixels.png(drawn, 960))).convert("RGB")
    assert shown.size == (960, round(still.height_of(found)))
    board = tuple(int(colour("board")[at : at + 2], 16) for at in (1, 3, 5))
    assert shown.getpixel((2, 2)) == board
    without = pixels.png(re.sub(r"<text.*?</text>", "", drawn), 960)
    assert shown.tobytes() != Image.open(BytesIO(without)).convert("RGB").tobytes()


def test_a_long_title_is_cut_and_what_no_picture_can_hold_is_left_out() -> None:
    found = scene("angels", "interceptors", 3)
    for title in ("Night of the long title " * 12, "Half a letter \ud800 and a bell \x07", "🛩 over 零戦"):
        drawn = still.svg(found, Heading(title, title), has_letters=False)
        texts = [element.text or "" for element in ElementTree.fromstring(drawn.encode()).iter(f"{SVG}text")]
        assert fonts.width(texts[-1], fonts.CONDENSED.regular, 12) < board_svg.WIDTH
        assert all(fonts.covers(letter) for text in texts for letter in text)
        assert pixels.png(drawn, 240).startswith(b"\x89PNG")


def test_every_rule_that_the_sheets_have_for_tables_is_understood() -> None:
    """Else a picture would look otherwise than its page."""
    sheet = (style_sheets.STATIC / "css" / "pages" / "replay.css").read_text(encoding="utf-8")
    heads = re.findall(r"^  \.board(?:\.night)? ?[^{}]*(?= \{)", sheet, re.MULTILINE)
    ours = [rule for rule in style_sheets.rules() if rule.path[0].words & {"board"}]
    assert len(heads) > 60
    assert len(ours) >= len(heads)
    for refused in (".sky > polygon", ".craft:hover", "[data-key]"):
        with pytest.raises(ValueError, match="does not understand"):
            list(style_sheets._rules(f".board {refused}", 2, {}))
