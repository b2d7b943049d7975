"""Down in Flames WWI in the registry of systems."""

from __future__ import annotations

from engine.core.game import System
from engine.core.search import Effort
from engine.flames.replay import caption
from engine.wwi import paper, skirmish
from engine.wwi.at_table import WwiAtTable
from engine.wwi.because import because
from engine.wwi.board import board
from engine.wwi.campaign import WwiCampaign
from engine.wwi.choices import choices
from engine.wwi.events import WEIGHTS
from engine.wwi.game import WwiGame
from engine.wwi.habits import HABITS
from engine.wwi.heuristic import HeuristicPlayer
from engine.wwi.replay import frames
from engine.wwi.setup import check
from engine.wwi.terms import SIDE_NAMES
from engine.wwi.tries import tries
from engine.wwi.worth import worth

WWI = System(
    slug="wwi",
    title="Down in Flames WWI",
    about=(
        "Dogfights of 1915 to 1918 with cards: Leaders with any number of Wingmen, three altitudes, and nobody is safe "
        "from a second enemy on his tail. A game takes a few minutes to watch."
    ),
    sides=SIDE_NAMES,
    campaign=WwiCampaign(),
    at_table=WwiAtTable,
    ready=WwiGame.ready,
    check=check,
    from_position=WwiGame.from_position,
    film=frames,
    weights=WEIGHTS,
    caption=caption,
    draw=board,
    cards=lambda slug, rank: paper.type_cards(slug),
    questions=skirmish.questions,
    setup_of=skirmish.setup_of,
    player=HeuristicPlayer,
    worth=worth,
    efforts={"veteran": Effort(plays=60, turns=2), "ace": Effort(plays=400, turns=2)},
    choices=choices,
    tries=tries,
    open_kinds=frozenset({"altitude", "keep", "altitude-step", "follow"}),
    because=because,
    habits=HABITS,
)
