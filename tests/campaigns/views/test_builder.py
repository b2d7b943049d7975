"""A pack made by forms: what is sent goes into its text and nowhere else, what is wrong is said at its field."""

from __future__ import annotations

import tomllib
from html import unescape
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.catalogue.library import FIXTURES
from campaigns.models import Pack, PackDraft
from campaigns.operations import builder
from campaigns.packs.builder.parts import PARTS, Place, items, parts_of
from campaigns.packs.builder.reading import data_of, problems_of
from campaigns.packs.builder.skeletons import skeletons
from campaigns.packs.definition import PackDefinition
from missions import tasks
from missions.models import Simulation
from tests import make
from tests.campaigns.views.drafts import FormReader, address, form_on, opens_and_stays, read, text_of
from tests.campaigns.views.test_cards import DESK
from tests.cast import Cast
from tests.missions import on_screen

SHIPPED = sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml"))[:: 9 if on_screen.IS_ON_A_SERVER else 1]
"""All on SQLite; a database does not tell their pages apart."""


def pages(draft: PackDraft) -> list[str]:
    """Every page of a draft that has a form of its own."""
    data = data_of(draft.text)
    found = []
    for part in parts_of(data):
        found += (
            [address(draft, part.slug, item) for item, _ in items(part, data)]
            if part.one
            else [address(draft, part.slug)]
        )
    return found


def changed_lines(before: str, after: str) -> list[tuple[str, str]]:
    """Lines as they were and are, of texts with as many of them."""
    return [pair for pair in zip(before.split("\n"), after.split("\n"), strict=True) if pair[0] != pair[1]]


@pytest.fixture
def draft(owner: User) -> PackDraft:
    """A copy of a land campaign."""
    return builder.start_copy(actor=owner, pack=make.pack(make.LAND))


def test_every_key_of_the_format_has_its_page() -> None:
    paged = {key for part in PARTS for key in part.keys}
    assert set(PackDefinition.model_fields) == paged, "give the new key a part, and a label"


def test_copying_a_pack_begins_one_draft_however_often_it_is_pressed(owner: User, client: Client) -> None:
    make.pack(make.LAND)
    first = client.post(reverse("pack-draft-new"), {"from": make.LAND})
    second = client.post(reverse("pack-draft-new"), {"from": make.LAND})
    draft = PackDraft.objects.get()
    assert first["Location"] == second["Location"] == reverse("pack-draft", args=(draft.pk,))
    page = read(client.get(first["Location"]))
    assert "Everything in it is right." in page
    assert "3 differences" in page  # its name, its version and its title
    assert draft.title in client.get(reverse("packs")).content.decode()


def test_each_skeleton_is_a_pack_that_is_right(owner: User, client: Client, subtests: pytest.Subtests) -> None:
    assert {each.kind for each in skeletons().values()} == {
        "land",
        "dogfights",
        "operation",
        "progressive",
        "solitaire",
    }
    for name, each in skeletons().items():
        with subtests.test(name):
            assert problems_of(each.text) == ()
            answer = client.post(reverse("pack-draft-new"), {"skeleton": name})
            assert "Everything in it is right." in client.get(answer["Location"]).content.decode()
    assert client.post(reverse("pack-draft-new"), {"skeleton": "none"})["Location"] == reverse("pack-new")


@pytest.mark.slow("ten pages, opened and saved")
def test_a_page_that_is_saved_untouched_leaves_the_text_letter_for_letter(draft: PackDraft, client: Client) -> None:
    found = pages(draft)
    seen: dict[str, str] = {page.split("/")[4]: page for page in found}  # one page of each part
    opens_and_stays(client, draft, list(seen.values()))


@pytest.mark.sweep
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_page_of_every_pack_opens_and_saved_untouched_changes_nothing(
    slug: str, owner: User, client: Client
) -> None:
    draft = builder.start_copy(actor=owner, pack=make.pack(slug))
    opens_and_stays(client, draft, pages(draft))


def test_one_field_is_changed_in_its_line_and_the_comments_stay(draft: PackDraft, client: Client) -> None:
    page = address(draft, "missions", "via-balbia")
    sent = form_on(client, page)
    assert sent["units.0.aircraft"][0] == "Junkers Ju 87B-2", "aircraft go by their names"
    answer = client.post(page, sent | {"units.0.count": ["3"], "title": ["The coast road"]})
    assert answer["Location"] == f"{page}?saved#main"
    assert changed_lines(draft.text, text_of(draft)) == [
        ('title = "The Via Balbia"', 'title = "The coast road"'),
        (
            '  { side = "axis", role = "striker", aircraft = ["ju-87b"], count = 2, load = "bombs" },',
            '  { side = "axis", role = "striker", aircraft = ["ju-87b"], count = 3, load = "bombs" },',
        ),
    ]


def test_all_mistakes_are_told_at_once_each_at_its_field_and_in_the_overview(draft: PackDraft, client: Client) -> None:
    page = address(draft, "missions", "via-balbia")
    sent = form_on(client, page)
    wrong = {"units.0.count": ["12"], "number": ["many"], "units.1.aircraft": ["Sopwith Triplane of Oz"]}
    answer = client.post(page, sent | wrong, headers={"HX-Request": "true"})
    said = read(answer)
    assert '<ul class="errorlist" id="f-units-0-count-wrong" hx-swap-oob="true"><li>' in said
    assert "'12' is too large: use 8 or less." in said
    assert "'many' is not a whole number" in said
    whole = read(client.get(page))
    assert 'value="many"' in whole, "what was written is kept"
    overview = read(client.get(reverse("pack-draft", args=(draft.pk,))))
    assert "2 mistakes left" in overview
    assert f'{page}#f-units-0-count"' in overview
    refused = client.post(reverse("pack-draft-keep", args=(draft.pk,)), follow=True)
    assert "Something is still wrong in it, in 2 places." in refused.content.decode()
    client.post(page, form_on(client, page) | {"units.0.count": ["1"], "number": ["1"]})
    assert "is not an aircraft that this house knows" in read(client.get(page))


def test_a_row_is_added_copied_moved_and_removed_without_script(draft: PackDraft, client: Client) -> None:
    page = address(draft, "missions", "via-balbia")

    def units() -> Any:
        return tomllib.loads(text_of(draft))["missions"]["via-balbia"]["units"]

    before = units()
    for what, opened, after in (
        ("copy units.0", "units.1", [before[0], *before]),
        ("down units.1", "units.2", [before[0], before[1], before[0], *before[2:]]),
        ("remove units.2", "units", before),
    ):
        answer = client.post(page, form_on(client, page) | {"do": [what]})
        assert answer["Location"] == f"{page}?open={opened}#f-{opened.replace('.', '-')}"
        assert units() == after
    assert text_of(draft) == draft.text
    answer = client.post(page, form_on(client, page) | {"do": ["add units"]})
    assert f'id="f-units-{len(before)}" open' in read(client.get(answer["Location"]))
    answer = client.post(page, form_on(client, page) | {"do": ["remove units.77"]})
    assert answer.status_code == 422


def test_a_long_list_is_shown_whole_and_nothing_of_it_is_dropped(owner: User, client: Client) -> None:
    draft = builder.start_copy(actor=owner, pack=make.pack(make.PERIODS))
    more = '\n[[replacements]]\nsquadron = "jagd"\ndate = 1941-04-21\naircraft = 1\n' * 140
    PackDraft.objects.filter(pk=draft.pk).update(text=draft.text + more)
    page = address(draft, "replacements")
    sent = form_on(client, page)
    count = int(sent["replacements"][0])
    assert count > 140
    answer = client.post(page, sent | {f"replacements.{count - 1}.aircraft": ["2"]})
    assert answer.status_code == 302, "so many fields may be sent"
    rows = data_of(text_of(draft))["replacements"]
    assert (len(rows), rows[-1]["aircraft"]) == (count, 2)
    assert "120" in " ".join(each.message for each in problems_of(text_of(draft))), "the reader says how many may be"


def test_what_another_tab_has_changed_is_told_and_what_was_written_is_not_lost(
    draft: PackDraft, client: Client
) -> None:
    page, other = address(draft, "missions", "via-balbia"), address(draft, "sides")
    mine, elsewhere = form_on(client, page), form_on(client, other)
    client.post(page, form_on(client, page) | {"place": ["Derna"]})
    assert client.post(other, elsewhere | {"sides.allied.title": ["Few"]}).status_code == 302, "another part: no matter"
    stale = client.post(page, mine | {"place": ["Bardia"]})
    assert stale.status_code == 422
    said = read(stale)
    assert builder.STALE in said
    assert 'value="Bardia"' in said
    assert tomllib.loads(text_of(draft))["missions"]["via-balbia"]["place"] == "Derna"
    reader = FormReader()
    reader.feed(stale.content.decode())
    assert client.post(page, reader.sent).status_code == 302
    assert tomllib.loads(text_of(draft))["missions"]["via-balbia"]["place"] == "Bardia"


def test_a_page_whose_own_change_is_still_under_way_is_no_other_tab(draft: PackDraft, client: Client) -> None:
    page = address(draft, "missions", "via-balbia")
    sent = form_on(client, page)
    client.post(page, sent | {"place": ["Der"]}, headers={"HX-Request": "true"})
    assert client.post(page, sent | {"place": ["Derna"]}).status_code == 302
    assert tomllib.loads(text_of(draft))["missions"]["via-balbia"]["place"] == "Derna"


def test_a_new_mission_is_made_of_its_title_and_a_key_is_followed_wherever_it_is_spoken_of(
    draft: PackDraft, client: Client
) -> None:
    answer = client.post(address(draft, "missions"), {"title": "Benghazi by night"})
    assert answer["Location"] == address(draft, "missions", "benghazi-by-night")
    act = reverse("pack-draft-act", args=(draft.pk, "missions", "via-balbia", "rename"))
    assert client.post(act, {"key": "coast-road"})["Location"] == address(draft, "missions", "coast-road")
    text = text_of(draft)
    assert "via-balbia" not in text
    assert '"coast-road"' in text
    assert "[missions.coast-road]" in text
    refused = client.post(act.replace("via-balbia", "coast-road"), {"key": "No key"}, follow=True)
    assert "A key is of lower-case letters and figures" in refused.content.decode()
    for what in ("copy", "remove"):
        client.post(reverse("pack-draft-act", args=(draft.pk, "missions", "benghazi-by-night", what)))
    assert list(tomllib.loads(text_of(draft))["missions"])[-1] == "benghazi-by-night-2"


def test_the_text_is_the_same_draft_and_may_be_no_toml_at_all(draft: PackDraft, client: Client) -> None:
    page = reverse("pack-draft-text", args=(draft.pk,))
    seen = builder.digest_of(draft.text)
    assert client.post(page, {"text": "# mine\r\n" + draft.text, "seen": seen}).status_code == 302
    assert text_of(draft) == "# mine\n" + draft.text
    sides = address(draft, "sides")
    client.post(sides, form_on(client, sides) | {"sides.axis.title": ["Panzergruppe"]})
    assert text_of(draft).startswith("# mine\n")
    stale = client.post(page, {"text": "title = 1", "seen": seen})
    assert stale.status_code == 422
    assert "title = 1" in stale.content.decode()
    client.post(page, {"text": "title = ", "seen": builder.digest_of(text_of(draft))})
    assert text_of(draft) == "title = "
    assert client.get(sides)["Location"] == page
    assert "line 1" in client.get(page).content.decode()
    assert client.post(page, {"text": "x\x00y", "seen": ""}).status_code == 422


def test_the_text_stands_beside_a_page_until_it_is_put_away(draft: PackDraft, client: Client) -> None:
    page, other = address(draft, "missions", "via-balbia"), address(draft, "sides")
    sent = form_on(client, page)
    assert 'id="beside"' not in read(client.get(page))
    shown = client.get(f"{page}?text=beside").content.decode()
    line = draft.text.split("\n").index("[missions.via-balbia]") + 1
    assert f'data-line="{line}"' in shown
    assert 'id="beside"' in read(client.get(other)), "it stays from page to page"
    answer = client.post(page, sent | {"title": ["The coast road"]}, headers={"HX-Request": "true"})
    assert 'title = "The coast road"' in unescape(answer.content.decode()), "what the form writes is seen in the text"
    text = text_of(draft).replace("The coast road", "Along the coast # by hand")
    back = {"part": "missions", "item": "via-balbia", "seen": builder.digest_of(text_of(draft)), "text": text}
    whole = reverse("pack-draft-text", args=(draft.pk,))
    assert client.post(whole, back)["Location"] == f"{page}?saved#main"
    assert 'value="Along the coast # by hand"' in read(client.get(page))
    gone = text.replace("[missions.via-balbia]", "[missions.away]")
    seen = builder.digest_of(text)
    answer = client.post(whole, back | {"seen": seen, "text": gone})
    assert answer["Location"] == f"{address(draft, 'missions')}?saved#main", "its own page is not there any more"
    stale = client.post(whole, back | {"seen": seen, "text": text})
    assert stale.status_code == 422
    assert "This was changed elsewhere" in read(stale)
    assert 'id="beside"' not in read(client.get(f"{other}?text=away"))
    assert 'id="beside"' not in read(client.get(other))


def test_what_stands_in_the_wrong_place_is_shown_and_left_to_the_text(draft: PackDraft, client: Client) -> None:
    data = data_of(draft.text)
    page = reverse("pack-draft-text", args=(draft.pk,))
    odd = draft.text.replace("[sides.allied]", "[cards.own]\nspeed = 3\n\n[sides.allied]", 1)
    odd = odd.replace('title = "Rommel Attacks', 'title = ["odd"] # "', 1)
    client.post(page, {"text": odd, "seen": builder.digest_of(draft.text)})
    head = address(draft, "head")
    shown = read(client.get(head))
    assert '["odd"]' in shown
    assert "Change it in the text." in shown
    client.post(head, form_on(client, head) | {"version": ["1.5"]})
    assert data_of(text_of(draft)) == {**data, "title": ["odd"], "version": "1.5", "cards": {"own": {"speed": 3}}}


def test_a_draft_goes_on_the_shelf_and_is_done(draft: PackDraft, client: Client) -> None:
    answer = client.post(reverse("pack-draft-keep", args=(draft.pk,)))
    kept = Pack.objects.get(slug="my-rommel-attacks")
    assert answer["Location"] == reverse("pack", args=(kept.slug,))
    assert kept.source == draft.text
    assert kept.on_shelf
    assert not PackDraft.objects.exists()


def test_what_is_different_is_told_by_its_meaning(draft: PackDraft, client: Client) -> None:
    page = address(draft, "missions", "via-balbia")
    client.post(page, form_on(client, page) | {"units.0.count": ["3"], "place": ["Derna"]})
    told = read(client.get(reverse("pack-draft-difference", args=(draft.pk,))))
    title = data_of(draft.text)["missions"]["via-balbia"]["title"]
    assert f"Missions › {title} › Place" in told
    assert f"Missions › {title} › Units › Unit 1 › Count" in told
    assert "<ins>Derna</ins>" in told


def test_a_change_is_simulated_beside_the_pack_as_it_was(draft: PackDraft, client: Client) -> None:
    order = reverse("pack-draft-simulate", args=(draft.pk,))
    assert client.get(order).status_code == 200
    page = client.post(order, {"runs": "2", "seed": "1"})["Location"]
    ordered = Simulation.objects.get()
    tasks.simulate(str(ordered.job_id))
    ordered.refresh_from_db()
    assert ordered.results["before"]["grades"] == ordered.results["grades"], "only its name differs"
    told = read(client.get(page))
    assert "What your change does" in told
    assert "As it was" in told


def test_a_draft_begun_from_nothing_is_simulated_alone(owner: User, client: Client) -> None:
    draft = builder.start_new(actor=owner, name="land")
    order = reverse("pack-draft-simulate", args=(draft.pk,))
    assert order in read(client.get(reverse("pack-draft", args=(draft.pk,))))
    assert "Simulate my draft" in read(client.get(order))
    page = client.post(order, {"runs": "2", "seed": "1"})["Location"]
    assert client.post(order, {"runs": "2", "seed": "1"})["Location"] == page
    ordered = Simulation.objects.get()
    assert client.get(page).status_code == 200
    tasks.simulate(str(ordered.job_id))
    told = read(client.get(page))
    assert "2 campaigns of A land campaign" in told
    assert "What your change does" not in told


def test_a_draft_is_its_owners_alone_and_may_be_thrown_away(draft: PackDraft, client: Client, cast: Cast) -> None:
    discard = reverse("pack-draft-discard", args=(draft.pk,))
    client.force_login(cast.stranger)
    assert client.post(discard).status_code == 404
    client.force_login(cast.owner)
    assert PackDraft.objects.exists()
    assert client.get(discard).status_code == 200
    client.post(discard)
    assert not PackDraft.objects.exists()


NONSENSE = (
    "",
    "0",
    "-5",
    "999999999999999999999",
    "word",
    "ä\u202e{}%s'\"\\",
    "1, 2, x",
    "1941-02-30",
    "yes",
    "\n\n",
    "[1]",
)


@pytest.mark.sweep
@pytest.mark.parametrize("slug", SHIPPED)
def test_whatever_is_sent_is_kept_or_refused_in_a_sentence(slug: str, owner: User, client: Client) -> None:
    pack = make.pack(slug)
    draft = builder.start_copy(actor=owner, pack=pack)
    card = make.card(owner, DESK[pack.system]).card.slug
    client.post(address(draft, "cards"), {"do": "take", "card": [card]})
    for part, title in (("own-targets", "Dam"), ("own-nations", "Sweden"), ("own-men", "gb")):
        client.post(address(draft, part), {"title": title})
    chance = Random(slug)
    for turn in range(20):
        found = pages(PackDraft.objects.get(pk=draft.pk))
        page = chance.choice(found)
        sent = form_on(client, page)
        for _ in range(chance.choice((1, 2, 6))):
            name = chance.choice([each for each in sent if each != "seen"] or ["card"])
            sent[name] = [chance.choice(NONSENSE) for _ in sent.get(name, [""])]
        if chance.random() < 0.4:
            rows = [name for name in sent if "." not in name] or ["card"]
            verb = chance.choice(("add", "copy", "up", "down", "remove"))
            sent["do"] = [f"{verb} {chance.choice(rows)}.{chance.randrange(4)}"]
        answer = client.post(page, sent)
        assert answer.status_code in (302, 422), (page, sent)
        assert client.get(answer.get("Location", page)).status_code == 200
        if turn % 5 == 4:
            assert client.get(reverse("pack-draft", args=(draft.pk,))).status_code == 200
            assert client.get(reverse("pack-draft-difference", args=(draft.pk,))).status_code == 200


def test_places_of_pages_find_what_they_edit() -> None:
    data = data_of(make.source(make.LAND))
    stages = next(part for part in PARTS if part.slug == "stages")
    assert Place(stages, "9").read(data) is None
    assert Place(stages, "1").put(data, {"key": "x"})["stages"][0] == {"key": "x"}
