"""An issue, put together from what is known of its mission."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from campaigns.catalogue.papers import PaperTitle, paper_title
from campaigns.gazette.articles import articles
from campaigns.gazette.facts import Flown, MissionNews
from campaigns.gazette.headlines import best_of, headline
from campaigns.gazette.issue import Issue, Item, Notices, Star
from campaigns.gazette.pen import Pen
from campaigns.gazette.words import number
from campaigns.heraldry.draw import seed_of
from campaigns.packs.definition import PackDefinition

MOST_ITEMS: Final = 8
"""Of a small column."""


def title_of(pack: PackDefinition) -> PaperTitle:
    """What the paper of a campaign of this pack is called."""
    return paper_title(pack.map.theatre if pack.map else "", pack.title)


def edition(pack: PackDefinition, news: MissionNews, wanted: tuple[Item, ...] = ()) -> Issue:
    """``wanted``: what is looked for in the campaign now, for the latest issue alone."""
    title = title_of(pack)
    pen = Pen(seed_of("gazette", pack.title), news.number)
    head, deck = headline(news, pen)
    return Issue(
        paper=title.name,
        motto=title.motto,
        number=news.number,
        day=news.day,
        mission=news.title,
        place=news.place,
        stage=news.stage,
        headline=head,
        deck=deck,
        articles=articles(news, pen),
        columns=tuple(each for each in _columns(news, wanted) if each.items),
        points=news.points,
        total=news.total,
        star=_star(news),
        is_corrected=news.is_corrected,
    )


def _columns(news: MissionNews, wanted: tuple[Item, ...]) -> Iterator[Notices]:
    yield Notices("Most victories", tuple(Item(man.name, kills, man.side) for man, kills in news.aces))
    yield _cut("Honours", [Item(man.name, award, man.side) for man, award in news.decorated])
    gone = [each for each in news.flown if each.name and each.fate in ("killed", "captured", "missing", "evading")]
    yield _cut("Not home", [Item(each.name, each.fate, each.side) for each in gone])
    yield Notices("Wanted", wanted)


def _cut(title: str, items: Sequence[Item]) -> Notices:
    """Of many the rest is counted."""
    if len(items) <= MOST_ITEMS:
        return Notices(title, tuple(items))
    return Notices(title, (*items[: MOST_ITEMS - 1], Item(f"and {number(len(items) - MOST_ITEMS + 1)} more")))


def _star(news: MissionNews) -> Star | None:
    """Who made the most of the day: a new ace, who shot down most, or who hit the target best."""
    found = _most(news)
    if found is None or found.man is None:
        return None
    return Star(found.man.pk, found.name, found.side, _caption(found, news))


def _most(news: MissionNews) -> Flown | None:
    if news.new_aces:
        return news.new_aces[0]
    if (best := best_of(news)) is not None:
        return best
    struck = [each for each in news.flown if each.name and each.said.struck > 0]
    return max(struck, key=lambda each: each.said.struck) if struck else None


def _caption(found: Flown, news: MissionNews) -> str:
    if found.wins:
        won = "one victory" if found.wins == 1 else f"{number(found.wins)} victories"
        return f"{found.plane}, {won} in this mission"
    return f"{found.plane}, hits for {found.said.struck}" if found.said.struck else found.plane
