"""What stands on printed cards is what the game reckons with."""

from __future__ import annotations

import pytest

import engine
from engine.core.errors import EngineError
from engine.core.game import System
from engine.core.type_cards import MOST_CHIEF, CardFace, TypeCard
from engine.wwi.aircraft import aircraft as wood_and_wire
from tests.engine.rules import rule

SYSTEMS = [system for system in engine.systems().values() if system.campaign]


def figures(face: CardFace) -> dict[str, str]:
    return {each.label: each.value for each in (*face.chief, *(each for row in face.rows for each in row))}


def cards(system: str, slug: str) -> tuple[TypeCard, ...]:
    return engine.systems()[system].type_cards(slug)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_every_type_of_the_catalogue_has_cards_with_a_front_and_a_back(system: System) -> None:
    for slug in system.campaign.catalogue() if system.campaign else ():
        for card in system.type_cards(slug):
            assert card.front != card.back
            for face in (card.front, card.back):
                assert len(face.chief) <= MOST_CHIEF
                assert all(len(each.value) <= 12 for row in (face.chief, *face.rows) for each in row)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_a_slug_that_there_is_not_is_refused(system: System) -> None:
    with pytest.raises(EngineError, match="no aircraft"):
        system.type_cards("flying-carpet")


@rule("WWI Your Leader a", "WWI Your Wingmen a")
def test_both_sides_of_a_leader_and_a_wingman_of_1917_are_printed() -> None:
    leader, wingman = cards("wwi", "sopwith-camel")
    type_ = wood_and_wire("sopwith-camel")
    for face, ratings in zip((leader.front, leader.back), type_.leader, strict=True):
        shown = figures(face)
        assert (shown["Performance"], shown["Airframe"]) == (str(ratings.performance), str(ratings.airframe))
        assert (shown["Horsepower"], shown["Bursts"]) == (str(ratings.horsepower), str(ratings.bursts))
        assert shown["Points"] == str(type_.points)
    for face, own in zip((wingman.front, wingman.back), type_.wingman, strict=True):
        shown = figures(face)
        assert (shown["Attack"], shown["Response"], shown["Airframe"]) == tuple(
            map(str, (own.attack, own.response, own.airframe))
        )
    assert (leader.back.is_damaged, wingman.back.is_damaged) == (True, True)


@rule("A20 How to Read a Stat Card a", "A20 Crippled")
def test_a_stat_card_says_what_the_dice_must_show_and_its_back_what_a_crippled_aircraft_can_do() -> None:
    (card,) = cards("angels", "typhoon-interceptor")
    shown, crippled = figures(card.front), figures(card.back)
    assert card.front.title == "Veteran pilot, 43 points"
    assert (shown["Speed"], shown["High"]) == ("2–4", "5–6")
    assert (crippled["Speed"], crippled["High"]) == ("2–4", "–")
    climb, worse = card.front.chief[0], card.back.chief[0]
    bonus = int(climb.value)
    assert climb.beside == f"{10 - bonus}+ / {13 - bonus}+"
    assert (int(worse.value.replace("\N{MINUS SIGN}", "-")), worse.beside) == (bonus - 2, f"{12 - bonus}+")
    assert any(text.startswith("Poor at altitude: −2") for text in card.front.words)


@rule("SABIN Movement a", "SABIN Combat f")
def test_a_flight_has_its_blocks_by_pitch_and_a_weak_one_fires_worse() -> None:
    (card,) = cards("sabin", "bf-109-flight")
    shown = figures(card.front)
    assert (shown["Climbing"], shown["Level"], shown["Diving"], shown["Fire"]) == ("1", "1–2", "2–3", "±0")
    slow_and_weak = next(
        each
        for slug in engine.systems()["sabin"].campaign.catalogue()
        for each in cards("sabin", slug)
        if any(text.startswith("Slow") for text in each.front.words)
        and any(text.startswith("Weak") for text in each.front.words)
    )
    shown = figures(slow_and_weak.front)
    assert (shown["Diving"], shown["Fire"]) == ("2", "−1")
    assert "+1 same heading and pitch" in card.back.words


def test_the_pages_know_the_cards_of_wild_blue_yonder_whole() -> None:
    assert cards("wildblue", "mc-202") == ()
