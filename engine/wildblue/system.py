"""Wild Blue Yonder in the registry of systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.core.chance import Chance
from engine.core.choices import Choice
from engine.core.game import SIDE_NAMES, Action, Document, Frame, Game, Side, System
from engine.core.record import Record
from engine.core.search import Effort, worth
from engine.wildblue import choices, paper, skirmish, tries
from engine.wildblue.at_table import WildBlueAtTable
from engine.wildblue.because import because
from engine.wildblue.board import board
from engine.wildblue.buzz import choices as week_choices
from engine.wildblue.buzz import tries as week_tries
from engine.wildblue.buzz.game import BuzzBombGame
from engine.wildblue.buzz.replay import frames as week_frames
from engine.wildblue.buzz.setup import check as check_week
from engine.wildblue.buzz.terms import KIND
from engine.wildblue.campaign import WildBlueCampaign
from engine.wildblue.events import WEIGHTS
from engine.wildblue.game import WildBlueGame
from engine.wildblue.habits import HABITS
from engine.wildblue.heuristic import HeuristicPlayer
from engine.wildblue.replay import caption, frames
from engine.wildblue.setup import check
from engine.wildblue.state import EDITION

OPEN_KINDS: Final = frozenset(
    (
        *("altitude", "order", "wingman-target", "follow", "jettison", "strike", "escort", "break-off", "formation"),
        "target",  # of a week of flying bombs
    )
)
"""What these allow, nobody's hidden cards change: Ceilings, places, loads and the sizes of hands that are known."""


def _is_week(document: Document) -> bool:
    """Whether it is the set-up or the position of a week of flying bombs."""
    return isinstance(document, dict) and document.get("kind") == KIND


def _ready(setup: Document, rules: int) -> Callable[[int, Chance], WildBlueGame]:
    return (BuzzBombGame if _is_week(setup) else WildBlueGame).ready(setup, rules)


def _check(setup: Document) -> None:
    (check_week if _is_week(setup) else check)(setup)


def _from_position(document: Document, seed: int, chance: Chance) -> WildBlueGame:
    return (BuzzBombGame if _is_week(document) else WildBlueGame).from_position(document, seed, chance)


def _frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    return (week_frames if _is_week(record.start) else frames)(system, record, viewer)


def _choices(game: Game, actions: Iterable[Action]) -> tuple[Choice, ...]:
    if isinstance(game, BuzzBombGame):
        return week_choices.choices(game, actions)
    return choices.choices(game, actions)


def _tries(game: Game) -> tuple[Action, ...]:
    return week_tries.tries(game) if isinstance(game, BuzzBombGame) else tries.tries(game)


WILD_BLUE = System(
    slug="wildblue",
    title="Wild Blue Yonder",
    about=(
        "Fighters of the Second World War, played with cards: Leaders and Wingmen attack, answer and tail one another "
        "from Very Low to Very High, until the Game-Turns are over. A dogfight takes about twenty minutes at a table."
    ),
    sides=SIDE_NAMES,
    campaign=WildBlueCampaign(),
    at_table=WildBlueAtTable,
    ready=_ready,
    check=_check,
    from_position=_from_position,
    film=_frames,
    weights=WEIGHTS,
    caption=caption,
    draw=board,
    cards=lambda slug, rank: paper.type_cards(slug),
    questions=skirmish.questions,
    setup_of=skirmish.setup_of,
    player=HeuristicPlayer,
    worth=worth,
    efforts={"veteran": Effort(plays=60, turns=2), "ace": Effort(plays=300, turns=2)},
    edition=EDITION,
    choices=_choices,
    tries=_tries,
    open_kinds=OPEN_KINDS,
    because=because,
    habits=HABITS,
)
