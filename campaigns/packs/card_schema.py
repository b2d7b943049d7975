"""The shape of aircraft that somebody has made: tables as in the house's own files, with the bounds of each game.

What a table leaves out takes its usual value. Bounds name the section of the rulebook that a figure comes from; what
hangs together beyond them the game itself looks at, see ``cards``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from campaigns.packs.schema import Altitude, Effect, Load, MenCard, Model, Month, Prose, Row, Side, Text, Title, typeset
from engine.angels.aircraft import MOST_COST, MOST_DICE, MOST_FIGURE, MOST_SPEED, SHORT
from engine.wildblue.aircraft import MOST
from engine.wwi.aircraft import MOST_AIRFRAME, MOST_CARDS, MOST_POINTS, MOST_SHOTS, MOST_WINGS

LONGEST_SLUG: Final = 40
LONGEST_NAME: Final = 60
"""As games read it."""
SLUG: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"
NATION_CODE: Final = r"^[a-z]{2,6}$"
COLOUR: Final = r"^#[0-9A-Fa-f]{6}$"


@dataclass(frozen=True, slots=True)
class Rule:
    """The section of a rulebook that a figure comes from, said where one is refused."""

    section: str


NationCode: TypeAlias = Annotated[str, Field(pattern=NATION_CODE)]
CardSlug: TypeAlias = Annotated[str, Field(pattern=SLUG, max_length=LONGEST_SLUG)]
CardName: TypeAlias = Annotated[str, Field(pattern=r"\S", max_length=LONGEST_NAME)]
CardNote: TypeAlias = Annotated[
    str, Field(pattern=r"\S", max_length=400), AfterValidator(lambda text: typeset(" ".join(text.split())))
]
"""Sentences; no longer than a line of a file may be."""
Service: TypeAlias = Annotated[str, Field(pattern=r"\S", max_length=40)]
Fixed: TypeAlias = dict[Annotated[str, Field(max_length=80)], Annotated[str, Field(pattern=r"\S", max_length=300)]]
"""The figures that a source gives, by their keys, each with that source."""
Own: TypeAlias = Literal["own"]
"""Where its other figures come from: whoever has made the card."""


class CardPart(Model):
    """A table of a card."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=False)


class AircraftCard(CardPart):
    """What stands on every card of an aircraft, whatever is played with it."""

    name: CardName
    nation: Annotated[str, Field(pattern=SLUG, max_length=20)]
    service: Service
    side: Side
    in_service: Month
    note: CardNote = "An aircraft of our own."
    like: CardSlug | None = None
    """The type of the house's that it looks like from above; left out: that of its slug, or a plain outline."""


# Wild Blue Yonder [WBY 5, 17, 18]

Damage: TypeAlias = Annotated[int, Field(ge=1, le=99), Rule("WBY 5.2.1")]
Performance: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.2.2")]
Horsepower: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.2.3")]
Bursts: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.2.4")]
Gunner: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.2.5")]
HeavyGuns: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.2.6")]
Ceiling: TypeAlias = Annotated[Altitude, Rule("WBY 5.2.7")]
BombCards: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.2.8")]
Strafe: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.2.9")]
Balance: TypeAlias = Annotated[int, Field(ge=0, le=99), Rule("WBY 5.2.10")]
WingmanCards: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.4.2")]
Cargo: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 17.4.1")]
Turrets: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 17.3.1b")]
MissionSpeed: TypeAlias = Annotated[int, Field(ge=0, le=MOST), Rule("WBY 17.3.1a")]


class BombRatings(CardPart):
    level: BombCards | None = None
    dive: BombCards | None = None
    saturation: BombCards | None = None
    torpedo: BombCards | None = None


class LeaderDamaged(CardPart):
    """What is left out is as on the other side; of Damage it is twice as much."""

    performance: Performance | None = None
    horsepower: Horsepower | None = None
    burst: Bursts | None = None
    burst_plus: Bursts | None = None
    gunner: Gunner | None = None
    damage: Damage | None = None
    ceiling: Ceiling | None = None
    bomb: BombRatings | None = None
    strafe: Strafe | None = None
    cargo: Cargo | None = None
    cargo_drop: Cargo | None = None


class LeaderCard(CardPart):
    performance: Performance
    horsepower: Horsepower
    burst: Bursts = 0
    burst_plus: Bursts = 0
    gunner: Gunner = 0
    damage: Damage
    ceiling: Ceiling = "very-high"
    bomb: BombRatings = BombRatings()
    strafe: Strafe = 0
    cargo: Cargo = 0
    cargo_drop: Cargo = 0


class WingmanDamaged(CardPart):
    offensive: WingmanCards | None = None
    offensive_plus: WingmanCards | None = None
    defensive: WingmanCards | None = None
    damage: Damage | None = None
    ceiling: Ceiling | None = None


class WingmanCard(CardPart):
    offensive: WingmanCards
    offensive_plus: WingmanCards = 0
    defensive: WingmanCards
    damage: Damage | None = None
    """Left out, this and the Ceiling are the Leader's."""
    ceiling: Ceiling | None = None


class FormationDamaged(CardPart):
    speed: MissionSpeed | None = None
    turret_defense: Turrets | None = None
    turret_support: Turrets | None = None
    damage: Damage | None = None
    ceiling: Ceiling | None = None
    bomb: BombRatings | None = None
    cargo: Cargo | None = None
    cargo_drop: Cargo | None = None


class FormationCard(CardPart):
    speed: MissionSpeed
    turret_defense: Turrets
    turret_support: Turrets = 0
    damage: Damage
    ceiling: Ceiling = "high"
    bomb: BombRatings = BombRatings()
    cargo: Cargo = 0
    cargo_drop: Cargo = 0


class WildBlueRatings(CardPart):
    provenance: Own = "own"
    balance: Balance = 0
    wingman_balance: Balance = 0
    special: Row[
        Literal[
            "agile", "multi-engined", "single-engined", "power-boost", "turret-fighter", "dive-brakes", "rocket-fighter"
        ]
    ] = ()
    turbo: bool = False
    jet_speed: Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.3.1")] = 0
    jet_thrust: Annotated[int, Field(ge=0, le=MOST), Rule("WBY 5.3.2")] = 0
    heavy_guns: HeavyGuns = 0
    night_combat: Annotated[int, Field(ge=0, le=MOST), Rule("WBY 17.1.1")] = 0
    oblique_guns: Annotated[int, Field(ge=0, le=MOST), Rule("WBY 17.1.1")] = 0
    carries: Row[Load] = ()
    leader: LeaderCard | None = None
    leader_damaged: LeaderDamaged | None = None
    wingman: WingmanCard | None = None
    wingman_damaged: WingmanDamaged | None = None
    formation: FormationCard | None = None
    formation_damaged: FormationDamaged | None = None
    fixed: Fixed = Field(default_factory=dict)


Figure: TypeAlias = Annotated[int | float, Field(ge=0, le=200_000, allow_inf_nan=False)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=40)]


class WildBlueHistory(CardPart):
    """Public figures, shown beside the card."""

    provenance: Literal["public", "own"] = "own"
    speed_kmh: Figure | None = None
    power_hp: Figure | None = None
    thrust_kn: Figure | None = None
    weight_kg: Figure | None = None
    wing_m2: Figure | None = None
    ceiling_m: Figure | None = None
    bomb_kg: Figure | None = None
    cargo_kg: Figure | None = None
    drop_kg: Figure | None = None
    engines: Annotated[int, Field(ge=1, le=12)] | None = None
    torpedoes: Count | None = None
    radar: Annotated[int, Field(ge=1, le=3)] | None = None
    machine_guns: Count | None = None
    heavy_machine_guns: Count | None = None
    cannon_20: Count | None = None
    cannon_heavy: Count | None = None
    oblique_cannon_20: Count | None = None
    oblique_cannon_heavy: Count | None = None
    defensive_guns: Count | None = None
    defensive_heavy: Count | None = None
    defensive_cannon: Count | None = None
    air_cooled: bool | None = None
    boost: bool | None = None
    turbo: bool | None = None
    rocket: bool | None = None
    turret: bool | None = None
    dive_brakes: bool | None = None
    protection: Literal["none", "light", "full"] | None = None
    stores: Row[Text] | None = None
    modes: Row[Text] | None = None


class WildBlueCard(AircraftCard):
    class_: Literal["fighter", "light-bomber", "medium-bomber", "heavy-bomber"] = Field("fighter", alias="class")
    family: CardSlug | None = None
    endurance: Literal["short", "medium", "long", "very-long"] = "medium"
    mission_speed: MissionSpeed = 6
    taken_from: Month | None = None
    performance: WildBlueHistory | None = None
    wildblue: WildBlueRatings


# Down in Flames WWI [WWI Your Leader, Your Wingmen, Special Abilities]

Airframe: TypeAlias = Annotated[int, Field(ge=1, le=MOST_AIRFRAME), Rule("WWI Damage")]


class WwiLeader(CardPart):
    airframe: Airframe
    performance: Annotated[int, Field(ge=0, le=MOST_CARDS), Rule("WWI Your Leader")]
    horsepower: Annotated[int, Field(ge=0, le=MOST_CARDS), Rule("WWI Your Leader")]
    bursts: Annotated[int, Field(ge=0, le=MOST_SHOTS), Rule("WWI Your Leader")]
    gunner: Annotated[int, Field(ge=0, le=MOST_SHOTS), Rule("WWI Special Abilities")] = 0


class WwiWingman(CardPart):
    airframe: Airframe
    attack: Annotated[int, Field(ge=0, le=MOST_CARDS), Rule("WWI Your Wingmen")]
    response: Annotated[int, Field(ge=0, le=MOST_CARDS), Rule("WWI Your Wingmen")]


class WwiRatings(CardPart):
    provenance: Own = "own"
    points: Annotated[int, Field(ge=0, le=MOST_POINTS), Rule("WWI Set-Up 1")] = 0
    wingman_points: Annotated[int, Field(ge=0, le=MOST_POINTS), Rule("WWI Set-Up 1")] = 0
    special: Row[
        Literal[
            "good-climb", "bad-climb", "good-dive", "bad-dive", "good-guns", "good-turn", "weak-wing", "high-altitude"
        ]
    ] = ()
    leader: WwiLeader
    leader_damaged: WwiLeader
    wingman: WwiWingman
    wingman_damaged: WwiWingman
    fixed: Fixed = Field(default_factory=dict)


class WwiHistory(CardPart):
    provenance: Literal["public", "own"] = "own"
    speed_kmh: Figure | None = None
    power_hp: Figure | None = None
    weight_kg: Figure | None = None
    wing_m2: Figure | None = None
    ceiling_m: Figure | None = None
    climb_min: Figure | None = None
    guns: Count | None = None
    gunner: Count | None = None
    crew: Count | None = None
    structure: Literal["", "sturdy", "weak"] | None = None
    wings: Annotated[int, Field(ge=1, le=MOST_WINGS)] | None = None


class WwiCard(AircraftCard):
    short: CardName | None = None
    class_: Literal["fighter"] = Field("fighter", alias="class")
    performance: WwiHistory | None = None
    wwi: WwiRatings


# Dogfight [SABIN Units]


class SabinRatings(CardPart):
    provenance: Own = "own"
    type: (
        Annotated[
            Literal["medium", "light", "heavy", "late-heavy", "fighter-bomber", "kamikaze"],
            Rule("SABIN Units"),
        ]
        | None
    ) = None
    """Of bombers; left out, they are fighters."""
    traits: Row[Literal["heavy", "slow", "weak", "forward-guns"]] = ()


class SabinCard(AircraftCard):
    class_: Literal["fighter", "light-bomber", "medium-bomber", "heavy-bomber"] | None = Field(None, alias="class")
    """Says nothing here: what it is flown as does. Kept because the house's own files have it."""
    sabin: SabinRatings


# Angels Twenty [A20 How to Read a Stat Card]

Bonus: TypeAlias = Annotated[int, Field(ge=-MOST_FIGURE, le=MOST_FIGURE), Rule("A20 Maneuver Checks")]
Speed: TypeAlias = Annotated[int, Field(ge=1, le=MOST_SPEED), Rule("A20 Aircraft Stats")]
Dice: TypeAlias = Annotated[int, Field(ge=0, le=MOST_DICE), Rule("A20 Resolving Attacks")]
Armor: TypeAlias = Annotated[int, Field(ge=1, le=MOST_FIGURE), Rule("A20 Resolving Attacks")]


class AngelsRatings(CardPart):
    provenance: Own = "own"
    pilot: Literal["poor", "average", "veteran", "ace"] = "average"
    cost: Annotated[int, Field(ge=1, le=MOST_COST), Rule("A20 Aircraft Stats")]
    normal: Annotated[Row[Speed], Field(min_length=2, max_length=2)]
    high: Annotated[Row[Speed], Field(max_length=2)] = ()
    climb: Bonus = 0
    dive: Bonus = 0
    turn: Bonus = 0
    roll: Bonus = 0
    armor: Armor
    vital_armor: Armor
    hit_points: Annotated[int, Field(ge=1, le=MOST_FIGURE), Rule("A20 Aircraft Stats")]
    attack: Annotated[Row[Dice], Field(max_length=3)] = ()
    rear: Annotated[Row[Dice], Field(max_length=3)] = ()
    all_round: bool = False
    token: bool = False
    abilities: Row[Annotated[str, Field(max_length=40)]] = ()
    section: Text | None = None
    fixed: Fixed = Field(default_factory=dict)


class AngelsHistory(CardPart):
    provenance: Literal["public", "own"] = "own"
    speed_kmh: Figure | None = None
    climb_ms: Figure | None = None
    dive_kmh: Figure | None = None
    weight_kg: Figure | None = None
    wing_m2: Figure | None = None
    engines: Annotated[int, Field(ge=1, le=12)] | None = None
    machine_guns: Count | None = None
    heavy_machine_guns: Count | None = None
    cannon_20: Count | None = None
    defensive_guns: Count | None = None
    short_cannon: bool | None = None
    air_cooled: bool | None = None
    protection: Literal["none", "light", "full"] | None = None
    ailerons: Literal["heavy", "light", "superb"] | None = None


class AngelsCard(AircraftCard):
    short: Annotated[str, Field(pattern=r"\S", max_length=SHORT)] | None = None
    class_: Literal["fighter", "naval-fighter", "heavy-fighter", "light-bomber", "medium-bomber", "heavy-bomber"] = (
        Field("fighter", alias="class")
    )
    performance: AngelsHistory | None = None
    angels: AngelsRatings


class NationCard(CardPart):
    """A nation that this house does not know."""

    name: Annotated[str, Field(pattern=r"\S", max_length=40)]
    roundel: Annotated[
        Row[Annotated[str, Field(pattern=COLOUR)]],
        Field(min_length=2, max_length=3, description="Two or three, as pages of the web have them: #27477f."),
    ]
    """The colours of its rings, the outermost first, as victories over it are painted."""


# Targets of Wild Blue Yonder [WBY 21]

TargetDamage: TypeAlias = Annotated[int, Field(ge=0, le=99), Rule("WBY 21")]
TargetFlak: TypeAlias = Annotated[int, Field(ge=0, le=9), Rule("WBY 21")]


class DamageByResult(CardPart):
    hit: TargetDamage = 0
    direct: TargetDamage = 0
    vital: TargetDamage = 0


class LevelOfDamage(CardPart):
    name: Annotated[str, Field(pattern=r"\S", max_length=30)]
    damage: Annotated[int, Field(ge=1, le=99), Rule("WBY 21")]
    points: Annotated[int, Field(ge=0, le=99), Rule("WBY 21")]


class TargetCard(CardPart):
    """A Mission Target."""

    name: CardName
    class_: Literal["military", "naval", "industrial"] = Field(alias="class")
    hardened: bool = False
    area_flak: TargetFlak
    target_flak: TargetFlak
    damage: DamageByResult = DamageByResult()
    levels: Annotated[Row[LevelOfDamage], Field(max_length=8)] = ()
    cargo: bool = False
    provenance: Own = "own"
    fixed: Fixed = Field(default_factory=dict)


AIRCRAFT_CARDS: Final[Mapping[str, type[AircraftCard]]] = {
    "wildblue": WildBlueCard,
    "wwi": WwiCard,
    "sabin": SabinCard,
    "angels": AngelsCard,
}
"""By system."""


class ResourceCard(CardPart):
    """A Resource without its pack, which says what it costs, which Missions allow it and which event brings it."""

    side: Side
    title: Title
    text: Prose
    gives: Annotated[Row[Effect], Field(min_length=1, max_length=8)]


KINDS: Final[tuple[str, ...]] = ("nations", "aircraft", "targets", "men")
"""Of cards, as a pack has them under ``cards``; what others are of stands before them."""
SHELF_KINDS: Final[tuple[str, ...]] = (*KINDS, "resources")
"""Of cards on a shelf: Resources have a place of their own in a pack."""
OF_THE_PACK: Final = ("missions", "cost", "event")
"""What of a Resource is its pack's."""


def model_of(system: str, kind: str) -> type[BaseModel]:
    """What describes a card."""
    others: Mapping[str, type[BaseModel]] = {
        "targets": TargetCard,
        "nations": NationCard,
        "men": MenCard,
        "resources": ResourceCard,
    }
    return AIRCRAFT_CARDS[system] if kind == "aircraft" else others[kind]
