"""Posts are reported to the umpires who may read them, who keep, remove, mute or ban."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign, Entry, Role
from campaigns.operations import changes, pilots
from campaigns.selectors.journal_entries import key_of
from campaigns.standing.kinds import NoteWritten
from clubs.models import Club, ClubRole, ModerationEntry, Mute
from clubs.operations import clubs, endings, reports
from clubs.operations.reports import Decision
from clubs.selectors.members import place_of
from config.common.refusals import Refusal
from missions.models import Comment, PostReport, Story, Submission
from missions.operations import after_action_reports, comments, post_reports, submissions
from missions.operations.removal import take_away_all
from missions.operations.submissions import Dispute
from missions.selectors.matters import matters
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.submissions import version
from notices.models import Happening
from tests import make
from tests.cast import Cast


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    return clubs.move_campaign(actor=cast.owner, campaign=make.club(cast), club=make.people_of(cast))


@pytest.fixture
def club(campaign: Campaign) -> Club:
    assert campaign.club is not None
    return campaign.club


@pytest.fixture
def said(cast: Cast, campaign: Campaign) -> Comment:
    return comments.comment(actor=cast.axis, campaign=campaign, text="You are all fools.")


def report(cast: Cast, post: Comment | Story, campaign: Campaign) -> PostReport:
    return post_reports.report(actor=cast.pilot, campaign=campaign, post=post, words="Rude.")


def told(kind: str) -> set[str]:
    return set(Happening.objects.filter(kind=kind).values_list("person__username", flat=True))


@pytest.mark.portable
def test_a_reported_comment_goes_with_a_reason_and_all_are_told_but_not_who_reported(
    cast: Cast, campaign: Campaign, said: Comment
):
    first = report(cast, said, campaign)
    assert report(cast, said, campaign) == first, "twice is once"
    other = post_reports.report(actor=cast.allied, campaign=campaign, post=said, words="Unfair.")
    assert told("post-reported") == {"owner", "umpire"}
    comments.edit(actor=cast.axis, comment=said, text="You are all friends.")
    assert PostReport.objects.get(pk=first.pk).text == "You are all fools.", "nobody edits it away"
    with pytest.raises(Refusal, match="Say why it goes"):
        reports.decide(actor=cast.umpire, report=first, decision=Decision.REMOVE)
    reports.decide(actor=cast.umpire, report=first, decision=Decision.REMOVE, why="Names")
    said.refresh_from_db()
    assert (said.text, said.removed_by) == ("", cast.umpire)
    other.refresh_from_db()
    assert other.verdict == PostReport.Verdict.REMOVED, "one answer for all who reported it"
    assert told("report-judged") == {"pilot", "allied"}
    assert told("post-removed") == {"axis"}
    assert not Happening.objects.filter(person=cast.axis, actor__in=(cast.pilot, cast.allied)).exists()
    with pytest.raises(Refusal, match="umpire has decided already: removed"):
        reports.decide(actor=cast.owner, report=other, decision=Decision.KEEP)
    (line,) = ModerationEntry.objects.all()
    assert (line.act, line.by, line.whom, line.why) == ("post-removed", cast.umpire, cast.axis, "Names")


def test_what_is_kept_stays_and_may_be_reported_again(cast: Cast, campaign: Campaign, said: Comment):
    made = report(cast, said, campaign)
    reports.decide(actor=cast.owner, report=made, decision=Decision.KEEP)
    said.refresh_from_db()
    assert said.text == "You are all fools."
    assert told("post-removed") == set()
    assert report(cast, said, campaign) != made


@pytest.mark.portable
def test_to_mute_and_to_ban_take_the_post_along_or_nothing(cast: Cast, campaign: Campaign, club: Club, said: Comment):
    made = report(cast, said, campaign)
    clubs.change_role(actor=cast.owner, club=club, user=cast.umpire, role=ClubRole.PLAYER)
    with pytest.raises(Refusal, match="Only owners and umpires of a club mute"):
        reports.decide(actor=cast.umpire, report=made, decision=Decision.MUTE, why="Names")
    said.refresh_from_db()
    assert said.text, "all of it or nothing"
    reports.decide(actor=cast.owner, report=made, decision=Decision.MUTE, why="Names")
    assert Mute.objects.in_force(club.pk).get().user == cast.axis
    worse = comments.comment(actor=cast.reader, campaign=campaign, text="Worse.")
    reports.decide(actor=cast.owner, report=report(cast, worse, campaign), decision=Decision.BAN, why="Worse")
    assert place_of(club, cast.reader) is None
    worse.refresh_from_db()
    assert worse.removed_by == cast.owner


def test_words_of_one_side_are_laid_before_nobody_of_the_other(cast: Cast, campaign: Campaign, client: Client):
    whispered = comments.comment(actor=cast.pilot, campaign=campaign, text="We come low.", side="allied")
    with pytest.raises(Refusal, match="is not for you to read"):
        post_reports.report(actor=cast.axis, campaign=campaign, post=whispered, words="Hm.")
    campaign.seats.filter(user=cast.owner).delete()
    made = post_reports.report(actor=cast.allied, campaign=campaign, post=whispered, words="Hm.")
    assert told("post-reported") == {"umpire"}, "the owner of the campaign does not hear that side"
    client.force_login(cast.owner)
    assert client.get(reverse("campaign-report", args=(campaign.pk, made.key))).status_code == 404
    assert not client.get(reverse("campaign-reports", args=(campaign.pk,))).context["page"].rows
    with pytest.raises(Refusal, match="Only umpires who may read it"):
        reports.decide(actor=cast.owner, report=made, decision=Decision.KEEP)
    campaign.seats.filter(role=Role.UMPIRE).delete()
    again = comments.comment(actor=cast.pilot, campaign=campaign, text="Very low.", side="allied")
    with pytest.raises(Refusal, match="there is nobody to report it to"):
        post_reports.report(actor=cast.allied, campaign=campaign, post=again, words="Hm.")


def test_nobody_judges_or_reports_their_own_words(cast: Cast, campaign: Campaign):
    own = comments.comment(actor=cast.umpire, campaign=campaign, text="I am always right.")
    with pytest.raises(Refusal, match="Those are your own words"):
        post_reports.report(actor=cast.umpire, campaign=campaign, post=own, words="Rude.")
    made = report(cast, own, campaign)
    assert told("post-reported") == {"owner"}
    with pytest.raises(Refusal, match="nobody about their own words"):
        reports.decide(actor=cast.umpire, report=made, decision=Decision.KEEP)


def test_a_sides_report_is_reported_by_who_may_read_it_and_goes(cast: Cast, campaign: Campaign):
    mission = make.debriefed(campaign)
    story = after_action_reports.tell_story(actor=cast.axis, mission=mission, side="axis", text="They were fools.")
    assert story is not None
    made = report(cast, story, campaign)
    reports.decide(actor=cast.umpire, report=made, decision=Decision.REMOVE, why="Names")
    assert not Story.objects.exists()
    made.refresh_from_db()
    assert (made.text, made.verdict) == ("They were fools.", PostReport.Verdict.REMOVED)


def test_a_post_is_reported_looked_at_and_decided_on_its_pages(
    cast: Cast, campaign: Campaign, said: Comment, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    client.force_login(cast.pilot)
    assert "Report<span" in client.get(reverse("campaign-talk", args=(campaign.pk,))).content.decode()
    address = reverse("comment-report", args=(campaign.pk, said.key))
    assert "You are all fools." in client.get(address).content.decode()
    assert client.post(address, {"words": ""}).status_code == 422
    client.post(address, {"words": "Rude."})
    client.force_login(cast.umpire)
    assert "wait for you: 1" in client.get(reverse("campaign-talk", args=(campaign.pk,))).content.decode()
    with django_assert_num_queries(8):
        assert "Rude." in client.get(reverse("campaign-reports", args=(campaign.pk,))).content.decode()
    decide = reverse("campaign-report", args=(campaign.pk, PostReport.objects.get().key))
    assert "You are all fools." in client.get(decide).content.decode()
    for sent, wrong in (
        ({}, "Choose what becomes of it."),
        ({"decision": "hang"}, "Choose one of these."),
        ({"decision": "mute", "lasts": "24"}, "Say why"),
    ):
        answer = client.post(decide, sent)
        assert (answer.status_code, wrong in answer.content.decode()) == (422, True), wrong
    done = client.post(decide, {"decision": "mute", "lasts": "24", "why": "Names."}, follow=True).content.decode()
    assert "axis writes nothing for a while" in done
    assert "Names." in client.get(decide).content.decode()


def test_nobody_is_muted_or_banned_from_a_club_that_is_archived_and_the_post_goes_all_the_same(
    cast: Cast, campaign: Campaign, club: Club, said: Comment, client: Client
):
    clubs.change_role(actor=cast.owner, club=club, user=cast.umpire, role=ClubRole.UMPIRE)
    made = report(cast, said, campaign)
    page = reverse("campaign-report", args=(campaign.pk, made.key))
    client.force_login(cast.umpire)
    assert 'value="ban"' in client.get(page).content.decode()
    endings.archive(actor=cast.owner, club=club)
    offered = client.get(page).content.decode()
    assert 'value="ban"' not in offered
    assert 'value="remove"' in offered
    late = client.post(page, {"decision": "ban", "why": "Names and names"}).content.decode()
    assert "is archived: nothing is written in it" in late
    assert "Names and names" in late
    client.post(page, {"decision": "remove", "why": "Names"})
    made.refresh_from_db()
    assert made.verdict == PostReport.Verdict.REMOVED


def note(cast: Cast, campaign: Campaign, text: str, side: str = "", by: str = "axis") -> Entry:
    pilots.add_note(actor=getattr(cast, by), campaign=campaign, text=text, side=side)
    return campaign.entries.filter(kind=NoteWritten.kind).latest("number")


@pytest.mark.portable
def test_a_reported_note_goes_out_of_the_journal_with_its_words(cast: Cast, campaign: Campaign, client: Client):
    written = note(cast, campaign, "You are all fools.")
    client.force_login(cast.pilot)
    page = reverse("note-report", args=(campaign.pk,))
    assert "You are all fools." in client.get(page).content.decode()
    key = key_of(campaign.pk, written.number)
    client.post(page, {"note": key, "words": "Rude."})
    made = PostReport.objects.get()
    assert (made.entry, made.author, made.text) == (written, cast.axis, "You are all fools.")
    assert told("post-reported") == {"owner", "umpire"}
    assert client.post(page, {"note": key, "words": "Rude."}).status_code == 302
    assert PostReport.objects.count() == 1, "twice is once"
    client.force_login(cast.umpire)
    shown = client.get(reverse("campaign-report", args=(campaign.pk, made.key))).content.decode()
    assert "A note in the journal, by axis" in shown
    reports.decide(actor=cast.umpire, report=made, decision=Decision.REMOVE, why="Names")
    journal = client.get(reverse("campaign-journal", args=(campaign.pk,))).content.decode()
    assert "fools" not in journal
    assert "taken back" in journal
    assert told("report-judged") == {"pilot"}
    assert told("post-removed") == {"axis"}
    assert_reconciled(campaign)
    with pytest.raises(Refusal, match="does not stand there any more"):
        post_reports.report(actor=cast.allied, campaign=campaign, post=written, words="Rude.")


def test_a_note_that_was_taken_back_meanwhile_is_gone_all_the_same(cast: Cast, campaign: Campaign):
    written = note(cast, campaign, "You are all fools.", side="axis")
    made = post_reports.report(actor=cast.umpire, campaign=campaign, post=written, words="Rude.")
    changes.take_back(actor=cast.axis, campaign=campaign, number=written.number)
    campaign.seats.create(side="", role=Role.UMPIRE, user=cast.reader)
    reports.decide(actor=cast.reader, report=made, decision=Decision.REMOVE, why="Names")
    assert campaign.entries.filter(reverses=written).count() == 1


def test_a_note_of_one_side_is_laid_before_who_sees_its_plans_and_nobody_else(
    cast: Cast, campaign: Campaign, client: Client
):
    """The owner flies for the Allied side: he hears its talk, and does not see its plans nor its notes."""
    campaign.seats.filter(user=cast.owner).delete()
    campaign.seats.create(side="allied", role=Role.PILOT, user=cast.owner)
    second = make.leader(campaign, "second", "allied")
    written = note(cast, campaign, "They are fools. We come low.", side="allied", by="allied")
    for user in (cast.axis, cast.pilot, cast.owner, cast.reader):
        client.force_login(user)
        assert "fools" not in client.get(reverse("note-report", args=(campaign.pk,))).content.decode()
        with pytest.raises(Refusal, match="is not for you to read"):
            post_reports.report(actor=user, campaign=campaign, post=written, words="Hm.")
    made = post_reports.report(actor=second, campaign=campaign, post=written, words="Hm.")
    assert told("post-reported") == {"umpire"}
    reported = reverse("campaign-reports", args=(campaign.pk,))
    assert reported in [each.where for each in matters(cast.umpire.pk)]
    assert reported not in [each.where for each in matters(cast.owner.pk)]
    client.force_login(cast.owner)
    assert client.get(reverse("campaign-report", args=(campaign.pk, made.key))).status_code == 404
    assert "fools" not in client.get(reverse("campaign-reports", args=(campaign.pk,))).content.decode()
    with pytest.raises(Refusal, match="Only umpires who may read it"):
        reports.decide(actor=cast.owner, report=made, decision=Decision.KEEP)
    reports.decide(actor=cast.umpire, report=made, decision=Decision.KEEP)
    assert campaign.entries.in_force().filter(pk=written.pk).exists()


def test_nobody_reports_their_own_note_and_a_campaign_goes_with_its_reported_notes(cast: Cast, campaign: Campaign):
    written = note(cast, campaign, "I am right.")
    with pytest.raises(Refusal, match="Those are your own words"):
        post_reports.report(actor=cast.axis, campaign=campaign, post=written, words="Rude.")
    post_reports.report(actor=cast.pilot, campaign=campaign, post=written, words="Rude.")
    take_away_all(campaign)
    assert not PostReport.objects.exists()
    assert not Campaign.objects.filter(pk=campaign.pk).exists()


def test_a_removed_comment_does_not_come_back_by_a_page_that_was_open(
    cast: Cast, campaign: Campaign, said: Comment, client: Client
):
    reports.decide(actor=cast.umpire, report=report(cast, said, campaign), decision=Decision.REMOVE, why="Names")
    client.force_login(cast.axis)
    form = reverse("comment-edit", args=(campaign.pk, said.key))
    refused = client.post(form, {"text": "You are all great fools."})
    assert refused.status_code == 422
    text = refused.content.decode()
    assert "This comment has been removed by an umpire. Write what you have to say now as a new one." in text
    assert "You are all great fools." in text.partition("<textarea")[2], "what was typed stays"
    said.refresh_from_db()
    assert said.text == ""
    assert client.get(form).status_code == 302, "there is nothing to edit any more"


def test_a_removed_report_of_a_side_does_not_come_back_by_a_page_that_was_open(
    cast: Cast, campaign: Campaign, client: Client
):
    mission = make.debriefed(campaign)
    story = after_action_reports.tell_story(actor=cast.axis, mission=mission, side="axis", text="They were fools.")
    assert story is not None
    client.force_login(cast.axis)
    form = reverse("mission-story", args=(campaign.pk, mission.number, "axis"))
    sent = {"seen": client.get(form).context["form"].initial["seen"]}
    reports.decide(actor=cast.umpire, report=report(cast, story, campaign), decision=Decision.REMOVE, why="Names")
    for text in ("They were fools.", "They were great fools."):
        refused = client.post(form, sent | {"text": text})
        assert refused.status_code == 422
        said = refused.content.decode()
        assert "An umpire has removed the after-action report that stood here. The reason: Names." in said
        assert text in said.partition("<textarea")[2], "what was typed stays"
        assert not Story.objects.exists()
    assert 'name="seen"' not in said, "what is sent again is sent of the page as it is"
    assert client.post(form, {"text": "They were fools."}).status_code == 422
    assert client.post(form, {"text": "They were brave."}).status_code == 302
    assert Story.objects.get().text == "They were brave."


def test_the_words_with_a_claim_are_reported_and_the_claim_stands(cast: Cast, campaign: Campaign, client: Client):
    mission = make.claimed(campaign)
    claim = mission.claims.get()
    board, form = reverse("campaign-claims", args=(campaign.pk,)), reverse("claim-report", args=(campaign.pk, claim.pk))
    client.force_login(cast.allied)
    assert form not in client.get(board).content.decode()
    assert client.get(form).status_code == 403
    client.force_login(cast.axis)
    assert form in client.get(board).content.decode()
    assert "It burned." in client.get(form).content.decode()
    assert client.post(form, {"words": ""}).status_code == 422
    place = f"{board}?mission={mission.number}"
    assert client.post(form, {"words": "Rude."})["Location"] == place
    client.post(form, {"words": "Twice."})
    made = PostReport.objects.get()
    assert (made.author, made.text, made.side, made.mission) == (cast.allied, "It burned.", "", mission)
    assert told("post-reported") == {"owner", "umpire"}
    client.force_login(cast.umpire)
    page = client.get(reverse("campaign-report", args=(campaign.pk, made.key))).content.decode()
    assert f"The words with a claim on mission {mission.number}, by allied" in page
    assert place in page
    reports.decide(actor=cast.umpire, report=made, decision=Decision.REMOVE, why="Names")
    claim.refresh_from_db()
    assert (claim.words, claim.by, claim.verdict) == ("", cast.allied, "open")
    assert told("post-removed") == {"allied"}
    assert ModerationEntry.objects.get().what == f"the words with a claim on mission {mission.number}"
    client.force_login(cast.axis)
    assert client.get(form).status_code == 404
    assert form not in client.get(board).content.decode()
    assert client.get(reverse("claim-report", args=(campaign.pk, 10**9))).status_code == 404
    assert_reconciled(campaign)
    Campaign.objects.filter(pk=campaign.pk).update(status=Campaign.Status.LEAVING)
    take_away_all(campaign)
    assert not PostReport.objects.exists()


def disputed(cast: Cast, campaign: Campaign, words: str = "Fools lie so.", turns: int = 2) -> Submission:
    """A result that the Allied pilot has told, and of which the Axis commander disputes how long it took."""
    mission = campaign.missions.first() or make.opened(make.confirmed(campaign))
    live = Submission.objects.filter(mission=mission).first() or make.told(mission, cast.pilot)
    dispute = {"turns": Dispute(turns, words)}
    return submissions.answer(actor=cast.axis, submission=live, disputes=dispute, expected_version=version(live))


def test_the_words_with_a_dispute_are_reported_and_the_dispute_stands(cast: Cast, campaign: Campaign, client: Client):
    submission = disputed(cast, campaign)
    remark = submission.remarks.get(agrees=False)
    page = reverse("mission-result", args=(campaign.pk, submission.mission.number, submission.table))
    form = reverse("dispute-report", args=(campaign.pk, remark.pk))
    client.force_login(cast.axis)
    assert form not in client.get(page).content.decode()
    assert client.get(form).status_code == 403
    client.force_login(cast.pilot)
    assert form in client.get(page).content.decode()
    assert "Fools lie so." in client.get(form).content.decode()
    assert client.post(form, {"words": "Rude."})["Location"] == page
    made = PostReport.objects.get()
    assert (made.author, made.text, made.fact) == (cast.axis, "Fools lie so.", "turns")
    assert post_reports.report(actor=cast.pilot, campaign=campaign, post=remark, words="Again.") == made
    disputed(cast, campaign, "Only fools lie so.")
    again = submission.remarks.get(agrees=False)
    assert again.pk != remark.pk, "an answer is written anew"
    other = post_reports.report(actor=cast.allied, campaign=campaign, post=again, words="Unfair.")
    client.force_login(cast.umpire)
    shown = client.get(reverse("campaign-report", args=(campaign.pk, made.key))).content.decode()
    assert "The words with a dispute on mission 1, by axis" in shown
    assert page in shown
    reports.decide(actor=cast.umpire, report=made, decision=Decision.REMOVE, why="Names")
    again.refresh_from_db()
    other.refresh_from_db()
    assert (again.words, again.agrees, again.value) == ("", False, 2)
    assert other.verdict == PostReport.Verdict.REMOVED, "one answer for all who reported it"
    for words in ("Fools lie so.", "Only fools lie so."):
        with pytest.raises(Refusal, match=r"An umpire has removed these words. The reason: Names\.") as refused:
            disputed(cast, campaign, words)
        assert refused.value.field == "turns"
    again.refresh_from_db()
    assert again.words == ""
    disputed(cast, campaign, "I saw it.")
    assert submission.remarks.get(agrees=False).words == "I saw it."
    assert client.get(form).status_code == 404


def test_what_was_edited_after_it_was_reported_does_not_come_back_either(cast: Cast, campaign: Campaign) -> None:
    submission = disputed(cast, campaign)
    remark = submission.remarks.get(agrees=False)
    made = post_reports.report(actor=cast.pilot, campaign=campaign, post=remark, words="Rude.")
    disputed(cast, campaign, "Only fools lie so.")
    reports.decide(actor=cast.umpire, report=made, decision=Decision.REMOVE, why="Names")
    for words in ("Fools lie so.", "Only fools lie so."):
        with pytest.raises(Refusal, match="An umpire has removed these words"):
            disputed(cast, campaign, words)
    assert submission.remarks.get(agrees=False).words == ""


def test_a_report_of_a_side_that_was_edited_after_it_was_reported_does_not_come_back_either(
    cast: Cast, campaign: Campaign
) -> None:
    mission = make.debriefed(campaign)

    def write(text: str) -> Story | None:
        return after_action_reports.tell_story(actor=cast.axis, mission=mission, side="axis", text=text)

    story = write("They were fools.")
    assert story is not None
    made = report(cast, story, campaign)
    write("They were great fools.")
    reports.decide(actor=cast.umpire, report=made, decision=Decision.REMOVE, why="Names")
    made.refresh_from_db()
    assert made.text == "They were fools.", "as it stood when it was reported"
    for text in ("They were fools.", "They were  great\nfools."):
        with pytest.raises(Refusal, match="An umpire has removed the after-action report"):
            write(text)
    assert write("They were brave.") is not None
