"""A campaign flown on from where it stands is the one that goes on from there."""

from __future__ import annotations

from functools import cache

import pytest

import engine
from campaigns.packs import PackDefinition, read_pack
from campaigns.standing import rosters
from campaigns.standing.kinds import Drawn
from missions.odds import campaign as odds
from missions.simulation import Past, SimulatedCampaign
from tests import make

SEED = 5


@cache
def flown(slug: str) -> tuple[PackDefinition, SimulatedCampaign]:
    """A campaign of a pack, flown from start to end."""
    pack = read_pack(make.source(slug), f"{slug}.toml")
    campaign = SimulatedCampaign(pack, SEED)
    campaign.fly()
    return pack, campaign


def outcome(campaign: SimulatedCampaign) -> tuple[object, ...]:
    standing = campaign.standing
    men = {man.name: (man.status, man.missions, man.kills, man.skills) for man in standing.airmen.values()}
    aircraft = {each.code: (each.status, each.sorties) for each in standing.airframes.values()}
    return standing.points, standing.marker, standing.grade, standing.resources, standing.stocks, men, aircraft


@pytest.mark.parametrize("slug", [make.DOGFIGHTS, make.LAND, make.PERIODS, make.OPERATION])
def test_flown_on_from_any_moment_by_its_own_seed_it_ends_as_it_would_have(slug: str) -> None:
    pack, whole = flown(slug)
    told = []
    for count, line in enumerate(whole.lines, 1):
        if line.kind in ("started", "period", "drawn", "debriefed"):
            again = SimulatedCampaign(pack, SEED, past=Past(whole.men, whole.lines[:count]))
            again.fly()
            assert outcome(again) == outcome(whole)
            told.append(line.kind)
    assert {"started", "drawn", "debriefed"} <= set(told)


def test_from_its_very_beginning_each_end_is_the_simulated_campaign_of_its_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(odds, "RUNS", 5)
    monkeypatch.setattr(odds, "FEWEST", 1)
    pack, _ = flown(make.DOGFIGHTS)
    begun = SimulatedCampaign(pack, SEED)
    told = odds.campaign_odds(pack, Past(begun.men, begun.lines))
    for number, end in enumerate(told.ends):
        monkeypatch.setattr(rosters, "recruits", lambda pack, seed: list(begun.men))
        run = SimulatedCampaign(pack, odds.seed_of(number)).fly()
        margins = dict(enumerate(margin for _, margin in run.margins))
        assert (end.grade, end.final, end.next_margin) == (
            run.grade,
            run.points["allied"] - run.points["axis"],
            margins[0],
        )
    assert odds.campaign_odds(pack, Past(begun.men, begun.lines)) == told
    assert odds.CampaignOdds.from_json(told.as_json()) == told


def test_the_band_begins_after_the_mission_under_way_and_ends_where_the_ends_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(odds, "RUNS", 9)
    monkeypatch.setattr(odds, "FEWEST", 1)
    pack, whole = flown(make.PERIODS)
    cut = [count for count, line in enumerate(whole.lines, 1) if line.kind == Drawn.kind][1]
    told = odds.campaign_odds(pack, Past(whole.men, whole.lines[:cut]))
    assert (told.flown, told.under_way) == (1, 2)
    assert all(list(band) == sorted(band) for band in told.band)
    finals = sorted(end.final for end in told.ends)
    last = told.band[-1]
    assert (last.low, last.middle, last.high) == (finals[0], finals[4], finals[-1])
    shares = [told.won(pack, side).percent for side in ("allied", "axis", "")]
    assert sum(shares) == pytest.approx(100)
    assert sum(told.graded(grade).percent for grade in range(len(pack.victory.grades))) == pytest.approx(100)


def test_the_longer_the_way_the_fewer_ends_and_none_of_one_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    pack, _ = flown(make.DOGFIGHTS)
    standing = SimulatedCampaign(pack, SEED).standing
    assert odds.ends_to_fly(standing) == odds.RUNS
    left = pack.missions_in_all
    monkeypatch.setattr(odds, "MOST_MISSIONS", {"wildblue": 100 * left + 1})
    assert odds.ends_to_fly(standing) == 100
    monkeypatch.setattr(odds, "MOST_MISSIONS", {"wildblue": (odds.FEWEST - 1) * left})
    assert odds.ends_to_fly(standing) == 0


def test_what_the_next_mission_is_worth_is_told_only_where_both_sides_have_won_it_often_enough() -> None:
    pack, _ = flown(make.DOGFIGHTS)

    def told(allied: int, axis: int) -> odds.CampaignOdds:
        ends = [odds.End(0, 12, 5)] * allied + [odds.End(len(pack.victory.grades) - 1, -7, -3)] * axis
        ends += [odds.End(0, 1, 0), odds.End(0, 1, None)]
        return odds.CampaignOdds(flown=1, under_way=0, stood=0, ends=tuple(ends), band=())

    assert told(odds.CASES - 1, 100).worth(pack) is None
    assert told(100, odds.CASES - 1).worth(pack) is None
    worth = told(odds.CASES, 100).worth(pack)
    assert worth is not None
    allied, axis = worth
    assert (allied.side, allied.cases, allied.final.value) == ("allied", odds.CASES, 12)
    assert (axis.side, axis.cases, axis.final.value) == ("axis", 100, -7)
    winners = {100.0: 0.0, 0.0: 100.0}
    assert winners[allied.won.percent] == axis.won.percent


def test_every_game_has_a_number_of_missions_that_a_worker_flies() -> None:
    assert odds.MOST_MISSIONS.keys() == engine.systems().keys()
