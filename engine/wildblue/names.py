"""What people call the units of a game or of a view, and its turn."""

from __future__ import annotations

from functools import lru_cache

from engine.core.game import Document
from engine.core.names import unit_names
from engine.wildblue.state import State
from engine.wildblue.terms import ROLES, UNITS, words


def called(state: State, unit: int) -> str:
    """``Striker 1`` in a Mission, ``Axis 1`` in a dogfight."""
    if state.mission is None:
        return words(UNITS[unit])
    plan = state.mission.plan
    roles = tuple([(UNITS[each], ROLES[plan.roles[each]]) for each in state.present])
    return _names(roles, tuple(plan.numbers.items()))[UNITS[unit]]


def names_in(view: Document) -> dict[str, str]:
    """What each unit of a view is called, by its id."""
    units = view["units"]
    roles = tuple([(name, str(unit.get("role") or "")) for name, unit in units.items()])
    numbers = tuple([(name, unit["number"]) for name, unit in units.items() if "number" in unit])
    return dict(_names(roles, numbers))


@lru_cache(maxsize=256)
def _names(roles: tuple[tuple[str, str], ...], numbers: tuple[tuple[str, int], ...]) -> dict[str, str]:
    """A replay asks for them some twenty times a step."""
    return unit_names(dict(roles), dict(numbers))


SHORT_PHASES = {"target-bound": "TB", "over-target": "OT", "home-bound": "HB", "straggler": "S"}


def turn_label(mission: Document, turn: int) -> str:
    """The turn as the track names it: ``TB2``, ``OT``, ``HB1``; of a mission without phases its number. [WBY 23.2]

    >>> turn_label({"phase": "home-bound", "phase_turn": 1, "duration": [3, 1, 2]}, 6)
    'HB2'
    """
    phase, left = mission["phase"], mission["phase_turn"]
    number = {"target-bound": left, "home-bound": mission["duration"][2] - left + 1}.get(phase, "")
    return f"{SHORT_PHASES[phase]}{number}" if phase in SHORT_PHASES else str(turn)


def turn_in_words(mission: Document, turn: int, turns: int = 0) -> str:
    """The turn being played, of how many if ``turns`` says so."""
    if not turn:
        return "Set-up"
    phase, left = mission["phase"], mission["phase_turn"]
    count = "last turn" if left == 1 else f"{left} turns"
    match phase:
        case "target-bound":
            return f"{turn_label(mission, turn)}: {count} to the target"
        case "home-bound":
            return f"{turn_label(mission, turn)}: {count} to go home"
        case "straggler":
            return "Straggler Turn"
        case "over-target":
            return "Over Target"
    return f"Turn {turn} of {turns}" if turns else f"Turn {turn}"
