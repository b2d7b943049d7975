"""In which words people are told of what has happened."""

from __future__ import annotations

from collections.abc import Callable

from config.common.figures import figure, signed
from notices.selectors.happenings import About


def begins(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def the_season(about: About) -> str:
    return f"the season {about.text('title')}".rstrip()


def the_game(about: About) -> str:
    return about.text("skirmish") or "a skirmish"


def drawn(about: About) -> str:
    what = ", ".join(filter(None, (about.text("title"), about.text("place"))))
    return f"{begins(about.the_mission)} has been drawn{': ' if what else ''}{what}. Next come both sides’ orders."


def who_flew(about: About) -> str:
    if about.data.get("as_planned"):
        return f"{about.actor} has said that all flew {about.the_mission} by their orders after all."
    return f"{about.actor} has said who flew {about.the_mission} otherwise than the orders have it."


def part_in(about: About) -> str:
    squadron = about.text("squadron")
    whose = f"the part of {squadron}" if squadron else "a part"
    return f"{about.actor} has written {whose} in your side’s plan for {about.the_mission}."


_LATE = {
    "last": "its latest plan counts, or the staff’s if it has none that could be signed",
    "staff": "the staff has planned for it",
    "umpire": "the umpire decides what counts",
}


def late(about: About) -> str:
    how = _LATE.get(about.text("how"), _LATE["umpire"])
    return f"{begins(about.the_side)} had not handed in its orders for {about.the_mission} when they were due: {how}."


def turn(about: About) -> str:
    where = about.the_mission if about.mission is not None else about.text("title") or "a game"
    return f"It is your turn in {where} on screen."


def given_up(about: About) -> str:
    if about.text("how") == "asked":
        return f"{about.actor} would give up {about.the_mission} on screen. It ends when the other side says so too."
    return f"{about.actor} has given up {about.the_mission} on screen. It is flown otherwise, by the same orders."


def debriefed(about: About) -> str:
    title, points = about.text("title"), about.data.get("points") or {}
    score = ", ".join(f"{about.sides[side]} {figure(points[side])}" for side in about.sides if side in points)
    named = f", {title}," if title else ""
    return f"{begins(about.the_mission)}{named} has been debriefed{': ' if score else ''}{score}."


def finished(about: About) -> str:
    text = about.text("text").rstrip(".")
    return f"The campaign is over: {text}." if text else "The campaign is over."


def points_decided(about: About) -> str:
    """As the journal says it: ``Axis +4 VP by decision. The convoy was late.``"""
    side, amount, reason = about.text("side"), about.data.get("amount"), about.text("reason").strip()
    whose = about.sides.get(side, "A side")
    change = (
        f"{whose} {signed(amount)} VP by decision" if isinstance(amount, int) else f"{whose}: VP changed by decision"
    )
    if about.text("how") == "taken-back":
        change = f"Taken back: {change}"
    return f"{change}. {reason if not reason or reason[-1] in '.!?…' else reason + '.'}".strip()


def judged(about: About) -> str:
    said = about.text("verdict")
    verdict = said if said in ("confirmed", "shared", "denied") else "decided"
    return f"The claim of {about.text('pilot') or 'a pilot'} from {about.the_mission} has been {verdict}."


def comment(about: About) -> str:
    to = f" to the {about.of_side} side" if about.of_side else ""
    return f"{about.actor} has written{to} about {about.the_mission}."


def place(about: About) -> str:
    """``Commander of the Allied side``."""
    role = about.text("role") or "a seat"
    return f"{role} of {about.the_side}" if about.text("side") in about.sides else role


def seat_given(about: About) -> str:
    if about.text("role") == "Owner":
        return "The campaign is yours now." if about.is_reader() else f"The campaign is {about.person()}’s now."
    if about.is_reader():
        return f"You have been given a seat: {place(about)}."
    return f"{about.person()} has a seat now: {place(about)}."


def seat_left(about: About) -> str:
    if about.is_reader():
        return f"You have left a seat: {place(about)}."
    return f"{about.person()} has left a seat: {place(about)}."


def stand_in(about: About) -> str:
    until = f" until {about.when('until')}" if about.text("until") else ""
    does = about.is_reader()
    who, whom = "You" if does else about.person(), "you" if about.is_reader("for") else about.person("for")
    if about.text("how") == "stand-in-ended":
        return f"{who} no longer stand{'' if does else 's'} in for {whom}."
    return f"{who} stand{'' if does else 's'} in for {whom}{until}."


def pilot_given(about: About) -> str:
    pilot = about.text("pilot") or "A man"
    return f"{pilot} is no longer yours to fly." if about.text("how") == "taken" else f"{pilot} is yours to fly."


_FATES = {
    "killed": "was killed in {}",
    "captured": "was captured in {}",
    "missing": "is missing after {}: the next debrief searches",
    "given-up": "was searched for in vain after {}, and does not come back",
    "rescued": "was found after {}, and flies again",
}


_NOTED = {"declared": "has been noted", "taken-back": "is no longer noted"}


def fate_words(pilot: str, fate: str, mission: str, how: str = "") -> str:
    """What has become of a man, to whoever flies him. ``how``: in no mission, but ``declared``, or ``taken-back``."""
    if how in _NOTED:
        return f"{pilot or 'A man'}, whom you fly, {_NOTED[how]} as {fate if fate in _FATES else 'gone'}."
    what = _FATES.get(fate, "did not come home from {}")
    return f"{pilot or 'A man'}, whom you fly, {what.format(mission)}."


def man_fate(about: About) -> str:
    return fate_words(about.text("pilot"), about.text("fate"), about.the_mission, about.text("how"))


def result_told(about: About) -> str:
    answer = " Say whether it was so." if about.of_side else ""
    if answer and about.text("due"):
        answer += f" Unopposed until {about.when('due')}, it stands."
    return f"{about.actor} has submitted {about.the_result}.{answer}"


def joined(about: About) -> str:
    role = about.text("role")
    return f"{about.person()} has joined{f' as {role.lower()}' if role else ''}."


def award(about: About) -> str:
    why = about.text("why").rstrip(".")
    return f"{about.actor} has given you an award: {about.text('title')}{f', for this: {why}' if why else ''}."


def muted(about: About) -> str:
    reason = about.text("reason").rstrip(".")
    return f"You are muted until {about.when('until')}: you read and fly, but write nothing. The reason: {reason}."


def asked_answered(about: About) -> str:
    if about.text("verdict") == "yes":
        return "You are let in. Welcome."
    answer = about.text("answer").strip()
    return "Your request to be let in was refused." + (f" {answer}" if answer else "")


def report_judged(about: About) -> str:
    done = "has been removed" if about.text("verdict") == "removed" else "stays as it is"
    who = "An umpire" if about.campaign is not None else "Somebody who keeps order in the club"
    return f"{who} has looked at what you reported: it {done}."


def post_removed(about: About) -> str:
    why = about.text("why").rstrip(".")
    what = f", {about.text('what')}" if about.text("what") else ""
    who = "An umpire" if about.campaign is not None else "Somebody who keeps order in the club"
    return f"{who} has removed something that you wrote{what}{f'. The reason: {why}' if why else ''}."


def of_night(verb: str) -> Callable[[About], str]:
    def sentence(about: About) -> str:
        place = about.text("place")
        where = f", {place}" if place else ""
        others = about.data.get("nights")
        more = f" So have {others - 1} later ones of the series." if isinstance(others, int) and others > 1 else ""
        return f"{about.text('title') or 'A club night'} {verb}: {about.when('begins')}{where}.{more}"

    return sentence


def announced(about: About) -> str:
    weeks = about.data.get("weeks")
    again = f" It is repeated each week, {weeks} times in all." if isinstance(weeks, int) and weeks > 1 else ""
    return of_night("has been announced")(about) + again


def it(about: About) -> str:
    """What ends, or is handed on."""
    return "the campaign" if about.campaign is not None else "the club"


def put_away(about: About) -> str:
    return f"{about.actor} has archived {it(about)}: it can be read, and nothing is written in it."


def to_be_deleted(about: About) -> str:
    whose = "its owner" if about.campaign is not None else "one of its owners"
    stays = "" if about.campaign is not None else " Its campaigns stay, as their owners’ own."
    return (
        f"{about.actor} has {it(about)} deleted on {about.when('when')}. Until then it can be read, "
        f"and {whose} can bring it back.{stays}"
    )


def handover_asked(about: About) -> str:
    return (
        f"{about.actor} asks for {it(about)}, because you have not been here for so long. "
        f"Say no until {about.when('until')}, or it is theirs."
    )


def handover_ended(about: About) -> str:
    what = {
        "refused": f"{about.actor} has said no",
        "withdrawn": f"{about.actor} has taken it back",
        "lapsed": "Nobody has answered in time",
        "here": "Who owns it has been here again, or you could not ask any more",
    }.get(about.text("how"), "It has come to nothing")
    return f"{what}: {it(about)} stays whose it is."
