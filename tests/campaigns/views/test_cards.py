"""Cards of one's own at the doors: the desk, the shelf, files in and out, in packs and in skirmishes."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.models import Card, Pack, ShelfCard
from campaigns.packs.card_fields import card_fields, values_of
from campaigns.packs.card_files import copy_of, file_of
from campaigns.packs.card_schema import AIRCRAFT_CARDS
from campaigns.packs.cards import whole_table
from campaigns.packs.reader import read_card_file
from campaigns.selectors.cards import usable_cards
from config.common.refusals import Refusal
from engine.core import own_types
from missions.models import Skirmish
from tests import make
from tests.campaigns.packs.test_cards import text_of
from tests.cast import Cast
from tests.each import for_each

DESK = {"wildblue": "hurricane-i", "wwi": "albatros-d-iii", "sabin": "p-51-flight", "angels": "hurricane-mk-i"}


@pytest.fixture(autouse=True)
def signed_in(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)


def filled(system: str, slug: str = "ours", **changed: str) -> dict[str, object]:
    """What a browser sends of a desk on which a type of the house's has been put."""
    values = values_of(system, copy_of(DESK[system]))
    sent: dict[str, object] = {"slug": slug}
    for field in card_fields(system):
        value = values.get(field.name)
        if field.kind == "numbers" and value:
            sent[field.name] = " ".join(map(str, value))
        elif value or (value == 0 and value is not False):
            sent[field.name] = value
    return sent | changed


def upload(client: Client, content: str | bytes, name: str = "cards.toml", system: str = "") -> str:
    file = SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)
    return client.post(reverse("own-cards-bring"), {"file": file, "system": system}, follow=True).content.decode()


@for_each(DESK)
def test_a_card_that_is_filled_in_and_kept_says_what_was_filled_in(system: str) -> None:
    client = Client()
    client.force_login(User.objects.get(username="owner"))
    answer = client.post(reverse("own-card-new", args=(system,)), filled(system, name="Kite") | {"keep": ""})
    assert answer.status_code == 302, re.findall(r"errorlist.*?</ul>", answer.content.decode(), re.S)[:3]
    table = ShelfCard.objects.get(system=system).card.table
    model = AIRCRAFT_CARDS[system].model_validate(copy_of(DESK[system]) | {"name": "Kite"})
    assert table == whole_table(model) | {"slug": table["slug"]}


def test_the_desk_begins_with_a_type_of_the_house_and_draws_its_card_without_scripts_too(client: Client) -> None:
    address = reverse("own-card-new", args=("wildblue",))
    page = client.get(f"{address}?from=hurricane-i").content.decode()
    assert 'value="Hawker Hurricane Mk I"' in page
    assert "plane-card" in page, "it is drawn before anything is typed"
    drawn = client.post(address, filled("wildblue", name="Kite") | {"draw": "1"})
    assert drawn.status_code == 200
    assert "plane-card" in drawn.content.decode()
    assert not ShelfCard.objects.exists()
    part = client.post(address, filled("wildblue", name="Kite") | {"draw": "1"}, headers={"HX-Request": "true"})
    assert "<h1>" not in part.content.decode()
    assert "plane-card" in part.content.decode()


def test_nobody_begins_with_a_card_that_they_may_not_see(client: Client, cast: Cast) -> None:
    other = make.card(cast.stranger, name="Secret").card
    assert client.get(reverse("own-card-new", args=("wildblue",)) + f"?from={other.slug}").status_code == 404
    assert client.get(reverse("aircraft", args=(other.slug,))).status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("wildblue.leader.performance", "99", "15 or less. [Wild Blue Yonder 5.2.2]"),
        ("wildblue.leader_damaged.damage", "1", "must bear more Hits than the other side. [Wild Blue Yonder 5.2.1]"),
        ("wildblue.leader.performance", "", "This is missing: add it."),
        ("slug", "My Kite!", "Use lower-case letters and figures"),
        ("slug", "new", "it is a word of an address"),
        ("nation", "zz", "Choose one of those on the list."),
        ("like", "no-such-plane", "is no aircraft of the house’s"),
    ],
)
def test_a_wrong_figure_is_refused_with_its_rule_and_nothing_is_kept(
    client: Client, field: str, value: str, said: str
) -> None:
    answer = client.post(reverse("own-card-new", args=("wildblue",)), filled("wildblue") | {field: value})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Card.objects.exists()


def test_a_changed_card_is_a_new_version_and_the_same_again_is_none(client: Client, cast: Cast) -> None:
    make.card(cast.owner)
    address = reverse("own-card", args=("wildblue", "hurricane-i"))
    sent = filled("wildblue", slug="hurricane-i", **{"wildblue.leader.performance": "7"})
    for _ in range(2):
        client.post(address, sent)
    assert [row.version for row in ShelfCard.objects.order_by("version")] == [1, 2]
    page = client.get(address).content.decode()
    assert "version 2" in page
    assert "in place of this house’s" in page


def test_a_card_goes_out_as_toml_and_csv_and_comes_back_the_same(client: Client, cast: Cast) -> None:
    kept = make.card(cast.owner, name="=Kite").card
    toml = client.get(reverse("own-cards-toml", args=("wildblue",))).content.decode()
    table = client.get(reverse("own-cards-csv", args=("wildblue",))).content.decode()
    assert "'=Kite" in table
    assert client.get(reverse("own-card-toml", args=("wildblue", "hurricane-i"))).content.decode() == toml
    client.force_login(cast.stranger)
    assert "1 card: 1 new." in upload(client, toml)
    assert ShelfCard.objects.get(owner=cast.stranger).card == kept
    assert "1 as they were" in upload(client, table.encode(), "cards.csv", "wildblue")


def test_a_file_whose_card_clashes_with_one_on_the_shelf_makes_it_a_new_version(client: Client, cast: Cast) -> None:
    make.card(cast.owner, name="Kite")
    toml = client.get(reverse("own-cards-toml", args=("wildblue",))).content.decode()
    assert "a new version of hurricane-i" in upload(client, toml.replace("Kite", "Hawk"))
    assert [row.card.table["name"] for row in ShelfCard.objects.order_by("version")] == ["Kite", "Hawk"]


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        ("x" * 1_000_001, "cards.toml", "larger than 1 MB"),
        ("[[[[", "cards.toml", "not valid TOML"),
        ("system = 'wildblue'", "cards.toml", "There are no cards in this file"),
        ("system = 'chess'\n[cards.aircraft.a]", "cards.toml", "Cards are of a game system"),
        ("title = 'x'\nsystem = 'wwi'\n[cards.aircraft.a]\nname = 3", "cards.toml", "line 1, title"),
        ("a,b\n1,2", "cards.csv", "There is no such column"),
        ("slug,name\nkite,Kite", "cards.csv", "This is missing: add it."),
        ("slug,wildblue.leader.performance\nkite,many", "cards.csv", "is no whole number"),
        ('slug\n"' + "x" * 2_000, "cards.csv", "no table of cells"),
        (b"\xff\xfe", "cards.csv", "not UTF-8"),
    ],
)
def test_a_file_that_is_no_file_of_cards_is_refused_in_sentences(
    client: Client, content: str | bytes, name: str, said: str
) -> None:
    page = upload(client, content, name, "wildblue" if name.endswith("csv") else "")
    plain = re.sub(r"<[^>]+>", "", page).replace("&#x27;", "'")
    assert said in " ".join(plain.split())
    assert not ShelfCard.objects.exists()


def test_a_card_of_a_file_that_no_address_could_name_is_refused(client: Client, cast: Cast) -> None:
    text = file_of("wildblue", [("aircraft", "new", copy_of("hurricane-i") | {"name": "Kite"})])
    assert "it is a word of an address" in upload(client, text)
    assert not ShelfCard.objects.exists()


def test_a_pack_that_names_a_card_of_its_maker_carries_it_from_then_on(client: Client, cast: Cast) -> None:
    answer = client.post(reverse("own-card-new", args=("wildblue",)), filled("wildblue", slug="our-kite", name="Kite"))
    assert answer.status_code == 302
    text = text_of(make.LAND).replace('slug = "rommel-attacks"', 'slug = "ours"', 1)
    text = text.replace('"hurricane-i"', '"our-kite"')
    kept = client.post(reverse("pack-new"), {"text": text, "keep": ""})
    assert kept.status_code == 302
    pack = Pack.objects.get(slug="ours")
    assert "[cards.aircraft.our-kite]" in pack.source
    assert pack.cards.get().table["name"] == "Kite"
    client.post(reverse("own-card-delete", args=("wildblue", "our-kite")))
    assert "Kite" in client.get(reverse("pack", args=("ours",))).content.decode()
    client.force_login(cast.stranger)
    assert client.post(reverse("pack-new"), {"text": text, "check": ""}).status_code == 422


def test_a_skirmish_of_ones_own_flies_a_card_from_the_shelf_and_no_other(client: Client, cast: Cast) -> None:
    own, other = make.card(cast.owner, name="Kite").card, make.card(cast.stranger, name="Secret").card
    address = reverse("skirmish-own", args=("wildblue",))
    page = client.get(address).content.decode()
    assert "Your own cards" in page
    assert "Secret" not in page
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key
    sent = {"key": key[1], "control-allied": "staff", "control-axis": "staff", "axis-1-aircraft": "bf-109e-7"}
    assert client.post(address, sent | {"allied-1-aircraft": other.slug}).status_code == 422
    assert client.post(address, sent | {"allied-1-aircraft": own.slug}).status_code == 302
    (skirmish,) = Skirmish.objects.all()
    assert skirmish.setup["units"][0]["aircraft"] == own.table
    client.post(reverse("own-card-delete", args=("wildblue", "hurricane-i")))
    own_types._KNOWN.clear()
    assert client.get(reverse("skirmish", args=(skirmish.pk,))).status_code == 200


def test_a_clubs_card_is_changed_by_its_umpires_and_used_by_its_members(client: Client, cast: Cast) -> None:
    club = make.people_of(cast)
    make.card(cast.owner, "gladiator-ii", name="Mine")
    client.force_login(cast.umpire)
    sent = filled("wildblue", slug="our-kite", name="Kite") | {"keep": ""}
    assert client.post(reverse("club-card-new", args=(club.pk, "wildblue")), sent).status_code == 302
    assert ShelfCard.objects.get(club=club).by == cast.umpire
    client.force_login(cast.pilot)
    card = reverse("club-card", args=(club.pk, "wildblue", "our-kite"))
    page = client.get(card).content.decode()
    assert "Kept by umpire" in page
    assert "Keep it" not in page
    assert "Kite" in client.get(reverse("club-cards", args=(club.pk,))).content.decode()
    assert "Kite" not in client.get(reverse("own-cards")).content.decode()
    skirmish = client.get(reverse("skirmish-own", args=("wildblue",))).content.decode()
    assert f"Cards of {club.name}" in skirmish
    text = text_of(make.LAND).replace('slug = "rommel-attacks"', 'slug = "ours"', 1)
    answer = client.post(reverse("pack-new"), {"text": text.replace('"hurricane-i"', '"our-kite"'), "keep": ""})
    assert answer.status_code == 302
    assert Pack.objects.get(slug="ours").cards.get().table["name"] == "Kite"
    client.force_login(cast.stranger)
    assert "Kite" not in client.get(reverse("skirmish-own", args=("wildblue",))).content.decode()


def test_ones_own_cards_come_before_a_clubs_of_the_same_slug(cast: Cast) -> None:
    club = make.people_of(cast)
    for whose, name in ((club, "Theirs"), (None, "Mine")):
        make.card(cast.owner, "gladiator-ii", club=whose, name=name)
    assert [(each.type.name, each.club) for each in usable_cards(cast.owner, "wildblue")] == [
        ("Mine", ""),
        ("Theirs", club.name),
    ]


def test_nobody_changes_a_clubs_cards_who_has_stopped_being_its_umpire(cast: Cast) -> None:
    club = make.people_of(cast)
    with pytest.raises(Refusal, match="Only umpires and owners"):
        make.card(cast.pilot, club=club)
    assert not ShelfCard.objects.exists()


NONSENSE = ("", "0", "-5", "99999999999", "1.5", "word", "ä\u202e{}%s'\"\\", "1 2 x", "yes", "[1]", "nan")


@pytest.mark.sweep
@for_each(DESK)
def test_whatever_is_sent_of_a_card_is_kept_as_one_that_packs_can_carry_or_refused(system: str) -> None:
    client, chance = Client(), Random(system)
    client.force_login(User.objects.get(username="owner"))
    address, kept = reverse("own-card-new", args=(system,)), 0
    for turn in range(60):
        sent = filled(system, slug=f"kite-{turn}")
        for name in chance.sample(sorted(sent), chance.choice((1, 1, 2, 5))):
            sent[name] = chance.choice(NONSENSE)
        answer = client.post(address, sent)
        assert answer.status_code in (302, 422), sent
        if answer.status_code == 302:
            kept += 1
            card = ShelfCard.objects.filter(system=system).latest("pk")
            file = file_of(system, [("aircraft", card.written, card.card.table)])
            assert read_card_file(file, "cards.toml")[1]["aircraft"][card.written] == card.card.table
    assert kept, "some nonsense is none"


def test_a_shelf_asks_for_all_its_cards_at_once(client: Client, cast: Cast, django_assert_max_num_queries: Any) -> None:
    for slug in ("hurricane-i", "gladiator-ii", "mc-202"):
        make.card(cast.owner, slug)
    client.get(reverse("own-cards"))
    with django_assert_max_num_queries(6):
        client.get(reverse("own-cards"))
