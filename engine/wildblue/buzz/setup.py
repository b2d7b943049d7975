"""A set-up document made into a week of flying bombs. [SUP 28]

{"kind": "buzz-bomb", "week": 3, "month": "1944-06" or left out, "wave": 9 or null (drawn),
 "units": [{"id": "allied-1", "side": "allied", "aircraft": slug or ratings, "wingman": true, "belt": "sea",
            "leader_pilot": {"name": "…", "skills": ["A"]} or null, "wingman_pilot": … or null}],
 "values": {"destroyed": 2, "through": -3, "lost": -5}, "blast": {"closest": 2, "blast": 0}}

The units are the patrols; there may be none.
"""

from __future__ import annotations

from typing import Final

from engine.core.chance import Chance
from engine.core.errors import BadSetup
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.wildblue.buzz.flow import begin
from engine.wildblue.buzz.scoring import REASONS
from engine.wildblue.buzz.state import FOR_WAVE, WAVE_DRAWN, BuzzState, Week
from engine.wildblue.buzz.terms import (
    BELTS,
    BLAST,
    JETS_FROM_WEEK,
    KIND,
    MOST_BOMBS,
    VALUES,
    WAVE,
    WAVE_CARDS,
    WAVE_RESULTS,
    WEEKS,
)
from engine.wildblue.cards import BOMB_RESULT
from engine.wildblue.hands import show
from engine.wildblue.setup import read_options
from engine.wildblue.state import Options, event
from engine.wildblue.terms import SIDE_OF_UNIT, words
from engine.wildblue.units import Roster

KEYS: Final = keys("kind week month wave units values blast")
UNIT_KEYS: Final = keys("id side aircraft wingman belt leader_pilot wingman_pilot")
VALUE_KEYS: Final = frozenset(REASONS)
MOST_POINTS: Final = 99
MOST_BLAST: Final = 9
ALLIED, AXIS = range(len(SIDES))


def read(document: Document, rules: int) -> Document:
    """The document, checked: what is read of it is the game's own, for it changes there. Raises ``BadSetup``."""
    check(document)
    return document


def set_up(state: BuzzState, document: Document, chance: Chance) -> None:
    """Fill ``state`` and open its first decision."""
    options, roster, week = _read(document)
    state.begin(options, roster.sorties, chance)
    if not week.wave:
        week.send(_draw_wave(state))
    state.log.append(event(WAVE_DRAWN, week.wave))
    state.lay_out(week)
    begin(state)


def check(document: Document) -> None:
    """Raise ``BadSetup`` as ``read`` would."""
    _read(document)


def _read(document: Document) -> tuple[Options, Roster, Week]:
    """Month, patrols, and the week with what it is known to bring."""
    read = Fields("The set-up", document, BadSetup, only=KEYS)
    read.choice("kind", (KIND,))
    options = read_options(read, frozenset())
    roster = Roster(options.month)
    week = Week(read.number("week", None, least=1, most=WEEKS))
    week.values = read_values(read)
    week.blast = read_blast(read)
    if "wave" in read:
        week.send(read.number("wave", None, least=1, most=MOST_BOMBS))
    for number, entry in enumerate(read.items("units"), 1):
        _patrol(roster, week, roster.add(entry, number))
    return options, roster, week


def read_values(read: Fields) -> dict[str, int]:
    """Victory Points by reason: those of a campaign, else the supplement's."""
    chosen = read.fields("values", "The values", only=VALUE_KEYS)
    return {reason: chosen.number(reason, VALUES[reason], least=-MOST_POINTS, most=MOST_POINTS) for reason in REASONS}


def read_blast(read: Fields) -> dict[str, int]:
    """How dangerous flying bombs are to who shoots them down: as the campaign says, else the supplement's."""
    chosen = read.fields("blast", "The blast", only=frozenset(BLAST))
    return {key: chosen.number(key, usual, most=MOST_BLAST) for key, usual in BLAST.items()}


def _patrol(roster: Roster, week: Week, unit: int) -> None:
    """One patrol and the belt that it keeps."""
    read = roster.fields[unit]
    read.only(UNIT_KEYS)
    if unit >> SIDE_OF_UNIT != ALLIED:
        raise read.refuse("only the Allied side has patrols. [SUP 28]")
    type_ = roster.type(unit, read.document.get("aircraft"))
    if type_.aircraft_class != "fighter":
        raise read.refuse(f"{type_.name} is a {words(type_.aircraft_class)}; patrols are Fighters. [SUP 28]")
    if type_.jet_speed and week.number < JETS_FROM_WEEK:
        raise read.refuse(f"{type_.name} does not fly before week {JETS_FROM_WEEK}. [SUP 28]")
    wingman = read.flag("wingman", not type_.night_combat)
    if wingman and type_.night_combat:
        raise read.refuse(f"{type_.name} flies by night, as a lone Leader. [SUP 23.5]")
    roster.element(unit, type_, wingman=wingman)
    week.station(unit, read.choice("belt", BELTS), by_night=type_.night_combat > 0)


def _draw_wave(state: BuzzState) -> int:
    """How many flying bombs come: so many, and more by the Bomb results of three Axis cards. [SUP 28]"""
    cards = [show(state, AXIS, 0, FOR_WAVE) for _ in range(WAVE_CARDS)]
    return WAVE + sum(WAVE_RESULTS[BOMB_RESULT[card]] for card in cards)
