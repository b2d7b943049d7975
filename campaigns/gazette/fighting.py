"""The fight in the air: who shot down whom, and the sorties of those to whom most happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaigns.gazette.facts import Downing, Flown, MissionNews
from campaigns.gazette.issue import Paragraph
from campaigns.gazette.pen import Pen
from campaigns.gazette.words import both, capital, number
from campaigns.standing.words import with_article

MOST_DOWNINGS: Final = 14
"""Told one by one; more are counted."""
MOST_COCKPITS: Final = 4
"""Men whose sorties are told."""


def in_the_air(news: MissionNews, pen: Pen) -> Iterator[str]:
    """A paragraph of all that count, and one of claims on which nobody has ruled."""
    sure = [each for each in news.downings if not each.is_claim]
    if sure:
        told = [_downing(each, news, pen) for each in sure[:MOST_DOWNINGS]]
        if more := len(sure) - len(told):
            told.append(f"{capital(number(more))} more went down in the same fight.")
        yield " ".join(told)
    if claims := [each for each in news.downings if each.is_claim]:
        told = [f"{with_article(each.victim.plane)} by {_authors(each)}" for each in claims]
        yield f"Claimed, and not confirmed so far: {'; '.join(told)}."
    if not news.downings and all(news.of(side) for side in news.sides):
        yield pen.write(
            "no-kill",
            "Nobody shot anybody down.",
            "No pilot of either side brought down another.",
            "The pilots came home without a victory.",
        )


def _authors(downing: Downing) -> str:
    return both([each.who for each in downing.by])


def _downing(downing: Downing, news: MissionNews, pen: Pen) -> str:
    who, plane, victim = _authors(downing), downing.by[0].plane, downing.victim
    whole = f"{with_article(victim.plane)}, flown by {victim.name}," if victim.name else with_article(victim.plane)
    short = f"{victim.name}’s {victim.plane}" if victim.name else with_article(victim.plane)
    if len(downing.by) > 1:
        return pen.write("shared", f"{capital(who)} share {short}.", f"{capital(whole)} fell to {who} together.")
    if not downing.by[0].name:
        return pen.write(
            "nameless",
            f"{capital(with_article(plane))} shot down {short}.",
            f"{capital(whole)} fell to {with_article(plane)}.",
        )
    return pen.write(
        "downing",
        f"{who} ({plane}) shot down {short}.",
        f"{capital(whole)} fell to {who} in {with_article(plane)}.",
        f"{who}, in {with_article(plane)}, brought down {short}.",
        f"To {who} of the {news.sides[downing.side]} side goes {short}.",
        f"{capital(short)} went down before the guns of {who}, {plane}.",
    )


def cockpits(news: MissionNews) -> Iterator[Paragraph]:
    """The sorties of those to whom most happened, of both sides in turn."""
    by_side = [sorted((each for each in news.of(side) if each.story), key=_eventful) for side in news.sides]
    turns = [each for place in range(MOST_COCKPITS) for own in by_side for each in own[place : place + 1]]
    for each in [each for each in turns if _eventful(each)[0] < 0][:MOST_COCKPITS]:
        yield Paragraph(each.story, f"{each.name}, {news.sides[each.side]}")


def _eventful(flown: Flown) -> tuple[int, str]:
    """The more happened the less it is."""
    facts = flown.facts
    if facts is None:
        return 0, flown.name
    score = 4 * flown.wins + 2 * len(facts.shared) + 2 * bool(facts.fate) + (facts.status == "damaged") + facts.struck
    return -(score + 3 * facts.makes_ace + bool(facts.back_from)), flown.name
