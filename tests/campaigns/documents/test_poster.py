"""The poster of a game's aircraft: every one of them, by nation, and each as large as its scale says."""

from __future__ import annotations

import re

import pypdfium2
import pytest

import engine
from campaigns.catalogue.library import library
from campaigns.catalogue.shapes import shape_name, shapes
from campaigns.documents.cards.poster import Poster, PosterAircraft, PosterNation, render
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.prints.poster import poster_of, together
from tests.campaigns.documents import reading
from tests.campaigns.documents.hostile import PAPERS_HERE, SPOILT, assert_inside, nothing_fetched
from tests.campaigns.documents.promises import assert_promises
from tests.each import for_each

MILLIMETRE = 72 / 25.4


def filled_with(text: str) -> Poster:
    aircraft = tuple(PosterAircraft(shape, text, text) for shape in ("me-323", "fokker-dr-i", "p-38", "b-29", "i-16"))
    return Poster(text, (PosterNation(text, aircraft), PosterNation(text, aircraft[1:2])))


def widest(poster: Poster, paper: Paper = "A4") -> float:
    """The longest stretch of ink from left to right below the head of the first page, in points."""
    page = pypdfium2.PdfDocument(render(poster, paper))[0]
    picture = page.render(scale=4, grayscale=True).to_pil().point([255] * 128 + [0] * 128)
    below = picture.crop((0, 4 * 115, picture.width, picture.height - 4 * 60))
    return max(len(ink) for ink in re.findall(rb"\xff+", below.tobytes())) / 4


def test_a_poster_keeps_the_promises_of_a_document() -> None:
    poster = poster_of("wwi")
    assert_promises(
        "poster",
        lambda paper: render(poster, paper),
        pages=4,
        on_letter=5,
        outline=["Know your aircraft", "Austria-Hungary", "Belgium", "Britain", "France", "Germany", "Italy"],
        words=["Down in Flames WWI, by nation", "10 metres", "Sopwith Camel", "from 1917 · 7.19 m"],
    )


@for_each(engine.systems())
def test_every_type_of_a_game_is_on_its_poster_under_each_nation_that_flew_it(system: str) -> None:
    wanted = {(each.nation, shape_name(slug)) for slug, each in library().aircraft.items() if each.system == system}
    poster = poster_of(system)
    shown = [(nation.name, each.outline) for nation in poster.nations for each in nation.aircraft]
    assert len(shown) == len(set(shown)) == len(wanted)
    assert {outline for _, outline in shown} == {shape for _, shape in wanted}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("shape", "scale"), [("fokker-dr-i", 250), ("b-17f", 250), ("me-323", 400)])
def test_an_outline_is_as_wide_as_the_scale_says(shape: str, scale: int, paper: Paper) -> None:
    poster = Poster("One", (PosterNation("Nowhere", (PosterAircraft(shape, "", ""),)),))
    assert f"1:{scale}" in reading.text_of(render(poster, paper))
    wings = shapes()[shape].span * 1000 / scale * MILLIMETRE
    assert widest(poster, paper) == pytest.approx(wings, abs=1.5 if shape == "b-17f" else 0.5)


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("text", SPOILT)
def test_hostile_texts_stay_on_the_poster(text: str, paper: Paper) -> None:
    with nothing_fetched():
        document = render(filled_with(text), paper)
    assert_inside(document)


def test_relations_are_named_together_and_those_of_a_large_family_counted() -> None:
    assert together(["Yak-9", "Yak-9"]) == "Yak-9"
    family = ["Messerschmitt Bf 109E-3", "Messerschmitt Bf 109E-4/B", "Messerschmitt Bf 109E-7"]
    assert together(family) == "Messerschmitt Bf 109E-3, 109E-4/B, 109E-7"
    assert together([*family, "Messerschmitt Bf 109E-3 (ARR)", "Messerschmitt Bf 109T"]).endswith("and 2 more")
