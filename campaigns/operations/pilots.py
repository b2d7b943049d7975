"""What is decided about single men, and what people add to the journal in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import Q

from campaigns.access import refuse_unless_for, viewer
from campaigns.models import Campaign, Entry, Pilot, Role, Side
from campaigns.operations import journal, posts
from campaigns.operations.campaigns import locked
from campaigns.operations.journal import Batch
from campaigns.selectors import journal_entries, standings
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.judging import VERDICTS, refuse_own, refuse_unless_judges, standing_in_words
from campaigns.standing import NewLine, Standing, skills
from campaigns.standing.kinds import Decorated, Drawn, NoteWritten, Ruling, SkillLearned
from campaigns.standing.lines import saying
from campaigns.standing.result_kinds import Kill, Sortie
from config.common.lengths import said_in_words
from config.common.refusals import Refusal

NAME_LENGTH = 120
TEXT_LENGTH = 2000


def choose_skill(*, actor: User, campaign: Campaign, pilot: Pilot, code: str) -> None:
    """Let a man learn a Skill that he has earned. [SUP 19.5]"""
    with locked(campaign.pk) as campaign:
        refuse_unless_for(campaign, actor, pilot.side)
        _refuse_strangers(campaign, pilot)
        standing = standings.standing_of(campaign)
        airman = standing.airmen[pilot.pk]
        if not definition_of(campaign).options.careers:
            raise Refusal("No careers are kept in this campaign.")
        if airman.is_lost:
            raise Refusal(f"{airman.name} does not come back and learns nothing more.")
        if not airman.skills_due:
            raise Refusal(f"{airman.name} has not earned another Skill yet. [SUP 19.5]")
        if code not in skills.fitting(standing, airman):
            why = (
                "has this Skill already" if code in airman.skills else "has no use for this Skill in the aircraft flown"
            )
            raise Refusal(f"{airman.name} {why}. Choose another.", "code")
        batch = Batch(campaign, actor)
        now = standings.now(standing, campaign.committed)
        batch.add(SkillLearned(code=code), side=pilot.side, pilot=pilot, moment=now)
        batch.write()


def staff_skills(standing: Standing, sides: list[str], seed: int, moment: int) -> list[NewLine]:
    """The lines of the Skills that the engine's staff chooses for the men of its sides, one a man at a time."""
    lines = []
    due = [man for man in standing.airmen.values() if man.skills_due and man.side in sides and not man.is_lost]
    for airman in sorted(due, key=lambda man: man.pk):
        code = skills.chosen_by_staff(standing, airman, seed)
        if code is not None:
            lines.append(NewLine.saying(SkillLearned(code=code), side=airman.side, pilot_id=airman.pk, moment=moment))
    return lines


def decorate(*, actor: User, campaign: Campaign, pilot: Pilot, name: str, reason: str) -> None:
    """Award a man a decoration, dead or alive."""
    name, reason = said_in_words(name, NAME_LENGTH, "name"), said_in_words(reason, TEXT_LENGTH, "reason")
    with locked(campaign.pk) as campaign:
        refuse_unless_for(campaign, actor, pilot.side)
        _refuse_strangers(campaign, pilot)
        standing = standings.standing_of(campaign)
        if name in standing.airmen[pilot.pk].decorations:
            raise Refusal(f"{pilot.name} has the {name} already.", "name")
        posts.write(campaign, actor, field="reason", counts=False)
        batch = Batch(campaign, actor)
        now = standings.now(standing, campaign.committed)
        batch.add(Decorated(name=name, reason=reason), side=pilot.side, pilot=pilot, moment=now)
        batch.write()


def rule_on_kill(
    *,
    actor: User,
    campaign: Campaign,
    kill: int,
    verdict: str,
    reason: str = "",
    shared_with: Pilot | None = None,
    is_approved: bool = False,
) -> None:
    """Confirm, deny or share the enemy that a man claims: entry ``kill`` of the journal. The latest ruling counts.

    Once it has been judged only an umpire judges it anew. Only who confirms need not say why. ``is_approved``: an
    umpire has approved the result that gives it to him, so that only an umpire takes experience from anybody by it.
    """
    if verdict not in VERDICTS:
        raise Refusal("A claim is confirmed, denied or shared.", "verdict")
    with locked(campaign.pk) as campaign:
        member = viewer(campaign, actor)
        found = journal_entries.in_force(campaign, Q(kind=Kill.kind, number=kill))
        if not found:
            raise Refusal("There is no such claim in the journal.", "kill")
        (claim,) = found
        of_mission = Q(kind__in=(Kill.kind, Sortie.kind, Ruling.kind), mission=claim.mission)
        force = journal_entries.in_force(campaign, of_mission)
        if claim.pilot is None:
            raise Refusal("Nobody is named who claims it.", "kill")
        refuse_unless_judges(member, claim.side, verdict)
        assert member is not None
        refuse_own(campaign, member, claim.pilot)
        is_said = bool(reason.strip())
        if verdict == "confirmed" and not is_said:
            reason = standing_in_words(member, claim.side)
        reason = said_in_words(reason, TEXT_LENGTH, "reason")
        if (verdict == "shared") != (shared_with is not None):
            raise Refusal("Say with whom it is shared, and of no other verdict.", "with")
        if shared_with is not None:
            _refuse_to_share(force, claim, shared_with)
        partner = shared_with.pk if shared_with else None
        ruling = Ruling.said({"kill": kill, "verdict": verdict, "with": partner, "reason": reason})
        earlier = [entry for entry, said in saying(force, Ruling) if said.kill == kill]
        if any(Ruling.of(entry) == ruling and entry.actor_id == actor.pk for entry in earlier):
            return
        if earlier and not member.may(Role.UMPIRE):
            raise Refusal("This claim has been judged already. Only an umpire judges it anew.")
        if is_said:
            posts.write(campaign, actor, field="reason", instead="A claim is confirmed without a word.", counts=False)
        batch = Batch(campaign, actor)
        for entry in earlier:
            batch.reverse(entry)
        batch.add(ruling, side=claim.side, mission=claim.mission, pilot_id=claim.pilot_id)
        if is_approved and verdict != "confirmed" and not member.may(Role.UMPIRE):
            _refuse_to_take_experience(campaign, batch, claim)
        batch.write()


def _refuse_to_take_experience(campaign: Campaign, batch: Batch, claim: Entry) -> None:
    """What was approved has made men what they are: nobody but an umpire takes that back."""
    before, after = standings.standing_of(campaign).airmen, journal.after(campaign, batch).airmen
    lowered = [man.name for pk, man in before.items() if after[pk].experience < man.experience]
    if lowered:
        raise Refusal(
            f"The result of mission {claim.mission} has been approved, and this would take experience from "
            f"{' and '.join(lowered)}: only an umpire does that.",
            "verdict",
        )


def _refuse_to_share(force: Sequence[Entry], claim: Entry, partner: Pilot) -> None:
    """A claim is shared with somebody else of its side who flew in its mission and has no claim of his own to it."""
    flew = {entry.pilot_id for entry in journal_entries.of_kind(force, Sortie) if entry.mission == claim.mission}
    if partner.pk == claim.pilot_id or partner.side != claim.side or partner.pk not in flew:
        raise Refusal("It is shared with somebody else of that side who flew in this mission.", "with")
    if any(entry.pilot_id == partner.pk for entry in journal_entries.claims_of_the_same(force, claim)):
        raise Refusal("That man has a claim to the same aircraft already. Rule on that.", "with")


def add_note(*, actor: User, campaign: Campaign, text: str, mission: int | None = None, side: str = "") -> None:
    """Write a note into the journal: about a mission or none, for everybody's eyes or for those of one side."""
    text = said_in_words(text, TEXT_LENGTH, "text")
    if side not in ("", *Side.values):
        raise Refusal("A note is for one side or for everybody.", "side")
    with locked(campaign.pk) as campaign:
        member = viewer(campaign, actor)
        if side and not (member is not None and (member.sees_plans_of(side) or member.may(Role.UMPIRE))):
            raise Refusal("You do not command this side.")
        if campaign.owner_id != actor.pk and not campaign.seats.held_by(actor.pk).exists():
            raise Refusal("Only those who take part in a campaign write notes.")
        if mission is not None and not campaign.entries.filter(kind=Drawn.kind, mission=mission).exists():
            raise Refusal(f"There is no mission {mission}.", "mission")
        posts.write(campaign, actor)
        batch = Batch(campaign, actor)
        batch.add(NoteWritten(text=text), side=side, mission=mission)
        batch.write()


def _refuse_strangers(campaign: Campaign, pilot: Pilot) -> None:
    if pilot.campaign_id != campaign.pk:
        raise Refusal("That man is not of this campaign.", "pilot")
