"""Reading a pack file: text in, ``PackDefinition`` or every problem out."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from campaigns.packs.bounds import too_much
from campaigns.packs.checks import check
from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import PackError, Path, Problem, key_text
from campaigns.packs.kept import Kept
from campaigns.packs.lines import line_numbers, nearest

LARGEST = 1_000_000
"""Bytes of a pack file."""
MOST_PROBLEMS = 200
"""Told at once; who made more has more use for the first of them."""

_KEPT = Kept()

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NO_TEXT = "There is a character in it that no text has. Remove it."
_TOML_PLACE = re.compile(r"^(?P<what>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)$", re.DOTALL)


def read_pack(text: str, filename: str) -> PackDefinition:
    """The pack that ``text`` defines, checked against the house's own data.

    Each text is read once and its definition kept; what is wrong is not, for it goes by ``filename`` and is mended.
    Raises ``PackError`` with every problem: its file, line, key, and a sentence with the remedy.
    """
    pack = _KEPT.get(text)
    if pack is None:
        pack = _read(text, filename)
        _KEPT.keep(text, pack)
    return pack


def _read(text: str, filename: str) -> PackDefinition:
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise PackError([Problem(filename, 1, "", "The file is larger than 1 MB: a pack holds text only.")])
    if (over := too_much(text)) is not None:
        raise PackError([Problem(filename, over[0], "", over[1])])
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PackError([_syntax_problem(text, filename, str(error))]) from None
    found = [(path, _NO_TEXT) for path in islice(_unprintable(data), MOST_PROBLEMS + 1)]
    try:
        pack = PackDefinition.model_validate(data)
    except ValidationError as error:
        wrong = [details for details in error.errors(include_url=False) if not _is_full(details)]
        found += [(_path(details), _sentence(details)) for details in wrong[: MOST_PROBLEMS + 1]]
    else:
        found += islice(check(pack), MOST_PROBLEMS + 1)
        if not found:
            return pack
    lines = line_numbers(text)
    told = [
        Problem(filename, nearest(lines, path), key_text(path), message)
        for path, message in dict.fromkeys(found[:MOST_PROBLEMS])
    ]
    if len(found) > MOST_PROBLEMS:
        last = text.count("\n") + 1
        told.append(Problem(filename, last, "", f"There is more, beyond these {MOST_PROBLEMS}. Mend them first."))
    raise PackError(told)


def pack_text(data: bytes, filename: str) -> str:
    """The text of a pack file, whatever system it was written on. Raises ``PackError`` unless it is UTF-8."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PackError([Problem(filename, line, "", "The file is not UTF-8 text. Save it as UTF-8.")]) from None


def _syntax_problem(text: str, filename: str, error: str) -> Problem:
    place = _TOML_PLACE.match(error)
    what, at = (place["what"], place["line"]) if place else (error, None)
    line = int(at) if at else text.count("\n") + 1
    written = text.split("\n")[line - 1]
    key = written.partition("=")[0].strip(" []\t") if re.match(r"\s*[\w\"'\[]", written) else ""
    remedy = {
        "Cannot overwrite a value": "this key stands twice; keep one of the two",
        "Invalid date or datetime": "there is no such day or hour; write a day as 1941-04-30",
        "Cannot declare": "this table stands twice; merge the two or rename one",
    }
    hint = next((hint for start, hint in remedy.items() if what.startswith(start)), None)
    message = f"{what}: {hint}." if hint else f"This is not valid TOML: {what[:1].lower()}{what[1:]}. Correct the line."
    return Problem(filename, line, key[:60], message)


def _unprintable(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where a key or a text holds a control character, which TOML can write as ``\\u0000`` and no database keeps."""
    if isinstance(value, str):
        if _CONTROL.search(value):
            yield path
        return
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        if isinstance(key, str) and _CONTROL.search(key):
            yield path
        yield from _unprintable(each, (*path, key))


def _is_full(details: ErrorDetails) -> bool:
    """A list said to be too short for the mistakes in its entries, which are told anyway."""
    return details["type"] == "too_short" and len(details["input"]) >= details["ctx"]["min_length"]


def _path(details: ErrorDetails) -> Path:
    """The error's place without pydantic's own marks for dictionary keys."""
    return tuple(step for step in details["loc"] if step != "[key]")


def _sentence(details: ErrorDetails) -> str:
    kind, context, given = details["type"], details.get("ctx", {}), _shown(details["input"])
    match kind:
        case "missing":
            return "This is missing: add it."
        case "extra_forbidden":
            return f"The format has no such key here.{_did_you_mean(details)}"
        case "literal_error":
            return f"{given} cannot stand here. Use {context['expected']}."
        case "string_pattern_mismatch":
            return f"{given} has the wrong form: use {_PATTERNS[str(context['pattern'])]}."
        case "string_too_short" | "too_short":
            return f"Too little: give at least {context['min_length']}."
        case "string_too_long" | "too_long":
            return f"Too much: at most {context['max_length']}."
        case "greater_than_equal":
            return f"{given} is too small: use {context['ge']} or more."
        case "less_than_equal":
            return f"{given} is too large: use {context['le']} or less."
    return f"{given} is not {_TYPES.get(kind, 'what belongs here')}."


_PATTERNS = {
    r"^[a-z0-9]+(-[a-z0-9]+)*$": "lower-case letters and figures, joined by single hyphens",
    r"^[0-9]+(\.[0-9]+)*$": "a version such as 1.0, in quotation marks",
    r"\S": "at least one letter",
    r"^19[0-9]{2}-(0[1-9]|1[0-2])$": "a year and a month such as 1941-04, in quotation marks",
    r"^[A-Z0-9]{1,4}$": "one to four capital letters or figures",
}
_TYPES = {
    "string_type": "text: put it in quotation marks",
    "float_type": "a number: write degrees with a decimal point, without quotation marks",
    "finite_number": "a number of degrees",
    "int_type": "a whole number: write it without quotation marks or a decimal point",
    "bool_type": "a yes or no: write true or false",
    "date_type": "a date: write it as 1941-04-01, without quotation marks",
    "tuple_type": "a list: put it in square brackets",
    "dict_type": "a table: give it keys of its own",
    "model_type": "a table: give it keys of its own",
    "model_attributes_type": "a table: give it keys of its own",
}


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "A table" if isinstance(value, dict) else "A list"
    text = str(value).replace("\n", " ")
    return repr(text if len(text) <= 40 else text[:37] + "…")


def _did_you_mean(details: ErrorDetails) -> str:
    *around, key = details["loc"]
    near = difflib.get_close_matches(str(key), _model_at(around).model_fields, n=1)
    return f" Did you mean {near[0]!r}?" if near else " Remove it."


def _model_at(path: Iterable[str | int]) -> type[BaseModel]:
    """The model that describes the table at ``path``."""
    kind: Any = PackDefinition
    for step in path:
        kind = _kind_at(kind, step)
    model: type[BaseModel] = _bare(kind)
    return model


def _kind_at(kind: Any, step: str | int) -> Any:
    """The type of what stands at one step within a model, a table or a list."""
    kind = _bare(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind.model_fields[str(step)].annotation
    return get_args(kind)[1 if get_origin(kind) is Mapping else 0]


def _bare(kind: Any) -> Any:
    """A type without what is annotated to it, and without ``None``."""
    if get_origin(kind) is Annotated:
        return _bare(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return _bare(next(each for each in get_args(kind) if each is not NoneType))
    return kind
