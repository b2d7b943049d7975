"""The endpoints: each with its address, what it answers, and which scope reads it. The one list of them.

From it come the addresses (``api.urls``), the OpenAPI document and the page (``api.views.pages``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse

from api.access import Caller, campaign_for, club_for, mission_for
from api.documents import campaigns as campaign_documents
from api.documents import clubs as club_documents
from api.documents import missions as mission_documents
from api.documents.common import Document, Me, Paged
from api.models import Scope
from api.selectors import campaigns, clubs, missions
from api.selectors.pages import PartAsked, iso
from api.views.answers import Answering, answering


def _me(caller: Caller, request: HttpRequest) -> Me:
    token = caller.token
    return Me(
        name=caller.user.get_username(),
        token=token.label if token else None,
        scopes=caller.scopes,
        campaign=caller.only,
        expires_at=iso(token.expires_at) if token else None,
    )


def _campaigns(caller: Caller, request: HttpRequest, asked: PartAsked) -> Document:
    return campaigns.campaigns(caller.user, asked, caller.only)


def _campaign(caller: Caller, request: HttpRequest, campaign: int) -> Document:
    return campaigns.campaign(*campaign_for(caller, request, campaign), caller.user)


def _missions(caller: Caller, request: HttpRequest, asked: PartAsked, campaign: int) -> Document:
    return missions.missions(*campaign_for(caller, request, campaign), asked)


def _mission(caller: Caller, request: HttpRequest, campaign: int, number: int) -> Document:
    return missions.mission(*mission_for(caller, request, campaign, number))


def _report(caller: Caller, request: HttpRequest, campaign: int, number: int) -> Document:
    return missions.report(*mission_for(caller, request, campaign, number))


def _roster(caller: Caller, request: HttpRequest, asked: PartAsked, campaign: int) -> Document:
    return campaigns.roster(*campaign_for(caller, request, campaign), asked)


def _squadrons(caller: Caller, request: HttpRequest, asked: PartAsked, campaign: int) -> Document:
    return campaigns.squadrons(*campaign_for(caller, request, campaign), asked)


def _journal(caller: Caller, request: HttpRequest, asked: PartAsked, campaign: int) -> Document:
    return campaigns.journal(*campaign_for(caller, request, campaign), asked)


def _clubs(caller: Caller, request: HttpRequest, asked: PartAsked) -> Document:
    return clubs.clubs(caller.user, asked)


def _club(caller: Caller, request: HttpRequest, club: int) -> Document:
    return clubs.club(*club_for(caller, request, club), caller.seated)


def _members(caller: Caller, request: HttpRequest, asked: PartAsked, club: int) -> Document:
    return clubs.members(*club_for(caller, request, club), asked)


def _nights(caller: Caller, request: HttpRequest, asked: PartAsked, club: int) -> Document:
    return clubs.nights(club_for(caller, request, club)[0], caller.user, asked)


def _past_nights(caller: Caller, request: HttpRequest, asked: PartAsked, club: int) -> Document:
    return clubs.past_nights(club_for(caller, request, club)[0], caller.user, asked)


def _night(caller: Caller, request: HttpRequest, club: int, night: int) -> Document:
    return clubs.night(club_for(caller, request, club)[0], night, caller.user)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One address of the API."""

    name: str
    """Of its address, as ``reverse`` takes it."""
    path: str
    """After ``/api/v1/``, as ``path`` takes it."""
    title: str
    about: str
    answer: Answering
    gives: type[Document]
    scope: Scope | None = None

    @property
    def in_parts(self) -> bool:
        return issubclass(self.gives, Paged)

    def view(self) -> Callable[..., HttpResponse]:
        return answering(self.answer, self.scope, in_parts=self.in_parts)


ENDPOINTS: Final = (
    Endpoint(
        name="api-me",
        path="me/",
        title="Who asks",
        about="Whose token it is and what it reads.",
        answer=_me,
        gives=Me,
    ),
    Endpoint(
        name="api-campaigns",
        path="campaigns/",
        title="Campaigns",
        about="Those that the person may read, the newest first.",
        answer=_campaigns,
        gives=campaign_documents.Campaigns,
        scope=Scope.CAMPAIGNS,
    ),
    Endpoint(
        name="api-campaign",
        path="campaigns/<int:campaign>/",
        title="A campaign",
        about="Its standings: points, victory table, aces, losses, and what it waits for.",
        answer=_campaign,
        gives=campaign_documents.Campaign,
        scope=Scope.CAMPAIGNS,
    ),
    Endpoint(
        name="api-missions",
        path="campaigns/<int:campaign>/missions/",
        title="Its missions",
        about="As the journal knows them, the newest first.",
        answer=_missions,
        gives=mission_documents.Missions,
        scope=Scope.CAMPAIGNS,
    ),
    Endpoint(
        name="api-mission",
        path="campaigns/<int:campaign>/missions/<int:number>/",
        title="A mission",
        about="How far it is, who has signed, and the orders that are open to the person.",
        answer=_mission,
        gives=mission_documents.Mission,
        scope=Scope.CAMPAIGNS,
    ),
    Endpoint(
        name="api-report",
        path="campaigns/<int:campaign>/missions/<int:number>/report/",
        title="Its report",
        about="What became of everybody, and what gave each point. 409 before it has been flown.",
        answer=_report,
        gives=mission_documents.Report,
        scope=Scope.CAMPAIGNS,
    ),
    Endpoint(
        name="api-roster",
        path="campaigns/<int:campaign>/roster/",
        title="Its men",
        about="Those whom the person may know: of a side whose plans they do not see, those who have flown.",
        answer=_roster,
        gives=campaign_documents.Roster,
        scope=Scope.CAMPAIGNS,
    ),
    Endpoint(
        name="api-squadrons",
        path="campaigns/<int:campaign>/squadrons/",
        title="Its squadrons",
        about="Of the sides into whose hangars the person may look.",
        answer=_squadrons,
        gives=campaign_documents.Squadrons,
        scope=Scope.CAMPAIGNS,
    ),
    Endpoint(
        name="api-journal",
        path="campaigns/<int:campaign>/journal/",
        title="Its journal",
        about="What was done and by whom, as far as the person may read it, the newest first.",
        answer=_journal,
        gives=campaign_documents.Journal,
        scope=Scope.CAMPAIGNS,
    ),
    Endpoint(
        name="api-clubs",
        path="clubs/",
        title="Clubs",
        about="Those that the person is in.",
        answer=_clubs,
        gives=club_documents.Clubs,
        scope=Scope.CLUBS,
    ),
    Endpoint(
        name="api-club",
        path="clubs/<int:club>/",
        title="A club",
        about="Its board: running campaigns and what they wait for, aces, latest results.",
        answer=_club,
        gives=club_documents.Club,
        scope=Scope.CLUBS,
    ),
    Endpoint(
        name="api-members",
        path="clubs/<int:club>/members/",
        title="Its members",
        about="Names, roles, since when; no addresses.",
        answer=_members,
        gives=club_documents.Members,
        scope=Scope.CLUBS,
    ),
    Endpoint(
        name="api-nights",
        path="clubs/<int:club>/nights/",
        title="Its nights",
        about="Those to come, the next first.",
        answer=_nights,
        gives=club_documents.Nights,
        scope=Scope.CLUBS,
    ),
    Endpoint(
        name="api-nights-past",
        path="clubs/<int:club>/nights/past/",
        title="Its past nights",
        about="The last first.",
        answer=_past_nights,
        gives=club_documents.Nights,
        scope=Scope.CLUBS,
    ),
    Endpoint(
        name="api-night",
        path="clubs/<int:club>/nights/<int:night>/",
        title="A night",
        about="Who comes, and who sits where.",
        answer=_night,
        gives=club_documents.Night,
        scope=Scope.CLUBS,
    ),
)
