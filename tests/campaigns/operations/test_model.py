"""Whatever people do, in whatever order, in a campaign of any kind: it adds up after every step.

A model of evenings at the table: the next step as the sequence of play gives it, and between the steps corrections,
changes of the order of battle, rulings and nonsense. What is refused leaves no trace; what a preview has said is what
a correction does; journal, rows and fold agree.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from campaigns.catalogue.library import FIXTURES
from campaigns.models import Campaign, Pilot
from campaigns.operations import changes, packs, pilots
from campaigns.packs.schema import Side
from campaigns.selectors import journal_entries, kept_folds, standings
from campaigns.selectors.changes import BY_PEOPLE
from campaigns.selectors.definitions import definition
from campaigns.sequence.steps import Current, sequence
from campaigns.standing import Standing
from campaigns.standing.compare import compare
from campaigns.standing.kinds import Resolved
from campaigns.standing.result_kinds import Debriefed, Kill, Sortie
from config.common.refusals import Refusal
from missions.flights import context, flying
from missions.flights.context import sheet_of
from missions.models import Debrief, Mission
from missions.operations import (
    corrections,
    counted_operations,
    debriefs,
    drawing,
    flights,
    orders,
    pack_versions,
    table,
)
from missions.planning import staff
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.flights import refuse_unless_ready
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.substitutes import OpenPlace, Substitute
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

SOLITAIRE = [
    path.stem for path in (FIXTURES / "packs").glob("*.toml") if 'kind = "solitaire"' in path.read_text("utf-8")
]
KINDS = [make.PERIODS, make.OPERATION, make.LAND, make.DOGFIGHTS, *SOLITAIRE]
FATES = ("undamaged", "undamaged", "undamaged", "damaged", "destroyed")
SIDES: tuple[Side, ...] = ("allied", "axis")
WHY = "It was decided so"
ENDED = "Two days that are over"
"""An operation that a Land campaign may count as one of its Missions."""


SEEDS = st.integers(0, 2**31)
"""Of what is done at random in one step: Hypothesis chooses no more than that, and so the steps stay cheap."""


class Campaigns(RuleBasedStateMachine):
    """One campaign; its owner is umpire and commands one side or both."""

    cast: Cast
    slug: str

    @initialize(seed=SEEDS, axis=st.sampled_from(["me", "staff"]), old=st.integers(0, 30))
    def begin(self, seed: int, axis: Any, old: int) -> None:
        """It is ``old`` steps old when somebody comes and does what he likes."""
        self.campaign = make.campaign(self.cast.owner, self.slug, allied="me", axis=axis, seed=seed)
        self.owner = self.cast.owner
        self.acts = 0
        self.keys: list[UUID] = [uuid4()]
        self.operations = [Campaign.objects.get(name=ENDED).pk, self.campaign.pk]
        self.go_on(seed, old)

    def chance(self, seed: int) -> Random:
        """Another one for each act, although Hypothesis likes to choose the same seed again."""
        self.acts += 1
        return Random(f"{seed}/{self.acts}")

    # What stands

    @property
    def standing(self) -> Standing:
        return standings.standing_of(self.campaign)

    def latest(self) -> Mission:
        mission = self.campaign.missions.order_by("-number").first()
        if mission is None:
            raise Refusal("No mission has been drawn.")
        return mission

    def one(self, chance: Random, things: Any) -> Any:
        """One of some things, or a refusal if there are none."""
        things = list(things)
        if not things:
            raise Refusal("There is none.")
        return chance.choice(things)

    def any_mission(self, chance: Random) -> Mission:
        number = self.one(chance, self.campaign.missions.order_by("number").values_list("number", flat=True))
        return self.campaign.missions.select_related("campaign__pack").get(number=number)

    def any_man(self, chance: Random) -> Pilot:
        pilot: Pilot = self.one(chance, self.campaign.pilots.order_by("pk")[:12])
        return pilot

    def key(self, chance: Random) -> UUID:
        """One that has been used, or a new one."""
        key: UUID = chance.choice([*self.keys[-3:], None]) or uuid4()
        self.keys.append(key)
        return key

    def trace(self) -> tuple[object, ...]:
        missions = self.campaign.missions.order_by("number")
        self.campaign.refresh_from_db()
        return (
            self.campaign.status,
            self.campaign.pack_id,
            self.campaign.entries.count(),
            self.campaign.pilots.count(),
            list(missions.values_list("status", "flight__key", "flight__stored_at", "debrief__key", "debrief__batch")),
            sorted(missions.values_list("orders__pk", "orders__signed_at").exclude(orders=None)),
        )

    def attempt(self, act: Callable[[], object]) -> None:
        """Do it, or be refused without a trace."""
        before = self.trace()
        try:
            act()
        except Refusal:
            assert self.trace() == before

    # The sequence of play

    def next_action(self) -> tuple[str, tuple[str, ...]]:
        mission = self.campaign.missions.order_by("-number").first()
        current = None
        if mission is not None and mission.status in ("planning", "ready", "flown"):
            signed = tuple(mission.orders.values_list("side", flat=True))
            why = context.why_grounded(mission) if len(signed) == len(SIDES) else ""
            current = Current(mission.number, mission.status, signed, why)  # type: ignore[arg-type]
        said = sequence(definition(self.campaign.pack), self.standing, current)
        return said.now.action, said.sides

    @rule(seed=SEEDS, steps=st.integers(1, 6))
    def go_on(self, seed: int, steps: int) -> None:
        """The next steps of the evening, up to a mission and a half."""
        chance = self.chance(seed)
        for _ in range(steps):
            self.step(chance)

    @rule(seed=SEEDS)
    def meddle(self, seed: int) -> None:
        """Something else than the next step."""
        chance = self.chance(seed)
        acts = [self.amend, self.void, self.resolve, self.take_back, self.change, self.person, self.disturb]
        act = chance.choices(acts, [4, 1, 3, 1, 4, 3, 4])[0]
        self.attempt(lambda: act(chance))

    def step(self, chance: Random) -> None:
        action, sides = self.next_action()
        match action:
            case "open-period":
                drawing.open_period(actor=self.owner, campaign=self.campaign)
            case "draw":
                drawing.draw_mission(actor=self.owner, campaign=self.campaign)
            case "plan":
                for side in sides:
                    self.sign(chance, side)  # type: ignore[arg-type]
            case "ground":
                debriefs.ground_mission(actor=self.owner, mission=self.latest(), key=uuid4())
            case "fly":
                self.attempt(lambda: self.record(chance, uuid4()))  # what cannot have happened is refused
            case "debrief":
                debriefs.debrief(actor=self.owner, mission=self.latest(), key=uuid4())

    def sign(self, chance: Random, side: Side) -> None:
        mission = self.latest()
        document = staff.plan(context.choices(mission, side), seed=chance.randint(0, 9), missions_left=1)
        orders.sign_orders(actor=self.owner, mission=mission, side=side, document=document)

    def outcome(self, chance: Random, mission: Mission) -> Outcome:
        sheet = sheet_of(mission)
        told = []
        for line in sheet.lines:
            status = chance.choice(FATES)
            foes = [enemy.key for enemy in sheet.enemies(line.side)] if status != "undamaged" else []
            by = chance.choice(["", *foes])
            others = [foe for foe in foes if foe != by and by and status == "destroyed"]
            shared_with = tuple(chance.sample(others, chance.randint(0, min(2, len(others)))))
            told.append(AircraftOutcome(line.key, status, by=by, shared_with=shared_with))
        return Outcome(tuple(told))

    def record(self, chance: Random, key: UUID) -> None:
        mission = self.latest()
        if self.slug in SOLITAIRE:
            refuse_unless_ready(mission)
            game = flying.play(mission)
            flights.store_flight(mission=mission, record=str(game.record), report=game.report(), key=key)
        else:
            outcome = self.outcome(chance, mission)
            table.record_table(actor=self.owner, mission=mission, outcome=outcome, key=key)

    # Corrections

    def confirm(self, chance: Random) -> str:
        """Of the page that was looked at: mostly of now."""
        return chance.choice([journal_entries.version(self.campaign)] * 5 + ["1"])

    def amend(self, chance: Random) -> None:
        mission, key = self.any_mission(chance), self.key(chance)
        if self.slug in SOLITAIRE:
            raise Refusal("Flying bombs come from the engine.")
        outcome, before = self.outcome(chance, mission), self.standing
        preview = corrections.preview_amend(mission, outcome=outcome)
        known = Debrief.objects.filter(key=key).exists()
        corrections.amend(
            actor=self.owner, mission=mission, key=key, expected_version=self.confirm(chance), outcome=outcome
        )
        assert known or preview == compare(before, self.standing)

    def void(self, chance: Random) -> None:
        mission, before = self.any_mission(chance), self.standing
        preview = corrections.preview_void(mission)
        corrections.void(actor=self.owner, mission=mission, reason=WHY, expected_version=self.confirm(chance))
        assert preview == compare(before, self.standing)

    def resolve(self, chance: Random) -> None:
        standing = self.standing
        conflict = self.one(chance, standing.open_conflicts)
        instead = None
        if chance.random() < 0.5:
            sorties = journal_entries.of_kind(journal_entries.in_force(self.campaign), Sortie)
            sortie = self.one(chance, [entry for entry in sorties if entry.mission == conflict.mission])
            place = OpenPlace(mission=sortie.mission or 0, unit=sortie.data["unit"], seat=sortie.data["seat"])
            if chance.random() < 0.5:
                own = sortie.data.get("squadron")
                code = self.one(
                    chance, [code for code, airframe in standing.airframes.items() if airframe.squadron == own]
                )
                instead = place, Substitute(airframe=code)
            else:
                instead = place, Substitute(pilot=self.any_man(chance).pk)
        corrections.resolve_conflict(
            actor=self.owner, campaign=self.campaign, conflict=conflict.key, reason=WHY, instead=instead
        )

    def take_back(self, chance: Random) -> None:
        decided = self.campaign.entries.filter(kind__in=[*BY_PEOPLE, Debriefed.kind])
        number = self.one(chance, decided.values_list("number", flat=True))
        changes.take_back(actor=self.owner, campaign=self.campaign, number=number)

    # Changes and people

    def change(self, chance: Random) -> None:
        standing = self.standing
        squadrons = sorted(standing.squadrons) or ["none"]
        key, other = chance.choice(squadrons), chance.choice(squadrons)
        side = standing.squadrons[key].side if key in standing.squadrons else "axis"
        codes = [code for code, airframe in standing.airframes.items() if airframe.squadron == key] or ["JS-A"]
        some = [chance.choice(codes)]
        common: dict[str, Any] = {"actor": self.owner, "campaign": self.campaign, "reason": WHY}
        own = common | {"side": chance.choice([side, side, side, "allied", "axis", ""])}
        number = chance.randint(-3, 3)
        acts: list[Callable[[], object]] = [
            lambda: changes.deliver(squadron=key, count=abs(number), **own),
            lambda: changes.withdraw(codes=some, **own),
            lambda: changes.move(codes=some, squadron=other, **own),
            lambda: changes.repair(code=some[0], **own),
            lambda: changes.re_equip(
                squadron=key, aircraft=chance.choice(["hurricane-iia", "bf-109f-2"]), count=2, **own
            ),
            lambda: changes.withdraw_squadron(squadron=key, **own),
            lambda: changes.bring_squadron(squadron=key, **own),
            lambda: changes.add_squadron(
                title="Night flight", code="NF", nation="gb", service="RAF", aircraft="hurricane-i", **own
            ),
            lambda: changes.add_man(squadron=key, **own),
            lambda: changes.transfer(pilot=self.any_man(chance), squadron=other, **common),
            lambda: changes.set_status(
                pilot=self.any_man(chance),
                status=chance.choice(["fit", "leave", "killed"]),
                back=20,
                **common,
            ),
            lambda: changes.set_career(pilot=self.any_man(chance), experience=13, kills=2, missions=7, **common),
            lambda: changes.change_stock(stock="fuel", amount=number, **own),
            lambda: changes.change_points(points=number, **own),
            lambda: changes.move_marker(spaces=number, **common),
            lambda: changes.add_rule(text="Nobody flies on Sundays.", **common),
        ]
        chance.choice(acts)()

    def person(self, chance: Random) -> None:
        common: dict[str, Any] = {"actor": self.owner, "campaign": self.campaign}
        force = journal_entries.in_force(self.campaign)
        kills = [entry.number for entry in journal_entries.of_kind(force, Kill)]
        due = [man.pk for man in self.standing.airmen.values() if man.skills_due]
        acts: list[Callable[[], object]] = [
            lambda: pilots.rule_on_kill(
                kill=self.one(chance, kills),
                verdict=chance.choice(["denied", "confirmed"]),
                reason=WHY,
                **common,
            ),
            lambda: pilots.rule_on_kill(
                kill=self.one(chance, kills), verdict="shared", shared_with=self.any_man(chance), reason=WHY, **common
            ),
            lambda: pilots.choose_skill(
                pilot=Pilot.objects.get(pk=self.one(chance, due)),
                code=chance.choice(["H", "G", "B"]),
                **common,
            ),
            lambda: pilots.choose_skill(pilot=self.any_man(chance), code="A", **common),
            lambda: pilots.decorate(pilot=self.any_man(chance), name="Medal", reason=WHY, **common),
            lambda: pilots.add_note(text="It rained.", mission=chance.choice([None, 1, 9]), **common),
        ]
        chance.choice(acts)()

    # Nonsense

    def disturb(self, chance: Random) -> None:
        """Anything at any time: mostly what is refused, or the same thing again."""
        key = self.key(chance)
        day = datetime.date(1941, 4, 16)
        common: dict[str, Any] = {"actor": self.owner, "campaign": self.campaign}
        acts: list[Callable[[], object]] = [
            lambda: drawing.draw_mission(**common),
            lambda: drawing.open_period(**common),
            lambda: drawing.open_period(weather="Clear", **common),
            lambda: drawing.choose_mission(key="sweep", **common),
            lambda: drawing.draw_on_paper(key="sweep", date=day, **common),
            lambda: drawing.draw_on_paper(key="gazala", date=day - datetime.timedelta(7), **common),
            lambda: counted_operations.count_operation(operation=chance.choice(self.operations), **common),
            lambda: self.sign(chance, "axis"),
            lambda: orders.sign_orders(actor=self.owner, mission=self.latest(), side="allied", document={"units": []}),
            lambda: orders.open_orders(mission=self.latest()),
            lambda: debriefs.ground_mission(actor=self.owner, mission=self.latest(), key=key),
            lambda: debriefs.debrief(actor=self.owner, mission=self.any_mission(chance), key=key),
            lambda: debriefs.withdraw_debrief(actor=self.owner, mission=self.any_mission(chance)),
            lambda: self.record(chance, key),
            lambda: self._move(chance),
        ]
        chance.choice(acts)()

    def _move(self, chance: Random) -> None:
        version = chance.choice(["0.1", "7.1", "7.2"])
        own = definition(self.campaign.pack).version
        text = self.campaign.pack.source.replace(f'version = "{own}"', f'version = "{version}"')
        pack, _ = packs.load_pack(text.replace("strength = 6", "strength = 7"), "newer.toml")
        before = self.standing
        preview = pack_versions.preview_move(self.campaign, pack)
        pack_versions.move_to_pack(
            actor=self.owner, campaign=self.campaign, pack=pack, expected_version=self.confirm(chance)
        )
        self.campaign.refresh_from_db()
        assert [change.kind for change in preview] == [change.kind for change in compare(before, self.standing)]

    @invariant()
    def it_adds_up(self) -> None:
        if not hasattr(self, "campaign"):
            return
        assert_reconciled(self.campaign)
        self._losses_are_losses()

    def _losses_are_losses(self) -> None:
        """Of the pool exactly that is lost that did not come home, and what went down with a ship.

        What was not in the pool when it went down is somebody's to resolve: a later delivery may bear its code.
        """
        standing = self.standing
        force = journal_entries.in_force(self.campaign)
        if journal_entries.of_kind(force, Resolved) or "Sunk" in standing.ships.values():
            return
        sorties = journal_entries.of_kind(force, Sortie)
        unresolved = {conflict.key for conflict in standing.open_conflicts}
        down = {
            entry.data["airframe"]
            for entry in sorties
            if entry.data.get("airframe")
            and entry.data["status"] == "destroyed"
            and f"airframe:{entry.data['airframe']}:{entry.mission}" not in unresolved
        }
        lost = {code for code, airframe in standing.airframes.items() if airframe.status == "lost"}
        assert lost == down & set(standing.airframes)
        assert all(amount >= 0 for stocks in standing.stocks.values() for amount in stocks.values())


@pytest.mark.slow("some evenings of a campaign, each step of which is checked whole")
@pytest.mark.django_db
@pytest.mark.parametrize("slug", broad(KINDS, 1))
def test_a_campaign_adds_up_whatever_people_do(cast: Cast, slug: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept_folds, "WORTH_KEEPING", 1)
    monkeypatch.setattr(kept_folds, "LATELY", 1)
    Campaigns.cast, Campaigns.slug = cast, slug
    over = make.campaign(cast.owner, make.OPERATION, allied="me", axis="me")
    make.finished(over)
    Campaign.objects.filter(pk=over.pk).update(name=ENDED)
    run_state_machine_as_test(
        Campaigns,
        settings=settings(
            max_examples=2
            if slug in (make.LAND, make.DOGFIGHTS)
            else 4,  # tests/missions/operations/test_history.py plays these too
            stateful_step_count=12,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        ),
    )


def test_a_victory_that_is_shared_after_its_pilot_has_learned_by_it_is_somebodys_to_resolve(cast: Cast):
    """Found by the test above: what he has learned is no longer earned, and nothing but a verdict has made it so."""
    over = make.campaign(cast.owner, make.OPERATION, allied="me", axis="me")
    make.finished(over)
    Campaign.objects.filter(pk=over.pk).update(name=ENDED)
    state = Campaigns()
    state.cast, state.slug = cast, make.PERIODS
    state.begin(seed=357255, old=22, axis="staff")
    for seed in (0, 0, 736215, 0, 0, 0, 0, 518503388):
        state.meddle(seed=seed)
    [conflict] = state.standing.open_conflicts
    assert "had not earned a Skill by then" in conflict.sentence
    assert_reconciled(state.campaign)
