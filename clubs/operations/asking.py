"""Joining on approval: somebody asks with a few words, an owner or an umpire of the club says yes or no."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.operations.moderation import note
from clubs.models import Asked, Club, ClubRole, Membership, ModerationEntry
from clubs.operations.clubs import add
from clubs.operations.locks import locked
from clubs.selectors.asking import OFTEN, again_at, often_until
from clubs.selectors.bans import banned_from, is_banned
from clubs.selectors.members import place_of, refuse_unless, roles_open_to
from clubs.selectors.own_clock import zone_told_to
from config.common import clock
from config.common.lengths import said_in_words
from config.common.refusals import Refusal
from notices.operations.outbox import tell

WORDS_LENGTH = 500
ANSWER_LENGTH = 200
MOST_OF_A_CLUB = 200
MOST_OF_A_PERSON = 10
"""That wait at once."""
ONLY = "Only owners and umpires of a club decide who is let in."


def ask(*, actor: User, club: Club, words: str) -> Asked:
    """Ask to be let in. Who asks again while they wait finds what they asked before."""
    words = said_in_words(words, WORDS_LENGTH, "words", missing="Say in a few words who you are.", what="That is")
    with locked(club.pk) as club:
        if place_of(club, actor) is not None:
            raise Refusal("You are in already.")
        if not club.takes_askers:
            raise Refusal(f"{club.name} lets people in by invitation only. Ask one of its members for a link.")
        if is_banned(club.pk, actor):
            raise Refusal(banned_from(club))
        mine = Asked.objects.filter(club=club, user=actor, status=Asked.Status.OPEN).first()
        if mine is not None:
            return mine
        if (again := again_at(club, actor.pk)) is not None:
            at = clock.when(again, None, zone_told_to(actor.pk, club.time_zone))
            raise Refusal(f"You have been refused lately. Ask again from {at} on.")
        if (again := often_until(club, actor.pk)) is not None:
            at = clock.when(again, None, zone_told_to(actor.pk, club.time_zone))
            raise Refusal(f"You have asked and taken it back {OFTEN} times within a month. Ask again from {at} on.")
        waiting = Asked.objects.filter(status=Asked.Status.OPEN)
        if waiting.filter(user=actor).count() >= MOST_OF_A_PERSON:
            raise Refusal(f"{MOST_OF_A_PERSON} clubs have your request. Wait for an answer, or take one back.")
        if waiting.filter(club=club).count() >= MOST_OF_A_CLUB:
            raise Refusal(f"{club.name} has more requests than it can answer. Try again in a few days.")
        made = Asked.objects.create(club=club, user=actor, words=words)
        for place in Membership.objects.filter(club=club, role__gte=ClubRole.UMPIRE).select_related("user"):
            data = {"user": actor.pk}
            tell("asks-to-join", f"{made.pk} {place.user_id}", club=club, person=place.user, actor=actor, data=data)
    return made


def take_back(*, actor: User, club: Club) -> None:
    """Ask no more. Nothing happens if the answer was quicker."""
    with locked(club.pk, archived_too=True) as club:
        mine = Asked.objects.filter(club=club, user=actor, status=Asked.Status.OPEN)
        mine.update(status=Asked.Status.WITHDRAWN, answered_at=timezone.now())


def approve(*, actor: User, club: Club, asked: int, role: ClubRole = ClubRole.PLAYER) -> Asked:
    """Let somebody in. Two who approve at once let them in once."""
    with locked(club.pk) as club:
        own = refuse_unless(club, actor, ClubRole.UMPIRE, ONLY)
        if role not in roles_open_to(own.role):
            raise Refusal("Only an owner makes umpires and owners.", "role")
        found = _found(club, asked)
        if found.status == Asked.Status.APPROVED:
            return found
        _refuse_answered(found)
        _answer(found, actor, Asked.Status.APPROVED)
        if add(club=club, user=found.user, role=role)[1]:
            note(ModerationEntry.Act.LET_IN, actor=actor, club=club, whom=found.user, what=f"As {role.label.lower()}")
        tell("asked-answered", str(found.pk), club=club, person=found.user, actor=actor, data={"verdict": "yes"})
    return found


def refuse(*, actor: User, club: Club, asked: int, answer: str = "") -> Asked:
    """Do not let somebody in; ``answer`` is told to them. They may ask again after a while."""
    answer = said_in_words(answer, ANSWER_LENGTH, "answer", missing="", what="The answer is")
    with locked(club.pk) as club:
        refuse_unless(club, actor, ClubRole.UMPIRE, ONLY)
        found = _found(club, asked)
        if found.status == Asked.Status.REFUSED:
            return found
        _refuse_answered(found)
        _answer(found, actor, Asked.Status.REFUSED, answer)
        note(ModerationEntry.Act.TURNED_AWAY, actor=actor, club=club, whom=found.user, why=answer)
        data = {"verdict": "no", "answer": answer}
        tell("asked-answered", str(found.pk), club=club, person=found.user, actor=actor, data=data)
    return found


def end_of(club: Club, user: User, actor: User) -> None:
    """Somebody who is banned asks no more; part of the operation that bans, which tells of it."""
    for found in Asked.objects.filter(club=club, user=user, status=Asked.Status.OPEN):
        _answer(found, actor, Asked.Status.REFUSED)


def _found(club: Club, asked: int) -> Asked:
    found = Asked.objects.select_related("user", "answered_by").filter(club=club, pk=asked).first()
    if found is None:
        raise Refusal("Nobody asks so.")
    return found


def _refuse_answered(found: Asked) -> None:
    if found.status == Asked.Status.OPEN:
        return
    if found.status == Asked.Status.WITHDRAWN:
        raise Refusal(f"{found.user} has taken the request back.")
    done = "let in" if found.status == Asked.Status.APPROVED else "refused"
    raise Refusal(f"{found.answered_by or 'Somebody'} has answered already: {found.user} was {done}.")


def _answer(found: Asked, actor: User, status: Asked.Status, answer: str = "") -> None:
    found.status, found.answer = status, answer
    found.answered_by, found.answered_at = actor, timezone.now()
    found.save(update_fields=["status", "answer", "answered_by", "answered_at"])
