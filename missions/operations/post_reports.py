"""Reporting a post to the umpires, and what they decide: it stays, or it goes.

A post is reported by who may read it, and judged by who may read it and remove it: words of one side are never laid
before somebody of the other. What stood there is kept with the report, so that nobody edits it away.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import viewer
from campaigns.models import Campaign, Entry
from campaigns.operations import quotas
from campaigns.operations.campaigns import locked
from campaigns.operations.journal import Batch
from campaigns.operations.moderation import note
from campaigns.selectors.journal import visible
from campaigns.standing.kinds import NoteWritten
from clubs.models import ModerationEntry
from config.common.lengths import said_in_words
from config.common.refusals import Refusal
from missions.models import Claim, Comment, PostReport, Remark, Story
from missions.selectors.after_action_reports import may_read
from missions.selectors.comments import heard
from missions.selectors.post_reports import (
    Post,
    author_of,
    claim_reported,
    dispute_reported,
    judges_of,
    mission_of,
    reports_for,
    side_of,
    text_of,
    what_of,
)
from notices.operations.outbox import tell

WORDS_LENGTH: Final = 500
WHY_LENGTH: Final = 200


def report(*, actor: User, campaign: Campaign, post: Post, words: str) -> PostReport:
    """Tell the umpires that a post should not stand there. The same person again finds what they reported before.

    Its author is not told by whom, nor that it was.
    """
    words = said_in_words(words, WORDS_LENGTH, "words", missing="Say what is wrong with it.")
    with locked(campaign.pk) as campaign:
        post = _as_it_stands(campaign, post, actor)
        author = author_of(post)
        if author is None:
            raise Refusal("Nobody who has an account here wrote that.")
        if author.pk == actor.pk:
            raise Refusal("Those are your own words. Edit or remove them yourself.")
        about = _about(post)
        mine = PostReport.objects.filter(**about, by=actor, verdict=PostReport.Verdict.OPEN).first()
        if mine is not None:
            return mine
        side = side_of(post)
        judges = [pk for pk in judges_of(campaign, side, is_note=isinstance(post, Entry)) if pk != author.pk]
        if not judges:
            raise Refusal(
                "No umpire may read that but who wrote it: there is nobody to report it to. "
                "Ask the owner of the campaign to seat an umpire."
            )
        quotas.spend(actor.pk, "comments")
        made = PostReport.objects.create(
            **{"author": author} | about,
            campaign=campaign,
            mission=mission_of(post),
            side=side,
            text=text_of(post),
            by=actor,
            words=words,
        )
        for judge in User.objects.filter(pk__in=judges):
            tell("post-reported", f"{made.pk} {judge.pk}", campaign=campaign, person=judge, actor=actor)
        return made


def _about(post: Post) -> dict[str, Any]:
    """By the fields of a report that say what it is about."""
    if isinstance(post, Entry):
        return {"entry": post}
    if isinstance(post, Claim):
        return {"claim": post}
    if isinstance(post, Remark):
        return {"submission": post.submission, "fact": post.fact, "author": post.by}
    return {"comment": post} if isinstance(post, Comment) else {"story": post}


def _as_it_stands(campaign: Campaign, post: Post, actor: User) -> Post:
    """The post under the lock, if the actor may still read it and it still stands."""
    member = viewer(campaign, actor)
    found: Post | None = None
    if member is not None and isinstance(post, Comment):
        fresh = heard(campaign, member).select_related("mission", "author")
        found = fresh.filter(pk=post.pk, removed_at=None).first()
    elif member is not None and isinstance(post, Entry):
        notes = campaign.entries.in_force().filter(visible(campaign, member), kind=NoteWritten.kind)
        found = notes.select_related("actor", "campaign").filter(pk=post.pk).first()
    elif member is not None and isinstance(post, Claim):
        found = claim_reported(campaign, post.pk)
    elif member is not None and isinstance(post, Remark):
        found = dispute_reported(campaign, post.pk)
    elif member is not None:
        story = Story.objects.select_related("mission", "author").filter(pk=post.pk, mission__campaign=campaign).first()
        found = story if story is not None and may_read(story.mission, story.side, member) else None
    if found is None:
        raise Refusal("That does not stand there any more, or is not for you to read.")
    return found


def judge(*, actor: User, report: PostReport, is_removed: bool, why: str = "") -> PostReport:
    """Let the post stay, or take it away; every open report of it is answered by that, and who sent them is told.

    Two umpires at once: the second one is told what the first has decided.
    """
    why = said_in_words(why, WHY_LENGTH, "why", missing="")
    with locked(report.campaign_id) as campaign:
        member = viewer(campaign, actor)
        found = reports_for(campaign, member) if member is not None else PostReport.objects.none()
        found = found.select_related("author", "judge", "comment", "story", "entry", "mission", "claim", "submission")
        fresh = found.filter(pk=report.pk).first()
        if fresh is None:
            raise Refusal("Only umpires who may read it decide about that, and nobody about their own words.")
        if fresh.verdict != PostReport.Verdict.OPEN:
            raise Refusal(f"{fresh.judge or 'Somebody'} has decided already: {fresh.get_verdict_display().lower()}.")
        verdict = PostReport.Verdict.REMOVED if is_removed else PostReport.Verdict.KEPT
        if is_removed and not why:
            raise Refusal("Say why it goes: its author is told.", "why")
        answered = _of_the_same(fresh)
        removed = _remove(fresh, actor) if is_removed else ""
        for each in answered:
            each.verdict, each.why, each.judge, each.judged_at = verdict, why, actor, timezone.now()
            each.removed = removed
            each.save(update_fields=["verdict", "why", "judge", "judged_at", "removed"])
            data = {"verdict": verdict.value}
            tell("report-judged", str(each.pk), campaign=campaign, person=each.by, actor=actor, data=data)
        what = what_of(fresh, campaign)
        if is_removed:
            tell(
                "post-removed",
                str(fresh.pk),
                campaign=campaign,
                person=fresh.author,
                actor=actor,
                data={"what": what, "why": why},
            )
        act = ModerationEntry.Act.POST_REMOVED if is_removed else ModerationEntry.Act.POST_KEPT
        whom, side = fresh.author, fresh.side
        note(act, actor=actor, club=campaign.club, whom=whom, what=what, why=why, campaign=campaign, side=side)
        fresh.refresh_from_db()
        return fresh


def _of_the_same(report: PostReport) -> list[PostReport]:
    places = ("comment", "story", "entry", "claim", "submission")
    about = {name: getattr(report, name) for name in places}
    if not any(about.values()):
        return [report]
    if report.submission is not None:
        about |= {"fact": report.fact, "author": report.author}
    same = PostReport.objects.filter(**about, campaign=report.campaign_id)
    return list(same.filter(verdict=PostReport.Verdict.OPEN).select_related("by"))


def _remove(report: PostReport, actor: User) -> str:
    """What is taken away; nothing is left of what its author has taken away meanwhile."""
    if report.comment is not None:
        comment = report.comment
        said = comment.text
        if comment.removed_at is None:
            comment.text, comment.removed_at, comment.removed_by = "", timezone.now(), actor
            comment.save(update_fields=["text", "removed_at", "removed_by"])
        return said
    if report.entry is not None:
        if not report.campaign.entries.in_force().filter(pk=report.entry.pk).exists():
            return ""
        batch = Batch(report.campaign, actor)
        batch.reverse(report.entry)
        batch.write()
        return text_of(report.entry)
    if report.claim is not None:
        Claim.objects.filter(pk=report.claim.pk).update(words="")
        return report.claim.words
    if report.submission is not None:
        said_of_it = report.submission.remarks.filter(fact=report.fact, by=report.author)
        words = said_of_it.values_list("words", flat=True).first() or ""
        said_of_it.update(words="")
        return words
    if report.story is not None:
        # Its row goes, and the reports of it stay.
        Story.objects.filter(pk=report.story.pk).delete()
        return report.story.text
    return ""
