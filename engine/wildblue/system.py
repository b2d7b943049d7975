"""Wild Blue Yonder in the registry of systems."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import fixtures
from engine.core.board import Board
from engine.core.campaigns import CampaignRules
from engine.core.chance import Chance
from engine.core.forms import Questions
from engine.core.game import Document, Frame, Scenario, Side
from engine.core.record import Record
from engine.core.type_cards import TypeCard
from engine.wildblue import skirmish
from engine.wildblue.buzz.game import BuzzBombGame
from engine.wildblue.buzz.replay import frames as week_frames
from engine.wildblue.buzz.setup import check as check_week
from engine.wildblue.buzz.terms import KIND
from engine.wildblue.game import WildBlueGame
from engine.wildblue.heuristic import HeuristicPlayer
from engine.wildblue.replay import frames
from engine.wildblue.setup import check


class WildBlue:
    """The system as ``engine.systems()`` gives it."""

    slug = "wildblue"
    title = "Wild Blue Yonder"
    about = (
        "Fighters of the Second World War, played with cards: Leaders and Wingmen attack, answer and tail one another "
        "from Very Low to Very High, until the Game-Turns are over. A dogfight takes about twenty minutes at a table."
    )
    sides = {"allied": "Allied", "axis": "Axis"}
    campaign: CampaignRules | None = None

    def scenarios(self) -> dict[str, Scenario]:
        """Set-ups of ``fixtures/scenarios/wildblue.toml``, by slug."""
        return fixtures.scenarios(self.slug)

    def new(self, setup: Document, seed: int, chance: Chance) -> WildBlueGame:
        return _class_of(setup).new(setup, seed, chance)

    def check(self, setup: Document) -> None:
        """Raise ``BadSetup`` as ``new`` would; one side may have no units yet, as while its orders are secret."""
        (check_week if _class_of(setup) is BuzzBombGame else check)(setup)

    def from_position(self, document: Document, seed: int, chance: Chance) -> WildBlueGame:
        return _class_of(document).from_position(document, seed, chance)

    def frames(self, record: Record, viewer: Side | None) -> Iterator[Frame]:
        return (week_frames if _class_of(record.start) is BuzzBombGame else frames)(self, record, viewer)

    def board(self, view: Document) -> Board | None:
        """None: the pages draw this table their own way."""
        return None

    def type_cards(self, slug: str, rank: str = "") -> tuple[TypeCard, ...]:
        """None: the pages know these cards whole."""
        return ()

    def questions(self) -> Questions:
        """What to ask for a dogfight."""
        return skirmish.questions()

    def setup_of(self, answers: Document) -> Document:
        """The set-up of a dogfight. Raises ``BadSetup``."""
        return skirmish.setup_of(answers)

    def heuristic_player(self, side: Side, seed: int, doctrine: str) -> HeuristicPlayer:
        """A player with a doctrine of ``engine.core.players.DOCTRINES``."""
        return HeuristicPlayer(side, seed, doctrine)


def _class_of(document: Document) -> type[WildBlueGame]:
    """Whose set-up or position it is."""
    return BuzzBombGame if isinstance(document, dict) and document.get("kind") == KIND else WildBlueGame
