"""The form of one page of the builder: fields made of the schema, filled from the pack as its text says it.

``read`` gives the table as it was sent. What was not touched keeps its very value, and what cannot stand in a field is
kept as it was written: the pack's own reader says what is wrong with it, at its field, and in the same words as ever.
"""

from __future__ import annotations

import datetime
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.text import slugify

from campaigns.forms import builder_values
from campaigns.forms.builder_values import MOST_ROWS, Value
from campaigns.packs import Problem
from campaigns.packs.builder.parts import PackTraits, Place
from campaigns.packs.builder.shapes import ROW_NAMES, Shape
from campaigns.packs.builder.words import Data, Named, named
from campaigns.packs.rewriting import same, written
from config.common.refusals import Refusal
from config.common.vocabulary import day, words
from config.common.web import whole_number

MISSING: Any = object()
"""Nothing stands there."""
WRAPPED = 118
"""Characters of a line of prose in the text."""
BLANKS = 1
"""Empty lines behind those of a list."""


@dataclass(slots=True)
class Option:
    value: str
    title: str
    chosen: bool


@dataclass(slots=True)
class Node:
    """One field, list or table of the page."""

    shape: Shape
    name: str
    value: Value
    text: str = ""
    """What the field shows."""
    odd: str = ""
    """What stands there instead of what belongs there, as TOML: only the text can change it."""
    options: list[Option] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """Of a list, with empty lines behind."""
    pairs: list[tuple[str, str]] = field(default_factory=list)
    fields: list[Node] = field(default_factory=list)
    more: list[Node] = field(default_factory=list)
    """Those that stand folded away."""
    rows: list[Node] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    is_open: bool = False

    @property
    def id(self) -> str:
        return f"f-{self.name.replace('.', '-')}" if self.name else "f"

    @property
    def is_there(self) -> bool:
        return self.value is not MISSING

    @property
    def template(self) -> str:
        return f"campaigns/builder/kinds/{self.shape.kind}.html"

    @property
    def one(self) -> str:
        return ROW_NAMES.get(self.shape.model, "row")

    @property
    def input_type(self) -> str:
        """A browser shows nothing in a field of a kind that the text is not of."""
        if self.shape.kind == "number" and (not self.text or builder_values.WHOLE.fullmatch(self.text)):
            return "number"
        if self.shape.kind == "date" and (not self.text or builder_values.day(self.text) is not None):
            return "date"
        return "text"

    def inside(self) -> Iterator[Node]:
        """It and what is shown within it: of a table that is not there nothing."""
        yield self
        if self.is_there or not self.shape.is_optional:
            for node in (*self.fields, *self.more, *self.rows):
                yield from node.inside()

    @property
    def has_problems(self) -> bool:
        return any(node.problems for node in self.inside())

    @property
    def shows_more(self) -> bool:
        """Something is wrong in what is folded away, or was just put there."""
        return any(each.has_problems or each.is_open for node in self.more for each in node.inside())

    @property
    def more_labels(self) -> str:
        """What is folded away and says something."""
        return ", ".join(node.shape.label.lower() for node in self.more if node.is_there)

    @property
    def summary(self) -> str:
        """A row in a line: what its first fields say."""
        said: list[str] = []
        for node in (*self.fields, *self.more):
            if len(said) == 5 or not node.is_there or node.odd or (node.shape.kind == "text" and said):
                continue
            chosen = [option.title for option in node.options if option.chosen and option.value]
            match node.shape.kind:
                case "choice" | "ticks":
                    said.append(", ".join(chosen))
                case "lines":
                    said.append(" or ".join(each for each in node.texts if each))
                case "yes-no":
                    said.append(node.shape.label if node.value is True else "")
                case "number" if node.text and node.shape.default != node.value:
                    said.append(f"{node.shape.label} {node.text}")
                case "date" if isinstance(node.value, datetime.date):
                    said.append(day(node.value))
                case "line" | "date" | "numbers" | "text":
                    said.append(node.text[:80])
            said = [each for each in said if each]
        return " · ".join(said)


class PartForm:
    """The form of one page, over the pack as it stands."""

    def __init__(self, place: Place, data: Data) -> None:
        self.place = place
        self.data = data
        self.terms = PackTraits.of(data)
        self._named: dict[str, Named] = {}

    def names(self, what: str) -> Named:
        if what not in self._named:
            self._named[what] = named(what, self.data) if what else {}
        return self._named[what]

    # ---- What is shown

    def node(self, value: Value, problems: Sequence[Problem] = (), opened: str = "") -> Node:
        """The page over ``value``, each problem at its field; what is at ``opened`` stands open."""
        root = self._node(self.place.shape, value, "")
        by_name = {node.name: node for node in root.inside()}
        deep = len(self.place.path)
        for problem in problems:
            steps = [str(step) for step in problem.path[deep:]]
            while ".".join(steps) not in by_name:
                steps.pop()
            by_name[".".join(steps)].problems.append(problem.message)
        for name in self._around(opened):
            if name in by_name:
                by_name[name].is_open = True
        return root

    def _around(self, name: str) -> list[str]:
        steps = name.split(".")
        return [".".join(steps[:length]) for length in range(1, len(steps) + 1)]

    def _node(self, shape: Shape, value: Value, name: str) -> Node:
        node = Node(shape, name, value)
        if value is not MISSING and builder_values.is_odd(shape, value):
            node.odd = builder_values.as_toml(value)
            return node
        match shape.kind:
            case "table":
                self._fill(node, {} if value is MISSING else value)
            case "rows":
                for at, each in enumerate([] if value is MISSING else value):
                    node.rows.append(self._row(shape, each, f"{name}.{at}"))
            case "choice" | "ticks":
                node.options = self._options(shape, value)
            case "lines" | "texts":
                node.texts = [*self._shown_list(shape, value), *[""] * BLANKS]
            case "pairs":
                assert shape.value is not None
                shown = {} if value is MISSING else value
                node.pairs = [(key, self._shown(shape.value, each)) for key, each in shown.items()] + [("", "")]
                node.options = self._options(shape, "")
            case "names":
                shown = {} if value is MISSING else value
                node.pairs = [(key, builder_values.people_as_text(each)) for key, each in shown.items()] + [("", "")]
            case _:
                node.text = self._shown(shape, value)
        return node

    def _row(self, shape: Shape, value: Value, name: str) -> Node:
        table = Shape(kind="table", key="", label="", fields=shape.fields, model=shape.model)
        return self._node(table, value, name)

    def _fill(self, node: Node, value: Mapping[str, Value]) -> None:
        for each in node.shape.fields:
            if each.key in value or self.terms.fit(node.shape.model, each.key):
                name = f"{node.name}.{each.key}" if node.name else each.key
                inside = self._node(each, value.get(each.key, MISSING), name)
                (node.more if each.is_more else node.fields).append(inside)

    def _options(self, shape: Shape, value: Value) -> list[Option]:
        known: Named = self.names(shape.words) if shape.words else {each: words(each) for each in shape.choices}
        if not isinstance(value, list):
            value = [] if value is MISSING else [value]
        found = [Option(each, title, each in value) for each, title in known.items()]
        found += [Option(each, f"“{each}”", True) for each in value if each and each not in known]
        return found

    def _shown_list(self, shape: Shape, value: Value) -> list[str]:
        if value is MISSING:
            return []
        return [self._shown(shape, each) for each in (value if isinstance(value, list) else [value])]

    def _shown(self, shape: Shape, value: Value) -> str:
        """What a field shows of a value."""
        match value:
            case None:
                return ""
            case _ if value is MISSING:
                return ""
            case bool():
                return "true" if value else "false"
            case str() if shape.kind == "toml":
                return value
            case str() if shape.words == "aircraft":
                return self.names("aircraft").get(value, value)
            case str():
                return " ".join(value.split()) if shape.kind in ("text", "texts") else value.replace("\n", " ")
            case datetime.date():
                return value.isoformat()
            case list() if shape.kind == "places":
                return "\n".join(", ".join(map(builder_values.number_as_text, each)) for each in value)
            case list():
                return ", ".join(map(builder_values.number_as_text, value))
            case dict():
                return "\n".join(f"{key} = {written(each)}" for key, each in value.items())
        return builder_values.number_as_text(value)

    # ---- What was sent

    def read(self, value: Mapping[str, Value], sent: QueryDict) -> dict[str, Value]:
        """The table as it was sent over ``value``."""
        found = self._read(self.place.shape, value, sent, "")
        return {} if found is MISSING else dict(found)

    def _read(self, shape: Shape, value: Value, sent: QueryDict, name: str) -> Value:
        if shape.kind == "table":
            return self._read_table(shape, value, sent, name)
        if name not in sent and f"{name}.key" not in sent:
            return value
        if value is not MISSING and builder_values.is_odd(shape, value):
            return value
        match shape.kind:
            case "rows":
                return self._read_rows(shape, value, sent, name)
            case "yes-no":
                return self._read_truth(shape, value, sent.getlist(name)[-1] == "yes")
            case "ticks":
                return self._read_ticks(shape, value, [each for each in sent.getlist(name) if each])
            case "lines" | "texts":
                return self._read_lines(shape, value, sent.getlist(name))
            case "pairs":
                return self._read_pairs(shape, value, sent, name)
            case "names":
                return self._read_names(value, sent, name)
        told = str(sent[name]).replace("\r\n", "\n")
        shown = self._shown(shape, value)
        return value if told == shown else self._parsed(shape, told)

    def _read_table(self, shape: Shape, value: Value, sent: QueryDict, name: str) -> Value:
        if value is not MISSING and not isinstance(value, dict):
            return value
        there = value is not MISSING
        found = dict(value) if there else {}
        for each in shape.fields:
            inside = f"{name}.{each.key}" if name else each.key
            new = self._read(each, found.get(each.key, MISSING), sent, inside)
            if new is MISSING:
                found.pop(each.key, None)
            else:
                found[each.key] = new
        return found if found or (there and not value) else MISSING

    def _read_rows(self, shape: Shape, value: Value, sent: QueryDict, name: str) -> Value:
        count = whole_number(str(sent[name]))
        before = [] if value is MISSING else value
        table = Shape(kind="table", key="", label="", fields=shape.fields, model=shape.model)
        found = []
        for at in range(min(count, MOST_ROWS)):
            row = self._read(table, before[at] if at < len(before) else {}, sent, f"{name}.{at}")
            found.append({} if row is MISSING else row)
        return found if found or value is not MISSING else MISSING

    def _read_truth(self, shape: Shape, value: Value, told: bool) -> Value:
        if told == (value is True):
            return value
        return MISSING if told == shape.default else told

    def _read_ticks(self, shape: Shape, value: Value, told: list[str]) -> Value:
        before = [] if value is MISSING else value if isinstance(value, list) else [value]
        if set(told) == set(before):
            return value
        found = [each for each in before if each in told] + [each for each in told if each not in before]
        return self._as_list(shape, found)

    def _as_list(self, shape: Shape, found: list[Value]) -> Value:
        if not found:
            return MISSING
        return found[0] if shape.one_or_more and len(found) == 1 else found

    def _read_lines(self, shape: Shape, value: Value, told: list[str]) -> Value:
        before = [] if value is MISSING else value if isinstance(value, list) else [value]
        found = []
        for at, each in enumerate(told):
            each = each.replace("\r\n", "\n")
            if at < len(before) and each == self._shown(shape, before[at]):
                found.append(before[at])
            elif each.strip():
                found.append(self._parsed(shape, each))
        return value if same(found, before) else self._as_list(shape, found)

    def _read_pairs(self, shape: Shape, value: Value, sent: QueryDict, name: str) -> Value:
        assert shape.value is not None
        before = {} if value is MISSING else value
        found = {}
        for key, told in zip(sent.getlist(f"{name}.key"), sent.getlist(f"{name}.value"), strict=False):
            if not key.strip():
                continue
            if key in before and told == self._shown(shape.value, before[key]):
                found[key] = before[key]
            else:
                parsed = self._parsed(shape.value, told)
                found[key.strip()] = "" if parsed is MISSING else parsed
        if same(found, before):
            return value
        return found or MISSING

    def _read_names(self, value: Value, sent: QueryDict, name: str) -> Value:
        before = {} if value is MISSING else value
        found = {}
        for key, told in zip(sent.getlist(f"{name}.key"), sent.getlist(f"{name}.value"), strict=False):
            told = told.replace("\r\n", "\n")
            if key.strip() or told.strip():
                same_as = before.get(key)
                untouched = same_as and told == builder_values.people_as_text(same_as)
                found[key.strip()] = same_as if untouched else builder_values.men(told, same_as or [])
        return value if same(found, before) else found or MISSING

    def _parsed(self, shape: Shape, told: str) -> Value:
        """What was written, as the value that belongs there or, if it is none, as it was written."""
        told = told.strip()
        if not told:
            return MISSING
        match shape.kind:
            case "number":
                return builder_values.whole(told)
            case "date":
                return builder_values.day(told) or told
            case "text" | "texts":
                told = " ".join(told.split())
                return told if len(told) <= WRAPPED - 20 else textwrap.fill(told, WRAPPED, break_long_words=False)
            case "numbers":
                found = [builder_values.whole(each) for each in re.split(r"[,;\s]+", told)]
                return self._as_list(shape, found)
            case "degrees":
                return builder_values.degrees(told)
            case "places":
                return [builder_values.degrees(line) for line in told.split("\n") if line.strip()]
            case "toml":
                return builder_values.table(told)
        if shape.words == "aircraft":
            types = self.names("aircraft").items()
            return next((slug for slug, name in types if name.casefold() == told.casefold()), slugify(told) or told)
        return told

    # ---- Rows and tables that come and go

    def act(self, value: dict[str, Value], what: str) -> tuple[dict[str, Value], str]:
        """``add units``, ``copy units.2``, ``up``, ``down``, ``remove``: the table after it, and what it opens.

        Raises ``Refusal`` for what is not there.
        """
        verb, _, name = what.partition(" ")
        steps = name.split(".")
        changed = deepcopy(value)
        around, shape = self._reach(changed, steps[:-1])
        last = steps[-1]
        if verb == "add" and isinstance(around, dict) and (its := shape.field(last)) is not None:
            return changed, self._added(around, its, name)
        if verb == "remove" and isinstance(around, dict) and last in around:
            del around[last]
            return changed, ""
        if isinstance(around, list) and last.isdecimal() and int(last) < len(around):
            return changed, _move(around, verb, int(last), ".".join(steps[:-1]))
        raise Refusal("That row is not there any more. Look at the page again.")

    def _reach(self, value: Value, steps: Sequence[str]) -> tuple[Value, Shape]:
        """What stands there, and its shape; tables that are not there yet are made."""
        shape = self.place.shape
        for step in steps:
            if isinstance(value, list):
                there = step.isdecimal() and int(step) < len(value)
                value = value[int(step)] if there else None
                continue
            inside = shape.field(step)
            if not isinstance(value, dict) or inside is None:
                raise Refusal("That row is not there any more. Look at the page again.")
            shape = inside
            value = value.setdefault(step, [] if shape.kind == "rows" else {})
        return value, shape

    def _added(self, around: dict[str, Value], shape: Shape, name: str) -> str:
        if shape.kind != "rows":
            around.setdefault(shape.key, self.blank(shape))
            return name
        rows = around.setdefault(shape.key, [])
        if not isinstance(rows, list) or len(rows) >= MOST_ROWS:
            raise Refusal("There are as many as a list can have.")
        rows.append(self.blank(shape))
        return f"{name}.{len(rows) - 1}"

    def blank(self, shape: Shape) -> dict[str, Value]:
        """A table with something in each field that must have something."""
        found = {}
        for each in shape.fields:
            if each.required and self.terms.fit(shape.model, each.key):
                found[each.key] = self._blank(each)
        return found

    def _blank(self, shape: Shape) -> Value:
        match shape.kind:
            case "choice":
                known = list(self.names(shape.words)) if shape.words else list(shape.choices)
                return known[0] if known else "none-yet"
            case "number":
                return max(shape.least or 0, 1)
            case "date":
                first = self.data.get("first")
                return first if isinstance(first, datetime.date) else datetime.date(1941, 1, 1)
            case "text":
                return "To be written."
            case "line" if shape.words == "aircraft":
                return next(iter(self.names("aircraft")), "none-yet")
            case "line":
                return "new" if shape.key == "key" else f"New {shape.label.lower()}"
            case "table":
                return self.blank(shape)
            case "rows":
                return [self.blank(shape)]
            case "pairs":
                return {}
            case "names":
                return {"Our service": [{"name": "New Man"}]}
            case "numbers":
                return [1, 110]
            case "degrees":
                return [50.0, 0.0]
            case "places":
                return [[50.0, 0.0], [51.0, 1.0]]
        return []


def _move(rows: list[Value], verb: str, at: int, name: str) -> str:
    match verb:
        case "remove":
            del rows[at]
            return name
        case "copy" if len(rows) < MOST_ROWS:
            rows.insert(at + 1, deepcopy(rows[at]))
            return f"{name}.{at + 1}"
        case "up" if at:
            rows[at - 1], rows[at] = rows[at], rows[at - 1]
            return f"{name}.{at - 1}"
        case "down" if at + 1 < len(rows):
            rows[at + 1], rows[at] = rows[at], rows[at + 1]
            return f"{name}.{at + 1}"
    return f"{name}.{at}"
