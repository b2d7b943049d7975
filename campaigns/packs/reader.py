"""Reading a pack file: text in, ``PackDefinition`` or every problem out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from pydantic import ValidationError

from campaigns.packs.bounds import too_much
from campaigns.packs.cards import Found, put_in, read_cards
from campaigns.packs.checks import check
from campaigns.packs.definition import PackDefinition
from campaigns.packs.definition_cache import DefinitionCache
from campaigns.packs.errors import PackError, Path, Problem, key_text
from campaigns.packs.lines import line_numbers, nearest
from campaigns.packs.sentences import is_full, path_of, sentence
from campaigns.packs.shelf_cards import read_shelf_cards
from engine.core.game import Document

LARGEST = 1_000_000
"""Bytes of a pack file."""
MOST_PROBLEMS = 200
"""Told at once; who made more has more use for the first of them."""

_CACHE = DefinitionCache()

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
NO_TEXT = "There is a character in it that no text has. Remove it."
_TOML_PLACE = re.compile(r"^(?P<what>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)$", re.DOTALL)


def read_pack(text: str, filename: str) -> PackDefinition:
    """The pack that ``text`` defines, checked against the house's own data.

    Each text is read once and its definition kept; what is wrong is not, for it goes by ``filename`` and is mended.
    Raises ``PackError`` with every problem: its file, line, key, and a sentence with the remedy.
    """
    pack = _CACHE.get(text)
    if pack is None:
        pack = _read(text, filename)
        _CACHE.keep(text, pack)
    return pack


def parsed(text: str, filename: str) -> dict[str, Any]:
    """A TOML text within its bounds. Raises ``PackError``."""
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise PackError([Problem(filename, 1, "", "The file is larger than 1 MB: a pack holds text only.")])
    if (over := too_much(text)) is not None:
        raise PackError([Problem(filename, over[0], "", over[1])])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PackError([_syntax_problem(text, filename, str(error))]) from None


def read_card_file(
    text: str, filename: str, nations: Callable[[str], Mapping[str, Document]] = lambda system: {}
) -> tuple[str, dict[str, dict[str, Document]]]:
    """The game and, by kind, the cards of a file that holds nothing else: ``system`` and ``[cards.<kind>.<slug>]``.

    ``nations``: of a game those that cards may be of although the file has them not. Raises ``PackError`` with every
    problem.
    """
    data = parsed(text, filename)
    found = [(path, NO_TEXT) for path in islice(unprintable(data), MOST_PROBLEMS + 1)]
    found += [((key,), "A file of cards has system and cards alone.") for key in data if key not in ("system", "cards")]
    if "cards" not in data:
        found.append(((), "There are no cards in this file: a table [cards.aircraft.…] is one."))
    system = data.get("system")
    cards = read_shelf_cards(data, nations(system) if isinstance(system, str) else {})
    found += cards.wrong
    if found:
        raise _told(found, text, filename)
    return str(system), cards.by_kind


def _read(text: str, filename: str) -> PackDefinition:
    data = parsed(text, filename)
    found = [(path, NO_TEXT) for path in islice(unprintable(data), MOST_PROBLEMS + 1)]
    cards = read_cards(data)
    data, strange = put_in(data, cards)
    found += [*cards.wrong, *strange][: MOST_PROBLEMS + 1]
    try:
        pack = PackDefinition.model_validate(data)
    except ValidationError as error:
        wrong = [details for details in error.errors(include_url=False) if not is_full(details)]
        found += [(path_of(details), sentence(details, PackDefinition)) for details in wrong[: MOST_PROBLEMS + 1]]
    else:
        found += islice(check(pack), MOST_PROBLEMS + 1)
        if not found:
            return pack
    raise _told(found, text, filename)


def _told(found: list[Found], text: str, filename: str) -> PackError:
    """Mistakes at their lines, and no more of them than help."""
    lines = line_numbers(text)
    told = [
        Problem(filename, nearest(lines, path), key_text(path), message, path)
        for path, message in dict.fromkeys(found[:MOST_PROBLEMS])
    ]
    if len(found) > MOST_PROBLEMS:
        last = text.count("\n") + 1
        told.append(Problem(filename, last, "", f"There is more, beyond these {MOST_PROBLEMS}. Mend them first."))
    return PackError(told)


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


def unprintable(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where a key or a text holds a control character, which TOML can write as ``\\u0000`` and no database keeps."""
    if isinstance(value, str):
        if _CONTROL.search(value):
            yield path
        return
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        if isinstance(key, str) and _CONTROL.search(key):
            yield path
        yield from unprintable(each, (*path, key))
