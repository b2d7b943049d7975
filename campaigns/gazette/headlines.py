"""The headline of an issue and the line under it: the two things most worth telling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.gazette.facts import Flown, MissionNews
from campaigns.gazette.pen import Pen
from campaigns.gazette.words import capital, number
from campaigns.standing.story import where_of

HARD = frozenset({"Destroyed", "Sunk", "Gutted", "Shattered", "Devastated", "Breached", "Down", "Deck out", "Heavy"})
"""Levels of damage after which a target is out of it."""
MANY = 4
"""So many aircraft down is a headline by itself."""


@dataclass(frozen=True, slots=True)
class Angle:
    """Something worth telling: as a headline, and as the line under another one."""

    weight: float
    headline: str
    deck: str


def headline(news: MissionNews, pen: Pen) -> tuple[str, str]:
    """The headline and the line under it; both without a full stop, and never about the same thing."""
    found = sorted(_angles(news, pen), key=lambda angle: -angle.weight)
    return found[0].headline, found[1].deck if len(found) > 1 else ""


def _angles(news: MissionNews, pen: Pen) -> Iterator[Angle]:
    if news.ending is not None:
        yield _ending(news, pen)
    if news.way == "grounded":
        yield _grounded(news, pen)
    elif news.way == "operation" or not news.flown:
        yield Angle(2, news.title, news.title)
    else:
        yield from _of_the_target(news, pen)
        yield from _of_men(news, pen)
        yield _of_losses(news, pen)
    yield _of_points(news, pen)


def _ending(news: MissionNews, pen: Pen) -> Angle:
    wordings = ("It is over", "The last mission is flown", "The campaign has ended")
    return Angle(9, pen.write("h-over", *wordings), "The campaign has come to its end")


def _grounded(news: MissionNews, pen: Pen) -> Angle:
    said = pen.write("h-grounded", "Nobody takes off", "A day on the ground", "Engines stay cold")
    return Angle(8, said, "There was no fight")


def _of_the_target(news: MissionNews, pen: Pen) -> Iterator[Angle]:
    for hit in news.targets:
        it, where = hit.name.lower(), where_of(news.place)
        if hit.damage and hit.level in HARD:
            head = pen.write("h-hard", f"{hit.name} hit hard", f"Heavy blow to the {it}", f"Bombs find the {it}")
            yield Angle(6, head, f"The {it} was hit hard {where}")
        elif hit.damage:
            head = pen.write("h-hit", f"{hit.name} hit", f"The {it} takes damage", f"Hits on the {it}")
            yield Angle(3.4, head, f"Some damage to the {it} {where}")
        elif news.striker and not _brought(news):
            head = pen.write("h-missed", f"{hit.name} unharmed", f"Attack on the {it} fails", f"The {it} still stands")
            yield Angle(2.6, head, f"The {it} was not damaged")
    if told := _brought(news):
        head = pen.write(
            "h-brought", f"{told} gets through", f"{told}: the crews deliver", f"The crews bring {told.lower()}"
        )
        yield Angle(3.6, head, f"The {news.sides[news.striker or 'allied']} crews did what they came for")


def _brought(news: MissionNews) -> str:
    """What the strikers delivered, laid or photographed, in a word."""
    if any(each.said.recon for each in news.flown):
        return "Photographs"
    if any(each.said.mines for each in news.flown):
        return "Mines"
    return "Cargo" if any(each.said.cargo for each in news.flown) else ""


def _of_men(news: MissionNews, pen: Pen) -> Iterator[Angle]:
    for flown in news.new_aces[:1]:
        who = flown.name
        head = pen.write("h-ace", f"{who} is an ace", f"Five for {who}", f"A new ace: {who}")
        yield Angle(5, head, f"{who} becomes an ace")
    best = best_of(news)
    if best is not None and best.wins > 1:
        won = number(best.wins)
        head = pen.write("h-best", f"{capital(won)} for {best.name}", f"{best.name} brings down {won}")
        yield Angle(3.2 + best.wins / 4, head, f"{best.name} shot down {won}")
    if news.found:
        who = news.found[0].name
        head = pen.write("h-found", f"{who} is safe", f"{who} found", f"Missing no longer: {who}")
        yield Angle(3.1, head, f"{who}, who was missing, has been found")


def best_of(news: MissionNews) -> Flown | None:
    """Who shot down most; ``None`` if nobody has a victory that counts."""
    won = [each for each in news.flown if each.wins]
    return min(won, key=lambda each: (-each.wins, each.is_lost, each.name)) if won else None


def _of_losses(news: MissionNews, pen: Pen) -> Angle:
    lost, where = len(news.all_lost), where_of(news.place)
    if not lost:
        head = pen.write("h-none", "Everybody comes home", f"No losses {where}", "All back at their fields")
        return Angle(2.4, head, "Neither side lost an aircraft")
    by_side = [(side, len(news.lost(side))) for side in news.sides if news.lost(side)]
    if len(by_side) == 1:
        side, count = by_side[0]
        title, other = news.sides[side], news.sides["axis" if side == "allied" else "allied"]
        many = f"{number(count)} {title} aircraft"
        head = pen.write(
            "h-one-sided",
            f"{capital(many)} down {where}",
            f"{title} losses {where}",
            f"{other} side loses none {where}",
        )
        return Angle(4 if count >= MANY else 2 + count / 4, head, f"{capital(many)} lost, no {other} ones")
    told = " and ".join(f"{number(count)} {news.sides[side]}" for side, count in by_side)
    many = number(lost)
    head = pen.write(
        "h-losses", f"{capital(many)} aircraft down {where}", f"Losses on both sides {where}", f"Hard fight {where}"
    )
    return Angle(4 if lost >= MANY else 2 + lost / 4, head, f"{capital(told)} aircraft lost")


def _of_points(news: MissionNews, pen: Pen) -> Angle:
    if not news.winner:
        head = pen.write(
            "h-level", "Honours even", f"No decision {where_of(news.place)}", "Level at the end of the day"
        )
        return Angle(1.8, head, "Neither side came out ahead")
    side = news.sides[news.winner]
    head = pen.write(
        "h-ahead",
        f"{side} side ahead {where_of(news.place)}",
        f"The day goes to the {side} side",
        f"{side} side has the better of it",
    )
    return Angle(2.2, head, f"The {side} side had the better of the day")
