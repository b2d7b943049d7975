"""A mission on screen that is over lands in its campaign, once, and as it was flown."""

from __future__ import annotations

from uuid import uuid4

import pytest

import engine
from config.common.refusals import Refusal
from engine.core.report import Report
from missions import tasks
from missions.flights.context import in_campaign_terms
from missions.games.course import record_of
from missions.models import Flight, Game, Mission
from missions.operations import corrections, debriefs, games, mission_games
from missions.operations.table import record_table
from missions.replay.frames import frames_of
from missions.selectors.flights import open_game
from missions.selectors.games import standing_lines, start_of
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.missions.operations.screen_missions import of_two
from tests.screen import begun, played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_seed")]

SYSTEMS = {
    "wildblue": make.DOGFIGHTS,
    "wwi": "flying-circus-1917",
    "sabin": "big-week",
    "angels": "angels-over-kent",
}
"""A campaign of each."""


class TestLanding:
    @pytest.mark.slow("plays a mission of each game decision by decision")
    @pytest.mark.parametrize("slug", broad(sorted(SYSTEMS.values(), key="flying-circus-1917".__ne__), 1))
    def test_a_mission_of_each_game_goes_from_the_cockpit_to_its_debrief(self, cast: Cast, slug: str) -> None:
        campaign = make.club(cast, slug)
        mission = make.opened(campaign)
        game = played(begun(mission, cast.allied))
        assert game.status == Game.Status.OVER
        games.land(game)
        mission.refresh_from_db()
        flight = make.flight(mission)
        assert (mission.status, flight.way, flight.key) == (Mission.Status.FLOWN, Flight.Way.SCREEN, game.key)
        report = engine.replay(engine.core.record.Record.parse(flight.record)).report()
        assert Report.from_json(flight.report) == in_campaign_terms(mission, report)
        assert flight.record == str(record_of(start_of(game), standing_lines(game)))
        assert len(frames_of(flight.record, None)) > 1
        make.debrief(mission)
        entry = campaign.entries.get(kind="debriefed")
        assert entry.data["way"] == "screen"
        assert_reconciled(campaign)
        campaign.refresh_from_db()
        assert campaign.committed == mission.number

    def flown(self, cast: Cast) -> tuple[Mission, Game]:
        """Over, and not landed."""
        mission = of_two(cast)
        return mission, mission_games.leave_to_staff(actor=cast.umpire, game=begun(mission))

    def test_it_lands_once(self, cast: Cast) -> None:
        mission, game = self.flown(cast)
        games.land(game)
        stored = make.flight(mission).stored_at
        games.land(game)
        assert make.flight(mission).stored_at == stored

    def test_what_nobody_landed_the_sweep_does(self, cast: Cast) -> None:
        mission, game = self.flown(cast)
        assert open_game(mission) == game
        tasks.games_due()
        assert make.flight(mission).key == game.key
        mission.refresh_from_db()
        assert open_game(mission) is None
        tasks.games_due()

    def test_a_corrected_result_is_not_landed_over(self, cast: Cast) -> None:
        mission, game = self.flown(cast)
        games.land(game)
        mission.refresh_from_db()
        make.debrief(mission)
        corrections.amend(
            actor=cast.owner,
            mission=mission,
            key=uuid4(),
            expected_version=make.version(mission.campaign),
            outcome=make.rough(mission),
        )
        corrected = make.flight(mission)
        games.land(game)
        tasks.games_due()
        now = make.flight(mission)
        assert (now.way, now.key, now.report) == (Flight.Way.SCREEN, corrected.key, corrected.report)
        assert now.key != game.key
        assert_reconciled(mission.campaign)

    def test_a_debrief_that_is_taken_back_leaves_the_flight(self, cast: Cast) -> None:
        mission, game = self.flown(cast)
        games.land(game)
        mission.refresh_from_db()
        make.debrief(mission)
        debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
        mission.refresh_from_db()
        assert mission.status == Mission.Status.FLOWN
        assert make.flight(mission).key == game.key
        with pytest.raises(Refusal, match="flown on screen"):
            record_table(actor=cast.owner, mission=mission, outcome=make.rough(mission), key=uuid4())

    def test_a_game_in_progress_does_not_land(self, cast: Cast) -> None:
        mission = of_two(cast)
        games.land(begun(mission))
        assert not Flight.objects.exists()

    def test_where_results_are_confirmed_it_is_debriefed_as_it_was_flown(self, cast: Cast) -> None:
        mission = make.opened(make.confirmed(make.club(cast)))
        games.land(mission_games.leave_to_staff(actor=cast.umpire, game=begun(mission)))
        mission.refresh_from_db()
        with pytest.raises(Refusal, match="flown on screen: no table"):
            make.told(mission, cast.allied)
        make.debrief(mission)
        assert_reconciled(mission.campaign)
