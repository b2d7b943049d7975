"""The cards of a type as they are printed: a Leader's and a Wingman's, each with its Damaged side. [WWI Your Leader]"""

from __future__ import annotations

from typing import Final

from engine.core.type_cards import CardFace, CardFigure, TypeCard
from engine.wwi.aircraft import LeaderRatings, WingmanRatings, aircraft
from engine.wwi.tables import CLIMB, DIVE, GOOD_GUNS, GOOD_TURN, WEAK_WING

ABILITIES: Final = {
    "good-climb": f"Good climb: discards {CLIMB['good-climb']} for a level.",
    "bad-climb": f"Bad climb: discards {CLIMB['bad-climb']} for a level.",
    "good-dive": f"Good dive: draws {DIVE['good-dive']} for a level.",
    "bad-dive": f"Bad dive: draws {DIVE['bad-dive']} for a level.",
    "good-guns": f"Good guns: {GOOD_GUNS} Hit more with each firing card.",
    "good-turn": f"Good turn: draws {GOOD_TURN} when it plays a Chandelle.",
    "weak-wing": f"Weak wing: {WEAK_WING} Hit when it dives by Vertical Roll.",
    "high-altitude": "High altitude: nothing is taken off at High, nor off its Wingmen.",
}
"""[WWI Special Abilities]"""
HINTS: Final = {
    "Performance": "Most cards in hand",
    "Horsepower": "Cards drawn a turn at Medium",
    "Bursts": "Bursts a turn when Neutral",
    "Gunner’s Bursts": "Bursts of its Gunner a turn",
    "Airframe": "Hits that turn or destroy it",
    "Points": "What it costs when sides are chosen",
    "Attack": "Cards drawn to attack",
    "Response": "Cards drawn when first attacked",
}
"""By label, what each figure is. [WWI Your Leader, Your Wingmen]"""


def type_cards(slug: str) -> tuple[TypeCard, ...]:
    """The Leader's card and the Wingman's. Raises ``EngineError`` for a slug that there is not."""
    card = aircraft(slug)
    words = tuple(text for ability, text in ABILITIES.items() if ability in card.special)
    leader, wingman = card.leader, card.wingman
    return (
        TypeCard(
            "leader",
            _leader(leader[0], card.points, words),
            _leader(leader[1], card.points, words, is_damaged=True),
            hits=(leader[0].airframe, leader[1].airframe),
        ),
        TypeCard(
            "wingman",
            _wingman(wingman[0], card.wingman_points),
            _wingman(wingman[1], card.wingman_points, is_damaged=True),
            hits=(wingman[0].airframe, wingman[1].airframe),
        ),
    )


def _leader(side: LeaderRatings, points: int, words: tuple[str, ...], *, is_damaged: bool = False) -> CardFace:
    gunner = (_figure("Gunner’s Bursts", str(side.gunner)),) if side.gunner else ()
    return CardFace(
        "Leader, damaged" if is_damaged else "Leader",
        (
            _figure("Performance", str(side.performance)),
            _figure("Horsepower", str(side.horsepower)),
            _figure("Bursts", str(side.bursts)),
            _figure("Airframe", str(side.airframe)),
        ),
        ((*gunner, _figure("Points", str(points))),),
        words,
        is_damaged=is_damaged,
    )


def _wingman(side: WingmanRatings, points: int, *, is_damaged: bool = False) -> CardFace:
    return CardFace(
        "Wingman, damaged" if is_damaged else "Wingman",
        (
            _figure("Attack", str(side.attack)),
            _figure("Response", str(side.response)),
            _figure("Points", str(points)),
            _figure("Airframe", str(side.airframe)),
        ),
        is_damaged=is_damaged,
    )


def _figure(label: str, value: str, beside: str = "") -> CardFigure:
    return CardFigure(label, value, beside, hint=HINTS[label])
