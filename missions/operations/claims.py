"""Victories that people claim for their men, and the judging of all claims.

Every enemy that a debriefed report gives to a named man is claimed by that. Beside it whoever plays a man, or leads or
commands his side, may claim one for him as soon as both sides' orders are open: before the debrief, to be met by the
report when it comes, or against it. What is confirmed or shared is a ruling in the journal (``people.rule_on_kill``),
so that a correction of the mission takes it along or takes it back; here it is only told apart what the report says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import viewer
from campaigns.models import Campaign, Entry, Pilot, Role
from campaigns.operations import pilots, posts, quotas
from campaigns.operations.campaigns import locked
from campaigns.packs.schema import SIDES
from campaigns.selectors import journal_entries
from campaigns.selectors.judging import WHO, refuse_own, refuse_unless_judges, verdicts_of
from campaigns.standing.kinds import Ruling
from campaigns.standing.lines import saying
from campaigns.standing.result_kinds import Kill
from config.common.lengths import said_in_words
from config.common.refusals import Refusal
from missions.models import Claim, Mission, Submission
from missions.operations.under_lock import locked_mission
from missions.selectors.claims import UMPIRE_CORRECTS, confirmable, may_claim_for, took_off, why_closed, why_not_shared
from notices.operations.outbox import tell

WORDS_LENGTH: Final = 500


def claim(*, actor: User, mission: Mission, pilot: Pilot, unit: str, seat: str, words: str = "") -> Claim:
    """Claim an enemy aircraft of a mission for a man who flew in it. The same claim again finds the first."""
    words = said_in_words(words, WORDS_LENGTH, "words", missing="")
    with locked_mission(mission) as mission:
        campaign = mission.campaign
        member = viewer(campaign, actor)
        pilot = Pilot.objects.get(pk=pilot.pk)
        if pilot.campaign_id != campaign.pk or member is None or not may_claim_for(member, pilot):
            raise Refusal("You claim for the men whom you play, lead or command.", "pilot")
        if why := why_closed(mission):
            raise Refusal(why)
        flew = took_off(mission)
        if not any(each.side == pilot.side and each.pilot == pilot.name for each in flew):
            raise Refusal(f"{pilot.name} did not fly in this mission.", "pilot")
        if not any(each.side != pilot.side and (each.unit, each.seat) == (unit, seat) for each in flew):
            raise Refusal("No such enemy aircraft took off in this mission.", "victim")
        same = Claim.objects.filter(mission=mission, pilot=pilot, unit=unit, seat=seat).first()
        if same is not None:
            if same.by_id == actor.pk and same.words == words:
                return same
            raise Refusal(f"This aircraft has been claimed for {pilot.name} already.", "victim")
        kills = _kills_of(journal_entries.in_force(campaign), mission.number, pilot.side, unit, seat)
        if any(kill.pilot_id == pilot.pk for kill in kills):
            raise Refusal(f"The report gives {pilot.name} this aircraft: it is on the board already.", "victim")
        if words:
            posts.write(campaign, actor, field="words", instead="A claim without words is taken.")
        else:
            quotas.spend(actor.pk, "comments")
        made = Claim.objects.create(
            mission=mission, pilot=pilot, unit=unit, seat=seat, words=words, by=actor, at=timezone.now()
        )
        data = {"pilot": pilot.name}
        tell("claim-made", str(made.pk), campaign=campaign, mission=mission.number, actor=actor, data=data)
        return made


def judge_kill(
    *, actor: User, campaign: Campaign, kill: int, verdict: str, reason: str = "", shared_with: Pilot | None = None
) -> None:
    """Judge what a report gives to a named man: entry ``kill`` of the journal."""
    reason = said_in_words(reason, WORDS_LENGTH, "reason", missing="")
    with locked(campaign.pk) as campaign:
        entry = campaign.entries.filter(kind=Kill.kind, number=kill).select_related("pilot").first()
        if entry is None or entry.pilot is None:
            raise Refusal("There is no such claim in the journal.", "kill")
        victim = Kill.of(entry).victim
        own = Claim.objects.filter(
            mission__campaign=campaign,
            mission__number=entry.mission or 0,
            pilot=entry.pilot,
            unit=victim.unit,
            seat=victim.seat,
        ).first()
        member = viewer(campaign, actor)
        if member is not None and own is not None:
            refuse_own(campaign, member, entry.pilot, made_it=own.by_id == actor.pk)
        _rule(actor, campaign, entry, entry.pilot, verdict, reason, shared_with)


def judge(*, actor: User, claim: Claim, verdict: str, reason: str = "", shared_with: Pilot | None = None) -> None:
    """Judge a claim that somebody made, by what the report of its mission says.

    What the report bears out is ruled on as any victory of the report. Of what it gives to somebody else the claimant
    may be given a share; all else can only be denied.
    """
    reason = said_in_words(reason, WORDS_LENGTH, "reason", missing="")
    with locked(claim.mission.campaign_id) as campaign:
        claim = Claim.objects.select_related("mission", "pilot").get(pk=claim.pk)
        mission, pilot = claim.mission, claim.pilot
        member = viewer(campaign, actor)
        refuse_unless_judges(member, pilot.side, verdict)
        assert member is not None
        refuse_own(campaign, member, pilot, made_it=claim.by_id == actor.pk)
        if mission.status == Mission.Status.VOID:
            raise Refusal("The mission is void: nothing that happened in it counts.")
        if mission.status != Mission.Status.DEBRIEFED:
            raise Refusal("The mission has not been debriefed yet: its claims wait for the report.")
        force = journal_entries.in_force(campaign)
        kills = _kills_of(force, mission.number, pilot.side, claim.unit, claim.seat)
        own = next((kill for kill in kills if kill.pilot_id == pilot.pk), None)
        if own is not None:
            _rule(actor, campaign, own, pilot, verdict, reason, shared_with)
            return
        is_shared = any(
            ruling.partner == pilot.pk and ruling.kill in [kill.number for kill in kills]
            for _, ruling in saying(force, Ruling)
        )
        if verdict == "denied":
            if is_shared:
                _rule(actor, campaign, kills[0], pilot, "confirmed", reason, None)
            _deny(actor, claim, reason)
        elif (why := why_not_shared(kills)) or verdict != "shared":
            raise Refusal(why or _why_not_whole(kills), "verdict")
        elif claim.verdict == Claim.Verdict.DENIED and not member.may(Role.UMPIRE):
            raise Refusal("This claim has been judged already. Only an umpire judges it anew.")
        else:
            _rule(actor, campaign, kills[0], pilot, verdict, reason, pilot)
            Claim.objects.filter(pk=claim.pk).update(verdict=Claim.Verdict.OPEN, reason="", judge=None, judged_at=None)


def confirm_all(*, actor: User, campaign: Campaign, kills: Collection[int]) -> int:
    """Confirm the victories of these entries of the journal, each as ``judge_kill`` does; how many were.

    Left as they are: what has been judged or disputed since the actor saw them, and what is not theirs to judge.
    """
    with locked(campaign.pk) as campaign:
        member = viewer(campaign, actor)
        if member is None or not any(verdicts_of(member, side) for side in SIDES):
            raise Refusal(WHO)
        entries = [entry for entry in confirmable(campaign, member) if entry.number in kills]
        if not entries:
            raise Refusal("Each of these claims has been judged or disputed meanwhile: nothing is left to confirm.")
        for entry in entries:
            assert entry.pilot is not None
            _rule(actor, campaign, entry, entry.pilot, "confirmed", "", None)
        return len(entries)


def _deny(actor: User, claim: Claim, reason: str) -> None:
    """Turn down a claim that the report does not bear out. No entry of the journal is about it."""
    if not reason:
        raise Refusal("Write something here.", "reason")
    if claim.verdict == Claim.Verdict.DENIED:
        if claim.judge_id == actor.pk and claim.reason == reason:
            return
        raise Refusal("This claim has been denied already.")
    posts.write(claim.mission.campaign, actor, field="reason", counts=False)
    claim.verdict, claim.reason = Claim.Verdict.DENIED, reason
    claim.judge, claim.judged_at = actor, timezone.now()
    claim.save(update_fields=["verdict", "reason", "judge", "judged_at"])
    _tell_judged(actor, claim.mission.campaign, claim.mission.number, claim.pilot, "denied")


def _rule(
    actor: User,
    campaign: Campaign,
    kill: Entry,
    claimant: Pilot,
    verdict: str,
    reason: str,
    shared_with: Pilot | None,
) -> None:
    """Write a ruling on an entry of the report. ``claimant`` is whose claim it is: the victor's, or a sharer's."""
    before = journal_entries.version(campaign)
    approved = Submission.objects.filter(
        mission__campaign=campaign, mission__number=kill.mission or 0, status=Submission.Status.APPROVED
    )
    pilots.rule_on_kill(
        actor=actor,
        campaign=campaign,
        kill=kill.number,
        verdict=verdict,
        reason=reason,
        shared_with=shared_with,
        is_approved=approved.exists(),
    )
    if journal_entries.version(campaign) != before:
        _tell_judged(actor, campaign, kill.mission or 0, claimant, verdict)


def _tell_judged(actor: User, campaign: Campaign, mission: int, pilot: Pilot, verdict: str) -> None:
    key = f"{campaign.pk} {pilot.pk} {timezone.now().isoformat()}"
    data = {"pilot": pilot.name, "verdict": verdict}
    tell("claim-judged", key, campaign=campaign, mission=mission, actor=actor, data=data)


def _why_not_whole(kills: Sequence[Entry]) -> str:
    assert kills[0].pilot is not None
    return f"The report gives this aircraft to {kills[0].pilot.name}. Share it or deny the claim. {UMPIRE_CORRECTS}"


def _kills_of(force: Iterable[Entry], mission: int, side: str, unit: str, seat: str) -> list[Entry]:
    """What the report of a mission says of who shot down an aircraft of ``side``'s enemies."""
    return [
        entry
        for entry, kill in saying(force, Kill)
        if entry.mission == mission and entry.side == side and (kill.victim.unit, kill.victim.seat) == (unit, seat)
    ]
