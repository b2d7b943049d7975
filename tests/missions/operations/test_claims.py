"""Victories that people claim for their men, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from campaigns.access import viewer, with_seats
from campaigns.documents.people.logbook import Logbook
from campaigns.models import Campaign, Entry, Pilot, Role
from campaigns.operations import players, seats
from campaigns.prints import logbook
from campaigns.selectors import journal_entries, squadrons, standings
from campaigns.selectors.campaigns import campaign_page
from campaigns.standing.kinds import Ruling
from campaigns.standing.model import Airman
from campaigns.standing.result_kinds import Kill
from config.common.refusals import Refusal
from missions.flights.context import sheet_of
from missions.models import Claim, Mission
from missions.operations import claims, corrections, debriefs
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.claims import Asked, ClaimRow, claims_page
from missions.selectors.reconcile import assert_reconciled
from notices.models import Happening
from tests import make
from tests.cast import Cast

FIRST, SECOND = "leader", "wingman"
"""Seats of the Allied unit and of the first Axis one."""


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """Both sides' orders are open; the Allied leader is the pilot's man."""
    campaign = make.club(cast, make.PERIODS, seed=2)
    opened = make.opened(campaign)
    players.give_pilot(actor=cast.umpire, campaign=campaign, pilot=man(opened, FIRST), player=cast.pilot)
    return opened


def man(mission: Mission, seat: str, unit: str = "allied-1") -> Pilot:
    """Who flies in this seat."""
    line = next(line for line in sheet_of(mission).lines if (line.unit, line.seat) == (unit, seat))
    return Pilot.objects.get(campaign=mission.campaign_id, side=line.side, name=line.pilot)


def downed(by: str = "allied-1 leader", *, shared: tuple[str, ...] = ()) -> Outcome:
    """The first Axis leader was shot down."""
    return Outcome(aircraft=(AircraftOutcome("axis-1 leader", status="destroyed", by=by, shared_with=shared),))


def debriefed(mission: Mission, outcome: Outcome) -> None:
    make.record(mission, outcome)
    make.debrief(mission)
    mission.refresh_from_db()


def claimed(mission: Mission, actor: User, seat: str = FIRST, victim: str = FIRST, words: str = "It blew up.") -> Claim:
    return claims.claim(actor=actor, mission=mission, pilot=man(mission, seat), unit="axis-1", seat=victim, words=words)


def board(mission: Mission, user: User, asked: Asked | None = None) -> tuple[ClaimRow, ...]:
    campaign = with_seats().get(pk=mission.campaign_id)
    of = viewer(campaign, user)
    assert of is not None
    return claims_page(campaign, of, asked).claims


def kill(mission: Mission) -> Entry:
    """The only victory of the report."""
    (entry,) = journal_entries.of_kind(journal_entries.in_force(mission.campaign), Kill)
    return entry


def rulings(mission: Mission) -> list[Entry]:
    return journal_entries.of_kind(journal_entries.in_force(mission.campaign), Ruling)


def airman(mission: Mission, pilot: Pilot) -> Airman:
    return standings.standing_of(Campaign.objects.get(pk=mission.campaign_id)).airmen[pilot.pk]


def give(cast: Cast, mission: Mission, user: User, role: Role, side: str) -> None:
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=user, role=role, side=side)


# Claiming


def test_a_player_claims_for_their_own_man_and_everybody_reads_it(cast: Cast, mission: Mission):
    claim = claimed(mission, cast.pilot)

    (row,) = board(mission, cast.reader)
    assert (row.pilot, row.victim, row.victim_place) == (
        man(mission, FIRST).name,
        "Junkers Ju 87B-2",
        "Striker 1 leader",
    )
    assert (row.by, row.words, row.verdict, row.may, row.why_not) == ("pilot", "It blew up.", "open", (), "")
    told = Happening.objects.get(kind="claim-made")
    assert (told.mission, told.side, told.actor, told.data) == (1, "", cast.pilot, {"pilot": row.pilot})
    assert claimed(mission, cast.pilot) == claim
    assert Happening.objects.filter(kind="claim-made").count() == 1


def test_commanders_and_leaders_claim_for_any_man_of_their_side(cast: Cast, mission: Mission):
    give(cast, mission, cast.stranger, Role.LEADER, "allied")

    claimed(mission, cast.allied, SECOND)
    claimed(mission, cast.stranger, SECOND, SECOND)

    assert [row.by for row in board(mission, cast.allied)] == ["stranger", "allied"]


@pytest.mark.portable
@pytest.mark.parametrize("who", ["axis", "reader", "umpire", "owner", "stranger"])
def test_nobody_claims_for_a_man_whom_they_neither_play_nor_lead(cast: Cast, mission: Mission, who: str):
    with pytest.raises(Refusal, match="whom you play, lead or command"):
        claimed(mission, getattr(cast, who))
    assert not Claim.objects.exists()


def test_a_player_does_not_claim_for_the_man_of_another(cast: Cast, mission: Mission):
    with pytest.raises(Refusal, match="whom you play, lead or command") as refused:
        claimed(mission, cast.pilot, SECOND)
    assert refused.value.field == "pilot"


@pytest.mark.portable
def test_only_enemies_who_took_off_are_claimed_by_men_who_flew(cast: Cast, mission: Mission):
    flew = man(mission, FIRST)
    at_home = Pilot.objects.filter(campaign=mission.campaign, side="allied").exclude(
        name__in=[line.pilot for line in sheet_of(mission).lines]
    )[0]

    for pilot, unit, seat, why in (
        (flew, "axis-9", "leader", "No such enemy aircraft"),
        (flew, "allied-1", "wingman", "No such enemy aircraft"),
        (at_home, "axis-1", "leader", "did not fly in this mission"),
    ):
        with pytest.raises(Refusal, match=why):
            claims.claim(actor=cast.allied, mission=mission, pilot=pilot, unit=unit, seat=seat)
    with pytest.raises(Refusal, match="longer than 500"):
        claimed(mission, cast.allied, words="a" * 501)


def test_nothing_is_claimed_while_orders_are_sealed_nor_in_a_void_mission(cast: Cast):
    campaign = make.club(cast, make.PERIODS, seed=2)
    planned = make.planned(campaign)
    pilot = man(planned, FIRST)
    with pytest.raises(Refusal, match="once both sides’ orders are open"):
        claims.claim(actor=cast.allied, mission=planned, pilot=pilot, unit="axis-1", seat="leader")
    corrections.void(actor=cast.umpire, mission=planned, reason="Wrong card", expected_version=make.version(campaign))
    with pytest.raises(Refusal, match="void"):
        claims.claim(actor=cast.allied, mission=planned, pilot=pilot, unit="axis-1", seat="leader")


@pytest.mark.portable
def test_what_the_report_gives_a_man_or_what_was_claimed_for_him_is_not_claimed_again(cast: Cast, mission: Mission):
    claimed(mission, cast.pilot)
    with pytest.raises(Refusal, match="has been claimed"):
        claimed(mission, cast.allied)
    debriefed(mission, downed("allied-1 wingman"))
    with pytest.raises(Refusal, match="The report gives"):
        claimed(mission, cast.allied, SECOND)


# Before the debrief and after it


def test_a_claim_waits_for_the_debrief_and_is_borne_out_by_it(cast: Cast, mission: Mission):
    claim = claimed(mission, cast.pilot)
    (row,) = board(mission, cast.axis)
    assert (row.waits, row.may, row.why_not) == (True, (), "It waits for the debrief.")
    with pytest.raises(Refusal, match="not been debriefed yet"):
        claims.judge(actor=cast.axis, claim=claim, verdict="confirmed")

    debriefed(mission, downed())

    (row,) = board(mission, cast.axis)
    assert (row.entry, row.claim, row.words, row.against) == (kill(mission).number, claim.pk, "It blew up.", "")
    assert row.may == ("confirmed", "denied")
    claims.judge(actor=cast.axis, claim=claim, verdict="confirmed")
    (row,) = board(mission, cast.pilot)
    assert (row.verdict, row.judge, row.reason) == ("confirmed", "axis", "By the other side.")
    (ruling,) = rulings(mission)
    assert (ruling.data["kill"], ruling.data["verdict"], ruling.actor) == (row.entry, "confirmed", cast.axis)
    told = Happening.objects.get(kind="claim-judged")
    assert told.data == {"pilot": row.pilot, "verdict": "confirmed"}
    assert_reconciled(mission.campaign)


def test_of_what_the_report_gives_to_another_the_claimant_gets_a_share_or_nothing(cast: Cast, mission: Mission):
    claim = claimed(mission, cast.pilot)
    debriefed(mission, downed("allied-1 wingman"))
    claimant, victor = man(mission, FIRST), man(mission, SECOND)
    (of_report, of_claim) = board(mission, cast.allied)
    assert of_claim.against == f"The report gives it to {victor.name}."
    assert (of_report.may, of_claim.may) == (("confirmed", "denied", "shared"), ("denied", "shared"))

    with pytest.raises(Refusal, match=f"gives this aircraft to {victor.name}"):
        claims.judge(actor=cast.allied, claim=claim, verdict="confirmed")
    with pytest.raises(Refusal, match="Its own side says who shares it"):
        claims.judge(actor=cast.axis, claim=claim, verdict="shared", reason="Both fired")
    claims.judge(actor=cast.allied, claim=claim, verdict="shared", reason="Both fired")

    assert [airman(mission, each).kills for each in (claimant, victor)] == [Fraction(1, 2)] * 2
    assert [(row.verdict, row.shared_with) for row in board(mission, cast.reader)] == [
        ("shared", claimant.name),
        ("shared", victor.name),
    ]
    assert_reconciled(mission.campaign)


@pytest.mark.portable
def test_an_umpire_takes_a_share_back_and_the_victor_has_it_whole_again(cast: Cast, mission: Mission):
    claim = claimed(mission, cast.pilot)
    debriefed(mission, downed("allied-1 wingman"))
    claims.judge(actor=cast.allied, claim=claim, verdict="shared", reason="Both fired")
    with pytest.raises(Refusal, match="judged already"):
        claims.judge(actor=cast.axis, claim=claim, verdict="denied", reason="No")
    assert [row.verdict for row in board(mission, cast.reader)] == ["shared", "shared"]

    claims.judge(actor=cast.umpire, claim=claim, verdict="denied", reason="The film shows one")

    assert [row.verdict for row in board(mission, cast.reader)] == ["confirmed", "denied"]
    assert airman(mission, man(mission, SECOND)).kills == 1
    claims.judge(actor=cast.umpire, claim=claim, verdict="shared", reason="Another film")
    assert [row.verdict for row in board(mission, cast.reader)] == ["shared", "shared"]
    assert_reconciled(mission.campaign)


def test_a_claim_to_an_aircraft_that_came_home_is_only_denied_unless_the_result_is_corrected(
    cast: Cast, mission: Mission
):
    claim = claimed(mission, cast.pilot, victim=SECOND)
    debriefed(mission, downed())
    row = next(row for row in board(mission, cast.umpire) if row.claim)
    assert (row.may, row.may_correct) == (("denied",), True)
    for verdict in ("confirmed", "shared"):
        with pytest.raises(Refusal, match="can only be denied"):
            claims.judge(actor=cast.umpire, claim=claim, verdict=verdict, reason="Seen")

    both = (*downed().aircraft, AircraftOutcome("axis-1 wingman", status="destroyed", by="allied-1 leader"))
    corrected(cast, mission, Outcome(aircraft=both))

    row = next(row for row in board(mission, cast.umpire) if row.claim)
    assert (bool(row.entry), row.against, row.verdict) == (True, "", "open")
    claims.judge(actor=cast.axis, claim=claim, verdict="confirmed")
    assert_reconciled(mission.campaign)


def test_what_the_report_divides_is_not_divided_further(cast: Cast, mission: Mission):
    give(cast, mission, cast.stranger, Role.LEADER, "axis")
    shares = downed("allied-1 leader", shared=("allied-1 wingman",))
    debriefed(mission, shares)
    rows = board(mission, cast.axis)
    assert [(row.share, row.may) for row in rows] == [("½", ("confirmed", "denied"))] * 2
    claims.judge_kill(actor=cast.axis, campaign=mission.campaign, kill=rows[0].entry, verdict="confirmed")
    assert [row.credit for row in board(mission, cast.axis)] == [Fraction(1, 2), 0]


def corrected(cast: Cast, mission: Mission, outcome: Outcome) -> None:
    corrections.amend(
        actor=cast.umpire,
        mission=Mission.objects.get(pk=mission.pk),
        key=uuid4(),
        expected_version=make.version(mission.campaign),
        outcome=outcome,
    )


def test_a_correction_takes_a_confirmed_claim_back_and_another_gives_it_again(cast: Cast, mission: Mission):
    claim = claimed(mission, cast.pilot)
    debriefed(mission, downed())
    claims.judge(actor=cast.axis, claim=claim, verdict="confirmed")

    corrected(cast, mission, Outcome())
    (row,) = board(mission, cast.axis)
    assert (row.verdict, row.entry, row.may) == ("open", 0, ("denied",))
    assert row.against == "The report says that nobody of this side shot it down."
    assert rulings(mission) == []

    corrected(cast, mission, downed())
    (row,) = board(mission, cast.axis)
    assert (row.verdict, bool(row.entry)) == ("open", True)
    claims.judge(actor=cast.axis, claim=claim, verdict="denied", reason="It was ours")
    corrected(cast, mission, Outcome(aircraft=downed().aircraft, notes="Over the port"))
    (row,) = board(mission, cast.axis)
    assert (row.verdict, row.reason) == ("denied", "It was ours")
    assert_reconciled(mission.campaign)


def test_claims_of_a_void_mission_leave_the_board_and_are_judged_no_more(cast: Cast, mission: Mission):
    claim = claimed(mission, cast.pilot)
    debriefed(mission, downed())
    claims.judge(actor=cast.axis, claim=claim, verdict="confirmed")

    corrections.void(
        actor=cast.umpire, mission=mission, reason="Wrong card", expected_version=make.version(mission.campaign)
    )

    assert board(mission, cast.umpire) == ()
    with pytest.raises(Refusal, match="void"):
        claims.judge(actor=cast.umpire, claim=claim, verdict="denied", reason="Void")
    assert airman(mission, man(mission, FIRST)).confirmed == 0
    assert_reconciled(mission.campaign)


def test_a_debrief_taken_back_lets_claims_wait_again(cast: Cast, mission: Mission):
    claim = claimed(mission, cast.pilot)
    debriefed(mission, downed())
    claims.judge(actor=cast.axis, claim=claim, verdict="confirmed")

    debriefs.withdraw_debrief(actor=cast.umpire, mission=mission)

    (row,) = board(mission, cast.axis)
    assert (row.verdict, row.waits, row.victim) == ("open", True, "Junkers Ju 87B-2")
    assert_reconciled(mission.campaign)


# Judging


def test_who_may_say_what_of_a_claim(cast: Cast, mission: Mission):
    give(cast, mission, cast.stranger, Role.INTELLIGENCE, "allied")
    claimed(mission, cast.pilot)
    debriefed(mission, downed())
    everything, opponents, nothing = ("confirmed", "denied", "shared"), ("confirmed", "denied"), ()

    for who, may in (
        ("reader", nothing),
        ("pilot", nothing),
        ("axis", opponents),
        ("stranger", everything),
        ("allied", everything),
        ("umpire", everything),
        ("owner", everything),
    ):
        assert board(mission, getattr(cast, who))[0].may == may, who
        for verdict in {"confirmed", "denied", "shared"} - set(may):
            with pytest.raises(Refusal):
                claims.judge_kill(
                    actor=getattr(cast, who),
                    campaign=mission.campaign,
                    kill=kill(mission).number,
                    verdict=verdict,
                    reason="Film",
                    shared_with=man(mission, SECOND) if verdict == "shared" else None,
                )
    assert rulings(mission) == []


@pytest.mark.parametrize("other", ["pilot", "intelligence officer", "leader"])
def test_any_seat_of_the_other_side_judges_but_none_of_a_pilot_of_its_own(cast: Cast, mission: Mission, other: str):
    role = {"pilot": Role.PILOT, "intelligence officer": Role.INTELLIGENCE, "leader": Role.LEADER}[other]
    give(cast, mission, cast.stranger, role, "axis")
    debriefed(mission, downed())
    claims.judge_kill(
        actor=cast.stranger, campaign=mission.campaign, kill=kill(mission).number, verdict="denied", reason="It flew on"
    )
    assert rulings(mission)[0].actor == cast.stranger


def test_nobody_judges_their_own_claim(cast: Cast, mission: Mission):
    give(cast, mission, cast.pilot, Role.INTELLIGENCE, "allied")
    own = claimed(mission, cast.pilot)
    by_commander = claimed(mission, cast.allied, SECOND, SECOND)
    both = (*downed().aircraft, AircraftOutcome("axis-1 wingman", status="destroyed", by="allied-1 wingman"))
    debriefed(mission, Outcome(aircraft=both))

    for actor, claim in ((cast.pilot, own), (cast.allied, by_commander)):
        with pytest.raises(Refusal, match="Nobody judges their own claim"):
            claims.judge(actor=actor, claim=claim, verdict="confirmed")
        row = next(row for row in board(mission, actor) if row.claim == claim.pk)
        assert (row.may, row.why_not) == ((), "Nobody judges their own claim: it waits for somebody else.")
        with pytest.raises(Refusal, match="Nobody judges their own claim"):
            claims.judge_kill(actor=actor, campaign=mission.campaign, kill=row.entry, verdict="confirmed")
    claims.judge(actor=cast.pilot, claim=by_commander, verdict="confirmed")
    claims.judge(actor=cast.allied, claim=own, verdict="confirmed")


def test_who_plays_alone_judges_their_own_claims(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, seed=2)
    mission = make.opened(campaign)
    claim = claimed(mission, cast.owner)
    debriefed(mission, downed())
    claims.judge(actor=cast.owner, claim=claim, verdict="confirmed")
    assert board(mission, cast.owner)[0].verdict == "confirmed"


def test_what_has_been_judged_only_an_umpire_judges_anew(cast: Cast, mission: Mission):
    debriefed(mission, downed())
    at: dict[str, object] = {"campaign": mission.campaign, "kill": kill(mission).number}
    claims.judge_kill(actor=cast.axis, verdict="denied", reason="It flew on", **at)  # type: ignore[arg-type]
    claims.judge_kill(actor=cast.axis, verdict="denied", reason="It flew on", **at)  # type: ignore[arg-type]
    assert Happening.objects.filter(kind="claim-judged").count() == 1
    with pytest.raises(Refusal, match="judged already"):
        claims.judge_kill(actor=cast.allied, verdict="confirmed", **at)  # type: ignore[arg-type]
    assert board(mission, cast.allied)[0].may == ()

    claims.judge_kill(actor=cast.umpire, verdict="confirmed", **at)  # type: ignore[arg-type]

    assert [ruling.data["verdict"] for ruling in rulings(mission)] == ["confirmed"]
    assert_reconciled(mission.campaign)


@pytest.mark.portable
@pytest.mark.parametrize("verdict", ["denied", "shared"])
def test_denying_and_sharing_want_a_reason_and_nothing_changes_without(cast: Cast, mission: Mission, verdict: str):
    claim = claimed(mission, cast.pilot)
    debriefed(mission, downed("allied-1 wingman"))
    before = mission.campaign.entries.count()
    with pytest.raises(Refusal, match="Write something"):
        claims.judge(actor=cast.allied, claim=claim, verdict=verdict)
    claim.refresh_from_db()
    assert (claim.verdict, mission.campaign.entries.count()) == ("open", before)


# What the board shows


def test_the_board_is_filtered_by_what_is_open_by_whose_it_is_by_mission_and_by_man(cast: Cast, mission: Mission):
    claimed(mission, cast.pilot, victim=SECOND)
    debriefed(mission, downed("allied-1 wingman"))
    claims.judge_kill(actor=cast.axis, campaign=mission.campaign, kill=kill(mission).number, verdict="confirmed")
    of_report, of_claim = board(mission, cast.pilot)

    for asked, rows in (
        (Asked(shown="open"), (of_claim,)),
        (Asked(shown="mine"), (of_claim,)),
        (Asked(mission=2), ()),
        (Asked(mission=1), (of_report, of_claim)),
        (Asked(man=man(mission, SECOND).pk), (of_report,)),
    ):
        assert board(mission, cast.pilot, asked) == rows
    assert board(mission, cast.axis, Asked(shown="mine")) == ()


def test_the_board_tells_how_much_has_been_claimed_and_how_much_confirmed(cast: Cast, mission: Mission):
    claimed(mission, cast.pilot, victim=SECOND)
    debriefed(mission, downed())
    claims.judge_kill(
        actor=cast.allied,
        campaign=mission.campaign,
        kill=kill(mission).number,
        verdict="shared",
        reason="Both fired",
        shared_with=man(mission, SECOND),
    )
    campaign = with_seats().get(pk=mission.campaign_id)
    of = viewer(campaign, cast.reader)
    assert of is not None
    page = claims_page(campaign, of)
    assert [(each.claimed, each.confirmed) for each in page.sides] == [(2, "½"), (0, "0")]
    assert [(each.name, each.claimed, each.confirmed) for each in page.men] == [(man(mission, FIRST).name, 2, "½")]


# Standings


@pytest.fixture
def aces(cast: Cast, mission: Mission) -> tuple[Mission, Pilot, Pilot]:
    """The leader has a victory that was confirmed, the wingman one on which nobody has ruled."""
    both = (*downed().aircraft, AircraftOutcome("axis-1 wingman", status="destroyed", by="allied-1 wingman"))
    debriefed(mission, Outcome(aircraft=both))
    leader, wingman = man(mission, FIRST), man(mission, SECOND)
    entry = next(
        each
        for each in journal_entries.of_kind(journal_entries.in_force(mission.campaign), Kill)
        if each.pilot_id == leader.pk
    )
    claims.judge_kill(actor=cast.axis, campaign=mission.campaign, kill=entry.number, verdict="confirmed")
    return mission, leader, wingman


Kills = Callable[[Campaign, Cast], dict[str, str]]


def on_the_campaigns_page(campaign: Campaign, cast: Cast) -> dict[str, str]:
    of = viewer(campaign, cast.umpire)
    assert of is not None
    return {row.man.name: str(row.man.kills) for row in campaign_page(campaign, of).pilots}


def on_the_roster(campaign: Campaign, cast: Cast) -> dict[str, str]:
    of = viewer(campaign, cast.umpire)
    assert of is not None
    rows = squadrons.roster_page(campaign, of).rows["allied"]
    return {row.man.name: str(row.man.kills) for row in rows}


def in_the_logbooks(campaign: Campaign, cast: Cast) -> dict[str, str]:
    of = viewer(campaign, cast.umpire)
    assert of is not None
    books = [book for _, book in logbook.all_logbooks(campaign, of)]
    return {book.name: dict(book.figures)["Victories"] for book in books}


def in_the_table_of_aces(campaign: Campaign, cast: Cast) -> dict[str, str]:
    of = viewer(campaign, cast.umpire)
    assert of is not None
    lines = logbook.ace_lines(squadrons.known_chronicle(campaign, of))
    return {line.name: line.victories for line in lines}


@pytest.mark.parametrize("tell", [on_the_campaigns_page, on_the_roster, in_the_logbooks, in_the_table_of_aces])
def test_standings_count_what_the_terms_say(cast: Cast, aces: tuple[Mission, Pilot, Pilot], tell: Kills):
    mission, leader, wingman = aces
    by_claims = tell(with_seats().get(pk=mission.campaign_id), cast)
    make.on_terms(mission.campaign, victories="confirmed")
    by_verdict = tell(with_seats().get(pk=mission.campaign_id), cast)

    assert [by_claims[each.name] for each in (leader, wingman)] == ["1", "1"]
    assert by_verdict[leader.name] == "1"
    assert by_verdict.get(wingman.name, "0") == "0"


def test_the_switch_changes_what_is_shown_and_no_experience_skill_or_rank(
    cast: Cast, aces: tuple[Mission, Pilot, Pilot]
):
    mission, _, wingman = aces

    def career() -> tuple[object, ...]:
        campaign = with_seats().get(pk=mission.campaign_id)
        shown = squadrons.shown_standing(campaign).airmen[wingman.pk]
        ruled = standings.standing_of(campaign).airmen[wingman.pk]
        return shown.experience, shown.skills_due, shown.is_green, shown.rank, shown.claimed, ruled.kills

    before = career()
    make.on_terms(mission.campaign, victories="confirmed")
    assert career() == before
    assert before[-1] == 1


def test_a_logbook_under_confirmed_standings_tells_a_claim_and_counts_it_when_it_is_confirmed(
    cast: Cast, aces: tuple[Mission, Pilot, Pilot]
):
    mission, _, wingman = aces
    campaign = make.on_terms(mission.campaign, victories="confirmed")

    def book() -> Logbook:
        of = viewer(with_seats().get(pk=campaign.pk), cast.umpire)
        assert of is not None
        return logbook.logbook(campaign, of, wingman.pk)

    assert (dict(book().figures)["Victories"], dict(book().figures)["Claimed"]) == ("0", "1")
    assert book().victories[0].credit == "0"
    row = next(row for row in board(mission, cast.axis) if row.pilot_id == wingman.pk)
    claims.judge_kill(actor=cast.axis, campaign=campaign, kill=row.entry, verdict="confirmed")
    assert (dict(book().figures)["Victories"], book().victories[0].credit) == ("1", "1")
