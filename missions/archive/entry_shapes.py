"""What each kind of journal entry must hold to be read by everything that reads journals.

Operations write nothing else; a file that brings a campaign in is checked against it. Keys that nobody reads may
stand beside.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from campaigns.models import terms
from campaigns.packs.schema import Colour
from campaigns.packs.schema import Side as SideName

Text: TypeAlias = Annotated[str, Field(max_length=4000)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=100_000)]
Amount: TypeAlias = Annotated[int, Field(ge=-100_000, le=100_000)]
Slug: TypeAlias = Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{1,60}$")]
"""What stands in an address: the key of a squadron, the letters of an aircraft."""
SideOrNone: TypeAlias = Literal["", "allied", "axis"]


def _day(text: str) -> str:
    datetime.date.fromisoformat(text)
    return text


def _part(text: str) -> str:
    if not 0 <= Fraction(text) <= 100_000:
        raise ValueError("this is too much")
    return text


Day: TypeAlias = Annotated[str, Field(max_length=10), AfterValidator(_day)]
Part: TypeAlias = Annotated[str, Field(pattern=r"^[0-9]{1,6}(/[1-9][0-9]{0,5})?$"), AfterValidator(_part)]
"""A number that may have a part: ``7/2``."""


def _moment(text: str) -> str:
    if datetime.datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("this time has no zone")
    return text


def _changed(changed: dict[str, list[Any]]) -> dict[str, list[Any]]:
    for name, values in changed.items():
        if name not in terms.FIELDS or any(terms.wrong(name, value) for value in values):
            raise ValueError(f"there are no such terms as {name!r:.40}")
    return changed


Moment: TypeAlias = Annotated[str, Field(max_length=40), AfterValidator(_moment)]
Changed: TypeAlias = Annotated[
    dict[str, Annotated[list[Any], Field(min_length=2, max_length=2)]], Field(min_length=1), AfterValidator(_changed)
]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class _Card(_Shape):
    number: Count
    face: Text


class _DrawnCard(_Card):
    colour: Colour


class _Points(_Shape):
    allied: Amount
    axis: Amount


class _Place(_Shape):
    unit: Text
    seat: Text
    aircraft: Text


class _Started(_Shape):
    version: Text


class _Grades(_Shape):
    allied: Text
    axis: Text


class _Operation(_Shape):
    name: Text
    began: Annotated[str, Field(min_length=1, max_length=40)]
    points: _Points
    grade: _Grades
    text: Text


class _Drawn(_Shape):
    key: Text
    title: Text
    date: Annotated[str, Field(max_length=10)]
    place: Text
    stage: Text
    cards: list[_DrawnCard]
    skilled: dict[SideName, Text]
    period: Count = 0
    chosen: SideOrNone = ""
    operation: _Operation | None = None


class _Resource(_Shape):
    key: Text
    title: Text
    cost: Count = 0


class _Sortie(_Place):
    aircraft_class: Text = Field(alias="class")
    status: Literal["undamaged", "damaged", "destroyed"]
    exit: Text
    hits: Count
    cause: Text
    over_target: bool
    jettisoned: bool
    role: Text = ""
    number: Count = 0
    load: list[Text] = []
    struck: Amount = 0
    cargo: Amount = 0
    mines: Amount = 0
    recon: Amount = 0
    fuel: Amount | None = None
    airframe: Text = ""
    squadron: Text = ""
    damaged: Count = 0


class _Kill(_Place):
    victim: _Place
    share: tuple[Literal[1], Annotated[int, Field(ge=1, le=99)]] | None = Field(default=None, strict=False)


class _Target(_Shape):
    name: Text
    damage: Amount
    level: Text
    points: Amount
    ship: Text = ""


class _Scored(_Shape):
    points: Amount
    section: Text
    reason: Text
    unit: Text
    seat: Text
    aircraft: Text


class _Die(_Shape):
    die: Count


class _Fate(_Place):
    airframe: Text
    card: _Card | _Die
    result: Text
    fuel_tank: bool
    ground: Literal["friendly", "enemy", "water"]
    fate: Literal["unhurt", "wounded", "captured", "missing", "killed"]
    missions_out: Count


class _Search(_Shape):
    card: _Card
    result: Text
    fate: Literal["rescued", "missing"]


class _Debriefed(_Shape):
    way: Literal["engine", "table", "grounded", "operation"]
    turns: Count
    duration: list[Count] = []
    effects: dict[SideName, list[Text]] = {}
    points: _Points
    notes: list[Text]
    corrected: bool = False


class _Voided(_Shape):
    reason: Text


class _Ruling(_Shape):
    kill: Count
    verdict: Literal["confirmed", "denied", "shared"]
    partner: Count | None = Field(alias="with")
    reason: Text


class _Period(_Shape):
    number: Count
    first: Day
    last: Day
    stage: Text
    card: _DrawnCard | None
    weather: Text | None


class _Skill(_Shape):
    code: Text


class _Decorated(_Shape):
    name: Text
    reason: Text


class _Resolved(_Shape):
    conflict: Text
    how: Literal["accept"]
    reason: Text


class _Substituted(_Shape):
    conflict: Text
    how: Literal["substitute"]
    reason: Text
    mission: Count
    unit: Text
    seat: Text
    airframe: Text = ""
    pilot: Count | None = None
    who: Text = ""
    whose: Text = ""


class _Pack(_Shape):
    version: Text
    old: Text = Field(alias="from")


class _Note(_Shape):
    text: Text


class _Seat(_Shape):
    how: Literal["given", "invited", "joined", "left", "taken-away", "stand-in", "stand-in-ended", "handed-over"]
    role: Literal["reader", "pilot", "intelligence", "leader", "commander", "umpire", "owner"]
    who: Annotated[str, Field(min_length=1, max_length=150)]
    whose: Annotated[str, Field(max_length=150)] = ""
    squadron: Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{0,60}$")] = ""


class _StandIn(_Seat):
    until: Moment


class _OrdersDecided(_Shape):
    how: Literal["kept", "withdrawn"]
    who: Annotated[str, Field(min_length=1, max_length=150)]


class _Terms(_Shape):
    changed: Changed


class _Named(_Shape):
    was: Annotated[str, Field(pattern=r"\S", max_length=80)]
    name: Annotated[str, Field(pattern=r"\S", max_length=80)]
    reason: Text = ""


class _Given(_Shape):
    who: Annotated[str, Field(max_length=150)]


class _Finished(_Shape):
    missions: Count
    points: _Points
    margin: Amount
    least: Amount | None
    grade: _Grades
    text: Text


class _Change(_Shape):
    reason: Text


class _NewSquadron(_Change):
    key: Slug
    title: Text
    code: Text
    nation: Text
    service: Text
    aircraft: Text
    base: Text


class _OfSquadron(_Change):
    squadron: Slug


class _OfCodes(_Change):
    codes: list[Slug]


class _CodesOfSquadron(_OfSquadron):
    codes: list[Slug]


class _NewAircraft(_CodesOfSquadron):
    aircraft: Text


class _Repair(_Change):
    code: Slug


class _Status(_Change):
    status: Literal["fit", "wounded", "leave", "killed", "captured", "missing"]
    back: Count | None


class _Career(_Change):
    experience: Part
    kills: Part
    missions: Count
    green: bool
    skills: list[Text]


class _Stock(_Change):
    stock: Text
    amount: Amount


class _ChangedPoints(_Change):
    points: Amount


class _Progress(_Change):
    spaces: Amount


class _Rule(_Change):
    text: Text


OF_MISSIONS = (
    "drawn",
    "resource",
    "sortie",
    "kill",
    "target",
    "points",
    "fate",
    "search",
    "debriefed",
    "voided",
    "ruling",
    "orders",
)
"""Kinds that are about a mission."""
OF_SIDES = ("resource", "sortie", "kill", "points", "fate", "search", "orders")
"""Kinds that are about one side."""
OF_MEN = ("search", "skill", "decorated", "ruling", "named")
"""Kinds that are about a man."""
_SHAPES: Mapping[str, type[_Shape]] = {
    "started": _Started,
    "drawn": _Drawn,
    "resource": _Resource,
    "sortie": _Sortie,
    "kill": _Kill,
    "target": _Target,
    "points": _Scored,
    "fate": _Fate,
    "search": _Search,
    "debriefed": _Debriefed,
    "voided": _Voided,
    "ruling": _Ruling,
    "period": _Period,
    "skill": _Skill,
    "decorated": _Decorated,
    "pack": _Pack,
    "note": _Note,
    "terms": _Terms,
    "orders": _OrdersDecided,
    "finished": _Finished,
}
_CHANGES: Mapping[str, type[_Shape]] = {
    "squadron": _NewSquadron,
    "deliver": _NewAircraft,
    "withdraw": _OfCodes,
    "move": _CodesOfSquadron,
    "repair": _Repair,
    "re-equip": _NewAircraft,
    "withdraw-squadron": _OfSquadron,
    "bring-squadron": _OfSquadron,
    "man": _Change,
    "transfer": _OfSquadron,
    "status": _Status,
    "career": _Career,
    "stock": _Stock,
    "points": _ChangedPoints,
    "progress": _Progress,
    "rule": _Rule,
}


def wrong(kind: str, side: str, mission: int | None, pilot: int | None, data: Mapping[str, Any]) -> str:
    """What an entry of ``kind`` lacks, or holds that it must not, in a few words; empty if it can be read."""
    if mission is None and kind in OF_MISSIONS:
        return "it names no mission"
    if not side and kind in OF_SIDES:
        return "it names no side"
    if pilot is None and kind in OF_MEN:
        return "it names no man"
    try:
        _shape(kind, data).model_validate(data)
    except KeyError:
        return f"there is no change such as {data.get('what')!r:.40}"
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        return f"{where}: {first['msg']}"
    return ""


def _shape(kind: str, data: Mapping[str, Any]) -> type[_Shape]:
    """Raises ``KeyError``."""
    if kind == "change":
        return _CHANGES[str(data.get("what"))]
    if kind == "resolved":
        return _Substituted if data.get("how") == "substitute" else _Resolved
    if kind == "seat":
        return _StandIn if data.get("how") == "stand-in" else _Seat
    if kind == "named":
        return _Given if "who" in data else _Named
    return _SHAPES[kind]
