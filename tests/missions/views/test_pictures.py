"""Pictures of a replay for taking along: offered where it is watched, with the eyes of whoever watches."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from missions import tasks
from missions.models import Job, Mission, MovingPicture, Skirmish
from missions.operations import debriefs, jobs, shared_replays
from missions.replay import moving, pixels
from missions.selectors.shared_replays import shared_at
from tests import make
from tests.cast import Cast, client_of

PAGE = 5
"""Session, person, skirmish with job and game, unread notices; and what has been drawn of it."""
GIF = b"GIF89a"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What is drawn is the first two steps, small; and whose eyes it was drawn for."""
    whole, seen = moving.gif, list[tuple[Any, ...]]()

    def first_steps(system: Any, frames: Any, *more: Any) -> bytes:
        seen.append((frames[0].view, len(frames)))
        return whole(system, frames[:2], *more)

    monkeypatch.setattr(moving, "gif", first_steps)
    monkeypatch.setattr(moving, "SIZES", (120, 96))
    return seen


@pytest.fixture
def fought(cast: Cast) -> Mission:
    """A mission that was flown and debriefed, of a campaign in which everybody has a seat."""
    mission = make.flown(make.club(cast))
    make.debrief(mission)
    mission.refresh_from_db()
    return mission


@pytest.fixture
def skirmish(cast: Cast) -> Skirmish:
    return make.flown_skirmish(cast.owner)


def drawn() -> None:
    """What has been ordered is drawn."""
    for job in Job.objects.filter(kind=jobs.PICTURE, status=Job.Status.QUEUED):
        tasks.moving_picture(str(job.pk))


def at(mission: Mission, name: str, *more: object) -> str:
    return reverse(name, args=(mission.campaign_id, mission.number, *more))


def shown(response: Any) -> str:
    assert response.status_code == 200
    return str(response.content.decode())


def test_a_moment_is_had_as_png_and_svg_from_the_step_that_is_looked_at(fought: Mission, cast: Cast) -> None:
    client = client_of(cast.reader)
    page = shown(client.get(at(fought, "mission-replay", 4)))
    for suffix, begin in (("png", b"\x89PNG"), ("svg", b"<svg")):
        url = at(fought, "mission-still", 4, suffix)
        assert url in page
        answer = client.get(url)
        assert answer.status_code == 200
        assert answer.content.startswith(begin)
        assert f'filename="{fought.title.lower().split(" ")[0]}' in answer["Content-Disposition"]
        assert answer["Content-Disposition"].endswith(f'step-4.{suffix}"')
    told = client.get(at(fought, "mission-still", 4, "svg")).content.decode()
    assert fought.campaign.name in told
    assert "Not affiliated with any publisher" in told
    for wrong in (("9999", "png"), ("4", "gif")):
        assert client.get(at(fought, "mission-still", *wrong)).status_code == 404


def test_the_fight_is_ordered_drawn_by_a_worker_looked_at_and_taken_along(
    skirmish: Skirmish, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(cast.owner)
    url = reverse("skirmish-moving", args=(skirmish.pk,))
    file = reverse("skirmish-moving-file", args=(skirmish.pk,))
    assert url in shown(client.get(reverse("skirmish-replay", args=(skirmish.pk,))))
    assert url in shown(client.get(reverse("skirmish-replay", args=(skirmish.pk, 0))))
    assert "Draw it" in shown(client.get(url))
    assert client.get(file).status_code == 404
    for _ in range(2):
        assert "Waiting for its turn" in shown(client.post(url, follow=True))
    job = Job.objects.get(kind=jobs.PICTURE)
    jobs.begin(job.pk)
    make.moved(job, 3, 30)
    part = shown(client.get(url, headers={"HX-Request": "true"}))
    assert "Step 3 of 30" in part
    assert "<html" not in part
    assert f'hx-get="{url}"' in part
    tasks.moving_picture(str(job.pk))
    tasks.moving_picture(str(job.pk))
    with django_assert_num_queries(PAGE):
        page = shown(client.get(url))
    assert file in page
    assert "hx-get" not in page.split('id="moving"')[1].split("</figure>")[0]
    answer = client.get(file)
    assert answer.content.startswith(GIF)
    assert answer["Content-Type"] == "image/gif"
    client.post(url)
    assert Job.objects.filter(kind=jobs.PICTURE).count() == 1, "what is kept is not drawn again"


def test_one_that_is_old_or_of_another_flight_is_drawn_anew(skirmish: Skirmish, cast: Cast) -> None:
    client = client_of(cast.owner)
    url = reverse("skirmish-moving", args=(skirmish.pk,))
    file = reverse("skirmish-moving-file", args=(skirmish.pk,))
    for change in ({"made_at": timezone.now() - timedelta(days=31)}, {"digest": "of another"}):
        client.post(url)
        drawn()
        assert client.get(file).status_code == 200
        MovingPicture.objects.update(**change)
        assert client.get(file).status_code == 404
        assert "Draw it" in shown(client.get(url))
    other = make.flown_skirmish(cast.owner, seed=8)
    MovingPicture.objects.update(made_at=timezone.now() - timedelta(days=31))
    client.post(reverse("skirmish-moving", args=(other.pk,)))
    drawn()
    assert [row.skirmish for row in MovingPicture.objects.all()] == [other], "the old ones take no room"


def test_before_the_debrief_each_side_has_its_own(
    cast: Cast, short: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    mission = make.flown(make.club(cast))
    url, file = at(mission, "mission-moving"), at(mission, "mission-moving-file")
    client_of(cast.allied).post(url)
    drawn()
    assert client_of(cast.allied).get(file).status_code == 200
    assert client_of(cast.axis).get(file).status_code == 404
    assert "Draw it" in shown(client_of(cast.axis).get(url))
    client_of(cast.axis).post(url)
    drawn()
    (allied, _), (axis, _) = short
    assert allied != axis, "neither has the hands of the other"
    assert sorted(MovingPicture.objects.values_list("audience", flat=True)) == ["allied", "axis"]
    assert client_of(cast.reader).get(file).status_code == 302, "a reader waits for the debrief"
    make.debrief(mission)
    assert client_of(cast.allied).get(file).status_code == 404, "now all hands are open: that is another picture"
    assert not Job.objects.filter(kind=jobs.PICTURE, mission__isnull=False).exists(), "nobody else sees the work"


def test_a_shared_replay_has_pictures_for_whoever_has_its_address(fought: Mission, cast: Cast) -> None:
    row = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    anybody = Client()
    moving_url = reverse("shared-moving", args=(row.token,))
    file = reverse("shared-moving-file", args=(row.token,))
    stills = [reverse("shared-still", args=(row.token, 3, suffix)) for suffix in ("png", "svg")]
    page = shown(anybody.get(reverse("shared-replay", args=(row.token, 3))))
    assert all(url in page for url in (*stills, moving_url))
    for url in stills:
        answer = anybody.get(url)
        assert answer.status_code == 200
        assert answer["Referrer-Policy"] == "no-referrer"
    assert anybody.get(moving_url)["Referrer-Policy"] == "same-origin", "a browser sends its form with its origin"
    assert "Waiting for its turn" in shown(anybody.post(moving_url, follow=True))
    assert Job.objects.get(kind=jobs.PICTURE).owner == cast.umpire, "in the name of who shares it"
    drawn()
    assert f"/campaigns/{fought.campaign_id}/" not in shown(anybody.get(moving_url))
    assert anybody.get(file).content.startswith(GIF)
    assert client_of(cast.axis).get(at(fought, "mission-moving-file")).status_code == 200, "to members it is the same"
    debriefs.withdraw_debrief(actor=cast.umpire, mission=fought)
    for url in (*stills, moving_url, file):
        assert anybody.get(url).status_code == 404
    make.debrief(Mission.objects.get(pk=fought.pk))
    shared_replays.withdraw_mission(actor=cast.umpire, mission=fought)
    for url in (*stills, moving_url, file):
        assert anybody.get(url).status_code == 404


def test_one_picture_stands_for_the_whole_and_shows_where_most_fall(fought: Mission, cast: Cast) -> None:
    row = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    shared = shared_at(row.token)
    assert shared is not None
    falls = [sum(event.weight == "decisive" for event in frame.events) for frame in shared.watched.frames]
    step = max(number for number, count in enumerate(falls) if count == max(falls))
    whole = Client().get(reverse("shared-picture", args=(row.token, "svg")))
    assert (max(falls) > 0, whole.status_code, whole["Referrer-Policy"]) == (True, 200, "no-referrer")
    assert whole.content == Client().get(reverse("shared-still", args=(row.token, step, "svg"))).content
    assert Client().get(reverse("shared-picture", args=(row.token, "gif"))).status_code == 404


def test_a_day_has_so_many_and_who_came_by_an_address_is_told(fought: Mission, cast: Cast, settings: Any) -> None:
    settings.A_DAY = {**settings.A_DAY, "prints": 1}
    row = shared_replays.share_mission(actor=cast.owner, mission=fought)
    client_of(cast.owner).post(reverse("skirmish-moving", args=(make.flown_skirmish(cast.owner).pk,)))
    page = shown(Client().post(reverse("shared-moving", args=(row.token,)), follow=True))
    assert "as many as one day allows" in page
    assert "Draw it" in page
    assert "as many as one day allows" in shown(client_of(cast.owner).post(at(fought, "mission-moving"), follow=True))


def test_a_moment_is_drawn_once_for_all_who_look_at_it_and_sent_once_to_each(
    fought: Mission, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    caches["pictures"].clear()
    row = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    urls = [reverse("shared-still", args=(row.token, step, "png")) for step in (3, 4)]
    png, drawn = pixels.png, list[str]()

    def draw(svg: str, width: int) -> bytes:
        drawn.append(svg)
        return png(svg, width)

    monkeypatch.setattr(pixels, "png", draw)
    first = [Client().get(url) for url in urls]
    again = [Client().get(urls[0]), client_of(cast.reader).get(at(fought, "mission-still", 3, "png"))]
    assert [answer.content for answer in again] == [first[0].content] * 2
    assert len(drawn) == 2
    caches["pictures"].clear()
    known = Client().get(urls[0], headers={"If-None-Match": first[0]["ETag"]})
    assert (known.status_code, known.content, known["ETag"]) == (304, b"", first[0]["ETag"])
    assert "no-cache" in known["Cache-Control"], "a replay may be withdrawn"
    assert len(drawn) == 2
    assert first[1]["ETag"] != first[0]["ETag"]


def test_nobody_has_moments_of_a_shared_replay_drawn_without_end(fought: Mission, cast: Cast, settings: Any) -> None:
    settings.SHARED_RATE_LIMITS = {"still": "2/10m/ip"}
    row = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    url = reverse("shared-still", args=(row.token, 0, "svg"))
    assert [Client().get(url, REMOTE_ADDR="192.0.2.1").status_code for _ in range(3)] == [200, 200, 429]
    assert Client().get(url, REMOTE_ADDR="192.0.2.2").status_code == 200
    assert client_of(cast.reader).get(at(fought, "mission-still", 0, "svg"), REMOTE_ADDR="192.0.2.1").status_code == 200


def test_what_has_failed_is_ordered_again_by_who_shares_it_or_is_of_the_campaign_and_by_no_stranger(
    fought: Mission, cast: Cast
) -> None:
    row = shared_replays.share_mission(actor=cast.umpire, mission=fought)
    url = reverse("shared-moving", args=(row.token,))
    owners = []
    for person in (None, cast.umpire, cast.reader):
        of_house = client_of(person) if person is not None else Client()
        of_house.post(url)
        job = Job.objects.get(kind=jobs.PICTURE, status=Job.Status.QUEUED)
        owners.append(job.owner)
        jobs.fail(job.pk, jobs.BROKEN)
        for stranger in (Client(), client_of(cast.stranger)):
            page = shown(stranger.get(url))
            assert "Draw it" not in page
            assert "Whoever shares this replay may have it drawn once more." in page
            assert "Whoever shares this replay" in shown(stranger.post(url, follow=True))
            assert not Job.objects.filter(status=Job.Status.QUEUED).exists()
        assert "Draw it" in shown(client_of(cast.reader).get(url))
    assert owners == [cast.umpire, cast.umpire, cast.reader], "who is known here spends his own day"


def test_a_picture_of_a_fight_that_is_gone_ends_its_work_with_a_sentence(skirmish: Skirmish, cast: Cast) -> None:
    client = client_of(cast.owner)
    client.post(reverse("skirmish-moving", args=(skirmish.pk,)))
    job = Job.objects.get(kind=jobs.PICTURE)
    client.post(reverse("skirmish-delete", args=(skirmish.pk,)))
    assert not MovingPicture.objects.exists()
    tasks.moving_picture(str(job.pk))
    job.refresh_from_db()
    assert job.status == Job.Status.FAILED
    assert job.message == "The fight is gone, or its picture was ordered anew."
