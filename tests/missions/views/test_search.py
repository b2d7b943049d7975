"""One search over all that somebody may see, and over nothing else."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Pilot
from campaigns.operations import players
from clubs.operations import clubs as club_operations
from config.common.finding import Wanted, plain
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db
QUERIES = 12
"""Who is signed in, the bar's notices, and those of the search."""


def found(client: Client, user: User, text: str) -> list[tuple[str, str]]:
    """Address and name of each hit."""
    client.force_login(user)
    page = client.get(reverse("search"), {"q": text})
    assert page.status_code == 200
    hits = page.content.decode().partition('id="found"')[2]
    return re.findall(r'<a href="([^"]+)">.*?<strong>([^<]*)</strong>', hits, re.DOTALL)


def names(client: Client, user: User, text: str) -> list[str]:
    return [name for _, name in found(client, user, text)]


def of_side(campaign: Campaign, side: str, *, flown: bool) -> Pilot:
    men = campaign.pilots.filter(side=side, on_roster=True).order_by("pk")
    has_flown = men.filter(entries__kind="sortie").distinct()
    return (has_flown if flown else men.exclude(pk__in=has_flown))[0]


def test_one_search_finds_campaigns_missions_packs_and_aircraft_by_words_of_their_names(cast: Cast, client: Client):
    mission = make.drawn(make.campaign(cast.owner))
    assert names(client, cast.owner, "desert EVE") == ["Desert evenings"]
    assert (reverse("pack", args=[make.DOGFIGHTS]), mission.campaign.pack.title) in found(
        client, cast.owner, "dogfights"
    )
    assert (reverse("mission", args=[mission.campaign_id, 1]), mission.title) in found(
        client, cast.owner, mission.title
    )
    assert (reverse("aircraft", args=["spitfire-i"]), "Supermarine Spitfire Mk I") in found(client, cast.owner, "spitf")
    assert "Nothing that you may see" in client.get(reverse("search"), {"q": "zeppelin dirigible"}).content.decode()


def test_aircraft_of_ones_own_and_of_ones_clubs_are_found_and_nobody_elses(cast: Cast, client: Client):
    own = make.card(cast.owner, name="Freeland Kite").card
    make.card(cast.stranger, name="Secret Kite")
    assert found(client, cast.owner, "kite") == [(reverse("aircraft", args=[own.slug]), "Freeland Kite")]
    assert client.get(reverse("aircraft", args=[own.slug])).status_code == 200
    assert names(client, cast.reader, "kite") == []


def test_every_hit_leads_to_a_page(cast: Cast, client: Client):
    begun = make.club(cast, make.PERIODS)
    make.debriefed(begun)
    for user, text in ((cast.umpire, "er"), (cast.allied, "an"), (cast.axis, "jagd"), (cast.reader, "an")):
        hits = found(client, user, text)
        assert hits
        for link, name in hits:
            if "/aircraft/" not in link:
                assert client.get(link).status_code == 200, (user, name)


@pytest.mark.portable
def test_who_commands_a_side_finds_his_own_men_and_of_the_enemy_those_who_have_flown(cast: Cast, client: Client):
    begun = make.club(cast)
    make.debriefed(begun)
    at_home, flew = of_side(begun, "axis", flown=False), of_side(begun, "axis", flown=True)
    assert names(client, cast.axis, at_home.name) == [at_home.name]
    for enemy in (cast.allied, cast.pilot, cast.reader):
        assert at_home.name not in names(client, enemy, at_home.name)
        assert flew.name in names(client, enemy, flew.name)
    assert at_home.name in names(client, cast.umpire, at_home.name)


def test_the_enemys_squadrons_are_found_when_the_campaign_is_over_and_not_before(cast: Cast, client: Client):
    begun = make.duel(cast)
    make.debriefed(begun)
    title = "Frontier"
    assert names(client, cast.owner, title)
    assert not [link for link, _ in found(client, cast.axis, title) if "/squadrons/" in link]
    make.finished(begun)
    assert [link for link, _ in found(client, cast.axis, title) if "/squadrons/" in link]


def test_a_page_without_hits_is_the_same_whatever_the_enemy_has(cast: Cast, client: Client):
    begun = make.duel(cast)
    make.drawn(begun)
    hidden = of_side(begun, "axis", flown=False).name

    def page(text: str) -> str:
        client.force_login(cast.owner)
        return client.get(reverse("search"), {"q": text}, headers={"HX-Request": "true"}).content.decode()

    assert page(hidden).replace(hidden, "") == page("Nobody Whatever").replace("Nobody Whatever", "")


def test_a_player_finds_his_own_man_who_has_not_flown(cast: Cast, client: Client):
    begun = make.club(cast)
    make.drawn(begun)
    man = of_side(begun, "allied", flown=False)
    assert man.name not in names(client, cast.pilot, man.name)
    players.give_pilot(actor=cast.umpire, campaign=begun, pilot=man, player=cast.pilot)
    assert man.name in names(client, cast.pilot, man.name)


def test_a_stranger_finds_nothing_of_a_campaign_and_a_club_member_what_readers_may(cast: Cast, client: Client):
    begun = make.campaign(cast.owner)
    make.debriefed(begun)
    flew = of_side(begun, "allied", flown=True)
    for text in (flew.name, "Desert evenings"):
        assert names(client, cast.stranger, text) == []
        assert names(client, cast.reader, text) == []
    club_operations.move_campaign(actor=cast.owner, campaign=begun, club=make.people_of(cast))
    assert names(client, cast.reader, flew.name) == [flew.name]


@pytest.mark.portable
def test_a_search_has_as_many_queries_whatever_there_is(cast: Cast, client: Client, django_assert_num_queries):
    make.debriefed(make.club(cast, make.PERIODS))
    client.force_login(cast.umpire)
    with django_assert_num_queries(QUERIES):
        client.get(reverse("search"), {"q": "an"})
    for seed in range(3, 6):
        make.debriefed(make.club(cast, seed=seed))
    with django_assert_num_queries(QUERIES):
        client.get(reverse("search"), {"q": "an"})


def test_too_few_letters_or_too_many_are_told_and_nothing_else_is_a_mistake(cast: Cast, client: Client):
    client.force_login(cast.reader)
    for text, said in (("a", "2 letters at least"), ("a" * 81, "up to 80 letters")):
        answer = client.get(reverse("search"), {"q": text})
        assert (answer.status_code, said in answer.content.decode()) == (422, True)
    for text in ("", "   ", "%", "%%", "\x00\x00", "<b>bold</b>", "'; --", "\N{COMBINING ACUTE ACCENT}" * 3, "🛩🛩"):
        answer = client.get(reverse("search"), {"q": text})
        assert answer.status_code in (200, 422), text
        assert "<b>bold" not in answer.content.decode()


def test_the_page_head_has_a_field_for_those_who_are_signed_in(cast: Cast, client: Client):
    assert "data-search" not in client.get(reverse("about")).content.decode()
    client.force_login(cast.reader)
    page = client.get(reverse("home")).content.decode()
    assert f'action="{reverse("search")}"' in page
    assert 'aria-keyshortcuts="/"' in page


@pytest.mark.parametrize(
    ("text", "name"),
    [("gunther", "Günther"), ("GÜNTHER", "Günther"), ("öst mark", "Mark Österman"), ("109 bf", "Bf 109E-3")],
)
def test_names_are_found_without_case_or_accents(text: str, name: str):
    assert Wanted.of(text).is_in(name)
    assert not Wanted.of(text).is_in("Somebody Else")
    assert plain(plain(name)) == plain(name)
