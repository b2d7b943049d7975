"""The stories of an issue: each sentence is a fact of the journal, told without taking a side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from campaigns.gazette.facts import Flown, MissionNews, blow_by, by_type
from campaigns.gazette.fighting import cockpits, in_the_air
from campaigns.gazette.issue import Article, Paragraph
from campaigns.gazette.pen import Pen
from campaigns.gazette.words import apart, both, capital, number, uncapital
from campaigns.standing.sortie_text import brought, count, load
from campaigns.standing.story import listed, where_of
from campaigns.standing.words import with_article
from config.common.figures import figure
from config.common.vocabulary import day


def articles(news: MissionNews, pen: Pen) -> tuple[Article, ...]:
    """The lead first; a story without anything to say is left out."""
    found = (
        Article("lead", "", _told(_lead(news, pen))),
        Article(
            "target",
            pen.write("title-target", "At the target", "Over the target", "What they came for"),
            _told(_target(news, pen)),
        ),
        Article(
            "air", pen.write("title-air", "In the air", "The fighting", "Who met whom"), _told(in_the_air(news, pen))
        ),
        Article(
            "home",
            pen.write("title-home", "Who came home", "The count afterwards", "Home, and not home"),
            _told(_home(news, pen)),
        ),
        Article(
            "names", pen.write("title-names", "Names of the day", "Worth a line", "Well done"), _told(_names(news, pen))
        ),
        Article(
            "cockpits",
            pen.write("title-cockpits", "From the cockpits", "As they flew it", "Those who were there"),
            tuple(cockpits(news)),
        ),
        Article("over", "The campaign is over", _told(_over(news))),
        Article(
            "standings",
            pen.write("title-standings", "How it stands", "The count so far", "The long view"),
            _told(_standings(news, pen)),
        ),
    )
    return tuple(each for each in found if each.paragraphs)


def _told(texts: Iterable[str]) -> tuple[Paragraph, ...]:
    return tuple(map(Paragraph, texts))


def _lead(news: MissionNews, pen: Pen) -> Iterator[str]:
    when = day(news.day)
    if news.way == "grounded":
        yield pen.write(
            "grounded",
            f"On {when} nobody flew: “{news.title}” was to be the mission, and the aircraft stayed where they were.",
            f"“{news.title}” was ordered for {when}. Nobody took off.",
        )
        return
    if news.way == "operation" or not news.flown:
        yield f"“{news.title}”, {when}: what it came to is counted here, and was told elsewhere."
        return
    where, met = apart(where_of(news.place)), _met(news)
    lead = pen.write(
        "lead",
        f"On {when} {met} met {where_of(news.place)}.",
        f"{capital(where_of(news.place))}, {when}: {met} fought each other.",
        f"{capital(met)} were {where} on {when}.",
    )
    if not all(news.of(side) for side in news.sides):
        lead = f"On {when} {met} flew {where_of(news.place)}. Nobody met them."
    yield " ".join([lead, *_sky(news, pen), *_task(news, pen)])
    yield " ".join([_verdict(news, pen), *_cost(news, pen)])


def _met(news: MissionNews) -> str:
    """``four Allied aircraft (Hurricane Mk I) and three Axis aircraft (Bf 110C)``."""
    own = [(title, news.of(side)) for side, title in news.sides.items()]
    return " and ".join(
        f"{number(len(flown))} {title} aircraft ({both(list(by_type(flown)))})" for title, flown in own if flown
    )


def _sky(news: MissionNews, pen: Pen) -> Iterator[str]:
    if sky := uncapital(news.weather.rstrip(".")):
        yield pen.write(
            "sky", f"The weather: {sky}.", f"Of the weather the log says: {sky}.", f"Sky and ground: {sky}."
        )


def _task(news: MissionNews, pen: Pen) -> Iterator[str]:
    if news.striker and news.targets:
        side, what = news.sides[news.striker], news.targets[0].name.lower()
        yield pen.write(
            "task",
            f"The {side} side had come for the {what}; the other side was there to stop it.",
            f"The {what} was what the {side} crews were after.",
            f"The orders of the {side} side named the {what}.",
        )


def _verdict(news: MissionNews, pen: Pen) -> str:
    allied, axis = news.points["allied"], news.points["axis"]
    if not news.winner:
        score = f"{figure(allied)} points each" if allied else "no points for anybody"
        return pen.write("level", f"It ended level: {score}.", f"Neither side came out ahead: {score}.")
    side, score = news.sides[news.winner], f"{figure(max(allied, axis))} points to {figure(min(allied, axis))}"
    return pen.write(
        "verdict",
        f"The {side} side had the better of it, {score}.",
        f"By the umpires’ reckoning the day is the {side} side’s, {score}.",
        f"It comes to {score} for the {side} side.",
        f"Ahead at the end: the {side} side, with {score}.",
    )


def _cost(news: MissionNews, pen: Pen) -> Iterator[str]:
    if not news.all_lost:
        yield pen.write("unhurt", "Nobody was lost.", "Every aircraft came back.", "Not one aircraft is missing.")
    else:
        lost = [(title, len(news.lost(side))) for side, title in news.sides.items()]
        told = ", ".join(f"{number(gone) if gone else 'no'} {title}" for title, gone in lost)
        yield pen.write("cost", f"Aircraft lost: {told}.", f"The losses: {told}.", f"What did not come back: {told}.")


def _target(news: MissionNews, pen: Pen) -> Iterator[str]:
    strikers = [each for each in news.flown if each.said.role == "striker"]
    if not strikers or not (news.targets or news.striker):
        return
    side, many = news.sides[strikers[0].side], listed(by_type(strikers))
    loads = sorted({load(each.said.load) for each in strikers if each.said.load})
    carried = f" with {' or '.join(loads)}" if loads else ""
    reached = _reached(sum(each.said.over_target for each in strikers), len(strikers))
    told = [
        pen.write(
            "strikers",
            f"{capital(many)} set out{carried} for the {side} side; {reached}.",
            f"The {side} strike, {many}{carried}: {reached}.",
        )
    ]
    done = list(brought([each.said for each in strikers]))
    for hit in news.targets:
        it, level = hit.name.lower(), f": {hit.level.lower()}" if hit.level else ""
        if hit.damage:
            told.append(
                pen.write(
                    "hit",
                    f"The {it} took damage of {hit.damage}{level}.",
                    f"Damage of {hit.damage} was counted on the {it}{level}.",
                )
            )
        elif not done:
            told.append(pen.write("miss", f"The {it} was not damaged.", f"Nothing was seen to hit the {it}."))
    yield " ".join(told)
    told = []
    if best := [each for each in strikers if each.said.struck > 0]:
        most = max(best, key=lambda each: each.said.struck)
        told.append(
            pen.write(
                "best-hit",
                f"The best run was that of {most.who}, with hits for {most.said.struck}.",
                f"{capital(most.who)} did most of it, with hits for {most.said.struck}.",
            )
        )
    if done:
        told.append(f"{capital('; '.join(done))}.")
    if guns := [each for each in news.to_flak if each in strikers]:
        lost = listed(by_type(guns))
        told.append(pen.write("flak", f"The guns on the ground brought down {lost}.", f"Lost to the guns: {lost}."))
    if told:
        yield " ".join(told)


def _reached(over: int, all_: int) -> str:
    if over == all_:
        return "all of them reached the target" if all_ > 1 else "it reached the target"
    return f"{number(over)} of {number(all_)} reached the target" if over else "none reached the target"


_FATES: Final = {
    "killed": ("{} did not survive.", "We mourn {}.", "{} was killed."),
    "captured": ("{} is a prisoner.", "{} was taken prisoner.", "{} came down on the wrong side and was captured."),
    "missing": ("{} is missing.", "Of {} there is no word.", "No news has come of {}."),
    "evading": ("{} is on the way home, on foot.", "{} came down behind the lines and is walking."),
    "wounded": ("{} was wounded.", "{} is in hospital.", "{} came down with a wound."),
    "unhurt": ("{} came down unhurt.", "{} was shot down and walked away.", "{} lost the aircraft and is safe."),
}


def _home(news: MissionNews, pen: Pen) -> Iterator[str]:
    victims = [each.victim for each in news.downings]
    for side, title in news.sides.items():
        own, lost = news.of(side), news.lost(side)
        if not own:
            continue
        hurt = sum(each.said.status == "damaged" for each in own)
        told = [
            f"{_came(title, len(own) - len(lost), len(own), pen)}{f', {number(hurt)} of them damaged' if hurt else ''}."
        ]
        told += [_fate(each, pen) for each in lost if each.fate and each.name]
        told += [_gone(each, pen) for each in lost if not each.fate and each not in victims]
        yield " ".join(told)
    for man in news.found:
        yield pen.write("found", f"{man.name}, missing until now, has been found.", f"And {man.name} is back among us.")


def _came(title: str, home: int, all_: int, pen: Pen) -> str:
    if home == all_:
        if all_ == 1:
            return f"The one {title} aircraft came home"
        return pen.write(
            "all-home",
            f"{'Both' if all_ == 2 else f'All {number(all_)}'} {title} aircraft came home",
            f"{title}: {number(all_)} went, and all came home",
        )
    return pen.write(
        "home",
        f"Of {number(all_)} {title} aircraft {number(home)} came home",
        f"{title}: {number(home)} of {number(all_)} came home",
    )


def _gone(flown: Flown, pen: Pen) -> str:
    """One that was lost, and not to somebody’s guns in the air."""
    by = blow_by(flown)
    why = f" to {by}" if by else f" {flown.said.cause}" if flown.said.cause.startswith("while") else ""
    whose = f"{flown.name}’s {flown.plane}" if flown.name else with_article(flown.plane)
    return pen.write("gone", f"{capital(whose)} was lost{why}.", f"Lost{why}: {whose}.")


def _fate(flown: Flown, pen: Pen) -> str:
    return pen.write(f"fate-{flown.fate}", *_FATES[flown.fate]).format(flown.name)


def _names(news: MissionNews, pen: Pen) -> Iterator[str]:
    for each in news.new_aces:
        side = news.sides[each.side]
        yield pen.write(
            "ace",
            f"{each.name} is an ace from this day on: the fifth victory of the {side} side’s {each.plane} pilot.",
            f"With this mission {each.name} of the {side} side has become an ace.",
        )
    firsts = [each for each in news.flown if each.facts is not None and each.facts.is_first_victory]
    if told := [
        pen.write(
            "first",
            f"A first victory for {each.name}.",
            f"{each.name} has painted the first mark under the cockpit.",
            f"For {each.name} it is victory number one.",
        )
        for each in firsts
    ]:
        yield " ".join(told)
    for each in news.flown:
        if each.facts is not None and each.facts.back_from in ("missing", "evading"):
            yield f"{each.name} flew again after having been given up."
    for man, award in news.decorated:
        yield pen.write(
            "award", f"{award} for {man.name}.", f"{man.name} wears the {award}.", f"To {man.name}: {award}."
        )


def _over(news: MissionNews) -> Iterator[str]:
    if news.ending is not None:
        grades = news.ending.grade.by_side
        told = "; ".join(f"{title}: {grades[side]}" for side, title in news.sides.items() if grades[side])
        yield f"After {count(news.ending.missions, 'mission')} the campaign is over. {told}."
        if news.ending.text:
            yield news.ending.text


def _standings(news: MissionNews, pen: Pen) -> Iterator[str]:
    allied, axis = news.total["allied"], news.total["axis"]
    after = f"after {count(news.number, 'mission')}"
    if allied == axis:
        yield f"{capital(after)} the two sides are level at {figure(allied)} points."
    else:
        side, score = news.sides["allied" if allied > axis else "axis"], f"{figure(max(allied, axis))} points"
        low = figure(min(allied, axis))
        yield pen.write(
            "stands",
            f"{capital(after)} the {side} side leads by {score} to {low}.",
            f"{capital(after)} it stands at {score} to {low} for the {side} side.",
            f"The {side} side is ahead, {score} to {low} {after}.",
        )
    yield from (f"{each}." for each in news.happened)
