"""What members have reported to the owners and umpires of a club: words of seasons, of nights and answers, of polls."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.urls import reverse

from clubs.models import Club, ClubRole, DatePoll, Membership, Night, Rsvp, Season, SeasonGame, WordsReport
from clubs.selectors.reported import ReportRow, ReportsPage, page_of, row_of
from config.common import clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Somebody's words as they stand."""

    author: User
    text: str
    is_markdown: bool = False


PLAIN_NIGHT = "Club evening"
"""What a night or a poll is called whose words were removed."""


def plain_title(season: Season) -> str:
    """What a season is called whose title was removed."""
    return f"Season {_since(season)}"


def _since(season: Season) -> str:
    return f"from {season.begins_on.day} {season.begins_on:%B %Y}"


def words_of_season(season: Season) -> Words | None:
    """What stands with a season, and its organiser; ``None``: nothing. No query, if the organiser is known."""
    return Words(author=season.organiser, text=season.notes, is_markdown=True) if season.notes.strip() else None


def title_of_season(season: Season) -> Words | None:
    """What its organiser calls it; ``None``: nothing of their own. No query, if the organiser is known."""
    return Words(author=season.organiser, text=season.title) if season.title != plain_title(season) else None


def words_on_game(game: SeasonGame) -> Words | None:
    """Why a game of a season is disputed, or was taken out. No query, if its people are known."""
    return Words(author=game.answered_by, text=game.words) if game.answered_by and game.words.strip() else None


def words_of_poll(poll: DatePoll) -> Words | None:
    """All that a poll says but the days. No query, if who asks is known."""
    said = [poll.title if poll.title != PLAIN_NIGHT else "", poll.place, poll.notes]
    text = "\n\n".join(each for each in said if each.strip())
    return Words(author=poll.made_by, text=text, is_markdown=True) if text else None


def words_of_night(night: Night) -> Words | None:
    """What is said of it; ``None``: nothing. No query, if its people are known."""
    return (
        Words(author=night.noted_by or night.made_by, text=night.notes, is_markdown=True)
        if night.notes.strip()
        else None
    )


def title_of_night(night: Night) -> Words | None:
    """What somebody calls it; ``None``: nothing of their own. No query, if its people are known."""
    return Words(author=night.titled_by or night.made_by, text=night.title) if night.title != PLAIN_NIGHT else None


def words_of_answer(night: Night, author_id: int) -> Words | None:
    """What somebody has said with an answer to a night. One query."""
    # By the key of the person: of one too large for the database nothing is found.
    found = Rsvp.objects.filter(night=night, user__pk=author_id).exclude(note="").select_related("user").first()
    return Words(author=found.user, text=found.note) if found is not None else None


def mark_of(text: str) -> str:
    """Tells words from others, however their lines are broken; of none it is empty."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16] if text.strip() else ""


def why_not_again(said: str, *, by: User, stood: str = "", **about: object) -> str:
    """Why somebody may not write words that have been removed, in a sentence; empty: they have not. One query.

    ``stood``: the marks (``mark_of``) of those on the page when it was opened. What its author may not say again,
    somebody else who keeps order may.
    """
    if not said.strip():
        return ""
    gone = WordsReport.objects.filter(**about, verdict=WordsReport.Verdict.REMOVED)
    for each in gone.select_related("season", "night__club", "game__season", "poll"):
        marks = {mark_of(each.text), mark_of(each.removed)} - {""}
        if marks & set(stood.split()) or (each.author_id == by.pk and mark_of(said) in marks):
            instead = "Call it something else" if each.is_title else "Write something else, or nothing,"
            return (
                f"Somebody who keeps order in the club has removed what stood here: {what_of(each)}. "
                f"The reason: {each.why.rstrip('.')}. {instead} and save again."
            )
    return ""


def judges_of(club: Club, author_id: int) -> list[User]:
    """Who decides about somebody's words: the owners and umpires but the author. One query."""
    found = Membership.objects.filter(club=club, role__gte=ClubRole.UMPIRE).exclude(user=author_id)
    return [each.user for each in found.select_related("user").order_by("pk")]


def reports_for(club: Club, place: Membership) -> QuerySet[WordsReport]:
    """Those that an owner or umpire decides about: none about their own words."""
    found = WordsReport.objects.filter(club=club).exclude(author=place.user_id)
    return found if place.ranks(ClubRole.UMPIRE) else found.none()


def how_many_wait(club: Club, place: Membership) -> int:
    """One query."""
    return reports_for(club, place).filter(verdict=WordsReport.Verdict.OPEN).count()


def find(club: Club, place: Membership, key: UUID) -> WordsReport | None:
    """One query."""
    return named(reports_for(club, place)).filter(key=key).first()


def named(found: QuerySet[WordsReport]) -> QuerySet[WordsReport]:
    """With all that is told of them."""
    return found.select_related("author", "by", "judge", "season", "night__club", "game__season", "poll")


def what_of(report: WordsReport) -> str:
    """What was reported: ``the words of the season Winter league``. It says no title that was reported itself."""
    if report.season is not None and report.is_title:
        return f"the title of a season {_since(report.season)}"
    if report.season is not None:
        return f"the words of the season {report.season.title}"
    if report.game is not None:
        return f"a word on a game of the season {report.game.season.title}"
    if report.poll is not None:
        return "the words of a poll of dates"
    assert report.night is not None, "of one of all these"
    if report.is_title:
        return f"the name of a night, {_day(report.night)}"
    if report.is_notes:
        return f"the words of the night {report.night.title}"
    return f"a word with the answer to {report.night.title}"


def _day(night: Night) -> str:
    day = clock.local(night.begins_at, night.club.time_zone)
    return f"{day.day} {day:%B %Y}"


def _where(report: WordsReport) -> str:
    """The address of the words."""
    if report.game is not None:
        return f"{reverse('season', args=(report.club_id, report.game.season_id))}#game-{report.game.pk}"
    if report.season_id is not None:
        return reverse("season", args=(report.club_id, report.season_id))
    if report.poll_id is not None:
        return reverse("poll", args=(report.club_id, report.poll_id))
    return reverse("night", args=(report.club_id, report.night_id))


def same_as(report: WordsReport) -> QuerySet[WordsReport]:
    """All reports of the same words of the same person."""
    names = ("season", "is_title", "night", "is_notes", "game", "poll", "author")
    return WordsReport.objects.filter(**{name: getattr(report, name) for name in names})


def words_page(club: Club, place: Membership, page: int = 1) -> ReportsPage:
    """Those that wait first, then the newest. Two queries."""
    return page_of(named(reports_for(club, place)), page, partial(words_row, club))


def words_row(club: Club, report: WordsReport) -> ReportRow:
    """One of them, as ``find`` gives it."""
    return row_of(
        report,
        what=what_of(report),
        where=_where(report),
        time_zone=club.time_zone,
        is_markdown=report.poll_id is not None
        or report.is_notes
        or (report.season_id is not None and not report.is_title),
    )
