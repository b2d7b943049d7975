"""Setting up: purchase by points and year, Player Order, altitudes, the optional rules."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.errors import BadSetup
from engine.wwi.cards import COPIES, FACES, JAMS
from tests.engine.rules import rule
from tests.engine.wwi.table import Table, fighter

SPAD = {"id": "allied-1", "aircraft": "spad-xiii", "wingmen": 1}
TRIPLANES = {"id": "axis-1", "aircraft": "fokker-dr-i", "wingmen": 3}


def refusal(*units: dict[str, Any], **more: Any) -> str:
    """Why a set-up is refused, by ``check`` and ``new`` alike."""
    setup = {"units": list(units)} | more
    with pytest.raises(BadSetup) as one:
        engine.systems()["wwi"].check(setup)
    with pytest.raises(BadSetup) as other:
        engine.new("wwi", setup, 1)
    assert str(one.value) == str(other.value)
    return str(one.value)


@rule("WWI Set-Up 1", "WWI Set-Up 3")
def test_a_flight_over_its_points_is_refused() -> None:
    assert engine.new("wwi", {"units": [SPAD, TRIPLANES]}, 1).decision, "22 points in 1918 are what is usual"
    said = refusal(SPAD | {"wingmen": 2}, TRIPLANES)
    assert "26 points" in said
    assert "[WWI Set-Up 3]" in said
    assert "[WWI Set-Up 3]" in refusal(SPAD, TRIPLANES | {"wingmen": 4})
    assert engine.new("wwi", {"units": [SPAD | {"wingmen": 8}, TRIPLANES], "points": 0}, 1).decision


@rule("WWI Set-Up 4")
def test_an_aircraft_later_than_the_year_is_refused() -> None:
    said = refusal(SPAD, TRIPLANES, year=1916)
    assert "SPAD XIII came in 1917" in said
    assert "[WWI Set-Up 4]" in said


@rule("WWI Set-Up 3", "WWI Mixed Flights")
def test_wingmen_are_of_the_leaders_type_or_with_mixed_flights_of_his_nation() -> None:
    mixed = {"id": "allied-1", "aircraft": "se-5a", "wingmen": ["sopwith-camel"]}
    assert "[WWI Set-Up 3, Mixed Flights]" in refusal(mixed, TRIPLANES)
    options = {"mixed_flights": True}
    assert engine.new("wwi", {"units": [mixed, TRIPLANES], "options": options}, 1).decision
    foreign = mixed | {"wingmen": ["nieuport-11"]}
    assert "[WWI Mixed Flights]" in refusal(foreign, TRIPLANES, options=options)
    assert "came in 1917" in refusal(mixed | {"aircraft": "sopwith-pup"}, TRIPLANES, options=options, year=1916)


@rule("WWI Set-Up 2", "WWI Extra Leaders a")
def test_more_than_one_leader_needs_the_option() -> None:
    both = [SPAD | {"wingmen": 0}, {"id": "allied-2", "aircraft": "nieuport-11", "wingmen": 0}, TRIPLANES]
    assert "[WWI Set-Up 2, Extra Leaders]" in refusal(*both)
    table = Table.new(both, options={"extra_leaders": True})
    assert table.document["order"] == ["allied-1", "allied-2", "axis-1"], "each has a place in the order"
    table.play("altitude medium", "altitude high", "altitude low")
    assert len(table.hand("allied-1")) == 8, "each has a hand of its own"
    assert len(table.hand("allied-2")) == 5


@rule("WWI Free-for-All")
def test_more_than_two_sides_need_a_free_for_all() -> None:
    third = {"id": "third-1", "aircraft": "nieuport-28", "wingmen": 1}
    assert "[WWI Free-for-All]" in refusal(SPAD, TRIPLANES, third)
    options = {"free_for_all": True}
    with pytest.raises(BadSetup, match="in this order"):
        engine.new("wwi", {"units": [SPAD, TRIPLANES, third | {"id": "fourth-1"}], "options": options}, 1)
    table = Table.new([SPAD, TRIPLANES, third], options=options)
    assert table.game.sides == ("allied", "axis", "third")
    table.play("altitude medium", "altitude medium", "altitude medium").wait("third-1 wingman")
    targets = {text.split(" > ")[1].split()[0] for text in table.choices if ">" in text}
    assert targets == {"allied-1", "axis-1"}, "all against all"


@rule("WWI Set-Up 6", "WWI Multi-Player Games a")
def test_player_order_is_drawn_and_teams_take_turns() -> None:
    units = [
        {"id": name, "aircraft": "nieuport-11"} for name in ("allied-1", "allied-2", "allied-3", "axis-1", "axis-2")
    ]
    drawn = {
        tuple(
            engine.new("wwi", {"units": units, "points": 0, "options": {"extra_leaders": True}}, seed).position()[
                "order"
            ]
        )
        for seed in range(40)
    }
    assert len(drawn) > 20
    for seed in range(40):
        game = engine.new("wwi", {"units": units, "points": 0, "options": {"teams": True}}, seed)
        sides = [name.split("-")[0] for name in game.position()["order"]]
        if sides[0] == "allied":
            assert sides == ["allied", "axis", "allied", "axis", "allied"]
        else:
            assert sides == ["axis", "allied", "axis", "allied", "allied"]
        assert engine.replay(str(game.record)).position() == game.position()
    assert "spends" in refusal(*units, options={"teams": True}, points=20), "teams have equal points"


@rule("WWI Set-Up 5")
def test_everybody_begins_neutral_and_nothing_on_the_table_is_hidden() -> None:
    game = engine.new("wwi", {"units": [SPAD, TRIPLANES]}, 1)
    view = game.view("allied")
    assert view["engaged"] == []
    assert view["units"]["axis-1"]["leader"]["name"] == "Fokker Dr.I"
    assert len(view["units"]["axis-1"]["wingmen"]) == 3


def test_a_side_may_be_checked_before_the_other_has_bought() -> None:
    engine.systems()["wwi"].check({"units": [SPAD]})
    with pytest.raises(BadSetup, match="two sides"):
        engine.new("wwi", {"units": [SPAD]}, 1)


@rule("WWI Deck")
def test_a_deck_has_a_hundred_cards_and_jam_checks_on_shots_of_two_bursts() -> None:
    assert sum(COPIES) == 100
    of = dict(zip(FACES, COPIES, strict=True))
    assert {face: of[face] for face in FACES[:8]} == {
        "maneuver": 20,
        "immelmann": 3,
        "side-slip": 4,
        "vertical-roll": 4,
        "ace-pilot": 3,
        "barrel-roll": 11,
        "chandelle": 12,
        "stall-turn": 11,
    }
    assert sum(count for face, count in of.items() if face.startswith("ims")) == 28
    assert sum(count for face, count in of.items() if face.startswith("oots")) == 4
    assert JAMS[FACES.index("ims-2b2h")]
    assert not JAMS[FACES.index("ims-1b2h")]


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "object"),
        ({"units": 5}, "list"),
        ({"units": [5]}, "object"),
        ({"units": [{}]}, "missing|must be a text"),
        ({"units": [{"id": "allied-9", "aircraft": "spad-xiii"}]}, "no flight"),
        ({"units": [SPAD, SPAD]}, "twice"),
        ({"units": [SPAD] * 99}, "at most 16"),
        ({"units": [SPAD | {"wingmen": 9}, TRIPLANES]}, "0 to 8"),
        ({"units": [SPAD | {"wingmen": ["spad-xiii"] * 9}, TRIPLANES]}, "at most 8"),
        ({"units": [SPAD | {"aircraft": "spad-xxx"}, TRIPLANES]}, "no aircraft"),
        ({"units": [SPAD | {"aircraft": {"name": "X"}}, TRIPLANES]}, "no ratings"),
        ({"units": [SPAD | {"aircraft": fighter("good-looks")}, TRIPLANES]}, "good-looks"),
        ({"units": [SPAD | {"aircraft": fighter("good-climb", "bad-climb")}, TRIPLANES]}, "well and badly"),
        ({"units": [SPAD | {"aircraft": fighter(airframe=(5, 5))}, TRIPLANES]}, "WWI Damage"),
        ({"units": [SPAD | {"side": "axis"}, TRIPLANES]}, "allied side"),
        ({"units": [SPAD | {"altitude": "very-high"}, TRIPLANES]}, "altitude"),
        ({"units": [SPAD | {"leader_pilot": "Guynemer"}, TRIPLANES]}, "object"),
        ({"units": [SPAD | {"wingman_pilots": [{}, {}]}, TRIPLANES]}, "more men"),
        ({"units": [SPAD, TRIPLANES], "win": "somehow"}, "win"),
        ({"units": [SPAD, TRIPLANES], "turns": 0}, "turns"),
        ({"units": [SPAD, TRIPLANES], "turns": 10**9}, "turns"),
        ({"units": [SPAD, TRIPLANES], "points": "many"}, "points"),
        ({"units": [SPAD, TRIPLANES], "year": 1944}, "year"),
        ({"units": [SPAD, TRIPLANES], "order": ["allied-1"]}, "Set-Up 6"),
        ({"units": [SPAD, TRIPLANES], "order": ["allied-1", "allied-1"]}, "twice"),
        ({"units": [SPAD, TRIPLANES], "options": {"bombers": True}}, "bombers"),
        ({"units": [SPAD, TRIPLANES], "options": {"teams": True, "free_for_all": True}}, "all against all"),
        ({"units": [SPAD, TRIPLANES], "weather": "fair"}, "weather"),
    ],
)
def test_a_bad_set_up_is_refused_with_a_sentence(document: Any, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        engine.new("wwi", document, 1)
