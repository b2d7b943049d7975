"""A mission that goes well asks for little to be read, however many people act on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import product
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign
from missions.models import Game, GameEntry, Mission
from missions.operations import approvals, deadlines, debriefs, games, games_due, mission_games, orders, submissions
from missions.selectors.submissions import version
from notices.models import Happening, Notice
from notices.operations import fan_out, inbox
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad_rows
from tests.missions import on_screen
from tests.notices import news
from tests.screen import begun, one_decision, played

AT_MOST = 5


def planned(mission: Mission, cast: Cast, meanwhile: Callable[[], object], left: Iterable[timedelta] = ()) -> None:
    """Drawn already: planned by both sides, after they have been reminded with so much time ``left``."""
    for hours in left:
        Mission.objects.filter(pk=mission.pk).update(orders_due=timezone.now() + hours)
        deadlines.remind_of_due()
        meanwhile()
    for side, user in (("allied", cast.allied), ("axis", cast.axis)):
        document = make.orders(mission, side)  # type: ignore[arg-type]  # a side
        orders.sign_orders(actor=user, mission=mission, side=side, document=document)  # type: ignore[arg-type]
        meanwhile()
    mission.refresh_from_db()


def told_and_approved(
    mission: Mission,
    cast: Cast,
    meanwhile: Callable[[], object],
    *,
    left: Iterable[timedelta] = (),
    tables: Sequence[int] = (1,),
) -> None:
    """Drawn already: planned by both sides, flown at the table, confirmed, approved and debriefed."""
    planned(mission, cast, meanwhile, left)
    mission = orders.open_orders(mission=mission)
    meanwhile()
    for table in tables:
        result = make.told(mission, cast.allied, table=table)
        meanwhile()
        seen = version(result)
        result = submissions.answer(actor=cast.axis, submission=result, disputes={}, expected_version=seen)
        meanwhile()
        approvals.approve(actor=cast.umpire, submission=result, expected_version=version(result))
        meanwhile()
    mission.refresh_from_db()
    assert mission.status == Mission.Status.DEBRIEFED


def flown_by_engine(
    mission: Mission, cast: Cast, meanwhile: Callable[[], object], *, left: Iterable[timedelta] = ()
) -> None:
    """Drawn already: planned by both sides, flown by the engine, debriefed."""
    planned(mission, cast, meanwhile, left)
    make.fly(mission)
    meanwhile()
    debriefs.debrief(actor=cast.umpire, mission=mission, key=uuid4())
    meanwhile()


def kinds(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("at", "id").values_list("happening__kind", flat=True))


@pytest.fixture
def mission(cast: Cast) -> Mission:
    campaign = make.confirmed(make.club(cast))
    fan_out.tell_all()
    Notice.objects.all().delete()
    drawn = make.drawn(campaign)
    fan_out.tell_all()
    return drawn


NO_DEADLINE = ()
ONE_REMINDER = (timedelta(hours=20),)
BOTH_REMINDERS = (timedelta(hours=20), timedelta(minutes=90))


@dataclass
class Reader:
    """A commander who reads everything at once: what has come, and the most that stood in the inbox."""

    user: User
    came: dict[int, str] = field(default_factory=dict)
    most: int = 0

    def read(self) -> None:
        self.came |= dict(Notice.objects.filter(user=self.user).values_list("pk", "happening__kind"))
        self.most = max(self.most, len(kinds(self.user)))
        inbox.read_all(actor=self.user)

    def count(self) -> int:
        """Of what has come, with a reminder and the later one that takes its place as one."""
        told = Counter(self.came.values())
        return told.total() - max(0, told["orders-due"] - 1)


HERE = [("table", BOTH_REMINDERS), ("two tables", ONE_REMINDER), ("engine", NO_DEADLINE)]
EACH_WAY = product(("table", "two tables", "engine"), (NO_DEADLINE, ONE_REMINDER, BOTH_REMINDERS))


@pytest.mark.parametrize(
    ("way", "left"), broad_rows([*HERE, *(each for each in EACH_WAY if each not in HERE)], len(HERE))
)
def test_a_commander_who_reads_everything_at_once_gets_five_notices_of_a_mission_at_most(
    mission: Mission, cast: Cast, way: str, left: tuple[timedelta, ...]
):
    tables = (1, 2) if way == "two tables" else (1,)
    Campaign.objects.filter(pk=mission.campaign_id).update(orders_hours=48, tables=len(tables))
    mission.refresh_from_db()
    readers = [Reader(cast.allied), Reader(cast.axis)]

    def read() -> None:
        fan_out.tell_all()
        for reader in readers:
            reader.read()

    read()
    if way == "engine":
        flown_by_engine(mission, cast, read, left=left)
    else:
        told_and_approved(mission, cast, read, left=left, tables=tables)
    for reader in readers:
        assert Counter(reader.came.values())["orders-due"] == len(left)
        assert reader.most <= AT_MOST, reader
        assert reader.count() <= AT_MOST + (way == "two tables" and bool(left)), reader
        assert "orders-due" not in kinds(reader.user), "they have signed"
        assert kinds(reader.user)[-1] == "debriefed"
    if way != "engine":
        assert kinds(cast.axis)[-2:] == ["result-told", "debriefed"]


def test_who_has_signed_is_reminded_no_more_and_the_other_side_still_is(mission: Mission, cast: Cast):
    Campaign.objects.filter(pk=mission.campaign_id).update(orders_hours=48)
    Mission.objects.filter(pk=mission.pk).update(orders_due=timezone.now() + timedelta(hours=20))
    deadlines.remind_of_due()
    fan_out.tell_all()
    for user in (cast.allied, cast.axis):
        inbox.read_all(actor=user)
        assert kinds(user) == ["mission-drawn", "orders-due"]
    mission.refresh_from_db()
    orders.sign_orders(actor=cast.allied, mission=mission, side="allied", document=make.orders(mission, "allied"))
    fan_out.tell_all()
    assert kinds(cast.allied) == ["mission-drawn"]
    assert kinds(cast.axis) == ["mission-drawn", "orders-due"], "nor are they told how the others stand"
    assert "orders-in" in kinds(cast.umpire)


def test_who_has_read_nothing_of_a_mission_finds_how_it_went(mission: Mission, cast: Cast):
    told_and_approved(mission, cast, fan_out.tell_all)
    assert kinds(cast.axis) == kinds(cast.allied) == ["debriefed"]


def played_on_screen(mission: Mission, cast: Cast, meanwhile: Callable[[], object], *, slow_turns: int = 0) -> None:
    """Drawn already: planned, flown on screen to its end by both commanders, debriefed.

    ``slow_turns``: how many decisions wait so long that whoever is to take them is told; the staff takes the others.
    """
    for side, user in (("allied", cast.allied), ("axis", cast.axis)):
        document = make.orders(mission, side)  # type: ignore[arg-type]  # a side
        orders.sign_orders(actor=user, mission=mission, side=side, document=document)  # type: ignore[arg-type]
        meanwhile()
    mission.refresh_from_db()
    with on_screen.drawn(5):
        game = begun(orders.open_orders(mission=mission, actor=cast.axis), cast.allied)
    meanwhile()
    for _ in range(slow_turns):
        make.it_waits(game, timedelta(hours=5))
        games_due.tell_whose_turn(game)
        meanwhile()
        game = one_decision(Game.objects.get(pk=game.pk))
    if slow_turns:
        game = mission_games.leave_to_staff(actor=cast.umpire, game=game)
    else:
        game = played(game)
        decided = Counter(GameEntry.objects.filter(game=game, how="person").values_list("side", flat=True))
        assert min(decided["allied"], decided["axis"]) >= 3, decided
    games.land(game)
    meanwhile()
    mission.refresh_from_db()
    debriefs.debrief(actor=cast.umpire, mission=mission, key=uuid4())
    meanwhile()


@pytest.mark.sweep
def test_a_commander_gets_five_notices_at_most_of_a_mission_that_two_play_on_screen_in_one_sitting(
    mission: Mission, cast: Cast
):
    commanders = (cast.allied, cast.axis)
    told: dict[str, set[int]] = {user.username: set() for user in commanders}

    def read() -> None:
        fan_out.tell_all()
        for user in commanders:
            told[user.username].update(Notice.objects.filter(user=user).values_list("pk", flat=True))
            inbox.read_all(actor=user)

    read()
    played_on_screen(mission, cast, read)
    for user in commanders:
        assert len(told[user.username]) <= AT_MOST, kinds(user)
        assert kinds(user)[-1] == "debriefed"


def test_of_a_game_in_which_each_turn_waits_only_the_latest_turn_stands_in_the_inbox_though_all_were_read(
    mission: Mission, cast: Cast
):
    most = 0

    def read() -> None:
        nonlocal most
        fan_out.tell_all()
        for user in (cast.allied, cast.axis):
            inbox.read_all(actor=user)
            most = max(most, kinds(user).count("game-turn"))
            assert len(kinds(user)) <= AT_MOST, kinds(user)

    played_on_screen(mission, cast, read, slow_turns=24)
    assert Happening.objects.filter(kind="game-turn").count() >= 8
    assert most == 1
    assert "game-turn" not in kinds(cast.allied) + kinds(cast.axis), "it is flown, and nobody's turn"


def test_umpires_are_asked_for_their_approval_and_commanders_are_not(mission: Mission, cast: Cast):
    seen: dict[str, set[str]] = {"umpire": set(), "allied": set()}

    def look() -> None:
        fan_out.tell_all()
        for name, found in seen.items():
            found.update(kinds(getattr(cast, name)))

    told_and_approved(mission, cast, look)
    assert "result-agreed" in seen["umpire"]
    assert "result-agreed" not in seen["allied"]


def test_what_is_told_of_another_mission_or_side_stays(mission: Mission, cast: Cast):
    campaign = mission.campaign
    news.told(campaign, "orders-due-moved", mission=7, data={"due": "2026-12-01T20:00:00+00:00"})
    news.told(campaign, "comment", mission=1, side="allied", actor=cast.pilot)
    news.told(campaign, "comment", mission=1, actor=cast.umpire)
    news.told(campaign, "orders-opened", mission=1)
    assert kinds(cast.allied) == ["orders-due-moved", "comment", "comment", "orders-opened"]
    news.told(campaign, "comment", mission=1, actor=cast.reader)
    assert kinds(cast.allied) == ["orders-due-moved", "comment", "orders-opened", "comment"]


def test_what_is_told_late_takes_away_nothing_that_happened_since(mission: Mission, cast: Cast):
    campaign = mission.campaign
    inbox.read_all(actor=cast.allied)
    late = news.happens(campaign, "orders-opened", mission=1)
    Happening.objects.filter(pk=late.pk).update(told_at=late.at)
    news.told(campaign, "orders-due-moved", mission=1, data={"due": "2026-12-01T20:00:00+00:00"})
    Happening.objects.filter(pk=late.pk).update(told_at=None)
    fan_out.tell_all()
    assert set(kinds(cast.allied)[-2:]) == {"orders-opened", "orders-due-moved"}


@pytest.mark.portable
def test_what_is_told_of_one_table_leaves_what_another_disputes(mission: Mission, cast: Cast):
    campaign = mission.campaign
    news.told(campaign, "result-disputed", mission=1, data={"table": 2})
    news.told(campaign, "result-told", mission=1, data={"table": 1})
    news.told(campaign, "result-approved", mission=1, data={"table": 1})
    told = Notice.objects.filter(user=cast.umpire, happening__kind__startswith="result-")
    assert set(told.values_list("happening__kind", "happening__data__table")) == {
        ("result-disputed", 2), ("result-approved", 1),
    }  # fmt: skip


def test_the_inbox_puts_together_what_is_about_one_mission(mission: Mission, cast: Cast, client: Client):
    campaign = mission.campaign
    inbox.read_all(actor=cast.allied)
    news.told(campaign, "terms-changed", actor=cast.owner)
    news.told(campaign, "orders-opened", mission=1)
    client.force_login(cast.allied)
    page = client.get(reverse("notices")).content.decode()
    assert page.count(f"{campaign.name}, mission 1</b>") == 1
    assert page.index("Orders opened") < page.index("Mission drawn") < page.index("Terms changed")
