"""The cards of a type as they are printed, each with its Damaged side, and what a briefing shows of them. [WBY 5]"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.core.campaigns import MissionUnit, SeatFigures
from engine.core.type_cards import MOST_CHIEF, CardFace, CardFigure, TypeCard
from engine.wildblue.aircraft import Aircraft, aircraft
from engine.wildblue.sheets import Sheet, Sortie
from engine.wildblue.tables import DROP_TANK_FUEL, FUEL, GREEN_PILOT, MISSION_SPEED
from engine.wildblue.terms import DIVE_BOMBING, LOADS, LOADS_CALLED, MEDIUM, MODES

GROUND: Final = ("saturation", "level", "dive", "torpedo", "strafe", "cargo", "cargo_drop")
RARE: Final = ("gunner", *GROUND)
"""Left off the cards of aircraft that have none."""
RATINGS: Final = {
    "leader": ("performance", "horsepower", "burst", "damage", "gunner", "ceiling", *GROUND),
    "wingman": ("offensive", "defensive", "ceiling", "damage"),
    "formation": ("turret_defense", "turret_support", "speed", "damage", "ceiling", *GROUND),
}
"""Of each card, the chief figures first. [WBY 5.2, 5.4, 17.3.1]"""
WHOLE: Final = (
    "balance", "wingman_balance", "heavy_guns", "jet_speed", "jet_thrust", "night_combat", "oblique_guns",
)  # fmt: skip
"""What an aircraft has as such: on the front of its Leader's card, the Wingman's value on his own."""
LABELS: Final = {
    "performance": ("Performance", "Most cards in hand"),
    "horsepower": ("Horsepower", "Cards drawn at Medium"),
    "burst": ("Bursts", "Bursts a turn when Neutral"),
    "damage": ("Damage", "Hits that turn or destroy it"),
    "gunner": ("Gunner", "Bursts when Disadvantaged or Tailed"),
    "ceiling": ("Ceiling", "Highest Altitude"),
    "offensive": ("Offensive", "Cards drawn to attack"),
    "defensive": ("Defensive", "Cards drawn to defend"),
    "turret_defense": ("Turret def.", "Turret Defense: cards drawn when attacked"),
    "turret_support": ("Turret supp.", "Turret Support: cards lent to the others of its Formation"),
    "speed": ("Speed", "Taken off a Mission’s base durations"),
    "saturation": ("Saturation", "Bomb cards in saturation bombing"),
    "level": ("Level bombs", "Bomb cards in a level strike"),
    "dive": ("Dive bombs", "Bomb cards in a dive"),
    "torpedo": ("Torpedo", "Bomb cards with torpedoes"),
    "strafe": ("Strafe", "Strafe cards"),
    "cargo": ("Cargo", "Cargo Points when it lands"),
    "cargo_drop": ("Dropped", "Cargo Points when it drops them"),
    "balance": ("Balance", "Balance Value"),
    "wingman_balance": ("Adds balance", "Wingman’s Value Modifier"),
    "heavy_guns": ("Heavy Guns", "Heavy Gun markers"),
    "jet_speed": ("Jet Speed", "Jet Speed"),
    "jet_thrust": ("Jet Thrust", "Jet Thrust"),
    "night_combat": ("Night", "Night Combat"),
    "oblique_guns": ("Oblique", "Oblique Guns"),
}
"""What each is called on a card, and what it is."""
CEILINGS: Final = ("VL", "L", "M", "H", "VH")
"""As the cards abbreviate the Altitudes. [WBY 5.2.7]"""
ROW: Final = 4
"""Most figures in a row."""
SPECIAL: Final = {
    "agile": "Agile: once in each of its turns any card counts as Scissors.",
    "multi-engined": "Multi-engined: an Engine Hit does not bring it down at once.",
    "power-boost": "Power Boost: one Full Throttle counter.",
    "single-engined": "Single-engined: an Engine Hit brings it down.",
    "turret-fighter": "Turret fighter: fires with its Gunner rating only.",
    "rocket-fighter": "Rocket fighter: flies without a Wingman.",
    "dive-brakes": "Dive Brakes: from Low it may strike as a dive bomber, against military and naval targets.",
}


def type_cards(slug: str) -> tuple[TypeCard, ...]:
    """Of a Leader and his Wingman, or of a Formation aircraft. Raises ``EngineError`` for a slug that there is not."""
    type_ = aircraft(slug)
    table = aircraft.table(slug)["wildblue"]
    cards = {"leader": type_.leader, "wingman": type_.wingman, "formation": type_.formation}
    return tuple(_card(type_, seat, sides, table) for seat, sides in cards.items() if sides)


def _card(type_: Aircraft, seat: str, sides: Sequence[Any], table: Mapping[str, Any]) -> TypeCard:
    fixed: Mapping[str, str] = table.get("fixed", {})
    shown = [key for key in RATINGS[seat] if key not in RARE or any(_rating(side, key) for side in sides)]
    words = tuple(_words(type_, table)) if seat != "wingman" else ()
    faces = []
    for side, name in zip(sides, (seat, f"{seat}_damaged"), strict=True):
        figures = []
        for key in shown:
            value, plus = _rating(side, key), getattr(side, f"{key}_plus", 0)
            text = CEILINGS[value] if key == "ceiling" else str(value)
            beside = "T" if key == "horsepower" and type_.turbo else f"+{plus}" if plus else ""
            path = f"{name}.bomb.{key}" if key in MODES else f"{name}.{key}"
            figures.append(_figure(key, text, beside, fixed, path))
        if name == seat:
            figures += [
                _figure(key, str(value), "", fixed, key)
                for key in WHOLE
                if (key == "wingman_balance") == (seat == "wingman") and (value := getattr(type_, key))
            ]
        rows = tuple(_rows(figures[MOST_CHIEF:]))
        title = name.replace("_", ", ").capitalize()
        faces.append(CardFace(title, tuple(figures[:MOST_CHIEF]), rows, words, is_damaged=name != seat))
    front, back = faces
    return TypeCard(seat, front, back, (sides[0].damage, sides[1].damage))


def _figure(key: str, value: str, beside: str, fixed: Mapping[str, str], path: str) -> CardFigure:
    """One rating, with where it comes from if a source fixes it: a rulebook, or a public page."""
    label, hint = LABELS[key]
    source = "" if path not in fixed else "rulebook" if "WBY" in fixed[path] else "public"
    return CardFigure(label, value, beside, source, hint)


def _rating(side: Any, key: str) -> int:
    value: int = side.bomb[MODES.index(key)] if key in MODES else getattr(side, key, 0)
    return value


def _rows(figures: Sequence[CardFigure]) -> Iterator[tuple[CardFigure, ...]]:
    """Of about one length."""
    length = -(-len(figures) // max(1, -(-len(figures) // ROW)))
    return (tuple(figures[start : start + length]) for start in range(0, len(figures), max(1, length)))


def _words(type_: Aircraft, table: Mapping[str, Any]) -> Iterator[str]:
    yield from (SPECIAL[name] for name in table["special"])
    if type_.night_combat:
        yield f"Night Fighter: draws {type_.night_combat} in the Search Step; a blue border finds the enemy."
    if guns := type_.oblique_guns:
        yield f"Oblique Guns: at night {guns} cards of their own against a Formation aircraft, without a Burst limit."
    if type_.turbo:
        yield "Turbocharged (T): High counts as Medium, Very High as High for its engine."
    if not type_.in_formation and type_.speed != MISSION_SPEED:
        yield f"Slow: {type_.speed} is taken off a Mission’s base durations."
    if table["carries"]:
        yield f"Carries {', '.join(LOADS_CALLED.get(load, load) for load in table['carries'])}."


def figures(unit: MissionUnit, place: int) -> SeatFigures:
    """What a fight asks for, Skills counted, the Damaged side's after a stroke; of strikers their bombs too."""
    type_, man = aircraft(unit.aircraft[place]), unit.men[place]
    is_green = man is not None and man.is_green
    skills = (GREEN_PILOT,) if is_green else man.skills if man else ()
    sortie = Sortie(0, place, type_, "", skills, sum(1 << LOADS.index(load) for load in unit.load))
    front = sortie.wingman if place else sortie.leader
    back = front.back or front
    ratings = tuple(_in_the_air(type_, front, back, place))
    if unit.role == "striker":
        ratings += tuple(_at_target(type_, unit.load, unit.mode))
    about = GREEN_PILOT if is_green else ""
    return SeatFigures(ratings, (front.capacity, back.capacity), about, has_cockpit=True)


def _in_the_air(type_: Aircraft, front: Sheet, back: Sheet, place: int) -> Iterator[tuple[str, str]]:
    """[WBY 5]"""
    if type_.in_formation:
        yield "Turrets", f"{front.turret_defense}/{back.turret_defense}"
        yield "Support", f"{front.turret_support}/{back.turret_support}"
    elif place:
        yield "Offensive", f"{front.offensive[MEDIUM]}/{back.offensive[MEDIUM]}"
        yield "Defensive", f"{front.defensive[MEDIUM]}/{back.defensive[MEDIUM]}"
    else:
        yield "Performance", f"{front.performance}/{back.performance}"
        yield "Horsepower", f"{front.draw[MEDIUM]}/{back.draw[MEDIUM]}"
        if front.burst:
            yield "Bursts", f"{front.burst}/{back.burst}"
        if front.gunner:
            yield "Gunner", f"{front.gunner}/{back.gunner}"


def _at_target(type_: Aircraft, load: Collection[str], mode: str | None) -> Iterator[tuple[str, str]]:
    """Cards at the target by what it carries and how it drops it, Skills not counted; nothing else. [SUP 21]"""
    front = Sortie(0, 0, type_, "", ()).leader
    back = front.back or front
    if "cargo" in load:
        yield "Cargo", f"{front.cargo}/{back.cargo}, dropped {front.cargo_drop}/{back.cargo_drop}"
    if "torpedoes" in load:
        mode = "torpedo"
    elif "bombs" not in load:
        return
    how = mode or ("dive" if front.bomb[DIVE_BOMBING] else "level")
    label = "Torpedo" if how == "torpedo" else f"{how.capitalize()} bombs"
    yield label, f"{front.bomb[MODES.index(how)]}/{back.bomb[MODES.index(how)]}"


def fuel(slug: str, load: Collection[str]) -> tuple[int, int]:
    """Fuel Points within a Fighter and in its Drop Tanks. [WBY 18.5; SUP 24.9]"""
    type_ = aircraft(slug)
    if type_.aircraft_class != "fighter":
        return 0, 0
    return FUEL[type_.endurance], DROP_TANK_FUEL if "drop-tanks" in load else 0
