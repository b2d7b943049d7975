"""Portraits, badges, ribbons and kill boards: what is drawn, and from what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from campaigns.heraldry.badges import badge
from campaigns.heraldry.draw import seed_of
from campaigns.heraldry.kill_board import MOST, PaintedVictory, kill_board
from campaigns.heraldry.letters import painted
from campaigns.heraldry.names import Blazon, badge_name, badge_named, face_name, face_named
from campaigns.heraldry.portraits import SIZE, Face, portrait
from campaigns.heraldry.ribbons import own_ribbon, ribbon_picture
from campaigns.heraldry.shapes import Picture
from campaigns.heraldry.svg import svg
from campaigns.packs import read_pack
from campaigns.standing.decorations import decorations, ribbon_of
from campaigns.standing.likeness import face_of
from campaigns.standing.model import Airman
from campaigns.standing.recruits import Man
from config.common.vocabulary import NATIONS
from tests import make

MOST_BYTES = 5_000
COLOUR = re.compile(r"#[0-9a-f]{6}")
ANYBODY = Face(seed=seed_of("anybody"), nation="gb", great_war=False, rank="pilot", ribbons=0)


def faces() -> Iterator[Face]:
    """Some of every nation, in both wars, of every rank; and of a nation of which we know nothing."""
    for nation in (*NATIONS, "zz"):
        for number in range(6):
            for great_war in (False, True):
                rank = ("green", "pilot", "ace")[number % 3]
                yield Face(seed_of(nation, str(number)), nation, great_war, rank, number % 4)  # type: ignore[arg-type]


def pictures() -> Iterator[Picture]:
    yield from map(portrait, faces())
    yield from (badge(seed_of("squadron", str(number)), ("", "UZ", "J26", "S9EK")[number % 4]) for number in range(120))
    yield from (ribbon_picture(ribbon_of(each.nation, each.name)) for each in decorations())
    yield kill_board([PaintedVictory(nation, Fraction(1, 2)) for nation in (*NATIONS, "")], strikes=3)


def test_every_picture_is_a_small_whole_svg_file_that_stays_on_its_sheet():
    for picture in pictures():
        text = svg(picture)
        assert len(text) < MOST_BYTES or picture.width > SIZE
        root = ElementTree.fromstring(text)
        assert len(root), "it shows nothing"
        for shape in picture.shapes:
            assert all(COLOUR.fullmatch(colour) for colour in (shape.fill, shape.line) if colour)
            for _, points in shape.steps:
                assert all(-2 <= x <= picture.width + 2 and -2 <= y <= picture.height + 2 for x, y in points)


def test_a_man_has_the_same_face_whenever_he_is_drawn_and_other_men_have_others():
    one = svg(portrait(ANYBODY))
    portrait.cache_clear()
    assert svg(portrait(replace(ANYBODY))) == one
    drawn = {svg(portrait(replace(ANYBODY, seed=seed_of("man", str(number))))) for number in range(200)}
    assert len(drawn) == 200


def test_who_comes_to_be_an_ace_keeps_his_face_under_another_cap():
    """What does not hang on his rank is drawn as it was: his head and his eyes."""
    for number in range(20):
        green, ace = (replace(ANYBODY, seed=seed_of(str(number)), rank=rank) for rank in ("green", "ace"))
        ours, theirs = portrait(green).shapes, portrait(ace).shapes
        assert len(set(ours) & set(theirs)) >= 10


def test_a_squadron_wears_its_code_where_it_can_be_painted():
    with_code, without = badge(1, "UZ"), badge(1, "")
    assert set(without.shapes) < set(with_code.shapes)
    assert painted("Ж 3") == "3"


def test_a_kill_board_has_a_mark_for_each_victory_and_a_bomb_for_each_strike():
    empty = len(kill_board([]).shapes)
    stroke, bomb = PaintedVictory("", Fraction(1)), 1
    assert len(kill_board([stroke] * 4).shapes) - empty == 4
    assert len(kill_board([stroke] * 4, bomb).shapes) - empty == 5
    wide = [kill_board([stroke] * number) for number in (MOST, MOST + 40)]
    assert wide[0] == wide[1], "what finds no room is told beside the board"


def test_nations_are_told_apart_by_their_marks():
    one_each = {kill_board([PaintedVictory(nation, Fraction(1))]) for nation in NATIONS}
    assert len(one_each) == len(NATIONS)


def test_a_ribbon_that_we_do_not_know_is_said_to_be_of_our_own_colours():
    assert not ribbon_of("fr", "Knight of the Legion of Honour").is_own
    assert ribbon_of("de", "Knight of the Legion of Honour").is_own, "it is another nation's"
    unproven = next(each for each in decorations() if each.ribbon and not each.ribbon_source)
    assert ribbon_of(unproven.nation, unproven.name).is_own, "nobody states its colours"
    assert all(each.ribbon for each in decorations() if each.ribbon_source)
    invented = ribbon_of("gb", "The Mess Tankard")
    assert invented.is_own
    assert invented == own_ribbon("The Mess Tankard")


@pytest.mark.parametrize("face", list(faces())[::17])
def test_a_face_is_found_again_by_its_name(face: Face):
    assert face_named(face_name(face)) == face


@pytest.mark.parametrize("blazon", [Blazon(0, ""), Blazon((1 << 63) - 1, "J26")])
def test_a_badge_is_found_again_by_its_name(blazon: Blazon):
    assert badge_named(badge_name(blazon)) == blazon


@pytest.mark.parametrize(
    "name", ["", "gb", "gb-2-ace-9-00000000000000ff", "gb-2-ace-1-ff", "gb-2-ace-1-ffffffffffffffff"]
)
def test_any_other_name_is_nobodys(name: str):
    assert face_named(name) is None
    assert badge_named(name) is None


def test_a_man_of_a_nation_that_nobody_knows_has_a_face_too():
    pack = read_pack(make.source(make.PERIODS), "pack.toml")
    for nation in ("", "É!", "nz"):
        face = face_of(Airman(Man(1, "allied", "Jan Nowak", nation, "PAF")), pack)
        assert face_named(face_name(face)) == face
        assert portrait(face).shapes
