"""What a page tells of an aircraft beside its cards: which figures a source fixes, and the history behind them."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.catalogue.library import AircraftType, Table, library
from config.common.vocabulary import SUPPLEMENT, rulebooks_in

PUBLIC = "public: "
"""How a source that is no rulebook begins."""
PROVENANCES = ("rulebook", "public", "supplement", "own")
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
class Fixed:
    """A figure that a source fixes."""

    label: str
    provenance: str
    source: str


def provenance_of(source: str, otherwise: str) -> str:
    """Where a fixed figure comes from: the source says so, or names a game's rulebook; else it is a public page."""
    if not source:
        return otherwise
    said = source.partition(":")[0]
    if said in PROVENANCES:
        return said
    named = rulebooks_in(source)
    if named:
        return "supplement" if named == {SUPPLEMENT} else "rulebook"
    return "public"


def fixed_of(aircraft: AircraftType) -> list[Fixed]:
    """Every figure of its ratings that a source fixes."""
    return [
        Fixed(_path_label(path), provenance_of(source, aircraft.provenance), source.removeprefix(PUBLIC))
        for path, source in aircraft.ratings.get("fixed", {}).items()
    ]


def together(aircraft: AircraftType) -> tuple[AircraftType, ...]:
    """The other types of its family and nation, if they fly in Formation."""
    if not aircraft.in_formation:
        return ()
    return tuple(
        other
        for other in library().aircraft.values()
        if other is not aircraft
        and (other.family, other.nation, other.in_formation) == (aircraft.family, aircraft.nation, True)
    )


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


def _path_label(path: str) -> str:
    """``leader_damaged.performance`` as words: Leader, damaged: Performance."""
    card, _, key = path.rpartition(".")
    label = key.replace("_", " ").capitalize()
    return f"{card.replace('_', ', ').capitalize()}: {label}" if card else label
