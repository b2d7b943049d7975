"""Angels Twenty in the registry of systems."""

from __future__ import annotations

from engine.angels import paper, skirmish
from engine.angels.at_table import AngelsAtTable
from engine.angels.because import because
from engine.angels.board import board
from engine.angels.campaign import AngelsCampaign
from engine.angels.choices import choices
from engine.angels.events import WEIGHTS
from engine.angels.game import AngelsGame
from engine.angels.habits import HABITS
from engine.angels.heuristic import HeuristicPlayer
from engine.angels.replay import caption, frames
from engine.angels.setup import check
from engine.angels.terms import DECISIONS
from engine.angels.tries import tries
from engine.core.game import SIDE_NAMES, System
from engine.core.search import Effort, worth

ANGELS = System(
    slug="angels",
    title="Angels Twenty",
    about=(
        "Fighters on a map of hexes and six bands of altitude: choose a speed, turn and maneuver hex by hex, be "
        "the last to move, and bring the guns to bear from behind. A battle takes half an hour to an hour at a table."
    ),
    sides=SIDE_NAMES,
    campaign=AngelsCampaign(),
    at_table=AngelsAtTable,
    ready=AngelsGame.ready,
    check=check,
    from_position=AngelsGame.from_position,
    film=frames,
    caption=caption,
    weights=WEIGHTS,
    draw=board,
    cards=paper.type_cards,
    questions=skirmish.questions,
    setup_of=skirmish.setup_of,
    player=HeuristicPlayer,
    worth=worth,
    efforts={"veteran": Effort(plays=40, turns=2), "ace": Effort(plays=96, turns=2)},
    choices=choices,
    tries=tries,
    because=because,
    habits=HABITS,
    open_kinds=frozenset(DECISIONS),
)
