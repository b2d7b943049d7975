"""A side's orders as a form.

Fields are made from what may be chosen, so that the page offers nothing else. Signing checks again under the
campaign's lock, and what it refuses is shown at its field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.forms import BoundField

from campaigns.catalogue.library import AircraftType
from campaigns.standing.model import Airman
from config.common.forms import HouseForm, choice_field
from config.common.refusals import Refusal
from config.common.vocabulary import ALTITUDES
from engine.core.players import DOCTRINES
from missions.forms.man_rows import ManRows, unfit
from missions.forms.pool_units import PoolUnits, airframe_label
from missions.forms.unit_fields import AltitudeLevel, SeatFields, UnitFields, load_title
from missions.planning import briefing
from missions.planning import choices as offered
from missions.planning.choices import AircraftChoice, Choices, ResourceChoice, UnitChoice, spread_arrivals
from missions.planning.orders import PILOT_KEYS, STEADY, SideOrders, UnitOrders
from missions.planning.pool import SquadronChoice, last_flown
from missions.planning.remaining import PlannedUnit, PoolAfterPlan, tomorrow

UNNAMED = "An unnamed pilot"
UNNAMED_CREW = "An unnamed crew"
MODES = {"saturation": "Saturation", "level": "Level", "torpedo": "Torpedo"}


def field_name(unit: str, key: str) -> str:
    return f"{unit}-{key}"


def load_value(load: Sequence[str]) -> str:
    """A load as the value of its field: ``bombs+ground-rockets``."""
    return "+".join(load)


def initial_orders(orders: SideOrders) -> dict[str, str]:
    """Orders as the values of a form's fields; no value of what they leave open."""
    values = {"resource": orders.resource or "", "doctrine": orders.doctrine}
    values["experienced_crew"] = orders.experienced_crew or ""
    for unit in orders.units:
        values |= {field_name(unit.id, key): value for key, value in _unit_values(unit)}
    return values


def _unit_values(unit: UnitOrders) -> Iterator[tuple[str, str]]:
    if not unit.flies:
        yield "squadron", ""
    elif unit.airframes or unit.models:
        yield "size", str(len(unit.airframes or unit.models or ()))
    for key in unit.model_fields_set - {"id", "load"}:
        value = getattr(unit, key)
        if key in ("models", "crews", "airframes"):
            yield from ((f"{key}-{number}", _shown(one)) for number, one in enumerate(value or (), 1))
        else:
            yield key, _shown(value)
    if unit.says("load"):
        yield "load", load_value(unit.load)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


class OrdersForm(HouseForm):
    """A side's orders. ``wish`` is what its fields should say; what may not be chosen falls back to the usual."""

    def __init__(self, choices: Choices, wish: Mapping[str, str], *, data: Any = None, opened: str = "") -> None:
        """``opened``: the unit whose fields are to be shown."""
        super().__init__(data=data)
        self.choices = choices
        self._wish = wish
        self._opened = opened
        resource = choices.resource(wish.get("resource", ""))
        self.resource = resource if resource is not None and resource.usable else None
        self.units = choices.units(self._spent)
        if not choices.part_of:
            self._for_the_side()
        crewed = choices.crewed(self._spent)
        if len(crewed) > 1:
            options = [(unit.id, unit.title) for unit in crewed]
            self._choice("experienced_crew", options, crewed[0].id, "The experienced crew cannot fly there.")
        self._pool = PoolUnits(choices, self.units, self._spent, wish) if choices.pool else None
        self._types = {unit.id: self._aircraft_of(unit) for unit in self.units}
        self.units = tuple(unit.flown_by(self._types[unit.id].type) for unit in self.units)
        self._loads = {unit.id: self._load_of(unit) for unit in self.units}
        self._sizes = {unit.id: self._size_of(unit) for unit in self.units}
        roster = _Roster(choices)
        turns = spread_arrivals(self.units)
        for unit in self.units:
            self._unit(unit, roster, turns[unit.id])

    def _for_the_side(self) -> None:
        """What is decided for all units: their commander does, so it is not in a squadron's part."""
        usable = [(each.key, each.title) for each in self.choices.resources if each.usable]
        self._choice("resource", [("", "None"), *usable], "", "Your side cannot use that resource in this mission.")
        doctrines = [(name, name.capitalize()) for name in DOCTRINES]
        self._choice("doctrine", doctrines, "steady", "There is no such doctrine.")

    @property
    def _spent(self) -> str | None:
        return self.resource.key if self.resource else None

    def _choice(
        self, name: str, options: Sequence[tuple[str, Any]], usual: str, invalid: str, *, select: bool = False
    ) -> None:
        """A field of ``options``; it begins with the wish if that is offered, else with the usual."""
        values = [value for value, _ in options]
        wished = self._wish.get(name)
        self.fields[name] = choice_field(
            choices=options,
            required="" not in values,
            initial=wished if wished in values else usual,
            is_radio=not select,
            missing="Choose one of these.",
            wrong=invalid,
        )

    def _ask(self, unit: UnitChoice, key: str, options: Sequence[tuple[str, Any]], usual: str, invalid: str) -> None:
        """The same about a unit, where there is more than one option."""
        if len(options) > 1:
            self._choice(field_name(unit.id, key), options, usual, invalid)

    def _wished(self, unit: UnitChoice, key: str) -> str:
        return self._wish.get(field_name(unit.id, key), "")

    def _squadron_of(self, unit: UnitChoice) -> SquadronChoice | None:
        return self._pool.squadron(unit) if self._pool else None

    def _flies(self, unit: UnitChoice) -> bool:
        return not unit.pooled or self._squadron_of(unit) is not None

    def _aircraft_of(self, unit: UnitChoice) -> AircraftChoice:
        if self._pool:
            return unit.aircraft_of(self._pool.type_of(unit).slug) or unit.aircraft[0]
        return unit.aircraft_of(self._wished(unit, "aircraft")) or unit.aircraft[0]

    def _load_of(self, unit: UnitChoice) -> tuple[str, ...]:
        loads = self._types[unit.id].loads
        return next((load for load in loads if load_value(load) == self._wished(unit, "load")), loads[0])

    def _size_of(self, unit: UnitChoice) -> int:
        if self._pool:
            return self._pool.size(unit)
        return next((size for size in unit.sizes if str(size) == self._wished(unit, "size")), unit.size)

    def _unit(self, unit: UnitChoice, roster: _Roster, turn: int) -> None:
        chosen = self._types[unit.id]
        if self._pool and unit.pooled:
            self._squadrons(unit, self._pool)
            if not self._flies(unit):
                return
        elif len(unit.aircraft) > 1 and not (
            unit.formation and len(unit.mixes_with(chosen.type)) == len(unit.aircraft)
        ):
            options = [(each.slug, each.name) for each in unit.aircraft]
            self._ask(unit, "aircraft", options, chosen.slug, f"{unit.title} does not fly that type.")
        if levels := [(level, ALTITUDES[level]) for level in reversed(chosen.altitudes)]:
            wrong = f"{chosen.name} cannot begin at that Altitude."
            self._choice(field_name(unit.id, "altitude"), levels, self._usual_altitude(unit), wrong)
        if unit.wingman == "optional" and not unit.pooled:
            options = [("yes", "With a Wingman"), ("no", "Lone Leader")]
            self._ask(unit, "wingman", options, "yes", "With a Wingman or alone.")
        options = [(load_value(load), load_title(load)) for load in chosen.loads]
        self._ask(unit, "load", options, options[0][0], f"{unit.title} cannot carry that.")
        options = [(str(each), f"Turn {each}") for each in unit.arrives]
        self._ask(unit, "arrives", options, str(turn), f"{unit.title} cannot arrive then.")
        if len(escorts := self._escorts_of(unit)) > 1:
            options = [("", "No one in particular"), *((each, self._title_of(each)) for each in escorts)]
            usual = escorts[(unit.number - 1) % len(escorts)]
            self._ask(unit, "escorts", options, usual, f"{unit.title} cannot escort that unit.")
        if unit.formation:
            self._formation(unit, chosen, roster)
        else:
            self._seats(unit, chosen.type, roster)

    def _escorts_of(self, unit: UnitChoice) -> list[str]:
        """Whom it may escort: units that fly, as far as the form knows; those of other squadrons may."""
        if self.choices.part_of:
            return list(unit.escorts)
        flying = [each.id for each in self.units if self._flies(each)]
        return [each for each in unit.escorts if each in flying]

    def _title_of(self, unit: str) -> str:
        whole = offered.units(self.choices.pack, self.choices.mission, self.choices.side, self._spent)
        return next((each.title for each in whole if each.id == unit), unit)

    def _squadrons(self, unit: UnitChoice, pool: PoolUnits) -> None:
        """Who flies a unit from the pool, how strong and with which aircraft."""
        able = pool.able(unit)
        squadron = pool.squadron(unit)
        options = [*((key, f"{each.title}: {each.type.name}") for key, each in able.items()), ("", "Stays at home")]
        name = field_name(unit.id, "squadron")
        self._choice(name, options, "", "That squadron cannot fly this unit.")
        self.fields[name].initial = squadron.key if squadron else ""
        if squadron is None:
            return
        sizes = [(str(size), pool.size_title(unit, size)) for size in unit.flown_by(squadron.type).strengths]
        self._ask(unit, "size", sizes, str(pool.size(unit)), f"{unit.title} cannot be so strong.")
        codes = [(each.code, airframe_label(squadron, each.code)) for each in squadron.airframes]
        for number in range(1, pool.size(unit) + 1):
            name = field_name(unit.id, f"airframes-{number}")
            code = pool.code(squadron, self._wish.get(name, ""))
            left = [] if code else [("", "None is left")]
            self._choice(name, [*left, *codes], code, "That aircraft does not fly with this squadron.", select=True)

    def _usual_altitude(self, unit: UnitChoice) -> str:
        """Where strikers hit their target and escorts find them; for the others High if they may begin there."""
        aircraft, load = self._types[unit.id], self._loads[unit.id]
        wanted = "high"
        if unit.role == "striker":
            wanted = "medium" if "bombs" in load else "very-low" if unit.formation and "torpedoes" in load else "low"
        elif unit.escorts:
            wanted = next((self._usual_altitude(each) for each in self.units if each.id in unit.escorts), wanted)
        return wanted if wanted in aircraft.altitudes else aircraft.altitudes[-1]

    def _formation(self, unit: UnitChoice, chosen: AircraftChoice, roster: _Roster) -> None:
        if not unit.pooled:
            options = [(str(size), f"{size} aircraft") for size in unit.sizes]
            self._ask(unit, "size", options, str(unit.size), f"{unit.title} cannot be so large.")
        if modes := unit.modes(chosen.type, self._loads[unit.id]):
            self._ask(unit, "mode", [(mode, MODES[mode]) for mode in modes], modes[0], "It cannot bomb so.")
        models = () if unit.pooled else unit.mixes_with(chosen.type)
        offered = self.choices.pilots_for(chosen.type, self._spent, self._squadron_of(unit))
        for number in range(1, self._sizes[unit.id] + 1):
            if len(models) > 1:
                options = [(model.slug, model.name) for model in models]
                self._choice(
                    field_name(unit.id, f"models-{number}"), options, chosen.slug, "These do not mix.", select=True
                )
            if self.choices.pack.names_men:
                unnamed = UNNAMED_CREW if chosen.type.in_formation else UNNAMED
                self._man(field_name(unit.id, f"crews-{number}"), offered, roster, self._nobody(unit, unnamed))

    def _seats(self, unit: UnitChoice, aircraft: AircraftType, roster: _Roster) -> None:
        offered = self.choices.pilots_for(aircraft, self._spent, self._squadron_of(unit))
        for seat in self._seats_of(unit):
            self._man(field_name(unit.id, seat), offered, roster, self._nobody(unit, UNNAMED))

    def _nobody(self, unit: UnitChoice, unnamed: str) -> str:
        """What a seat without a named man says; empty where every man has a name."""
        squadron = self._squadron_of(unit)
        return "" if squadron and squadron.names_men else unnamed

    def _man(self, name: str, offered: Sequence[Airman], roster: _Roster, nobody: str) -> None:
        """A seat: whoever is wished for, nobody if that is the wish, else the next free man."""
        named = {*([""] if nobody else []), *(str(pilot.pk) for pilot in offered)}
        usual = "" if self._wish.get(name) in named else roster.take(offered, self._wish)
        if not (nobody or usual or self._wish.get(name) in named):
            nobody = "Nobody fit is left"
        self._choice(
            name,
            [*([("", nobody)] if nobody else []), *((str(pilot.pk), pilot.name) for pilot in offered)],
            usual,
            "That pilot does not fly this type.",
        )

    def _seats_of(self, unit: UnitChoice) -> Sequence[str]:
        """Keys of the seats of an Element that may be manned."""
        if unit.pooled:
            return PILOT_KEYS[: self._sizes[unit.id]]
        leader, wingman, section = PILOT_KEYS
        return [leader, *([wingman] if unit.wingman != "never" else []), *([section] if unit.section else [])]

    @property
    def shown_resource(self) -> str:
        """The resource that is spent as the form stands."""
        return self.resource.title if self.resource else "None"

    @property
    def shows_resources(self) -> bool:
        """The choice of a resource stands open."""
        return self._opened == "resource" or "resource" in self.errors

    @property
    def closed(self) -> list[ResourceChoice]:
        """The resources that may not be used in this mission, each with its reason."""
        return [each for each in self.choices.resources if not each.usable]

    @property
    def strikers(self) -> list[AircraftType]:
        """The types that strike, as the form stands."""
        return [self._types[unit.id].type for unit in self.units if unit.role == "striker" and self._flies(unit)]

    @property
    def tomorrow(self) -> PoolAfterPlan | None:
        """What the plan leaves of the pool, as the form stands; ``None`` for a side without one."""
        flights = [
            PlannedUnit(unit, squadron, self._sizes[unit.id], self._loads[unit.id])
            for unit in self.units
            if (squadron := self._squadron_of(unit)) is not None
        ]
        return tomorrow(self.choices, flights)

    def orders(self) -> SideOrders:
        """What the form says, once it is valid; before, without what is not."""
        said = self.cleaned_data
        return SideOrders(
            resource=said.get("resource") or None,
            doctrine=said.get("doctrine") or STEADY,
            experienced_crew=said.get("experienced_crew") or None,
            units=tuple(self._orders_of(unit) for unit in self.units),
        )

    def as_it_stands(self) -> SideOrders:
        """The orders that the form would give as the page shows it."""
        if self.is_bound:
            return self.orders()
        shown = type(self)(self.choices, self._wish, data={name: self[name].initial for name in self.fields})
        shown.full_clean()
        return shown.orders()

    def _orders_of(self, unit: UnitChoice) -> UnitOrders:
        def said(key: str, otherwise: Any = None) -> Any:
            return self.cleaned_data.get(field_name(unit.id, key), otherwise) or None

        if not self._flies(unit):
            return UnitOrders(id=unit.id, flies=False)
        size = self._sizes[unit.id]
        wingman = said("wingman", "no" if unit.wingman == "never" else "yes") == "yes"
        escorts = self._escorts_of(unit)
        load = said("load", load_value(self._loads[unit.id]))
        orders = UnitOrders(
            id=unit.id,
            aircraft=said("aircraft", self._types[unit.id].slug),
            wingman=wingman,
            altitude=said("altitude"),
            load=tuple(load.split("+")) if load else (),
            arrives=int(said("arrives", unit.arrives[0])),
            escorts=said("escorts") if len(escorts) > 1 else next(iter(escorts), None),
        )
        if squadron := self._squadron_of(unit):
            wingman = size > 1
            orders = orders.but(
                flies=True,
                squadron=squadron.key,
                airframes=tuple(said(f"airframes-{place}") for place in range(1, size + 1)),
                wingman=wingman and not unit.formation,
                section=size > 2 and not unit.formation,
            )
        if unit.formation:
            places = range(1, size + 1)
            first = self._types[unit.id].slug
            return orders.but(
                models=tuple(said(f"models-{place}", first) for place in places),
                mode=said("mode"),
                crews=tuple(_number(said(f"crews-{place}")) for place in places),
            )
        leader, *others = self._seats_of(unit)
        men = {leader: _number(said(leader)), **{seat: _number(said(seat)) if wingman else None for seat in others}}
        return orders.but(**men)

    def unit_fields(self) -> list[UnitFields]:
        """The units in order, each with its fields."""
        rows = ManRows(self.choices)
        return [self._laid_out(unit, rows) for unit in self.units]

    def _laid_out(self, unit: UnitChoice, rows: ManRows) -> UnitFields:
        begins = field_name(unit.id, "")
        fields = {name.removeprefix(begins): self[name] for name in self.fields if name.startswith(begins)}
        options = {str(option.data["value"]): option for option in fields.get("altitude", ())}
        return UnitFields(
            rules=self.choices.pack.rules,
            unit=unit,
            aircraft=self._types[unit.id],
            load=self._loads[unit.id] if self._flies(unit) else (),
            size=self._sizes[unit.id],
            fields=fields,
            squadron_cards=self._squadron_cards(unit, fields.get("squadron")),
            squadron=self._squadron_of(unit),
            why_empty=self.choices.why_empty(unit) if unit.pooled else (),
            advice=briefing.altitude_advice(
                unit.role, self._types[unit.id].type, self._loads[unit.id], self.choices.definition.type
            ),
            bands=tuple(
                AltitudeLevel(level, name, options.get(level))
                for level, name in reversed(ALTITUDES.items())
                if len(options) > 1 or level in options
            ),
            seats=tuple(self._laid_out_seats(unit, fields, rows)) if self._flies(unit) else (),
            is_sweep=self.choices.strikes and unit.role == "fighter",
            unfit=unfit(self.choices, unit, self._squadron_of(unit)) if self.choices.pack.names_men else (),
            was_opened=self._opened == unit.id,
        )

    def _squadron_cards(
        self, unit: UnitChoice, squadrons: BoundField | None
    ) -> tuple[tuple[Any, SquadronChoice | None], ...]:
        able = self._pool.able(unit) if self._pool else {}
        return tuple((option, able.get(str(option.data["value"]))) for option in squadrons or ())

    def _laid_out_seats(
        self, unit: UnitChoice, fields: Mapping[str, BoundField], rows: ManRows
    ) -> Iterator[SeatFields]:
        seats = [] if unit.formation else self._seats_of(unit)
        for place in range(1, (len(seats) or self._sizes[unit.id]) + 1):
            names = [f"airframes-{place}", f"models-{place}", seats[place - 1] if seats else f"crews-{place}"]
            airframe, model, man = map(fields.get, names)
            title = _SEAT_TITLES[seats[place - 1]] if seats else self._place(place)
            men, chosen = (rows.of(man), rows.chosen(man)) if man else ((), None)
            yield SeatFields(title, man, model, airframe, men, chosen)

    def _place(self, place: int) -> str:
        """Which aircraft of its unit; the first may be the Leader's."""
        leads = place == 1 and self.choices.pack.rules.has_leaders
        return f"Aircraft {place}{', the Leader' if leads else ''}"

    def field_of(self, refusal: Refusal) -> str:
        """Of a unit's refusal that field, or the first of the unit."""
        _, _, path = refusal.field.partition("units.")
        name = path.replace(".", "-") if path else refusal.field
        if path and name not in self.fields:
            unit = path.partition(".")[0]
            return next((each for each in self.fields if each.startswith(f"{unit}-")), name)
        return name


_SEAT_TITLES = dict(zip(PILOT_KEYS, ("Leader", "Wingman", "Third of the Section"), strict=True))


class _Roster:
    """Gives each free seat a pilot of its own: those with most missions first, from a pool who is rested and proven."""

    def __init__(self, choices: Choices) -> None:
        self._taken: set[int] = set()
        self._order: dict[int, tuple[Any, ...]] = {
            pilot.pk: (pilot.is_green, last_flown(pilot), pilot.missions, pilot.name)
            if pilot.squadron
            else (-pilot.missions, pilot.name)
            for pilot in choices.pilots
        }

    def take(self, offered: Sequence[Airman], wish: Mapping[str, str]) -> str:
        """The next free pilot of ``offered``, or nobody; whom the wish names elsewhere is not free."""
        wanted = {value for name, value in wish.items() if "_pilot" in name or "-crews-" in name}
        free = [each for each in offered if each.pk not in self._taken and str(each.pk) not in wanted]
        if not free:
            return ""
        found = min(free, key=lambda each: self._order[each.pk])
        self._taken.add(found.pk)
        return str(found.pk)


def _number(text: str | None) -> int | None:
    return int(text) if text else None
