"""Which squadron, aircraft and men fly a unit of a side that keeps a pool. [SUP 25, 27 step 4]

What the orders leave open is filled with the usual: the squadron that has most to send, its least flown aircraft,
the men who have rested longest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaigns.standing.model import Airman
from config.common.refusals import Refusal
from missions.planning.choices import Choices, UnitChoice
from missions.planning.orders import PILOT_KEYS, UnitOrders
from missions.planning.pool import SquadronChoice

ALONE, WITH_WINGMAN, OF_THREE = 1, 2, 3


class Assignments:
    """Completes units one after another and remembers what flies already."""

    def __init__(self, choices: Choices, given: Iterable[UnitOrders]) -> None:
        self._choices = choices
        flying = [unit for unit in given if unit.flies]
        self._named_codes = {code for unit in flying for code in unit.airframes or () if code}
        self._named_men = {man for unit in flying for man in unit.men}
        self._taken: dict[str, str] = {}
        """By code: the title of the unit that it flies with."""
        self._manned: set[int] = set()

    def completed(self, unit: UnitChoice, given: UnitOrders, field: str) -> UnitOrders:
        """The unit's orders with squadron, airframes, aircraft, size and men in place."""
        squadron = self._squadron(unit, given, field)
        if squadron.type.flies_alone:
            unit, given = unit.flown_by(squadron.type), given.alone
        count = self._count(unit, squadron, given, field)
        codes = self._airframes(unit, squadron, count, given, field)
        manned = (self._formation if unit.formation else self._element)(unit, squadron, count, given, field)
        return given.but(flies=True, squadron=squadron.key, airframes=codes, aircraft=squadron.type.slug, **manned)

    # The squadron

    def _squadron(self, unit: UnitChoice, given: UnitOrders, field: str) -> SquadronChoice:
        key = given.squadron
        types = [type_ for type_ in (given.aircraft, *(given.models or ())) if type_]
        pool = self._choices.pool
        assert pool
        if key is None:
            able = self._choices.squadrons_for(unit)
            flying = [each for each in able if all(type_ == each.type.slug for type_ in types)]
            if able and not flying:
                offered = " or ".join(dict.fromkeys(each.type.name for each in able))
                raise Refusal(f"{unit.title} flies {offered}.", f"{field}.aircraft")
            if not able:
                raise Refusal(
                    f"{unit.title} cannot fly: {' '.join(self._choices.why_empty(unit))} Let it stay at home.",
                    f"{field}.squadron",
                )
            return max(flying, key=lambda each: len(self._free(each)))
        squadron = pool.squadron(key)
        if squadron is None:
            raise Refusal("Your side has no such squadron.", f"{field}.squadron")
        if unit.aircraft_of(squadron.type.slug) is None:
            wanted = " or ".join(choice.name for choice in unit.aircraft)
            raise Refusal(
                f"{unit.title} flies {wanted}, and {squadron.title} has the {squadron.type.name}. "
                "Choose another squadron.",
                f"{field}.squadron",
            )
        if squadron.most < unit.fewest:
            raise Refusal(f"{squadron.why_not} Choose another squadron or let it stay at home.", f"{field}.squadron")
        if any(type_ != squadron.type.slug for type_ in types):
            raise Refusal(f"{squadron.title} flies the {squadron.type.name} and nothing else.", f"{field}.aircraft")
        return squadron

    # Its aircraft

    def _free(self, squadron: SquadronChoice) -> list[str]:
        """Serviceable aircraft that no unit has and none names."""
        return [
            airframe.code
            for airframe in squadron.airframes
            if airframe.code not in self._taken and airframe.code not in self._named_codes
        ]

    def _count(self, unit: UnitChoice, squadron: SquadronChoice, given: UnitOrders, field: str) -> int:
        """How many aircraft the unit flies with: as the orders say, else as many as it may and can."""
        sizes = _sizes(unit, given, field)
        named = given.airframes
        if named is not None:
            if len(named) not in sizes:
                wanted = " or ".join(str(size) for size in sizes)
                raise Refusal(f"{unit.title} flies {wanted} aircraft: name as many.", f"{field}.airframes")
            return len(named)
        if len(sizes) == 1:
            return sizes[0]
        able = min(len(self._free(squadron)), self._fit(squadron))
        return max((size for size in sizes if size <= able), default=min(sizes))

    def _airframes(
        self, unit: UnitChoice, squadron: SquadronChoice, count: int, given: UnitOrders, field: str
    ) -> tuple[str, ...]:
        named = [code or None for code in given.airframes or (None,) * count]
        for code in named:
            if code is not None:
                self._take(unit, squadron, code, field)
        free = self._free(squadron)
        missing = named.count(None)
        if missing > len(free):
            left = len(free) + count - missing
            raise Refusal(
                f"{unit.title} needs {count} aircraft, and {squadron.title} has "
                f"{left or 'none'} left for it. Send fewer, another squadron, or let it stay at home.",
                f"{field}.airframes",
            )
        codes = tuple(code or free.pop(0) for code in named)
        self._taken |= dict.fromkeys(codes, unit.title)
        return codes

    def _take(self, unit: UnitChoice, squadron: SquadronChoice, code: str, field: str) -> None:
        """One aircraft that the orders name: it must be the squadron's, here, serviceable and free."""
        place = f"{field}.airframes"
        found = self._choices.standing.airframes.get(code)
        if found is None or found.side != self._choices.side:
            raise Refusal(f"Your side has no aircraft {code!r}.", place)
        if found.code in self._taken:
            raise Refusal(f"{code} flies with {self._taken[found.code]} already. Choose another aircraft.", place)
        if found.status == "repair":
            when = "Period" if self._choices.pack.has_periods else "Mission"
            raise Refusal(f"{code} is under repair until {when} {found.back}. Choose another aircraft.", place)
        if found.status != "serviceable":
            what = "has been lost" if found.status == "lost" else "has left the pool"
            raise Refusal(f"{code} {what}. Choose another aircraft.", place)
        if found.squadron != squadron.key:
            owner = self._choices.standing.squadrons.get(found.squadron)
            whose = f"belongs to {owner.title}" if owner else "is elsewhere"
            raise Refusal(f"{code} {whose}, not with {squadron.title}. Choose another aircraft.", place)
        if found.aircraft != squadron.type.slug:
            raise Refusal(f"{code} is no {squadron.type.name}. Choose another aircraft.", place)
        self._taken[found.code] = unit.title

    # Its men

    def _fit(self, squadron: SquadronChoice) -> int:
        """How many seats can be filled: of a squadron that does not name its men any number."""
        return len(self._rested(squadron)) if squadron.names_men else len(squadron.ready)

    def _rested(self, squadron: SquadronChoice) -> list[Airman]:
        """Fit men whom no unit has and none names, those first who have rested longest."""
        return [man for man in squadron.men if man.pk not in self._manned and man.pk not in self._named_men]

    def _element(
        self, unit: UnitChoice, squadron: SquadronChoice, count: int, given: UnitOrders, field: str
    ) -> dict[str, object]:
        men = self._men(unit, squadron, given.pilots[:count], field, PILOT_KEYS)
        named = dict(zip(PILOT_KEYS, men, strict=False))
        return {"wingman": count >= WITH_WINGMAN, "section": count == OF_THREE, **named}

    def _formation(
        self, unit: UnitChoice, squadron: SquadronChoice, count: int, given: UnitOrders, field: str
    ) -> dict[str, object]:
        crews = (None,) * count if given.crews is None else given.crews
        if len(crews) != count:
            raise Refusal(f"{unit.title} flies {count} aircraft: name a crew for each.", f"{field}.crews")
        fields = [f"crews.{number}" for number in range(1, count + 1)]
        men = self._men(unit, squadron, crews, field, fields)
        return {"models": (squadron.type.slug,) * count, "crews": men}

    def _men(
        self, unit: UnitChoice, squadron: SquadronChoice, named: Sequence[int | None], field: str, seats: Sequence[str]
    ) -> tuple[int | None, ...]:
        """Who flies: whoever is named, else who has rested longest; men without names where none are kept."""
        if not squadron.names_men:
            return tuple(named)
        rested = self._rested(squadron) if None in named else []
        men: list[int] = []
        for man, seat in zip(named, seats, strict=False):
            if man is None and not rested:
                raise Refusal(
                    f"{squadron.title} has nobody fit left for {unit.title}. "
                    "Send fewer aircraft or let it stay at home.",
                    f"{field}.{seat}",
                )
            men.append(rested.pop(0).pk if man is None else man)
        self._manned.update(men)
        return tuple(men)


def why_not_fit(airman: Airman) -> str:
    """Why a man of the side does not fly this mission, in a sentence; empty if he could."""
    back = f" until Mission {airman.back}" if airman.back else ""
    sentences = {
        "wounded": f"{airman.name} is wounded{back}.",
        "leave": f"{airman.name} is on leave{back}.",
        "evading": f"{airman.name} is on the way home from behind the enemy’s lines{back}.",
        "missing": f"{airman.name} is missing.",
        "captured": f"{airman.name} is a prisoner.",
        "killed": f"{airman.name} has been killed.",
        "away": f"{airman.name} is not with your side yet.",
    }
    return sentences.get(airman.status, "")


def _sizes(unit: UnitChoice, given: UnitOrders, field: str) -> tuple[int, ...]:
    """The numbers of aircraft that the orders leave open."""
    if unit.formation:
        if given.models is None:
            return unit.sizes
        if len(given.models) not in unit.sizes:
            raise Refusal(f"{unit.title} is a Formation of 1 to {unit.size} aircraft here.", f"{field}.models")
        return (len(given.models),)
    wingman = given.wingman if given.says("wingman") else None
    section = given.section if given.says("section") else None
    if wingman and unit.wingman == "never":
        raise Refusal(f"{unit.title} has no Wingman in this mission.", f"{field}.wingman")
    if section and (wingman is False or not unit.section):
        raise Refusal(f"{unit.title} is no Section in this mission. [WBY 17.6]", f"{field}.section")
    if section:
        return (OF_THREE,)
    sizes = unit.strengths
    if section is False:
        sizes = tuple(size for size in sizes if size < OF_THREE)
    if wingman is not None:
        sizes = tuple(size for size in sizes if (size > ALONE) == wingman)
    return sizes
