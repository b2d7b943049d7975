"""What types are called beside their names, ``fixtures/nicknames.toml``, and how their marks are typed."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from config.common.finding import Wanted, plain
from engine.core import fixtures

_WITHIN_A_MARK: Final = re.compile(r"(?<=[^\W\d])[ .-](?=\d)")


@cache
def _marks() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    marks = fixtures.read("nicknames.toml")["nicknames"]
    return tuple((_pattern(mark), tuple(called)) for mark, called in marks.items())


def _pattern(mark: str) -> re.Pattern[str]:
    """``P-4`` is not the beginning of ``P-47``, ``A6M`` is that of ``A6M2``."""
    ends = r"(?!\d)" if mark[-1].isdecimal() else ""
    return re.compile(rf"(?<!\w){re.escape(mark)}{ends}")


@cache
def nicknames(name: str) -> tuple[str, ...]:
    """What a type of this name is called that its name does not say.

    >>> nicknames("Junkers Ju 87B-2"), nicknames("Messerschmitt Bf 109F-2"), nicknames("Ilyushin Il-2 Shturmovik")
    (('Stuka',), ('Me 109', 'Friedrich'), ('Sturmovik', 'Ilyusha'))
    """
    found = (each for mark, called in _marks() if mark.search(name) for each in called)
    return tuple(each for each in dict.fromkeys(found) if plain(each) not in plain(name))


def why_found(wanted: Wanted, name: str) -> tuple[str, ...] | None:
    """``None``: a type of this name is not what is looked for; else the nicknames that it was found by, if any.

    >>> why_found(Wanted.of("stuka junkers"), "Junkers Ju 87B-2"), why_found(Wanted.of("ju87"), "Junkers Ju 87B-2")
    (('Stuka',), ())
    """
    named = _as_typed(name)
    if wanted.is_in(*named):
        return ()
    called = {each: _as_typed(each) for each in nicknames(name)}
    if not wanted.is_in(*named, *(text for texts in called.values() for text in texts)):
        return None
    missing = [Wanted((word,)) for word in wanted.words if not Wanted((word,)).is_in(*named)]
    return tuple(each for each, texts in called.items() if any(word.is_in(*texts) for word in missing))


def _as_typed(name: str) -> tuple[str, str]:
    """Also with its mark in one word: ``Bf109E-3``, ``P47D``."""
    return name, _WITHIN_A_MARK.sub("", name)
