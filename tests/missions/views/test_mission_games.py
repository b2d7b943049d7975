"""The pages by which a mission of a campaign is flown on screen."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.html import escape

from campaigns.models import Role
from campaigns.operations import players, seats
from missions import tasks
from missions.flights.context import context_of
from missions.models import Controller, Flight, Game, Mission
from missions.operations import games, mission_games
from missions.selectors.flights import ON_SCREEN
from missions.selectors.mission_games import talk_of
from notices.operations import fan_out
from tests import make
from tests.cast import Cast, client_of
from tests.missions import on_screen
from tests.screen import begun, one_decision

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_seed")]


def address(mission: Mission, name: str = "mission") -> str:
    return reverse(name, args=(mission.campaign_id, mission.number))


def shown(user: User, mission: Mission, name: str = "mission") -> str:
    return " ".join(client_of(user).get(address(mission, name), follow=True).content.decode().split())


def form(**said: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), "gives_hints": "on", "hours": ""} | said


class TestTheWayThere:
    def test_it_stands_beside_the_engine_and_the_table_and_opens_the_orders_first(self, cast: Cast) -> None:
        mission = make.planned(make.club(cast))
        assert "Open the orders, and fly it on screen" in shown(cast.allied, mission)
        response = client_of(cast.allied).post(address(mission, "mission-open"), {"then": "screen"})
        assert response["Location"] == address(mission, "mission-screen")
        mission.refresh_from_db()
        assert mission.orders_are_open
        page = shown(cast.allied, mission)
        assert f'href="{address(mission, "mission-screen")}"' in page
        assert "Let the engine fly it" in page
        assert "Record the result" in page

    @pytest.mark.parametrize("person", ["pilot", "reader"])
    def test_it_is_not_offered_to_who_may_not(self, cast: Cast, person: str) -> None:
        assert "on screen" not in shown(getattr(cast, person), make.opened(make.club(cast)))

    def test_where_results_are_confirmed_commanders_fly_it_on_screen_too(self, cast: Cast) -> None:
        mission = make.opened(make.confirmed(make.club(cast)))
        page = shown(cast.allied, mission)
        assert "Fly it on screen" in page
        assert "Let the engine fly it" not in page
        make.told(mission, cast.allied)
        assert "Fly it on screen" not in shown(cast.allied, mission)

    def test_sealed_orders_are_opened_before_anybody_is_asked_who_decides(self, cast: Cast) -> None:
        mission = make.planned(make.club(cast))
        assert "Open the orders of both sides first" in shown(cast.allied, mission, "mission-screen")


class TestWhoDecides:
    def test_each_side_is_its_commanders_and_the_page_says_who_that_is(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        page = shown(cast.allied, mission, "mission-screen")
        assert "allied, who commands it" in page
        assert "axis, who commands it" in page
        assert 'name="level-allied"' in page
        assert 'name="level-axis"' not in page
        assert "A recruit errs as beginners do" in page

    def test_begun_it_leads_to_the_controls(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        client = client_of(cast.allied)
        response = client.post(address(mission, "mission-screen"), form(hours="48"))
        game = mission.games.get()
        assert response["Location"] == reverse("game", args=(game.pk,))
        assert (game.hours, game.gives_hints, game.takes_back) == (48, True, False)
        page = client.get(response["Location"], follow=True)
        assert page.redirect_chain[-1][0] == reverse("cockpit", args=(game.pk, "allied"))
        assert str(mission) in page.content.decode()
        again = client_of(cast.axis).get(address(mission, "mission-screen"))
        assert again["Location"] == reverse("game", args=(game.pk,))

    def test_an_umpire_who_begins_it_for_others_is_led_back(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        response = client_of(cast.umpire).post(address(mission, "mission-screen"), form())
        assert response["Location"] == address(mission)

    def test_a_side_may_be_the_units_own_where_members_men_fly(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        assert 'value="units"' not in shown(cast.allied, mission, "mission-screen")
        pilot = next(each for each in context_of(mission).orders["allied"].units[0].pilots if each)
        man = mission.campaign.pilots.get(pk=pilot)
        players.give_pilot(actor=cast.umpire, campaign=mission.campaign, pilot=man, player=cast.pilot)
        assert "Unit by unit, whose men fly: pilot" in shown(cast.allied, mission, "mission-screen")
        client_of(cast.allied).post(address(mission, "mission-screen"), form(**{"who-allied": "units"}))
        game = mission.games.get()
        page = client_of(cast.pilot).get(reverse("cockpit", args=(game.pk, "allied")))
        assert page.status_code == 200
        assert client_of(cast.pilot).get(reverse("cockpit", args=(game.pk, "axis"))).status_code == 404
        assert f"Allied: with {escape(man.name)}" in shown(cast.reader, mission)

    def test_who_flies_one_unit_of_several_finds_his_own_hand_first(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        unit = context_of(mission).orders["allied"].units[-1]
        man = mission.campaign.pilots.get(pk=next(each for each in unit.pilots if each))
        players.give_pilot(actor=cast.umpire, campaign=mission.campaign, pilot=man, player=cast.pilot)
        game = begun(mission, allied="units")
        while game.side != "axis":
            game = one_decision(game)

        def hands(user: User) -> list[tuple[str, bool]]:
            return [(each.hand.key, each.is_ones_own) for each in on_screen.page(game, "allied", user).own_hands]

        others = [key for key, _ in hands(cast.allied) if key != unit.id]
        assert hands(cast.pilot) == [(unit.id, True), *((key, False) for key in others)]
        assert hands(cast.allied) == [*((key, True) for key in others), (unit.id, False)]
        page = client_of(cast.pilot).get(reverse("cockpit", args=(game.pk, "allied"))).content.decode()
        assert f"You decide for the unit of {escape(man.name)}." in page
        assert page.count("yours</span>") == 1
        page = client_of(cast.allied).get(reverse("cockpit", args=(game.pk, "allied"))).content.decode()
        assert "You decide for" not in page

    def test_what_may_not_be_said_of_the_other_side_is_refused_at_its_field(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        response = client_of(cast.allied).post(address(mission, "mission-screen"), form(**{"who-axis": "staff"}))
        assert response.status_code == 422
        assert "not yours to say of the Axis side" in response.content.decode()
        assert not Game.objects.exists()

    def test_a_mission_that_the_staff_would_fly_alone_is_refused_in_the_form(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        sent = form(**{"who-axis": "staff", "who-allied": "staff"})
        response = client_of(cast.umpire).post(address(mission, "mission-screen"), sent)
        assert response.status_code == 422
        assert "Nobody would decide in this game" in response.content.decode()

    @pytest.mark.parametrize("odd", [{"hours": "7"}, {"key": "x"}, {"level-allied": "god"}, {"who-allied": "me"}])
    def test_a_strange_form_begins_nothing(self, cast: Cast, odd: dict[str, str]) -> None:
        mission = make.opened(make.club(cast))
        assert client_of(cast.allied).post(address(mission, "mission-screen"), form(**odd)).status_code == 422
        assert not Game.objects.exists()


class TestWhileItIsFlown:
    def test_its_page_says_so_and_leads_who_plays_to_the_controls(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        for person in (cast.allied, cast.axis):
            page = shown(person, mission)
            assert f'href="{reverse("game", args=(game.pk,))}"' in page
            assert "decides now" in page
            assert "Let the engine fly it" not in page
            assert "Record the result" not in page
            assert "Declare it void" not in page

    @pytest.mark.parametrize("person", ["pilot", "reader"])
    def test_who_has_no_part_in_it_sees_that_it_is_flown_and_nothing_else(self, cast: Cast, person: str) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        client = client_of(getattr(cast, person))
        page = shown(getattr(cast, person), mission)
        assert "It is being flown on screen" in page
        assert "decides now" not in page
        assert "Take the controls" not in page
        assert client.get(reverse("game", args=(game.pk,))).status_code == 404
        assert client.get(address(mission, "mission-screen-umpire")).status_code == 403

    def test_the_page_stays_the_same_for_a_reader_while_it_is_played(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        before = shown(cast.reader, mission)
        for _ in range(6):
            game = one_decision(game)
        assert shown(cast.reader, mission).split("csrf")[0] == before.split("csrf")[0]

    def test_the_table_is_refused_with_what_to_do(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        begun(mission)
        assert ON_SCREEN in shown(cast.allied, mission, "mission-table")

    def test_the_umpire_watches_with_all_hands_open_unless_he_commands(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        page = shown(cast.umpire, mission, "mission-screen-umpire")
        assert "all hands open" in page
        assert "Waiting for a" in page
        seats.take_away(
            actor=cast.owner,
            campaign=mission.campaign,
            seat=mission.campaign.seats.get(role=Role.COMMANDER, side="axis").pk,
        )
        mission.campaign.both_sides = True
        mission.campaign.save()
        seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.umpire, role=Role.COMMANDER, side="axis")
        assert client_of(cast.umpire).get(address(mission, "mission-screen-umpire")).status_code == 403
        assert client_of(cast.umpire).get(reverse("cockpit", args=(game.pk, "axis"))).status_code == 200
        assert client_of(cast.umpire).get(reverse("cockpit", args=(game.pk, "allied"))).status_code == 404

    def test_whoever_takes_the_seat_over_takes_the_controls(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        campaign = mission.campaign
        seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.stranger, role=Role.COMMANDER, side="axis")
        cockpit, news = (reverse(name, args=(game.pk, "axis")) for name in ("cockpit", "game-news"))
        assert client_of(cast.stranger).get(cockpit).status_code == 200
        assert client_of(cast.stranger).get(news).status_code == 200
        assert client_of(cast.axis).get(cockpit).status_code == 404
        assert client_of(cast.axis).get(news).status_code == 403

    def test_in_a_campaign_no_link_hands_the_controls_on(self, cast: Cast) -> None:
        game = begun(make.opened(make.club(cast)))
        page = client_of(cast.allied).get(reverse("cockpit", args=(game.pk, "allied"))).content.decode()
        assert "by a link" not in page
        assert "stands in for your seat" in page


class TestTalk:
    def link(self, user: User, game: Game, side: str) -> bool:
        talk = reverse("mission-talk", args=(game.mission.campaign_id, game.mission.number)) if game.mission else "talk"
        return f'href="{talk}"' in client_of(user).get(reverse("cockpit", args=(game.pk, side))).content.decode()

    def test_it_is_a_click_away_from_the_cockpit(self, cast: Cast) -> None:
        game = begun(make.opened(make.club(cast)))
        assert self.link(cast.allied, game, "allied")
        assert self.link(cast.axis, game, "axis")

    def test_who_plays_alone_has_nobody_to_talk_to_and_a_stranger_may_not_read(self, cast: Cast) -> None:
        alone = begun(make.opened(make.campaign(cast.owner)), axis="staff")
        assert not self.link(cast.owner, alone, "allied")
        assert talk_of(alone, cast.stranger) == ""
        assert talk_of(begun(make.opened(make.club(cast))), cast.stranger) == ""
        assert talk_of(make.game(cast.owner), cast.owner) == ""


class TestTheEnd:
    def test_a_commander_asks_to_give_it_up_and_the_other_agrees(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        client_of(cast.allied).post(address(mission, "mission-give-up"))
        page = shown(cast.axis, mission)
        assert "The Allied side would give it up" in page
        assert "Go on with it after all" in shown(cast.allied, mission)
        client_of(cast.axis).post(address(mission, "mission-give-up"))
        assert "Fly it on screen" in shown(cast.axis, mission)
        over = client_of(cast.axis).get(reverse("cockpit", args=(game.pk, "axis"))).content.decode()
        assert "The game was given up." in over

    def test_he_may_think_again(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        begun(mission)
        client_of(cast.allied).post(address(mission, "mission-give-up"))
        client_of(cast.allied).post(address(mission, "mission-give-up"), {"not": "1"})
        assert "would give it up" not in shown(cast.axis, mission)

    def test_the_staff_finishes_it_by_an_umpires_word(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        begun(mission)
        client_of(cast.umpire).post(address(mission, "mission-to-staff"))
        assert make.flight(mission).way == Flight.Way.SCREEN

    def test_a_staff_that_thinks_about_it_is_not_said_to_have_finished_it(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        begun(mission)
        Controller.objects.update(level="veteran")
        answer = client_of(cast.umpire).post(address(mission, "mission-to-staff"), follow=True)
        assert "The staff flies the mission to its end." in answer.content.decode()

    def test_what_ends_it_for_the_other_side_too_is_not_offered_to_an_umpire_who_plays(self, cast: Cast) -> None:
        mission = make.opened(make.duel(cast, make.DOGFIGHTS))
        begun(mission)
        offered = shown(cast.owner, mission)
        assert address(mission, "mission-to-staff") not in offered
        assert "It ends when the other side says so too" in offered
        assert address(mission, "mission-to-staff") in shown(cast.umpire, mission)

    def test_what_was_flown_on_screen_is_told_as_that_everywhere(self, cast: Cast, subtests: pytest.Subtests) -> None:
        mission = make.opened(make.club(cast))
        games.land(mission_games.leave_to_staff(actor=cast.umpire, game=begun(mission)))
        mission.refresh_from_db()
        with subtests.test("the strip of its stages"):
            assert "on screen" in shown(cast.allied, mission)
        with subtests.test("its replay"):
            assert client_of(cast.allied).get(address(mission, "mission-replay")).status_code == 200
        make.debrief(mission)
        with subtests.test("the list of the campaign"):
            assert "· on screen" in " ".join(
                client_of(cast.reader).get(reverse("campaign", args=(mission.campaign_id,))).content.decode().split()
            )
        with subtests.test("its debrief"):
            assert "by the engine" not in shown(cast.reader, mission, "mission-debrief")
        with subtests.test("the mission is over, and no game is under way"):
            assert "being flown on screen" not in shown(cast.reader, mission)

    def test_a_notice_of_a_turn_leads_to_the_controls(self, cast: Cast) -> None:
        mission = make.opened(make.club(cast))
        game = begun(mission)
        Game.objects.filter(pk=game.pk).update(waits_since=game.begun_at.replace(year=2020))
        tasks.games_due()
        fan_out.tell_all()
        user = cast.allied if game.side == "allied" else cast.axis
        page = client_of(user).get(reverse("notices")).content.decode()
        assert "It is your turn in mission 1 on screen." in page
        assert "has begun mission 1 on screen." not in page, "whose turn it is says so, too"
