"""Which decorations a man might be put up for: ``fixtures/decorations.toml``, by nation and what he has done."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from campaigns.catalogue.library import FIXTURES
from campaigns.heraldry.ribbons import Ribbon, Stripe, own_ribbon, read_stripes
from campaigns.standing.model import Airman
from campaigns.standing.sortie_text import count
from config.common.vocabulary import amount


@dataclass(frozen=True, slots=True)
class Decoration:
    """One decoration; any of the figures that it has is enough for a proposal."""

    nation: str
    name: str
    kills: int = 0
    strikes: int = 0
    missions: int = 0
    wounds: int = 0
    ribbon: tuple[Stripe, ...] = ()
    """From its edge to its middle; empty: its colours are ours to choose."""
    ribbon_source: str = ""
    """Where its colours are stated in public; empty: they are ours."""

    def earned_by(self, airman: Airman) -> str:
        """For what he might get it, in words; empty if he has not done enough."""
        wounds = sum(each.what == "wounded" for each in airman.life)
        deeds: tuple[tuple[int, Fraction | int, str], ...] = (
            (self.kills, airman.kills, f"{amount(airman.kills)} {'victory' if airman.kills == 1 else 'victories'}"),
            (self.strikes, airman.strikes, count(airman.strikes, "successful strike")),
            (self.missions, airman.missions, count(airman.missions, "mission")),
            (self.wounds, wounds, "Wounds suffered in action"),
        )
        return next((words for wanted, done, words in deeds if wanted and done >= wanted), "")


@dataclass(frozen=True, slots=True)
class Proposal:
    name: str
    reason: str


@cache
def decorations() -> tuple[Decoration, ...]:
    """All of the file, in its order: a nation's lowest first."""
    file = tomllib.loads((FIXTURES / "decorations.toml").read_text(encoding="utf-8"))
    lines = file["decorations"]
    return tuple(Decoration(**line | {"ribbon": read_stripes(line.get("ribbon", ()))}) for line in lines)


def of_nation(nation: str) -> list[str]:
    """Names of the decorations that a nation gives."""
    return [decoration.name for decoration in decorations() if decoration.nation == nation]


def ribbon_of(nation: str, name: str) -> Ribbon:
    """The ribbon of a decoration that a man of that nation wears, whoever thought of its name."""
    known = next((each for each in decorations() if (each.nation, each.name) == (nation, name)), None)
    if known is None or not known.ribbon:
        return own_ribbon(name)
    return Ribbon(name, known.ribbon, is_own=not known.ribbon_source)


def proposals(airman: Airman) -> list[Proposal]:
    """What he has earned by our list and has not been given, lowest first."""
    own = (each for each in decorations() if each.nation == airman.man.nation and each.name not in airman.decorations)
    return [Proposal(each.name, reason) for each in own if (reason := each.earned_by(airman))]
