"""What all types of ``campaigns.standing.kinds`` have in common, and the values that they are made of."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

Text: TypeAlias = Annotated[str, Field(max_length=4000)]
Texts: TypeAlias = Annotated[tuple[Text, ...], Field(strict=False)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=100_000)]
Counts: TypeAlias = Annotated[tuple[Count, ...], Field(strict=False)]
Amount: TypeAlias = Annotated[int, Field(ge=-100_000, le=100_000)]
Slug: TypeAlias = Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{1,60}$")]
"""What stands in an address: the key of a squadron, the letters of an aircraft."""
Codes: TypeAlias = Annotated[tuple[Slug, ...], Field(strict=False)]
User: TypeAlias = Annotated[str, Field(max_length=150)]
SideOrNone: TypeAlias = Literal["", "allied", "axis"]


def _day(text: str) -> str:
    datetime.date.fromisoformat(text)
    return text


def _fractional(text: str) -> str:
    if not 0 <= Fraction(text) <= 100_000:
        raise ValueError("this is too much")
    return text


def _moment(text: str) -> str:
    if datetime.datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("this time has no zone")
    return text


Day: TypeAlias = Annotated[str, Field(max_length=10), AfterValidator(_day)]
Fractional: TypeAlias = Annotated[str, Field(pattern=r"^[0-9]{1,6}(/[1-9][0-9]{0,5})?$"), AfterValidator(_fractional)]
"""A number that may have a part: ``7/2``."""
Moment: TypeAlias = Annotated[str, Field(max_length=40), AfterValidator(_moment)]


def called(key: str) -> Any:
    """A field that a line calls by a word of Python's."""
    return Field(validation_alias=key, serialization_alias=key)


class Part(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True, strict=True, validate_by_name=True, validate_by_alias=True)


class Written(Protocol):
    """What holds what a line says as JSON."""

    @property
    def data(self) -> Mapping[str, object]: ...


class People(Part):
    """Keys of the accounts of those who are named; a campaign's file leaves them out."""

    who: int | None = None
    whose: int | None = None


Names: TypeAlias = Literal["never", "may", "must"]
"""Whether an entry names a mission, a side, a man."""
Decider: TypeAlias = Literal["nobody", "side", "umpire"]
Listed: TypeAlias = Literal["nobody", "side", "everybody"]
Subject: TypeAlias = Literal["missions", "sorties", "kills", "men", "points", "changes", "people", "notes"]
"""What a reader of the journal asks for."""


class Said(Part):
    """What a line says. Keys that nobody reads stay beside.

    A kind has its word, its label and its subject; the rest has to be said where it is not as usual.
    """

    kind: ClassVar[str]
    label: ClassVar[str]
    subject: ClassVar[Subject]
    of_mission: ClassVar[Names] = "never"
    of_side: ClassVar[Names] = "never"
    of_man: ClassVar[Names] = "never"
    is_open: ClassVar[bool] = False
    """Of a side, it is everybody's to read; else, while the campaign runs, theirs alone who see that side's plans …"""
    closed_by: ClassVar[str] = ""
    """… as it is if it says this."""
    corrects: ClassVar[bool] = False
    """After it something that was drawn before may no longer fit."""
    taken_back_by: ClassVar[Decider] = "nobody"
    """By whom one may be taken back by itself: who commands its side, or umpires alone, as all without a side."""
    waits: ClassVar[bool] = True
    """It is not taken back while a mission is under way, whose orders may count on it."""
    listed_for: ClassVar[Listed] = "nobody"
    """Who sees it among the changes made by hand, where it is taken back."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        if "kind" in vars(cls) and not {"label", "subject"} <= vars(cls).keys():
            raise TypeError(f"{cls.__name__} begins a kind: give its label and its subject")

    @classmethod
    def of(cls, line: Written) -> Self:
        """What a line of this kind says, as the type of just that. Raises ``ValidationError``."""
        known = getattr(line, "said", None)
        return known if isinstance(known, cls) else cls.said(line.data)

    @classmethod
    def said(cls, data: Mapping[str, object]) -> Self:
        """The same of the data themselves."""
        kind = cls.variant(data)
        assert issubclass(kind, cls)
        return kind.model_validate(data)

    @classmethod
    def variant(cls, data: Mapping[str, object]) -> type[Said]:
        """The type of just what ``data`` of this kind says. Raises ``KeyError`` if there is none."""
        return cls

    def as_json(self, *, accounts: bool = True) -> dict[str, object]:
        """As a row holds it, nothing that was not said; without ``accounts`` as a file does."""
        left_out = None if accounts else {"people"}
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude=left_out)

    def but(self, **changed: object) -> Self:
        """The same with what is ``changed``. ``TypeError``: it says no such thing."""
        if odd := changed.keys() - type(self).model_fields.keys():
            raise TypeError(f"{self.kind} says nothing about {odd}")
        return self.model_copy(update=changed)

    def with_men(self, keys: Mapping[int, int]) -> Said:
        """The same with the men that it names under other keys. Raises ``KeyError``."""
        return self

    def gives(self, side: str) -> Mapping[str, int]:
        """What an entry of ``side`` adds to the sides' points, where no fold is made. A mission's are its debrief's."""
        return {}

    @classmethod
    def names(cls) -> Mapping[str, Names]:
        """What an entry of this kind is about, beside what it says."""
        return {"mission": cls.of_mission, "side": cls.of_side, "man": cls.of_man}


class Card(Part):
    number: Count
    face: Text


class PointsBySide(Part):
    allied: Amount
    axis: Amount

    @property
    def by_side(self) -> dict[str, int]:
        return {"allied": self.allied, "axis": self.axis}
