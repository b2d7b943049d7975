"""A season of skirmishes: opened, played, confirmed by the opponent, closed with its table kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Season, SeasonGame
from clubs.operations import bans, endings, fixtures, seasons
from clubs.selectors.seasons import season_page
from config.common.refusals import Refusal
from missions.models import Skirmish
from missions.operations import skirmish_tables, skirmishes
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.skirmish_tables import live_telling, told_version
from notices.models import Happening
from tests import make
from tests.campaigns.documents.reading import text_of
from tests.cast import Cast

WON = Outcome(aircraft=(AircraftOutcome("axis-1 leader", status="destroyed", by="allied-1 leader"),))


def told(cast: Cast) -> Skirmish:
    """A duel at the table that the Allied side has won, told by its commander."""
    skirmish = make.table_skirmish(cast.allied)
    skirmish_tables.tell(actor=cast.allied, skirmish=skirmish, outcome=WON, key=uuid4())
    skirmish.refresh_from_db()
    return skirmish


def entered(cast: Cast, season: Season) -> SeasonGame:
    return seasons.enter(actor=cast.allied, season=season, skirmish=told(cast), opponent=cast.axis, side="allied")


def points(game: SeasonGame) -> tuple[int, int]:
    return game.allied_points, game.axis_points


def test_a_season_is_opened_played_and_closed_and_its_table_stands(cast: Cast, client: Client) -> None:
    club = make.people_of(cast)
    client.force_login(cast.allied)
    today = timezone.now().date()
    sent = {
        "title": "Winter <b>league</b>",
        "begins_on": str(today - timedelta(days=1)),
        "ends_on": str(today + timedelta(days=90)),
        "ways": "any",
        "scoring": "results",
        "win": "3",
        "draw": "1",
        "loss": "0",
    }
    wrong = client.post(reverse("season-new", args=[club.pk]), sent | {"win": "1", "draw": "2"})
    assert "worth no less" in wrong.content.decode()
    client.post(reverse("season-new", args=[club.pk]), sent)
    season = Season.objects.get()
    act, page = ("season-act", [club.pk, season.pk]), reverse("season", args=[club.pk, season.pk])
    client.force_login(cast.axis)
    client.post(reverse(act[0], args=[*act[1], "join"]))
    client.force_login(cast.allied)
    skirmish = told(cast)
    enter = reverse("skirmish-season", args=[skirmish.pk])
    fields = {"season": season.pk, "side": "allied", "opponent": cast.axis.pk}
    assert "has confirmed it" in client.post(enter, fields, follow=True).content.decode()
    assert "Winter &lt;b&gt;league" in client.get(reverse("skirmish", args=[skirmish.pk])).content.decode()
    game = SeasonGame.objects.get()
    assert Happening.objects.get(kind="season-game").person == cast.axis
    confirm = reverse("season-game", args=[club.pk, season.pk, game.pk, "confirm"])
    seen = {"allied": game.allied_points, "axis": game.axis_points}
    assert "The other player" in client.post(confirm, seen, follow=True).content.decode()
    client.force_login(cast.axis)
    assert client.get(reverse("skirmish", args=[skirmish.pk])).status_code == 200
    assert "has been told anew" in client.post(confirm, {"allied": 99}, follow=True).content.decode()
    client.post(confirm, seen)
    shown = client.get(page).context["page"]
    assert [(row.name, row.points) for row in shown.rows] == [("allied", 3), ("axis", 0)]
    client.force_login(cast.allied)
    client.post(reverse(act[0], args=[*act[1], "close"]))
    with pytest.raises(Refusal, match="closed"):
        seasons.take_part(actor=cast.pilot, season=season)
    live = told_version(live_telling(skirmish))
    skirmish_tables.take_back(actor=cast.allied, skirmish=skirmish, key=uuid4(), why="Oops", expected_version=live)
    skirmishes.delete(actor=cast.allied, skirmish=skirmish)
    after = client.get(page)
    assert [(row.name, row.points) for row in after.context["page"].rows] == [("allied", 3), ("axis", 0)]
    assert "Over the Channel" in after.content.decode()
    printed = text_of(client.get(reverse("season-print", args=[club.pk, season.pk])).content)
    assert "Winter <b>league</b>" in printed
    assert "Over the Channel" in printed


def test_a_disputed_game_does_not_count_until_the_organiser_or_the_opponent_says_so(cast: Cast) -> None:
    season = make.season(cast)
    game = entered(cast, season)
    with pytest.raises(Refusal, match="Say what was otherwise"):
        seasons.answer(actor=cast.axis, game=game, agrees=False, points=points(game))
    seasons.answer(actor=cast.axis, game=game, agrees=False, words="I got away.", points=points(game))
    with pytest.raises(Refusal, match="1 game is not confirmed"):
        seasons.close(actor=cast.owner, season=season)
    with pytest.raises(Refusal, match="entered this game yourself"):
        seasons.settle(actor=cast.allied, game=game, counts=True)
    assert seasons.settle(actor=cast.umpire, game=game, counts=True).status == SeasonGame.Status.CONFIRMED
    with pytest.raises(Refusal, match="Say why"):
        seasons.settle(actor=cast.umpire, game=game, counts=False)


def test_a_result_that_is_told_anew_is_confirmed_anew_and_one_taken_back_is_out(cast: Cast) -> None:
    season = make.season(cast)
    game = entered(cast, season)
    seasons.answer(actor=cast.axis, game=game, agrees=True, points=points(game))
    skirmish = game.skirmish
    assert skirmish is not None
    with pytest.raises(Refusal, match="Take it out there first"):
        skirmishes.delete(actor=cast.allied, skirmish=skirmish)
    seen = told_version(live_telling(skirmish))
    skirmish_tables.tell(
        actor=cast.allied, skirmish=skirmish, outcome=Outcome(), key=uuid4(), expected_version=seen, why="It fled."
    )
    game.refresh_from_db()
    assert (game.status, points(game)) == (SeasonGame.Status.ENTERED, (0, 0))
    seen = told_version(live_telling(skirmish))
    skirmish_tables.take_back(actor=cast.allied, skirmish=skirmish, key=uuid4(), why="Oops", expected_version=seen)
    game.refresh_from_db()
    assert game.status == SeasonGame.Status.OUT


def test_what_a_season_does_not_count_is_refused_with_why(cast: Cast) -> None:
    season = make.season(cast, ways="screen")
    with pytest.raises(Refusal, match="Only what is played on screen"):
        entered(cast, season)
    other = make.season(cast, title="Great War", system="wwi")
    with pytest.raises(Refusal, match="Only skirmishes of Down in Flames WWI"):
        entered(cast, other)
    flown = make.flown_skirmish(cast.allied)
    third = make.season(cast, title="Any")
    with pytest.raises(Refusal, match="staff flew it"):
        seasons.enter(actor=cast.allied, season=third, skirmish=flown, opponent=cast.axis, side="allied")
    with pytest.raises(Refusal, match="somebody else who takes part"):
        seasons.enter(actor=cast.allied, season=third, skirmish=told(cast), opponent=cast.reader, side="allied")


def test_a_skirmish_is_entered_from_its_page_only_while_a_season_is_open_to_it(cast: Cast, client: Client) -> None:
    client.force_login(cast.allied)
    skirmish = told(cast)
    page = reverse("skirmish", args=[skirmish.pk])
    assert "Enter it in a season" not in client.get(page).content.decode()
    season = make.season(cast)
    assert "Enter it in a season" in client.get(page).content.decode()
    seasons.enter(actor=cast.allied, season=season, skirmish=skirmish, opponent=cast.axis, side="allied")
    assert season.title in client.get(page).content.decode()


def test_the_pages_of_seasons_take_no_more_queries_when_there_are_more_games(
    cast: Cast, client: Client, django_assert_max_num_queries: Any
) -> None:
    season = make.season(cast)
    client.force_login(cast.allied)
    for _ in range(6):
        entered(cast, season)
    for name, args in (("club-seasons", [season.club_id]), ("season", [season.club_id, season.pk])):
        client.get(reverse(name, args=args))
        with django_assert_max_num_queries(12):
            assert client.get(reverse(name, args=args)).status_code == 200


def test_who_is_banned_from_the_club_enters_no_game_in_its_season(cast: Cast) -> None:
    season, skirmish = make.season(cast), told(cast)
    bans.ban(actor=cast.owner, club=season.club, user=cast.allied)
    with pytest.raises(Refusal, match="allied is no member"):
        seasons.enter(actor=cast.allied, season=season, skirmish=skirmish, opponent=cast.axis, side="allied")
    assert not SeasonGame.objects.exists()


def test_a_fixture_bears_the_score_once_the_game_of_the_two_counts(cast: Cast) -> None:
    season = make.season(cast)
    fixtures.draw_up(actor=cast.allied, season=season)
    game = entered(cast, season)
    place = season.club.members.get(user=cast.axis)
    (round_,) = season_page(season, place).rounds
    assert (round_.rows[0].result, round_.rows[0].is_mine, round_.free) == ("", True, ())
    seasons.answer(actor=cast.axis, game=game, agrees=True, words="", points=points(game))
    (row,) = season_page(season, place).rounds[0].rows
    scores = dict(zip((row.one, row.other), row.result.split(" : "), strict=True))
    assert scores == {"allied": str(game.allied_points), "axis": str(game.axis_points)}


def test_a_word_on_a_game_that_is_refused_stays_in_its_form(cast: Cast, client: Client) -> None:
    season = make.season(cast)
    game = entered(cast, season)
    client.force_login(cast.axis)
    place = [season.club_id, season.pk, game.pk]

    def post(what: str, **sent: object) -> str:
        answer = client.post(reverse("season-game", args=[*place, what]), sent)
        assert answer.status_code == 422, answer
        return answer.content.decode()

    shown = post("dispute", words="He got <away>", allied=99, axis=0)
    assert "The result has been told anew" in shown
    assert 'value="He got &lt;away&gt;"' in shown
    assert f'name="allied" value="{game.allied_points}"' in shown, "sent again it is about the result on the page"
    assert "Up to 200 letters." in post("dispute", words="long " * 50, allied=game.allied_points)
    assert "Say what was otherwise." in post("dispute", allied=game.allied_points, axis=game.axis_points)
    assert "Only its organiser and the umpires" in post("out", words="He got away")
    game.refresh_from_db()
    assert (game.status, game.words) == (SeasonGame.Status.ENTERED, "")
    seasons.settle(actor=cast.umpire, game=game, counts=False, words="Nobody knows.")
    shown = post("dispute", words="He got away", allied=game.allied_points, axis=game.axis_points)
    assert "does not wait for your word any more" in shown
    assert 'value="He got away"' in shown
    client.force_login(cast.umpire)
    game = entered(cast, season)
    place[-1] = game.pk
    shown = post("out", words="")
    assert "Say why it is taken out." in shown
    assert '<details class="fold" open>' in shown
    assert client.post(reverse("season-game", args=[*place, "hang"]), {}).status_code == 404
    done = client.post(reverse("season-game", args=[*place, "out"]), {"words": "Nobody knows."})
    assert done["Location"] == reverse("season", args=[season.club_id, season.pk]) + "#main"


def test_who_runs_a_season_and_comes_too_late_keeps_the_word_in_an_archived_club(cast: Cast, client: Client) -> None:
    season = make.season(cast)
    game = entered(cast, season)
    endings.archive(actor=cast.owner, club=season.club)
    client.force_login(cast.umpire)
    answer = client.post(
        reverse("season-game", args=[season.club_id, season.pk, game.pk, "out"]), {"words": "Nobody knows."}
    )
    assert answer.status_code == 422
    assert "is archived: nothing is written in it" in answer.content.decode()
    assert 'value="Nobody knows."' in answer.content.decode()
