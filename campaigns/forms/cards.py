"""The desk at which somebody makes a card: a field for each figure, with its bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.forms import BoundField

import engine
from campaigns.catalogue.cards import GUNS, PERFORMANCE
from campaigns.catalogue.library import AircraftType, library
from campaigns.operations.cards import RESERVED
from campaigns.packs import PackError, pack_text
from campaigns.packs.card_fields import CardField, card_fields, values_of
from campaigns.packs.card_schema import LONGEST_SLUG, SLUG
from campaigns.packs.card_tables import card_of_values, read_card_table
from campaigns.packs.cards import SLUG_IN_WORDS
from campaigns.packs.kind_tables import kind_of_table, read_kind_table
from campaigns.packs.reader import LARGEST, read_card_file
from config.common.forms import HouseForm, choice_field, line_field
from config.common.vocabulary import CLASSES, NATIONS, rule_name, rules_named
from engine.core.game import SIDE_NAMES, Document

_LABELS: Final[Mapping[str, str]] = {
    "class": "Class",
    "provenance": "Where these come from",
    "in_service": "In service from",
    "like": "Looks like",
    "short": "Short name",
    "turbo": "Turbocharged",
    "burst": "Bursts",
    "burst_plus": "Burst, plus hits",
    "offensive_plus": "Offensive, plus hits",
    "turret_defense": "Turret Defense",
    "turret_support": "Turret Support",
    "cargo": "Cargo Points",
    "cargo_drop": "Dropped Cargo Points",
    "wingman_balance": "Balance that a Wingman adds",
    "wingman_points": "Points of a Wingman",
    "normal": "Normal speed",
    "high": "High speed",
    "attack": "Attack dice",
    "rear": "Dice backwards",
    "all_round": "Fires all round",
    "token": "A bomber token",
    "type": "Bombers, flown as",
    **{key: f"{label}, {unit}" if unit else label for key, label, unit in PERFORMANCE},
    **{key: f"{label}s".capitalize() for key, label in GUNS},
}
_HINTS: Final[Mapping[str, str]] = {
    "service": "As its squadrons have it: RAF, Luftwaffe.",
    "in_service": "Year and month: 1941-06.",
    "family": "Types of one family fly in one Formation; empty: only with their like.",
    "like": "The slug of a type here whose outline it has.",
    "short": "Stands on the map.",
    "normal": "Least and most hexes, apart by a space: 2 4.",
    "high": "The same; empty: it has none.",
    "attack": "At ranges 1, 2 and 3, apart by spaces: 6 4 2.",
    "rear": "The same, of a gun that fires backwards.",
    "type": "Empty: they are fighters.",
}
_GROUPS: Final[Mapping[tuple[str, ...], str]] = {(): "What it is", ("performance",): "Its history, beside the card"}
_CHOICES: Final[Mapping[str, Mapping[str, str]]] = {"side": SIDE_NAMES, "class": CLASSES}


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that stand together."""

    title: str
    hint: str
    fields: tuple[BoundField, ...]
    is_folded: bool


class CardForm(HouseForm):
    """A card of one game. Once it is valid ``made`` is its table, and ``slug`` what its maker calls it."""

    slug = line_field(
        "Slug",
        LONGEST_SLUG,
        missing="Give it a slug: packs call it by that.",
        too_long=SLUG_IN_WORDS,
        help_text="Packs call it by this. One of the house’s means that it flies in place of that type.",
    )

    def __init__(
        self,
        system: str,
        *args: Any,
        slug: str = "",
        table: Mapping[str, Any] | None = None,
        nations: Mapping[str, Document] = {},
        **kwargs: Any,
    ) -> None:
        """``nations``: those of the shelf, of which the card may be."""
        super().__init__(*args, **kwargs)
        self.system = system
        self.nations = nations
        self.made: Document | None = None
        for field in card_fields(system):
            self.fields[field.name] = _form_field(field)
        own = [(code, f"{each['name']}, your own") for code, each in nations.items()]
        house = sorted(NATIONS.items(), key=lambda each: each[1])
        self.set_choices("nation", [("", "–"), *own, *house])
        if not self.is_bound:
            self.initial = {"slug": slug, **_initial(system, table or {})}

    def clean_slug(self) -> str:
        slug = str(self.cleaned_data["slug"])
        if not re.fullmatch(SLUG, slug):
            raise forms.ValidationError(SLUG_IN_WORDS)
        if slug in RESERVED:
            raise forms.ValidationError(f"No card can be called {slug}: it is a word of an address.")
        return slug

    def clean(self) -> dict[str, Any]:
        """What the game’s own rules say of the figures stands at each of them."""
        found = super().clean() or {}
        if self.errors:
            return found
        values = {field.name: _sent(field, found[field.name]) for field in card_fields(self.system)}
        self.made, wrong = card_of_values(self.system, found["slug"], values, self.nations)
        for path, said in wrong:
            name = next((".".join(map(str, path[:n])) for n in range(len(path), 0, -1) if self._has(path[:n])), None)
            self.add_error(name, rules_named(said))
        return found

    def _has(self, path: tuple[str | int, ...]) -> bool:
        return ".".join(map(str, path)) in self.fields

    @property
    def drawn(self) -> AircraftType | None:
        """The type that the card makes, if nothing is wrong."""
        return library().aircraft[self.made["slug"]] if self.made else None

    def groups(self) -> Iterator[Group]:
        """The fields as the desk shows them."""
        of_group: dict[tuple[str, ...], list[BoundField]] = {(): [self["slug"]]}
        for field in card_fields(self.system):
            of_group.setdefault(field.group, []).append(self[field.name])
        for path, fields in of_group.items():
            last = path[-1] if path else ""
            title = _GROUPS.get(path) or ("Its figures" if path == (self.system,) else _words(last, ", "))
            hint = "What is left empty is as on its front; Hits are doubled." if last.endswith("_damaged") else ""
            is_filled = any(each.value() for each in fields)
            is_folded = path == ("performance",) or (last.startswith(("formation", "wingman")) and not is_filled)
            has_error = any(each.errors for each in fields)
            yield Group(title, hint if self.system != "wwi" else "", tuple(fields), is_folded and not has_error)


class CardsForm(HouseForm):
    """A file of cards: TOML says the game itself, of CSV it is asked."""

    file = forms.FileField(
        label="A .toml or .csv file",
        widget=forms.ClearableFileInput(attrs={"accept": ".toml,.csv,application/toml,text/csv,text/plain"}),
        error_messages={"required": "Choose a file.", "empty": "The file is empty."},
    )
    system = choice_field("Its game, of a CSV file", required=False, wrong="There is no such game.")

    def __init__(self, *args: Any, nations: Callable[[str], Mapping[str, Document]], **kwargs: Any) -> None:
        """``nations``: of a game those of the shelf, of which cards may be."""
        super().__init__(*args, **kwargs)
        self.set_choices("system", [("", "–"), *((each.slug, each.title) for each in engine.systems().values())])
        self.nations = nations
        self.cards: tuple[str, dict[str, dict[str, Document]]] = "", {}
        """The game and, by kind, the cards, once the form is valid."""
        self.problems: tuple[Any, ...] = ()

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        file: UploadedFile[bytes] | None = found.get("file")
        if file is None or self.errors:
            return found
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError("The file is larger than 1 MB.")
        name = file.name or "your file"
        is_table = name.lower().endswith(".csv")
        if is_table and not found["system"]:
            raise forms.ValidationError({"system": "A CSV file does not say which game its cards are of. Choose it."})
        try:
            text = pack_text(file.read(), name)
            if is_table:
                system, kind = found["system"], kind_of_table(text)
                nations = self.nations(system)
                if kind:
                    self.cards = system, {kind: read_kind_table(kind, system, text, name, nations)}
                else:
                    self.cards = system, {"aircraft": read_card_table(system, text, name, nations)}
            else:
                self.cards = read_card_file(text, name, self.nations)
        except PackError as error:
            self.problems = error.problems
            raise forms.ValidationError("The file is not taken as it is: its mistakes are listed above.") from None
        return found


def _initial(system: str, table: Mapping[str, Any]) -> dict[str, Any]:
    values = values_of(system, table)
    for field in card_fields(system):
        if field.kind == "numbers" and field.name in values:
            values[field.name] = " ".join(map(str, values[field.name]))
    return values


def _sent(field: CardField, value: Any) -> Any:
    """What was sent in a field as a card says it; nothing of one that was left empty."""
    if field.kind == "numbers":
        return [int(word) for word in value.split()] if value else None
    if field.kind == "switch":
        return value or None
    if field.kind == "measure" and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _form_field(field: CardField) -> forms.Field:
    last = field.path[-1]
    bounds = f"{field.least} to {field.most}" if field.kind == "number" else ""
    rule = f"[{rule_name(field.rule)}]" if field.rule else ""
    hint = " ".join(filter(None, (_HINTS.get(last, ""), bounds, rule)))
    label = f"{_words(last)} bombs" if "bomb" in field.path else _LABELS.get(last) or _words(last)
    common: dict[str, Any] = {"label": label, "required": False, "help_text": hint}
    match field.kind:
        case "number":
            return forms.IntegerField(
                min_value=field.least,
                max_value=field.most,
                error_messages={
                    "invalid": f"A whole number, {bounds}. {rule}".strip(),
                    "min_value": f"{field.least} or more. {rule}".strip(),
                    "max_value": f"{field.most} or less. {rule}".strip(),
                },
                **common,
            )
        case "measure":
            return forms.FloatField(
                min_value=field.least, max_value=field.most, error_messages={"invalid": "A number."}, **common
            )
        case "switch":
            return forms.BooleanField(**common)
        case "choice":
            names = _CHOICES.get(last, {})
            options = [(each, names.get(each) or _words(each)) for each in field.options if each]
            return choice_field(choices=[("", "–"), *options], wrong="Choose one of those on the list.", **common)
        case "choices":
            return forms.MultipleChoiceField(
                choices=[(each, _words(each)) for each in field.options],
                widget=forms.CheckboxSelectMultiple,
                error_messages={"invalid_choice": "Choose some of those on the list."},
                **common,
            )
        case "numbers":
            return forms.RegexField(
                r"^\s*\d{1,2}(\s+\d{1,2})*\s*$",
                max_length=20,
                error_messages={"invalid": "Whole numbers apart by spaces."},
                **common,
            )
    if last == "nation":
        return choice_field(choices=[], wrong="Choose one of those on the list.", **common)
    if last == "note":
        common["widget"] = forms.Textarea(attrs={"rows": 3})
    return forms.CharField(max_length=field.most or 100, **common)


def _words(key: str, between: str = " ") -> str:
    """``leader_damaged`` as words."""
    return key.replace("_", between).replace("-", " ").capitalize()
