"""Wild Blue Yonder in a campaign: set-ups of its missions, and what became of each of their aircraft. [WBY 13-24]"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from engine.core.campaigns import (
    CampaignRules,
    CatalogueEntry,
    FlyingBombs,
    MissionOrder,
    MissionUnit,
    SeatFigures,
)
from engine.core.game import Document
from engine.core.report import AircraftReport, Answer, Report, Score
from engine.core.type_cards import TypeCard
from engine.wildblue import paper
from engine.wildblue.buzz.terms import A_TURN, AIRCRAFT_NAME, DAMAGE, MOST_BOMBS, MOST_TURNS, WAVE, WAVE_CARDS
from engine.wildblue.scoring import MISSION
from engine.wildblue.tables import TABLES

ORDNANCE: Final = frozenset({"bombs", "torpedoes", "mines", "air-rockets", "ground-rockets"})
"""Every load but Cargo, Drop Tanks and Gun Pods. [WBY 18.0]"""


class WildBlueCampaign(CampaignRules):
    """Its missions are told by packs: targets, loads, Resources, Skills and points."""

    sizes = (1, 3)
    has_men = True
    told_by_pack = True
    gives_charges = True
    may_be_short = True
    size_label = "Formation of"
    effects = {
        "blitzkrieg": MISSION["blitzkrieg"]["points"],
        "flak-guns": TABLES["flak"]["flak_guns"],
        "small-arms": TABLES["flak"]["small_arms"],
    }
    ordnance = ORDNANCE
    flying_bombs = FlyingBombs(
        AIRCRAFT_NAME,
        f"{WAVE} and what {WAVE_CARDS} cards add, up to {A_TURN} a Turn; {DAMAGE} Hits destroy one",
        MOST_BOMBS,
        MOST_TURNS,
    )

    def catalogue(self) -> Mapping[str, CatalogueEntry]:
        return {}

    def setup(self, order: MissionOrder) -> Document:
        return order.setup

    def flown(self, order: MissionOrder, report: Report) -> tuple[AircraftReport, ...]:
        return report.aircraft

    def scores(
        self, order: MissionOrder, flown: tuple[AircraftReport, ...], answers: Mapping[str, Answer]
    ) -> tuple[Score, ...]:
        return ()

    def together(self, sizes: str) -> str:
        return f"Formation of {sizes}"

    def figures(self, unit: MissionUnit, place: int, cards: Sequence[TypeCard]) -> SeatFigures:
        return paper.figures(unit, place)

    def fuel(self, aircraft: str, load: Collection[str]) -> tuple[int, int]:
        return paper.fuel(aircraft, load)

    def rewards(self, type_: str) -> tuple[str, ...]:
        """[SUP 21.8, 28]"""
        mines, recon = MISSION["mines"], MISSION["recon"]
        match type_:
            case "air-drop" | "air-transport":
                return (f"Each Cargo Point that is delivered is {MISSION['cargo']['points']} VP.",)
            case "mine-laying":
                return (f"{mines['each']} mines that are laid are {mines['points']} VP.",)
            case "reconnaissance":
                return (
                    "Each aircraft that survives the Over-Target Turn draws a card for its photographs: "
                    f"Vital {recon['vital']} VP, Direct {recon['direct']}, Hit {recon['hit']}.",
                )
            case "flying-bombs":
                return (
                    "Flying bombs cross the sea, the guns on the coast and the land; a patrol attacks those over its "
                    "belt.",
                    "The last third of a wave comes by night, when Night Fighters alone can attack it.",
                )
        return ()
