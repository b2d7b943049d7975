"""A club's seasons of skirmishes: opened, joined, games entered and confirmed, closed with their table kept.

One operation is one transaction that locks the club's row first and checks every guard under the lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

import engine
from campaigns.operations import posts
from campaigns.selectors.muted import muted_in
from clubs.models import Club, ClubRole, Season, SeasonGame, SeasonPlayer
from clubs.operations import fixtures
from clubs.operations.locks import locked
from clubs.selectors.members import place_or_refusal, refuse_unless
from clubs.selectors.seasons import WAITING, answers, may_run, points_of, rows_of, why_not_counted, why_not_played_by
from clubs.selectors.words_reports import why_not_again
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal
from missions.models import Skirmish
from notices.operations.outbox import tell

MOST_SEASONS = 20
"""Running ones of a club."""
LONGEST = timedelta(days=3 * 366)
MOST_POINTS = 99
WORDS_LENGTH = 200
TITLE_LENGTH = 120
NOTES_LENGTH = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTerms:
    """What is said of a season."""

    title: str
    begins_on: date
    ends_on: date
    system: str = ""
    ways: str = Season.Ways.ANY
    scoring: str = Season.Scoring.RESULTS
    win: int = 3
    draw: int = 1
    loss: int = 0
    notes: str = ""
    """Markdown."""


def open_season(*, actor: User, club: Club, terms: SeasonTerms) -> Season:
    """Open a season; whoever opens it is its organiser, and takes part. Raises ``Refusal``."""
    with locked(club.pk) as held:
        refuse_unless(held, actor, ClubRole.PLAYER, "Only players of the club open a season.")
        _check(terms)
        if held.seasons.filter(closed_at=None).count() >= MOST_SEASONS:
            raise Refusal(f"A club has up to {MOST_SEASONS} seasons at once. Close one of them.")
        if held.seasons.filter(closed_at=None, title=terms.title.strip()).exists():
            raise Refusal("A season of this title is running already.", "title")
        posts.write_in(held, actor)
        season = Season.objects.create(club=held, organiser=actor, **asdict(terms) | {"title": terms.title.strip()})
        SeasonPlayer.objects.create(season=season, user=actor)
        _tell(season, "season-opened", str(season.pk), actor)
        return season


def change(*, actor: User, season: Season, terms: SeasonTerms, stood: str = "") -> Season:
    """Say something else of a season that runs. What has been confirmed stays; what it is worth may change.

    ``stood``: the marks (``words_reports.mark_of``) of its words on the page by which it is changed.
    """
    with _held(season) as season:
        _refuse_unless_runs(season, actor)
        _check(terms)
        if season.games.exclude(status=SeasonGame.Status.OUT).exists() and (terms.system, terms.ways) != (
            season.system,
            season.ways,
        ):
            raise Refusal("Games are entered already: what counts stays as it is.", "system")
        if (terms.title.strip(), terms.notes) != (season.title, season.notes):
            posts.write_in(season.club, actor)
        for field in ("title", "notes"):
            said = getattr(terms, field)
            if said.strip() == getattr(season, field).strip():
                continue
            if why := why_not_again(said, by=actor, stood=stood, season=season, is_title=field == "title"):
                raise Refusal(why, field)
        for name, value in asdict(terms).items():
            setattr(season, name, value)
        season.title = terms.title.strip()
        season.save()
        return season


def take_part(*, actor: User, season: Season, user: User | None = None) -> SeasonPlayer:
    """Take part in a season, or have another member take part, as its organiser. Once more does nothing."""
    with _held(season) as season:
        user = actor if user is None else user
        place = place_or_refusal(season.club, user)
        if user != actor:
            _refuse_unless_runs(season, actor)
        if place.role < ClubRole.PLAYER:
            raise Refusal(f"{user.get_username()} only reads in this club: players take part.")
        player, _ = SeasonPlayer.objects.get_or_create(season=season, user=user)
        return player


def drop_out(*, actor: User, season: Season) -> None:
    """Take part no more; who has played stays in the table."""
    with _held(season) as season:
        own = season.games.exclude(status=SeasonGame.Status.OUT)
        if own.filter(allied=actor).exists() or own.filter(axis=actor).exists():
            raise Refusal("You have played in this season: your games stay in its table, and so do you.")
        season.players.filter(user=actor).delete()
        fixtures.leave_out(season, actor)


def enter(*, actor: User, season: Season, skirmish: Skirmish, opponent: User, side: str) -> SeasonGame:
    """Enter a skirmish in a season: the actor flew ``side``, the ``opponent`` the other, who is asked to confirm it."""
    with _held(season) as season:
        skirmish = Skirmish.objects.get(pk=skirmish.pk)
        is_his = skirmish.owner_id == actor.pk or (
            not skirmish.is_at_table and skirmish.game.controllers.filter(user=actor).exists()
        )
        if not is_his:
            raise Refusal("Whoever set a skirmish up, or played it on screen, enters it in a season.")
        place_or_refusal(season.club, actor)
        if side not in ("allied", "axis"):
            raise Refusal("Say which side you flew.", "side")
        players = set(season.players.values_list("user", flat=True))
        if actor.pk not in players:
            raise Refusal("You do not take part in this season.")
        if opponent.pk not in players or opponent == actor:
            raise Refusal("Your opponent is somebody else who takes part in the season.", "opponent")
        if why := why_not_counted(season, skirmish):
            raise Refusal(why, "season")
        pair = (actor, opponent) if side == "allied" else (opponent, actor)
        if why := why_not_played_by(skirmish, pair):
            raise Refusal(why, "opponent")
        if season.games.filter(skirmish=skirmish).exclude(status=SeasonGame.Status.OUT).exists():
            raise Refusal("It stands in this season already.", "season")
        allied_points, axis_points = points_of(skirmish)
        game = SeasonGame.objects.create(
            season=season,
            skirmish=skirmish,
            skirmish_number=skirmish.pk,
            system=skirmish.system,
            setup_digest=skirmish.setup_digest,
            title=_title(season, skirmish, actor),
            allied=pair[0],
            axis=pair[1],
            allied_points=allied_points,
            axis_points=axis_points,
            entered_by=actor,
        )
        _tell(season, "season-game", f"{game.pk} entered", actor, person=opponent, skirmish=game.title)
        return game


def answer(*, actor: User, game: SeasonGame, agrees: bool, words: str = "", points: tuple[int, int]) -> SeasonGame:
    """Confirm a game, or dispute it with a reason. ``points``: Allied and Axis, as the page has them."""
    refuse_longer(words, WORDS_LENGTH, "words", "The reason is")
    with _held(game.season) as season:
        game = season.games.get(pk=game.pk)
        if actor.pk != answers(game):
            raise Refusal("The other player of this game confirms it.")
        place_or_refusal(season.club, actor)
        wanted = SeasonGame.Status.CONFIRMED if agrees else SeasonGame.Status.DISPUTED
        if game.status == wanted:
            return game
        if game.status not in WAITING:
            raise Refusal("This game does not wait for your word any more.")
        if points != (game.allied_points, game.axis_points):
            raise Refusal("The result has been told anew since you opened this page. Look at it again.")
        if words.strip():
            posts.write_in(season.club, actor, field="words", instead="An answer without words is taken.")
        elif not agrees and not muted_in(season.club_id, actor.pk):
            raise Refusal("Say what was otherwise.", "words")
        _answered(game, wanted, actor, words)
        kind = "season-confirmed" if agrees else "season-disputed"
        _tell(season, kind, f"{game.pk} {game.answered_at}", actor, person=game.entered_by, skirmish=game.title)
        return game


def settle(*, actor: User, game: SeasonGame, counts: bool, words: str = "") -> SeasonGame:
    """The organiser's word: a game counts as it was entered, or is taken out of the season with a reason."""
    refuse_longer(words, WORDS_LENGTH, "words", "The reason is")
    with _held(game.season) as season:
        _refuse_unless_runs(season, actor)
        game = season.games.get(pk=game.pk)
        if game.status == SeasonGame.Status.OUT:
            raise Refusal("This game has been taken out of the season.")
        if not counts and not words.strip():
            raise Refusal("Say why it is taken out.", "words")
        if counts and actor.pk == game.entered_by_id:
            raise Refusal("You entered this game yourself: the other player, or another umpire, confirms it.")
        wanted = SeasonGame.Status.CONFIRMED if counts else SeasonGame.Status.OUT
        if game.status != wanted:
            if words.strip():
                posts.write_in(season.club, actor, field="words", counts=False)
            _answered(game, wanted, actor, words)
        return game


def withdraw(*, actor: User, game: SeasonGame) -> SeasonGame:
    """Whoever entered a game that is not confirmed takes it out again."""
    with _held(game.season) as season:
        game = season.games.get(pk=game.pk)
        if game.entered_by_id != actor.pk:
            raise Refusal("Whoever entered a game takes it out again.")
        if game.status == SeasonGame.Status.CONFIRMED:
            raise Refusal("It has been confirmed: the organiser of the season takes it out.")
        if game.status != SeasonGame.Status.OUT:
            _answered(game, SeasonGame.Status.OUT, actor, "Withdrawn.")
        return game


def close(*, actor: User, season: Season) -> Season:
    """End a season: its table is kept as it stands, and nothing changes it any more. Once more does nothing."""
    with locked(season.club_id):
        season = Season.objects.select_related("club").get(pk=season.pk)
        if season.closed_at is not None:
            return season
        _refuse_unless_runs(season, actor)
        if count := season.games.filter(status__in=WAITING).count():
            games = f"{count} games are" if count > 1 else "1 game is"
            raise Refusal(f"{games} not confirmed yet. Settle that first, or take it out of the season.")
        season.final = [row.as_json() for row in rows_of(season)]
        season.closed_at = timezone.now()
        season.save(update_fields=["final", "closed_at"])
        _tell(season, "season-closed", str(season.pk), actor)
        return season


@contextmanager
def _held(season: Season) -> Iterator[Season]:
    """A running season under the lock of its club."""
    with locked(season.club_id):
        found = Season.objects.select_related("club", "organiser").get(pk=season.pk)
        if found.closed_at is not None:
            raise Refusal("The season is closed: its table stands.")
        yield found


def _refuse_unless_runs(season: Season, actor: User) -> None:
    if not may_run(season, place_or_refusal(season.club, actor)):
        raise Refusal("Only its organiser and the umpires of the club run a season.")


def _answered(game: SeasonGame, status: str, actor: User, words: str) -> None:
    if why := why_not_again(words, by=actor, game=game, author=actor):
        raise Refusal(why, "words")
    game.status, game.words = status, words.strip()
    game.answered_by, game.answered_at = actor, timezone.now()
    game.save(update_fields=["status", "words", "answered_by", "answered_at"])


def _title(season: Season, skirmish: Skirmish, actor: User) -> str:
    """What the game is called in the season; of somebody who is muted, after what is played."""
    return engine.systems()[skirmish.system].title if muted_in(season.club_id, actor.pk) else skirmish.title


def _check(terms: SeasonTerms) -> None:
    if not terms.title.strip():
        raise Refusal("Give it a name.", "title")
    refuse_longer(terms.title, TITLE_LENGTH, "title", "The name is")
    refuse_longer(terms.notes, NOTES_LENGTH, "notes", "The notes are")
    if terms.system and terms.system not in engine.systems():
        raise Refusal("There is no such game.", "system")
    if terms.ends_on < terms.begins_on:
        raise Refusal("It ends before it begins.", "ends_on")
    if terms.ends_on - terms.begins_on > LONGEST:
        raise Refusal("A season lasts three years at most.", "ends_on")
    if not 0 <= terms.loss <= terms.draw <= terms.win <= MOST_POINTS:
        raise Refusal(f"A win is worth no less than a draw, and a draw no less than a loss: 0 to {MOST_POINTS}.", "win")


def _tell(season: Season, kind: str, key: str, actor: User, person: User | None = None, **more: str) -> None:
    data = {"season": season.pk, "title": season.title, **more}
    tell(kind, key, club=season.club, person=person, actor=actor, data=data)
