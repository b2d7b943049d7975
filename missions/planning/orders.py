"""A side's orders: what it sends into a mission and how that fights. Read from JSON and written to it here alone.

    {"resource": "bf-110c-element" | null, "doctrine": "steady", "experienced_crew": "axis-2" | null,
     "units": [{"id": "axis-1", "aircraft": "bf-109e-3", "altitude": "high", "load": "bombs", "leader_pilot": 12, …},
               {"id": "axis-2", "flies": false}, …]}

Orders tell what somebody said from what nobody has said yet (``says``): a plan may be half written, and orders that
were signed before a key was known lack it still. ``as_json`` gives back what was read, key by key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
)

from config.common.refusals import Refusal

Word: TypeAlias = Annotated[StrictStr, Field(max_length=100)]
Row: TypeAlias = Annotated[StrictInt, Field(ge=1)]
"""Of a man."""
STEADY = "steady"
PILOT_KEYS = ("leader_pilot", "wingman_pilot", "section_pilot")
"""Of an Element or a Section."""


def _each(load: object) -> object:
    """One load or none as a row holds it, like several."""
    return () if load is None else (load,) if isinstance(load, str) else load


def one_or_several(load: tuple[str, ...]) -> list[str] | str | None:
    """A load as a row holds it, and as the engine takes it."""
    return load[0] if len(load) == 1 else list(load) or None


Load: TypeAlias = Annotated[tuple[Word, ...], BeforeValidator(_each), PlainSerializer(one_or_several)]


class _Said(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)

    def says(self, key: str) -> bool:
        """Whether ``key`` was said, be it with its usual value."""
        return key in self.model_fields_set

    @property
    def unknown(self) -> str:
        """The first thing said that orders say nothing about; empty if there is none."""
        return next(iter(self.model_extra or ()), "")

    def but(self, **changed: object) -> Self:
        """The same with what is ``changed``, which has been checked. ``TypeError``: orders say no such thing."""
        if odd := changed.keys() - self.__dict__.keys():
            raise TypeError(f"orders say nothing about {odd}")
        return self.model_copy(update=changed)


class UnitOrders(_Said):
    """Of one unit. Men go by their row; what is ``None`` nobody chose, or is not to be chosen."""

    id: Word
    """``axis-1`` …, in the order of the mission (``UnitChoice.id``)."""
    flies: StrictBool = True
    """Only units of a pool may stay at home."""
    aircraft: Word = ""
    """Its type; of a Formation the first model."""
    models: tuple[Word, ...] | None = None
    """Of a Formation, aircraft by aircraft; ``None`` of an Element."""
    wingman: StrictBool = False
    section: StrictBool = False
    """It flies as a Section of three."""
    altitude: Word | None = None
    load: Load = ()
    mode: Word | None = None
    """How a Formation bombs."""
    arrives: StrictInt = 1
    """Game-Turn."""
    escorts: Word | None = None
    """The unit that it escorts."""
    leader_pilot: Row | None = None
    wingman_pilot: Row | None = None
    section_pilot: Row | None = None
    crews: tuple[Row | None, ...] | None = None
    """Of a Formation, aircraft by aircraft."""
    squadron: Word | None = None
    """Of a pool: its key."""
    airframes: tuple[Word | None, ...] | None = None
    """Of a pool: their codes, aircraft by aircraft."""

    @property
    def alone(self) -> UnitOrders:
        """The same without the Wingman and the third man."""
        return self.but(wingman=False, section=False, wingman_pilot=None, section_pilot=None)

    @property
    def pilots(self) -> tuple[int | None, int | None, int | None]:
        """Leader, Wingman and third of a Section."""
        return self.leader_pilot, self.wingman_pilot, self.section_pilot

    @property
    def men(self) -> tuple[int, ...]:
        """All who are named."""
        return tuple(man for man in (*self.pilots, *(self.crews or ())) if man is not None)

    def with_men(self, keys: Mapping[int, int]) -> UnitOrders:
        """The same with its men under other keys. Raises ``KeyError``."""
        named = {key: keys[man] for key in PILOT_KEYS if (man := getattr(self, key)) is not None}
        crews = {"crews": tuple(man and keys[man] for man in self.crews)} if self.crews else {}
        return self.but(**named, **crews)


class SideOrders(_Said):
    """Of one side."""

    resource: Word | None = None
    """Key of the Resource that is spent."""
    doctrine: Annotated[Word, BeforeValidator(lambda said: said or STEADY)] = STEADY
    """How the engine's pilots fight (``engine.core.players.DOCTRINES``)."""
    experienced_crew: Word | None = None
    """The striking unit that gets the experienced crew of the Resource."""
    units: Annotated[tuple[UnitOrders, ...], Field(max_length=200)]

    @property
    def by_id(self) -> dict[str, UnitOrders]:
        return {unit.id: unit for unit in self.units}

    @property
    def flying(self) -> tuple[UnitOrders, ...]:
        return tuple(unit for unit in self.units if unit.flies)

    @property
    def unknown(self) -> str:
        return super().unknown or next((unit.unknown for unit in self.units if unit.unknown), "")

    def with_men(self, keys: Mapping[int, int]) -> SideOrders:
        """The same with its men under other keys. Raises ``KeyError``."""
        return self.but(units=tuple(unit.with_men(keys) for unit in self.units))

    def as_json(self) -> dict[str, Any]:
        """As a row or a file holds it: nothing that was not said."""
        return self.model_dump(mode="json", exclude_unset=True)


NOTHING_YET = SideOrders(resource=None, doctrine=STEADY, experienced_crew=None, units=())
"""A plan in which nothing has been decided."""


def stored(document: object) -> SideOrders:
    """Orders as a row or a file holds them. Keys that nobody reads stay beside. Raises ``ValidationError``."""
    return SideOrders.model_validate(document)


def read(document: object) -> SideOrders:
    """Orders that somebody hands in, which say nothing but what orders say.

    Raises ``Refusal`` at the first thing that cannot be read (``units.axis-1.arrives``).
    """
    try:
        orders = stored(document)
    except ValidationError as error:
        where, what = first_problem(document, error)
        raise Refusal(f"The orders cannot be read{where and f' at {where}'}: {what}.", where) from None
    if orders.unknown:
        raise Refusal(f"Orders say nothing about {orders.unknown!r}.", "units")
    return orders


def first_problem(document: object, error: ValidationError) -> tuple[str, str]:
    """Where ``document`` cannot be read, by the names of its units, and why."""
    first = error.errors(include_url=False)[0]
    steps: list[str] = []
    here: Any = document
    for step in first["loc"]:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            here = None
        name = here.get("id") if isinstance(step, int) and isinstance(here, dict) else None
        counted = step + 1 if isinstance(step, int) else step
        steps.append(name if isinstance(name, str) else str(counted))
    return ".".join(steps), first["msg"]
