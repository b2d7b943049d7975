"""A line of story for each sortie: worded in many ways, and nothing in it that the journal does not say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

import pytest

from campaigns.packs import read_pack
from campaigns.standing.chronicle import Chronicle, chronicle
from campaigns.standing.lines import Line, NewLine, saying
from campaigns.standing.model import Airman, JournalFact
from campaigns.standing.result_kinds import FateMet, Kill, Sortie
from campaigns.standing.stories import facts_of, stories, wording_of
from campaigns.standing.story import SortieFacts, clauses, story
from missions.simulation import SimulatedCampaign
from tests import make
from tests.engine.broad import broad

PACKS = ("narrow-sea", "malta-1941-42", "flying-circus-1917", "angels-over-kent", make.PERIODS)

QUIET = SortieFacts(
    aircraft="Hurricane Mk I",
    place="Bir el Gobi",
    role="fighter",
    load=(),
    victims={},
    shared={},
    denied={},
    claimed={},
    damaged=0,
    struck=0,
    cargo=0,
    mines=0,
    recon=0,
    over_target=False,
    jettisoned=False,
    status="undamaged",
    exit="",
    hits=0,
    cause="",
    fate="",
    is_first=False,
    is_first_victory=False,
    makes_ace=False,
    back_from="",
)
"""A sortie on which nothing happened."""


@dataclass(frozen=True)
class Told:
    """What the journal's own lines say of one sortie."""

    man: Airman
    sortie: Sortie
    kills: tuple[Kill, ...]
    fates: tuple[str, ...]
    earlier: int
    """His sorties before it."""
    won: int
    """Victories before it."""
    back: frozenset[str]
    """What happened to him since the last one."""


HOLDS: Mapping[str, Callable[[Told], bool]] = {
    "first": lambda told: told.earlier == 0,
    "back": lambda told: bool(told.back & {"returned", "rescued"}),
    "load": lambda told: bool(told.sortie.load),
    "escort": lambda told: told.sortie.role == "escort",
    "interceptor": lambda told: told.sortie.role == "interceptor",
    "flew": lambda told: True,
    "victims": lambda told: bool(told.kills),
    "first victory": lambda told: told.won == 0 and len(told.kills) == 1,
    "ace": lambda told: told.won < 5 <= told.won + len(told.kills),
    "damaged": lambda told: told.sortie.damaged > 0,
    "struck": lambda told: told.sortie.struck > 0,
    "cargo": lambda told: told.sortie.cargo > 0,
    "mines": lambda told: told.sortie.mines > 0,
    "recon": lambda told: told.sortie.recon > 0,
    "jettisoned": lambda told: told.sortie.jettisoned,
    "over target": lambda told: told.sortie.over_target,
    "nothing": lambda told: not told.kills and not told.sortie.damaged and not told.sortie.struck,
    "exit": lambda told: told.sortie.exit != "" and told.sortie.status != "destroyed",
    "home": lambda told: told.sortie.status == "undamaged" and not told.sortie.hits,
    "home hit": lambda told: told.sortie.status == "undamaged" and told.sortie.hits > 0,
    "home damaged": lambda told: told.sortie.status == "damaged",
    "down": lambda told: told.sortie.status == "destroyed",
    "fate": lambda told: bool(told.fates),
}
"""What the journal must say for a clause of each kind to be written."""


@cache
def flown(slug: str) -> Chronicle:
    """A campaign of the pack, flown by the staff to its end."""
    pack = read_pack(make.source(slug), f"{slug}.toml")
    campaign = SimulatedCampaign(pack, 3)
    campaign.fly()
    lines = [line.numbered(n) for n, line in enumerate(campaign.lines, 1) if isinstance(line, NewLine)]
    return chronicle(pack, campaign.men, lines)


def told_of(known: Chronicle, man: Airman, sorties: list[JournalFact]) -> Iterator[Told]:
    lines: list[Line] = list(known.lines.values())
    won = 0
    for number, each in enumerate(sorties):
        own = [line for line in lines if line.mission == each.mission and line.pilot_id == man.pk]
        kills = tuple(kill for _, kill in saying(own, Kill))
        begin = man.life.index(sorties[number - 1]) if number else 0
        yield Told(
            man=man,
            sortie=known.sortie(each),
            kills=kills,
            fates=tuple(fate.fate for _, fate in saying(own, FateMet)),
            earlier=number,
            won=won,
            back=frozenset(fact.what for fact in man.life[begin : man.life.index(each)]),
        )
        won += len(kills)


@pytest.mark.parametrize("slug", broad(PACKS, 2))
def test_each_clause_of_a_story_is_a_fact_of_the_journal(slug: str):
    known = flown(slug)
    written = 0
    for man in known.standing.airmen.values():
        sorties, facts = zip(*facts_of(known, man), strict=True) if man.missions else ((), ())
        for each, fact, told in zip(sorties, facts, told_of(known, man, list(sorties)), strict=True):
            for seed in (wording_of(man, each), 1, 2):
                for clause in clauses(fact, seed):
                    assert HOLDS[clause.kind](told), (clause, told)
            written += 1
            assert sum(fact.victims.values()) == len(told.kills)
            assert fact.cause == told.sortie.cause
    assert written == len([line for line in known.lines.values() if line.kind == "sortie" and line.pilot_id])


@pytest.mark.parametrize("slug", PACKS)
def test_what_is_to_be_told_of_a_sortie_is_told(slug: str):
    known = flown(slug)
    for man in known.standing.airmen.values():
        for each, fact in facts_of(known, man):
            kinds = {clause.kind for clause in clauses(fact, wording_of(man, each))}
            sortie = known.sortie(each)
            assert ("down" in kinds) == (sortie.status == "destroyed")
            assert ("damaged" in kinds) == bool(sortie.damaged)
            assert ("struck" in kinds) == bool(sortie.struck)


def test_stories_are_worded_in_many_ways_and_always_the_same():
    known = flown("flying-circus-1917")
    men = known.standing.airmen.values()
    once, again = ([line for man in men for line in stories(known, man).values()] for _ in "12")
    assert once == again
    assert len(set(once)) > 0.9 * len(once)
    for line in once:
        assert re.fullmatch(r"[A-Z].*[^.]\.", line), line
        assert len(line) < 300


def test_a_quiet_sortie_and_a_great_one_are_told_as_they_were():
    assert story(QUIET, 1) in {
        f"{begin}, {deed}; {end}."
        for begin in (
            "Up in a Hurricane Mk I over Bir el Gobi",
            "Flew a Hurricane Mk I over Bir el Gobi",
            "Took a Hurricane Mk I up over Bir el Gobi",
        )
        for deed in ("nothing to claim", "no claims", "without a claim")
        for end in ("came home undamaged", "brought the Hurricane Mk I home undamaged", "home undamaged")
    }
    great = replace(
        QUIET,
        victims={"CR.42 Falco": 2},
        makes_ace=True,
        status="destroyed",
        cause="flak over the target",
        fate="captured",
    )
    for seed in range(20):
        line = story(great, seed)
        assert "two CR.42 Falcos" in line
        assert "an ace" in line
        assert "flak over the target" in line
        assert "prisoner" in line or "captured" in line


def test_a_claim_that_was_denied_is_told_as_one():
    line = story(replace(QUIET, denied={"Ju 87B-2": 1}), 4)
    assert "claimed a Ju 87B-2 in vain" in line
    assert "shot down" not in line
    assert "nothing" not in line


def test_who_has_a_part_of_a_victory_has_a_share_in_it():
    assert re.search(r"(had a share in|shared) an? He 111H-6", story(replace(QUIET, shared={"He 111H-6": 1}), 4))


@pytest.mark.parametrize("cause", ["", "some words of a table", "while disengaging", "lack of fuel", "by two of them"])
def test_whatever_the_cause_says_a_loss_is_told(cause: str):
    for seed in range(10):
        line = story(replace(QUIET, status="destroyed", cause=cause), seed)
        assert line.endswith(".")
        assert "home" not in line


def test_a_sortie_of_which_no_place_is_known_is_told_without_one():
    for seed in range(10):
        begin, _, _ = story(replace(QUIET, place=""), seed).partition(",")
        assert begin.endswith(("Hurricane Mk I", "up"))
