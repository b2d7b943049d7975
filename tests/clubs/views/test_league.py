"""How people are rated: by games that count, shown to whom they say, taken along, gone with the account."""

from __future__ import annotations

import json
from datetime import timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import ShownRating
from accounts.operations import accounts, records
from accounts.selectors.exports import everything_about
from accounts.selectors.ratings import PlayerRating, ratings_of
from clubs.models import Season, SeasonGame
from clubs.operations import endings, seasons
from clubs.selectors.league import league_of
from engine.core.game import Side
from missions.models import Game, ScreenResult, Skirmish
from missions.operations import games, skirmish_tables, skirmishes
from missions.operations.games import GameTerms
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.games import token_of
from missions.selectors.skirmish_tables import live_telling, told_version
from missions.selectors.skirmishes import points_by_side
from tests import make, screen
from tests.cast import Cast
from tests.engine.broad import broad_rows
from tests.missions import on_screen

WON = Outcome(aircraft=(AircraftOutcome("axis-1 leader", status="destroyed", by="allied-1 leader"),))


def confirmed(cast: Cast, season: Season, *, months_ago: int = 0) -> SeasonGame:
    """A duel at the table that the Allied commander has won, confirmed by the Axis one."""
    skirmish = make.table_skirmish(cast.allied)
    skirmish_tables.tell(actor=cast.allied, skirmish=skirmish, outcome=WON, key=uuid4())
    game = seasons.enter(actor=cast.allied, season=season, skirmish=skirmish, opponent=cast.axis, side="allied")
    points = game.allied_points, game.axis_points
    seasons.answer(actor=cast.axis, game=game, agrees=True, points=points)
    entered = timezone.now() - timedelta(days=31 * months_ago)
    SeasonGame.objects.filter(pk=game.pk).update(entered_at=entered)
    game.refresh_from_db()
    return game


def on_screen_to_the_end(first: User, second: User, **terms: str) -> Game:
    """A duel of two, who decide once each and leave the rest to the staff."""
    with on_screen.drawn(5):
        game = make.game(first, axis=second, terms=GameTerms(**terms))  # type: ignore[arg-type]
        while not game.is_over and game.entries.filter(how="person").values("by").distinct().count() < 2:
            game = screen.one_decision(game)
        for user, side in ((first, "allied"), (second, "axis")):
            game = on_screen.fresh(game)
            if not game.is_over:
                games.rest(actor=user, game=game, side=side, rests=True)
        while not (game := on_screen.fresh(game)).is_over:
            game = screen.one_decision(game)
    games.land(game)
    return on_screen.fresh(game)


def rating(user: User) -> PlayerRating | None:
    """Their own, in Wild Blue Yonder."""
    return next((each for each in ratings_of(user, user) if each.system == "wildblue"), None)


def points(user: User) -> int:
    found = rating(user)
    assert found is not None
    return found.rated.points


def page(user: User | None, name: str, *args: int) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def season(cast: Cast) -> Season:
    return make.season(cast, system="wildblue")


def test_a_game_of_a_season_counts_once_it_is_confirmed_and_no_longer_when_it_is_corrected(
    cast: Cast, season: Season
) -> None:
    assert rating(cast.allied) is None
    game = confirmed(cast, season)
    assert points(cast.allied) > 1500 > points(cast.axis)
    skirmish = game.skirmish
    assert skirmish is not None
    seen = told_version(live_telling(skirmish))
    skirmish_tables.tell(
        actor=cast.allied, skirmish=skirmish, outcome=Outcome(), key=uuid4(), expected_version=seen, why="It fled."
    )
    assert rating(cast.allied) is None, "it has to be confirmed anew"
    game.refresh_from_db()
    seasons.answer(actor=cast.axis, game=game, agrees=True, points=(0, 0))
    assert points(cast.allied) == points(cast.axis) == 1500
    assert rating(cast.allied).drawn == 1  # type: ignore[union-attr]
    seasons.settle(actor=cast.umpire, game=game, counts=False, words="A misunderstanding.")
    assert rating(cast.allied) is None


def test_a_game_on_screen_counts_once_and_nobody_deletes_a_defeat(cast: Cast, season: Season) -> None:
    game = on_screen_to_the_end(cast.allied, cast.axis)
    games.land(game)
    result = ScreenResult.objects.get()
    assert (result.allied, result.axis) == (cast.allied, cast.axis)
    before = rating(cast.allied)
    assert before is not None
    assert before.games == 1
    skirmish = Skirmish.objects.get(pk=result.skirmish_number)
    entered = seasons.enter(actor=cast.allied, season=season, skirmish=skirmish, opponent=cast.axis, side="allied")
    seasons.answer(actor=cast.axis, game=entered, agrees=True, points=(entered.allied_points, entered.axis_points))
    assert rating(cast.allied) == before
    seasons.close(actor=cast.allied, season=season)
    skirmishes.delete(actor=cast.allied, skirmish=skirmish)
    assert rating(cast.allied) == before


def test_a_guided_game_and_one_against_oneself_or_the_staff_count_for_nothing(cast: Cast) -> None:
    on_screen_to_the_end(cast.allied, cast.axis, guide="first-duel")
    games.land(screen.played(make.game(cast.allied)))
    assert not ScreenResult.objects.exists()
    make.flown_skirmish(cast.allied)
    assert ratings_of(cast.allied, cast.allied) == ()


def handed_over(cast: Cast, side: Side, *, seed: int, to: User) -> Game:
    """A duel in which whoever has ``side`` hands the chair over after their first decision; played to its end."""
    leaver = {"allied": cast.allied, "axis": cast.axis}[side]
    with on_screen.drawn(seed):
        game = make.game(cast.allied, axis=cast.axis)
        while not game.entries.filter(how="person", by=leaver).exists():
            game = screen.one_decision(game)
        chair = games.hand_over(actor=leaver, game=game, side=side)
        games.sit_down(actor=to, token=token_of(chair))
        game = screen.played(on_screen.fresh(game))
    games.land(game)
    return game


AXIS_WINS, ALLIED_WIN, DRAWN = 1, 2, 6
"""Seeds of a duel, and how it ends."""


@pytest.mark.parametrize(("side", "seed"), broad_rows([("allied", AXIS_WINS), ("axis", ALLIED_WIN)], 1))
def test_whoever_hands_a_chair_over_after_the_first_decision_keeps_the_defeat(
    cast: Cast, side: Side, seed: int
) -> None:
    handed_over(cast, side, seed=seed, to=cast.pilot)
    result = ScreenResult.objects.get()
    assert (result.allied, result.axis) == (cast.allied, cast.axis)
    loser, winner = (cast.allied, cast.axis) if side == "allied" else (cast.axis, cast.allied)
    assert points(loser) < 1500 < points(winner)
    assert rating(cast.pilot) is None


@pytest.mark.parametrize(
    ("side", "seed"), broad_rows([("axis", AXIS_WINS), ("allied", ALLIED_WIN), ("allied", DRAWN)], 1)
)
def test_what_somebody_else_wins_or_holds_in_a_chair_counts_for_nobody(cast: Cast, side: Side, seed: int) -> None:
    handed_over(cast, side, seed=seed, to=cast.pilot)
    assert Skirmish.objects.get().report is not None
    assert not ScreenResult.objects.exists()


def test_who_takes_the_other_chair_too_makes_it_a_fight_against_oneself(cast: Cast) -> None:
    handed_over(cast, "axis", seed=ALLIED_WIN, to=cast.allied)
    assert Skirmish.objects.get().report is not None
    assert not ScreenResult.objects.exists()


def test_a_chair_that_was_handed_over_before_anything_was_decided_is_who_sits_there(cast: Cast) -> None:
    with on_screen.drawn(AXIS_WINS):
        game = make.game(cast.allied, axis=cast.axis)
        chair = games.hand_over(actor=cast.allied, game=game, side="allied")
        games.sit_down(actor=cast.pilot, token=token_of(chair))
        games.land(screen.played(on_screen.fresh(game)))
    result = ScreenResult.objects.get()
    assert (result.allied, result.axis) == (cast.pilot, cast.axis)
    assert rating(cast.allied) is None


def test_who_goes_away_for_good_in_the_middle_of_a_fight_has_lost_it_to_whoever_won(cast: Cast) -> None:
    with on_screen.drawn(AXIS_WINS):
        game = make.game(cast.allied, axis=cast.axis)
        while not game.entries.filter(how="person", by=cast.allied).exists():
            game = screen.one_decision(game)
        games.stand_up(user=cast.allied)
        game = on_screen.fresh(game)
        while not game.is_over:
            game = screen.one_decision(game)
    games.land(game)
    report = Skirmish.objects.get().report
    assert report is not None
    lost = ScreenResult.objects.filter(allied=cast.allied, axis=cast.axis)
    by = points_by_side(Skirmish.objects.get())
    assert lost.exists() == (by["axis"] > by["allied"])


def test_a_rating_is_seen_by_nobody_until_its_owner_says_so(cast: Cast, season: Season) -> None:
    confirmed(cast, season)
    club = season.club
    records.show(user=cast.allied, seen_by="everyone")
    readers = (cast.allied, cast.axis, cast.reader, cast.stranger, None)
    shown = 'id="record-rating"'
    for seen_by, expected in (
        ("nobody", [True, False, False, False, False]),
        ("club", [True, True, True, False, False]),
        ("everyone", [True] * 5),
        ("nobody", [True, False, False, False, False]),
    ):
        records.show_rating(user=cast.allied, seen_by=seen_by)
        assert [shown in page(reader, "person", cast.allied.pk) for reader in readers] == expected, seen_by
        is_listed = seen_by != "nobody"
        in_league = ["allied" in page(reader, "club-league", club.pk).partition("<tbody>")[2] for reader in readers[:3]]
        assert in_league == [is_listed] * 3, seen_by
        in_season = ["Player, rating</th>" in page(reader, "season", club.pk, season.pk) for reader in readers[:3]]
        assert in_season == [is_listed] * 3, seen_by


def test_the_league_and_the_season_tell_nothing_of_who_keeps_a_rating_to_themselves(cast: Cast, season: Season) -> None:
    confirmed(cast, season)
    records.show_rating(user=cast.axis, seen_by="club")
    (table,) = league_of(season.club, cast.reader.pk)
    assert [(row.rank, row.name) for row in table.rows] == [(1, "axis")], "no gap where somebody is left out"
    text = page(cast.reader, "club-league", season.club_id)
    assert str(points(cast.allied)) not in text
    assert str(points(cast.axis)) in text
    assert str(points(cast.allied)) not in page(cast.reader, "season", season.club_id, season.pk)
    records.show(user=cast.allied, seen_by="everyone")
    records.show_rating(user=cast.allied, seen_by="club")
    names = [row.name for row in league_of(season.club, cast.reader.pk)[0].rows]
    assert names == ["allied", "axis"]
    assert "provisional" in page(cast.reader, "club-league", season.club_id)


def test_the_chart_of_a_rating_says_in_words_what_it_shows(cast: Cast, season: Season) -> None:
    confirmed(cast, season, months_ago=4)
    confirmed(cast, season)
    found = rating(cast.allied)
    assert found is not None
    assert len(found.months) in (5, 6)
    text = page(cast.allied, "record")
    now = found.rated
    assert f"{found.months[0].label} {found.months[0].points} ± {found.months[0].beyond}, " in text
    assert f"{now.label} {now.points} ± {now.beyond}." in text
    assert text.count('class="chart rating') == 2
    assert "Month by month" in text


def test_pages_ask_as_much_for_many_games_as_for_one(cast: Cast, season: Season) -> None:
    for user in (cast.allied, cast.axis):
        records.show_rating(user=user, seen_by="club")
    counted = []
    for _ in range(2):
        confirmed(cast, season)
        for _again in range(2):
            with CaptureQueriesContext(connection) as captured:
                league_of(season.club, cast.reader.pk)
            counted.append(len(captured))
    assert counted == [6, 4, 6, 4], "what is new is read once"
    with CaptureQueriesContext(connection) as captured:
        ratings_of(cast.axis, cast.reader)
    assert len(captured) == 3


def test_a_rating_is_taken_along_and_gone_with_the_account(cast: Cast, season: Season) -> None:
    confirmed(cast, season)
    on_screen_to_the_end(cast.allied, cast.axis)
    records.show_rating(user=cast.allied, seen_by="everyone")
    told = json.loads(json.dumps(everything_about(cast.allied)))["ratings"]
    assert told["seen_by"] == "everyone"
    assert told["now"][0]["points"] == points(cast.allied)
    assert [each["system"] for each in told["on_screen"]] == ["wildblue"]
    assert everything_about(cast.allied, by_others=True)["ratings"]["now"] == []
    kept = points(cast.axis)
    seasons.close(actor=cast.allied, season=season)
    accounts.close(user=cast.allied, texts=True)
    assert not ShownRating.objects.exists()
    assert league_of(season.club, cast.umpire.pk) == ()
    assert points(cast.axis) == kept, "who played them keeps what they earned"


def test_a_defeat_in_a_season_outlives_its_club(cast: Cast, season: Season) -> None:
    confirmed(cast, season, months_ago=2)
    confirmed(cast, season)
    before, club = rating(cast.axis), season.club
    assert before is not None
    endings.delete(actor=cast.owner, club=club, name=club.name)
    for _ in range(2):
        endings.remove(club.pk, timezone.now() + timedelta(days=31))
    assert not Season.objects.exists()
    after = rating(cast.axis)
    assert after is not None
    assert (after.months, after.lost, after.games) == (before.months, 2, 2)


def test_what_was_played_before_people_were_rated_counts_from_the_upgrade_on(cast: Cast, season: Season) -> None:
    on_screen_to_the_end(cast.allied, cast.axis)
    on_screen_to_the_end(cast.allied, cast.axis, guide="first-duel")
    confirmed(cast, season)
    of_screen, of_season = ScreenResult.objects.values(), SeasonGame.objects.values()
    at_first = [{**each, "id": 0, "ended_at": ""} for each in of_screen], list(of_season)
    ScreenResult.objects.all().delete()
    SeasonGame.objects.update(system="", setup_digest="", skirmish_number=None)
    import_module("missions.migrations.0041_ratings").keep_results(apps, None)
    import_module("clubs.migrations.0010_ratings").know_skirmishes(apps, None)
    after = [{**each, "id": 0, "ended_at": ""} for each in of_screen.all()], list(of_season.all())
    assert len(at_first[0]) == len(at_first[1]) == 1
    assert after == at_first
