"""Wild Blue Yonder in the registry of systems."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache

from engine.core.chance import Chance
from engine.core.game import Document, Frame, Side
from engine.core.record import Record
from engine.wildblue.buzz.game import BuzzBombGame
from engine.wildblue.buzz.replay import frames as week_frames
from engine.wildblue.buzz.setup import check as check_week
from engine.wildblue.buzz.terms import KIND
from engine.wildblue.game import WildBlueGame
from engine.wildblue.heuristic import HeuristicPlayer
from engine.wildblue.replay import frames
from engine.wildblue.setup import check
from engine.wildblue.terms import FIXTURES


class WildBlue:
    """The system as ``engine.systems()`` gives it."""

    slug = "wildblue"
    title = "Wild Blue Yonder"

    def scenarios(self) -> dict[str, Document]:
        """Set-ups of ``fixtures/scenarios/wildblue.toml``, by slug."""
        return dict(_scenarios())

    def new(self, setup: Document, seed: int, chance: Chance) -> WildBlueGame:
        return _class_of(setup).new(setup, seed, chance)

    def check(self, setup: Document) -> None:
        """Raise ``BadSetup`` as ``new`` would; one side may have no units yet, as while its orders are secret."""
        (check_week if _class_of(setup) is BuzzBombGame else check)(setup)

    def from_position(self, document: Document, seed: int, chance: Chance) -> WildBlueGame:
        return _class_of(document).from_position(document, seed, chance)

    def frames(self, record: Record, viewer: Side | None) -> Iterator[Frame]:
        return (week_frames if _class_of(record.start) is BuzzBombGame else frames)(self, record, viewer)

    def heuristic_player(self, side: Side, seed: int, doctrine: str) -> HeuristicPlayer:
        """A player with a doctrine of ``engine.core.players.DOCTRINES``."""
        return HeuristicPlayer(side, seed, doctrine)


def _class_of(document: Document) -> type[WildBlueGame]:
    """Whose set-up or position it is."""
    return BuzzBombGame if isinstance(document, dict) and document.get("kind") == KIND else WildBlueGame


@cache
def _scenarios() -> dict[str, Document]:
    tables = tomllib.loads((FIXTURES / "scenarios" / "wildblue.toml").read_text("utf-8"))
    return {slug: {key: value for key, value in table.items() if key != "title"} for slug, table in tables.items()}
