"""Cards of one’s own in a draft: taken in from a shelf, made there, kept on a shelf, taken out."""

from __future__ import annotations

import tomllib

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import PackDraft, ShelfCard
from campaigns.operations import builder
from campaigns.packs.builder.reading import data_of, problems_of
from tests import make
from tests.campaigns.views.drafts import address, form_on, opens_and_stays, read, text_of
from tests.cast import Cast


@pytest.fixture
def draft(owner: User) -> PackDraft:
    """A copy of a land campaign."""
    return builder.start_copy(actor=owner, pack=make.pack(make.LAND))


def test_a_card_of_ones_shelf_is_taken_into_a_pack_chosen_in_its_forces_and_taken_out(
    draft: PackDraft, client: Client, owner: User, cast: Cast
) -> None:
    kite = make.card(owner, "gladiator-ii", name="Kite").card.slug
    secret = make.card(cast.stranger, "mc-202", name="Secret").card.slug
    page, mission = address(draft, "cards"), address(draft, "missions", "via-balbia")
    shown = read(client.get(page))
    assert "Kite, version 1" in shown
    assert "in place of Gloster Gladiator" in shown
    assert "Secret" not in shown
    assert client.post(page, {"do": "take", "card": [secret]}).status_code == 422
    assert client.post(page, {"do": "take"}).status_code == 422
    for _ in range(2):
        assert client.post(page, {"do": "take", "card": [kite]})["Location"] == f"{page}?saved#main"
    assert text_of(draft).startswith(draft.text), "the rest stays letter for letter"
    assert "[cards.aircraft.gladiator-ii.wildblue.leader]" in text_of(draft)
    assert '<option value="Kite">' in read(client.get(mission))
    client.post(mission, form_on(client, mission) | {"units.1.aircraft": ["kite"]})
    assert tomllib.loads(text_of(draft))["missions"]["via-balbia"]["units"][1]["aircraft"] == ["gladiator-ii"]
    assert problems_of(text_of(draft)) == ()
    make.card(owner, "gladiator-ii", name="Kestrel")
    assert "a shelf has it otherwise" in read(client.get(page))
    told = read(client.get(reverse("pack-draft-difference", args=(draft.pk,))))
    assert "<ins>Aircraft Gladiator ii " in told
    assert "Kite" in told
    client.post(page, {"do": "out aircraft gladiator-ii"})
    assert "cards" not in data_of(text_of(draft))
    assert client.post(page, {"do": "out aircraft gladiator-ii"}).status_code == 422


def test_a_card_of_any_kind_is_taken_in_with_the_nation_that_it_is_of(
    draft: PackDraft, client: Client, owner: User
) -> None:
    make.kind_card(owner, "nations", "siam")
    men = make.kind_card(owner, "men", "siam").card.slug
    dam = make.kind_card(owner, "targets", "our-dam").card.slug
    hawk = make.card(owner, "gladiator-ii", name="Hawk", nation="siam", service="RTAF").card.slug
    page = address(draft, "cards")
    shown = read(client.get(page))
    assert "Target: The dam" in shown
    assert "Siam, version 1" in shown
    assert client.post(page, {"do": "take", "card": [men, dam, hawk]}).status_code == 302
    carried = data_of(text_of(draft))["cards"]
    assert {kind: list(each) for kind, each in carried.items()} == {
        "nations": ["siam"], "aircraft": ["gladiator-ii"], "targets": ["our-dam"], "men": ["siam"]
    }  # fmt: skip
    assert carried["aircraft"]["gladiator-ii"]["nation"] == "siam"
    assert problems_of(text_of(draft)) == ()
    assert "There is nothing on them for this game that the pack does not carry." in read(client.get(page))
    make.kind_card(owner, "nations", "siam", name="Thailand")
    new = ShelfCard.objects.filter(kind="men").latest("version").card.slug
    refused = client.post(page, {"do": "take", "card": [new]})
    assert refused.status_code == 422
    assert "the draft has something else under the code siam" in read(refused)
    nation = ShelfCard.objects.filter(kind="nations").latest("version").card.slug
    assert client.post(page, {"do": "take", "card": [new, nation]}).status_code == 302
    assert data_of(text_of(draft))["cards"]["nations"]["siam"]["name"] == "Thailand"


def test_a_card_that_was_made_in_a_draft_is_kept_on_its_makers_shelf(
    draft: PackDraft, client: Client, owner: User
) -> None:
    page = address(draft, "cards")
    client.post(address(draft, "own-targets"), {"title": "Radio station"})
    client.post(address(draft, "own-nations"), {"title": "Siam"})
    client.post(address(draft, "own-men"), {"title": "siam"})
    for which in ("targets radio-station", "men siam"):
        assert client.post(page, {"do": f"keep {which}"}).status_code == 302
    kept = {(row.kind, row.written) for row in ShelfCard.objects.filter(owner=owner)}
    assert kept == {("targets", "radio-station"), ("men", "siam"), ("nations", "siam")}
    assert "a shelf has it otherwise" not in read(client.get(page))
    assert client.post(page, {"do": "keep targets nothing"}).status_code == 422
    target = address(draft, "own-targets", "radio-station")
    client.post(target, form_on(client, target) | {"levels.0.points": ["100"]})
    refused = client.post(page, {"do": "keep targets radio-station"})
    assert "It is not right yet" in read(refused)
    assert client.post(page, {"do": "keep men siam"}).status_code == 302, "it is not that one which is wrong"
    assert ShelfCard.objects.count() == 3


def test_a_resource_goes_from_a_draft_to_the_shelf_and_into_another_without_what_is_its_packs(
    draft: PackDraft, client: Client, owner: User
) -> None:
    page = address(draft, "cards")
    key, resource = next(
        (key, each)
        for key, each in data_of(text_of(draft))["resources"].items()
        if any(effect.get("aircraft") for effect in each["gives"])
    )
    act = reverse("pack-draft-act", args=(draft.pk, "resources", key, "shelf"))
    assert act in read(client.get(address(draft, "resources", key)))
    assert client.post(act).status_code == 302
    row = ShelfCard.objects.get(kind="resources")
    assert row.card.table["title"] == resource["title"]
    assert "missions" not in row.card.table
    assert "Resource:" not in read(client.get(page)), "the draft has it just so"
    client.post(reverse("pack-draft-act", args=(draft.pk, "resources", key, "remove")))
    assert "Resource: " in read(client.get(page))
    assert client.post(page, {"do": "take", "card": [row.card.slug]}).status_code == 302
    again = data_of(text_of(draft))["resources"][key]
    assert [each["effect"] for each in again["gives"]] == [each["effect"] for each in resource["gives"]]
    assert client.post(reverse("pack-draft-act", args=(draft.pk, "resources", "none", "shelf"))).status_code == 302
    assert ShelfCard.objects.filter(kind="resources").count() == 1


def test_what_is_wrong_with_a_card_of_a_draft_is_told_where_it_is_taken_out(
    draft: PackDraft, client: Client, owner: User
) -> None:
    kite = make.card(owner, "gladiator-ii", name="Kite").card.slug
    page, text = address(draft, "cards"), reverse("pack-draft-text", args=(draft.pk,))
    client.post(page, {"do": "take", "card": [kite]})
    wrong = text_of(draft).replace('name = "Kite"', "name = 3")
    client.post(text, {"text": wrong, "seen": builder.digest_of(text_of(draft))})
    shown = read(client.get(page))
    assert "1 mistake on this page" in shown
    assert 'id="f-cards-aircraft-gladiator-ii-name"' in shown


@pytest.mark.slow("makes one of each kind, form by form")
def test_targets_nations_and_men_of_ones_own_are_made_by_forms(draft: PackDraft, client: Client) -> None:
    made = client.post(address(draft, "own-targets"), {"title": "Radio station"})
    assert made["Location"] == address(draft, "own-targets", "radio-station")
    assert problems_of(text_of(draft)) == ()
    target = address(draft, "own-targets", "radio-station")
    client.post(target, form_on(client, target) | {"class": ["industrial"], "levels.0.points": ["100"]})
    assert "use 99 or less. [Wild Blue Yonder 21]" in read(client.get(target))
    client.post(target, form_on(client, target) | {"levels.0.points": ["5"]})
    mission = address(draft, "missions", "via-balbia")
    client.post(mission, form_on(client, mission) | {"target.slug": ["radio-station"]})
    assert client.post(address(draft, "own-nations"), {"title": "Sweden"}).status_code == 302
    assert client.post(address(draft, "own-men"), {"title": "nowhere"}).status_code == 422
    assert client.post(address(draft, "own-men"), {"title": "sweden"}).status_code == 302
    men = address(draft, "own-men", "sweden")
    sent = {"services.key": ["Flygvapnet", ""], "services.value": ["Per Own\r\nNils  Own, A\r\n", ""]}
    client.post(men, form_on(client, men) | sent)
    said = data_of(text_of(draft))
    assert said["cards"]["men"]["sweden"]["services"] == {
        "Flygvapnet": [{"name": "Per Own"}, {"name": "Nils Own", "skills": ["A"]}]
    }
    assert said["missions"]["via-balbia"]["target"]["slug"] == "radio-station"
    assert problems_of(text_of(draft)) == ()
    assert '<option value="sweden">Sweden</option>' in read(client.get(address(draft, "sides")))
    sent = {"services.key": ["Flygvapnet", ""], "services.value": ["Per Own", "Ola Own"]}
    client.post(men, form_on(client, men) | sent)
    shown = read(client.get(men))
    assert "Ola Own" in shown, "who is in no service yet is not lost"
    assert "use at least one letter" in shown
    many = "\n".join(f"Per Own {number}" for number in range(125))
    client.post(men, form_on(client, men) | {"services.key": ["Flygvapnet"], "services.value": [many]})
    assert len(data_of(text_of(draft))["cards"]["men"]["sweden"]["services"]["Flygvapnet"]) == 125, "nobody is dropped"
    assert "120" in " ".join(each.message for each in problems_of(text_of(draft))), "the reader says how many may be"
    assert "Per Own" in read(client.get(reverse("pack-draft-text", args=(draft.pk,))))
    opens_and_stays(client, PackDraft.objects.get(pk=draft.pk), [target, men, address(draft, "own-nations", "sweden")])
    rename = reverse("pack-draft-act", args=(draft.pk, "own-targets", "radio-station", "rename"))
    client.post(rename, {"key": "wireless"})
    assert data_of(text_of(draft))["missions"]["via-balbia"]["target"]["slug"] == "wireless"
    for part, item in (("own-targets", "wireless"), ("own-men", "sweden"), ("own-nations", "sweden")):
        client.post(reverse("pack-draft-act", args=(draft.pk, part, item, "remove")))
    assert not data_of(text_of(draft)).get("cards")


@pytest.mark.parametrize("odd", ["cards = 3", 'cards = { targets = 3, aircraft = "x", men = [] }', "cards = []"])
def test_where_something_else_stands_in_place_of_cards_nothing_is_taken_in(
    odd: str, draft: PackDraft, client: Client, owner: User
) -> None:
    card = make.card(owner, "gladiator-ii").card.slug
    text = reverse("pack-draft-text", args=(draft.pk,))
    client.post(text, {"text": f"{odd}\n{draft.text}", "seen": builder.digest_of(draft.text)})
    assert client.post(address(draft, "cards"), {"do": "take", "card": [card]}).status_code == 422
    for part, title in (("own-targets", "Dam"), ("own-men", "gb")):
        assert builder.ODD in read(client.post(address(draft, part), {"title": title}))
    assert text_of(draft) == f"{odd}\n{draft.text}"
