"""Whatever people do, in whatever order, the journal adds up after every step, and a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from campaigns.access import viewer
from campaigns.packs.schema import Side
from campaigns.selectors import journal_entries
from campaigns.selectors.standings import standing_of
from config.common.refusals import Refusal
from missions import tasks
from missions.flights import context
from missions.flights.context import sheet_of
from missions.models import Mission
from missions.operations import debriefs, flights, orders, table
from missions.planning import staff
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.next_step import next_step_of
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

FATES = st.sampled_from(["damaged", "destroyed"])
WAYS_OUT = st.sampled_from(["", "", "", "", "disengaged"])


class Evenings(RuleBasedStateMachine):
    """One campaign, the owner commanding one side, somebody else the other."""

    cast: Cast

    @initialize(slug=st.sampled_from([make.LAND, make.EVERY_TYPE, make.DOGFIGHTS]), seed=st.integers(0, 50))
    def begin(self, slug: str, seed: int) -> None:
        self.campaign = make.campaign(self.cast.owner, slug, allied="me", axis="staff", seed=seed)
        self.keys: list[UUID] = []

    @property
    def mission(self) -> Mission:
        """The latest mission, which a refusal may well be about."""
        mission = self.campaign.missions.order_by("-number").first()
        if mission is None:
            raise Refusal("No mission has been drawn.")
        return mission

    def attempt(self, act: Callable[[], object]) -> None:
        """Do it, or be refused without a trace."""
        before = self.trace()
        try:
            act()
        except Refusal:
            assert self.trace() == before

    def trace(self) -> tuple[object, ...]:
        missions = self.campaign.missions.order_by("number")
        return (
            self.campaign.entries.count(),
            list(missions.values_list("status", "flight__key", "debrief__key")),
            sorted(missions.values_list("orders__side", "orders__signed_at").exclude(orders=None)),
        )

    def draw(self) -> None:
        make.drawn(self.campaign)

    def sign(self, side: Side = "allied", seed: int = 0) -> None:
        document = staff.plan(context.choices(self.mission, side), seed=seed, missions_left=1)
        orders.sign_orders(actor=self.cast.owner, mission=self.mission, side=side, document=document)

    def sign_nonsense(self) -> None:
        orders.sign_orders(actor=self.cast.owner, mission=self.mission, side="allied", document={"units": []})

    def record(self, data: st.DataObject, key: UUID) -> None:
        sheet = sheet_of(self.mission)
        told = []
        for line in sheet.lines:
            by = data.draw(st.sampled_from(["", *(enemy.key for enemy in sheet.enemies(line.side))]))
            told.append(AircraftOutcome(line.key, data.draw(FATES), data.draw(WAYS_OUT), by))
        table.record_table(actor=self.cast.owner, mission=self.mission, outcome=Outcome(tuple(told)), key=key)
        self.keys.append(key)

    def open(self) -> None:
        orders.open_orders(mission=self.mission)

    def fly(self, debrief: bool) -> None:
        job = flights.queue_flight(actor=self.cast.owner, mission=self.mission, debrief=debrief)
        for _ in range(2):
            tasks.fly(str(job.pk))

    def debrief(self, key: UUID) -> None:
        debriefs.debrief(actor=self.cast.owner, mission=self.mission, key=key)
        self.keys.append(key)

    def withdraw(self) -> None:
        debriefs.withdraw_debrief(actor=self.cast.owner, mission=self.mission)

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """The next step as the campaign page offers it."""
        member = viewer(self.campaign, self.cast.owner)
        assert member is not None
        match next_step_of(self.campaign, member, standing_of(self.campaign)).action:
            case "draw":
                self.draw()
            case "plan":
                self.sign(seed=data.draw(st.integers(0, 9)))
            case "fly" if data.draw(st.booleans()):
                self.fly(data.draw(st.booleans()))
            case "fly":
                self.attempt(lambda: self.record(data, uuid4()))  # what cannot have happened is refused
            case "debrief":
                self.debrief(uuid4())

    @rule(data=st.data())
    def disturb(self, data: st.DataObject) -> None:
        """Anything at any time: mostly what is refused, or the same thing again."""
        key = data.draw(st.sampled_from([*self.keys, uuid4()]))
        acts: list[Callable[[], None]] = [
            self.draw,
            self.sign,
            lambda: self.sign("axis"),
            self.sign_nonsense,
            self.open,
            lambda: self.record(data, key),
            lambda: self.fly(debrief=True),
            lambda: self.debrief(key),
            self.withdraw,
        ]
        self.attempt(data.draw(st.sampled_from(acts)))

    @invariant()
    def the_journal_adds_up(self) -> None:
        if not hasattr(self, "campaign"):
            return
        assert_reconciled(self.campaign)
        debriefed = self.campaign.missions.filter(status=Mission.Status.DEBRIEFED).select_related("flight")
        scores = [score for mission in debriefed for score in mission.flight.report["scores"]]
        assert journal_entries.points_by_side(journal_entries.in_force(self.campaign)) == {
            side: sum(score["points"] for score in scores if score["side"] == side) for side in ("allied", "axis")
        }


@pytest.mark.slow("some evenings of random acts, each of which is checked whole")
@pytest.mark.django_db
@pytest.mark.parametrize("evenings", broad([2, 12], 1))
def test_the_journal_adds_up_whatever_people_do(cast: Cast, evenings: int):
    Evenings.cast = cast
    run_state_machine_as_test(
        Evenings,
        settings=settings(
            max_examples=evenings,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
