"""The stat cards: the rulebook's names and figures, our formula for the rest, and figures given inline."""

from __future__ import annotations

from typing import Any

import pytest

from engine.angels.aircraft import aircraft, catalogue, with_pilot
from engine.angels.flights import SIDE_OF_NATION
from engine.angels.terms import ACE, AVERAGE, POOR, QUALITIES, VETERAN
from engine.core.errors import EngineError
from tests.engine.angels.derive_aircraft import FOLDER, derived, rederive
from tests.engine.angels.ratings import Performance, derive
from tests.engine.rules import rule

TABLE = {
    "A6M2 “Zeke”": ("jp", 1940),
    "A6M2 Zero Ace": ("jp", 1941),
    "Bf 109E Ace": ("de", 1939),
    "Bf 109E Wingman": ("de", 1939),
    "Bf 109F “Friedrich”": ("de", 1940),
    "Bf 109G “Gustav” Ace": ("de", 1942),
    "Bf 110C": ("de", 1939),
    "C.200 Saetta Rookie": ("it", 1940),
    "C.202 Folgore": ("it", 1941),
    "C.202 Folgore Ace": ("it", 1941),
    "Channel Front Fw 190A": ("de", 1942),
    "Expeditionary C.200 Saetta": ("it", 1940),
    "Fw 190A Würger": ("de", 1941),
    "Guards Yak 1": ("su", 1941),
    "Hurricane Mk I": ("gb", 1939),
    "I-16 “Abu”": ("cn", 1939),
    "I-16 “Ishak”": ("su", 1939),
    "Ki-61 “Tony”": ("jp", 1943),
    "Kościuszko Hurricane Mk I": ("pl", 1940),
    "Lend-Lease Tomahawk Mk. II": ("su", 1941),
    "MS.406 “Mätimaha”": ("fi", 1940),
    "MS.406 Rookie": ("fr", 1939),
    "Navy F4F-3 Wildcat": ("us", 1941),
    "P-40B Rookie": ("us", 1941),
    "P-40C Flying Tiger": ("us", 1941),
    "P-51B Mustang Ace": ("us", 1943),
    "P-51C Escort": ("us", 1943),
    "Spitfire Mk I Ace": ("gb", 1940),
    "Typhoon Interceptor": ("gb", 1943),
    "USMC F4F-4 Wildcat": ("us", 1942),
    "Yak-1 Rookie": ("su", 1941),
}
"""The appendix: name, nation, year."""
OWN = {"CR.42 Falco": ("it", 1939)}
"""Which the appendix does not have, and a campaign needs."""
CARDS = [slug for slug, table in catalogue().items() if "performance" in table]
BANDS = {POOR: range(15, 21), AVERAGE: range(20, 31), VETERAN: range(30, 44), ACE: range(42, 56)}
"""What aircraft with such pilots cost, by a review of 2012; the dearest Veteran is the Typhoon's 43."""


@rule("A20 Appendix", "A20 Choosing Sides")
def test_the_aircraft_of_the_appendix_are_there_with_their_nations_sides_and_years() -> None:
    cards = [aircraft(slug) for slug in CARDS]
    assert {card.name: (card.nation, card.year) for card in cards} == TABLE | OWN
    assert {card.name for card in cards if card.side == "axis"} == {
        name for name, (nation, _) in (TABLE | OWN).items() if nation in ("de", "it", "jp", "fi")
    }
    assert all(SIDE_OF_NATION[card.nation] == card.side for card in cards)


@pytest.mark.parametrize("slug", CARDS)
def test_every_figure_of_the_files_is_what_the_formula_gives(slug: str) -> None:
    table = catalogue()[slug]
    standing = {key: value for key, value in table["angels"].items() if key not in ("provenance", "fixed")}
    assert derived(table) == standing


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_writing_the_files_anew_changes_nothing(path: Any) -> None:
    assert rederive(path.read_text("utf-8")) == path.read_text("utf-8")


@pytest.mark.parametrize("slug", CARDS)
def test_the_formula_gives_the_fixed_figures_by_itself(slug: str) -> None:
    """So that what it says of the other aircraft is worth something."""
    table = catalogue()[slug]
    figures = {key: value for key, value in table["performance"].items() if key != "provenance"}
    block = derive(Performance(**figures), table["angels"]["pilot"], table["angels"]["abilities"], {})
    for path in table["angels"].get("fixed", {}):
        name, _, place = path.partition(".")
        fixed, given = table["angels"][name], block[name]
        assert (given[int(place) - 1] == fixed[int(place) - 1]) if place else (given == fixed), path


@rule("A20 How to Read a Stat Card b")
def test_the_typhoon_is_the_sample_card() -> None:
    card = aircraft("typhoon-interceptor")
    assert (card.pilot, card.cost, card.normal, card.high) == (VETERAN, 43, (2, 4), (5, 6))
    assert card.abilities == {"poor-at-altitude", "powered-roll", "steady-shooter"}


@rule("A20 How to Read a Stat Card a")
@pytest.mark.parametrize(
    ("slug", "figures"),
    [
        ("spitfire-mk-i-ace", {"pilot": ACE, "cost": 46}),
        ("a6m2-zeke", {"pilot": VETERAN, "turn": 6, "normal": (2, 3), "high": (4, 4)}),
        ("p-40c-flying-tiger", {"pilot": VETERAN, "roll": 5, "normal": (2, 4), "high": (5, 5), "armor": 4, "vital": 7}),
        ("ki-61-tony", {"pilot": AVERAGE, "roll": 5, "turn": 4, "armor": 3, "vital": 6}),
        ("hurricane-mk-i", {"pilot": AVERAGE, "turn": 5, "armor": 3, "normal": (2, 3), "high": (4, 4)}),
        ("bf-109e-wingman", {"roll": 4}),
    ],
)
def test_what_rulebook_and_public_sources_say_of_a_card_stands_on_it(slug: str, figures: dict[str, Any]) -> None:
    card = aircraft(slug)
    assert {name: getattr(card, name) for name in figures} == figures


def test_attack_dice_and_abilities_of_the_examples_stand_on_the_cards() -> None:
    assert aircraft("a6m2-zeke").attack[:2] == (7, 4)
    assert aircraft("a6m2-zeke").abilities == {"killer-instinct", "expert-dogfighter"}
    assert aircraft("p-40c-flying-tiger").attack[1] == 5
    assert aircraft("ki-61-tony").attack[0] == 6
    assert aircraft("hurricane-mk-i").attack[2] == 2
    assert "boom-and-zoom" in aircraft("p-51c-escort").abilities
    assert any(aircraft("bf-110c-zerstoerer").rear)
    assert "expert-flier" in aircraft("spitfire-mk-i-ace").abilities


def test_a_hurricane_damaged_once_is_not_crippled_as_in_the_example() -> None:
    assert aircraft("hurricane-mk-i").hits >= 3


@rule("A20 Bomber Stats", "A20 Bomber Escort Scenario")
@pytest.mark.parametrize(("slug", "armor"), [("he-111-token", (3, 8)), ("medium-bomber-token", (4, 9))])
def test_bomber_tokens_have_the_printed_figures(slug: str, armor: tuple[int, int]) -> None:
    token = aircraft(slug)
    assert (token.armor, token.vital, token.hits, token.normal, token.high) == (*armor, 5, (2, 2), (0, 0))
    assert (token.attack, token.all_round, token.token, token.kind) == ((3, 2, 0), True, True, "medium-bomber")
    assert token.cost == 40


@pytest.mark.parametrize("slug", CARDS)
def test_an_aircraft_costs_what_others_with_such_pilots_cost(slug: str) -> None:
    card = aircraft(slug)
    assert card.cost in BANDS[card.pilot]


def test_pilots_are_as_good_as_their_cards_are_named() -> None:
    for card in map(aircraft, CARDS):
        assert ("Rookie" in card.name) == (card.pilot == POOR)
        assert ("Ace" in card.name) == (card.pilot == ACE)


def test_the_better_the_pilot_the_dearer_the_aircraft() -> None:
    card = aircraft("hurricane-mk-i")
    prices = [with_pilot(card, quality).cost for quality in range(len(QUALITIES))]
    assert prices == sorted(set(prices))
    assert with_pilot(card, card.pilot) is card
    assert with_pilot(card, ACE).document == "hurricane-mk-i"


def test_every_card_has_words_for_those_who_read_about_it_and_a_source_for_each_block() -> None:
    for slug, table in catalogue().items():
        assert table["note"].endswith((".", "?")), slug
        assert len(table["short"]) <= 10, slug
        assert table["angels"]["provenance"] in ("rulebook", "own"), slug
        if "performance" in table:
            assert table["performance"]["provenance"] == "public", slug


INLINE = {
    "name": "Whirlwind",
    "class": "heavy-fighter",
    "in_service": "1940-06",
    "side": "allied",
    "cost": 30,
    "normal": [2, 4],
    "high": [5, 5],
    "climb": 4,
    "armor": 4,
    "vital_armor": 8,
    "hit_points": 4,
    "attack": [9, 7, 5],
}


def test_an_owner_enters_the_figures_of_a_card_inline() -> None:
    card = aircraft(INLINE)
    assert (card.key, card.short, card.year, card.pilot) == ("Whirlwind", "Whirlwind", 1940, AVERAGE)
    assert (card.climb, card.dive, card.rear) == (4, 0, (0, 0, 0))
    block = {key: value for key, value in INLINE.items() if key not in ("name", "class", "in_service", "side")}
    assert aircraft({"name": "Whirlwind", "class": "heavy-fighter", "angels": block}).attack == (9, 7, 5)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": " "}, "needs a name"),
        ({"name": "x" * 61}, "at most 60"),
        ({"class": "airship"}, "class"),
        ({"side": "neutral"}, "side"),
        ({"in_service": "spring 1940"}, "in_service"),
        ({"in_service": "1940-13"}, "in_service"),
        ({"cost": None}, "cost"),
        ({"cost": 0}, "cost"),
        ({"pilot": "legend"}, "pilot"),
        ({"normal": []}, "normal"),
        ({"normal": [4, 2]}, "normal"),
        ({"normal": [0, 2]}, "normal"),
        ({"high": [3, 6]}, "high speed"),
        ({"high": "fast"}, "high"),
        ({"climb": 99}, "climb"),
        ({"vital_armor": 3}, "vital armor"),
        ({"hit_points": 0}, "hit_points"),
        ({"attack": [9, 7, 5, 3]}, "attack"),
        ({"attack": [True]}, "attack"),
        ({"attack": [99]}, "attack"),
        ({"rear": [2, 1]}, "rear-gun"),
        ({"abilities": ["rear-gun"]}, "rear-gun"),
        ({"abilities": ["invisible"]}, "invisible"),
        ({"abilities": "all"}, "abilities"),
        ({"jet": True}, "jet"),
        ({"token": 1}, "token"),
        ({"angels": "none"}, "unknown key"),
        ({"angels": {}}, "unknown key"),
        ({"attack": [float("nan")]}, "plain JSON"),
    ],
)
def test_figures_that_no_card_can_have_are_refused_with_a_sentence(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(EngineError, match=said):
        aircraft(INLINE | changed)


@pytest.mark.parametrize("source", ["ufo", 7, None, ["hurricane-mk-i"]])
def test_what_names_no_aircraft_is_refused(source: object) -> None:
    with pytest.raises(EngineError):
        aircraft(source)
