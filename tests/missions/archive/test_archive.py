"""A campaign as one file, out and in again."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.access import viewer
from campaigns.heraldry.rasters import made_anew
from campaigns.models import Campaign, Entry, Pack, Quota, Role
from campaigns.operations import pictures
from campaigns.operations.campaigns import start_campaign
from campaigns.operations.pilots import add_note
from campaigns.operations.seats import give_seat, take_away
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition
from campaigns.selectors.squadrons import known_chronicle
from campaigns.standing.likeness import face_of
from campaigns.standing.stories import stories
from config.common.lengths import NAME_LENGTH
from config.common.refusals import Refusal
from missions.archive import schema
from missions.flights.context import sheet_of
from missions.operations import corrections, debriefs, games, mission_games
from missions.operations.orders import sign_orders
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.archive import export, refuse_secrets
from missions.selectors.reconcile import assert_reconciled
from missions.views.archive import AT_ONCE
from tests import make, screen
from tests.cast import Cast
from tests.engine.broad import broad

Document = dict[str, Any]
OTHER_SYSTEMS = ("angels-over-kent", "big-week", "flying-circus-1917")


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """A campaign with a mission debriefed at the table, one flown by the engine, and one in planning."""
    begun = make.campaign(cast.owner, make.LAND)
    make.debriefed(begun)
    make.debrief(make.flown(begun))
    make.drawn(begun)
    return begun


def altered(content: bytes, change: Callable[[Document], object]) -> bytes:
    """The file with something else in it, and a check sum that fits again."""
    document = json.loads(content)
    del document["sha256"]
    change(document)
    text = json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    whole = document | {"sha256": hashlib.sha256(text.encode()).hexdigest()}
    return json.dumps(whole).encode()


def test_the_same_campaign_gives_the_same_bytes_and_comes_back_as_it_was(campaign: Campaign, cast: Cast) -> None:
    content = export(campaign)
    assert export(campaign) == content
    again = make.brought_in(actor=cast.stranger, content=content)
    assert again.pk != campaign.pk
    assert again.owner == cast.stranger
    assert export(again) == content
    assert_reconciled(again)


def test_a_campaign_that_was_brought_in_is_flown_on_as_the_first_one_would_have_been(
    campaign: Campaign, cast: Cast
) -> None:
    again = make.brought_in(actor=cast.owner, content=export(campaign))
    for each in (campaign, again):
        mission = each.missions.get(number=3)
        sign_orders(actor=cast.owner, mission=mission, side="allied", document=make.orders(mission, "allied"))
        mission.refresh_from_db()
        make.record(mission)
        make.debrief(mission)
        assert_reconciled(each)
    assert [entry.data for entry in again.entries.all()] == [entry.data for entry in campaign.entries.all()]


def test_what_was_flown_on_screen_comes_back_with_its_record_and_a_game_under_way_is_flown_anew(cast: Cast) -> None:
    begun = make.club(cast)
    mission = make.opened(begun)
    games.land(mission_games.leave_to_staff(actor=cast.umpire, game=screen.begun(mission)))
    mission.refresh_from_db()
    make.debrief(mission)
    screen.begun(make.opened(begun))
    content = export(begun)
    assert [each["flight"] and each["flight"]["way"] for each in json.loads(content)["missions"]] == ["screen", None]
    again = make.brought_in(actor=cast.stranger, content=content)
    assert export(again) == content
    assert_reconciled(again)
    flight = again.missions.get(number=1).flight
    assert (flight.way, flight.has_replay) == ("screen", True)
    waits = again.missions.get(number=2)
    assert (waits.status, waits.orders_are_open, waits.games.count()) == ("ready", True, 0)


def first(file: Document, kind: str) -> Document:
    """The first entry of a kind in the journal."""
    journal: list[Document] = file["journal"]
    return next(entry for entry in journal if entry["kind"] == kind)


def change_of(file: Document, what: str, **data: Any) -> Document:
    """A change that nobody made, of the file's first man."""
    said = {"experience": "1", "kills": "1", "missions": 1, "green": False, "skills": [], "reason": "So."}
    last: Document = file["journal"][-1]
    return last | {
        "kind": "change",
        "side": "allied",
        "pilot": 1,
        "mission": None,
        "data": said | data | {"what": what},
    }


@pytest.mark.portable
def test_a_debrief_taken_back_stays_in_the_file_with_the_entries_that_took_it_back(cast: Cast) -> None:
    begun = make.campaign(cast.owner, make.LAND)
    mission = make.debriefed(begun)
    debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
    again = make.brought_in(actor=cast.owner, content=export(begun))
    assert again.entries.filter(reverses__isnull=False).count() == begun.entries.filter(reverses__isnull=False).count()
    assert_reconciled(again)


def test_what_was_settled_about_a_man_stays_settled_when_the_campaign_is_brought_in(cast: Cast) -> None:
    begun = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    mission, _ = (make.debriefed(begun, lambda mission: Outcome(aircraft=())) for _ in range(2))
    first = next(line.key for line in sheet_of(mission).lines if line.side == "axis")
    lost = Outcome(aircraft=(AircraftOutcome(first, status="destroyed"),))
    told: dict[str, Any] = {"actor": cast.owner, "campaign": begun, "reason": "It was so"}
    corrections.amend(
        actor=cast.owner, mission=mission, key=uuid4(), expected_version=make.version(begun), outcome=lost
    )
    settled = [each.key for each in standings.standing_of(begun).open_conflicts]
    assert any(key.startswith("man:") for key in settled)
    for key in settled:
        corrections.resolve_conflict(conflict=key, **told)
    again = make.brought_in(actor=cast.owner, content=export(begun))
    assert len(standings.standing_of(again).conflicts) == len(settled)
    assert not standings.standing_of(again).open_conflicts


@pytest.fixture
def pictured(cast: Cast) -> Campaign:
    """A campaign in which portraits have been uploaded, one anew, and a badge."""
    begun = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    first, second = begun.pilots.filter(side="allied", squadron="frontier-fighters")[:2]
    for pilot, colour in ((first, "red"), (first, "blue"), (second, "green")):
        pictures.set_portrait(actor=cast.owner, campaign=begun, pilot=pilot, file=make.picture(colour))
    pictures.set_badge(actor=cast.owner, campaign=begun, squadron="jagd", file=make.picture("black"))
    return begun


@pytest.mark.portable
def test_pictures_go_with_their_campaign(pictured: Campaign, cast: Cast) -> None:
    content = export(pictured)
    assert len(json.loads(content)["pictures"]) == 3
    again = make.brought_in(actor=cast.stranger, content=content)
    assert export(again) == content
    assert_reconciled(again)
    assert set(again.pictures.values_list("by", flat=True)) == {cast.stranger.pk}


def test_a_picture_that_a_file_brings_is_made_anew_as_one_that_is_uploaded(pictured: Campaign, cast: Cast) -> None:
    foreign = make.picture("yellow", (300, 200)) + b"<script>"

    def change(file: Document) -> None:
        file["pictures"][0]["content"] = b64encode(foreign).decode()

    again = make.brought_in(actor=cast.stranger, content=altered(export(pictured), change))
    assert_reconciled(again)
    kept = [bytes(row.content) for row in again.pictures.all()]
    assert made_anew(foreign).jpeg in kept
    assert all(content.startswith(b"\xff\xd8") and b"<script>" not in content for content in kept)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda file: file["pictures"][1].update(content="R0lG ODlh"), "Picture 2 of the file cannot be taken. It is"),
        (lambda file: file["pictures"][1].update(content="PHN2Zz4="), "Picture 2 of the file cannot be taken. This is"),
        (lambda file: file["pictures"][0].update(content="A" * 50_000), "cannot be read at pictures.1.content"),
        (lambda file: file["pictures"][0].update(digest="red"), "cannot be read at pictures.1.digest"),
        (lambda file: file["pictures"].append(file["pictures"][0]), "it holds a picture twice"),
        (lambda file: file["pictures"].pop(), "The journal shows a picture that is not kept."),
        (
            lambda file: file["pictures"][0].update(content=b64encode(make.picture(size=(321, 320))).decode()),
            "Picture 1 of the file cannot be taken. The picture has more than 102,400 pixels.",
        ),
        (lambda file: file.update(pictures=file["pictures"] * 80), "cannot be read at pictures"),
    ],
)
def test_a_file_with_a_picture_that_cannot_be_kept_is_refused(
    change: Callable[[Document], object], why: str, pictured: Campaign, cast: Cast
) -> None:
    refused(cast, altered(export(pictured), change), why)


def test_a_copy_gets_a_name_of_its_own_where_the_name_is_taken_and_differs_in_nothing_else(
    campaign: Campaign, cast: Cast
) -> None:
    content = export(campaign)
    copies = [make.brought_in(actor=cast.owner, content=content) for _ in range(2)]
    assert [copy.name for copy in copies] == ["Desert evenings (imported)", "Desert evenings (imported 2)"]
    elsewhere = make.brought_in(actor=cast.stranger, content=export(copies[0]))
    assert elsewhere.name == "Desert evenings (imported)"
    assert export(elsewhere) == export(copies[0])

    def rename(document: Document) -> None:
        document["campaign"]["name"] = "Desert evenings"

    assert json.loads(altered(export(copies[0]), rename)) == json.loads(content)


def test_a_long_name_stays_within_its_length_as_a_copy(cast: Cast) -> None:
    campaign = start_campaign(
        actor=cast.owner, pack=make.pack(), name="x" * NAME_LENGTH, seats={"allied": "me", "axis": "staff"}
    )
    copy = make.brought_in(actor=cast.owner, content=export(campaign))
    assert copy.name == "x" * (NAME_LENGTH - 11) + " (imported)"


def test_a_campaign_brings_its_own_text_of_a_pack_that_is_here_with_another(campaign: Campaign, cast: Cast) -> None:
    def retitle(document: Document) -> None:
        source = document["pack"]["source"]
        document["pack"]["source"] = source.replace('title = "Rommel Attacks"', 'title = "Another Desert"', 1)

    content = altered(export(campaign), retitle)
    brought = make.brought_in(actor=cast.stranger, content=content)
    assert definition(brought.pack).title == "Another Desert"
    assert definition(Campaign.objects.get(pk=campaign.pk).pack).title != "Another Desert"
    assert json.loads(export(brought)) == json.loads(content)


def test_a_file_that_was_cut_off_is_refused(campaign: Campaign, cast: Cast) -> None:
    content = export(campaign)
    for length in (0, 1, 100, len(content) // 2, len(content) - 3):
        refused(cast, content[:length], "no campaign file at all. Export the campaign anew.")


def test_a_file_that_was_altered_is_refused(campaign: Campaign, cast: Cast) -> None:
    content = export(campaign).replace(b'"points": 5', b'"points": 9', 1)
    refused(cast, content, "altered")


def test_a_file_of_a_newer_ready_room_is_refused(campaign: Campaign, cast: Cast) -> None:
    refused(cast, altered(export(campaign), lambda file: file.update(version=2)), "format version 2")


SPOILT: list[tuple[Callable[[Document], object], str]] = [
    (lambda file: file.update(format="something else"), "not a campaign file"),
    (lambda file: file["campaign"].update(seed=-1), "campaign.seed"),
    (lambda file: file["campaign"].update(favourite="red"), "campaign.favourite"),
    (lambda file: file["pilots"][0].update(side="both"), "pilots.1.side"),
    (lambda file: file["journal"][1].update(kind="party"), "kind that this Ready Room does not know"),
    (lambda file: file["journal"][0].update(reverses=2), "does not come before it"),
    (lambda file: file["journal"][-1].update(at="yesterday"), "does not belong there"),
    (lambda file: file["journal"][3].update(pilot=999), "does not belong there"),
    (lambda file: file["journal"].pop(4), "contradicts itself"),
    (lambda file: file["missions"].pop(), "contradicts itself"),
    (lambda file: file["missions"][0].update(key="windmills"), "does not belong there"),
    (
        lambda file: file["missions"][0]["orders"][0].update(document={}),
        "cannot be read at missions.1.orders.1.document.units",
    ),
    (lambda file: file["missions"][0]["flight"].update(report={}), "does not belong there"),
    (lambda file: file["pack"].update(version="9.9"), "not the one that it names"),
    (lambda file: file["pack"].update(source="title = 'windmills'"), "pack cannot be used"),
    (lambda file: file["campaign"].update(name="a\0b"), "characters that no text has"),
    (lambda file: file["campaign"].update(name="  "), "campaign.name"),
    (lambda file: file["campaign"].update(created_at="0001-01-01T00:00:00+14:00"), "does not belong there"),
    (lambda file: file["pilots"].append(file["pilots"][0]), "holds a man twice"),
    (lambda file: file["missions"].append(file["missions"][0]), "holds a mission twice"),
    (
        lambda file: (
            file["missions"][0]["orders"].append(file["missions"][0]["orders"].pop(0))
            or file["missions"][0]["orders"].__setitem__(0, file["missions"][0]["orders"][1])
        ),
        "orders twice",
    ),
    (lambda file: file["missions"][1]["debrief"].update(batch=file["missions"][0]["debrief"]["batch"]), "twice"),
    (lambda file: [entry.update(reverses=1) for entry in file["journal"][-2:]], "an entry taken back twice"),
    (lambda file: file["missions"][0].update(scenario={"stage": "nowhere", "skilled": {}}), "nowhere"),
    (lambda file: first(file, "sortie")["data"].pop("hits"), "hits"),
    (lambda file: first(file, "sortie")["data"].update(status="lost"), "status"),
    (lambda file: first(file, "drawn")["data"].update(cards=[0]), "cards"),
    (lambda file: first(file, "points").update(side=""), "names no side"),
    (lambda file: first(file, "points")["data"].update(points=10**30), "points"),
    (lambda file: first(file, "debriefed").update(mission=None), "names no mission"),
    (lambda file: first(file, "started")["data"].update(odd=float("nan")), "NaN is no number"),
    (lambda file: file["missions"][0]["flight"]["report"].update(turns="6"), "does not belong there"),
    (lambda file: file["journal"].append(change_of(file, "career", kills="999999/0")), "kills"),
    (lambda file: file["journal"].extend([file["journal"][-1]] * 2001), "No act writes more than 2,000"),
    (lambda file: file["journal"].append(change_of(file, "party")), "no change such as 'party'"),
]
"""What cannot be, and what the refusal says of it."""


@pytest.mark.slow("offers more than a hundred files")
def test_a_file_that_says_what_cannot_be_is_refused_whole(
    campaign: Campaign, cast: Cast, subtests: pytest.Subtests
) -> None:
    content = export(campaign)
    for number, (change, sentence) in enumerate(SPOILT):
        with subtests.test(sentence, number=number):
            refused(cast, altered(content, change), sentence)


@pytest.mark.portable
@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe", b"[]", b"null", b"{}", b"[" * 100_000, b'{"format": 1}', b'{"format": "\\ud800"}'],
    ids=lambda content: content[:20],
)
def test_what_is_no_campaign_file_is_refused(cast: Cast, content: bytes) -> None:
    refused(cast, content, "no campaign file|not a campaign file")


@pytest.mark.parametrize("piece", broad([b'"k": [0]', b"[]", b"{}", b"1"], 2))
def test_a_file_of_more_values_than_any_campaign_has_is_refused_before_it_is_read(
    cast: Cast, piece: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(json, "loads")
    content = b'{"format": "' + schema.FORMAT.encode() + b'", "x": [' + b",".join([piece] * schema.MOST_VALUES) + b"]}"
    refused(cast, content, "more than 800,000 values")


def test_a_file_of_nothing_but_texts_is_refused_before_it_is_read(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """They stand before no value, and five million of them took half a gigabyte to be looked through."""
    monkeypatch.delattr(json, "loads")
    refused(cast, b'""' * (2 * schema.MOST_VALUES + 1), "more than 800,000 values")


def test_what_stands_in_texts_is_no_value(campaign: Campaign, cast: Cast) -> None:
    talk = '\\"[{,' * (schema.MOST_VALUES // 2)
    content = altered(export(campaign), lambda file: file.update(campaign=file["campaign"] | {"odd": talk}))
    refused(cast, content, "cannot be read at campaign.odd")


def test_a_file_as_deep_as_can_just_be_read_is_refused_too(cast: Cast) -> None:
    for depth in range(850, 1000, 4):
        refused(cast, b'{"format": %s%s}' % (b"[" * depth, b"]" * depth), "not a campaign file|no campaign file")


def refused(cast: Cast, content: bytes, sentence: str) -> None:
    """The file is refused with this in the sentence, and nothing was made."""
    before = (Campaign.objects.count(), Entry.objects.count(), Pack.objects.count())
    with pytest.raises(Refusal, match=sentence):
        make.brought_in(actor=cast.owner, content=content)
    assert (Campaign.objects.count(), Entry.objects.count(), Pack.objects.count()) == before


def test_an_owner_who_may_not_see_the_other_sides_orders_gets_the_file_only_when_the_campaign_is_over(
    cast: Cast,
) -> None:
    campaign = make.campaign(cast.owner, make.LAND)
    give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    with pytest.raises(Refusal, match="sealed orders and notes of the Axis"):
        refuse_for(cast, campaign)
    campaign.status = Campaign.Status.FINISHED
    refuse_for(cast, campaign)


@pytest.mark.parametrize("name", ["Desert\u202e sgninevE", "Des\u200bert", "D\u0435sert"])
def test_a_file_brings_no_name_that_deceives_the_eye(campaign: Campaign, cast: Cast, name: str) -> None:
    content = altered(export(campaign), lambda file: file["campaign"].update(name=name))
    refused(cast, content, "the campaign’s name")


def test_an_owner_gets_no_file_with_the_orders_and_notes_of_a_commander_who_has_left(cast: Cast) -> None:
    campaign = make.duel(cast)
    make.planned(campaign)
    add_note(actor=cast.axis, campaign=campaign, text="They come from the sea.", side="axis")
    take_away(actor=cast.owner, campaign=campaign, seat=campaign.seats.get(role=Role.COMMANDER, side="axis").pk)
    campaign = Campaign.objects.get(pk=campaign.pk)
    with pytest.raises(Refusal, match="of the Axis side"):
        refuse_for(cast, campaign)
    campaign.missions.get().orders.filter(side="axis").delete()
    with pytest.raises(Refusal, match="of the Axis side"):
        refuse_for(cast, campaign)


def test_an_owner_gets_no_file_of_a_side_for_which_somebody_drafts(cast: Cast) -> None:
    campaign = make.campaign(cast.owner)
    give_seat(actor=cast.owner, campaign=campaign, user=cast.pilot, role=Role.LEADER, side="axis")
    with pytest.raises(Refusal, match="of the Axis side"):
        refuse_for(cast, campaign)


def refuse_for(cast: Cast, campaign: Campaign) -> None:
    found = viewer(campaign, cast.owner)
    assert found is not None
    refuse_secrets(campaign, found)


@pytest.mark.portable
def test_the_pages_hand_a_campaign_out_and_take_it_in(campaign: Campaign, cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    answer = client.get(reverse("campaign-export", args=[campaign.pk]))
    assert answer["Content-Disposition"] == 'attachment; filename="desert-evenings.json"'
    file = SimpleUploadedFile("desert-evenings.json", answer.content)
    taken = client.post(reverse("campaign-import"), {"key": uuid4(), "file": file}, follow=True)
    assert taken.status_code == 200
    assert "Every line of its journal came with it." in taken.content.decode()
    cut = SimpleUploadedFile("cut.json", answer.content[:500])
    refusal = client.post(reverse("campaign-import"), {"key": uuid4(), "file": cut})
    assert refusal.status_code == 422
    assert "not whole" in refusal.content.decode()


def test_a_small_file_that_a_page_sends_twice_comes_in_once(campaign: Campaign, cast: Cast, client: Client) -> None:
    client.force_login(cast.stranger)
    content, key = export(campaign), uuid4()

    def send(content: bytes, name: str = "evenings.json") -> str:
        file = SimpleUploadedFile(name, content)
        answer = client.post(reverse("campaign-import"), {"key": key, "file": file})
        assert answer.status_code == 302, answer.content.decode()
        return str(answer["Location"])

    cut = client.post(reverse("campaign-import"), {"key": key, "file": SimpleUploadedFile("cut.json", content[:500])})
    assert cut.status_code == 422
    first = send(content)
    assert send(content) == first
    assert Campaign.objects.filter(owner=cast.stranger).count() == 1
    assert Quota.objects.get(user=cast.stranger, what="imports").count == 2, "the cut one and this"
    Campaign.objects.filter(pk=campaign.pk).update(name=campaign.name[::-1])
    another = export(Campaign.objects.get(pk=campaign.pk))
    assert len(another) == len(content)
    other = send(another)
    assert other != first, "somebody has gone back in the browser to bring another, which is called the same"
    assert send(content) == first
    assert "On the way in" not in client.get(reverse("campaign-import")).content.decode()
    large = b"{" + b" " * AT_ONCE
    refused = client.post(reverse("campaign-import"), {"key": uuid4(), "file": SimpleUploadedFile("l.json", large)})
    assert "This is not a campaign file" in refused.content.decode(), "nothing of the small ones is in its way"


def test_a_file_larger_than_the_page_takes_is_refused_and_the_page_says_how_large_one_may_be(
    cast: Cast, client: Client
) -> None:
    client.force_login(cast.owner)
    asked = client.get(reverse("campaign-import")).content.decode()
    assert "of at most 108 MB" in asked
    assert "Choose the file." not in asked
    large = SimpleUploadedFile("large.json", b" " * 108_000_001)
    answer = client.post(reverse("campaign-import"), {"key": uuid4(), "file": large})
    assert answer.status_code == 422
    assert "The file is larger than 108 MB." in answer.content.decode()
    assert not Campaign.objects.exists()


def test_without_its_pictures_a_file_is_no_larger_than_it_ever_was(pictured: Campaign, cast: Cast) -> None:
    padded = export(pictured) + b" " * 10_000_000
    refused(cast, padded, "The file is larger than 10 MB, its pictures left aside.")


@pytest.mark.parametrize("slug", broad([make.DOGFIGHTS, make.PERIODS, make.OPERATION, *OTHER_SYSTEMS], 3))
def test_a_campaign_of_every_kind_comes_back_as_it_was(cast: Cast, slug: str) -> None:
    campaign = make.campaign(cast.owner, slug, allied="staff", axis="staff")
    make.debrief(make.flown(campaign))
    make.drawn(campaign)
    content = export(campaign)
    again = make.brought_in(actor=cast.stranger, content=content)
    assert export(again) == content
    assert_reconciled(again)


def plan(file: Document, number: int) -> Document:
    """The first unit that flies by the Allied orders of a mission."""
    (orders,) = (each for each in file["missions"][number - 1]["orders"] if each["side"] == "allied")
    return next(unit for unit in orders["document"]["units"] if unit.get("flies", True))


def flew(file: Document, number: int) -> list[Document]:
    found: list[Document] = file["missions"][number - 1]["flight"]["report"]["aircraft"]
    return found


@pytest.mark.parametrize("slug", broad(OTHER_SYSTEMS, 1))
def test_a_file_whose_flights_and_orders_do_not_fit_is_refused_whole(cast: Cast, slug: str) -> None:
    """Of what has been debriefed the journal tells; what has only been flown is debriefed on trial."""
    campaign = make.campaign(cast.owner, slug, allied="me", axis="me")
    make.debriefed(campaign)
    make.flown(campaign)
    content = export(campaign)
    for change, sentence in (
        (
            lambda file: plan(file, 1).update(airframes=[7]),
            r"cannot be read at missions.1.orders.1.document.units.\d.airframes",
        ),
        (
            lambda file: plan(file, 2).update(squadron={"a": 1}),
            r"cannot be read at missions.2.orders.1.document.units.\d.squadron",
        ),
        (lambda file: file["missions"][1]["orders"].pop(), "contradicts itself|without the orders of both sides"),
        (lambda file: flew(file, 1)[0].update(seat="striker"), "Mission 1: the journal has others fly than the report"),
        (lambda file: flew(file, 2).append(flew(file, 2)[0]), "contradicts itself"),
        (lambda file: flew(file, 2)[0].update(unit="allied-9"), "contradicts itself|does not belong there"),
    ):
        refused(cast, altered(content, change), sentence)
    again = make.brought_in(actor=cast.stranger, content=content)
    assert export(again) == content


FILES = sorted((Path(__file__).parent / "files").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_every_released_version_stays_readable(cast: Cast, file: Path, client: Client) -> None:
    """They were exported by the version of the format that their names end in, and are never made anew."""
    campaign = make.brought_in(actor=cast.owner, content=file.read_bytes())
    assert_reconciled(campaign)
    assert export(campaign) == file.read_bytes()
    client.force_login(cast.owner)
    for page in ("campaign", "campaign-journal", "campaign-pilots", "campaign-conflicts"):
        assert client.get(reverse(page, args=[campaign.pk])).status_code == 200
    for mission in campaign.missions.all():
        assert client.get(reverse("mission", args=[campaign.pk, mission.number])).status_code == 200


def test_there_is_a_file_of_every_version_of_the_format() -> None:
    assert {int(file.stem.rpartition("-")[2]) for file in FILES} == set(range(1, schema.VERSION + 1))


def test_a_campaign_that_was_brought_in_has_the_faces_and_the_stories_of_the_first_one(cast: Cast) -> None:
    begun = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    make.fought(begun, most=1)
    again = make.brought_in(actor=cast.owner, content=export(begun))
    looks = []
    for campaign in (begun, again):
        seen_by = viewer(campaign, cast.owner)
        assert seen_by is not None
        known = known_chronicle(campaign, seen_by)
        men = sorted(known.standing.airmen.values(), key=lambda man: (man.side, man.name))
        looks.append([(man.name, face_of(man, known.standing.pack), list(stories(known, man).values())) for man in men])
    assert looks[0] == looks[1]
    assert any(told for _, _, told in looks[0])


@pytest.mark.parametrize("nation", ["", "É", "!?"])
def test_a_man_of_a_nation_that_nobody_knows_is_shown_all_the_same(nation: str, cast: Cast, client: Client) -> None:
    begun = make.campaign(cast.owner, make.LAND)
    content = altered(export(begun), lambda file: [each.update(nation=nation) for each in file["pilots"]])
    again = make.brought_in(actor=cast.owner, content=content)
    client.force_login(cast.owner)
    shown = client.get(reverse("campaign-pilots", args=(again.pk,)))
    assert shown.status_code == 200
    assert "/faces/xx-2-" in shown.content.decode()
