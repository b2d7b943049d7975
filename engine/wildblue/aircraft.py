"""Aircraft cards. [WBY 5]

``aircraft()`` reads one type from ``fixtures/aircraft`` or from ratings given inline (the same table). What its men
make of it is in ``sheets``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.core import fixtures, own_types
from engine.core.catalogue import Types
from engine.core.errors import EngineError
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.core.type_names import short_type_name
from engine.wildblue.tables import (
    FUEL,
    GREEN_PILOT,
    MISSION_SPEED,
    SKILLS,
)
from engine.wildblue.terms import (
    ALTITUDES,
    HIGH,
    LOADS,
    MODES,
    VERY_HIGH,
)

if TYPE_CHECKING:
    from engine.wildblue.sheets import Sheet

CLASSES = ("fighter", "light-bomber", "medium-bomber", "heavy-bomber")
SPECIAL = ("agile", "multi-engined", "single-engined", "power-boost", "turret-fighter", "dive-brakes", "rocket-fighter")
OF_FORMATIONS = ("multi-engined", "single-engined", "dive-brakes")
"""What of it a Formation aircraft may be. [WBY 17.3.1]"""
MODE_KEYS = keys(" ".join(MODES))
MOST = 15
"""The highest rating that is read; the cards' own stay far below."""


@dataclass(frozen=True, slots=True)
class LeaderRatings:
    """One side of a Leader card. [WBY 5.2]"""

    performance: int
    horsepower: int
    burst: int
    burst_plus: int
    gunner: int
    damage: int
    ceiling: int
    bomb: tuple[int, ...]
    """Cards by mode of bombing, see ``terms.MODES``; 0 where it cannot. [WBY 5.2.8]"""
    strafe: int
    cargo: int
    cargo_drop: int
    """Cargo Points of an Air Transport and of an Air Drop Mission. [WBY 17.4.1]"""


@dataclass(frozen=True, slots=True)
class WingmanRatings:
    """One side of a Wingman card. [WBY 5.4]"""

    offensive: int
    offensive_plus: int
    defensive: int
    damage: int
    ceiling: int


@dataclass(frozen=True, slots=True)
class FormationRatings:
    """One side of a Medium or Heavy Bomber's card. [WBY 17.3.1]"""

    speed: int
    turret_defense: int
    turret_support: int
    damage: int
    ceiling: int
    bomb: tuple[int, ...]
    cargo: int
    cargo_drop: int


@dataclass(frozen=True, slots=True, eq=False)
class Aircraft:
    """A type of aircraft as its cards rate it."""

    key: str
    """Slug, or the name of ratings given inline."""
    name: str
    side: str
    """Whose border the card has; empty if it is not said."""
    aircraft_class: str
    in_service: str
    taken_from: str
    """The month from which it may fly: that of its service, or an earlier one by which games have begun. [WBY 4.3]"""
    balance: int
    wingman_balance: int
    special: frozenset[str]
    turbo: bool
    jet_speed: int
    jet_thrust: int
    heavy_guns: int
    leader: tuple[LeaderRatings, LeaderRatings] | None
    """Undamaged and Damaged side; ``None`` of Formation aircraft."""
    wingman: tuple[WingmanRatings, WingmanRatings] | None
    formation: tuple[FormationRatings, FormationRatings] | None
    family: str
    """Types of one family may fly in one Formation. [WBY 17.3.1d]"""
    nation: str
    service: str
    endurance: str
    speed: int
    """What a Mission's base duration is shortened by: 6, or the Slow #. [WBY 17.5.3, 23.1.1]"""
    night_combat: int
    """Of a Night Fighter; 0 of any other aircraft. [WBY 17.1.1]"""
    flies_alone: bool
    """Whether it has no Wingman: a Night Fighter or a rocket fighter, and no Light Bomber. [WBY 10.0, 17.1.1]"""
    oblique_guns: int
    carries: int
    """Mask of the loads that it may carry. [WBY 18.0]"""
    document: str | Document
    """What it was made from: the slug, or the inline ratings."""
    sheets: dict[tuple[tuple[str, ...], int], tuple[Sheet, Sheet]] = field(default_factory=dict)
    """Made so far, by the pilot's Skills and the Gun Pods: Leader and Wingman, Undamaged."""

    @property
    def in_formation(self) -> bool:
        """Whether it flies in Formations. [WBY 17.3]"""
        return self.formation is not None

    @property
    def multi_engined(self) -> bool:
        """Whether it survives the loss of an engine. [WBY 5.5.3]"""
        return "multi-engined" in self.special or (self.formation is not None and "single-engined" not in self.special)

    def same_type(self, other: Aircraft) -> bool:
        """Whether both have the same cards."""
        return self is other or self.document == other.document

    @property
    def short_name(self) -> str:
        """The name without its maker."""
        return short_type_name(self.name)


@cache
def catalogue() -> dict[str, Document]:
    """Every aircraft of ``fixtures/aircraft`` that has ratings for this game, by slug."""
    return {
        slug: table
        for slug, table in fixtures.read_all("aircraft").items()
        if isinstance(table, dict) and {"leader", "formation"} & table.get("wildblue", {}).keys()
    }


def _read(key: str, table: Document, source: str | Document) -> Aircraft:
    read = Fields(own_types.plain(key), table)
    ratings = read.fields("wildblue", read.place) if "wildblue" in table else read
    class_ = CLASSES[read.choice("class", CLASSES, "fighter")]
    leader = wingman = formation = None
    if class_ in ("medium-bomber", "heavy-bomber"):
        formation = _formation_card(read, ratings)
    else:
        leader, wingman = _element_cards(read, ratings)
    for sides in (leader, wingman, formation):
        if sides and sides[1].damage <= sides[0].damage:
            raise read.refuse("the Damaged side must bear more Hits than the other side. [WBY 5.2.1]")
    special = ratings.texts("special")
    if any(word not in SPECIAL for word in special):
        raise read.refuse(f"'special' must list some of {', '.join(SPECIAL)}.")
    if formation and any(word not in OF_FORMATIONS for word in special):
        raise read.refuse(
            f"'special' of a Formation aircraft must list some of {', '.join(OF_FORMATIONS)}. [WBY 17.3.1]"
        )
    carries = ratings.texts("carries")
    if any(load not in LOADS for load in carries):
        raise read.refuse(f"'carries' must list some of {', '.join(LOADS)}.")
    speed = ratings.number("jet_speed", 0, most=MOST)
    night_combat = ratings.number("night_combat", 0, most=MOST)
    return Aircraft(
        key=key,
        name=read.text("name", key),
        side=("", *SIDES)[read.choice("side", ("", *SIDES), "")],
        aircraft_class=class_,
        in_service=read.text("in_service"),
        taken_from=read.text("taken_from") or read.text("in_service"),
        balance=ratings.number("balance", 0),
        wingman_balance=ratings.number("wingman_balance", 0),
        special=frozenset(special),
        turbo=ratings.flag("turbo") or speed > 0,
        jet_speed=speed,
        jet_thrust=ratings.number("jet_thrust", 0, most=MOST),
        heavy_guns=ratings.number("heavy_guns", 0, most=MOST),
        leader=leader,
        wingman=wingman,
        formation=formation,
        family=read.text("family", key),
        nation=read.text("nation"),
        service=read.text("service"),
        endurance=("", *FUEL)[read.choice("endurance", ("", *FUEL), "")],
        speed=formation[0].speed if formation else read.number("mission_speed", MISSION_SPEED, most=MOST),
        night_combat=night_combat,
        flies_alone=class_ == "fighter" and (night_combat > 0 or "rocket-fighter" in special),
        oblique_guns=ratings.number("oblique_guns", 0, most=MOST),
        carries=sum(1 << LOADS.index(load) for load in set(carries)),
        document=source,
    )


aircraft: Final = Types(catalogue, _read)
"""The aircraft of a slug or of inline ratings. Raises ``EngineError`` with a sentence."""


def _formation_card(read: Fields, ratings: Fields) -> tuple[FormationRatings, FormationRatings]:
    """Both sides of the card of a Medium or Heavy Bomber."""
    if "formation" not in ratings:
        raise read.refuse("a Medium or Heavy Bomber has ratings of a Formation aircraft. [WBY 17.3.1]")
    bomber = _formation(ratings.fields("formation"), None)
    formation = (bomber, _formation(ratings.fields("formation_damaged"), bomber))
    for name in ("jet_speed", "jet_thrust", "heavy_guns", "oblique_guns", "night_combat"):
        if ratings.number(name, 0, most=MOST):
            raise read.refuse(f"a Formation aircraft has no {name!r}. [WBY 17.3.1]")
    return formation


def _element_cards(
    read: Fields, ratings: Fields
) -> tuple[tuple[LeaderRatings, LeaderRatings], tuple[WingmanRatings, WingmanRatings] | None]:
    """Both sides of a Leader's card, and of his Wingman's if there is one."""
    if "leader" not in ratings:
        raise read.refuse("it has no ratings of a Leader.")
    front = _leader(ratings.fields("leader"), None)
    leader = (front, _leader(ratings.fields("leader_damaged"), front))
    if "wingman" not in ratings:
        return leader, None
    wing = _wingman(ratings.fields("wingman"), front, None)
    return leader, (wing, _wingman(ratings.fields("wingman_damaged"), leader[1], wing))


def _leader(read: Fields, front: LeaderRatings | None) -> LeaderRatings:
    """One side of a Leader card; on the Damaged side what is left out is as on the front, Damage doubled."""
    return LeaderRatings(
        performance=read.number("performance", front.performance if front else None, most=MOST),
        horsepower=read.number("horsepower", front.horsepower if front else None, most=MOST),
        burst=read.number("burst", front.burst if front else 0, most=MOST),
        burst_plus=read.number("burst_plus", front.burst_plus if front else 0, most=MOST),
        gunner=read.number("gunner", front.gunner if front else 0, most=MOST),
        damage=read.number("damage", 2 * front.damage if front else None, least=1),
        ceiling=read.choice("ceiling", ALTITUDES, ALTITUDES[front.ceiling if front else VERY_HIGH]),
        bomb=_bomb(read, front.bomb if front else None),
        strafe=read.number("strafe", front.strafe if front else 0, most=MOST),
        cargo=read.number("cargo", front.cargo if front else 0, most=MOST),
        cargo_drop=read.number("cargo_drop", front.cargo_drop if front else 0, most=MOST),
    )


def _bomb(read: Fields, front: tuple[int, ...] | None) -> tuple[int, ...]:
    """Bomb cards by mode; on the Damaged side what is left out is as on the front. [WBY 5.2.8]"""
    if "bomb" not in read and front is not None:
        return front
    modes = read.fields("bomb", only=MODE_KEYS)
    return tuple(modes.number(mode, 0, most=MOST) for mode in MODES)


def _formation(read: Fields, front: FormationRatings | None) -> FormationRatings:
    """One side of a Formation aircraft's card; on the Damaged side what is left out is as on the front."""
    return FormationRatings(
        speed=read.number("speed", front.speed if front else None, most=MOST),
        turret_defense=read.number("turret_defense", front.turret_defense if front else None, most=MOST),
        turret_support=read.number("turret_support", front.turret_support if front else 0, most=MOST),
        damage=read.number("damage", 2 * front.damage if front else None, least=1),
        ceiling=read.choice("ceiling", ALTITUDES, ALTITUDES[front.ceiling if front else HIGH]),
        bomb=_bomb(read, front.bomb if front else None),
        cargo=read.number("cargo", front.cargo if front else 0, most=MOST),
        cargo_drop=read.number("cargo_drop", front.cargo_drop if front else 0, most=MOST),
    )


def _wingman(read: Fields, leader: LeaderRatings, front: WingmanRatings | None) -> WingmanRatings:
    """One side of a Wingman card; Damage and Ceiling are the Leader's unless given. [WBY 5.4.1, 5.4.4]"""
    return WingmanRatings(
        offensive=read.number("offensive", front.offensive if front else None, most=MOST),
        offensive_plus=read.number("offensive_plus", front.offensive_plus if front else 0, most=MOST),
        defensive=read.number("defensive", front.defensive if front else None, most=MOST),
        damage=read.number("damage", leader.damage, least=1),
        ceiling=read.choice("ceiling", ALTITUDES, ALTITUDES[leader.ceiling]),
    )


def skills_in(read: Fields, known: Sequence[str] = SKILLS) -> tuple[str, ...]:
    """The ``skills`` of a document; raises the document's error."""
    return read.made(read_skills, read.document.get("skills") or (), known)


def read_skills(value: object, known: Sequence[str] = SKILLS) -> tuple[str, ...]:
    """The Skills of a pilot or a crew; who is Green has ``Green`` alone. Raises ``EngineError``. [WBY 19.2, 19.6.3]"""
    if not isinstance(value, (list, tuple)) or not all(isinstance(skill, str) for skill in value):
        raise EngineError("Skills are a list of codes.")
    skills = tuple(value)
    for skill in skills:
        if skill not in known and skill != GREEN_PILOT:
            section = "WBY 19.2" if known is SKILLS else "SUP 19.3"
            codes = f"{', '.join(known)} and {GREEN_PILOT}"
            raise EngineError(f"There is no Skill {skill!r} here; the codes are {codes}. [{section}]")
    if len(set(skills)) < len(skills):
        raise EngineError("A pilot has each Skill once.")
    if GREEN_PILOT in skills and len(skills) > 1:
        raise EngineError("A Green pilot has no Skill. [WBY 19.6.3]")
    return skills
