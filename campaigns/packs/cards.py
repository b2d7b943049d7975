"""The cards that a pack carries: aircraft that its maker has made, read, checked and put where the pack names them.

``[cards.aircraft.<slug>]`` is a table as in the house's own files. The pack calls the type ``<slug>`` wherever it
speaks of aircraft; a slug of the house's means this card then, in this pack alone. Once it is read, every place where
the pack names it has the slug that the whole house knows, which is made of what the card says: ``own_types``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar

from pydantic import Field, ValidationError

import engine
from campaigns.catalogue.library import AircraftType, library, made_type
from campaigns.packs.card_schema import (
    AIRCRAFT_CARDS,
    LONGEST_SLUG,
    SLUG,
    AircraftCard,
    AngelsCard,
    CardPart,
    CardSlug,
    NationCard,
    NationCode,
    SabinCard,
    TargetCard,
    WildBlueCard,
    WwiCard,
)
from campaigns.packs.errors import Path
from campaigns.packs.schema import MenCard, Table
from campaigns.packs.sentences import path_of, sentence
from config.common.vocabulary import NATIONS
from engine.core import own_types
from engine.core.campaigns import CampaignRules
from engine.core.errors import EngineError
from engine.core.fields import Fields
from engine.core.game import Document
from engine.wildblue.missions import targets

MOST_AIRCRAFT: Final = 60
MOST_TARGETS: Final = 40
OWN: Final = " (own)"
"""Behind the name of a card that is called as one of the house's is."""
Card = TypeVar("Card", bound=AircraftCard)
SLUG_IN_WORDS: Final = f"Use lower-case letters and figures, joined by single hyphens; at most {LONGEST_SLUG} of them."
Found: TypeAlias = tuple[Path, str]
Spot: TypeAlias = tuple[str, ...]
"""Keys down to a value, ``*`` for every key or entry; the last may be ``{}`` for the keys themselves."""
_UNITS: Final[tuple[Spot, ...]] = (
    ("missions", "*", "units", "*"),
    *(("stages", "*", "locations", "*", colour, "units", "*") for colour in ("red", "white", "blue")),
    ("resources", "*", "gives", "*"),
)
_AIRCRAFT: Final[tuple[Spot, ...]] = (
    *((*spot, "aircraft", "*") for spot in _UNITS),
    ("squadrons", "*", "aircraft"),
    ("replacements", "*", "type"),
    ("events", "*", "gives", "*", "type"),
    ("missions", "*", "setup", "traits", "{}"),
)
"""Where a pack names types of aircraft."""
_NATIONS: Final[tuple[Spot, ...]] = (("sides", "*", "pilots", "{}"), ("squadrons", "*", "nation"))
_TARGETS: Final[tuple[Spot, ...]] = (("missions", "*", "target", "slug"),)
_NAMED: Final[Mapping[str, tuple[Spot, ...]]] = {
    "aircraft": _AIRCRAFT,
    "targets": _TARGETS,
    "nations": (*_NATIONS, ("cards", "aircraft", "*", "nation"), ("cards", "men", "{}")),
    "men": _NATIONS,
}
"""Where a pack names cards of each kind."""


@dataclass(slots=True)
class CardsRead:
    """What was found under ``cards``."""

    aircraft: dict[str, Document] = field(default_factory=dict)
    """The tables of the types by the slugs that the pack calls them by, each with its own ``slug``."""
    targets: dict[str, Document] = field(default_factory=dict)
    """The same of Mission Targets."""
    nations: dict[str, Document] = field(default_factory=dict)
    """The same of nations."""
    men: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Lists of names by nation, as the file has them."""
    resources: dict[str, Document] = field(default_factory=dict)
    """Of a shelf: Resources without what is their pack's, each with its ``slug``."""
    wrong: list[Found] = field(default_factory=list)

    @property
    def by_kind(self) -> dict[str, dict[str, Document]]:
        """All of them as a shelf keeps them: each with the ``slug`` that is made of what it says."""
        men = {own_types.plain(nation): _men_card(nation, card) for nation, card in self.men.items()}
        named = {"nations": self.nations, "aircraft": self.aircraft, "targets": self.targets}
        return {**named, "men": men, "resources": self.resources}


def read_cards(data: Mapping[str, Any], nations: Mapping[str, Document] = {}) -> CardsRead:
    """The cards of a pack file that was parsed, and everything that is wrong with them.

    ``nations``: those that cards may be of although the file has them not, by code.
    """
    read = CardsRead()
    if "cards" not in data:
        return read
    system = data.get("system")
    if not isinstance(system, str) or system not in AIRCRAFT_CARDS:
        read.wrong.append((("cards",), "Cards are of a game system: say first which the pack’s is."))
        return read
    shape = _SHAPES[system]
    try:
        shape.model_validate(data["cards"])
    except ValidationError as error:
        read.wrong += [
            (("cards", *path_of(details)), sentence(details, shape)) for details in error.errors(include_url=False)
        ]
        return read
    for code, table in data["cards"].get("nations", {}).items():
        if code in NATIONS:
            said = f"{NATIONS[code]} is a nation of the house’s. Choose another code."
            read.wrong.append((("cards", "nations", code), said))
        read.nations[code] = {"slug": own_types.marked(code, table), **table}
        own_types.know(read.nations[code])
    known = {**nations, **read.nations}
    for slug, table in data["cards"].get("aircraft", {}).items():
        made, wrong = aircraft_card(system, slug, table, known)
        read.wrong += [(("cards", "aircraft", slug, *path), said) for path, said in wrong]
        if made is not None:
            read.aircraft[slug] = made
    for slug, table in data["cards"].get("targets", {}).items():
        made, wrong = target_card(slug, table)
        read.wrong += [(("cards", "targets", slug, *path), said) for path, said in wrong]
        if made is not None:
            read.targets[slug] = made
    rules = engine.systems()[system].campaign
    for nation, card in data["cards"].get("men", {}).items():
        wrong = list(_wrong_men(rules, nation, card, known))
        read.wrong += [(("cards", "men", nation, *path), said) for path, said in wrong]
        read.men[_known_as(nation, known)] = card
    return read


def _known_as(nation: str, own: Mapping[str, Document]) -> str:
    """The code by which the whole house knows a nation."""
    return str(own[nation]["slug"]) if nation in own else nation


def _men_card(nation: str, card: Mapping[str, Any]) -> Document:
    """A list of names with the nation that it is of."""
    services = {
        service: [man.model_dump(mode="json", exclude_defaults=True) for man in men]
        for service, men in MenCard.model_validate(card).services.items()
    }
    return changed_card({"slug": own_types.plain(nation), "nation": nation, "services": services})


def changed_card(table: Mapping[str, Any], **changes: Any) -> Document:
    """The table of a card that says something else, with its slug."""
    said = {key: value for key, value in table.items() if key != "slug"} | changes
    return {"slug": own_types.marked(own_types.plain(str(table["slug"])), said), **said}


def own_nation_of(table: Mapping[str, Any]) -> str:
    """The nation of somebody's making that a card is of, as the whole house knows it; empty: of none such."""
    nation = str(table.get("nation", ""))
    return nation if own_types.is_own(nation) else ""


def _wrong_men(
    rules: CampaignRules, nation: str, card: Mapping[str, Any], own: Mapping[str, Document]
) -> Iterator[Found]:
    """What the shape of a list of names cannot show."""
    if nation not in NATIONS and nation not in own:
        yield (), f"{nation!r} is no nation here. Known are: {', '.join(sorted(NATIONS))}."
    met: set[str] = set()
    for service, men in card["services"].items():
        for place, man in enumerate(men):
            path = ("services", service, place)
            if man["name"] in met:
                yield (*path, "name"), f"{man['name']} stands twice. Give one of them another name."
            met.add(man["name"])
            if skills := man.get("skills"):
                try:
                    rules.check_skills(skills)
                except EngineError as problem:
                    yield (*path, "skills"), f"{problem} Correct the list."


def target_card(slug: str, table: Mapping[str, Any]) -> tuple[Document | None, list[Found]]:
    """The table of a target with its slug, which the house knows from now on; or what is wrong with it."""
    said: Document = TargetCard.model_validate(table).model_dump(mode="json", by_alias=True)
    known = library().targets.get(slug)
    if known is not None and known.name == said["name"]:
        said["name"] += OWN
    made = {"slug": own_types.marked(slug, said), **said}
    try:
        targets.own_card(Fields("card", made), made["slug"])
    except EngineError as problem:
        return None, [((), f"The rules refuse this card: {problem.sentence}")]
    return made, []


def aircraft_card(
    system: str, slug: str, table: Mapping[str, Any], nations: Mapping[str, Document] = {}
) -> tuple[Document | None, list[Found]]:
    """The table of a type with its slug, which the house knows from now on; or what is wrong with it.

    ``table`` has the right shape. What hangs together the game's own rules look at. ``nations``: those of its pack.
    """
    card = AIRCRAFT_CARDS[system].model_validate(table)
    wrong: list[Found] = []
    if card.nation not in NATIONS and card.nation not in nations:
        wrong.append((("nation",), f"{card.nation!r} is no nation here. Known are: {', '.join(sorted(NATIONS))}."))
    if card.like is not None and not _is_of_house(card.like):
        wrong.append((("like",), f"{card.like!r} is no aircraft of the house’s, whose outline it could have."))
    said = whole_table(card)
    said |= {"name": _shown(system, card.name), "nation": _known_as(card.nation, nations)}
    made = {"slug": own_types.marked(slug, said), **said}
    try:
        made_type(made)
    except EngineError as problem:
        wrong.append(((system,), f"The rules refuse this card: {_about(problem)}"))
    return (None, wrong) if wrong else (made, [])


def whole_table(card: AircraftCard) -> Document:
    """A card as a plain table in which all is said that the game asks for."""
    table: Document = card.model_dump(mode="json", by_alias=True, exclude_none=True)
    ratings = table.get("wildblue", {})
    for side in ("leader", "formation"):
        if front := ratings.get(side):
            front["bomb"] = {mode: cards for mode, cards in front["bomb"].items() if cards}
            back = ratings.get(f"{side}_damaged", {})
            if back.get("bomb") == {}:  # it cannot bomb any more, which is said mode by mode
                back["bomb"] = dict.fromkeys(front["bomb"], 0)
            if not back.get("bomb", True):
                del back["bomb"]
    return table


def put_in(data: Mapping[str, Any], read: CardsRead) -> tuple[dict[str, Any], list[Found]]:
    """The pack with its own types where it names them, and where it names somebody else's."""
    wrong: list[Found] = []

    def changed(cards: Mapping[str, Document]) -> Callable[[str, Path], str]:
        def change(value: str, path: Path) -> str:
            if own_types.is_own(value):
                said = f"{value!r} has the wrong form: use lower-case letters and figures, single hyphens."
                wrong.append((path, said))
            return str(cards[value]["slug"]) if value in cards else value

        return change

    made: Any = dict(data)
    for spots, cards in ((_AIRCRAFT, read.aircraft), (_TARGETS, read.targets), (_NATIONS, read.nations)):
        for spot in spots:
            made = _changed(made, spot, changed(cards), ())
    if "cards" in made:
        made["cards"] = {"aircraft": read.aircraft, "targets": read.targets, "men": read.men, "nations": read.nations}
    return made, wrong


def named(data: Mapping[str, Any], kind: str = "aircraft") -> tuple[str, ...]:
    """The cards of a kind that a pack file names and does not carry, each once; men go by their nations."""
    found: dict[str, None] = {}

    def note(value: str, path: Path) -> str:
        found[value] = None
        return value

    for spot in _NAMED[kind]:
        _changed(data, spot, note, ())
    cards = data.get("cards")
    own = cards.get(kind) if isinstance(cards, dict) else None
    return tuple(slug for slug in found if not (isinstance(own, dict) and slug in own))


def _changed(value: Any, spot: Spot, change: Callable[[str, Path], str], path: Path) -> Any:
    """A copy of ``value`` with what is at ``spot`` changed; what has another form there is left as it is."""
    if not spot:
        return change(value, path) if isinstance(value, str) else value
    step, *rest = spot
    further = tuple(rest)
    if step == "{}":
        return {change(key, (*path, key)): each for key, each in value.items()} if isinstance(value, dict) else value
    if step == "*":
        if isinstance(value, list):
            return [_changed(each, further, change, (*path, place)) for place, each in enumerate(value)]
        if isinstance(value, dict):
            return {key: _changed(each, further, change, (*path, key)) for key, each in value.items()}
        return value
    if isinstance(value, dict) and step in value:
        return {**value, step: _changed(value[step], further, change, (*path, step))}
    return value


def stands_for(type_: AircraftType) -> AircraftType | None:
    """The type of the house's in whose place a pack that carries this one flies it; ``None``: in nobody's."""
    found = library().aircraft.get(type_.written) if type_.is_own else None
    return found if found is not None and found.system == type_.system else None


def _is_of_house(slug: str) -> bool:
    return any(slug in (known, known.rpartition("-")[0]) for known in library().aircraft)


def _shown(system: str, name: str) -> str:
    """A name that nobody takes for the house's."""
    known = {each.name for each in library().aircraft.values() if each.system == system}
    return f"{name}{OWN}" if name in known else name


def _about(problem: EngineError) -> str:
    """Its sentence without the slug before it, which the place of the mistake says."""
    return re.sub(rf"^{SLUG[1:-1]}[^:]*: ", "", str(problem)) or problem.sentence


class _Cards(CardPart, Generic[Card]):
    """What may stand under ``cards`` in a pack of one system."""

    aircraft: Table[CardSlug, Card] = Field(default={}, validate_default=True, max_length=MOST_AIRCRAFT)
    men: Table[NationCode, MenCard] = Field(default={}, validate_default=True, max_length=12)
    nations: Table[NationCode, NationCard] = Field(default={}, validate_default=True, max_length=12)


class _WildBlueCards(_Cards[WildBlueCard]):
    targets: Table[CardSlug, TargetCard] = Field(default={}, validate_default=True, max_length=MOST_TARGETS)


_SHAPES: Final[Mapping[str, type[CardPart]]] = {
    "wildblue": _WildBlueCards,
    "wwi": _Cards[WwiCard],
    "sabin": _Cards[SabinCard],
    "angels": _Cards[AngelsCard],
}
