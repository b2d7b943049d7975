"""The doors of games on screen, tried by who has no business there and by whose browser sends nonsense."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from campaigns.operations import seats
from missions import tasks
from missions.games.cache import KEPT
from missions.models import Game
from missions.operations import games
from missions.selectors.games import token_of
from tests import make
from tests.cast import Cast, client_of
from tests.engine.broad import broad
from tests.missions import on_screen
from tests.screen import begun

DOORS = ("cockpit", "game-decide", "game-take-back", "game-habits", "game-rest", "game-hand-over", "game-playback")
ODD = broad(["\0", "𝔸\u202e<script>", "x" * 5000, "", "-1", "%00", "null", "play maneuver > axis-1-leader"], 1)
BODIES = [
    ("application/x-www-form-urlencoded", b"\xff\xfe\0" * 10),
    ("application/json", b"{"),
    ("multipart/form-data; boundary=b", b"no part"),
    ("application/x-www-form-urlencoded", b"action=" + b"a" * 3_000_000),
]


def test_a_chair_that_is_handed_on_is_offered_to_who_has_the_link_and_its_link_to_nobody_else(cast: Cast) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    client_of(cast.axis).post(reverse("game-hand-over", args=(game.pk, "axis")))
    link = reverse("game-join", args=(token_of(game.controllers.get(side="axis")),))
    skirmish = reverse("skirmish", args=(game.skirmish_id,))
    assert "Send this link" not in client_of(cast.owner).get(skirmish).content.decode()
    assert "Send this link" in client_of(cast.axis).get(skirmish).content.decode()
    offered = client_of(cast.pilot).get(link).content.decode()
    assert "axis keeps a chair for you" in " ".join(offered.split())
    assert client_of(cast.pilot).post(link)["Location"] == reverse("game", args=(game.pk,))
    assert "Somebody else has taken this chair" in client_of(cast.stranger).get(link).content.decode()


def test_an_empty_chair_is_offered_to_all_who_play(cast: Cast) -> None:
    game = make.game(cast.owner, axis=None)
    shown = client_of(cast.owner).get(reverse("skirmish", args=(game.skirmish_id,))).content.decode()
    assert "Send this link" in shown


@pytest.mark.portable
def test_a_number_that_no_game_can_have_is_no_game(cast: Cast, subtests: pytest.Subtests) -> None:
    client = client_of(cast.owner)
    for number in (0, 2**31, 2**63, 10**30):
        for name in DOORS:
            with subtests.test(name, number=number):
                assert client.post(reverse(name, args=(number, "allied"))).status_code in (404, 405)
        assert client.get(reverse("game-news", args=(number, "allied"))).status_code == 403


def test_a_game_that_cannot_go_on_after_a_pause_says_so_on_the_page_that_waits(cast: Cast) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    over = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(opening="no such line", resumes_at=over)
    KEPT.take(game.key)
    client, seen = client_of(cast.owner), game.seen["allied"]
    news = client.get(reverse("game-news", args=(game.pk, "allied")), headers={"If-None-Match": f'"{seen}"'})
    assert news.status_code == 200, "another page is to be asked for"
    shown = client.get(reverse("cockpit", args=(game.pk, "allied")), headers={"HX-Request": "true"})
    assert shown["HX-Redirect"] == reverse("skirmish", args=(game.skirmish_id,))


def test_who_has_left_his_seat_finds_every_door_closed_at_once(cast: Cast) -> None:
    campaign = make.club(cast)
    with on_screen.drawn(5):
        game = begun(make.opened(campaign))
    seats.give_up_seats(actor=cast.axis, campaign=campaign, user=cast.axis)
    client = client_of(cast.axis)
    for name in DOORS:
        assert client.post(reverse(name, args=(game.pk, "axis"))).status_code in (404, 405), name
    assert client.get(reverse("game-playback", args=(game.pk, "axis"))).status_code == 404
    assert client.get(reverse("game-news", args=(game.pk, "axis"))).status_code == 403
    tasks.games_due()
    game.refresh_from_db()
    assert game.side in ("allied", ""), "the staff goes on"


@pytest.mark.portable
def test_the_pages_of_a_campaign_that_is_gone_are_gone(cast: Cast) -> None:
    campaign = make.club(cast)
    game = begun(make.opened(campaign))
    campaign.delete()
    client = client_of(cast.allied)
    assert client.get(reverse("game-news", args=(game.pk, "allied"))).status_code == 403
    assert client.get(reverse("cockpit", args=(game.pk, "allied"))).status_code == 404
    tasks.games_due()


@pytest.mark.parametrize("odd", ODD)
def test_nonsense_is_answered_and_changes_nothing(cast: Cast, odd: str, subtests: pytest.Subtests) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    before = on_screen.fresh(game)
    client = client_of(of_open_side(cast, game))
    for name in ("cockpit", "game-playback"):
        url = reverse(name, args=(game.pk, game.side))
        for headers in ({}, {"HX-Request": "true"}):
            with subtests.test(name, headers=headers):
                query = dict.fromkeys(("card", "at", "since", "on", "hint", "why"), odd)
                assert client.get(url, query, headers=headers).status_code == 200
    for name in ("game-decide", "game-take-back", "game-habits"):
        for seen in (odd, before.seen[game.side]):
            with subtests.test(name, seen=seen):
                sent = {"action": odd, "seen": seen, "habit": [odd]}
                url = reverse(name, args=(game.pk, game.side))
                assert client.post(url, sent, headers={"HX-Request": "true"}).status_code == 200
    after = on_screen.fresh(game)
    assert (after.count, after.side, after.seen) == (before.count, before.side, before.seen)


@pytest.mark.sweep
@pytest.mark.parametrize(("content_type", "body"), BODIES)
def test_a_body_that_is_no_form_decides_nothing(cast: Cast, content_type: str, body: bytes) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    client = client_of(of_open_side(cast, game))
    url = reverse("game-decide", args=(game.pk, game.side))
    assert client.post(url, body, content_type=content_type).status_code in (302, 400)
    assert on_screen.fresh(game).count == game.count


def of_open_side(cast: Cast, game: Game) -> User:
    return cast.owner if game.side == "allied" else cast.axis


def test_who_plays_with_an_open_chair_and_another_tab_loses_nothing(cast: Cast) -> None:
    """The chair is taken while his page is open: his click is refused as that of a stranger, and decides nothing."""
    game = make.game(cast.owner)
    shown = on_screen.page(game, "allied", cast.owner)
    games.sit_down(actor=cast.pilot, token=token_of(games.hand_over(actor=cast.owner, game=game, side="allied")))
    sent = {"action": shown.buttons[0].action, "seen": shown.seen}
    assert client_of(cast.owner).post(reverse("game-decide", args=(game.pk, "allied")), sent).status_code == 404
    assert on_screen.fresh(game).count == game.count
