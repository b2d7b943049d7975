"""Its aircraft as packs, pools and pages of a campaign know them. [WBY 5, 17-19]"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.core.campaigns import CatalogueEntry, first_of
from engine.core.game import Document
from engine.wildblue.aircraft import Aircraft, aircraft, catalogue
from engine.wildblue.buzz.terms import JETS_FROM_WEEK
from engine.wildblue.tables import CREW_SKILLS, FORMATION_MOST, SKILLS
from engine.wildblue.terms import ALTITUDES, HIGH, words

NEEDS_LOAD: Final = {"BM": "bombs", "T": "torpedoes", "B": "bombs"}
"""Skills of no use in an aircraft that cannot carry this."""
NEEDS_RATING: Final = {"G": "gunner", "BU": "burst"}
"""Skills of a pilot of no use without this rating."""


@cache
def entries() -> dict[str, CatalogueEntry]:
    """Every aircraft of ``fixtures/aircraft``, by slug."""
    return {slug: entry(aircraft(slug), table) for slug, table in catalogue().items()}


def entry(card: Aircraft, table: Document) -> CatalogueEntry:
    """A type by its table, which says everything."""
    ratings, performance = table["wildblue"], table.get("performance", {})
    front: Document = ratings["formation" if card.in_formation else "leader"]
    carries = tuple(ratings.get("carries", ()))
    ceiling = ALTITUDES.index(front["ceiling"])
    altitudes = ALTITUDES[: 1 + (ceiling if card.turbo else min(ceiling, HIGH))]  # [WBY 4.5, 5.2.7]
    return CatalogueEntry(
        name=card.name,
        nation=card.nation,
        service=card.service,
        side=card.side,
        aircraft_class=card.aircraft_class,
        in_service=first_of(card.in_service),
        taken_from=first_of(card.taken_from),
        note=table.get("note", ""),
        facts=(("Mission speed", str(card.speed)), ("May begin at", ", ".join(map(words, altitudes)))),
        provenance=ratings["provenance"],
        value=card.balance,
        wingman_value=card.wingman_balance,
        family=card.family,
        is_sized=card.in_formation,
        most=FORMATION_MOST.get(card.aircraft_class, 0),
        flies_alone=card.flies_alone,
        from_week=JETS_FROM_WEEK if card.jet_speed else 1,
        start_altitudes=altitudes,
        speed=card.speed,
        carries=carries,
        modes=front.get("bomb", {}),
        endurance=card.endurance,
        skills=tuple(
            code
            for code in (CREW_SKILLS if card.in_formation else SKILLS)
            if (code not in NEEDS_LOAD or NEEDS_LOAD[code] in carries)
            and (card.in_formation or code not in NEEDS_RATING or front.get(NEEDS_RATING[code]))
        ),
        ratings=ratings,
        performance=performance,
    )
