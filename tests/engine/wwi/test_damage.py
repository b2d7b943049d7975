"""Hits, special damage, and the ways to win."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Document
from tests.engine.rules import rule
from tests.engine.wwi.table import Table, fighter, unit

SHOOTER = fighter(bursts=9)
"""Fires what a test wants; a card that jams nothing lies on top of its deck."""


def shot(card: str, *victim: Document, at: str = "leader", jam: str = "chandelle", **more: Document) -> Table:
    """A shot that nobody answers at the first flight of the other side."""
    others = {f"axis-{number}": each for number, each in enumerate(victim, 1)}
    table = Table.at({"allied-1": unit(f"{card} maneuver", aircraft=SHOOTER), **others, **more})
    return table.stack(allied=jam).play(f"play {card} > axis-1 {at}").unanswered()


@rule("WWI Damage a", "WWI Damage b", "WWI Your Leader a", "WWI Your Wingmen a")
@pytest.mark.parametrize(("hits", "status"), [(0, "flying"), (1, "damaged"), (3, "damaged"), (4, "destroyed")])
@pytest.mark.parametrize("at", ["leader", "wingman-1"])
def test_hits_turn_the_card_and_then_destroy(hits: int, status: str, at: str) -> None:
    victim = fighter(airframe=(2, 5), damaged={"performance": 1})
    seat = 0 if at == "leader" else 1
    row = {"hits": hits, "aircraft": victim}
    flight = unit("", aircraft=victim, wingmen=[row if seat else {}])
    if not seat:
        flight["leader"] = row
    table = shot("ims-1b1h", flight, at=at)
    assert table.status("axis-1", seat) == status
    assert table.hits("axis-1", seat) == hits + 1


@rule("WWI Damage a")
def test_the_damaged_side_has_ratings_of_its_own() -> None:
    victim = fighter(airframe=(1, 9), horsepower=3, damaged={"horsepower": 1, "bursts": 0})
    table = shot("ims-1b1h", unit("ims-1b2h", aircraft=victim)).play("end", "end").wait("axis-1 leader")
    assert not table.can("play ims-1b2h > allied-1 leader")
    table.play("end", "end")
    assert len(table.hand("axis-1")) == 2


@rule("WWI Damage c", "WWI Damage d", "WWI How to Win", "WWI Multi-Player Games b")
def test_a_leader_shot_down_ends_the_game_and_a_wingman_does_not() -> None:
    frail = fighter(airframe=(1, 2))
    table = shot("ims-1b2h", unit("", aircraft=frail, wingmen=1), at="wingman-1")
    assert table.status("axis-1", 1) == "destroyed"
    assert table.asked == "allied-1 leader"
    table = shot("ims-1b2h", unit("maneuver", aircraft=frail, wingmen=1))
    assert table.asked == "over"
    report = table.game.report()
    assert (report.points("allied"), report.points("axis")) == (1, 0)
    assert report.notes == ("Victory for the Entente: the enemy’s Leaders shot down.",)
    assert table.status("axis-1", 1) == "removed"
    assert [each.exit for each in report.aircraft] == ["", "", "broke-off"]
    (leader, *_) = report.aircraft
    assert [(kill.unit, kill.seat) for kill in leader.kills] == [("axis-1", "leader")]


@rule("WWI Multi-Player Games b", "WWI Extra Leaders a", "WWI How to Win")
def test_with_more_leaders_the_game_goes_on_until_the_last_is_down() -> None:
    frail = fighter(airframe=(1, 2))
    table = shot("ims-1b2h", unit("maneuver", aircraft=frail, wingmen=2), unit("maneuver"))
    assert table.asked == "allied-1 leader"
    assert [table.status("axis-1", seat) for seat in (0, 1, 2)] == ["destroyed", "removed", "removed"]
    assert table.document["discards"]["axis"] == ["maneuver"], "his hand is gone with him"
    table.wait("axis-2 altitude-step")


@rule("WWI Fuel Tank")
def test_a_fuel_tank_hit_destroys() -> None:
    table = shot("ims-fuel-tank", unit())
    assert table.status("axis-1") == "destroyed"
    assert table.game.report().aircraft[1].fuel_tank


@rule("WWI Wounded")
def test_the_wounded_discard_two_cards_of_their_choice() -> None:
    table = shot("ims-wounded", unit("maneuver chandelle stall-turn"))
    assert table.hits("axis-1") == 2
    assert table.asked == "axis-1 wounded"
    table.play("discard chandelle", "discard maneuver")
    assert table.hand("axis-1") == ["stall-turn"]
    assert table.asked == "allied-1 leader"
    assert shot("ims-wounded", unit("maneuver")).hand("axis-1") == []


@rule("WWI On Fire!", "WWI Deck")
@pytest.mark.parametrize(
    ("card", "hits", "burns"), [("maneuver", 3, True), ("barrel-roll", 2, False), ("side-slip", 3, True)]
)
def test_a_fire_hurts_at_the_start_of_each_turn_by_the_colour_of_a_card(card: str, hits: int, burns: bool) -> None:
    table = shot("ims-on-fire", unit())
    assert table.hits("axis-1") == 2
    table.stack(axis=card).play("end", "end")
    assert table.asked == "axis-1 altitude-step"
    assert table.hits("axis-1") == hits
    assert ("lasting" in table.aircraft("axis-1")) == burns


@rule("WWI On Fire!")
def test_a_leader_who_burns_out_loses_the_game_to_who_set_him_on_fire() -> None:
    table = shot("ims-on-fire", unit("", aircraft=fighter(airframe=(1, 3))))
    table.stack(axis="maneuver").play("end", "end")
    assert table.asked == "over"
    assert [kill.unit for kill in table.game.report().aircraft[0].kills] == ["axis-1"]


@rule("WWI Wing")
def test_a_wing_that_is_hit_suffers_at_each_change_of_altitude() -> None:
    table = shot("ims-wing", unit("maneuver chandelle", wingmen=1), at="wingman-1").play("end", "end")
    table.wait("axis-1 altitude-step").play("dive")
    assert table.hits("axis-1", 1) == 3, "a Wingman goes where his Leader goes"
    table = shot("ims-wing", unit("maneuver chandelle")).play("end", "end")
    table.wait("axis-1 altitude-step").play("stay")
    assert table.hits("axis-1") == 2
    table.wait("axis-1 altitude-step").play("climb")
    table.play(table.choices[0])
    assert table.hits("axis-1") == 3


@rule("WWI Wing", "WWI Following a")
def test_a_wing_that_is_hit_suffers_from_following_too() -> None:
    hurt = {"wing": 1, "wing_by": "allied-1 leader"}
    table = Table.at(
        {"allied-1": unit(), "axis-1": unit("", lasting=hurt)}, engaged="axis-1 tailing allied-1", step="altitude"
    )
    table.play("dive", "follow")
    assert table.hits("axis-1") == 1


@rule("WWI Engine")
def test_an_engine_hit_takes_horsepower_from_a_leader_and_attack_from_a_wingman() -> None:
    table = shot("ims-engine", unit("", aircraft=fighter(horsepower=3), wingmen=1)).play("end", "end")
    table.wait("axis-1 leader").play("end")
    assert len(table.hand("axis-1")) == 2
    table = shot("ims-engine", unit("", aircraft=fighter(attack=3), wingmen=1), at="wingman-1")
    table.stack(axis="ims-1b1h ims-1b1h ims-1b1h").play("end", "end")
    assert table.asked == "axis-1 wingman"
    assert len(table.mini_hand("axis-1")) == 2


@rule("WWI Tail")
def test_a_tail_hit_takes_performance_from_a_leader_and_response_from_a_wingman() -> None:
    table = shot("ims-tail", unit("", aircraft=fighter(performance=2, horsepower=5))).play("end", "end")
    table.wait("axis-1 leader").play("end")
    assert len(table.hand("axis-1")) == 1
    hurt = [{"lasting": {"tail": 1}}]
    table = shot("ims-1b1h", unit("", aircraft=fighter(response=3), wingmen=hurt), at="wingman-1")
    assert len(table.mini_hand("axis-1")) == 2


@rule("WWI Engine", "WWI Tail", "WWI Wing")
def test_lasting_damage_of_one_kind_adds_up() -> None:
    hurt = {"engine": 1, "tail": 1, "wing": 1, "wing_by": "allied-1 leader"}

    def again(card: str, **ratings: Any) -> Table:
        table = shot(card, unit("", aircraft=fighter(**ratings), lasting=hurt))
        return table.play("end", "end").wait("axis-1 altitude-step")

    assert len(again("ims-engine", horsepower=5).play("stay", "end").hand("axis-1")) == 3
    assert len(again("ims-tail", performance=4, horsepower=9).play("stay", "end").hand("axis-1")) == 2
    assert again("ims-wing").play("dive").hits("axis-1") == 2 + 2


# The ways to win


def ended(win: str, *, hits: int = 0, destroyed: bool, turns: int = 2, third: bool = False) -> Table:
    """A game in its last turn, in which one shot at the axis's Leader still counts."""
    victim = fighter(airframe=(2, 4), points=7)
    units = {"allied-1": unit("ims-1b2h maneuver", aircraft=SHOOTER), "axis-1": unit("", aircraft=victim, hits=hits)}
    if third:
        units["third-1"] = unit()
    table = Table.at(units, win=win, turns=turns, turn=turns)
    table.play("play ims-1b2h > axis-1 leader")
    assert (table.status("axis-1") == "destroyed") == destroyed
    while table.asked != "over":
        table.play(next(text for text in ("pass", "stay", "end") if text in table.choices))
    return table


@rule("WWI Ways to Win 1", "WWI Ways to Win 4")
@pytest.mark.parametrize("win", ["points", "turns"])
def test_points_count_once_for_damage_and_twice_for_destruction(win: str) -> None:
    assert ended(win, destroyed=False).game.report().points("allied") == 7
    downed = ended(win, hits=2, destroyed=True).game.report()
    assert downed.points("allied") == 14
    assert downed.notes == ("Victory for the Entente on points: Entente 14, Central Powers 0.",)


@rule("WWI Ways to Win 1")
def test_who_damages_and_then_destroys_has_the_points_of_the_second_alone() -> None:
    victim = fighter(airframe=(2, 4), points=7)
    table = Table.at(
        {"allied-1": unit("ims-1b2h ims-1b2h", aircraft=SHOOTER), "axis-1": unit("", aircraft=victim)}, win="points"
    )
    table.play("play ims-1b2h > axis-1 leader")
    assert table.game.view("axis")["score"] == {"allied": 7, "axis": 0}
    table.play("play ims-1b2h > axis-1 leader")
    assert table.game.report().points("allied") == 14


@rule("WWI Ways to Win 1", "WWI Free-for-All")
def test_each_side_counts_what_it_did_itself_to_an_aircraft() -> None:
    victim = fighter(airframe=(2, 4), points=7)
    table = Table.at(
        {
            "allied-1": unit("ims-1b2h", aircraft=SHOOTER),
            "third-1": unit("ims-1b2h", aircraft=SHOOTER),
            "axis-1": unit("", aircraft=victim),
        },
        win="points",
    )
    table.play("play ims-1b2h > axis-1 leader", "end").wait("third-1 leader")
    table.play("play ims-1b2h > axis-1 leader")
    assert table.status("axis-1") == "destroyed"
    assert table.game.view(None)["score"] == {"allied": 7, "axis": 0, "third": 14}


@rule("WWI Ways to Win 2")
def test_the_last_side_with_a_leader_in_the_air_wins() -> None:
    table = ended("last", hits=2, destroyed=True)
    assert table.game.report().notes == ("Victory for the Entente: the last Leader in the air.",)
    table = ended("last", hits=2, destroyed=True, third=True)
    assert table.game.report().scores == (), "two sides are left when the turns are over"


@rule("WWI Ways to Win 3")
def test_the_first_leader_shot_down_ends_a_free_for_all() -> None:
    table = ended("first-kill", hits=2, destroyed=True, third=True)
    assert table.game.report().points("allied") == 1
    assert table.game.view(None)["winner"] == "allied"


@rule("WWI Ways to Win 4", "WWI How to Win")
@pytest.mark.parametrize("win", ["leader", "last", "first-kill"])
def test_a_game_that_nobody_wins_within_its_turns_is_drawn(win: str) -> None:
    table = ended(win, destroyed=False)
    report = table.game.report()
    assert report.scores == ()
    assert report.turns == 2
    assert "nobody has won" in report.notes[0]


@rule("WWI Ways to Win 4")
def test_the_last_turn_is_played_to_its_end() -> None:
    table = Table.at({"allied-1": unit(), "axis-1": unit()}, turn=2, turns=3)
    table.play("end").wait("axis-1 leader").play("end").wait("allied-1 leader")
    assert table.document["turn"] == 3
    table.play("end").wait("axis-1 leader").play("end", "end")
    assert table.asked == "over"
    assert table.game.report().turns == 3
