"""What a side says among itself and tells of a mission before the debrief stays with it, wherever one may look."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.access import viewer, with_seats
from campaigns.documents.book.book import Book
from missions.models import Mission
from missions.operations import after_action_reports, comments
from missions.prints import kept
from missions.prints.book import book
from notices.models import Happening, Notice
from notices.operations.fan_out import tell_all
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

SECRET = "Kingfisher"
"""A word that stands in nothing but what the Allied side says."""
PARTIAL = {"HX-Request": "true"}


def looks(user: User, mission: Mission) -> Iterator[tuple[str, str]]:
    """Every page and table on which talk might show, whole and in part."""
    client = Client()
    client.force_login(user)
    of_campaign = ("campaign", "campaign-talk", "campaign-claims", "campaign-journal", "campaign-people")
    urls = [reverse(name, args=(mission.campaign_id,)) for name in of_campaign]
    at = (mission.campaign_id, mission.number)
    urls += [reverse(name, args=at) for name in ("mission", "mission-talk", "mission-debrief")]
    urls += [reverse("mission-story", args=(*at, side)) for side in ("allied", "axis")]
    urls += [reverse("campaign-table", args=(mission.campaign_id, what)) for what in ("missions", "kills")]
    urls += [reverse("home"), reverse("notices")]
    for url in urls:
        for headers in ({}, PARTIAL):
            yield url, client.get(url, headers=headers, follow=True).content.decode()


def whisper(cast: Cast, mission: Mission) -> None:
    """The Allied side talks among itself about the mission and the campaign, and writes its report."""
    for about in (mission, None):
        comments.comment(
            actor=cast.allied, campaign=mission.campaign, mission=about, text=f"{SECRET} at dawn", side="allied"
        )
    after_action_reports.tell_story(
        actor=cast.allied, mission=mission, side="allied", text=f"# {SECRET}\n\nAs planned."
    )


def without_tokens(page: str) -> str:
    """A page without what differs from one look to the next."""
    return "\n".join(
        line for line in page.splitlines() if "csrfmiddlewaretoken" not in line and 'name="key"' not in line
    )


@pytest.mark.parametrize("who", broad(["axis", "reader"], 1))
def test_no_page_of_anybody_else_changes_when_a_side_talks_among_itself(cast: Cast, who: str):
    mission = make.recorded(make.club(cast))
    user = getattr(cast, who)
    before = [(url, without_tokens(page)) for url, page in looks(user, mission)]

    whisper(cast, mission)

    for (url, was), (_, now) in zip(before, looks(user, mission), strict=True):
        assert SECRET not in now, url
        assert without_tokens(now) == was, url


@pytest.mark.slow("opens the page for everybody")
@pytest.mark.portable
def test_its_own_people_and_the_umpire_find_it(cast: Cast):
    mission = make.recorded(make.club(cast))
    whisper(cast, mission)
    for user in (cast.pilot, cast.allied, cast.umpire):
        found = {url for url, page in looks(user, mission) if SECRET in page}
        at = (mission.campaign_id, mission.number)
        assert found == {
            reverse("campaign-talk", args=(mission.campaign_id,)),
            reverse("mission-talk", args=at),
            reverse("mission", args=at),
            reverse("mission-story", args=(*at, "allied")),
        }


def printed(mission: Mission, user: User) -> Book:
    campaign = with_seats().get(pk=mission.campaign_id)
    of = viewer(campaign, user)
    assert of is not None
    return book(campaign, of)


def test_the_book_tells_a_report_to_nobody_before_the_debrief_and_to_everybody_after_it(cast: Cast):
    mission = make.recorded(make.club(cast))
    whisper(cast, mission)
    for user in (cast.axis, cast.allied, cast.umpire):
        assert SECRET not in repr(printed(mission, user))

    make.debrief(mission)

    for user in (cast.axis, cast.allied, cast.umpire):
        (chapter,) = printed(mission, user).chapters
        (story,) = chapter.stories
        told = [block.text for block in story.blocks]
        assert (story.side, story.by, told) == ("allied", "allied", [SECRET, "As planned."])
        assert repr(printed(mission, user)).count(SECRET) == 1


@pytest.mark.portable
def test_a_kept_book_is_made_anew_when_a_report_is_open_and_not_before(cast: Cast):
    mission = make.recorded(make.club(cast))

    def state() -> str:
        campaign = with_seats().get(pk=mission.campaign_id)
        of = viewer(campaign, cast.axis)
        assert of is not None
        return kept.state(campaign, "", of)

    before = state()
    whisper(cast, mission)
    assert state() == before
    make.debrief(mission)
    before = state()
    after_action_reports.tell_story(actor=cast.allied, mission=mission, side="allied", text="Otherwise.")
    assert state() != before


@pytest.mark.portable
def test_what_people_are_told_of_talk_holds_none_of_it(cast: Cast):
    mission = make.recorded(make.club(cast))
    whisper(cast, mission)
    told = Happening.objects.filter(kind__in=("comment", "story"))
    assert {each.side for each in told} == {"allied"}
    assert SECRET not in repr(list(told.values()))


@pytest.mark.portable
def test_only_its_people_and_the_umpire_find_a_sides_talk_in_their_inbox(cast: Cast):
    mission = make.recorded(make.club(cast))
    tell_all()
    Notice.objects.all().delete()
    whisper(cast, mission)
    tell_all()
    assert set(Notice.objects.values_list("user__username", flat=True)) == {"pilot", "umpire", "owner"}


@pytest.mark.portable
def test_an_outsider_gets_no_error_text_that_tells_a_comment_from_none(cast: Cast, client: Client):
    mission = make.talked(make.club(cast), "allied")
    real, none = mission.comments.get().key, uuid4()
    client.force_login(cast.axis)
    pages = [
        client.post(reverse(name, args=(mission.campaign_id, key)), {"text": "x"})
        for name in ("comment-edit", "comment-remove")
        for key in (real, none)
    ]
    assert {page.status_code for page in pages} == {404}
    assert len({without_tokens(page.content.decode()).replace(str(none), str(real)) for page in pages}) == 1
