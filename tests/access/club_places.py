"""What addresses of clubs are made of: their nights, seasons, people, invitations and what they show."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from accounts.operations import records
from campaigns.models import Role
from clubs.models import BannedName, Night, Season
from clubs.operations import asking, awards, bans, invitations, mutes, nights, order, seasons, tables, words_reports
from clubs.operations.order import Rules
from clubs.selectors.invitations import token_of
from missions.models import Mission
from tests import make
from tests.cast import Cast


def _cast() -> Cast:
    """Those who are there."""
    return Cast(**{user.get_username(): user for user in User.objects.filter(username__in=Cast.__slots__)})


def of_clubs_nights(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign.club_id,)


def of_season(mission: Mission) -> tuple[Any, ...]:
    """A season in the campaign's club, which its Allied commander organises."""
    return (mission.campaign.club_id, make.season(_cast()).pk)


def of_season_words(mission: Mission) -> tuple[Any, ...]:
    """The same with words of theirs."""
    return (mission.campaign.club_id, make.season(_cast(), notes="We *fly*.").pk)


def of_disputed_game(mission: Mission) -> tuple[Any, ...]:
    """A game of a season that the Axis commander disputes."""
    cast = _cast()
    season = make.season(cast)
    game = make.entered(cast, season)
    points = (game.allied_points, game.axis_points)
    seasons.answer(actor=cast.axis, game=game, agrees=False, words="He got away.", points=points)
    return (season.club_id, season.pk, game.pk)


def of_words_report(mission: Mission) -> tuple[Any, ...]:
    """The words of a season that the reader has reported to the club's owners and umpires."""
    club, season = of_season_words(mission)
    reader = User.objects.get(username="reader")
    made = words_reports.report_season(actor=reader, season=Season.objects.get(pk=season), words="Rude.")
    return (club, made.key)


def of_night_with_notes(mission: Mission) -> tuple[Any, ...]:
    """A night of the campaign's club, of which its owner says something."""
    club, number = of_night(mission)
    Night.objects.filter(pk=number).update(notes="Bring pencils")
    return (club, number)


def of_answer(mission: Mission) -> tuple[Any, ...]:
    """The pilot's answer to a night, with a word."""
    club, number = of_night(mission)
    pilot = User.objects.get(username="pilot")
    nights.answer(actor=pilot, night=Night.objects.get(pk=number), answer="yes", note="I bring the map")
    return (club, number, pilot.pk)


def of_season_act(mission: Mission) -> tuple[Any, ...]:
    return (*of_season(mission), "join")


def of_season_game(mission: Mission) -> tuple[Any, ...]:
    return (*of_season(mission), 1, "confirm")


def of_poll(mission: Mission) -> tuple[Any, ...]:
    """A poll of the campaign's club."""
    assert mission.campaign.club is not None
    return (mission.campaign.club_id, make.poll(mission.campaign.club, mission.campaign.owner).pk)


def of_night(mission: Mission) -> tuple[Any, ...]:
    """A night of the campaign's club, with one table."""
    club = mission.campaign.club
    assert club is not None
    night = make.night(club, mission.campaign.owner)
    tables.lay(actor=mission.campaign.owner, night=night, mission=mission)
    return (club.pk, night.pk)


def of_night_table(mission: Mission) -> tuple[Any, ...]:
    return (*of_night(mission), "lay")


def of_club(mission: Mission) -> tuple[Any, ...]:
    """The club of the campaign."""
    return (mission.campaign.club_id,)


def of_member(mission: Mission, name: str = "pilot") -> tuple[Any, ...]:
    return (*of_club(mission), mission.campaign.club.members.get(user__username=name).pk)  # type: ignore[union-attr]


def a_ban(mission: Mission) -> tuple[Any, ...]:
    """The club's of the stranger."""
    club = mission.campaign.club
    assert club is not None
    stranger = User.objects.get(username="stranger")
    return (club.pk, bans.ban(actor=mission.campaign.owner, club=club, user=stranger).pk)


def a_banned_name(mission: Mission) -> tuple[Any, ...]:
    """That came with the file of the club."""
    club = mission.campaign.club
    assert club is not None
    return (club.pk, BannedName.objects.create(club=club, name="Nobody here").pk)


def an_award(mission: Mission) -> tuple[Any, ...]:
    """The club's for the pilot."""
    club, day = mission.campaign.club, timezone.now().date() - timedelta(days=1)
    assert club is not None
    made = awards.give(
        actor=mission.campaign.owner, club=club, name="pilot", title="Sharp eyes", why="Saw them first", day=day
    )
    return (club.pk, made.pk)


def a_mute(mission: Mission) -> tuple[Any, ...]:
    """The club's of the stranger, who may have a seat in one of its campaigns."""
    club, stranger = mission.campaign.club, User.objects.get(username="stranger")
    assert club is not None
    until = timezone.now() + timedelta(days=1)
    made = mutes.mute(actor=mission.campaign.owner, club=club, user=stranger, until=until, reason="Shouting")
    return (club.pk, made.pk)


def of_open_club(mission: Mission) -> tuple[Any, ...]:
    """The club of the campaign, which takes people who ask."""
    assert mission.campaign.club is not None
    rules = Rules(takes_askers=True, quiet_from=None, quiet_until=None, posts_an_hour=None)
    order.change(actor=mission.campaign.owner, club=mission.campaign.club, rules=rules)
    return of_club(mission)


def somebody_asks(mission: Mission) -> tuple[Any, ...]:
    """Somebody new asks to be let in."""
    of_open_club(mission)
    newcomer, club = User.objects.create_user("newcomer"), mission.campaign.club
    assert club is not None
    return (club.pk, asking.ask(actor=newcomer, club=club, words="I fly.").pk, "let-in")


def an_invitation(mission: Mission) -> int:
    """One of the owner's, for a player of the club."""
    assert mission.campaign.club is not None
    return make.invitation(mission.campaign.club, mission.campaign.owner).pk


def to_a_seat(mission: Mission) -> int:
    """One of the owner's, for a reader of the campaign."""
    campaign = mission.campaign
    asked: dict[str, Any] = {"campaign": campaign, "seat": Role.READER, "lasts": timedelta(days=1), "most_uses": 2}
    return invitations.invite(actor=campaign.owner, **asked).pk


def a_link(mission: Mission) -> tuple[Any, ...]:
    return (token_of(an_invitation(mission)),)


def of_public(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign.public_key,)


def of_shown_record(mission: Mission) -> tuple[Any, ...]:
    records.show(user=mission.campaign.owner, seen_by="everyone")
    return (mission.campaign.owner_id,)


def of_public_club(mission: Mission) -> tuple[Any, ...]:
    assert mission.campaign.club is not None
    return (mission.campaign.club.public_key,)


def of_public_issue(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign.public_key, mission.number)
