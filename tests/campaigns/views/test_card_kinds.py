"""Targets, nations and men on a shelf: their desks, their files, what is of a nation, and a club's."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.heraldry.kill_board import mark
from campaigns.models import Pack, ShelfCard
from campaigns.operations import cards
from campaigns.packs.card_files import card_toml
from campaigns.packs.reader import read_card_file, read_pack
from config.common.refusals import Refusal
from engine.core import own_types
from missions.models import Skirmish
from tests import make
from tests.campaigns.documents import reading
from tests.campaigns.packs.test_cards import text_of
from tests.campaigns.views.test_cards import filled, upload
from tests.cast import Cast
from tests.each import for_each

SENT: dict[str, dict[str, Any]] = {
    "targets": {
        "slug": "", "name": "The dam", "class": "industrial", "hardened": "", "area_flak": "1", "target_flak": "2",
        "damage.hit": "1", "damage.direct": "", "damage.vital": "", "levels": "1", "levels.0.name": "Breached",
        "levels.0.damage": "3", "levels.0.points": "5",
    },
    "nations": {"slug": "siam", "name": "Siam", "roundel": ["#b3282d", "#ffffff", "#27477f", ""]},
    "men": {
        "slug": "jp", "services.key": ["IJNAS", ""], "services.value": ["Saitō Jūrō\r\n坂井三郎, A", ""],
    },
    "resources": {
        "slug": "", "side": "allied", "title": "A second patrol", "text": "Two more come in.", "gives": "1",
        "gives.0.effect": "element", "gives.0.aircraft": ["Hawker Hurricane Mk I", ""], "gives.0.count": "1",
    },
}  # fmt: skip
"""What a browser sends of each desk."""


@pytest.fixture(autouse=True)
def signed_in(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)


def new(kind: str, system: str = "wildblue") -> str:
    return reverse("own-kind-new", args=(kind, system))


def read(answer: Any) -> str:
    return unescape(answer.content.decode())


@pytest.mark.portable
@for_each(SENT)
def test_a_card_of_each_kind_is_made_by_form_and_goes_by_file_to_another_shelf(kind: str) -> None:
    client = Client()
    cast = {name: User.objects.get(username=name) for name in ("owner", "stranger")}
    client.force_login(cast["owner"])
    assert "Keep it" in read(client.get(new(kind)))
    assert client.post(new(kind), SENT[kind] | {"draw": "1"}).status_code == 200
    assert not ShelfCard.objects.filter(kind=kind).exists()
    answer = client.post(new(kind), SENT[kind] | {"keep": ""})
    assert answer.status_code == 302, re.findall(r"errorlist.*?</ul>", read(answer), re.S)
    (row,) = ShelfCard.objects.filter(kind=kind)
    assert row.version == 1
    page = reverse("own-kind", args=(kind, "wildblue", row.written))
    assert client.post(page, SENT[kind] | {"slug": row.written}).status_code == 302
    assert ShelfCard.objects.filter(kind=kind).count() == 1, "what says the same is no new version"
    file = read(client.get(reverse("own-kind-toml", args=(kind, "wildblue", row.written))))
    whole = read(client.get(reverse("own-cards-toml", args=("wildblue",))))
    assert file.removeprefix('system = "wildblue"').strip() in whole
    client.force_login(cast["stranger"])
    assert client.get(page).status_code == 404
    assert "1 card: 1 new." in upload(client, file)
    assert ShelfCard.objects.get(owner=cast["stranger"], kind=kind).card == row.card
    client.post(reverse("own-kind-delete", args=(kind, "wildblue", row.written)))
    assert ShelfCard.objects.get(kind=kind).owner == cast["owner"]


@pytest.mark.parametrize(
    ("kind", "changed", "said"),
    [
        ("targets", {"levels.0.points": "100"}, "use 99 or less. [Wild Blue Yonder 21]"),
        ("targets", {"area_flak": "many"}, "Area flak:"),
        ("targets", {"slug": "My Dam!"}, "Use lower-case letters and figures"),
        ("targets", {"slug": "new"}, "it is a word of an address"),
        ("targets", {"damage.hit": ""}, "The rules refuse this card"),
        ("targets", {"name": "A\x00B"}, "a character in it that no text has"),
        ("nations", {"slug": "gb"}, "is a nation of the house’s"),
        ("nations", {"slug": "a-b"}, "a code of two to six letters"),
        ("nations", {"roundel": ["blue", "#ffffff"]}, "use a colour such as"),
        ("men", {"slug": "nowhere"}, "Choose the nation whose men they are."),
        ("men", {"services.value": ["Ann\nAnn", ""]}, "Ann stands twice"),
        ("men", {"services.value": ["Ann, X", ""]}, "There is no Skill 'X'"),
        ("men", {"services.value": ["Ann, Veteran", ""]}, "the codes are A, BM"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_nothing_is_kept(
    client: Client, kind: str, changed: dict[str, Any], said: str
) -> None:
    answer = client.post(new(kind), SENT[kind] | changed)
    assert answer.status_code == 422
    assert said in read(answer)
    assert not ShelfCard.objects.exists()


def test_a_nation_may_be_typed_in_capitals(client: Client, cast: Cast) -> None:
    sent = SENT["nations"] | {"slug": "SIAM", "roundel": ["#B3282D", "#FFFFFF", ""]}
    assert client.post(new("nations"), sent).status_code == 302
    assert ShelfCard.objects.get(owner=cast.owner).written == "siam"


def test_a_resource_brings_aircraft_of_the_house_and_of_its_shelf_alone(client: Client, cast: Cast) -> None:
    other = SENT["resources"] | {"gives.0.aircraft": ["our-kite", ""]}
    refused = client.post(new("resources"), other)
    assert refused.status_code == 422
    assert "no aircraft of this game is called so" in read(refused)
    client.post(reverse("own-card-new", args=("wildblue",)), filled("wildblue", slug="our-kite", name="Kite"))
    assert '<option value="Kite">' in read(client.get(new("resources")))
    assert client.post(new("resources"), SENT["resources"] | {"gives.0.aircraft": ["Kite", ""]}).status_code == 302
    kept = ShelfCard.objects.get(kind="resources").card.table
    assert kept["gives"][0]["aircraft"] == ["our-kite"]


def test_rows_of_a_desk_come_and_go_without_scripts_and_nothing_is_kept_by_that(client: Client) -> None:
    page = read(client.post(new("targets"), SENT["targets"] | {"do": "add levels"}))
    assert 'name="levels" value="2"' in page
    assert 'value="The dam"' in page
    assert not ShelfCard.objects.exists()
    assert client.post(new("targets"), SENT["targets"] | {"do": "up levels.7"}).status_code == 422


def test_a_game_has_desks_of_what_it_knows_alone(client: Client) -> None:
    assert client.get(new("targets", "wwi")).status_code == 404
    assert client.get(new("men", "sabin")).status_code == 404
    assert client.get(new("resources", "wwi")).status_code == 404
    assert client.get(new("nations", "angels")).status_code == 200
    assert client.get(reverse("own-cards") + "planes/wildblue/new/").status_code == 404


def test_an_own_fighter_of_an_own_nation_is_made_by_forms_and_follows_its_nation(client: Client, cast: Cast) -> None:
    assert client.post(new("nations"), SENT["nations"]).status_code == 302
    desk = reverse("own-card-new", args=("wildblue",))
    assert '<option value="siam">Siam, your own</option>' in read(client.get(desk))
    sent = filled("wildblue", slug="hawk", name="Hawk 75N", nation="siam", service="RTAF")
    assert client.post(desk, sent).status_code == 302
    first = ShelfCard.objects.get(kind="aircraft").card.slug
    shown = read(client.get(reverse("aircraft", args=(first,))))
    assert "Siam" in shown
    assert '<option value="siam" selected>' in read(client.get(reverse("own-card", args=("wildblue", "hawk"))))
    red = {"roundel": ["#b3282d", "#ffffff", ""]}
    page = reverse("own-kind", args=("nations", "wildblue", "siam"))
    assert "1 new version" in read(client.post(page, SENT["nations"] | red, follow=True))
    hawk = ShelfCard.objects.filter(kind="aircraft").latest("version")
    assert hawk.version == 2
    assert [shape.fill for shape in mark(hawk.card.table["nation"])] == ["#b3282d", "#ffffff"]
    refused = client.post(reverse("own-kind-delete", args=("nations", "wildblue", "siam")), follow=True)
    assert "Others on this shelf are of that nation: Hawk 75N" in read(refused)
    file = read(client.get(reverse("own-card-toml", args=("wildblue", "hawk"))))
    assert "[cards.nations.siam]" in file
    assert read_card_file(file, "hawk.toml")[1]["aircraft"]["hawk"] == hawk.card.table
    client.force_login(cast.stranger)
    alone = file.replace(file[file.index("[cards.nations") : file.index("[cards.aircraft")], "")
    assert "'siam' is no nation here" in read_plain(upload(client, alone))
    assert "2 cards: 2 new." in upload(client, file)


def read_plain(page: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", page))


def test_an_aircraft_of_an_own_nation_flies_in_a_skirmish_and_in_a_pack_that_names_it(
    client: Client, cast: Cast
) -> None:
    make.kind_card(cast.owner, "nations", "siam")
    make.kind_card(cast.owner, "men", "siam")
    desk = filled("wildblue", slug="our-kite", name="Kite", nation="siam", service="RTAF")
    client.post(reverse("own-card-new", args=("wildblue",)), desk)
    kite = ShelfCard.objects.get(kind="aircraft").card
    address = reverse("skirmish-own", args=("wildblue",))
    key = re.search(r'name="key" value="([^"]+)"', read(client.get(address)))
    assert key
    sent = {"key": key[1], "control-allied": "staff", "control-axis": "staff", "axis-1-aircraft": "bf-109e-7"}
    assert client.post(address, sent | {"allied-1-aircraft": kite.slug}).status_code == 302
    own_types._KNOWN.clear()
    assert client.get(reverse("skirmish", args=(Skirmish.objects.get().pk,))).status_code == 200
    text = text_of(make.LAND).replace('slug = "rommel-attacks"', 'slug = "ours"', 1)
    text = text.replace('"hurricane-i"', '"our-kite"').replace("pilots = { gb = 14 }", "pilots = { gb = 14, siam = 1 }")
    text = text.replace('services = ["RAF"]', 'services = ["RAF", "RTAF"]', 1)
    kept = client.post(reverse("pack-new"), {"text": text, "keep": ""})
    assert kept.status_code == 302, read_plain(read(kept))
    pack = read_pack(Pack.objects.get(slug="ours").source, "ours.toml")
    carried = tomllib.loads(Pack.objects.get(slug="ours").source)["cards"]
    assert {kind: list(each) for kind, each in carried.items()} == {
        "nations": ["siam"], "aircraft": ["our-kite"], "men": ["siam"]
    }  # fmt: skip
    assert {man.name for man in pack.men(kite.table["nation"])} == {"Somchai Dee", "Anan Suk"}
    shown = " ".join(read_plain(read(client.get(reverse("pack", args=("ours",))))).split())
    assert "Siam nation" in shown
    assert "Men of Siam 2 names of RTAF" in shown


def test_a_target_of_a_shelf_goes_into_a_pack_that_names_it(client: Client, cast: Cast) -> None:
    make.kind_card(cast.owner, "targets", "our-dam")
    text = re.sub(r'slug = "rommel-attacks"', 'slug = "ours"', text_of(make.LAND), count=1)
    text = re.sub(r'target = \{ slug = "[a-z-]+"', 'target = { slug = "our-dam"', text, count=1)
    assert client.post(reverse("pack-new"), {"text": text, "keep": ""}).status_code == 302
    assert "[cards.targets.our-dam]" in Pack.objects.get(slug="ours").source
    printed = reverse("pack-target-cards", args=("ours",))
    assert printed in read(client.get(reverse("pack", args=("ours",))))
    assert "The dam" in reading.whole_text_of(client.get(printed).content)
    assert client.get(reverse("pack-target-cards", args=(make.pack().slug,))).status_code == 404
    alone = reverse("own-target-card", args=("wildblue", "our-dam"))
    assert alone in read(client.get(reverse("own-kind", args=("targets", "wildblue", "our-dam"))))
    assert "Breached" in reading.whole_text_of(client.get(alone).content)


def test_a_file_whose_cards_clash_with_those_of_the_shelf_makes_them_new_versions_with_all_that_is_of_them(
    client: Client, cast: Cast
) -> None:
    make.kind_card(cast.owner, "nations", "siam")
    make.kind_card(cast.owner, "men", "siam")
    make.kind_card(cast.owner, "targets", "dam")
    file = read(client.get(reverse("own-cards-toml", args=("wildblue",))))
    assert "3 as they were" in upload(client, file)
    start = file.index("[cards.nations.siam]")
    of_nation = file[:start] + file[start : file.index("[cards.targets")].replace("Siam", "Thailand")
    shown = upload(client, of_nation)
    assert "a new version of siam" in shown
    assert "1 new version." in shown
    men = ShelfCard.objects.filter(kind="men").latest("version")
    assert men.version == 2
    assert own_types.table_of(men.card.table["nation"])["name"] == "Thailand"  # type: ignore[index]


def test_nations_and_men_go_out_as_spreadsheets_and_come_back_the_same(client: Client, cast: Cast) -> None:
    for kind in ("nations", "men"):
        make.kind_card(cast.owner, kind, "siam")
    make.kind_card(
        cast.owner, "men", "jp", services={"IJNAS": [{"name": "=Saitō", "skills": ["A"]}, {"name": "坂井三郎"}]}
    )
    tables = {kind: client.get(reverse("own-kind-csv", args=(kind, "wildblue"))).content for kind in ("nations", "men")}
    assert "'=Saitō,A," in tables["men"].decode()
    assert client.get(reverse("own-kind-csv", args=("targets", "wildblue"))).status_code == 404
    client.force_login(cast.stranger)
    for kind, count in (("nations", 1), ("men", 2)):
        said = upload(client, tables[kind], f"{kind}.csv", "wildblue")
        assert f"{count} new." in said
    before, after = (
        {row.card.slug for row in ShelfCard.objects.filter(owner=who)} for who in (cast.owner, cast.stranger)
    )
    assert before == after


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nation,service,name\nzz,RAF,Ann", "'zz' is no nation here"),
        ("nation,service,name\ngb,RAF,Ann\ngb,RAF,Ann", "line 3"),
        ("nation,service,name\ngb,,Ann", "line 2"),
        ("nation,service,name,woman\ngb,RAF,Ann,perhaps", "Use yes or no"),
        ("nation,service,name,rank\ngb,RAF,Ann,Major", "There is no such column"),
        ("nation,service,name,skills\ngb,RAF,Ann,X", "There is no Skill"),
        ("code,name,roundel\nsiam,Siam,red white", "use a colour such as"),
        ("code,name,roundel\ngb,Britain,#ffffff #000000", "a nation of the house’s"),
        ("code,name\nsiam,Siam", "roundel"),
        ("nation;service;name\ngb;RAF;A\x01B", "a character in it that no text has"),
        ("nation,service,name,name\ngb,RAF,Ann,Bea", "two columns of this name"),
        ("slug,name,name\nkite,Kite,Kate", "two columns of this name"),
    ],
)
def test_a_spreadsheet_is_refused_at_its_line(client: Client, text: str, said: str) -> None:
    page = read_plain(upload(client, text, "table.csv", "wildblue"))
    assert said in " ".join(page.split())
    assert not ShelfCard.objects.exists()


def shaken(value: Any) -> Any:
    """The same with its keys in the order in which PostgreSQL gives them."""
    if isinstance(value, dict):
        return {key: shaken(value[key]) for key in sorted(value, key=lambda key: (len(key), key))}
    return list(map(shaken, value)) if isinstance(value, list) else value


def test_a_file_has_the_order_of_the_format_whatever_order_a_database_gives(cast: Cast) -> None:
    make.kind_card(cast.owner, "nations", "siam")
    rows = [
        make.kind_card(cast.owner, "men", "siam"),
        make.kind_card(cast.owner, "targets", "dam", fixed={"name": "a map", "class": "a book"}),
        make.card(cast.owner, nation="siam"),
        ShelfCard.objects.get(kind="nations"),
    ]
    for row in rows:
        table = row.card.table
        assert shaken(table) == table
        text = card_toml("wildblue", row.kind, row.written, table)
        assert card_toml("wildblue", row.kind, row.written, shaken(table)) == text
    assert text.startswith("[cards.nations.siam]\nname =")


NONSENSE = ("", "0", "-5", "99999999999", "1.5", "word", "ä\u202e{}%s'\"\\", "#b3282d", "a, b, c", "\x00", "x" * 700)


@pytest.mark.sweep
@for_each(SENT)
def test_whatever_is_sent_of_a_kind_is_kept_as_a_card_that_a_file_holds_or_refused(kind: str) -> None:
    client, chance = Client(), Random(kind)
    client.force_login(User.objects.get(username="owner"))
    kept = 0
    for turn in range(60):
        sent = dict(SENT[kind])
        for name in chance.sample(sorted(sent), chance.choice((1, 1, 2, 3))):
            value = sent[name]
            sent[name] = (
                [chance.choice(NONSENSE) for _ in value] if isinstance(value, list) else chance.choice(NONSENSE)
            )
        if chance.random() < 0.2:
            sent["do"] = chance.choice(("add levels", "remove levels.0", "up", "copy roundel.3", "add services"))
        answer = client.post(new(kind), sent)
        assert answer.status_code in (200, 302, 422), (turn, sent)
        if answer.status_code == 302:
            kept += 1
            row = ShelfCard.objects.filter(kind=kind).latest("pk")
            file = read(client.get(reverse("own-kind-toml", args=(kind, "wildblue", row.written))))
            assert read_card_file(file, "x.toml")[1][kind][row.written] == row.card.table
    assert kept, "some nonsense is none"


def test_nothing_stands_on_a_shelf_of_a_nation_that_does_not(cast: Cast) -> None:
    make.kind_card(cast.owner, "nations", "siam")
    men = make.kind_card(cast.owner, "men", "siam").card
    with pytest.raises(Refusal, match="of a nation that is not on this shelf"):
        cards.put_on_shelf(actor=cast.stranger, system="wildblue", cards={"men": {"siam": men.table}})
    assert not ShelfCard.objects.filter(owner=cast.stranger).exists()


def test_a_clubs_targets_are_changed_by_its_umpires_and_seen_by_its_members(client: Client, cast: Cast) -> None:
    club = make.people_of(cast)
    own = make.kind_card(cast.owner, "targets", "dam")
    page = read(client.get(reverse("own-kind", args=("targets", "wildblue", "dam"))))
    begun = f"{reverse('club-kind-new', args=(club.pk, 'targets', 'wildblue'))}?from=dam"
    assert begun in page
    assert 'value="The dam"' in read(client.get(begun))
    client.force_login(cast.umpire)
    address = reverse("club-kind-new", args=(club.pk, "targets", "wildblue"))
    assert client.post(address, SENT["targets"] | {"slug": "dam"}).status_code == 302
    assert ShelfCard.objects.get(club=club).card == own.card
    client.force_login(cast.pilot)
    shown = read(client.get(reverse("club-kind", args=(club.pk, "targets", "wildblue", "dam"))))
    assert "Kept by umpire" in shown
    assert "Breached" in shown
    assert "Keep it" not in shown
    assert "The dam" in read(client.get(reverse("club-cards", args=(club.pk,))))


def test_a_list_that_no_field_can_show_is_left_to_its_file(client: Client, cast: Cast) -> None:
    make.kind_card(cast.owner, "men", "jp", services={"IJNAS": [{"name": "Ito, the younger"}]})
    page = reverse("own-kind", args=("men", "wildblue", "jp"))
    assert "No field can show this." in read(client.get(page))
    assert client.post(page, {"slug": "jp"}).status_code == 302
    assert ShelfCard.objects.count() == 1


def test_no_upload_of_cards_is_read_as_a_pack(client: Client) -> None:
    file = SimpleUploadedFile("x.toml", b"system = 'wwi'\n[cards.targets.x]\nname = 'X'")
    answer = client.post(reverse("own-cards-bring"), {"file": file, "system": ""})
    assert answer.status_code == 422
