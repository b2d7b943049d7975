"""Aircraft cards: nine to a page, backs behind their fronts, and nothing over an edge."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops, ImageStat

import engine
from campaigns.catalogue.library import library
from campaigns.documents.cards.aircraft_cards import AircraftCard
from campaigns.documents.cards.card_parts import SAFE
from campaigns.documents.cards.card_sheet import CardSheet, render
from campaigns.documents.cards.cutting import CARDS, MARK, MARK_GAP
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.prints.cards import WantedCard, cards_of_pack, cards_of_seats, cards_of_type, types_of
from engine.core.type_cards import CardFace, CardFigure
from tests.campaigns.documents import cells, reading
from tests.campaigns.documents.hostile import PAPERS_HERE, SPOILT, nothing_fetched
from tests.campaigns.documents.pictures import SCALE, pictures
from tests.campaigns.documents.promises import assert_promises
from tests.campaigns.documents.test_logs import SHIPPED, shipped
from tests.engine.broad import broad, broad_rows

TYPES = library().aircraft
ONE_OF_EACH = ("bf-109e-7", "b-17f", "sopwith-camel", "albatros-d-iii", "b-17g-squadron", "fw-190-sturm-flight",
               "bf-109e-ace", "he-111-token")  # fmt: skip


def sheet_of(*slugs: str) -> CardSheet[AircraftCard]:
    return cards_of_seats("One of each", [WantedCard(aircraft=slug) for slug in slugs])


def filled_with(text: str) -> CardSheet[AircraftCard]:
    """A card on which every text is ``text``."""
    rating = CardFigure(text, text, text)
    face = CardFace(text, (rating,) * 4, ((rating,) * 4,) * 3, (text,) * 5, (text, 18), is_damaged=True)
    card = AircraftCard(
        name=text,
        side="axis",
        outline="plain-twin",
        about=text,
        since=text,
        front=replace(face, is_damaged=False),
        back=face,
        is_leader=True,
        provenance=text,
        label=text,
    )
    return CardSheet(text, text, (card, replace(card, is_leader=False, side="allied")))


def test_cards_of_every_system_keep_the_promises_of_a_document() -> None:
    sheet = sheet_of(*ONE_OF_EACH)
    assert_promises(
        "aircraft-cards",
        lambda paper: render(sheet, paper),
        pages=4,
        outline=["One of each", "One of each, sheet 2"],
        words=[
            "Sopwith Camel",
            "Sheet 1 of 2, fronts.",
            "WINGMAN, DAMAGED",
            "CRIPPLED, 48 POINTS",
            "from January 1939",
        ],
    )


@pytest.mark.slow("prints the cards of much of the catalogue")
@pytest.mark.parametrize(("paper", "each"), broad_rows([("A4", 12), ("A4", 3), ("letter", 7)], 1))
def test_no_word_of_any_aircraft_of_the_catalogue_comes_near_a_cut_or_is_cut_short(paper: Paper, each: int) -> None:
    chosen = list(TYPES)[::each] + list(ONE_OF_EACH)
    seats = [WantedCard(aircraft=slug, label="Striker 1 · Flight Lieutenant Wiśniewska") for slug in chosen]
    document = render(cards_of_seats("All of them", seats), paper)
    cells.assert_safe(document, CARDS, paper, SAFE)
    assert not any("…" in cells.text_of(piece) for page in cells.pieces_of(document, CARDS, paper) for piece in page)


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("text", SPOILT)
def test_hostile_texts_stay_on_their_card(text: str, paper: Paper) -> None:
    with nothing_fetched():
        document = render(filled_with(text), paper)
    assert render(filled_with(text), paper) == document
    cells.assert_safe(document, CARDS, paper, SAFE)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_back_of_each_card_lies_behind_its_front_when_the_paper_is_turned_on_its_long_edge(paper: Paper) -> None:
    sheet = sheet_of("bf-109e-7", "mc-202", "spitfire-i", "b-17f", "hurricane-i")
    fronts, backs = cells.pieces_of(render(sheet, paper), CARDS, paper)
    for place, card in enumerate(sheet.cards):
        row, column = divmod(place, CARDS.columns)
        behind = row * CARDS.columns + CARDS.columns - 1 - column
        for piece, face in ((fronts[place], card.front), (backs[behind], card.back)):
            assert face.title.upper() in cells.text_of(piece)
            assert "".join(card.name.split()) in "".join(cells.text_of(piece).split())
    assert [bool(piece) for piece in backs] == [True] * 9
    frame, (width, _) = CARDS.frame(paper), PAPERS[paper]
    assert frame.x == pytest.approx(width - frame.right)


@pytest.mark.parametrize("paper", PAPERS)
def test_crop_marks_stand_at_the_ends_of_every_cut_and_none_on_a_card(paper: Paper) -> None:
    (page, _) = reading.pages_of(render(sheet_of("mc-202"), paper))
    frame = CARDS.frame(paper)
    ends = {(round(rule.x1, 1), round(rule.y1, 1)) for rule in page.rules}
    for column in range(CARDS.columns + 1):
        x = round(frame.x + column * CARDS.width, 1)
        assert {(x, round(frame.y - MARK_GAP, 1)), (x, round(frame.top + MARK_GAP, 1))} <= ends
    for row in range(CARDS.rows + 1):
        y = round(frame.y + row * CARDS.height, 1)
        assert {(round(frame.x - MARK_GAP, 1), y), (round(frame.right + MARK_GAP, 1), y)} <= ends
    assert frame.y > MARK_GAP + MARK
    assert (CARDS.columns, CARDS.rows) == (3, 3)


def test_the_figures_in_the_corners_can_be_read_across_a_table() -> None:
    (fronts, _) = cells.pieces_of(render(sheet_of("mc-202")), CARDS, "A4")
    (leader, _) = cards_of_type(TYPES["mc-202"]).cards
    performance = next(figure.value for figure in leader.front.chief if figure.label == "Performance")
    tallest = max(words.top - words.bottom for words in fronts[0] if words.text.strip() == performance)
    assert tallest > 20, "points, 7 mm"


@pytest.mark.parametrize("slug", broad(["p-38-flight", "fw-190-sturm-flight", *ONE_OF_EACH, *list(TYPES)[::7]], 6))
def test_no_part_of_an_aircraft_lies_under_a_word_of_its_card(slug: str) -> None:
    whole = sheet_of(slug)
    bare = replace(
        whole,
        cards=tuple(
            replace(card, front=replace(card.front, is_of_all=True), back=replace(card.back, is_of_all=True))
            for card in whole.cards
        ),
    )
    with_it, without = render(whole), render(bare)
    for number, ((_, one), (_, two)) in enumerate(
        zip(pictures(with_it, (1, 2)), pictures(without, (1, 2)), strict=True), start=1
    ):
        drawn = ImageChops.difference(one, two)
        page = reading.pages_of(with_it)[number - 1]
        for words in page.words:
            left, right = round(SCALE * (words.left - 1)), round(SCALE * (words.right + 1))
            upper, lower = (round(SCALE * (page.height - each)) for each in (words.top, words.bottom))
            most = ImageStat.Stat(drawn.crop((left, upper, right, lower))).extrema[0][1]
            assert most < 100, (number, words.text)


def test_a_leader_and_a_wingman_have_their_figures_of_both_sides() -> None:
    leader, wingman = cards_of_type(TYPES["mc-202"]).cards
    for card, name in ((leader, "leader"), (wingman, "wingman")):
        for face, side in ((card.front, name), (card.back, f"{name}_damaged")):
            ratings = TYPES["mc-202"].ratings[side]
            printed = {rating.label: rating.value for rating in face.figures}
            assert printed["Damage"] == str(ratings["damage"])
            chief = "performance" if name == "leader" else "offensive"
            assert printed[chief.capitalize()] == str(ratings[chief])
            assert face.is_damaged == side.endswith("damaged")
    assert (leader.is_leader, wingman.is_leader) == (True, False)


def test_a_figure_that_a_rulebook_fixes_says_so_beside_it_and_at_the_foot() -> None:
    leader = cards_of_type(TYPES["mc-202"]).cards[0]
    fixed = [rating for rating in leader.front.chief if rating.source == "rulebook"]
    assert fixed
    text = reading.text_of(render(cards_of_type(TYPES["mc-202"])))
    assert f"{fixed[0].label} (R)" in text.replace("\xa0", " ")
    assert "(R) rulebook" in text


def test_every_type_of_every_system_has_cards_with_a_front_and_another_back() -> None:
    for aircraft in TYPES.values():
        cards = cards_of_type(aircraft).cards
        assert cards, aircraft.slug
        for card in cards:
            assert card.front != card.back, aircraft.slug
            assert len(card.front.chief) <= 4
    systems = {aircraft.system for aircraft in TYPES.values()}
    assert systems == set(engine.systems())


def test_the_crippled_side_of_a_stat_card_needs_more_of_the_dice_and_has_no_high_speed() -> None:
    (card,) = cards_of_type(TYPES["bf-109e-ace"]).cards
    climb, crippled = card.front.chief[0], card.back.chief[0]
    assert (climb.value, climb.beside) == ("+5", "5+ / 8+")
    assert (crippled.value, crippled.beside) == ("+3", "7+")
    assert [row[1].value for row in (card.front.rows[0], card.back.rows[0])] == ["5", "–"]


@pytest.mark.parametrize("slug", broad(SHIPPED, 2))
def test_a_pack_prints_the_cards_of_every_type_that_it_names(slug: str) -> None:
    pack = shipped(slug)
    named = {type_ for _, mission in pack.all_missions() for line in mission.units for type_ in line.aircraft}
    named |= {squadron.aircraft for squadron in pack.squadrons.values()}
    types = types_of(pack)
    assert named - {each.slug for each in types} <= set(named) - set(TYPES)
    assert {each.system for each in types} == {pack.system}
    sheet = cards_of_pack(pack)
    assert len(reading.pages_of(render(sheet))) == 2 * -(-len(sheet.cards) // 9)


def test_a_mission_prints_a_card_for_each_aircraft_with_whose_it_is() -> None:
    seats = [
        WantedCard(aircraft="mc-202", seat="leader", label="Striker 1 · Tenente Neri · A"),
        WantedCard(aircraft="mc-202", seat="wingman", label="Striker 1 wingman"),
        WantedCard(aircraft="v-1-without-a-card", seat="leader", label="nobody's"),
        WantedCard(aircraft="b-17f", seat="", label="Formation 2, aircraft 1"),
    ]
    sheet = cards_of_seats("Mission 3", seats)
    assert [(card.front.title, card.label) for card in sheet.cards] == [
        ("Leader", "Striker 1 · Tenente Neri · A"),
        ("Wingman", "Striker 1 wingman"),
        ("Formation", "Formation 2, aircraft 1"),
    ]
    assert "Tenente Neri" in reading.text_of(render(sheet))
