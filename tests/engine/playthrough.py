"""Golden playthroughs: one stored game of every scenario that comes with a system, told decision by decision.

``python -m tests.engine.playthrough`` writes them anew after a deliberate change of rules or wording; the difference
is then read before it is committed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import engine
from engine.core.game import Game, Side
from engine.core.players import Player
from tests.engine.contract import kind_of

FOLDER = Path(__file__).with_name("playthroughs")
SEED = 1940


def scenarios() -> list[tuple[str, str]]:
    """System and scenario of every set-up that comes with the engine."""
    return [(slug, scenario) for slug, system in engine.systems().items() for scenario in system.scenarios()]


def golden(system: str, scenario: str) -> Path:
    return FOLDER / f"{system}-{scenario}.txt"


def tell(system: str, scenario: str) -> str:
    """The game of this scenario, as text that is the same on every machine."""
    setup = engine.systems()[system].scenarios()[scenario].setup
    players = kind_of(system, setup).players(SEED)
    return "\n".join(_lines(engine.new(system, setup, SEED), players)) + "\n"


def _lines(game: Game, players: Mapping[Side, Player]) -> Iterator[str]:
    half = game.position()["turns"] // 2
    while decision := game.decision:
        if game.turn == half:
            half = 0
            yield from _views(game)
        yield f"? {decision.side} {decision.unit} {decision.kind}: {decision.prompt}"
        yield f"  {' | '.join(map(game.action_text, game.legal()))}"
        action = players[decision.side].choose(game)
        yield f"> {game.action_text(action)}"
        for event in game.play(action):
            told, *heard = (event.text(viewer) for viewer in (None, *game.sides))
            yield f"  {told}"
            for side, text in zip(game.sides, heard, strict=True):
                if text != told:
                    yield f"  ({side}: {text})"
    yield from _views(game)
    yield json.dumps(game.report().as_json(), ensure_ascii=False)
    yield str(game.record).rstrip("\n")


def _views(game: Game) -> Iterator[str]:
    for side in game.sides:
        yield f"{side} sees {json.dumps(game.view(side), ensure_ascii=False)}"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for system, scenario in scenarios():
        golden(system, scenario).write_text(tell(system, scenario), "utf-8")


if __name__ == "__main__":
    main()
