"""What people are told of: a title, a sentence, where it leads, and how it comes.

A sentence is made when it is read, from the happening's ``data`` and from what things and people are called now. It
says only what everybody may know whom the happening is for: those that are for everybody go to webhooks too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from config.common.figures import figure, signed
from notices.selectors.happenings import About, HappeningKind, Page


def _begins(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _campaign(about: About, name: str = "campaign") -> Page:
    return name, (about.campaign,)


def _mission(about: About, name: str = "mission") -> Page:
    return (name, (about.campaign, about.mission)) if about.mission is not None else _campaign(about)


def _talk(about: About) -> Page:
    return _mission(about, "mission-talk") if about.mission is not None else _campaign(about, "campaign-talk")


_people = partial(_campaign, name="campaign-people")
_claims = partial(_campaign, name="campaign-claims")
_webhooks = partial(_campaign, name="campaign-webhooks")
_results = partial(_mission, name="mission-results")


def _members(about: About) -> Page:
    # Somebody who is in a campaign and not in its club is led to the campaign.
    return ("club-members", (about.club,)) if about.club is not None else _people(about)


def _showcase(about: About) -> Page:
    return ("club-public", (about.club,)) if about.club is not None else _people(about)


def _night(about: About) -> Page:
    return ("night", (about.club, about.data["night"])) if "night" in about.data else ("club", (about.club,))


def _season(about: About) -> Page:
    return ("season", (about.club, about.data["season"])) if "season" in about.data else ("club", (about.club,))


def _the_season(about: About) -> str:
    return f"the season {about.text('title')}".rstrip()


def _the_game(about: About) -> str:
    return about.text("skirmish") or "a skirmish"


def _drawn(about: About) -> str:
    what = ", ".join(filter(None, (about.text("title"), about.text("place"))))
    return f"{_begins(about.the_mission)} has been drawn{': ' if what else ''}{what}. Next come both sides’ orders."


def _who_flew(about: About) -> str:
    if about.data.get("as_planned"):
        return f"{about.actor} has said that all flew {about.the_mission} by their orders after all."
    return f"{about.actor} has said who flew {about.the_mission} otherwise than the orders have it."


def _part_in(about: About) -> str:
    squadron = about.text("squadron")
    whose = f"the part of {squadron}" if squadron else "a part"
    return f"{about.actor} has written {whose} in your side’s plan for {about.the_mission}."


_LATE = {
    "last": "its latest plan counts, or the staff’s if it has none that could be signed",
    "staff": "the staff has planned for it",
    "umpire": "the umpire decides what counts",
}


def _late(about: About) -> str:
    how = _LATE.get(about.text("how"), _LATE["umpire"])
    return f"{_begins(about.the_side)} had not handed in its orders for {about.the_mission} when they were due: {how}."


def _game(about: About) -> Page:
    return ("game", (about.data["game"],)) if "game" in about.data else _mission(about)


def _turn(about: About) -> str:
    where = about.the_mission if about.mission is not None else about.text("title") or "a game"
    return f"It is your turn in {where} on screen."


def _given_up(about: About) -> str:
    if about.text("how") == "asked":
        return f"{about.actor} would give up {about.the_mission} on screen. It ends when the other side says so too."
    return f"{about.actor} has given up {about.the_mission} on screen. It is flown otherwise, by the same orders."


def _debriefed(about: About) -> str:
    title, points = about.text("title"), about.data.get("points") or {}
    score = ", ".join(f"{about.sides[side]} {figure(points[side])}" for side in about.sides if side in points)
    named = f", {title}," if title else ""
    return f"{_begins(about.the_mission)}{named} has been debriefed{': ' if score else ''}{score}."


def _finished(about: About) -> str:
    text = about.text("text").rstrip(".")
    return f"The campaign is over: {text}." if text else "The campaign is over."


def _points_decided(about: About) -> str:
    """As the journal says it: ``Axis +4 VP by decision. The convoy was late.``"""
    side, amount, reason = about.text("side"), about.data.get("amount"), about.text("reason").strip()
    whose = about.sides.get(side, "A side")
    change = (
        f"{whose} {signed(amount)} VP by decision" if isinstance(amount, int) else f"{whose}: VP changed by decision"
    )
    if about.text("how") == "taken-back":
        change = f"Taken back: {change}"
    return f"{change}. {reason if not reason or reason[-1] in '.!?…' else reason + '.'}".strip()


def _judged(about: About) -> str:
    said = about.text("verdict")
    verdict = said if said in ("confirmed", "shared", "denied") else "decided"
    return f"The claim of {about.text('pilot') or 'a pilot'} from {about.the_mission} has been {verdict}."


def _comment(about: About) -> str:
    to = f" to the {about.of_side} side" if about.of_side else ""
    return f"{about.actor} has written{to} about {about.the_mission}."


def _place(about: About) -> str:
    """``Commander of the Allied side``."""
    role = about.text("role") or "a seat"
    return f"{role} of {about.the_side}" if about.text("side") in about.sides else role


def _seat_given(about: About) -> str:
    if about.text("role") == "Owner":
        return "The campaign is yours now." if about.is_reader() else f"The campaign is {about.person()}’s now."
    if about.is_reader():
        return f"You have been given a seat: {_place(about)}."
    return f"{about.person()} has a seat now: {_place(about)}."


def _seat_left(about: About) -> str:
    if about.is_reader():
        return f"You have left a seat: {_place(about)}."
    return f"{about.person()} has left a seat: {_place(about)}."


def _stand_in(about: About) -> str:
    until = f" until {about.when('until')}" if about.text("until") else ""
    does = about.is_reader()
    who, whom = "You" if does else about.person(), "you" if about.is_reader("for") else about.person("for")
    if about.text("how") == "stand-in-ended":
        return f"{who} no longer stand{'' if does else 's'} in for {whom}."
    return f"{who} stand{'' if does else 's'} in for {whom}{until}."


def _pilot_given(about: About) -> str:
    pilot = about.text("pilot") or "A man"
    return f"{pilot} is no longer yours to fly." if about.text("how") == "taken" else f"{pilot} is yours to fly."


def _result_told(about: About) -> str:
    answer = " Say whether it was so." if about.of_side else ""
    if answer and about.text("due"):
        answer += f" Unopposed until {about.when('due')}, it stands."
    return f"{about.actor} has submitted {about.the_result}.{answer}"


def _joined(about: About) -> str:
    role = about.text("role")
    return f"{about.person()} has joined{f' as {role.lower()}' if role else ''}."


def _award(about: About) -> str:
    why = about.text("why").rstrip(".")
    return f"{about.actor} has given you an award: {about.text('title')}{f', for this: {why}' if why else ''}."


def _muted(about: About) -> str:
    reason = about.text("reason").rstrip(".")
    return f"You are muted until {about.when('until')}: you read and fly, but write nothing. The reason: {reason}."


def _asked_answered(about: About) -> str:
    if about.text("verdict") == "yes":
        return "You are let in. Welcome."
    answer = about.text("answer").strip()
    return "Your request to be let in was refused." + (f" {answer}" if answer else "")


def _let_in_or_not(about: About) -> Page:
    return ("club" if about.text("verdict") == "yes" else "club-join", (about.club,))


def _report_judged(about: About) -> str:
    done = "has been removed" if about.text("verdict") == "removed" else "stays as it is"
    who = "An umpire" if about.campaign is not None else "Somebody who keeps order in the club"
    return f"{who} has looked at what you reported: it {done}."


def _post_removed(about: About) -> str:
    why = about.text("why").rstrip(".")
    what = f", {about.text('what')}" if about.text("what") else ""
    who = "An umpire" if about.campaign is not None else "Somebody who keeps order in the club"
    return f"{who} has removed something that you wrote{what}{f'. The reason: {why}' if why else ''}."


def _reports(about: About) -> Page:
    return _campaign(about, "campaign-reports") if about.campaign is not None else ("club-reports", (about.club,))


def _campaign_or_club(about: About) -> Page:
    return _campaign(about) if about.campaign is not None else ("club", (about.club,))


def _of_night(verb: str) -> Callable[[About], str]:
    def sentence(about: About) -> str:
        place = about.text("place")
        where = f", {place}" if place else ""
        others = about.data.get("nights")
        more = f" So have {others - 1} later ones of the series." if isinstance(others, int) and others > 1 else ""
        return f"{about.text('title') or 'A club night'} {verb}: {about.when('begins')}{where}.{more}"

    return sentence


def _announced(about: About) -> str:
    weeks = about.data.get("weeks")
    again = f" It is repeated each week, {weeks} times in all." if isinstance(weeks, int) and weeks > 1 else ""
    return _of_night("has been announced")(about) + again


def _it(about: About) -> str:
    """What ends, or is handed on."""
    return "the campaign" if about.campaign is not None else "the club"


def _ending(about: About) -> Page:
    return ("campaign-end", (about.campaign,)) if about.campaign is not None else ("club-end", (about.club,))


def _put_away(about: About) -> str:
    return f"{about.actor} has archived {_it(about)}: it can be read, and nothing is written in it."


def _to_be_deleted(about: About) -> str:
    whose = "its owner" if about.campaign is not None else "one of its owners"
    stays = "" if about.campaign is not None else " Its campaigns stay, as their owners’ own."
    return (
        f"{about.actor} has {_it(about)} deleted on {about.when('when')}. Until then it can be read, "
        f"and {whose} can bring it back.{stays}"
    )


def _handover_asked(about: About) -> str:
    return (
        f"{about.actor} asks for {_it(about)}, because you have not been here for so long. "
        f"Say no until {about.when('until')}, or it is theirs."
    )


def _handover_ended(about: About) -> str:
    what = {
        "refused": f"{about.actor} has said no",
        "withdrawn": f"{about.actor} has taken it back",
        "lapsed": "Nobody has answered in time",
        "here": "Who owns it has been here again, or you could not ask any more",
    }.get(about.text("how"), "It has come to nothing")
    return f"{what}: {_it(about)} stays whose it is."


OF_THE_END = "The end of a campaign or club"
"""A topic of which no webhook hears: those of an archived campaign are silent."""
_BY_TOPIC: Mapping[str, Mapping[str, HappeningKind]] = {
    "Missions and orders": {
        "mission-drawn": HappeningKind("Mission drawn", _drawn, _mission),
        "orders-due": HappeningKind(
            "Orders due",
            lambda about: f"Orders for {about.the_mission} are due on {about.when('due')}.",
            _mission,
            "urgent",
        ),
        "orders-due-moved": HappeningKind(
            "Deadline moved",
            lambda about: f"Orders for {about.the_mission} are now due on {about.when('due')}.",
            _mission,
            "urgent",
        ),
        "orders-in": HappeningKind(
            "Orders handed in",
            lambda about: f"{_begins(about.the_side)} has handed in its orders for {about.the_mission}.",
            _mission,
            "inbox",
            is_for_umpires=True,
        ),
        "orders-late": HappeningKind("Orders late", _late, _mission),
        "orders-withdrawn": HappeningKind(
            "Orders withdrawn",
            lambda about: (
                f"The umpire has withdrawn {about.the_side}’s orders for {about.the_mission}: who signed them left."
            ),
            _mission,
        ),
        "part-in": HappeningKind("Part of a plan", _part_in, _mission, "inbox"),
        "orders-opened": HappeningKind(
            "Orders opened",
            lambda about: f"The orders for {about.the_mission} have been opened: it can be flown.",
            _mission,
        ),
        "game-begun": HappeningKind(
            "Flown on screen", lambda about: f"{about.actor} has begun {about.the_mission} on screen.", _mission
        ),
        "game-turn": HappeningKind("Your turn on screen", _turn, _game),
        "game-given-up": HappeningKind("Game given up", _given_up, _mission),
        "debriefed": HappeningKind("Mission debriefed", _debriefed, _mission),
        "campaign-finished": HappeningKind("Campaign over", _finished, _campaign),
    },
    "Results and victories": {
        "who-flew": HappeningKind("Somebody else flew", _who_flew, _mission),
        "result-told": HappeningKind("Result submitted", _result_told, _results),
        "result-disputed": HappeningKind(
            "Result disputed", lambda about: f"{_begins(about.the_result)} is disputed.", _results
        ),
        "result-agreed": HappeningKind(
            "Result confirmed",
            lambda about: f"{_begins(about.the_result)} has been confirmed.",
            _results,
            is_for_umpires=True,
        ),
        "result-approved": HappeningKind(
            "Result approved",
            lambda about: f"{_begins(about.the_result)} has been approved.",
            _results,
            "inbox",
            is_for_umpires=True,
        ),
        "result-due": HappeningKind(
            "Result stands",
            lambda about: f"{_begins(about.the_result)} stands: nobody has opposed it in time.",
            _results,
        ),
        "points-decided": HappeningKind(
            "Victory Points by decision", _points_decided, partial(_campaign, name="campaign-journal")
        ),
        "claim-made": HappeningKind(
            "Victory claimed",
            lambda about: f"{about.text('pilot') or 'A pilot'} claims a victory in {about.the_mission}.",
            _claims,
            "inbox",
        ),
        "claim-judged": HappeningKind("Claim judged", _judged, _claims),
    },
    "What people write": {
        "comment": HappeningKind("Talk", _comment, _talk),
        "story": HappeningKind(
            "After-action report",
            lambda about: f"The report of {about.the_side} on {about.the_mission} is there to read.",
            _talk,
        ),
        "post-reported": HappeningKind(
            "Post reported",
            lambda about: f"Something that was written in {_it(about)} has been reported: look at it, and decide.",
            _reports,
        ),
        "report-judged": HappeningKind("Report answered", _report_judged, _campaign_or_club, "inbox"),
        "post-removed": HappeningKind("Post removed", _post_removed, _campaign_or_club),
    },
    "Seats and terms": {
        "seat-given": HappeningKind("Seat given", _seat_given, _people),
        "seat-left": HappeningKind("Seat left", _seat_left, _people),
        "stand-in": HappeningKind("Stand-in", _stand_in, _people),
        "pilot-given": HappeningKind("Man given", _pilot_given, _people),
        "terms-changed": HappeningKind(
            "Terms changed",
            lambda about: f"{about.actor} has changed the campaign’s terms.",
            partial(_campaign, name="campaign-terms"),
        ),
        "public-on": HappeningKind(
            "Public pages up", lambda about: f"{about.actor} has put up public pages of the campaign.", _campaign
        ),
        "public-off": HappeningKind(
            "Public pages down",
            lambda about: f"{about.actor} has taken the campaign’s public pages down.",
            _campaign,
            "inbox",
        ),
        "webhook-off": HappeningKind(
            "Webhook switched off",
            lambda about: f"A webhook has been switched off. {about.text('why')}".strip(),
            _webhooks,
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
        "night-announced": HappeningKind("Club night", _announced, _night),
        "night-changed": HappeningKind("Club night changed", _of_night("has been changed"), _night, "urgent"),
        "night-cancelled": HappeningKind("Club night called off", _of_night("has been called off"), _night, "urgent"),
        "night-soon": HappeningKind("Club night soon", _of_night("is near"), _night, "urgent"),
        "tables-planned": HappeningKind("Tables planned", _of_night("has its tables planned"), _night),
        "season-opened": HappeningKind(
            "Season of skirmishes", lambda about: f"{about.actor} has opened {_the_season(about)}.", _season
        ),
        "season-game": HappeningKind(
            "Game of a season",
            lambda about: (
                f"{about.actor} has entered {_the_game(about)} in {_the_season(about)}: "
                "say whether it went so, and it counts."
            ),
            _season,
        ),
        "season-confirmed": HappeningKind(
            "Game confirmed",
            lambda about: f"{about.actor} has confirmed {_the_game(about)} in {_the_season(about)}.",
            _season,
            "inbox",
        ),
        "season-disputed": HappeningKind(
            "Game disputed",
            lambda about: f"{about.actor} says that {_the_game(about)} in {_the_season(about)} went otherwise.",
            _season,
        ),
        "season-closed": HappeningKind(
            "Season closed", lambda about: f"{about.actor} has closed {_the_season(about)}: its table stands.", _season
        ),
        "campaign-moved": HappeningKind(
            "Campaign of the club", lambda about: f"{about.actor} has brought the campaign into the club.", _campaign
        ),
        "member-joined": HappeningKind("Member joined", _joined, _members, "inbox"),
        "member-left": HappeningKind("Member left", lambda about: f"{about.person()} has left.", _members, "inbox"),
        "award-given": HappeningKind("Award", _award, lambda about: ("club-awards", (about.club,))),
        "asks-to-join": HappeningKind(
            "Somebody asks to join",
            lambda about: f"{about.person()} asks to be let in.",
            lambda about: ("club-asked", (about.club,)),
        ),
        "asked-answered": HappeningKind("Your request to join", _asked_answered, _let_in_or_not),
        "muted": HappeningKind("Muted", _muted, lambda about: ("club", (about.club,))),
        "role-changed": HappeningKind(
            "Role in the club",
            lambda about: f"You are {about.text('role').lower() or 'a member'} of the club now.",
            _members,
        ),
        "handed-over": HappeningKind(
            "Club handed over", lambda about: f"{about.actor} has handed the club over to {about.person()}.", _members
        ),
        "showcase-on": HappeningKind(
            "Public page up", lambda about: f"{about.actor} has put up a public page of the club.", _showcase
        ),
        "showcase-off": HappeningKind(
            "Public page down",
            lambda about: f"{about.actor} has taken the club’s public page down.",
            _showcase,
            "inbox",
        ),
        "invitation-used": HappeningKind(
            "Invitation used", lambda about: f"{about.person()} has come in by an invitation.", _members, "inbox"
        ),
    },
    OF_THE_END: {
        "archived": HappeningKind("Archived", _put_away, _ending),
        "opened-again": HappeningKind(
            "Opened again",
            lambda about: f"{about.actor} has opened {_it(about)} again: it goes on where it stood.",
            lambda about: _campaign(about) if about.campaign is not None else ("club", (about.club,)),
        ),
        "brought-back": HappeningKind(
            "Not deleted", lambda about: f"{about.actor} has brought {_it(about)} back: it is not deleted.", _ending
        ),
        "handover-ended": HappeningKind("Not handed over", _handover_ended, _ending),
    },
}
"""Those that somebody may refuse, as they are offered: by what they are about."""
_ALWAYS: Mapping[str, HappeningKind] = {
    "to-be-deleted": HappeningKind("To be deleted", _to_be_deleted, _ending, "urgent"),
    "handover-offered": HappeningKind(
        "Take it over?",
        lambda about: f"{about.actor} would hand {_it(about)} over to you. Say whether you take it.",
        _ending,
        "urgent",
    ),
    "handover-asked": HappeningKind("Somebody asks for yours", _handover_asked, _ending, "urgent"),
}
"""What nobody refuses: who does not read it loses something."""
ALWAYS = frozenset(_ALWAYS)
TOPICS: Mapping[str, tuple[str, ...]] = {title: tuple(kinds) for title, kinds in _BY_TOPIC.items()}
KINDS: Mapping[str, HappeningKind] = {
    name: kind for kinds in (*_BY_TOPIC.values(), _ALWAYS) for name, kind in kinds.items()
} | {"webhook-test": HappeningKind("Test", lambda about: f"{about.actor} tests whether this arrives.", _webhooks)}
"""Every kind that ``notices.operations.outbox.tell`` may be called with."""
