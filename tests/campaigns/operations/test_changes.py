"""The order of battle changed by hand: each change with a reason, checked against what stands, in the journal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from campaigns.access import viewer
from campaigns.models import Campaign, Entry, Pilot
from campaigns.operations import changes, pilots
from campaigns.selectors import journal_entries, standings
from campaigns.selectors.changes import changes_made
from campaigns.selectors.journal import JournalFilter, journal_page
from campaigns.standing import Standing
from campaigns.standing.change_kinds import Change
from campaigns.standing.deliveries import deliveries
from campaigns.standing.kinds import Finished, NoteWritten
from config.common.refusals import Refusal
from missions.operations import orders
from missions.selectors.reconcile import assert_reconciled
from notices.operations import fan_out
from notices.selectors.inbox import inbox
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule
from tests.notices import news

WHY = "Orders from above"


@pytest.fixture
def front(cast: Cast) -> Campaign:
    """A campaign of periods that has just begun; one person is both sides and umpire."""
    return make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)


def standing(campaign: Campaign) -> Standing:
    return standings.standing_of(campaign)


def by(campaign: Campaign, side: str = "axis") -> dict[str, Any]:
    return {"actor": campaign.owner, "campaign": campaign, "side": side, "reason": WHY}


def man(campaign: Campaign, squadron: str = "jagd", name: str = "") -> Pilot:
    men = campaign.pilots.filter(squadron=squadron, delivery="")
    return men.get(name=name) if name else men.order_by("pk")[0]


def last(campaign: Campaign) -> Entry:
    return journal_entries.of_kind(journal_entries.in_force(campaign), Change)[-1]


def test_a_squadron_may_be_added_and_given_aircraft_and_men(front: Campaign):
    key = changes.add_squadron(
        title="Third Staffel", code="TS", nation="de", service="Luftwaffe", aircraft="bf-109e-7", **by(front)
    )
    codes = changes.deliver(squadron=key, count=3, **by(front))
    pilot = changes.add_man(squadron=key, is_green=True, **by(front))
    now = standing(front)
    assert (key, codes) == ("third-staffel", ["TS-A", "TS-B", "TS-C"])
    assert now.squadrons[key].title == "Third Staffel"
    assert [now.airframes[code].status for code in codes] == ["serviceable"] * 3
    airman = now.airmen[pilot.pk]
    assert (airman.squadron, airman.status, airman.is_green) == (key, "fit", True)
    assert last(front).data["reason"] == WHY
    assert_reconciled(front)


def test_new_aircraft_get_letters_that_no_delivery_of_the_pack_will_bring(front: Campaign):
    codes = changes.deliver(squadron="jagd", count=2, **by(front))
    promised = {code for delivery in deliveries(standing(front).pack) for code in delivery.codes}
    assert not promised & set(codes)
    make.finished(front)
    assert not standing(front).conflicts
    assert_reconciled(front)


def test_aircraft_may_be_withdrawn_and_moved(front: Campaign):
    key = changes.add_squadron(
        title="Other", code="OT", nation="de", service="Luftwaffe", aircraft="bf-109e-7", **by(front)
    )
    changes.move(codes=["JS-A", "JS-B"], squadron=key, **by(front))
    changes.withdraw(codes=["JS-C"], **by(front))
    now = standing(front)
    assert {code: now.airframes[code].squadron for code in ("JS-A", "JS-B")} == {"JS-A": key, "JS-B": key}
    assert now.airframes["JS-C"].status == "withdrawn"
    assert_reconciled(front)


def test_a_damaged_aircraft_may_be_declared_repaired(front: Campaign):
    mission = make.debriefed(front)
    (code,) = [each.code for each in standing(front).airframes.values() if each.status == "repair"]
    changes.repair(code=code, **by(front, "allied"))
    assert standing(front).airframes[code].status == "serviceable"
    with pytest.raises(Refusal, match="not under repair"):
        changes.repair(code=code, **by(front, "allied"))
    assert mission.number == 1
    assert_reconciled(front)


def test_a_squadron_may_be_re_equipped_sent_away_and_brought_back(front: Campaign):
    codes = changes.re_equip(squadron="jagd", aircraft="bf-109f-2", count=4, **by(front))
    now = standing(front)
    assert now.squadrons["jagd"].aircraft == "bf-109f-2"
    assert {now.airframes[code].aircraft for code in codes} == {"bf-109f-2"}
    assert now.airframes["JS-A"].status == "withdrawn"
    changes.withdraw_squadron(squadron="jagd", **by(front))
    assert standing(front).squadrons["jagd"].status == "withdrawn"
    with pytest.raises(Refusal, match="is not here"):
        changes.deliver(squadron="jagd", count=1, **by(front))
    changes.bring_squadron(squadron="jagd", **by(front))
    assert {standing(front).airframes[code].status for code in codes} == {"serviceable"}
    assert_reconciled(front)


def test_men_are_transferred_sent_on_leave_and_declared_lost(front: Campaign):
    pilot = man(front)
    changes.transfer(actor=front.owner, campaign=front, pilot=pilot, squadron="stuka", reason=WHY)
    changes.set_status(actor=front.owner, campaign=front, pilot=pilot, status="leave", back=3, reason=WHY)
    airman = standing(front).airmen[pilot.pk]
    assert (airman.squadron, airman.status, airman.back) == ("stuka", "leave", 3)
    for _ in range(2):
        make.debriefed(front)
    make.planned(front)
    assert standing(front).airmen[pilot.pk].status == "fit"
    assert_reconciled(front)


@rule("SUP 19.5")
def test_a_career_on_paper_is_entered_by_the_umpire(front: Campaign):
    pilot = man(front, "frontier-fighters")
    changes.set_career(
        actor=front.owner, campaign=front, pilot=pilot, experience=13, kills=Fraction(7, 2), missions=9,
        skills=["A"], reason="From the old ledger",
    )  # fmt: skip
    airman = standing(front).airmen[pilot.pk]
    assert (airman.experience, airman.kills, airman.missions, airman.skills) == (
        Fraction(13),
        Fraction(7, 2),
        9,
        ("A",),
    )
    assert airman.skills_due == 0, "the one that 12 points earn is entered with it"
    assert_reconciled(front)


def test_stocks_points_marker_and_house_rules(front: Campaign):
    before = standing(front)
    changes.change_stock(stock="fuel", amount=-5, **by(front))
    changes.change_points(points=3, **by(front))
    changes.move_marker(actor=front.owner, campaign=front, spaces=1, reason=WHY)
    changes.add_rule(actor=front.owner, campaign=front, text="No Stukas on Sundays.", reason=WHY)
    now = standing(front)
    assert now.stocks["axis"]["fuel"] == before.stocks["axis"]["fuel"] - 5
    assert now.points == {"allied": 0, "axis": 3}
    assert before.marker is not None
    assert now.marker == before.marker + 1
    assert "forts" in now.events, "the event of the space happens"
    assert now.rules == ["No Stukas on Sundays."]
    assert_reconciled(front)


def test_the_end_of_the_track_is_the_end_of_the_campaign(front: Campaign):
    changes.move_marker(actor=front.owner, campaign=front, spaces=-3, reason=WHY)
    assert_reconciled(front)
    assert front.is_finished
    with pytest.raises(Refusal, match="The campaign is over"):
        changes.add_rule(actor=front.owner, campaign=front, text="Too late.", reason=WHY)
    changes.take_back(actor=front.owner, campaign=front, number=last(front).number)
    assert_reconciled(front)
    assert not front.is_finished


def test_points_given_by_the_umpire_count_in_the_final_grade(cast: Cast):
    campaign = make.campaign(cast.owner, make.OPERATION, allied="me", axis="me")
    changes.change_points(points=500, **by(campaign))
    make.finished(campaign)
    (end,) = journal_entries.of_kind(journal_entries.in_force(campaign), Finished)
    assert end.data["points"]["axis"] >= 500
    assert end.data["grade"]["axis"] == "Victory"
    assert_reconciled(campaign)


def test_what_comes_while_a_mission_is_planned_may_fly_in_it(front: Campaign):
    mission = make.drawn(front)
    codes = changes.deliver(squadron="jagd", count=1, **by(front))
    assert last(front).moment == 2 * mission.number - 1
    for side in ("allied", "axis"):
        orders.sign_orders(actor=front.owner, mission=mission, side=side, document=make.orders(mission, side))
    mission.refresh_from_db()
    make.record(mission)
    make.debrief(mission)
    assert standing(front).airframes[codes[0]].status == "serviceable"
    assert_reconciled(front)


TAKING: list[Callable[[Campaign], object]] = [
    lambda front: changes.withdraw(codes=["JS-A"], **by(front)),
    lambda front: changes.re_equip(squadron="jagd", aircraft="bf-109f-2", count=1, **by(front)),
    lambda front: changes.withdraw_squadron(squadron="jagd", **by(front)),
    lambda front: changes.transfer(actor=front.owner, campaign=front, pilot=man(front), squadron="stuka", reason=WHY),
    lambda front: changes.set_status(actor=front.owner, campaign=front, pilot=man(front), status="killed", reason=WHY),
    lambda front: changes.change_stock(stock="fuel", amount=-1, **by(front)),
]


@pytest.mark.parametrize("act", TAKING)
def test_nothing_is_taken_away_from_a_mission_under_way(front: Campaign, act: Callable[[Campaign], object]):
    make.planned(front)
    before = front.entries.count()
    with pytest.raises(Refusal, match="Mission 1 is under way"):
        act(front)
    assert front.entries.count() == before


REFUSED: list[tuple[str, str, Callable[[Campaign], object]]] = [
    ("reason", "Give a reason", lambda f: changes.deliver(squadron="jagd", count=1, **by(f) | {"reason": " "})),
    ("squadron", "no such squadron", lambda f: changes.deliver(squadron="frontier-fighters", count=1, **by(f))),
    ("count", "1 to 60", lambda f: changes.deliver(squadron="jagd", count=61, **by(f))),
    ("aircraft", "knows no such", lambda f: changes.deliver(squadron="jagd", count=1, aircraft="ufo", **by(f))),
    (
        "aircraft",
        "another nation",
        lambda f: changes.deliver(squadron="jagd", count=1, aircraft="spitfire-i", **by(f)),
    ),
    ("aircraft", "other aircraft", lambda f: changes.deliver(squadron="jagd", count=1, aircraft="he-111h", **by(f))),
    ("codes", "at least one", lambda f: changes.withdraw(codes=[], **by(f))),
    ("codes", "Your side has no FF-A", lambda f: changes.withdraw(codes=["FF-A"], **by(f))),
    ("codes", "with Jagdstaffel Süd already", lambda f: changes.move(codes=["JS-A"], squadron="jagd", **by(f))),
    ("aircraft", "already", lambda f: changes.re_equip(squadron="jagd", aircraft="bf-109e-7", count=1, **by(f))),
    ("squadron", "is here", lambda f: changes.bring_squadron(squadron="jagd", **by(f))),
    ("name", "already", lambda f: changes.add_man(squadron="jagd", name=man(f).name, **by(f))),
    ("name", "cannot be seen", lambda f: changes.add_man(squadron="jagd", name="J\x01oe", **by(f))),
    ("name", "longer than 80", lambda f: changes.add_man(squadron="jagd", name="x" * 81, **by(f))),
    ("stock", "no such stock", lambda f: changes.change_stock(stock="supply", amount=1, **by(f))),
    ("amount", "not so much", lambda f: changes.change_stock(stock="fuel", amount=-900, **by(f))),
    ("amount", "and not 0", lambda f: changes.change_stock(stock="fuel", amount=0, **by(f))),
    ("points", "and not 0", lambda f: changes.change_points(points=0, **by(f))),
    (
        "squadron",
        "another nation or service|is with",
        lambda f: changes.transfer(actor=f.owner, campaign=f, pilot=man(f), squadron="jagd", reason=WHY),
    ),
    (
        "status",
        "A man is fit",
        lambda f: changes.set_status(actor=f.owner, campaign=f, pilot=man(f), status="bored", reason=WHY),
    ),
    (
        "back",
        "which mission",
        lambda f: changes.set_status(actor=f.owner, campaign=f, pilot=man(f), status="leave", reason=WHY),
    ),
    (
        "skills",
        "no such Skill as XX",
        lambda f: changes.set_career(
            actor=f.owner, campaign=f, pilot=man(f), experience=1, kills=0, missions=1, skills=["XX"], reason=WHY
        ),
    ),
    (
        "experience",
        "from 0 to 999",
        lambda f: changes.set_career(
            actor=f.owner, campaign=f, pilot=man(f), experience=-1, kills=0, missions=1, reason=WHY
        ),
    ),
    (
        "code",
        "carries FF already",
        lambda f: changes.add_squadron(
            title="New", code="FF", nation="de", service="Luftwaffe", aircraft="bf-109e-7", **by(f)
        ),
    ),
    (
        "title",
        "of this name",
        lambda f: changes.add_squadron(
            title="Jagd", code="NN", nation="de", service="Luftwaffe", aircraft="bf-109e-7", **by(f)
        ),
    ),
    ("text", "Write something", lambda f: changes.add_rule(actor=f.owner, campaign=f, text="", reason=WHY)),
    ("", "no such decision", lambda f: changes.take_back(actor=f.owner, campaign=f, number=1)),
]


@pytest.mark.parametrize(("field", "why", "act"), REFUSED, ids=[f"{field} {why}" for field, why, _ in REFUSED])
def test_what_does_not_stand_to_reason_is_refused_without_a_trace(
    front: Campaign, field: str, why: str, act: Callable[[Campaign], object]
):
    before = (front.entries.count(), front.pilots.count())
    with pytest.raises(Refusal, match=why) as refused:
        act(front)
    assert refused.value.field == field
    assert (front.entries.count(), front.pilots.count()) == before
    assert_reconciled(front)


def test_a_commander_changes_his_own_side_and_the_umpire_what_concerns_both(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    told: dict[str, Any] = {"campaign": campaign, "squadron": "jagd", "count": 1, "reason": WHY}
    for user in (cast.allied, cast.pilot, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="You do not command"):
            changes.deliver(actor=user, side="axis", **told)
    changes.deliver(actor=cast.axis, side="axis", **told)
    changes.deliver(actor=cast.umpire, side="axis", **told)
    with pytest.raises(Refusal, match="Only the owner and the umpires"):
        changes.change_points(actor=cast.axis, campaign=campaign, side="axis", points=9, reason=WHY)
    changes.change_points(actor=cast.umpire, campaign=campaign, side="axis", points=9, reason=WHY)
    assert_reconciled(campaign)


def test_what_an_umpire_decides_about_a_side_its_commander_neither_hides_nor_takes_back(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    told: dict[str, Any] = {"actor": cast.umpire, "campaign": campaign, "reason": WHY}
    changes.change_points(side="axis", points=-9, **told)
    points = last(campaign).number
    changes.set_career(pilot=man(campaign), experience=1, kills=0, missions=1, **told)
    for number in (points, last(campaign).number):
        with pytest.raises(Refusal, match="Only the owner and the umpires"):
            changes.take_back(actor=cast.axis, campaign=campaign, number=number)
    for user in (cast.allied, cast.axis):
        who = viewer(campaign, user)
        assert who is not None
        row = next(row for row in changes_made(campaign, who) if row.number == points)
        assert (row.text, row.may_take_back) == (f"Axis −9 VP by decision. {WHY}.", False)
    for user in (cast.reader, cast.allied):
        who = viewer(campaign, user)
        assert who is not None
        read = [line for batch in journal_page(campaign, who, JournalFilter()).batches for line in batch.lines]
        assert points in {line.number for line in read}
        assert last(campaign).number not in {line.number for line in read}
    changes.take_back(actor=cast.umpire, campaign=campaign, number=points)
    assert_reconciled(campaign)


def test_points_by_hand_are_told_to_both_sides_as_the_journal_shows_them_and_so_is_taking_them_back(cast: Cast):
    campaign = make.club(cast)
    changes.change_points(actor=cast.umpire, campaign=campaign, side="axis", points=-9, reason=WHY)
    changes.take_back(actor=cast.umpire, campaign=campaign, number=last(campaign).number)
    fan_out.tell_all()
    line = f"Axis −9 VP by decision. {WHY}."
    for user in (cast.allied, cast.axis):
        lines = news.lines(inbox(user.pk))
        told = [words.sentence for notice, words in lines if notice.happening.kind == "points-decided"]
        assert told == [f"Taken back: {line}", line]
    kinds = {notice.happening.kind for notice, _ in news.lines(inbox(cast.umpire.pk))}
    assert "points-decided" not in kinds, "who did it knows"


@pytest.mark.portable
def test_a_change_may_be_taken_back_as_long_as_nothing_hangs_on_it(front: Campaign):
    codes = changes.deliver(squadron="jagd", count=1, **by(front))
    number = last(front).number
    changes.take_back(actor=front.owner, campaign=front, number=number)
    assert codes[0] not in standing(front).airframes
    assert front.entries.get(reverses__number=number).data["codes"] == codes
    key = changes.add_squadron(
        title="Short lived", code="SL", nation="de", service="Luftwaffe", aircraft="bf-109e-7", **by(front)
    )
    squadron = last(front).number
    changes.deliver(squadron=key, count=1, **by(front))
    with pytest.raises(Refusal, match="cannot be taken back any more"):
        changes.take_back(actor=front.owner, campaign=front, number=squadron)
    assert_reconciled(front)


def test_a_note_may_be_taken_back_by_its_side(front: Campaign):
    pilots.add_note(actor=front.owner, campaign=front, text="They fly at dawn.", side="axis")
    (note,) = journal_entries.of_kind(journal_entries.in_force(front), NoteWritten)
    changes.take_back(actor=front.owner, campaign=front, number=note.number)
    assert not journal_entries.of_kind(journal_entries.in_force(front), NoteWritten)
    assert_reconciled(front)


def test_a_type_of_another_game_is_neither_offered_nor_taken(cast: Cast):
    kent = make.campaign(cast.owner, "angels-over-kent", allied="me", axis="me")
    before = kent.entries.count()
    for act in (
        lambda: changes.deliver(squadron="no-54", count=1, aircraft="spitfire-i", **by(kent, "allied")),
        lambda: changes.re_equip(squadron="no-54", count=1, aircraft="spitfire-i", **by(kent, "allied")),
        lambda: changes.add_squadron(
            title="No. 1", code="ONE", nation="gb", service="RAF", aircraft="spitfire-i", **by(kent, "allied")
        ),
    ):
        with pytest.raises(Refusal, match="aircraft of another game") as refused:
            act()
        assert refused.value.field == "aircraft"
    assert kent.entries.count() == before
    changes.re_equip(squadron="no-54", count=2, aircraft="hurricane-mk-i", **by(kent, "allied"))
    assert standing(kent).squadrons["no-54"].aircraft == "hurricane-mk-i"
    assert_reconciled(kent)


@pytest.mark.portable
def test_nobody_joins_by_name_where_the_game_knows_units_only(cast: Cast):
    week = make.campaign(cast.owner, "big-week", allied="me", axis="me")
    with pytest.raises(Refusal, match="Nobody goes by name"):
        changes.add_man(squadron="bg-91", name="Joe", **by(week, "allied"))
    assert not week.pilots.exists()
