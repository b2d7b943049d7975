"""JSON that came from outside, read so strictly that whatever is accepted can be written again."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from engine.core.errors import EngineError

MAX_DEPTH = 32
"""How deep lists and objects may nest."""
MAX_NUMBER = 1 << 63
"""Numbers lie strictly between minus this and this; seeds are below it."""


def read_object(text: str, what: str, error: type[EngineError]) -> dict[str, Any]:
    """The object that ``text`` holds; ``what`` names it in the sentences: ``request``.

    Raises ``error`` for a value that JSON or the engine does not know (NaN, a number out of range, a field named
    twice, too deep a nesting, anything but an object), and lets ``JSONDecodeError`` through.
    """
    too_deep = f"The {what} nests deeper than {MAX_DEPTH} levels."

    def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            raise error(f"An object of the {what} names a field twice.")
        return fields

    def not_a_number(written: str) -> NoReturn:
        raise error(f"{written} is not a number that a {what} may hold.")

    def whole_number(written: str) -> int:
        if len(written) <= 20 and abs(value := int(written)) < MAX_NUMBER:
            return value
        raise error(f"A number of the {what} is out of range: 2 to the power of 63 and beyond is refused.")

    def decimal_number(written: str) -> float:
        value = float(written)
        if math.isfinite(value):
            return value
        raise error(f"A number of the {what} is out of range.")

    try:
        value = json.loads(
            text,
            object_pairs_hook=unique_keys,
            parse_constant=not_a_number,
            parse_int=whole_number,
            parse_float=decimal_number,
        )
    except RecursionError:
        raise error(too_deep) from None
    if _depth_exceeds(value, MAX_DEPTH):
        raise error(too_deep)
    if not isinstance(value, dict):
        raise error(f"A {what} is a JSON object.")
    return value


def _depth_exceeds(value: Any, depth: int) -> bool:
    """Whether lists and objects nest deeper than ``depth``, found without recursion."""
    level = [value]
    for _ in range(depth):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)
