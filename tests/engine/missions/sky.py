"""A campaign Mission set up in a line or two, for tests.

``Sky(striker("axis", 1, bombs()), interceptor("allied", 1), type="strike", target="airfield").until("axis-1 strike")``

Like ``Table``, whose methods it has (``play``, ``stack``, ``wait``, ``can``, ``choices``, ``asked``, ``unit``, ``view``
…), everything goes through the engine's public doors. A Mission that says nothing else has two Target-Bound Turns, one
Over Target and one Home-Bound; the Axis strikes and goes first; everyone is at Medium altitude.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import engine
from engine.core.game import Document
from tests.engine.wildblue.table import Table, fighter

BASE = {"target_bound": 8, "home_bound": 7}
"""With strikers of speed 6: Target-Bound 2, Over-Target 1, Home-Bound 1."""
QUIET = ("keep", "continue", "stay", "pass", "skip", "end", "draw 0", "draw none", "altitude medium")
"""What ``until`` chooses where a test says nothing: nothing happens, and everyone flies on."""
PATIENCE = 2_000


# Aircraft


def armed(
    *loads: str,
    bomb: dict[str, int] | None = None,
    strafe: int = 0,
    aircraft_class: str = "fighter",
    slow: int = 6,
    endurance: str = "medium",
    night_combat: int = 0,
    oblique_guns: int = 0,
    cargo: int = 0,
    cargo_drop: int = 0,
    family: str = "test-element",
    **ratings: Any,
) -> Document:
    """Inline ratings of an Element that may carry these loads; ``ratings`` as ``table.fighter`` takes them."""
    made = fighter(aircraft_class=aircraft_class, **ratings)
    made |= {"mission_speed": slow, "endurance": endurance, "family": family}
    rated = made["wildblue"]
    rated |= {"carries": list(loads), "night_combat": night_combat, "oblique_guns": oblique_guns}
    for side in ("leader", "leader_damaged"):
        rated[side] |= {"bomb": dict(bomb or {}), "strafe": strafe, "cargo": cargo, "cargo_drop": cargo_drop}
    return made


def light_bomber(*loads: str, bomb: dict[str, int] | None = None, **more: Any) -> Document:
    """A Light Bomber; it may carry bombs, and drops two cards level, unless something else is said."""
    ratings: dict[str, Any] = {"gunner": 1, "performance": 4, "burst": 1, "aircraft_class": "light-bomber"}
    return armed(*(loads or ("bombs",)), bomb=bomb or {"level": 2}, **ratings | more)


def bomber(
    *loads: str,
    heavy: bool = False,
    speed: int = 6,
    turret_defense: int = 2,
    turret_support: int = 1,
    damage: tuple[int, int] = (6, 12),
    ceiling: str = "high",
    bomb: dict[str, int] | None = None,
    bomb_damaged: dict[str, int] | None = None,
    cargo: int = 0,
    cargo_drop: int = 0,
    special: tuple[str, ...] = (),
    family: str = "test-bomber",
    name: str = "Test Bomber",
    side: str = "",
) -> Document:
    """Inline ratings of a Formation aircraft. ``damage`` is (undamaged, damaged); on the Damaged side it bombs as on
    the other unless ``bomb_damaged`` is given."""

    front = {"saturation": 4} if bomb is None else bomb
    rated = (front, front if bomb_damaged is None else bomb_damaged)

    def formation(which: int) -> Document:
        return {
            "speed": speed,
            "turret_defense": turret_defense,
            "turret_support": turret_support,
            "damage": damage[which],
            "ceiling": ceiling,
            "bomb": rated[which],
            "cargo": cargo,
            "cargo_drop": cargo_drop,
        }

    return {
        "name": name,
        "class": "heavy-bomber" if heavy else "medium-bomber",
        "side": side,
        "in_service": "1939-01",
        "endurance": "long",
        "family": family,
        "wildblue": {
            "balance": 10,
            "special": list(special),
            "carries": list(loads or ("bombs",)),
            "formation": formation(0),
            "formation_damaged": formation(1),
        },
    }


# Units


def element(side: str, number: int, aircraft: Document | str | None = None, **more: Any) -> Document:
    """A unit of an Element: ``wingman=False`` for a lone Leader, ``section=True``, ``load=``, ``arrives=``, ``phase=``,
    ``over_target=``, ``skills="A BM"`` and ``wingman_skills`` for pilots."""
    made: Document = {
        "id": f"{side}-{number}",
        "side": side,
        "role": "fighter",
        "aircraft": aircraft or fighter(),
        "wingman": True,
    }
    for key, pilot in (
        ("skills", "leader_pilot"),
        ("wingman_skills", "wingman_pilot"),
        ("section_skills", "section_pilot"),
    ):
        if key in more:
            made[pilot] = {"name": f"Test {pilot}", "skills": more.pop(key).split()}
    return made | more


def striker(side: str, number: int, aircraft: Document | str | None = None, **more: Any) -> Document:
    """An Element that strikes; a Light Bomber with bombs unless something else is said."""
    if aircraft is None:
        aircraft, more = light_bomber(), {"load": "bombs"} | more
    return element(side, number, aircraft, **({"role": "striker"} | more))


def escort(side: str, number: int, aircraft: Document | str | None = None, **more: Any) -> Document:
    return element(side, number, aircraft, **({"role": "escort"} | more))


def interceptor(side: str, number: int, aircraft: Document | str | None = None, **more: Any) -> Document:
    return element(side, number, aircraft, **({"role": "interceptor"} | more))


def formation(
    side: str,
    number: int,
    aircraft: Document | str | list[Document | str] | None = None,
    *,
    size: int = 2,
    load: str | None = "bombs",
    altitude: str | None = "medium",
    crews: tuple[str | None, ...] = (),
    **more: Any,
) -> Document:
    """A Formation of strikers. ``crews`` gives each aircraft's Skills, apart by spaces, in the order of the seats."""
    made: Document = {
        "id": f"{side}-{number}",
        "side": side,
        "role": "striker",
        "aircraft": aircraft if aircraft is not None else bomber(heavy=size > 2),
        "size": size,
        "altitude": altitude,
        "load": load,
    }
    if isinstance(aircraft, list):
        del made["size"]
    if crews:
        made["crews"] = [
            None if skills is None else {"name": f"Crew {seat}", "skills": skills.split()}
            for seat, skills in enumerate(crews, 1)
        ]
    return made | more


def mission(*units: Document, **more: Any) -> Document:
    """A set-up document: a strike of the Axis at an airfield, unless something else is said."""
    document: Document = {
        "kind": "mission",
        "type": "strike",
        "striker": "axis",
        "target": "airfield",
        "base": dict(BASE),
        "first": "axis",
        "units": list(units),
    }
    if more.get("type") in ("air-combat", "intercept") and "base" not in more:
        document |= {"target": None, "turns": 6}
        del document["base"]
        if more["type"] == "air-combat":
            document["striker"] = None
    return document | more


def _is(card: str, wanted: str) -> bool:
    """Whether a card, ``maneuver#12``, is the one wanted: ``maneuver``, or that very one."""
    return wanted in (card, card.partition("#")[0])


NO_GUNS: Document = {"slug": "airfield", "area_flak": 0, "target_flak": 0}
"""A Mission Target without flak."""


# Flying


class Sky(Table):
    """A Mission in progress, flown from its beginning."""

    def __init__(self, *units: Document, seed: int = 0, draws: dict[str, str] | None = None, **more: Any) -> None:
        """``draws`` are the first cards of each deck, opening hands included."""
        self.game = engine.new("wildblue", mission(*units, **more), seed)
        self.events = []
        if draws:
            self.stack(**draws)

    def quiet(self) -> Sky:
        """Take the open decision so that nothing happens."""
        choices = self.choices
        chosen = [text for text in QUIET if text in choices] or [text for text in choices if text.startswith("go ")]
        self.play((chosen or choices)[0])
        return self

    def until(self, asked: str, otherwise: Callable[[Sky], str | None] | None = None) -> Sky:
        """Fly on quietly until this is asked: "axis-1 leader"; a kind alone ("strike") for whoever comes first.

        ``otherwise`` may name an action instead of the quiet one.
        """
        for _ in range(PATIENCE):
            if self.asked == asked or self.asked.split()[-1] == asked:
                return self
            assert self.decision, f"waiting for {asked}, the Mission is over"
            chosen = otherwise(self) if otherwise else None
            if chosen:
                self.play(chosen)
            else:
                self.quiet()
        raise AssertionError(f"waiting for {asked} in vain")

    def until_turn(self, turn: int, asked: str = "") -> Sky:
        """Fly on quietly to a Game-Turn, and there until this is asked."""
        while self.turn < turn and self.decision:
            self.quiet()
        return self.until(asked) if asked else self

    def until_phase(self, phase: str, asked: str = "") -> Sky:
        """Fly on quietly to "over-target", "home-bound", "straggler"; there until this is asked."""
        while self.decision and self.phase != phase:
            self.quiet()
        return self.until(asked) if asked else self

    def end(self) -> Sky:
        """Fly on quietly to the end."""
        while self.decision:
            self.quiet()
        return self

    # Changes by hand, through a position document

    def change(self, edit: Callable[[Document], object], seed: int = 0) -> Sky:
        """Go on from this position as ``edit`` leaves it."""
        document = self.document
        edit(document)
        self.game = engine.position("wildblue", document, seed)
        return self

    def restore(self, position: Document) -> Sky:
        """Take up a position that was written down before."""

        def edit(document: Document) -> None:
            document.clear()
            document.update(position)

        return self.change(edit)

    def set(self, unit: str, seat: str = "", **values: Any) -> Sky:
        """Change values of a unit, or of the aircraft at one of its seats ("leader", "wingman", "1" of a Formation)."""

        def edit(document: Document) -> None:
            place = document["units"][unit]
            if seat in ("leader", "wingman"):
                place = place[seat]
            elif seat:
                place = next(each for each in place["formation"] if each["seat"] == seat)
            place.update(values)

        return self.change(edit)

    def deal(self, unit: str, cards: str) -> Sky:
        """Give a Leader these cards in exchange for his hand; the rest of the deck is shuffled by what comes next."""

        def edit(document: Document) -> None:
            leader = document["units"][unit]
            side = leader["side"]
            pile = [*document["decks"][side], *leader["hand"]]
            discards = document["discards"][side]
            hand = []
            for card in cards.split():
                where = pile if any(_is(each, card) for each in pile) else discards
                hand.append(next(each for each in where if _is(each, card)))
                where.remove(hand[-1])
            leader["hand"] = hand
            document["decks"][side] = pile
            document["shuffled"][side] = len(pile)

        return self.change(edit)

    # What stands in the sky

    @property
    def mission(self) -> Document:
        """What the position says of the Mission."""
        found: Document = self.document["mission"]
        return found

    @property
    def phase(self) -> str:
        phase: str = self.mission["phase"]
        return phase

    def bomber(self, unit: str, seat: str) -> Document:
        """An aircraft of a Formation, as the position gives it."""
        found: Document = next(each for each in self.unit(unit)["formation"] if each["seat"] == seat)
        return found

    @property
    def told(self) -> list[str]:
        """What has been said of everything that has happened, decision by decision."""
        return [event.text(None) for event in self.events]


def calm(*units: Document, **more: Any) -> Sky:
    """A Mission at a target without flak, if no other is named."""
    return Sky(*units, **{"target": NO_GUNS} | more)
