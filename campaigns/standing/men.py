"""Airmen: what they fly and shoot down, what becomes of them, and what they learn. [SUP 19.5]"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from campaigns.catalogue.library import aircraft_name
from campaigns.standing import careers
from campaigns.standing.change_kinds import EarlierCareer
from campaigns.standing.deliveries import AT_START
from campaigns.standing.kinds import BadgePictured, Decorated, Named, Pictured, Renamed, Ruling, SkillLearned
from campaigns.standing.lines import Line
from campaigns.standing.model import RESTING, Airman, JournalFact, ManStatus
from campaigns.standing.questions import is_crew
from campaigns.standing.recruits import Man
from campaigns.standing.result_kinds import Die, FateMet, Kill, Search, Sortie
from campaigns.standing.sortie_text import achieved, fell_to_flak
from campaigns.standing.words import skill_name, with_article
from campaigns.standing.workings import Claim, InHand, Workings, fraction

GONE: Final = ("killed", "captured", "missing")
"""Nothing more becomes of who is one of these, whatever he is said to have flown."""
_WHY: Final = {
    "wounded": "was wounded",
    "leave": "was on leave",
    "evading": "was on the way home from behind the enemy’s lines",
    "missing": "was missing",
    "captured": "had been captured",
    "killed": "had been killed",
    "away": "had not joined yet",
    "posted": "had been posted away",
}
_FATES: Final = {
    "unhurt": "came down unhurt",
    "captured": "was captured",
    "missing": "is missing",
    "killed": "was killed",
}
_RETURNED: Final = {"wounded": "fit again", "leave": "back from leave", "evading": "got home and is fit"}
_SAID: Final = {"leave": "on leave", "fit": "fit for duty"}
PART: Final = {"confirmed": Fraction(1), "shared": Fraction(1, 2), "denied": Fraction(0)}
"""What a ruling leaves the claimant of what he reported."""


def begin(work: Workings) -> None:
    """Everybody is there but those whom a delivery brings."""
    for man in work.men.values():
        enlist(work, man)


def enlist(work: Workings, man: Man) -> None:
    """Enter a man as the campaign begins: there, or away until his squadron or his delivery comes."""
    comes_later = bool(man.delivery) or bool(man.squadron and man.squadron in work.pack.squadrons)
    airman = Airman(
        man=man,
        squadron=man.squadron,
        status="away" if comes_later else "fit",
        is_green=man.is_green,
        skills=tuple(man.skills),
    )
    airman.rank = _rank(work, airman)
    work.standing.airmen[man.pk] = airman
    work.began_green[man.pk] = man.is_green
    if comes_later:
        work.waiting[man.squadron, man.delivery].append(man.pk)


def arrive(work: Workings, squadron: str, delivery: str) -> None:
    """The men of a delivery join their squadron."""
    for pk in work.waiting.pop((squadron, delivery), ()):
        present(work, work.standing.airmen[pk], "" if delivery == AT_START else "as a replacement", follows=True)


def present(work: Workings, airman: Airman, how: str = "", *, follows: bool = False) -> None:
    """A man who was away is there; nothing of one who is there already. ``follows``: it comes of another entry."""
    if airman.status == "away":
        airman.status = "fit"
        enter(work, airman)
        text = f"joined {work.squadron_title(airman.squadron)} {how}".rstrip()
        work.tell(airman.life, "joined", text, follows=follows)


def enter(work: Workings, airman: Airman) -> None:
    """His squadron has men with names from now on."""
    if (squadron := work.standing.squadrons.get(airman.squadron)) is not None:
        squadron.names_men = True


def leave(work: Workings, squadron: str, count: int) -> None:
    """So many men of a squadron leave the campaign, those with the most Missions first."""
    staying = [each for each in work.standing.airmen.values() if each.squadron == squadron and each.status == "fit"]
    for airman in sorted(staying, key=lambda each: -each.missions)[:count]:
        airman.status = "away"
        work.tell(airman.life, "left", "was posted away", follows=True)


def declare(work: Workings, airman: Airman, status: ManStatus, back: int) -> None:
    """What somebody says has become of a man; until Mission ``back`` of the wounded and those on leave."""
    airman.status, airman.back, airman.sought = status, back, False
    work.resting.discard(airman.pk)
    until = ""
    if status in RESTING and back:
        work.resting.add(airman.pk)
        until = f" until mission {back}"
    work.tell(airman.life, status, f"{_SAID.get(status, status)}{until}")


def returned(work: Workings, mission: int) -> None:
    """Who was wounded, on leave or on the way home and is due for this Mission is fit again."""
    for pk in sorted(work.resting):
        airman = work.standing.airmen[pk]
        if airman.back <= mission:
            work.resting.discard(pk)
            if text := _RETURNED.get(airman.status):
                airman.status = "fit"
                work.tell(airman.life, "returned", text, follows=True)


def fly(work: Workings, hand: InHand, airman: Airman, code: str, said: Sortie) -> None:
    """A man flies a sortie: his tally, his logbook and, with careers, his experience."""
    number = hand.number
    hand.men.add(airman.pk)
    did_it = achieved(said)
    airman.missions += 1
    airman.strikes += did_it
    airman.damaged += said.damaged
    name = aircraft_name(said.aircraft)
    what = f"flew {code} ({name})" if code else f"flew a {name}"
    part = f" as {said.role}" if said.role not in ("", "fighter") else ""
    hits = f", damaged {said.damaged} enemy aircraft" if said.damaged else ""
    work.tell(airman.life, "sortie", f"{what}{part} in mission {number}{hits}{_outcome(airman, said)}", number)
    if work.pack.options.careers:
        gain(work, airman, careers.of_sortie(did_it, said.damaged, said.status == "damaged"))


def _outcome(airman: Airman, said: Sortie) -> str:
    """How his own aircraft came out of it, counted and in words."""
    if said.status == "damaged":
        airman.home_damaged += 1
        return ", came home damaged"
    if said.status == "destroyed":
        airman.shot_down += 1
        airman.by_flak += fell_to_flak(said)
        return f", shot down ({said.cause})" if said.cause else ", shot down"
    return ""


def check(work: Workings, hand: InHand, airman: Airman, squadron: str) -> None:
    """Note what keeps a man from flying a sortie with this squadron (any, if it is empty)."""
    number, key = hand.number, f"man:{airman.pk}:{hand.number}"
    advice = "Accept it, or say who flew instead"
    if airman.pk in hand.men:
        sentence = f"{airman.name} flew twice in mission {number}. {advice} in one of the two aircraft"
        work.conflict(f"twice:{airman.pk}:{number}", sentence, number, airman.side)
    elif airman.status != "fit":
        sentence = f"{airman.name} flew in mission {number}, but {_WHY[airman.state_word]}. {advice}"
        work.conflict(key, sentence, number, airman.side)
    elif squadron and airman.squadron and squadron != airman.squadron:
        own, other = work.squadron_title(airman.squadron), work.squadron_title(squadron)
        sentence = f"{airman.name} of {own} flew with {other} in mission {number}. {advice}"
        work.conflict(key, sentence, number, airman.side)


def gain(work: Workings, airman: Airman, experience: Fraction | int) -> None:
    """Experience won or, when a claim is denied, lost; its steps. [SUP 19.5]"""
    before = careers.step(airman.experience)
    airman.experience += experience
    if experience < 0:
        airman.experience = max(Fraction(0), airman.experience)
    after = careers.step(airman.experience)
    if after != before:
        rises(work, airman)


def rises(work: Workings, airman: Airman) -> None:
    """What his experience makes of him: no longer Green, and Skills to choose."""
    was_green = airman.is_green
    airman.is_green = work.began_green[airman.pk] and careers.step(airman.experience) < 1
    if was_green and not airman.is_green:
        work.tell(airman.life, "step", "is no longer Green", follows=True)
    _count_due(work, airman)


def rated(work: Workings, airman: Airman) -> None:
    """He has come to another rank, or fallen back to one, in a system that knows ranks."""
    rank = _rank(work, airman)
    if rank != airman.rank:
        airman.rank = rank
        if not airman.is_lost:
            work.tell(airman.life, "step", f"is rated {rank} now", follows=True)


def _rank(work: Workings, airman: Airman) -> str:
    rules = work.pack.rules
    return rules.rank(airman.record) if rules.rates_men else ""


def _due(work: Workings, airman: Airman) -> int:
    """Skills that he has earned and not learned, in a system that has any."""
    return max(0, careers.skills_earned(airman.experience) - work.learned[airman.pk]) if work.pack.rules.skills else 0


def _count_due(work: Workings, airman: Airman) -> None:
    due = _due(work, airman)
    if due > airman.skills_due:
        work.tell(airman.life, "step", "has earned a Skill", follows=True)
    airman.skills_due = due


def learn(work: Workings, line: Line) -> None:
    """A ``skill`` line: he learns what he has earned. [SUP 19.5]"""
    airman = work.airman(line.pilot_id)
    if airman is None:
        return
    code = SkillLearned.of(line).code
    if not airman.skills_due:
        work.conflict(
            f"skill:{airman.pk}:{code}",
            f"{airman.name} has learned {code}, but had not earned a Skill by then. Accept it, or take the Skill back",
            None,
            airman.side,
        )
    airman.skills = (*airman.skills, code)
    work.learned[airman.pk] += 1
    work.tell(airman.life, "skill", f"learned {skill_name(code, in_formation=is_crew(work.standing, airman))}")
    _count_due(work, airman)


def name(work: Workings, line: Line) -> None:
    """He is called otherwise than he was as the campaign began."""
    airman, told = work.standing.airmen.get(line.pilot_id or 0), Named.of(line)
    if airman is not None and isinstance(told, Renamed) and not airman.first_name:
        airman.first_name = told.was


def portray(work: Workings, line: Line) -> None:
    """A portrait or a badge is uploaded, or the drawn one comes back."""
    told = Pictured.of(line)
    if isinstance(told, BadgePictured):
        work.standing.badges[line.side, told.squadron] = told.digest
    elif airman := work.standing.airmen.get(line.pilot_id or 0):
        airman.picture = told.digest


def decorate(work: Workings, line: Line) -> None:
    if airman := work.airman(line.pilot_id):
        told = Decorated.of(line)
        airman.decorations = (*airman.decorations, told.name)
        reason = f": {told.reason}" if told.reason else ""
        work.tell(airman.life, "decorated", f"{told.name}{reason}", line.mission)


def meet_fate(work: Workings, line: Line) -> None:
    """What became of a man whose aircraft was Destroyed, or of whoever is taken to have flown in his place."""
    told, mission = FateMet.of(line), line.mission or 0
    pk = line.pilot_id
    if pk is None or not work.pack.options.careers:
        return
    _, flew = work.in_hand(mission).seats.get((told.unit, told.seat), ("", pk))
    airman = work.airman(flew)
    if airman is None or airman.status in GONE:
        return
    fate = told.fate
    shown = f" (the die showed {told.card.die})" if isinstance(told.card, Die) else ""
    if fate == "wounded" or fate == "evading":
        rest(work, airman, fate, mission, mission + 1 + told.missions_out, shown)
        return
    what = "was wounded and captured" if told.is_wounded else _FATES[fate]
    work.tell(airman.life, fate, f"{what} in mission {mission}{shown}", mission)
    if fate != "unhurt":
        airman.status = fate
        airman.sought = fate == "missing"
        work.resting.discard(airman.pk)
        if airman.sought and airman.pk != pk:
            work.stand_ins[pk] = airman.pk


def rest(
    work: Workings, airman: Airman, status: Literal["wounded", "evading"], mission: int, back: int, shown: str = ""
) -> None:
    """He is wounded or on his way home until Mission ``back``.

    ``shown``: what the die that decided it showed, in brackets; empty where a card did.
    """
    airman.status = status
    airman.back = max(back, airman.back)
    work.resting.add(airman.pk)
    what = "evaded capture" if status == "evading" else "wounded"
    text = f"{what} in mission {mission}, back for mission {airman.back}{shown}"
    work.tell(airman.life, status, text, mission)


def search(work: Workings, line: Line) -> None:
    """A missing man is searched for once, at the next debrief. [SUP 19.5]"""
    airman = work.airman(line.pilot_id)
    if airman is None:
        return
    if not airman.sought:
        airman = work.airman(work.stand_ins.pop(airman.pk, None)) or airman
    if not airman.sought:
        work.conflict(
            f"search:{airman.pk}:{line.mission}",
            f"{airman.name} was searched for after mission {line.mission}, but was not missing. Nothing comes of it",
            line.mission,
            airman.side,
        )
        return
    airman.sought = False
    if Search.of(line).fate == "rescued":
        airman.status = "fit"
        work.tell(airman.life, "rescued", "was found and brought home", line.mission)
    else:
        work.tell(airman.life, "missing", "was searched for in vain", line.mission)


def kill(work: Workings, line: Line) -> None:
    """An enemy Destroyed: to the credit of who flew that aircraft, until somebody rules on it."""
    told, mission = Kill.of(line), line.mission or 0
    hand = work.in_hand(mission)
    code, pk = hand.seats.get((told.unit, told.seat), ("", line.pilot_id))
    if (victim := (told.victim.unit, told.victim.seat)) not in hand.downed:
        hand.downed.add(victim)
        downed, of = work.standing.downed_by_type, (line.side, told.victim.aircraft)
        downed[of] = downed.get(of, 0) + 1
    share = told.part
    airframe = work.standing.airframes.get(code)
    claim = work.claims[line.number] = Claim(pk, airframe, share, kept=share)
    airman = work.airman(pk)
    if airman is not None:
        airman.claimed += 1
        what = "shot down" if share == 1 else "shared in shooting down"
        text = f"{what} {with_article(aircraft_name(told.victim.aircraft))} in mission {mission}"
        steps = _steps_of_now(work, airman)
        work.tell(airman.life, "kill", text, mission)
        airman.life.extend(steps)
        claim.credits = {airman.pk: share}
    _credit(work, claim, 1)
    if airframe is not None:
        airframe.kills += share


def _steps_of_now(work: Workings, airman: Airman) -> list[JournalFact]:
    """What he has risen by in this mission so far, taken out of his life: it is told after all that he did in it."""
    steps: list[JournalFact] = []
    while airman.life and airman.life[-1].what == "step" and airman.life[-1].moment == work.moment:
        steps.insert(0, airman.life.pop())
    return steps


def _credit(work: Workings, claim: Claim, sign: int) -> None:
    """Give the men their part of a claim, or take it back."""
    for pk, share in claim.credits.items():
        airman = work.standing.airmen[pk]
        was_ace = airman.kills >= careers.ACE_KILLS
        airman.kills = max(Fraction(0), airman.kills + sign * share)  # a record from paper may have left it out
        if airman.kills >= careers.ACE_KILLS and not was_ace:
            work.tell(airman.life, "ace", "is an ace", follows=True)
        if work.pack.options.careers:
            gain(work, airman, sign * careers.of_kill(share))


def _confirm(work: Workings, claim: Claim, sign: int) -> None:
    """Count what a ruling has given men of a claim, or take it back. No rule goes by it: it is for the standings."""
    if claim.is_ruled:
        for pk, share in claim.credits.items():
            airman = work.standing.airmen[pk]
            airman.confirmed = max(Fraction(0), airman.confirmed + sign * share)


def rule(work: Workings, line: Line) -> None:
    """A ruling on a claim: confirmed, denied, or shared with another man."""
    told = Ruling.of(line)
    claim = work.claims.get(told.kill)
    if claim is None:
        work.conflict(
            f"ruling:{told.kill}",
            f"A ruling is about a claim of mission {line.mission} that stands no longer. Accept it, or rule anew",
            line.mission,
            line.side,
        )
        return
    own = claim.share * PART[told.verdict]
    _credit(work, claim, -1)
    _confirm(work, claim, -1)
    claim.credits = {pk: own for pk in (claim.pilot, told.sharer) if own and pk in work.standing.airmen}
    claim.is_ruled = True
    _credit(work, claim, 1)
    _confirm(work, claim, 1)
    if claim.airframe is not None:
        claim.airframe.kills += own - claim.kept
    claim.kept = own
    for pk in {claim.pilot, *claim.credits}:
        if airman := work.airman(pk):
            reason = f": {told.reason}" if told.reason else ""
            work.tell(airman.life, "ruling", f"claim of mission {line.mission} {told.verdict}{reason}", line.mission)
            rated(work, airman)


def back_fill(work: Workings, airman: Airman, said: EarlierCareer) -> None:
    """What a man has come to by a record on paper. [SUP 19.5]"""
    airman.kills = airman.confirmed = fraction(said.kills)
    airman.claimed = max(airman.claimed, -(-airman.kills.numerator // airman.kills.denominator))
    airman.missions = said.missions
    airman.skills = said.skills
    work.learned[airman.pk] = sum(code not in airman.man.skills for code in airman.skills)
    work.began_green[airman.pk] = said.green
    airman.experience = fraction(said.experience)
    airman.is_green = said.green and careers.step(airman.experience) < 1
    airman.skills_due = _due(work, airman)
    airman.rank = _rank(work, airman)
