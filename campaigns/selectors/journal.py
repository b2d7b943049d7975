"""The journal as a reader sees it: batches of sentences, newest first, filtered and by the page."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any, Literal, get_args

from django.core.paginator import Paginator
from django.db.models import Case, Max, Q, QuerySet, Value, When

from campaigns.access import Viewer
from campaigns.catalogue.library import aircraft_name
from campaigns.models import Campaign, Entry, Side
from campaigns.packs import PackDefinition
from campaigns.selectors.campaigns import STAFF
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.journal_heads import Head, head
from campaigns.selectors.journal_rows import FIELDS, WrittenLine, written
from campaigns.selectors.journal_sentences import sentence
from campaigns.selectors.sides import side_titles
from campaigns.standing import sortie_text
from campaigns.standing.change_kinds import Change
from campaigns.standing.kinds import KINDS, Anything, Drawn, NoteWritten
from campaigns.standing.lines import saying
from campaigns.standing.result_kinds import Sortie
from campaigns.standing.said import Said, Subject
from config.common.prepared import Prepared, number, several

BATCHES_A_PAGE = 15
TOGETHER_FROM = 4
"""So many aircraft of a side that came home undamaged, or more, are one line that opens."""
SUBJECTS: Mapping[Subject, str] = {
    "missions": "Missions",
    "sorties": "Sorties",
    "kills": "Victories",
    "men": "Men",
    "points": "Victory Points",
    "changes": "Order of battle",
    "people": "Seats and terms",
    "notes": "Notes",
}
"""What a reader may ask for, by its word in the address."""


def entries_of(types: Iterable[type[Said]]) -> Q:
    """The entries that say something of these ``types``."""
    kinds, changes, found = set[str](), set[str](), Q()
    for each in types:
        if each.closed_by:
            found |= Q(kind=each.kind) & ~Q(data__has_key=each.closed_by)
        elif issubclass(each, Change):
            changes.add(each.model_fields["what"].default)
        else:
            kinds.add(each.kind)
    return Q(kind__in=sorted(kinds)) | Q(kind=Change.kind, data__what__in=sorted(changes)) | found


OPEN = entries_of(each for each in get_args(Anything) if each.is_open)
"""Entries of a side that everybody sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalFilter:
    """What a reader wants to see; empty or 0: everything."""

    subject: str = ""
    side: str = ""
    mission: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine:
    number: int
    """As the viewer counts (``Numbers``)."""
    kind: str
    side: str
    mission: int | None
    text: str
    is_reversed: bool
    """A later line takes it back."""
    came_home: str = ""
    """The type of an aircraft that came home undamaged, where there is no more to tell of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesTogether:
    """Lines of which one sentence says all: what happened to the others is seen between them."""

    number: int
    """Of the first."""
    side: str
    text: str
    lines: tuple[JournalLine, ...]
    is_reversed: Literal[False] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOfLines:
    """What one act wrote."""

    at: datetime
    who: str
    lines: tuple[JournalLine, ...]
    head: Head | None
    """What it comes to, where its lines are many: they are folded under it."""

    @property
    def told(self) -> tuple[JournalLine | LinesTogether, ...]:
        """Its lines, those of a side together of whom there is nothing to tell but that they came home."""
        home: dict[str, list[JournalLine]] = {}
        for line in self.lines:
            if line.came_home:
                home.setdefault(line.side, []).append(line)
        together = {lines[0].number: tuple(lines) for lines in home.values() if len(lines) >= TOGETHER_FROM}
        within = {line.number for lines in together.values() for line in lines}
        return tuple(
            _came_home(together[line.number]) if line.number in together else line
            for line in self.lines
            if line.number in together or line.number not in within
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalPage:
    batches: tuple[BatchOfLines, ...]
    asked: JournalFilter
    page: int
    pages: int
    missions: tuple[int, ...]
    """Numbers of the missions that there are."""


def visible(campaign: Campaign, viewer: Viewer) -> Q:
    """The entries that a viewer may read."""
    return _but_of(_hidden(campaign, viewer))


def _hidden(campaign: Campaign, viewer: Viewer) -> tuple[str, ...]:
    """The sides of which the viewer may read no more than everybody."""
    return tuple(side for side in Side.values if not campaign.is_finished and not viewer.sees_plans_of(side))


def _but_of(hidden: Collection[str]) -> Q:
    return ~Q(side__in=hidden) | OPEN if hidden else Q()


class Numbers:
    """The numbers by which a viewer knows the entries: counted over what they may read, and nothing else.

    The journal's own, which has no gaps, would tell how much is written that they may not. One query, none for who may
    read everything.
    """

    def __init__(self, campaign: Campaign, viewer: Viewer) -> None:
        hidden = _hidden(campaign, viewer)
        self._unseen = [number for (number,) in _unreadable(hidden)(campaign=campaign.pk)] if hidden else []

    def among(self, lines: Iterable[WrittenLine]) -> list[WrittenLine]:
        """Those of some lines that the viewer may read."""
        unseen = set(self._unseen)
        return [line for line in lines if line.number not in unseen]

    def of(self, number: int) -> int:
        """What the viewer calls the entry of that number in the journal."""
        return number - bisect_right(self._unseen, number)


def journal_page(campaign: Campaign, viewer: Viewer, asked: JournalFilter, page: int = 1) -> JournalPage:
    """One page of a campaign's journal. Four queries, however long it is; three for who may read everything."""
    newest = _newest(_hidden(campaign, viewer), asked.subject, asked.side, bool(asked.mission))
    of_mission = {"mission": asked.mission} if asked.mission else {}
    ends = [last for (last,) in newest(campaign=campaign.pk, **of_mission)]
    shown = Paginator(ends, BATCHES_A_PAGE).get_page(max(page, 1))
    pack, numbers = definition_of(campaign), Numbers(campaign, viewer)
    lines = numbers.among(written(_OF_BATCHES(campaign=campaign.pk, some=shown.object_list)))
    batches = {key: list(group) for key, group in groupby(lines, key=lambda line: line.batch)}
    ending = {line.number: batches[line.batch] for line in lines}
    return JournalPage(
        batches=tuple(_batch(ending[last], asked, pack, numbers) for last in shown),
        asked=asked,
        page=shown.number,
        pages=shown.paginator.num_pages,
        missions=tuple(number for (number,) in _DRAWN(campaign=campaign.pk) if number is not None),
    )


def _of_campaign() -> QuerySet[Entry]:
    return Entry.objects.filter(campaign=number("campaign"))


@cache
def _unreadable(hidden: tuple[str, ...]) -> Prepared[tuple[int]]:
    """The numbers of what may not be read: of whatever is not known to be open."""
    secret = Case(When(OPEN, then=Value(False)), default=Value(True))
    return Prepared(
        lambda: _of_campaign().filter(side__in=hidden).filter(secret).order_by("number").values_list("number")
    )


@cache
def _newest(hidden: tuple[str, ...], subject: str, side: str, of_mission: bool) -> Prepared[tuple[int]]:
    """Of each batch that has what is wanted the number of the last such entry, the newest first."""

    def found() -> QuerySet[Any, tuple[int]]:
        wanted = _of_campaign().filter(_but_of(hidden))
        if subject:
            wanted = wanted.filter(kind__in=[kind for kind, each in KINDS.items() if each.subject == subject])
        if side:
            wanted = wanted.filter(side=side)
        if of_mission:
            wanted = wanted.filter(mission=number("mission"))
        ends = wanted.order_by().values("batch").annotate(last=Max("number"))
        return ends.order_by("-last").values_list("last")

    return Prepared(found)


_OF_BATCHES = Prepared(
    lambda: (
        _of_campaign()
        .filter(batch__in=_of_campaign().filter(number__in=several("some")).order_by().values("batch"))
        .order_by("number")
        .values_list(*FIELDS)
    )
)
"""All of the batches in which some entries are."""
_DRAWN = Prepared(lambda: _of_campaign().filter(kind=Drawn.kind).order_by("mission").values_list("mission").distinct())


def whole_journal(campaign: Campaign, viewer: Viewer) -> Iterator[BatchOfLines]:
    """All that a viewer may read of a campaign's journal, oldest first. Two queries, or one."""
    found = campaign.entries.filter(visible(campaign, viewer)).order_by("number").values_list(*FIELDS)
    pack, numbers = definition_of(campaign), Numbers(campaign, viewer)
    for _, group in groupby(written(found.iterator(chunk_size=2000)), key=lambda line: line.batch):
        yield _batch(list(group), JournalFilter(), pack, numbers)


def _fits(line: WrittenLine, asked: JournalFilter) -> bool:
    """The same question as ``_newest``, of a line that has been fetched for its batch's sake."""
    return (
        (not asked.subject or KINDS[line.kind].subject == asked.subject)
        and (not asked.side or line.side == asked.side)
        and (not asked.mission or line.mission == asked.mission)
    )


def _batch(group: Sequence[WrittenLine], asked: JournalFilter, pack: PackDefinition, numbers: Numbers) -> BatchOfLines:
    names = sortie_text.names((sortie for _, sortie in saying(group, Sortie)), side_titles(pack))
    return BatchOfLines(
        at=group[0].at,
        who=group[0].by or STAFF,
        lines=tuple(_line(line, names, pack, numbers) for line in group if _fits(line, asked)),
        head=head(group, names, pack),
    )


def _came_home(lines: tuple[JournalLine, ...]) -> LinesTogether:
    """``12 came home undamaged: 8 Ki-43 Oscar, 4 Ki-61 Tony.``"""
    types = Counter(line.came_home for line in lines)
    text = f"{len(lines)} came home undamaged: {', '.join(f'{number} {name}' for name, number in types.items())}."
    return LinesTogether(number=lines[0].number, side=lines[0].side, text=text, lines=lines)


def _stands_or_is_fact(line: WrittenLine) -> bool:
    """Not a note that has been taken back: its words go, and do not stand there struck out."""
    return line.kind != NoteWritten.kind or (line.reverses is None and not line.is_reversed)


def _line(line: WrittenLine, names: Mapping[str, str], pack: PackDefinition, numbers: Numbers) -> JournalLine:
    said = line.said
    text = sentence(line, line.man, names, pack) if _stands_or_is_fact(line) else "A note."
    if line.reverses is not None:
        text = f"Taken back: entry {numbers.of(line.reverses)}. {text}"
    stands = line.reverses is None and not line.is_reversed
    is_home = stands and isinstance(said, Sortie) and sortie_text.just_came_home(said)
    return JournalLine(
        number=numbers.of(line.number),
        kind=line.kind,
        side=line.side,
        mission=line.mission,
        text=text,
        is_reversed=line.is_reversed,
        came_home=aircraft_name(said.aircraft) if isinstance(said, Sortie) and is_home else "",
    )
