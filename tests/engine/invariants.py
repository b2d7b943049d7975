"""Properties of every state of a game of Wild Blue Yonder; each check raises ``AssertionError`` with what is wrong."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from engine.core.chance import Chance
from engine.core.game import SIDES, Document, Game
from tests.engine.contract import Leak, check_documents, check_legal, check_over
from tests.engine.wildblue.table import MANIFEST

WHOLE_DECK = Counter(MANIFEST)


def check_at_each(game: Game) -> None:
    """Fit for each state with an open decision."""
    check_legal(game)
    check_cards(game.position())


def check_at_some(game: Game, seed: int) -> None:
    """The dear ones, open decision or not."""
    check_documents(game, seed, check_hidden)
    for side in SIDES:
        check_cards(game.determinize(side, Chance(seed)).position())


def check_at_end(game: Game) -> None:
    """Once the game is over."""
    check_over(game)
    position = game.position()
    assert position["turn"] <= position["turns"] + ("mission" in position), "the Mission goes on after its last turn"
    check_cards(position)
    report = game.report()
    assert all(report.points(side) == sum(s.points for s in report.scores if s.side == side) for side in SIDES)
    assert all(game.view(side)["score"] == {each: report.points(each) for each in SIDES} for side in SIDES)
    thirds = sum(unit.get("section", False) for unit in position["units"].values())
    assert len(report.aircraft) == thirds + sum(1 for _ in aircraft(position))


def aircraft(position: Document) -> chain[Document]:
    """Every aircraft of a position, on the table or lost."""
    return chain.from_iterable(
        filter(None, (unit["leader"], unit["wingman"], *unit.get("lost", ()), *unit.get("formation", ())))
        for unit in position["units"].values()
    )


def check_cards(position: Document) -> None:
    """Each side's 110 cards are in hands, mini-hands, set aside, in the Draw Pile and the discards. [WBY 2.2]

    Where what is printed on their lower half counts, cards are written with their numbers, and stand in one place.
    """
    for side in SIDES:
        found = Counter(position["decks"][side])
        found.update(position["discards"][side])
        for unit in position["units"].values():
            if unit["side"] == side:
                found.update(unit["hand"] or ())
                found.update(unit.get("aside") or ())
                for place in (unit["wingman"] or {}, *unit.get("formation", ())):
                    found.update(place.get("mini_hand", ()))
        if "mission" in position or "week" in position:
            twice = [card for card, count in found.items() if count > 1]
            assert not twice, f"{side}: {twice} lie in two places"
            found = Counter(card.partition("#")[0] for card in found)
        assert found == WHOLE_DECK, f"{side}: {found - WHOLE_DECK} too many, {WHOLE_DECK - found} too few"


def check_hidden(game: Game, side: str) -> None:
    """The view of one side holds no card of the other, and of the discards the top alone. [WBY 3.4, 4.6.1]"""
    view = game.view(side)
    for name, unit in view["units"].items():
        places = (unit["wingman"] or {}, *unit.get("formation", ()))
        hands = [unit["hand"], unit.get("aside"), *(place.get("mini_hand") for place in places)]
        secret = unit["hidden"] if unit["clouds"] else None
        if unit["side"] != side and (secret or not all(hand is None or isinstance(hand, int) for hand in hands)):
            raise Leak(f"{side} sees the cards or the hidden altitude of {name}")
        if unit.get("face_down") and not isinstance(unit["hand"], int | None):
            raise Leak(f"{side} sees the face-down hand of {name}")
    for deck in view["decks"].values():
        if set(deck) != {"draw", "discard", "top"}:
            raise Leak(f"{side} sees more of a deck than its sizes and its top discard")
