"""Watching a game on screen in which one has no part."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from engine.core.game import PUBLIC
from missions.models import Game, Mission
from missions.operations import mission_games
from missions.operations.games import GameTerms
from missions.selectors.table_odds import AT_ONCE, FLIGHTS
from missions.selectors.watching import token_of_table
from tests import make
from tests.cast import Cast, client_of
from tests.missions import on_screen
from tests.screen import begun, one_decision

WATCHED = GameTerms(lets_watch=True)
ODDS = 9
"""Session, person, mission, its campaign and seats, the game, who decides in it, and whether he has decided in it or
sat on a side: this process has seen the game."""
CARD = re.compile(r'class="(chip|play-card)')
"""A card that lies open."""


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def of_mission(mission: Mission, name: str = "mission") -> str:
    return reverse(name, args=(mission.campaign_id, mission.number))


def table(game: Game) -> str:
    return reverse("game-watch", args=(token_of_table(game),))


def news(user: User, game: Game, known: str = "") -> Any:
    address = reverse("game-watch-news", args=(token_of_table(game),))
    return client_of(user).get(address, headers={"If-None-Match": known} if known else {})


class TestTheTerm:
    def test_of_a_mission_nobody_watches_unless_it_is_said(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        client_of(cast.allied).post(of_mission(mission, "mission-screen"), {"key": uuid4(), "hours": ""})
        assert not mission.games.get().lets_watch

    def test_it_is_said_where_the_mission_is_begun(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        form = {"key": uuid4(), "hours": "", "lets_watch": "on"}
        client_of(cast.allied).post(of_mission(mission, "mission-screen"), form)
        assert mission.games.get().lets_watch

    @pytest.mark.parametrize("said", [{}, {"lets_watch": "on"}])
    def test_and_where_a_skirmish_is(self, cast: Cast, said: dict[str, str]) -> None:
        form = {"key": uuid4(), "scenario": "duel", "control-allied": "me", "control-axis": "staff"} | said
        response = client_of(cast.owner).post(reverse("skirmish-scenarios", args=("wildblue",)), form)
        assert response.status_code == 302
        assert Game.objects.get().lets_watch == bool(said)


class TestAMission:
    def test_its_page_leads_its_members_to_the_table_and_who_plays_to_his_own(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission, terms=WATCHED)
        page = text(client_of(cast.reader).get(of_mission(mission)))
        assert f'href="{table(game)}"' in page
        assert "Everybody of the campaign may watch" in page
        assert table(game) not in text(client_of(cast.allied).get(of_mission(mission)))
        assert client_of(cast.allied).get(table(game))["Location"] == reverse("game", args=(game.pk,))

    def test_by_other_terms_it_leads_nobody_there(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        assert table(game) not in text(client_of(cast.reader).get(of_mission(mission)))
        refused = client_of(cast.reader).get(table(game))
        assert refused.status_code == 403
        assert "By the terms of this game nobody watches it." in refused.content.decode()

    def test_the_umpires_table_hears_of_what_is_new_by_any_terms(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        page = text(client_of(cast.umpire).get(of_mission(mission, "mission-screen-umpire")))
        assert CARD.search(page)
        assert re.search("Waiting for (allied|axis): ", page)
        assert "<li" in page.partition("What has happened")[2], "its log"
        before = news(cast.umpire, game)["ETag"]
        assert f'data-seen="{before[1:-1]}"' in page
        one_decision(game)
        assert news(cast.umpire, game, before).status_code == 200

    def test_the_umpire_sees_how_it_stands_flown_on_a_few_times_more_at_each_look(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        client, address = client_of(cast.umpire), of_mission(mission, "mission-screen-odds")
        assert f'hx-get="{address}"' in text(client.get(of_mission(mission, "mission-screen-umpire")))
        first = client.get(address).context["odds"]
        looked = [text(client.get(address, headers={"HX-Request": "true"})) for _ in range(FLIGHTS // AT_ONCE)]
        assert f"{2 * AT_ONCE} of {FLIGHTS} flights" in looked[0]
        assert "hx-get" in looked[0]
        assert f", of {FLIGHTS} flights" in looked[-1]
        assert "hx-get" not in looked[-1]
        assert looked[-1] == looked[-2]
        last = client.get(address).context["odds"]
        assert (first.flights, last.flights, first.is_done, last.is_done) == (AT_ONCE, FLIGHTS, False, True)
        assert sum(each.won.percent for each in last.sides) + last.drawn.percent == pytest.approx(100)
        assert sum(last.shown) == 100
        assert last.bars[-1].x + last.bars[-1].width == pytest.approx(100)
        one_decision(game)
        assert client.get(address).context["odds"].flights == AT_ONCE, "from where it stands now"

    def test_how_it_stands_costs_the_same_queries_at_every_look(
        self, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        mission = make.opened(make.club(cast))
        begun(mission)
        client, address = client_of(cast.umpire), of_mission(mission, "mission-screen-odds")
        client.get(address)
        for _ in range(2):
            with django_assert_num_queries(ODDS):
                client.get(address, headers={"HX-Request": "true"})

    def test_how_it_stands_is_not_told_any_more_when_it_is_over(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        mission_games.give_up(actor=cast.umpire, game=begun(mission))
        answer = client_of(cast.umpire).get(of_mission(mission, "mission-screen-odds"), headers={"HX-Request": "true"})
        assert answer["HX-Redirect"] == of_mission(mission)

    def test_when_it_is_over_the_table_says_so_and_leads_to_the_mission(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission, terms=WATCHED)
        before = news(cast.reader, game)["ETag"]
        mission_games.give_up(actor=cast.umpire, game=game)
        assert news(cast.reader, game, before).status_code == 200
        page = text(client_of(cast.reader).get(table(game)))
        assert "The game was given up." in page
        assert f'href="{of_mission(mission)}"' in page
        assert "data-live" not in page
        part = client_of(cast.umpire).get(of_mission(mission, "mission-screen-umpire"), headers={"HX-Request": "true"})
        assert part["HX-Redirect"] == of_mission(mission)


class TestASkirmish:
    def test_whoever_plays_is_shown_the_link_for_others(self, cast: Cast) -> None:
        game = make.game(cast.owner, terms=WATCHED)
        for address in (reverse("skirmish", args=(game.skirmish_id,)), reverse("cockpit", args=(game.pk, "allied"))):
            assert f'value="http://testserver{table(game)}"' in text(client_of(cast.owner).get(address))
        closed = make.game(cast.owner)
        for address in (
            reverse("skirmish", args=(closed.skirmish_id,)),
            reverse("cockpit", args=(closed.pk, "allied")),
        ):
            assert "may watch" not in text(client_of(cast.owner).get(address))

    def test_whoever_comes_by_the_link_sees_the_table_and_no_hand(self, cast: Cast) -> None:
        game = make.game(cast.owner, scenario="two-elements", axis=cast.axis, terms=WATCHED)
        for _ in range(8):
            on_screen.act(game, [cast.owner, cast.axis])
        page = text(client_of(cast.stranger).get(table(game)))
        assert "you watch, all hands face down" in page
        assert "Waiting for" in page
        assert not CARD.search(page)
        assert "<form" not in page.partition('id="cockpit"')[2].partition("</main>")[0]
        part = client_of(cast.stranger).get(table(game), headers={"HX-Request": "true"}).content.decode()
        assert part.strip().startswith('<div id="cockpit"')

    def test_who_watches_it_to_the_end_is_told_who_has_won(self, cast: Cast) -> None:
        game = make.game(cast.owner, terms=WATCHED)
        on_screen.to_the_end(game, [cast.owner], on_screen.first)
        url = reverse("cockpit", args=(game.pk, "allied"))
        verdict = client_of(cast.owner).get(url).context["page"].verdict
        assert verdict
        assert f"The fight is over. {verdict}" in text(client_of(cast.stranger).get(table(game)))

    def test_an_altered_link_and_one_of_a_game_that_is_not_watched_lead_nowhere(self, cast: Cast) -> None:
        game = make.game(cast.owner, terms=WATCHED)
        token = token_of_table(game)
        assert (
            client_of(cast.stranger).get(reverse("game-watch", args=(f"{game.pk + 1}{token[1:]}",))).status_code == 404
        )
        assert client_of(cast.stranger).get(table(make.game(cast.owner))).status_code == 403

    def test_a_page_is_another_by_its_name_once_something_has_happened(self, cast: Cast) -> None:
        game = make.game(cast.owner, terms=WATCHED)
        before = news(cast.stranger, game)["ETag"]
        assert news(cast.stranger, game, before).status_code == 304
        on_screen.act(game, [cast.owner])
        assert news(cast.stranger, game, before).status_code == 200
        assert f'data-seen="{on_screen.fresh(game).seen[PUBLIC]}"' in text(client_of(cast.stranger).get(table(game)))
