"""The seasons of a club: their games, how they stand, and who may do what in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.safestring import SafeString

import engine
from accounts.selectors.ratings import PlayerRating, rated_among
from clubs.models import Club, ClubRole, Membership, Season, SeasonGame
from clubs.selectors.fixtures import Round, rounds_of
from clubs.selectors.season_table import Meeting, Scoring, SeasonRow, table
from clubs.selectors.words_reports import title_of_season, words_on_game
from config.common.markdown import html
from engine.core.game import SIDES
from missions.models import Controller, Skirmish
from missions.selectors.skirmishes import points_by_side, sides_of

WAITING = (SeasonGame.Status.ENTERED, SeasonGame.Status.DISPUTED)
"""Games that nobody has settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game in the list of its season."""

    game: SeasonGame
    awaits_me: bool
    """This reader confirms or disputes it."""
    may_settle: bool
    """This reader runs the season: he takes it out, or (``may_count``) lets it count as it was entered."""
    may_count: bool
    may_withdraw: bool
    may_see: bool
    """This reader has played in it, and may look at the skirmish."""
    may_report: bool
    """This reader may tell the club's owners and umpires that the word on it should not stand there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage:
    """All that the page of a season shows."""

    season: Season
    game_title: str
    """Of the only game that counts; empty: every game does."""
    notes: SafeString
    rows: tuple[SeasonRow, ...]
    ratings: Mapping[int, PlayerRating]
    """How its players are rated who show it to this reader, by number; none once it is closed, or of every game."""
    games: tuple[GameRow, ...]
    rounds: tuple[Round, ...]
    """Who meets whom; none until that is drawn up."""
    is_in: bool
    """This reader takes part."""
    may_join: bool
    may_leave: bool
    may_run: bool
    may_report: bool
    """This reader may tell the club's owners and umpires that its words should not stand there."""
    may_report_title: bool

    @property
    def lines(self) -> list[tuple[SeasonRow, PlayerRating | None]]:
        """The table: each player and their rating, if it is shown."""
        return [(row, self.ratings.get(row.user)) for row in self.rows]


def scoring_of(season: Season) -> Scoring:
    """What its games are worth."""
    by_difference = season.scoring == Season.Scoring.DIFFERENCE
    return Scoring(win=season.win, draw=season.draw, loss=season.loss, by_difference=by_difference)


def may_run(season: Season, place: Membership) -> bool:
    """Its organiser while he is of the club, and the club's umpires."""
    return place.user_id == season.organiser_id or place.ranks(ClubRole.UMPIRE)


def rows_of(season: Season) -> tuple[SeasonRow, ...]:
    """The table; of a season that is closed as it stood then. Two queries while it runs."""
    if season.final is not None:
        return tuple(SeasonRow(**row) for row in season.final)
    names = {each.user_id: each.user.get_username() for each in season.players.select_related("user")}
    return table(names, _meetings(season.games.filter(status=SeasonGame.Status.CONFIRMED)), scoring_of(season))


def _meetings(games: QuerySet[SeasonGame]) -> list[Meeting]:
    return [
        Meeting(
            first=each.allied_id,
            second=each.axis_id,
            first_points=each.allied_points,
            second_points=each.axis_points,
        )
        for each in games
    ]


def seasons_of(club: Club) -> list[Season]:
    """Those of a club, newest first. One query."""
    return list(club.seasons.select_related("organiser"))


def season_page(season: Season, place: Membership) -> SeasonPage:
    """One season for one reader. Five queries; three more where players may be rated."""
    me = place.user_id
    rows = rows_of(season)
    runs = may_run(season, place)
    games = list(season.games.select_related("allied", "axis", "entered_by", "answered_by"))
    is_rated = season.closed_at is None and season.system
    is_in = season.players.filter(user=me).exists()
    is_open = season.closed_at is None and not season.club.is_archived
    may_report = place.may(ClubRole.READER)
    plays = any(me in (each.allied_id, each.axis_id) for each in games if each.status != SeasonGame.Status.OUT)
    return SeasonPage(
        season=season,
        game_title=engine.systems()[season.system].title if season.system in engine.systems() else "",
        notes=html(season.notes),
        rows=rows,
        ratings=rated_among([row.user for row in rows], me).get(season.system, {}) if is_rated else {},
        games=tuple(
            GameRow(
                game=each,
                awaits_me=is_open and each.status in WAITING and me == answers(each),
                may_settle=is_open and runs and each.status != SeasonGame.Status.OUT,
                may_count=each.status != SeasonGame.Status.CONFIRMED
                and each.entered_by_id != me
                and me != answers(each),
                may_withdraw=is_open and me == each.entered_by_id and each.status in WAITING,
                may_see=each.skirmish_id is not None and me in (each.allied_id, each.axis_id),
                may_report=may_report and words_on_game(each) is not None and me != each.answered_by_id,
            )
            for each in games
        ),
        rounds=rounds_of(season, me, games),
        is_in=is_in,
        may_join=is_open and not is_in and place.ranks(ClubRole.PLAYER),
        may_leave=is_open and is_in and not plays,
        may_run=is_open and runs,
        may_report=may_report and me != season.organiser_id,
        may_report_title=may_report and me != season.organiser_id and title_of_season(season) is not None,
    )


def answers(game: SeasonGame) -> int:
    """Who confirms a game or disputes it: the other one of its two players."""
    return game.axis_id if game.entered_by_id == game.allied_id else game.allied_id


def open_to(skirmish: Skirmish, user: User) -> list[Season]:
    """The running seasons in which this person may enter a skirmish; none of an archived club. One query."""
    found = (
        Season.objects.filter(closed_at=None, club__archived_at=None, players__user=user, club__members__user=user)
        .filter(Q(system="") | Q(system=skirmish.system))
        .select_related("club")
        .prefetch_related("players__user")
    )
    return [season for season in found if not why_not_counted(season, skirmish)]


def why_not_counted(season: Season, skirmish: Skirmish) -> str:
    """Why a skirmish does not count in a season, in a sentence; empty if it may. No query for most."""
    if skirmish.report is None:
        return "It counts once its result is there."
    if season.system and skirmish.system != season.system:
        return f"Only skirmishes of {engine.systems()[season.system].title} count in this season."
    if sides_of(skirmish) != SIDES:
        return "Only a fight of two sides counts."
    if skirmish.job_id is not None:
        return "The engine’s staff flew it: only what people play counts."
    if season.ways == Season.Ways.TABLE and not skirmish.is_at_table:
        return "Only what is played at the table counts in this season."
    if season.ways == Season.Ways.SCREEN and skirmish.is_at_table:
        return "Only what is played on screen counts in this season."
    if not season.begins_on <= skirmish.created_at.date() <= season.ends_on:
        return "It was set up before the season began, or after its end."
    return ""


def why_not_played_by(skirmish: Skirmish, players: Sequence[User]) -> str:
    """Why these two, Allied and Axis, cannot have played it; empty if they can. One query of one on screen."""
    if skirmish.is_at_table:
        return ""
    chairs = Controller.objects.filter(game__skirmish=skirmish, unit="")
    held = {(each.side, each.user_id) for each in chairs}
    if all((side, user.pk) in held for side, user in zip(SIDES, players, strict=True)):
        return ""
    return "On screen it was played by others: each of the two has to have had his own side."


def members_outside(season: Season) -> list[User]:
    """Players of the club who do not take part, by name. One query."""
    inside = season.players.values("user")
    places = Membership.objects.filter(club=season.club, role__gte=ClubRole.PLAYER).exclude(user__in=inside)
    return [each.user for each in places.select_related("user").order_by("user__username")]


def rules_of(season: Season) -> str:
    """What counts and how, in sentences."""
    counted = (
        "A game is worth the Victory Points by which one was ahead; who was behind loses as many."
        if season.scoring == Season.Scoring.DIFFERENCE
        else f"A win is worth {season.win}, a draw {season.draw}, a loss {season.loss}."
    )
    level = "Level players are told apart by the difference of Victory Points, then by what they did when they met."
    return f"What counts: {season.get_ways_display().lower()}. {counted} {level}"


def points_of(skirmish: Skirmish) -> tuple[int, int]:
    """Allied and Axis Victory Points of a skirmish that is told. No query."""
    found = points_by_side(skirmish)
    return found["allied"], found["axis"]
