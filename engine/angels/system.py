"""Angels Twenty in the registry of systems."""

from __future__ import annotations

from collections.abc import Iterator

from engine.angels import paper, skirmish
from engine.angels.board import board
from engine.angels.campaign import AngelsCampaign
from engine.angels.game import AngelsGame
from engine.angels.heuristic import HeuristicPlayer
from engine.angels.replay import frames
from engine.angels.setup import check
from engine.core import fixtures
from engine.core.board import Board
from engine.core.campaigns import CampaignRules
from engine.core.chance import Chance
from engine.core.forms import Questions
from engine.core.game import Document, Frame, Scenario, Side
from engine.core.record import Record
from engine.core.type_cards import TypeCard


class Angels:
    """The system as ``engine.systems()`` gives it."""

    slug = "angels"
    title = "Angels Twenty"
    about = (
        "Fighters on a map of hexes and six bands of altitude: choose a speed, turn and maneuver hex by hex, be "
        "the last to move, and bring the guns to bear from behind. A battle takes half an hour to an hour at a table."
    )
    sides = {"allied": "Allied", "axis": "Axis"}
    campaign: CampaignRules | None = AngelsCampaign()

    def scenarios(self) -> dict[str, Scenario]:
        """Set-ups of ``fixtures/scenarios/angels.toml``, by slug."""
        return fixtures.scenarios(self.slug)

    def new(self, setup: Document, seed: int, chance: Chance) -> AngelsGame:
        return AngelsGame.new(setup, seed, chance)

    def check(self, setup: Document) -> None:
        """Raise ``BadSetup`` as ``new`` would; one side may have no aircraft yet, as while its orders are secret."""
        check(setup)

    def from_position(self, document: Document, seed: int, chance: Chance) -> AngelsGame:
        return AngelsGame.from_position(document, seed, chance)

    def frames(self, record: Record, viewer: Side | None) -> Iterator[Frame]:
        return frames(self, record, viewer)

    def board(self, view: Document) -> Board | None:
        """The hex map of a view."""
        return board(view)

    def type_cards(self, slug: str, rank: str = "") -> tuple[TypeCard, ...]:
        """The cards of a type of its catalogue. Raises ``EngineError`` for a slug that there is not."""
        return paper.type_cards(slug, rank)

    def questions(self) -> Questions:
        """What to ask for a battle."""
        return skirmish.questions()

    def setup_of(self, answers: Document) -> Document:
        """The set-up of a battle. Raises ``BadSetup``."""
        return skirmish.setup_of(answers)

    def heuristic_player(self, side: Side, seed: int, doctrine: str) -> HeuristicPlayer:
        """A player with a doctrine of ``engine.core.players.DOCTRINES``."""
        return HeuristicPlayer(side, seed, doctrine)
