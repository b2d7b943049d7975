"""Who really flew, as a form: every unit of both sides as it was planned, and room for some that were not.

A unit of which nothing is changed flew by its orders. A man whom the table drew is written as the table says it:
``Goodman, Veteran`` is his name and his Skills.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.forms import BoundField

from campaigns.catalogue.library import AircraftType
from campaigns.packs.schema import SIDES, Side
from campaigns.standing.model import Airman
from campaigns.standing.words import skill_name
from config.common.forms import HouseForm, choice_field, line_field
from config.common.refusals import Refusal
from config.common.vocabulary import ALTITUDES, words
from missions.forms.lineup_rows import (
    PAIRS_ONLY,
    LineupRow,
    by_class,
    called,
    flyable,
    is_as_planned,
    lineup_rows,
    roles_of,
    strength_of,
)
from missions.operations.lineups import NAME_LENGTH, DrawnMan
from missions.planning.choices import units
from missions.planning.flown_units import in_strength, most_of, next_ids, types_of
from missions.planning.lineup import Lineup, LineupUnit, SideLineup, Spent
from missions.planning.mission_context import MissionContext
from missions.planning.orders import UnitOrders
from missions.planning.places import seats
from missions.planning.pool import Pool, SquadronChoice, pool_of

_LOADS: Final = "+"
_WRONG: Final = "Choose one of these."
HOW: Final = ("altitude", "arrives", "mode")
"""What is said of how a unit flew beside what it was."""
LATEST: Final = 8
"""The last turn in which a unit may be said to have come."""


@dataclass(frozen=True, slots=True)
class LineupSeatFields:
    """Who sat in an aircraft: a man of the campaign, or one whom the table drew."""

    place: str
    man: BoundField
    drawn: BoundField


@dataclass(frozen=True, slots=True, kw_only=True)
class LineupUnitFields:
    """A unit with its fields, each of them only where there is something to ask."""

    id: str
    title: str
    strength: str
    """``2 Bf 110C``; empty of one that did not fly."""
    is_spare: bool
    """It is room for one that may be added."""
    differs: tuple[str, ...]
    flies: BoundField | None
    role: BoundField | None
    aircraft: BoundField | None
    count: BoundField
    load: BoundField | None
    how: tuple[BoundField, ...]
    """Where and when it began, and how it bombed."""
    seats: tuple[LineupSeatFields, ...]
    """Of the aircraft that it flew with."""
    more_seats: tuple[LineupSeatFields, ...]
    """Of those that it might have flown with too."""

    @property
    def fields(self) -> list[BoundField]:
        ways = [each for each in (self.flies, self.role, self.aircraft, self.count, self.load) if each is not None]
        seats = (*self.seats, *self.more_seats)
        return [*ways, *self.how, *(field for seat in seats for field in (seat.man, seat.drawn))]

    @property
    def has_more(self) -> bool:
        """Somebody is said to have sat in one of the others."""
        return any(field.value() or field.errors for seat in self.more_seats for field in (seat.man, seat.drawn))

    @property
    def errors(self) -> list[str]:
        return [str(error) for field in self.fields for error in field.errors]


class LineupForm(HouseForm):
    """The units of both sides. ``seen`` is ``lineup_version`` of what the page came with."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        context: MissionContext,
        version: str,
        data: Any = None,
        *,
        unseen: Mapping[Side, Mapping[int, str]] = {},
    ) -> None:
        """``context``: the mission as it is said to have flown so far. ``unseen``: ``known_of_unseen``."""
        super().__init__(data=data, initial={"seen": version})
        self._unseen = unseen
        self.context, self.pack = context, context.pack
        self._pools = {side: pool_of(self.pack, side, context.standing, ()) for side in SIDES}
        self._types = {side: flyable(context, side, self._pools[side]) for side in SIDES}
        self.wants_men = False
        """A squadron flew instead of another one, or too, whose men are still to be named."""
        self._rows = {row.id: row for side in SIDES for row in lineup_rows(context, side)}
        for side in SIDES:
            if titles := {key: each.title for key, each in self.pack.resources_of(side).items()}:
                spendable = [("", "None"), *titles.items()]
                spent = choice_field("Resource that was spent", choices=spendable, required=False, wrong=_WRONG)
                spent.initial = context.orders[side].resource or ""
                self.fields[f"{side}-resource"] = spent
        for row in self._rows.values():
            self._add(row)

    # The fields

    def _add(self, row: LineupRow) -> None:
        made = self.fields
        pool = self._pools[row.side]
        if not row.is_added:
            made[f"{row.id}-flies"] = forms.BooleanField(required=False, label="It flew", initial=row.flew is not None)
        unit = row.unit
        roles = roles_of(self.context, row)
        if row.is_added or len(roles) > 1:
            nobody = [("", "Did not fly")] if row.is_added else []
            parts = [*nobody, *((role, words(role)) for role in roles)]
            made[f"{row.id}-role"] = choice_field("As", choices=parts, required=False, wrong=_WRONG)
            made[f"{row.id}-role"].initial = row.flew_as or row.role or ""
        types = self._types[row.side]
        if pool is not None:
            made[f"{row.id}-squadron"] = self._squadrons(row, pool)
        else:
            known = {seat.aircraft for seat in seats(unit)} if unit else set()
            unsaid = [] if unit else [("", "Not said")]
            kept = [(slug, types_of(self.pack, row.side)[slug].name) for slug in known - types.keys()]
            made[f"{row.id}-aircraft"] = choice_field(
                "Aircraft",
                choices=[*unsaid, *kept, *by_class(self.pack, types)],
                required=False,
                wrong="Choose one of these aircraft.",
            )
            made[f"{row.id}-aircraft"].initial = (unit.models or (unit.aircraft,))[0] if unit else None
        strength, most = len(seats(unit)) if unit else 0, self._most
        made[f"{row.id}-count"] = forms.TypedChoiceField(
            label="How many",
            choices=[(number, str(number)) for number in range(1, max(most, strength) + 1)],
            coerce=int,
            required=False,
            initial=strength or 1,
            error_messages={"invalid_choice": f"Choose from 1 to {max(most, strength)} aircraft."},
        )
        if self._carries:
            loads = list(dict.fromkeys(load for each in types.values() for load in each.carries))
            own = _LOADS.join(unit.load) if unit else ""
            together = [(own, " and ".join(map(words, unit.load)))] if unit and len(unit.load) > 1 else []
            able = [("", "Nothing"), *together, *((each, words(each)) for each in loads)]
            made[f"{row.id}-load"] = choice_field("Load", choices=able, required=False, wrong=_WRONG)
            made[f"{row.id}-load"].initial = own
        self._add_how(row, list(types.values()))
        for place in range(1, (max(most, strength) if self.pack.names_men else 0) + 1):
            sat = seats(unit)[place - 1].pilot if unit and place <= strength else None
            men = list(self._men(row, sat))
            man = choice_field("Who", choices=[("", "Nobody named"), *men], required=False, wrong=_WRONG)
            man.initial = sat or ""
            made[f"{row.id}-man-{place}"] = man
            made[f"{row.id}-drawn-{place}"] = line_field(
                "Or drawn at the table",
                NAME_LENGTH + 80,
                required=False,
                too_long="The name is too long.",
                attrs={"placeholder": "Goodman, Veteran"} if self.pack.rules.skills else {},
            )

    def _squadrons(self, row: LineupRow, pool: Pool) -> forms.ChoiceField:
        """Out of which squadron its aircraft came, with how many each has at home where he may look."""
        flown = {code for each in self.context.orders[row.side].units for code in each.airframes or ()}
        own = row.unit.squadron if row.unit else None
        hides = row.side in self._unseen

        def label(each: SquadronChoice) -> str:
            at_home = sum(one.code not in flown for one in each.ready)
            return f"{each.title}: {each.type.name}" + ("" if hides else f", {at_home} at home")

        offered = [(each.key, label(each)) for each in pool.squadrons if hides or each.key == own or not each.why_away]
        unsaid = [] if own else [("", "Not said")]
        found = choice_field("Squadron", choices=[*unsaid, *offered], required=False, wrong=_WRONG)
        found.initial = own
        return found

    def _add_how(self, row: LineupRow, types: list[AircraftType]) -> None:
        """Where and when it began and how it bombed, for the games whose packs say so; empty: as planned."""
        knows, was, now = self.pack.rules.knows, row.planned, row.flew
        told = {name: getattr(now, name) for name in HOW} if now is not None else {}
        planned = {name: getattr(was, name) for name in HOW} if was is not None else {"arrives": 1}
        offered: dict[str, tuple[str, Iterable[tuple[str, str]]]] = {}
        if "altitudes" in knows:
            able = [each for each in ALTITUDES if any(each in type_.start_altitudes for type_ in types)]
            offered["altitude"] = "Began at", ((each, ALTITUDES[each]) for each in able)
        if "arrives" in knows and self.pack.kind not in PAIRS_ONLY:
            offered["arrives"] = "Came in turn", ((str(turn), str(turn)) for turn in range(1, LATEST + 1))
        unit = now or was
        if "mode" in knows and self.pack.kind not in PAIRS_ONLY and (unit is None or unit.models):
            modes = dict.fromkeys(mode for type_ in types if type_.in_formation for mode in type_.modes)
            offered["mode"] = "Bombed by", ((mode, words(mode)) for mode in modes)
        for name, (label, choices) in offered.items():
            field = choice_field(label, choices=[("", "As planned"), *choices], required=False, wrong=_WRONG)
            field.initial = str(told[name]) if told.get(name) not in (None, planned.get(name)) else ""
            self.fields[f"{row.id}-{name}"] = field

    @property
    def _most(self) -> int:
        return 2 if self.pack.kind in PAIRS_ONLY else self.pack.rules.sizes[1]

    @property
    def _carries(self) -> bool:
        return "load" in self.pack.rules.knows and self.pack.kind not in PAIRS_ONLY

    def _men(self, row: LineupRow, sat: int | None) -> Iterator[tuple[int, str]]:
        """Who is fit, of the unit's squadron where it has one, and who is said to have sat there.

        Of a side whose hangars he may not look into: of those whom he knows, and who stand in the open orders.
        """
        squadron = row.unit.squadron if row.unit else None
        is_counted = self._pools[row.side] is not None
        there = [man for man in self.context.standing.airmen.values() if man.side == row.side]
        known = self._named(row.side, there)
        for man in sorted(there, key=lambda man: man.name):
            if man.pk == sat or (man.pk in known and (not is_counted or known[man.pk] in ("", squadron))):
                yield man.pk, called(man)

    def _named(self, side: Side, there: Iterable[Airman]) -> dict[int, str]:
        """Who may be named of a side, with his squadron."""
        if side not in self._unseen:
            return {man.pk: man.squadron for man in there if man.status == "fit"}
        orders = self.context.orders[side], self.context.by_plan(side)
        in_orders = {man for each in orders for unit in each.units for man in unit.men}
        return {man.pk: man.squadron for man in there if man.pk in in_orders} | dict(self._unseen[side])

    # What was sent

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        self._drawn: list[DrawnMan] = []
        self._units: dict[Side, list[LineupUnit]] = {side: [] for side in SIDES}
        for row in self._rows.values():
            unit = self._unit(row)
            if unit is not None:
                self._units[row.side].append(unit)
        return cleaned

    def _unit(self, row: LineupRow) -> LineupUnit | None:
        """What is said of a unit that flew otherwise than by its orders; ``None`` of one that flew by them."""
        sent = self.cleaned_data
        role = sent.get(f"{row.id}-role") or row.role
        if not (role if row.is_added else sent.get(f"{row.id}-flies")):
            if row.unit is None and self._is_filled_in(row):
                which, how = ("role", "Say as what this unit flew") if row.is_added else ("flies", "Say that it flew")
                self.add_error(f"{row.id}-{which}", f"{how}, or empty what else is said of it.")
            return None if row.planned is None else LineupUnit(id=row.id, flies=False)
        before = row.unit or UnitOrders(id=row.id)
        squadron = self._squadron(row, before)
        type_ = squadron.type if squadron else self._type(row, before)
        if type_ is None or role is None:
            return None
        count = sent.get(f"{row.id}-count") or 1
        if count > (most := most_of(self.pack, type_)):
            self.add_error(f"{row.id}-count", f"{type_.name}: at most {most} fly together.")
            return None
        unit = self._how(row, in_strength(before, role, type_, count, self._load(row, before, type_)), type_)
        if squadron is not None:
            unit = unit.but(squadron=squadron.key, airframes=None)
        for place in range(count):
            unit = self._with_man(row, unit, place, type_)
        drawn = [man for man in self._drawn if man.unit == row.id]
        if squadron is not None and squadron.names_men and squadron.key != before.squadron:
            self.wants_men |= len(drawn) + len(unit.men) < count
        if row.planned is not None and role == row.role and not drawn and is_as_planned(unit, row.planned):
            return None
        return unit

    def _type(self, row: LineupRow, before: UnitOrders) -> AircraftType | None:
        """What it flew, on a side that does not count its aircraft."""
        if self._pools[row.side] is not None:
            self.add_error(f"{row.id}-squadron", "Say out of which squadron its aircraft came.")
            return None
        slug = self.cleaned_data.get(f"{row.id}-aircraft") or (before.models or (before.aircraft,))[0]
        type_ = types_of(self.pack, row.side).get(slug)
        if type_ is None:
            self.add_error(f"{row.id}-aircraft", "Say which aircraft it flew.")
        return type_

    def _squadron(self, row: LineupRow, before: UnitOrders) -> SquadronChoice | None:
        """Out of which its aircraft came; ``None``: none is said, or the side does not count its aircraft."""
        pool = self._pools[row.side]
        return pool.squadron(self.cleaned_data.get(f"{row.id}-squadron") or before.squadron) if pool else None

    def _how(self, row: LineupRow, unit: LineupUnit, type_: AircraftType) -> LineupUnit:
        """With the altitude, the turn and the mode that were said; what is left empty is as planned."""
        was = row.planned
        said = {name: self.cleaned_data.get(f"{row.id}-{name}") or "" for name in HOW}
        if was is not None and was.aircraft == unit.aircraft:
            unit = unit.but(altitude=was.altitude, arrives=was.arrives, mode=unit.mode and was.mode)
        altitude, arrives, mode = (said[name] for name in HOW)
        if altitude and altitude not in type_.start_altitudes:
            self.add_error(f"{row.id}-altitude", f"{type_.name} does not begin at {ALTITUDES[altitude]}.")
        elif altitude:
            unit = unit.but(altitude=altitude)
        if arrives:
            unit = unit.but(arrives=int(arrives))
        if mode and (unit.mode is None or mode not in type_.modes):
            self.add_error(
                f"{row.id}-mode", f"{type_.name} did not bomb by {words(mode).lower()} with what it carried."
            )
        elif mode:
            unit = unit.but(mode=mode)
        return unit

    def _is_filled_in(self, row: LineupRow) -> bool:
        """Whether anything is said of a unit that was neither planned nor added so far."""
        return any(name.startswith(f"{row.id}-") for name in self.changed_data)

    def _load(self, row: LineupRow, before: UnitOrders, type_: AircraftType) -> tuple[str, ...]:
        """What was chosen; what nobody touched another type carries only if it can."""
        if not self._carries:
            return before.load
        load = tuple(each for each in str(self.cleaned_data.get(f"{row.id}-load") or "").split(_LOADS) if each)
        if load == before.load and type_.slug != before.aircraft:
            return tuple(each for each in load if each in type_.carries)
        return load

    def _with_man(self, row: LineupRow, unit: LineupUnit, place: int, type_: AircraftType) -> LineupUnit:
        drawn = str(self.cleaned_data.get(f"{row.id}-drawn-{place + 1}") or "").strip()
        if not drawn:
            man = self.cleaned_data.get(f"{row.id}-man-{place + 1}")
            return unit.seated(place, int(man)) if man and not self._is_left_behind(row, unit, int(man)) else unit
        name, *said = (part.strip() for part in drawn.split(","))
        known = self.pack.rules.crew_skills if type_.in_formation else self.pack.rules.skills
        called = {skill_name(code, in_formation=type_.in_formation).casefold(): code for code in known}
        called |= {skill.partition(" ")[0]: code for skill, code in called.items()}
        codes = []
        for each in filter(None, said):
            code = each.upper() if each.upper() in known else called.get(each.casefold())
            if code is None:
                names = ", ".join(f"{skill_name(code, in_formation=type_.in_formation)} ({code})" for code in known)
                wrong = f"{name}: no Skill is called {each}. They are {names}." if known else "Nobody has Skills here."
                self.add_error(f"{row.id}-drawn-{place + 1}", wrong)
                return unit
            codes.append(code)
        self._drawn.append(DrawnMan(unit=row.id, place=place, name=name, skills=tuple(codes)))
        return unit

    def _is_left_behind(self, row: LineupRow, unit: LineupUnit, man: int) -> bool:
        """He stands there from before, of a squadron that did not fly."""
        if row.unit is None or row.unit.squadron == unit.squadron or man not in row.unit.men:
            return False
        return self.context.standing.airmen[man].squadron not in ("", unit.squadron)

    def lineup(self) -> Lineup:
        """Who flew otherwise, once the form is valid; men who were drawn are in ``drawn``."""
        return Lineup(**{side: self._side(side) for side in SIDES})

    def field_of(self, refusal: Refusal) -> str:
        """What is wrong with an aircraft is said at its squadron where that says which it was."""
        name = super().field_of(refusal)
        return name if name in self.fields else name.replace("-aircraft", "-squadron")

    @property
    def drawn(self) -> tuple[DrawnMan, ...]:
        return tuple(self._drawn)

    def _side(self, side: Side) -> SideLineup:
        said: dict[str, Any] = {}
        spent = self.context.orders[side].resource
        if f"{side}-resource" in self.fields:
            spent = self.cleaned_data.get(f"{side}-resource") or None
            if spent != self.context.resource_by_plan(side):
                said["spent"] = Spent(resource=spent)
        if units := self._out_of_the_way(side, spent):
            said["units"] = units
        return SideLineup(**said)

    def _out_of_the_way(self, side: Side, spent: str | None) -> tuple[LineupUnit, ...]:
        """The units that are said, those that were added under other ids where a Resource now brings units of these."""
        brought = {unit.id for unit in units(self.pack, self.context.key, side, spent)}
        said = self._units[side]
        moved = [unit for unit in said if unit.id in brought and self._rows[unit.id].is_added]
        there = SideLineup(units=tuple(said))
        free = next_ids(self.pack, self.context.key, side, spent, there, len(moved))
        ids = dict(zip((unit.id for unit in moved), free, strict=False))
        self._drawn = [replace(man, unit=ids.get(man.unit, man.unit)) for man in self._drawn]
        return tuple(unit.but(id=ids.get(unit.id, unit.id)) for unit in said)

    # The page

    def counting(self) -> str:
        """Who counts their aircraft, in a sentence; empty if no side does."""
        titles = [self.pack.side_titles[side] for side in SIDES if self.pack.keeps_pool(side)]
        if len(titles) == len(SIDES):
            return "Both sides count their aircraft."
        return f"The {titles[0]} side counts its aircraft." if titles else ""

    @property
    def has_skills(self) -> bool:
        return bool(self.pack.rules.skills)

    def allied(self) -> list[LineupUnitFields]:
        return self._of("allied")

    def axis(self) -> list[LineupUnitFields]:
        return self._of("axis")

    def _of(self, side: Side) -> list[LineupUnitFields]:
        return [self._shown(row) for row in self._rows.values() if row.side == side]

    def _shown(self, row: LineupRow) -> LineupUnitFields:
        def field(name: str) -> BoundField | None:
            return self[f"{row.id}-{name}"] if f"{row.id}-{name}" in self.fields else None

        unit = row.unit
        strength = len(seats(unit)) if unit else 1
        found = [
            LineupSeatFields(self._place(row, place), self[f"{row.id}-man-{place}"], self[f"{row.id}-drawn-{place}"])
            for place in range(1, max(self._most, strength) + 1)
            if f"{row.id}-man-{place}" in self.fields
        ]
        return LineupUnitFields(
            id=row.id,
            title=row.title,
            strength=strength_of(row.flew, types_of(self.pack, row.side)),
            is_spare=row.is_added and row.flew is None,
            differs=row.differs,
            flies=field("flies"),
            role=field("role"),
            aircraft=field("aircraft") or field("squadron"),
            count=self[f"{row.id}-count"],
            load=field("load"),
            how=tuple(found_field for name in HOW if (found_field := field(name)) is not None),
            seats=tuple(found[:strength]),
            more_seats=tuple(found[strength:]),
        )

    def _place(self, row: LineupRow, place: int) -> str:
        unit = row.unit
        if unit is not None and not unit.models and self.pack.system == "wildblue":
            return ("Leader", "Wingman", "Third man")[place - 1]
        return f"Aircraft {place}"

    def allied_resource(self) -> BoundField | None:
        return self["allied-resource"] if "allied-resource" in self.fields else None

    def axis_resource(self) -> BoundField | None:
        return self["axis-resource"] if "axis-resource" in self.fields else None
