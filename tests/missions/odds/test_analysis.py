"""What was in a fight. See ``missions/odds/analysis.py``."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

import pytest

import engine
from engine.core.chance import Chance
from engine.core.game import SIDES
from engine.core.players import fly
from engine.core.record import Record
from missions.odds.analysis import Analysis, Looks, analyse
from missions.odds.fight import Fight, Move, NotAnalysed, taken_apart
from missions.odds.intervals import share
from missions.odds.judging import Judge
from missions.odds.outlooks import Outlook
from tests.engine.broad import broad
from tests.engine.test_search import ALLIED, CALL, FOLD, RAISE, Showdown, Timid

SMALL = {"wildblue": "duel", "wwi": "duel", "sabin": "first-game", "angels": "dogfight"}
FEW = Looks(flights=3, all_flights=60, fewest=2, again=3, proof=2)

each_system = pytest.mark.parametrize("system", broad(engine.systems(), 2))


def flown(system: str, slug: str = "", seed: int = 5, level: str = "regular") -> Record:
    """The record of a scenario that the staff flies, on the Allied side at this level."""
    game = engine.new(system, engine.systems()[system].scenarios()[slug or SMALL[system]].setup, seed)
    levels = {ALLIED: level}
    fly(game, {side: engine.staff(system, side, seed, levels.get(side, "regular"), "steady") for side in game.sides})
    return game.record


def choices_of(record: Record, side: str, most: int) -> list[int]:
    """The numbers of the first decisions of a side that were none by name only."""
    return [move.number for move in taken_apart(record).moves if move.side == side and not move.is_forced][:most]


@each_system
def test_what_was_expected_luck_and_the_play_of_both_add_up_to_what_came_out(system: str) -> None:
    record = flown(system, level="recruit")
    made = analyse(record, choices_of(record, ALLIED, 2), FEW)
    points = engine.replay(record).score()
    assert [account.side for account in made.accounts] == list(SIDES)
    for account in made.accounts:
        enemy = next(side for side in SIDES if side != account.side)
        assert account.came == 10 * (points[account.side] - points[enemy])
        assert account.expected + account.luck + account.play + account.others == account.came
    own, other = made.accounts
    assert (own.luck, own.play, own.others) == (-other.luck, -other.others, -other.play)
    assert own.luck_error == other.luck_error >= max(own.expected_error, own.play_error, other.play_error)


def test_what_was_expected_is_as_unsure_as_its_flights_differ():
    """By hand: margins of 1, 3, 5 and 7 are 20 squared off their average, of 3 · 4 parts; the root of 20 / 12."""
    looked = Outlook(won=4, drawn=0, lost=0, points=16, squares=84)
    assert looked.margin == 4
    assert looked.margin_error == pytest.approx(1.291, abs=0.001)
    assert Outlook(won=1, drawn=0, lost=0, points=3, squares=9).margin_error == 0


@each_system
def test_the_last_outlook_is_the_result(system: str) -> None:
    record = flown(system)
    made = analyse(record, looks=FEW)
    points = engine.replay(record).score()
    last = made.moments[-1]
    assert last.decisions == made.decisions == len(record.decisions)
    assert last.outlook.margin == points["allied"] - points["axis"]
    assert last.outlook.chance == (100 if last.outlook.margin > 0 else 0 if last.outlook.margin < 0 else 50)


@each_system
def test_who_flies_by_the_rules_of_thumb_has_played_for_nothing_more(system: str) -> None:
    assert all(account.play == account.others == 0 for account in analyse(flown(system), looks=FEW).accounts)


def test_the_same_record_is_analysed_to_the_same_digit_and_read_back_as_it_was_written() -> None:
    record = flown("wildblue", "two-elements", level="recruit")
    persons = choices_of(record, ALLIED, 4)
    made = analyse(record, persons, FEW)
    assert analyse(record, persons, FEW) == made
    assert Analysis.from_json(json.loads(json.dumps(made.as_json()))) == made


def test_only_decisions_of_people_are_judged_and_the_dearest_come_first() -> None:
    record = flown("wildblue", level="recruit")
    persons = choices_of(record, ALLIED, 5)
    made = analyse(record, persons, FEW)
    assert sorted(each.number for each in made.judged) == persons
    gains = [each.gain.points for each in made.judged]
    assert gains == sorted(gains, reverse=True)
    frames = list(engine.frames(record, None))
    for each in made.judged:
        assert frames[each.step].decisions >= each.number
        assert not each.step or frames[each.step - 1].decisions < each.number
        assert each.taken != each.best
    assert not analyse(record, looks=FEW).judged


def test_an_action_that_is_plainly_best_is_told_with_what_it_was_worth() -> None:
    """Who holds the lowest card loses two by calling, and one by folding, whatever the other holds."""
    move = Move(number=1, side=ALLIED, unit="", kind="", taken=CALL, usual=FOLD, legal=(FOLD, CALL, RAISE), drew=False)
    game: Any = Showdown((0, 4), Chance(1))
    system = cast(Any, SimpleNamespace(player=lambda side, seed, doctrine: Timid(side, seed)))
    fight = Fight(system=system, games=[game], moves=[move], frames=(), margin=-2)
    found = Judge(fight, 40).weigh(move)
    assert (found.best, found.gain.points, found.gain.error) == (FOLD, 2.0, 0.0)
    assert found.play.points == -2.0
    assert Judge(fight, 40).play_of(move) == found.play


def test_a_decision_that_was_wrong_for_certain_is_play_and_no_luck() -> None:
    system, seed, number = "sabin", 2, 48
    game = engine.new(system, engine.systems()[system].scenarios()["first-game"].setup, seed)
    staff = {side: engine.staff(system, side, seed, "regular", "steady") for side in game.sides}
    taken = 0
    while side := game.deciding:
        taken += 1
        game.step(game.parse("turn back") if taken == number else staff[side].choose(game))
    made = analyse(game.record, [number], FEW)
    [judged] = made.judged
    assert (judged.taken, judged.best, judged.gain.points, judged.gain.error) == (
        "Turn back and lose",
        "Press on",
        3.0,
        0.0,
    )
    [own] = [each for each in made.accounts if each.side == judged.side]
    assert (own.play, own.play_error) == (-30, 0)


def test_what_its_side_could_not_know_does_not_make_a_decision_better() -> None:
    """With the middle card to call is an even bet, though the other holds the lower card."""
    move = Move(number=1, side=ALLIED, unit="", kind="", taken=CALL, usual=FOLD, legal=(FOLD, CALL), drew=False)
    system = cast(Any, SimpleNamespace(player=lambda side, seed, doctrine: Timid(side, seed)))
    plays = []
    for other in (0, 4):
        game: Any = Showdown((2, other), Chance(1))
        fight = Fight(system=system, games=[game], moves=[move], frames=(), margin=0)
        plays.append(Judge(fight, 60).weigh(move))
    assert plays[0] == plays[1]
    assert abs(plays[0].gain.points + 2) < 4 * plays[0].gain.error


def test_the_first_outlook_is_what_flying_from_the_start_gives() -> None:
    record = flown("angels")
    first = analyse(record, looks=Looks(flights=60, all_flights=180, fewest=60, again=2, proof=2)).moments[0].outlook
    setup = engine.systems()["angels"].scenarios()[SMALL["angels"]].setup
    won = 0.0
    for seed in range(60):
        game = engine.new("angels", setup, 1000 + seed)
        score = fly(game, {side: engine.heuristic_player("angels", side, seed) for side in SIDES}).score()
        won += (1 + (score["allied"] > score["axis"]) - (score["allied"] < score["axis"])) / 2
    told, found = (share(count, 60, sure=2.5) for count in (first.chance * 60 / 100, won))
    assert told.low <= found.high
    assert found.low <= told.high


def test_a_long_fight_is_looked_at_from_fewer_moments_its_ends_among_them() -> None:
    record = flown("wildblue", "two-elements")
    made = analyse(record, looks=Looks(flights=3, all_flights=20, fewest=2, again=2, proof=2))
    assert len(made.moments) <= 10
    assert (made.moments[0].decisions, made.moments[-1].decisions) == (0, made.decisions)
    assert {moment.outlook.flights for moment in made.moments[:-1]} == {2}


def test_turning_points_stand_in_their_order_with_what_happened_there() -> None:
    record = flown("wildblue")
    made = analyse(record, looks=Looks(flights=20, all_flights=2000, fewest=10, again=60, proof=2))
    frames = list(engine.frames(record, None))
    assert 0 < len(made.turning) <= 5
    assert [point.step for point in made.turning] == sorted({point.step for point in made.turning})
    for point in made.turning:
        assert abs(point.after - point.before) >= 8
        assert point.flights[0] == 60, "only after the last step nothing is left to be flown"
        assert point.flights[1] == (60 if point.decisions < made.decisions else 1)
        told = {event.text for frame in frames[point.step :] for event in frame.events}
        assert point.events
        assert set(point.events) <= told


@each_system
def test_it_says_where_each_turn_begins(system: str) -> None:
    record = flown(system)
    made = analyse(record, looks=FEW)
    games = taken_apart(record).games
    assert [games[begins.decisions].turn for begins in made.turns[1:]] == list(range(2, games[-1].turn + 1))


def test_a_fight_of_three_sides_or_one_that_is_not_over_is_not_analysed() -> None:
    with pytest.raises(NotAnalysed, match="two sides"):
        analyse(flown("wwi", "free-for-all"), looks=FEW)
    whole = flown("wildblue")
    cut = next(n for n, entry in enumerate(whole.entries) if entry.kind == "decision") + 1
    begun = Record(whole.system, whole.seed, whole.start, whole.begins, whole.entries[:cut], whole.rules)
    with pytest.raises(NotAnalysed, match="not flown to its end"):
        analyse(begun, looks=FEW)
