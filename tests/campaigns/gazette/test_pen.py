"""Words that vary: never twice in a row, and the same for the same facts."""

from __future__ import annotations

from itertools import pairwise

from campaigns.catalogue.papers import paper_title
from campaigns.catalogue.theatres import theatres
from campaigns.gazette.pen import Pen

WORDINGS = ("one", "two", "three")


def test_neither_an_issue_nor_the_next_says_it_the_same_way_twice_in_a_row() -> None:
    for seed in range(20):
        pens = [Pen(seed, number) for number in range(1, 8)]
        first = [pen.write("met", *WORDINGS) for pen in pens]
        assert all(a != b for a, b in pairwise(first)), seed
        within = [pens[0].write("met", *WORDINGS) for _ in range(6)]
        assert all(a != b for a, b in pairwise([first[0], *within])), seed


def test_an_issue_is_worded_the_same_whenever_it_is_made_and_another_campaign_s_may_be_otherwise() -> None:
    said = {seed: [Pen(seed, 1).write(kind, *WORDINGS) for kind in "abcdefgh"] for seed in range(5)}
    assert said == {seed: [Pen(seed, 1).write(kind, *WORDINGS) for kind in "abcdefgh"] for seed in range(5)}
    assert len({tuple(each) for each in said.values()}) > 1


def test_every_theatre_has_a_paper_of_its_own() -> None:
    names = [paper_title(slug, "The pack").name for slug in theatres()]
    assert len(set(names)) == len(names)
    assert "The pack Gazette" not in names
