"""Dogfight in the registry of systems."""

from __future__ import annotations

from engine.core.game import SIDE_NAMES, System
from engine.core.search import Effort, worth
from engine.sabin import paper, skirmish
from engine.sabin.at_table import SabinAtTable
from engine.sabin.because import because
from engine.sabin.board import board
from engine.sabin.campaign import SabinCampaign
from engine.sabin.choices import choices
from engine.sabin.events import WEIGHTS
from engine.sabin.game import SabinGame
from engine.sabin.habits import HABITS
from engine.sabin.heuristic import HeuristicPlayer
from engine.sabin.replay import frames
from engine.sabin.setup import check
from engine.sabin.terms import DECISIONS
from engine.sabin.tries import tries

SABIN = System(
    slug="sabin",
    title="Phil Sabin’s Dogfight",
    about="Whole flights around a bomber formation, seen from the side: chess in the air with one die.",
    sides=SIDE_NAMES,
    campaign=SabinCampaign(),
    at_table=SabinAtTable,
    ready=SabinGame.ready,
    check=check,
    from_position=SabinGame.from_position,
    film=frames,
    weights=WEIGHTS,
    draw=board,
    cards=lambda slug, rank: paper.type_cards(slug),
    questions=skirmish.questions,
    setup_of=skirmish.setup_of,
    player=HeuristicPlayer,
    worth=worth,
    efforts={"veteran": Effort(plays=60), "ace": Effort(plays=160)},
    choices=choices,
    tries=tries,
    because=because,
    habits=HABITS,
    open_kinds=frozenset(DECISIONS),
)
