"""Changing a TOML text where its values change, and nowhere else: comments, order and line breaks stay.

``rewritten(text, wanted)`` compares what the text says with what it shall say and writes the difference into it. What
comes of it is read once more: a text that would not say just that is not handed out.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from campaigns.packs.errors import Path
from campaigns.packs.layout import Section, layout

Table: TypeAlias = dict[str, Any]
Order: TypeAlias = Callable[[Path], Sequence[str]]
"""In which order the keys of the table at a path usually stand."""
Standalone: TypeAlias = Callable[[Path], bool]
"""Whether what is new at a path, which has no positions in lists, gets a header of its own."""

WIDTH = 116
"""Characters of a line of new lists."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\t": "\\t", "\n": "\\n", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


class CannotRewrite(ValueError):
    """A text so written that this change has no place in it; it can still be made by hand."""


def rewritten(
    text: str,
    wanted: Table,
    *,
    standalone: Standalone = lambda path: False,
    order: Order = lambda path: (),
) -> str:
    """``text`` as it says what is ``wanted``. Raises ``CannotRewrite``; of a text that is none ``TOMLDecodeError``."""
    said = tomllib.loads(text)
    while (moved := _Rewriting(text, standalone, order).moved((), said, wanted)) is not None:
        text, said = moved, tomllib.loads(moved)
    changed = _Rewriting(text, standalone, order).changed(said, wanted)
    _sure(changed, wanted)
    return changed


def renamed(text: str, path: Path, name: str) -> str:
    """``text`` with another name for the key at ``path``, wherever it stands."""
    spans = [span for place, span in layout(text).steps if place == path]
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + _key(name) + text[end:]
    return text


def _sure(text: str, wanted: Table) -> None:
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CannotRewrite(str(error)) from None
    if not same(_without_nothing(said), _without_nothing(wanted)):
        raise CannotRewrite("it would say something else")


def same(one: Any, other: Any) -> bool:
    """Whether two values are told alike in TOML: 1, 1.0 and true are not."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other or (one != one and other != other))


def _without_nothing(value: Any) -> Any:
    """Without tables that hold nothing: a header that goes with its last key is no loss."""
    if isinstance(value, dict):
        inside = {key: _without_nothing(each) for key, each in value.items()}
        return {key: each for key, each in inside.items() if each not in ({}, [])}
    return list(map(_without_nothing, value)) if isinstance(value, list) else value


def matched(old: Sequence[Any], new: Sequence[Any]) -> list[int | None]:
    """Of each new element the old one that it was: an equal one, or the likest of those left over."""
    found: list[int | None] = [None] * len(new)
    free = list(range(len(old)))
    here = [at for at in range(min(len(old), len(new))) if same(old[at], new[at])]
    for at in here:
        found[at] = at
        free.remove(at)
    for at, value in enumerate(new):
        if found[at] is None and (equal := next((each for each in free if same(old[each], value)), None)) is not None:
            found[at] = equal
            free.remove(equal)
    for at, value in enumerate(new):
        if found[at] is None and free:
            likest = max(free, key=lambda each: (_likeness(old[each], value), each == at, -each))
            if not isinstance(value, dict) or _likeness(old[likest], value):
                found[at] = likest
                free.remove(likest)
    return found


def _likeness(one: Any, other: Any) -> int:
    if isinstance(one, dict) and isinstance(other, dict):
        return sum(key in one and same(one[key], each) for key, each in other.items())
    return int(type(one) is type(other))


def _rises(places: Sequence[int | None]) -> bool:
    known = [place for place in places if place is not None]
    return known == sorted(known)


class _Rewriting:
    def __init__(self, text: str, standalone: Standalone, order: Order) -> None:
        self.text = text
        self.layout = layout(text)
        self.standalone = standalone
        self.order = order
        self.edits: list[tuple[int, int, str]] = []
        self.headless: dict[Path, Table] = {}
        """What is new in tables that stand nowhere themselves, only tables within them."""

    # ---- Sections that change places

    def moved(self, path: Path, old: Any, new: Any) -> str | None:
        """The text with the sections of one list in their new order; ``None``: all stand in it."""
        if path in self.layout.values:
            return None
        if isinstance(old, dict) and isinstance(new, dict):
            for key in old.keys() & new.keys():
                if (text := self.moved((*path, key), old[key], new[key])) is not None:
                    return text
        elif isinstance(old, list) and isinstance(new, list):
            places = matched(old, new)
            if not _rises(places):
                return self._in_order(path, [place for place in places if place is not None])
            for at, place in enumerate(places):
                if place is not None and (text := self.moved((*path, place), old[place], new[at])) is not None:
                    return text
        return None

    def _in_order(self, path: Path, places: list[int]) -> str:
        spans = {place: self._whole((*path, place)) for place in places}
        text = self.text
        for slot, place in reversed(list(zip(sorted(places), places, strict=True))):
            start, end = spans[slot]
            text = text[:start] + self.text[slice(*spans[place])] + text[end:]
        return text

    def _whole(self, path: Path) -> tuple[int, int]:
        """From the first section of what stands at ``path`` to the end of its last; nothing else between them."""
        numbers = [at for at, each in enumerate(self.layout.sections) if each.path[: len(path)] == path]
        if not numbers or numbers != list(range(numbers[0], numbers[-1] + 1)):
            raise CannotRewrite("its tables are scattered")
        return self._lead(numbers[0]), self._close(self.layout.sections[numbers[-1]])

    # ---- What differs, section by section

    def changed(self, old: Table, new: Table) -> str:
        self._section((), old, new)
        for path, table in self.headless.items():
            self._insert(self._last_of(path), "".join(_sections(self, path, table)))
        text = self.text
        order = sorted(range(len(self.edits)), key=lambda number: (self.edits[number][0], number))
        for number in reversed(order):
            start, end, instead = self.edits[number]
            text = text[:start] + instead + text[end:]
        return text

    def _section(self, path: Path, old: Table, new: Table) -> None:
        for key in old:
            here = (*path, key)
            if key not in new:
                self._remove(here)
            elif not same(old[key], new[key]):
                self._change(here, old[key], new[key])
        for key in self._sorted(path, [key for key in new if key not in old]):
            self._add(path, key, new[key])

    def _change(self, path: Path, old: Any, new: Any) -> None:
        if path in self.layout.values:
            start, end = self.layout.values[path]
            self.edits.append((start, end, self._value(path, old, new)))
        elif isinstance(old, dict) and isinstance(new, dict):
            self._section(path, old, new)
        elif isinstance(old, list) and isinstance(new, list) and all(isinstance(each, dict) for each in new):
            self._tables(path, old, new)
        else:
            raise CannotRewrite("a table gives way to a value")

    def _tables(self, path: Path, old: list[Table], new: list[Table]) -> None:
        places = matched(old, new)
        for gone in set(range(len(old))) - set(places):
            self._remove((*path, gone))
        before = next((place for place in places if place is not None), 0)
        for at, place in enumerate(places):
            if place is not None:
                self._section((*path, place), old[place], new[at])
                before = place
            else:
                end = self._whole((*path, before))[1]
                self._insert(end, "".join(_sections(self, (*path, at), new[at], is_element=True)))

    def _remove(self, path: Path) -> None:
        deep = len(path)
        for number, section in enumerate(self.layout.sections):
            if section.path[:deep] == path:
                start, end = self._lead(number), self._close(section)
                if self.text[max(0, start - 2) : start] in ("\n\n", "\n") and self.text[end : end + 1] == "\n":
                    end += 1
                self.edits.append((start, end, ""))
                continue
            for pair in section.pairs:
                if pair[:deep] == path:
                    start, end = self.layout.pairs[pair]
                    self.edits.append((self._line_start(start), self._line_end(end), ""))

    def _add(self, path: Path, key: str, value: Any) -> None:
        if value in ({}, []) and not self._is_section(path):
            return
        here = (*path, key)
        if self._has_header(here, value):
            self._insert(self._last_of(path), "".join(_sections(self, here, value)))
            return
        section = next((each for each in self.layout.sections if each.path == path), None)
        if section is None:
            self._beside(path, key, value)
            return
        before = self._before(section, key)
        place = self._line_end(self.layout.pairs[before][1]) if before else self._line_end(section.end)
        if not before and section.end == 0:
            place = self._head()
        self._insert(place, f"{_key(key)} = {written(value)}\n", is_pair=True)

    def _beside(self, path: Path, key: str, value: Any) -> None:
        """Into a table that has no header, for its keys have dots; or that needs one now."""
        for section in self.layout.sections:
            near = [pair for pair in section.pairs if pair[: len(path)] == path]
            if near and path[: len(section.path)] == section.path:
                name = ".".join(map(_key, (*(str(step) for step in path[len(section.path) :]), key)))
                place = self._line_end(self.layout.pairs[near[-1]][1])
                self._insert(place, f"{name} = {written(value)}\n", is_pair=True)
                return
        if not all(isinstance(step, str) for step in path):
            raise CannotRewrite("its table has no header")
        self.headless.setdefault(path, {})[key] = value

    def _before(self, section: Section, key: str) -> Path | None:
        """The pair behind which a new key of the section stands."""
        usual = list(self.order(section.path))
        if key in usual:
            rank = usual.index(key)
            deep = len(section.path)
            ranks = {pair: usual.index(str(pair[deep])) for pair in section.pairs if str(pair[deep]) in usual}
            if ranks:
                earlier = [pair for pair in section.pairs if pair in ranks and ranks[pair] < rank]
                return earlier[-1] if earlier else None
        return section.pairs[-1] if section.pairs else None

    def _head(self) -> int:
        """Where the first key of the text goes: behind the comment that it opens with."""
        first = min((start for start, _ in self.layout.pairs.values()), default=None)
        if self.layout.sections[1:]:
            header = self._lead(1)
            first = header if first is None else min(first, header)
        return len(self.text) if first is None else self._line_start(first)

    def _last_of(self, path: Path) -> int:
        ends = [self._close(each) for each in self.layout.sections if path and each.path[: len(path)] == path]
        return max(ends, default=len(self.text))

    def _is_section(self, path: Path) -> bool:
        return any(each.path == path for each in self.layout.sections)

    def _insert(self, place: int, what: str, *, is_pair: bool = False) -> None:
        ends = place == 0 or self.text[place - 1] == "\n"
        what = ("" if ends else "\n") + what
        if not is_pair and place and not what.startswith("\n\n"):
            what = "\n" + what
        self.edits.append((place, place, what))

    def _has_header(self, path: Path, value: Any) -> bool:
        if not (isinstance(value, dict) and value) and not (
            isinstance(value, list) and value and all(isinstance(each, dict) for each in value)
        ):
            return False
        return self.standalone(tuple(step for step in path if isinstance(step, str)))

    def _sorted(self, path: Path, keys: list[str]) -> list[str]:
        usual = {key: number for number, key in enumerate(self.order(path))}
        return sorted(keys, key=lambda key: usual.get(key, len(usual)))

    # ---- Lines

    def _line_start(self, place: int) -> int:
        return self.text.rfind("\n", 0, place) + 1

    def _line_end(self, place: int) -> int:
        """Behind the line, its comment with it."""
        end = self.text.find("\n", place)
        return len(self.text) if end < 0 else end + 1

    def _close(self, section: Section) -> int:
        last = self.layout.pairs[section.pairs[-1]][1] if section.pairs else section.end
        return self._line_end(last)

    def _lead(self, number: int) -> int:
        """Where a section begins, the comment right above its header with it."""
        start = self._line_start(self.layout.sections[number].start)
        least = self._close(self.layout.sections[number - 1]) if number and self.layout.sections[number - 1].end else 0
        while start > least:
            above = self._line_start(start - 1)
            if above < least or not self.text[above:start].lstrip().startswith("#"):
                break
            start = above
        return start

    # ---- Within a value

    def _value(self, path: Path, old: Any, new: Any) -> str:
        """The text of the value at ``path``, changed where it differs."""
        start, end = self.layout.values[path]
        if same(old, new):
            return self.text[start:end]
        kind = self.layout.inside.get(path)
        if kind == "table" and isinstance(new, dict) and all((*path, key) in self.layout.values for key in old):
            return self._inline(path, old, new)
        if kind == "list" and isinstance(new, list) and old and new:
            return self._list(path, old, new)
        return written(new)

    def _inline(self, path: Path, old: Table, new: Table) -> str:
        start, end = self.layout.values[path]
        if old.keys() == new.keys():
            parts = [(self.layout.values[(*path, key)], self._value((*path, key), old[key], new[key])) for key in old]
            return self._with(start, end, parts)
        pieces = []
        for key in old:
            if key in new:
                opening, (begin, _) = self.layout.pairs[(*path, key)][0], self.layout.values[(*path, key)]
                pieces.append((key, self.text[opening:begin] + self._value((*path, key), old[key], new[key])))
        usual = {key: number for number, key in enumerate(self.order(path))}
        for key in self._sorted(path, [key for key in new if key not in old]):
            rank = usual.get(key, len(usual))
            at = next((n for n, (other, _) in enumerate(pieces) if usual.get(other, -1) > rank), len(pieces))
            pieces.insert(at, (key, f"{_key(key)} = {written(new[key])}"))
        return f"{{ {', '.join(piece for _, piece in pieces)} }}" if pieces else "{}"

    def _with(self, start: int, end: int, parts: list[tuple[tuple[int, int], str]]) -> str:
        """The text from ``start`` to ``end`` with other ``parts``."""
        found, at = [], start
        for (begin, stop), instead in sorted(parts):
            found += [self.text[at:begin], instead]
            at = stop
        return "".join((*found, self.text[at:end]))

    def _list(self, path: Path, old: list[Any], new: list[Any]) -> str:
        start, end = self.layout.values[path]
        places = matched(old, new)
        if places == list(range(len(old))):
            spans = [self.layout.values[(*path, at)] for at in range(len(old))]
            values = [self._value((*path, at), old[at], new[at]) for at in range(len(old))]
            return self._with(start, end, list(zip(spans, values, strict=True)))
        # What stands before an element is its own, but for the rest of the line of the one before it.
        ends_in_comma = (*path, len(old) - 1) in self.layout.commas
        leads, tails, behind, at = [], [], [], start + 1
        for number in range(len(old)):
            begin, stop = self.layout.values[(*path, number)]
            between = self.text[at:begin]
            own = between.find("\n")
            rest, lead = ("", between) if own < 0 else (between[:own], between[own:])
            if number:
                tails.append(rest)
            leads.append(lead if number or own < 0 else rest + lead)
            comma = self.layout.commas.get((*path, number), stop)
            behind.append(self.text[stop:comma])
            at = comma + 1 if comma != stop or (*path, number) in self.layout.commas else stop
        closing = self.text[at : end - 1]
        own = closing.find("\n")
        tails.append("" if own < 0 else closing[:own])
        closing = closing if own < 0 else closing[own:]
        is_broken = "\n" in leads[-1]
        usual = leads[-1][leads[-1].rfind("\n") :] if is_broken else " "
        found = ["["]
        for number, (place, value) in enumerate(zip(places, new, strict=True)):
            lead = usual if place is None else leads[place]
            if not is_broken:
                lead = leads[0] if not number else lead or " "
                lead = lead if number == 0 or lead.startswith((" ", "\n")) else f" {lead}"
            found.append(lead)
            if place is None:
                found.append(written(value))
            else:
                found += [self._value((*path, place), old[place], value), behind[place]]
            if ends_in_comma or number < len(new) - 1:
                found.append(",")
            found.append("" if place is None else tails[place])
        return "".join((*found, closing, "]"))


def _sections(of: _Rewriting, path: Path, value: Any, *, is_element: bool = False) -> Iterator[str]:
    """New tables with headers of their own, those within them behind."""
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield ("\n" if number else "") + "".join(_sections(of, (*path, number), each, is_element=True))
        return
    keys = of._sorted(path, list(value))
    apart = [key for key in keys if of._has_header((*path, key), value[key])]
    name = ".".join(_key(step) for step in path if isinstance(step, str))
    here = [f"{_key(key)} = {written(value[key])}\n" for key in keys if key not in apart]
    inside = ["\n" + "".join(_sections(of, (*path, key), value[key])) for key in apart]
    header = f"[[{name}]]\n" if is_element else f"[{name}]\n"
    if here or is_element or not apart:
        yield header
        yield from here
    else:
        inside[0] = inside[0].lstrip("\n")
    yield from inside


def written(value: Any) -> str:
    """A value in TOML, lists of tables a line each."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case float():
            return repr(value) if value == value and abs(value) != float("inf") else f"{value}"
        case int():
            return str(value)
        case datetime.date() | datetime.time():
            return value.isoformat()
        case list():
            return _written_list(value)
        case Mapping():
            pairs = ", ".join(f"{_key(key)} = {written(each)}" for key, each in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
    raise CannotRewrite(f"TOML has no {type(value).__name__}")


def _written_list(values: list[Any]) -> str:
    line = f"[{', '.join(map(written, values))}]"
    if len(line) <= WIDTH and not any(isinstance(each, dict) for each in values):
        return line
    return "[\n" + "".join(f"  {written(each)},\n" for each in values) + "]" if values else line


def _text(value: str) -> str:
    """In one line, or in as many as it has."""
    if "\n" not in value:
        return f'"{"".join(_letter(each) for each in value)}"'
    kept = "".join(each if each in '"\n' else _letter(each) for each in value)
    kept = kept.replace('"""', '""\\"')
    return f'"""\n{kept[:-1]}\\""""' if kept.endswith('"') else f'"""\n{kept}"""'


def _letter(letter: str) -> str:
    return _ESCAPED.get(letter) or (letter if letter >= " " and letter != "\x7f" else f"\\u{ord(letter):04x}")


def _key(step: object) -> str:
    name = str(step)
    return name if _BARE.fullmatch(name) else f'"{"".join(_letter(each) for each in name)}"'
