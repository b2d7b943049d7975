"""Fifty people on club night: a server as the manual sets it up, and what they all do within a minute.

Two web workers, one for what waits, on SQLite and on PostgreSQL. Everybody reads the club's pages and those of their
campaign, answers the invitation and a poll, looks for open seats, writes and reads notices; commanders sign orders,
pilots tell results, the other side confirms them, umpires approve. Every answer is counted, and whatever the server has
acknowledged must be there afterwards.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.browser import Answer, Browser, Form
from bench.clubs import p95
from bench.measure import Row
from bench.servers import BARE, at_once, cookies_of, errors_in, in_own_folder, on_each_database, serving, warm

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from campaigns.models import Campaign
    from clubs.models import DatePoll, Night
    from missions.models import Mission

PEOPLE, UMPIRES, CAMPAIGNS = 50, 5, 10
"""Four people fly in each campaign; what is left are umpires, readers, and one who only watches."""
BY_FORM = 5
"""People who sign in by the form; the others are signed in already, as more from one address in a minute would be
turned away."""
TRIES = 5
PASSWORD = "bench-of-the-ready-room"
PAUSE = (0.3, 1.8)
"""Seconds between two pages of one person."""
AT_MOST = 300.0
"""Seconds after which nobody waits for anything more; an evening takes about a minute where the machine is free."""


def rows(rounds: int) -> Iterator[Row]:
    """Of one evening on each database, whatever the rounds: a minute each, on the clock."""
    for name, told in on_each_database("bench.club_night"):
        yield from _rows(name, told)


def _rows(database: str, told: dict[str, Any]) -> Iterator[Row]:
    where = f"club night on {database}"
    yield Row(f"{where}: people", told["people"], "")
    yield Row(f"{where}: seconds", told["seconds"], "s")
    yield Row(f"{where}: answers", told["answers"], "")
    yield Row(f"{where}: answers that were errors", len(told["errors"]), "", most=0)
    yield Row(f"{where}: things left undone", len(told["undone"]), "", most=0)
    yield Row(f"{where}: errors in the servers’ log", len(told["broken"]), "", most=0)
    yield Row(f"{where}: writes acknowledged", told["acknowledged"], "")
    yield Row(f"{where}: writes lost", len(told["lost"]), "", most=0)
    for problem in (*told["errors"], *told["undone"], *told["lost"], *told["broken"]):
        print(f"{where}: {problem}", file=sys.stderr)
    bare = told["pages"].get(BARE)
    if bare is None:
        return
    for page, taken in sorted(told["pages"].items(), key=lambda each: (each[0] != BARE, each[0])):
        yield Row(f"{where}: {page}, {len(taken)} times, p50", median(taken), "ms", median(taken) / median(bare))
        yield Row(f"{where}: {page}, {len(taken)} times, p95", p95(taken), "ms", p95(taken) / p95(bare))


@dataclass
class Evening:
    """What is known of the evening, shared by everybody's threads."""

    port: int
    night: tuple[int, int]
    """Club and night."""
    poll: tuple[int, int]
    """A poll that is open, and an evening of it."""
    began: float = field(default_factory=time.perf_counter)
    pages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    """What somebody wanted to do and found no form for."""
    acknowledged: list[tuple[str, Callable[[], bool]]] = field(default_factory=list)
    """What the server said it has done, and how to see whether it has."""

    @property
    def is_late(self) -> bool:
        return time.perf_counter() - self.began > AT_MOST


class Guest:
    """One person's evening. ``number`` decides their pauses."""

    def __init__(self, evening: Evening, number: int, user: User, cookies: dict[str, str]) -> None:
        self.evening = evening
        self.user = user
        self.browser = Browser("127.0.0.1", evening.port, cookies)
        self.chance = random.Random(number)

    def get(self, name: str, *args: Any, expected: tuple[int, ...] = (200,)) -> Answer:
        """Open a page of the house; every third time the bare one beside it."""
        from django.urls import reverse

        if self.chance.random() < 1 / 3:
            self._count(BARE, self.browser.get(reverse("bare")), (200,))
        self._pause()
        return self._count(name, self.browser.get(reverse(name, args=args)), expected)

    def send(self, name: str, page: Answer, form: Form, *, expected: int = 302, **more: str) -> Answer | None:
        """Send a form; ``None`` if it was not taken."""
        self._pause()
        answer = self._count(f"{name} (sent)", self.browser.send(page, form, **more), (expected,))
        return answer if answer.status == expected else None

    def sign(self, page: Answer, form: Form) -> bool:
        """Sign orders; where the page asks whether nobody shall fly, say so."""
        self._pause()
        answer = self.browser.send(page, form)
        again = answer.form(holding="doctrine") if 'name="nobody"' in answer.text else None
        if again is None:
            return self._count("mission-plan (sent)", answer, (302,)).status == 302
        self._count("mission-plan (asked again)", answer, (422,))
        return self.send("mission-plan", answer, again, nobody="1") is not None

    def find(self, what: str, ready: Callable[[], tuple[Answer, Form | None]]) -> tuple[Answer, Form] | None:
        """Look at a page until it has the form that one is waiting for."""
        while not self.evening.is_late:
            page, form = ready()
            if form is not None:
                return page, form
            self._pause()
        self.evening.undone.append(f"{self.user} could not {what}")
        return None

    def did(self, what: str, is_there: Callable[[], bool]) -> None:
        self.evening.acknowledged.append((f"{what} by {self.user}", is_there))

    def _pause(self) -> None:
        time.sleep(self.chance.uniform(*PAUSE))

    def _count(self, name: str, answer: Answer, expected: tuple[int, ...]) -> Answer:
        self.evening.pages[name].append(answer.milliseconds)
        if answer.status not in expected:
            why = answer.text if not answer.status else " ".join(answer.text.split())[-300:]
            self.evening.errors.append(f"{self.user}: {name} {answer.path} answered {answer.status} {why}")
        return answer

    def sign_in(self) -> None:
        """Come in by the form; where too many come from one address at once, again, as the page asks."""
        for _ in range(TRIES):
            page = self.get("sign-in")
            form = page.form(holding="login")
            if form is None:
                break
            self._pause()
            said = form.filled(login=self.user.get_username(), password=PASSWORD)
            answer = self.browser.send(page, Form(form.action, said))
            turned_away = answer.status == 429
            self._count("sign-in (turned away)" if turned_away else "sign-in (sent)", answer, (302, 429))
            if not turned_away:
                return
        self.evening.undone.append(f"{self.user} could not sign in")

    def arrive(self) -> None:
        """Look round, say that one comes."""
        self.get("home")
        self.get("clubs")
        self.get("club", self.evening.night[0])
        self.get("club-nights", self.evening.night[0])
        self.answer("maybe" if self.chance.random() < 0.3 else "yes", "")
        self.vote()
        self.get("club-seats", self.evening.night[0])

    def vote(self) -> None:
        """Say that one can come on another evening that is asked about."""
        from clubs.models import PollAnswer

        poll, date = self.evening.poll
        page = self.get("poll", self.evening.night[0], poll)
        form = page.form(f"/polls/{poll}/")
        if form is None:
            self.evening.undone.append(f"{self.user} could not vote")
            return
        form.fields.append((f"date-{date}", "yes"))
        if self.send("poll", page, form):
            mine = PollAnswer.objects.filter(date=date, user=self.user, answer="yes")
            self.did("vote", lambda: mine.count() == 1)

    def answer(self, answer: str, note: str) -> None:
        from clubs.models import Rsvp

        page = self.get("night", *self.evening.night)
        form = page.form("/answer/")
        if form is None:
            self.evening.undone.append(f"{self.user} could not answer")
        elif self.send("night-answer", page, form, answer=answer, note=note):
            mine = Rsvp.objects.filter(night=self.evening.night[1], user=self.user)
            # What is said later counts: each answer is looked for with the note that only it has.
            if note:
                self.did("answer", lambda: list(mine.values_list("answer", "note")) == [(answer, note)])
            else:
                self.did("answer", lambda: mine.count() == 1)

    def talk(self, mission: Mission) -> None:
        from missions.models import Comment

        page = self.get("mission-talk", mission.campaign_id, mission.number)
        text = f"{self.user} says {self.chance.random()}"
        form = page.form(holding="text")
        if form is None:
            self.evening.undone.append(f"{self.user} could not comment")
        elif self.send("mission-talk", page, form, text=text):
            self.did("comment", lambda: Comment.objects.filter(text=text, author=self.user).count() == 1)

    def read_notices(self) -> None:
        from notices.models import Notice

        page = self.get("notices")
        seen = list(Notice.objects.filter(user=self.user, read_at=None).values_list("pk", flat=True))
        form = page.form("/read/")
        if form is not None and self.send("notices-read", page, form):
            first = seen[:1] if ("notice" in dict(form.fields)) else seen
            self.did("notices", lambda: not Notice.objects.filter(pk__in=first, read_at=None).exists())

    def leave(self) -> None:
        self.read_notices()
        self.answer("yes", f"Again, {self.chance.random()}")
        self.get("club", self.evening.night[0])
        self.get("home")


def watch(guest: Guest, mission: Mission) -> None:
    """Who has no part in the campaign that evening."""
    guest.arrive()
    guest.get("campaign", mission.campaign_id)
    guest.get("campaign-pilots", mission.campaign_id)
    guest.get("campaign-journal", mission.campaign_id)
    guest.get("mission", mission.campaign_id, mission.number)
    guest.talk(mission)
    guest.get("campaign-people", mission.campaign_id)
    guest.get("campaign-claims", mission.campaign_id)
    guest.leave()


def command(guest: Guest, mission: Mission, side: str) -> None:
    """Sign the orders; of the Allied side, confirm the result too."""
    from missions.models import Orders

    guest.arrive()
    guest.get("campaign", mission.campaign_id)
    guest.get("mission", mission.campaign_id, mission.number)
    page = guest.get("mission-plan", mission.campaign_id, mission.number, side)
    form = page.form(holding="doctrine")
    if form is None:
        guest.evening.undone.append(f"{guest.user} found no plan to sign")
    elif guest.sign(page, form):
        guest.did("orders", lambda: Orders.objects.filter(mission=mission, side=side, signed_by=guest.user).exists())
    guest.talk(mission)
    if side == "allied":
        confirm(guest, mission)
    guest.leave()


def confirm(guest: Guest, mission: Mission) -> None:
    """Wait for the result of the table, and say that it was so."""
    from missions.models import Submission

    def ready() -> tuple[Answer, Form | None]:
        # Before there is one, its page leads back to the mission.
        page = guest.get("mission-result", mission.campaign_id, mission.number, 1, expected=(200, 302))
        return page, page.form("/results/1/", holding="confirm")

    found = guest.find("confirm the result", ready)
    if found and guest.send("mission-result", *found, confirm="1"):
        told = Submission.objects.filter(mission=mission, table=1)
        guest.did("confirmation", lambda: told.get().steps.filter(by=guest.user).exists())


def fly(guest: Guest, mission: Mission, side: str) -> None:
    """A pilot; the Axis one tells how it went at the table."""
    guest.arrive()
    guest.get("mission", mission.campaign_id, mission.number)
    guest.get("campaign-squadrons", mission.campaign_id)
    guest.talk(mission)
    if side == "axis":
        tell(guest, mission)
    else:
        guest.get("campaign-pilots", mission.campaign_id)
        guest.get("campaign-claims", mission.campaign_id)
    guest.leave()


def tell(guest: Guest, mission: Mission) -> None:
    """Wait for the orders to open, then say what became of everybody: nothing happened to anybody."""
    from missions.models import Submission

    def ready() -> tuple[Answer, Form | None]:
        page = guest.get("mission", mission.campaign_id, mission.number)
        if f"/missions/{mission.number}/table/" not in page.text:
            return page, None
        page = guest.get("mission-table", mission.campaign_id, mission.number, expected=(200, 302))
        return page, page.form(holding="key") if page.status == 200 else None

    found = guest.find("tell the result", ready)
    if found is None:
        return
    if 'name="target_damage"' in found[0].text:
        found[1].fields.append(("target_damage", "0"))
    reviewed = guest.send("mission-table", *found, expected=200, review="1")
    form = reviewed.form(holding="store") if reviewed else None
    if reviewed is None or form is None:
        guest.evening.undone.append(f"{guest.user} could not store the result")
    elif guest.send("mission-table", reviewed, form, store="1"):
        told = Submission.objects.filter(mission=mission, table=1, by=guest.user)
        guest.did("result", lambda: told.count() == 1)


def umpire(guest: Guest, missions: list[Mission]) -> None:
    """Approve the results of one's campaigns once the other side has confirmed them."""
    from missions.models import Mission as Row

    guest.arrive()
    page = guest.get("night-tables", *guest.evening.night)
    seats = page.form(holding="seen")
    if seats is None:
        guest.evening.undone.append(f"{guest.user} found no plan of tables")
    for mission in missions:
        number = mission.number

        def ready(mission: Mission = mission, number: int = number) -> tuple[Answer, Form | None]:
            page = guest.get("mission-result", mission.campaign_id, number, 1, expected=(200, 302))
            return page, page.form("/approve/") if "result-state agreed" in page.text else None

        found = guest.find("approve the result", ready)
        if found and guest.send("mission-result-approve", *found):
            flown = Row.objects.filter(pk=mission.pk)
            guest.did("approval", lambda flown=flown: flown.get().status == Row.Status.DEBRIEFED)  # type: ignore[misc]
    guest.leave()


def make_club() -> tuple[list[User], list[Campaign], Night, DatePoll]:
    """The club of the evening: each campaign two missions on, the third drawn; orders open together, results are
    confirmed. One more waits for commanders, and a poll for answers."""
    from bench import club_world as world
    from campaigns.operations.terms import change_terms
    from tests import make

    members = world.people(PEOPLE)
    for user in members[:BY_FORM]:
        user.set_password(PASSWORD)
        user.save()
    club = world.club(members, UMPIRES - 1)
    campaigns = []
    for number in range(CAMPAIGNS):
        flyers = members[UMPIRES + 4 * number :][:4]
        begun = world.campaign(club, number, members[number % UMPIRES], flyers[:2], flyers[2:])
        make.fought(begun, 1)
        change_terms(actor=begun.owner, campaign=begun, opens="together", results="confirmed")
        begun.refresh_from_db()
        make.drawn(begun)
        campaigns.append(begun)
    missions = [each.missions.get(status="planning") for each in campaigns]
    world.campaign(club, CAMPAIGNS, members[0], (), ())
    poll = make.poll(club, members[1])
    return members, campaigns, world.night(club, members[1], 1, members[:10], missions), poll


def parts(members: list[User], campaigns: list[Campaign]) -> list[Callable[[Guest], None]]:
    """What everybody does, in the order of the members."""
    missions = [each.missions.get(status="planning") for each in campaigns]
    acts: list[Callable[[Guest], None]] = [partial(umpire, missions=missions[n::UMPIRES]) for n in range(UMPIRES)]
    for mission in missions:
        for side in ("allied", "axis"):
            acts += [partial(command, mission=mission, side=side), partial(fly, mission=mission, side=side)]
    left = len(members) - len(acts)
    return acts + [partial(watch, mission=missions[n % len(missions)]) for n in range(left)]


def hold() -> dict[str, Any]:
    """The evening, in the data folder that the environment names."""
    from django.db import connection
    from django.urls import reverse

    from missions.selectors.reconcile import assert_reconciled

    members, campaigns, night, poll = make_club()
    cookies = [{} if number < BY_FORM else cookies_of(user) for number, user in enumerate(members)]
    acts = parts(members, campaigns)
    connection.close()
    with serving() as (port, log):
        paths = [reverse("club", args=[night.club_id]), reverse("night", args=[night.club_id, night.pk])]
        warm(port, campaigns[0].owner, paths + [reverse("campaign", args=[each.pk]) for each in campaigns])
        evening = Evening(port, (night.club_id, night.pk), (poll.pk, poll.dates.all()[0].pk))

        def come(number: int) -> None:
            guest = Guest(evening, number, members[number], cookies[number])
            try:
                time.sleep(guest.chance.uniform(0, 3))
                if number < BY_FORM:
                    time.sleep(2 * number)
                    guest.sign_in()
                acts[number](guest)
            except Exception as error:
                evening.undone.append(f"{guest.user}: {error!r}")
            finally:
                connection.close()

        at_once(come, len(members))
        seconds = time.perf_counter() - evening.began
    lost = [what for what, is_there in evening.acknowledged if not is_there()]
    for campaign in campaigns:
        assert_reconciled(campaign)
    return {
        "people": len(members),
        "seconds": seconds,
        "answers": sum(map(len, evening.pages.values())),
        "errors": evening.errors,
        "undone": evening.undone,
        "acknowledged": len(evening.acknowledged),
        "kinds": Counter(what.split(" by ")[0] for what, _ in evening.acknowledged),
        "lost": lost,
        "broken": errors_in(log),
        "pages": evening.pages,
    }


if __name__ == "__main__":
    in_own_folder(hold)
