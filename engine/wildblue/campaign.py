"""Wild Blue Yonder in a campaign: set-ups of its missions, what a table is asked about them, and their points.

Its missions are told in a pack's own terms. An Element's seats are ``leader``, ``wingman`` and ``section``, a
Formation's ``1`` to ``3``. [WBY 13-24]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.core.campaigns import (
    CampaignRules,
    CatalogueEntry,
    Man,
    MissionOrder,
    MissionTerms,
    MissionUnit,
    SeatFigures,
)
from engine.core.fields import keys
from engine.core.game import SIDES, Document
from engine.core.own_types import given
from engine.core.report import AircraftReport, Answer, Score, TargetReport
from engine.core.retelling import Retelling
from engine.core.table_marks import Mark, TableMarks, bursts, hits, values
from engine.core.table_sheet import DAMAGED, HOME, SHOT_DOWN, Ending, MissionSheet, SeatSheet, UnitSheet
from engine.core.type_cards import TypeCard
from engine.wildblue import paper
from engine.wildblue.aircraft import Aircraft, FormationRatings, LeaderRatings, aircraft, read_skills
from engine.wildblue.buzz.events import PATROL_ROLE
from engine.wildblue.buzz.scoring import week_scores
from engine.wildblue.buzz.table import FLYING_BOMBS
from engine.wildblue.buzz.terms import AIRCRAFT, AIRCRAFT_NAME, ALTITUDE, BLAST
from engine.wildblue.buzz.terms import KIND as WEEK
from engine.wildblue.buzz.terms import MOST_TURNS as MOST_TURNS_OF_WEEK
from engine.wildblue.catalogue import entries, entry
from engine.wildblue.missions.setup import COUNTS, FLAGS
from engine.wildblue.scoring import DOGFIGHT, MISSION, dogfight_scores, effects_in_words, mission_scores
from engine.wildblue.setup import read_setup
from engine.wildblue.sheets import Sortie
from engine.wildblue.tables import CREW_SKILLS, DURATION, GREEN_PILOT, SKILLS, TABLES
from engine.wildblue.terms import ALTITUDES, LEVEL, MOST_UNITS, NEUTRAL, POSITIONS, SATURATION, SEATS

LEADER, WINGMAN, SECTION = SEATS
ORDNANCE: Final = frozenset({"bombs", "torpedoes", "mines", "air-rockets", "ground-rockets"})
"""Every load but Cargo, Drop Tanks and Gun Pods. [WBY 18.0]"""
ENDINGS: Final = (HOME, DAMAGED, SHOT_DOWN, Ending("Disengaged", "undamaged", "disengaged"))
"""A Damaged aircraft that disengaged counts as Damaged: it scores once, at its worst. [WBY 4.9.3]

Who broke off rejoins: that is no end. [WBY 23.2.1]
"""
LEFT_IN_CLOUDS: Final = Ending("Left in Clouds", "undamaged", "clouds")
MOST_COCKPIT_HITS: Final = 9
MOST_COUNTERS: Final = 9
_BOMBARDIER, _BOMBER_PILOT = "B", "BM"
_CLASSES: Final = ("fighter", "light-bomber", "medium-bomber", "heavy-bomber")


class WildBlueCampaign(CampaignRules):
    """Its missions are told by packs: targets, loads, Resources, Skills and points."""

    sizes = (1, 3)
    has_men = True
    retells = False
    gives_charges = True
    may_be_short = True
    size_label = "Formation of"
    ordnance = ORDNANCE
    flying_bombs = FLYING_BOMBS
    most_units = MOST_UNITS
    kinds = ("land", "progressive", "operation", "solitaire", "dogfights")
    knows = keys(
        "scoring resources budget skilled_on fuel type striker target base night week"
        " section load altitudes mode arrives phase over_target belt"
    )
    skills = SKILLS
    crew_skills = tuple(CREW_SKILLS)
    effects = {
        "blitzkrieg": MISSION["blitzkrieg"]["points"],
        "flak-guns": TABLES["flak"]["flak_guns"],
        "small-arms": TABLES["flak"]["small_arms"],
    }
    patrols_at = ALTITUDES[ALTITUDE]
    other_types = {AIRCRAFT: AIRCRAFT_NAME}

    def catalogue(self) -> Mapping[str, CatalogueEntry]:
        return entries()

    def table(self, slug: str) -> Document:
        return aircraft.table(slug)

    def entry(self, table: Document) -> CatalogueEntry:
        return entry(aircraft(table), table)

    def check_skills(self, codes: Sequence[str]) -> None:
        read_skills(codes)

    def setup(self, order: MissionOrder) -> Document:
        terms = order.terms
        made: Document = {"month": order.month, "units": [_unit(terms.kind, unit) for unit in order.units]}
        if terms.points["balance"]:
            made["bonus"] = "balance"
        if terms.kind == "solitaire":
            return {"kind": WEEK, "week": terms.week, "values": _week_values(terms)} | _week_blast(terms) | made
        if terms.kind == "dogfights":
            return {"kind": "dogfight", "turns": terms.turns, "values": _dogfight_values(terms)} | made
        return (
            {
                "kind": "mission",
                "type": terms.type,
                "striker": terms.striker,
                "target": terms.target,
                "night": terms.night,
                "effects": {side: _effects(given) for side, given in terms.effects.items()},
                "values": _mission_values(terms),
                "options": {"fuel": terms.keeps_fuel},
            }
            | _length(order)
            | made
        )

    def retelling(self, order: MissionOrder) -> Retelling:
        return lambda report: report

    def sheet(self, order: MissionOrder) -> MissionSheet:
        terms = order.terms
        if terms.kind == "solitaire":
            units = tuple(_unit_sheet(unit, terms, PATROL_ROLE) for unit in order.units)
            return MissionSheet(type="flying-bombs", turns=MOST_TURNS_OF_WEEK, bombs=FLYING_BOMBS, units=units)
        if terms.kind == "dogfights":
            return MissionSheet(turns=terms.turns, units=tuple(_unit_sheet(unit, terms, "") for unit in order.units))
        options, _, plan = read_setup(self.setup(order))
        assert plan is not None
        return MissionSheet(
            type=terms.type,
            striker=terms.striker or "",
            target=plan.target,
            phases=plan.duration,
            turns=options.turns,
            effects=effects_in_words(plan.effects),
            recon=MISSION["recon"],
            units=tuple(_unit_sheet(unit, terms, unit.role) for unit in order.units),
        )

    def table_marks(self, order: MissionOrder) -> TableMarks:
        """A patrol keeps to its belt. [WBY 4.5, 5.2.6, 5.5.4, 7.1, 7.4, 9.3; SUP 28]"""
        marks = TableMarks()
        for unit in order.units:
            marks.units[unit.id] = (bursts(),) if order.terms.kind == "solitaire" else tuple(_unit_marks(unit))
            for place, seat in enumerate(unit.seats):
                marks.seats[unit.id, seat] = tuple(_seat_marks(unit, place))
        return marks

    def beforehand(self, order: MissionOrder) -> tuple[Score, ...]:
        """For the difference of the Balance Values, where the campaign gives these. [WBY 13.1]"""
        return dogfight_scores((), _bonus(order))

    def scores(
        self,
        order: MissionOrder,
        flown: tuple[AircraftReport, ...],
        answers: Mapping[str, Answer],
        target: TargetReport | None = None,
    ) -> tuple[Score, ...]:
        """With the pack's points. [WBY 4.9.3, 13.1; 24.7; SUP 28]"""
        terms = order.terms
        if terms.kind == "solitaire":
            return week_scores(flown, _week_values(terms))
        bonus = _bonus(order)
        if terms.kind == "dogfights":
            return dogfight_scores(flown, bonus, values=_dogfight_values(terms))
        striker = terms.striker or ""
        blitzkrieg = "blitzkrieg" in terms.effects.get(striker, ())
        return mission_scores(flown, target, striker, _mission_values(terms), blitzkrieg, bonus=bonus)

    def together(self, sizes: str) -> str:
        return f"Formation of {sizes}"

    def figures(self, unit: MissionUnit, place: int, cards: Sequence[TypeCard]) -> SeatFigures:
        return paper.figures(unit, place)

    def fuel(self, aircraft: str, load: Collection[str]) -> tuple[int, int]:
        return paper.fuel(aircraft, load)

    def special_rules(self, type_: str) -> tuple[str, ...]:
        """[SUP 21.8, 28]"""
        mines, recon = MISSION["mines"], MISSION["recon"]
        match type_:
            case "air-drop" | "air-transport":
                return (f"Each Cargo Point that is delivered is {MISSION['cargo']['points']} VP.",)
            case "mine-laying":
                return (f"{mines['each']} mines that are laid are {mines['points']} VP.",)
            case "reconnaissance":
                return (
                    "Each aircraft that survives the Over-Target Turn draws a card for its photographs: "
                    f"Vital {recon['vital']} VP, Direct {recon['direct']}, Hit {recon['hit']}.",
                )
            case "flying-bombs":
                return (
                    "Flying bombs cross the sea, the guns on the coast and the land; a patrol attacks those over its "
                    "belt.",
                    "The last third of a wave comes by night, when Night Fighters alone can attack it.",
                )
        return ()


# The mission


def _length(order: MissionOrder) -> Document:
    """Base durations; of a mission whose strikers are not known yet those that the fastest of them would fly.

    [WBY 23.1.1]
    """
    terms = order.terms
    if terms.base is None:
        return {"turns": terms.turns}
    if not any(unit.side == terms.striker for unit in order.units):
        bound, home = (max(1, base - terms.fastest) + DURATION["speed"] for base in terms.base)
        return {"base": {"target_bound": bound, "home_bound": home}}
    return {"base": dict(zip(("target_bound", "home_bound"), terms.base, strict=True))}


def _effects(given: Mapping[str, int]) -> Document:
    """The effects of a side that the engine plays by; the others are in the units. [SUP 24.6]"""
    named = {effect.replace("-", "_"): count for effect, count in given.items()}
    return {name: True for name in named if name in FLAGS} | {
        name: count for name, count in named.items() if name in COUNTS
    }


# Its points


def _by_class(terms: MissionTerms) -> dict[str, Mapping[str, Any]]:
    """What an aircraft of each class is worth that the pack gives points for."""
    return {kind: points for kind in _CLASSES if (points := terms.points[kind.replace("-", "_")]) is not None}


def _dogfight_values(terms: MissionTerms) -> Document:
    """The table of a dogfight's points, with the pack's in it; what it leaves out stays the rulebook's."""
    return DOGFIGHT | {
        kind: DOGFIGHT[kind]
        | {"destroyed": points["destroyed"], "damaged": points["damaged"], "disengaged": terms.points["disengaged"]}
        for kind, points in _by_class(terms).items()
        if kind in DOGFIGHT
    }


def _mission_values(terms: MissionTerms) -> Document:
    """The table of a mission's points, with the pack's in it; what it leaves out stays the supplement's."""
    values = MISSION | {"jettisoned": terms.points["jettisoned"], "skill": terms.points["skill"]}
    values["disengaged"] = MISSION["disengaged"] | dict.fromkeys(DOGFIGHT, terms.points["disengaged"])
    for reason in ("destroyed", "damaged", "home"):
        values[reason] = MISSION[reason] | {kind: points[reason] for kind, points in _by_class(terms).items()}
    return values


def _week_values(terms: MissionTerms) -> dict[str, int]:
    """The points of a week of flying bombs; what gets through and what is lost costs the Allied side. [SUP 28]"""
    bombs = terms.points["flying_bomb"]
    return {
        "destroyed": bombs["destroyed"],
        "through": -bombs["through"],
        "lost": -terms.points["fighter"]["destroyed"],
    }


def _week_blast(terms: MissionTerms) -> Document:
    """How dangerous the flying bombs of a week are, where the pack says otherwise than the supplement."""
    bombs = terms.points["flying_bomb"]
    own = {key: bombs[key] for key in BLAST if bombs.get(key) is not None}
    return {"blast": BLAST | own} if own else {}


def _bonus(order: MissionOrder) -> tuple[int, int]:
    """Points to the Allies and to the Axis: the difference of Balance Values, to the lower. [WBY 13.1]"""
    if not order.terms.points["balance"]:
        return 0, 0
    values = dict.fromkeys(SIDES, 0)
    for unit in order.units:
        for seat, slug, man in zip(unit.seats, unit.aircraft, _men(unit), strict=True):
            skills = tuple(man["skills"]) if man else ()
            place = SEATS.index(seat) if seat in SEATS else int(seat) - 1
            values[unit.side] += Sortie(0, place, aircraft(slug), "", skills).balance
    allied, axis = values.values()
    return max(0, axis - allied), max(0, allied - axis)


# Its units


def _unit(kind: str, unit: MissionUnit) -> Document:
    """An Element or a Formation as the set-up of a campaign of this kind has it."""
    made: Document = {"id": unit.id, "side": unit.side}
    if kind in ("dogfights", "solitaire"):
        by_seat = _flying(unit)
        pilots = {f"{seat}_pilot": by_seat.get(seat) for seat in (LEADER, WINGMAN)}
        flying = {"aircraft": given(unit.aircraft[0]), "wingman": WINGMAN in by_seat}
        where = {"belt": unit.belt} if kind == "solitaire" else {"altitude": unit.altitude}
        return made | flying | where | pilots
    made |= {"role": unit.role, "altitude": unit.altitude, "load": _load(unit)}
    if unit.number:
        made["number"] = unit.number
    if _is_formation(unit):
        return made | {
            "aircraft": list(map(given, unit.aircraft)),
            "size": len(unit.aircraft),
            "mode": unit.mode,
            "crews": _men(unit),
        }
    by_seat = _flying(unit)
    return (
        made
        | {
            "aircraft": given(unit.aircraft[0]),
            "wingman": WINGMAN in by_seat,
            "section": SECTION in by_seat,
            "arrives": unit.arrives,
            "phase": unit.phase,
            "over_target": unit.over_target,
        }
        | {f"{seat}_pilot": by_seat.get(seat) for seat in SEATS}
    )


def _flying(unit: MissionUnit) -> dict[str, Document | None]:
    """Who flies in each seat; a Wingman who was planned before the rules forbade him stays at home. [WBY 10.0]"""
    seats = unit.seats[:1] if aircraft(unit.aircraft[0]).flies_alone else unit.seats
    return dict(zip(seats, _men(unit), strict=False))


def _is_formation(unit: MissionUnit) -> bool:
    return unit.seats[0] != LEADER


def _load(unit: MissionUnit) -> list[str] | str | None:
    return unit.load[0] if len(unit.load) == 1 else list(unit.load) or None


def _men(unit: MissionUnit) -> list[Document | None]:
    """Who sits in each aircraft, an experienced crew in one of them if the unit has one.

    It is one bomb card more: a Bombardier in a Formation, a pilot who bombs well in an Element. Nobody who is Green is
    given a Skill. [WBY 19.2.2; SUP 19.3, 19.6.3]
    """
    men = [_man(man) for man in unit.men]
    if unit.is_experienced:
        skill = _BOMBARDIER if _is_formation(unit) else _BOMBER_PILOT
        places = range(len(men) if _is_formation(unit) else min(2, len(men)))
        place = next((each for each in places if _lacks(men[each], skill)), None)
        if place is not None:
            man = men[place] or {"name": "Experienced crew" if _is_formation(unit) else "", "skills": []}
            men[place] = man | {"skills": [*man["skills"], skill]}
    return men


def _man(man: Man | None) -> Document | None:
    if man is None:
        return None
    made: Document = {"name": man.name, "skills": [GREEN_PILOT] if man.is_green else list(man.skills)}
    return made | {"nation": man.nation, "service": man.service} if man.nation else made


def _lacks(man: Document | None, skill: str) -> bool:
    return man is None or not {skill, GREEN_PILOT} & set(man["skills"])


# What a table is asked


def _unit_sheet(unit: MissionUnit, terms: MissionTerms, role: str) -> UnitSheet:
    """``role``: the part that the report of such a mission names."""
    plays = role == unit.role and role != PATROL_ROLE
    load = unit.load if plays else ()
    goes_over = plays and (role == "striker" or unit.over_target)
    formation = aircraft(unit.aircraft[0]).in_formation
    is_fighter = aircraft(unit.aircraft[0]).aircraft_class == "fighter"
    return UnitSheet(
        role=role,
        number=unit.number if plays else 0,
        load=load,
        formation=formation,
        goes_over=goes_over,
        jettisons=not formation and not ORDNANCE.isdisjoint(load),
        photographs=role == "striker" and terms.type == "reconnaissance",
        keeps_fuel=plays and terms.keeps_fuel and is_fighter,
        lines=tuple(
            SeatSheet(
                seat=seat,
                pilot=man["name"] if man else "",
                has_man=man is not None,
                skills=tuple(man["skills"]) if man else (),
                endings=_endings(role, seat),
                cargo=_cargo(aircraft(slug), terms.type) if "cargo" in load else (0, 0),
                mines=_mines(aircraft(slug)) if "mines" in load and terms.type == "mine-laying" else (0, 0),
            )
            for seat, slug, man in zip(unit.seats, unit.aircraft, _men(unit), strict=True)
        ),
    )


def _unit_marks(unit: MissionUnit) -> Iterator[Mark]:
    """Of a Formation where it flies; of an Element also what its Leader has won, fired and is left with."""
    yield Mark(
        name="altitude",
        label="Altitude",
        choices=values(ALTITUDES),
        is_ladder=True,
        is_brief=True,
        starts=unit.altitude or "",
    )
    if _is_formation(unit):
        return
    yield Mark(name="position", label="Position", choices=values(POSITIONS), starts=POSITIONS[NEUTRAL], is_brief=True)
    yield bursts()


def _seat_marks(unit: MissionUnit, place: int) -> Iterator[Mark]:
    """Hits, and the counters and markers that its card lies with. [WBY 5.2.6, 5.5.4]"""
    figures, type_ = paper.figures(unit, place), aircraft(unit.aircraft[place])
    yield hits(*figures.hits)
    yield Mark(name="cockpit", label="Cockpit Hits", most=MOST_COCKPIT_HITS)
    if not _is_formation(unit):
        throttle = int("power-boost" in type_.special) + (0 if place else type_.jet_speed)
        if throttle or type_.jet_thrust:
            yield Mark(name="throttle", label="Full Throttle counters", count=throttle, most=MOST_COUNTERS)
    if type_.heavy_guns:
        yield Mark(name="guns", label="Heavy Gun markers", count=type_.heavy_guns, most=type_.heavy_guns)


def _endings(role: str, seat: str) -> tuple[Ending, ...]:
    """A Formation never hides in Clouds [WBY 17.3]; a patrol has nobody to run away from. [SUP 28]"""
    if role == PATROL_ROLE:
        return HOME, DAMAGED, SHOT_DOWN
    return (*ENDINGS, LEFT_IN_CLOUDS) if seat in SEATS else ENDINGS


def _cards(kind: Aircraft) -> tuple[LeaderRatings, LeaderRatings] | tuple[FormationRatings, FormationRatings]:
    """Both sides of an aircraft's card."""
    cards = kind.formation or kind.leader
    assert cards
    return cards


def _cargo(kind: Aircraft, mission_type: str) -> tuple[int, int]:
    """Undamaged, and Damaged: what that side of the card says, or half where it says no less. [SUP 21.8.5]"""
    if mission_type not in ("air-drop", "air-transport"):
        return 0, 0
    whole, left = (card.cargo_drop if mission_type == "air-drop" else card.cargo for card in _cards(kind))
    return whole, left if left < whole else whole // int(TABLES["strikes"]["damaged_cargo"])


def _mines(kind: Aircraft) -> tuple[int, int]:
    """The Saturation rating, or twice the Level rating. [WBY 18.7]"""
    twice = TABLES["strikes"]["mines_level"]
    front, back = (card.bomb[SATURATION] or twice * card.bomb[LEVEL] for card in _cards(kind))
    return front, back
