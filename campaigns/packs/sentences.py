"""What pydantic finds wrong with a table, in sentences with the remedy."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from campaigns.packs.card_schema import Rule
from campaigns.packs.errors import Path


def is_full(details: ErrorDetails) -> bool:
    """A list said to be too short for the mistakes in its entries, which are told anyway."""
    return details["type"] == "too_short" and len(details["input"]) >= details["ctx"]["min_length"]


def path_of(details: ErrorDetails) -> Path:
    """The error's place without pydantic's own marks for dictionary keys."""
    return tuple(step for step in details["loc"] if step != "[key]")


def sentence(details: ErrorDetails, root: type[BaseModel]) -> str:
    """``root``: the model of the whole."""
    kind, context, given = details["type"], details.get("ctx", {}), _shown(details["input"])
    match kind:
        case "missing":
            return "This is missing: add it."
        case "extra_forbidden":
            return f"The format has no such key here.{_did_you_mean(details, root)}"
        case "literal_error":
            return f"{given} cannot stand here. Use {context['expected']}.{_rule(details, root)}"
        case "string_pattern_mismatch":
            return f"{given} has the wrong form: use {_PATTERNS[str(context['pattern'])]}."
        case "string_too_short" | "too_short":
            return f"Too little: give at least {context['min_length']}."
        case "string_too_long" | "too_long":
            return f"Too much: at most {context['max_length']}."
        case "greater_than_equal":
            return f"{given} is too small: use {context['ge']} or more.{_rule(details, root)}"
        case "less_than_equal":
            return f"{given} is too large: use {context['le']} or less.{_rule(details, root)}"
    return f"{given} is not {_TYPES.get(kind, 'what belongs here')}."


_PATTERNS = {
    r"^[a-z0-9]+(-[a-z0-9]+)*$": "lower-case letters and figures, joined by single hyphens",
    r"^[a-z0-9]+(-[a-z0-9]+)*(_[0-9a-f]{12})?$": "lower-case letters and figures, joined by single hyphens",
    r"^[0-9]+(\.[0-9]+)*$": "a version such as 1.0, in quotation marks",
    r"\S": "at least one letter",
    r"^19[0-9]{2}-(0[1-9]|1[0-2])$": "a year and a month such as 1941-04, in quotation marks",
    r"^[a-z]{2,6}$": "two to six lower-case letters",
    r"^#[0-9A-Fa-f]{6}$": 'a colour such as "#27477f"',
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


def _did_you_mean(details: ErrorDetails, root: type[BaseModel]) -> str:
    *around, key = details["loc"]
    near = difflib.get_close_matches(str(key), model_at(around, root).model_fields, n=1)
    return f" Did you mean {near[0]!r}?" if near else " Remove it."


def _rule(details: ErrorDetails, root: type[BaseModel]) -> str:
    """The section of the rulebook that a figure comes from, if its shape says one."""
    kind: Any = root
    for step in path_of(details):
        kind = _kind_at(kind, step)
    return next((f" [{each.section}]" for each in _metadata(kind) if isinstance(each, Rule)), "")


def _metadata(kind: Any) -> tuple[Any, ...]:
    """All that is annotated to a type."""
    if get_origin(kind) is Annotated:
        return (*_metadata(get_args(kind)[0]), *get_args(kind)[1:])
    if get_origin(kind) in (Union, UnionType):
        return tuple(each for part in get_args(kind) for each in _metadata(part))
    return ()


def model_at(path: Iterable[str | int], root: type[BaseModel]) -> type[BaseModel]:
    """The model that describes the table at ``path``."""
    kind: Any = root
    for step in path:
        kind = _kind_at(kind, step)
    model: type[BaseModel] = _bare(kind)
    return model


def _kind_at(kind: Any, step: str | int) -> Any:
    """The type of what stands at one step within a model, a table or a list."""
    kind = _bare(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        field = next(each for name, each in kind.model_fields.items() if str(step) in (name, each.alias))
        return Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    return get_args(kind)[1 if get_origin(kind) is Mapping else 0]


def _bare(kind: Any) -> Any:
    """A type without what is annotated to it, and without ``None``."""
    if get_origin(kind) is Annotated:
        return _bare(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return _bare(next(each for each in get_args(kind) if each is not NoneType))
    return kind
