"""The table as three phones keep it while a mission is played: whatever connections do, it stands as it was typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, NamedTuple
from unittest import mock
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from campaigns.models import Entry
from config.common.refusals import Refusal
from missions.flights.context import sheet_of
from missions.models import Mission, TableTap
from missions.operations import companion, corrections
from missions.results.companion import TURN, Cell, Does, Kept, Tap, cells, kept
from missions.selectors.companion import said_of, taps_of
from tests import make
from tests.cast import Cast, assemble

PACKS = (make.LAND, make.EVERY_TYPE, make.DOGFIGHTS, "flying-circus-1917", "angels-over-kent", "big-week")
"""Missions of every game system: strikes, dogfights, flights, squadrons."""
BEGAN = 1_000_000
"""Milliseconds after the orders were opened."""


def all_cells(mission: Mission) -> dict[str, Cell]:
    return cells(sheet_of(mission))


def standing(mission: Mission, table: int = 1) -> Kept:
    return kept(all_cells(mission), taps_of(mission, table))


def opened_ms(mission: Mission) -> int:
    assert mission.opened_at is not None
    return int(mission.opened_at.timestamp() * 1000) + BEGAN


def tap(
    mission: Mission, by: User, does: Does, cell: str, value: object, *, at: int = 0, key: UUID | None = None
) -> Tap:
    return Tap(opened_ms(mission) + at, at, key or uuid4(), by.pk, does, cell, str(value))


def take(mission: Mission, by: User, *taps: Tap, table: int = 1) -> companion.TapsTaken:
    """As an hour after the orders were opened."""
    assert mission.opened_at is not None
    with mock.patch.object(timezone, "now", return_value=mission.opened_at + timedelta(hours=1)):
        return companion.take(actor=by, mission=mission, table_number=table, taps=taps)


class Typed(NamedTuple):
    """What somebody taps: which of three phones, which cell, and what (see ``as_tap``)."""

    phone: int
    cell: int
    value: int
    takes_back: bool


class Connection(NamedTuple):
    """What becomes of a phone's attempt to send after a tap: how many taps, in what order, and whether it is told."""

    arrives: bool
    is_answered: bool
    most: int
    backwards: bool


@dataclass
class Phone:
    """One device of a person: what it has typed and nobody has confirmed, and what is still on its way."""

    owner: User
    typed: list[Tap] = field(default_factory=list)
    queue: list[Tap] = field(default_factory=list)
    late: list[list[Tap]] = field(default_factory=list)

    def type(self, tap: Tap) -> None:
        self.typed.append(tap)
        self.queue.append(tap)

    def send(self, mission: Mission, table: int, how: Connection) -> None:
        sent = self.queue[: how.most]
        if how.backwards:
            sent = sent[::-1]
        if not how.arrives:
            self.late.append(sent)  # nobody knows: it may come in the end
            return
        take(mission, self.owner, *sent, table=table)
        if how.is_answered:
            self.queue = self.queue[how.most :]

    def come_back(self, mission: Mission, table: int) -> None:
        """The connection holds again, and what had been lost on the way arrives too."""
        for sent in [*reversed(self.late), self.queue]:
            for begin in range(0, len(sent), 50):
                take(mission, self.owner, *sent[begin : begin + 50], table=table)


def as_tap(mission: Mission, typed: Typed, phone: Phone, at: int, known: Sequence[Cell]) -> Tap | None:
    """What a phone makes of it; ``None``: there is nothing to take back."""
    if typed.takes_back:
        backs = {each.value for each in phone.typed if each.does == "undo"}
        own = [each for each in phone.typed if each.does != "undo" and str(each.key) not in backs]
        return tap(mission, phone.owner, "undo", own[-1].cell, own[-1].key, at=at) if own else None
    cell = known[typed.cell % len(known)]
    if cell.name == TURN:
        return tap(mission, phone.owner, "set", TURN, 1 + typed.value % cell.most, at=at)
    if cell.is_count:
        return tap(mission, phone.owner, "add", cell.name, (-1, 1, 1, 2)[typed.value % 4], at=at)
    return tap(mission, phone.owner, "set", cell.name, cell.choices[typed.value % len(cell.choices)][0], at=at)


TYPED = st.builds(
    Typed, st.integers(0, 2), st.integers(0, 400), st.integers(0, 30), st.sampled_from([False] * 5 + [True])
)
CONNECTIONS = st.builds(Connection, st.booleans(), st.booleans(), st.integers(1, 8), st.booleans())
EVENING = st.lists(st.tuples(TYPED, CONNECTIONS), min_size=1, max_size=30)


def fly(slug: str, evening: list[tuple[Typed, Connection]]) -> None:
    """One table types on phones whose connections hold, the other the same at the same moments on ones that are cut."""
    cast = assemble()
    mission = make.opened(make.confirmed(make.club(cast, slug), tables=2))
    sheet = sheet_of(mission)
    known = list(cells(sheet).values())
    people = cast.allied, cast.axis, cast.pilot
    good, cut = ([Phone(person) for person in people] for _ in range(2))
    for at, (typed, connection) in enumerate(evening):
        if (made := as_tap(mission, typed, good[typed.phone], at, known)) is None:
            continue
        good[typed.phone].type(made)
        cut[typed.phone].type(made)
        take(mission, people[typed.phone], made, table=1)
        cut[typed.phone].send(mission, 2, connection)
    for phone in cut:
        phone.come_back(mission, 2)
    assert standing(mission, 2) == standing(mission, 1)
    assert said_of(mission, sheet, 2) == said_of(mission, sheet, 1)
    typed_taps = sum(len(phone.typed) for phone in good)
    assert TableTap.objects.filter(table=2).count() == typed_taps, "none is lost, none is there twice"


BRIEFLY = settings(
    phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck), deadline=None, database=None
)


class ThreePhones(TestCase):
    """Connections that are cut at random end in the same result as typed."""

    @settings(BRIEFLY, max_examples=3)
    @given(slug=st.sampled_from(PACKS[2:]), evening=EVENING)
    def test_a_short_evening_of_cut_connections_ends_in_the_same_result_as_typed(
        self, slug: str, evening: list[tuple[Typed, Connection]]
    ) -> None:
        fly(slug, evening[:12])

    @pytest.mark.sweep
    @settings(BRIEFLY, max_examples=30)
    @given(slug=st.sampled_from(PACKS), evening=EVENING)
    def test_evenings_of_cut_connections_end_in_the_same_result_as_typed(
        self, slug: str, evening: list[tuple[Typed, Connection]]
    ) -> None:
        fly(slug, evening)


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A dogfight whose orders are open; a person commands each side."""
    return make.opened(make.club(cast))


def hits_of(mission: Mission) -> Cell:
    """The hits on the first aircraft of the table."""
    return next(cell for cell in all_cells(mission).values() if cell.name.endswith(".hits"))


def test_two_phones_that_tap_a_hit_at_the_same_moment_count_both(cast: Cast, mission: Mission) -> None:
    hits = hits_of(mission).name
    for person in (cast.allied, cast.axis):
        take(mission, person, tap(mission, person, "add", hits, 1))
    assert standing(mission).values[hits] == "2"


def test_the_same_tap_counts_once_however_often_it_comes(cast: Cast, mission: Mission) -> None:
    hits = hits_of(mission).name
    made = tap(mission, cast.pilot, "add", hits, 1)
    take(mission, cast.pilot, made, made)
    take(mission, cast.pilot, made._replace(value="9"))
    assert standing(mission).values == {hits: "1"}


def test_hits_turn_an_aircraft_and_bring_it_down_and_taken_back_they_do_not(cast: Cast, mission: Mission) -> None:
    cell = hits_of(mission)
    fate = cell.name.replace(".hits", ".fate")
    damaged, destroyed = cell.damages
    taps = [tap(mission, cast.pilot, "add", cell.name, 1, at=at) for at in range(destroyed)]
    take(mission, cast.pilot, *taps[: damaged - 1])
    assert fate not in standing(mission).values
    take(mission, cast.pilot, taps[damaged - 1])
    assert standing(mission).values[fate] == "damaged"
    take(mission, cast.pilot, *taps[damaged:])
    assert standing(mission).values[fate] == "destroyed"
    take(mission, cast.pilot, tap(mission, cast.pilot, "undo", cell.name, taps[-1].key, at=99))
    assert standing(mission).values[fate] == "damaged"


def test_what_somebody_says_of_an_aircraft_stands_until_it_is_hit_worse(cast: Cast, mission: Mission) -> None:
    cell = hits_of(mission)
    fate = cell.name.replace(".hits", ".fate")
    take(
        mission,
        cast.pilot,
        tap(mission, cast.pilot, "add", cell.name, cell.damages[0], at=1),
        tap(mission, cast.pilot, "set", fate, "undamaged", at=2),
    )
    assert standing(mission).values[fate] == "undamaged"
    more = cell.damages[1] - cell.damages[0]
    take(mission, cast.pilot, tap(mission, cast.pilot, "add", cell.name, more, at=3))
    assert standing(mission).values[fate] == "destroyed"


def test_bursts_begin_anew_with_each_turn(cast: Cast, mission: Mission) -> None:
    bursts = next(name for name in all_cells(mission) if name.endswith(".bursts"))
    take(mission, cast.pilot, tap(mission, cast.pilot, "add", bursts, 2, at=1))
    turn = tap(mission, cast.pilot, "set", TURN, 2, at=2)
    take(mission, cast.pilot, turn)
    assert standing(mission).values == {TURN: "2"}
    take(mission, cast.pilot, tap(mission, cast.pilot, "undo", TURN, turn.key, at=3))
    assert standing(mission).values == {bursts: "2"}, "the turn was not over"


def test_nobody_takes_back_what_somebody_else_has_tapped(cast: Cast, mission: Mission) -> None:
    hits = hits_of(mission).name
    made = tap(mission, cast.allied, "add", hits, 1, at=1)
    take(mission, cast.allied, made)
    take(mission, cast.axis, tap(mission, cast.axis, "undo", hits, made.key, at=2))
    assert standing(mission).values == {hits: "1"}


def test_a_phone_whose_clock_is_wrong_does_not_have_the_last_word_for_ever(cast: Cast, mission: Mission) -> None:
    fate = hits_of(mission).name.replace(".hits", ".fate")
    wrong = tap(mission, cast.pilot, "set", fate, "destroyed")
    take(mission, cast.pilot, wrong._replace(at=1 << 52))
    later = timezone.now() + timedelta(hours=2)
    with mock.patch.object(timezone, "now", return_value=later):
        made = tap(mission, cast.allied, "set", fate, "damaged")._replace(at=int(later.timestamp() * 1000))
        companion.take(actor=cast.allied, mission=mission, table_number=1, taps=[made])
    assert standing(mission).values[fate] == "damaged"


@pytest.mark.parametrize(
    ("cell", "does", "value"),
    [
        ("axis-9.altitude", "set", "low"),
        (TURN, "set", "0"),
        (TURN, "set", "1000"),
        (TURN, "add", "1"),
        (TURN, "set", "two"),
        (TURN, "set", "01"),
        ("hits", "add", "1"),
        ("*.hits", "add", "21"),
        ("*.hits", "add", "0"),
        ("*.hits", "add", "½"),
        ("*.hits", "set", "-1"),
        ("*.hits", "set", "007"),
        ("*.hits", "set", "-0"),
        ("*.hits", "add", "01"),
        ("*.fate", "set", "eaten"),
        ("*.fate", "add", "1"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_does_not_hold_up_the_rest(
    cell: str, does: Any, value: str, cast: Cast, mission: Mission
) -> None:
    hits = hits_of(mission).name
    bad = tap(mission, cast.pilot, does, cell.replace("*", hits.removesuffix(".hits")), value, at=1)
    good = tap(mission, cast.pilot, "add", hits, 1, at=2)
    taken = take(mission, cast.pilot, bad, good)
    assert list(taken.refused) == [bad.key]
    assert standing(mission).values == {hits: "1"}


def test_nobody_taps_without_end_nor_keeps_others_from_tapping(
    cast: Cast, mission: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    hits = hits_of(mission).name
    with pytest.raises(Refusal, match="at once"):
        take(mission, cast.pilot, *[tap(mission, cast.pilot, "add", hits, 1) for _ in range(101)])
    monkeypatch.setattr(companion, "MOST_OF_ONE", 3)
    made = [tap(mission, cast.pilot, "add", hits, 1, at=at) for at in range(3)]
    take(mission, cast.pilot, *made)
    with pytest.raises(Refusal, match="Let somebody else tap"):
        take(mission, cast.pilot, tap(mission, cast.pilot, "add", hits, 1, at=9))
    take(mission, cast.pilot, *made)
    assert TableTap.objects.count() == 3, "what is there already may come again"
    take(mission, cast.axis, *[tap(mission, cast.axis, "add", hits, 1, at=at) for at in range(3)])
    assert TableTap.objects.count() == 6


def test_only_those_who_play_tap_and_only_who_tells_the_result_begins_anew(cast: Cast, mission: Mission) -> None:
    hits = hits_of(mission).name
    for person in (cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="Only those who play"):
            take(mission, person, tap(mission, person, "add", hits, 1))
    take(mission, cast.pilot, tap(mission, cast.pilot, "add", hits, 1))
    for person in (cast.reader, cast.stranger, cast.pilot):
        with pytest.raises(Refusal, match="tells the result"):
            companion.clear(actor=person, mission=mission, table_number=1)
    assert companion.clear(actor=cast.allied, mission=mission, table_number=1)
    assert not companion.clear(actor=cast.allied, mission=mission, table_number=1)
    assert not TableTap.objects.exists()


def test_nothing_is_kept_before_the_orders_are_open_nor_of_what_is_not_played_at_a_table(cast: Cast) -> None:
    sealed = make.planned(make.club(cast))
    made = Tap(0, 0, uuid4(), cast.allied.pk, "set", TURN, "2")
    with pytest.raises(Refusal, match="Open the orders"):
        companion.take(actor=cast.allied, mission=sealed, table_number=1, taps=[made])
    flown = make.flown(make.club(cast))
    with pytest.raises(Refusal, match="engine has flown"):
        companion.take(actor=cast.allied, mission=flown, table_number=1, taps=[made])
    assert not TableTap.objects.exists()


def test_the_journal_hears_nothing_and_the_debrief_clears_the_table(cast: Cast, mission: Mission) -> None:
    before = Entry.objects.count()
    take(mission, cast.pilot, tap(mission, cast.pilot, "add", hits_of(mission).name, 1))
    assert Entry.objects.count() == before
    make.record(mission)
    take(mission, cast.pilot, tap(mission, cast.pilot, "set", TURN, 2, at=5))
    assert TableTap.objects.count() == 2, "until it is debriefed the result may still be mended from it"
    make.debrief(mission)
    assert not TableTap.objects.exists()
    with pytest.raises(Refusal, match="debriefed"):
        take(mission, cast.pilot, tap(mission, cast.pilot, "set", TURN, 3, at=6))


def test_of_a_mission_that_is_declared_void_the_table_keeps_nothing(cast: Cast, mission: Mission) -> None:
    take(mission, cast.pilot, tap(mission, cast.pilot, "add", hits_of(mission).name, 1))
    version = make.version(mission.campaign)
    corrections.void(actor=cast.umpire, mission=mission, reason="Wrong map", expected_version=version)
    assert not TableTap.objects.exists()
    with pytest.raises(Refusal, match="void"):
        take(mission, cast.pilot, tap(mission, cast.pilot, "set", TURN, 2, at=5))
