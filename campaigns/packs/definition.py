"""A whole pack: what a campaign definition file holds, and what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

import engine
from campaigns.catalogue.library import AircraftType, PilotName, Target, library
from campaigns.packs.effects import any_of
from campaigns.packs.maps import MapDefinition
from campaigns.packs.pools import Calendar, Event, Progress, ReplacementLine, SquadronLine, Stock, StockName
from campaigns.packs.schema import (
    COLOURS,
    CarriedCards,
    Date,
    Kind,
    MissionDefinition,
    Model,
    Note,
    Prose,
    Resource,
    Row,
    Scoring,
    Side,
    SideDefinition,
    Slug,
    Sourced,
    Stage,
    Table,
    Text,
    Title,
    Victory,
    dogfight,
    match_up_key,
)
from engine.core.campaigns import CampaignRules


def _known(slug: str) -> str:
    """One of the systems."""
    if slug not in engine.systems():
        raise PydanticCustomError("literal_error", "{expected}", {"expected": any_of(map(repr, engine.systems()))})
    return slug


SystemSlug = Annotated[str, AfterValidator(_known)]


class Options(Model):
    """Optional rules of a whole campaign."""

    fuel: bool = False
    """Fighter units keep account of their Fuel Points. [WBY 24.9]"""
    careers: bool = False
    """A roster of men is kept: experience, wounds, captivity and death. [SUP 19.5]"""
    fates: Literal["hard", "mild"] = "hard"
    """By which of the house's tables a card tells the fate of who was shot down. [SUP 19.5]"""


class PackDefinition(Sourced):
    """A whole pack."""

    slug: Slug
    version: Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)*$", max_length=20)]
    title: Title
    kind: Kind
    system: SystemSlug
    summary: Prose
    first: Date
    last: Date
    sides: Table[Side, SideDefinition]
    notes: Row[Note] = ()
    stages: Row[Stage] = Field(min_length=1, max_length=30)
    missions: Table[Slug, MissionDefinition] = Field(default={}, validate_default=True, max_length=200)
    resources: Table[Slug, Resource] = Field(default={}, validate_default=True, max_length=60)
    skilled_on: Row[Text] = ()
    """Cards on which a side draws a skilled pilot for the Mission. [WBY 19.4]"""
    options: Options = Options()
    scoring: Scoring | None = None
    """Of Wild Blue Yonder; other systems score by their own rules."""
    victory: Victory
    squadrons: Table[Slug, SquadronLine] = Field(default={}, validate_default=True, max_length=120)
    """The order of battle of a campaign that keeps pools; the others draw what each Mission gives."""
    replacements: Row[ReplacementLine] = ()
    calendar: Calendar = Calendar()
    stocks: Table[Side, Table[StockName, Stock]] = Field(default={}, validate_default=True)
    progress: Progress | None = None
    events: Table[Slug, Event] = Field(default={}, validate_default=True, max_length=120)
    budget: Table[Side, Annotated[int, Field(ge=0, le=99)]] = Field(default={}, validate_default=True)
    """Points of an operation from which each side buys its Resources. [SUP 25]"""
    cards: CarriedCards = Field(default_factory=CarriedCards)
    """Aircraft of its maker's own; wherever else in here it names one, that is by the slug that the house knows."""
    map: MapDefinition | None = None
    """Left out: the campaigns of this pack have no map."""

    @property
    def values(self) -> Scoring:
        """The points of a pack of Wild Blue Yonder."""
        assert self.scoring is not None, "checked when the pack was read"
        return self.scoring

    @property
    def own_types(self) -> tuple[AircraftType, ...]:
        """The aircraft that it carries."""
        return tuple(library().aircraft[table["slug"]] for table in self.cards.aircraft.values())

    @property
    def own_targets(self) -> tuple[Target, ...]:
        """The Mission Targets that it carries."""
        return tuple(library().targets[table["slug"]] for table in self.cards.targets.values())

    def men(self, nation: str) -> tuple[PilotName, ...]:
        """The pilots of a nation: those of its own lists, and the house's of services that these do not have."""
        return self._men.get(nation) or library().pilots.get(nation, ())

    @cached_property
    def _men(self) -> dict[str, tuple[PilotName, ...]]:
        return {
            nation: (
                *(
                    PilotName(man.name, nation, service, man.skills, man.woman)
                    for service, men in card.services.items()
                    for man in men
                ),
                *(man for man in library().pilots.get(nation, ()) if man.service not in card.services),
            )
            for nation, card in self.cards.men.items()
        }

    @property
    def types(self) -> Mapping[str, AircraftType]:
        """All that may fly in it: those of its system, but for those in whose place it has a card of its own."""
        own = self.own_types
        hidden = {each.written for each in own}
        of_house = (each for each in library().aircraft.values() if each.system == self.system)
        return {each.slug: each for each in (*of_house, *own) if each.slug not in hidden}

    @property
    def keeps_pools(self) -> bool:
        """Aircraft and men come from squadrons, and what is lost stays lost. [SUP 25, 27]"""
        return bool(self.squadrons)

    def keeps_pool(self, side: str) -> bool:
        """Whether this side flies aircraft and men of squadrons; else each Mission gives it what it flies."""
        return side in self._sides_with_pools

    @cached_property
    def _sides_with_pools(self) -> frozenset[str]:
        return frozenset(line.side for line in self.squadrons.values())

    def stocks_of(self, side: str) -> dict[str, Stock]:
        """What a side keeps, by name."""
        return {name: stock for whose, named in self.stocks.items() if whose == side for name, stock in named.items()}

    @property
    def rules(self) -> CampaignRules:
        """How its system flies missions."""
        return engine.systems()[self.system].campaign

    @property
    def side_titles(self) -> Mapping[str, str]:
        """What its game calls the sides: Entente and Central Powers in 1917."""
        return engine.systems()[self.system].sides

    @cached_property
    def _played(self) -> dict[Options, PackDefinition]:
        return {}

    def played_by(self, options: Options) -> PackDefinition:
        """The same by other options, always one and the same for the same ones.

        With careers a roster is kept: no card brings a skilled man. [SUP 19.4]
        """
        if options == self.options:
            return self
        if options not in self._played:
            skilled_on = () if options.careers else self.skilled_on
            self._played[options] = self.but(options=options, skilled_on=skilled_on)
        return self._played[options]

    @property
    def names_men(self) -> bool:
        """Who sits in its aircraft may have a name; some systems know units only."""
        return self.rules.has_men

    @property
    def has_periods(self) -> bool:
        """It runs in periods, each with its weather, replacements and repairs. [SUP 27]"""
        return self.kind in ("progressive", "solitaire")

    @property
    def missions_in_all(self) -> int:
        """How many Missions one running of it flies, if it is not over sooner."""
        return sum(stage.missions * stage.periods for stage in self.stages)

    @cached_property
    def periods_in_all(self) -> int:
        return sum(stage.periods for stage in self.stages)

    def stage_of_period(self, number: int) -> tuple[Stage, int]:
        """The stage that the ``number``-th period belongs to, and which of its periods it is, from 1.

        Raises ``IndexError`` past the last.
        """
        left = number
        for stage in self.stages:
            if 1 <= left <= stage.periods:
                return stage, left
            left -= stage.periods
        raise IndexError(f"{self.slug} has {self.periods_in_all} periods, not {number}")

    def all_missions(self) -> Iterator[tuple[str, MissionDefinition]]:
        """Key and definition of every Mission that may be drawn, match-ups of dogfights included."""
        return iter(self._catalogue.items())

    def mission(self, key: str) -> MissionDefinition:
        """Raises ``KeyError``."""
        return self._catalogue[key]

    def resources_of(self, side: Side) -> dict[str, Resource]:
        return {key: resource for key, resource in self.resources.items() if resource.side == side}

    def __copy__(self) -> PackDefinition:
        """Without what has been worked out: a copy is made to be changed."""
        copied = super().__copy__()
        for kept in copied.__dict__.keys() - PackDefinition.model_fields.keys():
            del copied.__dict__[kept]
        return copied

    @cached_property
    def _catalogue(self) -> dict[str, MissionDefinition]:
        found = dict(self.missions)
        for stage in self.stages:
            for location in stage.locations:
                for colour in COLOURS:
                    found[match_up_key(location, colour)] = dogfight(location, colour, len(found) + 1)
        return found
