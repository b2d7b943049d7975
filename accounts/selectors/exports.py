"""All that the house knows of a person, for that person: plain data, as JSON takes it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.utils import timezone

from accounts.models import LastSeen, ShownRecord
from accounts.selectors.ratings import rating_seen_by, ratings_of
from api.models import DiscordLink, Token
from campaigns.models import Campaign, Entry, Pack, Pilot, Seat, UploadedPicture
from campaigns.standing.kinds import KINDS, NoteWritten
from clubs.models import (
    Asked,
    Award,
    Ban,
    DatePoll,
    Exhibit,
    Invitation,
    Membership,
    ModerationEntry,
    Mute,
    Night,
    OwnClock,
    PollAnswer,
    Rsvp,
    Season,
    SeasonGame,
    TablePlace,
    WordsReport,
)
from missions.models import (
    Claim,
    Comment,
    Draft,
    Job,
    Mission,
    Orders,
    OwnPilot,
    PostReport,
    Remark,
    ResultDraft,
    ScreenResult,
    Skirmish,
    Story,
    Submission,
    SubmissionStep,
    TableTap,
)
from notices.models import Notice, Webhook, Wishes

NOTHING = Q(pk__in=[])
FORM = 9
"""Of the document; higher when its keys change."""


SEALED = Q(mission__opened_at=None, mission__status__in=(Mission.Status.PLANNING, Mission.Status.READY))
"""Of plans: nobody has laid them open."""


def everything_about(user: User, *, by_others: bool = False) -> dict[str, Any]:
    """Account, clubs, seats, what they wrote, did and were told. Passwords, secrets and others' secrets are not in it.

    Of the journal it says what the person did and when; what came of it is the campaign's, and not all of it may be
    known to everybody. ``by_others``: somebody else reads it, who may play against them: what a side keeps to itself
    while its campaign runs is left out, and what it says among itself always.
    """
    return {
        "form": FORM,
        "made_at": _time(timezone.now()),
        "account": _account(user),
        "clubs": _clubs(user, by_others),
        "campaigns": _campaigns(user, by_others),
        "missions": _missions(user, by_others),
        "written": _written(user, by_others),
        "notices": _notices(user, by_others),
        "skirmishes": [
            {"title": each.title, "system": each.system, "at": _time(each.created_at)}
            for each in Skirmish.objects.filter(owner=user)
        ],
        "skirmish_results_begun": [
            {"skirmish": each.skirmish.title, "at": _time(each.at), "answers": each.answers}
            for each in ResultDraft.objects.filter(by=user, skirmish__isnull=False).select_related("skirmish")
            if each.skirmish is not None
        ],
        "ratings": _ratings(user, by_others),
        "own_pilots": [
            {"name": each.name, "begun_at": _time(each.begun_at), "skirmishes": each.flown}
            for each in OwnPilot.objects.filter(owner=user).annotate(flown=Count("sorties"))
        ],
        "jobs": [
            {"kind": each.kind, "status": each.status, "at": _time(each.created_at)}
            for each in Job.objects.filter(owner=user).exclude(kind__in=("forecast",) if by_others else ())
        ],
    }


def _ratings(user: User, by_others: bool) -> dict[str, object]:
    """The games on screen that count for a rating, and to the person alone what they come to."""
    known = () if by_others else ratings_of(user, user)
    return {
        "seen_by": rating_seen_by(user),
        "now": [
            {"system": each.system, "points": each.rated.points, "deviation": round(each.rated.rating.deviation)}
            | {"games": each.games, "won": each.won, "drawn": each.drawn, "lost": each.lost}
            for each in known
        ],
        "on_screen": _rows(
            ScreenResult.objects.filter(Q(allied=user) | Q(axis=user)),
            "system",
            "ended_at",
            own_points=lambda row: row.allied_points if row.allied_id == user.pk else row.axis_points,
            points_against=lambda row: row.axis_points if row.allied_id == user.pk else row.allied_points,
        ),
    }


def _time(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _rows(rows: Iterable[Any], *names: str, **more: Callable[[Any], object]) -> list[dict[str, object]]:
    """Some fields of each row; times as text."""

    def plain(value: object) -> object:
        return _time(value) if isinstance(value, datetime) else value

    return [
        {name: plain(getattr(row, name)) for name in names} | {name: plain(of(row)) for name, of in more.items()}
        for row in rows
    ]


def _account(user: User) -> dict[str, object]:
    return {
        "name": user.get_username(),
        "email": user.email,
        "joined_at": _time(user.date_joined),
        "last_sign_in_at": _time(user.last_login),
        "last_seen_at": next((_time(each.at) for each in LastSeen.objects.filter(user=user)), None),
        "has_password": user.has_usable_password(),
        "owns_site": user.is_superuser,
        "record_seen_by": next((each.seen_by for each in ShownRecord.objects.filter(user=user)), "nobody"),
        "addresses": _rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "second_factors": _rows(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
        "connected": _rows(
            SocialAccount.objects.filter(user=user),
            *("provider", "uid", "date_joined", "last_login"),
            name=lambda row: row.extra_data.get("name", ""),
        ),
        "discord": _rows(DiscordLink.objects.filter(user=user), "discord_id", "made_at"),
        "tokens": _rows(
            Token.objects.filter(user=user).select_related("campaign"),
            *("label", "begins", "scopes", "made_at", "expires_at", "used_at"),
            campaign=lambda row: row.campaign.name if row.campaign else "",
        ),
    }


def _clubs(user: User, by_others: bool) -> dict[str, object]:
    return {**_belonging(user, by_others), **_meeting(user)}


def _belonging(user: User, by_others: bool) -> dict[str, object]:
    return {
        "memberships": _rows(
            Membership.objects.filter(user=user).select_related("club"),
            "joined_at",
            "remind_hours",
            club=lambda row: row.club.name,
            role=lambda row: row.get_role_display(),
        ),
        "bans": _rows(
            Ban.objects.filter(user=user).select_related("club"), "at", "lifted_at", club=lambda row: row.club.name
        ),
        "mutes": _rows(
            Mute.objects.filter(user=user).select_related("club"),
            "at",
            "until",
            "reason",
            "ended_at",
            club=lambda row: row.club.name,
        ),
        "awards": _rows(
            Award.objects.filter(user=user).select_related("club"),
            *("title", "why", "at", "withdrawn_at"),
            club=lambda row: row.club.name,
            day=lambda row: row.day.isoformat(),
        ),
        "asked_to_join": _rows(
            Asked.objects.filter(user=user).select_related("club"),
            "words",
            "at",
            "status",
            "answer",
            club=lambda row: row.club.name,
        ),
        "moderated": _rows(
            ModerationEntry.objects.filter(NOTHING if by_others else Q(by=user)).select_related("club"),
            "act",
            "why",
            "at",
            club=lambda row: row.club.name,
        ),
    }


def _meeting(user: User) -> dict[str, object]:
    return {
        "answers": _rows(
            Rsvp.objects.filter(user=user).select_related("night"),
            "answer",
            "note",
            "at",
            night=lambda row: row.night.title,
        ),
        "polls_answered": _rows(
            PollAnswer.objects.filter(user=user).select_related("date__poll"),
            "answer",
            poll=lambda row: row.date.poll.title,
            evening=lambda row: row.date.begins_at,
        ),
        "polls_asked": _rows(DatePoll.objects.filter(made_by=user), "title", "place", "notes", "made_at"),
        "own_clock": _rows(OwnClock.objects.filter(user=user), "time_zone"),
        "places": _rows(
            TablePlace.objects.filter(user=user).select_related("table__night"),
            "side",
            night=lambda row: row.table.night.title,
            table=lambda row: row.table.number,
        ),
        "seasons_organised": _rows(
            Season.objects.filter(organiser=user).select_related("club"),
            "title",
            "notes",
            "made_at",
            club=lambda row: row.club.name,
        ),
        "games_of_seasons_answered": _rows(
            SeasonGame.objects.filter(answered_by=user).select_related("season"),
            *("title", "status", "words", "answered_at"),
            season=lambda row: row.season.title,
        ),
        "nights_called": _rows(
            Night.objects.filter(Q(made_by=user) | Q(titled_by=user) | Q(noted_by=user)),
            "title",
            "begins_at",
            "place",
            "notes",
            "made_at",
        ),
        "shown_in_public": _rows(
            Exhibit.objects.filter(by=user).select_related("club", "replay__mission", "story__mission"),
            "at",
            club=lambda row: row.club.name,
            what=lambda row: str(row.replay or row.story),
        ),
        "invitations_made": _rows(Invitation.objects.filter(made_by=user), "made_at", "expires_at", "most_uses"),
    }


def _campaigns(user: User, by_others: bool) -> dict[str, object]:
    running = Q(campaign__status=Campaign.Status.RUNNING) if by_others else NOTHING
    return {
        "owned": _rows(Campaign.objects.filter(owner=user), "name", "created_at", "status"),
        "packs": _rows(Pack.objects.filter(owner=user), "slug", "version", "title", "source"),
        "seats": _rows(
            Seat.objects.filter(user=user).select_related("campaign"),
            "side",
            squadron=lambda row: "" if by_others and not row.campaign.is_finished else row.squadron,
            campaign=lambda row: row.campaign.name,
            role=lambda row: row.get_role_display(),
        ),
        "pilots": _rows(
            Pilot.objects.filter(player=user).exclude(running).select_related("campaign"),
            "name",
            "side",
            campaign=lambda row: row.campaign.name,
        ),
        "journal": _rows(
            Entry.objects.filter(actor=user)
            .exclude(running & ~Q(side=""))
            .select_related("campaign")
            .order_by("at", "pk"),
            "at",
            "mission",
            campaign=lambda row: row.campaign.name,
            what=lambda row: KINDS[row.kind].label,
            text=lambda row: NoteWritten.of(row).text if row.kind == NoteWritten.kind else None,
        ),
        "pictures": _rows(
            UploadedPicture.objects.filter(by=user).exclude(running).select_related("campaign"),
            "side",
            campaign=lambda row: row.campaign.name,
            jpeg=lambda row: b64encode(bytes(row.content)).decode(),
        ),
        "webhooks": _rows(
            Webhook.objects.filter(made_by=user).select_related("campaign"),
            "format",
            "is_on",
            "made_at",
            campaign=lambda row: row.campaign.name,
        ),
    }


_OF_MISSION: Final = ("mission__campaign",)
_OF_SUBMISSION: Final = ("submission__mission__campaign",)


def _mission(row: Any) -> str:
    return f"{row.mission.campaign.name}, mission {row.mission.number}"


def _submission(row: Any) -> str:
    return f"{_mission(row.submission)}, table {row.submission.table}"


def _missions(user: User, by_others: bool) -> dict[str, object]:
    return {**_plans(user, by_others), **_results(user, by_others), **_claims(user)}


def _plans(user: User, by_others: bool) -> dict[str, object]:
    # What the clock made of a side's drafts is more than this one wrote, who may sit on the other side by now.
    orders = Orders.objects.filter(signed_by=user).exclude(SEALED if by_others else SEALED & Q(came_late="last"))
    drafts = Draft.objects.filter(by=user)
    if by_others:
        drafts = drafts.exclude(mission__campaign__status=Campaign.Status.RUNNING)
    return {
        "orders": _rows(
            orders.select_related(*_OF_MISSION),
            "side",
            "signed_at",
            "document",
            of=_mission,
        ),
        "drafts": _rows(drafts.select_related(*_OF_MISSION), "side", "squadron", "at", "document", of=_mission),
    }


def _results(user: User, by_others: bool) -> dict[str, object]:
    return {
        "results": _rows(
            Submission.objects.filter(by=user).select_related(*_OF_MISSION),
            "table",
            "at",
            "status",
            "outcome",
            of=_mission,
        ),
        "results_begun": _rows(
            ResultDraft.objects.filter(NOTHING if by_others else Q(by=user), mission__isnull=False).select_related(
                *_OF_MISSION
            ),
            "table",
            "at",
            "answers",
            of=_mission,
        ),
        "taps": _rows(
            TableTap.objects.filter(by=user).select_related(*_OF_MISSION),
            "table",
            "made_at",
            "does",
            "cell",
            "value",
            of=_mission,
        ),
        "remarks": _rows(
            Remark.objects.filter(by=user).select_related(*_OF_SUBMISSION),
            "agrees",
            "value",
            "words",
            "at",
            field=lambda row: row.fact,
            of=_submission,
        ),
        "steps": _rows(
            SubmissionStep.objects.filter(by=user).select_related(*_OF_SUBMISSION),
            "what",
            "words",
            "at",
            of=_submission,
        ),
    }


def _claims(user: User) -> dict[str, object]:
    return {
        "claims": _rows(
            Claim.objects.filter(by=user).select_related("pilot", *_OF_MISSION),
            "unit",
            "seat",
            "words",
            "at",
            "verdict",
            of=_mission,
            pilot=lambda row: row.pilot.name,
        ),
        "verdicts": _rows(
            Claim.objects.filter(judge=user).select_related("pilot", *_OF_MISSION),
            "verdict",
            "reason",
            "judged_at",
            of=_mission,
            pilot=lambda row: row.pilot.name,
        ),
    }


def _written(user: User, by_others: bool) -> dict[str, object]:
    among_themselves = ~Q(side="") if by_others else NOTHING
    unopened = ~Q(mission__status=Mission.Status.DEBRIEFED) if by_others else NOTHING
    return {
        "comments": _rows(
            Comment.objects.filter(author=user).exclude(among_themselves).select_related("campaign", "mission"),
            "side",
            "text",
            "at",
            "edited_at",
            "removed_at",
            campaign=lambda row: row.campaign.name,
            mission=lambda row: row.mission and row.mission.number,
        ),
        "reported": _rows(
            PostReport.objects.filter(NOTHING if by_others else Q(by=user)).select_related("campaign"),
            "words",
            "at",
            campaign=lambda row: row.campaign.name,
        ),
        "reported_in_clubs": _rows(
            WordsReport.objects.filter(NOTHING if by_others else Q(by=user)).select_related("club"),
            "words",
            "at",
            club=lambda row: row.club.name,
        ),
        "stories": _rows(
            Story.objects.filter(author=user).exclude(unopened).select_related("mission__campaign"),
            "side",
            "text",
            "at",
            campaign=lambda row: row.mission.campaign.name,
            mission=lambda row: row.mission.number,
        ),
    }


def _notices(user: User, by_others: bool) -> dict[str, object]:
    among_themselves = ~Q(happening__side="") if by_others else NOTHING
    wishes = Wishes.objects.filter(user=user).prefetch_related("muted").first()
    return {
        "inbox": _rows(
            Notice.objects.filter(user=user).exclude(among_themselves).select_related("happening"),
            "at",
            "read_at",
            "mailed_at",
            what=lambda row: row.happening.kind,
        ),
        "wishes": wishes
        and {"mail": wishes.mail, "unwanted": wishes.unwanted, "muted": [each.name for each in wishes.muted.all()]},
    }
