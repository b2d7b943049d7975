"""Dogfight in the registry of systems."""

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
from engine.sabin import paper, skirmish
from engine.sabin.board import board
from engine.sabin.campaign import SabinCampaign
from engine.sabin.game import SabinGame
from engine.sabin.heuristic import HeuristicPlayer
from engine.sabin.replay import frames
from engine.sabin.setup import check


class Sabin:
    """The system as ``engine.systems()`` gives it."""

    slug = "sabin"
    title = "Phil Sabin's Dogfight"
    about = "Whole flights around a bomber formation, seen from the side: chess in the air with one die."
    sides = {"allied": "Allied", "axis": "Axis"}
    campaign: CampaignRules | None = SabinCampaign()

    def scenarios(self) -> dict[str, Scenario]:
        """Set-ups of ``fixtures/scenarios/sabin.toml``, by slug."""
        return fixtures.scenarios(self.slug)

    def new(self, setup: Document, seed: int, chance: Chance) -> SabinGame:
        return SabinGame.new(setup, seed, chance)

    def check(self, setup: Document) -> None:
        """Raise ``BadSetup`` as ``new`` would; one side may have no units yet, as while its orders are secret."""
        check(setup)

    def from_position(self, document: Document, seed: int, chance: Chance) -> SabinGame:
        return SabinGame.from_position(document, seed, chance)

    def frames(self, record: Record, viewer: Side | None) -> Iterator[Frame]:
        return frames(self, record, viewer)

    def board(self, view: Document) -> Board:
        """The board from the side, three depths in each box."""
        return board(view)

    def type_cards(self, slug: str, rank: str = "") -> tuple[TypeCard, ...]:
        """The cards of a type of its catalogue. Raises ``EngineError`` for a slug that there is not."""
        return paper.type_cards(slug)

    def questions(self) -> Questions:
        """What to ask for a game of one's own."""
        return skirmish.questions()

    def setup_of(self, answers: Document) -> Document:
        """The set-up of such a game. Raises ``BadSetup``."""
        return skirmish.setup_of(answers)

    def heuristic_player(self, side: Side, seed: int, doctrine: str) -> HeuristicPlayer:
        """A player with a doctrine of ``engine.core.players.DOCTRINES``."""
        return HeuristicPlayer(side, seed, doctrine)
