"""What men and squadrons look like: from what is known of them to what their pictures are drawn from.

Names alone make the seeds, as they were when the campaign began: a man keeps his face when he is called otherwise or
when the campaign is carried elsewhere, and a man who flies in two campaigns has one face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from campaigns.catalogue.library import library
from campaigns.heraldry.draw import seed_of
from campaigns.heraldry.kill_board import PaintedVictory
from campaigns.heraldry.letters import painted
from campaigns.heraldry.names import Blazon
from campaigns.heraldry.portraits import MOST_RIBBONS, Face
from campaigns.heraldry.ribbons import Ribbon
from campaigns.packs.definition import PackDefinition
from campaigns.standing.chronicle import Victory
from campaigns.standing.decorations import ribbon_of
from campaigns.standing.model import Airman, Squadron
from campaigns.standing.questions import is_ace
from campaigns.standing.sortie_text import count
from config.common.vocabulary import NATIONS, nation_name

GREAT_WAR_ENDS: Final = 1919
UNKNOWN: Final = "xx"
"""A nation that is not ours to know: a campaign's file may say anything."""


def face_of(man: Airman, pack: PackDefinition) -> Face:
    """His face, and what he has come to by now."""
    return Face(
        seed=seed_of("man", man.man.nation, man.first_name or man.name),
        nation=man.man.nation if man.man.nation in NATIONS else UNKNOWN,
        great_war=pack.first.year < GREAT_WAR_ENDS,
        rank="ace" if is_ace(man) else "green" if man.is_green else "pilot",
        ribbons=min(len(man.decorations), MOST_RIBBONS),
    )


def blazon_of(squadron: Squadron) -> Blazon:
    return Blazon(seed_of("squadron", squadron.nation, squadron.key), painted(squadron.code))


def ribbons_of(man: Airman) -> tuple[Ribbon, ...]:
    return tuple(ribbon_of(man.man.nation, name) for name in man.decorations)


def painted_victories(man: Airman, victories: Iterable[Victory]) -> tuple[PaintedVictory, ...]:
    """What his ground crew has painted: those that he has any part of by now, and before them those that are only a
    figure, from a record on paper.
    """
    own = tuple(_with_credit(victories))
    before = man.kills - sum((each.credit for each in own), Fraction(0))
    whole, part = divmod(max(before, Fraction(0)), 1)
    unknown = [PaintedVictory("", Fraction(1))] * int(whole) + ([PaintedVictory("", part)] if part else [])
    return (*unknown, *own)


def _with_credit(victories: Iterable[Victory]) -> Iterator[PaintedVictory]:
    types = library().aircraft
    for each in victories:
        if each.credit:
            victim = types.get(each.victim)
            yield PaintedVictory(victim.nation if victim else "", each.credit)


def in_words(painted: Sequence[PaintedVictory], strikes: int) -> str:
    """What a kill board shows, for who cannot see it.

    >>> in_words([PaintedVictory("de", Fraction(1)), PaintedVictory("", Fraction(1))], 2)
    '1 mark for Germany, 1 mark, 2 bombs'
    """
    nations = Counter(each.nation for each in painted)
    marks = [f"{count(n, 'mark')}{f' for {nation_name(nation)}' if nation else ''}" for nation, n in nations.items()]
    return ", ".join([*marks, *([count(strikes, "bomb")] if strikes else [])])
