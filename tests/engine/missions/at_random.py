"""Missions for random tests, of every type, with every load, by day and by night; see ``tests.engine.contract``."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import engine
from engine.core.game import SIDES, Action, Decision, Document, Game, Side
from engine.core.players import Player, RandomPlayer
from engine.wildblue.aircraft import catalogue
from engine.wildblue.terms import ALTITUDES
from tests.engine.missions.invariants import check_course, check_report, check_state
from tests.engine.missions.sky import armed, bomber, light_bomber
from tests.engine.wildblue import at_random as dogfights
from tests.engine.wildblue.at_random import check_hidden

__all__ = ["check", "check_end", "check_hidden", "check_step", "players", "setup"]

SYSTEM = "wildblue"
LONGEST = 40
SHARE = 1
TYPES = (*3 * ("strike",), "air-combat", "intercept", "air-drop", "air-transport", "mine-laying", "reconnaissance")
TARGETS: dict[str, tuple[str, ...]] = {
    "ground": ("airfield", "ground-forces", "bridge", "factory", "city", "radar-station"),
    "naval": ("freighter", "destroyer", "cruiser", "carrier"),
    "drop": ("drop-zone",),
}
PILOTS = ("A", "BM", "BU", "CV", "D", "G", "H", "L", "P", "S", "T", "V")
CREWS = ("B", "G", "U", "D", "N", "E")
FIGHTER_LOADS = ("bombs", "ground-rockets", "air-rockets", "drop-tanks", "gun-pods-20", "gun-pods-30")
ODD_FIGHTERS: tuple[dict[str, Any], ...] = (
    {},
    {"jet": (4, 2), "turbo": True, "heavy_guns": 2},
    {"gunner": 2, "burst": 0, "special": ("turret-fighter",)},
    {"gunner": 1, "burst": 2, "burst_plus": 1, "special": ("multi-engined",), "strafe": 2},
    {"special": ("agile", "power-boost"), "heavy_guns": 1, "offensive_plus": 1},
    {"ceiling": ("medium", "very-low"), "damage": (1, 2), "performance": 3, "horsepower": 1},
    {"ceiling": ("very-high", "low"), "performance": 12, "horsepower": 5, "offensive": 5, "defensive": 5},
    {"performance": 1, "horsepower": 0, "offensive": 0, "defensive": 0, "damage": (2, 12)},
    {"night_combat": 3, "oblique_guns": 4, "burst": 2},
    {"slow": 5, "endurance": "short", "strafe": 3},
)
ODD_BOMBERS: tuple[dict[str, Any], ...] = (
    {},
    {"turret_defense": 0, "turret_support": 0, "damage": (2, 3)},
    {"turret_defense": 5, "turret_support": 3, "damage": (9, 18), "ceiling": "very-high"},
    {"special": ("single-engined",), "speed": 4, "bomb_damaged": {}},
    {"special": ("dive-brakes",), "turret_defense": 1},
    {"bomb": {"level": 3, "torpedo": 2}, "turret_defense": 1},
)


def setup(seed: int) -> Document:
    """A Mission for up to eight units a side, all from the seed."""
    return drawn(Random(seed))


def drawn(random: Random) -> Document:
    """A Mission that this generator draws."""
    return _Maker(random).setup()


def mission(seed: int) -> Game:
    return engine.new("wildblue", setup(seed), seed)


AWAY = {"disengage", "jettison", "break-off"}
IDLE = {"end", "pass", "skip", "discard", "give"}


class EagerPlayer(RandomPlayer):
    """Chooses at random, but goes where the enemy or the target is, and seldom gives up or does nothing."""

    def choose(self, game: Game) -> Action:
        decision = game.decision
        assert decision
        choices = {action: game.action_text(action).partition(" ")[0] for action in game.legal()}
        for dull, chance in ((AWAY, 0.97), (IDLE, 0.7), (self._apart(game, decision), 0.8)):
            left = {action: word for action, word in choices.items() if word not in dull}
            if left and self._random() < chance:
                choices = left
        actions = list(choices)
        if decision.kind == "altitude" and self._random() < 0.7:
            actions = [action for action in actions if game.action_text(action) == "altitude medium"] or actions
        return actions[int(self._random() * len(actions))]

    @staticmethod
    def _apart(game: Game, decision: Decision) -> set[str]:
        """The changes of altitude that lead away from the enemy, or a striker from his target."""
        if decision.kind != "altitude-step":
            return set()
        view = game.view(decision.side)
        units = view["units"]
        own = units[decision.unit]
        if not own["altitude"]:
            return set()
        if own["role"] == "striker" and view["mission"]["phase"] in ("target-bound", "over-target"):
            return {"climb"}
        there = [unit["altitude"] for unit in units.values() if unit["side"] != own["side"]]
        apart = [ALTITUDES.index(each) - ALTITUDES.index(own["altitude"]) for each in there if each]
        wanted = sum(each > 0 for each in apart) - sum(each < 0 for each in apart)
        if 0 in apart or not wanted:
            return {"climb", "dive"}
        return {"stay", "dive" if wanted > 0 else "climb"}


def players(seed: int) -> dict[Side, Player]:
    return {side: EagerPlayer(seed, side) for side in SIDES}


def check(position: Document) -> None:
    """What holds in every position of a Mission."""
    dogfights.check(position)
    check_state(position)


def check_step(before: Document, after: Document) -> None:
    """What never goes back."""
    dogfights.check_step(before, after)
    check_course(before, after)


def check_end(game: Game) -> None:
    """As in a dogfight, and the report tells of the Mission too."""
    dogfights.check_end(game)
    check_report(game)


class _Maker:
    """Draws one Mission."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.type: str = random.choice(TYPES)
        self.striker: str = random.choice(SIDES)
        self.night = random.random() < 0.15
        self.short = self.type == "air-combat" or (self.type == "intercept" and random.random() < 0.5)
        """Whether it has no target and no phases."""
        self.place = self._place()
        self.turns = random.randint(1, 8) if self.short else 3
        """Game-Turns that it has at least."""
        self.arrivals: dict[str, list[int]] = {side: list(range(2, self.turns + 1)) for side in SIDES}
        self.numbers = dict.fromkeys(SIDES, 0)

    def _place(self) -> str:
        if self.type in ("air-drop", "air-transport"):
            return "drop"
        if self.type == "mine-laying":
            return "naval"
        if self.short:
            return "ground"
        return self.random.choice(("ground", "ground", "naval"))

    def odds(self, chance: float) -> bool:
        return self.random.random() < chance

    def setup(self) -> Document:
        random = self.random
        document: Document = {"kind": "mission", "type": self.type, "striker": self.striker, "night": self.night}
        other = SIDES[1 - SIDES.index(self.striker)]
        if self.type == "air-combat":
            document |= {"striker": None, "turns": self.turns}
            units = [self.fighter(side, "fighter") for side in SIDES for _ in range(random.randint(1, 4))]
        else:
            bombers = [self.striking(self.striker) for _ in range(random.choice((1, 1, 2, 2, 3, 4)))]
            escorts = [self.fighter(self.striker, "escort") for _ in range(random.choice((0, 1, 1, 2, 3, 4)))]
            against = [self.fighter(other, "interceptor") for _ in range(random.choice((0, 1, 1, 2, 2, 2, 3, 4)))]
            units = [*bombers, *escorts, *against]
            self.level_out(bombers)
            if self.short:
                document["turns"] = self.turns
            else:
                document["base"] = {"target_bound": random.randint(4, 12), "home_bound": random.randint(4, 12)}
                document["target"] = self.target()
        document["units"] = units
        document["effects"] = self.effects(other)
        document["options"] = {key: self.odds(0.2) for key in ("evading_gunners", "clouds_exit_scores")} | {
            "fuel": self.odds(0.4)
        }
        if self.odds(0.3):
            document["first"] = random.choice(SIDES)
        return document

    def name(self, side: str) -> Document:
        self.numbers[side] += 1
        return {"id": f"{side}-{self.numbers[side]}", "side": side}

    # Fighters

    def fighter(self, side: str, role: str) -> Document:
        unit = self.name(side) | {"role": role}
        unit["aircraft"] = self.fighter_type(side)
        self.crew_element(unit)
        if self.odds(0.25):
            load = self.random.choice(_loads(unit["aircraft"]) or (None,))
            unit["load"] = load if load in ("drop-tanks", "air-rockets", "gun-pods-20", "gun-pods-30") else None
        if self.odds(0.2) and self.arrivals[side]:
            unit["arrives"] = self.random.choice(self.arrivals[side])
            self.arrivals[side].remove(unit["arrives"])
        elif self.odds(0.1) and not self.short:
            unit["phase"] = self.random.choice(("target-bound", "home-bound"))
        if role == "escort":
            unit["over_target"] = self.odds(0.3)
        return unit

    def fighter_type(self, side: str) -> Document | str:
        if self.odds(0.5):
            return self.random.choice(_catalogue(side, "fighter"))
        return armed(*FIGHTER_LOADS, bomb={"level": 2}, side=side, **self.random.choice(ODD_FIGHTERS))

    def crew_element(self, unit: Document) -> None:
        """Wingman, Section and pilots."""
        fighter = _class(unit["aircraft"]) == "fighter"
        rated = _card(unit["aircraft"])["wildblue"]
        alone = rated.get("night_combat", 0) or "rocket-fighter" in rated["special"]
        unit["wingman"] = not ((self.night and fighter) or alone) and self.odds(0.8)
        unit["section"] = fighter and unit["wingman"] and self.odds(0.2)
        for key, there in (("leader", True), ("wingman", unit["wingman"]), ("section", unit["section"])):
            if there and self.odds(0.2):
                skills = ["Green"] if self.odds(0.2) else self.random.sample(PILOTS, self.random.randint(1, 3))
                unit[f"{key}_pilot"] = {"name": f"Test {key}", "skills": skills}

    # Strikers

    def striking(self, side: str) -> Document:
        match self.type:
            case "air-drop" | "air-transport":
                return self.transports(side)
            case "mine-laying":
                return self.formation(side, "mines") if self.odds(0.8) else self.light(side, "mines")
            case "reconnaissance":
                unit = self.random.choice((self.light, self.formation))(side, None)
                return unit
        ways = [self.formation, self.formation, self.light, self.fighter_bomber]
        return self.random.choice(ways)(side)

    def formation(self, side: str, load: str | None = "bombs") -> Document:
        unit = self.name(side) | {"role": "striker", "load": load}
        heavy = self.odds(0.5)
        made: Document | str
        if self.odds(0.5):
            made = self.random.choice(_catalogue(side, "heavy-bomber" if heavy else "medium-bomber") or [""])
        else:
            made = ""
        if not made or load not in (None, *_loads(made)):
            odd = self.random.choice(ODD_BOMBERS)
            made = bomber("bombs", "torpedoes", "mines", "cargo", heavy=heavy, side=side, **odd)
        unit["aircraft"] = made
        unit["size"] = self.random.randint(1, 3 if heavy else 2)
        if self.place == "naval" and load == "bombs" and "torpedoes" in _loads(made) and _bombs(made).get("torpedo"):
            unit |= {"load": "torpedoes", "mode": "torpedo"} if self.odds(0.5) else {}
        unit["crews"] = [self.crew() for _ in range(unit["size"])]
        return unit

    def crew(self) -> Document | None:
        if not self.odds(0.3):
            return None
        skills = ["Green"] if self.odds(0.2) else self.random.sample(CREWS, self.random.randint(1, 2))
        return {"name": "Test crew", "skills": skills}

    def transports(self, side: str) -> Document:
        unit = self.name(side) | {"role": "striker", "load": "cargo"}
        if self.odds(0.2):
            unit["aircraft"] = light_bomber("cargo", cargo=2, cargo_drop=1, side=side)
            self.crew_element(unit)
            return unit
        unit["aircraft"] = bomber("cargo", bomb={}, cargo=4, cargo_drop=3, side=side)
        unit["size"] = self.random.randint(1, 2)
        return unit

    def light(self, side: str, load: str | None = "bombs") -> Document:
        unit = self.name(side) | {"role": "striker", "load": load}
        unit["aircraft"] = light_bomber(
            "bombs",
            "torpedoes",
            "mines",
            bomb={"level": 2, "dive": 3, "torpedo": 2},
            side=side,
            ceiling=("high", "medium"),
            **self.random.choice(({}, {"gunner": 2}, {"slow": 4, "strafe": 2}, {"offensive": 3, "damage": (2, 4)})),
        )
        if load == "bombs" and self.odds(0.4):
            named = [slug for slug in _catalogue(side, "light-bomber") if "bombs" in _loads(slug)]
            unit["aircraft"] = self.random.choice(named or [unit["aircraft"]])
        if self.place == "naval" and load == "bombs" and "torpedoes" in _loads(unit["aircraft"]) and self.odds(0.5):
            unit["load"] = "torpedoes"
        self.crew_element(unit)
        return unit

    def fighter_bomber(self, side: str) -> Document:
        unit = self.name(side) | {"role": "striker"}
        odd = self.random.choice(ODD_FIGHTERS)
        unit["aircraft"] = armed(*FIGHTER_LOADS, bomb={"level": 2}, side=side, **odd)
        loads: tuple[Any, ...] = (None, "bombs", "ground-rockets", ["bombs", "ground-rockets"])
        unit["load"] = self.random.choice(loads)
        self.crew_element(unit)
        return unit

    def level_out(self, units: list[Document]) -> None:
        """Formations of one type fly at one altitude that they can reach. [WBY 17.3.2]"""
        ceilings = [_ceiling(unit["aircraft"]) for unit in units if "size" in unit]
        if ceilings:
            low = any(unit.get("mode") == "torpedo" for unit in units)
            choices = ("medium", *ALTITUDES) if self.odds(0.6) else ALTITUDES
            reached = [each for each in choices if ALTITUDES.index(each) <= min(*ceilings, 3)]
            altitude = "very-low" if low else self.random.choice(reached)
            for unit in units:
                if "size" in unit:
                    unit["altitude"] = altitude

    # The rest

    def target(self) -> str | Document:
        slug = self.random.choice(TARGETS[self.place])
        if self.odds(0.3):
            return {"slug": slug, "area_flak": self.random.randint(0, 5), "target_flak": self.random.randint(0, 6)}
        return slug

    def effects(self, other: str) -> Document:
        striking = {key: True for key in ("blitzkrieg", "deceptive_course", "pathfinder") if self.odds(0.15)}
        against: Document = {key: self.random.randint(1, 2) for key in ("flak_guns", "small_arms") if self.odds(0.15)}
        if self.odds(0.15):
            against["clouds_over_target"] = True
        if self.short:
            return {}
        return {self.striker: striking, other: against}


# What aircraft are


def _card(aircraft: Document | str) -> Document:
    return aircraft if isinstance(aircraft, dict) else catalogue()[aircraft]


def _class(aircraft: Document | str) -> str:
    found: str = _card(aircraft)["class"]
    return found


def _loads(aircraft: Document | str) -> tuple[str, ...]:
    return tuple(_card(aircraft)["wildblue"].get("carries", ()))


def _bombs(aircraft: Document | str) -> Document:
    found: Document = _card(aircraft)["wildblue"]["formation"]["bomb"]
    return found


def _ceiling(aircraft: Document | str) -> int:
    return ALTITUDES.index(_card(aircraft)["wildblue"]["formation"].get("ceiling", "high"))


@cache
def _catalogue(side: str, class_: str) -> list[str]:
    return [slug for slug, card in catalogue().items() if card["class"] == class_ and card.get("side") in ("", side)]
