"""A line of story for each sortie, made of its facts alone: who was shot down, what was hit, how it came home.

The wording varies, and goes by a seed; what is told does not. A clause is written only where the journal says what
it says, so nothing in a story is invented, and nobody learns more from it than from the sortie's own line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from campaigns.standing.sortie_text import count, load
from campaigns.standing.words import with_article
from config.common import seeds

_WHERE: Final = re.compile(
    r"(?:above|across|along|around|at|behind|below|between|beyond|in|near|off|on|over|past|round) .+"
    r"|(?:[\w-]+ )*(?:north|east|south|west|north-east|north-west|south-east|south-west) of .+",
    re.IGNORECASE,
)
"""A place that says by itself where it is."""
_NUMBERS: Final = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven",
    12: "twelve",
}  # fmt: skip
_SHOOTER: Final = re.compile(r"(?:.* )?by (?P<by>.+)")
_OF_ITSELF: Final = re.compile(r"(?:return fire|aerial rockets) of .+|flak.*|the blast of .+")


@dataclass(frozen=True, slots=True, kw_only=True)
class SortieFacts:
    """What the journal knows of a man's sortie. Types are named without their makers."""

    aircraft: str
    place: str
    role: str
    load: tuple[str, ...]
    victims: Mapping[str, int]
    """By type, how many are his alone by now."""
    shared: Mapping[str, int]
    """Those of which he has a part."""
    denied: Mapping[str, int]
    claimed: Mapping[str, int]
    """Those on which nobody has ruled where only what is confirmed counts."""
    damaged: int
    struck: int
    cargo: int
    mines: int
    recon: int
    over_target: bool
    jettisoned: bool
    status: str
    exit: str
    hits: int
    cause: str
    fate: str
    is_first: bool
    """He had never flown before, as far as anybody knows."""
    is_first_victory: bool
    makes_ace: bool
    back_from: str
    """What had kept him away since his last sortie: ``wounded``, ``leave`` or ``missing``."""


@dataclass(frozen=True, slots=True)
class Clause:
    kind: str
    """Of which facts it tells."""
    text: str


Write = Callable[[str, Sequence[str]], Clause]


def story(facts: SortieFacts, seed: int) -> str:
    """The line: a sentence."""
    before, after = (", ".join(clause.text for clause in part) for part in _parts(facts, seed))
    text = f"{before}; {after}."
    return text[:1].upper() + text[1:]


def clauses(facts: SortieFacts, seed: int) -> tuple[Clause, ...]:
    """What ``story`` is made of."""
    return tuple(clause for part in _parts(facts, seed) for clause in part)


def _parts(facts: SortieFacts, seed: int) -> tuple[list[Clause], list[Clause]]:
    """What he did, and how it ended."""

    def write(kind: str, wordings: Sequence[str]) -> Clause:
        return Clause(kind, seeds.pick(wordings, [1.0] * len(wordings), seeds.chance(seed, kind)))

    return [*_setting(facts, write), *_deeds(facts, write)], [*_ending(facts, write)]


def _setting(facts: SortieFacts, write: Write) -> Iterator[Clause]:
    plane = with_article(facts.aircraft)
    where = f" {where_of(facts.place)}" if facts.place else ""
    if facts.is_first:
        yield write("first", ["on the first sortie of all", "on the first sortie", "first time out"])
    if facts.back_from == "wounded":
        yield write("back", ["fit again after a wound", "back with the wound healed"])
    elif facts.back_from == "leave":
        yield write("back", ["back from leave", "fresh from leave"])
    elif facts.back_from == "evading":
        yield write("back", ["home again from behind the lines", "back after a long walk home"])
    elif facts.back_from == "missing":
        yield write("back", ["once missing and found again"])
    if facts.load:
        carried = load(facts.load)
        yield write("load", [f"carried {carried} in {plane}{where}", f"took {plane} with {carried}{where}"])
    elif facts.role == "escort":
        yield write("escort", [f"flew escort in {plane}{where}", f"escorted in {plane}{where}"])
    elif facts.role == "interceptor":
        yield write("interceptor", [f"up to intercept in {plane}{where}", f"flew {plane} as interceptor{where}"])
    else:
        yield write("flew", [f"up in {plane}{where}", f"flew {plane}{where}", f"took {plane} up{where}"])


def _deeds(facts: SortieFacts, write: Write) -> Iterator[Clause]:
    if facts.victims:
        them = listed(facts.victims)
        yield write("victims", [f"shot down {them}", f"sent {them} down", f"brought down {them}"])
    if facts.shared:
        them = listed(facts.shared)
        yield write("shared", [f"had a share in {them}", f"shared {them}"])
    if facts.makes_ace:
        yield write("ace", ["an ace from then on", "an ace by that"])
    elif facts.is_first_victory:
        yield write("first victory", ["the first victory", "a first victory"])
    if facts.claimed:
        yield write("claimed", [f"claimed {listed(facts.claimed)}"])
    if facts.denied:
        yield write("denied", [f"claimed {listed(facts.denied)} in vain"])
    if facts.damaged:
        them = "one" if facts.damaged == 1 else number(facts.damaged)
        yield write("damaged", [f"damaged {them}", f"left {them} damaged"])
    if facts.struck:
        yield write("struck", [f"hit the target for {facts.struck}", f"struck the target for {facts.struck}"])
    if facts.cargo:
        yield write("cargo", [f"delivered {count(facts.cargo, 'Cargo Point')}"])
    if facts.mines:
        yield write("mines", [f"laid {count(facts.mines, 'mine')}"])
    if facts.recon:
        yield write("recon", [f"took photographs worth {facts.recon} VP"])
    if facts.jettisoned:
        yield write("jettisoned", ["jettisoned the load", "let the load go unused"])
    if facts.over_target and not (facts.struck or facts.cargo or facts.mines or facts.recon):
        yield write("over target", ["went over the target", "got as far as the target"])
    if not any(_done(facts)):
        yield write("nothing", ["nothing to claim", "no claims", "without a claim"])


def _done(facts: SortieFacts) -> Iterator[object]:
    yield from (facts.victims, facts.shared, facts.claimed, facts.denied, facts.damaged, facts.struck)
    yield from (facts.cargo, facts.mines, facts.recon, facts.jettisoned, facts.over_target)


_LEFT: Final[Mapping[str, str]] = {
    "disengaged": "disengaged",
    "clouds": "left in Clouds",
    "broke-off": "broke off",
    "through": "got through",
    "home": "turned home in time",
}


def _ending(facts: SortieFacts, write: Write) -> Iterator[Clause]:
    if facts.status == "destroyed":
        yield _down(facts.cause, write)
        yield from _fate(facts.fate, write)
        return
    if facts.exit in _LEFT:
        yield write("exit", [_LEFT[facts.exit]])
    if facts.status == "damaged":
        by = _spoken(author_of(facts.cause))
        yield write(
            "home damaged",
            [f"came home damaged by {by}", f"brought a damaged {facts.aircraft} home, the work of {by}"]
            if by
            else ["came home damaged", f"brought a damaged {facts.aircraft} home"],
        )
    elif facts.hits:
        hits = "a hit" if facts.hits == 1 else f"{number(facts.hits)} hits"
        yield write("home hit", [f"took {hits} and came home", f"came home with {hits}"])
    else:
        yield write("home", ["came home undamaged", f"brought the {facts.aircraft} home undamaged", "home undamaged"])


def _down(cause: str, write: Write) -> Clause:
    if cause == "lack of fuel":
        return write("down", ["came down for lack of fuel", "ran out of fuel"])
    if cause == "while disengaging":
        return write("down", ["lost while disengaging"])
    if by := _spoken(author_of(cause)):
        return write("down", [f"shot down by {by}", f"fell to {by}", f"brought down by {by}"])
    return write("down", [f"shot down ({cause})" if cause else "shot down"])


def _fate(fate: str, write: Write) -> Iterator[Clause]:
    wordings = {
        "unhurt": ["unhurt", "and came down unhurt"],
        "wounded": ["wounded", "and was wounded"],
        "evading": ["evaded capture", "and hid from the enemy until the way home was found"],
        "captured": ["taken prisoner", "and was captured"],
        "missing": ["missing", "and was missing from then on"],
        "killed": ["killed", "and was killed"],
    }
    if fate:
        yield write("fate", wordings[fate])


def where_of(place: str) -> str:
    """A place as part of a sentence.

    >>> where_of("Two hundred miles east of Malta"), where_of("The Thames Estuary"), where_of("East London")
    ('two hundred miles east of Malta', 'over the Thames Estuary', 'over East London')
    """
    if _WHERE.fullmatch(place):
        return f"{place[:1].lower()}{place[1:]}"
    return f"over the {place[4:]}" if place.startswith("The ") else f"over {place}"


def author_of(cause: str) -> str:
    """Who or what has hit an aircraft, as far as its cause names anybody.

    >>> author_of("In My Sights (1 Burst, 1 Hit) by Bruno Rossi in G.50"), author_of("flak over the target")
    ('Bruno Rossi in G.50', 'flak over the target')
    >>> author_of("return fire of Bomber 1, aircraft 2 in SM.84"), author_of("while disengaging")
    ('return fire of Bomber 1, aircraft 2 in SM.84', '')
    """
    if _OF_ITSELF.fullmatch(cause):
        return cause
    found = _SHOOTER.fullmatch(cause)
    return found["by"] if found else ""


def _spoken(author: str) -> str:
    """
    >>> _spoken("Bruno Rossi in G.50"), _spoken("flak over the target")
    ('Bruno Rossi in a G.50', 'flak over the target')
    """
    who, within, plane = author.rpartition(" in ")
    return f"{who} in {with_article(plane)}" if within else author


def number(amount: int) -> str:
    return _NUMBERS.get(amount, str(amount))


def listed(types: Mapping[str, int]) -> str:
    """
    >>> listed({"Bf 109E-7": 2, "Ju 87B-2": 1}), listed({"Albatros D.III": 1})
    ('two Bf 109E-7s and a Ju 87B-2', 'an Albatros D.III')
    """
    parts = [with_article(name) if n == 1 else f"{number(n)} {name}s" for name, n in types.items()]
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]
