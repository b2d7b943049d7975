"""Reporting words that belong to a club, and what its owners and umpires decide: they stay, or they go.

As with posts in a campaign (``missions.operations.post_reports``): what stood there is kept with the report, and its
author is not told by whom it was reported.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.operations import quotas
from campaigns.operations.moderation import note
from clubs.models import Club, DatePoll, ModerationEntry, Night, Rsvp, Season, SeasonGame, WordsReport
from clubs.operations import bans, mutes
from clubs.operations.locks import locked
from clubs.operations.reports import Decision
from clubs.selectors.members import place_of, place_or_refusal
from clubs.selectors.night_times import of_series
from clubs.selectors.words_reports import (
    PLAIN_NIGHT,
    Words,
    judges_of,
    named,
    plain_title,
    reports_for,
    same_as,
    title_of_night,
    title_of_season,
    what_of,
    words_of_answer,
    words_of_night,
    words_of_poll,
    words_of_season,
    words_on_game,
)
from config.common.lengths import said_in_words
from config.common.refusals import Refusal
from missions.operations.post_reports import WHY_LENGTH, WORDS_LENGTH
from notices.operations.outbox import call_otherwise, tell

GONE = "That does not stand there any more."


def report_season(*, actor: User, season: Season, words: str, is_title: bool = False) -> WordsReport:
    """Tell the owners and umpires that what is said of a season should not stand there; once more is the same report.

    ``is_title``: what it is called.
    """

    def now() -> Words | None:
        fresh = Season.objects.select_related("organiser").get(pk=season.pk)
        return title_of_season(fresh) if is_title else words_of_season(fresh)

    return _report(actor, season.club_id, words, now, season=season, is_title=is_title)


def report_game(*, actor: User, game: SeasonGame, words: str) -> WordsReport:
    """The same of the word on a game of a season: why it is disputed, or was taken out."""

    def now() -> Words | None:
        return words_on_game(SeasonGame.objects.select_related("answered_by").get(pk=game.pk))

    return _report(actor, game.season.club_id, words, now, game=game)


def report_poll(*, actor: User, poll: DatePoll, words: str) -> WordsReport:
    """The same of what a poll says."""

    def now() -> Words | None:
        return words_of_poll(DatePoll.objects.select_related("made_by").get(pk=poll.pk))

    return _report(actor, poll.club_id, words, now, poll=poll)


def report_answer(*, actor: User, night: Night, author: User, words: str) -> WordsReport:
    """The same of the words with somebody's answer to a night."""
    where = {"night": night, "is_title": False, "is_notes": False}
    return _report(actor, night.club_id, words, lambda: words_of_answer(night, author.pk), **where)


def report_night(*, actor: User, night: Night, words: str, is_title: bool = False) -> WordsReport:
    """The same of what is said of a night. ``is_title``: of what it is called."""

    def now() -> Words | None:
        fresh = Night.objects.select_related("made_by", "titled_by", "noted_by").get(pk=night.pk)
        return title_of_night(fresh) if is_title else words_of_night(fresh)

    return _report(actor, night.club_id, words, now, night=night, is_title=is_title, is_notes=not is_title)


def _report(actor: User, club_id: int, words: str, now: Callable[[], Words | None], **where: Any) -> WordsReport:
    """``where`` they stand, by the fields of a report."""
    words = said_in_words(words, WORDS_LENGTH, "words", missing="Say what is wrong with it.")
    with locked(club_id) as club:
        place_or_refusal(club, actor)
        said = now()
        if said is None:
            raise Refusal(GONE)
        if said.author.pk == actor.pk:
            raise Refusal("Those are your own words. Change them yourself.")
        about = {**where, "author": said.author}
        mine = WordsReport.objects.filter(**about, by=actor, verdict=WordsReport.Verdict.OPEN).first()
        if mine is not None:
            return mine
        judges = judges_of(club, said.author.pk)
        if not judges:
            raise Refusal("Nobody but who wrote it decides in this club: there is nobody to report it to.")
        quotas.spend(actor.pk, "comments")
        made = WordsReport.objects.create(**about, club=club, text=said.text, by=actor, words=words)
        for judge in judges:
            tell("post-reported", f"words {made.pk} {judge.pk}", club=club, person=judge, actor=actor)
        return made


def decide(
    *, actor: User, report: WordsReport, decision: Decision, why: str = "", lasts: timedelta = timedelta(days=1)
) -> WordsReport:
    """Answer a report and every other that is open of the same, all of it or nothing. Raises ``Refusal``.

    ``MUTE`` (for so long) and ``BAN`` remove the words too. Two who decide at once: the second one is told what the
    first has decided.
    """
    why = said_in_words(why, WHY_LENGTH, "why", missing="")
    with locked(report.club_id) as club:
        fresh = _for(actor, club, report)
        is_removed = decision != Decision.KEEP
        if is_removed and not why:
            raise Refusal("Say why it goes: its author is told.", "why")
        what = what_of(fresh)
        removed = _remove(fresh) if is_removed else ""
        verdict = WordsReport.Verdict.REMOVED if is_removed else WordsReport.Verdict.KEPT
        for each in same_as(fresh).filter(verdict=WordsReport.Verdict.OPEN).select_related("by"):
            each.verdict, each.why, each.judge, each.judged_at = verdict, why, actor, timezone.now()
            each.removed = removed
            each.save(update_fields=["verdict", "why", "judge", "judged_at", "removed"])
            data = {"verdict": verdict.value}
            tell("report-judged", f"words {each.pk}", club=club, person=each.by, actor=actor, data=data)
        if is_removed:
            told = {"what": what, "why": why}
            tell("post-removed", f"words {fresh.pk}", club=club, person=fresh.author, actor=actor, data=told)
        act = ModerationEntry.Act.POST_REMOVED if is_removed else ModerationEntry.Act.POST_KEPT
        note(act, actor=actor, club=club, whom=fresh.author, what=what, why=why)
        if decision == Decision.MUTE:
            mutes.mute(actor=actor, club=club, user=fresh.author, until=timezone.now() + lasts, reason=why)
        elif decision == Decision.BAN:
            bans.ban(actor=actor, club=club, user=fresh.author, reason=why)
        fresh.refresh_from_db()
        return fresh


def _for(actor: User, club: Club, report: WordsReport) -> WordsReport:
    """The report as it stands, if it waits for the actor."""
    place = place_of(club, actor)
    found = reports_for(club, place) if place is not None else WordsReport.objects.none()
    fresh = named(found).filter(pk=report.pk).first()
    if fresh is None:
        raise Refusal("Only owners and umpires of the club decide about that, and nobody about their own words.")
    if fresh.verdict != WordsReport.Verdict.OPEN:
        raise Refusal(f"{fresh.judge or 'Somebody'} has decided already: {fresh.get_verdict_display().lower()}.")
    return fresh


def _remove(report: WordsReport) -> str:
    """The words alone, which are returned: the season goes on, the game stands, and the answer counts.

    Those of a night go from all of its series that say what was reported or say the same, and a title from all
    notices. What somebody else has written there since stays.
    """
    if report.season is not None and report.is_title:
        plain = plain_title(report.season)
        Season.objects.filter(pk=report.season.pk).update(title=plain)
        call_otherwise(report.club, "season", [report.season.pk], plain)
        return report.season.title
    if report.season is not None:
        Season.objects.filter(pk=report.season.pk).update(notes="")
        return report.season.notes
    if report.game is not None:
        said = report.game.words if report.game.answered_by_id == report.author_id else ""
        SeasonGame.objects.filter(pk=report.game.pk, answered_by=report.author).update(words="")
        return said
    if report.poll is not None:
        stood = words_of_poll(report.poll)
        DatePoll.objects.filter(pk=report.poll.pk).update(title=PLAIN_NIGHT, place="", notes="")
        call_otherwise(report.club, "poll", [report.poll.pk], PLAIN_NIGHT)
        return stood.text if stood else ""
    if report.night is not None and (report.is_title or report.is_notes):
        night = report.night
        if report.is_title:
            field, plain, author = "title", PLAIN_NIGHT, night.title_author_id
        else:
            field, plain, author = "notes", "", night.notes_author_id
        said = str(getattr(night, field)) if author == report.author_id else ""
        same = of_series(night).filter(**{f"{field}__in": {report.text, said} - {""}})
        if report.is_title:
            call_otherwise(report.club, "night", same.values_list("pk", flat=True), plain)
        same.update(**{field: plain})
        return said
    answer = Rsvp.objects.filter(night=report.night, user=report.author).first()
    if answer is None:
        return ""
    said, answer.note = answer.note, ""
    answer.save(update_fields=["note"])
    return said
