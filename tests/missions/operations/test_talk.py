"""What people say of a campaign and its missions, and who hears it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.selectors.audience import said_to
from config.common.refusals import Refusal
from missions.models import Comment, Mission, Story
from missions.operations import after_action_reports, comments, corrections, debriefs
from missions.selectors.after_action_reports import open_stories, story_rows, version
from missions.selectors.comments import COMMENTS_A_PAGE, count, talk_page
from notices.models import Happening
from tests import make
from tests.cast import Cast

EVERYBODY = ("reader", "pilot", "allied", "axis", "umpire", "owner")


@pytest.fixture
def mission(cast: Cast) -> Mission:
    return make.planned(make.club(cast))


def say(
    mission: Mission, actor: User, text: str = "Well **flown**.", side: str = "", *, of_campaign: bool = False
) -> Comment:
    about = None if of_campaign else mission
    return comments.comment(actor=actor, campaign=mission.campaign, mission=about, text=text, side=side)


def heard(mission: Mission, user: User, *, of_campaign: bool = False) -> list[str]:
    campaign = with_seats().get(pk=mission.campaign_id)
    of = viewer(campaign, user)
    assert of is not None
    about = None if of_campaign else mission
    return [row.comment.text for row in talk_page(campaign, of, about).rows]


def counted(mission: Mission, user: User) -> tuple[int, int]:
    """Comments on the mission, and in the whole campaign."""
    mission.campaign = with_seats().get(pk=mission.campaign_id)
    of = viewer(mission.campaign, user)
    assert of is not None
    return count(mission, of), said_to(mission.campaign, of)


# Comments


@pytest.mark.parametrize("who", EVERYBODY)
def test_whoever_reads_a_campaign_speaks_to_everybody(cast: Cast, mission: Mission, who: str):
    said = say(mission, getattr(cast, who))
    assert [heard(mission, getattr(cast, each)) for each in EVERYBODY] == [["Well **flown**."]] * len(EVERYBODY)
    told = Happening.objects.get(kind="comment")
    assert (told.mission, told.side, told.data, told.actor) == (1, "", {}, said.author)


def test_a_member_of_the_club_without_a_seat_speaks_to_everybody(cast: Cast):
    mission = make.of_a_club(make.campaign(cast.owner))
    say(mission, cast.reader)
    assert heard(mission, cast.owner) == ["Well **flown**."]


def test_a_stranger_says_nothing(cast: Cast, mission: Mission):
    with pytest.raises(Refusal, match="take part in a campaign"):
        say(mission, cast.stranger)


def test_what_a_side_says_among_itself_its_people_and_the_umpire_hear_and_nobody_else(cast: Cast, mission: Mission):
    say(mission, cast.pilot, "Climb at dawn.", "allied")

    for who in EVERYBODY:
        hears = who in ("pilot", "allied", "umpire", "owner")
        assert heard(mission, getattr(cast, who)) == (["Climb at dawn."] if hears else []), who
        assert counted(mission, getattr(cast, who)) == ((1, 1) if hears else (0, 0)), who
    told = Happening.objects.get(kind="comment")
    assert (told.side, told.data) == ("allied", {})


def test_an_owner_who_commands_a_side_does_not_hear_the_other(cast: Cast):
    campaign = make.duel(cast)
    mission = make.drawn(campaign)
    secret = say(mission, cast.axis, "Dive at noon.", "axis")
    tell(mission, cast.axis, "axis")
    assert heard(mission, cast.owner) == []
    assert counted(mission, cast.owner) == (0, 0)
    assert read(mission, cast.owner, "axis") == ("", True)
    assert heard(mission, cast.umpire) == ["Dive at noon."]
    with pytest.raises(Refusal, match="no such comment"):
        comments.remove(actor=cast.owner, comment=secret)
    with pytest.raises(Refusal, match="no seat on this side"):
        tell(mission, cast.owner, "axis")


def test_who_has_no_seat_on_a_side_does_not_speak_to_it_alone(cast: Cast, mission: Mission):
    for who, side in (("reader", "allied"), ("axis", "allied"), ("pilot", "axis")):
        with pytest.raises(Refusal, match="no seat on this side") as refused:
            say(mission, getattr(cast, who), "Psst", side)
        assert refused.value.field == "side"
    with pytest.raises(Refusal, match="for one side or for everybody"):
        say(mission, cast.umpire, "Psst", "both")
    assert not Comment.objects.exists()


def test_who_changes_sides_hears_the_old_one_no_more(cast: Cast, mission: Mission):
    mine = say(mission, cast.pilot, "Climb at dawn.", "allied")
    seats.give_up_seats(actor=cast.owner, campaign=mission.campaign, user=cast.pilot)
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.pilot, role=Role.PILOT, side="axis")
    assert heard(mission, cast.pilot) == []
    for act in (
        lambda: comments.edit(actor=cast.pilot, comment=mine, text="x"),
        lambda: comments.remove(actor=cast.pilot, comment=mine),
    ):
        with pytest.raises(Refusal, match="no such comment"):
            act()


def test_a_comment_is_of_the_campaign_or_of_one_mission(cast: Cast, mission: Mission):
    say(mission, cast.pilot, "Of all", of_campaign=True)
    say(mission, cast.pilot, "Of one")
    assert heard(mission, cast.axis, of_campaign=True) == ["Of all"]
    assert heard(mission, cast.axis) == ["Of one"]
    other = make.drawn(make.campaign(cast.owner))
    with pytest.raises(Refusal, match="no such mission"):
        comments.comment(actor=cast.pilot, campaign=mission.campaign, mission=other, text="x")


@pytest.mark.portable
def test_words_sent_twice_are_said_once_and_said_again_when_somebody_has_answered(cast: Cast, mission: Mission):
    assert say(mission, cast.pilot) == say(mission, cast.pilot)
    say(mission, cast.axis, "No")
    say(mission, cast.pilot)
    assert heard(mission, cast.reader) == ["Well **flown**.", "No", "Well **flown**."]


def test_words_sent_twice_do_not_find_out_whether_the_other_side_has_talked_meanwhile(cast: Cast, mission: Mission):
    say(mission, cast.pilot)
    say(mission, cast.axis, "Up at dawn", side="axis")
    say(mission, cast.pilot)
    assert heard(mission, cast.pilot) == ["Well **flown**."]


@pytest.mark.parametrize(("text", "why"), [(" \n", "Write something"), ("a" * 2001, "longer than 2,000 letters")])
def test_a_comment_has_something_to_say_and_not_too_much(cast: Cast, mission: Mission, text: str, why: str):
    with pytest.raises(Refusal, match=why):
        say(mission, cast.pilot, text)
    mine = say(mission, cast.pilot)
    with pytest.raises(Refusal, match=why):
        comments.edit(actor=cast.pilot, comment=mine, text=text)


def test_its_author_alone_edits_a_comment_and_that_shows(cast: Cast, mission: Mission):
    mine = say(mission, cast.pilot)
    with pytest.raises(Refusal, match="Only its author"):
        comments.edit(actor=cast.umpire, comment=mine, text="Well crashed.")
    comments.edit(actor=cast.pilot, comment=mine, text="Well flown.\r\nAll of you.")
    of = viewer(mission.campaign, cast.reader)
    assert of is not None
    (row,) = talk_page(mission.campaign, of, mission).rows
    assert (row.comment.text, row.comment.edited_at is not None, row.may_edit, row.may_remove) == (
        "Well flown.\nAll of you.",
        True,
        False,
        False,
    )


@pytest.mark.parametrize("who", ["pilot", "umpire", "owner"])
def test_author_umpire_and_owner_remove_a_comment_and_its_words_are_gone(cast: Cast, mission: Mission, who: str):
    mine = say(mission, cast.pilot)
    for _ in range(2):
        comments.remove(actor=getattr(cast, who), comment=mine)
    mine.refresh_from_db()
    assert mine.text == ""
    of = viewer(mission.campaign, cast.axis)
    assert of is not None
    (row,) = talk_page(mission.campaign, of, mission).rows
    assert (row.comment.text, row.removed_by, str(row.comment.author)) == ("", who, "pilot")
    assert counted(mission, cast.axis) == (0, 0)
    with pytest.raises(Refusal, match="has been removed"):
        comments.edit(actor=cast.pilot, comment=mine, text="Again")


def test_nobody_else_removes_a_comment(cast: Cast, mission: Mission):
    mine = say(mission, cast.pilot)
    secret = say(mission, cast.pilot, "Psst", "allied")
    for who, comment in (("allied", mine), ("axis", mine), ("reader", mine), ("reader", secret), ("axis", secret)):
        with pytest.raises(Refusal):
            comments.remove(actor=getattr(cast, who), comment=comment)
    assert Comment.objects.filter(removed_at=None).count() == 2


@pytest.mark.portable
def test_talk_comes_by_the_page_the_newest_last(cast: Cast, mission: Mission):
    for number in range(COMMENTS_A_PAGE + 2):
        say(mission, cast.pilot, f"Word {number}")
    of = viewer(mission.campaign, cast.pilot)
    assert of is not None
    latest = talk_page(mission.campaign, of, mission)
    assert (latest.page, latest.pages, [row.comment.text for row in latest.rows]) == (2, 2, ["Word 30", "Word 31"])
    assert talk_page(mission.campaign, of, mission, 1).rows[0].comment.text == "Word 0"


# After-action reports


def tell(
    mission: Mission,
    actor: User,
    side: str = "allied",
    text: str = "# Dawn\n\nWe flew.",
    expected_version: str | None = None,
):
    return after_action_reports.tell_story(
        actor=actor, mission=mission, side=side, text=text, expected_version=expected_version
    )


def read(mission: Mission, user: User, side: str = "allied") -> tuple[str, bool]:
    """What is for his eyes, and whether it is kept from him."""
    fresh = Mission.objects.get(pk=mission.pk)
    campaign = with_seats().get(pk=mission.campaign_id)
    of = viewer(campaign, user)
    assert of is not None
    row = story_rows(fresh, of)[side]
    return row.text, row.is_sealed


def test_a_sides_report_is_its_own_until_the_debrief_and_then_everybodys(cast: Cast, mission: Mission):
    tell(mission, cast.pilot)
    for who in EVERYBODY:
        own = who in ("pilot", "allied", "umpire", "owner")
        assert read(mission, getattr(cast, who)) == (("# Dawn\n\nWe flew.", False) if own else ("", True)), who
    told = Happening.objects.get(kind="story")
    assert (told.side, told.data) == ("allied", {"side": "allied"})

    make.record(mission)
    assert read(mission, cast.axis) == ("", True)
    make.debrief(mission)
    assert [read(mission, getattr(cast, who)) for who in EVERYBODY] == [("# Dawn\n\nWe flew.", False)] * len(EVERYBODY)

    debriefs.withdraw_debrief(actor=cast.umpire, mission=mission)
    assert read(mission, cast.axis) == ("", True)
    corrections.void(actor=cast.umpire, mission=mission, reason="Fog", expected_version=make.version(mission.campaign))
    assert read(mission, cast.axis) == ("", True)


def test_whether_there_is_a_report_is_hidden_too(cast: Cast, mission: Mission):
    nothing = read(mission, cast.axis)
    tell(mission, cast.allied)
    assert read(mission, cast.axis) == nothing


@pytest.mark.parametrize("who", ["axis", "reader", "stranger"])
def test_who_has_no_seat_on_a_side_does_not_write_its_report(cast: Cast, mission: Mission, who: str):
    with pytest.raises(Refusal, match="no seat on this side"):
        tell(mission, getattr(cast, who))
    assert not Story.objects.exists()


def test_a_report_is_written_anew_by_another_of_the_side_and_taken_back_without_words(cast: Cast, mission: Mission):
    tell(mission, cast.pilot)
    told = tell(mission, cast.allied, text="We flew and won.")
    assert told is not None
    assert (told.author, Story.objects.count()) == (cast.allied, 1)
    assert tell(mission, cast.allied, text=" ") is None
    assert not Story.objects.exists()
    with pytest.raises(Refusal, match="Write something"):
        tell(mission, cast.allied, text=" ")
    with pytest.raises(Refusal, match="longer than 20,000"):
        tell(mission, cast.allied, text="a" * 20_001)


def test_what_somebody_else_has_written_since_is_not_overwritten(cast: Cast, mission: Mission):
    tell(mission, cast.pilot, expected_version="")
    with pytest.raises(Refusal, match="Somebody else has written"):
        tell(mission, cast.allied, text="We won.", expected_version="")
    first = Story.objects.get()
    tell(mission, cast.allied, text="We won.", expected_version=version(first))
    assert Story.objects.get().text == "We won."


def test_everybody_hears_of_a_report_that_is_written_after_the_debrief(cast: Cast):
    mission = make.debriefed(make.club(cast))
    tell(mission, cast.allied)
    tell(mission, cast.allied, text="More")
    told = Happening.objects.get(kind="story")
    assert told.side == ""
    assert [story.text for story in open_stories(Campaign.objects.get(pk=mission.campaign_id))] == ["More"]
