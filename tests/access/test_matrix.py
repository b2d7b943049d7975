"""Who may open what: every address, everybody who may come to it, what he gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.db import connection, transaction
from django.template import TemplateDoesNotExist
from django.template.backends.django import Template
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.urls.converters import IntConverter, UUIDConverter
from django.utils import timezone
from django.views import defaults

from accounts.operations import records, sign_in_links
from campaigns.documents.kit.document import Document
from campaigns.models import Campaign, Card, Role
from campaigns.operations import builder, pictures
from campaigns.selectors import journal_entries
from campaigns.standing.kinds import Kill
from clubs.operations import asking, bans, invitations, mutes, order, tables
from clubs.operations.order import Rules
from clubs.selectors.invitations import token_of
from config import health
from missions.models import Mission
from missions.operations import (
    after_action_reports,
    campaign_odds,
    flights,
    forecasts,
    post_reports,
    shared_replays,
    simulations,
)
from missions.operations.games import Terms
from missions.selectors.games import token_of as token_of_chair
from missions.selectors.watching import token_of_table
from notices.operations.email import SALT
from notices.operations.inbox import wishes_of
from tests import make
from tests.cast import Cast
from tests.screen import begun

PEOPLE = ("anonymous", "stranger", "reader", "pilot", "allied", "axis", "umpire", "owner")
SOMETHING: dict[type, Any] = {IntConverter: 1, UUIDConverter: UUID(int=1)}
"""Parameters of addresses that are no texts."""

DOOR = "door"
"""Sent to the sign-in page, and back here afterwards."""


@dataclass(frozen=True)
class Row:
    """What each of ``PEOPLE`` gets, in that order."""

    name: str
    method: str
    expected: tuple[int | str, ...]
    args: Callable[[Mission], tuple[Any, ...]]
    state: Callable[[Any], Mission] = make.drawn
    data: Callable[[Mission], dict[str, Any]] = field(default=lambda mission: {})
    slug: str = make.DOGFIGHTS

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


def as_planned(mission: Mission) -> dict[str, Any]:
    return {"as-planned": "1", "seen": ""}


def nothing(mission: Mission) -> tuple[Any, ...]:
    return ()


def by_discord(mission: Mission) -> tuple[Any, ...]:
    return ("discord",)


def of_campaign(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign_id,)


def of_mission(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign_id, mission.number)


def of_briefing(mission: Mission, side: str) -> tuple[Any, ...]:
    return (mission.campaign_id, f"briefing/{mission.number}/{side}", "pdf")


def of_part(mission: Mission) -> tuple[Any, ...]:
    return (*of_mission(mission), "allied", "frontier-fighters")


def of_airman(mission: Mission) -> tuple[Any, ...]:
    """An Allied man who has not flown yet: nobody's business but his side's."""
    return (mission.campaign_id, mission.campaign.pilots.filter(side="allied", on_roster=True)[0].pk)


def pictured(campaign: Campaign) -> Mission:
    """A mission of a campaign in which one man's portrait has been uploaded."""
    mission = make.drawn(campaign)
    pictures.set_portrait(
        actor=campaign.owner, campaign=campaign, pilot=campaign.pilots.filter(side="allied")[0], file=make.picture()
    )
    return mission


def of_picture(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign_id, mission.campaign.pictures.get().digest)


def of_job(mission: Mission) -> tuple[Any, ...]:
    return (flights.queue_flight(actor=mission.campaign.owner, mission=mission).pk,)


def of_simulation(mission: Mission) -> tuple[Any, ...]:
    return (simulations.queue(actor=mission.campaign.owner, pack=mission.campaign.pack, runs=1).pk,)


def card_of(mission: Mission) -> Card:
    """A card on the shelf of the owner of the campaign."""
    return make.card(mission.campaign.owner).card


def of_card(mission: Mission) -> tuple[Any, ...]:
    make.card(mission.campaign.owner)
    return "wildblue", "hurricane-i"


def card_of_club(mission: Mission) -> Card:
    """A card on the shelf of the campaign's club."""
    return make.card(mission.campaign.owner, club=mission.campaign.club).card


def of_clubs_game(mission: Mission) -> tuple[Any, ...]:
    return mission.campaign.club_id, "wildblue"


def of_clubs_card(mission: Mission) -> tuple[Any, ...]:
    card_of_club(mission)
    return *of_clubs_game(mission), "hurricane-i"


def of_target(mission: Mission) -> tuple[Any, ...]:
    """A Mission Target on the shelf of the owner of the campaign."""
    make.kind_card(mission.campaign.owner, "targets", "dam")
    return "targets", "wildblue", "dam"


def of_clubs_targets(mission: Mission) -> tuple[Any, ...]:
    return mission.campaign.club_id, "targets", "wildblue"


def of_clubs_target(mission: Mission) -> tuple[Any, ...]:
    make.kind_card(mission.campaign.owner, "targets", "dam", club=mission.campaign.club)
    return *of_clubs_targets(mission), "dam"


def of_clubs_target_card(mission: Mission) -> tuple[Any, ...]:
    club, _, *rest = of_clubs_target(mission)
    return club, *rest


def of_draft(mission: Mission) -> tuple[Any, ...]:
    return (builder.start_copy(actor=mission.campaign.owner, pack=mission.campaign.pack).pk,)


def of_part_of_draft(mission: Mission) -> tuple[Any, ...]:
    return (*of_draft(mission), "sides")


def of_item_of_draft(mission: Mission) -> tuple[Any, ...]:
    return (*of_draft(mission), "stages", "1")


def of_act_on_draft(mission: Mission) -> tuple[Any, ...]:
    return (*of_item_of_draft(mission), "copy")


def of_skirmish(mission: Mission) -> tuple[Any, ...]:
    return (make.skirmish(mission.campaign.owner).pk,)


def of_flown_skirmish(mission: Mission) -> tuple[Any, ...]:
    return (make.flown_skirmish(mission.campaign.owner).pk,)


def of_table_skirmish(mission: Mission) -> tuple[Any, ...]:
    return (make.table_skirmish(mission.campaign.owner).pk,)


def of_own_pilot(mission: Mission) -> tuple[Any, ...]:
    return (make.own_pilot(mission.campaign.owner).pk,)


def of_book(mission: Mission) -> tuple[Any, ...]:
    pilot = make.own_pilot(mission.campaign.owner)
    return (pilot.sorties.get().skirmish_id, pilot.pk)


def of_game(mission: Mission) -> tuple[Any, ...]:
    return (make.game(mission.campaign.owner).pk,)


def foretold(campaign: Campaign) -> Mission:
    """A mission of which the Allied side has asked how its plan might go."""
    mission = make.drawn(campaign)
    plan = make.plan(mission, "allied")
    commander = make.commander(campaign, "allied") or campaign.owner
    forecasts.order(actor=commander, mission=mission, side="allied", plan=plan, runs=1)
    return mission


def looked_at(campaign: Campaign) -> Mission:
    """A mission of a campaign whose end somebody wants to know."""
    mission = make.drawn(campaign)
    campaign_odds.order(actor=campaign.owner, campaign=campaign)
    return mission


def flown_and_debriefed(campaign: Campaign) -> Mission:
    """A mission that the engine has flown, all hands open since."""
    mission = make.flown(campaign)
    make.debrief(mission)
    return mission


def of_shared(mission: Mission) -> tuple[Any, ...]:
    """The address at which its replay is shared."""
    return (shared_replays.share_mission(actor=mission.campaign.owner, mission=mission).token,)


def on_screen(campaign: Campaign) -> Mission:
    """A mission that both commanders fly on screen."""
    mission = make.opened(campaign)
    begun(mission)
    return mission


def of_missions_game(mission: Mission) -> tuple[Any, ...]:
    return (mission.games.get().pk,)


def of_allied_cockpit(mission: Mission) -> tuple[Any, ...]:
    return (*of_missions_game(mission), "allied")


def of_side_of_game(mission: Mission) -> tuple[Any, ...]:
    return (*of_game(mission), "allied")


def of_watched_game(mission: Mission) -> tuple[Any, ...]:
    """A skirmish that whoever has its link may watch."""
    return (token_of_table(make.game(mission.campaign.owner, terms=Terms(lets_watch=True))),)


def watched(campaign: Campaign) -> Mission:
    """A mission on screen that everybody of the campaign may watch."""
    mission = make.opened(campaign)
    begun(mission, terms=Terms(lets_watch=True))
    return mission


def of_missions_table(mission: Mission) -> tuple[Any, ...]:
    return (token_of_table(mission.games.get()),)


def of_chair(mission: Mission) -> tuple[Any, ...]:
    """A chair that a link keeps open."""
    game = make.game(mission.campaign.owner, axis=None)
    return (token_of_chair(game.controllers.get(side="axis")),)


def seat_of(person: str) -> Callable[[Mission], dict[str, Any]]:
    """What a form says of the seat that somebody of the cast holds."""
    return lambda mission: {"seat": mission.campaign.seats.get(user__username=person).pk}


def of_letter(mission: Mission) -> tuple[Any, ...]:
    """The link of an e-mail to the campaign's owner, who may be anybody to those who follow it."""
    return (signing.dumps(mission.campaign.owner_id, salt=SALT),)


def of_webhook(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign_id, make.webhook(mission.campaign).pk)


def of_allied_webhook(mission: Mission) -> tuple[Any, ...]:
    """One that its commander has set up, for what the Allied side alone is told."""
    commander = make.commander(mission.campaign, "allied") or mission.campaign.owner
    return (mission.campaign_id, make.webhook(mission.campaign, side="allied", actor=commander).pk)


def of_clubs_nights(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign.club_id,)


def of_season(mission: Mission) -> tuple[Any, ...]:
    """A season in the campaign's club, which its Allied commander organises."""
    people = {user.get_username(): user for user in User.objects.filter(username__in=Cast.__slots__)}
    return (mission.campaign.club_id, make.season(Cast(**people)).pk)


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


def open_and_confirmed(campaign: Any) -> Mission:
    return make.opened(make.confirmed(campaign))


def told_by_allied(campaign: Any) -> Mission:
    """A mission whose result the commander of the Allied side has told."""
    mission = open_and_confirmed(campaign)
    teller = mission.campaign.seats.get(side="allied", role=Role.COMMANDER).user
    assert teller is not None
    make.told(mission, teller)
    return mission


def of_table(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign_id, mission.number, 1)


def a_verdict(mission: Mission) -> dict[str, Any]:
    """On what the report gives to an Allied man."""
    kill = mission.campaign.entries.filter(kind=Kill.kind, side="allied")[0]
    return {"kill": journal_entries.key_of(kill.campaign_id, kill.number), "verdict": "confirmed"}


def of_claim(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign_id, mission.claims.get().pk)


def of_comment(mission: Mission) -> tuple[Any, ...]:
    return (mission.campaign_id, mission.comments.get().key)


def of_report(mission: Mission) -> tuple[Any, ...]:
    """The Allied side's."""
    return (mission.campaign_id, mission.number, "allied")


def of_told_report(mission: Mission) -> tuple[Any, ...]:
    """The Allied side's, which its commander has written, of a mission that is not debriefed."""
    teller = mission.campaign.seats.get(side="allied", role=Role.COMMANDER).user
    assert teller is not None
    after_action_reports.tell_story(actor=teller, mission=mission, side="allied", text="We came low.")
    return of_report(mission)


def of_reported(mission: Mission) -> tuple[Any, ...]:
    """A comment that the reader has reported to the umpires."""
    reader = User.objects.get(username="reader")
    said = mission.comments.get()
    made = post_reports.report(actor=reader, campaign=mission.campaign, post=said, words="Rude.")
    return (mission.campaign_id, made.key)


def whispered(campaign: Any) -> Mission:
    """A mission about which a pilot has said something to the Allied side alone."""
    return make.talked(campaign, "allied")


def shown(mission: Mission) -> dict[str, Any]:
    return {"key": str(uuid4()), "seen": make.flight(mission).version}


def a_book(mission: Mission) -> dict[str, Any]:
    return {"document": "book", "paper": "A4"}


def no_taps(mission: Mission) -> dict[str, Any]:
    """What a device sends that has nothing to say."""
    return {"taps": "[]"}


EVERYBODY = (200,) * 8
SIGNED_IN = (DOOR, *(200,) * 7)
SEND_THEMSELVES = (DOOR, *(302,) * 7)
TOKENS_READ = (401, *(200,) * 7)
TOKENS_OF_MEMBERS_READ = (401, 404, *(200,) * 6)
OWNERS = (DOOR, *(404,) * 6, 200)
MEMBERS = (DOOR, 404, *(200,) * 6)
COMMANDERS_SEE = (DOOR, 404, 403, 403, 200, 200, 200, 200)
UMPIRES_SEE = (DOOR, 404, 403, 403, 403, 403, 200, 200)
UMPIRES_SEND = (DOOR, 404, 403, 403, 403, 403, 302, 302)
PLAYERS_DO = (DOOR, 404, 403, *(302,) * 5)
COMMANDERS_DO = (DOOR, 404, 403, 403, 302, 302, 302, 302)
ALLIED_SEE = (DOOR, 404, 404, 404, 200, 404, 200, 200)
"""What the Allied side has, until the campaign is over."""

UMPIRES_MISS = (DOOR, 404, 403, 403, 403, 403, 422, 422)
OWNERS_OF_A_CLUB = (DOOR, 404, 403, 403, 403, 403, 403, 200)


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


ACTS: dict[str, Callable[[Mission], tuple[Any, ...]]] = {
    "sign-out": nothing,
    "demo-fill": nothing,
    "demo-away": nothing,
    "office-job-again": lambda mission: (UUID(int=1),),
    "office-delivery-again": lambda mission: (1,),
    "office-letter-again": lambda mission: (1,),
    "account-devices": nothing,
    "api-token-withdraw": lambda mission: (1,),
    "discord-unlink": nothing,
    "notices-read": nothing,
    "calendar-renew": nothing,
    "skirmish-again": of_skirmish,
    "skirmish-delete": of_skirmish,
    "skirmish-share": of_skirmish,
    "skirmish-take-back": of_table_skirmish,
    "skirmish-table-keep": of_table_skirmish,
    "skirmish-table-discard": of_table_skirmish,
    "skirmish-book-strike": of_book,
    "own-pilot-delete": of_own_pilot,
    "guide-begin": lambda mission: ("first-dogfight",),
    "game-decide": of_side_of_game,
    "game-take-back": of_side_of_game,
    "game-habits": of_side_of_game,
    "game-rest": of_side_of_game,
    "game-hand-over": of_side_of_game,
    "campaign-note": of_campaign,
    "campaign-odds-cancel": of_campaign,
    "mission-analysis-cancel": of_mission,
    "skirmish-analysis-cancel": of_skirmish,
    "campaign-period": of_campaign,
    "campaign-draw": of_campaign,
    "campaign-choose": of_campaign,
    "campaign-take-back": of_campaign,
    "webhook-test": of_webhook,
    "webhook-delete": of_webhook,
    "mission-fly": of_mission,
    "mission-share": of_mission,
    "mission-forecast-cancel": lambda mission: (*of_mission(mission), "allied"),
    "mission-give-up": of_mission,
    "mission-to-staff": of_mission,
    "mission-ground": of_mission,
    "mission-open": of_mission,
    "mission-late": of_mission,
    "mission-left": of_mission,
    "mission-withdraw": of_mission,
    "mission-results-close": of_mission,
    "mission-table-keep": of_mission,
    "mission-table-discard": of_mission,
    "mission-companion-clear": of_mission,
    "mission-result-decide": of_table,
    "mission-result-approve": of_table,
    "mission-result-withdraw": of_table,
}
"""Who merely follows a link to these is led away from it, whoever it is, and what is there is told on that page."""

MATRIX = [
    Row("home", "get", SIGNED_IN, nothing),
    Row("enter", "get", EVERYBODY, lambda mission: (sign_in_links.token_for(mission.campaign.owner),)),
    Row("enter", "post", (302,) * 8, lambda mission: ("not-a-token",)),
    Row("sign-in", "get", (200, *(302,) * 7), nothing),
    Row("sign-out", "post", (DOOR, *(302,) * 7), nothing),
    Row("about", "get", EVERYBODY, nothing),
    # Drawn from what their addresses say, which tells nobody anything.
    Row("face", "get", EVERYBODY, lambda mission: ("gb-2-ace-1-00000000000000ff",)),
    Row("squadron-badge", "get", EVERYBODY, lambda mission: ("00000000000000ff-UZ",)),
    Row("odds", "get", EVERYBODY, nothing),
    Row("outlines", "get", EVERYBODY, lambda mission: ("gb",)),
    # Of those who build the house: nobody of a club owns the site.
    Row("components", "get", (DOOR, *(404,) * 7), nothing),
    # The demo is the matter of whoever owns the site.
    Row("demo", "get", (DOOR, *(404,) * 7), nothing),
    Row("demo-fill", "post", (DOOR, *(404,) * 7), nothing),
    Row("demo-away", "post", (DOOR, *(404,) * 7), nothing),
    # So is what failed on it; and of nobody here anybody watches it.
    Row("office-failed", "get", (DOOR, *(404,) * 7), nothing),
    Row("office-job-again", "post", (DOOR, *(404,) * 7), lambda mission: (UUID(int=1),)),
    Row("office-delivery-again", "post", (DOOR, *(404,) * 7), lambda mission: (1,)),
    Row("office-letter-again", "post", (DOOR, *(404,) * 7), lambda mission: (1,)),
    Row("metrics", "get", (404,) * 8, nothing),
    Row("search", "get", SIGNED_IN, nothing),
    Row("healthz", "get", EVERYBODY, nothing),
    Row("packs", "get", SIGNED_IN, nothing),
    Row("pack", "get", SIGNED_IN, lambda mission: (make.DOGFIGHTS,)),
    Row("pack-new", "get", SIGNED_IN, nothing),
    Row("pack-new", "post", (DOOR, *(422,) * 7), nothing),
    Row("pack-simulate", "get", SIGNED_IN, lambda mission: (make.DOGFIGHTS,)),
    Row(
        "pack-simulate",
        "post",
        (DOOR, *(422,) * 7),
        lambda mission: (make.DOGFIGHTS,),
        data=lambda mission: {"runs": ""},
    ),
    Row("simulation", "get", OWNERS, of_simulation),
    # A draft is whose it is.
    Row("pack-format", "get", SIGNED_IN, nothing),
    Row("pack-draft-new", "post", (DOOR, *(302,) * 7), nothing, data=lambda mission: {"skeleton": "land"}),
    Row("pack-draft-new", "get", (DOOR, *(302,) * 7), nothing),
    Row("pack-draft-keep", "get", (DOOR, *(302,) * 7), of_draft),
    Row("pack-draft-act", "get", (DOOR, *(302,) * 7), of_act_on_draft),
    Row("pack-draft", "get", OWNERS, of_draft),
    Row("pack-draft-part", "get", OWNERS, of_part_of_draft),
    Row("pack-draft-part", "post", (DOOR, *(404,) * 6, 302), of_part_of_draft),
    Row("pack-draft-item", "get", OWNERS, of_item_of_draft),
    Row("pack-draft-item", "post", (DOOR, *(404,) * 6, 302), of_item_of_draft),
    Row("pack-draft-act", "post", (DOOR, *(404,) * 6, 302), of_act_on_draft),
    Row("pack-draft-text", "get", OWNERS, of_draft),
    Row("pack-draft-text", "post", (DOOR, *(404,) * 6, 422), of_draft),
    Row("pack-draft-difference", "get", OWNERS, of_draft),
    Row("pack-draft-simulate", "get", OWNERS, of_draft),
    Row("pack-draft-simulate", "post", (DOOR, *(404,) * 6, 422), of_draft),
    Row("pack-draft-keep", "post", (DOOR, *(404,) * 6, 302), of_draft),
    Row("pack-draft-discard", "get", OWNERS, of_draft),
    Row("pack-draft-discard", "post", (DOOR, *(404,) * 6, 302), of_draft),
    Row("skirmishes", "get", SIGNED_IN, nothing),
    Row("skirmish-new", "get", SIGNED_IN, nothing),
    Row("skirmish-scenarios", "get", SIGNED_IN, lambda mission: ("wildblue",)),
    Row("skirmish-scenarios", "post", (DOOR, *(422,) * 7), lambda mission: ("wildblue",)),
    Row("skirmish-own", "get", SIGNED_IN, lambda mission: ("wildblue",)),
    Row("skirmish-own", "post", (DOOR, *(422,) * 7), lambda mission: ("wildblue",)),
    # A skirmish is nobody's but its owner's, whatever campaigns they share.
    Row("skirmish", "get", OWNERS, of_skirmish),
    Row("skirmish-again", "post", (DOOR, *(404,) * 6, 302), of_skirmish),
    Row("skirmish-delete", "post", (DOOR, *(404,) * 6, 302), of_skirmish),
    Row("skirmish-table", "get", OWNERS, of_table_skirmish),
    Row("skirmish-table", "post", (DOOR, *(404,) * 6, 422), of_table_skirmish),
    Row("skirmish-take-back", "post", (DOOR, *(404,) * 6, 302), of_table_skirmish),
    Row("skirmish-table-keep", "post", (DOOR, *(404,) * 6, 302), of_table_skirmish),
    Row("skirmish-table-discard", "post", (DOOR, *(404,) * 6, 302), of_table_skirmish),
    Row("skirmish-log", "get", OWNERS, of_table_skirmish),
    Row("skirmish-book", "get", OWNERS, of_flown_skirmish),
    Row("skirmish-book", "post", (DOOR, *(404,) * 6, 422), of_flown_skirmish),
    Row("skirmish-book-strike", "post", (DOOR, *(404,) * 6, 302), of_book),
    Row("own-pilots", "get", SIGNED_IN, nothing),
    Row("own-pilot", "get", OWNERS, of_own_pilot),
    Row("own-pilot-logbook", "get", OWNERS, of_own_pilot),
    Row("own-pilot-delete", "post", (DOOR, *(404,) * 6, 302), of_own_pilot),
    Row("skirmish-analysis", "get", OWNERS, of_flown_skirmish),
    Row("skirmish-analysis", "post", (DOOR, *(404,) * 6, 302), of_flown_skirmish),
    Row("skirmish-analysis-cancel", "post", (DOOR, *(404,) * 6, 302), of_flown_skirmish),
    Row("skirmish-replay", "get", OWNERS, of_flown_skirmish),
    Row("skirmish-replay", "get", OWNERS, lambda mission: (*of_flown_skirmish(mission), 0)),
    Row("skirmish-film", "get", OWNERS, of_flown_skirmish),
    Row("skirmish-still", "get", OWNERS, lambda mission: (*of_flown_skirmish(mission), 0, "svg")),
    Row("skirmish-moving", "get", OWNERS, of_flown_skirmish),
    Row("skirmish-moving", "post", (DOOR, *(404,) * 6, 302), of_flown_skirmish),
    # What has not been drawn is not there.
    Row("skirmish-moving-file", "get", (DOOR, *(404,) * 7), of_flown_skirmish),
    Row("skirmish-share", "post", (DOOR, *(404,) * 6, 302), of_flown_skirmish, data=lambda mission: {"what": "on"}),
    # A replay that is shared is watched by whoever has its address; after its debrief commanders and umpires share it,
    # and others are led back.
    Row("mission-share", "post", (DOOR, 404, *(302,) * 6), of_mission, flown_and_debriefed),
    Row("shared-replay", "get", EVERYBODY, of_shared, flown_and_debriefed),
    Row("shared-replay", "get", EVERYBODY, lambda mission: (*of_shared(mission), 0), flown_and_debriefed),
    Row("shared-film", "get", EVERYBODY, of_shared, flown_and_debriefed),
    Row("shared-picture", "get", EVERYBODY, lambda mission: (*of_shared(mission), "svg"), flown_and_debriefed),
    Row("shared-still", "get", EVERYBODY, lambda mission: (*of_shared(mission), 0, "png"), flown_and_debriefed),
    Row("shared-moving", "get", EVERYBODY, of_shared, flown_and_debriefed),
    Row("shared-moving", "post", (302,) * 8, of_shared, flown_and_debriefed),
    Row("shared-moving-file", "get", (404,) * 8, of_shared, flown_and_debriefed),
    # Everybody may fly his first dogfight; what comes without the page's key is led back.
    Row("guide-begin", "post", (DOOR, *(302,) * 7), lambda mission: ("first-dogfight",)),
    # A game on screen is of those who decide in it, each his side's.
    Row("game", "get", (DOOR, *(404,) * 6, 302), of_game),
    Row("cockpit", "get", OWNERS, of_side_of_game),
    Row("game-playback", "get", OWNERS, of_side_of_game),
    Row("game-decide", "post", (DOOR, *(404,) * 6, 302), of_side_of_game),
    Row("game-take-back", "post", (DOOR, *(404,) * 6, 302), of_side_of_game),
    Row("game-habits", "post", (DOOR, *(404,) * 6, 302), of_side_of_game),
    Row("game-rest", "post", (DOOR, *(404,) * 6, 302), of_side_of_game),
    Row("game-hand-over", "post", (DOOR, *(404,) * 6, 302), of_side_of_game),
    Row("game-news", "get", (403, *(403,) * 6, 200), of_side_of_game),
    # Who plays is led to his own table.
    Row("game-watch", "get", (DOOR, *(200,) * 6, 302), of_watched_game),
    Row("game-watch-news", "get", (403, *(200,) * 7), of_watched_game),
    Row("game-join", "get", SIGNED_IN, of_chair),
    Row("game-join", "post", (DOOR, *(302,) * 7), of_chair),
    Row("pack-source", "get", SIGNED_IN, lambda mission: (make.DOGFIGHTS,)),
    Row("pack-log", "get", SIGNED_IN, lambda mission: (make.DOGFIGHTS,)),
    Row("pack-cards", "get", SIGNED_IN, lambda mission: (make.DOGFIGHTS,)),
    Row("pack-target-cards", "get", SIGNED_IN, lambda mission: (make.pack(make.LAND).slug,)),
    Row("pack-counters", "get", SIGNED_IN, lambda mission: (make.DOGFIGHTS,)),
    Row("aircraft-cards", "get", SIGNED_IN, lambda mission: ("mc-202",)),
    Row("aircraft-poster", "get", SIGNED_IN, lambda mission: ("wwi",)),
    Row("target-cards", "get", SIGNED_IN, nothing),
    Row("aircraft-list", "get", SIGNED_IN, nothing),
    Row("aircraft", "get", SIGNED_IN, lambda mission: ("mc-202",)),
    # A card is nobody's but its owner's until a pack carries it.
    Row("own-cards", "get", SIGNED_IN, nothing),
    Row("own-cards-bring", "get", (DOOR, *(302,) * 7), nothing),
    Row("own-cards-bring", "post", (DOOR, *(422,) * 7), nothing),
    Row("own-cards-toml", "get", SIGNED_IN, lambda mission: ("wildblue",)),
    Row("own-cards-csv", "get", SIGNED_IN, lambda mission: ("wildblue",)),
    Row("own-card-new", "get", SIGNED_IN, lambda mission: ("wildblue",)),
    Row("own-card-new", "post", (DOOR, *(422,) * 7), lambda mission: ("wildblue",)),
    Row("own-card", "get", OWNERS, of_card),
    Row("own-card", "post", (DOOR, *(404,) * 6, 422), of_card),
    Row("own-card-toml", "get", OWNERS, of_card),
    Row("own-card-delete", "post", (DOOR, *(404,) * 6, 302), of_card),
    Row("own-card-delete", "get", (DOOR, *(302,) * 7), of_card),
    Row("own-kind-new", "get", SIGNED_IN, lambda mission: ("targets", "wildblue")),
    Row("own-kind-new", "post", (DOOR, *(422,) * 7), lambda mission: ("men", "wildblue")),
    Row("own-kind", "get", OWNERS, of_target),
    Row("own-kind", "post", (DOOR, *(404,) * 6, 302), of_target),
    Row("own-kind-toml", "get", OWNERS, of_target),
    Row("own-target-card", "get", OWNERS, lambda mission: of_target(mission)[1:]),
    Row("own-kind-csv", "get", SIGNED_IN, lambda mission: ("men", "wildblue")),
    Row("own-kind-delete", "post", (DOOR, *(404,) * 6, 302), of_target),
    Row("own-kind-delete", "get", (DOOR, *(302,) * 7), of_target),
    Row("aircraft", "get", OWNERS, lambda mission: (card_of(mission).slug,)),
    Row("aircraft-cards", "get", OWNERS, lambda mission: (card_of(mission).slug,)),
    # A club's are its members' to use, and its umpires' to change.
    Row("club-cards", "get", MEMBERS, of_club, make.of_a_club),
    Row("club-cards-bring", "get", UMPIRES_SEND, of_club, make.of_a_club),
    Row("club-cards-bring", "post", UMPIRES_MISS, of_club, make.of_a_club),
    Row("club-cards-toml", "get", MEMBERS, of_clubs_game, make.of_a_club),
    Row("club-cards-csv", "get", MEMBERS, of_clubs_game, make.of_a_club),
    Row("club-card-new", "get", UMPIRES_SEE, of_clubs_game, make.of_a_club),
    Row("club-card-new", "post", UMPIRES_MISS, of_clubs_game, make.of_a_club),
    Row("club-card", "get", MEMBERS, of_clubs_card, make.of_a_club),
    Row("club-card", "post", UMPIRES_MISS, of_clubs_card, make.of_a_club),
    Row("club-card-toml", "get", MEMBERS, of_clubs_card, make.of_a_club),
    Row("club-card-delete", "post", UMPIRES_SEND, of_clubs_card, make.of_a_club),
    Row("club-card-delete", "get", UMPIRES_SEND, of_clubs_card, make.of_a_club),
    Row("club-kind-new", "get", UMPIRES_SEE, of_clubs_targets, make.of_a_club),
    Row("club-kind-new", "post", UMPIRES_SEND, of_clubs_targets, make.of_a_club),
    Row("club-kind", "get", MEMBERS, of_clubs_target, make.of_a_club),
    Row("club-kind", "post", UMPIRES_SEND, of_clubs_target, make.of_a_club),
    Row("club-kind-toml", "get", MEMBERS, of_clubs_target, make.of_a_club),
    Row("club-target-card", "get", MEMBERS, of_clubs_target_card, make.of_a_club),
    Row("club-kind-csv", "get", MEMBERS, lambda mission: (mission.campaign.club_id, "men", "wildblue"), make.of_a_club),
    Row("club-kind-delete", "post", UMPIRES_SEND, of_clubs_target, make.of_a_club),
    Row("club-kind-delete", "get", UMPIRES_SEND, of_clubs_target, make.of_a_club),
    Row("aircraft", "get", MEMBERS, lambda mission: (card_of_club(mission).slug,), make.of_a_club),
    Row("targets", "get", SIGNED_IN, nothing),
    Row("campaign-new", "get", SIGNED_IN, nothing),
    Row("campaign-new", "post", (DOOR, *(422,) * 7), nothing),
    Row("campaigns-archived", "get", SIGNED_IN, nothing),
    Row("campaign-end", "get", MEMBERS, of_campaign),
    Row("campaign-end-act", "get", (DOOR, 404, *(302,) * 6), lambda mission: (mission.campaign_id, "archive")),
    Row("campaign-end-act", "post", (DOOR, 404, *(302,) * 6), lambda mission: (mission.campaign_id, "archive")),
    Row("campaign-end-act", "post", (DOOR, 404, *(302,) * 6), lambda mission: (mission.campaign_id, "ask")),
    Row("campaign-end-act", "post", (DOOR, 404, *(422,) * 6), lambda mission: (mission.campaign_id, "delete")),
    Row("campaign-import", "get", SIGNED_IN, nothing),
    Row("campaign-import", "post", (DOOR, *(422,) * 7), nothing),
    Row("campaign-export", "get", (DOOR, 404, 403, 403, 403, 403, 200, 200), of_campaign),
    Row("campaign", "get", MEMBERS, of_campaign),
    # How it might end everybody of it reads, and who plays in it has it flown.
    Row("campaign-odds", "get", MEMBERS, of_campaign),
    Row("campaign-odds", "get", MEMBERS, of_campaign, looked_at),
    Row("campaign-odds", "post", PLAYERS_DO, of_campaign),
    Row("campaign-odds-cancel", "post", PLAYERS_DO, of_campaign, looked_at),
    Row("campaign-prints", "get", MEMBERS, of_campaign),
    Row("campaign-prints", "post", (DOOR, 404, *(302,) * 6), of_campaign, data=a_book),
    Row("campaign-print", "get", MEMBERS, lambda mission: (mission.campaign_id, "log", "pdf")),
    Row("campaign-print", "get", (DOOR, 404, *(302,) * 6), lambda mission: (mission.campaign_id, "book", "pdf")),
    # A side's briefing is its own and the umpire's, until the orders are open.
    Row("campaign-print", "get", ALLIED_SEE, lambda mission: of_briefing(mission, "allied")),
    Row("campaign-print", "get", ALLIED_SEE, lambda mission: of_briefing(mission, "allied"), make.planned),
    Row(
        "campaign-print",
        "get",
        (DOOR, 404, 404, 404, 404, 200, 200, 200),
        lambda mission: of_briefing(mission, "axis"),
        make.planned,
    ),
    Row("campaign-print", "get", MEMBERS, lambda mission: of_briefing(mission, "axis"), make.opened),
    Row("campaign-print", "get", ALLIED_SEE, lambda mission: of_briefing(mission, "allied"), make.on_paper),
    Row("campaign-conflicts", "get", MEMBERS, of_campaign),
    Row("campaign-conflicts", "post", UMPIRES_SEND, of_campaign),
    Row("campaign-claims", "get", MEMBERS, of_campaign),
    # What would come of a newer version of the pack, or of a void mission, is shown before it is done.
    Row("campaign-version", "get", UMPIRES_SEE, of_campaign),
    Row("campaign-version", "post", UMPIRES_SEE, of_campaign),
    Row("mission-amend", "get", UMPIRES_SEE, of_mission, make.debriefed),
    Row("mission-amend", "post", UMPIRES_MISS, of_mission, make.debriefed),
    Row("mission-void", "get", UMPIRES_SEE, of_mission, make.debriefed),
    Row("mission-void", "post", UMPIRES_MISS, of_mission, make.debriefed),
    Row("campaign-note", "post", (DOOR, 404, *(302,) * 6), of_campaign, data=lambda mission: {"text": "Fog."}),
    Row("campaign-journal", "get", MEMBERS, of_campaign),
    Row("campaign-map", "get", MEMBERS, of_campaign),
    Row("campaign-table", "get", MEMBERS, lambda mission: (mission.campaign_id, "sorties")),
    Row("campaign-period", "post", COMMANDERS_DO, of_campaign),
    Row("campaign-draw", "post", COMMANDERS_DO, of_campaign),
    Row("campaign-choose", "post", COMMANDERS_DO, of_campaign),
    Row("campaign-squadrons", "get", MEMBERS, of_campaign),
    Row(
        "campaign-squadron",
        "get",
        ALLIED_SEE,
        lambda mission: (mission.campaign_id, "frontier-fighters"),
        slug=make.PERIODS,
    ),
    Row(
        "campaign-squadron-act",
        "get",
        (DOOR, 404, 403, 403, 200, 404, 200, 200),
        lambda mission: (mission.campaign_id, "frontier-fighters", "badge"),
        slug=make.PERIODS,
    ),
    Row(
        "campaign-squadron-act",
        "post",
        (DOOR, 404, 403, 403, 422, 404, 422, 422),
        lambda mission: (mission.campaign_id, "frontier-fighters", "badge"),
        slug=make.PERIODS,
    ),
    # Whoever knows its digest has seen it.
    Row("campaign-picture", "get", MEMBERS, of_picture, pictured),
    Row("campaign-airframe", "get", ALLIED_SEE, lambda mission: (mission.campaign_id, "FF-A"), slug=make.PERIODS),
    Row("campaign-pilots", "get", MEMBERS, of_campaign),
    Row("campaign-memorial", "get", MEMBERS, of_campaign),
    Row("campaign-pilot", "get", ALLIED_SEE, of_airman),
    Row(
        "campaign-pilot-act",
        "get",
        (DOOR, 404, 403, 403, 200, 404, 200, 200),
        lambda mission: (*of_airman(mission), "decorate"),
    ),
    Row(
        "campaign-pilot-act",
        "post",
        (DOOR, 404, 403, 403, 422, 404, 422, 422),
        lambda mission: (*of_airman(mission), "decorate"),
    ),
    Row("campaign-changes", "get", COMMANDERS_SEE, of_campaign),
    # House rules are the umpire's; each side hands over its own aircraft.
    Row("campaign-change", "get", UMPIRES_SEE, lambda mission: (mission.campaign_id, "rule")),
    Row("campaign-change", "post", (DOOR, 404, *(403,) * 4, 422, 422), lambda mission: (mission.campaign_id, "rule")),
    Row(
        "campaign-change",
        "get",
        COMMANDERS_SEE,
        lambda mission: (mission.campaign_id, "deliver"),
        slug=make.PERIODS,
    ),
    Row("campaign-take-back", "post", COMMANDERS_DO, of_campaign),
    Row("campaign-operation", "get", UMPIRES_SEE, of_campaign),
    Row("campaign-operation", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_campaign),
    Row("campaign-operation", "get", UMPIRES_SEE, of_campaign, make.debriefed, slug=make.LAND),
    Row("mission", "get", MEMBERS, of_mission, make.counted, slug=make.LAND),
    Row("mission-void", "get", UMPIRES_SEE, of_mission, make.counted, slug=make.LAND),
    # It was planned, flown and debriefed in its own campaign.
    Row("mission-debrief", "get", (DOOR, *(404,) * 7), of_mission, make.counted, slug=make.LAND),
    Row("mission-table", "get", (DOOR, 404, 403, 403, *(404,) * 4), of_mission, make.counted, slug=make.LAND),
    Row("campaign-paper", "get", UMPIRES_SEE, of_campaign),
    Row("campaign-paper", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_campaign),
    Row("campaign-sheet", "get", UMPIRES_SEE, of_campaign),
    Row("campaign-sheet", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_campaign),
    # Who flew on paper is entered by the umpire too.
    Row(
        "mission-plan",
        "get",
        (DOOR, 404, 403, 403, 200, 403, 200, 200),
        lambda mission: (*of_mission(mission), "allied"),
        make.on_paper,
    ),
    Row(
        "campaign-pilot-act",
        "get",
        (DOOR, 404, 403, 403, 403, 404, 200, 200),
        lambda mission: (*of_airman(mission), "career"),
    ),
    Row("mission", "get", MEMBERS, of_mission),
    Row(
        "mission-plan",
        "get",
        (DOOR, 404, 403, 403, 200, 403, 403, 403),
        lambda mission: (*of_mission(mission), "allied"),
    ),
    Row(
        "mission-plan",
        "post",
        (DOOR, 404, 403, 403, 403, 422, 403, 403),
        lambda mission: (*of_mission(mission), "axis"),
    ),
    # How its plans might go is a side's own affair.
    Row(
        "mission-forecast",
        "get",
        (DOOR, 404, 403, 403, 200, 403, 403, 403),
        lambda mission: (*of_mission(mission), "allied"),
        foretold,
    ),
    Row(
        "mission-forecast-cancel",
        "post",
        (DOOR, 404, 403, 403, 302, 403, 403, 403),
        lambda mission: (*of_mission(mission), "allied"),
        foretold,
    ),
    Row("mission-fly", "post", COMMANDERS_DO, of_mission, make.planned),
    Row("mission-screen", "get", COMMANDERS_SEE, of_mission, make.opened),
    Row("mission-screen", "post", (DOOR, 404, 403, 403, *(422,) * 4), of_mission, make.opened),
    Row("mission-give-up", "post", COMMANDERS_DO, of_mission, on_screen),
    Row("mission-to-staff", "post", UMPIRES_SEND, of_mission, on_screen),
    # All hands are open to umpires who have no part in it.
    Row("mission-screen-umpire", "get", UMPIRES_SEE, of_mission, on_screen),
    Row("mission-screen-odds", "get", UMPIRES_SEE, of_mission, on_screen),
    # Where the terms allow it everybody of the campaign watches, all hands face down; else only umpires could.
    Row("game-watch", "get", (DOOR, 404, 200, 200, 302, 302, 200, 200), of_missions_table, watched),
    Row("game-watch", "get", (DOOR, 404, 403, 403, 403, 403, 200, 200), of_missions_table, on_screen),
    Row("game-watch-news", "get", (403, 403, *(200,) * 6), of_missions_table, watched),
    Row("game-watch-news", "get", (403, *(403,) * 5, 200, 200), of_missions_table, on_screen),
    # Its cockpits are those of who commands each side.
    Row("game", "get", (DOOR, *(404,) * 3, 302, 302, 404, 404), of_missions_game, on_screen),
    Row("cockpit", "get", (DOOR, *(404,) * 3, 200, *(404,) * 3), of_allied_cockpit, on_screen),
    Row("game-playback", "get", (DOOR, *(404,) * 3, 200, *(404,) * 3), of_allied_cockpit, on_screen),
    Row("game-news", "get", (403, *(403,) * 3, 200, *(403,) * 3), of_allied_cockpit, on_screen),
    Row("mission-ground", "post", COMMANDERS_DO, of_mission, make.planned),
    Row("mission-open", "post", COMMANDERS_DO, of_mission, make.planned),
    # The page of the result names both sides' aircraft, so it waits until everybody may read the orders.
    Row("mission-table", "get", (DOOR, 404, 403, 403, 302, 302, 302, 302), of_mission, make.planned),
    Row("mission-table", "post", (DOOR, 404, 403, 403, 302, 302, 302, 302), of_mission, make.planned),
    Row("mission-table", "get", COMMANDERS_SEE, of_mission, make.opened),
    Row("mission-table", "post", (DOOR, 404, 403, 403, 422, 422, 422, 422), of_mission, make.opened),
    # There is an umpire: who flew otherwise than by the orders is his word.
    Row("mission-lineup", "get", (DOOR, 404, *(403,) * 4, 302, 302), of_mission, make.planned),
    Row("mission-lineup", "get", (DOOR, 404, *(403,) * 4, 200, 200), of_mission, make.opened),
    Row("mission-lineup", "post", (DOOR, 404, *(403,) * 4, 302, 302), of_mission, make.opened, as_planned),
    # Before the debrief it is seen with one's side's eyes; who has none is sent back to the mission.
    Row("mission-replay", "get", (DOOR, 404, 302, 302, 200, 200, 200, 200), of_mission, make.flown),
    Row("mission-film", "get", (DOOR, 404, 302, 302, 200, 200, 200, 200), of_mission, make.flown),
    Row(
        "mission-still",
        "get",
        (DOOR, 404, 302, 302, 200, 200, 200, 200),
        lambda mission: (*of_mission(mission), 0, "svg"),
        make.flown,
    ),
    Row("mission-moving", "get", (DOOR, 404, 302, 302, 200, 200, 200, 200), of_mission, make.flown),
    Row("mission-moving", "post", (DOOR, 404, *(302,) * 6), of_mission, make.flown),
    Row("mission-moving-file", "get", (DOOR, 404, 302, 302, 404, 404, 404, 404), of_mission, make.flown),
    # An analysis looks into all hands: whoever may not yet is led back.
    Row("mission-analysis", "get", (DOOR, 404, 302, 302, 302, 302, 200, 200), of_mission, make.flown),
    Row("mission-analysis", "get", MEMBERS, of_mission, flown_and_debriefed),
    Row("mission-analysis", "post", (DOOR, 404, *(302,) * 6), of_mission, flown_and_debriefed),
    # Whose it is not is told so on its page.
    Row("mission-analysis-cancel", "post", (DOOR, 404, *(302,) * 6), of_mission, flown_and_debriefed),
    Row("mission-debrief", "get", MEMBERS, of_mission, make.flown),
    # It holds the plans of both sides.
    Row("mission-file", "get", (DOOR, 404, *(302,) * 6), of_mission, make.flown),
    Row("mission-file", "get", MEMBERS, of_mission, make.debriefed),
    Row("mission-bring-in", "get", UMPIRES_SEE, of_mission, make.planned),
    Row("mission-bring-in", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_mission, make.planned),
    Row("mission-debrief", "post", COMMANDERS_DO, of_mission, make.flown, shown),
    Row("mission-withdraw", "post", (DOOR, 404, 403, 403, 403, 403, 302, 302), of_mission, make.debriefed),
    Row("job", "get", MEMBERS, of_job, make.planned),
    # ACC
    Row("account_login", "get", (200, *(302,) * 7), nothing),
    Row("account_signup", "get", (200, *(302,) * 7), nothing),
    Row("account_inactive", "get", EVERYBODY, nothing),
    Row("account", "get", SIGNED_IN, nothing),
    Row("mfa_index", "get", SIGNED_IN, nothing),
    Row("mfa_list_webauthn", "get", SIGNED_IN, nothing),
    Row("socialaccount_connections", "get", SIGNED_IN, nothing),
    # No keys of Discord or Google are set; with them tests/accounts/views/test_connections.py asks.
    *(Row("sign-in-with", method, (404,) * 8, by_discord) for method in ("get", "post")),
    Row("discord_callback", "get", (404,) * 8, nothing),
    Row("google_callback", "get", (404,) * 8, nothing),
    *(Row("socialaccount_signup", method, (404,) * 8, nothing) for method in ("get", "post")),
    *(Row("connection", method, (DOOR, *(404,) * 7), by_discord) for method in ("get", "post")),
    *(Row("connection-end", method, (DOOR, *(404,) * 7), by_discord) for method in ("get", "post")),
    Row("account-name", "get", SIGNED_IN, nothing),
    Row("account-name", "post", SEND_THEMSELVES, nothing, data=lambda mission: {"name": "Somebody new"}),
    Row("account-devices", "post", SEND_THEMSELVES, nothing),
    Row("account-export", "get", SIGNED_IN, nothing),
    Row("account_reauthenticate", "get", SIGNED_IN, nothing),
    Row("account_reauthenticate", "post", (DOOR, *(422,) * 7), nothing),
    Row("account_email", "get", SIGNED_IN, nothing),
    Row("account_email_verification_sent", "get", EVERYBODY, nothing),
    Row("account_confirm_email", "get", EVERYBODY, lambda mission: ("not-a-key",)),
    Row("account_change_password", "get", SIGNED_IN, nothing),
    Row("account_change_password", "post", (DOOR, *(422,) * 7), nothing),
    # For those who have none; the others are led to the page that changes it.
    Row("account_set_password", "get", SEND_THEMSELVES, nothing),
    Row("account_reset_password", "get", EVERYBODY, nothing),
    Row("account_reset_password", "post", (422,) * 8, nothing),
    Row("account_reset_password_done", "get", EVERYBODY, nothing),
    Row("account_reset_password_from_key", "get", EVERYBODY, lambda mission: ("1", "not-a-key")),
    Row("account_reset_password_from_key_done", "get", EVERYBODY, nothing),
    # The second factor is asked for between the password and the room.
    Row("mfa_authenticate", "get", (302,) * 8, nothing),
    Row("mfa_authenticate", "post", (302,) * 8, nothing),
    Row("mfa_login_webauthn", "get", (302,) * 8, nothing),
    Row("mfa_login_webauthn", "post", (302,) * 8, nothing),
    # Nobody has one yet, and whoever wants one is asked for the password first.
    Row("mfa_reauthenticate", "get", SEND_THEMSELVES, nothing),
    Row("mfa_reauthenticate_webauthn", "get", SEND_THEMSELVES, nothing),
    Row("mfa_activate_totp", "get", SEND_THEMSELVES, nothing),
    Row("mfa_activate_totp", "post", SEND_THEMSELVES, nothing),
    Row("mfa_deactivate_totp", "get", (DOOR, *(404,) * 7), nothing),
    Row("mfa_view_recovery_codes", "get", (DOOR, *(404,) * 7), nothing),
    Row("mfa_download_recovery_codes", "get", (DOOR, *(404,) * 7), nothing),
    Row("mfa_generate_recovery_codes", "get", SEND_THEMSELVES, nothing),
    Row("mfa_generate_recovery_codes", "post", SEND_THEMSELVES, nothing),
    Row("mfa_add_webauthn", "get", SEND_THEMSELVES, nothing),
    Row("mfa_add_webauthn", "post", SEND_THEMSELVES, nothing),
    Row("mfa_edit_webauthn", "get", SEND_THEMSELVES, lambda mission: (1,)),
    Row("mfa_edit_webauthn", "post", SEND_THEMSELVES, lambda mission: (1,)),
    Row("mfa_remove_webauthn", "get", SEND_THEMSELVES, lambda mission: (1,)),
    Row("mfa_remove_webauthn", "post", SEND_THEMSELVES, lambda mission: (1,)),
    # A program asks with a token, a browser as whoever is signed in; who is neither is told so in JSON.
    Row("api", "get", EVERYBODY, nothing),
    Row("api-openapi", "get", EVERYBODY, nothing),
    Row("api-nothing", "get", (404,) * 8, nothing),
    Row("api-me", "get", TOKENS_READ, nothing),
    Row("api-campaigns", "get", TOKENS_READ, nothing),
    Row("api-campaign", "get", TOKENS_OF_MEMBERS_READ, of_campaign),
    Row("api-missions", "get", TOKENS_OF_MEMBERS_READ, of_campaign),
    Row("api-mission", "get", TOKENS_OF_MEMBERS_READ, of_mission),
    Row("api-report", "get", (401, 404, *(409,) * 6), of_mission),
    Row("api-report", "get", TOKENS_OF_MEMBERS_READ, of_mission, make.debriefed),
    Row("api-roster", "get", TOKENS_OF_MEMBERS_READ, of_campaign),
    Row("api-squadrons", "get", TOKENS_OF_MEMBERS_READ, of_campaign),
    Row("api-journal", "get", TOKENS_OF_MEMBERS_READ, of_campaign),
    Row("api-clubs", "get", TOKENS_READ, nothing),
    Row("api-club", "get", TOKENS_OF_MEMBERS_READ, of_club, make.of_a_club),
    Row("api-members", "get", TOKENS_OF_MEMBERS_READ, of_club, make.of_a_club),
    Row("api-nights", "get", TOKENS_OF_MEMBERS_READ, of_clubs_nights, make.of_a_club),
    Row("api-nights-past", "get", TOKENS_OF_MEMBERS_READ, of_clubs_nights, make.of_a_club),
    Row("api-night", "get", TOKENS_OF_MEMBERS_READ, of_night, make.of_a_club),
    Row("api-tokens", "get", SIGNED_IN, nothing),
    # Who has not typed the password for a while types it again.
    Row("api-token-new", "get", SEND_THEMSELVES, nothing),
    Row("api-token-new", "post", SEND_THEMSELVES, nothing),
    Row("api-token-withdraw", "post", SEND_THEMSELVES, lambda mission: (1,)),
    # No key of Discord is set, and nobody has signed.
    Row("discord-interactions", "post", (404,) * 8, nothing),
    Row("discord-link", "get", SEND_THEMSELVES, nothing),
    Row("discord-unlink", "post", SEND_THEMSELVES, nothing),
    Row("account-leave", "get", SEND_THEMSELVES, nothing),
    Row("account-leave", "post", SEND_THEMSELVES, nothing),
    # Of a campaign's people nobody owns the site. tests/accounts/admin/test_admin.py asks for every address under it.
    Row("admin:index", "get", (DOOR, *(404,) * 7), nothing),
    Row("admin:campaigns_campaign_changelist", "get", (DOOR, *(404,) * 7), nothing),
    Row("admin:campaigns_campaign_change", "get", (DOOR, *(404,) * 7), of_campaign),
    Row("account_login", "post", (422, *(302,) * 7), nothing),
    Row("sign-in", "post", (422, *(302,) * 7), nothing),
    # Without an invitation nobody signs up: the page says so.
    Row("account_signup", "post", (200, *(302,) * 7), nothing),
    Row("account_email", "post", SEND_THEMSELVES, nothing),
    Row("account_confirm_email", "post", (404,) * 8, lambda mission: ("not-a-key",)),
    Row("account_set_password", "post", SEND_THEMSELVES, nothing),
    Row("account_reset_password_from_key", "post", (422,) * 8, lambda mission: ("1", "not-a-key")),
    Row("mfa_reauthenticate", "post", SEND_THEMSELVES, nothing),
    Row("mfa_reauthenticate_webauthn", "post", SEND_THEMSELVES, nothing),
    Row("mfa_deactivate_totp", "post", (DOOR, *(404,) * 7), nothing),
    Row("mfa_download_recovery_codes", "post", (DOOR, *(404,) * 7), nothing),
    # CLUB
    Row("clubs", "get", SIGNED_IN, nothing),
    Row("club-new", "get", SIGNED_IN, nothing),
    Row("club-new", "post", (DOOR, *(422,) * 7), nothing),
    Row("club", "get", MEMBERS, of_club, make.of_a_club),
    Row("club-members", "get", MEMBERS, of_club, make.of_a_club),
    Row("club-member-role", "get", (DOOR, *(302,) * 7), of_member, make.of_a_club),
    Row("club-member-role", "post", UMPIRES_MISS, of_member, make.of_a_club),
    Row("club-member-role", "post", UMPIRES_SEND, of_member, make.of_a_club, lambda mission: {"role": "10"}),
    Row("club-member-remove", "get", UMPIRES_SEE, of_member, make.of_a_club),
    Row("club-member-remove", "post", UMPIRES_SEND, of_member, make.of_a_club),
    # An owner's place is an owner's to decide about.
    Row(
        "club-member-remove",
        "post",
        (DOOR, 404, *(403,) * 5, 302),
        lambda mission: of_member(mission, "owner"),
        make.of_a_club,
    ),
    Row("club-bans", "get", UMPIRES_SEE, of_club, make.of_a_club),
    Row("club-bans", "post", UMPIRES_MISS, of_club, make.of_a_club),
    Row("club-ban-lift", "get", (DOOR, *(302,) * 7), a_ban, make.of_a_club),
    Row("club-ban-lift", "post", UMPIRES_SEND, a_ban, make.of_a_club),
    Row("club-mutes", "get", UMPIRES_SEE, of_club, make.of_a_club),
    Row("club-mutes", "post", UMPIRES_MISS, of_club, make.of_a_club),
    Row("club-mute-lift", "get", SEND_THEMSELVES, a_mute, make.of_a_club),
    Row("club-mute-lift", "post", UMPIRES_SEND, a_mute, make.of_a_club),
    # Every member sees how it stands; what is done has its own guard, and leads back to the page.
    Row("club-end", "get", (DOOR, 404, *(200,) * 6), of_club, make.of_a_club),
    Row(
        "club-end-act", "get", (DOOR, 404, *(302,) * 6), lambda mission: (*of_club(mission), "archive"), make.of_a_club
    ),
    Row(
        "club-end-act", "post", (DOOR, 404, *(302,) * 6), lambda mission: (*of_club(mission), "archive"), make.of_a_club
    ),
    Row("club-end-act", "post", (DOOR, 404, *(302,) * 6), lambda mission: (*of_club(mission), "ask"), make.of_a_club),
    Row(
        "club-end-act", "post", (DOOR, 404, *(422,) * 6), lambda mission: (*of_club(mission), "delete"), make.of_a_club
    ),
    Row("club-file", "get", OWNERS_OF_A_CLUB, of_club, make.of_a_club),
    Row("club-file", "post", (DOOR, 404, *(403,) * 5, 302), of_club, make.of_a_club),
    # There is none yet: it is made on the page.
    Row("club-file-get", "get", (DOOR, 404, *(403,) * 5, 302), of_club, make.of_a_club),
    Row("club-import", "get", SIGNED_IN, nothing),
    Row("club-import", "post", (DOOR, *(422,) * 7), nothing),
    Row("club-audit", "get", OWNERS_OF_A_CLUB, of_club, make.of_a_club),
    Row("club-order", "get", OWNERS_OF_A_CLUB, of_club, make.of_a_club),
    Row("club-order", "post", (DOOR, 404, *(403,) * 5, 302), of_club, make.of_a_club),
    Row("club-moderation", "get", OWNERS_OF_A_CLUB, of_club, make.of_a_club),
    Row("clubs-open", "get", SIGNED_IN, nothing),
    # A club that takes nobody who asks is not there for a stranger; members are led to it.
    Row("club-join", "get", (DOOR, *(404,) * 7), of_club, make.of_a_club),
    Row("club-join", "get", (DOOR, 200, *(302,) * 6), of_open_club, make.of_a_club),
    Row("club-join", "post", (DOOR, 422, *(302,) * 6), of_open_club, make.of_a_club),
    Row("club-asked", "get", UMPIRES_SEE, of_club, make.of_a_club),
    Row("club-asked-act", "get", SEND_THEMSELVES, somebody_asks, make.of_a_club),
    Row("club-asked-act", "post", UMPIRES_MISS, somebody_asks, make.of_a_club),
    Row("club-asked-act", "post", UMPIRES_SEND, somebody_asks, make.of_a_club, lambda mission: {"role": "20"}),
    Row("club-leave", "get", MEMBERS, of_club, make.of_a_club),
    # The last owner hands over first.
    Row("club-leave", "post", (DOOR, 404, *(302,) * 5, 422), of_club, make.of_a_club),
    Row("club-hand-over", "get", OWNERS_OF_A_CLUB, of_club, make.of_a_club),
    Row("club-hand-over", "post", (DOOR, 404, *(403,) * 5, 422), of_club, make.of_a_club),
    Row("club-settings", "get", OWNERS_OF_A_CLUB, of_club, make.of_a_club),
    Row("club-settings", "post", (DOOR, 404, *(403,) * 5, 422), of_club, make.of_a_club),
    Row("club-invitations", "get", UMPIRES_SEE, of_club, make.of_a_club),
    Row("club-invitations", "post", UMPIRES_MISS, of_club, make.of_a_club),
    Row(
        "club-invitation-withdraw",
        "post",
        UMPIRES_SEND,
        lambda mission: (*of_club(mission), an_invitation(mission)),
        make.of_a_club,
    ),
    Row(
        "club-invitation-withdraw",
        "get",
        (DOOR, *(302,) * 7),
        lambda mission: (*of_club(mission), an_invitation(mission)),
        make.of_a_club,
    ),
    Row("campaign-invitations", "get", UMPIRES_SEE, of_campaign),
    Row("campaign-invitations", "post", UMPIRES_MISS, of_campaign),
    Row(
        "campaign-invitation-withdraw",
        "post",
        UMPIRES_SEND,
        lambda mission: (*of_campaign(mission), to_a_seat(mission)),
    ),
    Row(
        "campaign-invitation-withdraw",
        "get",
        (DOOR, *(302,) * 7),
        lambda mission: (*of_campaign(mission), to_a_seat(mission)),
    ),
    # A link is for whoever has it; it gives players nothing that they do not have.
    Row("invitation", "get", EVERYBODY, a_link, make.of_a_club),
    Row("invitation", "post", (DOOR, 302, 302, 422, 422, 422, 422, 422), a_link, make.of_a_club),
    Row("invitation", "get", (404,) * 8, lambda mission: ("1.not-a-link",)),
    Row("campaign-club", "get", OWNERS_OF_A_CLUB, of_campaign),
    Row("campaign-club", "post", (DOOR, 404, *(403,) * 5, 302), of_campaign, make.of_a_club),
    Row("campaign-copy", "get", MEMBERS, of_campaign),
    Row("campaign-copy", "post", (DOOR, 404, *(422,) * 6), of_campaign),
    Row("campaign-public", "get", UMPIRES_SEE, of_campaign),
    Row("campaign-public", "post", UMPIRES_SEND, of_campaign, data=lambda mission: {"what": "on"}),
    Row("public-campaign", "get", EVERYBODY, of_public, make.in_public),
    Row("public-aces", "get", EVERYBODY, of_public, make.in_public),
    Row("public-honour", "get", EVERYBODY, of_public, make.in_public),
    Row("public-campaign", "get", (404,) * 8, lambda mission: ("no-such-key",)),
    Row("gazette", "get", MEMBERS, of_campaign),
    Row("gazette-issue", "get", MEMBERS, of_mission, make.debriefed),
    Row("gazette-issue", "get", (DOOR, *(404,) * 7), of_mission),
    Row("gazette-pdf", "get", MEMBERS, of_mission, make.debriefed),
    Row("public-gazette", "get", EVERYBODY, of_public, make.in_public),
    Row("public-gazette-feed", "get", EVERYBODY, of_public, make.in_public),
    Row("public-gazette-issue", "get", EVERYBODY, of_public_issue, make.in_public),
    Row("public-gazette-pdf", "get", EVERYBODY, of_public_issue, make.in_public),
    Row("public-gazette", "get", (404,) * 8, lambda mission: ("no-such-key",)),
    Row("record", "get", (DOOR, *(200,) * 7), nothing),
    Row(
        "record",
        "post",
        (DOOR, *(302,) * 7),
        nothing,
        data=lambda mission: {"seen_by": "club", "rating_seen_by": "club"},
    ),
    Row("person", "get", EVERYBODY, of_shown_record),
    Row("person", "get", (404,) * 8, lambda mission: (99_999_999,)),
    Row("club-public", "get", MEMBERS, of_club, make.of_a_club),
    Row("club-public", "post", (DOOR, 404, *(403,) * 5, 302), of_club, make.of_a_club, lambda mission: {"what": "on"}),
    Row("club-show", "get", (DOOR, *(302,) * 7), of_club, make.of_a_club),
    Row("club-show", "post", (DOOR, 404, *(302,) * 6), of_club, make.of_a_club),
    Row("public-club", "get", EVERYBODY, of_public_club, make.in_showcase),
    Row("public-club-feed", "get", EVERYBODY, of_public_club, make.in_showcase),
    Row("public-club", "get", (404,) * 8, lambda mission: ("no-such-key",)),
    Row("robots", "get", EVERYBODY, nothing),
    # SEAT
    Row("campaign-people", "get", MEMBERS, of_campaign),
    # A link to an act leads to the page of the people, and does nothing.
    Row("campaign-people-act", "get", (DOOR, 404, *(302,) * 6), lambda mission: (mission.campaign_id, "give")),
    Row(
        "campaign-people-act",
        "post",
        (DOOR, 404, *(403,) * 4, 422, 422),
        lambda mission: (mission.campaign_id, "give"),
    ),
    Row(
        "campaign-people-act",
        "post",
        (DOOR, 404, *(403,) * 4, 302, 302),
        lambda mission: (mission.campaign_id, "take"),
        data=seat_of("pilot"),
    ),
    Row(
        "campaign-people-act",
        "post",
        (DOOR, 404, *(302,) * 6),
        lambda mission: (mission.campaign_id, "leave"),
        data=seat_of("pilot"),
    ),
    # Nobody joins by himself where the terms do not let him; whoever has a seat may name a stand-in.
    Row("campaign-people-act", "post", (DOOR, 404, *(403,) * 6), lambda mission: (mission.campaign_id, "join")),
    Row(
        "campaign-people-act",
        "post",
        (DOOR, 404, *(422,) * 6),
        lambda mission: (mission.campaign_id, "stand-in"),
    ),
    Row(
        "campaign-people-act",
        "post",
        (DOOR, 404, *(403,) * 5, 422),
        lambda mission: (mission.campaign_id, "hand-over"),
    ),
    Row("campaign-terms", "get", MEMBERS, of_campaign),
    Row("campaign-terms", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_campaign),
    # A man is given to a player by who commands his side, and named by his player.
    Row(
        "campaign-pilot-act",
        "post",
        (DOOR, 404, 403, 403, 302, 404, 302, 302),
        lambda mission: (*of_airman(mission), "player"),
    ),
    Row(
        "campaign-pilot-act",
        "post",
        (DOOR, 404, 403, 404, 422, 404, 422, 422),
        lambda mission: (*of_airman(mission), "portrait"),
    ),
    Row(
        "campaign-pilot-act",
        "post",
        (DOOR, 404, 403, 404, 403, 404, 422, 422),
        lambda mission: (*of_airman(mission), "name"),
        data=lambda mission: {"name": "Leo Barker"},
    ),
    # ORD
    # A squadron's part is its leader's; who commands the side drafts on the page of its orders.
    Row("mission-part", "get", (DOOR, 404, 403, 200, 403, 403, 403, 403), of_part, make.led, slug=make.PERIODS),
    Row("mission-part", "post", (DOOR, 404, 403, 422, 403, 403, 403, 403), of_part, make.led, slug=make.PERIODS),
    Row(
        "mission-part",
        "get",
        (DOOR, 404, 403, 403, 302, 403, 403, 403),
        lambda mission: (*of_mission(mission), "allied"),
    ),
    Row("mission-deadline", "get", UMPIRES_SEE, of_mission),
    Row("mission-deadline", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_mission),
    Row("mission-late", "post", COMMANDERS_DO, of_mission),
    Row("mission-left", "post", (DOOR, 404, *(403,) * 4, 302, 302), of_mission, data=lambda mission: {"side": "axis"}),
    Row("mission-left", "post", (DOOR, 404, *(403,) * 4, 404, 404), of_mission),
    # RES
    Row("mission-results", "get", MEMBERS, of_mission, open_and_confirmed),
    # The table, once the orders are open: who plays taps, everybody of the campaign sees it.
    Row("mission-companion", "get", MEMBERS, of_mission, make.opened),
    Row("mission-companion", "get", (DOOR, 404, *(302,) * 6), of_mission, make.planned),
    Row("mission-companion", "post", PLAYERS_DO, of_mission, make.opened),
    Row("mission-companion-taps", "get", (DOOR, *(405,) * 7), of_mission, make.opened),
    Row("mission-companion-taps", "post", (DOOR, 404, 403, *(409,) * 5), of_mission, make.planned),
    Row("mission-companion-taps", "post", (DOOR, 404, 403, *(200,) * 5), of_mission, make.opened, no_taps),
    Row("mission-companion-news", "get", (403, 403, *(200,) * 6), of_mission, make.opened),
    Row("mission-companion-news", "get", (403, 403, *(409,) * 6), of_mission, make.planned),
    Row("mission-companion-clear", "post", (DOOR, 404, 403, *(302,) * 5), of_mission, make.opened),
    # One table's result is a page of its own.
    Row("mission-results", "get", (DOOR, 404, *(302,) * 6), of_mission, told_by_allied),
    Row("mission-results", "get", (DOOR, 404, *(302,) * 6), of_mission, make.opened),
    Row("mission-result", "get", MEMBERS, of_table, told_by_allied),
    # Only the other side answers: an empty answer is none.
    Row("mission-result", "post", (DOOR, 404, 403, *(422,) * 5), of_table, told_by_allied),
    Row("mission-result-decide", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_table, told_by_allied),
    Row("mission-result-approve", "post", UMPIRES_SEND, of_table, told_by_allied),
    Row("mission-result-withdraw", "post", (DOOR, 404, 403, *(302,) * 5), of_table, told_by_allied),
    Row("mission-results-close", "post", UMPIRES_SEND, of_mission, told_by_allied),
    # Where results are confirmed everybody who plays tells how it went.
    Row("mission-table", "get", (DOOR, 404, 403, *(200,) * 5), of_mission, open_and_confirmed),
    Row("mission-table", "post", (DOOR, 404, 403, *(422,) * 5), of_mission, open_and_confirmed),
    Row("mission-table-keep", "post", (DOOR, 404, 403, *(302,) * 5), of_mission, open_and_confirmed),
    Row("mission-table-keep", "post", (DOOR, 404, 403, 403, *(302,) * 4), of_mission, make.opened),
    # What one has kept is one's own, whatever has become of one's seat.
    Row("mission-table-discard", "post", (DOOR, 404, *(302,) * 6), of_mission, make.opened),
    # TALK
    Row("campaign-claims", "post", (DOOR, 404, 403, 422, 422, 422, 422, 422), of_campaign),
    # The umpires, a side's commander and the other side judge what a report gives to a man.
    Row(
        "campaign-claims",
        "post",
        (DOOR, 404, 403, 422, 302, 302, 302, 302),
        of_campaign,
        make.debriefed,
        a_verdict,
        make.PERIODS,
    ),
    Row("claim-judge", "get", (DOOR, 404, *(302,) * 6), of_claim, make.claimed, slug=make.PERIODS),
    # The Allied commander has made the claim, and does not judge it.
    Row(
        "claim-judge",
        "post",
        (DOOR, 404, 403, 422, 422, 302, 302, 302),
        of_claim,
        make.claimed,
        lambda mission: {"verdict": "confirmed"},
        make.PERIODS,
    ),
    Row("mission-claim", "get", (DOOR, 404, 403, *(200,) * 5), of_mission),
    Row("mission-claim", "get", (DOOR, 404, 403, *(200,) * 5), of_mission, make.opened, slug=make.PERIODS),
    Row("mission-claim", "post", (DOOR, 404, 403, *(422,) * 5), of_mission, make.opened, slug=make.PERIODS),
    Row("campaign-talk", "get", MEMBERS, of_campaign),
    Row("campaign-talk", "post", (DOOR, 404, *(422,) * 6), of_campaign),
    Row("campaign-talk", "post", (DOOR, 404, *(302,) * 6), of_campaign, data=lambda mission: {"text": "Well flown."}),
    Row("mission-talk", "get", MEMBERS, of_mission),
    Row("mission-talk", "post", (DOOR, 404, *(302,) * 6), of_mission, data=lambda mission: {"text": "Well flown."}),
    Row(
        "mission-talk",
        "post",
        (DOOR, 404, 422, 302, 302, 422, 302, 302),
        of_mission,
        data=lambda mission: {"text": "Climb at dawn.", "side": "allied"},
    ),
    # A comment is edited by its author, the Allied pilot, and removed by the umpires too.
    Row("comment-edit", "get", (DOOR, 404, 403, 200, 403, 403, 403, 403), of_comment, make.talked),
    Row(
        "comment-edit",
        "post",
        (DOOR, 404, 403, 302, 403, 403, 403, 403),
        of_comment,
        make.talked,
        lambda mission: {"text": "Well flown."},
    ),
    Row("comment-remove", "get", (DOOR, 404, *(302,) * 6), of_comment, make.talked),
    Row("comment-remove", "post", (DOOR, 404, 403, 302, 403, 403, 302, 302), of_comment, make.talked),
    # What a side says among itself is not there for anybody else.
    Row("comment-edit", "get", (DOOR, 404, 404, 200, 403, 404, 403, 403), of_comment, whispered),
    Row("comment-remove", "post", (DOOR, 404, 404, 302, 403, 404, 302, 302), of_comment, whispered),
    # Their own words people edit or remove.
    Row("comment-report", "get", (DOOR, 404, 200, 403, *(200,) * 4), of_comment, make.talked),
    Row("comment-report", "post", (DOOR, 404, 422, 403, *(422,) * 4), of_comment, make.talked),
    Row("comment-report", "get", (DOOR, 404, 404, 403, 200, 404, 200, 200), of_comment, whispered),
    Row("story-report", "get", (DOOR, 404, 404, 200, 403, 404, 200, 200), of_told_report),
    Row("story-report", "post", (DOOR, 404, 404, 422, 403, 404, 422, 422), of_told_report),
    Row("campaign-reports", "get", UMPIRES_SEE, of_campaign),
    Row("campaign-report", "get", UMPIRES_SEE, of_reported, make.talked),
    Row("campaign-report", "post", UMPIRES_MISS, of_reported, make.talked),
    Row("mission-story", "get", MEMBERS, of_report),
    Row(
        "mission-story",
        "post",
        (DOOR, 404, 403, 302, 302, 403, 302, 302),
        of_report,
        data=lambda mission: {"text": "We flew."},
    ),
    # NOTE
    Row("notices", "get", SIGNED_IN, nothing),
    Row("notices-read", "post", (DOOR, *(302,) * 7), nothing),
    Row("notice-settings", "get", SIGNED_IN, nothing),
    Row("notice-settings", "post", (DOOR, *(422,) * 7), nothing),
    Row("calendar-renew", "post", (DOOR, *(302,) * 7), nothing),
    # Whoever has the link of somebody's e-mail or calendar may use it, signed in or not.
    Row("unsubscribe", "get", EVERYBODY, of_letter),
    Row("unsubscribe", "post", EVERYBODY, of_letter),
    Row("calendar", "get", EVERYBODY, lambda mission: (wishes_of(mission.campaign.owner).calendar,)),
    # What everybody is told an umpire or the owner sends on; what a side is told, its commander or who sits as umpire.
    Row("campaign-webhooks", "get", COMMANDERS_SEE, of_campaign),
    Row("campaign-webhooks", "post", (DOOR, 404, 403, 403, *(422,) * 4), of_campaign),
    Row("webhook-edit", "get", (DOOR, 404, 403, 403, 404, 404, 200, 200), of_webhook),
    Row("webhook-edit", "post", (DOOR, 404, 403, 403, 404, 404, 422, 422), of_webhook),
    Row("webhook-edit", "get", (DOOR, 404, 403, 403, 200, 404, 200, 200), of_allied_webhook),
    Row("webhook-edit", "post", (DOOR, 404, 403, 403, 422, 404, 422, 422), of_allied_webhook),
    # Who may not is led back and told so.
    Row("webhook-test", "post", COMMANDERS_DO, of_webhook),
    Row("webhook-delete", "post", COMMANDERS_DO, of_webhook),
    # NIGHT
    Row("club-league", "get", MEMBERS, of_clubs_nights, make.of_a_club),
    Row("club-seasons", "get", MEMBERS, of_clubs_nights, make.of_a_club),
    Row("season-new", "get", (DOOR, 404, 403, *(200,) * 5), of_clubs_nights, make.of_a_club),
    Row("season-new", "post", (DOOR, 404, 403, *(422,) * 5), of_clubs_nights, make.of_a_club),
    Row("season", "get", MEMBERS, of_season, make.of_a_club),
    Row("season-print", "get", MEMBERS, of_season, make.of_a_club),
    # Its organiser, who is the Allied commander, and the club’s umpires; others are led back to it.
    Row("season-edit", "get", (DOOR, 404, 403, 302, 200, 302, 200, 200), of_season, make.of_a_club),
    Row("season-edit", "post", (DOOR, 404, 403, 302, 422, 302, 422, 422), of_season, make.of_a_club),
    Row("season-act", "get", SEND_THEMSELVES, of_season_act, make.of_a_club),
    Row("season-game", "get", SEND_THEMSELVES, of_season_game, make.of_a_club),
    Row("season-act", "post", (DOOR, 404, *(302,) * 6), of_season_act, make.of_a_club),
    Row("season-game", "post", (DOOR, *(404,) * 7), of_season_game, make.of_a_club),
    Row("skirmish-season", "get", (DOOR, *(404,) * 6, 302), of_flown_skirmish),
    Row("skirmish-season", "post", (DOOR, *(404,) * 6, 302), of_flown_skirmish),
    Row("club-polls", "get", MEMBERS, of_club, make.of_a_club),
    Row("poll-new", "get", UMPIRES_SEE, of_club, make.of_a_club),
    Row("poll-new", "post", UMPIRES_MISS, of_club, make.of_a_club),
    Row("poll", "get", MEMBERS, of_poll, make.of_a_club),
    Row("poll", "post", (DOOR, 404, *(302,) * 6), of_poll, make.of_a_club),
    Row("poll-close", "get", SEND_THEMSELVES, of_poll, make.of_a_club),
    Row("poll-close", "post", UMPIRES_SEND, of_poll, make.of_a_club, lambda mission: {"date": "none"}),
    Row("club-seats", "get", MEMBERS, of_club, make.of_a_club),
    Row("club-seat-ask", "get", SEND_THEMSELVES, of_club, make.of_a_club),
    Row("club-seat-ask", "post", (DOOR, 404, *(302,) * 6), of_club, make.of_a_club),
    Row("club-remind", "get", SEND_THEMSELVES, of_club, make.of_a_club),
    Row("club-remind", "post", (DOOR, 404, *(302,) * 6), of_club, make.of_a_club, lambda mission: {"hours": "2"}),
    Row("club-own-clock", "get", SEND_THEMSELVES, of_club, make.of_a_club),
    Row("club-own-clock", "post", (DOOR, 404, *(302,) * 6), of_club, make.of_a_club),
    Row("club-nights", "get", MEMBERS, of_clubs_nights, make.of_a_club),
    Row("night", "get", MEMBERS, of_night, make.of_a_club),
    Row("night-calendar", "get", MEMBERS, of_night, make.of_a_club),
    Row("night-answer", "get", (DOOR, *(302,) * 7), of_night, make.of_a_club),
    Row("night-answer", "post", (DOOR, 404, *(302,) * 6), of_night, make.of_a_club, lambda mission: {"answer": "yes"}),
    Row("night-answer", "post", (DOOR, 404, *(422,) * 6), of_night, make.of_a_club),
    # Nights are planned by the umpires of the club.
    Row("night-new", "get", UMPIRES_SEE, of_clubs_nights, make.of_a_club),
    Row("night-new", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_clubs_nights, make.of_a_club),
    Row("night-edit", "get", UMPIRES_SEE, of_night, make.of_a_club),
    Row("night-edit", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_night, make.of_a_club),
    Row("night-cancel", "get", (DOOR, *(302,) * 7), of_night, make.of_a_club),
    Row("night-cancel", "post", UMPIRES_SEND, of_night, make.of_a_club),
    Row("night-tables", "get", UMPIRES_SEE, of_night, make.of_a_club),
    Row("night-tables", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_night, make.of_a_club),
    Row("night-tables-act", "get", (DOOR, *(302,) * 7), of_night_table, make.of_a_club),
    Row(
        "night-tables-act", "post", UMPIRES_SEND, of_night_table, make.of_a_club, lambda mission: {"title": "Dogfight"}
    ),
    Row("night-tables-act", "post", (DOOR, 404, *(403,) * 4, 422, 422), of_night_table, make.of_a_club),
    *(Row(name, "get", SEND_THEMSELVES, args) for name, args in ACTS.items()),
]


FIRST_GETS = {row.name: row for row in reversed(MATRIX) if row.method == "get"}
"""Of each address one row; there it is asked with HEAD, too."""
MOST_ROWS = 10
"""Of one test, so that several processes share them."""


def by_state() -> Iterator[Any]:
    """The rows that need the same, which is made once for all of them."""
    states: dict[tuple[Callable[[Any], Mission], str], list[Row]] = {}
    for row in MATRIX:
        states.setdefault((row.state, row.slug), []).append(row)
    for (state, slug), rows in states.items():
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            yield pytest.param(state, slug, some, id=f"{state.__name__} {slug} from {some[0]}")


@pytest.fixture(autouse=True)
def _paper_is_blank() -> Iterator[None]:
    """Who may have a document is asked here; what stands in it elsewhere, and to set it takes long."""
    with mock.patch.object(Document, "produce", return_value=b"%PDF-"):
        yield


@pytest.fixture(autouse=True)
def _refusals_are_short() -> Iterator[None]:
    """Who is kept out is asked here; the page that tells him so is the same everywhere, and takes its time."""
    none = mock.Mock(get_template=mock.Mock(side_effect=TemplateDoesNotExist("404.html")))
    with mock.patch.object(defaults, "loader", none):
        yield


@pytest.fixture(autouse=True)
def _just_started() -> Iterator[None]:
    """Where nobody works, the house is well for as long as workers may be starting."""
    with mock.patch.object(health, "STARTED", monotonic()):
        yield


def telling(row: Row) -> list[str]:
    """Of neighbours who get the same the last, who may do most of them; of those at the end also who may do least."""
    after = (*row.expected[1:], None)
    last = [number for number, gets in enumerate(row.expected) if gets != after[number]]
    first = last[-2] + 1 if len(last) > 1 else 0
    return [PEOPLE[number] for number in sorted({*last, first})]


def is_behind_the_door(url: str) -> bool:
    """The middleware at the door lets nobody through to it who is not signed in."""
    return bool(getattr(resolve(url).func, "login_required", True))


@pytest.mark.slow("ten addresses, asked for by eight people")
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.sweep)], ids=["telling", "everybody"])
@pytest.mark.parametrize(("state", "slug", "rows"), list(by_state()))
def test_everybody_gets_what_his_seat_allows_and_no_more(
    state: Callable[[Any], Mission], slug: str, rows: Sequence[Row], whole: bool, cast: Cast, subtests: pytest.Subtests
) -> None:
    number = state(make.club(cast, slug)).pk
    asked = {person for row in rows for person in (PEOPLE if whole else telling(row))} - {"anonymous"}
    sessions = {person: session_of(getattr(cast, person)) for person in asked}
    for row in rows:
        with subtests.test(str(row)), undone():
            mission = Mission.objects.select_related("campaign__pack").get(pk=number)
            url, data = reverse(row.name, args=row.args(mission)), row.data(mission)
            people = list(PEOPLE) if whole else telling(row)
            if is_behind_the_door(url):
                assert row.expected[0] == DOOR
                if not whole and row is not rows[0]:
                    people.remove("anonymous")
            expected = dict(zip(PEOPLE, row.expected, strict=True))
            seen = {
                person: answer(sessions.get(person), row, row.method, url, data, whole or person == people[-1])
                for person in people
            }
            assert seen == {person: expected[person] for person in people}
            if whole and row is FIRST_GETS.get(row.name):
                assert answer(sessions["allied"], row, "head", url, data, False) == expected["allied"]


WRITES = ("INSERT", "UPDATE", "DELETE", "SAVEPOINT")
NOTE_SOMETHING = {
    "campaign-print": "keeps what it has made, if the database has time",
    "notice-settings": "makes the secret of the calendar's address, if the database has time",
    "invitation": "remembers in the session of a guest where the guest came from",
}
"""Pages that write though they are only looked at, and what."""


def only_reads(row: Row, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Looking at a page waits for no writer: it neither writes nor opens a transaction, which on SQLite is the same."""
    if row.method == "get" and row.name not in NOTE_SOMETHING:
        assert not sql.startswith(WRITES), f"{row} writes: {sql[:80]}"
    return execute(sql, params, many, context)


@contextmanager
def undone() -> Iterator[None]:
    """What happens in it has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


VISITOR = Client()
"""Whoever it is just now: the session in the cookie says who."""


NOTHING_IS_WRITTEN_OUT = mock.patch.object(Template, "render", return_value="")
"""A page is made up to its words, which most of its time goes into."""


def answer(
    session: str | None, row: Row, method: str, url: str, data: dict[str, Any], is_written_out: bool
) -> int | str:
    VISITOR.cookies.clear()
    if session is not None:
        VISITOR.cookies[settings.SESSION_COOKIE_NAME] = session
    with (
        undone(),
        connection.execute_wrapper(partial(only_reads, row)),
        nullcontext() if is_written_out else NOTHING_IS_WRITTEN_OUT,
    ):
        response = getattr(VISITOR, method)(url, data)
    if response.status_code == 302 and response["Location"].startswith(f"{reverse('sign-in')}?next="):
        return DOOR
    return int(response.status_code)


def addresses(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of every address but those of Django's admin, and parameters with which it can be asked for."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver) and pattern.namespace == "admin":
            continue
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            taken = pattern.pattern.regex.groupindex
            yield pattern.name, {each: SOMETHING.get(type(pattern.pattern.converters.get(each)), "x") for each in taken}


def test_no_address_lacks_a_row() -> None:
    found = {name for name, _ in addresses(get_resolver().url_patterns)}
    assert {row.name for row in MATRIX if not row.name.startswith("admin:")} == found


def test_no_address_answers_to_a_method_that_lacks_a_row(cast: Cast, client: Client) -> None:
    """Whoever owns a campaign asks: a view that takes a method says something else than 405.

    Most say so at their door, before anything else is looked at; the whole house is asked about the others.
    """
    rows = {(row.name, row.method) for row in MATRIX}
    client.force_login(cast.owner)
    lacking = []
    for name, named in addresses(get_resolver().url_patterns):
        url = reverse(name, kwargs=named)
        view, args, kwargs = resolve(url)
        for method in ("get", "post", "put", "patch", "delete", "options", "trace"):
            if (name, method) in rows:
                continue
            with suppress(Exception):
                if view(RequestFactory().generic(method.upper(), url), *args, **kwargs).status_code == 405:
                    continue
            if getattr(client, method)(url).status_code != 405:
                lacking.append((name, method))
    assert not lacking


@pytest.mark.parametrize(
    ("name", "args", "page"),
    [
        ("campaign-draw", of_campaign, "campaign"),
        ("campaign-period", of_campaign, "campaign"),
        ("campaign-choose", of_campaign, "campaign"),
        ("campaign-take-back", of_campaign, "campaign-changes"),
        ("mission-ground", of_mission, "mission"),
        ("mission-open", of_mission, "mission"),
        ("mission-fly", of_mission, "mission"),
        ("mission-withdraw", of_mission, "mission-debrief"),
        ("sign-out", nothing, "home"),
    ],
)
def test_following_a_link_to_an_act_leads_to_its_page_and_does_nothing(
    name: str, args: Callable[[Mission], tuple[Any, ...]], page: str, cast: Cast, client: Client
) -> None:
    mission = make.debriefed(make.club(cast)) if name != "mission-fly" else make.planned(make.club(cast))
    entries = mission.campaign.entries.count()
    client.force_login(cast.owner)
    response = client.get(reverse(name, args=args(mission)))
    assert response["Location"] == reverse(page, args=args(mission))
    assert mission.campaign.entries.count() == entries
    assert mission.campaign.missions.count() == 1
    assert not mission.jobs.exists()
    assert client.get(reverse("home")).status_code == 200


def test_a_mission_is_not_found_under_another_campaign(cast: Cast, client: Client) -> None:
    mine = make.campaign(cast.stranger)
    others = make.drawn(make.club(cast))
    client.force_login(cast.stranger)
    assert client.get(reverse("mission", args=(mine.pk, others.number))).status_code == 404
    assert client.get(reverse("mission", args=(others.campaign_id, others.number))).status_code == 404
