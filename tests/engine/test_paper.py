"""What stands on printed cards is what the game reckons with."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import engine
from engine.core.campaigns import Man, MissionUnit, SeatFigures
from engine.core.errors import EngineError
from engine.core.game import System
from engine.core.type_cards import MOST_CHIEF, CardFace, TypeCard
from engine.wildblue.aircraft import aircraft as wild_blue
from engine.wildblue.aircraft import catalogue
from engine.wildblue.paper import CEILINGS
from engine.wwi.aircraft import aircraft as wood_and_wire
from tests.engine.rules import rule

SYSTEMS = list(engine.systems().values())


def figures(face: CardFace) -> dict[str, str]:
    return {each.label: each.value for each in face.figures}


def cards(system: str, slug: str) -> tuple[TypeCard, ...]:
    return engine.systems()[system].type_cards(slug)


def test_a_briefing_of_a_squadron_leaves_out_how_many_fly_as_a_rule() -> None:
    assert [each.label for each in cards("sabin", "b-24j-squadron")[0].front.chief] == ["Aircraft", "Fire"]
    assert [label for label, _ in flown("sabin", "b-24j-squadron", None, role="striker").ratings] == ["Fire"]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_every_type_of_the_catalogue_has_cards_with_a_front_and_a_back(system: System) -> None:
    for slug in system.campaign.catalogue():
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


@rule("WBY 5.1", "WBY 5.2.1", "WBY 5.4.1")
@pytest.mark.parametrize("slug", ["mc-202", "p-47c-5", "ju-87b", "b-17f", "me-262a"])
def test_both_sides_of_each_card_of_1943_are_printed(slug: str) -> None:
    type_ = wild_blue(slug)
    of: dict[str, Any] = {"leader": type_.leader, "wingman": type_.wingman, "formation": type_.formation}
    printed = {card.seat: card for card in cards("wildblue", slug)}
    assert list(printed) == [seat for seat, sides in of.items() if sides]
    for seat, card in printed.items():
        for face, ratings in zip((card.front, card.back), of[seat] or (), strict=True):
            shown = figures(face)
            assert shown["Damage"] == str(ratings.damage)
            assert CEILINGS.index(shown["Ceiling"]) == ratings.ceiling
            for key in ("performance", "horsepower", "offensive", "defensive", "strafe", "speed"):
                if getattr(ratings, key, 0):
                    assert shown[key.capitalize()] == str(getattr(ratings, key))
        assert card.hits == tuple(ratings.damage for ratings in of[seat] or ())
        assert (card.front.is_damaged, card.back.is_damaged) == (False, True)


@rule("WBY 5.2.3", "WBY 5.2.4", "WBY 5.2.6")
def test_turbochargers_heavy_cannon_and_heavy_guns_stand_on_a_leaders_card() -> None:
    leader = cards("wildblue", "p-47c-5")[0].front
    assert [each.beside for each in leader.chief if each.label == "Horsepower"] == ["T"]
    assert any(text.startswith("Turbocharged") for text in leader.words)
    assert figures(cards("wildblue", "p-39d")[0].front)["Heavy Guns"] == "2"
    heavy = next(slug for slug in catalogue() if (of := wild_blue(slug).leader) and of[0].burst_plus == 1)
    assert [each.beside for each in cards("wildblue", heavy)[0].front.chief if each.label == "Bursts"] == ["+1"]


def test_a_figure_that_a_rulebook_fixes_says_so() -> None:
    (leader, _) = cards("wildblue", "mc-202")
    assert {each.label: each.source for each in leader.front.chief}["Performance"] == "rulebook"
    assert {each.source for each in leader.back.chief} == {""}


def flown(system: str, slug: str, man: Man | None, place: int = 0, **more: Any) -> SeatFigures:
    """What a briefing shows of an aircraft of a unit of three, with this man in it."""
    unit = MissionUnit("allied-1", "allied", more.pop("role", "fighter"), (slug,) * 3, (man,) * 3, **more)
    return engine.systems()[system].campaign.figures(unit, place, cards(system, slug))


@rule("WBY 19.2.3", "WBY 19.2.5", "SUP 19.6.1")
def test_a_briefing_counts_the_skills_of_who_flies_an_aircraft() -> None:
    plain, skilled = (
        flown("wildblue", "bf-110c", Man("Seifert", 0, Fraction(0), Fraction(0), is_green=False, skills=skills))
        for skills in ((), ("BU", "D"))
    )
    bursts, more = (int(dict(each.ratings)["Bursts"].partition("/")[0]) for each in (plain, skilled))
    assert more == bursts + 1
    assert skilled.hits == (plain.hits[0] + 1, plain.hits[1] + 1)
    green = flown("wildblue", "bf-110c", Man("Seifert", 0, Fraction(0), Fraction(0), is_green=True))
    assert (plain.about, green.about) == ("", "Green")
    performance, shocked = (int(dict(each.ratings)["Performance"].partition("/")[0]) for each in (plain, green))
    assert shocked == performance - 1


@rule("SUP 21.2")
def test_only_who_strikes_has_its_bombs_in_a_briefing() -> None:
    told = dict(flown("wildblue", "ju-87b", None, 1, role="striker", load=("bombs",)).ratings)
    assert {"Offensive", "Defensive", "Dive bombs"} == told.keys()
    assert "Dive bombs" not in dict(flown("wildblue", "ju-87b", None, load=("bombs",)).ratings)


@rule("WBY 18.5")
def test_only_fighters_of_a_game_that_counts_it_have_fuel() -> None:
    fuel = {slug: each.campaign.fuel for slug, each in engine.systems().items()}
    within, none = fuel["wildblue"]("p-51d", ())
    assert (within > 0, none) == (True, 0)
    assert fuel["wildblue"]("p-51d", ("drop-tanks",)) == (within, 4)
    assert fuel["wildblue"]("b-17f", ()) == fuel["wwi"]("sopwith-camel", ()) == (0, 0)


def test_other_games_brief_what_their_cards_show_largest() -> None:
    told = flown("wwi", "sopwith-camel", None, 1)
    wingman = cards("wwi", "sopwith-camel")[1]
    assert told.hits == wingman.hits
    assert [label for label, _ in told.ratings] == [each.label for each in wingman.front.chief]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_every_figure_is_explained_to_who_meets_it_for_the_first_time(system: System) -> None:
    for slug in system.campaign.catalogue():
        for card in system.type_cards(slug):
            assert all(figure.hint for face in (card.front, card.back) for figure in face.figures), slug
