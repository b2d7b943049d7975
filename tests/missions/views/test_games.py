"""Games on screen in their pages."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

import engine
from missions.games.cache import KEPT
from missions.models import Game, GameEntry
from tests import make, screen
from tests.cast import Cast
from tests.missions import on_screen


def test_a_game_that_the_rules_no_longer_follow_says_so_and_keeps_what_was_decided(cast: Cast, client: Client) -> None:
    game = make.game(cast.owner)
    client.force_login(cast.owner)
    url = reverse("cockpit", args=(game.pk, "allied"))
    page = client.get(url).context["page"]
    client.post(f"{url}decide/", {"action": page.buttons[0].action, "seen": page.seen})
    GameEntry.objects.filter(game=game, number=1).update(lines="climb to the moon")
    KEPT.take(game.key)
    shown = client.get(url, follow=True)
    assert shown.redirect_chain == [(reverse("skirmish", args=(game.skirmish_id,)), 302)]
    assert "cannot be taken up by the rules as they are here" in shown.content.decode()
    refused = client.post(f"{url}decide/", {"action": "pass", "seen": page.seen}, follow=True)
    assert "cannot be taken up by the rules as they are here" in refused.content.decode()
    assert GameEntry.objects.filter(game=game).count() >= 1


def test_whose_turn_it_is_stands_in_the_list_of_everybody_who_plays(cast: Cast, client: Client) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    chip = '<span class="chip">on screen</span>'
    decides, waits = (cast.owner, cast.axis) if game.side == "allied" else (cast.axis, cast.owner)
    client.force_login(decides)
    assert "your turn" in client.get(reverse("skirmishes")).content.decode()
    client.force_login(waits)
    shown = client.get(reverse("skirmishes")).content.decode()
    assert chip in shown
    assert "your turn" not in shown
    client.force_login(cast.stranger)
    assert chip not in client.get(reverse("skirmishes")).content.decode()


def test_of_an_enemys_hand_stands_how_many_cards_it_is_or_that_this_is_secret(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    shown = client.get(reverse("cockpit", args=(make.game(cast.owner).pk, "allied")))
    page = shown.context["page"]
    assert ([each.unit for each in page.secret_hands], page.counted_hands) == (["Axis 1"], ())
    assert "It is secret how many cards" in shown.content.decode()
    shown = client.get(reverse("cockpit", args=(make.game(cast.owner, "wwi").pk, "allied")))
    page = shown.context["page"]
    assert page.secret_hands == ()
    assert [(each.unit, each.number) for each in page.counted_hands] == [("Central Powers 1", 0)]
    assert "Central Powers 1: no cards</li>" in shown.content.decode()


def test_how_to_play_stands_beside_the_skirmishes_and_below_every_table(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    for address in (reverse("skirmishes"), reverse("cockpit", args=(make.game(cast.owner).pk, "allied"))):
        page = client.get(address).content.decode()
        assert 'id="how-to-play"' in page, address
        assert "<kbd>Backspace</kbd>: take back" in page, address


def test_who_has_never_decided_anything_is_shown_the_guided_game(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    game = make.game(cast.owner)
    url, guided = reverse("cockpit", args=(game.pk, "allied")), f"{reverse('skirmishes')}#first-flight"
    assert guided in client.get(url).content.decode()
    assert 'id="first-flight"' in client.get(reverse("skirmishes")).content.decode()
    on_screen.act(game, [cast.owner])
    assert guided not in client.get(url).content.decode()


def test_what_the_staff_would_do_is_told_with_its_reason_and_what_comes_next(cast: Cast, client: Client) -> None:
    with on_screen.drawn(5):
        game = make.game(cast.owner)
    client.force_login(cast.owner)
    url = reverse("cockpit", args=(game.pk, "allied"))
    assert client.get(url).context["page"].hints == ()
    asked = client.get(url, {"hint": "1"})
    while not asked.context["page"].hints[0].instead:
        page = asked.context["page"]
        client.post(f"{url}decide/", {"action": screen.sensible(game), "seen": page.seen})
        game.refresh_from_db()
        asked = client.get(url, {"hint": "1"})
    hint = asked.context["page"].hints[0]
    label, words = hint.instead[0]
    text = unescape(re.sub(r"\s+", " ", strip_tags(asked.content.decode())))
    assert f"staff would choose {': '.join(filter(None, (hint.label, hint.why, hint.found)))}" in text
    assert f"Next best: {label} ({words})" in text
    labels = {button.label for button in asked.context["page"].buttons}
    assert {hint.label, *(each for each, _ in hint.instead)} <= labels


def test_the_usual_standing_orders_are_given_at_one_click_besides_those_that_are_ticked(
    cast: Cast, client: Client
) -> None:
    game = make.game(cast.owner)
    client.force_login(cast.owner)
    url = reverse("cockpit", args=(game.pk, "allied"))
    begun = client.get(url)
    page = begun.context["page"]
    usual = {each.slug for each in page.usual_habits}
    assert usual == {each.slug for each in engine.systems()["wildblue"].habits if each.is_usual}
    ticked = next(each.slug for each in page.habits if not each.is_usual)
    form = begun.content.decode().partition("/habits/")[2].partition("</form>")[0]
    assert f'value="{ticked}"' in form, "what is ticked there is sent with the click"
    assert "Set the usual ones" in form
    assert "Missions" not in {each.topic for each in page.habits}, "a dogfight is none"
    client.post(f"{url}habits/", {"usual": "1", "habit": [ticked]})
    shown = client.get(url)
    assert {each.slug for each in shown.context["page"].habits if each.is_set} == {*usual, ticked}
    assert "Set the usual ones" not in shown.content.decode()


def test_who_asks_what_he_may_not_do_where_all_is_allowed_is_told_so(cast: Cast, client: Client) -> None:
    game = make.game(cast.owner)
    client.force_login(cast.owner)
    url = reverse("cockpit", args=(game.pk, "allied"))
    told = "Nothing that you might try here is forbidden."
    for _ in range(on_screen.RUNAWAY):
        shown = client.get(url, {"why": "1"})
        assert (told in shown.content.decode()) == (not shown.context["page"].forbidden)
        if told in shown.content.decode():
            return
        on_screen.act(game, [cast.owner])
    raise AssertionError("something was forbidden each time")


def test_where_a_button_stands_already_the_table_is_another_choice(cast: Cast, client: Client) -> None:
    game = make.game(cast.owner, "angels", "kent")
    client.force_login(cast.owner)
    url = reverse("cockpit", args=(game.pk, "allied"))
    told, besides = "Choose what is lit on the table.", "Or choose what is lit on the table."
    found = set()
    for _ in range(on_screen.RUNAWAY):
        shown = client.get(url)
        page, text = shown.context["page"], shown.content.decode()
        stands = any(each.is_shown for each in page.buttons)
        assert (besides in text, told in text) == (page.needs_pick and stands, page.needs_pick and not stands)
        found.add((page.needs_pick, stands))
        if len(found) == 3:
            return
        on_screen.act(game, [cast.owner])
    raise AssertionError(f"only {found}")


def test_the_link_for_a_friend_stands_on_the_table_until_he_has_come(cast: Cast, client: Client) -> None:
    game = make.game(cast.owner, axis=None)
    client.force_login(cast.owner)
    url = reverse("cockpit", args=(game.pk, "allied"))
    ((title, link),) = client.get(url).context["invitations"]
    assert title == "Axis"
    client.force_login(cast.axis)
    client.post(link)
    joined = client.get(reverse("cockpit", args=(game.pk, "axis")))
    assert joined.context["page"].chair.user == cast.axis
    client.force_login(cast.owner)
    assert client.get(url).context["invitations"] == []


def test_a_skirmish_that_is_over_says_who_has_won(cast: Cast, client: Client) -> None:
    game = make.game(cast.owner)
    client.force_login(cast.owner)
    url = reverse("cockpit", args=(game.pk, "allied"))
    assert client.get(url).context["page"].verdict == ""
    on_screen.to_the_end(game, [cast.owner], on_screen.first)
    shown = client.get(url).context["page"].verdict
    won = client.get(reverse("skirmish", args=(game.skirmish_id,))).context["outcome"].winner
    assert shown == (f"Victory: {won.title}." if won else "A draw.")


def test_a_skirmish_that_is_over_says_who_sat_at_its_controls_and_counts_nobodys_cards_any_more(
    cast: Cast, client: Client
) -> None:
    game = make.game(cast.owner)
    client.force_login(cast.owner)
    url = reverse("cockpit", args=(game.pk, "allied"))
    secret = "It is secret how many cards"
    assert secret in client.get(url).content.decode()
    on_screen.to_the_end(game, [cast.owner], on_screen.first)
    assert secret not in client.get(url).content.decode()
    foot = client.get(reverse("skirmish", args=(game.skirmish_id,))).content.decode().split("skirmish-foot")[1]
    assert f"Allied: {cast.owner.get_username()}<" in foot
    assert "Axis: the staff, regular and steady<" in foot


def test_at_the_controls_stands_against_whom_one_plays_and_how_well_the_staff_does(cast: Cast, client: Client) -> None:
    def shown(game: Game) -> str:
        client.force_login(cast.owner)
        page = client.get(reverse("cockpit", args=(game.pk, "allied"))).content.decode()
        return " ".join(strip_tags(page).split())

    game = make.game(cast.owner)
    game.controllers.filter(side="axis").update(level="ace")
    assert "you are Allied, against the staff (ace)" in shown(game)
    game = make.game(cast.owner, axis=None)
    assert "against whoever takes the Axis side" in shown(game)
    assert f"against {cast.axis.username}" in shown(make.game(cast.owner, axis=cast.axis))
    assert "against" not in shown(make.game(cast.owner, axis=cast.owner)).partition("Turn")[0]
