"""Packs and aircraft to read about."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse

import engine
from campaigns.catalogue.library import library
from campaigns.catalogue.nicknames import nicknames
from campaigns.catalogue.shapes import sheets
from campaigns.models import Pack
from campaigns.packs.schema import UnitLine
from campaigns.selectors.definitions import definition
from campaigns.selectors.outlines import address as address_of_outline
from campaigns.templatetags.ready_room import duration, plane, strength, unbroken
from config.common.vocabulary import nation_name
from engine.core import fixtures
from tests import make
from tests.cast import Cast


@pytest.fixture(autouse=True)
def signed_in(cast: Cast, client: Client) -> None:
    client.force_login(cast.reader)


def test_a_pack_shows_its_history_missions_resources_and_how_it_is_graded(client: Client) -> None:
    make.pack(make.LAND)
    page = client.get(reverse("pack", args=(make.LAND,))).content.decode()
    for said in ("Fortress Tobruk", "The Via Balbia", "Blitzkrieg", "Rout", "Blank log"):
        assert said in page


def test_a_shipped_pack_shows_how_simulated_campaigns_of_it_came_out_and_another_version_does_not(
    client: Client,
) -> None:
    shipped = make.pack(make.LAND)
    page = client.get(reverse("pack", args=(make.LAND,)))
    rows = page.context["came_out_rows"]
    assert rows[0][0].titles["allied"] == page.context["grades"][0].titles["allied"]
    assert sum(percent for _, percent in rows) == 100
    assert (
        "300 simulated campaigns of this version, flown by regular staffs on both sides; each share is sure to 5 in 100"
        in page.content.decode()
    )
    Pack.objects.filter(pk=shipped.pk).update(version="0.1")
    assert "How it comes out" not in client.get(reverse("pack", args=(make.LAND,))).content.decode()


def test_every_pack_that_ships_can_be_read(client: Client) -> None:
    for slug in (make.LAND, make.DOGFIGHTS):
        make.pack(slug)
        assert client.get(reverse("pack", args=(slug,))).status_code == 200


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"aircraft": ("gladiator-ii",)}, "Element"),
        ({"aircraft": ("gladiator-ii",), "count": 2}, "2 Elements"),
        ({"aircraft": ("gladiator-ii",), "wingman": "never"}, "Lone Leader"),
        ({"aircraft": ("hurricane-i",), "count": 2, "wingman": "optional"}, "2 Elements or Lone Leaders"),
        ({"aircraft": ("wellington-ic",), "size": 3}, "Formation of 3"),
    ],
)
def test_a_pack_counts_units_as_the_rulebook_does_and_not_single_aircraft(line: dict[str, Any], said: str) -> None:
    assert strength(UnitLine(side="allied", role="fighter", **line)) == said


def test_a_mission_says_how_many_turns_it_has(db: None) -> None:
    pack = definition(make.pack(make.LAND))
    assert duration(pack.mission("via-balbia")) == "3 Turns Target-Bound, 1 Over Target, 2 Home-Bound"
    assert duration(pack.mission("mechili")) == "6 Turns"
    assert duration(definition(make.pack("flying-circus-1917")).mission("vimy")) == "8 Turns"


def test_a_pack_that_is_not_there_is_not_found(client: Client) -> None:
    response = client.get(reverse("pack", args=("no-such-pack",)))
    assert response.status_code == 404
    assert "There is no pack of that name here." in response.content.decode()


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.sweep)])
def test_every_aircraft_has_its_page(every: int, client: Client) -> None:
    for slug, aircraft in list(library().aircraft.items())[::every]:
        response = client.get(reverse("aircraft", args=(slug,)))
        assert response.status_code == 200, slug
        assert aircraft.name in response.content.decode(), slug


def test_an_aircraft_page_says_which_figures_a_rulebook_fixes(client: Client) -> None:
    page = client.get(reverse("aircraft", args=("mc-202",))).content.decode()
    assert "Leader: Performance" in page
    assert "<td>Wild Blue Yonder Dogfight Rulebook 14.3</td>" in page
    assert "inferred from Wild Blue Yonder Dogfight Rulebook 14.5.2: over 2" in page
    assert 'class="source rulebook"' in page
    assert 'class="source own"' in page


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("ju-87b", ("Dive bombs", "Level bombs", "Slow: 5 is taken off", 'class="source public"')),
        (
            "he-111h",
            ("Torpedo", "Saturation", "Dropped", "Carries bombs, torpedoes, mines, cargo", "/aircraft/he-111p/"),
        ),
        ("he-219a-2", ("Night Combat", "Night Fighter: draws 3", "Oblique Guns: at night 4 cards")),
        ("bf-109g-6", ("Aerial Rockets", "20 mm Gun Pods", "drop tanks")),
        ("battle-i", ("Single-engined", "Mission speed")),
        ("ju-88a", ("Dive Brakes", "Turret Defense", "Wild Blue Yonder Campaign Rulebook 17.5.1")),
    ],
)
def test_an_aircraft_page_says_how_it_strikes_and_what_it_carries(
    slug: str, said: tuple[str, ...], client: Client
) -> None:
    page = client.get(reverse("aircraft", args=(slug,))).content.decode()
    for each in said:
        assert each in page, each


def test_a_card_of_what_holds_for_all_alike_shows_words_and_no_aircraft(client: Client) -> None:
    page = client.get(reverse("aircraft", args=["spitfire-flight"])).content.decode()
    assert page.count("card-plane") == 1
    assert "+1 same heading and pitch" in page
    assert "In the game" not in page, "its cards say it all"


def test_only_types_of_one_nation_and_family_are_said_to_fly_in_one_formation(client: Client) -> None:
    page = client.get(reverse("aircraft", args=("b-17f",))).content.decode()
    assert reverse("aircraft", args=("b-17g",)) in page
    assert reverse("aircraft", args=("b-24d",)) not in page
    assert "Flies in Formation with" not in client.get(reverse("aircraft", args=("ju-52",))).content.decode()


def test_the_target_cards_show_flak_damage_levels_and_where_each_figure_comes_from(client: Client) -> None:
    page = client.get(reverse("targets")).content.decode()
    for target in library().targets.values():
        assert f'id="{target.slug}"' in page
        assert target.name in page
        for level in target.levels:
            assert level.name in page
    cards = {card.slug: card for _, group in client.get(reverse("targets")).context["classes"] for card in group}
    flak = {figure.key: (figure.value, figure.provenance) for figure in cards["airfield"].figures}
    assert flak["target_flak"] == ("3", "rulebook")
    assert flak["area_flak"] == ("1", "public")
    assert flak["damage.vital"] == ("3", "supplement")
    assert "Hardened: may not be strafed." in cards["cruiser"].rules
    assert "May be struck with torpedoes." in cards["cruiser"].rules
    assert cards["drop-zone"].rules == ("Each Cargo Point delivered earns 1 VP.",)


def test_a_mission_of_a_pack_leads_to_its_target_card(client: Client) -> None:
    make.pack(make.LAND)
    page = client.get(reverse("pack", args=(make.LAND,))).content.decode()
    assert f"{reverse('targets')}#ground-forces" in page


def test_aircraft_are_narrowed_by_side_nation_and_class(client: Client) -> None:
    def shown(query: str) -> set[str]:
        address = reverse("aircraft-list") + (query or "?system=wildblue")
        pages = range(1, client.get(address).context["pages"] + 1)
        return {each.slug for page in pages for each in client.get(f"{address}&page={page}").context["aircraft"]}

    everything = library().aircraft
    known = {slug: each for slug, each in everything.items() if each.system == "wildblue"}
    assert shown("") == set(known)
    assert shown("?system=wwi&nation=fr") == {
        slug for slug, each in everything.items() if (each.system, each.nation) == ("wwi", "fr")
    }
    assert shown("?side=axis") == {slug for slug, each in known.items() if each.side == "axis"}
    assert shown("?nation=it") == {slug for slug, each in known.items() if each.nation == "it"}
    assert shown("?class=light-bomber") == {
        slug for slug, each in known.items() if each.aircraft_class == "light-bomber"
    }
    assert shown("?side=axis&nation=de") == {slug for slug, each in known.items() if each.nation == "de"}


@pytest.mark.parametrize(("query", "word"), [("side=axis", "Both sides"), ("nation=de", "All nations")])
def test_a_filter_of_aircraft_is_taken_off_by_its_first_link(query: str, word: str, client: Client) -> None:
    address = f"{reverse('aircraft-list')}?{query}"
    page = client.get(address).content.decode()
    (link,) = re.findall(rf'<a href="([^"]*)">{word}<', page)
    assert urljoin(address, link) == reverse("aircraft-list")


def test_aircraft_stand_by_nation_in_the_order_of_its_name_and_then_as_they_came_into_service(client: Client) -> None:
    shown = client.get(reverse("aircraft-list")).context["aircraft"]
    order = [(nation_name(each.nation), each.in_service) for each in shown]
    assert order == sorted(order)
    assert order[0][0] == "Britain"


def test_the_mark_of_an_aircraft_stays_on_one_line() -> None:
    assert unbroken("Republic P-47C-5 Thunderbolt") == 'Republic <span class="nowrap">P-47C-5</span> Thunderbolt'
    assert unbroken("Morane-Saulnier <b>") == "Morane-Saulnier &lt;b&gt;"


@pytest.mark.parametrize("query", ["?side=neutral", "?nation=xx", "?side=%00", "?nation=" + "x" * 3000, "?class=blimp"])
def test_a_filter_that_nothing_can_pass_is_not_found(query: str, client: Client) -> None:
    assert client.get(reverse("aircraft-list") + query).status_code == 404


def test_an_aircraft_that_is_not_there_is_not_found(client: Client) -> None:
    response = client.get(reverse("aircraft", args=("sopwith-salamander",)))
    assert response.status_code == 404
    assert "There is no aircraft of that name here." in response.content.decode()


def test_every_aircraft_of_the_list_is_drawn_and_its_outline_is_where_the_page_says(client: Client) -> None:
    found: dict[str, str] = {}
    for system in engine.systems():
        page = client.get(reverse("aircraft-list"), {"system": system}).content.decode()
        used = set(re.findall(r'<use href="(/aircraft/outlines/[^#"]+)#([^"]+)"', page))
        assert len(used) > 20
        for sheet, shape in used:
            if sheet not in found:
                found[sheet] = client.get(sheet).content.decode()
            assert f'<symbol id="{shape}"' in found[sheet]


def test_a_sheet_of_outlines_is_kept_by_browsers_under_its_version_alone(client: Client) -> None:
    client.logout()
    address, _, _ = address_of_outline("spitfire-i").partition("#")
    kept = client.get(address, headers={"accept-encoding": "gzip"})
    assert (kept["Content-Type"], kept["Content-Encoding"]) == ("image/svg+xml", "gzip")
    assert "immutable" in kept["Cache-Control"]
    plain = reverse("outlines", args=("gb",))
    assert "immutable" not in client.get(plain)["Cache-Control"]
    assert "immutable" not in client.get(f"{plain}?v=0123456789ab")["Cache-Control"]
    assert client.get(reverse("outlines", args=("atlantis",))).status_code == 404


def test_no_sheet_of_outlines_is_heavy(client: Client) -> None:
    """A table loads one or two of them."""
    for sheet in sheets():
        answer = client.get(reverse("outlines", args=(sheet,)), headers={"accept-encoding": "gzip"})
        assert len(answer.content) < 20_000, sheet


def test_a_page_writes_an_aircraft_as_a_reference_however_often_it_shows_it() -> None:
    assert len(plane("do-217n")) < 200
    assert "#plain-single" in plane("wright-flyer")


def test_the_list_of_aircraft_is_narrowed_by_words_of_the_name(client: Client) -> None:
    page = client.get(reverse("aircraft-list"), {"q": "SPIT ix"}).content.decode()
    names = re.findall(r"<strong>(.*?)</strong>", page.partition('id="hangar"')[2])
    assert names
    assert all("Spitfire" in name and "IX" in name for name in names)
    assert (
        "No aircraft here are all of that" in client.get(reverse("aircraft-list"), {"q": "dirigible"}).content.decode()
    )


def test_where_no_aircraft_is_found_a_link_leads_back_to_all_of_the_game(client: Client) -> None:
    query = {"q": "dirigible", "system": "wwi", "side": "axis"}
    page = client.get(reverse("aircraft-list"), query, headers={"HX-Request": "true"}).content.decode()
    assert "0 types" not in page
    (link,) = re.findall(r'<a href="([^"]*)">Show all of this game<', page)
    found = client.get(link).context
    assert found["system"] == "wwi"
    assert {each.side for each in found["aircraft"]} > {"axis"}


def test_the_list_of_aircraft_comes_in_pages_which_together_hold_every_type_once(client: Client) -> None:
    address, seen = f"{reverse('aircraft-list')}?system=wildblue", list[str]()
    while address:
        page = client.get(address).content.decode()
        seen += re.findall(r'<a href="/aircraft/([a-z0-9-]+)/">\s*<svg', page)
        after = re.search(r'rel="next"\s*href="([^"]*)"', page)
        address = after[1].replace("&amp;", "&") if after else ""
    assert sorted(seen) == sorted(slug for slug, each in library().aircraft.items() if each.system == "wildblue")


@pytest.mark.parametrize("page", ["0", "-1", "x", "999999", "9" * 40, ""])
def test_a_page_of_aircraft_that_there_is_not_is_the_nearest_one(client: Client, page: str) -> None:
    assert client.get(reverse("aircraft-list"), {"page": page}).status_code == 200


def test_narrowing_keeps_the_words_and_begins_at_the_first_page(client: Client) -> None:
    page = client.get(reverse("aircraft-list"), {"q": "i", "page": "2", "side": "allied"}).content.decode()
    links = re.findall(r'<a href="(/aircraft/\?[^"]*)"', page.partition('class="filters"')[2].partition("<form")[0])
    assert links
    assert all("q=i" in link and "page=" not in link for link in links)


@pytest.mark.parametrize(
    ("text", "name", "by"),
    [
        ("stuka", "Junkers Ju 87B-2", "Stuka"), ("gustav", "Messerschmitt Bf 109G-6", "Gustav"),
        ("JUG", "Republic P-47D Thunderbolt", "Jug"), ("dora focke", "Focke-Wulf Fw 190D-9", "Dora"),
        ("wurger", "Focke-Wulf Fw 190A-6", "Würger"), ("me109", "Messerschmitt Bf 109E-3", "Me 109"),
        ("bf109e", "Messerschmitt Bf 109E-3", ""), ("tiffy", "Hawker Typhoon Mk IB", "Tiffy"),
    ],
)  # fmt: skip
def test_aircraft_are_found_by_what_players_call_them_and_it_stands_beside_the_name(
    text: str, name: str, by: str, client: Client
) -> None:
    for address in (reverse("aircraft-list"), reverse("search")):
        page = client.get(address, {"q": text}).content.decode()
        found = re.sub(r"<[^>]*>", "", page.partition('aria-live="polite"')[2])
        assert re.search(rf"{re.escape(name)}\s*{f'“{by}”' if by else '[^“]'}", found), (address, found)


def test_every_nickname_belongs_to_a_type_and_is_told_on_its_page(client: Client) -> None:
    names = [each.name for each in library().aircraft.values()]
    file = fixtures.read("nicknames.toml")
    assert file["provenance"] == "public"
    for mark, called in file["nicknames"].items():
        for nickname in called:
            assert any(nickname in nicknames(name) for name in names if mark in name), (mark, nickname)
    assert nicknames("Tupolev TB-3") == nicknames("Bf 1090") == ()
    assert "also called “Stuka”" in client.get(reverse("aircraft", args=["ju-87b"])).content.decode()
