"""Down in Flames WWI in the registry of systems."""

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
from engine.wwi import paper, skirmish
from engine.wwi.board import board
from engine.wwi.campaign import WwiCampaign
from engine.wwi.game import WwiGame
from engine.wwi.heuristic import HeuristicPlayer
from engine.wwi.replay import frames
from engine.wwi.setup import check
from engine.wwi.terms import SIDE_NAMES


class Wwi:
    """The system as ``engine.systems()`` gives it."""

    slug = "wwi"
    title = "Down in Flames WWI"
    about = (
        "Dogfights of 1915 to 1918 with cards: Leaders with any number of Wingmen, three altitudes, and nobody is safe "
        "from a second enemy on his tail. A game takes a few minutes to watch."
    )
    sides = SIDE_NAMES
    campaign: CampaignRules | None = WwiCampaign()

    def scenarios(self) -> dict[str, Scenario]:
        """Set-ups of ``fixtures/scenarios/wwi.toml``, by slug."""
        return fixtures.scenarios(self.slug)

    def new(self, setup: Document, seed: int, chance: Chance) -> WwiGame:
        return WwiGame.new(setup, seed, chance)

    def check(self, setup: Document) -> None:
        """Raise ``BadSetup`` as ``new`` would; one side may have no flights yet, as while its purchase is secret."""
        check(setup)

    def from_position(self, document: Document, seed: int, chance: Chance) -> WwiGame:
        return WwiGame.from_position(document, seed, chance)

    def frames(self, record: Record, viewer: Side | None) -> Iterator[Frame]:
        return frames(self, record, viewer)

    def board(self, view: Document) -> Board:
        """The three altitudes with the flights at each, and who is on whom."""
        return board(view)

    def type_cards(self, slug: str, rank: str = "") -> tuple[TypeCard, ...]:
        """The cards of a type of its catalogue. Raises ``EngineError`` for a slug that there is not."""
        return paper.type_cards(slug)

    def questions(self) -> Questions:
        """What to ask for a dogfight."""
        return skirmish.questions()

    def setup_of(self, answers: Document) -> Document:
        """The set-up of a dogfight. Raises ``BadSetup``."""
        return skirmish.setup_of(answers)

    def heuristic_player(self, side: Side, seed: int, doctrine: str) -> HeuristicPlayer:
        """A player with a doctrine of ``engine.core.players.DOCTRINES``."""
        return HeuristicPlayer(side, seed, doctrine)
