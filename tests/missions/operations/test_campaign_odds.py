"""How a campaign might end: flown by a worker, read by its members, and blind to what a side keeps to itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.operations import accounts
from campaigns.models import Campaign
from campaigns.operations import changes, packs, pilots, players
from campaigns.packs.schema import Side
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition
from campaigns.selectors.known import men_known_to_all
from config.common.refusals import Refusal
from missions import simulation, tasks
from missions.archive import schema
from missions.models import CampaignOdds, Job, Mission
from missions.odds import campaign as odds
from missions.operations import campaign_odds, drafts, jobs, orders, pack_versions
from missions.selectors.archive import export
from missions.selectors.campaign_odds import digest
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

RUNS = 6


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "RUNS", RUNS)
    monkeypatch.setattr(odds, "FEWEST", 1)


def looked(campaign: Campaign, actor: User | None = None) -> CampaignOdds:
    """What comes of looking; flown."""
    row = campaign_odds.order(actor=actor or campaign.owner, campaign=campaign)
    tasks.campaign_odds(str(row.job_id))
    row.refresh_from_db()
    return row


def page(campaign: Campaign) -> str:
    return reverse("campaign-odds", args=(campaign.pk,))


def read(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def afresh(campaign: Campaign) -> odds.CampaignOdds:
    """What comes of looking where nobody has looked before."""
    Job.objects.filter(campaign_odds__isnull=False).delete()
    return odds.CampaignOdds.from_json(looked(campaign).results)


def test_nothing_that_a_side_signs_or_drafts_changes_a_digit(cast: Cast) -> None:
    campaign = make.club(cast)
    make.debriefed(campaign)
    mission = make.drawn(campaign)
    before, name = afresh(campaign), digest(campaign)
    drafts.save_draft(
        actor=cast.axis,
        mission=mission,
        side="axis",
        document=make.plan(mission, "axis").but(doctrine="bold"),
        expected_version="",
    )
    assert (afresh(campaign), digest(campaign)) == (before, name)
    signers: tuple[tuple[Side, User], ...] = (("axis", cast.axis), ("allied", cast.allied))
    for side, actor in signers:
        document = make.orders(mission, side) | {"doctrine": "bold"}
        orders.sign_orders(actor=actor, mission=mission, side=side, document=document)
        assert (afresh(campaign), digest(campaign)) == (before, name)
    mission.refresh_from_db()
    orders.open_orders(mission=mission)
    assert afresh(campaign) == before
    make.fly(Mission.objects.get(pk=mission.pk))
    assert afresh(campaign) == before, "what is flown counts once it is debriefed"


def test_nothing_that_only_a_side_knows_changes_a_digit(cast: Cast) -> None:
    campaign = make.club(cast, make.PERIODS)
    make.debriefed(campaign)
    before, name, men = afresh(campaign), digest(campaign), men_known_to_all(campaign)

    def own(standing: Any, status: str) -> list[Any]:
        return [each for each in standing.values() if each.side == "axis" and each.status == status]

    def squadron() -> str:
        return str(own(standings.standing_of(campaign).squadrons, "present")[0].key)

    def fit() -> Any:
        men = own(standings.standing_of(campaign).airmen, "fit")
        return campaign.pilots.get(pk=men[0].pk)

    def code() -> str:
        return str(own(standings.standing_of(campaign).airframes, "serviceable")[0].code)

    why: dict[str, Any] = {"actor": cast.axis, "campaign": campaign, "reason": "Nobody else is to know."}
    acts: list[Callable[[], object]] = [
        lambda: changes.withdraw(**why, side="axis", codes=[code()]),
        lambda: changes.deliver(**why, side="axis", squadron=squadron(), count=3),
        lambda: changes.set_status(**why, pilot=fit(), status="leave", back=9),
        lambda: changes.add_man(**why, side="axis", squadron=squadron(), name="A Secret Man"),
        lambda: changes.withdraw_squadron(**why, side="axis", squadron=squadron()),
        lambda: pilots.add_note(actor=cast.axis, campaign=campaign, text="A secret.", side="axis"),
        lambda: players.name_pilot(
            actor=cast.umpire, campaign=campaign, pilot=fit(), name="Otherwise Called", reason="A misprint."
        ),
    ]
    for act in acts:
        act()
        assert (afresh(campaign), digest(campaign)) == (before, name)
        assert [man for man in men_known_to_all(campaign) if man.name] == men
    make.debriefed(campaign)
    assert digest(campaign) != name, "a debrief is everybody's to read"


def test_the_campaigns_own_seed_plays_no_part(cast: Cast) -> None:
    campaign = make.club(cast)
    make.drawn(campaign)
    before = afresh(campaign)
    Campaign.objects.filter(pk=campaign.pk).update(seed=campaign.seed + 1)
    campaign.missions.update(seed=99)
    assert afresh(Campaign.objects.get(pk=campaign.pk)) == before


def test_only_who_plays_has_it_flown_on(cast: Cast) -> None:
    campaign = make.club(cast)
    for other in (cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="Only who plays"):
            campaign_odds.order(actor=other, campaign=campaign)
        with pytest.raises(Refusal, match="Only who plays"):
            campaign_odds.cancel(actor=other, campaign=campaign)
    first = looked(campaign, cast.pilot)
    for player in (cast.pilot, cast.allied, cast.axis, cast.umpire, cast.owner):
        assert campaign_odds.order(actor=player, campaign=campaign).job_id == first.job_id
    assert Job.objects.count() == 1


def test_a_second_message_flies_the_same_and_a_lost_worker_costs_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = make.club(cast)
    row = looked(campaign)
    tasks.campaign_odds(str(row.job_id))
    assert CampaignOdds.objects.get().flown_at == row.flown_at
    undisturbed = row.results
    Job.objects.all().delete()
    row = campaign_odds.order(actor=cast.owner, campaign=campaign)
    flown_on, flown = odds._flown_on, []

    def lost(*asked: Any) -> Any:
        flown.append(asked)
        if len(flown) == 3:
            raise KeyboardInterrupt
        return flown_on(*asked)

    monkeypatch.setattr(odds, "_flown_on", lost)
    with pytest.raises(KeyboardInterrupt):
        tasks.campaign_odds(str(row.job_id))
    assert not CampaignOdds.objects.get().results
    tasks.campaign_odds(str(row.job_id))
    assert CampaignOdds.objects.get().results == undisturbed


def test_what_is_called_off_ends_soon_and_leaves_the_look_before_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = make.club(cast)
    before = looked(campaign)
    make.debriefed(campaign)
    row = campaign_odds.order(actor=cast.axis, campaign=campaign)
    monkeypatch.setattr(jobs, "WRITES_A_SECOND", 1_000_000)
    flown_on, flown = odds._flown_on, []

    def called_off(*asked: Any) -> Any:
        flown.append(asked)
        campaign_odds.cancel(actor=cast.allied, campaign=campaign)
        return flown_on(*asked)

    monkeypatch.setattr(odds, "_flown_on", called_off)
    tasks.campaign_odds(str(row.job_id))
    assert len(flown) == 1
    job = Job.objects.get(pk=row.job_id)
    assert (job.status, job.message) == (Job.Status.FAILED, campaign_odds.CANCELLED)
    assert CampaignOdds.objects.get().results == before.results
    monkeypatch.setattr(odds, "_flown_on", flown_on)
    assert looked(campaign).results["flown"] == 1
    assert CampaignOdds.objects.count() == 1
    assert Job.objects.filter(kind=jobs.CAMPAIGN_ODDS).count() == 1


def test_a_campaign_that_has_gone_on_meanwhile_is_looked_at_again(cast: Cast) -> None:
    campaign = make.club(cast)
    row = campaign_odds.order(actor=cast.owner, campaign=campaign)
    make.drawn(campaign)
    tasks.campaign_odds(str(row.job_id))
    job = Job.objects.get(pk=row.job_id)
    assert job.status == Job.Status.FAILED
    assert "gone on" in job.message
    assert looked(campaign).results["under_way"] == 1


def test_a_day_has_as_many_looks_as_simulations(cast: Cast, settings: LazySettings) -> None:
    settings.A_DAY = settings.A_DAY | {"simulations": 1}
    campaign = make.club(cast)
    looked(campaign, cast.pilot)
    looked(campaign, cast.pilot)
    make.drawn(campaign)
    with pytest.raises(Refusal, match="as many as one day allows"):
        campaign_odds.order(actor=cast.pilot, campaign=campaign)


@pytest.mark.parametrize(
    "slug", broad([make.OPERATION, "buzz-bomb", "angels-over-kent", "big-week", "flying-circus-1917"], 2)
)
def test_every_game_and_kind_of_campaign_can_be_flown_on(
    slug: str, cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "RUNS", 1)
    campaign = make.campaign(cast.owner, slug, allied="me", axis="staff")
    make.drawn(campaign)
    assert len(looked(campaign).results["ends"]) == 1
    client.force_login(cast.owner)
    told = read(client, page(campaign))
    assert "100 %" in told
    assert "too seldom" in told, "one end says nothing of what a mission is worth"


def test_an_operation_that_counts_as_a_mission_is_part_of_what_has_been(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    make.counted(campaign)
    assert looked(campaign).results["flown"] == 1


def test_one_that_is_over_is_not_looked_at_and_keeps_the_last_look(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    looked(campaign)
    make.finished(campaign)
    campaign.refresh_from_db()
    with pytest.raises(Refusal, match="The campaign is over"):
        campaign_odds.order(actor=cast.owner, campaign=campaign)
    client.force_login(cast.allied)
    told = read(client, page(campaign))
    assert "The campaign is over: how it ended is known." in told
    assert "as it stood before its first mission" in told
    assert "Look again" not in told
    assert client.post(page(campaign)).status_code == 302
    assert Job.objects.filter(kind=jobs.CAMPAIGN_ODDS).count() == 1


def test_one_that_was_never_looked_at_and_is_over_offers_nothing(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    make.finished(campaign)
    client.force_login(cast.owner)
    assert "How might it end?" not in read(client, reverse("campaign", args=(campaign.pk,)))
    assert "how it ended is known" in read(client, page(campaign))


def test_one_that_is_too_long_says_so(cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = make.club(cast)
    monkeypatch.setattr(odds, "MOST_MISSIONS", {"wildblue": 1})
    with pytest.raises(Refusal, match="Too many Missions are left"):
        campaign_odds.order(actor=cast.owner, campaign=campaign)
    client.force_login(cast.owner)
    assert "Too many Missions are left" in read(client, page(campaign))


def test_from_the_button_to_the_figures_and_the_look_again_after_the_next_mission(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    client.force_login(cast.pilot)
    board = reverse("campaign", args=(campaign.pk,))
    assert f'action="{page(campaign)}"' in read(client, board)
    assert client.post(page(campaign))["Location"] == page(campaign)
    waiting = client.get(page(campaign), headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 1s"' in waiting
    assert "Call it off" in waiting
    tasks.campaign_odds(str(CampaignOdds.objects.get().job_id))
    told = read(client, page(campaign))
    assert "hx-trigger" not in told
    assert f"{RUNS} ends, flown by regular staffs on both sides" in told
    assert "Look again" not in told
    made = odds.CampaignOdds.from_json(CampaignOdds.objects.get().results)
    won = sum(simulation.winner(standings.standing_of(campaign).pack, end.grade) == "allied" for end in made.ends)
    assert f"Allied {100 * won / RUNS:.0f} % (" in told
    assert f"Allied {100 * won / RUNS:.0f} % (" in read(client, board)
    shown = client.get(page(campaign)).context["odds"].shown
    assert sum(grade.shown for grade in shown.grades) == sum(side.shown for side in shown.sides) == 100
    make.debriefed(campaign)
    told = read(client, page(campaign))
    assert "The campaign has gone on since. What stands below is as it stood before its first mission." in told
    assert "Look again" in told
    client.force_login(cast.reader)
    told = read(client, page(campaign))
    assert "as it stood before its first mission" in told
    assert "Look again" not in told


def test_its_pages_cost_the_same_queries_however_far_it_has_come(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    client.force_login(cast.allied)
    counts = []
    for _ in range(2):
        make.debriefed(campaign)
        looked(campaign)
        for address in (page(campaign), reverse("campaign", args=(campaign.pk,))):
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


def test_odds_go_with_their_campaign(cast: Cast) -> None:
    campaign = make.club(cast)
    looked(campaign)
    campaign.delete()
    assert not CampaignOdds.objects.exists()


def test_the_work_on_them_ends_when_their_campaign_is_deleted_in_the_middle(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = make.club(cast)
    row = campaign_odds.order(actor=cast.axis, campaign=campaign)
    monkeypatch.setattr(jobs, "WRITES_A_SECOND", 1_000_000)
    flown_on, flown = odds._flown_on, []

    def deleted(*asked: Any) -> Any:
        flown.append(asked)
        campaign.delete()
        return flown_on(*asked)

    monkeypatch.setattr(odds, "_flown_on", deleted)
    tasks.campaign_odds(str(row.job_id))
    assert len(flown) == 1
    assert not Job.objects.filter(kind="campaign-odds").exists()


def test_a_newer_version_of_the_pack_makes_its_grades_those_of_another_table(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, allied="me", axis="me")
    make.debriefed(campaign)
    looked(campaign)
    version = definition(campaign.pack).version
    text = make.source(make.DOGFIGHTS).replace(f'version = "{version}"', 'version = "99.0"')
    pack = packs.load_pack(text, "newer.toml")[0]
    pack_versions.move_to_pack(actor=cast.owner, campaign=campaign, pack=pack, expected_version=make.version(campaign))
    assert not CampaignOdds.objects.exists()
    assert not Job.objects.filter(kind="campaign-odds").exists()


def test_a_file_that_names_a_stage_that_its_pack_has_not_is_told_so(cast: Cast) -> None:
    campaign = make.club(cast)
    make.debriefed(campaign)
    make.drawn(campaign)
    document = json.loads(export(campaign))
    del document["sha256"]
    for entry in document["journal"]:
        if entry["kind"] == "drawn" and entry["mission"] == 2:
            entry["data"]["stage"] = "Nowhere"
    again = make.brought_in(actor=cast.owner, content=schema.seal(document))
    row = campaign_odds.order(actor=cast.owner, campaign=again)
    tasks.campaign_odds(str(row.job_id))
    assert "no stage “Nowhere”" in Job.objects.get(pk=row.job_id).message


def test_what_all_of_a_campaign_read_stays_when_who_asked_for_it_closes_his_account(cast: Cast) -> None:
    campaign = make.club(cast)
    make.debriefed(campaign)
    looked(campaign, cast.pilot)
    accounts.close(user=cast.pilot, texts=False)
    assert CampaignOdds.objects.get().results
