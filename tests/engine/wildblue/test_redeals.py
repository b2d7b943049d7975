"""What a side cannot see is dealt anew for its guesses: really, and each card as likely as it is. [WBY 3.4]"""

from __future__ import annotations

from collections import Counter

import engine
from engine.core.chance import Chance
from tests.engine.contract import begun
from tests.engine.wildblue.at_random import players
from tests.engine.wildblue.table import MANIFEST


def test_what_is_hidden_is_really_dealt_anew() -> None:
    game = begun("wildblue", 4)
    flying = players(4)
    while game.turn < 1:
        game.step(flying[game.decision.side if game.decision else "axis"].choose(game))
    hands = {
        str([unit["hand"] for unit in game.determinize("axis", Chance(seed)).position()["units"].values()])
        for seed in range(20)
    }
    assert len(hands) > 15


def test_a_redeal_gives_each_card_that_may_be_there_its_fair_share() -> None:
    """Over many re-deals a card stands in the enemy's hand as often as its copies not yet seen let one expect."""
    table = engine.position(
        "wildblue",
        {
            "units": {
                "axis-1": {"leader": {"aircraft": "mc-202"}, "hand": ["maneuver"] * 2},
                "allied-1": {"leader": {"aircraft": "p-47c-5"}, "hand": ["ace-pilot"] * 4 + ["clouds"]},
            }
        },
    )
    deals = 4_000
    found: Counter[str] = Counter()
    for seed in range(deals):
        found.update(table.determinize("axis", Chance(seed)).position()["units"]["allied-1"]["hand"])
    for card, copies in MANIFEST.items():
        expected = deals * 5 * copies / 110
        assert abs(found[card] - expected) < 5 * expected**0.5, card
