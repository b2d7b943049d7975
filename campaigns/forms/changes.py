"""Forms of changes of the order of battle: each a few fields and a reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from campaigns.catalogue.library import AircraftType, library
from campaigns.operations import changes
from campaigns.packs.pools import Stock
from campaigns.packs.schema import SIDES
from campaigns.standing import Standing, rosters
from campaigns.standing.model import Airframe, Squadron
from config.common.forms import ActForm, Given, choice_field, line_field, reason_field, text_field

Choices = list[tuple[str, Any]]
"""As Django has them: a value and its label, or a heading and such pairs."""
HERE = ("present", "grounded")
GONE = ("away", "withdrawn")


@dataclass(frozen=True, slots=True)
class Scope:
    """What somebody may change."""

    standing: Standing
    sides: tuple[str, ...]
    """Sides that he decides for."""
    seen: tuple[str, ...]
    """Those of them whose squadrons he may know: nothing of another is offered or accepted."""
    is_umpire: bool
    """He decides what concerns both sides."""

    @property
    def side_titles(self) -> Mapping[str, str]:
        return self.standing.pack.side_titles

    def squadrons(self, states: Collection[str] = HERE) -> list[Squadron]:
        return [each for each in self.standing.squadrons.values() if each.side in self.seen and each.status in states]

    def airframes(self, states: Collection[str] = ("serviceable", "repair")) -> list[Airframe]:
        return [each for each in self.standing.airframes.values() if each.side in self.seen and each.status in states]

    def stocks(self) -> list[tuple[str, str, Stock, int]]:
        """Side, name, stock and what is left of each that he may change and know."""
        return [
            (side, name, stock, self.standing.stocks[side].get(name, 0))
            for side, named in self.standing.pack.stocks.items()
            if side in self.seen
            for name, stock in named.items()
        ]


class ChangeForm(ActForm):
    """A change with its reason."""

    do_not_call_in_templates: ClassVar[bool] = True
    """The list of changes names the forms; it makes none."""
    about: ClassVar[str]
    """A sentence: what comes of it."""
    group: ClassVar[str]

    reason = reason_field(changes.REASON_LENGTH)

    def __init__(self, scope: Scope, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.scope = scope
        for name, choices in self.offered(scope).items():
            self.set_choices(name, choices)
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    @classmethod
    def fits(cls, scope: Scope) -> bool:
        """Whether there is anything that could be changed so."""
        return all(cls.offered(scope).values())

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        """Choices of its fields."""
        return {}

    def sentence(self, made: Any) -> str:
        """``done`` with what was ``made`` and chosen: a squadron by its title, several aircraft in a row."""
        words = {**self.cleaned_data, "made": made}
        if "squadron" in words:
            words["squadron"] = self.scope.standing.squadrons[words["squadron"]].title
        rows = {name: ", ".join(word) for name, word in words.items() if isinstance(word, list)}
        return self.done.format(**words | rows)

    @property
    def by_squadron(self) -> list[tuple[str, list[Airframe]]]:
        """The aircraft that may be ticked, by title of their squadron."""
        groups: dict[str, list[Airframe]] = {}
        for airframe in self.scope.airframes():
            groups.setdefault(airframe.squadron, []).append(airframe)
        titles = {key: squadron.title for key, squadron in self.scope.standing.squadrons.items()}
        return [(titles.get(key, key), airframes) for key, airframes in groups.items()]

    @property
    def ticked(self) -> list[str]:
        return list(self["codes"].value() or ())


def _choice(label: str, help_text: str = "", *, required: bool = True) -> forms.ChoiceField:
    wrong = "This one is not among them. Choose another."
    return choice_field(label, help_text=help_text, required=required, missing="Choose one.", wrong=wrong)


def _codes() -> forms.MultipleChoiceField:
    errors = {"required": "Tick at least one aircraft.", "invalid_choice": "There is no such aircraft to tick."}
    return forms.MultipleChoiceField(
        label="Which aircraft?", widget=forms.CheckboxSelectMultiple, error_messages=errors
    )


def _man_name() -> forms.CharField:
    return line_field("Name", changes.NAME_LENGTH, help_text="Left empty: a fitting one is made up.", required=False)


def _number(label: str, help_text: str = "", *, least: int | None = None, most: int | None = None) -> Any:
    return forms.IntegerField(label=label, help_text=help_text, min_value=least, max_value=most)


def _squadrons(scope: Scope, states: Collection[str] = HERE) -> Choices:
    """By side where there are two."""
    found = scope.squadrons(states)
    if len(scope.seen) == 1:
        return [(each.key, each.title) for each in found]
    titles = scope.side_titles
    groups = [(titles[side], [(each.key, each.title) for each in found if each.side == side]) for side in SIDES]
    return [(label, own) for label, own in groups if own]


def _types(scope: Scope) -> Choices:
    """Types of aircraft that the services of the viewer's squadrons fly, by service."""
    services = {(each.nation, each.service) for each in scope.squadrons((*HERE, *GONE))}
    return _by_service(kind for kind in _of_game(scope) if (kind.nation, kind.service) in services)


def _of_game(scope: Scope) -> Iterator[AircraftType]:
    """The types of the campaign's own game."""
    return iter(scope.standing.pack.types.values())


def _by_service(kinds: Iterable[AircraftType]) -> Choices:
    groups: dict[str, list[tuple[str, str]]] = {}
    for kind in sorted(kinds, key=lambda kind: kind.name):
        groups.setdefault(kind.service, []).append((kind.slug, kind.name))
    return sorted(groups.items())


def _codes_of(airframes: Collection[Airframe]) -> Choices:
    return [(each.code, each.code) for each in airframes]


class SquadronForm(ChangeForm):
    """A change of the side whose squadron is chosen."""

    states: ClassVar[Collection[str]] = HERE
    """What squadrons may be chosen are."""

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        return {"squadron": _squadrons(scope, cls.states)}

    def given(self) -> Given:
        squadron = self.scope.standing.squadrons[self.cleaned_data["squadron"]]
        return {"side": squadron.side, **self.cleaned_data}


class Deliver(SquadronForm):
    what, title, group = "deliver", "Hand over new aircraft", "Aircraft"
    about = "A squadron gets new aircraft, with the next letters of its code."
    button = "Hand them over"
    done = "Handed over: {made}."
    squadron = _choice("Squadron")
    count = _number("How many?", least=1, most=changes.MOST_AIRCRAFT)
    aircraft = _choice("Type", "Left as it is: the squadron’s own.", required=False)

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        squadrons = _squadrons(scope)
        return {"squadron": squadrons, "aircraft": [("", "its own type"), *_types(scope)] if squadrons else []}


class Withdraw(ChangeForm):
    what, title, group = "withdraw", "Take aircraft out", "Aircraft"
    about = "They leave the pool: sent away, worn out, taken for other duties."
    button = "Take them out"
    done = "Taken out of the pool: {codes}."
    codes = _codes()

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        return {"codes": _codes_of(scope.airframes())}

    def given(self) -> Given:
        side = self.scope.standing.airframes[self.cleaned_data["codes"][0]].side
        return {"side": side, **self.cleaned_data}


class Move(SquadronForm):
    what, title, group = "move", "Move aircraft to another squadron", "Aircraft"
    about = "They keep their letters and their history, and fly with the other squadron from now on."
    button = "Move them"
    done = "Moved: {codes}."
    codes = _codes()
    squadron = _choice("To which squadron?")

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        several = len(scope.squadrons()) > 1
        return {"codes": _codes_of(scope.airframes()), "squadron": _squadrons(scope) if several else []}


class Repair(ChangeForm):
    what, title, group = "repair", "Declare an aircraft repaired", "Aircraft"
    about = "It is serviceable at once, before its time."
    button = "It is repaired"
    done = "{code} is serviceable."
    code = _choice("Which one?")

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        return {"code": _codes_of(scope.airframes(("repair",)))}

    def given(self) -> Given:
        return {"side": self.scope.standing.airframes[self.cleaned_data["code"]].side, **self.cleaned_data}


class ReEquip(SquadronForm):
    what, title, group = "re-equip", "Give a squadron another type", "Squadrons"
    about = "Its old aircraft leave the pool, new ones of the other type come."
    button = "Re-equip it"
    done = "{squadron} flies another type from now on."
    squadron = _choice("Squadron")
    aircraft = _choice("Its new type")
    count = _number("How many come?", least=1, most=changes.MOST_AIRCRAFT)

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        return {"squadron": _squadrons(scope), "aircraft": _types(scope)}


class AddSquadron(ChangeForm):
    what, title, group = "squadron", "Add a squadron", "Squadrons"
    about = "It comes without aircraft and men: hand them over afterwards."
    button = "Add it"
    done = "{title} has joined."
    side = _choice("Side")
    title_ = line_field("Name", changes.NAME_LENGTH)
    code = line_field(
        "Code letters", 4, help_text="One to four capital letters or figures. Its aircraft carry them: UZ makes UZ-A."
    )
    aircraft = _choice("Type that it flies")
    base = line_field("Base", changes.NAME_LENGTH, help_text="May be left empty.", required=False)

    def __init__(self, scope: Scope, data: QueryDict | None = None) -> None:
        super().__init__(scope, data)
        self.fields["title"] = self.fields.pop("title_")
        self.order_fields(["side", "title", "code", "aircraft", "base", "reason"])

    @classmethod
    def fits(cls, scope: Scope) -> bool:
        return scope.standing.pack.keeps_pools and bool(scope.seen)

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        sides = [(side, scope.side_titles[side]) for side in scope.seen]
        return {"side": sides, "aircraft": _by_service(_of_game(scope))}

    def given(self) -> Given:
        kind = library().aircraft[self.cleaned_data["aircraft"]]
        return {"nation": kind.nation, "service": kind.service, **self.cleaned_data}


class WithdrawSquadron(SquadronForm):
    what, title, group = "withdraw-squadron", "Send a squadron away", "Squadrons"
    about = "It leaves with its aircraft, and may be brought back."
    button = "Send it away"
    done = "{squadron} has left."
    squadron = _choice("Squadron")


class BringSquadron(SquadronForm):
    what, title, group = "bring-squadron", "Bring a squadron", "Squadrons"
    about = "One that has been sent away comes back, one that is expected later comes now."
    button = "Bring it"
    states = GONE
    done = "{squadron} is here."
    squadron = _choice("Squadron")


class AddMan(SquadronForm):
    what, title, group = "man", "Add a man or a crew", "Men"
    about = "For a squadron. Leave, transfers and decorations are on each pilot’s own page."
    button = "Add to the squadron"
    done = "{made.name} has joined."
    squadron = _choice("Squadron")
    name = _man_name()
    is_green = forms.BooleanField(label="Green", required=False)

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        return {"squadron": _squadrons(scope) if scope.standing.pack.names_men else []}


class AddToRoster(ChangeForm):
    what, title, group = "pilot", "Add a man to a roster", "Men"
    about = "Plans may name the newcomer. A record brought along is entered on the pilot’s own page."
    button = "Add to the roster"
    done = "{made.name} has joined."
    service = _choice("Service")
    name = _man_name()

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        pack = scope.standing.pack
        if pack.keeps_pools or not pack.names_men:
            return {"service": []}
        return {
            "service": [
                (
                    scope.side_titles[side],
                    [(f"{side}:{nation}:{service}", service) for nation, service in rosters.services(pack, side)],
                )
                for side in scope.sides
            ]
        }

    def given(self) -> Given:
        side, nation, service = self.cleaned_data.pop("service").split(":")
        return self.cleaned_data | {"side": side, "nation": nation, "service": service}


class ChangeStock(ChangeForm):
    what, title, group = "stock", "Add to a stock, or take from it", "Stores and score"
    about = "Fuel and supplies that came or were lost outside of missions."
    button = "Change the stock"
    done = "The stock is changed."
    stock = _choice("Stock")
    amount = _number("How much more?", "Less with a minus.", least=-changes.MOST, most=changes.MOST)

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        return {"stock": [(f"{side}:{name}", f"{stock.title}, {now} now") for side, name, stock, now in scope.stocks()]}

    def given(self) -> Given:
        side, _, stock = self.cleaned_data.pop("stock").partition(":")
        return {"side": side, "stock": stock, **self.cleaned_data}


class ChangePoints(ChangeForm):
    what, title, group = "points", "Give or take Victory Points", "Stores and score"
    about = "A decision of the umpire’s: they count toward the campaign’s score, not a mission’s."
    button = "Change the score"
    done = "The score is changed."
    side = _choice("Side")
    points = _number("How many more?", "Fewer with a minus.", least=-changes.MOST, most=changes.MOST)

    @classmethod
    def fits(cls, scope: Scope) -> bool:
        return scope.is_umpire

    @classmethod
    def offered(cls, scope: Scope) -> dict[str, Choices]:
        return {"side": [(side, scope.side_titles[side]) for side in SIDES]}


class MoveMarker(ChangeForm):
    what, title, group = "progress", "Move the progress marker", "Stores and score"
    about = "A decision of the umpire’s. Events of the space that it reaches happen at once."
    button = "Move it"
    done = "The marker has moved."
    spaces = _number("How many spaces up the track?", "Down with a minus.", least=-30, most=30)

    @classmethod
    def fits(cls, scope: Scope) -> bool:
        return scope.is_umpire and scope.standing.pack.progress is not None


class AddRule(ChangeForm):
    what, title, group = "rule", "Note a house rule", "House rules"
    about = "In words: it stands on the board from now on. Nothing is computed from it."
    button = "Note it"
    done = "The rule is on the board."
    text = text_field("The rule", changes.TEXT_LENGTH, 3)

    @classmethod
    def fits(cls, scope: Scope) -> bool:
        return scope.is_umpire


FORMS: Mapping[str, type[ChangeForm]] = {
    form.what: form
    for form in (
        Deliver, Withdraw, Move, Repair, AddSquadron, ReEquip, WithdrawSquadron, BringSquadron, AddMan,
        AddToRoster, ChangeStock, ChangePoints, MoveMarker, AddRule,
    )
}  # fmt: skip
