"""The guided games: their captions are right about where the rules stand, and come when they should."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from statistics import median

import pytest

import engine
from engine.core.players import RandomPlayer
from missions.games.chairs import Chair, go_on
from missions.games.course import Course, Start
from missions.games.guide import OVER, Guide, Heard, Lesson, Moment, guides, learned
from tests.engine.broad import broad

GAMES = 50
FIRST = guides()["first-dogfight"]
some = pytest.mark.parametrize("seed", broad(range(8), 2))


@cache
def flown(by: str, seed: int) -> tuple[Moment, ...]:
    """What the guided side was asked and told in a game that somebody flew for it by rules of thumb, or at random."""
    course = Course.new(Start(system=FIRST.system, setup=FIRST.setup, seed=seed, rules=0))
    chairs = [
        Chair(side="allied", unit="", user=1, habits=frozenset(FIRST.orders)),
        Chair(side="axis", unit="", user=None, level=FIRST.level, doctrine=FIRST.doctrine),
    ]
    player = RandomPlayer(seed) if by == "chance" else engine.staff(FIRST.system, "allied", seed, by, "steady")
    heard = course.opening()[1][FIRST.side]
    found = []
    while True:
        for automatic in go_on(course, chairs):
            heard = heard + automatic.taken.told[FIRST.side]
        decision = course.game.decision
        found.append(Moment(decision.kind if decision else OVER, tuple(Heard(kind, text) for kind, text, _ in heard)))
        if decision is None:
            return tuple(found)
        heard = course.take(player.choose(course.game)).told[FIRST.side]


def all_of(moments: tuple[Moment, ...]) -> list[Lesson]:
    """Every caption of a game, in the order in which they came."""
    found = learned(FIRST, moments)
    return [*reversed(found.before), *found.now]


@cache
def said_in(by: str, seed: int) -> list[tuple[Moment, tuple[Lesson, ...]]]:
    """Each moment of a game, with what is said then."""
    moments = flown(by, seed)
    return [(moment, learned(FIRST, moments[:number]).now) for number, moment in enumerate(moments, 1)]


@pytest.mark.parametrize("guide", guides().values(), ids=list(guides()))
def test_a_guided_game_is_one_that_the_rules_take_and_its_captions_name_sections_that_there_are(guide: Guide) -> None:
    assert guide.side in engine.new(guide.system, guide.setup, seed=0).sides
    rulebooks = tomllib.loads((Path(__file__).parents[2] / "engine" / "rules.toml").read_text())["rulebook"]
    sections = {section["id"] for book in rulebooks for section in book["sections"]}
    assert [each.slug for each in guide.lessons if each.section not in sections] == []
    assert (
        len({each.slug for each in guide.lessons}) == len({each.title for each in guide.lessons}) == len(guide.lessons)
    )
    assert [each.slug for each in guide.lessons if not 60 < len(each.text) < 210] == []
    assert [each.slug for each in guide.lessons if len(each.first) > 130] == [], "three lines of a phone"
    assert [each.slug for each in guide.lessons if f"{each.first} {each.rest}".strip() != each.text] == []
    assert set(guide.orders) <= {each.slug for each in engine.systems()[guide.system].habits}


@pytest.mark.slow("a hundred games, each flown to its end")
def test_a_usual_game_teaches_many_rules_and_every_caption_is_said_in_some() -> None:
    met = [all_of(flown("regular", seed)) for seed in range(GAMES)]
    assert min(len({each.section for each in game}) for game in met) >= 12
    assert median(len(game) for game in met) >= 25
    assert max(sum(len(f"{each.title} {each.text}".split()) for each in game) for game in met) <= 950
    others = [all_of(flown("chance", seed)) for seed in range(GAMES)]
    said = {each.slug for game in (*met, *others) for each in game}
    assert {each.slug for each in FIRST.lessons} - said == set()


@some
@pytest.mark.parametrize("by", ["regular", "recruit", "chance"])
def test_captions_come_in_a_sensible_order(by: str, seed: int) -> None:
    seen: set[str] = set()
    for moment, now in said_in(by, seed):
        assert len([each for each in now if each.asked]) <= 1
        assert len([each for each in now if not each.asked]) <= 1
        assert not {each.slug for each in now} & seen, "each is said once"
        assert all(each.asked in ("", moment.asked) for each in now)
        if not seen:
            assert [each.slug for each in now] == ["points", "altitude"]
        seen |= {each.slug for each in now}
    order = [each.slug for each in all_of(flown(by, seed))]
    assert order[-1] == "over"
    for first, then in (("leader-step", "bursts"), ("bursts", "fire-at-wingman"), ("turns", "hand")):
        assert then not in order or order.index(first) < order.index(then)


@some
def test_what_is_asked_for_the_first_time_is_explained_at_once(seed: int) -> None:
    explained = {each.asked for each in FIRST.lessons if each.asked and each.times == 1}
    for moment, now in said_in("regular", seed):
        if moment.asked in explained:
            explained.remove(moment.asked)
            assert moment.asked in {each.asked for each in now}


def test_a_caption_of_an_attack_on_oneself_does_not_come_of_ones_own() -> None:
    def moment(sentence: str) -> Moment:
        return Moment("altitude-step", (Heard("position", sentence),))

    ours, theirs = "Allied 1 (Spitfire Mk VB)", "Axis 1 (MC.200 Saetta)"
    for sentence, slug in (
        (f"{theirs} is Tailing {ours}.", "tailed"),
        (f"{ours} is Tailing {theirs}.", "tailing"),
        (f"{theirs} is Advantaged over {ours}.", "disadvantaged"),
        (f"{ours} is Advantaged over {theirs}.", "advantaged"),
        (f"{ours} and {theirs} are Neutral.", "neutral"),
    ):
        began = Moment("altitude", ())
        assert [each.slug for each in learned(FIRST, (began, moment(sentence))).now if not each.asked] == [slug]


def test_nothing_is_said_while_somebody_else_decides() -> None:
    found = learned(FIRST, (Moment("altitude", ()), Moment("", (Heard("first", "The Axis side goes first."),))))
    assert found.now == ()
    assert [each.slug for each in found.before] == ["altitude", "points"]
