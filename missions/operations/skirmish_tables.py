"""What was played at a table outside campaigns: told, told anew, taken back; each telling stays as its trace."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.operations import posts
from clubs.models import Club, SeasonGame
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal
from missions.models import ResultDraft, Skirmish, SkirmishTelling
from missions.operations.skirmishes import locked_own
from missions.results import reports
from missions.results.outcomes import Outcome
from missions.results.questionnaire import of_skirmish
from missions.selectors.skirmish_tables import live_telling, report_told, told_version, why_not_told
from missions.selectors.skirmishes import points_by_side, verdict

WHY_LENGTH = 200
STALE = "Another result has been stored since you opened this page. Open it again to see it."


def tell(
    *, actor: User, skirmish: Skirmish, outcome: Outcome, key: UUID, expected_version: str = "", why: str = ""
) -> SkirmishTelling:
    """Tell how a skirmish went at the table, or tell it anew. The same page again (``key``) finds what it told.

    ``expected_version``: ``told_version`` as the page came with it.
    """
    with transaction.atomic():
        skirmish = _locked(actor, skirmish)
        known = SkirmishTelling.objects.filter(key=key).first()
        if known is not None and known.skirmish_id != skirmish.pk:
            raise Refusal("This page belongs to another skirmish. Open the skirmish again.")
        live = live_telling(skirmish)
        if live is not None and live.outcome == outcome.as_json():
            return live
        if known is not None:
            raise Refusal("This page has told a result already. Open it again to change what was told.")
        if expected_version != told_version(live):
            raise Refusal(STALE)
        report = reports.report(of_skirmish(skirmish.system, skirmish.setup), outcome)
        skirmish.report = report_told(skirmish, report).as_json()
        ResultDraft.objects.filter(skirmish=skirmish, by=actor).delete()
        return _note(actor, skirmish, outcome, key, why)


def take_back(*, actor: User, skirmish: Skirmish, key: UUID, why: str, expected_version: str) -> SkirmishTelling:
    """What was told is no more; it stays in the trace, with why."""
    with transaction.atomic():
        skirmish = _locked(actor, skirmish)
        if (known := SkirmishTelling.objects.filter(key=key, skirmish=skirmish).first()) is not None:
            return known
        live = live_telling(skirmish)
        if live is None:
            raise Refusal("Nothing has been told of it.")
        if expected_version != told_version(live):
            raise Refusal(STALE)
        skirmish.report = None
        return _note(actor, skirmish, None, key, why)


def _locked(actor: User, skirmish: Skirmish) -> Skirmish:
    found = locked_own(actor).filter(pk=skirmish.pk).first()
    if found is None:
        raise Refusal("Whoever set a skirmish up tells how it went.")
    if why_not := why_not_told(found):
        raise Refusal(why_not)
    return found


def _note(actor: User, skirmish: Skirmish, outcome: Outcome | None, key: UUID, why: str) -> SkirmishTelling:
    """Keep it, and what it makes of the skirmish."""
    refuse_longer(why, WHY_LENGTH, "why", "The reason is")
    if why.strip() or (outcome is not None and outcome.notes.strip()):
        for club in Club.objects.filter(seasons__games__skirmish=skirmish).distinct():
            posts.write_in(club, actor, field="why" if why.strip() else "notes", counts=False)
    skirmish.save(update_fields=["report"])
    _tell_seasons(skirmish)
    return SkirmishTelling.objects.create(
        skirmish=skirmish,
        outcome=outcome.as_json() if outcome is not None else None,
        summary=verdict(skirmish) if outcome is not None else "Taken back.",
        why=why.strip(),
        by=actor,
        at=timezone.now(),
        key=key,
    )


def _tell_seasons(skirmish: Skirmish) -> None:
    """In a season that runs it has to be confirmed anew; taken back, it is out of it. What is closed stands."""
    running = SeasonGame.objects.filter(skirmish=skirmish, season__closed_at=None).exclude(status="out")
    if skirmish.report is None:
        running.update(status=SeasonGame.Status.OUT, words="Its result was taken back.", answered_at=timezone.now())
        return
    points = points_by_side(skirmish)
    if set(points) == {"allied", "axis"}:
        running.update(
            status=SeasonGame.Status.ENTERED,
            words="Told anew.",
            entered_by=skirmish.owner_id,
            allied_points=points["allied"],
            axis_points=points["axis"],
        )
