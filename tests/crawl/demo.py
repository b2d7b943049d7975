"""A club with a campaign of every kind, in which something of everything has happened, done by our operations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.utils import timezone

import engine
from campaigns.catalogue.library import FIXTURES
from campaigns.models import Campaign, Role
from campaigns.operations import changes, pilots, seats, terms
from campaigns.packs.schema import SIDES
from campaigns.selectors import journal_entries, standings
from campaigns.standing import skills
from campaigns.standing.change_kinds import Change
from clubs.models import Club
from clubs.operations import bans, public, tables
from clubs.operations import clubs as club_operations
from config.common.refusals import Refusal
from missions.flights.context import sheet_of
from missions.models import Mission, Submission
from missions.operations import (
    after_action_reports,
    approvals,
    claims,
    comments,
    corrections,
    drafts,
    orders,
    result_drafts,
    submissions,
)
from missions.operations.results import otherwise
from missions.operations.submissions import Dispute
from missions.results import facts_of_report, reports
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.submissions import version
from notices.operations.inbox import wishes_of
from tests import make
from tests.cast import Cast, assemble

WHY = "By the umpire's ledger"


def build() -> Cast:
    """Fill an empty database; a minute or two."""
    cast = assemble()
    club = make.people_of(cast)
    _front(cast)
    _desert(cast)
    _evenings(cast, club)
    _open_results(cast, club)
    _sealed(cast, club)
    _on_paper(cast)
    for path in sorted((FIXTURES / "packs").glob("*.toml")):
        if path.stem == "buzz-bomb":
            begun = make.campaign(cast.owner, path.stem, allied="me")
        else:
            begun = _seated(cast, path.stem, f"{path.stem}, begun")
        make.fought(begun, 2)
        if not standings.standing_of(begun).is_over:
            make.drawn(begun)
    for system, scenario in (("wildblue", "duel"), *_scenarios()):
        make.flown_skirmish(cast.umpire, system, scenario)
    _club_life(cast, club)
    for user in User.objects.all():
        wishes_of(user)  # with the address of their calendar, which is made up when they first look
    return cast


def _scenarios() -> Iterable[tuple[str, str]]:
    """The first scenario of each other game."""
    for name, system in sorted(engine.systems().items()):
        if name != "wildblue":
            yield name, sorted(system.scenarios())[0]


def _seated(cast: Cast, slug: str, name: str, *, seed: int = 7) -> Campaign:
    """A campaign in which everybody but the stranger sits."""
    begun = make.club(cast, slug, seed=seed)
    Campaign.objects.filter(pk=begun.pk).update(name=name[:80])
    return Campaign.objects.get(pk=begun.pk)


def _front(cast: Cast) -> None:
    """A campaign of periods with pools: every change by hand, every kind of correction, to its end."""
    front = _seated(cast, make.PERIODS, "The little front", seed=2)
    umpire: dict[str, Any] = {"actor": cast.umpire, "campaign": front, "reason": WHY}
    make.debriefed(front)
    men = {side: front.pilots.filter(side=side, delivery="").order_by("pk") for side in SIDES}
    allied, axis = men["allied"][0], men["axis"][0]
    third = changes.add_squadron(
        side="axis",
        title="Third Staffel",
        code="TS",
        nation="de",
        service="Luftwaffe",
        aircraft="bf-109e-7",
        base="Field IV",
        **umpire,
    )
    changes.deliver(side="axis", squadron=third, count=3, **umpire)
    changes.add_man(side="axis", squadron=third, name="Ännchen <b>Müller</b>", is_green=True, **umpire)
    changes.move(side="axis", codes=["JS-A"], squadron=third, **umpire)
    changes.withdraw(side="axis", codes=["JS-B"], **umpire)
    changes.transfer(pilot=axis, squadron="stuka", **umpire)
    changes.set_status(pilot=axis, status="leave", back=4, **umpire)
    changes.set_career(pilot=allied, experience=13, kills=Fraction(7, 2), missions=9, skills=["A"], **umpire)
    changes.change_stock(side="axis", stock="fuel", amount=-3, **umpire)
    changes.change_points(side="allied", points=2, **umpire)
    changes.move_marker(spaces=1, **umpire)
    changes.add_rule(text="No Stukas on Sundays.", **umpire)
    changes.re_equip(side="axis", squadron=third, aircraft="bf-109f-2", count=2, **umpire)
    damaged = [each for each in standings.standing_of(front).airframes.values() if each.status == "repair"]
    for airframe in damaged[:1]:
        changes.repair(side=airframe.side, code=airframe.code, **umpire)
    pilots.decorate(actor=cast.allied, campaign=front, pilot=allied, name="Silver cross", reason="Three in a day")
    pilots.add_note(actor=cast.axis, campaign=front, text="Short of fuel.", mission=1, side="axis")
    pilots.add_note(actor=cast.reader, campaign=front, text="A fine *evening*.", mission=1)
    last = journal_entries.of_kind(journal_entries.in_force(front), Change)[-1]
    changes.take_back(actor=cast.umpire, campaign=front, number=last.number)
    changes.withdraw_squadron(side="axis", squadron=third, **umpire)
    changes.bring_squadron(side="axis", squadron=third, **umpire)
    make.debriefed(front, _one_shot_down)
    for skilled in standings.standing_of(front).airmen.values():
        if skilled.skills_due and not skilled.is_lost and skilled.side == "allied":
            pilot = front.pilots.get(pk=skilled.man.pk)
            fitting = sorted(skills.fitting(standings.standing_of(front), skilled))
            pilots.choose_skill(actor=cast.allied, campaign=front, pilot=pilot, code=fitting[0])
            break
    make.debrief(make.flown(front))
    make.finished(front)
    missions = [each for each in front.missions.order_by("number") if hasattr(each, "debrief")]
    _amend(cast, missions[2], _lost(missions[2]))
    for _ in range(2):
        for conflict in standings.standing_of(front).open_conflicts[:1]:
            corrections.resolve_conflict(
                actor=cast.umpire, campaign=front, conflict=conflict.key, reason="The log is right"
            )
    corrections.void(
        actor=cast.umpire, mission=missions[-1], reason="Wrong rules", expected_version=make.version(front)
    )
    _amend(cast, missions[0], _lost(missions[0]))
    make.finished(front)


def _lost(mission: Mission) -> Outcome:
    """Each side's first aircraft was destroyed by the other's."""
    rough = make.rough(mission)
    return replace(rough, aircraft=tuple(replace(each, status="destroyed") for each in rough.aircraft))


def _one_shot_down(mission: Mission) -> Outcome:
    """The first Axis aircraft was shot down by the first Allied one, and everybody else came home."""
    lines = sheet_of(mission).lines
    first = {side: next((line.key for line in lines if line.side == side), "") for side in SIDES}
    if not all(first.values()):
        return make.rough(mission)
    return replace(
        make.rough(mission), aircraft=(AircraftOutcome(first["axis"], status="destroyed", by=first["allied"]),)
    )


def _amend(cast: Cast, mission: Mission, outcome: Outcome) -> None:
    corrections.amend(
        actor=cast.umpire,
        mission=mission,
        key=uuid4(),
        expected_version=make.version(mission.campaign),
        outcome=outcome,
    )


def _desert(cast: Cast) -> None:
    """A Land campaign to its end, one mission of which is an operation."""
    desert = make.campaign(cast.owner, make.LAND, allied="me", axis="me", seed=11)
    for user, role, side in (
        (cast.umpire, Role.UMPIRE, ""),
        (cast.allied, Role.COMMANDER, "allied"),
        (cast.axis, Role.COMMANDER, "axis"),
        (cast.reader, Role.READER, ""),
    ):
        seats.give_seat(actor=cast.owner, campaign=desert, user=user, role=role, side=side)
    make.debriefed(desert)
    make.debrief(make.flown(desert))
    make.counted(desert)
    make.finished(desert)


def _evenings(cast: Cast, club: Club) -> None:
    """A club's campaign of confirmed results, with claims, talk and reports, to its end and in public."""
    evenings = _seated(cast, make.DOGFIGHTS, "Club evenings")
    club_operations.move_campaign(actor=cast.owner, campaign=evenings, club=club)
    evenings = make.confirmed(Campaign.objects.get(pk=evenings.pk))
    terms.change_terms(actor=cast.umpire, campaign=evenings, victories="confirmed")
    while not standings.standing_of(evenings).is_over:
        mission = make.opened(evenings)
        _claim(cast, mission)
        told = make.told(mission, cast.pilot)
        told = submissions.answer(
            actor=cast.axis,
            submission=told,
            disputes={"turns": Dispute(2, "I saw it.")},
            expected_version=version(told),
        )
        approvals.decide(
            actor=cast.umpire, submission=told, values={"turns": 3}, expected_version=version(told), approve=True
        )
        mission.refresh_from_db()
        comments.comment(actor=cast.pilot, campaign=evenings, mission=mission, text="**Well** flown.", side="allied")
        comments.comment(actor=cast.axis, campaign=evenings, mission=mission, text="Next time, then.")
        after_action_reports.tell_story(
            actor=cast.allied, mission=mission, side="allied", text="# At dawn\n\n*Eight* went up."
        )
        for claim in mission.claims.all():
            claims.judge(actor=cast.umpire, claim=claim, verdict="confirmed", reason="Two saw it")
    public.open_pages(actor=cast.owner, campaign=evenings)


def _claim(cast: Cast, mission: Mission) -> None:
    """The first Allied man claims the first Axis aircraft."""
    lines = sheet_of(mission).lines
    ours, theirs = (next(line for line in lines if line.side == side) for side in SIDES)
    pilot = mission.campaign.pilots.get(side="allied", name=ours.pilot)
    claims.claim(
        actor=cast.allied, mission=mission, pilot=pilot, unit=theirs.unit, seat=theirs.seat, words="It burned."
    )


def _open_results(cast: Cast, club: Club) -> None:
    """Results on their way: told, disputed fact by fact, half told anew, kept."""
    for slug, seed in ((make.DOGFIGHTS, 9), (make.LAND, 5), ("angels-over-kent", 3), ("flying-circus-1917", 3)):
        begun = make.confirmed(_seated(cast, slug, f"{slug}, disputed", seed=seed), hours=48)
        club_operations.move_campaign(actor=cast.owner, campaign=begun, club=club)
        begun = Campaign.objects.get(pk=begun.pk)
        mission = make.opened(begun)
        told = make.told(mission, cast.pilot)
        told = _disputed(cast, mission, told)
        result_drafts.keep(
            actor=cast.pilot,
            mission=mission,
            table_number=1,
            answers={"turns": ["4"], "notes": ["Not <done> yet"]},
            key=None,
            expected_version=version(told),
        )


def _disputed(cast: Cast, mission: Mission, told: Submission) -> Submission:
    """The result, of which the Axis side disputes each number and each fate that could have been another."""
    asked = sheet_of(mission)
    said = facts_of_report.said(asked, reports.report(asked, Outcome.from_json(told.outcome)))
    disputes = dict[str, Dispute]()
    for name, value in said.items():
        for other in ("home", "damaged") if name.endswith(".fate") else (value - 1,) if type(value) is int else ():
            try:
                otherwise(asked, told, {**said, **{n: d.value for n, d in disputes.items()}, name: other})
            except Refusal:
                continue
            if other != value:
                disputes[name] = Dispute(other, "I saw it.")
    assert disputes
    return submissions.answer(actor=cast.axis, submission=told, disputes=disputes, expected_version=version(told))


def _sealed(cast: Cast, club: Club) -> None:
    """Orders on their way: leaders' parts, a draft, one side's signed."""
    for slug in (make.PERIODS, make.LAND):
        begun = _seated(cast, slug, f"{slug}, sealed", seed=4)
        mission = make.drawn(begun)
        led = [unit["squadron"] for unit in make.orders(mission, "allied")["units"] if "squadron" in unit]
        for squadron in led[:1]:
            leader = make.leader(begun, f"leader-{begun.pk}", "allied", squadron)
            drafts.save_draft(
                actor=leader,
                mission=mission,
                side="allied",
                squadron=squadron,
                document=make.part(mission, "allied", squadron),
                hand_in=True,
            )
        drafts.save_draft(actor=cast.allied, mission=mission, side="allied", document=make.orders(mission, "allied"))
        orders.sign_orders(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))


def _on_paper(cast: Cast) -> None:
    make.on_paper(make.campaign(cast.owner, "narrow-sea", allied="me", axis="me", seed=5))


def _club_life(cast: Cast, club: Club) -> None:
    night = make.night(club, cast.owner)
    mission = Mission.objects.filter(campaign__club=club).order_by("pk").last()
    assert mission is not None
    tables.lay(actor=cast.owner, night=night, mission=mission)
    make.invitation(club, cast.owner)
    make.webhook(Campaign.objects.filter(club=club)[0])
    bans.ban(actor=cast.owner, club=club, user=cast.stranger)
    seat = mission.campaign.seats.get(user=cast.axis, role=Role.COMMANDER)
    seats.name_stand_in(
        actor=cast.axis,
        campaign=mission.campaign,
        seat=seat.pk,
        user=cast.reader,
        until=timezone.now() + timedelta(days=3),
    )
