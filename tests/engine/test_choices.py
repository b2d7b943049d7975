"""How a person takes a decision of any game: by a card, by a thing on the table, by a button; and what he may not do.

Of many seeds the first few are flown each time and the rest in the sweep.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import engine
from engine.core.board import Board, Shape, Step
from engine.core.chance import Chance
from engine.core.choices import Because, Choice
from engine.core.game import Action, Decision, Game, System
from engine.core.players import DOCTRINES, Player
from tests.engine.broad import (
    broad,
    some,
)
from tests.engine.contract import begun, kinds, thumbs
from tests.engine.rules import sections

SYSTEMS = ("wildblue", "wwi", "sabin", "angels")
"""Those whose decisions a person can take."""
KINDS = [kind for kind, own in kinds().items() if own.SYSTEM in SYSTEMS]
SCENARIOS = [(system, scenario) for system in SYSTEMS for scenario in engine.systems()[system].scenarios()]
SEED = 1918
MOST_BUTTONS = 6
MOST_TRIES = 60
DEALS = 2
"""How often what is hidden is dealt anew for somebody who must not see a difference."""
SECTION = re.compile(r"\[[A-Z][A-Za-z0-9]+ [^\]]*\w\]")
"""A rule's number or name in brackets: ``[WBY 7.3.5d]``, ``[WWI Jam Checks]``."""
EVASIONS = ("another decision", "one of the choices")
"""What is said of any action whatever."""

each_kind = pytest.mark.parametrize("kind", KINDS)
each_scenario = pytest.mark.parametrize(
    "scenario", broad(sorted(SCENARIOS, key=lambda each: each[1] not in ("two-elements", "duel")), 4), ids="-".join
)


def seen(kind: str, seed: int, often: float) -> Iterator[tuple[System, Game, Decision]]:
    """So many of the decisions of a random game; by turns at random and by rules of thumb."""
    game = begun(kind, seed)
    players = thumbs(game, seed, "steady") if seed % 2 else kinds()[kind].players(seed)
    return looked_at(game, players, seed, often)


def looked_at(
    game: Game, players: dict[str, Player], seed: int, often: float
) -> Iterator[tuple[System, Game, Decision]]:
    system, sample = engine.systems()[game.system], Random(seed)
    while decision := game.decision:
        if sample.random() < often:
            yield system, game, decision
        game.step(players[decision.side].choose(game))


def chosen(system: System, game: Game) -> tuple[Choice, ...]:
    return system.choices(game, game.legal())


def lit(system: System, game: Game, side: str, keys: frozenset[str]) -> Board:
    """The table as this side sees it, with this to pick."""
    return system.board(game.view(side), Step(lit=keys))


def boards(board: Board) -> list[Board]:
    return [board, board.narrow] if board.narrow else [board]


def corners(spot: Shape) -> Iterator[tuple[float, float]]:
    if spot.kind == "polygon":
        yield from spot.points
    else:
        x, y = spot.points[0]
        yield from ((x - spot.size, y - spot.size), (x + spot.size, y + spot.size))


def check_choices(system: System, game: Game, decision: Decision) -> None:
    """Every legal action is one choice, and two picks and a few buttons lead to it."""
    choices = chosen(system, game)
    assert tuple(choice.action for choice in choices) == game.legal()
    for choice in choices:
        assert choice.label[:1] == choice.label[:1].upper() != "", choice
        assert choice.label == choice.label.strip(), choice
        assert not (choice.is_plain and choice.is_grave), choice
    places = Counter((choice.card, choice.at) for choice in choices)
    assert max(places.values()) <= MOST_BUTTONS, (decision, [each.label for each in choices])
    buttons = Counter((choice.card, choice.at, choice.label) for choice in choices)
    assert max(buttons.values()) == 1, (decision, buttons.most_common(2))


def check_board(system: System, game: Game, decision: Decision) -> None:
    """What may be picked lies on the table or in the hand of who decides, as his side sees them."""
    choices = chosen(system, game)
    keys = frozenset(choice.at for choice in choices if choice.at)
    board = lit(system, game, decision.side, keys)
    hands = [hand for hand in board.hands or () if hand.key == decision.unit] if decision.unit else []
    held = {card.key for hand in hands for card in hand.cards}
    assert {choice.card for choice in choices if choice.card} <= held, (decision, held)
    for each in boards(board):
        check_spots(each, keys)
        check_keys(each)
    assert not system.board(game.view(decision.side)).spots


def check_spots(board: Board, keys: frozenset[str]) -> None:
    assert Counter(spot.key for spot in board.spots) == Counter(keys)
    for spot in board.spots:
        assert spot.kind in ("polygon", "circle")
        assert "spot" in spot.look.split()
        assert spot.title, spot.key
        xs, ys = zip(*corners(spot), strict=True)
        assert -0.1 <= min(xs) < max(xs) <= board.width + 0.1, spot
        assert -0.1 <= min(ys) < max(ys) <= board.height + 0.1, spot


def check_keys(board: Board) -> None:
    flying = [shape for shape in board.shapes if shape.kind in AIRCRAFT]
    assert all(shape.key for shape in flying)
    keyed = Counter(shape.key for shape in board.shapes if shape.key)
    assert max(keyed.values(), default=1) == 1, keyed.most_common(1)


AIRCRAFT = ("aircraft", "bomber", "twin", "monoplane", "biplane", "triplane")


def check_tries(system: System, game: Game, decision: Decision) -> None:
    """What one might think of is not legal, and there is a rule for that."""
    tries = tuple(system.tries(game))
    assert len(tries) == len(set(tries)) <= MOST_TRIES, decision
    assert not set(tries) & set(game.legal()), [game.action_text(each) for each in set(tries) & set(game.legal())]
    choices = system.choices(game, tries)
    assert tuple(choice.action for choice in choices) == tries
    for choice in choices:
        reason = game.why_not(choice.action)
        assert SECTION.search(reason), (decision.kind, game.action_text(choice.action), reason)
        assert not any(evasion in reason for evasion in EVASIONS), (decision.kind, reason)
        assert reason.endswith("]"), reason
        unknown = [section for section in cited(reason) if not is_known(section)]
        assert not unknown, (reason, unknown)
    board = lit(system, game, decision.side, frozenset(choice.at for choice in choices if choice.at))
    check_spots(board, frozenset(choice.at for choice in choices if choice.at))
    held = {card.key for hand in board.hands or () if hand.key == decision.unit for card in hand.cards}
    assert {choice.card for choice in choices if choice.card} <= held, (decision, held)


def cited(reason: str) -> list[str]:
    """The sections that a reason names; of ``[SABIN Movement c, d]``, ``[WBY 7.3, 9.0]``, ``[A20 Climb, Break]`` 2."""
    found: list[str] = []
    for part in re.split("[,;] ", reason.rpartition("[")[2].rstrip("]")):
        before = found[-1] if found else ""
        said = (part, f"{before.rpartition(' ')[0]} {part}", f"{before.partition(' ')[0]} {part}")
        found.append(next(filter(is_known, (each.removesuffix(".0") for each in said)), part))
    return found


def is_known(section: str) -> bool:
    """Whether a rulebook has it, by itself or in parts."""
    return any(each == section or each.startswith((f"{section} ", f"{section}.")) for each in sections())


def check_habits(system: System, game: Game, decision: Decision) -> None:
    for habit in system.habits:
        if decision.kind in habit.kinds:
            assert habit.choose(game) in (None, *game.legal()), habit.slug


def told(system: System, game: Game, decision: Decision) -> list[object]:
    """Everything about a decision that is shown to who takes it."""
    choices, tries = chosen(system, game), tuple(system.tries(game))
    keys = frozenset(choice.at for choice in (*choices, *system.choices(game, tries)) if choice.at)
    habits = [habit.choose(game) for habit in system.habits if decision.kind in habit.kinds]
    reasons = [game.why_not(action) for action in tries]
    hint = staffs(system, game, decision, "steady")
    return [choices, tries, reasons, game.decision, lit(system, game, decision.side, keys), habits, hint]


def staffs(system: System, game: Game, decision: Decision, doctrine: str) -> tuple[Action, Because]:
    """What the staff would do, and why."""
    action = system.player(decision.side, SEED, doctrine).choose(game)
    return action, system.because(game, action, doctrine)


def check_hint(system: System, game: Game, decision: Decision, doctrine: str) -> None:
    """There is a reason, and what it puts second may be done too. Whether he went by it is asked where it is ranked."""
    action, because = staffs(system, game, decision, doctrine)
    others = [each for each, _ in because.instead]
    assert because.why == because.why.strip() != "", decision
    assert not because.why.endswith("."), because
    assert set(others) <= set(game.legal()) - {action}, because
    assert len(set(others)) == len(others), because
    assert all(words for _, words in because.instead), because


@each_kind
@some(range(40), 2)
def test_two_picks_and_a_few_buttons_lead_to_every_legal_action(kind: str, seed: int) -> None:
    for system, game, decision in seen(kind, seed, 1.0):
        check_choices(system, game, decision)


@each_kind
@some(range(40), 1)
def test_what_may_be_picked_lies_on_the_table_or_in_the_hand_that_decides(kind: str, seed: int) -> None:
    for system, game, decision in seen(kind, seed, 1 / 4):
        check_board(system, game, decision)


@each_kind
@some(range(40), 1)
def test_what_one_might_think_of_is_refused_with_its_rule(kind: str, seed: int) -> None:
    for system, game, decision in seen(kind, seed, 1 / 3):
        check_tries(system, game, decision)


@each_kind
@some(range(40), 2)
def test_a_habit_chooses_a_legal_action_or_leaves_it_to_the_person(kind: str, seed: int) -> None:
    for system, game, decision in seen(kind, seed, 1.0):
        check_habits(system, game, decision)


@each_kind
@some(range(40), 1)
def test_the_staff_has_a_reason_for_whatever_it_would_do(kind: str, seed: int) -> None:
    for system, game, decision in seen(kind, seed, 1 / 2):
        check_hint(system, game, decision, DOCTRINES[game.written % len(DOCTRINES)])


@pytest.mark.sweep
@pytest.mark.parametrize("kind", ["wildblue", "missions", "buzz", "wwi"])
def test_where_the_staff_ranks_nothing_comes_before_what_it_chooses(kind: str) -> None:
    # In Mission 306 an attack on bombers is chosen after another; in game 133 of WWI a Wingman has nothing of use.
    for seed in range(100, 350):
        for system, game, decision in seen(kind, seed, 1.0):
            check_hint(system, game, decision, DOCTRINES[seed % len(DOCTRINES)])


@each_kind
@some(range(40), 1)
def test_nothing_that_a_decision_shows_depends_on_what_is_hidden_from_its_side(kind: str, seed: int) -> None:
    for system, game, decision in seen(kind, seed, 1 / 6):
        here = told(system, game, decision)
        for deal in range(DEALS):
            assert told(system, game.determinize(decision.side, Chance(deal)), decision) == here, decision


@each_kind
@some(range(40), 2)
def test_of_open_decisions_every_side_knows_what_may_be_chosen(kind: str, seed: int) -> None:
    for system, game, decision in seen(kind, seed, 1.0):
        if decision.kind in system.open_kinds:
            for side in set(game.sides) - {decision.side}:
                assert game.determinize(side, Chance(seed)).legal() == game.legal(), decision


@each_scenario
def test_every_scenario_can_be_flown_by_a_person(scenario: tuple[str, str]) -> None:
    system, slug = scenario
    game = engine.new(system, engine.systems()[system].scenarios()[slug].setup, SEED)
    for found, now, decision in looked_at(game, thumbs(game, SEED, "steady"), SEED, 1 / 4):
        check_choices(found, now, decision)
        check_board(found, now, decision)
        check_tries(found, now, decision)
        check_habits(found, now, decision)
