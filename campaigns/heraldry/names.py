"""What a picture is called in an address: all that it is drawn from, so that nobody needs to look anything up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, get_args

from campaigns.heraldry.letters import painted
from campaigns.heraldry.portraits import MOST_RIBBONS, Face, Rank
from engine.core import own_types

_RANKS: Final[dict[str, Rank]] = {rank: rank for rank in get_args(Rank)}
ANY: Final = "xx"
"""A nation that somebody has made: its men are dressed as anybody's."""
_FACE: Final = re.compile(rf"([a-z]{{2}})-([12])-({'|'.join(_RANKS)})-([0-{MOST_RIBBONS}])-([0-9a-f]{{16}})")
_BADGE: Final = re.compile(r"([0-9a-f]{16})(?:-([A-Z0-9]{1,4}))?")


@dataclass(frozen=True, slots=True)
class Blazon:
    """What a squadron's badge is drawn from; ``code`` as ``painted`` gave it."""

    seed: int
    code: str


def face_name(face: Face) -> str:
    """
    >>> face_name(Face(seed=255, nation="gb", great_war=False, rank="ace", ribbons=2))
    'gb-2-ace-2-00000000000000ff'
    """
    nation = ANY if own_types.is_own(face.nation) else face.nation
    return f"{nation}-{1 if face.great_war else 2}-{face.rank}-{face.ribbons}-{face.seed:016x}"


def face_named(name: str) -> Face | None:
    """The face that ``face_name`` called so; ``None``: nobody's."""
    read = _FACE.fullmatch(name)
    if read is None:
        return None
    nation, war, rank, ribbons, seed = read.groups()
    return Face(int(seed, 16), nation, war == "1", _RANKS[rank], int(ribbons)) if _is_seed(seed) else None


def badge_name(blazon: Blazon) -> str:
    """
    >>> badge_name(Blazon(255, "UZ")), badge_name(Blazon(255, ""))
    ('00000000000000ff-UZ', '00000000000000ff')
    """
    return f"{blazon.seed:016x}" + (f"-{blazon.code}" if blazon.code else "")


def badge_named(name: str) -> Blazon | None:
    """The badge that ``badge_name`` called so; ``None``: no squadron's."""
    read = _BADGE.fullmatch(name)
    if read is None or not _is_seed(read[1]):
        return None
    return Blazon(int(read[1], 16), painted(read[2] or ""))


def _is_seed(text: str) -> bool:
    return int(text, 16) < 1 << 63
