"""A row of the matrix of addresses, what stands in its columns, and what addresses of campaigns are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.core import signing

from campaigns.models import Campaign, Card, Role
from campaigns.operations import builder, pictures
from campaigns.selectors import journal_entries
from campaigns.standing.result_kinds import Kill
from missions.models import Mission
from missions.operations import (
    after_action_reports,
    campaign_odds,
    flights,
    forecasts,
    post_reports,
    shared_replays,
    simulations,
    submissions,
)
from missions.operations.games import GameTerms
from missions.operations.submissions import Dispute
from missions.selectors.games import token_of as token_of_chair
from missions.selectors.submissions import version
from missions.selectors.watching import token_of_table
from notices.operations.email import SALT
from tests import make
from tests.screen import begun

PEOPLE = ("anonymous", "stranger", "reader", "pilot", "allied", "axis", "umpire", "owner")

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
    return (token_of_table(make.game(mission.campaign.owner, terms=GameTerms(lets_watch=True))),)


def watched(campaign: Campaign) -> Mission:
    """A mission on screen that everybody of the campaign may watch."""
    mission = make.opened(campaign)
    begun(mission, terms=GameTerms(lets_watch=True))
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


def of_dispute(mission: Mission) -> tuple[Any, ...]:
    """The words with which the Axis commander disputes a result."""
    live, axis = mission.submissions.get(), User.objects.get(username="axis")
    dispute = {"turns": Dispute(2, "He got away.")}
    submissions.answer(actor=axis, submission=live, disputes=dispute, expected_version=version(live))
    return (mission.campaign_id, live.remarks.get(agrees=False).pk)


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
