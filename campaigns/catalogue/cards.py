"""An aircraft's cards as a page draws them: both sides of Leader and Wingman, each figure with its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from campaigns.catalogue.library import AircraftType, Table, library
from campaigns.catalogue.ratings import LOADS, MISSION_SPEED

LEADER = (
    ("performance", "Performance", "Most cards in hand"),
    ("horsepower", "Horsepower", "Cards drawn at Medium"),
    ("burst", "Bursts", "Bursts a turn when Neutral"),
    ("gunner", "Gunner", "Bursts when Disadvantaged or Tailed"),
    ("damage", "Damage", "Hits that turn or destroy it"),
    ("ceiling", "Ceiling", "Highest Altitude"),
    ("bomb", "Bombs", "Bomb cards"),
    ("strafe", "Strafe", "Strafe cards"),
    ("cargo", "Cargo", "Cargo Points when it lands"),
    ("cargo_drop", "Cargo, dropped", "Cargo Points when it drops them"),
)
WINGMAN = (
    ("offensive", "Offensive", "Cards drawn to attack"),
    ("defensive", "Defensive", "Cards drawn to defend"),
    ("damage", "Damage", "Hits that turn or destroy it"),
    ("ceiling", "Ceiling", "Highest Altitude"),
)
FORMATION = (
    ("turret_defense", "Turret Defense", "Cards drawn when attacked"),
    ("turret_support", "Turret Support", "Cards lent to the others of its Formation"),
    ("damage", "Damage", "Hits that turn or destroy it"),
    ("ceiling", "Ceiling", "Highest Altitude"),
    ("speed", "Speed", "Taken off a Mission's base durations"),
    ("bomb", "Bombs", "Bomb cards"),
    ("cargo", "Cargo", "Cargo Points when it lands"),
    ("cargo_drop", "Cargo, dropped", "Cargo Points when it drops them"),
)
MODES = {
    "level": ("Level bombing", "Bomb cards in a level strike"),
    "dive": ("Dive bombing", "Bomb cards in a dive"),
    "saturation": ("Saturation", "Bomb cards in saturation bombing"),
    "torpedo": ("Torpedo", "Bomb cards with torpedoes"),
}
"""Each mode has a figure of its own in place of ``bomb``. [WBY 5.2.8]"""
SEATS = (("leader", LEADER), ("wingman", WINGMAN), ("formation", FORMATION))
WHOLE = (
    ("balance", "Balance Value"),
    ("wingman_balance", "Wingman’s Value Modifier"),
    ("heavy_guns", "Heavy Gun markers"),
    ("jet_speed", "Jet Speed"),
    ("jet_thrust", "Jet Thrust"),
    ("night_combat", "Night Combat"),
    ("oblique_guns", "Oblique Guns"),
)
OUTSIDE = {"class": "Class", "family": "Family", "mission_speed": "Mission speed", "carries": "Loads"}
RARE = ("gunner", "strafe", "cargo", "cargo_drop")
"""Left off the cards of aircraft that have none."""
PUBLIC = "public: "
"""How a source that is no rulebook begins."""
CEILINGS = {"very-low": "VL", "low": "L", "medium": "M", "high": "H", "very-high": "VH"}
"""As the cards abbreviate them. [WBY 5.2.7]"""
SPECIALS = {
    "agile": "Agile: once in each of its turns any card counts as Scissors.",
    "multi-engined": "Multi-engined: an Engine Hit does not bring it down at once.",
    "power-boost": "Power Boost: one Full Throttle counter.",
    "single-engined": "Single-engined: an Engine Hit brings it down.",
    "turret-fighter": "Turret fighter: fires with its Gunner rating only.",
    "dive-brakes": "Dive Brakes: from Low it may strike as a dive bomber, against military and naval targets.",
}
PERFORMANCE = (
    ("speed_kmh", "Top speed", "km/h"),
    ("power_hp", "Power", "hp"),
    ("thrust_kn", "Thrust", "kN"),
    ("weight_kg", "Weight", "kg"),
    ("wing_m2", "Wing", "m²"),
    ("ceiling_m", "Service ceiling", "m"),
    ("bomb_kg", "Bombs", "kg"),
    ("torpedoes", "Torpedoes", ""),
    ("cargo_kg", "Freight", "kg"),
    ("drop_kg", "Freight dropped", "kg"),
)
RADAR = {1: "first sets, metric", 2: "second generation", 3: "last generation"}
GUNS = (
    ("machine_guns", "machine gun"),
    ("heavy_machine_guns", "heavy machine gun"),
    ("cannon_20", "20 mm cannon"),
    ("cannon_heavy", "heavy cannon"),
    ("oblique_cannon_20", "20 mm cannon firing upwards"),
    ("oblique_cannon_heavy", "heavy cannon firing upwards"),
    ("defensive_guns", "machine gun for the crew"),
    ("defensive_heavy", "heavy machine gun for the crew"),
    ("defensive_cannon", "cannon for the crew"),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One rating on one side of a card."""

    key: str
    label: str
    hint: str
    value: str
    plus: str
    provenance: str
    source: str


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card."""

    seat: str
    damaged: bool
    figures: tuple[Figure, ...]

    @property
    def title(self) -> str:
        return f"{self.seat.capitalize()}, {'damaged' if self.damaged else 'undamaged'}"


@dataclass(frozen=True, slots=True)
class Fixed:
    """A figure that a source fixes."""

    label: str
    provenance: str
    source: str


@dataclass(frozen=True, slots=True)
class Cards:
    """Everything an aircraft page shows of the game's ratings."""

    faces: tuple[Face, ...]
    whole: tuple[Figure, ...]
    speed: Figure
    """What it takes off a Mission's base durations."""
    loads: str
    """What it may carry, in words; empty if nothing."""
    loads_provenance: str
    together: tuple[AircraftType, ...]
    """Other types that may fly in its Formation. [WBY 17.3.1d]"""
    specials: tuple[str, ...]
    turbo: bool
    fixed: tuple[Fixed, ...]
    provenance: str
    """Of every figure that is not among ``fixed``."""


def provenance_of(source: str, otherwise: str) -> str:
    """Where a fixed figure comes from: the source names a rulebook, or it is a public page."""
    if not source:
        return otherwise
    return "rulebook" if "WBY" in source else "public"


def cards(aircraft: AircraftType) -> Cards:
    block: Table = aircraft.ratings
    fixed: Mapping[str, str] = block.get("fixed", {})
    ours: str = block["provenance"]
    return Cards(
        faces=tuple(_faces(block, fixed, ours)),
        whole=tuple(_figure(block, key, key, label, "", fixed, ours) for key, label in WHOLE if block.get(key)),
        speed=Figure(
            "mission_speed",
            "Formation Speed" if aircraft.in_formation else "Mission speed",
            "Taken off a Mission's base durations",
            str(aircraft.speed),
            "" if aircraft.in_formation or aircraft.speed == MISSION_SPEED else "Slow",
            provenance_of(fixed.get("mission_speed", ""), ours),
            fixed.get("mission_speed", ""),
        ),
        loads=", ".join(LOADS[load] for load in aircraft.carries),
        loads_provenance=provenance_of(fixed.get("carries", ""), ours),
        together=_together(aircraft),
        specials=(*(SPECIALS[name] for name in block.get("special", ())), *_at_night(aircraft)),
        turbo=bool(block.get("turbo")),
        fixed=tuple(
            Fixed(_path_label(path), provenance_of(source, ours), source.removeprefix(PUBLIC))
            for path, source in fixed.items()
        ),
        provenance=ours,
    )


def _together(aircraft: AircraftType) -> tuple[AircraftType, ...]:
    """The other types of its family and nation, if they fly in Formation."""
    if not aircraft.in_formation:
        return ()
    return tuple(
        other
        for other in library().aircraft.values()
        if other is not aircraft
        and (other.family, other.nation, other.in_formation) == (aircraft.family, aircraft.nation, True)
    )


def _at_night(aircraft: AircraftType) -> Iterator[str]:
    if night := aircraft.ratings.get("night_combat"):
        yield f"Night Fighter: draws {night} in the Search Step; a blue border finds the enemy."
    if guns := aircraft.ratings.get("oblique_guns"):
        yield f"Oblique Guns: at night {guns} cards of their own against a Formation aircraft, without a Burst limit."


def history(aircraft: AircraftType) -> list[tuple[str, str]]:
    """The public figures that the formula starts from: label and value."""
    figures: Table = aircraft.performance
    rows = [
        (label, f"{figures[key]:,} {unit}".strip().replace(",", "\N{THIN SPACE}"))
        for key, label, unit in PERFORMANCE
        if figures.get(key)
    ]
    guns = [f"{figures[key]} \N{MULTIPLICATION SIGN} {name}" for key, name in GUNS if figures.get(key)]
    if guns:
        rows.append(("Guns", ", ".join(guns)))
    if radar := figures.get("radar"):
        rows.append(("Radar", RADAR[radar]))
    return rows


def _faces(block: Table, fixed: Mapping[str, str], ours: str) -> Iterator[Face]:
    for seat, columns in SEATS:
        for damaged in (False, True):
            name = f"{seat}_damaged" if damaged else seat
            ratings: Table | None = block.get(name)
            if ratings is None:
                continue
            either = (block[seat], ratings)
            figures: list[Figure] = []
            for key, label, hint in columns:
                if key == "bomb":
                    figures += [
                        _figure(ratings["bomb"], mode, f"{name}.bomb", *MODES[mode], fixed, ours)
                        for mode in ratings["bomb"]
                    ]
                elif key not in RARE or any(side.get(key) for side in either):
                    figures.append(_figure(ratings, key, f"{name}.{key}", label, hint, fixed, ours))
            yield Face(seat, damaged, tuple(figures))


def _figure(ratings: Table, key: str, path: str, label: str, hint: str, fixed: Mapping[str, str], ours: str) -> Figure:
    value = ratings.get(key, 0)
    plus = ratings.get(f"{key}_plus", 0)
    source = fixed.get(path, "")
    return Figure(
        key=key,
        label=label,
        hint=hint,
        value=CEILINGS[value] if key == "ceiling" else str(value),
        plus=f"+{plus}" if plus else "",
        provenance=provenance_of(source, ours),
        source=source,
    )


def _path_label(path: str) -> str:
    """``leader_damaged.performance`` as words: Leader, damaged: Performance."""
    names = (
        {key: label for _, columns in SEATS for key, label, _ in columns}
        | dict(WHOLE)
        | OUTSIDE
        | {"special": "Special ratings"}
    )
    card, _, key = path.rpartition(".")
    label = names.get(key, key.replace("_", " ").capitalize())
    return f"{card.replace('_', ', ').capitalize()}: {label}" if card else label
