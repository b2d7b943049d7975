"""What the pages of skirmishes show, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.db.models import Exists, F, OuterRef, QuerySet
from django.urls import reverse

import engine
from campaigns.catalogue.library import aircraft_name
from config.common.prepared import Given
from engine.core.forms import Option
from engine.core.game import Side, System
from engine.core.report import Report
from missions.models import Controller, Game, ResultDraft, Skirmish
from missions.replay.frames import FightKey, Heading, Watched, frames_of
from missions.selectors.reports import ReportPage, report_page

START_HERE: Mapping[str, tuple[str, str]] = {
    "wildblue": (
        "duel",
        "One aircraft a side and a hand of cards: every rule of the dogfight in minutes.",
    ),
    "wwi": ("duel", "A Camel and a Fokker, nobody else in the sky, and nobody to lose but yourself."),
    "sabin": ("first-game", "The simplest contest of the game: one squadron of bombers and two flights to guard it."),
    "angels": ("dogfight", "Two aircraft a side by the basic rules: who shoots one down has won."),
}
"""Of each game the scenario to begin with, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePoints:
    side: Side
    title: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishRow:
    """A skirmish in the list of its owner's."""

    skirmish: Skirmish
    system: str
    """Title of the game system."""
    points: tuple[SidePoints, ...]
    """Empty until it has been flown."""
    verdict: str
    """Who has won, in a sentence; empty until it has been flown."""
    is_mine_to_decide: bool
    """It is played on screen, and waits for the person."""
    is_half_told: bool
    """This person has begun to say how it went at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishOutcome:
    """How a skirmish came out."""

    points: tuple[SidePoints, ...]
    winner: SidePoints | None
    """``None``: a draw."""
    told: ReportPage
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstScenario:
    """What to begin a game with."""

    slug: str
    title: str
    why: str


def first_scenario(system: System) -> FirstScenario:
    """The scenario with which a game is begun."""
    slug, why = START_HERE[system.slug]
    return FirstScenario(slug=slug, title=system.scenarios()[slug].title, why=why)


def skirmish_rows(user_id: int) -> list[SkirmishRow]:
    """The skirmishes of a person and those that he plays with others, newest first. One query."""
    chairs = Controller.objects.filter(game__skirmish=OuterRef("pk"), user=user_id)
    told = ResultDraft.objects.filter(skirmish=OuterRef("pk"), by=user_id)
    own = Skirmish.objects.filter(owner=user_id).order_by().values("pk")
    played = Game.objects.filter(controllers__user=user_id, skirmish__isnull=False).order_by().values("skirmish")
    found = (
        Skirmish.objects.filter(pk__in=own.union(played))  # with "or" both databases would look at everybody's
        .annotate(asks=Exists(_asked(chairs, user_id)), begun=Exists(told))
        .select_related("job")
        .defer("record", "setup")
    )
    return [
        SkirmishRow(
            skirmish=each,
            system=engine.systems()[each.system].title,
            points=_points(each),
            verdict=verdict(each),
            is_mine_to_decide=each.asks,
            is_half_told=each.begun,
        )
        for each in found
    ]


def that_wait_for(user_id: int | Given) -> QuerySet[Game]:
    """The skirmishes on screen in which this person's decision is open."""
    chairs = Controller.objects.filter(user=user_id, game__skirmish__isnull=False)
    return Game.objects.filter(pk__in=_asked(chairs, user_id).order_by().values("game"))


def _asked(chairs: QuerySet[Controller], user_id: int | Given) -> QuerySet[Controller]:
    """Those of these chairs from which this person is to decide now."""
    return chairs.filter(game__status=Game.Status.PLAYING, side=F("game__side")).exclude(rests_of=user_id)


def outcome(skirmish: Skirmish) -> SkirmishOutcome | None:
    """How it came out; ``None`` until it has been flown."""
    if skirmish.report is None:
        return None
    report = Report.from_json(skirmish.report)
    points = _points(skirmish)
    return SkirmishOutcome(
        points=points,
        winner=winner_of(points),
        told=report_of(skirmish, report),
        notes=report.notes,
    )


def report_of(skirmish: Skirmish, report: Report) -> ReportPage:
    """A report of it as pages show it."""
    return report_page(
        report,
        name=type_namer(skirmish.system),
        sides=sides_of(skirmish),
        titles=engine.systems()[skirmish.system].sides,
    )


def verdict(skirmish: Skirmish) -> str:
    """Who has won, and by how much, in a sentence; empty until it has been flown."""
    points = _points(skirmish)
    if not points:
        return ""
    told = " to ".join(str(each.points) for each in sorted(points, key=lambda each: -each.points))
    best = winner_of(points)
    return f"Victory: {best.title}, {told}." if best is not None else f"A draw, {told}."


def winner_of(points: Sequence[SidePoints]) -> SidePoints | None:
    """The side with the most points; ``None``: a draw."""
    best = max(each.points for each in points)
    first = [each for each in points if each.points == best]
    return first[0] if len(first) == 1 else None


def points_by_side(skirmish: Skirmish) -> dict[Side, int]:
    """Empty until it has been flown. No query."""
    return {each.side: each.points for each in _points(skirmish)}


def _points(skirmish: Skirmish) -> tuple[SidePoints, ...]:
    """By side, as the scores add up."""
    if skirmish.report is None:
        return ()
    titles = engine.systems()[skirmish.system].sides
    return tuple(
        SidePoints(
            side=side,
            title=titles[side],
            points=sum(each["points"] for each in skirmish.report["scores"] if each["side"] == side),
        )
        for side in titles
        if side in skirmish.doctrines
    )


def type_namer(system: str) -> Callable[[str], str]:
    """What the types of a system are called: as where one chooses them, else as in the house's files."""
    names = _names(system)
    return lambda slug: names.get(slug) or aircraft_name(slug)


@cache
def _names(system: str) -> dict[str, str]:
    options: tuple[Option, ...] = engine.systems()[system].questions().unit[0].options
    return {option.value: option.label for option in options if option.value}


def sides_of(skirmish: Skirmish) -> tuple[Side, ...]:
    """Who flies in it, in the system's order."""
    system: System = engine.systems()[skirmish.system]
    return tuple(side for side in system.sides if side in skirmish.doctrines)


def watched(skirmish: Skirmish, audience: Side | None) -> Watched:
    """What was flown, with the eyes of one of ``sides_of``, or all hands open."""
    return Watched(
        title=skirmish.title,
        heading=Heading(skirmish.title, engine.systems()[skirmish.system].title),
        fight=FightKey(skirmish_id=skirmish.pk),
        system=engine.systems()[skirmish.system],
        record=skirmish.record,
        frames=frames_of(skirmish.record, audience),
        url=reverse("skirmish-replay", args=(skirmish.pk,)),
        film_url=reverse("skirmish-film", args=(skirmish.pk,)),
        audience=audience,
        query=f"?eyes={audience}" if audience else "",
        sides=sides_of(skirmish),
    )
