"""What people are told of: a title, a sentence, where it leads, and how it comes.

A sentence is made when it is read, from the happening's ``data`` and from what things and people are called now. It
says only what everybody may know whom the happening is for: those that are for everybody go to webhooks too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from notices.selectors import pages, sentences
from notices.selectors.happenings import HappeningKind

OF_THE_END = "The end of a campaign or club"
"""A topic of which no webhook hears: those of an archived campaign are silent."""
_BY_TOPIC: Mapping[str, Mapping[str, HappeningKind]] = {
    "Missions and orders": {
        "mission-drawn": HappeningKind("Mission drawn", sentences.drawn, pages.mission),
        "orders-due": HappeningKind(
            "Orders due",
            lambda about: f"Orders for {about.the_mission} are due on {about.when('due')}.",
            pages.mission,
            "urgent",
        ),
        "orders-due-moved": HappeningKind(
            "Deadline moved",
            lambda about: f"Orders for {about.the_mission} are now due on {about.when('due')}.",
            pages.mission,
            "urgent",
        ),
        "orders-in": HappeningKind(
            "Orders handed in",
            lambda about: f"{sentences.begins(about.the_side)} has handed in its orders for {about.the_mission}.",
            pages.mission,
            "inbox",
            is_for_umpires=True,
        ),
        "orders-late": HappeningKind("Orders late", sentences.late, pages.mission),
        "orders-withdrawn": HappeningKind(
            "Orders withdrawn",
            lambda about: (
                f"The umpire has withdrawn {about.the_side}’s orders for {about.the_mission}: who signed them left."
            ),
            pages.mission,
        ),
        "part-in": HappeningKind("Part of a plan", sentences.part_in, pages.mission, "inbox"),
        "orders-opened": HappeningKind(
            "Orders opened",
            lambda about: f"The orders for {about.the_mission} have been opened: it can be flown.",
            pages.mission,
        ),
        "game-begun": HappeningKind(
            "Flown on screen", lambda about: f"{about.actor} has begun {about.the_mission} on screen.", pages.mission
        ),
        "game-turn": HappeningKind("Your turn on screen", sentences.turn, pages.game),
        "game-given-up": HappeningKind("Game given up", sentences.given_up, pages.mission),
        "debriefed": HappeningKind("Mission debriefed", sentences.debriefed, pages.mission),
        "man-fate": HappeningKind("Your man", sentences.man_fate, pages.people),
        "campaign-finished": HappeningKind("Campaign over", sentences.finished, pages.campaign),
    },
    "Results and victories": {
        "who-flew": HappeningKind("Somebody else flew", sentences.who_flew, pages.mission),
        "result-told": HappeningKind("Result submitted", sentences.result_told, pages.results),
        "result-disputed": HappeningKind(
            "Result disputed", lambda about: f"{sentences.begins(about.the_result)} is disputed.", pages.results
        ),
        "result-agreed": HappeningKind(
            "Result confirmed",
            lambda about: f"{sentences.begins(about.the_result)} has been confirmed.",
            pages.results,
            is_for_umpires=True,
        ),
        "result-approved": HappeningKind(
            "Result approved",
            lambda about: f"{sentences.begins(about.the_result)} has been approved.",
            pages.results,
            "inbox",
            is_for_umpires=True,
        ),
        "result-due": HappeningKind(
            "Result stands",
            lambda about: f"{sentences.begins(about.the_result)} stands: nobody has opposed it in time.",
            pages.results,
        ),
        "points-decided": HappeningKind(
            "Victory Points by decision", sentences.points_decided, partial(pages.campaign, name="campaign-journal")
        ),
        "claim-made": HappeningKind(
            "Victory claimed",
            lambda about: f"{about.text('pilot') or 'A pilot'} claims a victory in {about.the_mission}.",
            pages.claims,
            "inbox",
        ),
        "claim-judged": HappeningKind("Claim judged", sentences.judged, pages.claims),
    },
    "What people write": {
        "comment": HappeningKind("Talk", sentences.comment, pages.talk),
        "story": HappeningKind(
            "After-action report",
            lambda about: f"The report of {about.the_side} on {about.the_mission} is there to read.",
            pages.talk,
        ),
        "post-reported": HappeningKind(
            "Post reported",
            lambda about: (
                f"Something that was written in {sentences.it(about)} has been reported: look at it, and decide."
            ),
            pages.reports,
        ),
        "report-judged": HappeningKind("Report answered", sentences.report_judged, pages.campaign_or_club, "inbox"),
        "post-removed": HappeningKind("Post removed", sentences.post_removed, pages.campaign_or_club),
    },
    "Seats and terms": {
        "seat-given": HappeningKind("Seat given", sentences.seat_given, pages.people),
        "seat-left": HappeningKind("Seat left", sentences.seat_left, pages.people),
        "stand-in": HappeningKind("Stand-in", sentences.stand_in, pages.people),
        "pilot-given": HappeningKind("Man given", sentences.pilot_given, pages.people),
        "terms-changed": HappeningKind(
            "Terms changed",
            lambda about: f"{about.actor} has changed the campaign’s terms.",
            partial(pages.campaign, name="campaign-terms"),
        ),
        "public-on": HappeningKind(
            "Public pages up", lambda about: f"{about.actor} has put up public pages of the campaign.", pages.campaign
        ),
        "public-off": HappeningKind(
            "Public pages down",
            lambda about: f"{about.actor} has taken the campaign’s public pages down.",
            pages.campaign,
            "inbox",
        ),
        "webhook-off": HappeningKind(
            "Webhook switched off",
            lambda about: f"A webhook has been switched off. {about.text('why')}".strip(),
            pages.webhooks,
        ),
    },
    "Your clubs": {
        "dates-asked": HappeningKind(
            "When can you come?",
            lambda about: (
                f"{about.actor} asks when you can come: {about.text('title') or 'a club night'}, "
                f"{about.text('count') or 'several'} evenings to choose from."
            ),
            lambda about: (
                ("poll", (about.club, about.data["poll"])) if "poll" in about.data else ("club", (about.club,))
            ),
        ),
        "night-announced": HappeningKind("Club night", sentences.announced, pages.night),
        "night-changed": HappeningKind(
            "Club night changed", sentences.of_night("has been changed"), pages.night, "urgent"
        ),
        "night-cancelled": HappeningKind(
            "Club night called off", sentences.of_night("has been called off"), pages.night, "urgent"
        ),
        "night-soon": HappeningKind("Club night soon", sentences.of_night("is near"), pages.night, "urgent"),
        "tables-planned": HappeningKind("Tables planned", sentences.of_night("has its tables planned"), pages.night),
        "season-opened": HappeningKind(
            "Season of skirmishes",
            lambda about: f"{about.actor} has opened {sentences.the_season(about)}.",
            pages.season,
        ),
        "season-game": HappeningKind(
            "Game of a season",
            lambda about: (
                f"{about.actor} has entered {sentences.the_game(about)} in {sentences.the_season(about)}: "
                "say whether it went so, and it counts."
            ),
            pages.season,
        ),
        "season-confirmed": HappeningKind(
            "Game confirmed",
            lambda about: f"{about.actor} has confirmed {sentences.the_game(about)} in {sentences.the_season(about)}.",
            pages.season,
            "inbox",
        ),
        "season-disputed": HappeningKind(
            "Game disputed",
            lambda about: (
                f"{about.actor} says that {sentences.the_game(about)} in {sentences.the_season(about)} went otherwise."
            ),
            pages.season,
        ),
        "season-closed": HappeningKind(
            "Season closed",
            lambda about: f"{about.actor} has closed {sentences.the_season(about)}: its table stands.",
            pages.season,
        ),
        "campaign-moved": HappeningKind(
            "Campaign of the club",
            lambda about: f"{about.actor} has brought the campaign into the club.",
            pages.campaign,
        ),
        "member-joined": HappeningKind("Member joined", sentences.joined, pages.members, "inbox"),
        "member-left": HappeningKind(
            "Member left", lambda about: f"{about.person()} has left.", pages.members, "inbox"
        ),
        "award-given": HappeningKind("Award", sentences.award, lambda about: ("club-awards", (about.club,))),
        "asks-to-join": HappeningKind(
            "Somebody asks to join",
            lambda about: f"{about.person()} asks to be let in.",
            lambda about: ("club-asked", (about.club,)),
        ),
        "asked-answered": HappeningKind("Your request to join", sentences.asked_answered, pages.let_in_or_not),
        "muted": HappeningKind("Muted", sentences.muted, lambda about: ("club", (about.club,))),
        "role-changed": HappeningKind(
            "Role in the club",
            lambda about: f"You are {about.text('role').lower() or 'a member'} of the club now.",
            pages.members,
        ),
        "handed-over": HappeningKind(
            "Club handed over",
            lambda about: f"{about.actor} has handed the club over to {about.person()}.",
            pages.members,
        ),
        "showcase-on": HappeningKind(
            "Public page up", lambda about: f"{about.actor} has put up a public page of the club.", pages.showcase
        ),
        "showcase-off": HappeningKind(
            "Public page down",
            lambda about: f"{about.actor} has taken the club’s public page down.",
            pages.showcase,
            "inbox",
        ),
        "invitation-used": HappeningKind(
            "Invitation used", lambda about: f"{about.person()} has come in by an invitation.", pages.members, "inbox"
        ),
    },
    OF_THE_END: {
        "archived": HappeningKind("Archived", sentences.put_away, pages.ending),
        "opened-again": HappeningKind(
            "Opened again",
            lambda about: f"{about.actor} has opened {sentences.it(about)} again: it goes on where it stood.",
            lambda about: pages.campaign(about) if about.campaign is not None else ("club", (about.club,)),
        ),
        "brought-back": HappeningKind(
            "Deletion called off",
            lambda about: f"{about.actor} has brought {sentences.it(about)} back: it is not deleted.",
            pages.ending,
        ),
        "handover-ended": HappeningKind("Handover came to nothing", sentences.handover_ended, pages.ending),
    },
}
"""Those that somebody may refuse, as they are offered: by what they are about."""
_ALWAYS: Mapping[str, HappeningKind] = {
    "to-be-deleted": HappeningKind("To be deleted", sentences.to_be_deleted, pages.ending, "urgent"),
    "handover-offered": HappeningKind(
        "Take it over?",
        lambda about: f"{about.actor} would hand {sentences.it(about)} over to you. Say whether you take it.",
        pages.ending,
        "urgent",
    ),
    "handover-asked": HappeningKind("Somebody asks for yours", sentences.handover_asked, pages.ending, "urgent"),
}
"""What nobody refuses: who does not read it loses something."""
ALWAYS = frozenset(_ALWAYS)
TOPICS: Mapping[str, tuple[str, ...]] = {title: tuple(kinds) for title, kinds in _BY_TOPIC.items()}
KINDS: Mapping[str, HappeningKind] = {
    name: kind for kinds in (*_BY_TOPIC.values(), _ALWAYS) for name, kind in kinds.items()
} | {"webhook-test": HappeningKind("Test", lambda about: f"{about.actor} tests whether this arrives.", pages.webhooks)}
"""Every kind that ``notices.operations.outbox.tell`` may be called with."""
