"""A hundred games on screen with two people each, on a server as the manual sets it up for a club.

Everybody's page asks for news every second, fetches the table when there are any, and takes a decision every ten
seconds, or as soon as it is theirs after that. Whatever the server has answered must be among the entries afterwards,
and nothing else.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.browser import Answer, Browser
from bench.clubs import p95
from bench.measure import Row
from bench.servers import at_once, cookies_of, errors_in, in_own_folder, on_each_database, serving, warm

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from missions.models import Game

SYSTEM = "wildblue"
SCENARIOS = ("big-mission", "two-elements")
"""Half of the games are of each."""
GAMES, SECONDS = 100, 60.0
BEGUN = 40
"""Decisions of a game that has been going on for the longest when the minute begins; each has another number."""
DECIDES_EVERY, ASKS_EVERY = 10.0, 1.0
"""Seconds."""
DECISION, POLL, PAGE = "decision", "poll", "page"
MOVE, MOVE_AT_MOST = "the other's move on one's own page", 1500.0
"""From the answer that one gets who has decided to the new page of the other, in milliseconds."""

BUTTON = re.compile(r'name="action"\s+value="([^"]*)"')
SEEN = re.compile(r'data-seen="([^"]*)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]*)"')
REFUSED = re.compile(r'<li class="notice error">(.*?)</li>', re.DOTALL)


def rows(rounds: int) -> Iterator[Row]:
    """Of one minute on each database, whatever the rounds, by the clock."""
    for name, told in on_each_database("bench.hundred_games"):
        yield from _rows(f"{GAMES} games on {name}", told)


def _rows(where: str, told: dict[str, Any]) -> Iterator[Row]:
    yield Row(f"{where}: people", told["people"], "")
    yield Row(f"{where}: load of the machine before", told["load"], "%")
    yield Row(f"{where}: answers that were errors, decisions refused", len(told["errors"]), "", most=0)
    yield Row(f"{where}: errors in the servers’ log", len(told["broken"]), "", most=0)
    yield Row(f"{where}: decisions answered", told["decisions"], "")
    yield Row(f"{where}: decisions lost, or taken twice", len(told["lost"]), "", most=0)
    for problem in (*told["errors"], *told["lost"], *told["broken"]):
        print(f"{where}: {problem}", file=sys.stderr)
    for page, taken in sorted(told["pages"].items()):
        yield Row(f"{where}: {page}, {len(taken)} times, p50", median(taken), "ms")
        most = MOVE_AT_MOST if page == MOVE else None
        yield Row(f"{where}: {page}, {len(taken)} times, p95", p95(taken), "ms", most=most)


@dataclass
class Minute:
    """What is known of it, shared by everybody's threads."""

    port: int
    ends: float
    pages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    taken: list[tuple[int, int | None, str, str]] = field(default_factory=list)
    """Decisions that were answered: game, person, name of the page, action."""
    moved: dict[int, tuple[int, float]] = field(default_factory=dict)
    """By game who has decided last and when, until the other's page shows it."""


class Seat:
    """One person at one table. ``number`` decides what is chosen, and when the minute begins for them."""

    def __init__(self, minute: Minute, number: int, user: User, cookies: dict[str, str], game: Game, side: str) -> None:
        from django.urls import reverse

        self.minute = minute
        self.user, self.game, self.side = user, game.pk, side
        self.browser = Browser("127.0.0.1", minute.port, cookies)
        self.chance = random.Random(number)
        self.table, self.news, self.decide = (
            reverse(name, args=[game.pk, side]) for name in ("cockpit", "game-news", "game-decide")
        )
        self.page = ""

    def play(self) -> None:
        """Until the minute is over."""
        time.sleep(self.chance.uniform(0, ASKS_EVERY))
        self._look(self.browser.get(self.table))
        due = time.perf_counter() + self.chance.uniform(0, DECIDES_EVERY)
        while (now := time.perf_counter()) < self.minute.ends:
            if now >= due and BUTTON.search(self.page):
                due = max(due + DECIDES_EVERY, now)
                self._choose()
            self._ask()
            time.sleep(max(0.0, now + ASKS_EVERY - time.perf_counter()))

    @property
    def _seen(self) -> str:
        found = SEEN.search(self.page)
        return found[1] if found else ""

    def _ask(self) -> None:
        """Whether there is anything new, and if so what."""
        answer = self.browser.get(self.news, {"If-None-Match": f'"{self._seen}"'})
        self._count(POLL, answer, (200, 304))
        if answer.status == 200:
            moved = self.minute.moved.get(self.game)
            self._look(self.browser.get(self.table, {"HX-Request": "true"}))
            if moved and moved[0] != self.user.pk and self.minute.moved.pop(self.game, None) == moved:
                self.minute.pages[MOVE].append(1000 * (time.perf_counter() - moved[1]))

    def _choose(self) -> None:
        action = unescape(self.chance.choice(BUTTON.findall(self.page)))
        token, seen = TOKEN.search(self.page), self._seen
        assert token, "a page that asks has a form"
        form = {"action": action, "seen": seen, "csrfmiddlewaretoken": token[1]}
        answer = self.browser.post(self.decide, form, {"HX-Request": "true"})
        if not self._count(DECISION, answer, (200,)):
            return
        if refused := REFUSED.findall(answer.text):
            self.minute.errors.append(f"{self.user} in game {self.game}: {action} refused: {' '.join(refused)}")
        else:
            self.minute.taken.append((self.game, self.user.pk, seen, action))
            self.minute.moved[self.game] = (self.user.pk, time.perf_counter())
        self.page = answer.text

    def _look(self, answer: Answer) -> None:
        if self._count(PAGE, answer, (200,)):
            self.page = answer.text

    def _count(self, name: str, answer: Answer, expected: tuple[int, ...]) -> bool:
        self.minute.pages[name].append(answer.milliseconds)
        if answer.status not in expected:
            why = answer.text if not answer.status else " ".join(answer.text.split())[-300:]
            self.minute.errors.append(f"{self.user}: {name} of game {self.game} answered {answer.status} {why}")
        return answer.status in expected


def begun(number: int, people: tuple[User, User]) -> Game:
    """A game of two people that has been going on for a while, by rules of thumb."""
    import engine
    from missions.operations.games import decide
    from missions.selectors.games import looked_at
    from tests import make

    ours, theirs = people
    game = make.game(ours, SYSTEM, SCENARIOS[number % len(SCENARIOS)], axis=theirs)
    for _ in range(number * BEGUN // GAMES):
        if game.is_over:
            break
        with looked_at(game) as course:
            table = course.game.copy()
        action = table.action_text(engine.heuristic_player(SYSTEM, game.side, number).choose(table))
        actor = ours if game.side == "allied" else theirs
        game = decide(actor=actor, game=game, side=game.side, action=action, seen=game.seen[game.side])
    return game


def hold() -> dict[str, Any]:
    """The minute, in the data folder that the environment names."""
    import os

    from django.db import connection
    from django.urls import reverse

    from bench import club_world
    from missions.models import GameEntry

    people = club_world.people(2 * GAMES)
    games = [begun(number, (people[2 * number], people[2 * number + 1])) for number in range(GAMES)]
    before = {game.pk: game.count for game in games}
    cookies = [cookies_of(user) for user in people]
    connection.close()
    load = os.getloadavg()[0]
    with serving() as (port, log):
        warm(port, people[0], [reverse("cockpit", args=[games[0].pk, "allied"])])
        minute = Minute(port, time.perf_counter() + SECONDS)

        def come(number: int) -> None:
            side = ("allied", "axis")[number % 2]
            seat = Seat(minute, number, people[number], cookies[number], games[number // 2], side)
            try:
                seat.play()
            except Exception as error:
                minute.errors.append(f"{seat.user}: {error!r}")

        at_once(come, len(people))
    entries: list[tuple[int, int | None, str, str]] = [
        (each.game_id, each.by_id, each.seen, each.lines.partition("\n")[0])
        for each in GameEntry.objects.filter(game__in=before, how=GameEntry.How.PERSON)
        if each.number > before[each.game_id]
    ]
    told = {str(each): entries.count(each) - minute.taken.count(each) for each in {*entries, *minute.taken}}
    return {
        "people": len(people),
        "load": 100 * load / (os.cpu_count() or 1),
        "errors": minute.errors,
        "broken": errors_in(log),
        "decisions": len(minute.taken),
        "lost": [f"{what}: {more:+d}" for what, more in told.items() if more] + broken_records(before),
        "pages": minute.pages,
    }


def broken_records(games: dict[int, int]) -> list[str]:
    """Games whose entries do not lead to where their row says that they stand."""
    from engine.core.errors import BadRecord
    from missions.games.course import Course
    from missions.models import Game
    from missions.selectors.games import standing_lines, start_of

    found = []
    for game in Game.objects.filter(pk__in=games):
        try:
            decision = Course.taken_up(start_of(game), standing_lines(game)).game.decision
        except BadRecord as error:
            found.append(f"{game}: {error}")
            continue
        if (game.side, game.unit) != ((decision.side, decision.unit) if decision else ("", "")):
            found.append(f"{game}: its entries lead to {decision}")
    return found


if __name__ == "__main__":
    in_own_folder(hold)
