"""A dogfight set up in a line or two, for tests: ``Table(axis("maneuver"), allied("tight-turn")).play("…")``.

Everything goes through the engine's public doors: a position document in, action texts, position documents and views
out. What a test does not mention has its usual value: Medium altitude, Leader Step of the first unit named, Turn 2,
Neutral, a Wingman in each Element, plain ratings (``fighter()``), nothing drawn but what ``draws`` puts on top.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Self, TypedDict, Unpack

import engine
from engine.core.game import Document, Event, Game
from engine.core.report import Report
from tests.engine.card_table import CardTable

MANIFEST = {
    "half-loop": 3,
    "maneuver": 21,
    "ims-1b1h": 11,
    "ims-1b2h": 5,
    "ims-1b-cockpit": 2,
    "ims-2b2h": 7,
    "ims-2b3h": 2,
    "ims-2b-engine": 1,
    "ims-2b-fuel": 1,
    "ims-3b3h": 4,
    "oots-1b2h": 2,
    "oots-2b3h": 2,
    "oots-3b4h": 1,
    "clouds": 2,
    "full-throttle": 5,
    "scissors": 6,
    "vertical-roll": 5,
    "ace-pilot": 4,
    "barrel-roll": 10,
    "chop-throttle": 4,
    "tight-turn": 12,
}
"""Copies of each card in one deck, from the Action Card Manifest."""

NOTHING = ("pass", "skip", "stay", "end", "draw 0")
"""Actions that do nothing."""

Unit = tuple[str, Document]


def fighter(
    *,
    burst: int = 1,
    burst_plus: int = 0,
    gunner: int = 0,
    performance: int = 6,
    horsepower: int = 2,
    damage: tuple[int, int] = (3, 6),
    ceiling: tuple[str, str] = ("very-high", "very-high"),
    offensive: int = 2,
    offensive_plus: int = 0,
    defensive: int = 2,
    special: tuple[str, ...] = (),
    turbo: bool = False,
    heavy_guns: int = 0,
    jet: tuple[int, int] = (0, 0),
    damaged: dict[str, int] | None = None,
    side: str = "",
    in_service: str = "1940-01",
    aircraft_class: str = "fighter",
    balance: int = 8,
    wingman_balance: int = 3,
) -> Document:
    """Ratings inline. ``damage`` and ``ceiling`` give (undamaged, damaged); ``damaged`` what else differs on the
    Damaged side; ``jet`` is (Speed, Thrust)."""

    def leader(which: int, **changes: int) -> Document:
        return {
            "performance": performance,
            "horsepower": horsepower,
            "burst": burst,
            "burst_plus": burst_plus,
            "gunner": gunner,
            "damage": damage[which],
            "ceiling": ceiling[which],
            "bomb": {},
            "strafe": 0,
        } | changes

    def wingman(which: int, **changes: int) -> Document:
        return {
            "offensive": offensive,
            "offensive_plus": offensive_plus,
            "defensive": defensive,
            "damage": damage[which],
            "ceiling": ceiling[which],
        } | changes

    changes = damaged or {}
    return {
        "name": "Test Fighter",
        "class": aircraft_class,
        "side": side,
        "in_service": in_service,
        "wildblue": {
            "balance": balance,
            "wingman_balance": wingman_balance,
            "special": list(special),
            "turbo": turbo,
            "jet_speed": jet[0],
            "jet_thrust": jet[1],
            "heavy_guns": heavy_guns,
            "leader": leader(0),
            "leader_damaged": leader(1, **{key: value for key, value in changes.items() if key in leader(1)}),
            "wingman": wingman(0),
            "wingman_damaged": wingman(1, **{key: value for key, value in changes.items() if key in wingman(1)}),
        },
    }


TOUGH = fighter(damage=(20, 30))
"""Bears any number of Hits that a test inflicts."""
KILLER = fighter(burst=2)
"""May play an Engine or a Fuel Tank Hit from Neutral."""
BOOSTED = fighter(special=("power-boost",))
POSITIONS = ("tailing", "advantaged", "neutral", "disadvantaged", "tailed")


class Details(TypedDict, total=False):
    """What a test may say of a unit beside its hand."""

    n: int
    altitude: str
    aircraft: Document | str
    wingman: bool
    hits: int
    wingman_hits: int
    cockpit: int
    wingman_cockpit: int
    skills: str
    wingman_skills: str
    full_throttle: int
    heavy_guns: int


def _unit(side: str, hand: str, details: Details) -> Unit:
    aircraft = details.get("aircraft", fighter(side=side))

    def seat(prefix: str) -> Document:
        skills: str = details.get(f"{prefix}skills", "")  # type: ignore[assignment]
        return {
            "aircraft": aircraft,
            "hits": details.get(f"{prefix}hits", 0),
            "cockpit": details.get(f"{prefix}cockpit", 0),
            "skills": skills.split(),
        }

    document: Document = {
        "side": side,
        "altitude": details.get("altitude", "medium"),
        "leader": seat(""),
        "wingman": seat("wingman_") if details.get("wingman", True) else None,
        "hand": hand.split(),
    }
    document |= {key: details[key] for key in ("full_throttle", "heavy_guns") if key in details}
    return f"{side}-{details.get('n', 1)}", document


def axis(hand: str = "", **details: Unpack[Details]) -> Unit:
    """An Axis Element. ``hand`` and ``skills`` are words apart by spaces."""
    return _unit("axis", hand, details)


def allied(hand: str = "", **details: Unpack[Details]) -> Unit:
    """An Allied Element."""
    return _unit("allied", hand, details)


class Table(CardTable):
    """A game of Elements."""

    def __init__(
        self,
        *units: Unit,
        engaged: str = "",
        step: str = "leader",
        active: str | None = None,
        turn: int = 2,
        turns: int = 6,
        draws: dict[str, str] | None = None,
        seed: int = 0,
        **more: Any,
    ) -> None:
        """``engaged`` is "axis-1 tailing allied-1", several apart by commas; ``draws`` the next cards of each deck."""
        order = [name for name, _ in units]
        triples = [each.split() for each in engaged.split(",") if each.strip()]
        document: Document = {
            "turn": turn,
            "turns": turns,
            "step": step,
            "active": active or order[0],
            "order": order,
            "units": dict(units),
            "engaged": [[one, other, position] for one, position, other in triples],
            "decks": {side: _deck(side, units, (draws or {}).get(side, "").split()) for side in ("allied", "axis")},
        }
        self.game = engine.position("wildblue", document | more, seed)
        self.events: list[Event] = []

    @classmethod
    def of(cls, game: Game) -> Self:
        """The table of a game that was begun elsewhere."""
        table = cls.__new__(cls)
        table.game = game
        table.events = []
        return table

    def idle(self) -> tuple[str, ...]:
        """A side that must choose its next Element takes the first."""
        return (*NOTHING, *(f"go {name}" for name in self.document["units"]))

    # What stands on the table

    def hits(self, name: str, seat: str = "leader") -> int:
        hits: int = self.unit(name)[seat]["hits"]
        return hits

    def view(self, side: str | None) -> Document:
        return self.game.view(side)

    def status(self, name: str, seat: str = "leader") -> str:
        """``undamaged``, ``damaged``, ``destroyed`` or ``disengaged``."""
        aircraft = self.view("axis")["units"][name][seat]
        if aircraft["status"] != "flying":
            return str(aircraft["status"])
        return "damaged" if aircraft["damaged"] else "undamaged"

    def pile(self, side: str) -> Document:
        """What everyone sees of a deck: {"draw", "discard", "top"}."""
        found: Document = self.view(side)["decks"][side]
        return found

    @property
    def turn(self) -> int:
        turn: int = self.document["turn"]
        return turn

    def report(self) -> Report:
        return self.game.report()


def setup(units: dict[str, Document | str], *, wingmen: bool = True, **more: Any) -> Document:
    """A set-up document: each unit's aircraft by its name. The Axis goes first unless ``first`` says otherwise."""
    return {
        "kind": "dogfight",
        "turns": 6,
        "first": "axis",
        "units": [
            {
                "id": name,
                "side": name.split("-")[0],
                "aircraft": aircraft,
                "wingman": wingmen,
                "altitude": None,
                "leader_pilot": None,
                "wingman_pilot": None,
            }
            for name, aircraft in units.items()
        ],
    } | more


def start(units: dict[str, Document | str], *, until: str = "", seed: int = 0, **more: Any) -> Table:
    """A new game: everyone at Medium altitude, Elements in the order named, up to ``until`` or the first turn."""
    table = Table.of(engine.new("wildblue", setup(units, **more), seed))
    names = list(units)
    while table.decision and table.asked != until and table.decision.kind in ("altitude", "order"):
        ready = [name for name in names if table.can(f"go {name}")]
        table.play(f"go {ready[0]}" if ready else "altitude medium")
    return table


def _deck(side: str, units: tuple[Unit, ...], first: list[str]) -> list[str]:
    """A whole Draw Pile: the cards named, then the rest of the 110 in the order of the Manifest."""
    out = Counter(first)
    for _, unit in units:
        if unit["side"] == side:
            out.update(unit["hand"])
    rest = Counter(MANIFEST)
    rest.subtract(out)
    too_many = [card for card, count in rest.items() if count < 0]
    assert not too_many, f"a deck has fewer copies of {too_many}"
    return first + list(rest.elements())
