"""The desks of targets, nations and men: the forms that drafts of packs have for them, over a card of a shelf."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict
from django.utils.text import slugify

from campaigns.forms.builder import Node, PartForm
from campaigns.operations.cards import RESERVED
from campaigns.packs import Problem
from campaigns.packs.builder.parts import Part, Place, shelf_parts
from campaigns.packs.builder.words import named, nations_of
from campaigns.packs.card_files import carried_table
from campaigns.packs.card_schema import LONGEST_SLUG, NATION_CODE, SLUG
from campaigns.packs.cards import SLUG_IN_WORDS
from campaigns.packs.reader import NO_TEXT, unprintable
from campaigns.packs.shelf_cards import read_shelf_cards
from campaigns.selectors.cards import CardOnShelf
from config.common.refusals import Refusal
from engine.core.game import Document

_STAND_INS: Final[Mapping[str, str]] = {"targets": "card", "resources": "card", "nations": "zz"}
"""What a card goes by while its maker has given it no slug that can be."""


@dataclass(frozen=True, slots=True)
class Code:
    """What the maker of a card calls it: a slug, of nations a code; men go by their nation."""

    label: str
    hint: str
    value: str
    options: Mapping[str, str]
    """Of men: the nations."""
    problem: str


class KindForm:
    """A card of a kind, as it stands or as it was ``sent``; ``made`` is its table once nothing is wrong."""

    def __init__(
        self,
        kind: str,
        system: str,
        shelf: Sequence[CardOnShelf],
        sent: QueryDict | None = None,
        *,
        slug: str = "",
        table: Document | None = None,
    ) -> None:
        """``shelf``: what stands on it of this game. ``table``: of the card that stands there as ``slug``."""
        self.kind, self.system = kind, system
        self.nations = {card.slug: card.table for card in shelf if card.kind == "nations"}
        self.part: Part = shelf_parts(system)[kind]
        known = {of: {card.slug: card.carried for card in shelf if card.kind == of} for of in ("nations", "aircraft")}
        self._data = {"system": system, "cards": known}
        self.slug = slug
        self.made: Document | None = None
        self.refusal: Refusal | None = None
        self.opened = ""
        self._place = Place(self.part, "card")
        form = PartForm(self._place, self._data)
        blank = form.blank(self._place.shape) | deepcopy(dict(self.part.begins))
        value = blank if table is None else carried_table(system, kind, table)
        self._problem, found = "", []
        self.is_sent = sent is not None
        self.acts = False
        if sent is not None:
            self.slug = " ".join(sent.get("slug", "").lower().split())[:60]
            value = form.read(value, sent)
            if what := sent.get("do", ""):
                self.acts = True
                try:
                    value, self.opened = form.act(value, what)
                except Refusal as refused:
                    self.refusal = refused
            self._problem = self._wrong_slug(value)
            found = self._read(value)
        self.root: Node = form.node(value, found, self.opened)

    @property
    def is_right(self) -> bool:
        return self.made is not None and not self._problem

    @property
    def code(self) -> Code:
        if self.kind == "men":
            return Code("Of which nation", "", self.slug, nations_of(self._data), self._problem)
        if self.kind == "nations":
            hint = "Two to six letters. Packs and cards speak of it by them; empty: made of its name."
            return Code("Code", hint, self.slug, {}, self._problem)
        hint = "Packs call it by this; empty: made of its name."
        if self.kind == "targets":
            hint += " One of the house’s means that it is struck in its place."
        return Code("Slug", hint, self.slug, {}, self._problem)

    def aircraft(self) -> Mapping[str, str]:
        """What a Resource may bring."""
        return named("aircraft", self._data) if self.kind == "resources" else {}

    def mistakes(self) -> list[tuple[str, str]]:
        """Everything that is wrong, each with the name of its field."""
        first = [(self.code.label, self._problem)] if self._problem else []
        return first + [(node.shape.label, problem) for node in self.root.inside() for problem in node.problems]

    def _wrong_slug(self, value: Mapping[str, Any]) -> str:
        """Makes a slug where there is none; what is wrong with one that was given."""
        if self.kind == "men":
            return "" if self.slug in nations_of(self._data) else "Choose the nation whose men they are."
        if not self.slug and isinstance(name := value.get("title", value.get("name")), str):
            made = slugify(name)
            self.slug = re.sub("[^a-z]", "", made)[:6] if self.kind == "nations" else made[:LONGEST_SLUG].strip("-")
        if self.kind == "nations" and not re.fullmatch(NATION_CODE, self.slug):
            return "Give it a code of two to six letters from a to z."
        if not re.fullmatch(SLUG, self.slug) or len(self.slug) > LONGEST_SLUG:
            return SLUG_IN_WORDS
        if self.slug in RESERVED:
            return f"No card can be called {self.slug}: it is a word of an address."
        return ""

    def _read(self, value: Mapping[str, Any]) -> list[Problem]:
        """What the reader of packs says of the card, at its fields; else it is ``made``."""
        slug = self.slug if not self._problem else _STAND_INS.get(self.kind, next(iter(nations_of(self._data))))
        known = {code: each for code, each in self.nations.items() if self.kind != "nations" or code != slug}
        read = read_shelf_cards({"system": self.system, "cards": {self.kind: {slug: dict(value)}}}, known)
        wrong = [(path[3:], said) for path, said in read.wrong] + [(path, NO_TEXT) for path in unprintable(dict(value))]
        if not wrong:
            self.made = read.by_kind[self.kind][slug]
        return [Problem("", 1, "", said, (*self._place.path, *path)) for path, said in wrong]
