"""A whole club as one file: made by a worker, opened elsewhere, refused where it is not what it should be."""

from __future__ import annotations

import io
import json
import re
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Iterable, Iterator
from datetime import date, time, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.operations import accounts
from campaigns.models import Campaign, Role, ShelfCard
from campaigns.operations import seats
from clubs import tasks
from clubs.models import BannedName, Club, ClubArrival, ClubFile, ClubRole
from clubs.operations import asking, awards, bans, club_arrivals, club_files, clubs, order
from clubs.operations.locks import locked
from clubs.operations.order import Rules
from clubs.selectors.club_files import ClubArchive
from clubs.selectors.seasons import rows_of
from config.common.file_parts import contents
from config.common.refusals import Refusal
from missions.models import Job
from missions.operations import archive
from missions.operations.removal import take_away_all
from missions.selectors.reconcile import problems
from tests import make
from tests.cast import Cast
from tests.kept import handed_out

pytestmark = pytest.mark.django_db
AWARD = {"name": "pilot", "title": "Sharp eyes", "why": "Saw them first", "day": "2026-05-03"}


@pytest.fixture
def club(cast: Cast) -> Club:
    return flyers(cast)


@handed_out
def flyers(cast: Cast) -> Club:
    """With a finished campaign, one that is running and keeps secrets, a night, a season, a card."""
    club = make.people_of(cast, name="Flyers")
    User.objects.filter(pk=cast.pilot.pk).update(email="pilot@example.org")
    alone = make.campaign(cast.owner)
    make.debriefed(alone)
    for campaign in (alone, make.duel(cast)):
        Campaign.objects.filter(pk=campaign.pk).update(club=club)
    make.night(club, cast.umpire)
    make.card(cast.owner, club=club)
    return club


def made(club: Club, owner: User) -> bytes:
    file = club_files.order(actor=owner, club=club)
    assert file.job is not None
    tasks.write_club(str(file.job.pk))
    file.refresh_from_db()
    content = b"".join(contents(file.parts))
    assert len(content) == file.size
    return content


def brought(actor: User, content: bytes) -> ClubArrival:
    arrival = club_arrivals.order(actor=actor, name="club.zip", size=len(content), content=[content])
    assert arrival.job is not None
    tasks.open_club(str(arrival.job.pk))
    arrival = ClubArrival.objects.select_related("job", "club").get(pk=arrival.pk)
    return arrival


def message(arrival: ClubArrival) -> str:
    assert arrival.job is not None
    return arrival.job.message


def changed(content: bytes, change: Callable[[dict[str, Any]], object], **more: bytes) -> bytes:
    """The file with another ``club.json``, and other members by their names without slashes."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "club.json":
                document = json.loads(data)
                change(document)
                data = json.dumps(document).encode()
            new.writestr(name, more.get(name.partition("/")[0], data))
    return out.getvalue()


@pytest.mark.portable
def test_another_site_opens_the_club_with_all_that_may_travel(cast: Cast, club: Club, client: Client):
    season = make.season(cast)
    type(season).objects.filter(pk=season.pk).update(club=club)
    table = [row.name for row in rows_of(season)]
    content = made(club, cast.owner)
    file = ClubFile.objects.get()
    assert len(file.left_out) == 1, "of the running one the owner would see sealed orders"
    assert "example.org" not in content.decode(errors="ignore")
    arrival = brought(cast.stranger, content)
    there = arrival.club
    assert there is not None
    assert message(arrival) == "Flyers is here, with 1 of 1 campaigns."
    assert not arrival.parts.exists()
    assert there.members.get().user == cast.stranger
    assert {each.name: each.role for each in there.former_members.all()}["pilot"] == ClubRole.PLAYER
    assert there.nights.get().title == club.nights.get().title
    again = there.seasons.get()
    assert again.closed_at is not None
    assert [row.name for row in rows_of(again)] == table
    assert ShelfCard.objects.filter(club=there).count() == 1
    client.force_login(cast.stranger)
    for page, named in (("club", (there.pk,)), ("season", (there.pk, again.pk)), ("club-members", (there.pk,))):
        assert client.get(reverse(page, args=named)).status_code == 200
    campaign = Campaign.objects.get(club=there)
    assert (campaign.owner, campaign.status, problems(campaign)) == (cast.stranger, Campaign.Status.RUNNING, [])
    with locked(there.pk) as held:
        clubs.add(club=held, user=cast.pilot, role=ClubRole.PLAYER)
    assert not there.former_members.filter(name="pilot").exists()


def test_a_campaign_that_cannot_be_taken_keeps_nothing_else_out(cast: Cast, club: Club):
    content = changed(made(club, cast.owner), lambda document: None, campaigns=b"{}")
    arrival = brought(cast.stranger, content)
    assert message(arrival) == "Flyers is here, with 0 of 1 campaigns."
    assert arrival.left_out[0].startswith("Campaign 1 did not come: The file is not whole")
    assert not Campaign.arriving_too.filter(club=arrival.club).exists()


def test_a_worker_that_is_lost_is_followed_by_one_that_goes_on(cast: Cast, club: Club, monkeypatch: pytest.MonkeyPatch):
    content = made(club, cast.owner)
    written = archive.bring_in

    def cut_off(*args: Any, **kwargs: Any) -> Campaign:
        begun = kwargs["begun"]

        def killed(campaign: Campaign) -> None:
            begun(campaign)
            raise RuntimeError("killed")

        return written(*args, **kwargs | {"begun": killed})

    arrival = club_arrivals.order(actor=cast.stranger, name="club.zip", size=len(content), content=[content])
    assert arrival.job is not None
    monkeypatch.setattr(club_arrivals, "write", cut_off)
    job = Job.objects.get(pk=arrival.job.pk)
    Job.objects.filter(pk=job.pk).update(status=Job.Status.RUNNING)
    with pytest.raises(RuntimeError):
        club_arrivals.bring_in(job)
    monkeypatch.setattr(club_arrivals, "write", written)
    tasks.open_club(str(job.pk))
    arrival.refresh_from_db()
    assert Club.objects.filter(name="Flyers").count() == 2
    assert Campaign.arriving_too.filter(club=arrival.club).count() == 1
    for campaign in Campaign.objects.filter(club=arrival.club):
        take_away_all(campaign)


def test_of_a_club_that_is_half_here_nothing_stays_when_its_owner_closes_the_account(
    cast: Cast, club: Club, monkeypatch: pytest.MonkeyPatch
):
    content = made(club, cast.owner)
    arrival = club_arrivals.order(actor=cast.stranger, name="club.zip", size=len(content), content=[content])
    assert arrival.job is not None
    Job.objects.filter(pk=arrival.job.pk).update(status=Job.Status.RUNNING)

    def cut_off(*args: Any, begun: Callable[[Campaign], None], **kwargs: Any) -> None:
        pack = Campaign.objects.all()[0].pack
        begun(Campaign.objects.create(pack=pack, name="Half", owner=cast.stranger, seed=1, status="arriving"))
        raise RuntimeError("killed")

    monkeypatch.setattr(club_arrivals, "write", cut_off)
    with pytest.raises(RuntimeError):
        club_arrivals.bring_in(Job.objects.get(pk=arrival.job.pk))
    assert Campaign.arriving_too.filter(name="Half", club=ClubArrival.objects.get().club).exists()
    accounts.close(user=cast.stranger, texts=True)
    assert not Campaign.arriving_too.filter(name="Half").exists()
    assert not Club.objects.exclude(pk=club.pk).exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda document: document.update(format="something"), "This is not the file of a club"),
        (lambda document: document.update(version=3), "comes from a newer Ready Room"),
        (lambda document: document.update(name=" "), "cannot be read at name"),
        (lambda document: document.update(extra=1), "cannot be read at extra"),
        (lambda document: document["campaigns"].append("campaigns/009.json"), "campaigns/009.json is missing"),
        (lambda document: document["campaigns"].append("../club.json"), "cannot be read at campaigns"),
        (lambda document: document["nights"][0].update(begins_at="2026-99-99T00:00:00Z"), "a day that there is not"),
        (lambda document: document.update(name="Ready\u202eRoom"), ""),
        (lambda document: document["rules"].update(posts_an_hour=29_999), "Choose 1 to 1,000 posts an hour"),
        (lambda document: document["rules"].update(quiet_from="25:00"), "cannot be read at rules.quiet_from"),
        (lambda document: document["awards"].append(AWARD | {"day": "2026-02-30"}), "a day that there is not"),
        (lambda document: document["awards"].append(AWARD | {"title": "x" * 61}), "cannot be read at awards.0.title"),
        (lambda document: document["bans"].append({"name": " ", "reason": ""}), "cannot be read at bans.0.name"),
        (lambda document: document.update(about="a\0b"), "characters that no text has"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_refused_in_a_sentence(
    cast: Cast, club: Club, change: Callable[[dict[str, Any]], object], sentence: str
):
    clubs_before = Club.objects.count()
    arrival = brought(cast.stranger, changed(made(club, cast.owner), change))
    assert arrival.job is not None
    assert arrival.job.status == Job.Status.FAILED
    assert sentence in arrival.job.message
    assert arrival.job.message.endswith(".")
    assert not arrival.parts.exists()
    assert Club.objects.count() == clubs_before


def test_what_swells_or_is_packed_otherwise_is_refused_before_it_is_unpacked(cast: Cast, club: Club):
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("club.json", b"[" * 3_000_000)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("club.json", b"{}")
    good = made(club, cast.owner)
    for content, sentence in (
        (bomb.getvalue(), "club.json is larger than it can be"),
        (packed.getvalue(), "packed in a way"),
        (good[: len(good) // 2], "not whole"),
        (b"PK\x03\x04" + b"\0" * 1000, "not whole"),
    ):
        assert sentence in message(brought(cast.stranger, content))
    with pytest.raises(Refusal, match="ZIP archives"):
        club_arrivals.order(actor=cast.stranger, name="x", size=3, content=[b"{}\n"])


def test_a_file_of_a_few_megabytes_takes_no_gigabyte_to_refuse():
    """A list of two million members, and a ``club.json`` in which all is wrong."""
    member = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", 20, 3, 20, *(0,) * 8, 1, *(0,) * 6) + b"x"
    long = b"PK\x03\x04" + 20_000 * member
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 20_000, 20_000, 20_000 * len(member), 4, 0)
    season = {"title": "x", "table": [0] * 1_990}
    wrong, many = io.BytesIO(), io.BytesIO()
    for file, more in ((wrong, {"seasons": [season] * 300}), (many, {str(number): 0 for number in range(100_000)})):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("club.json", json.dumps({"format": "ready-room-club", "version": 1, **more}))
    tracemalloc.start()
    for content, sentence in (
        (long + end, "more than a club can have"),
        (wrong.getvalue(), "cannot be read at"),
        (many.getvalue(), "not the file of a club"),
        (long + end[:-2] + b"\x01\x00" + b"!", "not the file of a club"),
    ):
        with pytest.raises(Refusal, match=sentence):
            ClubArchive(io.BytesIO(content))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40_000_000


@pytest.mark.portable
def test_the_pages_take_a_club_along_and_bring_it_in(cast: Cast, club: Club, client: Client):
    client.force_login(cast.owner)
    page = reverse("club-file", args=(club.pk,))
    assert "What it holds" in client.get(page).content.decode()
    assert "Being made" in client.post(page, follow=True).content.decode() or ClubFile.objects.get().job is not None
    content = made(club, cast.owner)
    answer = client.get(reverse("club-file-get", args=(club.pk,)))
    assert b"".join(answer.streaming_content) == content  # type: ignore[attr-defined]
    client.force_login(cast.stranger)
    sent = {"key": uuid4(), "file": SimpleUploadedFile("Flyers.zip", content)}
    shown = client.post(reverse("club-import"), sent, follow=True).content.decode()
    assert "Flyers.zip" in shown
    wrong = client.post(reverse("club-import"), {"key": uuid4(), "file": SimpleUploadedFile("x.zip", b"nothing")})
    assert wrong.status_code == 422


@pytest.mark.portable
def test_rules_bans_and_awards_travel_and_nobody_who_was_banned_walks_in_there(cast: Cast, club: Club, client: Client):
    rules = Rules(takes_askers=True, quiet_from=time(22), quiet_until=time(7), posts_an_hour=20)
    club = order.change(actor=cast.owner, club=club, rules=rules)
    day = date(2026, 5, 3)
    awards.give(actor=cast.owner, club=club, name="pilot", title="Sharp eyes", why="Saw them first", day=day)
    gone = awards.give(actor=cast.owner, club=club, name="pilot", title="Gone", why="Withdrawn", day=day)
    awards.withdraw(actor=cast.owner, club=club, award=gone.pk)
    bans.ban(actor=cast.owner, club=club, user=cast.reader, reason="Too loud")
    there = brought(cast.stranger, made(club, cast.owner)).club
    assert there is not None
    assert Rules.of(there) == rules
    assert [(each.name, each.reason) for each in there.banned_names.all()] == [("reader", "Too loud")]
    assert [(each.name, each.title, each.user) for each in there.awards.all()] == [("pilot", "Sharp eyes", None)]
    with pytest.raises(Refusal, match="has banned you"), locked(there.pk) as held:
        clubs.add(club=held, user=cast.reader, role=ClubRole.PLAYER)
    with pytest.raises(Refusal, match="has banned you"):
        asking.ask(actor=cast.reader, club=there, words="It is me again.")
    campaign = Campaign.objects.get(club=there)
    with pytest.raises(Refusal, match="has banned reader"):
        seats.give_seat(actor=cast.stranger, campaign=campaign, user=cast.reader, role=Role.PILOT, side="allied")
    with locked(there.pk) as held:
        clubs.add(club=held, user=cast.pilot, role=ClubRole.PLAYER)
    assert there.awards.get().user == cast.pilot
    again = ClubArchive(io.BytesIO(made(there, cast.stranger))).club
    assert [each.name for each in again.bans] == ["reader"], "and on to a third"
    client.force_login(cast.stranger)
    page = reverse("club-bans", args=(there.pk,))
    assert "Banned where the club comes from" in client.get(page).content.decode()
    client.post(reverse("club-ban-name-lift", args=(there.pk, there.banned_names.get().pk)))
    assert "Banned where the club comes from" not in client.get(page).content.decode()
    asking.ask(actor=cast.reader, club=there, words="It is me again.")


def test_a_ban_by_a_name_becomes_one_of_the_account_and_holds_under_another_name(cast: Cast, club: Club):
    BannedName.objects.create(club=club, name="Stranger")
    bans.ban_by_name(actor=cast.owner, club=club, name="stranger")
    assert not BannedName.objects.exists()
    accounts.rename(user=cast.stranger, name="Somebody else")
    cast.stranger.refresh_from_db()
    with pytest.raises(Refusal, match="has banned you"), locked(club.pk) as held:
        clubs.add(club=held, user=cast.stranger, role=ClubRole.PLAYER)


def test_a_file_of_the_first_version_is_read_as_before(cast: Cast, club: Club):
    def older(document: dict[str, Any]) -> None:
        document["version"] = 1
        for key in ("rules", "bans", "awards"):
            del document[key]

    there = brought(cast.stranger, changed(made(club, cast.owner), older)).club
    assert there is not None
    assert Rules.of(there) == Rules(takes_askers=False, quiet_from=None, quiet_until=None, posts_an_hour=None)


@pytest.mark.portable
def test_a_page_that_is_sent_twice_brings_the_club_in_once(cast: Cast, club: Club, client: Client):
    content, page = made(club, cast.owner), reverse("club-import")
    client.force_login(cast.stranger)
    [key] = re.findall(r'name="key" value="([-0-9a-f]{36})"', client.get(page).content.decode())

    def send(name: str) -> str:
        sent = {"key": key, "file": SimpleUploadedFile(name, content)}
        return client.post(page, sent, follow=True).content.decode()

    first = send("Flyers.zip")
    tasks.open_club(str(ClubArrival.objects.get().job_id))
    again = send("Flyers.zip")
    assert "Flyers.zip" in first
    assert f"Open {club.name}" in again
    assert ClubArrival.objects.count() == 1
    assert Club.objects.filter(members__user=cast.stranger).count() == 1
    # Gone back in the browser to bring another file: that is another act.
    send("Others.zip")
    assert ClubArrival.objects.count() == 2


def test_while_a_file_is_still_being_stored_it_is_on_its_way_already(cast: Cast, club: Club):
    content, key = made(club, cast.owner), uuid4()
    met: list[object] = []

    def order(content: Iterable[bytes], key: UUID | None) -> ClubArrival:
        return club_arrivals.order(actor=cast.stranger, name="club.zip", size=9, content=content, key=key)

    def slowly() -> Iterator[bytes]:
        yield content
        met.append(order([content], key).pk)
        with pytest.raises(Refusal, match="still on its way in"):
            order([content], uuid4())
        with pytest.raises(Refusal, match="still on its way in"):
            order([content], None)

    first = order(slowly(), key)
    assert met == [first.pk]
    assert ClubArrival.objects.count() == 1


def test_what_was_never_stored_to_its_end_keeps_nothing_out_for_long(cast: Cast, club: Club):
    content = made(club, cast.owner)
    lost = ClubArrival.objects.create(owner=cast.stranger, name="club.zip", size=9)
    with pytest.raises(Refusal, match="still on its way in"):
        club_arrivals.order(actor=cast.stranger, name="club.zip", size=9, content=[content])
    ClubArrival.objects.filter(pk=lost.pk).update(at=timezone.now() - timedelta(hours=1))
    club_arrivals.order(actor=cast.stranger, name="club.zip", size=9, content=[content])


def test_the_page_whose_file_was_never_stored_to_its_end_may_send_it_again(cast: Cast, club: Club):
    content, key = made(club, cast.owner), uuid4()
    lost = ClubArrival.objects.create(owner=cast.stranger, name="club.zip", size=9, key=key)
    ClubArrival.objects.filter(pk=lost.pk).update(at=timezone.now() - timedelta(hours=1))

    def again() -> ClubArrival:
        return club_arrivals.order(actor=cast.stranger, name="club.zip", size=9, content=[content], key=key)

    first = again()
    assert first.pk != lost.pk
    assert first.job is not None
    assert again() == first
